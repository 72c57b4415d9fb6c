"""Finds the elements of a plain text by the shape of its lines: paragraphs, items, headings.

In: a whole text with clean line ends. Out: text blocks in order. Empty lines part paragraphs; a marker at the start of
a line begins an item, and what hangs below it belongs to it. A heading is underlined, or stands alone with a number
(`2.1. General rules`) that no list gave it. Rows of punctuation part paragraphs and are not printed.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from tadori.extract.composer import TextBlock
from tadori.extract.lines import half_width_units
from tadori.extract.wrapped_lines import (
    dedented,
    ends_sentence,
    indent_of,
    is_full,
    is_laid_out,
    joined_lines,
    right_margin,
)
from tadori.model.page import FragmentType

_RULE: Final = re.compile(r"\s*([-=_*~#^+.─━—―＝＊])(?:[ \t]?\1){2,}\s*$")
_MARKER: Final = re.compile(
    r"[ \t\u3000]*(?:(?P<bullet>[-*+•‣▪–](?=\s)|[・●○])"
    r"|(?P<number>\(?\d{1,3}[.)）](?=\s)|\d{1,3}(?:\.\d{1,3}){1,5}\.(?=\s)|[①-⑳]|[（(][一二三四五六七八九十]{1,3}[）)])"
    r"|(?P<letter>[（(]?[a-z][)）](?=\s)))[ \t\u3000]*"
)
_SECTION: Final = re.compile(r"[ \t]*(?P<number>\d{1,2}(?:\.\d{1,2}){0,4})\.?[ \t\u3000]+(?![a-z\d])\S")
_OPEN_END: Final = tuple(",;、，；")
_LONGEST_HEADING: Final = 160
_LONGEST_NUMBERED: Final = 100
_DEEPEST: Final = 6


class _Item(NamedTuple):
    """Where an item begins: the column of its marker, that of its words, and what kind of marker it has."""

    indent: int
    column: int
    kind: str


class PlainBlocks:
    """Reads one text. Use once."""

    def __init__(self, whole: str) -> None:
        self._lines = whole.split("\n")
        self._margin = right_margin(self._lines)
        self._underlines: list[str] = []

    def blocks(self, *, verbatim_first: bool = False) -> Iterator[TextBlock]:
        """All blocks. `verbatim_first`: the first paragraph is the labelled head of a mail; its lines are kept."""
        paragraphs = list(_paragraphs(self._lines))
        around: list[list[str]] = [[], *paragraphs, []]
        for at, paragraph in enumerate(paragraphs):
            if at == 0 and verbatim_first:
                yield _block("\n".join(paragraph), FragmentType.PARAGRAPH)
            elif level := _numbered_level(around[at], paragraph, around[at + 2]):
                yield TextBlock(text=paragraph[0].strip(), fragment_type=FragmentType.HEADING, level=level)
            else:
                yield from self._of_paragraph(paragraph)

    def _of_paragraph(self, lines: list[str]) -> Iterator[TextBlock]:
        if any(map(is_laid_out, lines)) and sum(map(is_laid_out, lines)) * 2 >= len(lines):
            yield _block(dedented(lines), FragmentType.PARAGRAPH)
            return
        held: list[str] = []
        for line in lines:
            if _RULE.match(line) is None:
                held.append(line)
                continue
            heading = self._heading(held, line)
            yield from self._of_lines(held[:-1] if heading else held)
            yield from heading
            held = []
        yield from self._of_lines(held)

    def _heading(self, held: Sequence[str], rule: str) -> list[TextBlock]:
        """The line above `rule` as a heading, where `rule` underlines it."""
        title = held[-1].strip() if held else ""
        width = half_width_units(title)
        if len(held) != 1 or len(title) > _LONGEST_HEADING or not _is_underline(rule.strip(), width):
            return []
        mark = rule.strip()[0]
        if mark not in self._underlines:
            self._underlines.append(mark)
        level = min(_DEEPEST, self._underlines.index(mark) + 1)
        return [TextBlock(text=title, fragment_type=FragmentType.HEADING, level=level)]

    def _of_lines(self, lines: Sequence[str]) -> Iterator[TextBlock]:
        """The paragraph and the items that lines without an empty line between them make."""
        group: list[str] = []
        item: _Item | None = None
        for line in lines:
            begins = _item_of(line)
            if begins and (not group or self._is_item(begins, line, group, item)):
                yield from self._grouped(group, item)
                group, item = [line], begins
            elif item and self._leaves(line, group, item):
                yield from self._grouped(group, item)
                group, item = [line], None
            else:
                group.append(line)
        yield from self._grouped(group, item)

    def _is_item(self, begins: _Item, line: str, group: Sequence[str], item: _Item | None) -> bool:
        """Whether the marker at the start of `line` is one, and no dash or number that the margin moved there."""
        before = group[-1]
        if item and (begins.indent, begins.kind) == (item.indent, item.kind):
            return True
        column = item.column if item and len(group) == 1 else indent_of(before)
        ended = ends_sentence(before) or before.endswith(_OPEN_END)
        return ended or begins.indent != column or not is_full(before, line, self._margin)

    def _leaves(self, line: str, group: Sequence[str], item: _Item) -> bool:
        """Whether `line` stands left of the item above it, and that item was at its end."""
        if indent_of(line) > item.indent:
            return False
        return ends_sentence(group[-1]) or not is_full(group[-1], line, self._margin)

    def _grouped(self, group: Sequence[str], item: _Item | None) -> Iterator[TextBlock]:
        if not group:
            return
        text = joined_lines(group, self._margin, item.column if item else None)
        yield _block(text, FragmentType.LIST if item else FragmentType.PARAGRAPH)


def _block(text: str, kind: FragmentType) -> TextBlock:
    return TextBlock(text=text.strip(), fragment_type=kind)


def _numbered_level(before: Sequence[str], lines: Sequence[str], after: Sequence[str]) -> int:
    """The level of a heading with a number; 0 for what is none, as an item of a list with empty lines between."""
    section = _SECTION.match(lines[0]) if len(lines) == 1 and after else None
    text = lines[0].strip()
    if section is None or len(text) > _LONGEST_NUMBERED or ends_sentence(text) or text.endswith(_OPEN_END):
        return 0
    depth = section["number"].count(".")
    if _same_list(lines[0], depth, before) or _same_list(lines[0], depth, after):
        return 0
    return min(_DEEPEST, depth + 2)


def _same_list(line: str, depth: int, other: Sequence[str]) -> bool:
    section = _SECTION.match(other[0]) if other else None
    return section is not None and section["number"].count(".") == depth and indent_of(other[0]) == indent_of(line)


def _paragraphs(lines: Sequence[str]) -> Iterator[list[str]]:
    held: list[str] = []
    for line in lines:
        if line.strip():
            held.append(line)
        elif held:
            yield held
            held = []
    if held:
        yield held


def _item_of(line: str) -> _Item | None:
    marker = _MARKER.match(line)
    if marker is None or marker.end() == len(line):
        return None
    column = indent_of(" " * half_width_units(marker[0].expandtabs(8)) + "x")
    return _Item(indent_of(line), column, marker.lastgroup or "")


def _is_underline(rule: str, width: int) -> bool:
    """Whether `rule` is about as wide as the words above it, or a little wider."""
    return " " not in rule and width - 2 <= half_width_units(rule) <= max(2 * width, width + 4)
