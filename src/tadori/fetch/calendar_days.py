"""Days on which servers are asked more slowly: the public holidays of Japan, by its law, and weekends.

Comes in: a date. Goes out: whether it is a day off, and its name. Computed, so that no list ages: equinoxes by the
usual formula (right from 1980 to 2099), substitute holidays and citizen's holidays by their rules. Years before 2007,
when the law had its present shape, are computed by it all the same; the shifts of 2019 to 2021 are in the table.
"""

from collections.abc import Mapping
from datetime import date, timedelta
from functools import lru_cache
from types import MappingProxyType
from typing import Final

_DAY: Final = timedelta(days=1)
_MONDAY: Final = 0
_SUNDAY: Final = 6
_FIXED: Final = (
    (1, 1, "New Year's Day"),
    (2, 11, "National Foundation Day"),
    (4, 29, "Showa Day"),
    (5, 3, "Constitution Day"),
    (5, 4, "Greenery Day"),
    (5, 5, "Children's Day"),
    (11, 3, "Culture Day"),
    (11, 23, "Labour Thanksgiving Day"),
)
_MONDAYS: Final = (
    (1, 2, "Coming of Age Day"),
    (7, 3, "Marine Day"),
    (9, 3, "Respect for the Aged Day"),
    (10, 2, "Sports Day"),
)
_MOVED: Final = {
    2019: {(5, 1): "Accession Day", (10, 22): "Enthronement Day"},
    2020: {(7, 23): "Marine Day", (7, 24): "Sports Day", (8, 10): "Mountain Day"},
    2021: {(7, 22): "Marine Day", (7, 23): "Sports Day", (8, 8): "Mountain Day"},
}
"""Special laws: two days of 2019 were added, three of each Olympic year stood elsewhere."""


def day_off(day: date) -> str | None:
    """Why `day` is a day off: the name of the holiday, or the day of the weekend; None on a working day."""
    holiday = holidays(day.year).get(day)
    if holiday is not None:
        return holiday
    return {5: "Saturday", 6: "Sunday"}.get(day.weekday())


@lru_cache(maxsize=16)
def holidays(year: int) -> Mapping[date, str]:
    """The public holidays of `year` in Japan, in order."""
    named = _named(year)
    found = dict(named)
    for day in named:
        if day.weekday() == _SUNDAY:
            found[_next_free(day, named)] = "substitute holiday"
    for day in named:
        between, after = day + _DAY, day + 2 * _DAY
        if after in named and between not in found and between.weekday() != _SUNDAY:
            found[between] = "citizen's holiday"
    return MappingProxyType(dict(sorted(found.items())))


def _next_free(sunday: date, named: dict[date, str]) -> date:
    """The first day behind a holiday on a Sunday that is no holiday itself."""
    day = sunday + _DAY
    while day in named:
        day += _DAY
    return day


def _named(year: int) -> dict[date, str]:
    """The holidays that the law names, in order."""
    days = {(month, day): name for month, day, name in _FIXED}
    days[3, _equinox(year, 20.8431)] = "Vernal Equinox Day"
    days[9, _equinox(year, 23.2488)] = "Autumnal Equinox Day"
    days |= {(month, _monday(year, month, nth)): name for month, nth, name in _MONDAYS}
    if year >= 2016:
        days[8, 11] = "Mountain Day"
    if year >= 2020:
        days[2, 23] = "Emperor's Birthday"
    elif year <= 2018:
        days[12, 23] = "Emperor's Birthday"
    moved = _MOVED.get(year, {})
    stay = {place: name for place, name in days.items() if name not in moved.values()}
    return {date(year, month, day): name for (month, day), name in sorted((stay | moved).items())}


def _monday(year: int, month: int, nth: int) -> int:
    first = date(year, month, 1).weekday()
    return 1 + (_MONDAY - first) % 7 + 7 * (nth - 1)


def _equinox(year: int, base: float) -> int:
    """The day of March or September: the sun's mean motion since 1980, less the leap days."""
    return int(base + 0.242194 * (year - 1980) - (year - 1980) // 4)
