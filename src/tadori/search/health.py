"""The health of an engine and its circuit breaker (§3.1.4): the outcome of a request comes in, the new health goes out.

The averages are over time, not over requests: what was seen an hour ago weighs 1/e of what is seen now in the `_1h`
averages, and what was seen a day ago in the `_24h` ones. With `m` the mass of what was seen before,

    m' = m · exp(−Δt / span) + 1        x' = x + (v − x) / m'        (v: 1 or 0)

The circuit, exactly. Captcha, refusal, timeout and error are failures; hits and an honest "no results" are successes.
A garbled answer is neither: it demotes (`is_demoted`), and leaves the circuit and both counts as they are.

- *closed* → *open* at the second failure in a row; at a single one when fewer than half of the last hour's requests
  (four at least) went well, so that an engine that fails every other time is found too; and at a single one when the
  engine names a time (Retry-After). It is then left alone for min(30 · 2^k, 120) minutes, k counting the openings and
  failed probes since it was last closed, or for as long as it asked if that is longer.
- *open*, the time over: one request is let through as a probe, and no second within a minute. It fails: the circuit
  stays open, and for longer. It succeeds: *half-open*.
- *half-open*: one request a minute. Stable, and so *closed*, is an engine with two successes in a row (the probe is
  the first) of which the last came five minutes or more after it became half-open. A failure opens it again.

No circuit changes within five minutes of its last change. What would have opened it in that time leaves it alone for
the same minutes all the same (`open_until`); only the name of the state stays. So there is nothing to flap, and no
engine that refuses us is asked again for the sake of a calm log. An answer that comes in while the engine is left alone
was asked for before; it counts in the averages and changes nothing else.

No clock, no storage and no log here: the caller saves the health and reports the transition.
"""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from math import exp
from typing import Final

from tadori.model.engine import (
    Circuit,
    EngineFacts,
    EngineHealth,
    EngineKind,
    EngineRoute,
    SearchOutcome,
    Transition,
)
from tadori.model.web import BROWSER_ROUTES, Route
from tadori.model.web_thresholds import (
    CIRCUIT_CALM,
    CIRCUIT_OPENS_AT,
    CIRCUIT_POOR_BELOW,
    CIRCUIT_POOR_MASS,
    CIRCUIT_PROBE_EVERY,
    CIRCUIT_STABLE_SUCCESSES,
    ENGINE_BROWSER_PERIOD,
    ENGINE_COOLDOWN_MINUTES,
    ENGINE_DEMOTED_FACTOR,
    ENGINE_GARBLED_AT,
    ENGINE_GARBLED_MASS,
    HEALTH_LONG_MEMORY,
    HEALTH_SHORT_MEMORY,
    MAX_RETRY_AFTER,
)

SUCCESSES: Final = frozenset({SearchOutcome.HITS, SearchOutcome.NOTHING})
ERRORS: Final = frozenset({SearchOutcome.REFUSED, SearchOutcome.TIMEOUT, SearchOutcome.ERROR})
FAILURES: Final = ERRORS | {SearchOutcome.CAPTCHA}


def request_sent(health: EngineHealth, now: datetime) -> EngineHealth:
    """The health once a request is on its way: what keeps a second probe back."""
    return replace(health, last_request_at=now)


def health_after(
    health: EngineHealth,
    outcome: SearchOutcome,
    *,
    seconds: float,
    now: datetime,
    retry_after: float | None = None,
    route: Route = Route.HTTP,
) -> EngineHealth:
    """The health after one request by `route` that took `seconds` and ended as `outcome` at `now`."""
    seen = _averaged(health, outcome, seconds=seconds, now=now)
    if outcome is SearchOutcome.CAPTCHA and route not in BROWSER_ROUTES:
        seen = replace(seen, walled_at=now)
    if is_resting(health, now):
        return seen
    if outcome in SUCCESSES:
        return _succeeded(seen, now)
    if outcome in FAILURES:
        return _failed(seen, now, retry_after)
    return seen


