"""Turns a body box into blocks in reading order: headings, paragraphs, list items, tables, quotes, code."""

from collections.abc import Iterator
from typing import Any, Final

from tadori.extract.boxes import Box
from tadori.extract.composer import TextBlock
from tadori.model.page import FragmentType

_HEADINGS: Final = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}
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


def blocks_of(body: Box) -> list[TextBlock]:
    """All printed blocks of `body`, without headings at the end that have nothing below them."""
    blocks = list(_blocks(body))
    while len(blocks) > 1 and blocks[-1].level and any(not block.level for block in blocks):
        blocks.pop()
    return blocks


def everything_in(root: Box) -> list[TextBlock]:
    """All text a reader can see in `root`, as if nothing had been marked as furniture."""
    for box in below(root, everything=True):
        box.dropped = False
    return list(_blocks(root))


def _blocks(body: Box) -> Iterator[TextBlock]:
    stack: list[tuple[Box, FragmentType, int]] = [(body, FragmentType.PARAGRAPH, 0)]
    while stack:
        box, kind, level = stack.pop()
        if box.text:
            yield TextBlock(text=box.text, fragment_type=FragmentType.HEADING if level else kind, level=level)
            continue
        if box.tag == "table" and is_data_table(box):
            text = table_text(box)
            if text:
                yield TextBlock(text=text, fragment_type=FragmentType.TABLE, has_header=begins_with_header(box))
            continue
        kind = _TYPES.get(box.tag, kind)
        level = _HEADINGS.get(box.tag, level)
        stack.extend((kid, kind, level) for kid in reversed(box.kids) if not kid.dropped)


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
    """Whether a table holds data: several rows, several short cells in a row, no table inside, not mostly links."""
    if 2 * table.linked > table.weight:
        return False
    widths: list[int] = []
    weights: list[int] = []
    for box in below(table):
        if box.tag == "table":
            return False
        if box.tag == "tr":
            cells = [kid.weight for kid in box.kids if kid.tag in _CELLS]
            widths.append(len(cells))
            weights.extend(cells)
    return len(widths) > 1 and max(widths) > 1 and sorted(weights)[len(weights) // 2] < _LONG_CELL


def table_text(table: Box) -> str:
    """Rows as lines, cells joined by ` | `, in the order of the document."""
    lines = []
    for box in below(table):
        if box.tag in ("tr", "caption"):
            cells = [" ".join(leaf.text.replace("\n", " ") for leaf in below(cell) if leaf.text) for cell in box.kids]
            if any(cells):
                lines.append(" | ".join(cells))
    return "\n".join(lines)


def begins_with_header(table: Box) -> bool:
    """Whether the first line of the table's text is a row of header cells, and more rows than that follow."""
    rows = [box for box in below(table) if box.tag in ("tr", "caption") and any(leaf.text for leaf in below(box))]
    kinds = [{cell.tag for cell in row.kids if cell.tag in _CELLS} for row in rows[:2]]
    return len(kinds) > 1 and kinds[0] == {"th"} and kinds[1] != {"th"}


def below(box: Box, *, everything: bool = False) -> Iterator[Box]:
    """The printed boxes (or all) inside `box` in document order; a run of text yields itself."""
    stack = list(reversed(box.kids)) if not box.text else [box]
    while stack:
        inner = stack.pop()
        if inner.dropped and not everything:
            continue
        yield inner
        stack.extend(reversed(inner.kids))
