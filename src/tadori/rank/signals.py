"""Measures what a passage and a query share: how many terms, how rare they are, how close together.

In: a query as weighted terms, and the terms of a passage. Out: `PassageSignals`. How much each signal counts is decided
in `fusion.py`.
"""

import math
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, TypeVar

from tadori.model.evidence_thresholds import (
    BM25_LENGTH,
    BM25_SATURATION,
    BM25_TITLE_COUNTS,
    PHRASE_REACH,
    PROXIMITY_CLOSE,
    PROXIMITY_NEAR,
    PROXIMITY_WIDE,
    QUERY_MOST_TERMS,
)
from tadori.rank.candidates import DocumentFrequency
from tadori.text.tokens import terms

K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True, slots=True, kw_only=True)
class WeightedQuery:
    """A query as terms with weights: the rarer, the heavier."""

    weights: Mapping[str, float]
    """Sum to 1, in the order of the question; empty for a question without content."""
    pairs: Mapping[tuple[str, str], float]
    """Neighbours in the question; sum to 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PassageSignals:
    """Each from 0 to 1, except `bm25`, which stays below `BM25_SATURATION` + 1."""

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


def weighted_query(query: str, frequency: DocumentFrequency) -> WeightedQuery:
    """`query` as weighted terms; of a very long one the rarest terms."""
    said = terms(query)
    total, counts = frequency(list(dict.fromkeys(said)))
    rarity = {term: rarity_of(total, counts.get(term, 0)) for term in said}
    kept = set(sorted(rarity, key=lambda term: (-rarity[term], term))[:QUERY_MOST_TERMS])
    pairs = {(a, b): min(rarity[a], rarity[b]) for a, b in pairwise(said) if a != b and a in kept and b in kept}
    return WeightedQuery(weights=_shares({t: r for t, r in rarity.items() if t in kept}), pairs=_shares(pairs))


def rarity_of(total: int, count: int) -> float:
    """Inverse document frequency; positive even for a term that stands in every passage."""
    return math.log(1 + (total - count + 0.5) / (count + 0.5))


def _shares(parts: dict[K, float]) -> dict[K, float]:
    whole = sum(parts.values())
    return {key: part / whole for key, part in parts.items()} if whole else {}


def passage_signals(
    query: WeightedQuery, title: Sequence[str], body: Sequence[str], average_length: float
) -> PassageSignals:
    """How a passage with the terms `title` and `body` stands to what is wanted."""
    weights = query.weights
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
        near=titled + _most_within(loose, weights, PROXIMITY_NEAR),
        close=titled + _most_within(loose, weights, PROXIMITY_CLOSE),
        wide=titled + _most_within(loose, weights, PROXIMITY_WIDE),
        phrase=_phrases(query, title, hits),
    )


def _bm25(weights: Mapping[str, float], times: Counter[str], in_title: set[str], length: float) -> float:
    """`length` is relative to the average; a term in the title counts like two in the body."""
    damping = BM25_SATURATION * (1 - BM25_LENGTH + BM25_LENGTH * length)
    score = 0.0
    for term, weight in weights.items():
        count = times[term] + (BM25_TITLE_COUNTS if term in in_title else 0)
        score += weight * count * (BM25_SATURATION + 1) / (count + damping)
    return score


def _most_within(hits: Sequence[tuple[int, str]], weights: Mapping[str, float], reach: int) -> float:
    """The largest weight of different terms within a window of `reach` terms."""
    # A sliding window over the hits; `inside` counts how often each term is in it.
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


def _phrases(query: WeightedQuery, title: Sequence[str], hits: Sequence[tuple[int, str]]) -> float:
    found = {pair for pair in pairwise(title) if pair in query.pairs}
    for at, (place, term) in enumerate(hits):
        for later, following in hits[at + 1 : at + 1 + PHRASE_REACH]:
            if later - place <= PHRASE_REACH and (term, following) in query.pairs:
                found.add((term, following))
    # Sorted, because a sum of floats depends on its order and a set has none.
    return sum(query.pairs[pair] for pair in sorted(found))
