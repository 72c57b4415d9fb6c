"""Units of work: each is one durable step; its rows, its events and what it came to are one transaction.

Comes in: a task and small functions that do one thing. Goes out: ids, never bodies. A unit that fails for a reason
its own code did not expect (a full disk, a bug) is not recorded as failed: the run halts, `resume` goes on there.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from tadori.events import Emit, Event
from tadori.model.doors import Clock
from tadori.model.ids import content_id
from tadori.store.database import Store
from tadori.store.journal import done_job, finish_job, save_events, start_job
from tadori.store.tasks import add_seconds

Json = Any
"""What a step may return: strings, numbers, lists and dicts of them, and small."""

# §3.2.2: a larger number goes first. Slots and priorities are recorded now; the scheduler of step 10 enforces them.
PRIORITY = {"search": 100, "read": 90, "index": 80, "weigh": 70, "decide": 50, "plan": 50, "compose": 40}
SLOT = {"search": "network_client", "read": "network_client"}


@dataclass(slots=True)
class Unit:
    """One unit while it runs. Writes wait until the work is done and then happen together."""

    job_id: str
    live: Emit
    events: list[Event] = field(default_factory=list)
    writes: list[Callable[[Any], object]] = field(default_factory=list)

    def emit(self, event: Event) -> None:
        """Tell listeners now, and the causal log when the unit is kept."""
        self.live(event)
        self.events.append(event)

    def save(self, write: Callable[[Any], object]) -> None:
        """Run `write(connection)` in the unit's transaction."""
        self.writes.append(write)


Body = Callable[[Unit], Awaitable[Json]]


class Steps:
    """Runs the units of one task, in order, each once."""

    def __init__(self, *, task_id: str, store: Store, clock: Clock, live: Emit) -> None:
        self.task_id = task_id
        self.store = store
        self.clock = clock
        self.live = live
        self._running = 0
        self._mark = 0.0
        self.halted: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def run(self, kind: str, key: str, cause_id: str, body: Body) -> Json:
        """Do the unit `kind`/`key`, or return what it returned when it was done before the last crash."""
        from dbos import DBOS

        return await DBOS.run_step_async({"name": kind}, self._kept, kind, key, cause_id, body)

    async def _kept(self, kind: str, key: str, cause_id: str, body: Body) -> Json:
        try:
            return await self._unit(kind, key, cause_id, body)
        except Exception as exc:
            if not self.halted.done():
                self.halted.set_exception(exc)
            await asyncio.Event().wait()  # until the process or the loop ends; resume runs this unit again
            raise

    async def _unit(self, kind: str, key: str, cause_id: str, body: Body) -> Json:
        job_id = content_id("job", self.task_id, kind, key)
        if self._running == 0:
            self._mark = time.monotonic()
        self._running += 1
        try:
            return await self._once(job_id, kind, key, cause_id, body)
        finally:
            self._running -= 1

    def _since_mark(self) -> float:
        """Seconds of work since they were last counted: units that run side by side count once."""
        now = time.monotonic()
        passed, self._mark = now - self._mark, now
        return passed

    async def _once(self, job_id: str, kind: str, key: str, cause_id: str, body: Body) -> Json:
        """Do a unit, unless its rows were kept and the process died before its record was, or it is spared."""
        place = _place()
        with self.store.read() as db:
            known = done_job(db, job_id, place)
        known = known or self.spared(kind, key)
        return await self._timed(job_id, place, kind, cause_id, body) if known is None else known[0]

    def spared(self, _kind: str, _key: str) -> tuple[Json] | None:
        """(What a unit comes to that is not to be begun,); None when it is to be."""
        return None

    async def _timed(self, job_id: str, place: str, kind: str, cause_id: str, body: Body) -> Json:
        with self.store.write(synced=False) as db:
            start_job(
                db,
                job_id=job_id,
                task_id=self.task_id,
                kind=kind,
                slot=SLOT.get(kind, "cpu_nlp"),
                priority=PRIORITY.get(kind, 0),
                cause_id=cause_id,
                at=self.clock(),
            )
        unit = Unit(job_id=job_id, live=self.live)
        result = await body(unit)
        with self.store.write() as db:
            for write in unit.writes:
                write(db)
            save_events(db, self.task_id, job_id, unit.events, self.clock())
            finish_job(db, job_id, self.clock(), place=place, result=result)
            add_seconds(db, self.task_id, self._since_mark())
        return result


def _place() -> str:
    """Where in the durable log the unit that runs now will be recorded: the same when it runs again."""
    from dbos import DBOS

    return f"{DBOS.workflow_id}#{DBOS.step_id}"
