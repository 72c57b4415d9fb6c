import errno
import gzip
import io
import os
import resource
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from warcio.archiveiterator import ArchiveIterator

from tadori.archive.files import atomic_write
from tadori.archive.pages import SYNC_PAGES, PageArchive
from tadori.archive.records import (
    MAX_RECORD_BYTES,
    member_bytes,
    new_record,
    read_heads,
    read_members,
    warc_date,
    warc_uri,
)
from tadori.archive.web import WebFacts
from tadori.errors import EvidenceBroken, StorageFull
from tadori.model.web import Exchange
from tests.archive.samples import MOMENT, Sample, japanese, sample
from tests.gates.figures import data_folder

WEB = Exchange(
    request=b"GET /notes HTTP/1.1\r\nHost: example.jp\r\n\r\n",
    response=b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n",
)


@pytest.fixture
def archive(tmp_path: Path) -> PageArchive:
    return PageArchive(tmp_path / "archive")


FOREIGN = sorted(
    path
    for folder in ("warc-warcio", "warc-jwarc")
    for path in (data_folder() / folder).rglob("*")
    if path.is_file() and path.name != "SOURCE"
)


@contextmanager
def files_no_larger_than(size: int) -> Iterator[None]:
    """The system itself refuses to write more: what a full disk looks like to a program."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def kept_file(archive: PageArchive, page_id: str) -> Path:
    return archive.root / page_id[3:5] / f"{page_id}.warc.gz"


@pytest.mark.req("L22")
@pytest.mark.parametrize("one", [sample(), japanese(), sample(body=b"", text="")], ids=["en", "ja", "empty"])
def test_a_kept_page_gives_back_its_text_and_its_document(archive: PageArchive, one: Sample) -> None:
    page, capture, text = one
    assert archive.keep(page, capture, text) == page.id
    assert archive.text(page.id) == text
    assert archive.body(page.id) == capture


@pytest.mark.req("L22")
def test_a_page_from_the_web_keeps_its_request_and_response_heads(archive: PageArchive) -> None:
    page, capture, text = sample("https://example.jp/notes")
    archive.keep(page, capture, text, web=WebFacts(exchange=WEB))
    blocks = [(placed.record.kind, placed.record.block) for placed in archive.records(page.id)]
    assert blocks == [
        ("request", WEB.request),
        ("response", WEB.response + capture.body),
        ("conversion", text.encode()),
    ]
    assert archive.body(page.id) == capture


@pytest.mark.req("L22")
def test_warcio_reads_every_record_and_confirms_both_digests(archive: PageArchive) -> None:
    page, capture, text = sample("https://example.jp/notes")
    archive.keep(page, capture, text, web=WebFacts(exchange=WEB))
    read = []
    with kept_file(archive, page.id).open("rb") as stream:
        for record in ArchiveIterator(stream, check_digests="raise"):
            read.append(
                (record.rec_type, record.rec_headers.get_header("WARC-Target-URI"), record.content_stream().read())
            )
            assert record.digest_checker.passed is True
    assert read == [
        ("request", "https://example.jp/notes", b""),
        ("response", "https://example.jp/notes", capture.body),
        ("conversion", "urn:text:https://example.jp/notes", text.encode()),
    ]


def test_the_text_record_refers_to_the_document_record(archive: PageArchive) -> None:
    page, capture, text = sample()
    archive.keep(page, capture, text)
    document, words = (placed.record for placed in archive.records(page.id))
    assert words.header("WARC-Refers-To") == document.header("WARC-Record-ID")
    assert words.header("Content-Type") == "text/plain; charset=utf-8"
    assert document.header("WARC-Date") == "2026-11-16T03:04:05.000678Z"
    assert document.header("Content-Type") == "text/html; charset=utf-8"


def test_the_same_page_gives_the_same_bytes_in_two_homes(tmp_path: Path) -> None:
    page, capture, text = japanese()
    homes = [PageArchive(tmp_path / name) for name in ("one", "two")]
    for home in homes:
        home.keep(page, capture, text)
    one, two = (kept_file(home, page.id).read_bytes() for home in homes)
    assert one == two


def test_a_page_that_is_there_is_not_written_again(archive: PageArchive) -> None:
    page, capture, text = sample()
    archive.keep(page, capture, text)
    before = kept_file(archive, page.id).stat()
    archive.keep(replace(page, fetched_at=datetime(2030, 1, 1, tzinfo=UTC)), capture, text)
    after = kept_file(archive, page.id).stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert [path.name for path in archive.root.rglob("*.*")] == [f"{page.id}.warc.gz"]


def test_a_page_that_was_read_anew_or_was_damaged_is_replaced_as_a_whole(archive: PageArchive) -> None:
    archive.keep(*sample(text="The bridge is 15 m long."))
    page, capture, text = sample(text="The bridge is 15 m long. It is new.")
    archive.keep(page, capture, text)
    assert archive.text(page.id) == "The bridge is 15 m long. It is new."
    kept_file(archive, page.id).write_bytes(b"")
    archive.keep(page, capture, text)
    assert (archive.text(page.id), archive.body(page.id)) == (text, capture)


def test_a_document_or_text_the_page_does_not_name_is_refused(archive: PageArchive) -> None:
    page, capture, text = sample()
    for wrong_capture, wrong_text in ((replace(capture, body=b"other"), text), (capture, text + "!")):
        with pytest.raises(EvidenceBroken, match="not the one the page names"):
            archive.keep(page, wrong_capture, wrong_text)
    assert archive.has(page.id) is False


def test_a_response_head_that_does_not_end_is_refused(archive: PageArchive) -> None:
    page, capture, text = sample()
    torn = replace(WEB, response=b"HTTP/1.1 200 OK\r\n")
    with pytest.raises(EvidenceBroken, match="does not end where its body begins"):
        archive.keep(page, capture, text, web=WebFacts(exchange=torn))


@pytest.mark.parametrize(
    "page_id", ["pg_000000000000000000000000", "", "../../etc/passwd", "pg_" + "é" * 24, "x" * 9999]
)
def test_a_page_that_is_not_there_and_a_name_that_is_none_are_broken_evidence(
    archive: PageArchive, page_id: str
) -> None:
    with pytest.raises(EvidenceBroken, match=r"not in the archive|is not a page id"):
        archive.text(page_id)


def test_forgetting_removes_the_file_and_says_whether_there_was_one(archive: PageArchive) -> None:
    page, capture, text = sample()
    archive.keep(page, capture, text)
    assert [archive.forget(page.id), archive.forget(page.id), archive.has(page.id)] == [True, False, False]


def test_cleaning_removes_only_what_was_left_half_written(archive: PageArchive) -> None:
    page, capture, text = sample()
    archive.keep(page, capture, text)
    torn = kept_file(archive, page.id).with_name(f"{page.id}.warc.gz.1-2.part")
    torn.write_bytes(b"\x1f\x8b half")
    assert [archive.clean(), archive.clean()] == [1, 0]
    assert archive.text(page.id) == text


def test_cleaning_leaves_alone_what_another_task_is_writing_right_now(archive: PageArchive) -> None:
    page, _, _ = sample()
    with atomic_write(kept_file(archive, page.id)) as stream:
        stream.write(b"first half")
        assert archive.clean() == 0
        stream.write(b", second half")
    assert kept_file(archive, page.id).read_bytes() == b"first half, second half"


def test_a_part_that_is_cleaned_away_before_it_is_locked_is_begun_again(archive: PageArchive) -> None:
    samples = [sample(f"file:///{n}") for n in range(60)]
    done = threading.Event()

    def cleaning() -> None:
        while not done.is_set():
            archive.clean()

    cleaner = threading.Thread(target=cleaning)
    cleaner.start()
    try:
        for one in samples:
            archive.keep(*one)
    finally:
        done.set()
        cleaner.join()
    assert [archive.text(page.id) for page, _, _ in samples] == [text for _, _, text in samples]
    assert archive.clean() == 0


def test_cleaning_an_archive_that_was_never_used_finds_nothing(archive: PageArchive) -> None:
    assert archive.clean() == 0


def test_a_full_disk_leaves_nothing_under_the_real_name_and_what_was_kept_stays(archive: PageArchive) -> None:
    first, second = sample(), sample("file:///big", bytes(range(256)) * 64, "x")
    archive.keep(*first)
    with files_no_larger_than(100), pytest.raises(StorageFull, match=second[0].id):
        archive.keep(*second)
    assert [path.name for path in archive.root.rglob("*.*")] == [f"{first[0].id}.warc.gz"]
    archive.keep(*second)
    assert archive.body(second[0].id) == second[1]


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EDQUOT])
def test_no_space_and_no_quota_are_told_as_a_full_disk(tmp_path: Path, code: int) -> None:
    with pytest.raises(StorageFull, match="free some space"), atomic_write(tmp_path / "x"):
        raise OSError(code, "no room")
    assert list(tmp_path.iterdir()) == []


def test_another_failure_of_the_system_stays_what_it_is_and_the_old_file_stays_too(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"old")
    with pytest.raises(PermissionError), atomic_write(tmp_path / "x"):
        raise PermissionError(errno.EACCES, "no")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("x", b"old")]


@pytest.mark.req("L22")
def test_places_say_where_each_record_can_be_cut_out(archive: PageArchive) -> None:
    page, capture, text = japanese()
    archive.keep(page, capture, text)
    data = kept_file(archive, page.id).read_bytes()
    places = archive.record_places(page.id)
    assert [place.kind for place in places] == ["resource", "conversion"]
    assert [place.filename for place in places] == [f"{page.id}.warc.gz"] * 2
    cut = [gzip.decompress(data[place.offset : place.offset + place.length]) for place in places]
    assert cut[0].endswith(capture.body + b"\r\n\r\n")
    assert cut[1].endswith(text.encode() + b"\r\n\r\n")


def test_every_changed_byte_of_a_page_file_is_found_when_its_records_are_read(archive: PageArchive) -> None:
    page, capture, text = sample()
    archive.keep(page, capture, text)
    path = kept_file(archive, page.id)
    whole = path.read_bytes()
    silent = []
    for place in range(len(whole)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0x10]) + whole[place + 1 :])
        try:
            read = (archive.body(page.id), archive.text(page.id))
        except EvidenceBroken:
            continue
        silent.append((place, read == (capture, text)))
    # Time, flags and system in the first gzip header are the only bytes no reader looks at: no evidence is in them.
    assert [same for _, same in silent] == [True] * len(silent)
    assert len(silent) <= 12


@pytest.mark.parametrize("cut", [0, 5, 200, -1])
def test_a_torn_page_file_is_broken_evidence(archive: PageArchive, cut: int) -> None:
    page, capture, text = sample()
    archive.keep(page, capture, text)
    path = kept_file(archive, page.id)
    path.write_bytes(path.read_bytes()[:cut])
    with pytest.raises(EvidenceBroken, match=page.id):
        archive.text(page.id)


def test_a_bomb_is_refused_before_it_is_unpacked() -> None:
    bomb = zlib.compressobj(9, zlib.DEFLATED, 31)
    data = b"".join(bomb.compress(b"\0" * 1_000_000) for _ in range(MAX_RECORD_BYTES // 1_000_000 + 2)) + bomb.flush()
    with pytest.raises(EvidenceBroken, match="larger than"):
        list(read_members(io.BytesIO(data), length=len(data), name="x"))


@pytest.mark.parametrize(
    ("raw", "problem"),
    [
        (b"", "not a WARC/1.1 record"),
        (b"WARC/1.0\r\nWARC-Type: resource\r\n\r\n\r\n\r\n", "not a WARC/1.1 record"),
        (b"WARC/1.1\r\nContent-Length: 2\r\n\r\nabc\r\n\r\n", "Content-Length"),
        (b"WARC/1.1\r\nContent-Length: 3\r\n\r\nabc", "Content-Length"),
        (b"WARC/1.1\r\nContent-Length: 0\r\ncontent-length: 0\r\n\r\n\r\n\r\n", "twice"),
        (b"WARC/1.1\r\nno header\r\n\r\n\r\n\r\n", "without a name"),
        (b"WARC/1.1\r\nA: \xff\r\n\r\n\r\n\r\n", "not UTF-8"),
    ],
)
def test_a_member_that_is_not_exactly_one_record_is_refused(raw: bytes, problem: str) -> None:
    data = gzip.compress(raw, mtime=0)
    with pytest.raises(EvidenceBroken, match=problem):
        list(read_members(io.BytesIO(data), length=len(data), name="x"))


def test_a_name_with_a_line_end_cannot_add_a_header(archive: PageArchive) -> None:
    page, capture, text = sample("file:///a\r\nWARC-Type: warcinfo", media_type="text/html\r\nX: y", charset="a\r\nb")
    archive.keep(page, capture, text)
    document = archive.records(page.id)[0].record
    assert document.header("WARC-Target-URI") == "file:///a%0D%0AWARC-Type:%20warcinfo"
    assert document.header("Content-Type") == "application/octet-stream"
    assert archive.body(page.id) == capture


@pytest.mark.parametrize(
    ("address", "written"),
    [
        ("https://example.jp/a?b=c#d", "https://example.jp/a?b=c#d"),
        ("file:///橋 1.txt", "file:///%E6%A9%8B%201.txt"),
        ("file:///%E6%A9%8B", "file:///%E6%A9%8B"),
        ("file:///\udce6", "file:///%ED%B3%A6"),
    ],
)
def test_an_address_is_written_as_a_header_can_carry_it(address: str, written: str) -> None:
    assert warc_uri(address) == written


def test_dates_are_utc_and_a_date_without_a_zone_is_a_mistake() -> None:
    assert warc_date(MOMENT.replace(microsecond=0)) == "2026-11-16T03:04:05Z"
    with pytest.raises(ValueError, match="time zone"):
        warc_date(datetime(2026, 1, 1))  # noqa: DTZ001 - the naive date is what is tested


@settings(deadline=None)
@given(blocks=st.lists(st.binary(max_size=300), min_size=1, max_size=4))
def test_records_that_were_written_are_read_back_one_by_one(blocks: list[bytes]) -> None:
    written = [
        new_record("resource", uri="file:///x", date=MOMENT, content_type="text/plain", block=block) for block in blocks
    ]
    data = b"".join(member_bytes(record) for record in written)
    placed = list(read_members(io.BytesIO(data), length=len(data), name="x"))
    assert [one.record for one in placed] == written
    assert sum(one.length for one in placed) == len(data)
    assert [one.offset for one in placed] == [sum(other.length for other in placed[:i]) for i in range(len(placed))]


@settings(deadline=None)
@given(data=st.binary(max_size=200))
def test_whatever_stands_in_a_file_is_read_or_refused_and_nothing_else(data: bytes) -> None:
    try:
        read = list(read_members(io.BytesIO(data), length=len(data), name="x"))
    except EvidenceBroken:
        return
    assert (data, read) == (b"", [])


@pytest.mark.skipif(not FOREIGN, reason="the archives are not here")
@pytest.mark.parametrize("path", FOREIGN, ids=lambda path: path.name)
def test_an_archive_that_others_wrote_is_never_taken_for_one_of_ours(path: Path) -> None:
    data = path.read_bytes()
    with pytest.raises(EvidenceBroken, match="foreign"):
        list(read_members(io.BytesIO(data), length=len(data), name="foreign"))


def test_heads_are_read_without_what_stands_behind_them() -> None:
    written = [
        new_record("resource", uri=f"file:///{n}", date=MOMENT, content_type="text/plain", block=bytes(300_000))
        for n in range(3)
    ]
    data = b"".join(member_bytes(record) for record in written)
    assert [record.headers for record in read_heads(data, name="x")] == [record.headers for record in written]
    assert {record.block for record in read_heads(data, name="x")} == {b""}
    with pytest.raises(EvidenceBroken, match="record at byte 0"):
        list(read_heads(data[:10] + b"\xff" * 50, name="x"))


SMALL = new_record("resource", uri="x", date=MOMENT, content_type="text/plain", block=b"")


@settings(deadline=None)
@given(data=st.binary(max_size=200))
def test_heads_of_whatever_stands_in_a_file_are_read_or_refused(data: bytes) -> None:
    try:
        read = [record.headers for record in read_heads(member_bytes(SMALL) + data, name="x")]
    except EvidenceBroken:
        return
    assert read == [SMALL.headers]


@pytest.mark.req("L22")
def test_pages_are_synced_together_and_none_is_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted at the system call: nothing else can tell what a power cut would leave."""
    archive = PageArchive(tmp_path)
    calls: list[int] = []
    monkeypatch.setattr(os, "fsync", calls.append)
    samples = [sample(f"https://notes.test/{number}") for number in range(SYNC_PAGES)]
    for page, capture, text in samples[:-1]:
        archive.keep(page, capture, text)
    assert calls == []
    archive.keep(*samples[-1])
    assert len(calls) >= SYNC_PAGES
    before = len(calls)
    archive.sync()
    assert len(calls) == before  # nothing was left to do
