"""Sends requests to search engines, one at a time per domain and at the pace of engines, over HTTP or by a browser.

Comes in: a request that an engine's module has built. Goes out: the response, or a `SourceError`. Official APIs are
retried after a pause when they allow it (§4.3.5); result pages never are. The route was chosen before
(`search.health.route_for`).
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final
from urllib.parse import urlencode

from tadori.errors import RouteUnavailable, SourceError, SourceRefused, SourceUnreachable
from tadori.fetch.pace import backoff, next_request_at
from tadori.fetch.verdict import REDIRECTS
from tadori.model.engine import EngineFacts, EngineKind, EngineRequest, EngineResponse, EngineRoute
from tadori.model.ids import Url
from tadori.model.slots import SlotPriority
from tadori.model.web import BROWSER_ROUTES, DomainPolicy, Route, WebRequest, WebResponse
from tadori.model.web_thresholds import (
    API_BACKOFF_SECONDS,
    API_PAUSE_SECONDS,
    API_TRIES,
    ENGINE_BROWSER_SECONDS,
    ENGINE_REDIRECTS,
)
from tadori.pipeline.web.fetching import WebFetcher
from tadori.pipeline.web.site_access import SiteAccess
from tadori.search.apis.refusals import header, retryable
from tadori.text.http_dates import retry_after
from tadori.text.urls import domain_of, origin_of, parse_url

PLAIN: Final = EngineRoute(route=Route.HTTP, ground="plain HTTP does")


@dataclass(slots=True, kw_only=True)
class EngineTransport:
    """Sends requests to one engine."""

    facts: EngineFacts
    web: WebFetcher
    base: str = ""
    """Replaces the engine's own origin: a self-hosted instance, or a test server."""
    timeout: float = 15.0
    """Timeout for one answer by HTTP; time spent waiting for the domain does not count."""
    browser_seconds: float = ENGINE_BROWSER_SECONDS
    reached: bool = False
    """Whether at least one request got its turn at the engine."""
    way: EngineRoute = PLAIN
    """The route to the engine; changed to plain HTTP if there turns out to be no browser."""

    @property
    def sites(self) -> SiteAccess:
        return self.web.sites

    @property
    def has_browser(self) -> bool:
        return Route.HEADLESS in self.web.routes

    async def __call__(self, request: EngineRequest) -> EngineResponse:
        if self.facts.kind is not EngineKind.API:
            return await self._once(request)
        for attempt in range(API_TRIES):
            last = attempt == API_TRIES - 1
            try:
                response = await self._once(request)
                if last or not retryable(response):
                    return response
                wait = retry_after(header(response, "retry-after"), self.sites.clock())
            except SourceUnreachable:
                if last:
                    raise
                wait = None
            pause = backoff(attempt, base=API_BACKOFF_SECONDS[0], most=API_BACKOFF_SECONDS[1], rng=self.sites.rng)
            # A longer pause than our own limit is reported as a refusal, so that the engine's health remembers it.
            if wait is not None and wait > API_BACKOFF_SECONDS[1]:
                raise SourceRefused(self.facts.name, f"asks to wait {wait:.0f} s", retry_after=wait)
            await self.sites.sleep(max(pause, wait or 0.0))
        raise AssertionError("unreachable: the last try returns or raises")

    async def _once(self, request: EngineRequest) -> EngineResponse:
        url, body = self._placed(request.url), _body(request)
        for _ in range(ENGINE_REDIRECTS + 1):
            answer = await self._answer(url, request, body)
            place = answer.header("location")
            if answer.status not in REDIRECTS or place is None:
                return EngineResponse(
                    url=answer.final_url,
                    status=answer.status,
                    headers=answer.headers,
                    body=answer.body,
                    media_type=answer.media_type,
                    charset=answer.charset,
                )
            onward = parse_url(place, base=url)
            if origin_of(onward) != origin_of(url):
                request = replace(request, headers=())  # API keys must not be sent to another origin
            url, body = onward, None
        raise SourceError(self.facts.name, f"more than {ENGINE_REDIRECTS} redirects")

    async def _answer(self, url: Url, request: EngineRequest, body: bytes | None) -> WebResponse:
        page = url if request.page is None else self._placed(request.page)
        if self.way.route in BROWSER_ROUTES and (body is None or request.page is not None):
            try:
                return await self._by_browser(page)
            except RouteUnavailable as exc:
                self.way = EngineRoute(route=Route.HTTP, ground=f"no browser: {exc.reason}")
        asked = WebRequest(
            url=url, accept_language=self.sites.accept_language, body=body, headers=_headers(request, body)
        )
        return await self.sites.ask(asked, not_before=self._earliest, seconds=self.timeout, priority=SlotPriority.SERP)

    async def _by_browser(self, url: Url) -> WebResponse:
        """The page as rendered by the browser, with the cookies that the domain has set before."""
        domain = domain_of(url)
        session = self.web.inbox.session_of(domain)
        asked = WebRequest(
            url=url,
            accept_language=self.sites.accept_language,
            cookies=() if session is None else session.cookies,
        )
        answer = await self.sites.ask(
            asked,
            by=self.web.routes[self.way.route],
            not_before=self._earliest,
            seconds=self.browser_seconds,
            priority=SlotPriority.SERP,
        )
        self.web.save_session_of(domain, answer)
        return answer

    def _earliest(self, policy: DomainPolicy) -> datetime:
        self.reached = True
        sites = self.sites
        now = sites.clock()
        if self.facts.kind is EngineKind.API:
            last = policy.last_request_at
            return now if last is None else last + timedelta(seconds=API_PAUSE_SECONDS * sites.pace)
        return next_request_at(policy, now=now, rng=sites.rng, zone=sites.zone, engine=True, scale=sites.pace)

    def _placed(self, url: Url) -> Url:
        """The URL at the engine's own origin, or at `base`."""
        if not self.base:
            return parse_url(url)
        path = url.partition("://")[2]
        return parse_url("/" + path.partition("/")[2], base=self.base)


def _body(request: EngineRequest) -> bytes | None:
    if request.json:
        return request.json.encode()
    return urlencode(request.form).encode() if request.form else None


def _headers(request: EngineRequest, body: bytes | None) -> tuple[tuple[str, str], ...]:
    kind = "application/json" if request.json else "application/x-www-form-urlencoded"
    typed = (("Content-Type", kind),) if body is not None else ()
    accept = () if request.accept == "text/html" else (("Accept", request.accept),)
    return (*accept, *typed, *request.headers)
