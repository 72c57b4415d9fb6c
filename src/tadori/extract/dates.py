"""Reads a day from what was written as one: a value of metadata, a line, an address.

In: a text that somebody gave as a date, or an address. Out: an ISO date, or None. Whether that day is the document's
is decided elsewhere (`publication.py`): a date that merely stands in a text is evidence of nothing.
"""

import re
from datetime import date
from typing import Final
from urllib.parse import urlsplit

from tadori.model.ids import IsoDate
from tadori.text.dates import DateMention, dates
from tadori.text.lazy_pattern import lazy_pattern

_NUMERIC: Final = lazy_pattern(r"(?<!\d)((?:19|20)\d\d)[-/.]?(0[1-9]|1[0-2])[-/.]?(0[1-9]|[12]\d|3[01])(?!\d)")
_LOOK_AT: Final = 200
_TOO_OLD: Final = 1900
_DATED_PATH: Final = lazy_pattern(r"/((?:19|20)\d\d)/(0?[1-9]|1[0-2])/(0?[1-9]|[12]\d|3[01])(?=/|$)")
_DATED_NAME: Final = lazy_pattern(
    r"(?<!\d)((?:19|20)\d\d)(?:[_-](0?[1-9]|1[0-2])[_-](0?[1-9]|[12]\d|3[01])|(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01]))(?!\d)"
)
_EIGHT_DIGITS: Final = lazy_pattern(r"\d{8}")
_DATED_SHELF: Final = frozenset(
    "news diary blog press pressrelease release releases article articles entry entries archive archives topics"
    " topic info information story stories post posts report reports kiji".split()
)
_INDEX: Final = lazy_pattern(r"(?:index|default)\.[a-z]{2,5}", re.IGNORECASE)


def day_in(text: str) -> IsoDate | None:
    """The first whole date of `text`, or None. `2024年3月5日`, `令和6年3月5日`, `2024/03/05`, `March 5, 2024`."""
    if not text:
        return None
    text = text[:_LOOK_AT]
    numeric = _NUMERIC.search(text)
    if numeric:
        return calendar_day(int(numeric[1]), int(numeric[2]), int(numeric[3]))
    return next((found for mention in dates(text) if (found := whole_day(mention))), None)


def whole_day(mention: DateMention) -> IsoDate | None:
    """The day that `mention` names with its year and month; None where a part is not written."""
    if mention.year is None or mention.month is None or mention.day is None:
        return None
    return calendar_day(mention.year, mention.month, mention.day)


def calendar_day(year: int, month: int, day: int) -> IsoDate | None:
    """The date, where the calendar has such a day and a document could have been published on it."""
    try:
        found = date(year, month, day)
    except ValueError:
        return None
    return IsoDate(found.isoformat()) if year > _TOO_OLD else None


def day_of_address(url: str) -> IsoDate | None:
    """The day that a web address names: `/2024/03/05/`, or its last part (`20240305-tide.html`).

    Digits elsewhere name versions, snapshots and records (`/2006-03-01/API/`, `/questions/20130402/`), and the folders
    of a disk say when somebody saved a file.
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    if parts.scheme not in ("http", "https"):
        return None
    match = _DATED_PATH.search(parts.path)
    if match:
        return calendar_day(int(match[1]), int(match[2]), int(match[3]))
    return _day_of_name([part for part in parts.path.split("/") if part and not _INDEX.fullmatch(part)])


def _day_of_name(path: list[str]) -> IsoDate | None:
    name = path[-1] if path else ""
    match = _DATED_NAME.search(name)
    if match is None:
        return None
    # Eight digits alone may be the number of a record; below `news/` or `diary/` they are a day.
    if _EIGHT_DIGITS.fullmatch(name) and not (len(path) > 1 and path[-2].lower() in _DATED_SHELF):
        return None
    return calendar_day(int(match[1]), int(match[2] or match[4]), int(match[3] or match[5]))
