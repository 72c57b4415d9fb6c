"""Which claims and which sentences speak about the same thing, so that only those are judged.

In: claims and candidate sentences. Out: pairs of indexes, in order, that share enough of their subject. An inverted
index over terms that are not everywhere bounds the work: it grows with what is shared, not with claims × sentences.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from tadori.model.claim import Claim
from tadori.text.tokens import terms

LEAST_SHARED: Final = 2
LEAST_SHARE: Final = 0.4
"""Share of the shorter side's terms that must be common."""
NEAR_SHARE: Final = 0.6
"""The same share, from which a stance model is asked besides the rules."""
PAIRS_PER_CLAIM: Final = 40
TOO_COMMON: Final = 0.5
"""A term that stands in more than this share of the candidates (and in more than 200) finds nobody."""
TOO_COMMON_FROM: Final = 200


def pairs_to_judge(claims: Sequence[Claim], candidates: Sequence[str]) -> Iterator[tuple[int, int]]:
    """(claim index, candidate index) for pairs that share subject, best shared first within a claim.

    At most `PAIRS_PER_CLAIM` for one claim; ties go to the earlier candidate. The claim's own words are paired too:
    whoever asks knows where a claim was read.
    """
    held = [frozenset(terms(text)) for text in candidates]
    spread = Counter(term for words in held for term in words)
    limit = max(TOO_COMMON_FROM, int(TOO_COMMON * len(candidates)))
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
            if common >= LEAST_SHARED and share >= LEAST_SHARE:
                scored.append((-share, -common, index))
        for _, _, index in sorted(scored)[:PAIRS_PER_CLAIM]:
            yield number, index


def is_near(claim: str, other: str) -> bool:
    """Whether two texts share so much of their subject that a stance model's word on them is worth its time."""
    return _share(frozenset(terms(claim)), frozenset(terms(other))) >= NEAR_SHARE


def _share(wanted: frozenset[str], held: frozenset[str]) -> float:
    return len(wanted & held) / max(1, min(len(wanted), len(held)))
