"""Polite access to websites: one request per domain at a time, at the domain's pace, and as robots.txt allows.

Comes in: a request. Goes out: one answer, or why it must not be made. Choosing routes and learning from fetched pages
is `pipeline/web/fetching.py`.
"""

import asyncio
import random
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, tzinfo
from typing import Final

from tadori.errors import (
    AddressForbidden,
    CertificateInvalid,
    SourceError,
    SourceRefused,
    SourceTooSlow,
    SourceUnreachable,
)
from tadori.events import Emit, PartLost, ignore_event
from tadori.fetch.address_guard import AddressGuard
from tadori.fetch.pace import next_request_at
from tadori.fetch.policy import count_request
from tadori.fetch.robots import Robots, crawl_delay, is_allowed, robots_from_answer, usable_until
from tadori.fetch.verdict import REDIRECTS
from tadori.model.doors import Clock, RouteGetter, Sleep, Slots
from tadori.model.ids import Url
from tadori.model.slots import Slot, SlotPriority
from tadori.model.web import DomainPolicy, Route, WebRequest, WebResponse
from tadori.model.web_thresholds import MAX_ROBOTS_BYTES, PAGE_SECONDS
from tadori.store.database import Store
from tadori.store.domains import RobotsRow, policy_of, robots_of, save_policy, save_robots
from tadori.text.urls import domain_of, origin_of, parse_url

AGENT: Final = "Tadori"
"""The product token that robots.txt rules are looked up for."""
FILE_REDIRECTS: Final = 5
"""RFC 9309 2.3.1.2."""
ROBOTS_KEPT: Final = 256
_DAY: Final = 86_400.0
_BROWSERS: Final = {Route.HEADLESS: Slot.BROWSER_HEADLESS, Route.HEADFUL: Slot.BROWSER_HEADFUL}


