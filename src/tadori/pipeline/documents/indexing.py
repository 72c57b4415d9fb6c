"""Indexes a folder of documents in batches.

Comes in: a scan of the folder. Goes out: batches in folder order. The caller writes each batch in one transaction
before it asks for the next, so a kill loses nothing and repeats at most one batch. Documents are read in parallel, a
few ahead of the batch. A file that cannot be read becomes a document row with the reason and an event; it never stops
the rest.
"""

import threading
from collections import deque
from collections.abc import Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any

from tadori.errors import SourceError, SourceGarbled
from tadori.events import DocumentIndexed, Emit, PageLost, PartLost
from tadori.model.doors import Clock
from tadori.model.ids import sha256
from tadori.model.page import Capture, Extracted, Page
from tadori.pipeline.documents.folders import LibraryFile
from tadori.pipeline.documents.library import FolderScan, Library, file_url, path_text, saved_address
from tadori.store.lexical import PassageTerms, add_passages, is_indexed, remove_pages, with_terms
from tadori.store.libraries import (
    LibraryDocument,
    add_library,
    pages_in_no_library,
    remove_documents,
    save_document,
    unused_pages,
)
from tadori.store.pages import delete_pages, fragments_of, page_by_id, page_text, save_page
from tadori.store.unread import save_left_out

BATCH_DOCUMENTS = 64
BATCH_CHARS = 2_000_000
"""A batch is full at this many documents or characters: about one second of work."""
AHEAD_BYTES = 30_000_000
"""Bytes of documents that may be read ahead before the oldest must be finished."""
_UNFINISHED = -1
"""Recorded size of a document whose container is not fully read. No file has it, so a kill leads to a re-read."""


@dataclass(frozen=True, slots=True)
class _Begun:
    """A document whose reading has begun, or the end of a file (no `source`)."""

    file: LibraryFile
    source: Capture | SourceError | None = None
    page_id: str = ""
    reading: Future[Extracted] | None = None
    """None for a page that is in the store, or will be by the time it is needed."""

    @property
    def size(self) -> int:
        return len(self.source.body) if isinstance(self.source, Capture) else 0


@dataclass(frozen=True, slots=True)
class _Read:
    """A document ready to be written to the store."""

    document: LibraryDocument
    page: Page | None = None
    extracted: Extracted | None = None
    """None when this content was already in the store."""
    passages: tuple[PassageTerms, ...] = ()
    """Those that are not indexed yet."""


@dataclass(frozen=True, slots=True)
class _FileEnd:
    """A file that has been read completely."""

    path: str
    earlier: tuple[LibraryDocument, ...]
    """Its documents that earlier batches wrote as unfinished."""
    urls: frozenset[str]
    """URLs of all documents that it contains now."""


@dataclass(slots=True, kw_only=True)
class IndexBatch:
    """Documents of a folder that are written in one transaction."""

    scan: FolderScan
    clock: Clock
    is_first: bool
    left: int = 0
    """Number of files not completely read yet."""
    documents: list[_Read] = field(default_factory=list)
    files: list[_FileEnd] = field(default_factory=list)

    def save(self, db: Any) -> None:
        """Write the batch. Removals come last: another file of the batch may now contain a removed document."""
        at = self.clock()
        library_id = add_library(db, str(self.scan.folder), at)
        save_left_out(db, library_id, [(group.reason, group.files) for group in self.scan.seen.left_out])
        for read in self.documents:
            if read.page is not None and read.extracted is not None:
                save_page(db, read.page, read.extracted)
            add_passages(db, read.passages)
            save_document(db, read.document, at)
        before = list(self.scan.gone) if self.is_first else []
        remove_documents(db, before)
        for end in self.files:
            for document in end.earlier:
                save_document(db, document, at)
            held = self.scan.known.get(end.path, ())
            remove_documents(db, [one for one in held if one.url not in end.urls])
            before += held
        pages = sorted({one.page_id for one in before if one.page_id is not None})
        remove_pages(db, pages_in_no_library(db, pages))
        delete_pages(db, unused_pages(db, pages))


