"""Weighs signals and vectors into one score from 0 to 1.

Scores are added, never ranks: reciprocal-rank fusion with a sentence encoder took SciFact from .69 to .57. Weights
were fitted on the even-numbered questions of SciFact and JSQuAD and on HotpotQA and MuSiQue, then rounded.
"""

from collections.abc import Sequence
from typing import Final

from tadori.rank.signals import PassageSignals

_WEIGHTS: Final = PassageSignals(bm25=2.5, coverage=2.6, title=2.2, near=1.8, close=2.0, wide=1.2, phrase=2.2)
_COSINE: Final = 4.0
"""Within a language vectors only break near-ties."""
_ACROSS: Final = 0.6
"""A passage about the same thing has a cosine of about .5 across languages, another one .1: .3 against .06."""
_BEST: Final = 2.5 * 2.2 + 2.6 + 2.2 + 1.8 + 2.0 + 1.2 + 2.2 + _COSINE


def lexical_score(s: PassageSignals) -> float:
    """What the words say, from 0 to about .8."""
    w = _WEIGHTS
    words = w.bm25 * s.bm25 + w.coverage * s.coverage + w.title * s.title + w.phrase * s.phrase
    places = w.near * s.near + w.close * s.close + w.wide * s.wide
    return (words + places) / _BEST


def fused_scores(lexical: Sequence[float], cosines: Sequence[float]) -> list[float]:
    """`lexical`, best first, with what vectors add: `cosines` of the first ones; the rest count as the least like."""
    if not cosines:
        return list(lexical)
    least = min(cosines)
    padded = [*cosines, *[least] * (len(lexical) - len(cosines))]
    return [score + _COSINE * max(0.0, cosine) / _BEST for score, cosine in zip(lexical, padded, strict=True)]


def cross_language_score(lexical: float, cosine: float) -> float:
    """The score of a passage in another language than the query: meaning first, then shared names and digits."""
    return min(1.0, lexical + _ACROSS * max(0.0, cosine))
