"""Folders of documents as sources: indexed incrementally, and read back when a hit is followed.

Comes in: a folder. Goes out: pages, fragments and passages in the store, one transaction a file (a few for an archive
of very much text), so that a kill in the middle loses nothing and repeats at most one file. Only changed files are read
again. A file that cannot be read is a document with its reason, and an event; it never stops the rest.
"""

import os
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote_to_bytes

from tadori.errors import SourceError, SourceGarbled, SourceTooLarge, WrongCall
from tadori.events import DocumentIndexed, Emit, Event, LibraryScanned, PageLost, PartLost
from tadori.model.doors import Clock, Extractor, Passage
from tadori.model.ids import Url, sha256
from tadori.model.page import Capture, Extracted, Page, Piece
from tadori.model.thresholds import MAX_DOCUMENT_BYTES
from tadori.run.folders import MAX_CONTAINER_BYTES, FileSeen, FolderSeen, look_into
from tadori.store.database import Store
from tadori.store.lexical import add_passages, remove_pages
from tadori.store.libraries import (
    Document,
    add_library,
    document_at,
    documents_of,
    folder_of,
    orphans,
    remove_documents,
    save_document,
    unshelved,
)
from tadori.store.pages import delete_pages, page_by_id, save_page
from tadori.text.url_secrets import masked_url

OpenContainer = Callable[[Path], Iterator[Capture | SourceError]]
CutPassages = Callable[[Page, str, Sequence[Piece]], list[Passage]]
Keep = Callable[[Any, list[Event]], None]
"""Writes events into the causal log inside the file's own transaction."""

_Found = tuple[Document, Page | None, Extracted | None]
HELD_CHARS = 20_000_000
"""So much text of one archive is held before it is written down."""
_UNFINISHED = -1

MEDIA_TYPES = {
    ".html": "text/html",
    ".htm": "text/html",
    ".xhtml": "application/xhtml+xml",
    ".pdf": "application/pdf",
    ".txt": "text/plain",
    ".text": "text/plain",
    ".md": "text/markdown",
    ".markdown": "text/markdown",
}


@dataclass(slots=True)
class Counts:
    """How much of the costly work was really done; a second run of the same question shows zeros."""

    extractions: int = 0
    judged: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Scan:
    """A folder compared with what the store knows of it."""

    library_id: str
    folder: Path
    changed: tuple[FileSeen, ...]
    gone: tuple[Document, ...]
    known: Mapping[str, Sequence[Document]]
    """By path: what the store has of each file."""
    seen: FolderSeen


