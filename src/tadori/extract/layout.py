"""A body box comes in; blocks in reading order go out: headings, paragraphs, list items, tables, quotes, code."""

from collections.abc import Iterator
from typing import Final

from tadori.extract.boxes import Box
from tadori.extract.composer import Block
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
_BEFORE_TITLE: Final = 6
_CELLS: Final = frozenset({"td", "th"})


def blocks_of(body: Box) -> Iterator[Block]:
    """Everything of `body` that is to be printed."""
    stack: list[tuple[Box, FragmentType, int]] = [(body, FragmentType.PARAGRAPH, 0)]
    while stack:
        box, kind, level = stack.pop()
        if box.text:
            yield Block(text=box.text, fragment_type=FragmentType.HEADING if level else kind, level=level)
            continue
        if box.tag == "table" and is_data_table(box):
            text = table_text(box)
            if text:
                yield Block(text=text, fragment_type=FragmentType.TABLE)
            continue
        kind = _TYPES.get(box.tag, kind)
        level = _HEADINGS.get(box.tag, level)
        stack.extend((kid, kind, level) for kid in reversed(box.kids) if not kid.dropped)


def links_of(body: Box) -> list[str]:
    """The addresses that the printed text links to, as written, in order."""
    return [link for box in below(body) if box.text for link in box.links]


def texts_of(root: Box) -> list[str]:
    """Every run of text in `root`, printed or not."""
    return [box.text for box in below(root, everything=True) if box.text]


def lines_from_title(root: Box) -> list[str]:
    """Every run of text of the page from shortly before its printed title on; all of them where none is printed."""
    leaves = [box for box in below(root, everything=True) if box.text]
    title = next((at for at, leaf in enumerate(leaves) if leaf.has_title), 0)
    return [leaf.text for leaf in leaves[max(0, title - _BEFORE_TITLE) :]]


def is_data_table(table: Box) -> bool:
    """Whether a table holds data, not layout: several rows, several short cells in a row, no table inside."""
    rows = [box for box in below(table) if box.tag == "tr"]
    if len(rows) < 2 or any(box.tag == "table" for box in below(table)):
        return False
    cells = [sum(kid.tag in _CELLS for kid in row.kids) for row in rows]
    weights = sorted(kid.weight for row in rows for kid in row.kids)
    return max(cells) >= 2 and bool(weights) and weights[len(weights) // 2] < 600


def table_text(table: Box) -> str:
    """Rows as lines, cells joined by ` | `, in the order of the document."""
    lines = []
    for box in below(table):
        if box.tag in ("tr", "caption"):
            cells = [" ".join(leaf.text for leaf in below(cell) if leaf.text) for cell in box.kids]
            line = " | ".join(cell.replace("\n", " ") for cell in cells if cell)
            if line:
                lines.append(line)
    return "\n".join(lines)


def below(box: Box, *, everything: bool = False) -> Iterator[Box]:
    """What is printed (or everything) inside `box`, a run of text being inside itself, in document order."""
    stack = list(reversed(box.kids)) if not box.text else [box]
    while stack:
        inner = stack.pop()
        if inner.dropped and not everything:
            continue
        yield inner
        stack.extend(reversed(inner.kids))
