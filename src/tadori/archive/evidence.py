"""Reads an evidence file back, from the file alone: is it whole, and which pages are in it?

Comes in: an open `evidence.wacz`. Goes out: its root hash, its pages with the hashes of what really stands there,
and a `Problem` for every place that does not hold. What the report says is not looked at here; `run/verify` does.
Hostile input is expected: every size is bounded before it is used, and nothing but `EvidenceBroken` comes out.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, BinaryIO, Final

from tadori.archive.cdx import cdx_lines
from tadori.archive.container import Stored, first_difference, read_container
from tadori.archive.pages import DOCUMENT_KINDS, TEXT_KIND, capture_of, text_of
from tadori.archive.records import MEMBER_START, PlacedRecord, broken_digests, read_members
from tadori.archive.wacz import (
    INDEX,
    OWN,
    PACKAGE,
    PACKAGE_DIGEST,
    PAGES,
    WARC,
    WARC_NAME,
    Member,
    PageLine,
    package_digest_json,
    package_json,
    pages_jsonl,
)
from tadori.errors import EvidenceBroken
from tadori.model.ids import Sha256, Url, sha256, text_hash
from tadori.model.page import Capture, Page
from tadori.model.verification import Problem

MAX_MEMBER_BYTES: Final = 64_000_000
"""Of a member that is read whole; only the WARC file may be larger, and it is read record by record."""
MAX_UNPACKED_BYTES: Final = 16_000_000_000
"""Of all records together."""

# A changed byte costs one record. After this many the file is no longer evidence with a flaw.
_MOST_TORN: Final = 20
_CHUNK: Final = 1 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivedPage:
    """A page as the file holds it. The id follows from address and content, so it cannot be borrowed."""

    id: str
    url: Url
    fetched_at: datetime
    content_hash: Sha256
    text_hash: Sha256
    document_at: tuple[int, int]
    text_at: tuple[int, int]
    """Offset and length in the WARC file."""


@dataclass(frozen=True, slots=True)
class EvidenceFile:
    """An open evidence file. The stream is lent: whoever opened it closes it."""

    stream: BinaryIO
    stored: Mapping[str, Stored]

    def read(self, name: str) -> bytes:
        """One member, whole.

        Raises:
            EvidenceBroken: it is not there, or larger than anything we write.
        """
        if name not in self.stored:
            raise EvidenceBroken(f"{name}: is missing")
        one = self.stored[name]
        if one.size > MAX_MEMBER_BYTES:
            raise EvidenceBroken(f"{name}: {one.size} bytes, more than {MAX_MEMBER_BYTES}")
        self.stream.seek(one.member.data_offset)
        return self.stream.read(one.size)

    def capture(self, page: ArchivedPage) -> Capture:
        """The document of a page. Raises `EvidenceBroken` when its record is damaged."""
        return capture_of(self._record(page.document_at).record, page.id)

    def text(self, page: ArchivedPage) -> str:
        """The extracted text of a page. Raises `EvidenceBroken` when its record is damaged."""
        return text_of(self._record(page.text_at).record, page.id)

    def records(self, problems: list[Problem]) -> Iterator[PlacedRecord]:
        """Every record that can be read; a torn one goes to `problems` and reading goes on behind it.

        The stream belongs to this walk until it ends.
        """
        if WARC not in self.stored:
            return
        start, size = self.stored[WARC].member.data_offset, self.stored[WARC].size
        at = 0
        for _ in range(_MOST_TORN):
            self.stream.seek(start + at)
            try:
                for placed in read_members(self.stream, length=size - at, name=WARC, begin=at):
                    at = placed.offset + placed.length
                    yield placed
                return
            except EvidenceBroken as exc:
                problems.append(told(exc))
            at = self._next_member(start, at + 1, size)
        problems.append(Problem(place=WARC, what=f"more than {_MOST_TORN} torn records; the rest was not read"))

    def _record(self, place: tuple[int, int]) -> PlacedRecord:
        offset, length = place
        self.stream.seek(self.stored[WARC].member.data_offset + offset)
        return next(read_members(self.stream, length=length, name=WARC, begin=offset))

    def _next_member(self, start: int, at: int, size: int) -> int:
        """Where the next gzip member seems to begin, or the end of the WARC file."""
        keep = len(MEMBER_START) - 1
        self.stream.seek(start + at)
        before = b""
        while chunk := self.stream.read(min(_CHUNK, size - at)):
            window = before + chunk
            found = window.find(MEMBER_START)
            if found >= 0:
                return at - len(before) + found
            at += len(chunk)
            before = window[-keep:]
        return size


@dataclass(slots=True)
class Inspection:
    """What a walk over the file has found so far."""

    root_hash: Sha256 | None = None
    pages: dict[str, ArchivedPage] = field(default_factory=dict)
    records: int = 0
    problems: list[Problem] = field(default_factory=list)


def open_evidence(stream: BinaryIO, size: int) -> tuple[EvidenceFile, Inspection]:
    """The evidence in `stream` and everything that can be said about it without reading the report."""
    container = read_container(stream, size)
    # Of two members with one name the first counts; the second is already a problem.
    file = EvidenceFile(stream, {one.member.name: one for one in reversed(container.stored)})
    found = Inspection(problems=list(container.problems))
    if container.stored:
        _check_names(file, found)
        _check_package(file, found)
        _check_records(file, found)
        _check_page_list(file, found)
    return file, found


def _check_names(file: EvidenceFile, found: Inspection) -> None:
    for name in (WARC, PACKAGE, PACKAGE_DIGEST, INDEX, PAGES):
        if name not in file.stored:
            found.problems.append(Problem(place=name, what="is missing"))
    standard = {WARC, PACKAGE, PACKAGE_DIGEST, INDEX, PAGES}
    for name in file.stored:
        own = name.removeprefix(OWN)
        if name not in standard and (not name.startswith(OWN) or "/" in own or not own):
            found.problems.append(Problem(place=shown(name), what="is no part of an evidence file"))


def _check_package(file: EvidenceFile, found: Inspection) -> None:
    """Every member has the hash the package states, and the package is in the one form it can have."""
    try:
        package, digest = file.read(PACKAGE), file.read(PACKAGE_DIGEST)
    except EvidenceBroken as exc:
        found.problems.append(told(exc))
        return
    found.root_hash = sha256(package)
    if digest != package_digest_json(package):
        found.problems.append(Problem(place=PACKAGE_DIGEST, what=f"is not the digest of the {PACKAGE} in this file"))
    try:
        stated = _json_object(package, PACKAGE)
    except EvidenceBroken as exc:
        found.problems.append(told(exc))
        return
    listed = _listed(stated)
    right = package_json(listed, title=_string(stated, "title"), created=_string(stated, "created"))
    if package != right:
        byte = first_difference(package, right)
        found.problems.append(Problem(place=PACKAGE, what=f"is not in canonical form: first difference at byte {byte}"))
    names = [member.path for member in listed]
    if len(set(names)) != len(names) or {PACKAGE, PACKAGE_DIGEST} & set(names):
        found.problems.append(Problem(place=PACKAGE, what="lists a member twice, or itself"))
    found.problems += _listing_problems({member.path: member for member in listed}, file.stored)


def _listed(stated: Mapping[str, Any]) -> list[Member]:
    """The members a package names; what has another shape is left out, and the canonical form then differs."""
    resources = stated.get("resources")
    entries = [entry for entry in resources if isinstance(entry, dict)] if isinstance(resources, list) else []
    return [
        Member(path=_string(entry, "path"), hash=Sha256(_string(entry, "hash").removeprefix("sha256:")), size=size)
        for entry in entries
        if isinstance(size := entry.get("bytes"), int)
    ]


def _listing_problems(listed: Mapping[str, Member], stored: Mapping[str, Stored]) -> list[Problem]:
    """Where the package and what is there disagree."""
    problems = []
    for name, one in stored.items():
        if name in {PACKAGE, PACKAGE_DIGEST}:
            continue
        if name not in listed:
            problems.append(Problem(place=shown(name), what=f"is not listed in {PACKAGE}"))
        elif (listed[name].hash, listed[name].size) != (one.hash, one.size):
            problems.append(Problem(place=shown(name), what=f"does not have the hash that {PACKAGE} states"))
    return problems + [
        Problem(place=shown(path), what=f"is listed in {PACKAGE} and is not there")
        for path in listed
        if path not in stored
    ]


def _check_records(file: EvidenceFile, found: Inspection) -> None:
    """Every record holds together, every document has its text, and the index is what the records make of it."""
    documents: dict[str, _Document] = {}
    lines: list[str] = []
    unpacked = 0
    for placed in file.records(found.problems):
        found.records += 1
        unpacked += len(placed.record.block)
        if unpacked > MAX_UNPACKED_BYTES:
            found.problems.append(Problem(place=WARC, what=f"larger than {MAX_UNPACKED_BYTES} bytes when unpacked"))
            return
        lines += cdx_lines([placed], filename=WARC_NAME)
        try:
            _take(placed, documents, found.pages)
        except EvidenceBroken as exc:
            found.problems.append(told(exc))
    for document in documents.values():
        found.problems.append(Problem(place=document.place, what="no text record refers to it"))
    _check_index(file, "".join(sorted(lines)).encode(), found)


def _take(placed: PlacedRecord, documents: dict[str, "_Document"], pages: dict[str, ArchivedPage]) -> None:
    """Put one record where it belongs: a document waits for its text, a text makes the page complete."""
    record = placed.record
    place = f"{WARC}, {record.kind or 'unnamed'} record at byte {placed.offset}"
    at = (placed.offset, placed.length)
    name = record.header("WARC-Record-ID") or ""
    if record.kind in DOCUMENT_KINDS:
        capture = capture_of(record, place)
        uri = record.header("WARC-Target-URI")
        documents[name] = _Document(
            place=place, at=at, uri=uri, url=capture.url, fetched_at=capture.fetched_at, hash=sha256(capture.body)
        )
    elif record.kind == TEXT_KIND:
        digest = text_hash(text_of(record, place))
        document = documents.pop(record.header("WARC-Refers-To") or "", None)
        if document is None or document.uri != record.header("WARC-Target-URI"):
            raise EvidenceBroken(f"{place}: does not refer to the document before it")
        page = document.page(text_at=at, digest=digest)
        if page.id in pages:
            raise EvidenceBroken(f"{place}: its page {page.id} stands there twice")
        pages[page.id] = page
    elif record.kind not in {"warcinfo", "request"}:
        raise EvidenceBroken(f"{place}: no page is made of such records")
    elif problems := broken_digests(record):
        raise EvidenceBroken(f"{place}: {problems[0]}")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Document:
    """A document record without its body, waiting for the text that was read out of it."""

    place: str
    at: tuple[int, int]
    uri: str | None
    url: Url
    fetched_at: datetime
    hash: Sha256

    def page(self, *, text_at: tuple[int, int], digest: Sha256) -> ArchivedPage:
        return ArchivedPage(
            id=Page.id_of(self.url, self.hash),
            url=self.url,
            fetched_at=self.fetched_at,
            content_hash=self.hash,
            text_hash=digest,
            document_at=self.at,
            text_at=text_at,
        )


def _check_index(file: EvidenceFile, right: bytes, found: Inspection) -> None:
    try:
        index = file.read(INDEX)
    except EvidenceBroken as exc:
        found.problems.append(told(exc))
        return
    if index != right:
        line = index.count(b"\n", 0, first_difference(index, right)) + 1
        found.problems.append(Problem(place=INDEX, what=f"line {line} is not what the records in {WARC} say"))


def _check_page_list(file: EvidenceFile, found: Inspection) -> None:
    """The list of pages names the pages of the archive, each once, in its one form."""
    try:
        data = file.read(PAGES)
        title, lines = _page_lines(data)
    except EvidenceBroken as exc:
        found.problems.append(told(exc))
        return
    if pages_jsonl(lines, title=title) != data or len({line.id for line in lines}) != len(lines):
        found.problems.append(Problem(place=PAGES, what="is not in canonical form, or names a page twice"))
    listed = {line.id: (line.url, line.fetched_at) for line in lines}
    archived = {page.id: (page.url, page.fetched_at) for page in found.pages.values()}
    for page_id in sorted(listed.keys() | archived.keys()):
        if listed.get(page_id) != archived.get(page_id):
            found.problems.append(Problem(place=PAGES, what=f"{shown(page_id)} does not stand so in {WARC}"))


def _page_lines(data: bytes) -> tuple[str, list[PageLine]]:
    head, *rows = [_json_object(line, f"{PAGES}, line {n}") for n, line in enumerate(data.splitlines(), 1)] or [{}]
    lines = []
    for number, row in enumerate(rows, 2):
        try:
            moment = datetime.fromisoformat(_string(row, "ts"))
        except ValueError as exc:
            raise EvidenceBroken(f"{PAGES}, line {number}: no time in it") from exc
        if moment.tzinfo is None:
            raise EvidenceBroken(f"{PAGES}, line {number}: a time without a zone")
        url = Url(_string(row, "url"))
        lines.append(PageLine(id=_string(row, "id"), url=url, title=_string(row, "title"), fetched_at=moment))
    return _string(head, "title"), lines


def _json_object(data: bytes, place: str) -> dict[str, Any]:
    try:
        value = json.loads(data)
    except (ValueError, RecursionError) as exc:
        raise EvidenceBroken(f"{place}: not JSON") from exc
    if not isinstance(value, dict):
        raise EvidenceBroken(f"{place}: an object is expected")
    return value


def _string(value: Mapping[str, Any], key: str) -> str:
    """A text field; one that is missing or something else is empty here, and the canonical form then differs."""
    found = value.get(key)
    return found if isinstance(found, str) else ""


def told(exc: EvidenceBroken) -> Problem:
    """An error that says `place: what`, as a problem."""
    place, _, what = str(exc).partition(": ")
    return Problem(place=place, what=what)


def shown(name: str) -> str:
    """A name from the file as it can be printed: no control characters, not longer than a line."""
    return ascii(name[:120])[1:-1]
