"""Finds which claims and sentences share a subject, so that only those are judged.

In: claims and candidate sentences. Out: pairs of indexes, in order, that share enough terms. An inverted index over
terms that are not everywhere bounds the work: it grows with what is shared, not with claims × sentences.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from tadori.model.claim import Claim
from tadori.model.evidence_thresholds import (
    PAIR_FEWEST_SHARED,
    PAIR_LEAST_SHARE,
    PAIR_NEAR_SHARE,
    PAIR_TERM_TOO_COMMON,
    PAIR_TERM_TOO_COMMON_FROM,
    PAIRS_PER_CLAIM,
)
from tadori.text.tokens import terms


def pairs_to_judge(claims: Sequence[Claim], candidates: Sequence[str]) -> Iterator[tuple[int, int]]:
    """(claim index, candidate index) for pairs that share a subject, most shared first within a claim.

    At most `PAIRS_PER_CLAIM` for one claim; ties go to the earlier candidate. A claim's own sentence is paired too; the
    caller knows where each claim was read.
    """
    held = [frozenset(terms(text)) for text in candidates]
    spread = Counter(term for words in held for term in words)
    limit = max(PAIR_TERM_TOO_COMMON_FROM, int(PAIR_TERM_TOO_COMMON * len(candidates)))
    places: dict[str, list[int]] = {}
    for index, words in enumerate(held):
        for term in words:
            if spread[term] <= limit:
                places.setdefault(term, []).append(index)
    for number, claim in enumerate(claims):
        wanted = frozenset(terms(claim.text))
        shared: Counter[int] = Counter()
        for term in wanted:
            shared.update(places.get(term, ()))
        scored = []
        for index in shared:
            common = len(wanted & held[index])
            share = _share(wanted, held[index])
            if common >= PAIR_FEWEST_SHARED and share >= PAIR_LEAST_SHARE:
                scored.append((-share, -common, index))
        for _, _, index in sorted(scored)[:PAIRS_PER_CLAIM]:
            yield number, index


def is_near(claim: str, other: str) -> bool:
    """Whether two texts share so much of their subject that asking a stance model is worth its time."""
    return _share(frozenset(terms(claim)), frozenset(terms(other))) >= PAIR_NEAR_SHARE


def _share(wanted: frozenset[str], held: frozenset[str]) -> float:
    return len(wanted & held) / max(1, min(len(wanted), len(held)))
