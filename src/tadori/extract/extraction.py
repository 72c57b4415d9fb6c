"""The entry point of the room: extracts the text of a capture of any kind (`Capture` → `Extracted`)."""

import unicodedata
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from typing import Final

from tadori.extract.html import extract_html
from tadori.extract.imprint import imprint_of_text
from tadori.extract.markdown import extract_markdown
from tadori.extract.pdf import extract_pdf
from tadori.extract.plain import extract_plain
from tadori.extract.rdap import extract_rdap
from tadori.extract.sniff import DocumentKind, document_kind
from tadori.model.page import NO_IMPRINT, Capture, Extracted

EXTRACTION: Final = "extract-2"
"""Raised when the same bytes are read otherwise: `verify` reads a page again only with the version that read it."""
_DECIDE: Final = ("trafilatura", "lxml", "htmldate", "pypdfium2", "markdown-it-py", "rapidocr")
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
    """Reads HTML, PDF, plain text, Markdown and RDAP answers; implements `model.doors.Extractor`. Has no state."""

    def extract(self, capture: Capture) -> Extracted:
        """The text of `capture` with its pieces; its bytes decide how it is read.

        Raises:
            SourceGarbled: binary, encrypted, torn, of another type, or without text.
            SourceTooLarge: over the size, element or depth bounds.
        """
        read = _read(capture)
        imprint = imprint_of_text(read.text) if read.imprint == NO_IMPRINT else read.imprint
        return replace(read, extraction=extraction_version(), imprint=imprint)


def _read(capture: Capture) -> Extracted:
    match document_kind(capture):
        case DocumentKind.HTML:
            return extract_html(capture)
        case DocumentKind.PDF:
            return extract_pdf(capture)
        case DocumentKind.MARKDOWN:
            return extract_markdown(capture)
        case DocumentKind.TEXT:
            return extract_plain(capture)
        case DocumentKind.RDAP:
            return extract_rdap(capture)
