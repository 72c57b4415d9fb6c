"""What happens when a model fails: it is set aside for the rest of the process, once, with a notice.

Comes in: a model and what replaces it. Goes out: the same interfaces. A server that hangs costs its time
limit once, not once per query. Where nothing replaces the model (reranker, stance model, answer reader), the wrapper
raises `ModelUnusable` at once from then on, and the caller goes on by rules.
"""

import struct
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, TypeVar

from tadori.errors import ModelUnusable
from tadori.minds.base import (
    AnswerLine,
    AnswerReader,
    EmbeddingCache,
    Entailment,
    EvidencePair,
    Reranker,
    StanceScores,
)
from tadori.minds.local.embedding import CachedEmbedder
from tadori.minds.local.notices import ModelNotices
from tadori.model.ids import text_hash

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

T = TypeVar("T")
NONE: Final = "none"
"""The id of a model that was set aside, so that cached results say that they were made without one."""


class ModelBreaker:
    """Calls a model until its first failure; after that every call fails at once."""

    def __init__(self, notices: ModelNotices, seat: str, instead: str) -> None:
        self._notices, self._seat, self._instead = notices, seat, instead
        self._failed = ""

    @property
    def over(self) -> bool:
        return bool(self._failed)

    def ask(self, question: Callable[[], T]) -> T:
        """What `question` returns. Raises `ModelUnusable`, after the first failure always with the same message."""
        if self._failed:
            raise ModelUnusable(self._failed)
        try:
            return question()
        except ModelUnusable as error:
            self._failed = str(error)
            self._notices.tell(self._seat, self._failed, self._instead)
            raise

    def name(self, question: Callable[[], str]) -> str:
        """The model's id, or `none`."""
        try:
            return self.ask(question)
        except ModelUnusable:
            return NONE


class FailFastEntailment:
    """Implements `Entailment`; after the first failure it raises at once, and the judge goes on by rules."""

    def __init__(
        self, inner: Entailment, notices: ModelNotices, *, seat: str = "stance", instead: str = "rules"
    ) -> None:
        self._inner = inner
        self._trial = ModelBreaker(notices, seat, instead)

    @property
    def model_id(self) -> str:
        return self._trial.name(lambda: self._inner.model_id)

    def scores(self, pairs: Sequence[EvidencePair]) -> list[StanceScores]:
        return self._trial.ask(lambda: self._inner.scores(pairs))


class FailFastReranker:
    """Implements `Reranker`: caches scores by model, query and passage; after a failure ranking goes on without."""

    def __init__(self, inner: Reranker, cache: EmbeddingCache, notices: ModelNotices) -> None:
        self._inner, self._cache = inner, cache
        self._trial = ModelBreaker(notices, "reranker", "the order by words and vectors")
        self.computed = 0
        """Passages that the model had to read."""

    @property
    def model_id(self) -> str:
        return self._trial.name(lambda: self._inner.model_id)

    def relevance(self, query: str, passages: Sequence[str]) -> list[float]:
        """A score for each passage. Raises `ModelUnusable` once the model was set aside."""
        return self._trial.ask(lambda: self._marks(query, passages))

    def _marks(self, query: str, passages: Sequence[str]) -> list[float]:
        model = self._inner.model_id
        keys: list[str] = [text_hash(f"rerank\0{model}\0{_plain(query)}\0{_plain(passage)}") for passage in passages]
        known = self._cache.get(list(dict.fromkeys(keys)))
        missing = {key: passage for key, passage in zip(keys, passages, strict=True) if key not in known}
        if missing:
            marks = self._inner.relevance(query, list(missing.values()))
            made = {key: struct.pack("<d", mark) for key, mark in zip(missing, marks, strict=True)}
            self._cache.put(made)
            self.computed += len(missing)
            known = {**known, **made}
        return [float(struct.unpack("<d", known[key])[0]) for key in keys]


class FailFastAnswerReader:
    """Implements `AnswerReader`; after the first failure it raises at once, and words and cosines decide alone."""

    def __init__(self, inner: AnswerReader, notices: ModelNotices) -> None:
        self._inner = inner
        self._trial = ModelBreaker(notices, "answer reader", "words and vectors")

    @property
    def model_id(self) -> str:
        return self._trial.name(lambda: self._inner.model_id)

    def log_odds(self, question: str, lines: Sequence[AnswerLine]) -> list[float]:
        return self._trial.ask(lambda: self._inner.log_odds(question, lines))


class FallbackEmbedder:
    """The user's embedder until it fails, then the shipped one. Implements `Embedder`: raises nothing.

    One call is answered by one model. Vectors of two calls are comparable only while `model_id` stays the same.
    """

    def __init__(self, first: CachedEmbedder, second: CachedEmbedder, notices: ModelNotices) -> None:
        self._first, self._second = first, second
        self._trial = ModelBreaker(notices, "embedder", "the embedder that ships with Tadori")

    @property
    def model_id(self) -> str:
        named = self._trial.name(lambda: self._first.model_id)
        return self._second.model_id if self._trial.over else named

    @property
    def computed(self) -> int:
        return self._first.computed + self._second.computed

    @property
    def reused(self) -> int:
        return self._first.reused + self._second.reused

    def embed(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        try:
            return self._trial.ask(lambda: self._first.embed(texts))
        except ModelUnusable:
            return self._second.embed(texts)


def _plain(text: str) -> str:
    return text.encode(errors="replace").decode()