@dataclass(frozen=True, slots=True)
class Library:
    """Indexes folders and opens their documents. Implements the `PageGetter` door for file addresses."""

    store: Store
    extractor: Extractor
    open_container: OpenContainer
    cut_passages: CutPassages
    clock: Clock
    counts: Counts = field(default_factory=Counts)

    def scan(self, folder: Path) -> Scan:
        """What has changed in `folder` since it was last indexed.

        Raises:
            WrongCall: there is no such folder.
        """
        if not folder.is_dir():
            raise WrongCall(f"{folder} is not a folder; give --library a folder of documents")
        with self.store.write() as db:
            library_id = add_library(db, str(folder), self.clock())
        with self.store.read() as db:
            known = documents_of(db, library_id)
        by_path: dict[str, list[Document]] = defaultdict(list)
        for document in known:
            by_path[document.path].append(document)
        seen = look_into(folder)
        changed = tuple(f for f in seen.files if not _same(by_path.get(_text(f.path), []), f))
        present = {_text(f.path) for f in seen.files}
        gone = tuple(d for d in known if d.path not in present)
        return Scan(library_id=library_id, folder=folder, changed=changed, gone=gone, known=by_path, seen=seen)

    def index(self, scan: Scan, *, limit: int, emit: Emit, keep: Keep) -> int:
        """Bring up to `limit` changed files into the index; how many are left to do."""
        if scan.gone:
            self._drop(scan)
        done_before = len(scan.seen.files) - len(scan.changed)
        for number, file in enumerate(scan.changed[:limit], start=1):
            for event in self._indexed_file(scan, file, done_before + number, keep):
                emit(event)
        return max(0, len(scan.changed) - limit)

    def _indexed_file(self, scan: Scan, file: FileSeen, done: int, keep: Keep) -> list[Event]:
        """Bring one file into the index: in one transaction, or in several where an archive holds very much text.

        What is kept before the last of them bears a size that no file has: after a kill the file is read again.
        """
        told: list[Event] = []
        kept: list[Document] = []
        part: list[_Found] = []
        held = 0
        for one in self._documents(scan, file, told):
            told.append(_indexed(*one, done, len(scan.seen.files)))
            kept.append(one[0])
            part.append(one)
            held += 0 if one[2] is None else len(one[2].text)
            if held > HELD_CHARS:
                with self.store.write() as db:
                    for document, page, extracted in part:
                        self._shelve(db, replace(document, size=_UNFINISHED), page, extracted)
                part, held = [], 0
        with self.store.write() as db:
            for document in kept[: len(kept) - len(part)]:
                save_document(db, document, self.clock())
            for document, page, extracted in part:
                self._shelve(db, document, page, extracted)
            old = scan.known.get(_text(file.path), ())
            self._unshelve(db, scan.library_id, old, {document.url for document in kept})
            keep(db, told)
        return told

    def scanned(self, scan: Scan) -> LibraryScanned:
        return LibraryScanned(
            folder=str(scan.folder),
            documents=len(scan.seen.files),
            changed=len(scan.changed),
            removed=len(scan.gone),
            ignored=scan.seen.ignored,
        )

    async def get(self, url: Url) -> Capture:
        """The bytes of a document in some library.

        Raises:
            SourceError: it is not in any library, or the file is gone.
        """
        return self.document(url)

    def document(self, url: Url) -> Capture:
        """The same, for callers that wait for nothing."""
        with self.store.read() as db:
            document = document_at(db, url)
            folder = None if document is None else folder_of(db, document.library_id)
        if document is None or folder is None:
            raise SourceError(url, "is not in any library")
        file = FileSeen(path=_path(document.path), size=document.size, mtime_ns=document.mtime_ns)
        for capture in self._captures(Path(folder), file):
            # Rows of an index that was made before decision 021 still name what must not leave.
            if isinstance(capture, Capture) and capture.url == masked_url(url):
                return capture
        raise SourceError(url, "is no longer in its library")

    def extract(self, capture: Capture) -> Extracted:
        """Read one capture, and count it."""
        self.counts.extractions += 1
        return self.extractor.extract(capture)

    def _documents(self, scan: Scan, file: FileSeen, told: list[Event]) -> "Iterator[_Found]":
        nothing = True
        for capture in self._captures(scan.folder, file):
            nothing = False
            if isinstance(capture, SourceError):
                told.append(PageLost(url=capture.source, reason=capture.reason))
                yield _document(scan, file, capture.source, None, capture.reason), None, None
                continue
            try:
                page, extracted = self._page(capture, site_address(file.path))
            except SourceError as exc:
                told.append(PageLost(url=capture.url, reason=exc.reason))
                yield _document(scan, file, capture.url, None, exc.reason), None, None
                continue
            if extracted is not None:
                told += [PartLost(url=capture.url, reason=note) for note in extracted.notes]
            yield _document(scan, file, capture.url, page.id, None), page, extracted
        if nothing:
            url = _url(scan.folder / file.path)
            told.append(PageLost(url=url, reason="holds no readable document"))
            yield _document(scan, file, url, None, "holds no readable document"), None, None

    def _page(self, capture: Capture, address: str) -> tuple[Page, Extracted | None]:
        """The page of `capture`; extracted only when the store does not have this very content yet.

        A document that does not name its own address gets the one its place in a mirrored site stands for.
        """
        page_id = Page.id_of(capture.url, sha256(capture.body))
        with self.store.read() as db:
            known = page_by_id(db, page_id)
        if known is not None:
            return known, None
        extracted = self.extract(capture)
        if not extracted.canonical and address:
            extracted = replace(extracted, canonical=address)
        return Page.of(capture, extracted), extracted

    def _captures(self, folder: Path, file: FileSeen) -> Iterator[Capture | SourceError]:
        path = folder / file.path
        url = _url(path)
        if file.trouble is not None:
            yield SourceGarbled(url, file.trouble)
            return
        limit = MAX_CONTAINER_BYTES if file.is_container else MAX_DOCUMENT_BYTES
        if file.size > limit:
            yield SourceTooLarge(url, f"has {file.size} bytes; the limit is {limit}")
            return
        if file.is_container:
            for item in self.open_container(path):
                yield _named_to_leave(item) if isinstance(item, Capture) else _placed(item, path)
            return
        try:
            body = path.read_bytes()
        except OSError as exc:
            yield SourceGarbled(url, f"cannot be read: {exc.strerror}")
            return
        yield Capture(
            url=url,
            body=body,
            media_type=MEDIA_TYPES[path.suffix.lower()],
            charset=None,
            fetched_at=self.clock(),
            source_tag="library",
        )

    def _shelve(self, db: Any, document: Document, page: Page | None, extracted: Extracted | None) -> None:
        if page is not None and extracted is not None and save_page(db, page, extracted):
            add_passages(db, self.cut_passages(page, extracted.text, extracted.pieces))
        save_document(db, document, self.clock())

    def _unshelve(self, db: Any, library_id: str, old: Sequence[Document], kept: set[str]) -> None:
        """Let go of what a file held before: records that are gone, and pages nobody holds any more."""
        remove_documents(db, library_id, [document.url for document in old if document.url not in kept])
        pages = sorted({document.page_id for document in old if document.page_id is not None})
        remove_pages(db, unshelved(db, pages))
        delete_pages(db, orphans(db, pages))

    def _drop(self, scan: Scan) -> None:
        with self.store.write() as db:
            self._unshelve(db, scan.library_id, scan.gone, set())


