"""Folders as sources: what is indexed, what is read again, and what becomes of files that cannot be read."""

import asyncio
import os
import struct
import threading
import zipfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
import sqlalchemy as sa

from tadori.cli.event_lines import left_out_words
from tadori.errors import SourceError, WrongCall
from tadori.events import DocumentIndexed, Event, LibraryScanned, PageLost, ignore_event
from tadori.model.ids import Url
from tadori.pipeline.documents.folders import list_folder
from tadori.pipeline.documents.indexing import FolderIndexing
from tadori.pipeline.documents.library import saved_address, site_address
from tadori.service.libraries import Libraries
from tadori.settings import Settings
from tadori.wiring.home import App, open_app


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    with open_app(Settings(home=tmp_path / "home", embeddings=False)) as opened:
        yield opened


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "documents"
    path.mkdir()
    return path


def page(title: str, text: str) -> str:
    return (
        f"<html><head><title>{title}</title></head><body><article><h1>{title}</h1><p>{text}</p></article></body></html>"
    )


def told(app: App, folder: Path) -> list[Event]:
    events: list[Event] = []
    Libraries(app).add(folder, emit=events.append)
    return events


def found(app: App, folder: Path, query: str) -> list[str]:
    hits = asyncio.run(Libraries(app).search(query, [folder], limit=10))
    return [hit["title"] for hit in hits]


LONG = "The lighthouse on the cape was built in 1902 and is still lit every night by its keeper. " * 3


@pytest.mark.req("X2")
def test_only_changed_files_are_read_again(app: App, folder: Path) -> None:
    (folder / "a.html").write_text(page("Lighthouse", LONG), encoding="utf-8")
    (folder / "b.txt").write_text(
        "Ferries\n\n" + "The ferry to the island sails twice a day in winter. " * 3, encoding="utf-8"
    )
    assert told(app, folder)[0] == LibraryScanned(folder=str(folder), documents=2, changed=2, removed=0, ignored=0)
    assert app.library.counts.extractions == 2
    assert told(app, folder) == [LibraryScanned(folder=str(folder), documents=2, changed=0, removed=0, ignored=0)]
    (folder / "a.html").write_text(page("Lighthouse", LONG.replace("1902", "1903")), encoding="utf-8")
    assert [type(e) for e in told(app, folder)] == [LibraryScanned, DocumentIndexed]
    assert app.library.counts.extractions == 3


def test_a_touched_file_with_the_same_content_is_not_extracted_again(app: App, folder: Path) -> None:
    file = folder / "a.html"
    file.write_text(page("Lighthouse", LONG), encoding="utf-8")
    told(app, folder)
    os.utime(file, ns=(1, 1))
    assert [type(e) for e in told(app, folder)] == [LibraryScanned, DocumentIndexed]
    assert app.library.counts.extractions == 1
    assert found(app, folder, "lighthouse keeper") == ["Lighthouse"]


def test_a_changed_document_is_found_by_its_new_words_only(app: App, folder: Path) -> None:
    file = folder / "a.html"
    file.write_text(page("Harbour", "The harbour master keeps a parrot called Plume. " * 3), encoding="utf-8")
    assert found(app, folder, "parrot Plume") == ["Harbour"]
    file.write_text(page("Harbour", "The harbour master keeps a tortoise called Anchor. " * 3), encoding="utf-8")
    assert found(app, folder, "parrot Plume") == []
    assert found(app, folder, "tortoise Anchor") == ["Harbour"]


def test_a_removed_document_is_not_found_any_more(app: App, folder: Path) -> None:
    file = folder / "a.html"
    file.write_text(page("Lighthouse", LONG), encoding="utf-8")
    assert found(app, folder, "lighthouse") == ["Lighthouse"]
    file.unlink()
    assert found(app, folder, "lighthouse") == []
    row = {"folder": str(folder), "documents": 0, "lost": 0, "languages": "", "unread": []}
    assert Libraries(app).rows() == [row]


