"""The entry point of the room: extracts the text of a capture of any kind (`Capture` → `Extracted`)."""

import unicodedata
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from typing import Final

from tadori.extract.asciidoc import extract_asciidoc
from tadori.extract.csv_table import extract_csv
from tadori.extract.docbook import extract_docbook
from tadori.extract.docx import extract_docx
from tadori.extract.epub import extract_epub
from tadori.extract.html import extract_html
from tadori.extract.imprint import imprint_of_text
from tadori.extract.json_records import extract_json, extract_json_lines
from tadori.extract.markdown import extract_markdown
from tadori.extract.odt import extract_odt
from tadori.extract.pdf import extract_pdf
from tadori.extract.plain import extract_plain, has_word, short_title
from tadori.extract.rdap import extract_rdap
from tadori.extract.rst import extract_rst
from tadori.extract.sniff import DocumentKind, document_kind
from tadori.extract.source_code import extract_source_code
from tadori.model.page import NO_IMPRINT, Capture, Extracted

EXTRACTION: Final = "extract-4"
"""Raised when the same bytes are read otherwise: `verify` reads a page again only with the version that read it."""
_DECIDE: Final = (
    "trafilatura",
    "lxml",
    "pypdfium2",
    "markdown-it-py",
    "rapidocr",
    "docutils",
    "mammoth",
    "pygments",
)
"""Libraries whose versions may change what is read."""


@lru_cache(maxsize=1)
def extraction_version() -> str:
    """Names everything that decides how a document is read; what is not installed is left out."""
    found = [EXTRACTION, f"unicode-{unicodedata.unidata_version}"]
    for name in _DECIDE:
        with suppress(PackageNotFoundError):
            found.append(f"{name}-{version(name)}")
    return "+".join(found)


class Extraction:
    """Reads captures of every kind in `sniff.DocumentKind`; implements `model.doors.Extractor`. Has no state."""

    def extract(self, capture: Capture) -> Extracted:
        """The text of `capture` with its pieces; its bytes decide how it is read.

        Raises:
            SourceGarbled: binary, encrypted, torn, of another type, or without text.
            SourceTooLarge: over the size, element or depth bounds.
        """
        read = _READERS[document_kind(capture)](capture)
        imprint = imprint_of_text(read.text) if read.imprint == NO_IMPRINT else read.imprint
        title = read.title if has_word(read.title) else short_title(read.text)
        return replace(read, title=title, extraction=extraction_version(), imprint=imprint)


_READERS: Final[dict[DocumentKind, Callable[[Capture], Extracted]]] = {
    DocumentKind.HTML: extract_html,
    DocumentKind.PDF: extract_pdf,
    DocumentKind.MARKDOWN: extract_markdown,
    DocumentKind.TEXT: extract_plain,
    DocumentKind.RDAP: extract_rdap,
    DocumentKind.RST: extract_rst,
    DocumentKind.ASCIIDOC: extract_asciidoc,
    DocumentKind.DOCBOOK: extract_docbook,
    DocumentKind.DOCX: extract_docx,
    DocumentKind.EPUB: extract_epub,
    DocumentKind.ODT: extract_odt,
    DocumentKind.CSV: extract_csv,
    DocumentKind.JSON: extract_json,
    DocumentKind.JSON_LINES: extract_json_lines,
    DocumentKind.SOURCE: extract_source_code,
}
