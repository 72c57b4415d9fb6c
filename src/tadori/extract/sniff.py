"""Decides what kind of document a capture is: its bytes decide, its media type and name only break ties.

Raises `SourceGarbled` for everything that is no readable text, `SourceTooLarge` before anything is decoded.
"""

import re
from enum import StrEnum
from pathlib import PurePosixPath
from typing import Final
from urllib.parse import unquote, urlsplit

from tadori.errors import SourceGarbled, SourceTooLarge
from tadori.extract.file_types import (
    ASCIIDOC,
    CSV,
    DOCBOOK,
    DOCX,
    EPUB,
    JSON,
    JSON_LINES,
    ODT,
    RST,
    SOURCE,
    TSV,
    media_type_of,
)
from tadori.extract.rdap import MARK, MEDIA_TYPE
from tadori.extract.rst_form import is_rst
from tadori.model.page import Capture
from tadori.model.thresholds import MAX_DOCUMENT_BYTES


class DocumentKind(StrEnum):
    """The kinds of documents that can be read."""

    HTML = "html"
    PDF = "pdf"
    MARKDOWN = "markdown"
    TEXT = "text"
    RDAP = "rdap"
    RST = "rst"
    ASCIIDOC = "asciidoc"
    DOCX = "docx"
    EPUB = "epub"
    ODT = "odt"
    CSV = "csv"
    JSON = "json"
    JSON_LINES = "jsonl"
    SOURCE = "source"
    DOCBOOK = "docbook"


_LOOK_AT: Final = 4096
_HTML_START: Final = re.compile(
    rb"(?:<!--.*?-->|<\?xml[^>]*>|\s)*<(?:!doctype\s+html|html|head|body|title|meta|script|link|h[1-6]|div|p|table|main"
    rb"|article)\b",
    re.IGNORECASE | re.DOTALL,
)
_MARKUP_TYPES: Final = frozenset({"text/html", "application/xhtml+xml"})
_TEXT_TYPES: Final = frozenset(
    {"text/plain", "text/x-web-markdown", "application/octet-stream", "binary/octet-stream", ""}
)
_FOR_MACHINES: Final = frozenset({"text/css", "text/javascript", "text/ecmascript", "text/xml", "text/rtf"})
_MARKDOWN_TYPES: Final = frozenset({"text/markdown", "text/x-markdown"})
_MARKDOWN_NAMES: Final = frozenset({".md", ".markdown", ".mkd"})
_BINARY: Final = (
    (b"PK\x03\x04", "a zip archive or office file"),
    (b"\x1f\x8b", "gzip data"),
    (b"\x89PNG", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"RIFF", "a RIFF sound or image"),
    (b"\x7fELF", "a program"),
    (b"\xd0\xcf\x11\xe0", "an old office file"),
    (b"Rar!", "a RAR archive"),
    (b"7z\xbc\xaf", "a 7z archive"),
    (b"SQLite format 3", "a database"),
    (b"OggS", "a sound file"),
    (b"ID3", "a sound file"),
)
_ZIP: Final = b"PK\x03\x04"
_KINDS: Final = {
    RST: DocumentKind.RST,
    "text/prs.fallenstein.rst": DocumentKind.RST,
    ASCIIDOC: DocumentKind.ASCIIDOC,
    "text/x-asciidoc": DocumentKind.ASCIIDOC,
    DOCBOOK: DocumentKind.DOCBOOK,
    CSV: DocumentKind.CSV,
    TSV: DocumentKind.CSV,
    JSON: DocumentKind.JSON,
    JSON_LINES: DocumentKind.JSON_LINES,
    "application/x-ndjson": DocumentKind.JSON_LINES,
    SOURCE: DocumentKind.SOURCE,
}
"""Formats that their bytes do not show: the media type says it, or the name where the media type says nothing."""
_BY_NAME: Final = frozenset({RST, ASCIIDOC, DOCBOOK, CSV, TSV})
_PACKED: Final = (
    (DocumentKind.EPUB, EPUB.encode(), b"META-INF/container.xml"),
    (DocumentKind.ODT, ODT.encode(), b""),
    (DocumentKind.DOCX, b"", b"word/document"),
)
"""What is packed as a zip file: the type that it begins with, or a part that it holds."""
_UTF16_MARKS: Final = (b"\xff\xfe", b"\xfe\xff")
# Bytes no text has, in any encoding a text comes in (ESC belongs to ISO-2022-JP, SUB ends DOS files).
_CONTROL: Final = bytes(set(range(32)) - {7, 8, 9, 10, 12, 13, 26, 27})
_CONTROL_SHARE: Final = 0.02


