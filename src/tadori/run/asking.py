"""Carries requests to search engines: in the engine's lane, at the pace of engines, over HTTP.

Implements the door `EngineAsk`. Comes in: what an engine's module wants to ask. Goes out: its answer, or why there is
none. Official interfaces may be asked again after a pause when they say so (§4.3.5); result pages never are.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final
from urllib.parse import urlencode

from tadori.errors import SourceError, SourceRefused, SourceUnreachable
from tadori.fetch.pace import backoff, earliest
from tadori.fetch.policy import counted
from tadori.fetch.verdict import REDIRECTS
from tadori.model.doors import RouteGetter
from tadori.model.engine import EngineFacts, EngineKind, EngineRequest, EngineResponse
from tadori.model.ids import Url
from tadori.model.web import Answer, DomainPolicy, WebRequest
from tadori.run.sites import Sites
from tadori.store.domains import save_policy
from tadori.text.http_dates import retry_after
from tadori.text.urls import origin_of, parse

MOST_REDIRECTS: Final = 5
API_TRIES: Final = 3
API_SECONDS: Final = 1.0
"""At least so long between two requests to an official interface."""
BACKOFF: Final = (1.0, 30.0)
_TRANSIENT: Final = frozenset({429, 500, 502, 503, 504})


@dataclass(slots=True, kw_only=True)
class EngineDoor:
    """The way to one engine."""

    facts: EngineFacts
    sites: Sites
    http: Callable[[], RouteGetter]
    base: str = ""
    """Another address in the place of the engine's own origin: one that people host, or a test's."""
    timeout: float = 15.0
    """Seconds for one answer; waiting for our turn does not count."""

    async def __call__(self, request: EngineRequest) -> EngineResponse:
        if self.facts.kind is not EngineKind.API:
            return await self._once(request)
        for attempt in range(API_TRIES):
            try:
                response = await self._once(request)
                if response.status not in _TRANSIENT or attempt == API_TRIES - 1:
                    return response
                wait = retry_after(dict(response.headers).get("retry-after"), self.sites.clock())
            except SourceUnreachable:
                if attempt == API_TRIES - 1:
                    raise
                wait = None
            pause = backoff(attempt, base=BACKOFF[0], most=BACKOFF[1], rng=self.sites.rng)
            if wait is not None and wait > BACKOFF[1]:
                raise SourceRefused(self.facts.name, f"asks to wait {wait:.0f} s", retry_after=wait)
            await self.sites.sleep(max(pause, wait or 0.0))
        raise AssertionError("unreachable: the last try returns or raises")

    async def _once(self, request: EngineRequest) -> EngineResponse:
        url, body = self._placed(request.url), _body(request)
        for _ in range(MOST_REDIRECTS + 1):
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
            onward = parse(place, base=url)
            if origin_of(onward) != origin_of(url):
                request = replace(request, headers=())  # keys are for whom they were given by
            url, body = onward, None
        raise SourceError(self.facts.name, f"more than {MOST_REDIRECTS} redirects")

    async def _answer(self, url: Url, request: EngineRequest, body: bytes | None) -> Answer:
        async with self.sites.lane(url) as policy:
            await self._wait(policy)
            asked = WebRequest(
                url=url,
                accept_language=self.sites.accept_language,
                body=body,
                headers=_headers(request, body),
            )
            try:
                async with asyncio.timeout(self.timeout):
                    return await self.http().get(asked)
            except TimeoutError as exc:
                raise SourceUnreachable(self.facts.name, f"no answer in {self.timeout:g} s") from exc
            finally:
                with self.sites.store.write(synced=False) as db:
                    save_policy(db, counted(policy, now=self.sites.clock()))

    async def _wait(self, policy: DomainPolicy) -> None:
        now = self.sites.clock()
        if self.facts.kind is EngineKind.API:
            last = policy.last_request_at
            moment = now if last is None else last + timedelta(seconds=API_SECONDS * self.sites.pace)
        else:
            moment = earliest(
                policy, now=now, rng=self.sites.rng, zone=self.sites.zone, engine=True, scale=self.sites.pace
            )
        pause = (moment - now).total_seconds()
        if pause > 0:
            await self.sites.sleep(pause)

    def _placed(self, url: Url) -> Url:
        """The address at the engine's place, or at `base`."""
        if not self.base:
            return parse(url)
        path = url.partition("://")[2]
        return parse("/" + path.partition("/")[2], base=self.base)


def _body(request: EngineRequest) -> bytes | None:
    if request.json:
        return request.json.encode()
    return urlencode(request.form).encode() if request.form else None


def _headers(request: EngineRequest, body: bytes | None) -> tuple[tuple[str, str], ...]:
    kind = "application/json" if request.json else "application/x-www-form-urlencoded"
    typed = (("Content-Type", kind),) if body is not None else ()
    accept = () if request.accept == "text/html" else (("Accept", request.accept),)
    return (*accept, *typed, *request.headers)
