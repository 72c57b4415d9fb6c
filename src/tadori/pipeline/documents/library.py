"""Folders of documents as sources: compares them with the store, and reads documents back when a hit is followed.

Comes in: a folder, or the URL of a document. Goes out: which files have changed, and the bytes of documents. It writes
nothing; `pipeline/documents/indexing.py` indexes what has changed.
"""

import os
import re
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from urllib.parse import quote, unquote_to_bytes

from tadori.errors import SourceError, SourceGarbled, SourceTooLarge, WrongCall
from tadori.events import LibraryScanned
from tadori.extract.file_types import media_type_of
from tadori.model.doors import Clock, Extractor, Passage
from tadori.model.ids import Url
from tadori.model.page import Capture, Extracted, Page, TextElement
from tadori.model.thresholds import MAX_DOCUMENT_BYTES
from tadori.model.web_thresholds import MAX_CONTAINER_BYTES
from tadori.pipeline.documents.folders import FolderListing, LibraryFile, list_folder
from tadori.store.database import Store
from tadori.store.libraries import LibraryDocument, document_at, documents_of, folder_of, library_id_of
from tadori.text.public_suffix import suffix_labels
from tadori.text.url_secrets import masked_url

OpenContainer = Callable[[Path], Iterator[Capture | SourceError]]
CutPassages = Callable[[Page, str, Sequence[TextElement]], list[Passage]]
_COUNTING = threading.Lock()


@dataclass(slots=True)
class WorkCounts:
    """Counts of the costly work that was really done; a second run of the same question shows zeros."""

    extractions: int = 0
    judged: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderScan:
    """The differences between a folder and its rows in the store."""

    library_id: str
    folder: Path
    changed: tuple[LibraryFile, ...]
    gone: tuple[LibraryDocument, ...]
    known: Mapping[str, Sequence[LibraryDocument]]
    """Path → the documents of that file in the store."""
    seen: FolderListing


@dataclass(frozen=True, slots=True)
class Library:
    """Scans folders and reads their documents."""

    store: Store
    extractor: Extractor
    open_container: OpenContainer
    cut_passages: CutPassages
    clock: Clock
    at_once: int = 1
    """How many documents the extractor reads in parallel."""
    counts: WorkCounts = field(default_factory=WorkCounts)

    def scan(self, folder: Path) -> FolderScan:
        """What has changed in `folder` since it was last indexed.

        Raises:
            WrongCall: there is no such folder.
        """
        if not folder.is_dir():
            raise WrongCall(f"{folder} is not a folder; give --library a folder of documents")
        library_id = library_id_of(str(folder))
        with self.store.read() as db:
            known = documents_of(db, library_id)
        by_path: dict[str, list[LibraryDocument]] = defaultdict(list)
        for document in known:
            by_path[document.path].append(document)
        seen = list_folder(folder)
        changed = tuple(f for f in seen.files if not _same(by_path.get(path_text(f.path), []), f))
        present = {path_text(f.path) for f in seen.files}
        gone = tuple(d for d in known if d.path not in present)
        return FolderScan(library_id=library_id, folder=folder, changed=changed, gone=gone, known=by_path, seen=seen)

    def scan_event(self, scan: FolderScan) -> LibraryScanned:
        return LibraryScanned(
            folder=str(scan.folder),
            documents=len(scan.seen.files),
            changed=len(scan.changed),
            removed=len(scan.gone),
            ignored=scan.seen.ignored,
            left_out=tuple((group.reason, group.files) for group in scan.seen.left_out),
        )

    def document(self, url: Url, folders: Sequence[str] = ()) -> Capture:
        """The bytes of a document in one of `folders`; without any, in some library.

        Raises:
            SourceError: it is not in any library, or the file is gone.
        """
        # Two saved archives may hold one address with two contents: each folder answers with its own.
        where = [library_id_of(folder) for folder in folders] or None
        with self.store.read() as db:
            document = document_at(db, url, where)
            folder = None if document is None else folder_of(db, document.library_id)
        if document is None or folder is None:
            raise SourceError(url, "is not in any library")
        file = LibraryFile(path=_path(document.path), size=document.size, mtime_ns=document.mtime_ns)
        for capture in self.captures(Path(folder), file):
            # Rows written before decision 021 still have URLs with secrets in them.
            if isinstance(capture, Capture) and capture.url == masked_url(url):
                return capture
        raise SourceError(url, "is no longer in its library")

    def extract(self, capture: Capture) -> Extracted:
        """Extract one capture, and count it. May be called from any thread."""
        # Called from several reader threads; `+=` is not atomic.
        with _COUNTING:
            self.counts.extractions += 1
        return self.extractor.extract(capture)

    def captures(self, folder: Path, file: LibraryFile) -> Iterator[Capture | SourceError]:
        """The documents in a file, and an error for each one that cannot be read."""
        path = folder / file.path
        url = file_url(path)
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
            media_type=media_type_of(path.name) or "text/plain",
            charset=None,
            fetched_at=self.clock(),
            source_tag="library",
        )


_HOST = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}")


def saved_address(folder: Path, path: Path) -> str:
    """The URL that the file at `path` in `folder` was saved from; empty when the path names no host.

    The folder may itself be the folder of the host: then a file has the same address as in the folder around it.
    """
    return site_address(path) or site_address(folder.name / path)


def site_address(path: Path) -> str:
    """The URL that `host/path/page.html` was saved from, as `wget -r` does; empty for any other path."""
    host = path.parts[0].lower() if len(path.parts) > 1 else ""
    return f"https://{quote(os.fsencode(path))}" if _HOST.fullmatch(host) and _has_public_suffix(host) else ""


@lru_cache(maxsize=1024)
def _has_public_suffix(host: str) -> bool:
    labels, at = suffix_labels(host, private=False)
    return at < len(labels)


def _same(documents: Sequence[LibraryDocument], file: LibraryFile) -> bool:
    return bool(documents) and all((d.size, d.mtime_ns) == (file.size, file.mtime_ns) for d in documents)


def _placed(loss: SourceError, path: Path) -> SourceError:
    """The error with a full URL of its place: two containers of one name may lie in two folders."""
    if "://" in loss.source:
        return loss
    inside = loss.source.removeprefix(path.name)
    return type(loss)(source=file_url(path) + quote(inside, errors="replace"), reason=loss.reason)


def _named_to_leave(found: Capture) -> Capture:
    """A page from a container, with the secrets in its URL masked (decision 021)."""
    return replace(found, url=Url(masked_url(found.url)))


def file_url(path: Path) -> Url:
    return Url(path.as_uri())


def path_text(path: Path) -> str:
    """A path as text that any database can store, whatever bytes it has; `_path` reverses it."""
    return quote(os.fsencode(path))


def _path(text: str) -> Path:
    return Path(os.fsdecode(unquote_to_bytes(text)))
