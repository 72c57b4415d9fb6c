"""The little web with a real Chromium: what plain HTTP cannot have, and what is carried over from the browser."""

import shutil
from pathlib import Path

import pytest

from tadori.events.web import RouteTried
from tadori.model.ids import Url
from tadori.model.web import FetchFailure, Route
from tadori.pipeline.web.page_reader import LoadedPage
from tadori.store.domains import policy_of
from tadori.text.urls import domain_of
from tests.pipeline.web.reads import had, lost, page_with
from tests.web.desk import desk
from tests.web.little_web import LittleWeb
from tests.web.weather import Weather

pytestmark = [
    pytest.mark.slow,
    pytest.mark.drives("chromium"),
    pytest.mark.skipif(shutil.which("chromium") is None, reason="no chromium on this machine"),
]


@pytest.mark.req("L16", "L17", "L19", "L22")
async def test_a_page_made_by_scripts_is_read_as_the_browser_made_it_and_kept_with_its_picture(
    web: LittleWeb, tmp_path: Path
) -> None:
    page = page_with(web, Weather.SCRIPT_ONLY, lang="ja")
    async with desk(web, tmp_path, browser=True) as tadori:
        got = await had(tadori, page.url)
        kinds = [place.kind for place in tadori.reading.archive.record_places(got.page.id)]
    assert page.key_sentence in got.text
    assert [(a.route, a.block.value) for a in got.attempts] == [(Route.HTTP, "js_required"), (Route.HEADLESS, "none")]
    assert got.answer is not None
    assert got.answer.screenshot is not None
    assert kinds.count("resource") == 2  # the document as it stood, and its picture
    assert {"request", "response", "metadata", "conversion"} <= set(kinds)


@pytest.mark.req("L16")
async def test_what_a_browser_established_is_carried_to_http_within_its_domain_only(
    web: LittleWeb, tmp_path: Path
) -> None:
    page = page_with(web, Weather.FORBIDDEN_TO_PLAIN)
    sibling = next(p for p in web.pages if p.host == page.host and p.path != page.path and p.media_type == "text/html")
    stranger = next(p for p in web.pages if p.weather is Weather.PLAIN and domain_of(p.url) != domain_of(page.url))
    async with desk(web, tmp_path, browser=True) as tadori:
        first = await had(tadori, page.url)
        second = await had(tadori, sibling.url)
        await had(tadori, stranger.url)
        with tadori.app.store.read() as db:
            policy = policy_of(db, domain_of(page.url))
    assert [a.route for a in first.attempts] == [Route.HTTP, Route.HEADLESS]
    assert [a.route for a in second.attempts] == [Route.HTTP]
    carried = web.seen(sibling.host, sibling.path)[-1]
    assert "cookie" in carried.headers
    assert first.answer is not None
    assert carried.headers["user-agent"] == first.answer.user_agent
    assert "cookie" not in web.seen(stranger.host, stranger.path)[-1].headers
    assert (policy.failures, policy.cooldown_until) == (0, None)


@pytest.mark.req("L17", "L20")
async def test_a_challenge_is_tried_by_every_route_once_and_then_waits_for_a_person(
    web: LittleWeb, tmp_path: Path
) -> None:
    page = page_with(web, Weather.CHALLENGE)
    async with desk(web, tmp_path, browser=True) as tadori:
        got = await lost(tadori, page.url)
        routes = [event.route for event in tadori.events if isinstance(event, RouteTried)]
    assert got.queued is not None
    assert len(routes) == len(set(routes))
    assert routes[:2] == ["http", "headless"]


@pytest.mark.req("L16")
async def test_a_connection_that_was_cut_is_tried_by_another_route(web: LittleWeb, tmp_path: Path) -> None:
    page = page_with(web, Weather.FLAKY)
    async with desk(web, tmp_path, browser=True) as tadori:
        got = await had(tadori, page.url)
    assert [(a.route, a.outcome.value) for a in got.attempts] == [
        (Route.HTTP, "unreachable"),
        (Route.HEADLESS, "page"),
    ]


@pytest.mark.req("L35")
async def test_a_browser_that_is_sent_to_this_machine_does_not_go(web: LittleWeb, tmp_path: Path) -> None:
    async with desk(web, tmp_path, browser=True) as tadori:
        headless = tadori.reading.web().routes[Route.HEADLESS]()
        from tadori.errors import SourceError
        from tadori.model.web import WebRequest

        for kind in ("redirect_loopback", "redirect_metadata", "redirect_ipv6_loopback"):
            with pytest.raises(SourceError):
                await headless.get(WebRequest(url=Url(web.hostile[kind])))
    assert web.canary_knocks == 0


async def test_a_machine_without_a_browser_says_so_and_goes_on(web: LittleWeb, tmp_path: Path) -> None:
    page = page_with(web, Weather.SCRIPT_ONLY)
    async with desk(web, tmp_path) as tadori:
        got = await tadori.reading.read(Url(page.url))
        after = await tadori.reading.read(Url(page_with(web, Weather.PLAIN).url))
    assert isinstance(got, FetchFailure)
    assert "it needs a script that did not run by http" in got.reason
    assert isinstance(after, LoadedPage)
