"""Turns a body box into blocks in reading order: headings, paragraphs, list items, tables, quotes, code."""

from collections.abc import Iterator
from typing import Any, Final

from tadori.extract.boxes import HEADINGS, Box
from tadori.extract.composer import DEEPEST_HEADING, LONGEST_HEADING, TextBlock
from tadori.extract.traits import NOTE, TITLE
from tadori.model.page import FragmentType

_TYPES: Final = {
    "li": FragmentType.LIST,
    "dt": FragmentType.LIST,
    "dd": FragmentType.LIST,
    "blockquote": FragmentType.QUOTE,
    "figure": FragmentType.FIGURE,
    "figcaption": FragmentType.FIGURE,
    "caption": FragmentType.FIGURE,
    "pre": FragmentType.CODE,
}
_LONG_CELL: Final = 600
_CELLS: Final = frozenset({"td", "th"})
_NOTE_TAGS: Final = frozenset({"div", "section", "aside", "blockquote", "table", "p", "dl"})
_LONGEST_NOTE: Final = 8_000
"""Bytes: what is longer and called a note is a page of notes."""
_ROW_GROUPS: Final = frozenset({"table", "thead", "tbody", "tfoot"})
_PROSE_TYPES: Final = frozenset({FragmentType.PARAGRAPH, FragmentType.LIST, FragmentType.QUOTE})
_EMPTY_HEADING: Final = "heading with nothing below it"


def blocks_of(body: Box) -> list[TextBlock]:
    """All printed blocks of `body`, without headings at the end that have nothing below them."""
    blocks = list(_blocks(body))
    has_text = any(not block.level for block, _ in blocks)
    while has_text and 0 < blocks[-1][0].level <= DEEPEST_HEADING:
        blocks.pop()[1].dropped = _EMPTY_HEADING
    return [block for block, _ in blocks]


def everything_in(root: Box) -> list[TextBlock]:
    """All text a reader can see in `root`, as if nothing had been marked as furniture."""
    for box in below(root, everything=True):
        box.dropped = ""
    return [block for block, _ in _blocks(root)]


class _Place:
    """What the elements around a run of text say of it."""

    __slots__ = ("beside", "boxed", "depth", "kind", "level")

    def __init__(
        self, kind: FragmentType, level: int, depth: int, *, beside: bool = False, boxed: bool = False
    ) -> None:
        self.kind = kind
        self.level = level
        self.depth = depth
        """How many definition lists, notes and asides it stands in."""
        self.beside = beside
        self.boxed = boxed
        """Whether it stands in a note or an aside: a heading there heads nothing behind it."""

    def inside(self, box: Box) -> "_Place":
        """The place of what stands in `box`."""
        tag = box.tag
        is_box = box.beside or _is_note(box)
        depth = self.depth + (tag == "dl" or is_box)
        boxed = self.boxed or is_box
        level = HEADINGS.get(tag, self.level)
        is_short = box.weight <= LONGEST_HEADING
        is_title = is_short and (bool(box.traits & TITLE) or tag == "th")
        if (tag == "dt" and depth and is_short) or (boxed and (level or is_title)):
            level = DEEPEST_HEADING + depth
        return _Place(_TYPES.get(tag, self.kind), level, depth, beside=self.beside or box.beside, boxed=boxed)

    def block(self, leaf: Box) -> TextBlock:
        kind = FragmentType.HEADING if self.level else self.kind
        if kind is FragmentType.PARAGRAPH and leaf.is_code:
            kind = FragmentType.CODE
        if self.beside and kind in _PROSE_TYPES:
            kind = FragmentType.ASIDE
        return TextBlock(text=leaf.text, fragment_type=kind, level=self.level, depth=self.depth)


def _is_note(box: Box) -> bool:
    named = box.traits & (NOTE | TITLE) == NOTE
    return named and box.tag in _NOTE_TAGS and box.weight <= _LONGEST_NOTE


