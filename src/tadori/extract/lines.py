"""Joins printed lines into paragraphs, headings, list items and tables.

In: lines with their positions on the page. Out: text blocks. Lines are joined, never reordered, and joining drops
nothing but a hyphen at a line end: the letters and digits of every block are in the same order in the raw document.
"""

import re
from collections import Counter
from dataclasses import dataclass
from itertools import groupby, pairwise
from statistics import median
from typing import Final

from tadori.extract.composer import TextBlock
from tadori.model.page import FragmentType

_CJK: Final = re.compile("[\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]")
BULLET: Final = re.compile(r"^(?:[•●○◦▪■□◆・‣※]|[-–*]\s|\(?\d{1,2}[.)]\s|[①-⑳])")
_SENTENCE_END: Final = tuple(".!?。！？:：」")
_HEADING_SIZE: Final = 1.12
_LONGEST_HEADING: Final = 160
_WIDE_LEADING: Final = 1.4
_INDENT: Final = 0.7
_CENTRED: Final = 3.0
"""No first line is indented so far: the line before was centred."""
_TABLE_ROWS: Final = 3
_SHORT_LINE: Final = 0.85
_VERY_SHORT_LINE: Final = 0.7
_COLUMN_STEP: Final = 30.0


@dataclass(slots=True)
class PrintedLine:
    """One printed line; positions are in points from the bottom left, all 0 where they are not known."""

    text: str
    page: int
    left: float = 0.0
    right: float = 0.0
    bottom: float = 0.0
    top: float = 0.0
    size: float = 0.0
    cells: tuple[str, ...] = ()
    """Its parts, where wide gaps part it."""
    margin: bool = True
    """Whether it stands in the upper or lower margin of its page; true where that is not known."""
    suspect: bool = False
    """Whether it could be unseen, by what it says of itself."""


def half_width_units(text: str) -> int:
    """The width of `text` in half-width letters."""
    return len(text) + len(_CJK.findall(text))


def blocks_from(pages: list[list[PrintedLine]]) -> list[TextBlock]:
    """The blocks of all pages, in order; none runs over the end of a page."""
    sizes: Counter[float] = Counter()
    for page in pages:
        for line in page:
            sizes[round(line.size, 1)] += len(line.text)
    body = sizes.most_common(1)[0][0] if sizes else 0.0
    levels = _levels(sizes, body)
    found = []
    for page in pages:
        for rows, lines in _tables_and_text(page):
            if rows:
                found.append(_table(lines))
            else:
                found.extend(_block(group, levels.get(round(group[0].size, 1), 0)) for group in _groups(lines))
    return found


def _tables_and_text(page: list[PrintedLine]) -> list[tuple[bool, list[PrintedLine]]]:
    """The lines of a page in runs: three or more parted lines in a row are a table, all others are text."""
    runs = [(rows, list(lines)) for rows, lines in groupby(page, key=lambda line: len(line.cells) > 1)]
    merged: list[tuple[bool, list[PrintedLine]]] = []
    for rows, lines in runs:
        is_table = rows and len(lines) >= _TABLE_ROWS
        if merged and not is_table and not merged[-1][0]:
            merged[-1][1].extend(lines)
        else:
            merged.append((is_table, lines))
    return merged


def _table(lines: list[PrintedLine]) -> TextBlock:
    text = "\n".join(" | ".join(line.cells) for line in lines)
    return TextBlock(text=text, fragment_type=FragmentType.TABLE, page_number=lines[0].page)


def _levels(sizes: Counter[float], body: float) -> dict[float, int]:
    larger = sorted((size for size in sizes if body and size > body * _HEADING_SIZE), reverse=True)
    return {size: min(rank, 6) for rank, size in enumerate(larger, start=1)}


def _groups(page: list[PrintedLine]) -> list[list[PrintedLine]]:
    """Lines that belong together, by leading, indent, letter size and how far the line before runs."""
    steps = [a.bottom - b.bottom for a, b in pairwise(page) if 0 < a.bottom - b.bottom < 4 * a.size]
    leading = median(steps) if steps else 0.0
    ends: dict[int, list[float]] = {}
    for line in page:
        ends.setdefault(_column(line), []).append(line.right)
    # Not the farthest end: a title over two columns says nothing about the first of them.
    margins = {column: sorted(found)[len(found) * 3 // 4] for column, found in ends.items()}
    groups: list[list[PrintedLine]] = []
    for line in page:
        if groups and not _starts_anew(groups[-1], line, leading, margins):
            groups[-1].append(line)
        else:
            groups.append([line])
    return groups


def _column(line: PrintedLine) -> int:
    """Lines that begin at about the same place belong to one column."""
    return round(line.left / _COLUMN_STEP)


def _starts_anew(group: list[PrintedLine], line: PrintedLine, leading: float, margins: dict[int, float]) -> bool:
    before = group[-1]
    if not line.size:
        return before.text.endswith(_SENTENCE_END)
    if _on_one_line(before, line):
        return False
    if abs(line.size - group[0].size) > 0.06 * line.size or BULLET.match(line.text):
        return True
    drop = before.bottom - line.bottom
    if drop < 0:
        return before.text.endswith(_SENTENCE_END)
    if drop > _WIDE_LEADING * max(leading, line.size):
        return True
    indented = line.left - before.left > _INDENT * line.size and len(group) > 1
    if indented or before.left - line.left > _CENTRED * line.size:
        return True
    return _ends_short(before, margins)


def _ends_short(line: PrintedLine, margins: dict[int, float]) -> bool:
    """Whether `line` stops so far before the margin of its column that it must be the last of its paragraph."""
    width = margins[_column(line)] - line.left
    needed = _SHORT_LINE if line.text.endswith(_SENTENCE_END) else _VERY_SHORT_LINE
    return line.right - line.left < needed * width


def _on_one_line(before: PrintedLine, line: PrintedLine) -> bool:
    """Whether `line` goes on at the height of the one before: a superscript, a part in another font."""
    return abs(before.bottom - line.bottom) < 0.6 * max(before.size, line.size) and line.left >= before.right - 1


def _block(group: list[PrintedLine], level: int) -> TextBlock:
    text = group[0].text
    for before, line in pairwise(group):
        text = _joined(text, line.text, tight=_on_one_line(before, line) and line.left - before.right < 0.2 * line.size)
    if level and len(text) <= _LONGEST_HEADING:
        return TextBlock(text=text, fragment_type=FragmentType.HEADING, level=level, page_number=group[0].page)
    kind = FragmentType.LIST if BULLET.match(text) else FragmentType.PARAGRAPH
    return TextBlock(text=text, fragment_type=kind, page_number=group[0].page)


def _joined(text: str, more: str, *, tight: bool) -> str:
    if tight or (_CJK.match(text[-1]) and _CJK.match(more[0])):
        return text + more
    if text.endswith("-") and len(text) > 1 and text[-2].isalpha() and more[0].islower():
        return text[:-1] + more
    return f"{text} {more}"
