"""Chooses the next route to a page (§4.3.5): the attempts so far come in, a choice with its reason goes out.

HTTP → Tor → headless → headful, forward only and each at most once; Wayback is the last resort for pages that nobody
can unlock, the auth inbox for pages that a person can. Four direct routes mean at most three escalations. Pure: nothing
is requested, and whether Tor and Wayback are within their shares is an argument.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from tadori.fetch.pace import utc_day, why_withheld
from tadori.fetch.policy import ILLEGAL, REFUSALS, UNAUTHORISED
from tadori.model.web import (
    CHALLENGES,
    NEEDS_A_PERSON,
    AttemptCause,
    AttemptOutcome,
    BlockKind,
    DomainPolicy,
    FetchAttempt,
    Route,
)
from tadori.model.web_thresholds import BROWSER_FIRST_AT, HEADFUL_FAILURES, HTTP_PROBE_EVERY


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeRoute:
    route: Route
    ground: str


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueForPerson:
    """Put the page into the auth inbox."""

    kind: BlockKind
    """What a person has to solve; `none` for a refusal without a challenge."""
    ground: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveUp:
    ground: str


RouteChoice = TakeRoute | QueueForPerson | GiveUp

_DIRECT: Final = (Route.HTTP, Route.HEADLESS, Route.HEADFUL)
_ORDER: Final = (Route.HTTP, Route.TOR, Route.HEADLESS, Route.HEADFUL)
_FINAL: Final = {
    AttemptOutcome.FORBIDDEN: "it may not be asked",
    AttemptOutcome.UNUSABLE: "another route would bring the same",
    AttemptOutcome.REDIRECTED: "the redirect was not followed",
}
_A_DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Case:
    """One page's situation."""

    tried: tuple[FetchAttempt, ...]
    policy: DomainPolicy
    open: frozenset[Route]
    """Routes that exist, are within their shares and were not tried."""
    now: datetime
    wants_gone: bool

    @property
    def requested(self) -> list[FetchAttempt]:
        return [attempt for attempt in self.tried if attempt.outcome is not AttemptOutcome.NO_ROUTE]


def choose_route(
    tried: Sequence[FetchAttempt],
    policy: DomainPolicy,
    *,
    available: frozenset[Route],
    now: datetime,
    is_revisit: bool,
    tor_ok: bool,
    wayback_ok: bool,
    wayback_for_gone: bool = False,
) -> RouteChoice:
    """The next step for a page after the attempts `tried`. Not to be called once the page was loaded.

    `tor_ok` and `wayback_ok` say that one more request by that route stays within its share; `wayback_for_gone`, that
    the caller wants an old copy of a page that no longer exists.
    """
    refused = {route for route, ok in ((Route.TOR, tor_ok), (Route.WAYBACK, wayback_ok)) if not ok}
    left = available - refused - {attempt.route for attempt in tried}
    case = _Case(tried=tuple(tried), policy=policy, open=left, now=now, wants_gone=wayback_for_gone)
    if not case.requested:
        return _first(case, is_revisit=is_revisit)
    last = case.requested[-1]
    if last.outcome in {AttemptOutcome.PAGE, AttemptOutcome.NOT_MODIFIED}:
        raise ValueError("the page is had; there is nothing to choose")
    if last.route is Route.WAYBACK:
        return GiveUp(ground="the Wayback Machine has no copy either")
    if last.outcome is AttemptOutcome.FORBIDDEN and last.reason == why_withheld(policy, now):
        return _withheld(case, last.reason)  # it began to cool while this page waited for its turn
    if last.outcome in _FINAL:
        return GiveUp(ground=_FINAL[last.outcome])
    if last.outcome is AttemptOutcome.GONE:
        return _gone(case)
    blocks = [attempt for attempt in case.requested if attempt.outcome is AttemptOutcome.BLOCKED]
    return _blocked(case, blocks[-1]) if blocks else _failed(case, last)


def _first(case: _Case, *, is_revisit: bool) -> RouteChoice:
    """The first route: HTTP, unless the domain is known to need another."""
    no = why_withheld(case.policy, case.now)
    if no is not None:
        return _withheld(case, no)
    if case.policy.tor_until is not None and case.policy.tor_until > case.now and Route.TOR in case.open:
        until = f"{case.policy.tor_until:%H:%M}"
        return TakeRoute(
            route=Route.TOR, ground=f"Tor got through to this domain a moment ago and is kept until {until}"
        )
    if is_revisit and Route.HTTP in case.open:
        return TakeRoute(route=Route.HTTP, ground="a return: HTTP with what the last visit left (ETag, cookies)")
    today = case.policy.requests_today if case.policy.day == utc_day(case.now) else 0
    probes = today % HTTP_PROBE_EVERY < 2  # two numbers of ten, because a page of two requests would step over one
    if case.policy.headful_ratio >= BROWSER_FIRST_AT and not probes and Route.HEADLESS in case.open:
        ground = f"{case.policy.headful_ratio:.0%} of this domain's recent pages were had by a browser only"
        return TakeRoute(route=Route.HEADLESS, ground=ground)
    route = next((route for route in _DIRECT if route in case.open), None)
    if route is None:
        return _wayback(case, "there is no way to the web on this machine")
    return TakeRoute(
        route=route, ground="pages are asked for by HTTP first" if route is Route.HTTP else "the first way there is"
    )


