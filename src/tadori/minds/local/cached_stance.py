"""A cache in front of a stance model, for the life of the process. Comes in: pairs. Goes out: their scores."""

from collections.abc import Sequence
from typing import Final

from tadori.minds.base import Entailment, EvidencePair, StanceScores

_MOST_KEPT: Final = 20_000


class CachedEntailment:
    """Implements `Entailment`; when the cache is full it is emptied."""

    def __init__(self, inner: Entailment) -> None:
        self._inner = inner
        self._cache: dict[EvidencePair, StanceScores] = {}

    @property
    def model_id(self) -> str:
        return self._inner.model_id

    def scores(self, pairs: Sequence[EvidencePair]) -> list[StanceScores]:
        """Scores in the order of `pairs`. Raises what the inner model raises."""
        missing = list(dict.fromkeys(pair for pair in pairs if pair not in self._cache))
        if len(self._cache) + len(missing) > _MOST_KEPT:
            self._cache.clear()
            missing = list(dict.fromkeys(pairs))
        self._cache |= dict(zip(missing, self._inner.scores(missing) if missing else [], strict=True))
        return [self._cache[pair] for pair in pairs]
