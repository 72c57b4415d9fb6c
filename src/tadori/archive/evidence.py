"""Verifies an evidence file from the file alone: is it intact, and which pages are in it?

Comes in: an open `evidence.wacz`. Goes out: its root hash, its pages with the hashes of their actual content,
and a `Problem` for everything that is wrong. The report is not checked here but in `pipeline/verification`.
Hostile input is expected: every size is bounded before it is used, and nothing but `EvidenceBroken` comes out.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, BinaryIO, Final

from tadori.archive.cdx import cdx_lines
from tadori.archive.container import StoredMember, first_difference, read_container
from tadori.archive.page_records import TEXT, TEXT_KIND, capture_of, is_document, text_of
from tadori.archive.records import MEMBER_START, PlacedRecord, WarcRecord, broken_digests, read_members, warc_uri
from tadori.archive.wacz import (
    INDEX,
    OWN_FOLDER,
    PACKAGE,
    PACKAGE_DIGEST,
    PAGES,
    WARC,
    WARC_NAME,
    PackageMember,
    PageLine,
    package_digest_json,
    package_json,
    pages_jsonl,
)
from tadori.archive.web import LEADS_TO
from tadori.errors import EvidenceBroken
from tadori.model.ids import Sha256, Url, sha256, text_hash
from tadori.model.page import Capture, Page
from tadori.model.verification import Problem

MAX_MEMBER_BYTES: Final = 64_000_000
"""Of a member that is read whole; only the WARC file may be larger, and it is read record by record."""
MAX_UNPACKED_BYTES: Final = 16_000_000_000
"""Of all records together."""

# A changed byte costs one record. With more broken records than this, reading on is pointless.
_MOST_TORN: Final = 20
_CHUNK: Final = 1 << 20
_NO_PAGE: Final = "no page is made of such records"
# What may stand around a document.
_SURROUNDING_KINDS: Final = frozenset({"request", "response", "resource", "metadata"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivedPage:
    """A page in the file. Its id follows from address and content, so it cannot be forged."""

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
    """An open evidence file. The caller who opened the stream closes it."""

    stream: BinaryIO
    stored: Mapping[str, StoredMember]

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
        """Every record that can be read; a broken one is added to `problems` and skipped.

        The stream must not be used otherwise until this iterator ends.
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
                problems.append(problem_from(exc))
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
    """The findings of a verification so far."""

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
        own = name.removeprefix(OWN_FOLDER)
        if name not in standard and (not name.startswith(OWN_FOLDER) or "/" in own or not own):
            found.problems.append(Problem(place=printable_name(name), what="is no part of an evidence file"))


def _check_package(file: EvidenceFile, found: Inspection) -> None:
    """Every member has the hash the package states, and the package is in the one form it can have."""
    try:
        package, digest = file.read(PACKAGE), file.read(PACKAGE_DIGEST)
    except EvidenceBroken as exc:
        found.problems.append(problem_from(exc))
        return
    found.root_hash = sha256(package)
    if digest != package_digest_json(package):
        found.problems.append(Problem(place=PACKAGE_DIGEST, what=f"is not the digest of the {PACKAGE} in this file"))
    try:
        stated = _json_object(package, PACKAGE)
    except EvidenceBroken as exc:
        found.problems.append(problem_from(exc))
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


def _listed(stated: Mapping[str, Any]) -> list[PackageMember]:
    """The members a package names; what has another shape is left out, and the canonical form then differs."""
    resources = stated.get("resources")
    entries = [entry for entry in resources if isinstance(entry, dict)] if isinstance(resources, list) else []
    return [
        PackageMember(
            path=_string(entry, "path"), hash=Sha256(_string(entry, "hash").removeprefix("sha256:")), size=size
        )
        for entry in entries
        if isinstance(size := entry.get("bytes"), int)
    ]


def _listing_problems(listed: Mapping[str, PackageMember], stored: Mapping[str, StoredMember]) -> list[Problem]:
    """Where the package and what is there disagree."""
    problems = []
    for name, one in stored.items():
        if name in {PACKAGE, PACKAGE_DIGEST}:
            continue
        if name not in listed:
            problems.append(Problem(place=printable_name(name), what=f"is not listed in {PACKAGE}"))
        elif (listed[name].hash, listed[name].size) != (one.hash, one.size):
            problems.append(Problem(place=printable_name(name), what=f"does not have the hash that {PACKAGE} states"))
    return problems + [
        Problem(place=printable_name(path), what=f"is listed in {PACKAGE} and is not there")
        for path in listed
        if path not in stored
    ]


def _check_records(file: EvidenceFile, found: Inspection) -> None:
    """Every record holds together, every document has its text, and the index is what the records make of it."""
    walk = _RecordWalk(pages=found.pages)
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
            walk.add(placed)
        except EvidenceBroken as exc:
            found.problems.append(problem_from(exc))
    found.problems += walk.loose_ends()
    _check_index(file, "".join(sorted(lines)).encode(), found)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Document:
    """A document record without its body, waiting for its text record."""

    place: str
    at: tuple[int, int]
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


