"""Damaged files of the page archive: found and named whatever the damage is, and made anew where that can be done."""

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tadori.archive.damage import check_files, rebuild_page
from tadori.archive.pages import PageArchive
from tadori.archive.records import member_bytes
from tadori.errors import EvidenceBroken
from tadori.model.page import Page
from tests.archive.samples import Sample, sample
from tests.archive.test_pages import kept_file
from tests.archive.test_web import BROWSER, LATER, PLAIN, UNCHANGED, inspected, sealed, web_page

Break = Callable[[Path], object]


def overwrite(start: int, count: int) -> Break:
    def change(path: Path) -> None:
        data = bytearray(path.read_bytes())
        begin = start % len(data)
        data[begin : begin + count] = bytes(byte ^ 0xFF for byte in data[begin : begin + count])
        path.write_bytes(bytes(data))

    return change


def cut(share: float) -> Break:
    return lambda path: path.write_bytes(path.read_bytes()[: int(len(path.read_bytes()) * share)])


def as_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()
    (path / "something").write_text("x")


def as_link_to_nothing(path: Path) -> None:
    path.unlink()
    path.symlink_to("nowhere")


DAMAGES: dict[str, Break] = {
    "200 bytes": overwrite(100, 200),
    "gzip header": overwrite(0, 2),
    "gzip body": overwrite(40, 1),
    "gzip trailer": overwrite(-5, 1),
    "last byte": overwrite(-1, 1),
    "half": cut(0.5),
    "one byte": cut(0.002),
    "empty": cut(0.0),
    "folder": as_folder,
    "link": as_link_to_nothing,
    "text file": lambda path: path.write_text("橋"),
    "bytes behind": lambda path: path.write_bytes(path.read_bytes() + b"x"),
    "twice": lambda path: path.write_bytes(path.read_bytes() * 2),
}


@pytest.fixture
def archive(tmp_path: Path) -> PageArchive:
    return PageArchive(tmp_path / "archive")


@pytest.mark.req("X3")
@pytest.mark.parametrize("name", DAMAGES)
@pytest.mark.parametrize("kind", ["file", "web"])
def test_damage_is_found_named_and_mended_when_the_page_is_kept_again(
    tmp_path: Path, archive: PageArchive, name: str, kind: str
) -> None:
    page, capture, text = sample() if kind == "file" else web_page()
    web = None if kind == "file" else PLAIN
    other = sample("file:///library/other.html")
    archive.keep(page, capture, text, web=web)
    archive.keep(*other)
    before = archive.members(page.id)
    DAMAGES[name](kept_file(archive, page.id))
    found = archive.damage(page.id)
    assert found.startswith(f"archive/{page.id[3:5]}/{page.id}.warc.gz")
    heard: list[str] = []
    archive.keep(page, capture, text, web=web, mended=heard.append)
    assert heard == [found]
    assert (archive.damage(page.id), archive.members(page.id), archive.text(page.id)) == ("", before, text)
    assert (archive.damage(other[0].id), archive.text(other[0].id)) == ("", other[2])
    assert inspected(sealed(tmp_path, archive, [page, other[0]])).problems == []


def test_a_whole_page_is_left_as_it_is_and_nothing_is_called_mended(archive: PageArchive) -> None:
    page, capture, text = web_page()
    heard: list[str] = []
    archive.keep(page, capture, text, web=BROWSER)
    stamp = kept_file(archive, page.id).stat().st_mtime_ns
    archive.keep(page, capture, text, web=BROWSER, mended=heard.append)
    assert (heard, archive.damage(page.id), kept_file(archive, page.id).stat().st_mtime_ns) == ([], "", stamp)


def test_a_page_that_is_missing_is_damage_and_is_kept_without_a_word(archive: PageArchive) -> None:
    page, capture, text = sample()
    heard: list[str] = []
    assert archive.damage(page.id) == f"{archive.place(page.id)}: not in the archive"
    archive.keep(page, capture, text, mended=heard.append)
    assert (heard, archive.damage(page.id)) == ([], "")


def test_a_folder_that_is_a_file_is_put_aside_and_nothing_in_it_is_lost(archive: PageArchive) -> None:
    page, capture, text = sample()
    folder = archive.path(page.id).parent
    folder.parent.mkdir()
    folder.write_text("somebody's notes")
    archive.keep(page, capture, text)
    assert archive.text(page.id) == text
    assert folder.with_name(f"{folder.name}.damaged").read_text() == "somebody's notes"


def test_a_folder_in_the_place_of_a_page_keeps_what_was_in_it(archive: PageArchive) -> None:
    page, capture, text = sample()
    archive.keep(page, capture, text)
    path = kept_file(archive, page.id)
    for number in ("", "1"):
        as_folder(path)
        archive.keep(page, capture, text)
        assert path.with_name(f"{path.name}.damaged{number}").joinpath("something").read_text() == "x"


def test_the_file_of_another_page_is_not_taken_for_this_one(archive: PageArchive) -> None:
    page, other = sample(), sample("file:///library/other.html")
    archive.keep(*page)
    archive.keep(*other)
    archive.path(page[0].id).write_bytes(archive.members(other[0].id))
    assert archive.damage(page[0].id) == f"{archive.place(page[0].id)}: holds another page"


def test_a_record_that_another_one_names_must_be_there(archive: PageArchive) -> None:
    page, capture, text = web_page()
    archive.keep(page, capture, text, web=BROWSER)
    kept = [placed.record for placed in archive.records(page.id)]
    without = [record for record in kept if not (record.kind == "response" and not record.header("Tadori-Leads-To"))]
    assert len(without) == len(kept) - 1
    archive.path(page.id).write_bytes(b"".join(member_bytes(record) for record in without))
    assert archive.damage(page.id).endswith("a record that another one names is missing")


