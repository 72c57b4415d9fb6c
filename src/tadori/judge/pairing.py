"""Finds which claims can be compared at all, so that work does not grow with claims × claims.

In: claims that are looked at, and all claims they are compared with. Out: pairs of indexes, in order. A pair has frames
with a subject of the same words, or shares so many content words that it can be one statement. Indexes over rare keys
bound the work: for one claim at most `PAIRS_PER_CLAIM` pairs of each sort.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence

from tadori.judge.frames.framed import FramedClaim
from tadori.judge.frames.subjects import subject_keys
from tadori.model.evidence_thresholds import (
    PAIR_FEWEST_SHARED,
    PAIR_LEAST_SHARE,
    PAIR_TERM_TOO_COMMON,
    PAIR_TERM_TOO_COMMON_FROM,
    PAIRS_PER_CLAIM,
)
from tadori.text.tokens import terms


def pairs_to_compare(claims: Sequence[FramedClaim], pool: Sequence[FramedClaim]) -> Iterator[tuple[int, int]]:
    """(index in `claims`, index in `pool`) of what can be compared; each pair once, ties go to the earlier one.

    A claim may be paired with itself where it stands in both.
    """
    known: set[tuple[int, int]] = set()
    for pairs in (_by_subject(claims, pool), _by_words(claims, pool)):
        for pair in pairs:
            if pair not in known:
                known.add(pair)
                yield pair


def _by_subject(claims: Sequence[FramedClaim], pool: Sequence[FramedClaim]) -> Iterator[tuple[int, int]]:
    """Pairs with frames of one kind about subjects of the same words; other texts first, then in order."""
    places: dict[Hashable, list[int]] = defaultdict(list)
    for index, framed in enumerate(pool):
        for key in _frame_keys(framed):
            places[key].append(index)
    for number, framed in enumerate(claims):
        found = dict.fromkeys(index for key in _frame_keys(framed) for index in places.get(key, ()))
        yield from ((number, index) for index in list(found)[:PAIRS_PER_CLAIM])


def _frame_keys(framed: FramedClaim) -> dict[Hashable, None]:
    return dict.fromkeys(
        (frame.kind, key) for frame in framed.frames if frame.firm for key in subject_keys(frame.subject)
    )


def _by_words(claims: Sequence[FramedClaim], pool: Sequence[FramedClaim]) -> Iterator[tuple[int, int]]:
    """Pairs that share most of their content words, most shared first within a claim."""
    held = [frozenset(terms(framed.whole)) for framed in pool]
    places = _places(held)
    for number, framed in enumerate(claims):
        wanted = frozenset(terms(framed.whole))
        shared = Counter(index for term in wanted for index in places.get(term, ()))
        scored = []
        for index, rare in shared.items():
            if rare < PAIR_FEWEST_SHARED:
                continue
            common = len(wanted & held[index])
            share = common / max(1, min(len(wanted), len(held[index])))
            if share >= PAIR_LEAST_SHARE:
                scored.append((-share, -common, index))
        yield from ((number, index) for _, _, index in sorted(scored)[:PAIRS_PER_CLAIM])


def _places(held: Sequence[frozenset[str]]) -> Mapping[str, list[int]]:
    """Term → where it stands, for terms that do not stand everywhere."""
    spread = Counter(term for words in held for term in words)
    limit = max(PAIR_TERM_TOO_COMMON_FROM, int(PAIR_TERM_TOO_COMMON * len(held)))
    places: dict[str, list[int]] = defaultdict(list)
    for index, words in enumerate(held):
        for term in words:
            if spread[term] <= limit:
                places[term].append(index)
    return places
