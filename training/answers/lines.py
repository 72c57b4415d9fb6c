"""Questions with sentences that answer them and sentences that do not, for `train_answer_net.py`.

In: JSQuAD without the pinned questions of the gate, single hops of MuSiQue, the tuning half of RAMDocs, questions
that helpers wrote on passages in both languages (`asked/`), labelled sentences of open questions
(`training/open/labels`), headings with what stands below them. Out: `Asked`, by source. Wrong sentences are the rest
of the right passage and what is nearest to the question in meaning anywhere else in the same library: that is what
the reader is asked about when the program runs.
"""

import hashlib
import json
import pickle
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from tests.gates.gate_answers import pinned
from tests.gates.gate_conflicts import tuning_half

from tadori.minds.local.embedding import MultilingualEmbedder
from tadori.model.ids import EN, JA
from tadori.text.normalise import squash
from training.answers.evidence import lines as data_lines
from training.answers.evidence import single_hops
from training.answers.passages import Passage, all_passages, cut, passage_of, public
from training.answers.variants import variants
from training.open.dump import LABELS

ASKED: Final = Path(__file__).parent / "asked"
NEAR: Final = 16
"""Sentences of other passages for each question."""
LIBRARY: Final = 1500
"""Passages of a source that near sentences are taken from."""
HEADINGS: Final = 3000
SEED: Final = 5


HELD: Final = ("out-5", "out-6", "out-7")
"""Files of `asked/` that nothing is learned from."""


class Line(NamedTuple):
    """A sentence and what stands above it."""

    above: str
    before: str
    text: str


@dataclass(frozen=True, slots=True)
class Asked:
    """A question in all its forms. `key` is the passage or question it belongs to: what is held out is held out by
    it."""

    origin: str
    key: str
    forms: tuple[str, ...]
    right: tuple[Line, ...]
    wrong: tuple[Line, ...]
    """Of the same passage; readers said so, or no answer stands there."""
    near: tuple[Line, ...] = ()
    """Of other passages."""


def passage_lines(passage: Passage) -> list[Line]:
    above = f"{passage.title}. {passage.heading}"
    return [Line(above, passage.sentences[n - 1] if n else "", text) for n, text in enumerate(passage.sentences)]


class Vectors:
    """Unit vectors of texts, each computed once; with a file, also over runs."""

    def __init__(self, kept: Path | None = None) -> None:
        self._embedder = MultilingualEmbedder()
        self._kept = kept
        self._held: dict[str, NDArray[np.float16]] = {}
        if self._kept is not None and self._kept.exists():
            self._held = pickle.loads(self._kept.read_bytes())

    def keep(self) -> None:
        if self._kept is not None:
            self._kept.write_bytes(pickle.dumps(self._held))

    def of(self, texts: Sequence[str]) -> NDArray[np.float32]:
        missing = [text for text in dict.fromkeys(texts) if text not in self._held]
        for at in range(0, len(missing), 256):
            part = missing[at : at + 256]
            self._held |= dict(zip(part, self._embedder.embed(part).astype(np.float16), strict=True))
        return np.stack([self._held[text] for text in texts]).astype(np.float32)


class Library:
    """Passages of one source; finds sentences near a question."""

    def __init__(self, passages: Sequence[Passage], vectors: Vectors) -> None:
        self._lines = [(p.id, line) for p in passages for line in passage_lines(p)]
        self._vectors = vectors
        self._rows = vectors.of([line.text for _, line in self._lines])

    def near(self, forms: Sequence[str], key: str) -> tuple[Line, ...]:
        asked = self._vectors.of(forms).mean(0)
        order = np.argsort(-(self._rows @ asked), kind="stable")[: 4 * NEAR]
        return tuple(line for pid, line in (self._lines[i] for i in order) if pid != key)[:NEAR]


def jsquad(pool: Mapping[str, Passage], places: Sequence[str], library: Library) -> Iterator[Asked]:
    questions = public("jsquad/questions.jsonl.gz")
    measured = pinned(len(questions))
    for n, row in enumerate(questions):
        passage = pool[places[row["gold"]]]
        if n in measured:
            continue
        answers = [squash(answer) for answer in row["answers"]]
        said = passage_lines(passage)
        right = tuple(line for line in said if any(a in squash(line.text) for a in answers))
        forms = (row["question"], *variants(row["question"], JA))
        wrong = tuple(line for line in said if line not in right)
        if right:
            yield Asked("jsquad", passage.id, forms, right, wrong, library.near(forms[:1], passage.id))


def musique(library: Library) -> Iterator[Asked]:
    for question, (title, text), answer in single_hops(public("2wiki-6119/musique_train.json.gz")):
        passage = passage_of("en-wiki", EN, title, "", cut(text, EN))
        said = passage_lines(passage)
        right = tuple(line for line in said if squash(answer) in squash(line.text))
        forms = (question, *variants(question, EN))
        if right:
            wrong = tuple(line for line in said if line not in right)
            yield Asked("musique", passage.id, forms, right, wrong, library.near(forms[:1], passage.id))


def ramdocs() -> Iterator[Asked]:
    rows = data_lines("conflicts/ramdocs-first-half.jsonl.gz")
    for n in sorted(tuning_half(len(rows))):
        row = rows[n]
        answers = [squash(a) for a in (*row["gold_answers"], *row.get("wrong_answers", ()))]
        right: list[Line] = []
        wrong: list[Line] = []
        for document in row["documents"]:
            for line in passage_lines(passage_of("ramdocs", EN, "", "", cut(document["text"], EN))):
                (right if any(a in squash(line.text) for a in answers) else wrong).append(line)
        if right:
            yield Asked(
                "ramdocs", f"ramdocs-{n}", (row["question"], *variants(row["question"], EN)), tuple(right), tuple(wrong)
            )


