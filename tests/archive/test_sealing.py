"""What leaves with the evidence: no cookie, no credential, no token; the document as it is."""

import io
import json
import zipfile
import zlib
from dataclasses import replace
from pathlib import Path

import pytest
from warcio.archiveiterator import ArchiveIterator

from tadori.archive.pages import PageArchive
from tadori.archive.records import WarcRecord, broken_digests, new_record, read_members
from tadori.archive.sealing import sealed_records
from tadori.archive.web import WebFacts
from tadori.errors import EvidenceBroken
from tadori.model.ids import Url
from tadori.model.web import Exchange, Resource
from tests.archive.samples import MOMENT, sample
from tests.archive.test_web import BROWSER, HOPS, LATER, PLAIN, inspected, sealed, warcio_check, web_page

SECRET = "s3cr3tS3CR3T"
REQUEST = (
    f"GET /%E6%A9%8B?a=1 HTTP/1.1\r\nHost: www.kanegawa.test\r\nUser-Agent: Mozilla/5.0\r\nCookie: sid={SECRET}\r\n"
    f"Authorization: Bearer {SECRET}\r\nX-Whatever: {SECRET}\r\nReferer: https://a.test/?token={SECRET}&id=5\r\n\r\n"
).encode()
RESPONSE = (
    f'HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nETag: "7"\r\nSet-Cookie: sid={SECRET}\r\n'
    f"WWW-Authenticate: Negotiate {SECRET}\r\nContent-Security-Policy: script-src 'nonce-{SECRET}'\r\n"
    "Last-Modified: Mon, 16 Nov 2026 03:04:05 GMT\r\n\r\n"
).encode()
EXCHANGE = Exchange(request=REQUEST, response=RESPONSE)
HOP = replace(
    HOPS[0],
    url=Url(f"https://kanegawa.test/?ticket={SECRET}"),
    exchange=Exchange(
        request=f"GET /?ticket={SECRET} HTTP/1.1\r\nHost: kanegawa.test\r\n\r\n".encode(),
        response=f"HTTP/1.1 302 Found\r\nLocation: /in?token={SECRET}\r\nContent-Length: 20\r\n\r\n".encode(),
    ),
    body=f"see /in?token={SECRET}".encode(),
)
FILE = Resource(
    url=f"https://cdn.test/a.js?access_token={SECRET}", status=200, media_type="text/javascript", length=3, sha256=None
)


@pytest.fixture
def archive(tmp_path: Path) -> PageArchive:
    return PageArchive(tmp_path / "archive")


def contents(path: Path) -> bytes:
    """Everything in an evidence file, the WARC file unpacked."""
    with zipfile.ZipFile(path) as evidence:
        members = {name: evidence.read(name) for name in evidence.namelist()}
    packed, unpacked = members.pop("archive/data.warc.gz"), b""
    while packed:
        inflater = zlib.decompressobj(31)
        unpacked += inflater.decompress(packed)
        packed = inflater.unused_data
    return unpacked + b"".join(members.values())


def warc_of(path: Path) -> list[WarcRecord]:
    with zipfile.ZipFile(path) as evidence:
        data = evidence.read("archive/data.warc.gz")
    return [placed.record for placed in read_members(io.BytesIO(data), length=len(data), name="data")]


@pytest.mark.req("L35")
@pytest.mark.req("L22")
@pytest.mark.parametrize("web", [PLAIN, BROWSER], ids=["plain", "browser"])
def test_no_secret_of_an_exchange_leaves_and_the_evidence_holds(
    tmp_path: Path, archive: PageArchive, web: WebFacts
) -> None:
    page, capture, text = web_page()
    facts = replace(web, exchange=EXCHANGE, hops=(HOP,), resources=(FILE,) if web is BROWSER else ())
    archive.keep(page, capture, text, web=facts)
    unchanged = replace(EXCHANGE, response=RESPONSE.replace(b"200 OK", b"304 Not Modified"))
    archive.note_revisit(page.id, unchanged, at=LATER, hops=(HOP,))
    path = sealed(tmp_path, archive, [page])
    found = inspected(path)
    assert (found.problems, sorted(found.pages)) == ([], [page.id])
    assert SECRET.encode() not in contents(path)
    with zipfile.ZipFile(path) as evidence:
        (tmp_path / "data.warc.gz").write_bytes(evidence.read("archive/data.warc.gz"))
    assert warcio_check(tmp_path / "data.warc.gz") == (0, "")
    kept = b"".join(placed.record.block for placed in archive.records(page.id))
    assert SECRET.encode() in kept


