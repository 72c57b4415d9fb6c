"""Reads a capture of comma- or tab-separated values: a table with its header row, lines above it as paragraphs.

The first full row is the header where every cell of it is a different word and no number. Cells stay as written.
"""

import csv
import io
from collections import Counter
from collections.abc import Iterator
from itertools import chain, islice
from typing import Final

from tadori.errors import SourceGarbled
from tadori.extract.composer import TextBlock
from tadori.extract.document import StatedFacts, assembled, file_name
from tadori.extract.encodings import decode_text
from tadori.extract.file_types import TSV
from tadori.extract.losses import LossCounter
from tadori.extract.rows import row_text, table_blocks
from tadori.model.page import Capture, Extracted, FragmentType
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.normalise import normalised, strip_invisible

_LOOK_AT: Final = 50
"""Rows at the beginning that show how wide the table is, and where it begins."""
_SAMPLE: Final = 20_000
_DELIMITERS: Final = ",;\t|"
_LONGEST_CELL: Final = 1_000_000
_NUMBER: Final = lazy_pattern(r"[\s$€£¥￥+\-−]*\d[\d.,:/\-\s]*[%％]?")


def extract_csv(capture: Capture) -> Extracted:
    """Read a table.

    Raises:
        SourceGarbled: it is no table that the csv library can read, or as `compose`.
        SourceTooLarge: as `compose`.
    """
    decoded = decode_text(capture.body, capture.charset)
    lost = LossCounter()
    text = strip_invisible(normalised("NFC", decoded.text))
    try:
        blocks = list(_blocks(_rows(text, is_tabbed=capture.media_type == TSV), lost))
    except csv.Error as exc:
        raise SourceGarbled(source=capture.url, reason=f"it is no table of values: {exc}") from exc
    facts = StatedFacts(title=file_name(capture))
    return assembled(blocks, capture, facts, notes=decoded.notes, losses=lost.losses())


def raw_csv_text(capture: Capture) -> str:
    """All cells in order, parted as cells are when they are printed, then the table as written."""
    text = decode_text(capture.body, capture.charset).text
    try:
        lines = [row_text(row) for row in _rows(text, is_tabbed=capture.media_type == TSV)]
    except csv.Error:
        lines = []
    return "\n".join([*lines, text])


def _rows(text: str, *, is_tabbed: bool) -> Iterator[list[str]]:
    csv.field_size_limit(_LONGEST_CELL)
    delimiter = "\t" if is_tabbed else _delimiter(text[:_SAMPLE])
    return csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)


def _delimiter(sample: str) -> str:
    """The sign that parts the most lines into the same number of cells; a comma where none does."""
    best = (0, ",")
    for sign in _DELIMITERS:
        try:
            widths = Counter(
                len(row) for row in islice(csv.reader(io.StringIO(sample, newline=""), delimiter=sign), 50)
            )
        except csv.Error:
            continue
        width, count = max(widths.items(), key=lambda item: (item[1] if item[0] > 1 else 0, item[0]))
        best = max(best, (count if width > 1 else 0, sign), key=lambda item: item[0])
    return best[1]


def _blocks(rows: Iterator[list[str]], lost: LossCounter) -> Iterator[TextBlock]:
    first = [row for row in islice(rows, _LOOK_AT) if any(cell.strip() for cell in row)]
    widths = Counter(len(row) for row in first)
    width = max(widths, key=lambda n: (widths[n], n), default=0)
    while first and width > 1 and _filled(first[0]) == 1:  # a title above the table
        words = next(cell.strip() for cell in first.pop(0) if cell.strip())
        yield TextBlock(text=" ".join(words.split()), fragment_type=FragmentType.PARAGRAPH)
    header = first.pop(0) if len(first) > 1 and is_header(first[0]) else None
    yield from table_blocks(header, chain(first, rows), lost)


def is_header(row: list[str]) -> bool:
    """Whether every cell of `row` holds different words and no number (a year may head a column)."""
    cells = [cell.strip() for cell in row]
    named = [cell for cell in cells if cell]
    if not named or len(set(named)) < len(named) or len(named) < len(cells) - 1:
        return False
    numbers = [cell for cell in named if _NUMBER.fullmatch(cell)]
    return len(numbers) < len(named) and all(len(cell) == 4 and cell.isdigit() for cell in numbers)


def _filled(row: list[str]) -> int:
    return sum(1 for cell in row if cell.strip())
