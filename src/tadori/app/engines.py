"""Settings made into live engines: which are on, with what key, and where they stand."""

import importlib.metadata
from typing import TYPE_CHECKING

from tadori.app.home import App
from tadori.errors import WrongCall
from tadori.model.doors import SearchProvider
from tadori.model.engine import EngineFacts, EngineKind
from tadori.model.question import Task
from tadori.model.web import Route

if TYPE_CHECKING:
    from tadori.run.reading import Reading
    from tadori.run.searching import Listed
    from tadori.search.apis.api import Access

WEB = "web"
"""The name for all engines that are switched on."""


def engine_facts() -> dict[str, EngineFacts]:
    """Every engine there is, by name."""
    from tadori.search.apis.catalogue import APIS
    from tadori.search.engines.catalogue import ENGINES

    return {name: engine.facts for name, engine in {**ENGINES, **APIS}.items()}


def switched_on(app: App) -> list[str]:
    """The engines that settings leave on: free and keyless by default, and those that were named."""
    engines = app.settings.engines
    wanted = [*engines.use, *engines.off]
    known = engine_facts()
    for name in wanted:
        if name not in known:
            raise WrongCall(
                f"config.toml, [engines]: there is no engine {name!r}; there are: {', '.join(sorted(known))}"
            )
    return [name for name, facts in known.items() if (facts.on or name in engines.use) and name not in engines.off]


def checked_providers(app: App, names: tuple[str, ...]) -> tuple[str, ...]:
    """Names of engines that a task may be given.

    Raises:
        WrongCall: one is unknown, or all are switched off.
    """
    known = engine_facts()
    for name in names:
        if name != WEB and name not in known:
            raise WrongCall(f"there is no provider {name!r}; there are: {WEB}, {', '.join(sorted(known))}")
    if WEB in names and not switched_on(app):
        raise WrongCall("every engine is switched off in config.toml")
    return names


def engines_of(app: App, task: Task, reading: "Reading") -> "list[Listed]":
    """The engines a task asks, each with the way to it.

    Raises:
        ConfigError: an engine that was named needs a key that is not set.
    """
    names = list(dict.fromkeys(n for p in task.providers for n in (switched_on(app) if p == WEB else [p])))
    return [_listed(app, name, reading) for name in names if _usable(app, name, task)]


def library_listed(provider: SearchProvider) -> "Listed":
    """A provider that needs no way to the web."""
    from tadori.run.searching import Listed

    return Listed(facts=EngineFacts(name=provider.name, kind=EngineKind.LIBRARY), provider=provider)


def _usable(app: App, name: str, task: Task) -> bool:
    """Whether an engine has what it needs; one that was named says so itself."""
    from tadori.search.apis.api import missing
    from tadori.search.apis.catalogue import APIS

    if name in task.providers:
        return True
    if name in APIS:
        return missing(APIS[name], _access(app, name)) is None
    facts, settings = engine_facts()[name], app.settings.engines
    keyed = facts.key is None or settings.key(name) is not None
    return keyed and (facts.base_setting is None or settings.base(name) != "")


def _access(app: App, name: str) -> "Access":
    from tadori.search.apis.api import Access

    settings = app.settings.engines
    return Access(
        key=settings.key(name),
        secret=settings.secret(name),
        contact=settings.contact or None,
        version=importlib.metadata.version("tadori"),
    )


def _listed(app: App, name: str, reading: "Reading") -> "Listed":
    from tadori.run.asking import EngineDoor
    from tadori.run.searching import Listed
    from tadori.search.apis.api import ApiSearch
    from tadori.search.apis.catalogue import APIS
    from tadori.search.engines.answers import JsonEngine
    from tadori.search.engines.catalogue import ENGINES
    from tadori.search.engines.page import EngineSearch

    web, settings = reading.web(), app.settings.engines
    facts = engine_facts()[name]
    door = EngineDoor(facts=facts, sites=web.sites, http=web.routes[Route.HTTP], base=settings.base(name))
    provider: SearchProvider
    if name in APIS:
        provider = ApiSearch(api=APIS[name], ask=door, access=_access(app, name), clock=app.clock)
    else:
        engine = ENGINES[name]
        if isinstance(engine, JsonEngine):
            engine = engine.with_secret(settings.key(name) or settings.base(name))
        provider = EngineSearch(engine, door)
    return Listed(facts=facts, provider=provider, door=door)
