"""Documents come out of web archives, and broken records as the reason why not."""

import gzip
import hashlib
import io
import struct
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import brotli  # type: ignore[import-untyped]
import pytest

from tadori.errors import SourceError
from tadori.extract.containers import documents_in_warc
from tadori.model.page import Capture
from tests.gates.figures import data_folder

HTML = b"<p>The tide of Narigama</p>"
BAD = data_folder() / "warc-warcio"
needs_data = pytest.mark.skipif(not BAD.exists(), reason="the archives are not here")


def warc(*records: tuple[str, str, str, bytes], packed: bool = True, kind: str = "response", more: str = "") -> bytes:
    """An archive of (address, status, content type, body); `more` are further header lines of the responses."""
    out = b""
    for url, status, content_type, body in records:
        http = (
            f"HTTP/1.1 {status}\r\nContent-Type: {content_type}\r\n{more}\r\n".encode() if kind == "response" else b""
        )
        held = "application/http; msgtype=response" if http else content_type
        head = (
            f"WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2024-03-05T10:00:00Z\r\n"
            f"WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-000000000000>\r\nContent-Type: {held}\r\n"
            f"Content-Length: {len(http) + len(body)}\r\n\r\n"
        ).encode()
        record = head + http + body + b"\r\n\r\n"
        out += gzip.compress(record, mtime=0) if packed else record
    return out


def found_in(tmp_path: Path, name: str, body: bytes) -> list[tuple[str, ...]]:
    path = tmp_path / name
    path.write_bytes(body)
    return [told(item) for item in documents_in_warc(path)]


def told(item: Capture | SourceError) -> tuple[str, ...]:
    if isinstance(item, Capture):
        return (item.url, item.media_type, item.charset or "", item.body.decode())
    return (item.source, item.reason)


@pytest.mark.parametrize(("name", "packed"), [("a.warc", False), ("a.warc.gz", True)])
def test_responses_become_captures_with_their_own_address(tmp_path: Path, name: str, packed: bool) -> None:
    body = warc(("https://e.jp/潮", "200 OK", "text/html; charset=UTF-8", HTML), packed=packed)
    assert found_in(tmp_path, name, body) == [("https://e.jp/潮", "text/html", "UTF-8", HTML.decode())]


def test_the_time_of_capture_is_that_of_the_record(tmp_path: Path) -> None:
    path = tmp_path / "a.warc"
    path.write_bytes(warc(("https://e.jp/", "200 OK", "text/plain", b"words"), packed=False))
    (item,) = documents_in_warc(path)
    assert isinstance(item, Capture)
    assert item.fetched_at.isoformat() == "2024-03-05T10:00:00+00:00"
    assert item.source_tag == "library"


def test_only_documents_that_were_found_are_documents(tmp_path: Path) -> None:
    body = warc(
        ("https://e.jp/gone", "404 Not Found", "text/html", HTML),
        ("https://e.jp/moved", "301 Moved", "text/html", HTML),
        ("https://e.jp/a.png", "200 OK", "image/png", b"\x89PNG"),
        ("https://e.jp/a.pdf", "200 OK", "application/pdf", b"%PDF-"),
    )
    assert [item[0] for item in found_in(tmp_path, "a.warc.gz", body)] == ["https://e.jp/a.pdf"]


def test_resources_are_documents_and_a_crawlers_notes_are_not(tmp_path: Path) -> None:
    body = warc(
        ("file:///a.md", "", "text/markdown", b"# A"), ("metadata://e/log", "", "text/plain", b"log"), kind="resource"
    )
    assert found_in(tmp_path, "a.warc.gz", body) == [("file:///a.md", "text/markdown", "", "# A")]


def test_content_codings_are_undone(tmp_path: Path) -> None:
    inner = gzip.compress(HTML, mtime=0)
    chunked = b"%x\r\n%s\r\n0\r\n\r\n" % (len(inner), inner)
    more = "Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n"
    body = warc(("https://e.jp/", "200 OK", "text/html", chunked), more=more)
    assert found_in(tmp_path, "a.warc.gz", body) == [("https://e.jp/", "text/html", "", HTML.decode())]


