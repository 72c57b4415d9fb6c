"""Reads an EPUB capture: its chapters in reading order, each as HTML that is main text throughout.

Title, author, date and language are those of its package file. Its table of contents is left out and counted.
"""

import posixpath
from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import unquote

from tadori.errors import SourceGarbled
from tadori.extract.composer import TextBlock
from tadori.extract.document import StatedFacts, assembled
from tadori.extract.encodings import as_utf8
from tadori.extract.html import everything_counted, parse_html
from tadori.extract.losses import LossCounter
from tadori.extract.packed import PackedDocument
from tadori.model.page import Capture, Extracted

_CONTAINER: Final = "META-INF/container.xml"
_RIGHTS: Final = "META-INF/encryption.xml"
_OPF: Final = "{http://www.idpf.org/2007/opf}"
_DC: Final = "{http://purl.org/dc/elements/1.1/}"
_PAGES: Final = frozenset({"application/xhtml+xml", "text/html", "text/x-oeb1-document"})
_FONTS_ONLY: Final = ("http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC")


def extract_epub(capture: Capture) -> Extracted:
    """Read an EPUB book.

    Raises:
        SourceGarbled: it is no EPUB, locked, torn, or without text.
        SourceTooLarge: over the size bounds.
    """
    lost = LossCounter()
    notes: list[str] = []
    blocks: list[TextBlock] = []
    with PackedDocument(capture.body, capture.url) as packed:
        book = EpubBook(packed, capture.url)
        for name, is_contents in book.chapters():
            try:
                page = as_utf8(packed.part(name), None)[0]
                if is_contents:
                    lost.add("table of contents", "".join(parse_html(page, capture.url).itertext()))
                    continue
                found, said, left_out = everything_counted(page, capture.url)
            except SourceGarbled as exc:
                notes.append(f"{name[:80]}: {exc.reason}")
                continue
            blocks += found
            lost.take(left_out)
            notes += said
        facts = book.facts()
    return assembled(blocks, capture, facts, notes=tuple(notes), losses=lost.losses())


def epub_pages(capture: Capture) -> Iterator[bytes]:
    """The chapters of the book in UTF-8. Raises as `extract_epub`."""
    with PackedDocument(capture.body, capture.url) as packed:
        for name, _ in EpubBook(packed, capture.url).chapters():
            if name in packed.names():
                yield as_utf8(packed.part(name), None)[0]


class EpubBook:
    """What the package file of a book says: its chapters in reading order, and facts about it."""

    def __init__(self, packed: PackedDocument, source: str) -> None:
        """Raises SourceGarbled where the chapters are locked, or the package file is missing."""
        self._source = source
        if _RIGHTS in packed.names() and _is_locked(packed.xml(_RIGHTS)):
            raise SourceGarbled(source=source, reason="it is locked (digital rights management)")
        container = packed.xml(_CONTAINER)
        root = next(
            (e.get("full-path") for e in container.iter() if _local(e) == "rootfile" and e.get("full-path")), ""
        )
        if not root:
            raise SourceGarbled(source=source, reason="it names no package file")
        self._folder = posixpath.dirname(root)
        self._package = packed.xml(root)

    def chapters(self) -> list[tuple[str, bool]]:
        """The parts that are pages, in reading order; with each, whether it is the table of contents."""
        items = {e.get("id"): e for e in self._package.iter(f"{_OPF}item")}
        guide = {self._path(e.get("href")) for e in self._package.iter(f"{_OPF}reference") if e.get("type") == "toc"}
        found = []
        for ref in self._package.iter(f"{_OPF}itemref"):
            item = items.get(ref.get("idref"))
            if item is None or (item.get("media-type") or "") not in _PAGES:
                continue
            name = self._path(item.get("href"))
            found.append((name, "nav" in (item.get("properties") or "").split() or name in guide))
        return list(dict.fromkeys(found))

    def facts(self) -> StatedFacts:
        return StatedFacts(
            title=self._stated("title"),
            author=self._stated("creator"),
            date=self._date(),
            lang=self._stated("language"),
        )

    def _path(self, href: str | None) -> str:
        return posixpath.normpath(posixpath.join(self._folder, unquote((href or "").partition("#")[0])))

    def _stated(self, name: str) -> str:
        return next((text for e in self._package.iter(f"{_DC}{name}") if (text := (e.text or "").strip())), "")

    def _date(self) -> str:
        """The date of publication; a date of creation or conversion says when the file was made."""
        for element in self._package.iter(f"{_DC}date"):
            if element.get(f"{_OPF}event", "publication") in ("publication", "original-publication", "issued"):
                return str(element.text or "")
        return ""


def _local(element: Any) -> str:
    return str(element.tag).rpartition("}")[2]


def _is_locked(rights: Any) -> bool:
    """Whether anything but fonts is encrypted."""
    methods = [e.get("Algorithm") or "" for e in rights.iter() if _local(e) == "EncryptionMethod"]
    return any(not method.startswith(_FONTS_ONLY) for method in methods)
