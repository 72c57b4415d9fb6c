"""The search forms of websites as one search engine (L8, §3.1.5): a query goes to at most two suitable listed sites.

Comes in: a query. Goes out: what the sites' own searches found, best first, with notes; where a site's search fails, is
paused or does not exist, what the other engines find for `site:`. A site gets at most one request in ten seconds from
all processes of this home. Its form is looked up once, and its success rate is learned. It reads no result page's hits.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import zip_longest
from typing import Final

from tadori.errors import (
    RefusalKind,
    RouteUnavailable,
    SourceError,
    SourceGarbled,
    SourceRefused,
    SourceTooSlow,
    WrongCall,
)
from tadori.model.engine import EngineResponse
from tadori.model.entity import SearchForm, SiteSearchState
from tadori.model.query import Hit, Query
from tadori.model.web import AuthItem, AuthPriority, BlockKind, TypedInput
from tadori.model.web_thresholds import SITE_SEARCH_SECONDS
from tadori.model.work import ProviderResult
from tadori.pipeline.engines.engine_search import category_of
from tadori.pipeline.engines.site_transport import SiteTransport
from tadori.query.engine_query import engine_query
from tadori.query.operators import ParsedQuery, parse_query, query_key
from tadori.search.sites.choice import SITE_DIALECT, choose_sites, fitting_sites, within_limits
from tadori.search.sites.forms import search_forms
from tadori.search.sites.results import site_results
from tadori.search.sites.site_search import (
    AddressPlan,
    SearchSite,
    after_try,
    fallback_query,
    plan_request,
    site_turn,
    with_form,
)
from tadori.store.database import Store
from tadori.store.entities import save_site_search, site_search_state
from tadori.text.urls import domain_of, split_url

SITES: Final = "sites"
AskEngines = Callable[[Query], Awaitable[ProviderResult]]
"""Asks the other engines, when a site's own search cannot be used. Raises `SourceError`."""
_FEW: Final = 10
"""How many results of one site are used."""
_WALLS: Final = {RefusalKind.CAPTCHA: BlockKind.CAPTCHA, RefusalKind.LOGIN: BlockKind.LOGIN}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    """The contribution of one site."""

    hits: tuple[Hit, ...] = ()
    notes: tuple[str, ...] = ()
    error: SourceError | None = None
    """Set when both the site and the engines in its place failed."""


