"""Finds what a claim from a list or a table leaves to the words above it: a list's lead-in, a table's header row.

In: the fragments of one page in order, and where a claim stands. Out: spans in the page's text. Extraction makes one
fragment of each list item (`li`, `dt`, `dd`, and each paragraph inside them) without its marker, and one fragment of a
whole table: rows as lines, cells joined by ` | `, the header row first, or second below a caption. Where a list may be
one inside another, or a table's header is unclear, there is no span: a wrong lead-in would make another statement.
"""

from collections.abc import Sequence
from typing import Final

from tadori.model.page import Fragment, FragmentType
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.lead_ins import ITEM_MARKER, lead_in_span

_MOST_ABOVE: Final = 60
"""Items between a lead-in and its item; a longer list is a page of its own."""
_RULE_LINE: Final = lazy_pattern(r"[\s|:\-+=_─━┼│]+")
_NUMERIC: Final = lazy_pattern(r"[\s\d.,:%+\-−–±~〜約¥$€£/()*†‡⁰¹²³⁴-⁹]+")


def list_lead_in(fragments: Sequence[Fragment], at: int, start: int) -> tuple[int, int] | None:
    """The span of the lead-in that the list item at `start` (in the page's text) of fragment `at` stands under.

    None for what is no list item, for a list without a lead-in, and where lists may stand inside each other.
    """
    fragment = fragments[at]
    inside = _lead_in_inside(fragment, start)
    if inside is not None:
        return inside
    if fragment.fragment_type is not FragmentType.LIST:
        return None
    for above in range(at - 1, max(-1, at - 1 - _MOST_ABOVE), -1):
        one = fragments[above]
        if one.fragment_type in (FragmentType.CODE, FragmentType.FIGURE):
            continue  # an example between two items
        span = lead_in_span(one.text) if one.fragment_type is not FragmentType.TABLE else None
        listed = one.fragment_type is FragmentType.LIST
        if span is not None and one.fragment_type is not FragmentType.HEADING:
            return (one.start + span.start, one.start + span.end) if not listed or above == at - 1 else None
        if not listed:
            return None
    return None


def _lead_in_inside(fragment: Fragment, start: int) -> tuple[int, int] | None:
    """The lead-in in the fragment itself: a plain text's paragraph `Formats:` with lines that begin with markers."""
    lines = fragment.text.split("\n")
    begin = fragment.start
    found: tuple[int, int] | None = None
    for line in lines:
        marked = ITEM_MARKER.match(line)
        if begin + len(line) >= start:
            return found if marked else None
        if (span := lead_in_span(line)) is not None:
            found = None if marked else (begin + span.start, begin + span.end)
        elif not marked:
            found = None
        begin += len(line) + 1
    return None


def table_header(fragment: Fragment, row_start: int) -> tuple[int, int] | None:
    """The span of the header row above the row that begins at `row_start` (in the page's text).

    None outside tables, for the header row itself, and where no line can be the header: it must be the first line with
    several cells, as many as the row has, none of them empty, repeated or a number.
    """
    if fragment.fragment_type is not FragmentType.TABLE:
        return None
    begin = fragment.start
    header: tuple[int, int, list[str]] | None = None
    for line in fragment.text.split("\n"):
        cells = _cells(line)
        if header is not None and begin <= row_start < begin + len(line) + 1:
            return header[:2] if len(cells) == len(header[2]) else None
        if header is None and len(cells) > 1:
            header = (begin + len(line) - len(line.lstrip()), begin + len(line.rstrip()), cells)
            if not _can_head(cells):
                return None
        begin += len(line) + 1
    return None


def _cells(line: str) -> list[str]:
    text = line.strip()
    if _RULE_LINE.fullmatch(text):
        return []
    return [cell.strip() for cell in (text.strip("|").split("|") if "|" in text else text.split("\t"))]


def _can_head(cells: Sequence[str]) -> bool:
    return all(cells) and len({cell.casefold() for cell in cells}) == len(cells) and not _NUMERIC.fullmatch(cells[0])
