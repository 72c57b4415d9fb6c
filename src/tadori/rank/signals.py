"""What speaks for a passage, as numbers: how much of the question it holds, how rare that is, how close together.

Comes in: a question as weighted terms, and the terms of a passage. Goes out: `PassageSignals`. No opinion on how much
each signal counts: `fusion` weighs them.
"""

import math
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, TypeVar

from tadori.text.tokens import terms

DocumentFrequency = Callable[[Sequence[str]], tuple[int, dict[str, int]]]
"""As `LexicalIndex.document_frequency`: how many passages there are, and how many hold each token."""

K = TypeVar("K", bound=Hashable)

_SATURATION: Final = 1.2
_LENGTH_MATTERS: Final = 0.5
_TITLE_COUNTS: Final = 2
_PAIR_REACH: Final = 3
_NEAR: Final = 8
_CLOSE: Final = 16
_WIDE: Final = 40
_MOST_TERMS: Final = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class WeightedQuery:
    """A question as terms, each with how much it tells: the rarer, the more."""

    weights: Mapping[str, float]
    """Sum to 1, in the order of the question; empty for a question without content."""
    pairs: Mapping[tuple[str, str], float]
    """Neighbours in the question; sum to 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PassageSignals:
    """Each from 0 to 1, except `bm25`, which stays below 2.2."""

    bm25: float
    coverage: float
    """Weighted share of the terms that stand anywhere in title or body."""
    title: float
    """Weighted share of the title's own terms that the question names."""
    near: float
    close: float
    wide: float
    """Weighted share of the terms that stand in the title or together within 8, 16 and 40 terms of the body."""
    phrase: float
    """Weighted share of the question's neighbouring terms that are neighbours here too."""


NO_SIGNALS: Final = PassageSignals(bm25=0, coverage=0, title=0, near=0, close=0, wide=0, phrase=0)


def wanted(query: str, frequency: DocumentFrequency) -> WeightedQuery:
    """`query` as weighted terms; of a very long one the rarest terms."""
    said = terms(query)
    total, counts = frequency(list(dict.fromkeys(said)))
    rarity = {term: rarity_of(total, counts.get(term, 0)) for term in said}
    kept = set(sorted(rarity, key=lambda term: (-rarity[term], term))[:_MOST_TERMS])
    pairs = {(a, b): min(rarity[a], rarity[b]) for a, b in pairwise(said) if a != b and a in kept and b in kept}
    return WeightedQuery(weights=_shares({t: r for t, r in rarity.items() if t in kept}), pairs=_shares(pairs))


def rarity_of(total: int, count: int) -> float:
    """Inverse document frequency; positive even for a term that stands in every passage."""
    return math.log(1 + (total - count + 0.5) / (count + 0.5))


def _shares(parts: dict[K, float]) -> dict[K, float]:
    whole = sum(parts.values())
    return {key: part / whole for key, part in parts.items()} if whole else {}


def signals(wanted: WeightedQuery, title: Sequence[str], body: Sequence[str], average_length: float) -> PassageSignals:
    """How a passage with the terms `title` and `body` stands to what is wanted."""
    weights = wanted.weights
    in_title = weights.keys() & set(title)
    hits = [(place, term) for place, term in enumerate(body) if term in weights]
    if not in_title and not hits:
        return NO_SIGNALS
    times = Counter(term for _, term in hits)
    titled = sum(weight for term, weight in weights.items() if term in in_title)
    others = len(set(title)) - len(in_title)
    loose = [(place, term) for place, term in hits if term not in in_title]
    return PassageSignals(
        bm25=_bm25(weights, times, in_title, len(body) / average_length if average_length else 1.0),
        coverage=sum(weight for term, weight in weights.items() if term in times or term in in_title),
        title=titled / (titled + others / len(weights)) if titled else 0.0,
        near=titled + _most_within(loose, weights, _NEAR),
        close=titled + _most_within(loose, weights, _CLOSE),
        wide=titled + _most_within(loose, weights, _WIDE),
        phrase=_phrases(wanted, title, hits),
    )


def _bm25(weights: Mapping[str, float], times: Counter[str], in_title: set[str], length: float) -> float:
    """`length` is relative to the average; a term in the title counts like two in the body."""
    damping = _SATURATION * (1 - _LENGTH_MATTERS + _LENGTH_MATTERS * length)
    score = 0.0
    for term, weight in weights.items():
        count = times[term] + (_TITLE_COUNTS if term in in_title else 0)
        score += weight * count * (_SATURATION + 1) / (count + damping)
    return score


def _most_within(hits: Sequence[tuple[int, str]], weights: Mapping[str, float], reach: int) -> float:
    """The largest weight of different terms that stand within `reach` neighbouring places."""
    inside: Counter[str] = Counter()
    held = best = 0.0
    first = 0
    for place, term in hits:
        if not inside[term]:
            held += weights[term]
        inside[term] += 1
        while hits[first][0] <= place - reach:
            gone = hits[first][1]
            inside[gone] -= 1
            if not inside[gone]:
                held -= weights[gone]
            first += 1
        best = max(best, held)
    return best


def _phrases(wanted: WeightedQuery, title: Sequence[str], hits: Sequence[tuple[int, str]]) -> float:
    found = {pair for pair in pairwise(title) if pair in wanted.pairs}
    for at, (place, term) in enumerate(hits):
        for later, following in hits[at + 1 : at + 1 + _PAIR_REACH]:
            if later - place <= _PAIR_REACH and (term, following) in wanted.pairs:
                found.add((term, following))
    return sum(wanted.pairs[pair] for pair in sorted(found))