@dataclass(slots=True, kw_only=True)
class _RecordWalk:
    """Assigns each record to its page, in file order, and remembers what is still missing."""

    pages: dict[str, ArchivedPage]
    documents: dict[str, _Document] = field(default_factory=dict)
    """Documents without a text record yet, by record id."""
    answers: dict[str, tuple[str | None, ...]] = field(default_factory=dict)
    """Address, date and payload digest of each response, by record id."""
    names: set[str] = field(default_factory=set)
    belongs: dict[str, str] = field(default_factory=dict)
    """For each record around a document, by position: the id of the record it belongs to."""
    sent: dict[str, str] = field(default_factory=dict)
    """Places of responses that no document was built from yet, by record id."""

    def add(self, placed: PlacedRecord) -> None:
        """Raises `EvidenceBroken` when the record is damaged or no part of a page."""
        record = placed.record
        place = f"{WARC}, {record.kind or 'unnamed'} record at byte {placed.offset}"
        if is_document(record):
            self._document(placed, place)
        elif record.kind == TEXT_KIND:
            self._text(placed, place)
        elif problems := broken_digests(record):
            raise EvidenceBroken(f"{place}: {problems[0]}")
        elif record.kind == "revisit":
            self._revisit(record, place)
        elif record.kind != "warcinfo":
            self._surrounding(record, place)
        self.names.add(record.id)
        if record.kind == "response":
            self.answers[record.id] = _identity(record, "WARC-Target-URI", "WARC-Date")

    def loose_ends(self) -> Iterator[Problem]:
        """References to records that did not come."""
        for document in self.documents.values():
            yield Problem(place=document.place, what="no text record refers to it")
        for place in self.sent.values():
            yield Problem(place=place, what=_NO_PAGE)
        for place, name in self.belongs.items():
            if name not in self.names:
                yield Problem(place=place, what="the record it belongs to is not there, or cannot be read")

    def _document(self, placed: PlacedRecord, place: str) -> None:
        record = placed.record
        capture = capture_of(record, place)
        self.documents[record.id] = _Document(
            place=place,
            at=(placed.offset, placed.length),
            url=capture.url,
            fetched_at=capture.fetched_at,
            hash=sha256(capture.body),
        )
        if built_from := record.header("WARC-Concurrent-To"):
            self.belongs[place] = built_from
            self.sent.pop(built_from, None)

    def _text(self, placed: PlacedRecord, place: str) -> None:
        record = placed.record
        digest = text_hash(text_of(record, place))
        document = self.documents.pop(record.header("WARC-Refers-To") or "", None)
        if document is None or record.header("WARC-Target-URI") != TEXT + warc_uri(document.url):
            raise EvidenceBroken(f"{place}: does not refer to the document before it")
        page = document.page(text_at=(placed.offset, placed.length), digest=digest)
        if page.id in self.pages:
            raise EvidenceBroken(f"{place}: its page {page.id} stands there twice")
        self.pages[page.id] = page

    def _revisit(self, record: WarcRecord, place: str) -> None:
        """A revisit must name an earlier response correctly."""
        confirmed = self.answers.get(record.header("WARC-Refers-To") or "")
        stated = _identity(record, "WARC-Refers-To-Target-URI", "WARC-Refers-To-Date")
        if confirmed is None or confirmed != stated or record.header("WARC-Target-URI") != stated[0]:
            raise EvidenceBroken(f"{place}: does not refer to a response before it")

    def _surrounding(self, record: WarcRecord, place: str) -> None:
        """Requests, redirects, pictures and lists of files name the record they belong to; what a browser was sent is
        named by what it built."""
        name = record.header("WARC-Concurrent-To") or record.header(LEADS_TO)
        if name and record.kind in _SURROUNDING_KINDS:
            self.belongs[place] = name
        elif record.kind == "response":
            self.sent[record.id] = place
        else:
            raise EvidenceBroken(f"{place}: {_NO_PAGE}")


def _identity(record: WarcRecord, uri: str, date: str) -> tuple[str | None, ...]:
    return tuple(record.header(name) for name in (uri, date, "WARC-Payload-Digest"))


def _check_index(file: EvidenceFile, right: bytes, found: Inspection) -> None:
    try:
        index = file.read(INDEX)
    except EvidenceBroken as exc:
        found.problems.append(problem_from(exc))
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
        found.problems.append(problem_from(exc))
        return
    if pages_jsonl(lines, title=title) != data or len({line.id for line in lines}) != len(lines):
        found.problems.append(Problem(place=PAGES, what="is not in canonical form, or names a page twice"))
    listed = {line.id: (line.url, line.fetched_at) for line in lines}
    archived = {page.id: (page.url, page.fetched_at) for page in found.pages.values()}
    for page_id in sorted(listed.keys() | archived.keys()):
        if listed.get(page_id) != archived.get(page_id):
            found.problems.append(Problem(place=PAGES, what=f"{printable_name(page_id)} does not stand so in {WARC}"))


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


def package_facts(file: EvidenceFile) -> tuple[str, str, str]:
    """(title of the package, when it was made, title of the list of pages).

    Raises:
        EvidenceBroken: one of the two cannot be read.
    """
    package = _json_object(file.read(PACKAGE), PACKAGE)
    title, _ = _page_lines(file.read(PAGES))
    return _string(package, "title"), _string(package, "created"), title


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


def problem_from(exc: EvidenceBroken) -> Problem:
    """The problem in an error message of the form `place: what`."""
    place, _, what = str(exc).partition(": ")
    return Problem(place=place, what=what)


def printable_name(name: str) -> str:
    """A name from the file, safe to print: no control characters, not longer than a line."""
    return ascii(name[:120])[1:-1]
