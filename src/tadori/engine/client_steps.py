"""Units of a search that somebody outside may call off: it ends between two units, never inside one.

What was called off stays as it is in the journal; the same search asked for again goes on after its last unit. Once the
task has used all of its seconds, nothing more is asked or read, but what was read is weighed and told.
"""

from collections.abc import Callable, Mapping
from typing import Final

from tadori.engine.steps import Steps
from tadori.errors import Interrupted
from tadori.events import Emit
from tadori.model.doors import Clock
from tadori.model.steps import Json, StepBody
from tadori.store.database import Store
from tadori.store.tasks import find_task, seconds_spent, stop_requested

CALLED_OFF: Final = "the search was called off; what it has gathered stays"
SKIPPED_RESULTS: Final[Mapping[str, Json]] = {
    "index": 0,
    "search": [],
    "choose": [[], []],
    "read": None,
    "trace": [],
    "registers": [],
}
"""What the units that ask and read come to, without being begun, when there is no time left: kept as any result is."""
RELEASED: Final = "released"


class ClientSteps(Steps):
    """Runs the units of one search of a client."""

    def __init__(
        self,
        *,
        task_id: str,
        stretch: int,
        store: Store,
        clock: Clock,
        live: Emit,
        called_off: Callable[[], bool],
        outlives: bool = False,
    ) -> None:
        """`outlives`: it is carried on though its task has ended, as a report is."""
        super().__init__(task_id=task_id, stretch=stretch, store=store, clock=clock, live=live)
        self._outlives = outlives
        self._called_off = called_off
        self._let_through: set[str] = set()
        """Hits that a person has let through: they are read whatever the time, as nobody will be asked again."""

    async def run(self, kind: str, key: str, cause_id: str, body: StepBody) -> Json:
        result = await super().run(kind, key, cause_id, body)
        if kind == RELEASED:
            self._let_through.update(item for item, _query in result)
        return result

    def check(self) -> None:
        """Raises Interrupted: the search was called off, or its task is to stop or has ended."""
        if self._called_off() or self._stopped():
            raise Interrupted(CALLED_OFF)

    def skip_result(self, kind: str, key: str) -> tuple[Json] | None:
        if kind in SKIPPED_RESULTS and key not in self._let_through and self._time_is_up():
            return (SKIPPED_RESULTS[kind],)
        return None

    def _stopped(self) -> bool:
        """Whether the task is to stop, or has: another server of the home may have ended it meanwhile."""
        with self.store.read() as db:
            ended = find_task(db, self.task_id).finished_at is not None
            return stop_requested(db, self.task_id) or (ended and not self._outlives)

    def _time_is_up(self) -> bool:
        with self.store.read() as db:
            return seconds_spent(db, self.task_id) >= find_task(db, self.task_id).budget.seconds