def test_headers_that_say_nothing_private_stay_and_every_other_value_is_masked_with_a_note(
    tmp_path: Path, archive: PageArchive
) -> None:
    page, capture, text = web_page()
    archive.keep(page, capture, text, web=replace(PLAIN, exchange=EXCHANGE, hops=()))
    _, request, response, words = warc_of(sealed(tmp_path, archive, [page]))
    assert request.block.decode() == (
        "GET /%E6%A9%8B?a=1 HTTP/1.1\r\nHost: www.kanegawa.test\r\nUser-Agent: Mozilla/5.0\r\n"
        "Cookie: [masked by tadori]\r\nAuthorization: [masked by tadori]\r\nX-Whatever: [masked by tadori]\r\n"
        "Referer: https://a.test/?token=masked-by-tadori&id=5\r\n\r\n"
    )
    assert request.header("Tadori-Masked") == "cookie, authorization, x-whatever, referer"
    assert response.block.partition(b"\r\n\r\n")[0].decode() == (
        'HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nETag: "7"\r\nSet-Cookie: [masked by tadori]\r\n'
        "WWW-Authenticate: [masked by tadori]\r\nContent-Security-Policy: [masked by tadori]\r\n"
        "Last-Modified: Mon, 16 Nov 2026 03:04:05 GMT"
    )
    assert response.header("Tadori-Masked") == "set-cookie, www-authenticate, content-security-policy"
    assert response.payload == capture.body
    assert (words.block, words.header("Tadori-Masked")) == (text.encode(), None)
    assert words.header("WARC-Refers-To") == response.id
    assert request.header("WARC-Concurrent-To") == response.id


def test_replay_tools_still_read_the_document_and_where_a_redirect_leads(tmp_path: Path, archive: PageArchive) -> None:
    page, capture, text = web_page()
    archive.keep(page, capture, text, web=replace(PLAIN, exchange=EXCHANGE, hops=(HOP,)))
    with zipfile.ZipFile(sealed(tmp_path, archive, [page])) as evidence:
        stream = io.BytesIO(evidence.read("archive/data.warc.gz"))
    read = [
        (
            r.rec_headers["WARC-Target-URI"],
            r.http_headers.get_header("location"),
            r.http_headers.get_header("content-length"),
            r.content_stream().read(),
        )
        for r in ArchiveIterator(stream, verify_http=True)
        if r.rec_type == "response"
    ]
    assert read == [
        ("https://kanegawa.test/?ticket=masked-by-tadori", "/in?token=masked-by-tadori", "0", b""),
        ("https://www.kanegawa.test/%E6%A9%8B?a=1", None, None, capture.body),
    ]


def test_a_page_with_nothing_to_hide_leaves_byte_by_byte_as_it_is_kept(tmp_path: Path, archive: PageArchive) -> None:
    page, capture, text = web_page()
    archive.keep(page, capture, text, web=replace(PLAIN, hops=()))
    with zipfile.ZipFile(sealed(tmp_path, archive, [page])) as evidence:
        assert evidence.read("archive/data.warc.gz").endswith(archive.members(page.id))


def test_the_id_of_a_masked_record_tells_nothing_about_what_was_masked(archive: PageArchive) -> None:
    page, capture, text = web_page()
    ids = []
    for secret in (b"first", b"second"):
        exchange = replace(EXCHANGE, request=REQUEST.replace(SECRET.encode(), secret))
        made = PageArchive(archive.root / secret.decode())
        made.keep(page, capture, text, web=replace(PLAIN, exchange=exchange, hops=()))
        ids.append([r.id for r in sealed_records([p.record for p in made.records(page.id)], page.id)])
    assert ids[0] == ids[1]


