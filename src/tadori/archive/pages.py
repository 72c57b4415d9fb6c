"""The page archive: every captured document and its extracted text, one WARC file per page.

Comes in: a page, its raw capture, its extracted text and, from the web, its HTTP exchange. Goes out:
`<root>/<xx>/<page id>.warc.gz`, and later the text, the capture or the offsets of its records. Storing a page twice
stores it once. A visit that found it unchanged is a small file beside it (decision 007). It does not extract text and
does not know tasks.
"""

import os
import re
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Final

from tadori.archive.files import DAMAGED, atomic_write, remove, remove_abandoned, set_aside_others, sync_files
from tadori.archive.page_records import capture_of, check_page_records, is_document, page_records, response_of, text_of
from tadori.archive.records import (
    MEMBER_START,
    PlacedRecord,
    WarcRecord,
    broken_digests,
    member_bytes,
    read_heads,
    read_members,
    warc_date,
)
from tadori.archive.web import WebFacts, revisit_records
from tadori.errors import EvidenceBroken
from tadori.model.ids import sha256, text_hash
from tadori.model.page import Capture, Page
from tadori.model.web import Exchange, Hop

SYNC_PAGES: Final = 32
SYNC_SECONDS: Final = 5.0
"""Pages are synced in batches: of so many, or when the first has waited so long and another comes."""


OnRepaired = Callable[[str], None]
"""Called with the damage that was found when a page's file was rewritten."""


def ignore_repair(_: str) -> None:
    """The default: the damage is not reported."""


_PAGE_ID: Final = re.compile(r"pg_[0-9a-f]{24}")
_ENDING: Final = ".warc.gz"


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordPlace:
    """Where one record of a page is stored."""

    filename: str
    kind: str
    offset: int
    length: int


class SyncQueue:
    """Written files that survive a killed process but not yet a power cut, until they are synced in a batch.

    Syncing one page costs as much CPU as fetching it; a few dozen at once cost little more than one.
    """

    def __init__(self) -> None:
        self._paths: list[Path] = []
        self._since = 0.0
        self._lock = threading.Lock()

    def add(self, path: Path) -> None:
        now = time.monotonic()
        with self._lock:
            if not self._paths:
                self._since = now
            self._paths.append(path)
            due = len(self._paths) >= SYNC_PAGES or now - self._since >= SYNC_SECONDS
        if due:
            self.sync()

    def sync(self) -> None:
        with self._lock:
            paths, self._paths = self._paths, []
        sync_files(paths)