def test_a_wacz_holds_archives(tmp_path: Path) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("archive/b.warc.gz", warc(("https://e.jp/b", "200 OK", "text/html", HTML)))
        archive.writestr("archive/a.warc", warc(("https://e.jp/a", "200 OK", "text/html", HTML), packed=False))
        archive.writestr("pages/pages.jsonl", "{}")
    assert [item[0] for item in found_in(tmp_path, "x.wacz", out.getvalue())] == ["https://e.jp/a", "https://e.jp/b"]


def test_a_torn_end_is_told_and_what_stands_before_it_is_kept(tmp_path: Path) -> None:
    whole = warc(
        ("https://e.jp/a", "200 OK", "text/html", HTML),
        ("https://e.jp/b", "200 OK", "text/html", HTML * 50),
        packed=False,
    )
    found = found_in(tmp_path, "a.warc", whole[:-400])
    assert found[0][0] == "https://e.jp/a"
    assert found[1] == ("https://e.jp/b", "its record is torn: the last 396 bytes are missing")


def test_a_torn_gzip_member_is_told(tmp_path: Path) -> None:
    noise = b"".join(hashlib.sha256(bytes([n])).hexdigest().encode() for n in range(200))
    body = warc(("https://e.jp/a", "200 OK", "text/html", HTML), ("https://e.jp/b", "200 OK", "text/plain", noise))
    found = found_in(tmp_path, "a.warc.gz", body[:-3000])
    assert found[0][0] == "https://e.jp/a"
    assert "torn" in found[1][1]


@pytest.mark.parametrize(
    ("name", "body", "reason"),
    [
        ("a.warc", b"garbage\r\n\r\n", "the archive is torn or broken"),
        ("a.wacz", b"this is no zip", "it is no readable WACZ"),
        ("a.warc.gz", b"\x1f\x8b\x08\x00broken", "there are no records in it"),
    ],
)
def test_what_is_no_archive_is_one_error(tmp_path: Path, name: str, body: bytes, reason: str) -> None:
    found = found_in(tmp_path, name, body)
    assert len(found) == 1
    assert found[0][1].startswith(reason)


def test_a_wacz_without_archives_says_so(tmp_path: Path) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("pages/pages.jsonl", "{}")
    assert found_in(tmp_path, "x.wacz", out.getvalue()) == [("x.wacz", "there is no archive/ with WARC files in it")]


def test_an_archive_that_is_not_there_is_told(tmp_path: Path) -> None:
    (item,) = documents_in_warc(tmp_path / "none.warc")
    assert told(item) == ("none.warc", "the archive cannot be read: No such file or directory")


def test_an_empty_archive_says_so(tmp_path: Path) -> None:
    assert found_in(tmp_path, "a.warc", b"") == [("a.warc", "there are no records in it")]


LOCKED, GOOD = "archive/a.warc", "archive/b.warc"


