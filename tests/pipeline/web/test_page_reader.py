"""Reading pages of the web into the archive: under addresses that may leave, and again when the archive is damaged."""

from datetime import timedelta
from pathlib import Path

import pytest

from tadori.archive.wacz import write_wacz
from tadori.events import PageMended
from tadori.model.ids import Url
from tadori.model.web import FetchFailure
from tadori.pipeline.web.page_reader import LoadedPage
from tadori.store.visits import visit_of
from tests.archive.test_damage import DAMAGES
from tests.archive.test_sealing import contents
from tests.pipeline.web.reads import had, page_with, page_with_etag, read
from tests.web.desk import desk
from tests.web.little_web import LittleWeb
from tests.web.weather import Weather

SECRET = "s3cr3tS3CR3T"


@pytest.mark.req("L35")
async def test_a_page_is_kept_under_an_address_that_may_leave_and_asked_under_its_own(
    web: LittleWeb, tmp_path: Path
) -> None:
    page = page_with(web, Weather.PLAIN)
    url = f"{page.url}?id=5&access_token={SECRET}"
    async with desk(web, tmp_path) as tadori:
        got = await had(tadori, url)
        with tadori.app.store.read() as db:
            visit = visit_of(db, url)
        path = tmp_path / "evidence.wacz"
        write_wacz(path, archive=tadori.app.archive, pages=[got.page], files={}, title="x", created=tadori.time.now)
        kept = tadori.app.archive.records(got.page.id)
    assert got.page.url == f"{page.url}?id=5&access_token=masked-by-tadori"
    assert visit is not None
    assert (visit.final_url, visit.page_id) == (url, got.page.id)
    assert [line.path for line in web.seen(page.host)][1:] == [f"{page.path}?id=5&access_token={SECRET}"]
    assert SECRET.encode() not in contents(path)
    assert kept[0].record.block.startswith(f"GET {page.path}?id=5&access_token={SECRET} ".encode())


@pytest.mark.req("X3", "L38")
@pytest.mark.parametrize("name", ["200 bytes", "empty", "folder"])
async def test_a_page_that_is_unchanged_on_the_web_and_damaged_here_is_asked_for_in_full(
    web: LittleWeb, tmp_path: Path, name: str
) -> None:
    async with desk(web, tmp_path) as tadori:
        page, first = await page_with_etag(web, tadori)
        DAMAGES[name](tadori.app.archive.path(first.page.id))
        damage = tadori.app.archive.damage(first.page.id)
        web.clear()
        tadori.time.now += timedelta(days=1)
        again = await had(tadori, page.url)
        left = tadori.app.archive.damage(first.page.id)
    assert [("if-none-match" in line.headers) for line in web.seen(page.host, page.path)] == [True, False]
    assert (again.page.id, again.text, again.unchanged, left) == (first.page.id, first.text, False, "")
    assert [event for event in tadori.events if isinstance(event, PageMended)] == [
        PageMended(page_id=first.page.id, url=first.page.url, damage=damage, how="fetched again")
    ]


@pytest.mark.req("X3", "X4")
async def test_a_page_whose_rows_a_kill_prevented_is_the_one_that_the_archive_has(
    web: LittleWeb, tmp_path: Path
) -> None:
    page = page_with(web, Weather.PLAIN)
    async with desk(web, tmp_path) as tadori:
        first = await tadori.reading.read(Url(page.url))  # archived; the process dies before its rows are kept
        tadori.time.now += timedelta(seconds=20)
        again = await had(tadori, page.url)
        archived = tadori.app.archive.body(again.page.id)
    assert isinstance(first, LoadedPage)
    assert again.page == first.page
    assert archived.fetched_at == again.page.fetched_at
    assert again.visit is not None
    assert again.visit.fetched_at - again.page.fetched_at >= timedelta(seconds=20)


async def test_a_page_that_cannot_be_archived_is_lost_with_its_reason(web: LittleWeb, tmp_path: Path) -> None:
    page = page_with(web, Weather.PLAIN)
    async with desk(web, tmp_path) as tadori:
        first = await had(tadori, page.url)
        with tadori.app.store.write() as db:
            db.exec_driver_sql("update pages set text = 'changed by somebody'")
            db.exec_driver_sql("delete from visits")
        tadori.app.archive.forget(first.page.id)
        got = await read(tadori, page.url)
    assert isinstance(got, FetchFailure)
    assert got.reason == (f"cannot be archived: {first.page.id}: its document or text is not the one the page names")
