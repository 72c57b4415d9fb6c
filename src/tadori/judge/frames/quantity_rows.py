"""Frames of rows and labelled values: `Population: 12,345 (2019)`, 定員：50名, the cells of a table under its header.

In: a `FrameSource` whose text is such a line. Out: frames. A row's thing is its first cell; a column whose header is no
known measure gives nothing, and every other column that may limit a value (`row_columns.py`) is a scope of it.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from tadori.judge.derive.row_columns import may_be_left_out
from tadori.judge.frames.frame import Frame, FrameSource
from tadori.judge.frames.quantity_measures import (
    KnownMeasure,
    content_key,
    measure_key,
    measure_named,
    measure_words,
    name_key,
)
from tadori.judge.frames.quantity_subject import SECTION_HEADING, subject_slot
from tadori.judge.frames.quantity_topic import titled_slot
from tadori.judge.frames.quantity_values import ReadValue, stated_values
from tadori.model.claim import Mood
from tadori.model.frame import FrameKind, FrameSlot, SlotPlace
from tadori.text.dates import dates
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.numerals import narrow

_LABEL: Final = lazy_pattern(r"(?P<label>[^:：|\n]{1,40}?)\s*(?:[:：]\s*\|?|\|)\s*(?P<value>[^\n|]{1,80}?)[.。]?$")
_WHOLE: Final = lazy_pattern(
    r"\s*(?:(?:about|around|approximately|approx\.|c\.|ca\.|at\sleast|up\sto|over|約|およそ)\s?)*(?:US)?[$€£¥]?$",
    re.IGNORECASE,
)
_NOTE: Final = lazy_pattern(
    r"\s*(?:[(（](?P<note>[^()（）]{1,60})[)）])?\s*(?:[.。*†]|(?P<more>,\s[^\d,]{3,40}(?:,\s[^\d,]{3,40}){0,2}))?$"
)
"""A note in brackets, or further words of the cell: `18 m, three blades`."""
_MOST_CELLS: Final = 12
_UNIT_IN_HEADER: Final = lazy_pattern(r"\s*[(（\[](?P<unit>[^()（）\[\]]{1,16})[)）\]]\s*$")


def labelled_frames(source: FrameSource) -> Iterator[Frame]:
    """The value of a line such as `Height: 40 m`; its subject is the heading's or the resolved one."""
    match = _LABEL.match(source.text.strip())
    if match is None or "|" in match["value"] or len(source.text) > 160:
        return
    offset = source.text.find(source.text.strip()[:1]) if source.text.strip() else 0
    named = _NAMED_VALUE.fullmatch(match["value"])
    if named is not None and any(named["name"] in heading.split() for heading in source.headings):
        # `Default: | KeepAliveTimeout 5` under the heading of that directive: its own name stands before its value
        return (yield from _directive(source, match, named, offset))
    value = _only_value(match["value"])
    known = _known(match["label"], value.quantity.unit) if value else None
    if value is None or known is None:
        return
    subject = subject_slot(source, None, listed=True) or titled_slot(source, measure_key(*known))
    if subject is None:
        return
    label = (match.start("label") + offset, match.end("label") + offset)
    yield _frame(source, known, label, match["value"], match.start("value") + offset, value, subject, ())


_NAMED_VALUE: Final = lazy_pattern(r"(?P<name>[A-Za-z]\w{3,40})\s+(?P<value>[\d.,]+\s?[A-Za-z]{0,12})")


def _directive(source: FrameSource, match: re.Match[str], named: re.Match[str], offset: int) -> Iterator[Frame]:
    value = _only_value(named["value"])
    known = _known(match["label"], value.quantity.unit) if value else None
    if value is None or known is None:
        return
    at = match.start("value") + offset
    subject = FrameSlot(words=named["name"], key=name_key(named["name"]), start=at, end=at + len(named["name"]))
    label = (match.start("label") + offset, match.end("label") + offset)
    yield _frame(source, known, label, named["value"], at + named.start("value"), value, subject, ())