def _withheld(case: _Case, reason: str) -> RouteChoice:
    """The choice for a domain that may not be requested now: a person's task when a challenge was the cause."""
    seen = case.policy.last_captcha_at
    recent = seen is not None and case.now - seen < _A_DAY
    if recent and case.policy.failures and case.policy.skip_reason is None:
        return QueueForPerson(kind=case.policy.captcha_type_last_seen, ground=reason)
    return _wayback(case, reason)


def _gone(case: _Case) -> RouteChoice:
    if case.wants_gone:
        return _wayback(case, "the page is no longer there")
    return GiveUp(ground="the page is not there; another route would find the same")


def _failed(case: _Case, last: FetchAttempt) -> RouteChoice:
    """After no answer or a server error, without a block: one other direct route, then an archived copy."""
    if last.cause is AttemptCause.CERTIFICATE:
        return GiveUp(ground="its certificate is not valid, and no route may overlook that")
    what = "a server error" if last.outcome is AttemptOutcome.SERVER_ERROR else "no answer"
    own = [attempt for attempt in case.requested if attempt.route is not Route.TOR]
    route = next((route for route in _DIRECT if route in case.open), None)
    if len(own) < 2 and route is not None:
        return TakeRoute(route=route, ground=f"{what} by {last.route.value}: one other way is tried")
    return _wayback(case, f"{what} by {_route_names(case)}")


def _blocked(case: _Case, block: FetchAttempt) -> RouteChoice:
    kind = block.block
    if kind is BlockKind.SOFT_404:
        return _gone(case)
    if kind is BlockKind.PAYWALL:
        return _wayback(case, "it is behind a paywall")
    if kind is BlockKind.LOGIN or (kind is BlockKind.NONE and block.status == UNAUTHORISED):
        return QueueForPerson(kind=BlockKind.LOGIN, ground="only somebody with an account can log in")
    if kind is BlockKind.NONE and block.status == ILLEGAL:
        return _wayback(case, "it is withheld for legal reasons (451)")
    route = next((route for route in _useful_routes(case, kind) if route in case.open), None)
    if route is not None:
        return TakeRoute(route=route, ground=f"{_block_text(block)} by {block.route.value}: {_WHY[route]}")
    if kind is BlockKind.JS_REQUIRED:
        return _wayback(case, f"it needs a script that did not run by {_route_names(case)}")
    return QueueForPerson(kind=kind, ground=f"{_block_text(block)} by {_route_names(case)}{_headful_note(case, kind)}")


_WHY: Final = {
    Route.HTTP: "back to our own line",
    Route.TOR: "another address may be let in",
    Route.HEADLESS: "a browser runs the page's scripts",
    Route.HEADFUL: "a visible browser is the last way of our own",
}


def _useful_routes(case: _Case, kind: BlockKind) -> list[Route]:
    """The routes that may help against a block, later in the order than those tried.

    One exception: after Tor as the first route, plain HTTP is tried next.
    """
    farthest = max(_ORDER.index(attempt.route) for attempt in case.requested)
    routes = [route for route in _ORDER if _ORDER.index(route) > farthest]
    if kind not in REFUSALS:
        routes = [route for route in routes if route is not Route.TOR]
    elif _ORDER[farthest] is Route.TOR:
        routes.insert(0, Route.HTTP)
    if kind is BlockKind.COOKIE_WALL or _hopeless(case, kind):
        routes = [route for route in routes if route is not Route.HEADFUL]
    return routes


def _hopeless(case: _Case, kind: BlockKind) -> bool:
    """Whether a visible browser was refused here again and again, the last time within a day."""
    seen = case.policy.last_captcha_at
    recent = seen is not None and case.now - seen < _A_DAY
    return kind in CHALLENGES and recent and case.policy.headful_failures >= HEADFUL_FAILURES


def _headful_note(case: _Case, kind: BlockKind) -> str:
    return "; a visible browser has failed here before" if _hopeless(case, kind) else ""


def _wayback(case: _Case, ground: str) -> RouteChoice:
    if Route.WAYBACK in case.open:
        return TakeRoute(route=Route.WAYBACK, ground=f"{ground}: an archived copy is looked for")
    return GiveUp(ground=ground)


def _block_text(attempt: FetchAttempt) -> str:
    """What blocked the attempt, in words."""
    if attempt.block in NEEDS_A_PERSON or attempt.block is BlockKind.JS_REQUIRED:
        return attempt.block.value
    return f"refused with {attempt.status}" if attempt.status is not None else "refused"


def _route_names(case: _Case) -> str:
    return ", ".join(attempt.route.value for attempt in case.requested)
