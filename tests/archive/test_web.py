"""Pages from the web in the archive: exchanges, redirects, browser pages, visits that found nothing new."""

import json
import struct
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from warcio.archiveiterator import ArchiveIterator

from tadori.archive.cdx import resource_lines
from tadori.archive.evidence import Inspection, open_evidence
from tadori.archive.pages import PageArchive
from tadori.archive.records import WarcRecord, member_bytes, new_record
from tadori.archive.wacz import write_wacz
from tadori.archive.web import WebFacts
from tadori.errors import EvidenceBroken, StorageFull
from tadori.model.ids import Sha256, Url, sha256
from tadori.model.page import Page
from tadori.model.web import Exchange, Hop, Resource, Route, WebResponse
from tests.archive.samples import MOMENT, Sample, sample
from tests.archive.test_pages import files_no_larger_than, kept_file

URL = "https://www.kanegawa.test/橋?a=1"
ASCII_URL = "https://www.kanegawa.test/%E6%A9%8B?a=1"
LATER = MOMENT + timedelta(days=2)
SEALED = MOMENT + timedelta(days=5)
SENT = b"<html><script src=/app.js></script></html>"
DOM = "<html><h1>鐘川橋</h1><p>長さは15メートルである。</p></html>".encode()
TEXT = "鐘川橋\n\n長さは15メートルである。"
EXCHANGE = Exchange(
    request=b"GET /%E6%A9%8B?a=1 HTTP/1.1\r\nHost: www.kanegawa.test\r\n\r\n",
    response=b'HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nETag: "7"\r\n\r\n',
)
UNCHANGED = Exchange(
    request=b'GET /%E6%A9%8B?a=1 HTTP/1.1\r\nHost: www.kanegawa.test\r\nIf-None-Match: "7"\r\n\r\n',
    response=b'HTTP/1.1 304 Not Modified\r\nETag: "7"\r\n\r\n',
)
HOPS = tuple(
    Hop(
        url=Url(url),
        exchange=Exchange(
            request=b"GET / HTTP/1.1\r\nHost: kanegawa.test\r\n\r\n",
            response=b"HTTP/1.1 301 Moved Permanently\r\nLocation: onward\r\nContent-Length: 5\r\n\r\n",
        ),
        body=b"moved",
        fetched_at=MOMENT - timedelta(seconds=2 - n),
        address="127.0.0.9",
    )
    for n, url in enumerate(("http://kanegawa.test/", "https://kanegawa.test/"))
)


