"""Turns rows of cells into table blocks. In: rows. Out: blocks of bounded length, each with the header row on top.

A long table becomes several: a passage that is found then has its header with it. What is over the bound of a document
is left out and counted.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from tadori.extract.composer import TextBlock
from tadori.extract.losses import LossCounter
from tadori.model.page import FragmentType
from tadori.model.thresholds import MAX_TABLE_CHARS

_LONGEST_BLOCK: Final = 1_500
"""Characters of one table block: about a passage of the index."""


def table_blocks(header: Sequence[str] | None, rows: Iterable[Sequence[str]], lost: LossCounter) -> Iterator[TextBlock]:
    """The table of `rows`; `header`: its first row, where it is known to be one."""
    top = row_text(header) if header is not None else ""
    lines = [top] if top else []
    length = total = len(top)
    for row in rows:
        line = row_text(row)
        if not line.strip(" |"):
            continue
        if total + len(line) > MAX_TABLE_CHARS:
            lost.add("rows beyond the longest table that is read", line)
            continue
        if length + len(line) > _LONGEST_BLOCK and len(lines) > bool(top):
            yield _block(lines, top)
            lines = [top] if top else []
            length = len(top)
            total += length
        lines.append(line)
        length += len(line) + 1
        total += len(line) + 1
    if lines:
        yield _block(lines, top)


def row_text(cells: Sequence[str]) -> str:
    """One line: cells without line breaks, joined by ` | `; a bar inside a cell would look like another cell."""
    return " | ".join(" ".join(cell.replace("|", "¦").split()) for cell in cells)


def _block(lines: list[str], top: str) -> TextBlock:
    return TextBlock(text="\n".join(lines), fragment_type=FragmentType.TABLE, has_header=bool(top) and len(lines) > 1)
