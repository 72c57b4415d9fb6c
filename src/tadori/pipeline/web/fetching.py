"""Fetches one web page: tries one route after another until the page is read, blocked for good, or given up.

Comes in: a URL. Goes out: `FetchedPage`, `UnchangedPage` or `FetchFailure`, each with every attempt and its reason;
losing a page is normal, so it is a result and not an exception. On the way: address guard, robots.txt, domain policy
and lock, pace, routes, block detection, the auth inbox. It neither extracts nor archives: `pipeline/web/page_reader.py`
does.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tadori.errors import (
    AddressForbidden,
    RouteUnavailable,
    SourceError,
    SourceUnreachable,
)
from tadori.events import Emit, ignore_event
from tadori.events.web import AuthQueued, CircuitRenewed, DomainCooling
from tadori.fetch.cookies import merged_cookies
from tadori.fetch.escalation import GiveUp, QueueForPerson, RouteChoice, TakeRoute, choose_route
from tadori.fetch.pace import why_withheld
from tadori.fetch.policy import after_page, count_request, policy_after, tor_allowed, turned_away
from tadori.fetch.wayback import wayback_allowed
from tadori.graph.sources import host_of, trust_of
from tadori.model.doors import Circuits, RouteGetter
from tadori.model.ids import Url
from tadori.model.slots import SlotPriority
from tadori.model.web import (
    BROWSER_ROUTES,
    AttemptOutcome,
    AuthItem,
    AuthPriority,
    BlockKind,
    DomainPolicy,
    FetchAttempt,
    FetchedPage,
    FetchFailure,
    FetchResult,
    Hop,
    Route,
    UnchangedPage,
    Visit,
    WebRequest,
    WebResponse,
    WebSession,
)
from tadori.model.web_thresholds import MAX_REDIRECTS, TOR_IDENTITY_AFTER
from tadori.pipeline.web.attempts import attempt_ended, attempt_of, attempt_withheld, failure_reason, route_event
from tadori.pipeline.web.auth_inbox import AuthInbox, default_priority
from tadori.pipeline.web.site_access import SiteAccess
from tadori.store.auth import add_item
from tadori.store.database import Store
from tadori.store.domains import attempts_by_route, last_outcomes, pages_by_route, policy_of, save_attempt, save_policy
from tadori.store.visits import visit_of
from tadori.text.urls import domain_of, page_key, parse_url

Notify = Callable[[str, BlockKind], Awaitable[object]]
AttemptAnswer = tuple[FetchAttempt, WebResponse | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchJob:
    """One page to fetch: what is known before the first attempt."""

    url: Url
    task_id: str = ""
    referer: Url | None = None
    priority: AuthPriority | None = None
    """Priority in the auth inbox if the page is blocked; None derives it from the source's trust."""
    visit: Visit | None = None
    emit: Emit = ignore_event


