"""Builds search engines from settings: which are enabled, with which key, and how they are reached."""

import importlib.metadata
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tadori.errors import WrongCall
from tadori.model.doors import SearchProvider
from tadori.model.engine import EngineFacts, EngineKind
from tadori.model.ids import Url
from tadori.model.question import Task
from tadori.search.apis import unpaywall
from tadori.wiring.home import App
from tadori.wiring.plugins import installed_engines
from tadori.wiring.site_engine import SITE_ENGINE, ask_through, build_site_engine

if TYPE_CHECKING:
    from tadori.pipeline.engines.engine_search import ConfiguredEngine
    from tadori.pipeline.engines.engine_transport import EngineTransport
    from tadori.pipeline.engines.open_access import OpenLink
    from tadori.pipeline.web.page_reader import PageReader
    from tadori.search.apis.api import ApiAccess

ALL_WEB_ENGINES = "web"
"""The provider name that means all enabled engines."""


def engine_facts(app: App) -> dict[str, EngineFacts]:
    """Every engine there is, by name."""
    installed = {name: engine.facts for name, engine in installed_engines(app.settings).items()}
    return {**installed, SITE_ENGINE.name: SITE_ENGINE}


def enabled_engines(app: App) -> list[str]:
    """The enabled engines: free and keyless ones by default, and those that the settings name."""
    engines = app.settings.engines
    wanted = [*engines.use, *engines.off]
    known = engine_facts(app)
    for name in wanted:
        if name not in known:
            raise WrongCall(
                f"config.toml, [engines]: there is no engine {name!r}; there are: {', '.join(sorted(known))}"
            )
    return [name for name, facts in known.items() if (facts.on or name in engines.use) and name not in engines.off]


def checked_providers(app: App, names: tuple[str, ...]) -> tuple[str, ...]:
    """The provider names, if all of them exist.

    Raises:
        WrongCall: one is unknown, or all are switched off.
    """
    known = engine_facts(app)
    for name in names:
        if name != ALL_WEB_ENGINES and name not in known:
            raise WrongCall(f"there is no provider {name!r}; there are: {ALL_WEB_ENGINES}, {', '.join(sorted(known))}")
    if ALL_WEB_ENGINES in names and not enabled_engines(app):
        raise WrongCall("every engine is switched off in config.toml")
    return names


def engines_of(app: App, task: Task, reading: "PageReader") -> "list[ConfiguredEngine]":
    """The engines of a task, each with its transport.

    Raises:
        ConfigError: an engine that was named needs a key that is not set.
    """
    return engines_named(app, task.providers, reading)


def engines_named(app: App, given: Sequence[str], reading: "PageReader") -> "list[ConfiguredEngine]":
    """The engines named in `given`. Of those that `web` means, only engines that have the keys they need."""
    names = list(dict.fromkeys(n for p in given for n in (enabled_engines(app) if p == ALL_WEB_ENGINES else [p])))
    able = [name for name in names if name in given or has_what_it_needs(app, name)]
    engines = [_listed(app, name, reading) for name in able if name != SITE_ENGINE.name]
    if SITE_ENGINE.name not in able:
        return engines
    return [*engines, build_site_engine(app, reading, ask_through(app, engines), named=SITE_ENGINE.name in given)]


def library_engine(provider: SearchProvider) -> "ConfiguredEngine":
    """A provider that needs no web transport."""
    from tadori.pipeline.engines.engine_search import ConfiguredEngine  # lazy: brings sqlalchemy

    return ConfiguredEngine(facts=EngineFacts(name=provider.name, kind=EngineKind.LIBRARY), provider=provider)


def has_what_it_needs(app: App, name: str) -> bool:
    """Whether an engine has the keys and addresses it needs."""
    from tadori.search.apis.api import Api, missing_setting  # lazy: slow to import

    if name == SITE_ENGINE.name:
        return True
    engine = installed_engines(app.settings)[name]
    if isinstance(engine, Api):
        return missing_setting(engine, _access(app, name)) is None
    facts, settings = engine_facts(app)[name], app.settings.engines
    keyed = facts.key is None or settings.key(name) is not None
    return keyed and (facts.base_setting is None or settings.base(name) != "")


def _access(app: App, name: str) -> "ApiAccess":
    from tadori.search.apis.api import ApiAccess  # lazy: slow to import

    settings = app.settings.engines
    return ApiAccess(
        key=settings.key(name),
        secret=settings.secret(name),
        contact=settings.contact or None,
        version=importlib.metadata.version("tadori"),
    )


def _listed(app: App, name: str, reading: "PageReader") -> "ConfiguredEngine":
    from tadori.pipeline.engines.engine_search import ConfiguredEngine  # lazy: brings sqlalchemy
    from tadori.pipeline.engines.engine_transport import EngineTransport  # lazy: brings sqlalchemy
    from tadori.search.apis.api import Api, ApiSearch  # lazy: slow to import
    from tadori.search.engines.html_engine import EngineProvider  # lazy: slow to import
    from tadori.search.engines.json_engine import JsonEngine  # lazy: slow to import

    settings = app.settings.engines
    engine = installed_engines(app.settings)[name]
    facts: EngineFacts = engine.facts
    # A self-hosted engine already has its address in its requests.
    base = "" if facts.base_setting else settings.base(name)
    door = EngineTransport(facts=facts, web=reading.web(), base=base)
    if isinstance(engine, JsonEngine):
        engine = engine.with_secret(settings.key(name) or settings.base(name))
    access = _access(app, name)

    def over(way: EngineTransport) -> SearchProvider:
        if isinstance(engine, Api):
            return ApiSearch(api=engine, ask=way, access=access, clock=app.clock)
        return EngineProvider(engine, way)

    return ConfiguredEngine(facts=facts, provider=over(door), door=door, over=over, open_link=_open_link(app, engine))


def _open_link(app: App, engine: Any) -> "OpenLink | None":
    """The lookup of open-access copies, for the one engine that offers it; None for all others."""
    from tadori.search.apis.api import ApiSearch  # lazy: slow to import

    if engine is not unpaywall.API:
        return None
    access = _access(app, engine.facts.name)

    async def ask(door: "EngineTransport", doi: str) -> Url | None:
        return await unpaywall.open_link(ApiSearch(api=engine, ask=door, access=access, clock=app.clock), doi)

    return ask
