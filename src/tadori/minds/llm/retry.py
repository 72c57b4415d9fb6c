"""How long and how often a model is retried: a failure in, the seconds until the next try (or none) out.

Pure arithmetic; the time is passed in. Every kind of failure has its own limit, so no series of failures goes on for
ever.
"""

from dataclasses import dataclass, field

from tadori.errors import WrongCall
from tadori.minds.llm.response_stream import CallFailure
from tadori.model.llm_thresholds import (
    BUSY_SECONDS,
    BUSY_WAITS,
    LONGEST_REST_SECONDS,
    MOST_RETRIES,
    RECONNECT_SECONDS,
    REPEATED_TRIES,
    REST_AFTER_MISSES,
    REST_SECONDS,
)


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
        bound = {
            "cut": self.limits.reconnects,
            "busy": BUSY_WAITS,
            "unreachable": REPEATED_TRIES,
            "garbled": REPEATED_TRIES,
        }
        count = self.counts.get(failure.kind, 0)
        if count >= bound.get(failure.kind, 0):
            return None
        self.counts[failure.kind] = count + 1
        if failure.kind != "busy":
            return float(RECONNECT_SECONDS * 2**count)
        wait = BUSY_SECONDS * 2**count if failure.retry_after is None else max(0.0, failure.retry_after)
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
            rest = min(failure.retry_after, LONGEST_REST_SECONDS)
            self.until[model] = max(self.until.get(model, now), now + rest)
        elif failure.kind in {"hung", "unreachable"}:
            self.misses[model] = self.misses.get(model, 0) + 1
            if self.misses[model] >= REST_AFTER_MISSES:
                self.until[model] = now + REST_SECONDS

    def answered(self, model: str) -> None:
        self.misses.pop(model, None)
