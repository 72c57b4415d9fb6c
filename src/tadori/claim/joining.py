"""Claims that say the same become one: several quotations, one claim.

In: claims in any number. Out: groups in order of their first member. Two claims are one when their normal words are
the same, or when the content of one stands in the other, in the same order, almost whole, and numbers, dates, names,
negation and hedges are the same. A difference in any of those keeps them apart.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import Final

from tadori.claim.extraction import self_containment
from tadori.model.claim import Claim, Quotation
from tadori.model.ids import Lang
from tadori.text.dates import dates
from tadori.text.names import name_words, names
from tadori.text.negation import hedges, negations
from tadori.text.numbers import quantities
from tadori.text.tokens import terms

CONTAINED: Final = 0.8
"""Share of the longer claim's terms that the shorter one must hold."""

Facts = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimGroup:
    """One claim with every place it was read. `claim` is the member that stands best alone."""

    claim: Claim
    quotations: tuple[Quotation, ...]
    """In order of the input, each place once."""
    members: tuple[Claim, ...]


def join(claims: Sequence[Claim]) -> list[ClaimGroup]:
    """`claims` as groups that say one thing each; every claim is in exactly one group."""
    parents = list(range(len(claims)))
    first_of: dict[str, int] = {}
    distinct: list[int] = []
    for index, claim in enumerate(claims):
        parents[index] = first_of.setdefault(claim.id, index)
        if parents[index] == index:
            distinct.append(index)
    for a, b in _near_pairs(claims, distinct):
        root_a, root_b = sorted((_root(parents, a), _root(parents, b)))
        parents[root_b] = root_a
    members: dict[int, list[Claim]] = {}
    for index, claim in enumerate(claims):
        members.setdefault(_root(parents, index), []).append(claim)
    return [_group(group) for _, group in sorted(members.items())]


def _group(members: list[Claim]) -> ClaimGroup:
    best = max(range(len(members)), key=lambda i: (self_containment(members[i].text, members[i].lang), -i))
    places = {(q.page_id, q.start, q.end): q for q in reversed([claim.quotation for claim in members])}
    ordered = [places.pop(key) for claim in members if (key := _place(claim.quotation)) in places]
    return ClaimGroup(claim=members[best], quotations=tuple(ordered), members=tuple(members))


def _place(quotation: Quotation) -> tuple[str, int, int]:
    return quotation.page_id, quotation.start, quotation.end


def _root(parents: list[int], index: int) -> int:
    while parents[index] != index:
        parents[index] = parents[parents[index]]
        index = parents[index]
    return index


def _near_pairs(claims: Sequence[Claim], distinct: list[int]) -> Iterator[tuple[int, int]]:
    """Pairs that are near enough, found through their rarest terms: two sets that share most terms share a rare one."""
    plain = {index: _REFERENCE.sub("", claims[index].text) for index in distinct}
    words = {index: tuple(terms(plain[index])) for index in distinct}
    held = {index: frozenset(words[index]) for index in distinct}
    spread = Counter(term for index in distinct for term in held[index])
    seen: dict[tuple[str, str], list[int]] = {}
    for index in distinct:
        digits = " ".join(sorted(_DIGITS.findall(plain[index])))
        rare = sorted(held[index], key=lambda term: (spread[term], term))
        candidates: dict[int, None] = {}
        for term in rare[: len(rare) - ceil(CONTAINED * len(rare)) + 1]:
            # Claims with different numbers are never joined, so they need not meet.
            places = seen.setdefault((digits, term), [])
            candidates.update(dict.fromkeys(places))
            places.append(index)
        for other in candidates:
            if (
                _contained(held[index], held[other])
                and _in_order(words[index], words[other])
                and _facts(claims[index]) == _facts(claims[other])
            ):
                yield other, index


_DIGITS: Final = re.compile(r"\d+")
_REFERENCE: Final = re.compile(r"\[\d{1,3}\]")


def _contained(first: frozenset[str], second: frozenset[str]) -> bool:
    short, long = (first, second) if len(first) <= len(second) else (second, first)
    return len(short) >= CONTAINED * len(long) and short <= long


def _in_order(first: tuple[str, ...], second: tuple[str, ...]) -> bool:
    """Whether the shorter one's terms stand in the same order in the longer one."""
    short, long = sorted((first, second), key=lambda words: len(set(words)))
    kept = set(short)
    return _once(short) == _once(tuple(term for term in long if term in kept))


def _once(words: tuple[str, ...]) -> list[str]:
    return list(dict.fromkeys(words))


def _facts(claim: Claim) -> Facts:
    return facts_of(claim.text, claim.lang)


@lru_cache(maxsize=8192)
def facts_of(text: str, lang: Lang) -> Facts:
    """What must never differ between two claims that are joined."""
    numbers = sorted(f"{q.value.normalize()} {q.unit} {q.bound}" for q in quantities(text))
    when = sorted(f"{d.year}-{d.month}-{d.day}{d.kind}" for d in dates(text))
    who = sorted({" ".join(name_words(name.text)) for name in names(text, lang)})
    denied = [str(len(negations(text, lang))), str(len(hedges(text)))]
    return tuple(numbers), tuple(when), tuple(who), tuple(denied)
