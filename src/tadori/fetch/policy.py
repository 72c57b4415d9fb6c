"""The policy of a domain (§4.3): the result of an attempt comes in, the policy for the next request goes out.

The circuit, exactly. Refusals (a challenge, a bare 403 or 429, a rate limit) and lost connections in a row are counted
over all routes and pages; any route that is let in sets the count back and ends the cooling. A domain begins to cool

- when the second failure in a row, or a later one, is a lost connection or a browser's refusal. A refusal by HTTP or
  Tor alone does not do it, because a browser may still load the page, and then other pages too;
- when a page is given up after at least one refusal, even a single one (`after_page`);
- when the server names a time (Retry-After), at once and for that long.

It cools for `min(60 · 2^(failures // 3), 1440)` minutes, or as long as Retry-After asks if that is longer. Cooling
holds for the next page, not for the next route of the page at hand, and what is left of it is waited for when it is a
minute or less. When the time is over, one page is asked for: let in, all is well; refused, the domain cools again, and
longer as failures grow.

Walls that are the page's own matter (login, cookies, paywall, a script-only shell) and server errors are no refusals. A
refusal through Tor counts like any other; a connection lost inside Tor is Tor's matter and does not.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from tadori.fetch.pace import at_least_retry_after, domain_cooldown, utc_day, why_cooling
from tadori.model.web import (
    BROWSER_ROUTES,
    CHALLENGES,
    AttemptOutcome,
    BlockKind,
    DomainPolicy,
    FetchAttempt,
    Route,
)
from tadori.model.web_thresholds import (
    CIRCUIT_OPENS_AT,
    EMA_LONG,
    EMA_SHORT,
    SKIP_BLOCKED_AT,
    SKIP_SUCCESS_BELOW,
    TOR_DAILY_A_DOMAIN,
    TOR_POOR_AT,
    TOR_ROLLBACK_MINUTES,
    TOR_SHARE,
    TOR_STICKY_SECONDS,
)

NOT_ASKED: Final = frozenset({AttemptOutcome.FORBIDDEN, AttemptOutcome.NO_ROUTE})
REFUSALS: Final = CHALLENGES | {BlockKind.NONE, BlockKind.RATE_LIMIT}
"""Blocks that concern the domain; the others concern the page."""
UNAUTHORISED: Final = 401
ILLEGAL: Final = 451
"""Of refusals without a challenge, these two concern the page only: it needs an account, or may not be shown."""
_HAD: Final = frozenset({AttemptOutcome.PAGE, AttemptOutcome.NOT_MODIFIED})
_NOTHING: Final = timedelta(0)


class Reception(StrEnum):
    """How a domain received one attempt."""

    LET_IN = "let_in"
    REFUSED = "refused"
    LOST = "lost"
    """No answer: no connection, too slow, cut off."""
    BROKEN = "broken"
    """A server error."""
    OTHER = "other"
    """A redirect, a block of the page itself, an unreadable document: no information about the domain."""


def reception(attempt: FetchAttempt) -> Reception:
    match attempt.outcome:
        case AttemptOutcome.PAGE | AttemptOutcome.NOT_MODIFIED | AttemptOutcome.GONE:
            return Reception.LET_IN
        case AttemptOutcome.BLOCKED if attempt.block in REFUSALS and attempt.status not in {UNAUTHORISED, ILLEGAL}:
            return Reception.REFUSED
        case AttemptOutcome.UNREACHABLE:
            return Reception.LOST
        case AttemptOutcome.SERVER_ERROR:
            return Reception.BROKEN
        case _:
            return Reception.OTHER


def turned_away(attempt: FetchAttempt) -> bool:
    """Whether the route failed: refused, or no answer."""
    return reception(attempt) in {Reception.REFUSED, Reception.LOST}


def policy_after(policy: DomainPolicy, attempt: FetchAttempt, *, now: datetime) -> DomainPolicy:
    """The policy after one attempt; unchanged when the domain was not reached (Wayback, no route, forbidden)."""
    if attempt.outcome in NOT_ASKED or attempt.route is Route.WAYBACK:
        return policy
    outcome = reception(attempt)
    policy = count_request(policy, now=now, tor=attempt.route is Route.TOR)
    policy = _revisit_rates(policy, attempt)
    policy = _challenges(policy, attempt, outcome, now)
    policy = _browser(policy, attempt, outcome)
    policy = _tor(policy, outcome, now) if attempt.route is Route.TOR else _scores(policy, outcome)
    policy = _circuit(policy, attempt, outcome, now=now)
    return _given_up(policy)


def count_request(policy: DomainPolicy, *, now: datetime, tor: bool = False) -> DomainPolicy:
    """The policy after a request whose result does not matter, only that it was made."""
    today = utc_day(now)
    fresh = policy if policy.day == today else replace(policy, day=today, requests_today=0, tor_today=0)
    return replace(
        fresh,
        requests_today=fresh.requests_today + 1,
        tor_today=fresh.tor_today + tor,
        tor_usage_ratio=_ema(fresh.tor_usage_ratio, float(tor), EMA_LONG),
        last_request_at=now,
        updated_at=now,
    )


def after_page(policy: DomainPolicy, tried: Sequence[FetchAttempt], *, now: datetime) -> DomainPolicy:
    """The policy after the last attempt at a page: if it was refused and no direct route succeeded, cool down."""
    asked = [attempt for attempt in tried if attempt.route is not Route.WAYBACK]
    refused = any(reception(attempt) is Reception.REFUSED for attempt in asked)
    if not refused or policy.failures == 0 or why_cooling(policy, now) is not None:
        return policy
    return replace(policy, cooldown_until=now + domain_cooldown(policy.failures), updated_at=now)


def policy_after_person(policy: DomainPolicy, *, now: datetime) -> DomainPolicy:
    """The policy after a person solved the block: the domain is requested again at once, even if it was given up."""
    return replace(
        policy, failures=0, cooldown_until=None, headful_failures=0, skip_reason=None, success_long=1.0, updated_at=now
    )


def tor_allowed(policy: DomainPolicy, total_requests: int, tor_requests: int, now: datetime) -> bool:
    """Whether the next request to this domain may go through Tor.

    Only a domain that has refused us, while Tor has not just failed there, at most 20 times a day, and only when Tor's
    share of all requests, this one included, stays within 20 %.
    """
    rolled_back = policy.tor_blocked_until is not None and policy.tor_blocked_until > now
    today = policy.tor_today if policy.day == utc_day(now) else 0
    share = (tor_requests + 1) / (total_requests + 1)
    return policy.block_score > 0 and not rolled_back and today < TOR_DAILY_A_DOMAIN and share <= TOR_SHARE


def _revisit_rates(policy: DomainPolicy, attempt: FetchAttempt) -> DomainPolicy:
    rate = policy.not_modified_rate
    unchanged = attempt.outcome is AttemptOutcome.NOT_MODIFIED
    if unchanged or (attempt.conditional and attempt.outcome is AttemptOutcome.PAGE):
        rate = _ema(rate, float(unchanged), EMA_SHORT)
    kept = _ema(policy.referer_match_rate, float(attempt.referer_kept), EMA_LONG)
    return replace(policy, referer_match_rate=kept, not_modified_rate=rate)


def _challenges(policy: DomainPolicy, attempt: FetchAttempt, outcome: Reception, now: datetime) -> DomainPolicy:
    if outcome not in {Reception.LET_IN, Reception.REFUSED}:
        return policy
    seen = attempt.outcome is AttemptOutcome.BLOCKED and attempt.block in CHALLENGES
    policy = replace(policy, captcha_rate=_ema(policy.captcha_rate, float(seen), EMA_LONG))
    return replace(policy, last_captcha_at=now, captcha_type_last_seen=attempt.block) if seen else policy


def _browser(policy: DomainPolicy, attempt: FetchAttempt, outcome: Reception) -> DomainPolicy:
    if attempt.outcome in _HAD:
        by_browser = float(attempt.route in BROWSER_ROUTES)
        policy = replace(policy, headful_ratio=_ema(policy.headful_ratio, by_browser, EMA_SHORT))
    if attempt.route is not Route.HEADFUL:
        return policy
    if outcome is Reception.LET_IN:
        return replace(policy, headful_failures=0)
    failed = outcome in {Reception.REFUSED, Reception.LOST}
    return replace(policy, headful_failures=policy.headful_failures + failed)


def _tor(policy: DomainPolicy, outcome: Reception, now: datetime) -> DomainPolicy:
    """Sticky for 15 minutes once it worked; rolled back at once when it did not."""
    if outcome is Reception.OTHER:
        return policy
    worked = outcome is Reception.LET_IN
    policy = replace(policy, tor_success_rate=_ema(policy.tor_success_rate, float(worked), EMA_SHORT))
    if not worked:
        minutes = TOR_ROLLBACK_MINUTES[policy.tor_success_rate < TOR_POOR_AT]
        return replace(policy, tor_until=None, tor_blocked_until=now + timedelta(minutes=minutes))
    running = policy.tor_until is not None and policy.tor_until > now
    until = policy.tor_until if running else now + timedelta(seconds=TOR_STICKY_SECONDS)
    return replace(policy, tor_until=until, tor_blocked_until=None)


def _scores(policy: DomainPolicy, outcome: Reception) -> DomainPolicy:
    """Update the scores of our own connection; a Tor exit's results do not count."""
    if outcome is Reception.OTHER:
        return policy
    success = float(outcome is Reception.LET_IN)
    blocked = policy.block_score
    if outcome in {Reception.LET_IN, Reception.REFUSED}:
        blocked = _ema(blocked, 1.0 - success, EMA_SHORT)
    return replace(
        policy,
        block_score=blocked,
        success_short=_ema(policy.success_short, success, EMA_SHORT),
        success_long=_ema(policy.success_long, success, EMA_LONG),
    )


