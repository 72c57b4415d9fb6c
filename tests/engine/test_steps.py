"""Units of work: done once, replayed from the journal, halting the task when they fail unexpectedly (X4)."""

import asyncio
import re
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from tadori.engine.ownership import is_held, task_lock
from tadori.engine.steps import Steps
from tadori.engine.threads import in_thread
from tadori.errors import Interrupted, StorageFull, TadoriError, TaskBusy
from tadori.events import Event, PageLost, PageRead, ignore_event
from tadori.model.question import TaskStatus
from tadori.model.slots import Slot, SlotPriority
from tadori.model.steps import StepContext
from tadori.pipeline.side_by_side import side_by_side
from tadori.service.request import ResearchRequest
from tadori.service.tasks import Tasks
from tadori.settings import Settings
from tadori.store.journal import events_of
from tadori.store.tasks import request_pause, set_status
from tadori.wiring.home import App, open_app
from tests.store.kept_rows import job_history


@pytest.mark.req("X4")
def test_a_run_that_halts_in_the_middle_goes_on_where_it_was(tmp_path: Path) -> None:
    documents = tmp_path / "documents"
    documents.mkdir()
    (documents / "a.txt").write_text("Bridge\n\nThe harbour bridge opened on 12 May 1987.", encoding="utf-8")
    (documents / "b.txt").write_text("Harbour\n\nThe harbour bridge is 840 metres long.", encoding="utf-8")
    seen: list[str] = []

    def full_disk(event: Event) -> None:
        seen.append(event.kind)
        if isinstance(event, PageRead) and seen.count("page_read") == 1:
            raise StorageFull("the disk is full")

    with open_app(Settings(home=tmp_path / "home", embeddings=False)) as app:
        task = Tasks(app).create(ResearchRequest(question="When did the harbour bridge open?", libraries=[documents]))
        with pytest.raises(StorageFull, match="the disk is full"):
            asyncio.run(Tasks(app).run(task.id, emit=full_disk))
        assert Tasks(app).state_of(app.task(task.id)) == "cut off"
        outcome = asyncio.run(Tasks(app).run(task.id, emit=full_disk))
    assert outcome.answered is True
    assert seen.count("task_started") == 1
    assert seen.count("plan_made") == 1


def steps_of(app: App, task_id: str, stretch: int = 1) -> Steps:
    return Steps(task_id=task_id, stretch=stretch, store=app.store, clock=app.clock, live=ignore_event)


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    with open_app(Settings(home=tmp_path / "home", embeddings=False)) as opened:
        yield opened


@pytest.fixture
def task_id(app: App, tmp_path: Path) -> str:
    return Tasks(app).create(ResearchRequest(question="When?", libraries=[tmp_path])).id


class Counting:
    """The body of a unit that counts how often it is run, and returns what it is given."""

    def __init__(self, *results: Any) -> None:
        self.results = list(results)
        self.runs = 0

    async def __call__(self, unit: StepContext) -> Any:
        self.runs += 1
        unit.emit(PageLost(url=f"u{self.runs}", reason="gone"))
        unit.save(lambda db: set_status(db, unit_task(unit, db), TaskStatus.EXPLORING))
        return self.results[self.runs - 1]


def unit_task(unit: StepContext, db: Any) -> str:
    return str(db.execute(sa.text("select task_id from job_log where job_id = :id"), {"id": unit.job_id}).scalar())


@pytest.mark.req("X4")
async def test_a_unit_is_done_once_by_stretch_kind_key_and_occurrence(app: App, task_id: str) -> None:
    body = Counting({"a": (1, 2)}, {"second": "time"}, {"next": "stretch"})
    first = steps_of(app, task_id)
    assert await first.run("decide", "1", "q_1", body) == {"a": [1, 2]}
    assert await first.run("decide", "1", "q_1", body) == {"second": "time"}
    replayed = steps_of(app, task_id)
    assert [await replayed.run("decide", "1", "q_1", body) for _ in range(2)] == [{"a": [1, 2]}, {"second": "time"}]
    assert body.runs == 2
    assert await steps_of(app, task_id, stretch=2).run("decide", "1", "q_1", body) == {"next": "stretch"}
    with app.store.read() as db:
        log = [event.payload["url"] for event in events_of(db, task_id)]
    assert log == ["u1", "u2", "u3"]
    assert app.task(task_id).status is TaskStatus.EXPLORING


@pytest.mark.req("X4")
async def test_a_unit_that_fails_keeps_nothing_and_runs_again(app: App, task_id: str) -> None:
    class Odd(Exception):
        pass

    async def failing(unit: StepContext) -> None:
        unit.emit(PageLost(url="u", reason="gone"))
        unit.save(lambda db: set_status(db, task_id, TaskStatus.PAUSED))
        raise Odd

    with pytest.raises(Odd):
        await steps_of(app, task_id).run("read", "h_1", "q_1", failing)
    with app.store.read() as db:
        assert events_of(db, task_id) == []
        history = [(one.attempt, one.state, one.ground) for one in job_history(db, task_id)]
        assert history == [(1, "queued", ""), (1, "halted", "Odd: ")]
    assert app.task(task_id).status is TaskStatus.CREATED
    body = Counting("done")
    assert await steps_of(app, task_id).run("read", "h_1", "q_1", body) == "done"
    with app.store.read() as db:
        assert [(one.attempt, one.state) for one in job_history(db, task_id)] == [
            *((1, "queued"), (1, "halted")),
            *((2, "queued"), (2, "running"), (2, "done")),
        ]


