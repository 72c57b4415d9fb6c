"""Reads the bracket in which a biography opens: (3 May 1953 – 12 June 2001), （1878年12月7日 - 1942年5月29日）.

In: a sentence. Out: the words about the birth and about the death, with their positions; None without such a bracket.
"""

import re
from dataclasses import dataclass
from typing import Final

from tadori.text.dates import dates

_BRACKET: Final = re.compile(r"[(（]([^()（）]*(?:[(（][^()（）]*[)）][^()（）]*)?)[)）]")
_DASH: Final = re.compile(
    r"\s*[–—〜～―]\s*|\s-+\s|(?<=[^\d\W])-\s|(?<=\d)-\s?(?=\d)|(?<=[年月日])\s?-\s?|,?\s(?=died\b|d\.)"
)
_YEAR: Final = re.compile(r"(?<!\d)\d{3,4}(?!\d)")
_DEATH: Final = re.compile(r"\b(?:died|d\.)|没|死去")


@dataclass(frozen=True, slots=True, kw_only=True)
class LifeDates:
    """What a bracket says of birth and death; an empty text where it does not speak of it."""

    birth: str
    birth_start: int
    death: str
    death_start: int


def life_dates(text: str) -> LifeDates | None:
    """The first bracket of `text` that holds a year."""
    for bracket in _BRACKET.finditer(text):
        inside, offset = bracket[1], bracket.start(1)
        found = _dated(inside)
        if not found:
            continue
        cut = next((d for d in _DASH.finditer(inside) if d.start() >= found[0][1] - 1), None)
        if cut is not None:
            start, end = cut.span()
        elif len(found) > 1:
            start = end = found[1][0]
        elif _DEATH.search(inside):
            start = end = 0
        else:
            start = end = len(inside)
        return LifeDates(birth=inside[:start], birth_start=offset, death=inside[end:], death_start=offset + end)
    return None


def _dated(inside: str) -> list[tuple[int, int]]:
    """Where dates stand, a bare year (1122) too."""
    found = [(date.start, date.end) for date in dates(inside) if date.year]
    bare = [m.span() for m in _YEAR.finditer(inside) if not any(start <= m.start() < end for start, end in found)]
    return sorted([*found, *bare])
