"""The interfaces of the local models: embedder, stance model, reranker. A model-free implementation always exists;
settings replace it by a model.

Only Protocols and the values that pass through them; nothing is loaded here.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from tadori.model.ids import IsoDate

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ComputeSlot = Callable[[], AbstractContextManager[object]]
"""Waits, on the calling thread, until a scarce resource (a graphics card) is free; holds it until the context ends."""


class Embedder(Protocol):
    """Turns texts into unit vectors; the same text always gives the same vector. Raises nothing for any text."""

    @property
    def model_id(self) -> str:
        """Identifies weights and settings; part of the cache key."""
        ...

    def embed(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        """One row per text, L2-normalised."""
        ...


class EmbeddingCache(Protocol):
    """Vectors computed earlier, as bytes, under a key made of text and model."""

    def get(self, keys: Sequence[str]) -> dict[str, bytes]:
        """The known entries among `keys`; a missing key was never stored."""
        ...

    def put(self, items: Mapping[str, bytes]) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidencePair:
    """A claim and the text that it is judged by."""

    claim: str
    evidence: str
    claim_date: IsoDate | None = None
    evidence_date: IsoDate | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StanceScores:
    """Probabilities that sum to 1."""

    supports: float
    refutes: float
    neutral: float


@dataclass(frozen=True, slots=True, kw_only=True)
class StanceCalibration:
    """The calibration of the stance model's probabilities (L34), applied before they are used."""

    id: str
    """Part of the version of every verdict that was given with it."""
    apply: Callable[[StanceScores], StanceScores]


class Entailment(Protocol):
    """The interface of a stance model (NLI). The rules in `judge` decide before it and beside it."""

    @property
    def model_id(self) -> str: ...

    def scores(self, pairs: Sequence[EvidencePair]) -> list[StanceScores]: ...


@dataclass(frozen=True, slots=True)
class AnswerLine:
    """A sentence that may answer, and what stands above it."""

    above: str
    """The title of its page and its heading."""
    before: str
    """The sentence before it; empty where it opens its paragraph."""
    text: str


class AnswerReader(Protocol):
    """The interface of a model that reads whether a sentence answers a question."""

    @property
    def model_id(self) -> str: ...

    def log_odds(self, question: str, lines: Sequence[AnswerLine]) -> list[float]:
        """One for each line, in order: above 0 it answers rather than not. Raises `ModelUnusable`."""
        ...


class Reranker(Protocol):
    """The interface of a cross-encoder reranker."""

    @property
    def model_id(self) -> str: ...

    def relevance(self, query: str, passages: Sequence[str]) -> list[float]:
        """A score for each passage; more is better. Raises `ModelUnusable`."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Reranking:
    """A reranker, and how many of the best passages it is given."""

    reranker: Reranker
    most: int

    @property
    def id(self) -> str:
        """Part of the cache key of every order it makes; changes when the model is set aside."""
        return f"{self.reranker.model_id}/{self.most}"
