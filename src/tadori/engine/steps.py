"""Durable steps: each step of a task is done once, and commits its rows, events and result in one transaction.

Comes in: a run of a task (a stretch) and small functions that do one thing. Goes out: their results, which are ids and
never whole texts. A stretch that was cut off is replayed: steps in the journal return their recorded result without
being done again, and work continues at the first step that is not recorded. A step that fails unexpectedly (a full
disk, a bug) is not recorded; the error halts the task, and `resume` runs the step again.
"""

import asyncio
import json
import time
from collections import Counter
from collections.abc import Callable, Mapping
from types import NoneType
from typing import Any, Final

from tadori.engine.slots import STEP_TURN, StepTurn
from tadori.engine.threads import in_thread
from tadori.errors import Interrupted, TadoriError
from tadori.events import Emit
from tadori.model.doors import Clock, InThread
from tadori.model.steps import Json, StepBody, StepContext
from tadori.store.database import Store
from tadori.store.journal import (
    CANCELLED,
    DONE,
    HALTED,
    QUEUED,
    RUNNING,
    SKIPPED,
    JobIdentity,
    begin_job,
    is_recorded,
    log_job_state,
    record_job,
    recorded_results,
    save_events,
)
from tadori.store.rows import to_json
from tadori.store.tasks import add_seconds, pause_requested

# §3.2.2: a larger number goes first.
STEP_PRIORITY: Final = {
    "start": 100,
    "search": 100,
    "released": 100,
    "read": 90,
    "inherit": 90,
    "index": 80,
    "trace": 80,
    "registers": 80,
    "entities": 70,
    "weigh": 70,
    "assess": 70,
    "learn": 70,
    "lessons": 70,
    "choose": 60,
    "chosen": 60,
    "diary": 60,
    "evaluate": 60,
    "coding": 60,
    "tested": 60,
    "refutation": 60,
    "plan": 50,
    "decide": 50,
    "result": 50,
    "refresh": 50,
    "compose": 40,
    "finish": 40,
}
"""Every kind of step. A journal with another kind was written by another version of the program."""
STEP_RESULT_TYPES: Final[Mapping[str, tuple[type, ...]]] = {
    "search": (list,),
    "released": (list,),
    "read": (str, NoneType),
    "inherit": (str, NoneType),
    "index": (int,),
    "trace": (list,),
    "registers": (list,),
    "weigh": (int, list),
    "assess": (list,),
    "choose": (list,),
    "chosen": (bool,),
    "evaluate": (bool,),
    "coding": (str,),
    "tested": (list,),
    "refutation": (bool,),
    "decide": (dict,),
    "compose": (str,),
}
"""Result types by kind of step; a kind not listed returns None. A journal with other types is damaged."""
STEP_SLOT: Final = {"search": "network_client", "read": "network_client"}
LONGEST_GROUND: Final = 300


