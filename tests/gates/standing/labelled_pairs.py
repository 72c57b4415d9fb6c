"""The labelled pairs of sentences and the planted falsehoods of the gate `standing`, as data.

In: `pairs.jsonl`, `planted.jsonl`, `planted_sealed.jsonl` beside this file; ../shared/data for the sentences that may
not be kept in git (they are held as offsets and a hash).
Out: `labelled_pairs()`, `planted_topics()`. Nothing is judged here and nothing of the package `tadori` is imported.

    python -m tests.gates.standing.labelled_pairs              checks every offset, hash and planted sentence
    python -m tests.gates.standing.labelled_pairs SHEET.jsonl  also writes the pairs without labels, for a second reader
"""

from __future__ import annotations

import gzip
import hashlib
import json
import sys
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tests.gates.standing.make_folders import HERE, SHARED, WIKI


class PairsError(Exception):
    """A pair or a planted falsehood does not fit the text it names."""


@dataclass(frozen=True)
class PairSide:
    """One sentence and the document of the folder that it stands in."""

    file: str
    sentence: str


@dataclass(frozen=True)
class LabelledPair:
    """Two sentences and what a reader says of them: same, contradicts, qualifies or unrelated."""

    id: str
    folder: str
    a: PairSide
    b: PairSide
    label: str
    independence: str  # publishers, works (of one publisher), articles (of one encyclopaedia), same_work
    strength: str  # plain; or "in passing": the shared fact is not what one of the sentences is about
    small: tuple[str, ...]  # the two files in the folder `small`, where both are shipped
    note: str


@cache
def _articles() -> dict[str, Any]:
    path = SHARED / "article-extraction-benchmark" / "ground-truth.json"
    return dict(json.loads(path.read_text(encoding="utf-8")))


@cache
def _corpus(name: str) -> dict[str, list[str]]:
    texts: dict[str, list[str]] = {}
    with gzip.open(WIKI / f"{name}.json.gz", "rt", encoding="utf-8") as stream:
        for row in json.load(stream):
            texts.setdefault(row["title"], []).append(row["text"])
    return texts


@cache
def _jsquad() -> dict[int, str]:
    with gzip.open(SHARED / "retrieval" / "jsquad" / "passages.jsonl.gz", "rt", encoding="utf-8") as stream:
        return {int(row["id"]): str(row["text"]) for row in map(json.loads, stream)}


def _texts(side: dict[str, Any]) -> list[str]:
    source = str(side["source"])
    if source == "article-extraction-benchmark":
        return [str(_articles()[Path(side["file"]).stem]["articleBody"])]
    if source == "jsquad":
        return [_jsquad()[int(side["passage"])]]
    return _corpus(source.rpartition("/")[2])[str(side["title"])]


def _side(side: dict[str, Any]) -> PairSide:
    if "sentence" in side:
        return PairSide(side["file"], side["sentence"])
    for text in _texts(side):
        sentence = text[side["start"] : side["end"]]
        if hashlib.sha256(sentence.encode()).hexdigest()[:16] == side["hash"]:
            return PairSide(side["file"], sentence)
    raise PairsError(f"{side['file']}: no text has the sentence at {side['start']}–{side['end']}")


def labelled_pairs(folders: tuple[str, ...] = ("manuals", "world", "ja")) -> list[LabelledPair]:
    """The pairs of these folders. Pairs of shared data need ../shared/data."""
    pairs = []
    for line in (HERE / "pairs.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["folder"] not in folders:
            continue
        keep = {key: row[key] for key in ("id", "folder", "label", "independence", "strength", "note")}
        pairs.append(
            LabelledPair(a=_side(row["a"]), b=_side(row["b"]), small=tuple(row.get("small", ())), **keep),
        )
    return pairs


def planted_topics(sealed: bool = False) -> list[dict[str, Any]]:
    """The topics with planted falsehoods: the open ones, or the sealed ones (to be run, not read)."""
    name = "planted_sealed.jsonl" if sealed else "planted.jsonl"
    return [json.loads(line) for line in (HERE / name).read_text(encoding="utf-8").splitlines()]


def check_topic(topic: dict[str, Any]) -> None:
    """Every sentence that a topic names stands exactly once in the document it names."""
    texts = {document["name"]: document["text"] for document in topic["documents"]}
    named = [(row["document"], row["sentence"]) for row in topic["falsehoods"]]
    named += [tuple(pair) for row in topic["falsehoods"] for pair in row["true_sentences"]]
    named += [tuple(row[side]) for row in topic["innocent"] for side in ("a", "b")]
    for document, sentence in named:
        if texts[document].count(sentence) != 1:
            raise PairsError(f"{topic['topic']}: {document} does not hold once: {sentence}")


def write_blind_sheet(pairs: list[LabelledPair], path: Path) -> None:
    """The pairs in an order that says nothing about them, each with an empty label."""
    ordered = sorted(pairs, key=lambda pair: hashlib.sha256(pair.id.encode()).hexdigest())
    rows = [
        {"id": pair.id, "a": pair.a.sentence, "a_file": pair.a.file, "b": pair.b.sentence, "b_file": pair.b.file}
        for pair in ordered
    ]
    lines = [json.dumps({**row, "label": ""}, ensure_ascii=False) + "\n" for row in rows]
    path.write_text("".join(lines), encoding="utf-8")


def main(arguments: list[str]) -> int:
    """Check all data and print what there is."""
    pairs = labelled_pairs()
    if arguments:
        write_blind_sheet(pairs, Path(arguments[0]))
    print(f"pairs: {len(pairs)}", dict(Counter((pair.folder, pair.label) for pair in pairs)))
    for sealed in (False, True):
        topics = planted_topics(sealed)
        for topic in topics:
            check_topic(topic)
        falsehoods = sum(len(topic["falsehoods"]) for topic in topics)
        innocent = sum(len(topic["innocent"]) for topic in topics)
        print(f"planted, sealed {sealed}: {len(topics)} topics, {falsehoods} falsehoods, {innocent} innocent pairs")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
