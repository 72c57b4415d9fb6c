import json
import zipfile
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from warcio.archiveiterator import ArchiveIterator

from tadori.archive.canonical_zip import ZipWriter
from tadori.archive.cdx import url_key
from tadori.archive.pages import PageArchive
from tadori.archive.wacz import write_wacz
from tadori.archive.web import WebFacts
from tadori.errors import EvidenceBroken
from tadori.model.ids import sha256
from tadori.model.page import Page
from tadori.model.web import Exchange
from tests.archive.samples import japanese, sample

CREATED = datetime(2026, 11, 16, 4, 0, tzinfo=UTC)
FILES = {"report.json": b'{"answered": true}\n', "graph.json": b"{}\n"}


def evidence(folder: Path, *, order: int = 1) -> tuple[Path, str, list[Page]]:
    """A small evidence file; `order` -1 hands the pages in backwards."""
    archive = PageArchive(folder / "archive")
    samples = [sample(), japanese(), sample("https://www.Example.jp:8080/B?z=1&A=2")]
    for page, capture, text in samples[:2]:
        archive.keep(page, capture, text)
    head = Exchange(request=b"GET / HTTP/1.1\r\n\r\n", response=b"HTTP/1.1 203 X\r\ncontent-type: text/html;x\r\n\r\n")
    archive.keep(*samples[2], web=WebFacts(exchange=head))
    pages = [page for page, _, _ in samples][::order]
    path = folder / "evidence.wacz"
    root = write_wacz(path, archive=archive, pages=pages, files=FILES, title="橋は何メートルか", created=CREATED)
    return path, root, pages


@pytest.mark.req("L22")
@pytest.mark.req("X3")
def test_the_evidence_is_a_stored_sorted_undated_zip_with_the_members_of_the_standard(tmp_path: Path) -> None:
    path, _, _ = evidence(tmp_path)
    with zipfile.ZipFile(path) as package:
        assert package.testzip() is None
        assert package.namelist() == [
            "archive/data.warc.gz",
            "datapackage-digest.json",
            "datapackage.json",
            "indexes/index.cdx",
            "pages/pages.jsonl",
            "tadori/graph.json",
            "tadori/report.json",
        ]
        shapes = {(i.compress_type, i.date_time, i.extra, i.external_attr >> 16) for i in package.infolist()}
    assert shapes == {(zipfile.ZIP_STORED, (1980, 1, 1, 0, 0, 0), b"", 0o100644)}


@pytest.mark.req("X3")
def test_the_root_hash_names_the_package_which_holds_the_hash_of_every_member(tmp_path: Path) -> None:
    path, root, _ = evidence(tmp_path)
    with zipfile.ZipFile(path) as package:
        data = {name: package.read(name) for name in package.namelist()}
    described = json.loads(data["datapackage.json"])
    assert root == sha256(data["datapackage.json"])
    assert json.loads(data["datapackage-digest.json"]) == {"path": "datapackage.json", "hash": f"sha256:{root}"}
    assert (described["profile"], described["wacz_version"]) == ("data-package", "1.1.1")
    assert (described["title"], described["created"]) == ("橋は何メートルか", "2026-11-16T04:00:00Z")
    assert [(r["path"], r["hash"], r["bytes"]) for r in described["resources"]] == [
        (name, f"sha256:{sha256(content)}", len(content))
        for name, content in data.items()
        if not name.startswith("datapackage")
    ]


@pytest.mark.req("L22")
def test_the_index_leads_warcio_to_each_document(tmp_path: Path) -> None:
    path, _, pages = evidence(tmp_path)
    with zipfile.ZipFile(path) as package:
        warc, index = package.read("archive/data.warc.gz"), package.read("indexes/index.cdx").decode()
    (tmp_path / "data.warc.gz").write_bytes(warc)
    found = []
    for line in index.splitlines():
        key, moment, entry = line.split(" ", 2)
        place = json.loads(entry)
        with (tmp_path / place["filename"]).open("rb") as stream:
            stream.seek(int(place["offset"]))
            record = next(iter(ArchiveIterator(stream)))
            body = record.content_stream().read()
        assert place["url"] == record.rec_headers.get_header("WARC-Target-URI")
        assert place["digest"] == record.rec_headers.get_header("WARC-Payload-Digest")
        assert place["recordDigest"] == "sha256:" + sha256(warc[int(place["offset"]) :][: int(place["length"])])
        found.append((key, moment, place["mime"], place["status"], sha256(body)))
    assert found == [
        (
            "file:/library/%e6%a9%8b%20%e3%81%ae%e8%a8%98%e9%8c%b2.txt",
            "20261116030405",
            "text/plain",
            "200",
            pages[1].content_hash,
        ),
        ("file:/library/notes.html", "20261116030405", "text/html", "200", pages[0].content_hash),
        ("jp,example:8080)/b?a=2&z=1", "20261116030405", "text/html", "203", pages[2].content_hash),
    ]