def row_frames(source: FrameSource) -> Iterator[Frame]:
    """The cells of a row that are values of a known measure, for the thing that its first cell names."""
    headers, cells = _cells(source.header), _cells(source.text)
    if len(headers) != len(cells) or not 2 <= len(cells) <= _MOST_CELLS:
        return
    if _LABELS.fullmatch(source.header):
        return (yield from labelled_frames(source))
    if _YEARS.fullmatch(headers[0][0]):
        return (yield from _year_row(source, headers, cells))
    subject = subject_slot(source, cells[0][1:]) or _term(headers[0][0], cells[0])
    if subject is None or dates(cells[0][0]) or not re.search(r"[^\W\d_]{2}", cells[0][0]):
        return
    columns = [(head[0], cell[0]) for head, cell in zip(headers, cells, strict=True)]
    for at in range(1, len(cells)):
        words = _with_unit(cells[at][0], headers[at][0])
        value = _only_value(words)
        known = _known(_UNIT_IN_HEADER.sub("", headers[at][0]), value.quantity.unit) if value else None
        if value is None or known is None:
            continue
        stated = [columns[at]]
        narrow_cells = [
            (head, cell)
            for place, (head, cell) in enumerate(columns)
            if cell and place not in (0, at) and not may_be_left_out((head, cell), stated, behind=place > at)
        ]
        frame = _frame(source, known, None, words, cells[at][1], value, subject, tuple(narrow_cells), headers[at][0])
        scope = (*frame.scope, *_table_scope(source, subject))
        yield replace(frame, scope=scope, whole=sum(bool(cell) for _, cell in columns) <= 2)


_LABELS: Final = lazy_pattern(
    r"(?:item|property|specification|項目|名称|区分)\s*\|\s*(?:value|details?|description|内容|値|仕様|数値)",
    re.IGNORECASE,
)
"""The header of a table whose rows are labels and values of one thing."""
_YEARS: Final = lazy_pattern(r"(?:fiscal\s|financial\s)?year|年度|年", re.IGNORECASE)


def _year_row(
    source: FrameSource, headers: list[tuple[str, int, int]], cells: list[tuple[str, int, int]]
) -> Iterator[Frame]:
    """2023年度 | 1,284メガワット時, on a page whose title names what it is of: a value for each year."""
    year = cells[0][0]
    mentions = dates(year)
    value, known = _only_value(cells[1][0]), None
    if value is not None and len(mentions) == 1:
        known = _known(_UNIT_IN_HEADER.sub("", headers[1][0]), value.quantity.unit)
    subject = titled_slot(source, measure_key(*known)) if known else None
    if value is None or known is None or subject is None:
        return
    frame = _frame(source, known, None, cells[1][0], cells[1][1], value, subject, (), headers[1][0])
    key = frozenset(f"{one.year}-{one.month}-{one.day} {one.kind}" for one in mentions)
    period = FrameSlot(words=year, key=key, start=cells[0][1], end=cells[0][2])
    yield replace(frame, period=period, whole=len([one for one in cells if one[0]]) <= 2)


_TERM_HEADER: Final = lazy_pattern(
    r"(?:.*\s)?(?:names?|parameters?|options?|types?|variables?|keys?|settings?|packages?|commands?|functions?|directives?"
    r"|fields?|attributes?)|.*(?:名|名前|名称|パラメータ|オプション|型|変数|設定|パッケージ|コマンド|関数)",
    re.IGNORECASE,
)


def _term(header: str, cell: tuple[str, int, int]) -> FrameSlot | None:
    """A row's first cell under `Parameter`, 名称 … is a name, however it is written."""
    words, start, end = cell
    if not _TERM_HEADER.fullmatch(header) or not re.fullmatch(r"[^\W\d]\S*(?:\s\S+){0,3}", words):
        return None
    return FrameSlot(words=words, key=name_key(words), start=start, end=end) if name_key(words) else None