def transition(before: EngineHealth, later: EngineHealth, outcome: SearchOutcome) -> Transition | None:
    """The change of circuit between two healths, in words; None when there was none."""
    if before.circuit is later.circuit or later.changed_at is None:
        return None
    match later.circuit:
        case Circuit.OPEN if later.open_until is not None:
            minutes = round((later.open_until - later.changed_at).total_seconds() / 60)
            reason = f"{outcome.value}, {later.failures} failed in a row: left alone for {minutes} minutes"
        case Circuit.CLOSED:
            reason = f"{later.successes} answered in a row, over {CIRCUIT_CALM.seconds // 60} minutes and more"
        case _:
            reason = "a probe was answered"
    return Transition(
        engine=later.engine, before=before.circuit, after=later.circuit, reason=reason, at=later.changed_at
    )


def why_not_usable(health: EngineHealth, now: datetime) -> str | None:
    """Why the engine may not be used now; None when it may."""
    if is_resting(health, now):
        return f"{health.engine} is left alone until {health.open_until:%H:%M} UTC after {health.failures} failures"
    on_trial = health.circuit is not Circuit.CLOSED or health.open_until is not None
    if on_trial and health.last_request_at is not None and now < health.last_request_at + CIRCUIT_PROBE_EVERY:
        return f"{health.engine} is on trial, and was asked within the last minute"
    return None


def may_ask(health: EngineHealth, now: datetime) -> bool:
    return why_not_usable(health, now) is None


def is_resting(health: EngineHealth, now: datetime) -> bool:
    """Whether the engine is in its cooldown."""
    return health.open_until is not None and now < health.open_until


def all_blocked(healths: Iterable[EngineHealth], now: datetime) -> bool:
    """ALL_ENGINES_BLOCKED: there are engines, and every one is in its cooldown."""
    states = [is_resting(health, now) for health in healths]
    return bool(states) and all(states)


def first_available(healths: Iterable[EngineHealth], now: datetime) -> tuple[str, datetime] | None:
    """The engine whose cooldown ends first, and when; None when no engine is cooling down."""
    waiting = [(h.open_until, h.engine) for h in healths if h.open_until is not None and is_resting(h, now)]
    if not waiting:
        return None
    moment, engine = min(waiting)
    return engine, moment


def route_for(facts: EngineFacts, health: EngineHealth, *, browser: bool, now: datetime) -> EngineRoute:
    """The route for the next request; `browser` says whether there is one.

    By plain HTTP, which is light, unless that is known to do badly: the engine shows nothing without scripts, or has
    answered plain HTTP with a captcha within the last day, whatever its circuit says since.
    """
    if facts.kind is EngineKind.SITES:
        return EngineRoute(route=Route.HTTP, ground="by HTTP or the browser, as each site's form needs")
    if facts.kind is not EngineKind.HTML:
        return EngineRoute(route=Route.HTTP, ground="an interface for programs")
    walled = health.walled_at is not None and now - health.walled_at < ENGINE_BROWSER_PERIOD
    if not (facts.scripts or walled):
        return EngineRoute(route=Route.HTTP, ground="plain HTTP does")
    why = f"a captcha by HTTP at {health.walled_at:%H:%M} UTC" if walled else "its results are made by scripts"
    if not browser:
        return EngineRoute(route=Route.HTTP, ground=f"{why}, but there is no browser")
    return EngineRoute(route=Route.HEADLESS, ground=why)


def is_demoted(health: EngineHealth) -> bool:
    """Whether too many of the engine's answers cannot be parsed (§3.1.4 非互換検知)."""
    return health.mass_24h >= ENGINE_GARBLED_MASS and health.garbled_24h >= ENGINE_GARBLED_AT


