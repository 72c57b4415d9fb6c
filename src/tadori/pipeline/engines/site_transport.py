"""Requests to a site's own search: its pages over HTTP, its form in a browser. Obeys robots.txt and the site's pace.

Comes in: a URL, or what a browser should type. Goes out: the page, never one of another site, or a `SourceError`. Which
site is asked, how often, and what is learned about it is `pipeline/engines/site_engine.py`.
"""

from dataclasses import dataclass
from typing import Final

from tadori.errors import RouteUnavailable, SourceRefused, SourceUnreachable
from tadori.fetch.pace import why_withheld
from tadori.fetch.verdict import REDIRECTS
from tadori.model.engine import EngineResponse
from tadori.model.ids import Url
from tadori.model.slots import SlotPriority
from tadori.model.web import Route, TypedInput, WebRequest, WebResponse
from tadori.model.web_thresholds import ENGINE_REDIRECTS
from tadori.pipeline.web.fetching import WebFetcher
from tadori.store.domains import policy_of
from tadori.text.urls import domain_of, parse_url, same_domain

SECONDS: Final = {Route.HTTP: 20.0, Route.HEADLESS: 60.0}
"""Timeout for one answer; time spent waiting for the domain does not count."""


@dataclass(slots=True, kw_only=True)
class SiteTransport:
    """Sends requests to the searches of sites."""

    web: WebFetcher

    @property
    def has_browser(self) -> bool:
        return Route.HEADLESS in self.web.routes

    async def page(self, url: Url) -> EngineResponse:
        """Fetch a page over HTTP, following its redirects within the site.

        Raises:
            SourceError: it may not be asked, or gives no answer.
        """
        asked = url
        for _ in range(ENGINE_REDIRECTS + 1):
            answer = await self._ask(Route.HTTP, url, None)
            place = answer.header("location")
            if answer.status not in REDIRECTS or place is None:
                return _response(answer)
            url = parse_url(place, base=url)
            _check_home(asked, url)
        raise SourceUnreachable(asked, f"more than {ENGINE_REDIRECTS} redirects")

    async def shown(self, url: Url, typed: TypedInput | None = None) -> EngineResponse:
        """Render a page in a browser, after typing into its form and submitting it if `typed` is given.

        Raises:
            SourceError: it may not be asked, there is no browser, or it gives no answer.
        """
        answer = await self._ask(Route.HEADLESS, url, typed)
        _check_home(url, answer.final_url)
        await self.check_robots(answer.final_url)
        return _response(answer)

    async def _ask(self, route: Route, url: Url, typed: TypedInput | None) -> WebResponse:
        """One request, or one page load in a browser, while holding the domain."""
        sites = self.web.sites
        sites.guard.check_url(url)
        if route not in self.web.routes:
            raise RouteUnavailable(route.value, "its search needs a browser, and there is none")
        await self.check_robots(url)
        with sites.store.read() as db:
            no = why_withheld(policy_of(db, domain_of(url)), sites.clock())
        if no is not None:
            raise RouteUnavailable(domain_of(url), no)
        answer = await sites.ask(
            self._request(url, typed), by=self.web.routes[route], seconds=SECONDS[route], priority=SlotPriority.SERP
        )
        self.web.save_session_of(domain_of(url), answer)
        return answer

    async def check_robots(self, url: Url) -> None:
        """Raises SourceRefused where robots.txt forbids an address."""
        refusal = await self.web.sites.refusal(url)
        if refusal is not None:
            raise SourceRefused(url, refusal)

    def _request(self, url: Url, typed: TypedInput | None) -> WebRequest:
        session = self.web.inbox.session_of(domain_of(url))
        return WebRequest(
            url=url,
            accept_language=self.web.sites.accept_language,
            user_agent=None if session is None else session.user_agent,
            cookies=() if session is None else session.cookies,
            typed=typed,
        )


def _check_home(asked: Url, came: Url) -> None:
    """Raises SourceRefused when the answer came from another site."""
    if not same_domain(asked, came):
        raise SourceRefused(asked, f"its search leads to another site ({domain_of(came)})")


def _response(answer: WebResponse) -> EngineResponse:
    return EngineResponse(
        url=answer.final_url,
        status=answer.status,
        headers=answer.headers,
        body=answer.body,
        media_type=answer.media_type,
        charset=answer.charset,
    )
