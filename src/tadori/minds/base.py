"""What thinks, as Protocols. A mechanical implementation of each is always there; models replace it by settings."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from tadori.model.ids import IsoDate

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ComputeSlot = Callable[[], AbstractContextManager[object]]
"""Waits until something scarce may be used, on this thread; it is held until the context ends."""


class Embedder(Protocol):
    """Texts to unit vectors; the same text gives the same vector. Raises nothing for any text."""

    @property
    def model_id(self) -> str:
        """Names weights and settings; part of the cache key."""
        ...

    def embed(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        """One row per text, L2-normalised."""
        ...


class EmbeddingCache(Protocol):
    """Vectors that were computed before, as bytes, by a key that names text and model."""

    def get(self, keys: Sequence[str]) -> dict[str, bytes]:
        """What is known of `keys`; a key that is missing was never put."""
        ...

    def put(self, items: Mapping[str, bytes]) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidencePair:
    """A claim and the words it is judged by."""

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
    """What was learnt about the judge's probabilities (L34): they pass through it before they are weighed."""

    id: str
    """Part of the name of every verdict given with it."""
    apply: Callable[[StanceScores], StanceScores]


class Entailment(Protocol):
    """The seat of the stance model (step 4). Rules stand in front of it and beside it, in `judge`."""

    @property
    def model_id(self) -> str: ...

    def scores(self, pairs: Sequence[EvidencePair]) -> list[StanceScores]: ...


class Reranker(Protocol):
    """The seat of a cross-encoder reranker (step 4)."""

    @property
    def model_id(self) -> str: ...

    def relevance(self, query: str, passages: Sequence[str]) -> list[float]:
        """A mark for each passage; more is better. Raises `ModelUnusable`."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Reranking:
    """A reranker, and how many of the best passages it is given."""

    reranker: Reranker
    most: int

    @property
    def id(self) -> str:
        """Part of the key of every order that it makes; changes when the model is set aside."""
        return f"{self.reranker.model_id}/{self.most}"