class FolderIndexing:
    """Indexes one folder. It must be closed, also after an error."""

    def __init__(self, library: Library, scan: FolderScan) -> None:
        self._library = library
        self._scan = scan
        self._threads = ThreadPoolExecutor(max_workers=library.at_once + 1, thread_name_prefix="read")
        """Threads that wait for the reader processes; one more than those, so that no process is ever idle."""
        self._busy = threading.Lock()
        self._stopped = False
        self._entries = self._ahead()
        self._batches = 0
        self._files_done = 0
        self._of_file: list[LibraryDocument] = []
        """The documents read so far of the current file."""
        self._underway: set[str] = set()
        self._unsaved: dict[str, Page] = {}
        """Pages of the last batch, which may not be in the store yet."""

    def batch(self, *, keep: Emit, show: Emit) -> IndexBatch:
        """The next batch; the previous one must be written. `keep` gets events for the log, `show` gets progress."""
        with self._busy:
            self._unsaved.clear()
            made = IndexBatch(scan=self._scan, clock=self._library.clock, is_first=self._batches == 0)
            self._batches += 1
            self._fill(made, keep, show)
            made.left = len(self._scan.changed) - self._files_done
            return made

    def close(self) -> None:
        """Stop reading, after the documents that are being read are finished."""
        self._stopped = True
        with self._busy:
            self._entries.close()
            self._threads.shutdown(cancel_futures=True)

    def _fill(self, made: IndexBatch, keep: Emit, show: Emit) -> None:
        chars, since_end = 0, 0
        for one in self._entries:
            if one.source is None:
                self._end_file(made, one.file, since_end)
                since_end = 0
            else:
                read = self._read(one, one.source, keep)
                show(self._progress(read))
                made.documents.append(read)
                self._of_file.append(read.document)
                since_end += 1
                chars += 0 if read.extracted is None else len(read.extracted.text)
            full = chars >= BATCH_CHARS or len(made.documents) >= BATCH_DOCUMENTS
            if self._stopped or (full and (one.source is None or one.file.is_container)):
                break
        for at in range(len(made.documents) - since_end, len(made.documents)):
            read = made.documents[at]
            made.documents[at] = replace(read, document=replace(read.document, size=_UNFINISHED))

    def _end_file(self, made: IndexBatch, file: LibraryFile, in_batch: int) -> None:
        earlier = self._of_file[: len(self._of_file) - in_batch]
        urls = frozenset(document.url for document in self._of_file)
        made.files.append(_FileEnd(path_text(file.path), tuple(earlier), urls))
        self._of_file = []
        self._files_done += 1

    def _ahead(self) -> Generator[_Begun, None, None]:
        """Every document of the folder, in order, reading a few documents ahead of what is yielded."""
        begun: deque[_Begun] = deque()
        held = 0
        for one in self._begin_all():
            begun.append(one)
            held += one.size
            while len(begun) > 4 * self._library.at_once or held > AHEAD_BYTES:
                first = begun.popleft()
                held -= first.size
                yield first
        yield from begun

    def _begin_all(self) -> Iterator[_Begun]:
        for file in self._scan.changed:
            is_empty = True
            for source in self._library.captures(self._scan.folder, file):
                is_empty = False
                yield self._begin(file, source)
            if is_empty:
                loss = SourceGarbled(file_url(self._scan.folder / file.path), "holds no readable document")
                yield _Begun(file, loss)
            yield _Begun(file)

    def _begin(self, file: LibraryFile, source: Capture | SourceError) -> _Begun:
        if isinstance(source, SourceError):
            return _Begun(file, source)
        page_id = Page.id_of(source.url, sha256(source.body))
        if page_id in self._underway or page_id in self._unsaved or self._known(page_id) is not None:
            return _Begun(file, source, page_id)
        # The same content may appear twice in a folder: it is extracted once.
        self._underway.add(page_id)
        return _Begun(file, source, page_id, self._threads.submit(self._library.extract, source))

    def _known(self, page_id: str) -> Page | None:
        with self._library.store.read() as db:
            return page_by_id(db, page_id)

    def _read(self, one: _Begun, source: Capture | SourceError, keep: Emit) -> _Read:
        if isinstance(source, SourceError):
            keep(PageLost(url=source.source, reason=source.reason, in_folder=True))
            return _Read(self._document(one.file, source.source, lost=source.reason))
        try:
            page, extracted = self._page(one, source)
        except SourceError as exc:
            keep(PageLost(url=source.url, reason=exc.reason, in_folder=True))
            return _Read(self._document(one.file, source.url, lost=exc.reason))
        document = self._document(one.file, source.url, page_id=page.id)
        if extracted is None:
            return _Read(document, page, passages=self._passages_left_out(page))
        for note in extracted.notes:
            keep(PartLost(url=source.url, reason=note, in_folder=True))
        cut = self._library.cut_passages(page, extracted.text, extracted.pieces)
        return _Read(document, page, extracted, tuple(with_terms(cut)))

    def _passages_left_out(self, page: Page) -> tuple[PassageTerms, ...]:
        """The passages of a stored page that the index does not have.

        A task may have read the page from elsewhere, or keep a page whose document was removed and is back.
        """
        if page.id in self._unsaved:
            return ()
        with self._library.store.read() as db:
            if is_indexed(db, page.id):
                return ()
            text, fragments = page_text(db, page.id), fragments_of(db, page.id)
        return tuple(with_terms(self._library.cut_passages(page, text or "", [one.piece for one in fragments])))

    def _page(self, one: _Begun, capture: Capture) -> tuple[Page, Extracted | None]:
        """The page of a document, extracted if its content is new.

        A document without a canonical URL gets the one that its path in a mirrored site implies.
        """
        self._underway.discard(one.page_id)
        if one.reading is None:
            # Looked up again: a batch written since may have deleted what was known when reading began.
            known = self._unsaved.get(one.page_id) or self._known(one.page_id)
            if known is not None:
                return known, None
        extracted = self._library.extract(capture) if one.reading is None else one.reading.result()
        address = saved_address(self._scan.folder, one.file.path)
        if not extracted.canonical and address:
            extracted = replace(extracted, canonical=address)
        page = self._unsaved[one.page_id] = Page.of(capture, extracted)
        return page, extracted

    def _document(
        self, file: LibraryFile, url: str, *, page_id: str | None = None, lost: str | None = None
    ) -> LibraryDocument:
        return LibraryDocument(
            library_id=self._scan.library_id,
            url=url,
            path=path_text(file.path),
            size=file.size,
            mtime_ns=file.mtime_ns,
            page_id=page_id,
            lost=lost,
        )

    def _progress(self, read: _Read) -> DocumentIndexed:
        unchanged = len(self._scan.seen.files) - len(self._scan.changed)
        return DocumentIndexed(
            url=read.document.url,
            title="" if read.page is None else read.page.title,
            lang="" if read.page is None else read.page.lang,
            fragments=0 if read.extracted is None else len(read.extracted.pieces),
            done=unchanged + self._files_done + 1,
            total=len(self._scan.seen.files),
        )