def test_files_that_cannot_be_read_are_counted_with_the_reason_and_stop_nobody(app: App, folder: Path) -> None:
    (folder / "good.html").write_text(page("Lighthouse", LONG), encoding="utf-8")
    (folder / "binary.html").write_bytes(bytes(range(256)) * 400)
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7 nothing of the kind")
    (folder / "empty.txt").write_bytes(b"")
    with (folder / "huge.html").open("wb") as file:
        file.truncate(200_000_000)
    (folder / "nowhere.txt").symlink_to(folder / "missing")
    (folder / "loop.txt").symlink_to(folder / "loop.txt")
    lost = {Path(e.url).name: e.reason for e in told(app, folder) if isinstance(e, PageLost)}
    assert sorted(lost) == ["binary.html", "broken.pdf", "empty.txt", "huge.html", "loop.txt", "nowhere.txt"]
    assert lost["huge.html"] == "has 200000000 bytes; the limit is 20000000"
    assert lost["nowhere.txt"] == "cannot be opened: No such file or directory"
    assert lost["loop.txt"] == "cannot be opened: Too many levels of symbolic links"
    assert found(app, folder, "lighthouse") == ["Lighthouse"]
    assert Libraries(app).rows()[0]["lost"] == 6


def test_folders_that_link_to_themselves_are_walked_once(app: App, folder: Path) -> None:
    (folder / "inner").mkdir()
    (folder / "inner" / "a.html").write_text(page("Lighthouse", LONG), encoding="utf-8")
    (folder / "inner" / "back").symlink_to(folder)
    assert told(app, folder)[0] == LibraryScanned(
        folder=str(folder),
        documents=1,
        changed=1,
        removed=0,
        ignored=1,
        left_out=(("folder that is linked a second time", 1),),
    )


@pytest.mark.parametrize("name", ["two\nlines.txt", "港の記録.txt", b"\xff\xfe broken.txt", "semi;colon'quote\".txt"])
def test_any_file_name_can_be_indexed_and_read_back(app: App, folder: Path, name: str | bytes) -> None:
    path = Path(os.fsdecode(os.path.join(os.fsencode(folder), os.fsencode(name))))
    path.write_bytes(b"Lighthouse\n\n" + LONG.encode())
    told(app, folder)
    hit = asyncio.run(Libraries(app).search("lighthouse keeper", [folder], limit=1))[0]
    capture = app.library.document(Url(hit["url"]))
    assert capture.body == b"Lighthouse\n\n" + LONG.encode()


def test_an_empty_folder_is_a_library_without_documents(app: App, folder: Path) -> None:
    assert told(app, folder) == [LibraryScanned(folder=str(folder), documents=0, changed=0, removed=0, ignored=0)]


def test_pictures_and_hidden_files_are_no_documents(app: App, folder: Path) -> None:
    (folder / "photo.jpg").write_bytes(b"\xff\xd8\xff")
    (folder / ".secret.txt").write_text("not for indexing", encoding="utf-8")
    assert told(app, folder) == [
        LibraryScanned(
            folder=str(folder),
            documents=0,
            changed=0,
            removed=0,
            ignored=2,
            left_out=(("hidden file", 1), ("picture", 1)),
        )
    ]


def test_a_folder_that_is_not_there_is_refused(app: App, tmp_path: Path) -> None:
    with pytest.raises(WrongCall, match="there is no folder"):
        Libraries(app).add(tmp_path / "nowhere")


@pytest.mark.req("L22")
# warcio's writer leaves its own buffer to the garbage collector.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_the_pages_of_a_saved_warc_keep_their_own_addresses(app: App, folder: Path) -> None:
    from warcio.statusandheaders import StatusAndHeaders
    from warcio.warcwriter import WARCWriter

    with (folder / "saved.warc.gz").open("wb") as out:
        writer = WARCWriter(out, gzip=True)
        headers = StatusAndHeaders("200 OK", [("Content-Type", "text/html; charset=utf-8")], protocol="HTTP/1.1")
        body = BytesIO(page("Lighthouse", LONG).encode())
        writer.write_record(
            writer.create_warc_record("https://lights.test/cape", "response", payload=body, http_headers=headers)
        )
    hits = asyncio.run(Libraries(app).search("lighthouse", [folder], limit=10))
    assert [hit["url"] for hit in hits] == ["https://lights.test/cape"]
    assert b"1902" in app.library.document(Url("https://lights.test/cape")).body


def test_a_document_that_is_in_no_library_is_not_opened(app: App) -> None:
    with pytest.raises(SourceError, match="is not in any library"):
        app.library.document(Url("file:///etc/passwd"))


@pytest.mark.parametrize(
    ("path", "address"),
    [
        ("www.city.nagiura.lg.jp/a/b.pdf", "https://www.city.nagiura.lg.jp/a/b.pdf"),
        ("notes/b.pdf", ""),
        ("b.pdf", ""),
        ("version.1/b.pdf", ""),
        ("港.jp/b.pdf", ""),
    ],
)
def test_a_folder_named_like_a_host_stands_for_that_host(path: str, address: str) -> None:
    assert site_address(Path(path)) == address