def _blocks(body: Box) -> Iterator[tuple[TextBlock, Box]]:
    """The printed blocks in order, each with the box it is made of."""
    stack = [(body, _Place(FragmentType.PARAGRAPH, 0, 0))]
    while stack:
        box, place = stack.pop()
        if box.text:
            yield place.block(box), box
        elif box.tag == "table" and is_data_table(box):
            yield from _table_blocks(box, place)
        else:
            inner = place.inside(box)
            stack.extend((kid, inner) for kid in reversed(box.kids) if not kid.dropped)


def _table_blocks(table: Box, place: _Place) -> Iterator[tuple[TextBlock, Box]]:
    """A data table as one block, its caption before it."""
    caption = next((kid for kid in table.kids if not kid.dropped), table)
    if caption.tag == "caption":
        text = " ".join(leaf.text for leaf in below(caption) if leaf.text)
        yield TextBlock(text=text, fragment_type=FragmentType.FIGURE, depth=place.depth), caption
    text = table_text(table)
    if text:
        header = begins_with_header(table)
        yield (
            TextBlock(text=text, fragment_type=FragmentType.TABLE, has_header=header, depth=place.depth),
            table,
        )


def links_of(body: Box) -> list[str]:
    """The addresses that the printed text links to, as written, in order."""
    return [link for box in below(body) if box.text for link in box.links]


def elements_of(body: Box) -> list[Any]:
    """The elements of the document that hold the printed text."""
    return [element for box in below(body) if box.text for element in box.elements]


def texts_of(root: Box) -> list[str]:
    """Every run of text in `root`, printed or not."""
    return [box.text for box in below(root, everything=True) if box.text]


def is_data_table(table: Box) -> bool:
    """Whether a table holds data: several rows, several short cells in a row, no table inside, not mostly links
    without a header."""
    widths: list[int] = []
    weights: list[int] = []
    has_header = False
    for box in below(table):
        if box.tag == "table":
            return False
        if box.tag == "tr":
            cells = [kid.weight for kid in box.kids if kid.tag in _CELLS]
            widths.append(sum(weight > 0 for weight in cells))
            weights.extend(cells)
            has_header = has_header or any(kid.tag == "th" for kid in box.kids)
    if 2 * table.linked > table.weight and not has_header:
        return False
    return len(widths) > 1 and max(widths) > 1 and sorted(weights)[len(weights) // 2] < _LONG_CELL


def table_text(table: Box) -> str:
    """Rows as lines, cells joined by ` | `, in the order of the document."""
    lines = []
    for box in _rows(table):
        if box.text:
            lines.append(box.text.replace("\n", " "))
        else:
            cells = [" ".join(leaf.text.replace("\n", " ") for leaf in below(cell) if leaf.text) for cell in box.kids]
            if any(cells):
                lines.append(" | ".join(cells))
    return "\n".join(lines)


def begins_with_header(table: Box) -> bool:
    """Whether the first line of the table's text is a row of header cells, and more rows than that follow."""
    rows = [row for row in _rows(table) if any(leaf.text for leaf in below(row))]
    if len(rows) < 2:
        return False
    return _is_header(rows[0]) and not _is_header(rows[1])


def _is_header(row: Box) -> bool:
    in_head = row.parent is not None and row.parent.tag == "thead"
    return bool(row.kids) and (in_head or {cell.tag for cell in row.kids if cell.tag in _CELLS} == {"th"})


def _rows(table: Box) -> Iterator[Box]:
    """The rows of a table, and text that stands in it outside of all cells; the caption only where it is not first."""
    first = next((kid for kid in table.kids if not kid.dropped), None)
    for box in below(table):
        is_stray_text = box.text and box.parent is not None and box.parent.tag in _ROW_GROUPS
        if box.tag == "tr" or is_stray_text or (box.tag == "caption" and box is not first):
            yield box


def below(box: Box, *, everything: bool = False) -> Iterator[Box]:
    """The printed boxes (or all) inside `box` in document order; a run of text yields itself."""
    stack = list(reversed(box.kids)) if not box.text else [box]
    while stack:
        inner = stack.pop()
        if inner.dropped and not everything:
            continue
        yield inner
        stack.extend(reversed(inner.kids))