@pytest.mark.req("X4")
async def test_units_side_by_side_must_be_told_apart(app: App, task_id: str) -> None:
    steps, body = steps_of(app, task_id), Counting("1", "2", "3")
    assert await side_by_side(steps.run("read", key, "q_1", body) for key in ("h_1", "h_2")) == ["1", "2"]
    with pytest.raises(AssertionError, match="two units read h_3 side by side"):
        await side_by_side(steps.run("read", "h_3", "q_1", body) for _ in range(2))


async def test_a_failure_beside_others_lets_them_end_and_goes_before_a_stop(app: App, task_id: str) -> None:
    steps = steps_of(app, task_id)

    async def stopped(_unit: StepContext) -> None:
        raise Interrupted("called off")

    async def failing(_unit: StepContext) -> None:
        raise ValueError("broken")

    async def slow(_unit: StepContext) -> str:
        return await in_thread(lambda: "kept")

    with pytest.raises(ValueError, match="broken"):
        await side_by_side(
            steps.run("read", key, "q_1", body) for key, body in (("a", stopped), ("b", failing), ("c", slow))
        )
    assert await steps_of(app, task_id).run("read", "c", "q_1", failing) == "kept"


@pytest.mark.req("X4")
async def test_what_is_skipped_is_kept_as_skipped(app: App, task_id: str) -> None:
    class NoTime(Steps):
        def skip_result(self, kind: str, _key: str) -> tuple[Any] | None:
            return ([],) if kind == "search" else None

    body = Counting("never")
    skipping = NoTime(task_id=task_id, stretch=1, store=app.store, clock=app.clock, live=ignore_event)
    assert await skipping.run("search", "q_1", "q_1", body) == []
    assert await steps_of(app, task_id).run("search", "q_1", "q_1", body) == []
    assert body.runs == 0
    with app.store.read() as db:
        assert db.execute(sa.text("select kind, skipped, result from jobs")).all() == [("search", 1, "[]")]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("kind = 'dream'", "of a kind that this version does not know (dream): a newer Tadori wrote it"),
        ("result = '{'", "is damaged: the result of plan cannot be read"),
    ],
)
async def test_a_journal_that_cannot_be_read_says_so(app: App, task_id: str, change: str, words: str) -> None:
    await steps_of(app, task_id).run("plan", "", task_id, Counting(None))
    with app.store.write() as db:
        db.execute(sa.text(f"update jobs set {change}"))  # noqa: S608
    with pytest.raises(TadoriError, match=re.escape(words)):
        await steps_of(app, task_id).run("plan", "", task_id, Counting(None))


@pytest.mark.req("X4")
async def test_a_unit_with_a_result_that_a_replay_would_refuse_is_not_kept(app: App, task_id: str) -> None:
    with pytest.raises(AssertionError, match="search results in a int: see RESULT"):
        await steps_of(app, task_id).run("search", "q_1", "q_1", Counting(7))
    with app.store.read() as db:
        assert events_of(db, task_id) == []


@pytest.mark.req("X4")
async def test_a_cancelled_unit_waits_for_its_thread(app: App, task_id: str) -> None:
    entered, go_on, ended = threading.Event(), threading.Event(), []

    def blocking() -> None:
        entered.set()
        go_on.wait(30)
        ended.append(True)

    async def body(_unit: StepContext) -> None:
        await in_thread(blocking)

    running = asyncio.create_task(steps_of(app, task_id).run("weigh", "q", "q", body))
    await asyncio.to_thread(entered.wait, 30)
    running.cancel()
    await asyncio.sleep(0.02)
    assert (running.done(), ended) == (False, [])
    go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert ended == [True]


def test_a_lock_is_seen_and_ends_with_its_holder(tmp_path: Path) -> None:
    folder = tmp_path / "task"
    assert is_held(folder) is False
    with task_lock(folder, "task_a"):
        assert is_held(folder) is True
        with pytest.raises(TaskBusy, match="another process"), task_lock(folder, "task_a"):
            raise AssertionError("the lock was given twice")
    assert is_held(folder) is False


def test_times_in_the_store_are_aware(tmp_path: Path) -> None:
    with open_app(Settings(home=tmp_path / "home"), clock=lambda: datetime(2026, 11, 16, tzinfo=UTC)) as app:
        task = Tasks(app).create(ResearchRequest(question="When?", libraries=[tmp_path]))
        assert app.task(task.id).created_at == datetime(2026, 11, 16, tzinfo=UTC)