@dataclass(slots=True, kw_only=True)
class WebFetcher:
    """Fetches pages for one home."""

    store: Store
    sites: SiteAccess
    routes: Mapping[Route, Callable[[], RouteGetter]]
    """The routes that settings allow; each is created when it is first used."""
    inbox: AuthInbox
    wayback_base: Url
    circuits: Callable[[], Circuits] | None = None
    """Tor's circuits, if Tor is one of the routes."""
    notify: Notify | None = None
    """Shows a desktop notification when the first page of a domain starts waiting for a person."""

    async def fetch(
        self,
        address: str,
        *,
        task_id: str = "",
        referer: Url | None = None,
        priority: AuthPriority | None = None,
        emit: Emit = ignore_event,
    ) -> FetchResult:
        """Fetch the page at `address`, trying routes as far as the domain's policy allows."""
        try:
            url = page_key(parse_url(address))
            self.sites.guard.check_url(url)
        except AddressForbidden as exc:
            return FetchFailure(url=address, reason=exc.reason)
        job = FetchJob(url=url, task_id=task_id, referer=referer, priority=priority, emit=emit)
        refusal = await self.sites.refusal(url, emit)
        if refusal is not None:
            return FetchFailure(url=url, reason=refusal)
        return await self._escalate(job)

    async def _escalate(self, job: FetchJob) -> FetchResult:
        tried: list[FetchAttempt] = []
        left = self.sites.page_seconds
        while True:
            job, choice, asked = await self._step(job, tried, left)
            match choice:
                case TakeRoute():
                    attempt, answer, hops, left = await self._follow(job, choice, asked, left)
                    tried.append(attempt)
                    if attempt.outcome is AttemptOutcome.PAGE and answer is not None:
                        return FetchedPage(url=job.url, answer=answer, attempts=tuple(tried), hops=hops)
                    if attempt.outcome is AttemptOutcome.NOT_MODIFIED and answer is not None and job.visit:
                        return UnchangedPage(url=job.url, visit=job.visit, answer=answer, attempts=tuple(tried))
                case QueueForPerson():
                    await self._after_failure(job, tried)
                    item = await self._add_to_inbox(job, choice)
                    reason = f"waits for a person ({choice.kind.value}): {choice.ground}"
                    return FetchFailure(url=job.url, reason=reason, attempts=tuple(tried), queued=item)
                case GiveUp():
                    await self._after_failure(job, tried)
                    return FetchFailure(url=job.url, reason=failure_reason(tried, choice.ground), attempts=tuple(tried))

    async def _step(
        self, job: FetchJob, tried: list[FetchAttempt], left: float
    ) -> tuple[FetchJob, RouteChoice, AttemptAnswer | None]:
        """Choose a route and try it while holding the domain, so that the choice sees its latest policy.

        All routes together have `left` seconds; time spent waiting for the domain does not count.
        """
        domain = domain_of(job.url)
        async with self.sites.slots.hold_domain(domain, SlotPriority.PREFETCH):
            with self.store.read() as db:
                policy = policy_of(db, domain)
                if not tried:
                    job = replace(job, visit=visit_of(db, job.url))
                choice = self._choice(db, job, policy, tried)
            # Checked here and not in `choose_route`: time is the page's own limit, not a matter of routes.
            if isinstance(choice, TakeRoute) and left <= 0:
                return job, GiveUp(ground=f"no page within {self.sites.page_seconds:g} s"), None
            if not isinstance(choice, TakeRoute) or choice.route is Route.WAYBACK:
                return job, choice, None
            request = self._request(job.url, job, choice.route)
            return job, choice, await self._in_lane(job, choice, request, policy, left)

    def _choice(self, db: Any, job: FetchJob, policy: DomainPolicy, tried: list[FetchAttempt]) -> RouteChoice:
        now = self.sites.clock()
        tor_ok = Route.TOR in self.routes and (bool(tried) or policy.tor_until is not None)
        if tor_ok:
            today = attempts_by_route(db, since=now.replace(hour=0, minute=0, second=0, microsecond=0))
            tor_ok = tor_allowed(policy, sum(today.values()), today.get(Route.TOR, 0), now)
        wayback_ok = Route.WAYBACK in self.routes
        if wayback_ok and job.task_id:
            mine = pages_by_route(db, job.task_id)
            wayback_ok = wayback_allowed(mine.get(Route.WAYBACK, 0), sum(mine.values()))
        return choose_route(
            tried,
            policy,
            available=frozenset(self.routes),
            now=now,
            is_revisit=job.visit is not None,
            tor_ok=tor_ok,
            wayback_ok=wayback_ok,
        )

    async def _follow(
        self, job: FetchJob, choice: TakeRoute, asked: AttemptAnswer | None, left: float
    ) -> tuple[FetchAttempt, WebResponse | None, tuple[Hop, ...], float]:
        """Follow one route through its redirects, holding the domain of each hop; also returns the seconds left."""
        hops: list[Hop] = []
        if asked is None:
            asked = await self._ask(job, choice, self._request(job.url, job, choice.route), left)
        while True:
            attempt, answer = asked
            left -= attempt.seconds
            if attempt.outcome is not AttemptOutcome.REDIRECTED or answer is None:
                return attempt, answer, tuple(hops), left
            hops.append(
                Hop(
                    url=answer.url,
                    exchange=answer.exchange,
                    body=answer.body,
                    address=answer.address,
                    fetched_at=answer.fetched_at,
                )
            )
            try:
                request = self._request(await self._onward(answer, hops, job), job, choice.route)
            except AddressForbidden as exc:
                return attempt_ended(attempt, exc.reason), None, tuple(hops), left
            asked = await self._ask(job, choice, request, left)

    async def _onward(self, answer: WebResponse, hops: list[Hop], job: FetchJob) -> Url:
        """The target of a redirect. Raises `AddressForbidden` with the reason when it must not be followed."""
        place = answer.header("location") or ""
        if len(hops) > MAX_REDIRECTS:
            raise AddressForbidden(place, f"more than {MAX_REDIRECTS} redirects")
        try:
            target = parse_url(place, base=answer.final_url)
            self.sites.guard.check_url(target)
        except AddressForbidden as exc:
            raise AddressForbidden(place, f"redirects to {exc.source[:200]}: {exc.reason}") from exc
        if any(hop.url == target for hop in hops):
            raise AddressForbidden(place, "redirects in a circle")
        refusal = await self.sites.refusal(target, job.emit)
        if refusal is not None:
            raise AddressForbidden(place, f"redirects to {target[:200]}: {refusal}")
        return target

    async def _ask(self, job: FetchJob, choice: TakeRoute, request: WebRequest, seconds: float) -> AttemptAnswer:
        """One request while holding the domain that answers it: a redirect's target, or the Wayback Machine."""
        place = self.wayback_base if choice.route is Route.WAYBACK else request.url
        async with self.sites.lane(place) as policy:
            no = None if policy.domain == domain_of(job.url) else why_withheld(policy, self.sites.clock())
            if no is not None:
                return attempt_withheld(request.url, choice, no, self.sites.clock()), None
            return await self._in_lane(job, choice, request, policy, seconds)

    async def _in_lane(
        self, job: FetchJob, choice: TakeRoute, request: WebRequest, policy: DomainPolicy, seconds: float
    ) -> AttemptAnswer:
        """One request at the domain's pace; its outcome is stored before the domain is released."""
        await self.sites.wait(policy, self.wayback_base if choice.route is Route.WAYBACK else request.url)
        async with self.sites.connection(choice.route, SlotPriority.PREFETCH):
            started, began = self.sites.clock(), time.monotonic()
            answer, error = await self._got(choice.route, request, seconds)
            took = time.monotonic() - began
        attempt = attempt_of(choice, request, answer, error, started, took)
        await self._learn(job, policy, attempt, answer)
        if attempt.route is Route.TOR and turned_away(attempt):
            await self._renew(job, policy.domain, attempt)
        return attempt, answer

    async def _got(
        self, route: Route, request: WebRequest, seconds: float
    ) -> tuple[WebResponse | None, SourceError | None]:
        try:
            getter = self.routes[route]()
            async with asyncio.timeout(max(seconds, 0.001)):
                return await getter.get(request), None
        except TimeoutError:
            return None, SourceUnreachable(request.url, f"no page within {self.sites.page_seconds:g} s")
        except SourceError as exc:
            return None, exc

    async def _learn(
        self, job: FetchJob, policy: DomainPolicy, attempt: FetchAttempt, answer: WebResponse | None
    ) -> None:
        now = self.sites.clock()
        archive = attempt.route is Route.WAYBACK
        learned = count_request(policy, now=now) if archive else policy_after(policy, attempt, now=now)

        def keep(db: Any) -> None:
            save_policy(db, learned)
            save_attempt(db, job.task_id, policy.domain, attempt)

        await self.store.commit(keep, synced=False)
        job.emit(route_event(attempt))
        self._emit_cooldown(job, policy, learned, attempt.reason)
        if answer is not None and not archive:
            self.save_session_of(policy.domain, answer)

    async def _renew(self, job: FetchJob, domain: str, attempt: FetchAttempt) -> None:
        """Change the Tor circuit of a domain that refused us (§4.3), and after several refusals in a row all circuits.

        The current page continues on another route; the new circuit is for a later page.
        """
        if self.circuits is None:
            return
        circuits = self.circuits()
        await circuits.renew(domain)
        with self.store.read() as db:
            last = last_outcomes(db, Route.TOR, TOR_IDENTITY_AFTER)
        everywhere, note = False, ""
        if len(last) == TOR_IDENTITY_AFTER and all(turned_away(one) for one in last):
            try:
                everywhere = await circuits.renew_all()
            except RouteUnavailable as exc:  # a Tor daemon without a control port for us
                note = exc.reason
        job.emit(CircuitRenewed(domain=domain, reason=attempt.reason, everywhere=everywhere, note=note))

    def _emit_cooldown(self, job: FetchJob, before: DomainPolicy, now: DomainPolicy, reason: str) -> None:
        if now.cooldown_until is not None and now.cooldown_until != before.cooldown_until:
            until = now.cooldown_until.isoformat(timespec="seconds")
            job.emit(DomainCooling(domain=now.domain, until=until, reason=reason))

    async def _after_failure(self, job: FetchJob, tried: list[FetchAttempt]) -> None:
        """Update the domain's policy after a lost page; this may start a cooldown."""
        if not tried:
            return
        async with self.sites.lane(job.url) as policy:
            learned = after_page(policy, tried, now=self.sites.clock())
            if learned != policy:
                await self.store.commit(lambda db: save_policy(db, learned), synced=False)
                self._emit_cooldown(job, policy, learned, tried[-1].reason)

    def save_session_of(self, domain: str, answer: WebResponse) -> None:
        """Save the cookies and user agent of an answer, for later requests to this domain only."""
        if not answer.cookies and answer.route not in BROWSER_ROUTES:
            return
        known = self.inbox.session_of(domain)
        by_browser = answer.route in BROWSER_ROUTES
        fresh = WebSession(
            domain=domain,
            cookies=merged_cookies(
                () if known is None else known.cookies, answer.cookies, self.sites.clock().timestamp()
            ),
            user_agent=answer.user_agent if by_browser else (None if known is None else known.user_agent),
            accept_language=self.sites.accept_language,
            saved_at=self.sites.clock(),
            by_person=known is not None and known.by_person,
        )
        if known is None or replace(fresh, saved_at=known.saved_at) != known:
            self.inbox.save_session(fresh)

    def _request(self, url: Url, job: FetchJob, route: Route) -> WebRequest:
        session = self.inbox.session_of(domain_of(url))
        visit = job.visit if job.visit is not None and url == job.visit.final_url else None
        asks_again = visit is not None and route is Route.HTTP
        return WebRequest(
            url=url,
            referer=job.referer,
            accept_language=self.sites.accept_language,
            user_agent=None if session is None else session.user_agent,
            cookies=() if session is None else session.cookies,
            etag=visit.etag if visit is not None and asks_again else None,
            last_modified=visit.last_modified if visit is not None and asks_again else None,
        )

    async def _add_to_inbox(self, job: FetchJob, choice: QueueForPerson) -> AuthItem:
        item = AuthItem(
            id=AuthItem.id_of(job.task_id, job.url),
            task_id=job.task_id,
            url=job.url,
            domain=domain_of(job.url),
            kind=choice.kind,
            priority=job.priority or default_priority(trust_of("", host_of(job.url))),
            queued_at=self.sites.clock(),
        )
        # One notification per domain: solving it once unblocks all its pages.
        first = not self.inbox.pending(domain=item.domain)
        if await self.store.commit(lambda db: add_item(db, item)):
            if first and self.notify is not None:
                await self.notify(item.url, item.kind)
            job.emit(
                AuthQueued(
                    item_id=item.id,
                    url=item.url,
                    domain=item.domain,
                    block=item.kind.value,
                    priority=item.priority.value,
                )
            )
        return item