def png() -> bytes:
    """The smallest picture there is: one grey point."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0\x80")) + chunk(b"IEND", b"")


RESOURCES = (
    Resource(
        url="https://www.kanegawa.test/app.js",
        status=200,
        media_type="text/javascript",
        length=3,
        sha256=sha256(b"js;"),
    ),
    Resource(url="https://cdn.test/p.png", status=404, media_type="image/png", length=0, sha256=None),
)
PLAIN = WebFacts(exchange=EXCHANGE, address="127.0.0.7", hops=HOPS)
BROWSER = WebFacts(
    exchange=EXCHANGE, address="[::1]", hops=HOPS[:1], received=SENT, screenshot=png(), resources=RESOURCES
)


@pytest.fixture
def archive(tmp_path: Path) -> PageArchive:
    return PageArchive(tmp_path / "archive")


def web_page() -> Sample:
    return sample(URL, DOM, TEXT)


def records(archive: PageArchive, page: Page) -> list[WarcRecord]:
    return [placed.record for placed in archive.records(page.id)]


def warcio_check(path: Path) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-m", "warcio.cli", "check", str(path)],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    return done.returncode, done.stdout + done.stderr


def inspected(path: Path) -> Inspection:
    with path.open("rb") as stream:
        return open_evidence(stream, path.stat().st_size)[1]


def sealed(folder: Path, archive: PageArchive, pages: list[Page], *, created: datetime = SEALED) -> Path:
    path = folder / "evidence.wacz"
    write_wacz(path, archive=archive, pages=pages, files={"report.json": b"{}\n"}, title="橋", created=created)
    return path


@pytest.mark.req("L22")
def test_a_page_keeps_every_redirect_that_led_to_it_and_who_answered(archive: PageArchive) -> None:
    page, capture, text = web_page()
    archive.keep(page, capture, text, web=PLAIN)
    kept = records(archive, page)
    assert [(r.kind, r.header("WARC-Target-URI"), r.header("WARC-IP-Address")) for r in kept] == [
        ("request", "http://kanegawa.test/", "127.0.0.9"),
        ("response", "http://kanegawa.test/", "127.0.0.9"),
        ("request", "https://kanegawa.test/", "127.0.0.9"),
        ("response", "https://kanegawa.test/", "127.0.0.9"),
        ("request", ASCII_URL, "127.0.0.7"),
        ("response", ASCII_URL, "127.0.0.7"),
        ("conversion", f"urn:text:{ASCII_URL}", None),
    ]
    assert [r.header("WARC-Concurrent-To") for r in kept if r.kind == "request"] == [kept[n].id for n in (1, 3, 5)]
    assert [r.header("Tadori-Leads-To") for r in kept if r.kind == "response"] == [kept[3].id, kept[5].id, None]
    assert kept[1].block == HOPS[0].exchange.response + b"moved"
    assert kept[1].header("WARC-Date") == "2026-11-16T03:04:03.000678Z"
    assert kept[6].header("WARC-Refers-To") == kept[5].id
    assert (archive.body(page.id), archive.text(page.id)) == (capture, text)


@pytest.mark.req("L22")
def test_a_browser_page_keeps_what_was_sent_what_was_built_how_it_looked_and_what_it_loaded(
    archive: PageArchive,
) -> None:
    page, capture, text = web_page()
    archive.keep(page, capture, text, web=BROWSER)
    kept = records(archive, page)[2:]
    assert [(r.kind, r.header("WARC-Target-URI"), r.header("Content-Type")) for r in kept] == [
        ("request", ASCII_URL, "application/http; msgtype=request"),
        ("response", ASCII_URL, "application/http; msgtype=response"),
        ("resource", f"urn:dom:{ASCII_URL}", "text/html; charset=utf-8"),
        ("resource", f"urn:view:{ASCII_URL}", "image/png"),
        ("metadata", f"urn:resources:{ASCII_URL}", "text/x-cdxj; charset=utf-8"),
        ("conversion", f"urn:text:{ASCII_URL}", "text/plain; charset=utf-8"),
    ]
    _, response, dom, view, files, words = kept
    assert [response.payload, dom.block, view.block] == [SENT, DOM, png()]
    assert [r.header("WARC-Concurrent-To") for r in (dom, view, files)] == [response.id, dom.id, dom.id]
    assert words.header("WARC-Refers-To") == dom.id
    assert response.header("WARC-IP-Address") == "::1"


@pytest.mark.req("L22")
def test_the_document_of_a_browser_page_is_the_one_its_text_was_read_from(archive: PageArchive) -> None:
    page, capture, text = web_page()
    archive.keep(page, capture, text, web=BROWSER)
    assert archive.body(page.id) == capture
    assert archive.body(page.id).body == DOM
    assert archive.text(page.id) == text


@pytest.mark.req("L22")
def test_the_files_a_page_loaded_are_listed_as_cdxj_with_their_hashes() -> None:
    lines = resource_lines(RESOURCES, MOMENT).splitlines()
    assert [line.split(" ", 2)[:2] for line in lines] == [
        ["test,cdn)/p.png", "20261116030405"],
        ["test,kanegawa)/app.js", "20261116030405"],
    ]
    assert [json.loads(line.split(" ", 2)[2]) for line in lines] == [
        {"url": "https://cdn.test/p.png", "mime": "image/png", "status": "404", "length": "0"},
        {
            "url": "https://www.kanegawa.test/app.js",
            "mime": "text/javascript",
            "status": "200",
            # printf 'js;' | sha256sum, in base 32
            "digest": "sha256:QE5IJ43PMXKQZP57DDE3BZFPJVWY4AFJJE3YQYTV6ELURZPL2FLQ====",
            "length": "3",
        },
    ]


def test_a_hostile_address_stays_on_its_line_and_what_is_not_listed_is_counted() -> None:
    odd = replace(RESOURCES[0], url="https://a.test/x y\r\nz")
    data = [replace(odd, url="data:text/plain,x"), replace(odd, url="https://a.test/" + "x" * 9000)]
    head, line = resource_lines([odd, *data], MOMENT).splitlines()
    assert head == '!meta {"left_out": 2}'
    assert json.loads(line.split(" ", 2)[2])["url"] == "https://a.test/x%20y%0D%0Az"


def test_a_page_that_loaded_nothing_and_was_not_looked_at_keeps_no_list_and_no_picture(archive: PageArchive) -> None:
    page, capture, text = web_page()
    archive.keep(page, capture, text, web=WebFacts(exchange=EXCHANGE, received=SENT))
    assert [r.kind for r in records(archive, page)] == ["request", "response", "resource", "conversion"]


def test_everything_that_an_answer_carries_is_kept_behind_the_redirects_before_it() -> None:
    answer = WebResponse(
        route=Route.HEADLESS,
        url=Url(URL),
        final_url=Url(URL),
        status=200,
        headers=(),
        body=DOM,
        media_type="text/html",
        charset="utf-8",
        exchange=EXCHANGE,
        fetched_at=MOMENT,
        wire_bytes=1,
        address="127.0.0.7",
        received=SENT,
        screenshot=png(),
        resources=RESOURCES,
        hops=HOPS[1:],
    )
    assert WebFacts.of(answer, HOPS[:1]) == replace(BROWSER, address="127.0.0.7", hops=HOPS)


def test_an_answer_in_http_2_is_kept_so_that_replay_tools_read_it_and_says_what_was_spoken(
    archive: PageArchive,
) -> None:
    page, capture, text = web_page()
    head = replace(EXCHANGE, response=b"HTTP/2 200 \r\ncontent-type: text/html\r\n\r\n")
    archive.keep(page, capture, text, web=WebFacts(exchange=head))
    response = records(archive, page)[1]
    assert response.block == b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n" + DOM
    assert response.header("WARC-Protocol") == "h2"


@pytest.mark.parametrize(
    ("exchange", "problem"),
    [
        (replace(EXCHANGE, response=b""), "response head"),
        (replace(EXCHANGE, response=b"\r\n\r\n"), "response head"),
        (replace(EXCHANGE, response=b"HTTP/1.1 200 OK\r\n\r\nX: y\r\n\r\n"), "response head"),
        (replace(EXCHANGE, response=b"HTTP/1.1 200 OK\nX: y\n\nZ: z\r\n\r\n"), "response head"),
        (replace(EXCHANGE, request=b"GET / HTTP/1.1\r\n\r\nGET /b HTTP/1.1\r\n\r\n"), "request head"),
    ],
)
def test_a_head_that_readers_could_cut_in_two_places_is_refused(
    archive: PageArchive, exchange: Exchange, problem: str
) -> None:
    with pytest.raises(EvidenceBroken, match=problem):
        archive.keep(*web_page(), web=WebFacts(exchange=exchange))
    assert archive.has(web_page()[0].id) is False


def test_what_is_no_address_of_a_machine_is_not_written_as_one(archive: PageArchive) -> None:
    with pytest.raises(EvidenceBroken, match="not the address of a machine"):
        archive.keep(*web_page(), web=replace(PLAIN, address="127.0.0.1\r\nWARC-Type: warcinfo"))


def test_a_server_that_sends_the_same_redirect_twice_leaves_two_records(archive: PageArchive) -> None:
    page, capture, text = web_page()
    archive.keep(page, capture, text, web=replace(PLAIN, hops=(HOPS[0], HOPS[0])))
    kept = records(archive, page)
    assert len({r.id for r in kept}) == 7
    assert kept[1].header("Tadori-Leads-To") == kept[3].id


@pytest.mark.req("L22")
@pytest.mark.parametrize("web", [PLAIN, BROWSER], ids=["plain", "browser"])
def test_warcio_reads_every_record_and_its_check_is_clean(archive: PageArchive, web: WebFacts) -> None:
    page, capture, text = web_page()
    archive.keep(page, capture, text, web=web)
    archive.note_revisit(page.id, UNCHANGED, at=LATER)
    files = sorted(kept_file(archive, page.id).parent.iterdir())
    assert [warcio_check(path) for path in files] == [(0, "")] * 2
    with kept_file(archive, page.id).open("rb") as stream:
        read = [(r.rec_type, r.content_stream().read()) for r in ArchiveIterator(stream, verify_http=True)]
    assert read[-1] == ("conversion", text.encode())
    assert [body for kind, body in read if kind == "response"][-1] == (SENT if web is BROWSER else DOM)


@pytest.mark.req("L22")
@pytest.mark.parametrize("web", [PLAIN, BROWSER], ids=["plain", "browser"])
def test_a_304_is_kept_as_a_revisit_that_names_the_response_it_confirms(archive: PageArchive, web: WebFacts) -> None:
    page, capture, text = web_page()
    archive.keep(page, capture, text, web=web)
    response = next(r for r in records(archive, page) if r.kind == "response" and r.header("Tadori-Leads-To") is None)
    before = kept_file(archive, page.id).read_bytes()
    archive.note_revisit(page.id, UNCHANGED, at=LATER, address="127.0.0.7", hops=HOPS[:1])
    (data,) = archive.revisits(page.id)
    (archive.root / "revisit.warc.gz").write_bytes(data)
    with (archive.root / "revisit.warc.gz").open("rb") as stream:
        heads = [(r.rec_type, dict(r.rec_headers.headers)) for r in ArchiveIterator(stream)]
    assert [kind for kind, _ in heads] == ["request", "response", "request", "revisit"]
    revisit = heads[-1][1]
    assert heads[2][1]["WARC-Concurrent-To"] == revisit["WARC-Record-ID"]
    assert {
        name: revisit[name] for name in revisit if name.startswith(("WARC-Ref", "WARC-Pro", "WARC-T", "WARC-D"))
    } == {
        "WARC-Type": "revisit",
        "WARC-Date": "2026-11-18T03:04:05.000678Z",
        "WARC-Target-URI": ASCII_URL,
        "WARC-Profile": "http://netpreserve.org/warc/1.1/revisit/server-not-modified",
        "WARC-Refers-To": response.id,
        "WARC-Refers-To-Target-URI": ASCII_URL,
        "WARC-Refers-To-Date": "2026-11-16T03:04:05.000678Z",
    }
    assert revisit["WARC-Payload-Digest"] == response.header("WARC-Payload-Digest")
    assert kept_file(archive, page.id).read_bytes() == before


def test_visits_are_in_the_order_of_time_and_the_same_visit_is_noted_once(archive: PageArchive) -> None:
    page, capture, text = web_page()
    archive.keep(page, capture, text, web=PLAIN)
    for at in (LATER, MOMENT, LATER):
        archive.note_revisit(page.id, UNCHANGED, at=at)
    notes = archive.revisits(page.id)
    assert [zlib.decompress(note, 31).partition(b"WARC-Date: ")[2][:10] for note in notes] == [
        b"2026-11-16",
        b"2026-11-18",
    ]
    assert archive.revisits(page.id, until=LATER - timedelta(microseconds=1)) == notes[:1]
    assert archive.revisits(page.id, until=LATER) == notes
    assert archive.text(page.id) == text


def test_a_visit_of_a_page_that_was_replaced_since_is_no_longer_told(archive: PageArchive) -> None:
    page, capture, text = web_page()
    archive.keep(page, capture, text, web=PLAIN)
    archive.note_revisit(page.id, UNCHANGED, at=LATER)
    anew = replace(page, text_hash=sha256(b"other"), text_length=5, fetched_at=LATER)
    archive.keep(anew, replace(capture, fetched_at=LATER), "other", web=PLAIN)
    assert archive.revisits(page.id) == ()
    assert inspected(sealed(archive.root, archive, [anew])).problems == []


def test_forgetting_a_page_forgets_the_visits_to_it_and_no_others(archive: PageArchive) -> None:
    page, capture, text = web_page()
    other = sample("https://other.test/")
    for one in ((page, capture, text), other):
        archive.keep(*one, web=PLAIN)
        archive.note_revisit(one[0].id, UNCHANGED, at=LATER)
    assert [archive.forget(page.id), archive.forget(page.id)] == [True, False]
    names = sorted(path.name.split(".")[0] for path in archive.root.rglob("*.gz"))
    assert names == [other[0].id] * 2


@pytest.mark.parametrize(
    "note",
    [
        lambda archive, page: archive.note_revisit(page.id, EXCHANGE, at=LATER),
        lambda archive, page: archive.note_revisit(Page.id_of(page.url, Sha256("0" * 64)), UNCHANGED, at=LATER),
        lambda archive, _: archive.note_revisit("../../x", UNCHANGED, at=LATER),
    ],
    ids=["not a 304", "unknown page", "no id"],
)
def test_a_visit_that_confirms_nothing_is_refused(
    archive: PageArchive, note: Callable[[PageArchive, Page], None]
) -> None:
    page, capture, text = web_page()
    archive.keep(page, capture, text, web=PLAIN)
    with pytest.raises(EvidenceBroken, match=r"only by 304|not in the archive|is not a page id"):
        note(archive, page)
    assert archive.revisits(page.id) == ()


def test_a_page_from_a_folder_cannot_be_revisited(archive: PageArchive) -> None:
    page, capture, text = sample()
    archive.keep(page, capture, text)
    with pytest.raises(EvidenceBroken, match="only a response can be confirmed"):
        archive.note_revisit(page.id, UNCHANGED, at=LATER)


def test_a_full_disk_loses_the_note_and_not_the_page(archive: PageArchive) -> None:
    page, capture, text = web_page()
    archive.keep(page, capture, text, web=PLAIN)
    with files_no_larger_than(100), pytest.raises(StorageFull):
        archive.note_revisit(page.id, UNCHANGED, at=LATER)
    assert (archive.revisits(page.id), archive.text(page.id), archive.clean()) == ((), text, 0)


@pytest.mark.req("L22")
@pytest.mark.req("X3")
def test_evidence_holds_pages_of_every_kind_with_the_visits_made_before_it_was_sealed(
    tmp_path: Path, archive: PageArchive
) -> None:
    samples = [web_page(), sample("https://other.test/", DOM, TEXT), sample()]
    for one, web in zip(samples, (BROWSER, PLAIN, None), strict=True):
        archive.keep(*one, web=web)
    archive.note_revisit(samples[0][0].id, UNCHANGED, at=LATER)
    archive.note_revisit(samples[1][0].id, UNCHANGED, at=LATER, hops=HOPS)
    archive.note_revisit(samples[1][0].id, UNCHANGED, at=SEALED + timedelta(seconds=1))
    path = sealed(tmp_path, archive, [page for page, _, _ in samples])
    found = inspected(path)
    assert found.problems == []
    assert sorted(found.pages) == sorted(page.id for page, _, _ in samples)
    # warcinfo; browser 2 + 6 and a visit 2; plain 4 + 3 and a visit 4 + 2; file 2
    assert found.records == 1 + 10 + 13 + 2
    with zipfile.ZipFile(path) as package:
        index = [line.split(" ", 2) for line in package.read("indexes/index.cdx").decode().splitlines()]
        (tmp_path / "data.warc.gz").write_bytes(package.read("archive/data.warc.gz"))
    shown = [(key, json.loads(entry)["mime"], json.loads(entry)["status"]) for key, _, entry in index]
    assert shown == [
        ("file:/library/notes.html", "text/html", "200"),
        ("test,kanegawa)/", "", "301"),
        ("test,kanegawa)/", "", "301"),
        ("test,kanegawa)/", "", "301"),
        ("test,kanegawa)/", "", "301"),
        ("test,kanegawa)/", "", "301"),
        ("test,kanegawa)/%e6%a9%8b?a=1", "text/html", "200"),
        ("test,other)/", "text/html", "200"),
        (f"urn:dom:{ASCII_URL.lower()}", "text/html", "200"),
        (f"urn:view:{ASCII_URL.lower()}", "image/png", "200"),
    ]
    assert warcio_check(tmp_path / "data.warc.gz") == (0, "")


@pytest.mark.slow
@pytest.mark.req("X3")
def test_a_changed_byte_anywhere_around_a_browser_page_is_found(tmp_path: Path, archive: PageArchive) -> None:
    page, capture, text = web_page()
    archive.keep(page, capture, text, web=BROWSER)
    archive.note_revisit(page.id, UNCHANGED, at=LATER, hops=HOPS)
    path = sealed(tmp_path, archive, [page])
    assert inspected(path).problems == []
    whole = path.read_bytes()
    unfound = []
    for place in range(0, len(whole), 23):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ (1 << place % 8)]) + whole[place + 1 :])
        unfound += [] if inspected(path).problems else [place]
    assert unfound == []


def forged(page: Page, change: Callable[[list[WarcRecord]], list[WarcRecord]], folder: Path) -> list[str]:
    """The problems of evidence whose records were changed and whose hashes were all made right again."""
    archive = PageArchive(folder / "forged")
    archive.keep(*web_page(), web=BROWSER)
    archive.note_revisit(page.id, UNCHANGED, at=LATER)
    (note,) = archive.revisits(page.id)
    for path in archive.root.rglob("*.gz"):
        path.unlink()
    made = PageArchive(folder / "made")
    made.keep(*web_page(), web=BROWSER)
    kept = records(made, page)
    kept_file(archive, page.id).write_bytes(b"".join(member_bytes(record) for record in change(kept)) + note)
    return [problem.what for problem in inspected(sealed(folder, archive, [page])).problems]


def with_header(record: WarcRecord, name: str, value: str) -> WarcRecord:
    return replace(record, headers=tuple((key, value if key == name else old) for key, old in record.headers))


STRAY = new_record("resource", uri="urn:view:x", date=MOMENT, content_type="image/png", block=b"x")
LOST = new_record(
    "metadata",
    uri="urn:x",
    date=MOMENT,
    content_type="text/plain",
    block=b"x",
    extra=(("WARC-Concurrent-To", "<urn:uuid:0>"),),
)


@pytest.mark.req("X3")
@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda kept: [STRAY, *kept], "no page is made of such records"),
        (lambda kept: kept[:4], "no page is made of such records"),
        (lambda kept: [LOST, *kept], "the record it belongs to is not there, or cannot be read"),
        (lambda kept: [*kept[:3], *kept[4:]], "the record it belongs to is not there, or cannot be read"),
        (lambda kept: [*kept[:3], *kept[4:]], "does not refer to a response before it"),
        (
            lambda kept: [*kept[:3], with_header(kept[3], "WARC-Target-URI", "https://a.test/"), *kept[4:]],
            "does not refer to a response before it",
        ),
        (
            lambda kept: [*kept[:4], with_header(kept[4], "WARC-Target-URI", ASCII_URL), *kept[5:]],
            "WARC-Target-URI is not the address in Tadori-Capture",
        ),
        (lambda kept: [*kept[:4], *kept[5:]], "does not refer to the document before it"),
    ],
    ids=[
        "stray",
        "only sent",
        "lost",
        "no response",
        "visit of nothing",
        "visit of another",
        "built as sent",
        "no document",
    ],
)
def test_a_record_that_belongs_to_nothing_is_found_even_when_every_hash_is_right(
    tmp_path: Path, change: Callable[[list[WarcRecord]], list[WarcRecord]], problem: str
) -> None:
    assert forged(web_page()[0], lambda kept: kept, tmp_path / "right") == []
    assert problem in forged(web_page()[0], change, tmp_path / "wrong")


def test_two_pages_of_one_moment_share_no_record_id(archive: PageArchive) -> None:
    one, two = web_page(), sample(URL, DOM + b"<!-- 2 -->", TEXT + "!")
    for each in (one, two):
        archive.keep(*each, web=BROWSER)
    ids = [record.id for page, _, _ in (one, two) for record in records(archive, page)]
    assert len(set(ids)) == len(ids) == 16


def test_a_moment_in_another_zone_is_the_same_moment(archive: PageArchive) -> None:
    page, capture, text = web_page()
    archive.keep(page, capture, text, web=PLAIN)
    archive.note_revisit(page.id, UNCHANGED, at=datetime(2026, 11, 18, 9, tzinfo=UTC))
    tokyo = datetime.fromisoformat("2026-11-18T18:00:00+09:00")
    archive.note_revisit(page.id, UNCHANGED, at=tokyo)
    assert len(archive.revisits(page.id, until=tokyo)) == 1
