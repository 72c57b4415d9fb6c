"""Open questions with their key points, and whether printed sentences state a point.

In: the JSON Lines files of this folder, and sentences. Out: `OpenQuestion` and yes or no. A point is stated by a
sentence that holds a labelled passage (all of it, or nearly all of its words), or one alternative of every group of
words that the writer of the question named. Nothing of the package that answers is used here but its tokens.
"""

import hashlib
import json
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from tadori.text.tokens import tokens

SHARED_FROM: Final = 0.8
"""The share of a labelled passage's different words that a sentence must hold that does not hold it as it is."""
FEWEST_WORDS: Final = 5
"""A shorter passage must stand there as it is: two words meet anywhere."""


@dataclass(frozen=True, slots=True)
class KeyPoint:
    point: str
    spans: tuple[str, ...]
    words: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    id: str
    folder: str
    lang: str
    kind: str
    question: str
    points: tuple[KeyPoint, ...]
    missing: tuple[str, ...]
    answer: str
    """`yes` or `no` for a question that is decided so; empty otherwise."""
    files: frozenset[str]
    """The documents that hold its points."""


@dataclass(frozen=True, slots=True)
class AbsentQuestion:
    id: str
    folder: str
    lang: str
    question: str
    subject: str


def open_questions(path: Path, folder: str, documents: Path) -> list[OpenQuestion]:
    """The questions of a file of this folder. `documents`: where labelled passages that are kept as places are read."""
    return [_question(row, folder, documents) for row in _rows(path)]


def absent_questions(path: Path, folder: str) -> list[AbsentQuestion]:
    """The questions of a file whose subject the folder does not hold."""
    return [AbsentQuestion(r["id"], folder, r["lang"], r["question"], r["subject"]) for r in _rows(path)]


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def _question(row: dict[str, Any], folder: str, documents: Path) -> OpenQuestion:
    points = tuple(
        KeyPoint(
            p["point"], tuple(_passage(s, documents) for s in p["spans"]), tuple(tuple(group) for group in p["words"])
        )
        for p in row["points"]
    )
    files = frozenset(s["file"] for p in row["points"] for s in p["spans"])
    missing = tuple(row.get("missing") or ())
    return OpenQuestion(
        row["id"], folder, row["lang"], row["kind"], row["question"], points, missing, row.get("answer", ""), files
    )


def _passage(span: dict[str, Any], documents: Path) -> str:
    """The labelled words; of texts that may not be shipped, only their place is."""
    if "text" in span:
        return str(span["text"])
    text: str = (documents / span["file"]).read_text(encoding="utf-8")[span["start"] : span["end"]]
    if hashlib.sha256(text.encode()).hexdigest()[:12] != span["sha"]:
        raise ValueError(f"{span['file']}: other words at {span['start']} than were labelled")
    return text


def states(sentence: str, point: KeyPoint) -> bool:
    """Whether one sentence states the point."""
    said = _squashed(sentence)
    if any(_squashed(span) in said for span in point.spans):
        return True
    held = _words_of(sentence)
    if any(_shares(held, _words_of(span)) for span in point.spans):
        return True
    plain = _plain(sentence)
    return all(any(_plain(word) in plain for word in group) for group in point.words)


def _shares(held: frozenset[str], wanted: frozenset[str]) -> bool:
    return len(wanted) >= FEWEST_WORDS and len(held & wanted) >= SHARED_FROM * len(wanted)


def covered(points: Sequence[KeyPoint], sentences: Sequence[str]) -> int:
    """How many of the points at least one of the sentences states."""
    return sum(any(states(sentence, point) for sentence in sentences) for point in points)


@lru_cache(maxsize=65536)
def _squashed(text: str) -> str:
    return re.sub(r"\W+", "", _plain(text))


@lru_cache(maxsize=65536)
def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", unicodedata.normalize("NFKC", text)).casefold()


@lru_cache(maxsize=65536)
def _words_of(text: str) -> frozenset[str]:
    return frozenset(tokens(text))
