"""A walk within a site: bounded, polite, promising links first; and how a page has changed."""

from pathlib import Path

import pytest

from tadori.model.ids import Url
from tadori.model.web import FetchFailure
from tadori.pipeline.web.crawl import crawl
from tadori.pipeline.web.history import history_of
from tadori.pipeline.web.page_reader import LoadedPage
from tadori.text.urls import domain_of
from tests.pipeline.web.reads import had
from tests.web.desk import Desk, desk
from tests.web.little_web import LittleWeb
from tests.web.weather import Weather


def plain_host(web: LittleWeb) -> str:
    return next(page.host for page in web.pages if page.weather is Weather.PLAIN)


async def walked(tadori: Desk, start: str, *, depth: int = 2, pages: int = 12) -> list[LoadedPage | FetchFailure]:
    return [got async for got in crawl(tadori.reading, start, depth=depth, pages=pages, emit=tadori.events.append)]


@pytest.mark.req("L7")
async def test_a_walk_stays_in_the_domain_and_within_its_bounds(web: LittleWeb, tmp_path: Path) -> None:
    start = web.url(plain_host(web), "/")
    async with desk(web, tmp_path) as tadori:
        got = await walked(tadori, start, pages=6)
    read = [one.page.url for one in got if isinstance(one, LoadedPage)]
    assert len(got) == 6
    assert read[0] == start
    assert {domain_of(Url(url)) for url in read} == {domain_of(Url(start))}
    assert len(set(read)) == len(read)


@pytest.mark.req("L7")
async def test_depth_nought_reads_the_start_and_what_the_sitemap_names_is_left(web: LittleWeb, tmp_path: Path) -> None:
    start = web.url(plain_host(web), "/")
    async with desk(web, tmp_path) as tadori:
        got = await walked(tadori, start, depth=0)
    assert [one.page.url for one in got if isinstance(one, LoadedPage)] == [start]


@pytest.mark.req("L7")
async def test_what_robots_txt_forbids_is_not_walked_into(web: LittleWeb, tmp_path: Path) -> None:
    host = web.robots["private"]
    async with desk(web, tmp_path) as tadori:
        await walked(tadori, web.url(host, "/"))
    assert [line.path for line in web.seen(host) if line.path.startswith("/private/")] == []


@pytest.mark.req("L9")
async def test_the_history_of_a_page_says_what_changed_from_copy_to_copy(web: LittleWeb, tmp_path: Path) -> None:
    plain = {page.url for page in web.pages if page.weather is Weather.PLAIN}
    url = next(url for url in web.snapshots if url in plain)
    async with desk(web, tmp_path, wayback=True) as tadori:
        read = await had(tadori, url)
        history = await history_of(tadori.reading, read, emit=tadori.events.append)
    asked = [line for line in web.log if line.host == "archive.test" and line.path.startswith("/web/")]
    assert history[0]["happening"] == "first_seen"
    assert [moment["at"] for moment in history] == sorted(moment["at"] for moment in history)
    assert any(moment.get("differences", {}).get("headings_added") for moment in history)
    assert len(asked) <= 12


@pytest.mark.req("L9")
async def test_a_page_that_was_never_copied_has_no_history_and_it_is_told(web: LittleWeb, tmp_path: Path) -> None:
    page = next(p for p in web.pages if p.weather is Weather.PLAIN and p.url not in web.snapshots)
    async with desk(web, tmp_path, wayback=True) as tadori:
        read = await had(tadori, page.url)
        history = await history_of(tadori.reading, read, emit=tadori.events.append)
    assert history == []
    assert [event.reason for event in tadori.events if event.kind == "part_lost"][-1].startswith("no history: ")