def _table_scope(source: FrameSource, subject: FrameSlot) -> tuple[FrameSlot, ...]:
    """The heading over the table, where the row's name alone is no name: `timeout` is one thing in each table."""
    if re.search(r"[-_.\dA-Z]|[^\x00-\x7f]", subject.words):
        return ()
    above = (one for one in (*reversed(source.headings), source.title) if not SECTION_HEADING.fullmatch(one))
    words = next((one for one in above if content_key(one)), "").rstrip("¶# ")
    return (FrameSlot(words=words, key=content_key(words), place=SlotPlace.HEADING),) if words else ()


def _cells(row: str) -> list[tuple[str, int, int]]:
    """The cells of a row with their spans."""
    found, at = [], 0
    for part in re.split(r"\||\t", row):
        words = part.strip()
        start = at + (part.find(words) if words else 0)
        found.append((words, start, start + len(words)))
        at += len(part) + 1
    return found


def _with_unit(cell: str, header: str) -> str:
    """The cell with the unit that its header gives in brackets: `Height (m)`."""
    unit = _UNIT_IN_HEADER.search(header)
    return f"{cell} {unit['unit']}" if unit and re.fullmatch(r"[\d,. ]+", narrow(cell)) else cell


_FURTHER: Final = lazy_pattern(r",\s[^\d,]{3,40}(?:,\s[^\d,]{3,40}){0,2}$")


def _only_value(words: str) -> ReadValue | None:
    """The value of a cell that holds nothing else but a note in brackets or further words."""
    values = stated_values(_FURTHER.sub("", words))
    if not values:
        return None
    value = values[0]
    others = [one for one in values[1:] if one.start < (words.find("(") if "(" in words else len(words))]
    if others or not _WHOLE.match(words, 0, value.start) or not _NOTE.match(words, value.end):
        return None
    return value


def _known(label: str, unit: str) -> tuple[KnownMeasure, str] | None:
    """The measure that a label names, with the words before it."""
    plain = " ".join(label.split())
    for pattern in (measure_words("nouns"), measure_words("japanese")):
        match = re.fullmatch(rf"(?P<mods>(?:(?!of\s)[\w-]+\s?){{0,3}}?)(?P<noun>{pattern})", plain, re.IGNORECASE)
        known = measure_named(match["noun"], unit) if match else None
        if match is not None and known is not None:
            return known, match["mods"]
    return None


def _frame(
    source: FrameSource,
    known: tuple[KnownMeasure, str],
    label: tuple[int, int] | None,
    words: str,
    start: int,
    value: ReadValue,
    subject: FrameSlot,
    limits: tuple[tuple[str, str], ...],
    header: str = "",
) -> Frame:
    note = _NOTE.match(words, value.end)
    noted = note["note"] if note and note["note"] else ""
    period, scope = _narrowed(noted, limits)
    name = source.text[label[0] : label[1]] if label else header
    place = SlotPlace.SENTENCE if label else SlotPlace.HEADER
    shown = words[value.start : value.end]
    end = min(start + value.end, len(source.text))
    return Frame(
        kind=FrameKind.QUANTITY,
        subject=subject,
        asked=FrameSlot(
            words=name,
            key=measure_key(*known),
            place=place,
            start=label[0] if label else 0,
            end=label[1] if label else 0,
        ),
        value=FrameSlot(words=shown, key=frozenset([f"{value.quantity.value:f}"]), start=start + value.start, end=end),
        quantity=value.quantity,
        high=value.high,
        period=period,
        scope=scope,
        firm=source.mood is Mood.STATED,
        whole=note is None or note["more"] is None,
    )


def _narrowed(noted: str, limits: tuple[tuple[str, str], ...]) -> tuple[FrameSlot | None, tuple[FrameSlot, ...]]:
    period, scopes = None, []
    for words in (noted, *(cell for _, cell in limits)):
        if words and dates(words) and period is None:
            period = FrameSlot(words=words, key=content_key(words))
        elif words and (key := content_key(words)):
            scopes.append(FrameSlot(words=words, key=key))
    return period, tuple(scopes)