@dataclass(slots=True, kw_only=True)
class SiteSearchProvider:
    """Implements `SearchProvider` with the searches of the allowed sites."""

    store: Store
    door: SiteTransport
    allowed: Sequence[SearchSite]
    ask_engines: AskEngines
    patience: float = SITE_SEARCH_SECONDS

    @property
    def name(self) -> str:
        return SITES

    def suits(self, query: Query) -> bool:
        """Whether any site suits a query."""
        try:
            return bool(self._fitting(parse_query(query.text), query))
        except WrongCall:
            return False

    async def search(self, query: Query) -> ProviderResult:
        """Search the suitable sites and interleave their results.

        Raises:
            SourceError: every site failed, and so did the engines in their place.
            WrongCall: the query has nothing to look for.
        """
        asked = parse_query(query.text)
        fit = self._fitting(asked, query)
        if not fit:
            return ProviderResult(notes=("no listed site is right for this query",))
        with self.store.read() as db:
            states = {site.domain: site_search_state(db, site.domain) for site in fit}
        chosen = choose_sites(asked, fit, states, self.door.web.sites.clock())
        written = engine_query(replace(asked, sites=(), excluded_sites=()), SITE_DIALECT)
        parts = await asyncio.gather(*(self._search_or_fall_back(site, written.text, asked, query) for site in chosen))
        errors = [part.error for part in parts if part.error is not None]
        if len(errors) == len(parts):
            raise errors[0]
        notes = (*written.notes, *(note for part in parts for note in part.notes))
        return ProviderResult(hits=_by_turns([part.hits for part in parts], query.limit), notes=notes)

    def _fitting(self, asked: ParsedQuery, query: Query) -> list[SearchSite]:
        return fitting_sites(asked, query.lang, category_of(query.text), self.allowed)

    async def _search_or_fall_back(self, site: SearchSite, words: str, asked: ParsedQuery, query: Query) -> _Part:
        try:
            found = await self._search_site(site, words)
        except SourceError as exc:
            return await self._by_engines(site, words, query, exc.reason)
        here = [hit for hit in found if _stands_within(hit, asked)]
        return _Part(hits=tuple(here), notes=(f"{site.domain}: its own search found {len(here)}",))

    async def _by_engines(self, site: SearchSite, words: str, query: Query, reason: str) -> _Part:
        """Ask the engines for `site:` instead, unless the caller asks them the very same query anyway."""
        text = fallback_query(site.domain, words)
        note = f"{site.domain}: its own search was not used ({reason})"
        try:
            same = query_key(text) == query_key(query.text)
        except WrongCall as exc:  # a phrase that reads as an operator without its quotation marks
            return _Part(notes=(f"{note}; {exc}",))
        if same:
            return _Part(notes=(f"{note}; the engines are asked the same",))
        instead = Query.of(
            task_id=query.task_id,
            text=text,
            lang=query.lang,
            purpose=query.purpose,
            section_id=query.section_id,
            round=query.round,
            limit=query.limit,
            cause_id=query.id,
        )
        try:
            found = await self.ask_engines(instead)
        except SourceError as exc:
            return _Part(notes=(note,), error=exc)
        return _Part(hits=found.hits, notes=(f"{note}; engines were asked for {text}", *found.notes))

    async def _search_site(self, site: SearchSite, words: str) -> tuple[Hit, ...]:
        """Use a site's search; one try at a time in all processes of this home.

        Raises:
            SourceError: it is paused, may not be asked, or fails; a failure is recorded.
        """
        async with self.door.web.sites.slots.hold_site_search(site.domain):
            with self.store.read() as db:
                state = site_search_state(db, site.domain)
            now_or_not = site_turn(state, self.door.web.sites.clock())
            if not now_or_not.allowed:
                raise RouteUnavailable(site.domain, now_or_not.reason)
            return await _Try(asking=self, site=site, state=state, words=words).made()