def _circuit(policy: DomainPolicy, attempt: FetchAttempt, outcome: Reception, *, now: datetime) -> DomainPolicy:
    if outcome is Reception.LET_IN:
        return replace(policy, failures=0, cooldown_until=None)
    failed = outcome is Reception.REFUSED or (outcome is Reception.LOST and attempt.route is not Route.TOR)
    failures = policy.failures + failed
    conclusive = outcome is Reception.LOST or attempt.route in BROWSER_ROUTES
    opens = failed and conclusive and failures >= CIRCUIT_OPENS_AT
    wait = at_least_retry_after(domain_cooldown(failures) if opens else _NOTHING, attempt.retry_after)
    until = policy.cooldown_until
    if wait > _NOTHING:
        until = now + wait if until is None else max(until, now + wait)
    return replace(policy, failures=failures, cooldown_until=until)


def _given_up(policy: DomainPolicy) -> DomainPolicy:
    """Mark a hopeless domain as given up; only a person lifts that (`policy_after_person`)."""
    hopeless = policy.success_long < SKIP_SUCCESS_BELOW and policy.block_score >= SKIP_BLOCKED_AT
    if policy.skip_reason is not None or not hopeless:
        return policy
    last = policy.captcha_type_last_seen
    seen = "" if last is BlockKind.NONE else f", last with {last.value}"
    return replace(policy, skip_reason=f"it refused nearly every request over a long time{seen}")


def _ema(old: float, seen: float, alpha: float) -> float:
    return old + alpha * (seen - old)