def states(app: App, task_id: str) -> list[str]:
    with app.store.read() as db:
        return [one.state for one in job_history(db, task_id)]


@pytest.mark.req("L15", "L37")
async def test_a_unit_that_needs_the_network_is_queued_until_it_has_it(app: App, task_id: str) -> None:
    moments = iter(datetime(2026, 11, 16, 3, 0, second, tzinfo=UTC) for second in range(60))
    steps = Steps(task_id=task_id, stretch=1, store=app.store, clock=lambda: next(moments), live=ignore_event)

    async def body(_unit: StepContext) -> str:
        async with app.slots.hold_domain("港.test", SlotPriority.PREFETCH):
            steps.clock()  # the pace of the domain
            async with app.slots.hold(Slot.NETWORK_CLIENT, SlotPriority.PREFETCH):
                return "read"

    await steps.run("read", "h_1", "q_1", body)
    with app.store.read() as db:
        history = [(one.state, one.at[17:19]) for one in job_history(db, task_id)]
    assert history[:2] == [("queued", "00"), ("running", "02")]
    assert history[2][0] == "done"


@pytest.mark.req("L15", "L37")
async def test_other_units_run_at_once_and_one_that_is_skipped_says_so(app: App, task_id: str) -> None:
    class Sparing(Steps):
        def skip_result(self, _kind: str, key: str) -> tuple[Any] | None:
            return ([],) if key == "late" else None

    steps = Sparing(task_id=task_id, stretch=1, store=app.store, clock=app.clock, live=ignore_event)
    await steps.run("decide", "1", "q_1", Counting({}))
    await steps.run("search", "late", "q_1", Counting("never"))
    assert states(app, task_id) == ["running", "done", "skipped"]


@pytest.mark.req("L15", "L37")
@pytest.mark.parametrize(("kind", "history"), [("read", ["queued", "cancelled"]), ("plan", ["running", "cancelled"])])
async def test_a_unit_that_is_cancelled_keeps_nothing_and_says_so(
    app: App, task_id: str, kind: str, history: list[str]
) -> None:
    began = asyncio.Event()

    async def forever(unit: StepContext) -> None:
        unit.save(lambda db: set_status(db, task_id, TaskStatus.FAILED))
        began.set()
        await asyncio.Event().wait()

    work = asyncio.create_task(steps_of(app, task_id).run(kind, "1", "q_1", forever))
    await began.wait()
    work.cancel()
    with pytest.raises(asyncio.CancelledError):
        await work
    assert states(app, task_id) == history
    assert app.task(task_id).status is TaskStatus.CREATED


async def test_a_unit_that_is_cancelled_while_it_is_written_is_done(app: App, task_id: str) -> None:
    body = Counting("kept")

    async def cancelled_at_the_end(unit: StepContext) -> Any:
        result = await body(unit)
        unit.save(lambda _db: loop.call_soon_threadsafe(work.cancel))
        unit.save(lambda _db: time.sleep(0.05))
        return result

    loop = asyncio.get_running_loop()
    work = asyncio.create_task(steps_of(app, task_id).run("read", "h_1", "q_1", cancelled_at_the_end))
    with pytest.raises(asyncio.CancelledError):
        await work
    assert states(app, task_id) == ["queued", "running", "done"]
    assert await steps_of(app, task_id).run("read", "h_1", "q_1", body) == "kept"
    assert body.runs == 1


@pytest.mark.req("L15")
async def test_a_unit_begins_no_more_once_a_pause_is_asked_for(app: App, task_id: str) -> None:
    steps, body = steps_of(app, task_id), Counting("first", "second")

    async def asks_for_a_pause(unit: StepContext) -> Any:
        with app.store.write() as db:
            request_pause(db, task_id, True)
        return await body(unit)

    assert await steps.run("read", "h_1", "q_1", asks_for_a_pause) == "first"
    with pytest.raises(Interrupted, match=f"{task_id} is paused; `tadori resume {task_id}` goes on with it"):
        await steps.run("read", "h_2", "q_1", body)
    assert body.runs == 1


@pytest.mark.req("X4")
async def test_pages_stand_in_the_order_of_choice_and_queries_that_were_carried_out_are_known_as_such(
    app: App, tmp_path: Path
) -> None:
    documents = tmp_path / "documents"
    documents.mkdir()
    (documents / "a.txt").write_text("Bridge\n\nThe harbour bridge opened on 12 May 1987.", encoding="utf-8")
    (documents / "b.txt").write_text("Harbour\n\nThe harbour bridge is 840 metres long.", encoding="utf-8")
    task = Tasks(app).create(ResearchRequest(question="When did the harbour bridge open?", libraries=[documents]))
    await Tasks(app).run(task.id)
    with app.store.read() as db:
        positions = db.execute(sa.text("select position from task_pages order by position")).scalars().all()
        open_queries = db.execute(sa.text("select text from queries where carried = 0")).scalars().all()
    assert (positions, open_queries) == ([1_000_000, 1_000_001], [])