@dataclass(slots=True, kw_only=True)
class SiteAccess:
    """Access to all websites for one home."""

    store: Store
    guard: AddressGuard
    http: Callable[[], RouteGetter]
    slots: Slots
    clock: Clock
    rng: random.Random
    zone: tzinfo
    accept_language: str
    sleep: Sleep = asyncio.sleep
    pace: float = 1.0
    """Multiplies every pause; 0 only where all servers are our own (benchmarks)."""
    page_seconds: float = PAGE_SECONDS
    _robots: "OrderedDict[str, tuple[Robots, datetime]]" = field(default_factory=OrderedDict)

    @asynccontextmanager
    async def lane(self, url: Url, priority: SlotPriority = SlotPriority.PREFETCH) -> AsyncIterator[DomainPolicy]:
        """Hold the domain of a URL, for exclusive requests to it; yields its policy."""
        domain = domain_of(url)
        async with self.slots.hold_domain(domain, priority):
            with self.store.read() as db:
                policy = policy_of(db, domain)
            yield policy

    @asynccontextmanager
    async def connection(self, route: Route, priority: SlotPriority) -> AsyncIterator[None]:
        """Hold the slots that one request by `route` needs. Hold them for the request only, not while waiting."""
        async with AsyncExitStack() as stack:
            if route in _BROWSERS:
                await stack.enter_async_context(self.slots.hold(_BROWSERS[route], priority))
            await stack.enter_async_context(self.slots.hold(Slot.NETWORK_CLIENT, priority))
            yield

    async def wait(self, policy: DomainPolicy, url: Url) -> None:
        """Wait until the next request to the domain is allowed."""
        await self._wait_until(self._earliest(policy, url))

    def _earliest(self, policy: DomainPolicy, url: Url) -> datetime:
        kept = self._robots.get(origin_of(url))
        delay = None if kept is None else crawl_delay(kept[0], AGENT)
        return next_request_at(
            policy, now=self.clock(), rng=self.rng, zone=self.zone, crawl_delay=delay, scale=self.pace
        )

    async def _wait_until(self, moment: datetime) -> None:
        pause = (moment - self.clock()).total_seconds()
        if pause > 0:
            await self.sleep(pause)

    async def ask(
        self,
        request: WebRequest,
        *,
        by: Callable[[], RouteGetter] | None = None,
        not_before: Callable[[DomainPolicy], datetime] | None = None,
        seconds: float | None = None,
        priority: SlotPriority = SlotPriority.PREFETCH,
    ) -> WebResponse:
        """Make one request; of the domain's policy only the request count and time are updated.

        Defaults: plain HTTP, the pace of pages, the timeout of a page. Waiting for the domain does not count.

        Raises:
            SourceTooSlow: no answer in that time.
            SourceError: no answer.
        """
        limit = self.page_seconds if seconds is None else seconds
        async with self.lane(request.url, priority) as policy:
            await self._wait_until(self._earliest(policy, request.url) if not_before is None else not_before(policy))
            getter = (self.http if by is None else by)()
            async with self.connection(getter.route, priority):
                try:
                    async with asyncio.timeout(limit):
                        return await getter.get(request)
                except TimeoutError as exc:
                    raise SourceTooSlow(request.url, f"no answer within {limit:g} s") from exc
                # Also after a failure: the request was made and counts for the pace.
                finally:
                    learned = count_request(policy, now=self.clock())
                    await self.store.commit(lambda db: save_policy(db, learned), synced=False)

    async def file(self, url: Url) -> bytes:
        """Fetch a file that a site offers to programs (a sitemap), if robots.txt allows.

        Raises:
            SourceError: it cannot be fetched.
        """
        refusal = await self.refusal(url)
        if refusal is not None:
            raise SourceRefused(url, refusal)
        answer = await self._fetch_file(url)
        if not 200 <= answer.status < 300:
            raise SourceUnreachable(url, f"status {answer.status}")
        return answer.body

    async def refusal(self, url: Url, emit: Emit = ignore_event) -> str | None:
        """Why robots.txt forbids a URL; None when it is allowed."""
        robots = await self.robots(url, emit)
        if is_allowed(robots, url, AGENT):
            return None
        if robots.reachable:
            return "robots.txt forbids it"
        with self.store.read() as db:
            row = robots_of(db, origin_of(url))
        why = row.note if row is not None else ""
        return f"robots.txt cannot be had ({why}), so nothing may be asked"

    async def robots(self, url: Url, emit: Emit = ignore_event) -> Robots:
        """The robots.txt rules of a site, fetched once a day."""
        origin, now = origin_of(url), self.clock()
        known = self._robots.get(origin)
        if known is not None and now < known[1]:
            return known[0]
        with self.store.read() as db:
            row = robots_of(db, origin)
        if row is None or now >= _usable_until(row):
            row = await self._fetch_robots(origin, row, emit)
        days = (now - row.fetched_at).total_seconds() / _DAY
        rules = robots_from_answer(row.status, row.body.encode("latin-1"), unreachable_days=days)
        self._robots[origin] = (rules, _usable_until(row))
        self._robots.move_to_end(origin)
        if len(self._robots) > ROBOTS_KEPT:
            self._robots.popitem(last=False)
        return rules

    async def _fetch_robots(self, origin: str, before: RobotsRow | None, emit: Emit) -> RobotsRow:
        """Fetch and store a site's robots.txt; if that fails, the copy stored before stays valid."""
        url, status, body = parse_url("/robots.txt", base=origin), None, b""
        note = ""
        try:
            answer = await self._fetch_with_retry(url)
            status, body = answer.status, answer.body[:MAX_ROBOTS_BYTES]
        except AddressForbidden as exc:
            # Its redirects are forbidden or endless: treated as if there were no file (RFC 9309 2.3.1.2).
            emit(PartLost(url=url, reason=exc.reason))
            status = 404
        except SourceError as exc:
            emit(PartLost(url=url, reason=exc.reason))
            note = exc.reason
        if status is not None and (status == 429 or status >= 500):
            note = f"status {status}"
        now = self.clock()
        # Latin-1 keeps every byte as it is, whatever the encoding.
        row = RobotsRow(
            origin=origin, status=status, body=body.decode("latin-1"), fetched_at=now, checked_at=now, note=note
        )
        if before is not None and note:
            row = replace(before, checked_at=now, note=note)
        await self.store.commit(lambda db: save_robots(db, row), synced=False)
        return row

    async def _fetch_with_retry(self, url: Url) -> WebResponse:
        """As `_fetch_file`, but a lost connection is retried once: access to the whole site depends on this file."""
        try:
            return await self._fetch_file(url)
        except CertificateInvalid:
            raise
        except SourceUnreachable:
            return await self._fetch_file(url)

    async def _fetch_file(self, url: Url) -> WebResponse:
        """Fetch a file, following its redirects.

        Raises:
            AddressForbidden: a redirect is forbidden or there are too many.
            SourceError: no answer.
        """
        for _ in range(FILE_REDIRECTS + 1):
            self.guard.check_url(url)
            answer = await self.ask(WebRequest(url=url, accept_language=self.accept_language))
            place = answer.header("location")
            if answer.status not in REDIRECTS or place is None:
                return answer
            url = parse_url(place, base=url)
        raise AddressForbidden(url, f"more than {FILE_REDIRECTS} redirects")


def _usable_until(row: RobotsRow) -> datetime:
    """When robots.txt must be fetched again: soon, if the last fetch failed."""
    return usable_until(None if row.note else row.status, row.checked_at)
