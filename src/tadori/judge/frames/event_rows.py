"""Reads dated events out of the rows of tables whose header names the event: `Version | Release date`.

In: a `FrameSource` whose text is one row. Out: a frame for each cell that is nothing but a date below a header that
names a known event. What it happened to is the first cell; a bare number is a name only together with the heading or
title above the table.
"""

import re
from collections.abc import Iterator
from typing import Final

from tadori.judge.frames.event_subject import name_key, names_one_thing
from tadori.judge.frames.event_words import EVENT_NOUNS_EN, english_events, japanese_events
from tadori.judge.frames.frame import Frame, FrameSource
from tadori.model.claim import Mood
from tadori.model.frame import FrameKind, FrameSlot, SlotPlace
from tadori.model.ids import JA
from tadori.text.dates import DateMention, dates
from tadori.text.lazy_pattern import lazy_pattern

_DIVIDER: Final = lazy_pattern(r"\s*\|\s*")
_BIRTH_JA: Final = {"生年月日": "born", "没年月日": "died", "出生": "born", "発売日": "released", "公開日": "released"}
_LETTER: Final = lazy_pattern(r"[^\W\d_]")
_PLAIN_DATE: Final = lazy_pattern(r"date|day|when|日付|日|年月日|年", re.IGNORECASE)
_RELEASES: Final = lazy_pattern(r"(?:release|version)s?|リリース|バージョン|版", re.IGNORECASE)
_EDGE: Final = lazy_pattern(r"[\s.,()（）]*")


def row_events(source: FrameSource) -> Iterator[Frame]:
    """The dated events of one row of a table."""
    header, cells = _DIVIDER.split(source.header), _cells(source.text)
    if len(header) != len(cells) or len(cells) < 2:
        return
    subject = _row_subject(source, *cells[0])
    for at, (start, end) in enumerate(cells[1:], start=1):
        event = headed_event(header[at], header[0])
        date = _only_date(source.text, start, end)
        if subject is None or event is None or date is None:
            continue
        yield Frame(
            kind=FrameKind.EVENT,
            subject=subject,
            asked=FrameSlot(words=header[at], key=frozenset([event]), place=SlotPlace.HEADER),
            value=FrameSlot(
                words=source.text[date.start : date.end], key=frozenset([str(date.iso)]), start=date.start, end=date.end
            ),
            date=date,
            firm=source.mood is Mood.STATED,
        )


def _cells(row: str) -> list[tuple[int, int]]:
    found, at = [], 0
    for cell in row.split("|"):
        lead = len(cell) - len(cell.lstrip())
        found.append((at + lead, at + lead + len(cell.strip())))
        at += len(cell) + 1
    return found


def headed_event(header: str, first: str) -> str | None:
    """The event that the header of a column names; `Date` below `Release` is the date of the release."""
    words = header.strip().casefold()
    if words in _BIRTH_JA:
        return _BIRTH_JA[words]
    if _PLAIN_DATE.fullmatch(words):
        return "released" if _RELEASES.fullmatch(first.strip()) else None
    core = words.removesuffix(" date").removesuffix(" day").removeprefix("date of ").removeprefix("date ").strip()
    core = core.removesuffix("年月日").removesuffix("日").removesuffix("年") or core
    if core in EVENT_NOUNS_EN:
        return EVENT_NOUNS_EN[core]
    known = english_events().get(core) or japanese_events().get(core)
    return known.name if known else None


def _only_date(text: str, start: int, end: int) -> DateMention | None:
    """The date that a cell consists of; None where it says more."""
    inside = [date for date in dates(text) if start <= date.start and date.end <= end]
    if len(inside) != 1 or inside[0].year is None:
        return None
    date = inside[0]
    plain = _EDGE.fullmatch(text, start, date.start) and _EDGE.fullmatch(text, date.end, end)
    return date if plain else None


def _row_subject(source: FrameSource, start: int, end: int) -> FrameSlot | None:
    words = source.text[start:end]
    above = next((part for part in (*reversed(source.headings), source.title) if part.strip()), "")
    if not words or len(words) > 60 or dates(words):
        return None
    if (
        _LETTER.search(words)
        and (source.lang == JA or words[:1].isupper())
        and names_one_thing(words, source.lang, initial=False)
    ):
        return FrameSlot(words=words, key=name_key(words), start=start, end=end)
    if above and any(char.isdigit() for char in words) and names_one_thing(above, source.lang, initial=False):
        return FrameSlot(words=words, key=name_key(words) | name_key(above), start=start, end=end)
    return None