def wacz(change: Callable[[bytearray, int], None], data: bytes = b"") -> bytes:
    """A WACZ of two archives; `change` gets the bytes and where the directory entry of the first begins."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(LOCKED, data or warc(("https://e.jp/a", "200 OK", "text/html", HTML), packed=False))
        archive.writestr(GOOD, warc(("https://e.jp/b", "200 OK", "text/html", HTML), packed=False))
    whole = bytearray(out.getvalue())
    change(whole, whole.index(b"PK\x01\x02"))
    return bytes(whole)


def put(local: int, entry: int, value: int) -> Callable[[bytearray, int], None]:
    """Write a number into both headers of the first member."""

    def change(whole: bytearray, directory: int) -> None:
        struct.pack_into("<H", whole, local, value)
        struct.pack_into("<H", whole, directory + entry, value)

    return change


@pytest.mark.req("L22")
@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (wacz(put(6, 8, 0x1)), "it is encrypted"),
        (wacz(put(6, 8, 0x20)), "it cannot be unpacked: compressed patched data (flag bit 5)"),
        (wacz(put(6, 8, 0x40)), "it cannot be unpacked: strong encryption (flag bit 6)"),
        (wacz(put(8, 10, 99)), "it cannot be unpacked: That compression method is not supported"),
        (
            wacz(put(8, 10, 14), b"\x09\x04\x05\x00\x5d\x00\x00\x80\x00" + b"\xff" * 99),
            "the archive is torn or broken: Corrupt input data",
        ),
        (wacz(put(8, 10, 12), b"BZh9" + b"\xff" * 99), "the archive is torn or broken: Invalid data stream"),
        (wacz(put(8, 10, 8)), "the archive is torn or broken: Error -3 while decompressing data: invalid block type"),
        (wacz(put(30, 4, 0x4141)), "it cannot be unpacked: File name in directory"),
    ],
    ids=["password", "patched", "strong encryption", "method", "LZMA", "bzip2", "deflate", "name"],
)
def test_a_member_that_cannot_be_unpacked_is_told_and_the_next_one_is_read(
    tmp_path: Path, body: bytes, reason: str
) -> None:
    lost, read = found_in(tmp_path, "x.wacz", body)
    assert lost[0] == f"x.wacz/{LOCKED}"
    assert lost[1].startswith(reason)
    assert read[0] == "https://e.jp/b"


def test_a_directory_with_a_name_that_is_no_text_is_told(tmp_path: Path) -> None:
    def change(whole: bytearray, directory: int) -> None:
        struct.pack_into("<H", whole, directory + 8, 0x800)
        whole[directory + 46 + 8] = 0xFF

    ((source, reason),) = found_in(tmp_path, "x.wacz", wacz(change))
    assert source == "x.wacz"
    assert reason.startswith("it is no readable WACZ: 'utf-8' codec can't decode byte 0xff")


def test_two_members_of_one_name_are_both_read(tmp_path: Path) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("archive/a.warc", warc(("https://e.jp/1", "200 OK", "text/html", HTML), packed=False))
        with pytest.warns(UserWarning, match="Duplicate name"):
            archive.writestr("archive/a.warc", warc(("https://e.jp/2", "200 OK", "text/html", HTML), packed=False))
    assert [item[0] for item in found_in(tmp_path, "x.wacz", out.getvalue())] == ["https://e.jp/1", "https://e.jp/2"]


@pytest.mark.req("L35")
def test_an_archive_that_unpacks_to_far_more_than_its_size_is_not_read_on(tmp_path: Path) -> None:
    first = warc(("https://e.jp/a", "200 OK", "text/html", HTML))
    endless = warc(("https://e.jp/big", "200 OK", "image/png", b"\0" * 90_000_000))
    read, lost = found_in(tmp_path, "a.warc.gz", first + endless)
    assert read[0] == "https://e.jp/a"
    assert lost == ("a.warc.gz", "the archive is not read on: it unpacks to far more than its size: a bomb")


def test_an_archive_of_many_lost_records_is_not_read_on(tmp_path: Path) -> None:
    torn = warc(("https://e.jp/a", "200 OK", "text/html", b""), packed=False)
    found = found_in(tmp_path, "a.warc", torn * 1_100)
    assert len(found) == 1_001
    assert found[0] == ("https://e.jp/a", "its record is empty or torn")
    assert found[-1] == ("a.warc", "the archive is not read on: more than 1000 of its records cannot be read")


def test_an_archive_of_more_documents_than_its_size_allows_is_not_read_on(tmp_path: Path) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(
            "archive/a.warc", warc(("file:///a.md", "", "text/markdown", b"# A"), packed=False, kind="resource") * 9_000
        )
    found = found_in(tmp_path, "x.wacz", out.getvalue())
    assert len(found) == 2_000 + len(out.getvalue()) // 100 + 1
    assert found[-1] == (
        "x.wacz",
        "the archive is not read on: it holds far more documents than its size allows: a bomb",
    )


@pytest.mark.parametrize(
    ("coding", "body", "reason"),
    [
        ("gzip", gzip.compress(HTML, mtime=0)[:-9], "the gzip body breaks off"),
        ("gzip", b"\x1f\x8b\x08\x00" + b"\xff" * 40, "the gzip body is damaged, or is none"),
        ("deflate", zlib.compress(HTML)[:-9], "the deflate body breaks off"),
        ("br", brotli.compress(HTML)[:-3], "the br body breaks off"),
        ("gzip", "bomb", "29193 bytes of gzip decode to more than 3503160: a bomb"),
        ("br", "bomb", "more than 1000000: a bomb"),
    ],
)
def test_a_body_that_breaks_off_or_swells_is_told_and_the_next_record_is_read(
    tmp_path: Path, coding: str, body: bytes | str, reason: str
) -> None:
    if isinstance(body, str):  # made here: a second of work is not for who only collects tests
        swelling = b"a" * 30_000_000
        body = gzip.compress(swelling, mtime=0) if coding == "gzip" else bytes(brotli.compress(swelling))
    first = warc(("https://e.jp/a", "200 OK", "text/html", body), more=f"Content-Encoding: {coding}\r\n")
    lost, read = found_in(tmp_path, "a.warc.gz", first + warc(("https://e.jp/b", "200 OK", "text/html", HTML)))
    assert lost[0] == "https://e.jp/a"
    assert lost[1].endswith(reason)
    assert read[0] == "https://e.jp/b"


@pytest.mark.parametrize("coding", ["gzip", "br", "deflate", "zstd", "none"])
def test_a_body_that_the_crawler_has_unpacked_is_taken_as_it_is(tmp_path: Path, coding: str) -> None:
    body = warc(("https://e.jp/", "200 OK", "text/html", HTML), more=f"Content-Encoding: {coding}\r\n")
    assert found_in(tmp_path, "a.warc.gz", body) == [("https://e.jp/", "text/html", "", HTML.decode())]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (HTML, HTML.decode()),
        (b"5\r\nwords\r\n0\r\n\r\n", "words"),
        (b"5;x=y\r\nwords\r\n6\r\n again\r\n0\r\n\r\n", "words again"),
    ],
)
def test_chunks_are_put_together_and_what_never_was_in_chunks_is_taken(
    tmp_path: Path, body: bytes, expected: str
) -> None:
    whole = warc(("https://e.jp/", "200 OK", "text/html", body), more="Transfer-Encoding: chunked\r\n")
    assert found_in(tmp_path, "a.warc.gz", whole) == [("https://e.jp/", "text/html", "", expected)]


@pytest.mark.parametrize(
    "body", [b"ff\r\nshort", b"5\r\nwords\r\nzz\r\n", b"5\r\nwordsNO5\r\nwords\r\n0\r\n\r\n", b"5\r\nwords\r\n"]
)
def test_a_chunk_that_breaks_off_is_told(tmp_path: Path, body: bytes) -> None:
    whole = warc(("https://e.jp/", "200 OK", "text/html", body), more="Transfer-Encoding: chunked\r\n")
    assert found_in(tmp_path, "a.warc.gz", whole) == [("https://e.jp/", "its record is torn: a chunk breaks off")]


@pytest.mark.parametrize("url", ["https://e.jp/" + "a" * 9_000, "https://e.jp/\x1b[2J", "https://e.jp/a\x00b"])
def test_an_address_that_cannot_be_printed_is_told(tmp_path: Path, url: str) -> None:
    body = warc((url, "200 OK", "text/html", HTML))
    assert found_in(tmp_path, "a.warc.gz", body) == [
        ("a.warc.gz", "the address of a record is too long, or cannot be printed")
    ]


@pytest.mark.parametrize("date", ["yesterday", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", ""])
def test_a_date_that_is_none_is_told(tmp_path: Path, date: str) -> None:
    body = warc(("https://e.jp/", "200 OK", "text/html", HTML), packed=False)
    changed = body.replace(b"2024-03-05T10:00:00Z", date.encode())
    assert found_in(tmp_path, "a.warc", changed) == [("a.warc", "a record has no address or no date")]


def test_gzip_that_breaks_in_the_middle_of_an_archive_is_told(tmp_path: Path) -> None:
    noise = b"".join(hashlib.sha256(bytes([n])).hexdigest().encode() for n in range(200)) * 20
    body = bytearray(warc(("https://e.jp/a", "200 OK", "image/png", noise)))
    body[-3000:-2900] = b"\xff" * 100
    ((source, reason),) = found_in(tmp_path, "a.warc.gz", bytes(body))
    assert source == "a.warc.gz"
    assert reason.startswith("the archive is torn or broken: Error -3 while decompressing data")


@needs_data
@pytest.mark.parametrize(
    "name", ["example.warc", "example.warc.gz", "example.arc", "example.arc.gz", "example-resource.warc.gz"]
)
def test_good_archives_of_others_are_read(name: str) -> None:
    assert [told(item)[0] for item in documents_in_warc(BAD / name)] == ["http://example.com/"]


@needs_data
@pytest.mark.parametrize(
    "name", ["example-bad-non-chunked.warc.gz", "example-wrong-chunks.warc.gz", "example-bad.warc.gz.bad"]
)
def test_bad_archives_of_others_are_told(name: str) -> None:
    assert [type(item).__name__ for item in documents_in_warc(BAD / name)][-1] == "SourceGarbled"
