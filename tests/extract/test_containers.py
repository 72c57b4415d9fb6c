"""Documents come out of web archives, and broken records as the reason why not."""

import gzip
import hashlib
import io
import zipfile
from pathlib import Path

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
