"""The durable steps of a client's search, which the client may cancel between two steps.

A cancelled search stays in the journal: the same call made again continues after its last step. Once the task has used
up its seconds, the steps that search and read are skipped, but what was read is still assessed and reported.
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
"""Results recorded for steps that are skipped because no time is left."""
RELEASED: Final = "released"


class ClientSteps(Steps):
    """Runs the steps of one search of a client."""

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
        """`outlives`: these steps run even after the task has ended, as compiling its report does."""
        super().__init__(task_id=task_id, stretch=stretch, store=store, clock=clock, live=live)
        self._outlives = outlives
        self._called_off = called_off
        self._let_through: set[str] = set()
        """Hits that a person has unblocked. They are read even when time is up: nobody would unblock them again."""

    async def run(self, kind: str, key: str, cause_id: str, body: StepBody) -> Json:
        result = await super().run(kind, key, cause_id, body)
        if kind == RELEASED:
            # Also on replay: the recorded result passes through here as well.
            self._let_through.update(item for item, _query in result)
        return result

    def check(self) -> None:
        """Raises Interrupted: the search was cancelled, or its task was stopped or has ended."""
        if self._called_off() or self._stopped():
            raise Interrupted(CALLED_OFF)

    def skip_result(self, kind: str, key: str) -> tuple[Json] | None:
        if kind in SKIPPED_RESULTS and key not in self._let_through and self._time_is_up():
            return (SKIPPED_RESULTS[kind],)
        return None

    def _stopped(self) -> bool:
        """Whether the task was stopped. Another server process of the same home may have ended it."""
        with self.store.read() as db:
            ended = find_task(db, self.task_id).finished_at is not None
            return stop_requested(db, self.task_id) or (ended and not self._outlives)

    def _time_is_up(self) -> bool:
        with self.store.read() as db:
            return seconds_spent(db, self.task_id) >= find_task(db, self.task_id).budget.seconds
