"""How long and how often a model is tried: trouble in, seconds until the next try or the end of it out.

Pure arithmetic: time is handed in. Every kind of trouble has its own bound, so no series of them goes on for ever.
"""

from dataclasses import dataclass, field
from typing import Final

from tadori.errors import WrongCall
from tadori.minds.llm.response_stream import CallFailure

MOST_RETRIES: Final = 10
WAITS: Final = 2
"""Times a model that says it is busy is waited for, in one question."""
REPEATS: Final = 1
"""Times a server that does not answer, or not in its own language, is asked again."""
BUSY: Final = 1.0
"""Seconds to wait, doubled each time, when a busy server does not say how long."""
BREATH: Final = 0.25
"""Seconds before the next try of a connection that failed, doubled each time."""
MISSES: Final = 2
REST: Final = 30.0
"""Seconds a model is left alone that did not answer `MISSES` questions in a row: each would cost the whole patience."""

LONGEST_REST: Final = 3600.0
"""Seconds; a server that asks for more, or for ever, is asked again after an hour."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryLimits:
    """The bounds of one question."""

    retries: int = 3
    """Times an answer without the asked form is asked for again, of each model."""
    reconnects: int = 5
    """Times an answer that was cut off in the middle is asked for again (S3: MAGI_CLI_STREAM_RETRY_COUNT)."""
    patience: float = 60.0
    """Seconds without a sign of the model."""
    longest: float = 600.0
    """Seconds of waiting for one model's answer to a question, all its tries together."""
    longest_wait: float = 20.0
    """Seconds that a busy model may make us wait; who wants more is passed over until then."""

    def __post_init__(self) -> None:
        for name, value in (("retries", self.retries), ("reconnects", self.reconnects)):
            if not 0 <= value <= MOST_RETRIES:
                raise WrongCall(f"{name} is {value}; it must be from 0 to {MOST_RETRIES}")


@dataclass(slots=True, kw_only=True)
class RetryCounter:
    """What is left of it with one model, in one question."""

    limits: RetryLimits
    counts: dict[str, int] = field(default_factory=dict)

    def pause(self, trouble: CallFailure) -> float | None:
        """Seconds until the same model is tried again; None when it has had its chances."""
        bound = {"cut": self.limits.reconnects, "busy": WAITS, "unreachable": REPEATS, "garbled": REPEATS}
        count = self.counts.get(trouble.kind, 0)
        if count >= bound.get(trouble.kind, 0):
            return None
        self.counts[trouble.kind] = count + 1
        if trouble.kind != "busy":
            return float(BREATH * 2**count)
        wait = BUSY * 2**count if trouble.retry_after is None else max(0.0, trouble.retry_after)
        return wait if wait <= self.limits.longest_wait else None


@dataclass(slots=True, kw_only=True)
class RestingModels:
    """Models that are left alone for a while; shared by all questions."""

    until: dict[str, float] = field(default_factory=dict)
    misses: dict[str, int] = field(default_factory=dict)

    def left(self, model: str, now: float) -> float:
        return max(0.0, self.until.get(model, now) - now)

    def failed(self, model: str, trouble: CallFailure, now: float) -> None:
        if trouble.kind == "busy" and trouble.retry_after is not None:
            rest = min(trouble.retry_after, LONGEST_REST)
            self.until[model] = max(self.until.get(model, now), now + rest)
        elif trouble.kind in {"hung", "unreachable"}:
            self.misses[model] = self.misses.get(model, 0) + 1
            if self.misses[model] >= MISSES:
                self.until[model] = now + REST

    def answered(self, model: str) -> None:
        self.misses.pop(model, None)