class Steps:
    """Runs the steps of one stretch of a task, each once. Implements `model.doors.Journal`."""

    def __init__(self, *, task_id: str, stretch: int, store: Store, clock: Clock, live: Emit) -> None:
        """Raises TadoriError: the journal has kinds of steps that this version does not know."""
        self.task_id = task_id
        self.stretch = stretch
        self.store = store
        self.clock = clock
        self.live = live
        self._occurrences: Counter[tuple[str, str]] = Counter()
        self._in_flight: set[tuple[str, str]] = set()
        self._mark = 0.0
        with store.read() as db:
            self._kept = recorded_results(db, task_id, stretch)
        # Checked at once: later, a replay would fail in the middle of the run.
        unknown = sorted({kind for kind, _, _ in self._kept} - STEP_PRIORITY.keys())
        if unknown:
            raise TadoriError(
                f"the journal of {task_id} has work of a kind that this version does not know ({', '.join(unknown)}): "
                "a newer Tadori wrote it; go on with that one"
            )

    async def run(self, kind: str, key: str, cause_id: str, body: StepBody) -> Json:
        """Do the step `kind`/`key`, or return its recorded result if it was done before.

        Concurrent steps must differ in kind or key: otherwise a replay could not tell them apart.
        """
        name = (kind, key)
        assert name not in self._in_flight, f"two units {kind} {key} side by side"
        assert kind in STEP_PRIORITY, f"{kind} is no kind of unit"
        job = JobIdentity(
            task_id=self.task_id, stretch=self.stretch, kind=kind, key=key, occurrence=self._occurrences[name]
        )
        self._occurrences[name] += 1
        known = self._kept.get((kind, key, job.occurrence))
        if known is not None:
            return _result(job, known)
        # The first of several concurrent steps starts the clock; see `_since_mark`.
        if not self._in_flight:
            self._mark = time.monotonic()
        self._in_flight.add(name)
        try:
            return await self._run_or_halt(job, cause_id, body)
        finally:
            self._in_flight.discard(name)

    @property
    def in_thread(self) -> InThread:
        return in_thread

    def check(self) -> None:
        """Called before each step. Raises Interrupted: somebody has asked to pause the task."""
        with self.store.read() as db:
            paused = pause_requested(db, self.task_id)
        if paused:
            raise Interrupted(f"{self.task_id} is paused; `tadori resume {self.task_id}` goes on with it")

    def skip_result(self, _kind: str, _key: str) -> tuple[Json] | None:
        """A 1-tuple with the result to record instead of doing the step; None when the step is to be done."""
        return None

    async def _run_or_halt(self, job: JobIdentity, cause_id: str, body: StepBody) -> Json:
        self.check()
        skipped = self.skip_result(job.kind, job.key)
        if skipped is not None:
            await self.store.commit(lambda db: self._skip(db, job, cause_id, skipped[0]))
            return json.loads(to_json(skipped[0]))
        asked_at, first = self.clock(), QUEUED if job.kind in STEP_SLOT else RUNNING
        attempt = await self.store.commit(
            lambda db: begin_job(db, job.id, self.task_id, asked_at, state=first), synced=False
        )
        turn = StepTurn(priority=STEP_PRIORITY[job.kind], clock=self.clock)
        before = STEP_TURN.set(turn)

        def note(db: Any, state: str, ground: str = "") -> None:
            if state != DONE and is_recorded(db, job.id):  # cancelled after its commit
                return
            if first == QUEUED and (turn.began or state == DONE):  # it counts as running from when it got its slot
                log_job_state(db, job.id, self.task_id, attempt, RUNNING, turn.began or asked_at)
            log_job_state(db, job.id, self.task_id, attempt, state, self.clock(), ground)

        try:
            return await self._run_and_commit(job, cause_id, body, note)
        except asyncio.CancelledError:
            await self.store.commit(lambda db: note(db, CANCELLED), synced=False)
            raise
        except Exception as exc:
            ground = f"{type(exc).__name__}: {exc}"[:LONGEST_GROUND]
            try:
                await self.store.commit(lambda db: note(db, HALTED, ground), synced=False)
            except Exception as second:  # noqa: BLE001 - a full disk, say; what halted the step is what is raised
                exc.add_note(f"the causal log does not say so: {second}")
            raise
        finally:
            STEP_TURN.reset(before)

    async def _run_and_commit(
        self, job: JobIdentity, cause_id: str, body: StepBody, note: Callable[[Any, str], None]
    ) -> Json:
        """Do a step and commit everything it produced in one transaction."""
        step = StepContext(job_id=job.id, live=self.live)
        # Through JSON, so that the first run sees the same types (lists, not tuples) as a replay.
        result = json.loads(to_json(await body(step)))
        assert _fits(job.kind, result), f"{job.kind} results in a {type(result).__name__}: see RESULT"

        def kept(db: Any) -> None:
            for write in step.writes:
                write(db)
            save_events(db, self.task_id, job.id, step.events, self.clock())
            self._keep(db, job, cause_id, result)
            note(db, DONE)
            add_seconds(db, self.task_id, self._since_mark())

        await self.store.commit(kept)
        return result

    def _skip(self, db: Any, job: JobIdentity, cause_id: str, result: Json) -> None:
        self._keep(db, job, cause_id, result, skipped=True)
        begin_job(db, job.id, self.task_id, self.clock(), SKIPPED)

    def _keep(self, db: Any, job: JobIdentity, cause_id: str, result: Json, *, skipped: bool = False) -> None:
        record_job(
            db,
            job,
            slot=STEP_SLOT.get(job.kind, "cpu_nlp"),
            priority=STEP_PRIORITY[job.kind],
            cause_id=cause_id,
            at=self.clock(),
            result=result,
            skipped=skipped,
        )

    def _since_mark(self) -> float:
        """Seconds since the last call: concurrent steps share the time, so that it counts once."""
        now = time.monotonic()
        passed, self._mark = now - self._mark, now
        return passed


def _result(job: JobIdentity, text: str) -> Json:
    """Parse a recorded result. Raises TadoriError."""
    try:
        result = json.loads(text)
    except (ValueError, RecursionError) as exc:
        raise damaged_journal(job.task_id, job.kind) from exc
    if not _fits(job.kind, result):
        raise damaged_journal(job.task_id, job.kind)
    return result


def _fits(kind: str, result: Json) -> bool:
    return type(result) in STEP_RESULT_TYPES.get(kind, (NoneType,))


def damaged_journal(task_id: str, kind: str) -> TadoriError:
    """The error for a recorded result that does not fit its kind of step."""
    return TadoriError(
        f"the journal of {task_id} is damaged: the result of {kind} cannot be read; what was gathered is kept"
    )
