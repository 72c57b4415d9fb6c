"""The page archive: every captured document and what was read out of it, one WARC file per page.

Comes in: a page, its raw capture and its extracted text. Goes out: `<root>/<xx>/<page id>.warc.gz`, and later the
text, the capture or the places of its records. Keeping a page twice is keeping it once. It does not extract and
does not know tasks.
"""

import json
import re
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import Final

from tadori.archive.files import remove_abandoned, written_aside
from tadori.archive.records import (
    MEMBER_START,
    PlacedRecord,
    Record,
    broken_digests,
    member_bytes,
    new_record,
    read_members,
    warc_uri,
)
from tadori.errors import EvidenceBroken
from tadori.model.ids import Url, sha256, text_hash
from tadori.model.page import Capture, Page
from tadori.model.web import Exchange

DOCUMENT_KINDS: Final = frozenset({"resource", "response"})
"""Kinds of record that hold the document itself."""
TEXT_KIND: Final = "conversion"
CAPTURE_HEADER: Final = "Tadori-Capture"
"""What WARC has no exact place for: address as given, type and charset as decided, source tag; one line of JSON."""

_PAGE_ID: Final = re.compile(r"pg_[0-9a-f]{24}")
_TOKEN: Final = re.compile(r"[A-Za-z0-9!#$&^_.+-]+")
_MEDIA_TYPE: Final = re.compile(r"[A-Za-z0-9!#$&^_.+-]+/[A-Za-z0-9!#$&^_.+-]+")
_ENDING: Final = ".warc.gz"


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordPlace:
    """Where one record of a page stands."""

    filename: str
    kind: str
    offset: int
    length: int


@dataclass(frozen=True, slots=True)
class PageArchive:
    """All pages of one home. Implements the `TextArchive` door."""

    root: Path

    def keep(self, page: Page, capture: Capture, text: str, *, exchange: Exchange | None = None) -> str:
        """Archive `page` and return its id; a page that is already there, with this text, is left as it is.

        A page whose text was read anew (by a newer extractor) or whose file is damaged is replaced as a whole.

        Raises:
            EvidenceBroken: `capture` or `text` is not what `page` names.
            StorageFull: the disk is full; nothing stands under the page's name.
        """
        path = self.path(page.id)
        if not self._holds(page):
            data = b"".join(member_bytes(record) for record in page_records(page, capture, text, exchange))
            with written_aside(path) as stream:
                stream.write(data)
        return page.id

    def text(self, page_id: str) -> str:
        """The extracted text of a page.

        Raises:
            EvidenceBroken: the page is not archived, or its text record is damaged.
        """
        data = self.members(page_id)
        # The text is the last member: found from the end, the document before it need not be unpacked.
        start = data.rfind(MEMBER_START)
        place = self.path(page_id).name
        if start < 0:
            raise EvidenceBroken(f"{place}: no WARC record in it")
        return text_of(_only(data[start:], f"{place} from byte {start}"), place)

    def body(self, page_id: str) -> Capture:
        """The document as it was captured.

        Raises:
            EvidenceBroken: the page is not archived, or its document record is damaged.
        """
        place = self.path(page_id).name
        for placed in self.records(page_id):
            if placed.record.kind in DOCUMENT_KINDS:
                return capture_of(placed.record, place)
        raise EvidenceBroken(f"{place}: no document record in it")

    def has(self, page_id: str) -> bool:
        return self.path(page_id).exists()

    def forget(self, page_id: str) -> bool:
        """Delete a page; false when it was not there."""
        try:
            self.path(page_id).unlink()
        except FileNotFoundError:
            return False
        return True

    def clean(self) -> int:
        """Remove what a crash left half written, and say how many files that were."""
        return remove_abandoned(self.root, "*/*")

    def record_places(self, page_id: str) -> tuple[RecordPlace, ...]:
        """Where each record of a page stands, in the order of the file."""
        name = self.path(page_id).name
        return tuple(
            RecordPlace(filename=name, kind=placed.record.kind, offset=placed.offset, length=placed.length)
            for placed in self.records(page_id)
        )

    def records(self, page_id: str) -> tuple[PlacedRecord, ...]:
        """All records of a page with their places."""
        data = self.members(page_id)
        return tuple(read_members(BytesIO(data), length=len(data), name=self.path(page_id).name))

    def members(self, page_id: str) -> bytes:
        """A page's file as it is: gzip members, one for each record."""
        try:
            return self.path(page_id).read_bytes()
        except FileNotFoundError as exc:
            raise EvidenceBroken(f"{page_id}: not in the archive") from exc

    def path(self, page_id: str) -> Path:
        """Where a page's file is or would be. An id that is none is refused: it could name any file."""
        if not _PAGE_ID.fullmatch(page_id):
            raise EvidenceBroken(f"{page_id[:80]!r} is not a page id")
        return self.root / page_id[3:5] / f"{page_id}{_ENDING}"

    def _holds(self, page: Page) -> bool:
        """Whether this page is kept with this very text."""
        try:
            return text_hash(self.text(page.id)) == page.text_hash
        except EvidenceBroken:
            return False