def damaged_record(archive: PageArchive, page: Page, kind: str) -> None:
    placed = next(one for one in archive.records(page.id) if one.record.kind == kind)
    overwrite(placed.offset + 30, 3)(kept_file(archive, page.id))


@pytest.mark.parametrize(
    ("kind", "saved"), [("conversion", True), ("request", True), ("metadata", True), ("resource", False)]
)
def test_a_page_is_made_anew_from_the_records_that_are_left_when_its_document_is(
    tmp_path: Path, archive: PageArchive, kind: str, saved: bool
) -> None:
    page, capture, text = web_page()
    archive.keep(page, capture, text, web=replace(BROWSER, hops=()))
    damaged_record(archive, page, kind)
    assert archive.damage(page.id) != ""
    assert rebuild_page(archive, page, text) is saved
    assert (archive.damage(page.id) == "") is saved


def test_a_record_whose_words_were_changed_under_a_right_checksum_is_damage_too(archive: PageArchive) -> None:
    page, capture, text = web_page()
    archive.keep(page, capture, text, web=replace(PLAIN, hops=()))
    request, response, words = (placed.record for placed in archive.records(page.id))
    changed = replace(request, block=request.block.replace(b"GET", b"PUT"))
    archive.path(page.id).write_bytes(b"".join(map(member_bytes, (changed, response, words))))
    found = archive.damage(page.id)
    assert (
        found == f"{archive.place(page.id)}: WARC-Block-Digest is not the digest of what stands there (request record)"
    )
    assert rebuild_page(archive, page, text) is True
    assert [placed.record for placed in archive.records(page.id)] == [response, words]


def test_a_rebuilt_page_is_evidence_again(tmp_path: Path, archive: PageArchive) -> None:
    page, capture, text = web_page()
    archive.keep(page, capture, text, web=PLAIN)
    before = archive.members(page.id)
    damaged_record(archive, page, "conversion")
    assert rebuild_page(archive, page, "another text") is False
    assert rebuild_page(archive, page, text) is True
    assert archive.members(page.id) == before
    assert inspected(sealed(tmp_path, archive, [page])).problems == []


def test_a_damaged_note_of_a_visit_costs_the_note_and_not_the_evidence(tmp_path: Path, archive: PageArchive) -> None:
    page, capture, text = web_page()
    archive.keep(page, capture, text, web=PLAIN)
    for at in (LATER, LATER.replace(hour=9)):
        archive.note_revisit(page.id, UNCHANGED, at=at)
    first, second = sorted(archive.note_files(page.id))
    overwrite(30, 4)(first)
    assert archive.revisits(page.id) == (second.read_bytes(),)
    assert inspected(sealed(tmp_path, archive, [page])).problems == []
    assert [(one.path, one.is_note) for one in check_files(archive) if one.damage] == [(first, True)]


def test_a_walk_names_every_file_and_passes_over_parts_and_what_was_set_aside(archive: PageArchive) -> None:
    samples: list[Sample] = [sample(), sample("file:///library/other.html")]
    for one in samples:
        archive.keep(*one)
    good, bad = (one[0].id for one in samples)
    overwrite(50, 9)(archive.path(bad))
    (archive.root / "notes.txt").write_text("x")
    (archive.root / good[3:5] / f"{good}.warc.gz.damaged").write_text("x")
    (archive.root / good[3:5] / f"{good}.warc.gz.7-7.part").write_text("x")
    found = {one.path.name: (one.page_id, one.damage == "") for one in check_files(archive)}
    assert found == {f"{good}.warc.gz": (good, True), f"{bad}.warc.gz": (bad, False), "notes.txt": ("", False)}


def test_an_archive_that_is_not_there_has_no_damage_and_one_that_is_a_file_has(tmp_path: Path) -> None:
    archive = PageArchive(tmp_path / "archive")
    assert list(check_files(archive)) == []
    archive.root.write_text("x")
    assert [one.damage for one in check_files(archive)] == ["archive: is no file of an archive"]


@pytest.mark.req("L35")
def test_forgetting_a_page_leaves_nothing_of_it_however_it_was_damaged(archive: PageArchive) -> None:
    page, capture, text = web_page()
    for harm in (as_folder, overwrite(30, 9)):
        archive.keep(page, capture, text, web=PLAIN)
        harm(archive.path(page.id))
        archive.keep(page, capture, text, web=PLAIN)
    archive.note_revisit(page.id, UNCHANGED, at=LATER)
    as_folder(archive.path(page.id))
    assert [archive.forget(page.id), archive.forget(page.id)] == [True, False]
    assert list(archive.path(page.id).parent.iterdir()) == []


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_damage_and_is_replaced(archive: PageArchive) -> None:
    page, capture, text = sample()
    archive.keep(page, capture, text)
    kept_file(archive, page.id).chmod(0)
    assert archive.damage(page.id).endswith("cannot be read: Permission denied")
    archive.keep(page, capture, text)
    assert archive.damage(page.id) == ""


@pytest.mark.parametrize("name", ["", "pg_", "../x", "pg_" + "0" * 23 + "g"])
def test_what_is_no_page_id_has_no_file(archive: PageArchive, name: str) -> None:
    with pytest.raises(EvidenceBroken, match="is not a page id"):
        archive.place(name)