def written(pool: Mapping[str, Passage], libraries: Mapping[str, Library], name: str) -> Iterator[Asked]:
    """Questions of one file below `asked/`."""
    for line in (ASKED / name).read_text(encoding="utf-8").splitlines():
        row: dict[str, Any] = json.loads(line)
        passage = pool[row["p"]]
        for one in row["q"]:
            yield _asked_of(passage, one, libraries[passage.source])


def invented(names: Sequence[str], vectors: Vectors) -> dict[str, list[Asked]]:
    """Questions on documents that helpers invented, text and all: files named `docs-…`."""
    rows = {
        name: [json.loads(line) for line in (ASKED / name).read_text(encoding="utf-8").splitlines()] for name in names
    }
    held = {
        name: [passage_of(f"docs-{r['lang']}", r["lang"], r["title"], r["heading"], r["sentences"]) for r in of]
        for name, of in rows.items()
    }
    libraries = {
        lang: Library([p for of in held.values() for p in of if p.lang == lang], vectors) for lang in (EN, JA) if held
    }
    found: dict[str, list[Asked]] = {}
    for name, of in rows.items():
        found[Path(name).stem] = [
            _asked_of(passage, one, libraries[passage.lang])
            for passage, row in zip(held[name], of, strict=True)
            for one in row["q"]
        ]
    return found


def _asked_of(passage: Passage, one: dict[str, Any], library: Library) -> Asked:
    said = passage_lines(passage)
    forms = (one["en"], one["ja"])
    right = tuple(said[n] for n in one["a"])
    wrong = tuple(line for line in said if line not in right)
    near = library.near(forms, passage.id)
    origin = passage.source if passage.source.startswith("docs") else f"asked-{passage.source}"
    return Asked(origin, passage.id, forms, right, wrong, near)


def labelled(texts: Path) -> Iterator[Asked]:
    """`texts` is what `labelled.py` wrote."""
    held = {key: tuple(row) for key, row in json.loads(texts.read_text(encoding="utf-8")).items()}
    for path in sorted(LABELS.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            by_letter: dict[str, list[Line]] = defaultdict(list)
            for key, letter in row["labels"].items():
                if key in held:
                    title, heading, before, text = held[key]
                    by_letter[letter].append(Line(f"{title}. {heading}", before, text))
            yield Asked(
                f"open-{path.stem}", row["id"], (row["question"],), tuple(by_letter["A"]), tuple(by_letter["O"])
            )


def headings(pools: Mapping[str, Sequence[Passage]], libraries: Mapping[str, Library]) -> Iterator[Asked]:
    """A heading asks for what stands under it; the lines then have the title alone above them."""
    draw = random.Random(SEED)
    for source in ("ja-manuals", "en-manuals"):
        by_title: dict[str, list[Passage]] = defaultdict(list)
        for one in pools[source]:
            by_title[one.title].append(one)
        for one in draw.sample(list(pools[source]), min(HEADINGS // 2, len(pools[source]))):
            leaf = one.heading.rsplit(" › ", 1)[-1]
            if len(leaf) < 6 or leaf == one.title:
                continue
            bare = replace(one, heading="")
            others = [
                line
                for other in by_title[one.title]
                if other is not one
                for line in passage_lines(replace(other, heading=""))
            ]
            form = f"{one.title} {leaf}"
            yield Asked(
                f"heading-{source}",
                one.id,
                (form,),
                tuple(passage_lines(bare)[:3]),
                tuple(others[:NEAR]),
                libraries[source].near((form,), one.id),
            )


def everything(manuals: Path, texts: Path, kept: Path | None = None) -> dict[str, list[Asked]]:
    """All questions by source; the files of `asked/` are sources of their own. `kept` is a file for vectors."""
    pools = all_passages(manuals)
    vectors = Vectors(kept)
    rows = [row["text"].partition(" [SEP] ") for row in data_lines("retrieval/jsquad/passages.jsonl.gz")]
    japanese = [passage_of("jsquad", JA, title, "", cut(text, JA)) for title, _, text in rows]
    libraries = {name: Library(pool[:LIBRARY], vectors) for name, pool in pools.items() if name != "jsquad"}
    libraries["jsquad"] = Library(japanese, vectors)
    pool = {p.id: p for held in (*pools.values(), japanese) for p in held}
    found = {
        "jsquad": list(jsquad(pool, [p.id for p in japanese], libraries["jsquad"])),
        "musique": list(musique(libraries["en-wiki"])),
        "ramdocs": list(ramdocs()),
        "labelled": list(labelled(texts)),
        "headings": list(headings(pools, libraries)),
    }
    found |= {path.stem: list(written(pool, libraries, path.name)) for path in sorted(ASKED.glob("out-*.jsonl"))}
    found |= invented([path.name for path in sorted(ASKED.glob("docs-*.jsonl"))], vectors)
    vectors.keep()
    return found


def group_of(source: str) -> str:
    return "asked" if source.startswith("out-") else "docs" if source.startswith("docs-") else source


def is_held(source: str, one: Asked) -> bool:
    """What nothing is learned from; among labels all folders of `gates open`, which weights are fitted on
    afterwards."""
    if group_of(source) == "asked":
        return source in HELD
    if source == "labelled":
        return not one.origin.startswith("open-tr-")
    return is_held_key(one.key)


def is_held_key(key: str) -> bool:
    """Whether nothing is learned from a passage: one in ten."""
    return int(hashlib.sha256(key.encode()).hexdigest(), 16) % 10 == 0
