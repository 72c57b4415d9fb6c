"""How long and how often a model is retried: a failure in, the seconds until the next try (or none) out.

Pure arithmetic; the time is passed in. Every kind of failure has its own limit, so no series of failures goes on for
ever.
"""

from dataclasses import dataclass, field
from typing import Final

from tadori.errors import WrongCall
from tadori.minds.llm.response_stream import CallFailure

MOST_RETRIES: Final = 10
WAITS: Final = 2
"""How often a busy model is waited for, per request."""
REPEATS: Final = 1
"""How often a server that does not answer, or answers nonsense, is tried again."""
BUSY: Final = 1.0
"""Seconds to wait for a busy server that does not say how long; doubled each time."""
BREATH: Final = 0.25
"""Seconds before a failed connection is tried again; doubled each time."""
MISSES: Final = 2
REST: Final = 30.0
"""Seconds a model is left alone after `MISSES` requests in a row without an answer: each costs the whole patience."""

LONGEST_REST: Final = 3600.0
"""Seconds; a server that asks for a longer pause is tried again after an hour."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryLimits:
    """The limits of one request."""

    retries: int = 3
    """How often an answer in the wrong form is requested again, per model."""
    reconnects: int = 5
    """How often an answer that broke off is requested again (S3: MAGI_CLI_STREAM_RETRY_COUNT)."""
    patience: float = 60.0
    """Seconds without a sign of the model."""
    longest: float = 600.0
    """Seconds of waiting for one model in one request, all tries together."""
    longest_wait: float = 20.0
    """Seconds that a busy model may make us wait; above that the next model is used."""

    def __post_init__(self) -> None:
        for name, value in (("retries", self.retries), ("reconnects", self.reconnects)):
            if not 0 <= value <= MOST_RETRIES:
                raise WrongCall(f"{name} is {value}; it must be from 0 to {MOST_RETRIES}")


@dataclass(slots=True, kw_only=True)
class RetryCounter:
    """Counts the retries of one model in one request."""

    limits: RetryLimits
    counts: dict[str, int] = field(default_factory=dict)

    def pause(self, failure: CallFailure) -> float | None:
        """Seconds until the same model is tried again; None when it is out of tries."""
        bound = {"cut": self.limits.reconnects, "busy": WAITS, "unreachable": REPEATS, "garbled": REPEATS}
        count = self.counts.get(failure.kind, 0)
        if count >= bound.get(failure.kind, 0):
            return None
        self.counts[failure.kind] = count + 1
        if failure.kind != "busy":
            return float(BREATH * 2**count)
        wait = BUSY * 2**count if failure.retry_after is None else max(0.0, failure.retry_after)
        return wait if wait <= self.limits.longest_wait else None


@dataclass(slots=True, kw_only=True)
class RestingModels:
    """Models that are left alone for a while; shared by all requests of a task."""

    until: dict[str, float] = field(default_factory=dict)
    misses: dict[str, int] = field(default_factory=dict)

    def left(self, model: str, now: float) -> float:
        return max(0.0, self.until.get(model, now) - now)

    def failed(self, model: str, failure: CallFailure, now: float) -> None:
        if failure.kind == "busy" and failure.retry_after is not None:
            rest = min(failure.retry_after, LONGEST_REST)
            self.until[model] = max(self.until.get(model, now), now + rest)
        elif failure.kind in {"hung", "unreachable"}:
            self.misses[model] = self.misses.get(model, 0) + 1
            if self.misses[model] >= MISSES:
                self.until[model] = now + REST

    def answered(self, model: str) -> None:
        self.misses.pop(model, None)