@pytest.mark.req("L22")
def test_an_archive_that_cannot_be_opened_is_lost_and_the_rest_of_the_folder_is_read(app: App, folder: Path) -> None:
    for place in ("one", "two"):
        (folder / place).mkdir()
        with zipfile.ZipFile(folder / place / "a.wacz", "w") as archive:
            archive.writestr("archive/a.warc", b"")
        whole = bytearray((folder / place / "a.wacz").read_bytes())
        struct.pack_into("<H", whole, 8, 99)  # a method nobody knows, in both headers
        struct.pack_into("<H", whole, whole.index(b"PK\x01\x02") + 10, 99)
        (folder / place / "a.wacz").write_bytes(whole)
    (folder / "z.html").write_text(page("Lighthouse", LONG), encoding="utf-8")
    lost = {event.url: event.reason for event in told(app, folder) if isinstance(event, PageLost)}
    reason = "it cannot be unpacked: That compression method is not supported"
    assert lost == {
        f"{(folder / 'one' / 'a.wacz').as_uri()}/archive/a.warc": reason,
        f"{(folder / 'two' / 'a.wacz').as_uri()}/archive/a.warc": reason,
    }
    assert found(app, folder, "lighthouse keeper") == ["Lighthouse"]
    assert told(app, folder) == [LibraryScanned(folder=str(folder), documents=3, changed=0, removed=0, ignored=0)]


def test_an_archive_whose_name_is_no_text_can_be_lost_too(app: App, folder: Path) -> None:
    with open(os.path.join(os.fsencode(folder), b"\xff.wacz"), "wb") as file:
        file.write(b"this is no zip")
    (lost,) = [event for event in told(app, folder) if isinstance(event, PageLost)]
    reason = "it is no readable WACZ: File is not a zip file"
    assert lost == PageLost(url=f"{folder.as_uri()}/%FF.wacz", reason=reason, in_folder=True)


def test_a_heading_as_long_as_a_book_is_not_kept_with_every_paragraph(app: App, folder: Path) -> None:
    heading = "tide and current " * 20_000
    text = f"<article><h1>{heading}</h1>" + f"<p>{LONG}</p>" * 500 + "</article>"
    (folder / "a.html").write_text(text, encoding="utf-8")
    assert [type(event) for event in told(app, folder)] == [LibraryScanned, DocumentIndexed]
    assert (app.settings.home / "tadori.db").stat().st_size < 20_000_000


