"""NLI model, reranker and embedder behind a model server, in the JSON that such servers speak.

Comes in: pairs, passages, texts. Goes out: probabilities, scores, unit vectors. Every answer is validated: one row per
text, each row once, finite numbers. Anything else raises `ModelUnusable`.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from tadori.errors import ModelUnusable
from tadori.minds.base import EvidencePair, StanceScores
from tadori.minds.local.arrays import unit_rows
from tadori.minds.local.onnx_folder import LONGEST_CHARACTERS
from tadori.minds.local.onnx_models import scores_from, stance_label
from tadori.minds.local.remote import INFINITY, ModelServer

T = TypeVar("T")


class RemoteEntailment:
    """`POST /predict` with pairs (text-embeddings-inference). Implements `Entailment`."""

    def __init__(self, server: ModelServer) -> None:
        self._server = server

    @property
    def model_id(self) -> str:
        return self._server.served.model

    def scores(self, pairs: Sequence[EvidencePair]) -> list[StanceScores]:
        """One for each pair, in order. Raises `ModelUnusable`."""
        if self._server.served.kind == INFINITY:
            raise ModelUnusable(f"{self._server.place}: infinity classifies single texts; NLI needs pairs (/predict)")
        found: list[StanceScores] = []
        for batch in _batches(pairs, self._server.served.batch):
            inputs = [[_cut(pair.evidence), _cut(pair.claim)] for pair in batch]
            answer = self._server.post("/predict", {"inputs": inputs, "truncate": True, "raw_scores": False})
            found += [self._scores(row) for row in _rows(answer, len(batch), self._server.place)]
        return found

    def _scores(self, row: Any) -> StanceScores:
        scores: dict[str, float] = {}
        for entry in row if isinstance(row, list) else ():
            stance = stance_label(entry.get("label")) if isinstance(entry, Mapping) else None
            if stance is not None:
                scores[stance] = _number(entry.get("score"), self._server.place)
        total = sum(scores.values())
        if len(scores) != 3 or len(row) != 3 or min(scores.values()) < 0 or not math.isclose(total, 1.0, abs_tol=0.02):
            raise ModelUnusable(
                f"{self._server.place}: the answer is not three probabilities of entailment, neutral and contradiction"
            )
        return scores_from({stance: score / total for stance, score in scores.items()})


class RemoteReranker:
    """`POST /rerank`. Implements `Reranker`."""

    def __init__(self, server: ModelServer) -> None:
        self._server = server

    @property
    def model_id(self) -> str:
        return self._server.served.model

    def relevance(self, query: str, passages: Sequence[str]) -> list[float]:
        """A score for each passage; more is better. Raises `ModelUnusable`."""
        found: list[float] = []
        for batch in _batches(passages, self._server.served.batch):
            texts = [_cut(passage) for passage in batch]
            answer = self._server.post("/rerank", self._body(_cut(query), texts))
            found += self._marks(answer.get("results") if isinstance(answer, Mapping) else answer, len(batch))
        return found

    def _body(self, query: str, texts: list[str]) -> dict[str, Any]:
        if self._server.served.kind == INFINITY:
            return {"model": self._server.served.model, "query": query, "documents": texts, "return_documents": False}
        return {"query": query, "texts": texts, "truncate": True, "raw_scores": False, "return_text": False}

    def _marks(self, answer: Any, count: int) -> list[float]:
        """The scores in the order of the passages: servers answer best first, each with its index."""
        marks: dict[int, float] = {}
        for row in _rows(answer, count, self._server.place):
            at = row.get("index") if isinstance(row, Mapping) else None
            if not isinstance(at, int) or at in marks or not 0 <= at < count:
                raise ModelUnusable(f"{self._server.place}: the answer does not name each passage once")
            marks[at] = _number(row.get("score", row.get("relevance_score")), self._server.place)
        return [round(marks[at], 6) for at in range(count)]


class RemoteEmbedder:
    """`POST /embed`, or `/embeddings` (infinity). Implements `Embedder`, but raises `ModelUnusable`."""

    def __init__(self, server: ModelServer) -> None:
        self._server = server

    @property
    def model_id(self) -> str:
        return self._server.served.model

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One unit row per text."""
        rows: list[list[float]] = []
        for batch in _batches(texts, self._server.served.batch):
            rows += [self._vector(row) for row in self._body([_cut(text) or " " for text in batch])]
        if len({len(row) for row in rows}) > 1:
            raise ModelUnusable(f"{self._server.place}: the answer's vectors are not of one length")
        if not rows:
            return np.zeros((0, 1), dtype=np.float32)
        return unit_rows(np.array(rows, dtype=np.float32), 1e-9)

    def _body(self, texts: list[str]) -> list[Any]:
        served, place = self._server.served, self._server.place
        if served.kind != INFINITY:
            answer = self._server.post("/embed", {"inputs": texts, "truncate": True, "normalize": True})
            return _rows(answer, len(texts), place)
        answer = self._server.post("/embeddings", {"model": served.model, "input": texts, "encoding_format": "float"})
        rows = _rows(answer.get("data") if isinstance(answer, Mapping) else None, len(texts), place)
        if [row.get("index") if isinstance(row, Mapping) else None for row in rows] != list(range(len(texts))):
            raise ModelUnusable(f"{place}: the answer's vectors are not in the order of the texts")
        return [row.get("embedding") for row in rows]

    def _vector(self, row: Any) -> list[float]:
        if not isinstance(row, list) or len(row) < 2:
            raise ModelUnusable(f"{self._server.place}: the answer is not a vector for each text")
        return [_number(value, self._server.place) for value in row]


def _batches(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]


def _rows(answer: Any, count: int, place: str) -> list[Any]:
    if not isinstance(answer, list) or len(answer) != count:
        raise ModelUnusable(f"{place}: the answer is not a list of {count} results")
    return answer


def _number(value: Any, place: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ModelUnusable(f"{place}: the answer holds {str(value)[:40]!r} where a number should be")
    return float(value)


def _cut(text: str) -> str:
    return text[:LONGEST_CHARACTERS].encode(errors="replace").decode()
