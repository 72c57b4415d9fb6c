"""Tasks that a client AI drives: the client decides what to search, this does the work (L1, L2).

In: task ids, queries and options. Out: plain data with the field names of §3.2.1. One `Clients` serves both stdio and
HTTP. Every search is stored: a killed server loses nothing, and repeating the call continues the search. The searches
of one task run one after another, those of different tasks concurrently up to a limit; waiting ones are `running` too.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakValueDictionary

from tadori.errors import BudgetExhausted, TadoriError, TaskNotFound, WrongCall
from tadori.model.budget import Budget, Spent, exhausted_limit
from tadori.model.doors import SearchProvider
from tadori.model.ids import JA, Lang
from tadori.model.question import StopReason, Task, TaskStatus
from tadori.model.thresholds import (
    CLIENT_MAX_PAGES,
    CLIENT_MAX_SECONDS,
    MAX_CONCURRENT_SEARCHES,
    SILENCE_SECONDS,
    SOFT_LIMIT_SECONDS,
)
from tadori.query.operators import parse_query
from tadori.service.clients.answers import Answers
from tadori.service.clients.error_log import ErrorLog
from tadori.service.clients.local_runner import LocalRunner, RunEnding, RunOutcome, RunProgress
from tadori.service.input_checks import checked_folder, checked_question
from tadori.service.tasks import Tasks
from tadori.store.auth import drop_items
from tadori.store.client import (
    RELEASED,
    REPORT,
    SEARCH,
    ClientSearch,
    ClientTask,
    active_client_tasks,
    add_client_search,
    add_client_task,
    client_search,
    client_searches,
    client_task,
    counts_of,
    end_client_task,
    next_search_number,
    pause_client_task,
    set_search_error,
    touch_client_task,
)
from tadori.store.queries import pages_read
from tadori.store.tasks import add_task, find_task, finish_task, request_stop, seconds_spent, set_status, set_stop
from tadori.wiring.engines import ALL_WEB_ENGINES, checked_providers, enabled_engines
from tadori.wiring.home import App

if TYPE_CHECKING:
    from tadori.wiring.routes import WebEnvironment

Json = dict[str, Any]
Progress = Callable[[int, str], Awaitable[None]]

PROGRESS_EVERY: Final = 1.0
BUSY_POLL: Final = 1.0
"""Seconds between checks of a task that another server of the home is running."""
STOP_POLL: Final = 0.2
"""Seconds between checks whether another server has released a task that is to stop."""
CLOSE_SECONDS: Final = 5.0
"""Time for running searches to reach the end of their current step when the server closes,"""
CANCEL_SECONDS: Final = 2.0
"""and then for their cancelled tasks to end."""
CANCEL_REASONS: Final = ("user_cancelled", "cancelled", "canceled")


async def no_progress(_done: int, _words: str) -> None:
    """For callers that want no progress."""


@dataclass(slots=True, kw_only=True)
class RunningSearch:
    """A search that this server is running, or has queued."""

    running: RunProgress = field(default_factory=RunProgress)
    task: "asyncio.Task[None]" = field(init=False)
    waiters: int = 0


@dataclass(slots=True, kw_only=True)
class Clients:
    """All client-driven tasks of one home."""

    app: App
    libraries: tuple[Path, ...] = ()
    providers: tuple[str, ...] = ()
    """Engines of the web for new tasks; with neither these nor folders, all that are switched on."""
    soft_limit: float = SOFT_LIMIT_SECONDS
    runner: LocalRunner
    threads: ThreadPoolExecutor
    log: ErrorLog
    answers: Answers = field(init=False)
    _at_work: dict[tuple[str, int], RunningSearch] = field(default_factory=dict)
    _turns: WeakValueDictionary[str, asyncio.Lock] = field(default_factory=WeakValueDictionary)
    """One lock for each active task: its searches run one after another."""
    is_cut_off: bool = False
    """Whether a search was still in the middle of a step when this was closed."""
    _closing: bool = False
    _asking: int = 0
    _touching: "asyncio.Future[None] | None" = None
    _stopping: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.answers = Answers(app=self.app, threads=self.threads)

    # -- the tools of tasks and searches ------------------------------------------------------------------------------

    async def create(self, query: str, config: Mapping[str, Any]) -> Json:
        """Store a new task. Two calls make two tasks."""
        question = checked_question(query)
        budget = config.get("budget") or {}
        lang = config.get("language")
        task = Tasks(self.app).new(
            question,
            lang=Lang(lang) if lang in ("ja", "en") else None,
            budget=Budget(
                pages=budget.get("max_pages", CLIENT_MAX_PAGES),
                seconds=budget.get("max_seconds", CLIENT_MAX_SECONDS),
                tokens=0,
            ),
            folders=[checked_folder(folder) for folder in self.libraries],
            providers=self._providers(),
        )
        domains = tuple(config.get("priority_domains") or ())

        def keep(db: Any) -> None:
            add_task(db, task)
            add_client_task(db, ClientTask(task_id=task.id, priority_domains=domains, seen_at=task.created_at))

        await self.app.store.commit(keep)
        self.runner.load_early()
        return self.answers.created(task)

    def _providers(self) -> tuple[str, ...]:
        if self.libraries and not self.providers:
            return ()
        return checked_providers(self.app, self.providers or (ALL_WEB_ENGINES,))

    async def status(self, task_id: str) -> Json:
        """The status of a task: figures, no advice. Also resumes searches that a dead server left unfinished."""
        task = self.task(task_id)
        was = await self._touch(task)
        self._resume_unfinished(task)
        return self.answers.status(task.id, was)

    async def search(
        self, task_id: str, query: str, options: Mapping[str, Any], progress: Progress = no_progress
    ) -> Json:
        """Run one query through the pipeline. After the soft limit the answer is `running`, and the search continues.

        Raises:
            TaskNotFound, WrongCall, BudgetExhausted: before anything is searched.
            ClientRefused: every engine is blocked, nothing can be read without a person, or the search halted.
        """
        task = self._open_task(task_id)
        words = checked_question(query)
        self._check_search(task, words, options)
        await self._touch(task)
        # Looked up and added in one transaction: two identical calls at once are one search.
        number, finished = await self.app.store.commit(lambda db: self._find_or_add(db, task, words, dict(options)))
        self._resume_unfinished(task)
        if not finished:
            await self._wait(self._start(task, number), task.lang, progress)
        await self._touch(task)
        return await self.answers.search(task.id, number)

    async def stop(self, task_id: str, reason: str) -> Json:
        """End a task. Running searches end after their current step; unless it was cancelled, a report is compiled."""
        task = self._open_task(task_id)
        await self._wait_until_stopped(task)
        report = await self.app.store.commit(lambda db: self._end(db, task, reason))
        if report:
            self._start(task, report)
        return await self.answers.stopped(task.id)

    def _end(self, db: Any, task: Task, reason: str) -> int:
        """Mark a task as ended; the number of the work item that compiles its report, 0 where there is none.

        Raises:
            WrongCall: it has ended already. Of several clients that stop it at once, one succeeds.
        """
        _refuse_ended(find_task(db, task.id), client_task(db, task.id))
        final, now = _final_status(reason), self.app.clock()
        request_stop(db, task.id, False)
        end_client_task(db, task.id, final, reason)
        set_stop(db, task.id, StopReason.USER_STOP, reason)
        drop_items(db, task.id, at=now, note="its task has ended")
        status = TaskStatus.STOPPED if final == "cancelled" else TaskStatus.COMPLETED
        finish_task(db, task.id, status=status, answered=False, at=now)
        # In the same transaction as the end: even if this server is killed now, the report will be compiled.
        if final == "cancelled" or not counts_of(db, task.id).claims:
            return 0
        return self._add(db, task, REPORT, "", {})

    async def _wait_until_stopped(self, task: Task) -> None:
        """Wait until the running searches of a task have ended after their current step.

        If the caller is cancelled meanwhile, the request is withdrawn and the task stays open.

        Raises:
            TimeoutError: the step takes longer than a client waits. It still ends; repeating the call stops the task.
        """
        self._stopping.add(task.id)
        try:
            await self.app.store.commit(lambda db: request_stop(db, task.id, True))
            async with asyncio.timeout(self.soft_limit):
                await self._wait_until_idle(task.id)
        except TimeoutError:
            raise TimeoutError("what runs of the task is in a long step; it ends after that") from None
        except asyncio.CancelledError:
            await self.app.store.commit(lambda db: request_stop(db, task.id, False))
            raise
        finally:
            self._stopping.discard(task.id)

    async def _wait_until_idle(self, task_id: str) -> None:
        """Wait until no server of the home is running a search of the task."""
        ending = [at_work.task for at_work in self._running_of(task_id)]
        if ending:
            await asyncio.wait(ending)
        while self.app.ownership.is_held(task_id):  # noqa: ASYNC110 - another process has no event to wait for
            await asyncio.sleep(STOP_POLL)

    async def materials(self, task_id: str, *, include_graph: bool, narrative: bool, cursor: str) -> Json:
        """Claims, fragments and graph of a task, one part per call. Raises TaskNotFound, WrongCall."""
        task = await self.touch_client(task_id)
        return await self.answers.materials(task.id, include_graph=include_graph, narrative=narrative, cursor=cursor)

    async def wait_for_report(self, task_id: str) -> Task:
        """The task, as soon as the report being compiled for it is ready, or at the soft limit.

        Raises:
            TaskNotFound: there is no such task.
        """
        task = await self.touch_client(task_id)
        with self.app.store.read() as db:
            reports = [one.number for one in _unfinished(client_searches(db, task.id)) if one.kind == REPORT]
        writing = [self._at_work[task.id, one].task for one in reports if (task.id, one) in self._at_work]
        if writing:
            await asyncio.wait(writing, timeout=self.soft_limit)
        return task

    # -- silence ------------------------------------------------------------------------------------------------------

    async def pause_silent(self) -> list[str]:
        """Pause every task that no client has called for 300 s while no search ran; their ids.

        Not while another server of this home works on the task, nor while a user is being asked something.
        """
        if self._asking:
            return []
        await self._touches_stored()
        with self.app.store.read() as db:
            if not self._silent(db):
                return []
        return await self.app.store.commit(self._pause_silent)

    def _silent(self, db: Any) -> list[str]:
        latest_call = self.app.clock() - timedelta(seconds=SILENCE_SECONDS)
        silent = [one.task_id for one in active_client_tasks(db) if one.seen_at <= latest_call]
        return [name for name in silent if not self._running_of(name) and not _unfinished(client_searches(db, name))]

    def _pause_silent(self, db: Any) -> list[str]:
        silent = self._silent(db)  # checked again inside the transaction: a client may have called since
        for task_id in silent:
            pause_client_task(db, task_id, self.app.clock(), "client_silent")
            set_status(db, task_id, TaskStatus.PAUSED)
        return silent

    async def watch(self, every: float = 5.0) -> None:
        """Pause silent tasks regularly until cancelled."""
        while True:
            await asyncio.sleep(every)
            await self.pause_silent()

    @contextlib.contextmanager
    def user_being_asked(self) -> Iterator[None]:
        """No client counts as silent inside the block: a question names no task, so it may be about any."""
        self._asking += 1
        try:
            yield
        finally:
            self._asking -= 1
            touch_all = partial(_touch_all, at=self.app.clock())
            self._touching = asyncio.ensure_future(self.app.store.commit(touch_all, synced=False))

    async def _touches_stored(self) -> None:
        """Wait until the end of the last question to the user is stored: silence counts from there."""
        if self._touching is not None:
            await self._touching

    async def touch_client(self, task_id: str) -> Task:
        """Note that the client called about a task, and resume what a dead server left of it. Raises TaskNotFound."""
        task = self.task(task_id)
        await self._touch(task)
        self._resume_unfinished(task)
        return task

    async def _touch(self, task: Task) -> ClientTask | None:
        """Record the time of a client's call; what was stored of the client before."""
        if task.finished_at is not None:
            return None

        def touch(db: Any) -> ClientTask | None:
            was = client_task(db, task.id)
            if was is not None:
                touch_client_task(db, task.id, self.app.clock())
            return was

        return await self.app.store.commit(touch, synced=False)

    # -- searches at work ---------------------------------------------------------------------------------------------

    def task(self, task_id: str) -> Task:
        """The task with exactly this id. (People may type a shortened id; a client may not.)"""
        task = self.app.task(task_id)
        if task.id != task_id:
            raise TaskNotFound(f"there is no task {task_id!r}")
        return task

    def _open_task(self, task_id: str) -> Task:
        task = self.task(task_id)
        with self.app.store.read() as db:
            mine = client_task(db, task.id)
        _refuse_ended(task, mine)
        return task

    def _check_search(self, task: Task, words: str, options: Mapping[str, Any]) -> None:
        """A client may use fewer engines than the user allows for the task, never others. Raises WrongCall."""
        if task.providers:
            parse_query(words)  # raises for a query with nothing to search for
        engines = checked_providers(self.app, tuple(options.get("engines") or ()))
        allowed = {
            name
            for one in task.providers
            for name in (one, *(enabled_engines(self.app) if one == ALL_WEB_ENGINES else ()))
        }
        if not allowed.issuperset(engines):
            there = ", ".join(sorted(allowed)) or "folders only"
            raise WrongCall(f"this task may not ask {', '.join(sorted(set(engines) - allowed))}; it may ask: {there}")

    def _find_or_add(self, db: Any, task: Task, query: str, options: Json) -> tuple[int, bool]:
        """(number, whether it has ended) of the search with this query and these options.

        A repeated call whose result was not delivered yet means the same search: running, halted or finished.

        Raises:
            BudgetExhausted: it would be a new search, and the budget is used up.
        """
        for one in client_searches(db, task.id):
            if one.kind == SEARCH and not one.delivered and (one.query, one.options) == (query, options):
                return one.number, one.finished_at is not None
        _check_budget(db, task)
        return self._add(db, task, SEARCH, query, options), False

    def _add(self, db: Any, task: Task, kind: str, query: str, options: Json) -> int:
        """Store a work item to be started; its number in the task."""
        number = next_search_number(db, task.id)
        search = ClientSearch(
            task_id=task.id,
            number=number,
            kind=kind,
            query=query,
            options=options,
            state="running",
            started_at=self.app.clock(),
            pages_before=pages_read(db, task.id),
        )
        add_client_search(db, search)
        if kind == SEARCH:
            set_status(db, task.id, TaskStatus.EXPLORING)
        return number

    def _resume_unfinished(self, task: Task) -> None:
        """Resume what a dead server left unfinished. Halted and called-off searches wait until called again."""
        with self.app.store.read() as db:
            left = _unfinished(client_searches(db, task.id))
        for one in left:
            if (task.id, one.number) not in self._at_work:
                self._start(task, one.number)

    async def read_released(self, task_ids: Sequence[str]) -> None:
        """Read pages that a person has unblocked, for the open tasks they belong to."""
        for task_id in task_ids:
            task = self.task(task_id)
            number = await self.app.store.commit(partial(self._released, task=task))
            if number:
                await self._touch(task)
                self._start(task, number)

    def _released(self, db: Any, task: Task) -> int:
        """The number of the work item that reads unblocked pages; 0 for a task that is not a client's, or has ended."""
        if client_task(db, task.id) is None or task.finished_at is not None:
            return 0
        halted = [one for one in client_searches(db, task.id) if one.kind == RELEASED and one.error]
        return halted[-1].number if halted else self._add(db, task, RELEASED, "", {})

    def _running_of(self, task_id: str) -> list[RunningSearch]:
        return [at_work for (name, _), at_work in self._at_work.items() if name == task_id]

    def _start(self, task: Task, number: int) -> RunningSearch:
        """The running search of this number; started if there is none."""
        known = self._at_work.get((task.id, number))
        if known is not None and not known.running.called_off:
            return known
        at_work = self._at_work[task.id, number] = RunningSearch()
        at_work.task = asyncio.create_task(self._run(task, number, at_work, stopping=task.id in self._stopping))
        return at_work

    async def _wait(self, at_work: RunningSearch, lang: Lang, progress: Progress) -> None:
        """Wait for the end of the search or the soft limit; if the last waiter is cancelled, call the search off."""
        loop, running = asyncio.get_running_loop(), at_work.running
        until = loop.time() + self.soft_limit
        at_work.waiters += 1
        sent = 0  # the protocol wants a number that grows with every message
        try:
            while not at_work.task.done() and (left := until - loop.time()) > 0:
                await asyncio.wait({at_work.task}, timeout=min(PROGRESS_EVERY, left))
                sent = max(sent + 1, running.events)
                await progress(sent, _progress_words(running, lang))
        except asyncio.CancelledError:
            if at_work.waiters == 1:
                running.off.set()
            raise
        finally:
            at_work.waiters -= 1

    async def _run(self, task: Task, number: int, at_work: RunningSearch, *, stopping: bool) -> None:
        try:
            await self.app.store.commit(partial(_begin, task=task, number=number, stopping=stopping), synced=False)
            async with self._turns.setdefault(task.id, asyncio.Lock()):
                outcome = await self._run_when_free(task.id, number, at_work.running)
        except TadoriError as exc:
            error_id = self.log.record(exc, f"search {task.id} s_{number:03d}")
            outcome = RunOutcome(ending=RunEnding.HALTED, error_id=error_id)
        finally:
            known = self._at_work.get((task.id, number)) is at_work
            if known:
                del self._at_work[task.id, number]
        if outcome.ending is RunEnding.HALTED:
            await self._halted(task, number, outcome.error_id)
        # Not when the same search was started again meanwhile (not `known`), nor at shutdown: it continues there.
        elif outcome.ending is RunEnding.CALLED_OFF and known and not self._closing:
            await self._halted(task, number, "called_off")
        if not self._closing:
            await self._touch(task)  # silence counts from the end of a search

    async def _run_when_free(self, task_id: str, number: int, running: RunProgress) -> RunOutcome:
        """Run a search. While another server of this home holds its task, wait; continue if that one is gone."""
        while not running.called_off:
            if not self.app.ownership.is_held(task_id):
                outcome = await self.runner.run(task_id, number, running)
                if outcome.ending is not RunEnding.BUSY:
                    return outcome
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(BUSY_POLL):
                    await running.off.wait()
            with self.app.store.read() as db:
                if client_search(db, task_id, number).finished_at is not None:
                    return RunOutcome(ending=RunEnding.DONE)
        return RunOutcome(ending=RunEnding.CALLED_OFF)

    async def _halted(self, task: Task, number: int, error: str) -> None:
        await self.app.store.commit(lambda db: set_search_error(db, task.id, number, error))

    async def settle(self) -> None:
        """Wait for everything that this server is running."""
        while self._at_work:
            await asyncio.wait({at_work.task for at_work in self._at_work.values()})

    async def close(self) -> None:
        """End running searches after their current step; they resume when their task is called again.

        A step that takes too long is left to its thread: `is_cut_off` is set, and the program exits without it.
        """
        self._closing = True
        tasks = [at_work.task for at_work in self._at_work.values()]
        for at_work in self._at_work.values():
            at_work.running.off.set()
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=CLOSE_SECONDS)
            for task in late:
                task.cancel()
            _, cut_off = await asyncio.wait(tasks, timeout=CANCEL_SECONDS)
            self.is_cut_off = bool(cut_off)
        await self._touches_stored()
        self.threads.shutdown(wait=False)


