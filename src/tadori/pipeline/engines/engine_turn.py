"""One turn at an engine: the door to it as its health says, and what its answer teaches.

Comes in: what is known of an engine, and how a request to it ended. Goes out: the door to go through now, and the
health that is kept for the next turn. It asks nobody.
"""

from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from tadori.errors import RefusalKind, SourceError, SourceGarbled, SourceRefused, SourceTooSlow
from tadori.events import EngineChanged
from tadori.model.engine import EngineHealth, SearchOutcome
from tadori.model.work import ProviderResult
from tadori.pipeline.engines.engine_transport import EngineTransport
from tadori.search.health import health_after, route_for, transition
from tadori.store.engines import health_of, save_health

SHORTEST: Final = 4.0
LONGEST: Final = 20.0
"""Seconds that an engine is waited for at least and at most."""


def transport_for_turn(door: EngineTransport, health: EngineHealth, now: datetime) -> EngineTransport:
    """The door for one query: as patient as the engine is slow, and by the way that does."""
    return replace(
        door,
        timeout=min(max(4.0 * health.latency, SHORTEST), LONGEST),
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
    """Keep what a request that took `seconds` says of the engine; the change of its circuit, if it changed."""
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
    """How a request ended, as health sees it."""
    if error is None:
        return SearchOutcome.HITS if found is not None and found.hits else SearchOutcome.NOTHING
    if isinstance(error, SourceRefused):
        return SearchOutcome.CAPTCHA if error.how is RefusalKind.CAPTCHA else SearchOutcome.REFUSED
    if isinstance(error, SourceGarbled):
        return SearchOutcome.GARBLED
    return SearchOutcome.TIMEOUT if isinstance(error, SourceTooSlow) else SearchOutcome.ERROR
