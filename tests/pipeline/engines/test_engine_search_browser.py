"""Engines of the little web that want scripts: what plain HTTP cannot have, the browser brings (issue 4)."""

import random
import shutil
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from tadori.errors import RouteUnavailable
from tadori.events import Event
from tadori.events.web import SearchDone, SearchFailed
from tadori.model.doors import RouteGetter
from tadori.model.engine import Circuit, EngineHealth
from tadori.model.web import Route
from tadori.pipeline.engines.engine_search import EngineSearches
from tadori.settings import EngineSettings
from tadori.store.engines import health_of, save_health
from tadori.wiring.engines import engines_named
from tadori.wiring.home import open_app
from tadori.wiring.routes import WebEnvironment
from tests.pipeline.engines.test_engine_search import query
from tests.web.desk import Time, settings_for
from tests.web.engines_web import Mood
from tests.web.little_web import LittleWeb

ENGINE = "mojeek"
"""Asked with GET, as a browser goes to a page."""


@pytest.fixture(scope="module")
def web() -> Iterator[LittleWeb]:
    with LittleWeb(scale=0.02) as served:
        for engine in served.engines.values():
            engine.mood = Mood.SCRIPTS
        yield served


@asynccontextmanager
async def searching(web: LittleWeb, home: Path, moment: Time, *, browser: bool) -> AsyncIterator[EngineSearches]:
    parts = WebEnvironment(resolver=web.resolver, rng=random.Random(1), sleep=moment.sleep, zone=ZoneInfo("Asia/Tokyo"))
    bases = tuple((engine.plan.style, web.url(engine.host).rstrip("/")) for engine in web.engines.values())
    settings = replace(settings_for(web, home, browser=browser), engines=EngineSettings(use=(ENGINE,), bases=bases))
    with open_app(settings, clock=moment.clock) as app:
        async with app.web(parts) as reading:
            listed = engines_named(app, [ENGINE], reading)
            assert listed[0].door is not None
            listed[0].door.browser_seconds = 300.0  # however busy this machine is
            with app.store.write() as db:
                save_health(db, EngineHealth(engine=ENGINE, latency=5.0))  # likewise: it gets its 20 s by HTTP
            yield EngineSearches(store=app.store, engines=listed, clock=moment.clock)


def no_chrome() -> dict[Route, Callable[[], RouteGetter]]:
    """A browser route as it is on a machine whose Chrome went away."""

    def missing() -> RouteGetter:
        raise RouteUnavailable("headless", "there is none here")

    return {Route.HEADLESS: missing}


def told(events: list[Event]) -> list[tuple[str, str, bool]]:
    """(route, ground, whether there were hits) of each search."""
    return [
        (event.route, event.ground, isinstance(event, SearchDone))
        for event in events
        if isinstance(event, SearchDone | SearchFailed)
    ]


@pytest.mark.slow
@pytest.mark.drives("chromium")
@pytest.mark.skipif(shutil.which("chromium") is None, reason="no chromium on this machine")
@pytest.mark.req("L5", "L16")
async def test_an_engine_that_walls_off_plain_http_is_asked_by_the_browser_for_a_day(
    web: LittleWeb, tmp_path: Path
) -> None:
    moment, events = Time(), list[Event]()
    topic = web.topics[0].name
    async with searching(web, tmp_path, moment, browser=True) as engines:
        first = await engines.search(query(topic), events.append)
        second = await engines.search(query(f"{topic} 全長"), events.append)
        with engines.store.read() as db:
            health = health_of(db, ENGINE)
        moment.now += timedelta(hours=24)
        await engines.search(query(f"{topic} 開通"), events.append)
    assert first.hits == ()
    assert topic in "".join(hit.title + hit.snippet for hit in second.hits)
    assert told(events) == [
        ("http", "plain HTTP does", False),
        ("headless", "a captcha by HTTP at 03:00 UTC", True),
        ("http", "plain HTTP does", False),
    ]
    assert (health.circuit, health.failures) == (Circuit.CLOSED, 0)


@pytest.mark.req("L5")
async def test_without_a_browser_its_circuit_opens(web: LittleWeb, tmp_path: Path) -> None:
    events: list[Event] = []
    async with searching(web, tmp_path, Time(), browser=False) as engines:
        await engines.search(query("大橋 全長"), events.append)
        await engines.search(query("大橋 開通"), events.append)
        with engines.store.read() as db:
            health = health_of(db, ENGINE)
    assert told(events) == [
        ("http", "plain HTTP does", False),
        ("http", "a captcha by HTTP at 03:00 UTC, but there is no browser", False),
    ]
    assert health.circuit is Circuit.OPEN


@pytest.mark.req("L5")
async def test_where_the_browser_is_missing_after_all_plain_http_is_taken(web: LittleWeb, tmp_path: Path) -> None:
    moment, events = Time(), list[Event]()
    async with searching(web, tmp_path, moment, browser=False) as engines:
        listed = engines.engines[0]
        assert listed.door is not None
        listed.door.web.routes = {**listed.door.web.routes, **no_chrome()}
        await engines.search(query("大橋 全長"), events.append)
        await engines.search(query("大橋 開通"), events.append)
    assert [route for route, _, _ in told(events)] == ["http", "http"]
    assert told(events)[1][1] == "no browser: there is none here"