@dataclass(frozen=True, slots=True)
class PageArchive:
    """All pages of one home. Implements `TextArchive`."""

    root: Path
    _unsynced: "SyncQueue" = field(default_factory=lambda: SyncQueue(), compare=False, repr=False)

    def sync(self) -> None:
        """Sync everything to disk, so that it survives a power cut, not only a kill."""
        self._unsynced.sync()

    def keep(
        self,
        page: Page,
        capture: Capture,
        text: str,
        *,
        web: WebFacts | None = None,
        mended: OnRepaired = ignore_repair,
    ) -> str:
        """Archive `page` and return its id; a page that is already there, intact and with this text, is left as it is.

        A page with another text (of a newer extractor) or a damaged file is replaced as a whole; `mended` is called
        with the damage that was found.

        Raises:
            EvidenceBroken: `capture` or `text` is not what `page` names, or the file cannot be written.
            StorageFull: the disk is full; nothing stands under the page's name.
        """
        fault = self._fault(page) if self.has(page.id) else None  # A look whether it is there is cheaper.
        if fault != "":
            self.rewrite(page.id, page_records(page, capture, text, web))
            if fault is not None:
                mended(fault)
        return page.id

    def rewrite(self, page_id: str, records: Sequence[WarcRecord]) -> None:
        """Replace the page's file by one with these `records`.

        Raises:
            EvidenceBroken: the file cannot be written.
            StorageFull: the disk is full; the page is as it was.
        """
        path, data = self.path(page_id), b"".join(member_bytes(record) for record in records)
        try:
            self._write(path, data)
        except OSError:
            # A folder, or something we may not write, is in the way: set it aside and try once more.
            try:
                set_aside_others(self.root, path)
                self._write(path, data)
            except OSError as exc:
                raise EvidenceBroken(f"{self.place(page_id)}: cannot be written: {exc.strerror}") from exc

    def _write(self, path: Path, data: bytes) -> None:
        with atomic_write(path, sync=False) as stream:
            stream.write(data)
        self._unsynced.add(path)

    def damage(self, page_id: str) -> str:
        """What is wrong with a page's file, and where; empty when all its records are there and intact."""
        try:
            check_page_records([placed.record for placed in self.records(page_id)], page_id, self.place(page_id))
        except EvidenceBroken as exc:
            return str(exc)
        return ""

    def place(self, page_id: str) -> str:
        """The path of a page's file, as shown to people: relative to the archive's parent folder."""
        path = self.path(page_id)
        return f"{self.root.name}/{path.parent.name}/{path.name}"

    def note_revisit(
        self, page_id: str, exchange: Exchange, *, at: datetime, address: str | None = None, hops: Sequence[Hop] = ()
    ) -> None:
        """Store a visit that the server answered with 304, as a revisit record beside the page.

        Raises:
            EvidenceBroken: the page is not archived or did not come from the web, or the answer is not 304.
            StorageFull: the disk is full; the page is as it was.
        """
        place = self.path(page_id)
        original = response_of([*read_heads(self.members(page_id), name=self.place(page_id))], self.place(page_id))
        salt = f"{page_id} {warc_date(at)}"
        records = revisit_records(original, exchange, at=at, address=address, hops=hops, salt=salt)
        # Named by time and content: two processes cannot lose each other's notes, and noting twice is noting once.
        name = f"{page_id}.{_stamp(at)}-{sha256(records[-1].id.encode())[:8]}{_ENDING}"
        with atomic_write(place.with_name(name), sync=False) as stream:
            stream.write(b"".join(member_bytes(record) for record in records))
        self._unsynced.add(place.with_name(name))

    def revisits(self, page_id: str, *, until: datetime | None = None) -> tuple[bytes, ...]:
        """The revisits (up to `until`) of the stored page, oldest first: gzip members.

        Revisits of an earlier, replaced file of this page are left out, because the record they refer to is gone. So
        are damaged notes; `damage.py` finds those.
        """
        files = sorted(self.note_files(page_id), key=lambda path: path.name)
        last = None if until is None else _stamp(until)
        timely = [path for path in files if last is None or path.name.split(".")[1].partition("-")[0] <= last]
        if not timely:
            return ()
        known = {record.id for record in read_heads(self.members(page_id), name=self.place(page_id))}
        found = [note for path in timely if (note := read_note(path)) is not None]
        return tuple(data for data, last in found if last.header("WARC-Refers-To") in known)

    def text(self, page_id: str) -> str:
        """The extracted text of a page.

        Raises:
            EvidenceBroken: the page is not archived, or its text record is damaged.
        """
        place = self.place(page_id)
        return text_of(_last(self.members(page_id), place), place)

    def body(self, page_id: str) -> Capture:
        """The document as it was captured.

        Raises:
            EvidenceBroken: the page is not archived, or its document record is damaged.
        """
        place = self.place(page_id)
        for placed in self.records(page_id):
            if is_document(placed.record):
                return capture_of(placed.record, place)
        raise EvidenceBroken(f"{place}: no document record in it")

    def has(self, page_id: str) -> bool:
        """Whether the page's path exists; `damage` says whether it holds the page."""
        return os.path.lexists(self.path(page_id))

    def forget(self, page_id: str) -> bool:
        """Delete a page, its revisit notes and everything set aside for it; false when there was no page."""
        page = self.path(page_id)
        # The page last: after a crash it still says that there is something to forget.
        for path in [*self.note_files(page_id), *page.parent.glob(f"{page_id}.*{DAMAGED}*")]:
            remove(path)
        if not self.has(page_id):
            return False
        remove(page)
        return True

    def clean(self) -> int:
        """Remove half-written files that a crash left, and return their number."""
        return remove_abandoned(self.root, "*/*")

    def record_places(self, page_id: str) -> tuple[RecordPlace, ...]:
        """Where each record of a page is stored, in file order."""
        name = self.path(page_id).name
        return tuple(
            RecordPlace(filename=name, kind=placed.record.kind, offset=placed.offset, length=placed.length)
            for placed in self.records(page_id)
        )

    def records(self, page_id: str) -> tuple[PlacedRecord, ...]:
        """All records of a page with their places."""
        data = self.members(page_id)
        return tuple(read_members(BytesIO(data), length=len(data), name=self.place(page_id)))

    def members(self, page_id: str) -> bytes:
        """A page's file as it is: gzip members, one for each record."""
        try:
            return self.path(page_id).read_bytes()
        except FileNotFoundError as exc:
            raise EvidenceBroken(f"{self.place(page_id)}: not in the archive") from exc
        except OSError as exc:
            raise EvidenceBroken(f"{self.place(page_id)}: cannot be read: {exc.strerror}") from exc

    def path(self, page_id: str) -> Path:
        """Where a page's file is or would be. An id that is none is refused: it could name any file."""
        if not _PAGE_ID.fullmatch(page_id):
            raise EvidenceBroken(f"{page_id[:80]!r} is not a page id")
        return self.root / page_id[3:5] / f"{page_id}{_ENDING}"

    def note_files(self, page_id: str) -> list[Path]:
        """The files of visits noted beside a page."""
        return [*self.path(page_id).parent.glob(f"{page_id}.*{_ENDING}")]

    def _fault(self, page: Page) -> str | None:
        """What is wrong with the file of this page (empty: nothing); None when it only has another text."""
        fault = self.damage(page.id)
        if not fault and text_hash(self.text(page.id)) != page.text_hash:
            return None
        return fault


def read_note(path: Path) -> tuple[bytes, WarcRecord] | None:
    """The bytes of a noted visit and its revisit record; None when they are damaged."""
    try:
        data = path.read_bytes()
        placed = [one.record for one in read_members(BytesIO(data), length=len(data), name=path.name)]
    except (OSError, EvidenceBroken):
        return None
    whole = placed and placed[-1].kind == "revisit" and not any(broken_digests(record) for record in placed)
    return (data, placed[-1]) if whole else None


def _last(data: bytes, place: str) -> WarcRecord:
    """The last record of a file, found from its end: what stands before it need not be unpacked."""
    start = data.rfind(MEMBER_START)
    if start < 0:
        raise EvidenceBroken(f"{place}: no WARC record in it")
    return _only(data[start:], f"{place} from byte {start}")


def _stamp(moment: datetime) -> str:
    """A moment as part of a file name that sorts by time."""
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%S%f}"


def _only(data: bytes, place: str) -> WarcRecord:
    placed = list(read_members(BytesIO(data), length=len(data), name=place))
    if len(placed) != 1:
        raise EvidenceBroken(f"{place}: {len(placed)} records where one belongs")
    return placed[0].record
