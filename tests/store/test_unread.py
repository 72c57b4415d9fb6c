"""What was not read: kept with documents and pages, grouped by reason, gone with them."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
import sqlalchemy as sa

from tadori.model.ids import EN, JA, Lang, Url
from tadori.model.page import Capture, Extracted, Page, PageType, TextLoss
from tadori.model.unread import NOT_COUNTED, OTHER_REASONS, UnreadKind, UnreadLine
from tadori.store.database import Store, open_store
from tadori.store.libraries import LibraryDocument, add_library, save_document
from tadori.store.pages import delete_pages, save_page
from tadori.store.queries import note_page_read
from tadori.store.tasks import add_task
from tadori.store.unread import MOST_REASONS, save_left_out, unread_of
from tests.store.test_rows import a_task

NOW = datetime(2026, 7, 1, tzinfo=UTC)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(tmp_path / "tadori.db")
    yield opened
    opened.close()


def a_page(db: sa.Connection, name: str, *losses: tuple[str, int], notes: tuple[str, ...] = (), lang: Lang = EN) -> str:
    capture = Capture(
        url=Url(f"file:///{name}"),
        body=name.encode(),
        media_type="text/plain",
        charset=None,
        fetched_at=NOW,
        source_tag="library",
    )
    extracted = Extracted(
        title=name,
        date=None,
        lang=lang,
        page_type=PageType.DOCUMENT,
        text=name,
        pieces=(),
        notes=notes,
        losses=tuple(TextLoss(reason=reason, characters=count) for reason, count in losses),
    )
    page = Page.of(capture, extracted)
    save_page(db, page, extracted)
    return page.id


def put(db: sa.Connection, folder: str, name: str, *, page_id: str | None = None, lost: str | None = None) -> str:
    library_id = add_library(db, folder, NOW)
    document = LibraryDocument(
        library_id=library_id, url=f"file:///{name}", path=name, size=1, mtime_ns=1, page_id=page_id, lost=lost
    )
    save_document(db, document, NOW)
    return library_id


def line(kind: UnreadKind, reason: str, count: int, characters: int = 0) -> UnreadLine:
    return UnreadLine(kind=kind, reason=reason, count=count, characters=characters)


@pytest.mark.req("L22")
def test_losses_of_a_library_are_grouped_by_reason_and_the_largest_comes_first(store: Store) -> None:
    with store.write() as db:
        first = a_page(db, "a", ("footer", 10), ("navigation", 200), notes=("page 3: scanned", "page 4: scanned"))
        second = a_page(db, "潮", ("navigation", 50), ("footer", 5), ("footer", 6), lang=JA)
        library = put(db, "/mine", "a", page_id=first)
        put(db, "/mine", "潮", page_id=second)
        put(db, "/mine", "b", lost="has 5 bytes; the limit is 3")
        put(db, "/mine", "c", lost="has 6 bytes; the limit is 3")
        put(db, "/mine", "d", lost="the document is empty")
        save_left_out(db, library, [("hidden file", 2), ("picture", 7)])
        other = put(db, "/other", "e", page_id=a_page(db, "e", ("form", 9)), lost=None)
    with store.read() as db:
        assert unread_of(db, [library]) == (
            line(UnreadKind.FILE, "picture", 7),
            line(UnreadKind.FILE, "hidden file", 2),
            line(UnreadKind.DOCUMENT, "has … bytes; the limit is …", 2),
            line(UnreadKind.DOCUMENT, "the document is empty", 1),
            line(UnreadKind.PART, "page …: scanned", 2),
            line(UnreadKind.TEXT, "navigation", 2, 250),
            line(UnreadKind.TEXT, "footer", 2, 21),
        )
        assert unread_of(db, [other]) == (
            line(UnreadKind.FILE, NOT_COUNTED, 0),
            line(UnreadKind.TEXT, "form", 1, 9),
        )


@pytest.mark.req("L22")
def test_a_document_in_two_folders_is_counted_once_and_one_of_no_folder_not_at_all(store: Store) -> None:
    with store.write() as db:
        shared = a_page(db, "a", ("footer", 10))
        a_page(db, "b", ("footer", 99))
        libraries = [put(db, folder, "a", page_id=shared) for folder in ("/x", "/x/y")]
        for library in libraries:
            put(db, "/x", "c", lost="the document is empty")
            save_left_out(db, library, [])
    with store.read() as db:
        assert unread_of(db, libraries) == (
            line(UnreadKind.DOCUMENT, "the document is empty", 1),
            line(UnreadKind.TEXT, "footer", 1, 10),
        )
        assert unread_of(db, []) == ()


@pytest.mark.req("L22")
def test_documents_that_an_older_version_read_are_said_to_be_uncounted_and_not_to_be_whole(store: Store) -> None:
    with store.write() as db:
        library = put(db, "/mine", "a", page_id=a_page(db, "a"))
        save_left_out(db, library, [])
        db.execute(sa.text("update pages set losses_counted = 0"))
    with store.read() as db:
        assert unread_of(db, [library]) == (line(UnreadKind.TEXT, NOT_COUNTED, 1),)


@pytest.mark.req("L22")
def test_of_very_many_reasons_the_smallest_are_counted_together(store: Store) -> None:
    with store.write() as db:
        losses = [(f"reason {chr(97 + n // 26)}{chr(97 + n % 26)}", n + 1) for n in range(30)]
        library = put(db, "/mine", "a", page_id=a_page(db, "a", *losses))
        save_left_out(db, library, [])
    with store.read() as db:
        found = unread_of(db, [library])
    assert len(found) == MOST_REASONS + 1
    assert found[0] == line(UnreadKind.TEXT, "reason bd", 1, 30)
    assert found[-1] == line(UnreadKind.TEXT, OTHER_REASONS, 10, 55)


@pytest.mark.req("L22")
def test_losses_go_with_their_page(store: Store) -> None:
    with store.write() as db:
        page_id = a_page(db, "a", ("footer", 10))
        delete_pages(db, [page_id])
        assert db.execute(sa.text("select count(*) from page_losses")).scalar_one() == 0


@pytest.mark.req("L22")
def test_pages_that_a_task_has_read_elsewhere_are_counted_with_its_folders_and_once(store: Store) -> None:
    with store.write() as db:
        shared, web = a_page(db, "a", ("footer", 10)), a_page(db, "b", ("footer", 5), notes=("page 2: scanned",))
        library = put(db, "/mine", "a", page_id=shared)
        save_left_out(db, library, [])
        add_task(db, a_task())
        for position, page_id in enumerate((shared, web)):
            note_page_read(db, "task_a", page_id, "q_1", position=position, at=NOW)
    with store.read() as db:
        assert unread_of(db, [library], "task_a") == (
            line(UnreadKind.PART, "page 2: scanned", 1),
            line(UnreadKind.TEXT, "footer", 2, 15),
        )
        assert unread_of(db, [library]) == (line(UnreadKind.TEXT, "footer", 1, 10),)
