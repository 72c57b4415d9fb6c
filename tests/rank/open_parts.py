"""Candidates and an embedder for the tests of open questions: what is not given is empty."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tadori.model.ids import EN
from tadori.rank.candidates import AnswerCandidate, DocumentFrequency


class Meanings:
    """An embedder with one direction for each given word; a text without any points to a direction of its own."""

    model_id = "some-words"

    def __init__(self, *words: tuple[str, ...]) -> None:
        self.words = words
        self.read: list[str] = []

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.read += texts
        found = np.array([self._vector(text) for text in texts], np.float32)
        return found.reshape(len(texts), len(self.words) + 1)

    def _vector(self, text: str) -> list[float]:
        held = [float(any(word in text for word in same)) for same in self.words]
        length = float(sum(held) ** 0.5)
        return [*(one / length for one in held), 0.0] if length else [*held, 1.0]


def sentence(claim_id: str, text: str, **given: Any) -> AnswerCandidate:
    plain: dict[str, Any] = {
        "context": text,
        "title": "",
        "lang": EN,
        "page_id": f"pg_{claim_id}",
        "place": 0,
        "passage_score": 1.0,
    }
    return AnswerCandidate(claim_id=claim_id, text=text, **(plain | given))


def library(size: int, **holds: int) -> DocumentFrequency:
    """A library of so many passages, so many of which hold each word."""
    return lambda words: (size, {word: holds.get(word, 0) for word in words})
