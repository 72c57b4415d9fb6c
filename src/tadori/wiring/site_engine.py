"""Builds the engine `sites`, which uses the search forms of known sites, from settings."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from tadori.errors import AddressForbidden, ConfigError
from tadori.events import ignore_event
from tadori.model.engine import Category, EngineFacts, EngineKind
from tadori.model.query import Query, QueryPurpose
from tadori.model.work import ProviderResult
from tadori.settings import SiteSettings
from tadori.wiring.home import App

if TYPE_CHECKING:
    from tadori.pipeline.engines.engine_search import ConfiguredEngine
    from tadori.pipeline.engines.site_engine import AskEngines
    from tadori.pipeline.web.page_reader import PageReader
    from tadori.search.sites.site_search import SearchSite

SITE_ENGINE: Final = EngineFacts(
    name="sites",
    kind=EngineKind.SITES,
    categories=(Category.GENERAL, Category.GOVERNMENT, Category.ACADEMIC, Category.TECHNICAL),
    proven=False,
)
"""The engine as listed by `tadori engines`."""


LATER_PURPOSES: Final = frozenset({QueryPurpose.FOLLOW_UP, QueryPurpose.PIVOT, QueryPurpose.DEEPEN})
"""A site takes ten seconds and more to answer: it is asked when something is still missing, not at first."""


def build_site_engine(
    app: App, reading: "PageReader", ask_engines: "AskEngines", *, named: bool = False
) -> "ConfiguredEngine":
    """The engine over site searches; where one fails, `ask_engines` is asked with `site:`.

    Used for every suitable query if the user has `named` it, otherwise only for later queries (`LATER_PURPOSES`).

    Raises:
        ConfigError: `[sites]` names no site.
    """
    from tadori.pipeline.engines.engine_search import ConfiguredEngine  # lazy: slow to import
    from tadori.pipeline.engines.engine_transport import EngineTransport  # lazy: slow to import
    from tadori.pipeline.engines.site_engine import SiteSearchProvider  # lazy: slow to import
    from tadori.pipeline.engines.site_transport import SiteTransport  # lazy: slow to import

    web = reading.web()
    provider = SiteSearchProvider(
        store=app.store,
        door=SiteTransport(web=web),
        allowed=allowed_sites(app.settings.sites),
        ask_engines=ask_engines,
    )

    def suits(query: Query) -> bool:
        return (named or query.purpose in LATER_PURPOSES) and provider.suits(query)

    return ConfiguredEngine(
        facts=SITE_ENGINE, provider=provider, door=EngineTransport(facts=SITE_ENGINE, web=web), suits=suits
    )


def ask_through(app: App, others: "Sequence[ConfiguredEngine]") -> "AskEngines":
    """A function that asks the other web engines, with their cache, health and pace."""
    from tadori.pipeline.engines.engine_search import EngineSearches  # lazy: slow to import

    searching = EngineSearches(
        store=app.store,
        engines=[one for one in others if one.door is not None],
        clock=app.clock,
        query_seconds=float(app.settings.engines.timeout),
    )

    async def ask(query: Query) -> ProviderResult:
        searched = await searching.search(query, ignore_event)
        return ProviderResult(hits=searched.hits)

    return ask


def allowed_sites(settings: SiteSettings) -> "tuple[SearchSite, ...]":
    """The sites that Tadori knows, with those that settings add and without those that they switch off.

    Raises:
        ConfigError: an entry is no site, or switches off what is not listed.
    """
    from tadori.search.sites.site_search import allowlist  # lazy: slow to import

    listed = {site.domain: site for site in allowlist()}
    for entry in settings.allow:
        added = _added(entry)
        known = listed.get(added.domain)
        listed[added.domain] = added if known is None else replace(known, start=added.start)
    for entry in settings.off:
        if entry.strip().lower() not in listed:
            raise ConfigError(
                f"config.toml, [sites] off: {entry!r} is not among the sites that are searched; "
                f"they are: {', '.join(sorted(listed))}"
            )
    off = {entry.strip().lower() for entry in settings.off}
    return tuple(site for domain, site in listed.items() if domain not in off)


def _added(entry: str) -> "SearchSite":
    """A site that the user added: used for every language and topic."""
    from tadori.search.sites.site_search import SearchSite  # lazy: slow to import
    from tadori.text.urls import is_public_suffix, split_url  # lazy: slow to import

    wrong = f"config.toml, [sites] allow: {entry!r}"
    try:
        place = split_url(entry.strip() if "://" in entry else f"https://{entry.strip()}/")
    except AddressForbidden as exc:
        raise ConfigError(f"{wrong} is no domain and no address: {exc.reason}") from exc
    domain = place.host.removeprefix("www.")
    if "." not in domain or is_public_suffix(domain) or domain.replace(".", "").isdigit():
        raise ConfigError(f"{wrong} names no site: give a domain, or the address of the page with its search form")
    return SearchSite(domain=domain, start=place.url, kind=Category.GENERAL)
