"""The commands `search` and `engines`: hits of one query, and one row for each search engine. Plain data out."""

import asyncio
import importlib.util
from collections.abc import Sequence
from dataclasses import asdict
from functools import cache
from typing import Any

from tadori.events import Emit, ignore_event
from tadori.model.engine import EngineFacts, EngineHealth
from tadori.model.ids import Lang
from tadori.model.query import Query, QueryPurpose
from tadori.pipeline.engines.engine_search import EngineSearches
from tadori.query.operators import parse_query
from tadori.search.health import route_for
from tadori.service.input_checks import report_language
from tadori.settings import load_settings
from tadori.store.engines import all_health
from tadori.wiring.engines import (
    ALL_WEB_ENGINES,
    checked_providers,
    enabled_engines,
    engine_facts,
    engines_named,
    has_what_it_needs,
)
from tadori.wiring.home import App, open_app
from tadori.wiring.plugins import UntrustedPlugin, untrusted_plugins


def search_hits(
    text: str, *, providers: Sequence[str] = (), limit: int = 10, lang: str | None = None, emit: Emit = ignore_event
) -> list[dict[str, Any]]:
    """Hits for a query from engines (`web` without any named) as plain data, each document once.

    Raises:
        WrongCall: the query or a provider cannot be used.
    """
    parse_query(text)  # raises for an unusable query before any engine is asked

    async def run() -> list[dict[str, Any]]:
        with open_app(load_settings()) as app:
            names = checked_providers(app, tuple(providers) or (ALL_WEB_ENGINES,))
            async with app.web() as reading:
                engines = engines_named(app, names, reading)
                searching = EngineSearches(
                    store=app.store, engines=engines, clock=app.clock, query_seconds=float(app.settings.engines.timeout)
                )
                searched = await searching.search(_query(text, lang, limit), emit)
        return [asdict(hit) for hit in searched.hits]

    return asyncio.run(run())


def _query(text: str, lang: str | None, limit: int) -> Query:
    return Query.of(
        task_id="search",
        text=text,
        lang=Lang(lang) if lang else report_language(text),
        purpose=QueryPurpose.INITIAL,
        section_id="search",
        round=0,
        limit=limit,
        cause_id="search",
    )


def engine_rows() -> list[dict[str, Any]]:
    """Every engine with its kind, whether it is enabled, what it lacks, and its recent health."""
    with open_app(load_settings()) as app:
        on = set(enabled_engines(app))
        with app.store.read() as db:
            healths = all_health(db)
        rows = [
            _row(app, facts, name in on, healths.get(name) or EngineHealth(engine=name))
            for name, facts in engine_facts(app).items()
        ]
        return [*rows, *(_stranger_row(one) for one in untrusted_plugins(app.settings))]


def _stranger_row(stranger: UntrustedPlugin) -> dict[str, Any]:
    return {
        "name": f"{stranger.package}:{stranger.entry}",
        "kind": "plugin",
        "categories": [],
        "on": False,
        "lacks": stranger.reason,
        "proven": False,
        "circuit": "closed",
        "success_24h": None,
        "latency": None,
        "requests": 0,
        "route": "",
        "ground": "",
    }


def _row(app: App, facts: EngineFacts, on: bool, health: EngineHealth) -> dict[str, Any]:
    way = route_for(facts, health, browser=_browser_here(app), now=app.clock())
    asked = health.requests > 0
    return {
        "name": facts.name,
        "kind": facts.kind.value,
        "categories": [category.value for category in facts.categories],
        "on": on,
        "lacks": None if has_what_it_needs(app, facts.name) else facts.key or facts.base_setting or "engines.contact",
        "proven": facts.proven,
        "circuit": health.circuit.value,
        "success_24h": round(health.success_24h, 3) if asked else None,
        "latency": round(health.latency, 3) if asked else None,
        "requests": health.requests,
        "route": way.route.value,
        "ground": way.ground,
    }


@cache
def _playwright_here() -> bool:
    return importlib.util.find_spec("playwright") is not None


def _browser_here(app: App) -> bool:
    """Whether a browser seems available for engines that need one, judged without starting it."""
    from tadori.fetch.chrome_facts import find_chrome  # lazy: few commands need it

    chrome = app.settings.web.chrome
    return chrome != "off" and _playwright_here() and (chrome != "auto" or find_chrome() is not None)
