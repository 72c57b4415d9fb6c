"""Pairs of sentences that two readers labelled, and what Tadori says of them.

In: folders of real documents, `pairs.jsonl` (found and labelled by hand by somebody who had not seen the code) and
`second_reader.jsonl` (the same pairs, labelled blind by another); only pairs on which both agree are measured. Out:
figures. A labelled sentence is looked for among the claims of its document: the reader's cut may differ from ours.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tadori.judge.frames.framed import FramedClaim, relation_between
from tadori.text.tokens import terms
from tests.gates.figures import Figure
from tests.gates.standing.folder_pairs import FolderReading, read_folder
from tests.gates.standing.labelled_pairs import LabelledPair, PairSide, labelled_pairs
from tests.gates.standing.make_folders import HERE, REAL, make_folder

SHARED_WORDS: Final = 0.85
"""Of the shorter side's content words, for a claim to be the sentence that a reader labelled."""
MOST_CANDIDATES: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class PairOutcome:
    pair: LabelledPair
    said: str
    """`same`, `excludes`, `qualifies`, or empty."""
    is_read: bool
    """Whether both sentences are claims at all."""


def agreed_pairs() -> list[LabelledPair]:
    """The pairs that both readers labelled alike."""
    lines = (HERE / "second_reader.jsonl").read_text(encoding="utf-8").splitlines()
    second = {row["id"]: row["label"] for row in map(json.loads, lines)}
    return [pair for pair in labelled_pairs() if second[pair.id] == pair.label]


def figures(quick: bool) -> list[Figure]:
    """Of the folder that is shipped and, in full and where real documents are at hand, of the three large ones."""
    pairs = agreed_pairs()
    small = [pair for pair in pairs if pair.small]
    found = list(_figures("small folder", outcomes("small", small), FLOORS["small"]))
    if not quick and REAL.is_dir():
        large = [one for name in ("manuals", "world", "ja") for one in outcomes(name, _of(pairs, name))]
        found += _figures("three folders", large, FLOORS["large"])
    return found


FLOORS: Final = {"small": (0.04, 0.16, 0.05), "large": (0.09, 0.04, 0.05)}
"""What was measured: true pairs corroborated, contradictions found (at least); other pairs shown (at most)."""


def _of(pairs: Sequence[LabelledPair], folder: str) -> list[LabelledPair]:
    return [pair for pair in pairs if pair.folder == folder]


def outcomes(folder: str, pairs: Sequence[LabelledPair]) -> list[PairOutcome]:
    """What is said of each pair of one folder."""
    with TemporaryDirectory(prefix="tadori-standing-") as out:
        make_folder(folder, Path(out))
        reading = read_folder(Path(out) / folder)
    return [_outcome(pair, claims_by_file(reading), folder) for pair in pairs]


def claims_by_file(reading: FolderReading) -> Mapping[str, list[FramedClaim]]:
    found: dict[str, list[FramedClaim]] = defaultdict(list)
    for framed in reading.framed:
        found[reading.files[framed.claim.quotation.page_id]].append(framed)
    return found


def _outcome(pair: LabelledPair, claims: Mapping[str, list[FramedClaim]], folder: str) -> PairOutcome:
    files = pair.small if folder == "small" else (pair.a.file, pair.b.file)
    sides = [_claims_of(claims.get(file, []), side) for file, side in zip(files, (pair.a, pair.b), strict=True)]
    said = Counter(
        relation.relation.value for a in sides[0] for b in sides[1] if (relation := relation_between(a, b)) is not None
    )
    best = next((name for name in ("excludes", "same", "qualifies") if said[name]), "")
    return PairOutcome(pair=pair, said=best, is_read=all(sides))


def _claims_of(claims: Sequence[FramedClaim], side: PairSide) -> list[FramedClaim]:
    """The claims that hold the labelled sentence, the likest first."""
    wanted = frozenset(terms(side.sentence))
    scored = []
    for framed in claims:
        held = frozenset(terms(framed.claim.text))
        common = len(wanted & held)
        if common >= min(4, len(wanted)) and 2 * len(held) >= len(wanted):
            scored.append((common / max(1, min(len(wanted), len(held))), common, framed))
    scored.sort(key=lambda one: (-one[0], -one[1]))
    return [framed for share, _, framed in scored[:MOST_CANDIDATES] if share >= SHARED_WORDS]


def _figures(part: str, found: Sequence[PairOutcome], floors: tuple[float, float, float]) -> Iterator[Figure]:
    by_label: dict[str, list[PairOutcome]] = defaultdict(list)
    for one in found:
        by_label[one.pair.label].append(one)
    same = [one for one in by_label["same"] if one.pair.strength == "plain"]
    apart = [*by_label["unrelated"], *by_label["qualifies"]]
    contradicting = by_label["contradicts"]
    yield _share(f"{part}: true pairs corroborated", same, "same", floors[0], 0.30)
    yield _share(f"{part}: true contradictions contested", contradicting, "excludes", floors[1], None)
    yield Figure(
        name=f"standing: {part}: pairs that are neither, shown as agreeing or contradicting",
        value=sum(one.said in ("same", "excludes") for one in apart) / len(apart),
        floor=floors[2],
        aim=0.0,
        n=len(apart),
        at_least=False,
    )


def _share(name: str, found: Sequence[PairOutcome], said: str, floor: float, aim: float | None) -> Figure:
    value = sum(one.said == said for one in found) / len(found)
    return Figure(name=f"standing: {name}", value=value, floor=floor, aim=aim, n=len(found))