def page_records(page: Page, capture: Capture, text: str, exchange: Exchange | None = None) -> tuple[Record, ...]:
    """The records of one page: the document (with its request, from the web), then the text read out of it.

    Raises:
        EvidenceBroken: `capture` or `text` is not what `page` names.
    """
    if sha256(capture.body) != page.content_hash or text_hash(text) != page.text_hash:
        raise EvidenceBroken(f"{page.id}: its document or text is not the one the page names")
    uri, date = warc_uri(page.url), page.fetched_at
    document = _document(page, capture, exchange)
    if exchange is not None and document.payload != capture.body:
        raise EvidenceBroken(f"{page.id}: its response head does not end where its body begins")
    refers = (("WARC-Refers-To", document.header("WARC-Record-ID") or ""),)
    words = new_record(
        TEXT_KIND, uri=uri, date=date, content_type="text/plain; charset=utf-8", block=text.encode(), extra=refers
    )
    if exchange is None:
        return document, words
    concurrent = (("WARC-Concurrent-To", document.header("WARC-Record-ID") or ""),)
    request = new_record(
        "request",
        uri=uri,
        date=date,
        content_type="application/http; msgtype=request",
        block=exchange.request,
        extra=concurrent,
    )
    return request, document, words


def capture_of(record: Record, place: str) -> Capture:
    """The capture that a document record holds.

    Raises:
        EvidenceBroken: the record is damaged or was not written by a page archive.
    """
    _whole(record, place)
    try:
        facts = json.loads(record.header(CAPTURE_HEADER) or "")
        url, media_type, charset, source_tag = (facts[key] for key in ("url", "media_type", "charset", "source_tag"))
        fetched_at = datetime.fromisoformat(record.header("WARC-Date") or "")
    except (ValueError, KeyError, TypeError, RecursionError) as exc:
        raise EvidenceBroken(f"{place}: its {CAPTURE_HEADER} or WARC-Date header cannot be read") from exc
    named = isinstance(url, str) and isinstance(media_type, str) and isinstance(source_tag, str)
    if not named or not isinstance(charset, str | None) or fetched_at.tzinfo is None:
        raise EvidenceBroken(f"{place}: its {CAPTURE_HEADER} or WARC-Date header has the wrong form")
    if warc_uri(url) != record.header("WARC-Target-URI"):
        raise EvidenceBroken(f"{place}: WARC-Target-URI is not the address in {CAPTURE_HEADER}")
    return Capture(
        url=Url(url),
        body=record.payload,
        media_type=media_type,
        charset=charset,
        fetched_at=fetched_at,
        source_tag=source_tag,
    )


def text_of(record: Record, place: str) -> str:
    """The extracted text that a conversion record holds.

    Raises:
        EvidenceBroken: the record is damaged or holds something else.
    """
    if record.kind != TEXT_KIND:
        raise EvidenceBroken(f"{place}: no text record where one belongs")
    _whole(record, place)
    try:
        return record.block.decode("utf-8")
    except UnicodeDecodeError as exc:
        raise EvidenceBroken(f"{place}: its text is not UTF-8") from exc


def _document(page: Page, capture: Capture, exchange: Exchange | None) -> Record:
    facts = {
        "url": page.url,
        "media_type": capture.media_type,
        "charset": capture.charset,
        "source_tag": capture.source_tag,
    }
    extra = ((CAPTURE_HEADER, json.dumps(facts, ensure_ascii=True, sort_keys=True)),)
    uri = warc_uri(page.url)
    if exchange is None:
        kind = _content_type(capture)
        return new_record("resource", uri=uri, date=page.fetched_at, content_type=kind, block=capture.body, extra=extra)
    return new_record(
        "response",
        uri=uri,
        date=page.fetched_at,
        content_type="application/http; msgtype=response",
        block=exchange.response + capture.body,
        extra=extra,
    )


def _content_type(capture: Capture) -> str:
    """A header-safe content type; the exact words of the capture stand in its own header."""
    kind = capture.media_type if _MEDIA_TYPE.fullmatch(capture.media_type) else "application/octet-stream"
    return f"{kind}; charset={capture.charset}" if capture.charset and _TOKEN.fullmatch(capture.charset) else kind


def _only(data: bytes, place: str) -> Record:
    placed = list(read_members(BytesIO(data), length=len(data), name=place))
    if len(placed) != 1:
        raise EvidenceBroken(f"{place}: {len(placed)} records where one belongs")
    return placed[0].record


def _whole(record: Record, place: str) -> None:
    problems = broken_digests(record)
    if problems:
        raise EvidenceBroken(f"{place}: {problems[0]} ({record.kind} record)")
