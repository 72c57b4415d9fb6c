"""Reads an ODT capture (OpenDocument text): headings, paragraphs, lists and tables of its content in order.

Title, author and date are those of its metadata. Notes of reviewers and deleted text are left out and counted.
"""

from collections.abc import Iterator
from typing import Any, Final

from tadori.extract.cleaning import LINE, clean_paragraphs
from tadori.extract.composer import TextBlock
from tadori.extract.document import StatedFacts, assembled
from tadori.extract.losses import LossCounter
from tadori.extract.packed import PackedDocument
from tadori.extract.rows import row_text
from tadori.model.page import Capture, Extracted, FragmentType

_TEXT: Final = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_TABLE: Final = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_OFFICE: Final = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_META: Final = "{urn:oasis:names:tc:opendocument:xmlns:meta:1.0}"
_DC: Final = "{http://purl.org/dc/elements/1.1/}"
_LEFT_OUT: Final = {
    f"{_OFFICE}annotation": "comment",
    f"{_TEXT}tracked-changes": "deleted text",
    f"{_TEXT}table-of-content": "table of contents",
    f"{_TEXT}alphabetical-index": "index of words",
    f"{_TEXT}hidden-text": "hidden text",
    f"{_TEXT}hidden-paragraph": "hidden text",
}
_SPACES: Final = {f"{_TEXT}s": " ", f"{_TEXT}tab": " ", f"{_TEXT}line-break": LINE}
_DEEPEST: Final = 6


def extract_odt(capture: Capture) -> Extracted:
    """Read an OpenDocument text.

    Raises:
        SourceGarbled: it is no ODT, encrypted, torn, or without text.
        SourceTooLarge: over the size bounds.
    """
    lost = LossCounter()
    with PackedDocument(capture.body, capture.url) as packed:
        content = packed.xml("content.xml")
        meta = packed.xml("meta.xml") if "meta.xml" in packed.names() else None
    body = next(content.iter(f"{_OFFICE}text"), content)
    blocks = [block for element in body for block in _blocks(element, FragmentType.PARAGRAPH, lost)]
    return assembled(blocks, capture, _facts(meta), losses=lost.losses())


def raw_odt_text(capture: Capture) -> str:
    """Every word of the content, in order. Raises as `extract_odt`."""
    with PackedDocument(capture.body, capture.url) as packed:
        return "\n".join(_inline(e, None) for e in packed.xml("content.xml").iter(f"{_TEXT}p", f"{_TEXT}h"))


def _facts(meta: Any) -> StatedFacts:
    def stated(name: str) -> str:
        return next((str(e.text).strip() for e in meta.iter(name) if e.text), "") if meta is not None else ""

    author = stated(f"{_META}initial-creator") or stated(f"{_DC}creator")
    return StatedFacts(
        title=stated(f"{_DC}title"), author=author, date=stated(f"{_DC}date") or stated(f"{_META}creation-date")
    )


def _blocks(element: Any, kind: FragmentType, lost: LossCounter) -> Iterator[TextBlock]:
    tag = element.tag
    if tag in _LEFT_OUT:
        lost.add(_LEFT_OUT[tag], "".join(element.itertext()))
    elif tag == f"{_TEXT}h":
        level = element.get(f"{_TEXT}outline-level") or "1"
        for text in clean_paragraphs(_inline(element, lost)):
            yield TextBlock(
                text=text, fragment_type=FragmentType.HEADING, level=min(_DEEPEST, int(level) if level.isdigit() else 1)
            )
    elif tag == f"{_TEXT}p":
        for text in clean_paragraphs(_inline(element, lost)):
            yield TextBlock(text=text, fragment_type=kind)
    elif tag == f"{_TABLE}table":
        yield from _table(element, lost)
    else:
        inner = FragmentType.LIST if tag == f"{_TEXT}list" else kind
        for kid in element:
            yield from _blocks(kid, inner, lost)


def _inline(element: Any, lost: LossCounter | None) -> str:
    """The words of a paragraph; `lost` counts what is left out of it."""
    parts = [element.text or ""]
    for kid in element:
        if kid.tag in _SPACES:
            parts.append(_SPACES[kid.tag])
        elif kid.tag in _LEFT_OUT:
            if lost is not None:
                lost.add(_LEFT_OUT[kid.tag], "".join(kid.itertext()))
        elif kid.tag == f"{_TEXT}note":
            parts.append(f" ({' '.join(''.join(b.itertext()) for b in kid.iter(f'{_TEXT}note-body'))}) ")
        else:
            parts.append(_inline(kid, lost))
        parts.append(kid.tail or "")
    return "".join(parts)


def _table(table: Any, lost: LossCounter) -> Iterator[TextBlock]:
    rows = [_cells(row, lost) for row in table.iter(f"{_TABLE}table-row")]
    heads = sum(1 for head in table.iter(f"{_TABLE}table-header-rows") for _ in head)
    lines = [line for line in map(row_text, rows) if line.strip(" |")]
    if lines:
        has_header = heads == 1 and len(lines) > 1
        yield TextBlock(text="\n".join(lines), fragment_type=FragmentType.TABLE, has_header=has_header)


def _cells(row: Any, lost: LossCounter) -> list[str]:
    cells = (cell for cell in row if cell.tag == f"{_TABLE}table-cell")
    return [" ".join(b.text for kid in cell for b in _blocks(kid, FragmentType.PARAGRAPH, lost)) for cell in cells]