def _unfinished(searches: Sequence[ClientSearch]) -> list[ClientSearch]:
    """Searches that are running, or would be if their server had lived; not those that halted or were called off."""
    return [one for one in searches if one.finished_at is None and not one.error]


def _begin(db: Any, task: Task, number: int, *, stopping: bool) -> None:
    """Clear the error of an earlier run when a work item starts again."""
    set_search_error(db, task.id, number, "")
    if not stopping:  # left over from a server that was killed before it could stop the task
        request_stop(db, task.id, False)


def _touch_all(db: Any, at: datetime) -> None:
    for one in active_client_tasks(db):
        touch_client_task(db, one.task_id, at)


def _refuse_ended(task: Task, mine: ClientTask | None) -> None:
    """Raises WrongCall: no client drives the task, or it has ended."""
    if mine is None:
        raise WrongCall(f"{task.id} is not a client's task: it was made by `tadori research` and drives itself")
    if task.finished_at is not None:
        raise WrongCall(f"{task.id} has ended ({mine.final_status}); get_materials still gives what it gathered")


def _check_budget(db: Any, task: Task) -> None:
    """Raises BudgetExhausted."""
    spent = Spent(pages=pages_read(db, task.id), seconds=seconds_spent(db, task.id))
    out = exhausted_limit(task.budget, spent)
    if out is not None:
        limit = task.budget.pages if out == "pages" else task.budget.seconds
        raise BudgetExhausted(f"the task has used all of its {limit} {out}")