def document_kind(capture: Capture) -> DocumentKind:
    """How `capture` has to be read.

    Raises:
        SourceTooLarge: over `MAX_DOCUMENT_BYTES`.
        SourceGarbled: empty, binary, or of a type that is not read here.
    """
    body = capture.body
    if len(body) > MAX_DOCUMENT_BYTES:
        raise SourceTooLarge(source=capture.url, reason=f"{len(body)} bytes, more than {MAX_DOCUMENT_BYTES}")
    if not body.strip():
        raise SourceGarbled(source=capture.url, reason="the document is empty")
    head = body[:_LOOK_AT]
    if b"%PDF-" in head[:1024]:
        return DocumentKind.PDF
    if head.startswith(_ZIP) and (packed := _packed_kind(body)):
        return packed
    _refuse_binary(capture, head)
    if capture.media_type in (DOCX, EPUB, ODT):
        raise SourceGarbled(source=capture.url, reason="it is called an office file or a book and is none")
    if capture.media_type == "application/pdf" and not _HTML_START.match(_plain(head)):
        raise SourceGarbled(source=capture.url, reason="it is called a PDF and is none")
    return _kind_of_text(capture, head)


def _kind_of_text(capture: Capture, head: bytes) -> DocumentKind:
    name = PurePosixPath(unquote(urlsplit(capture.url).path)).name
    suffix = PurePosixPath(name).suffix.lower()
    if capture.media_type in _MARKDOWN_TYPES or (suffix in _MARKDOWN_NAMES and capture.media_type in _TEXT_TYPES):
        return DocumentKind.MARKDOWN
    if capture.media_type == MEDIA_TYPE or (capture.media_type == JSON and MARK in capture.body):
        return DocumentKind.RDAP
    stated = capture.media_type
    if stated in _TEXT_TYPES and (named := media_type_of(name)) in _BY_NAME:
        stated = named or ""
    if stated in _KINDS:
        return _KINDS[stated]
    if capture.media_type in _MARKUP_TYPES or _HTML_START.match(_plain(head)):
        return DocumentKind.HTML
    is_text = capture.media_type in _TEXT_TYPES or capture.media_type.startswith("text/")
    if is_text and capture.media_type not in _FOR_MACHINES:
        return DocumentKind.RST if is_rst(_plain(capture.body).decode(errors="replace")) else DocumentKind.TEXT
    raise SourceGarbled(source=capture.url, reason=f"{capture.media_type} is not a type that is read here")


def _packed_kind(body: bytes) -> DocumentKind | None:
    """Which of the packed formats a zip file is, by its first bytes and the names of its parts; None for another."""
    for kind, begins, holds in _PACKED:
        if (begins and b"mimetype" + begins in body[:120]) or (holds and holds in body):
            return kind
    return None


def _plain(head: bytes) -> bytes:
    """`head` without what a byte order mark or UTF-16 puts between its ASCII letters."""
    if head.startswith(_UTF16_MARKS):
        return head[2:].replace(b"\x00", b"")
    return head.removeprefix(b"\xef\xbb\xbf")


def _refuse_binary(capture: Capture, head: bytes) -> None:
    for magic, what in _BINARY:
        if head.startswith(magic):
            raise SourceGarbled(source=capture.url, reason=f"it is {what}, not a text")
    if head.startswith(_UTF16_MARKS):
        return
    controls = len(head) - len(head.translate(None, _CONTROL))
    if controls > _CONTROL_SHARE * len(head):
        raise SourceGarbled(source=capture.url, reason="it is binary data, not a text")
