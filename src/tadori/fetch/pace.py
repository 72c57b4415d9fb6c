"""When a domain may be requested next, and how long to wait after a failure (§4.3, §4.3.5).

Comes in: the domain's policy, the time, the local zone and a random source. Goes out: a moment, or the reason why not
now. Nothing sleeps here and nothing is stored; `pipeline/web/fetching.py` waits and
`policy.py` remembers.
"""

import random
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Final

from tadori.fetch.calendar_days import day_off
from tadori.model.web import DomainPolicy
from tadori.model.web_thresholds import (
    DAILY_REQUESTS_A_DOMAIN,
    DOMAIN_COOLDOWN_MINUTES,
    DOMAIN_QPS,
    ENGINE_QPS,
    MAX_CRAWL_DELAY,
    MAX_RETRY_AFTER,
    NIGHT_HOURS,
    PACE_SECONDS,
    PATIENCE_SECONDS,
    QUIET_FACTOR,
)

JITTER: Final = 0.1
_PATIENCE: Final = timedelta(seconds=PATIENCE_SECONDS)
_DOUBLINGS: Final = 64
"""More than any bound needs; keeps 2ⁿ finite."""


def next_request_at(
    policy: DomainPolicy,
    *,
    now: datetime,
    rng: random.Random,
    zone: tzinfo,
    engine: bool = False,
    crawl_delay: float | None = None,
    scale: float = 1.0,
) -> datetime:
    """The first moment, not before `now`, at which the domain may be requested again.

    The longest of U(1.5, 5.5) s, the QPS cap and the site's own crawl delay (up to two minutes) after the last
    request, half as long again at night and on days off; and the end of a cooling that is over within a minute. All
    of it times `scale`.
    """
    drawn = rng.uniform(*PACE_SECONDS)  # always drawn, so that chance does not depend on what is known
    cap = 1.0 / (ENGINE_QPS if engine else DOMAIN_QPS)
    pause = max(drawn, cap, min(crawl_delay or 0.0, MAX_CRAWL_DELAY))
    factor = 1.0 if why_slower(now, zone) is None else QUIET_FACTOR
    last = policy.last_request_at
    paced = now if last is None else last + timedelta(seconds=pause * factor * scale)
    return max(now, paced, now + _short_rest(policy, now) * scale)


def _short_rest(policy: DomainPolicy, now: datetime) -> timedelta:
    """The rest of a cooldown, when it is short enough to wait for."""
    left = (policy.cooldown_until or now) - now
    return left if left <= _PATIENCE else timedelta(0)


def why_slower(now: datetime, zone: tzinfo) -> str | None:
    """Why requests are slower now (night, weekend, holiday); None during a working day."""
    local = now.astimezone(zone)
    if NIGHT_HOURS[0] <= local.hour < NIGHT_HOURS[1]:
        return "night"
    return day_off(local.date())


def why_withheld(policy: DomainPolicy, now: datetime) -> str | None:
    """Why no new page of the domain is started now: given up, cooling down, or its daily budget is used up."""
    if policy.skip_reason is not None:
        return f"{policy.domain} is not asked any more: {policy.skip_reason}"
    return why_cooling(policy, now) or why_spent(policy, now)


def why_cooling(policy: DomainPolicy, now: datetime) -> str | None:
    """Until when the domain is not requested, in words; None without a cooldown, or if it is short enough to wait."""
    if policy.cooldown_until is None or policy.cooldown_until - now <= _PATIENCE:
        return None
    return f"{policy.domain} is left alone until {policy.cooldown_until.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


def why_spent(policy: DomainPolicy, now: datetime) -> str | None:
    """That the domain's requests of this UTC day are used up, in words; None when some are left."""
    if policy.day != utc_day(now) or policy.requests_today < DAILY_REQUESTS_A_DOMAIN:
        return None
    return f"{policy.domain} was asked {policy.requests_today} times today, the most we do in a day"


def utc_day(now: datetime) -> str:
    return now.astimezone(UTC).date().isoformat()


def backoff(attempt: int, *, base: float, most: float, rng: random.Random) -> float:
    """Seconds before transport attempt `attempt` + 1 (the first is 0): min(base · 2ⁿ, most), ± 10 %."""
    return min(base * 2.0 ** min(attempt, _DOUBLINGS), most) * rng.uniform(1 - JITTER, 1 + JITTER)


def domain_cooldown(failures: int) -> timedelta:
    """The cooldown of a domain after `failures` refusals in a row: min(base · 2^(failures // 3), most)."""
    base, most = DOMAIN_COOLDOWN_MINUTES
    return timedelta(minutes=min(base * 2.0 ** min(failures // 3, _DOUBLINGS), most))


def at_least_retry_after(wait: timedelta, retry_after: float | None) -> timedelta:
    """The longer of our own wait and the one the server asked for, which counts for a day at most."""
    return wait if retry_after is None else max(wait, timedelta(seconds=min(retry_after, MAX_RETRY_AFTER)))