@pytest.mark.req("L22")
def test_warcio_confirms_every_digest_of_the_whole_file_and_finds_one_warcinfo_first(tmp_path: Path) -> None:
    path, _, _ = evidence(tmp_path)
    kinds = []
    with zipfile.ZipFile(path) as package, package.open("archive/data.warc.gz") as stream:
        for record in ArchiveIterator(stream, check_digests="raise"):
            record.content_stream().read()
            kinds.append(record.rec_type)
            assert record.digest_checker.passed is True
    assert kinds[0] == "warcinfo"
    assert sorted(kinds[1:]) == ["conversion"] * 3 + ["request"] + ["resource"] * 2 + ["response"]


@pytest.mark.req("X3")
def test_the_same_pages_in_any_order_give_the_same_bytes(tmp_path: Path) -> None:
    one, _, _ = evidence(tmp_path / "one")
    two, _, _ = evidence(tmp_path / "two", order=-1)
    assert one.read_bytes() == two.read_bytes()


def test_the_page_list_says_which_pages_there_are(tmp_path: Path) -> None:
    path, _, pages = evidence(tmp_path)
    with zipfile.ZipFile(path) as package:
        head, *lines = [json.loads(line) for line in package.read("pages/pages.jsonl").splitlines()]
    assert head == {"format": "json-pages-1.0", "id": "pages", "title": "橋は何メートルか"}
    assert lines == [
        {"id": page.id, "url": page.url, "title": page.title, "ts": "2026-11-16T03:04:05.000678Z"}
        for page in sorted(pages, key=lambda page: page.id)
    ]


def test_evidence_without_any_page_is_still_a_valid_package(tmp_path: Path) -> None:
    path = tmp_path / "evidence.wacz"
    write_wacz(path, archive=PageArchive(tmp_path / "a"), pages=[], files={}, title="", created=CREATED)
    with zipfile.ZipFile(path) as package:
        assert package.read("indexes/index.cdx") == b""
        assert json.loads(package.read("datapackage.json"))["resources"][0]["path"] == "archive/data.warc.gz"


def test_a_page_that_is_missing_from_the_archive_leaves_the_old_evidence_as_it_was(tmp_path: Path) -> None:
    path, _, pages = evidence(tmp_path)
    before = path.read_bytes()
    archive = PageArchive(tmp_path / "archive")
    archive.forget(pages[0].id)
    with pytest.raises(EvidenceBroken, match=pages[0].id):
        write_wacz(path, archive=archive, pages=pages, files=FILES, title="x", created=CREATED)
    assert path.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir() if p.is_file()] == ["evidence.wacz"]


def test_a_page_named_twice_is_in_the_evidence_once(tmp_path: Path) -> None:
    archive = PageArchive(tmp_path / "archive")
    page, capture, text = sample()
    archive.keep(page, capture, text)
    path = tmp_path / "evidence.wacz"
    write_wacz(path, archive=archive, pages=[page, replace(page)], files={}, title="x", created=CREATED)
    with zipfile.ZipFile(path) as package:
        assert len(package.read("indexes/index.cdx").splitlines()) == 1


def test_members_that_do_not_come_in_order_are_a_mistake_of_the_caller(tmp_path: Path) -> None:
    with (tmp_path / "x.zip").open("w+b") as stream:
        writer = ZipWriter(stream)
        writer.add("b", [b""])
        with pytest.raises(ValueError, match="a does not come after b"):
            writer.add("a", [b""])


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("http://example.org", "org,example)/"),
        ("https://www.Example.org:443/A?b", "org,example)/a?b"),
        ("https://www2.example.co.jp:8443/", "jp,co,example:8443)/"),
        ("https://user:p@example.org/a#part", "org,example)/a"),
        ("file:///Library/Notes.html", "file:/library/notes.html"),
        ("library:A/b", "library:a/b"),
        ("http://[broken", "http://[broken"),
        ("https://example.org:99999/", "https://example.org:99999/"),
        ("", ""),
    ],
)
def test_an_address_is_sorted_by_its_host_from_the_right(address: str, key: str) -> None:
    assert url_key(address) == key
