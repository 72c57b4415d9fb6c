"""One durable step while it runs, as the code that does the work sees it. Pure: `engine/steps.py` commits it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from tadori.events import Emit, Event

Json = Any
"""What a step may return: strings, numbers, lists and dicts of them, and small."""


@dataclass(slots=True)
class StepContext:
    """One step while it runs. Its writes wait until the work is done and then happen in one transaction."""

    job_id: str
    live: Emit
    events: list[Event] = field(default_factory=list)
    writes: list[Callable[[Any], object]] = field(default_factory=list)

    def emit(self, event: Event) -> None:
        """Show the event to listeners now, and write it into the causal log when the step is committed."""
        self.live(event)
        self.events.append(event)

    def save(self, write: Callable[[Any], object]) -> None:
        """Run `write(connection)` in the step's transaction."""
        self.writes.append(write)


StepBody = Callable[[StepContext], Awaitable[Json]]
"""The work of a step. It may fail with anything; then nothing of the step is committed."""
