"""A client's tools on the little web: real engines in look-alike, real pages, and time that passes without waiting."""

import random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from tadori.mcp.tools import Tools
from tadori.pipeline.engines.site_engine import SITES
from tadori.search.apis.catalogue import APIS
from tadori.search.engines.catalogue import ENGINES
from tadori.service.clients.tasks import open_clients
from tadori.service.clients.user_interaction import UserInteraction
from tadori.settings import EngineSettings, Settings
from tadori.wiring.home import open_app
from tadori.wiring.routes import WebEnvironment
from tests.mcp.world import Desk, Moment
from tests.web.desk import Time, settings_for
from tests.web.engines_web import Mood
from tests.web.little_web import LittleWeb


def calm(web: LittleWeb) -> LittleWeb:
    """The web as if nobody had come, and every engine in its usual mood."""
    web.clear()
    for engine in web.engines.values():
        engine.mood = Mood.USUAL
    return web


def asked(web: LittleWeb) -> set[str]:
    """Every query that any engine of the web was asked."""
    return {query for engine in web.engines.values() for query in engine.queries}


def with_engines(web: LittleWeb, settings: Settings, letters: str) -> Settings:
    """Settings in which the engines of those letters are all there are, on the little web."""
    bases = tuple((web.engines[one].plan.style, web.engines[one].base) for one in letters)
    names = [name for name, _ in bases]
    others = tuple(name for name in (*ENGINES, *APIS, SITES) if name not in names)
    return replace(settings, engines=EngineSettings(use=tuple(names), off=others, bases=bases))


@asynccontextmanager
async def web_desk(
    web: LittleWeb,
    home: Path,
    *,
    time: Time | None = None,
    letters: str = "abc",
    changes: dict[str, Any] | None = None,
    providers: Sequence[str] = ("web",),
    **options: Any,
) -> AsyncIterator[Desk]:
    """A home on the web with the engines of those letters; `changes` are web settings that differ."""
    moment, said = time or Time(), list[tuple[str, str]]()
    parts = WebEnvironment(resolver=web.resolver, rng=random.Random(1), sleep=moment.sleep, zone=ZoneInfo("Asia/Tokyo"))
    plain = settings_for(web, home)
    settings = with_engines(web, replace(plain, web=replace(plain.web, **(changes or {}))), letters)

    async def say(words: str, title: str) -> bool:
        said.append((words, title))
        return True

    with open_app(settings, clock=moment.clock) as app:
        limits: dict[str, Any] = {"soft_limit": 600.0, "providers": tuple(providers), "parts": parts, **options}
        async with open_clients(app, **limits) as clients:
            tools = Tools(clients=clients, people=UserInteraction(clients=clients, say=say))
            yield Desk(clients=clients, tools=tools, moment=Moment(moment.now), said=said)


async def all_claims(desk: Desk, task_id: str) -> list[dict[str, Any]]:
    """Every claim of a task, part by part."""
    found: list[dict[str, Any]] = []
    cursor = ""
    while True:
        part = await desk("get_materials", task_id=task_id, options={"cursor": cursor})
        found += part["claims"]
        cursor = part.get("next_cursor", "")
        if not cursor:
            return found
