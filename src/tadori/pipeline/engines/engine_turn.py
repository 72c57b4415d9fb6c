"""Adapts to an engine's health before a request, and updates the health after it.

Comes in: an engine's health, and how a request to it ended. Goes out: the transport to use now, and the health that is
stored for the next turn. It makes no requests.
"""

from dataclasses import replace
from datetime import datetime
from typing import Any

from tadori.errors import RefusalKind, SourceError, SourceGarbled, SourceRefused, SourceTooSlow
from tadori.events.web import EngineChanged
from tadori.model.engine import EngineHealth, SearchOutcome
from tadori.model.web_thresholds import ENGINE_TIMEOUT_LEAST, ENGINE_TIMEOUT_MOST
from tadori.model.work import ProviderResult
from tadori.pipeline.engines.engine_transport import EngineTransport
from tadori.search.health import health_after, route_for, transition
from tadori.store.engines import health_of, save_health


def transport_for_turn(door: EngineTransport, health: EngineHealth, now: datetime) -> EngineTransport:
    """The transport for one query: its timeout follows the engine's latency, its route the engine's health."""
    return replace(
        door,
        timeout=min(max(4.0 * health.latency, ENGINE_TIMEOUT_LEAST), ENGINE_TIMEOUT_MOST),
        way=route_for(door.facts, health, browser=door.has_browser, now=now),
    )


def learn_health(
    db: Any,
    door: EngineTransport,
    found: ProviderResult | None,
    error: SourceError | None,
    *,
    seconds: float,
    now: datetime,
) -> EngineChanged | None:
    """Update and store the engine's health after a request; an event if its circuit breaker changed state."""
    name, outcome = door.facts.name, outcome_of(found, error)
    wait = error.retry_after if isinstance(error, SourceRefused) else None
    before = health_of(db, name)
    later = health_after(before, outcome, seconds=seconds, now=now, retry_after=wait, route=door.way.route)
    save_health(db, later)
    change = transition(before, later, outcome)
    if change is None:
        return None
    return EngineChanged(engine=name, before=change.before.value, after=change.after.value, reason=change.reason)


def outcome_of(found: ProviderResult | None, error: SourceError | None) -> SearchOutcome:
    """The outcome of a request, as the health of an engine counts it."""
    if error is None:
        return SearchOutcome.HITS if found is not None and found.hits else SearchOutcome.NOTHING
    if isinstance(error, SourceRefused):
        return SearchOutcome.CAPTCHA if error.how is RefusalKind.CAPTCHA else SearchOutcome.REFUSED
    if isinstance(error, SourceGarbled):
        return SearchOutcome.GARBLED
    return SearchOutcome.TIMEOUT if isinstance(error, SourceTooSlow) else SearchOutcome.ERROR