def archive_of(count: int, words: str, first: int = 0) -> bytes:
    """A WARC of `count` texts."""
    records = []
    for number in range(first, first + count):
        body = f"Text {number}\n\n{words}".encode()
        head = (
            f"WARC/1.1\r\nWARC-Type: resource\r\nWARC-Target-URI: https://e.test/{number}\r\n"
            f"WARC-Date: 2024-03-05T10:00:00Z\r\nContent-Type: text/plain\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        records.append(head.encode() + body + b"\r\n\r\n")
    return b"".join(records)


def rows(app: App) -> dict[str, list[tuple[object, ...]]]:
    """What the store holds of pages and documents, without times."""
    wanted = {
        "documents": "url, path, size, page_id, lost",
        "pages": "id, url, title",
        "fragments": "id, page_id, position",
        "passages": "number, id, page_id, start_at, end_at",
    }
    with app.store.read() as db:
        return {
            table: [tuple(row) for row in db.execute(sa.text(f"select {columns} from {table} order by 1"))]  # noqa: S608
            for table, columns in wanted.items()
        }


def test_an_archive_of_much_text_is_written_down_in_parts_and_is_whole_at_the_end(
    app: App, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tadori.pipeline.documents.indexing.BATCH_CHARS", 1_000)
    (folder / "a.warc").write_bytes(archive_of(7, LONG))
    events = told(app, folder)
    assert [event.url for event in events if isinstance(event, DocumentIndexed)] == [
        f"https://e.test/{number}" for number in range(7)
    ]
    assert {row[2] for row in rows(app)["documents"]} == {(folder / "a.warc").stat().st_size}
    assert len(found(app, folder, "lighthouse keeper")) == 7
    assert told(app, folder) == [LibraryScanned(folder=str(folder), documents=1, changed=0, removed=0, ignored=0)]


def test_an_archive_whose_reading_was_cut_off_is_read_again_but_not_extracted_again(
    app: App, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tadori.pipeline.documents.indexing.BATCH_DOCUMENTS", 3)
    (folder / "a.warc").write_bytes(archive_of(7, LONG))
    with closing(FolderIndexing(app.library, app.library.scan(folder))) as indexing:
        batch = indexing.batch(keep=ignore_event, show=ignore_event)
        assert batch.left == 1
        with app.store.write() as db:
            batch.save(db)
    assert rows(app)["documents"] == [
        (f"https://e.test/{number}", "a.warc", -1, page_id, None)
        for number, (page_id,) in enumerate(sorted_by_url(app, "id"))
    ]
    before = app.library.counts.extractions
    assert told(app, folder)[0] == LibraryScanned(folder=str(folder), documents=1, changed=1, removed=0, ignored=0)
    assert len(found(app, folder, "lighthouse keeper")) == 7
    assert app.library.counts.extractions == before + 4


def sorted_by_url(app: App, columns: str) -> list[tuple[object, ...]]:
    with app.store.read() as db:
        return [tuple(row) for row in db.execute(sa.text(f"select {columns} from pages order by url"))]  # noqa: S608


def mixed(folder: Path) -> None:
    """Files of every kind, some of which cannot be read."""
    for number in range(9):
        (folder / f"{number}.html").write_text(page(f"Lighthouse {number}", LONG), encoding="utf-8")
    (folder / "3b.pdf").write_bytes(b"%PDF-1.7 nothing of the kind")
    (folder / "4b.warc").write_bytes(archive_of(3, LONG))
    (folder / "灯台.txt").write_text("灯台\n\n岬の灯台は1902年に建てられた。いまも毎晩ともる。", encoding="utf-8")


@pytest.mark.parametrize("size", [1, 2, 64])
def test_documents_read_side_by_side_are_written_in_the_order_of_the_folder(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    mixed(folder)
    monkeypatch.setattr("tadori.pipeline.documents.indexing.BATCH_DOCUMENTS", size)
    kept = []
    for at_once in (1, 4):
        with open_app(Settings(home=tmp_path / f"home{at_once}", embeddings=False)) as app:
            side_by_side = replace(app, library=replace(app.library, at_once=at_once))
            events = told(side_by_side, folder)
            kept.append((rows(app), [event for event in events if isinstance(event, DocumentIndexed)]))
    assert kept[0] == kept[1]
    names = ["0.html", "1.html", "2.html", "3.html", "3b.pdf", "4.html", *["4b.warc"] * 3]
    names += ["5.html", "6.html", "7.html", "8.html", "灯台.txt"]
    assert [event.done for event in kept[0][1]] == [1 + sorted(set(names)).index(name) for name in names]


def test_a_batch_is_nowhere_until_it_is_written_and_then_whole(app: App, folder: Path) -> None:
    mixed(folder)
    with closing(FolderIndexing(app.library, app.library.scan(folder))) as indexing:
        batch = indexing.batch(keep=ignore_event, show=ignore_event)
        assert rows(app) == {"documents": [], "pages": [], "fragments": [], "passages": []}
        with app.store.write() as db:
            batch.save(db)
    once = rows(app)
    assert batch.left == 0
    assert len(once["documents"]) == 14
    with app.store.write() as db:
        batch.save(db)
    assert rows(app) == once


@pytest.mark.parametrize("to", ["0.warc", "z.warc"])
@pytest.mark.parametrize("size", [1, 64])
def test_a_page_that_moves_from_one_archive_to_another_is_kept(
    app: App, folder: Path, monkeypatch: pytest.MonkeyPatch, size: int, to: str
) -> None:
    monkeypatch.setattr("tadori.pipeline.documents.indexing.BATCH_DOCUMENTS", size)
    (folder / "a.warc").write_bytes(archive_of(2, LONG))
    (folder / to).write_bytes(archive_of(1, LONG, first=2))
    told(app, folder)
    pages = rows(app)["pages"]
    (folder / "a.warc").write_bytes(archive_of(1, LONG))
    (folder / to).write_bytes(archive_of(2, LONG, first=1))
    told(app, folder)
    assert [row[:2] for row in rows(app)["documents"]] == [
        ("https://e.test/0", "a.warc"),
        ("https://e.test/1", to),
        ("https://e.test/2", to),
    ]
    assert rows(app)["pages"] == pages
    assert len(found(app, folder, "lighthouse keeper")) == 3


def test_the_same_page_in_two_archives_is_extracted_once(app: App, folder: Path) -> None:
    for name in ("a.warc", "b.warc"):
        (folder / name).write_bytes(archive_of(5, LONG))
    told(app, folder)
    assert app.library.counts.extractions == 5
    assert len(rows(app)["pages"]) == 5


def test_indexing_that_is_closed_half_way_leaves_no_process_at_work(app: App, folder: Path) -> None:
    mixed(folder)
    indexing = FolderIndexing(app.library, app.library.scan(folder))
    shown: list[Event] = []

    def stop_at_third(event: Event) -> None:
        shown.append(event)
        if len(shown) == 3:
            closer.start()
            closer.join(0.2)  # it waits for this very batch

    closer = threading.Thread(target=indexing.close)
    batch = indexing.batch(keep=ignore_event, show=stop_at_third)
    closer.join()
    assert (len(batch.documents), batch.left) == (3, 10)
    assert indexing.batch(keep=ignore_event, show=ignore_event).documents == []


@pytest.mark.req("L22")
def test_every_file_is_a_document_or_counted_with_its_reason(folder: Path) -> None:
    names = [
        "a.rst",
        "b.adoc",
        "c.csv",
        "d.json",
        "e.jsonl",
        "f.py",
        "g.docx",
        "h.epub",
        "README",
        "i.rst.txt",
        "j.HTML",
    ]
    others = ["k.png", "l.PNG", "m.xyz", "n", ".o.txt", "p.xyz", ".git/config", ".git/objects/q", "r.css", "s.tar.gz"]
    for name in [*names, *others]:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(b"words")
    listing = list_folder(folder)
    assert sorted(str(file.path) for file in listing.files) == sorted(names)
    assert [(group.reason, group.files) for group in listing.left_out] == [
        ("file in a hidden folder", 2),
        ("no reader for .xyz", 2),
        ("picture", 2),
        ("archive", 1),
        ("hidden file", 1),
        ("no ending in its name", 1),
        ("no reader for .css", 1),
    ]
    assert len(listing.files) + listing.ignored == len(names) + len(others)


@pytest.mark.req("L22")
def test_files_of_new_kinds_are_found_by_their_words(app: App, folder: Path) -> None:
    (folder / "a.rst").write_text(f"Lighthouse\n==========\n\n{LONG}\n", encoding="utf-8")
    (folder / "b.csv").write_text("島,人口\n大島,7000\n小島,12\n", encoding="utf-8")
    told(app, folder)
    assert found(app, folder, "lighthouse keeper") == ["Lighthouse"]
    assert found(app, folder, "大島の人口") == ["b.csv"]


@pytest.mark.req("L22")
@pytest.mark.parametrize(
    ("groups", "line"),
    [
        ((), ""),
        ((("picture", 1),), "; left out 1 file: picture 1"),
        ((("picture", 9), ("hidden file", 2)), "; left out 11 files: picture 9, hidden file 2"),
        (
            tuple((f"no reader for .{letter}", 2) for letter in "abcdefgh"),
            "; left out 16 files: no reader for .a 2, no reader for .b 2, no reader for .c 2, no reader for .d 2,"
            " no reader for .e 2, no reader for .f 2, others 4",
        ),
    ],
)
def test_what_is_left_out_is_said_on_one_line(groups: tuple[tuple[str, int], ...], line: str) -> None:
    assert left_out_words(groups) == line


@pytest.mark.req("L23")
@pytest.mark.parametrize(
    ("folder", "path", "address"),
    [
        ("/saved", "www.example.go.jp/a/b.html", "https://www.example.go.jp/a/b.html"),
        ("/saved/www.example.go.jp", "a/b.html", "https://www.example.go.jp/a/b.html"),
        ("/saved/www.example.go.jp", "b.html", "https://www.example.go.jp/b.html"),
        ("/saved/www.example.go.jp", "other.example.com/b.html", "https://other.example.com/b.html"),
        ("/saved/notes", "a/b.html", ""),
        ("/", "b.html", ""),
    ],
)
def test_a_file_was_saved_from_the_same_address_whichever_folder_around_it_is_the_library(
    folder: str, path: str, address: str
) -> None:
    assert saved_address(Path(folder), Path(path)) == address