def test_the_list_of_loaded_files_keeps_its_lines_and_loses_their_tokens(archive: PageArchive) -> None:
    page, capture, text = web_page()
    plain = replace(FILE, url="https://cdn.test/b.js?id=5")
    archive.keep(page, capture, text, web=replace(BROWSER, resources=(FILE, plain)))
    shown = sealed_records([p.record for p in archive.records(page.id)], page.id)
    (listed,) = [r for r in shown if r.kind == "metadata"]
    assert [json.loads(line.split(" ", 2)[2])["url"] for line in listed.block.decode().splitlines()] == [
        "https://cdn.test/a.js?access_token=masked-by-tadori",
        "https://cdn.test/b.js?id=5",
    ]
    assert broken_digests(listed) == ()


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        (b"X-Fold: a\r\n s3cr3t", b"X-Fold: [masked by tadori]"),
        (b"no header s3cr3t", b""),
        (b"Bad Name: s3cr3t", b""),
        (b"Location : s3cr3t", b""),
        (b"Server: Bearer abcdefgh12345678", b"Server: [masked by tadori]"),
        (b"Server: " + b"x" * 600, b"Server: [masked by tadori]"),
        ("X-Name: 橋".encode(), b"X-Name: [masked by tadori]"),
        (b"Server: nginx", b"Server: nginx"),
        (b"SET-COOKIE: a=b", b"SET-COOKIE: [masked by tadori]"),
    ],
)
def test_a_line_of_a_head_leaves_only_as_a_header_that_is_known_to_be_harmless(line: bytes, shown: bytes) -> None:
    block = b"HTTP/1.1 200 OK\r\n" + line + b"\r\n\r\nbody"
    record = new_record("response", uri="https://a.test/", date=MOMENT, content_type="application/http", block=block)
    (sealed_one,) = sealed_records([record], "pg_0")
    head, _, body = sealed_one.block.partition(b"\r\n\r\n")
    assert (head.split(b"\r\n")[1:], body) == ([shown] if shown else [], b"body")
    assert broken_digests(sealed_one) == ()


def test_thousands_of_masked_headers_leave_a_note_that_every_reader_can_hold(
    tmp_path: Path, archive: PageArchive
) -> None:
    page, capture, text = web_page()
    lines = b"".join(b"X-%04d-%s: s\r\n" % (number, b"x" * 40) for number in range(4000))
    exchange = Exchange(request=REQUEST, response=b"HTTP/1.1 200 OK\r\n" + lines + b"\r\n")
    archive.keep(page, capture, text, web=replace(PLAIN, exchange=exchange, hops=()))
    path = sealed(tmp_path, archive, [page])
    assert inspected(path).problems == []
    note = warc_of(path)[2].header("Tadori-Masked") or ""
    assert (note.startswith("x-0000-xxx"), note.endswith(", and 3950 more"), len(note) < 5000) == (True, True, True)


def test_a_request_line_that_cannot_be_read_does_not_leave() -> None:
    block = b"GET /a b?token=s3cr3t HTTP/1.1\r\nHost: a.test\r\n\r\n"
    record = new_record("request", uri="https://a.test/", date=MOMENT, content_type="application/http", block=block)
    (shown,) = sealed_records([record], "pg_0")
    assert shown.block == b"GET /masked-by-tadori HTTP/1.1\r\nHost: a.test\r\n\r\n"


def test_a_page_whose_own_address_opens_doors_is_not_sealed(tmp_path: Path, archive: PageArchive) -> None:
    page, capture, text = sample("https://a.test/?token=s3cr3t")
    archive.keep(page, capture, text, web=PLAIN)
    with pytest.raises(EvidenceBroken, match="its address opens doors"):
        sealed(tmp_path, archive, [page])
    assert list(tmp_path.glob("*.wacz")) == []


def test_a_list_of_files_that_is_none_stops_the_sealing() -> None:
    record = new_record(
        "metadata", uri="urn:resources:https://a.test/", date=MOMENT, content_type="text/x-cdxj", block=b"nonsense\n"
    )
    with pytest.raises(EvidenceBroken, match="is not CDXJ"):
        sealed_records([record], "pg_0")


def test_a_document_from_a_folder_leaves_as_it_is(archive: PageArchive) -> None:
    page, capture, text = sample("file:///library/token/abcdef0123456789/x.html")
    archive.keep(page, capture, text)
    kept = [placed.record for placed in archive.records(page.id)]
    assert sealed_records(kept, page.id) == kept


@pytest.mark.req("X3")
def test_evidence_that_was_sealed_before_heads_were_masked_still_holds() -> None:
    path = Path(__file__).parent / "sealed_before_021.wacz"
    found = inspected(path)
    assert (found.problems, len(found.pages), found.records) == ([], 4, 14)
    assert contents(path).count(b"sid=of-nobody") == 2