def weight_factor(health: EngineHealth) -> float:
    """What health makes of an engine's weight, 0 to 1: success · (1 − captchas) over the day, a quarter when demoted.

    An engine with .8 success and .1 captchas in the day: .8 · .9 = .72. A captcha counts twice, as a failure and for
    what it costs a person.
    """
    reliable = health.success_24h * (1.0 - health.captcha_24h)
    return reliable * (ENGINE_DEMOTED_FACTOR if is_demoted(health) else 1.0)


def engine_cooldown(opened: int) -> timedelta:
    """The cooldown after the circuit was opened `opened` times before without closing: 30, 60, 120 minutes."""
    base, most = ENGINE_COOLDOWN_MINUTES
    return timedelta(minutes=min(base * 2.0 ** min(opened, 16), most))


def _averaged(health: EngineHealth, outcome: SearchOutcome, *, seconds: float, now: datetime) -> EngineHealth:
    # A clock that was set back must not make the past weigh more than it did.
    passed = timedelta(0) if health.updated_at is None else max(now - health.updated_at, timedelta(0))
    short = health.mass_1h * exp(-passed / HEALTH_SHORT_MEMORY) + 1.0
    long = health.mass_24h * exp(-passed / HEALTH_LONG_MEMORY) + 1.0
    good, captcha, error = outcome in SUCCESSES, outcome is SearchOutcome.CAPTCHA, outcome in ERRORS
    answered = good or outcome is SearchOutcome.GARBLED
    return replace(
        health,
        success_1h=_towards(health.success_1h, good, short),
        success_24h=_towards(health.success_24h, good, long),
        captcha_1h=_towards(health.captcha_1h, captcha, short),
        captcha_24h=_towards(health.captcha_24h, captcha, long),
        error_1h=_towards(health.error_1h, error, short),
        error_24h=_towards(health.error_24h, error, long),
        garbled_24h=_towards(health.garbled_24h, outcome is SearchOutcome.GARBLED, long),
        latency=_towards(health.latency, seconds, short) if answered else health.latency,
        mass_1h=short,
        mass_24h=long,
        requests=health.requests + 1,
        last_request_at=now,
        updated_at=now,
    )


def _towards(mean: float, value: float, mass: float) -> float:
    return mean + (value - mean) / mass


def _succeeded(health: EngineHealth, now: datetime) -> EngineHealth:
    well = replace(health, failures=0, successes=health.successes + 1, open_until=None)
    match health.circuit:
        case Circuit.OPEN:
            # Cooling is longer than the calm, so a probe always comes late enough to change the circuit.
            return _changed(well, Circuit.HALF_OPEN, now)
        case Circuit.HALF_OPEN if well.successes >= CIRCUIT_STABLE_SUCCESSES and _may_change(health, now):
            return replace(_changed(well, Circuit.CLOSED, now), opened=0)
        case Circuit.CLOSED:
            return replace(well, opened=0)
    return well


def _failed(health: EngineHealth, now: datetime, retry_after: float | None) -> EngineHealth:
    ill = replace(health, failures=health.failures + 1, successes=0)
    in_a_row = ill.failures >= CIRCUIT_OPENS_AT
    poor = ill.mass_1h >= CIRCUIT_POOR_MASS and ill.success_1h < CIRCUIT_POOR_BELOW
    if health.circuit is Circuit.CLOSED and not (in_a_row or poor or retry_after is not None):
        return ill
    wait = max(engine_cooldown(ill.opened), timedelta(seconds=min(retry_after or 0.0, MAX_RETRY_AFTER)))
    left = replace(ill, opened=ill.opened + 1, open_until=now + wait)
    if health.circuit is Circuit.OPEN or not _may_change(health, now):
        return left
    return _changed(left, Circuit.OPEN, now)


def _may_change(health: EngineHealth, now: datetime) -> bool:
    return health.changed_at is None or now - health.changed_at >= CIRCUIT_CALM


def _changed(health: EngineHealth, circuit: Circuit, now: datetime) -> EngineHealth:
    return replace(health, circuit=circuit, changed_at=now)
