"""Every agreement and contradiction that is shown in three folders of real documents, as two readers judged it.

In: the folders, and `shown_labels.jsonl`: of each pair a hash of its two sentences and what two readers, blind to each
other and to what is shown, said of it. Out: the share that is right (both readers say so), how many contradictions
are shown, and how many pairs nobody has labelled yet.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tadori.judge.judge import Judge
from tests.gates.figures import Figure
from tests.gates.standing.folder_pairs import ShownPair, read_folder, shown_pairs
from tests.gates.standing.make_folders import HERE, REAL, make_folder

LABELS: Final = HERE / "shown_labels.jsonl"
FOLDERS: Final = ("manuals", "world", "ja")
RIGHT: Final = {"corroborated": "same", "contradicts": "contradicts"}
AIMS: Final = {"corroborated": 0.90, "contradicts": 0.80}
FLOORS: Final = {"corroborated": 0.85, "contradicts": 0.80}


def figures(quick: bool) -> list[Figure]:
    """Nothing in a quick run, or where the real documents are not at hand: reading them takes minutes."""
    if quick or not REAL.is_dir():
        return []
    found = [pair for name in FOLDERS for pair in folder_shown(name)]
    return [figure for relation in RIGHT for figure in _figures(relation, found)]


def folder_shown(name: str) -> list[ShownPair]:
    """What is shown in one folder; what only qualifies is not counted."""
    with TemporaryDirectory(prefix="tadori-standing-") as out:
        make_folder(name, Path(out))
        reading = read_folder(Path(out) / name)
    return [pair for pair in shown_pairs(reading, Judge()) if pair.relation in RIGHT]


def pair_hash(pair: ShownPair) -> str:
    both = sorted(" ".join(text.split()) for text in (pair.sentence_a, pair.sentence_b))
    return hashlib.sha256("\n".join(both).encode()).hexdigest()[:16]


def labels() -> dict[str, tuple[str, str]]:
    rows = map(json.loads, LABELS.read_text(encoding="utf-8").splitlines())
    return {row["pair"]: (row["first"], row["second"]) for row in rows}


def _figures(relation: str, found: Sequence[ShownPair]) -> Iterator[Figure]:
    shown = [pair for pair in found if pair.relation == relation]
    known = labels()
    judged = [known[pair_hash(pair)] for pair in shown if pair_hash(pair) in known]
    right = sum(both == (RIGHT[relation], RIGHT[relation]) for both in judged)
    yield Figure(
        name=f"standing: three folders: shown as {relation}, right",
        value=right / max(1, len(judged)) if judged else 1.0,
        floor=FLOORS[relation],
        aim=AIMS[relation],
        n=len(judged),
    )
    yield Figure(
        name=f"standing: three folders: shown as {relation}, labelled by nobody",
        value=len(shown) - len(judged),
        floor=len(shown),
        aim=0.0,
        n=len(shown),
        at_least=False,
    )
