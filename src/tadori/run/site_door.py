"""The way to a site's own search: its pages over HTTP, its form in a browser; robots.txt, lane and pace kept.

Comes in: an address, or what a browser is to type. Goes out: the page that came, never one of another site, or why
there is none. Which site is asked, how often, and what is learned of it is `run/site_asking.py`.
"""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from tadori.errors import RouteUnavailable, SourceRefused, SourceUnreachable
from tadori.fetch.pace import withheld
from tadori.fetch.policy import counted
from tadori.fetch.verdict import REDIRECTS
from tadori.model.doors import RouteGetter
from tadori.model.engine import EngineResponse
from tadori.model.ids import Url
from tadori.model.web import Answer, Route, Typed, WebRequest
from tadori.run.auth import Inbox
from tadori.run.sites import Sites
from tadori.store.domains import save_policy
from tadori.text.urls import domain_of, parse, same_domain

MOST_REDIRECTS: Final = 5
SECONDS: Final = 20.0
"""For one answer over HTTP; waiting for our turn does not count. A browser keeps its own time."""


@dataclass(slots=True, kw_only=True)
class SiteDoor:
    """The way to the searches of sites."""

    sites: Sites
    routes: Mapping[Route, Callable[[], RouteGetter]]
    inbox: Inbox
    """For what was established with a site before: its cookies."""

    @property
    def has_browser(self) -> bool:
        return Route.HEADLESS in self.routes

    async def page(self, url: Url) -> EngineResponse:
        """The page at an address over HTTP, at the end of its redirects.

        Raises:
            SourceError: it may not be asked, or gives no answer.
        """
        asked = url
        for _ in range(MOST_REDIRECTS + 1):
            answer = await self._ask(Route.HTTP, url, None)
            place = answer.header("location")
            if answer.status not in REDIRECTS or place is None:
                return _response(answer)
            url = parse(place, base=url)
            _check_home(asked, url)
        raise SourceUnreachable(asked, f"more than {MOST_REDIRECTS} redirects")

    async def shown(self, url: Url, typed: Typed | None = None) -> EngineResponse:
        """The page as a browser shows it, after what is to be typed into it was typed and sent.

        Raises:
            SourceError: it may not be asked, there is no browser, or it gives no answer.
        """
        answer = await self._ask(Route.HEADLESS, url, typed)
        _check_home(url, answer.final_url)
        await self.check_robots(answer.final_url)
        return _response(answer)

    async def _ask(self, route: Route, url: Url, typed: Typed | None) -> Answer:
        """One exchange, or one visit by a browser, in the lane of the domain."""
        self.sites.guard.check_url(url)
        if route not in self.routes:
            raise RouteUnavailable(route.value, "its search needs a browser, and there is none")
        await self.check_robots(url)
        async with self.sites.lane(url) as policy:
            no = withheld(policy, self.sites.clock())
            if no is not None:
                raise RouteUnavailable(policy.domain, no)
            await self.sites.wait(policy, url)
            try:
                return await self._got(route, self._request(url, typed))
            finally:
                with self.sites.store.write(synced=False) as db:
                    save_policy(db, counted(policy, now=self.sites.clock()))

    async def _got(self, route: Route, request: WebRequest) -> Answer:
        getter = self.routes[route]()
        if route is Route.HEADLESS:
            return await getter.get(request)
        try:
            async with asyncio.timeout(SECONDS):
                return await getter.get(request)
        except TimeoutError as exc:
            raise SourceUnreachable(request.url, f"no answer in {SECONDS:g} s") from exc

    async def check_robots(self, url: Url) -> None:
        refusal = await self.sites.refusal(url)
        if refusal is not None:
            raise SourceRefused(url, refusal)

    def _request(self, url: Url, typed: Typed | None) -> WebRequest:
        session = self.inbox.session_of(domain_of(url))
        return WebRequest(
            url=url,
            accept_language=self.sites.accept_language,
            user_agent=None if session is None else session.user_agent,
            cookies=() if session is None else session.cookies,
            typed=typed,
        )


def _check_home(asked: Url, came: Url) -> None:
    """What another site answers is not this site's search."""
    if not same_domain(asked, came):
        raise SourceRefused(asked, f"its search leads to another site ({domain_of(came)})")


def _response(answer: Answer) -> EngineResponse:
    return EngineResponse(
        url=answer.final_url,
        status=answer.status,
        headers=answer.headers,
        body=answer.body,
        media_type=answer.media_type,
        charset=answer.charset,
    )