@dataclass(slots=True, kw_only=True)
class _Try:
    """One try at one site's search, starting from its stored state."""

    asking: SiteSearchProvider
    site: SearchSite
    state: SiteSearchState
    words: str

    async def made(self) -> tuple[Hit, ...]:
        try:
            hits = await self._in_time()
        except RouteUnavailable:  # our side lacks a route; not a failure of the site
            raise
        except SourceError as exc:
            self._failed(exc)
            raise
        self._keep(after_try(self.state, ok=True, now=self._now(), useful=len(hits)))
        return hits

    async def _in_time(self) -> tuple[Hit, ...]:
        try:
            async with asyncio.timeout(self.asking.patience):
                return await self._hits()
        except TimeoutError as exc:
            raise SourceTooSlow(self.site.start, f"no results within {self.asking.patience:g} s") from exc

    async def _hits(self) -> tuple[Hit, ...]:
        form = self.state.form
        if form is None:
            form = await self._form()
            self._keep(with_form(self.state, form))
        try:
            return self._read(await self._answer(form))
        except SourceGarbled:
            if form.needs_browser or not self.asking.door.has_browser:
                raise
        # Its results are perhaps rendered by a script: from now on the form is filled in a browser.
        typed = replace(form, needs_browser=True)
        hits = self._read(await self._answer(typed))
        self._keep(with_form(self.state, typed))
        return hits

    async def _form(self) -> SearchForm:
        """The likeliest search form on the site's page; rendered by a browser if the raw HTML has none.

        Raises:
            SourceGarbled: it has none.
            SourceError: the page cannot be had.
        """
        door, start = self.asking.door, self.site.start
        forms = _forms(await self._in_turn(lambda: door.page(start)))
        if not forms and door.has_browser:
            forms = _forms(await self._in_turn(lambda: door.shown(start)))
        if not forms:
            raise SourceGarbled(start, "there is no search form on its page")
        return forms[0]

    async def _answer(self, form: SearchForm) -> EngineResponse:
        door, todo = self.asking.door, plan_request(form, self.words)
        if not isinstance(todo, AddressPlan) and not door.has_browser:
            raise RouteUnavailable(self.site.domain, "its search needs a browser, and there is none")
        if isinstance(todo, AddressPlan):
            url = todo.url
            return await self._in_turn(lambda: door.page(url))
        await door.check_robots(form.action)
        page, typed = todo.page, TypedInput(field=todo.field, words=todo.words, submit=todo.submit)
        return await self._in_turn(lambda: door.shown(page, typed))

    def _read(self, response: EngineResponse) -> tuple[Hit, ...]:
        return site_results(response, self.words, domain=self.site.domain, kind=self.site.kind, limit=_FEW)

    async def _in_turn(self, ask: Callable[[], Awaitable[EngineResponse]]) -> EngineResponse:
        """Ask as soon as the site may be asked again; the time is stored before and after the request."""
        sites = self.asking.door.web.sites
        wait = site_turn(self.state, self._now()).wait * sites.pace
        if wait > 0:
            await sites.sleep(wait)
        self._keep(replace(self.state, last_try_at=self._now()))
        try:
            return await ask()
        finally:
            self._keep(replace(self.state, last_try_at=self._now()))

    def _failed(self, error: SourceError) -> None:
        now = self._now()
        # Its form may have changed or contain an expired token: forget it, so it is looked up again.
        state = with_form(after_try(self.state, ok=False, now=now), None)
        if isinstance(error, SourceRefused):
            self._ask_a_person(error)
            if error.retry_after is not None:
                until = now + timedelta(seconds=error.retry_after)
                state = replace(state, paused_until=max(until, state.paused_until or until))
        self._keep(state)

    def _ask_a_person(self, refusal: SourceRefused) -> None:
        """Put a CAPTCHA or sign-in page into the auth inbox. No task waits for it: engines are asked instead."""
        kind = _WALLS.get(refusal.how)
        if kind is not None:
            item = AuthItem(
                id=AuthItem.id_of("", split_url(refusal.source).url),
                task_id="",
                url=split_url(refusal.source).url,
                domain=domain_of(refusal.source),
                kind=kind,
                priority=AuthPriority.LOW,
                queued_at=self._now(),
            )
            self.asking.door.web.inbox.enqueue(item)

    def _keep(self, state: SiteSearchState) -> None:
        self.state = state
        with self.asking.store.write(synced=False) as db:
            save_site_search(db, state)

    def _now(self) -> datetime:
        return self.asking.door.web.sites.clock()


def _forms(response: EngineResponse) -> tuple[SearchForm, ...]:
    if response.status >= 400:
        raise SourceRefused(response.url, f"its page answered {response.status}")
    return search_forms(response.body, response.url, response.charset)


def _stands_within(hit: Hit, asked: ParsedQuery) -> bool:
    place = split_url(hit.url)
    return within_limits(place.host, place.target, asked)


def _by_turns(lists: Sequence[tuple[Hit, ...]], limit: int) -> tuple[Hit, ...]:
    """The first of each list, then the second of each, and so on; every URL once, with new ranks."""
    turns = (hit for row in zip_longest(*lists) for hit in row if hit is not None)
    once = list({hit.url: hit for hit in reversed(list(turns))}.values())[::-1]
    return tuple(replace(hit, rank=rank) for rank, hit in enumerate(once[:limit], start=1))