_HOST = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}")


def site_address(path: Path) -> str:
    """The address that `host/path/page.html` stands for, as `wget -r` saves a site; empty for any other path."""
    host = path.parts[0].lower() if len(path.parts) > 1 else ""
    return f"https://{quote(os.fsencode(path))}" if _HOST.fullmatch(host) and _has_public_suffix(host) else ""


@lru_cache(maxsize=1024)
def _has_public_suffix(host: str) -> bool:
    import tldextract

    return bool(tldextract.TLDExtract(suffix_list_urls=(), cache_dir=None)(host).suffix)


def _same(documents: Sequence[Document], file: FileSeen) -> bool:
    return bool(documents) and all((d.size, d.mtime_ns) == (file.size, file.mtime_ns) for d in documents)


def _document(scan: Scan, file: FileSeen, url: str, page_id: str | None, lost: str | None) -> Document:
    return Document(
        library_id=scan.library_id,
        url=url,
        path=_text(file.path),
        size=file.size,
        mtime_ns=file.mtime_ns,
        page_id=page_id,
        lost=lost,
    )


def _indexed(document: Document, page: Page | None, extracted: Extracted | None, done: int, total: int) -> Event:
    return DocumentIndexed(
        url=document.url,
        title="" if page is None else page.title,
        lang="" if page is None else page.lang,
        fragments=0 if extracted is None else len(extracted.pieces),
        done=done,
        total=total,
    )


def _placed(loss: SourceError, path: Path) -> SourceError:
    """What is lost in an archive, by its place in this file: two archives of one name lie in two folders."""
    if "://" in loss.source:
        return loss
    inside = loss.source.removeprefix(path.name)
    return type(loss)(source=_url(path) + quote(inside, errors="replace"), reason=loss.reason)


def _named_to_leave(found: Capture) -> Capture:
    """A page out of somebody's archive, under the address that may leave (decision 021)."""
    return replace(found, url=Url(masked_url(found.url)))


def _url(path: Path) -> Url:
    return Url(path.as_uri())


def _text(path: Path) -> str:
    """A path as text that any database can hold, whatever bytes its name has; `_path` undoes it."""
    return quote(os.fsencode(path))


def _path(text: str) -> Path:
    return Path(os.fsdecode(unquote_to_bytes(text)))