def _progress_words(running: RunProgress, lang: Lang) -> str:
    if lang == JA:
        return f"候補{running.hits}件、{running.pages}ページ、主張{running.claims}件"
    return f"{running.hits} hits, {running.pages} pages, {running.claims} claims"


def _final_status(reason: str) -> str:
    if reason == "completed":
        return "completed"
    return "cancelled" if reason in CANCEL_REASONS else "partial"


@contextlib.asynccontextmanager
async def open_clients(
    app: App,
    *,
    at_once: int = MAX_CONCURRENT_SEARCHES,
    parts: "WebEnvironment | None" = None,
    stand_ins: Sequence[SearchProvider] | None = None,
    **options: Any,
) -> AsyncIterator[Clients]:
    """The clients of a home, with silent tasks paused; closed at the end. `at_once` limits concurrent searches."""
    threads = ThreadPoolExecutor(thread_name_prefix="tadori")
    log = ErrorLog(folder=app.settings.home / "logs", clock=app.clock)
    runner = LocalRunner(app=app, log=log, parts=parts, stand_ins=stand_ins, at_once=at_once)
    clients = Clients(app=app, runner=runner, threads=threads, log=log, **options)
    watching = asyncio.create_task(clients.watch())
    try:
        yield clients
    finally:
        watching.cancel()
        await clients.close()
