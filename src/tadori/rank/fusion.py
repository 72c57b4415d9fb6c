"""Combines signals and vectors into one score from 0 to 1.

In: `PassageSignals` and cosines. Out: scores. Scores are added, never ranks: reciprocal-rank fusion with a sentence
encoder took SciFact from .69 to .57.
"""

from collections.abc import Sequence
from typing import Final

from tadori.model.evidence_thresholds import BM25_SATURATION
from tadori.model.fitted_weights import PASSAGE_COSINE_ACROSS, PASSAGE_COSINE_WEIGHT, PASSAGE_SIGNAL_WEIGHTS
from tadori.rank.signals import PassageSignals

_WEIGHTS: Final = PassageSignals(**PASSAGE_SIGNAL_WEIGHTS)
_BEST: Final = (
    _WEIGHTS.bm25 * (BM25_SATURATION + 1)
    + _WEIGHTS.coverage
    + _WEIGHTS.title
    + _WEIGHTS.near
    + _WEIGHTS.close
    + _WEIGHTS.wide
    + _WEIGHTS.phrase
    + PASSAGE_COSINE_WEIGHT
)
"""What a passage has that is best in everything: divides all scores into 0 to 1."""


def lexical_score(s: PassageSignals) -> float:
    """The score by shared words alone, from 0 to about .8."""
    w = _WEIGHTS
    words = w.bm25 * s.bm25 + w.coverage * s.coverage + w.title * s.title + w.phrase * s.phrase
    places = w.near * s.near + w.close * s.close + w.wide * s.wide
    return (words + places) / _BEST


def fused_scores(lexical: Sequence[float], cosines: Sequence[float]) -> list[float]:
    """`lexical`, best first, plus what vectors add: `cosines` are those of the first ones, the rest get the least."""
    if not cosines:
        return list(lexical)
    least = min(cosines)
    padded = [*cosines, *[least] * (len(lexical) - len(cosines))]
    return [
        score + PASSAGE_COSINE_WEIGHT * max(0.0, cosine) / _BEST for score, cosine in zip(lexical, padded, strict=True)
    ]


def cross_language_score(lexical: float, cosine: float) -> float:
    """The score of a passage in another language than the query: cosine first, then shared names and digits."""
    return min(1.0, lexical + PASSAGE_COSINE_ACROSS * max(0.0, cosine))
