"""Tasks that a client AI drives: it thinks, this works (L1, L2). Plain data in, plain data out, in the names of §3.2.1.

One `Clients` stands behind every face of the MCP server. A search is a durable stretch of its task: a server that is
killed loses nothing, and the same call asked again goes on with it. The searches of a task follow one another, those of
different tasks go on side by side in this process, a few at a time; what waits is shown as `running`.
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
from tadori.query.operators import parse_query
from tadori.service.clients.answers import Answers
from tadori.service.clients.error_log import ErrorLog
from tadori.service.clients.local_runner import MAX_CONCURRENT_SEARCHES, LocalRunner, RunEnding, RunOutcome, RunProgress
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

DEFAULT_MAX_PAGES: Final = 120
DEFAULT_MAX_SECONDS: Final = 1200
"""Rulings, "budgets": the defaults of a task over MCP."""
SILENCE_LIMIT: Final = timedelta(seconds=300)
"""§2.1.5."""
SOFT_LIMIT: Final = 40.0
"""Seconds after which a search is told as `running`; clients commonly give up after 60."""
PROGRESS_EVERY: Final = 1.0
BUSY_POLL: Final = 1.0
"""Seconds between looks at a task that another server of the home works on."""
STOP_POLL: Final = 0.2
"""Seconds between looks at whether another server has let go of a task that is to stop."""
CLOSE_SECONDS: Final = 5.0
"""What runs has so long to end at its next unit when the server closes,"""
CANCEL_SECONDS: Final = 2.0
"""and its threads so long after that."""
CANCEL_REASONS: Final = ("user_cancelled", "cancelled", "canceled")


async def no_progress(_done: int, _words: str) -> None:
    """For callers who do not listen."""


@dataclass(slots=True, kw_only=True)
class RunningSearch:
    """A search that this server works on, or will."""

    running: RunProgress = field(default_factory=RunProgress)
    task: "asyncio.Task[None]" = field(init=False)
    waiters: int = 0


@dataclass(slots=True, kw_only=True)
class Clients:
    """Every task that clients drive in one home."""

    app: App
    libraries: tuple[Path, ...] = ()
    providers: tuple[str, ...] = ()
    """Engines of the web for new tasks; with neither these nor folders, all that are switched on."""
    soft_limit: float = SOFT_LIMIT
    work: LocalRunner
    threads: ThreadPoolExecutor
    log: ErrorLog
    answers: Answers = field(init=False)
    _at_work: dict[tuple[str, int], RunningSearch] = field(default_factory=dict)
    _turns: WeakValueDictionary[str, asyncio.Lock] = field(default_factory=WeakValueDictionary)
    """One for each task at work: its searches follow one another."""
    is_cut_off: bool = False
    """Whether something was still at work when this was closed."""
    _closing: bool = False
    _asking: int = 0
    _hearing: "asyncio.Future[None] | None" = None
    _stopping: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.answers = Answers(app=self.app, threads=self.threads)

    # -- the tools of tasks and searches ------------------------------------------------------------------------------

    async def create(self, query: str, config: Mapping[str, Any]) -> Json:
        """Keep a new task. Two calls are two tasks."""
        question = checked_question(query)
        budget = config.get("budget") or {}
        lang = config.get("language")
        task = Tasks(self.app).new(
            question,
            lang=Lang(lang) if lang in ("ja", "en") else None,
            budget=Budget(
                pages=budget.get("max_pages", DEFAULT_MAX_PAGES),
                seconds=budget.get("max_seconds", DEFAULT_MAX_SECONDS),
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
        self.work.load_early()
        return self.answers.created(task)

    def _providers(self) -> tuple[str, ...]:
        if self.libraries and not self.providers:
            return ()
        return checked_providers(self.app, self.providers or (ALL_WEB_ENGINES,))

    async def status(self, task_id: str) -> Json:
        """Where a task stands: figures, no advice. Wakes it: what a dead server left unfinished goes on."""
        task = self.task(task_id)
        was = await self._hear(task)
        self._wake(task)
        return self.answers.status(task.id, was)

    async def search(
        self, task_id: str, query: str, options: Mapping[str, Any], progress: Progress = no_progress
    ) -> Json:
        """Take one query through the pipeline; past the soft limit it goes on and is told as `running`.

        Raises:
            TaskNotFound, WrongCall, BudgetExhausted: before anything is asked.
            ClientRefused: every engine is blocked, nothing can be read without a person, or the search halted.
        """
        task = self._open_task(task_id)
        words = checked_question(query)
        self._check_search(task, words, options)
        await self._hear(task)
        # Looked for and added in one transaction: two calls of the same words at once are one search.
        number, finished = await self.app.store.commit(lambda db: self._asked(db, task, words, dict(options)))
        self._wake(task)
        if not finished:
            await self._wait(self._start(task, number), task.lang, progress)
        await self._hear(task)
        return await self.answers.search(task.id, number)

    async def stop(self, task_id: str, reason: str) -> Json:
        """End a task. What runs ends at its next unit; what is gathered stays: a report, unless it was cancelled."""
        task = self._open_task(task_id)
        await self._called_to_stop(task)
        report = await self.app.store.commit(lambda db: self._end(db, task, reason))
        if report:
            self._start(task, report)
        return await self.answers.stopped(task.id)

    def _end(self, db: Any, task: Task, reason: str) -> int:
        """End a task in the store; the number of the stretch that compiles its report, 0 where there is none.

        Raises:
            WrongCall: it has ended: of several clients that stop it at once, one does.
        """
        _refuse_ended(find_task(db, task.id), client_task(db, task.id))
        final, now = _final_status(reason), self.app.clock()
        request_stop(db, task.id, False)
        end_client_task(db, task.id, final, reason)
        set_stop(db, task.id, StopReason.USER_STOP, reason)
        drop_items(db, task.id, at=now, note="its task has ended")
        status = TaskStatus.STOPPED if final == "cancelled" else TaskStatus.COMPLETED
        finish_task(db, task.id, status=status, answered=False, at=now)
        # With the end itself: whatever happens to this server or to the client now, the report is compiled.
        if final == "cancelled" or not counts_of(db, task.id).claims:
            return 0
        return self._add(db, task, REPORT, "", {})

    async def _called_to_stop(self, task: Task) -> None:
        """Let what runs of a task end at its next unit. Who goes meanwhile has stopped nothing: the task stays open.

        Raises:
            TimeoutError: the unit takes longer than a client waits; it ends all the same, and the same call stops it.
        """
        self._stopping.add(task.id)
        try:
            await self.app.store.commit(lambda db: request_stop(db, task.id, True))
            async with asyncio.timeout(self.soft_limit):
                await self._quiet(task.id)
        except TimeoutError:
            raise TimeoutError("what runs of the task is in a long step; it ends after that") from None
        except asyncio.CancelledError:
            await self.app.store.commit(lambda db: request_stop(db, task.id, False))
            raise
        finally:
            self._stopping.discard(task.id)

    async def _quiet(self, task_id: str) -> None:
        """Wait until nobody works on a task, neither this server nor another of the home."""
        ending = [at_work.task for at_work in self._of(task_id)]
        if ending:
            await asyncio.wait(ending)
        while self.app.ownership.is_held(task_id):  # noqa: ASYNC110 - another process has no event to wait for
            await asyncio.sleep(STOP_POLL)

    async def materials(self, task_id: str, *, include_graph: bool, narrative: bool, cursor: str) -> Json:
        """Claims, fragments and graph of a task, a part at a time. Raises TaskNotFound, WrongCall."""
        task = await self.heard(task_id)
        return await self.answers.materials(task.id, include_graph=include_graph, narrative=narrative, cursor=cursor)

    async def reported(self, task_id: str) -> Task:
        """The task, once the report that is being written of it is there, or the soft limit is over.

        Raises:
            TaskNotFound: there is no such task.
        """
        task = await self.heard(task_id)
        with self.app.store.read() as db:
            reports = [one.number for one in _unfinished(client_searches(db, task.id)) if one.kind == REPORT]
        writing = [self._at_work[task.id, one].task for one in reports if (task.id, one) in self._at_work]
        if writing:
            await asyncio.wait(writing, timeout=self.soft_limit)
        return task

    # -- silence ------------------------------------------------------------------------------------------------------

    async def pause_silent(self) -> list[str]:
        """Pause every task whose client was not heard for 300 s while nothing ran; their ids.

        What another server of this home works on is not silent either; nor is a client whose user is being asked.
        """
        if self._asking:
            return []
        await self._hearing_all()
        with self.app.store.read() as db:
            if not self._silent(db):
                return []
        return await self.app.store.commit(self._pause_silent)

    def _silent(self, db: Any) -> list[str]:
        now = self.app.clock()
        silent = [one.task_id for one in active_client_tasks(db) if now - one.seen_at >= SILENCE_LIMIT]
        return [name for name in silent if not self._of(name) and not _unfinished(client_searches(db, name))]

    def _pause_silent(self, db: Any) -> list[str]:
        silent = self._silent(db)  # looked at again: a client may have spoken since
        for task_id in silent:
            pause_client_task(db, task_id, self.app.clock(), "client_silent")
            set_status(db, task_id, TaskStatus.PAUSED)
        return silent

    async def watch(self, every: float = 5.0) -> None:
        """Look for silent clients until cancelled."""
        while True:
            await asyncio.sleep(every)
            await self.pause_silent()

    @contextlib.contextmanager
    def asking(self) -> Iterator[None]:
        """While a user is asked, no client is silent: the call names no task, so it may be about any."""
        self._asking += 1
        try:
            yield
        finally:
            self._asking -= 1
            hear_all = partial(_hear_all, at=self.app.clock())
            self._hearing = asyncio.ensure_future(self.app.store.commit(hear_all, synced=False))

    async def _hearing_all(self) -> None:
        """Silence counts from the end of a question to the user: wait until that is written."""
        if self._hearing is not None:
            await self._hearing

    async def heard(self, task_id: str) -> Task:
        """The task, whose client has just been heard: what a dead server left of it goes on. Raises TaskNotFound."""
        task = self.task(task_id)
        await self._hear(task)
        self._wake(task)
        return task

    async def _hear(self, task: Task) -> ClientTask | None:
        """The client was heard; what was known of it before."""
        if task.finished_at is not None:
            return None

        def hear(db: Any) -> ClientTask | None:
            was = client_task(db, task.id)
            if was is not None:
                touch_client_task(db, task.id, self.app.clock())
            return was

        return await self.app.store.commit(hear, synced=False)

    # -- searches at work ---------------------------------------------------------------------------------------------

    def task(self, task_id: str) -> Task:
        """The task of exactly that id: what a person may shorten at a keyboard, a client may not."""
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
        """A client narrows what the user lets it ask, and never widens it. Raises WrongCall."""
        if task.providers:
            parse_query(words)  # says what is wrong with a query that has nothing to look for
        engines = checked_providers(self.app, tuple(options.get("engines") or ()))
        allowed = {
            name
            for one in task.providers
            for name in (one, *(enabled_engines(self.app) if one == ALL_WEB_ENGINES else ()))
        }
        if not allowed.issuperset(engines):
            there = ", ".join(sorted(allowed)) or "folders only"
            raise WrongCall(f"this task may not ask {', '.join(sorted(set(engines) - allowed))}; it may ask: {there}")

    def _asked(self, db: Any, task: Task, query: str, options: Json) -> tuple[int, bool]:
        """(number, whether it has ended) of the search of these words.

        The same call, where its result was not given yet, is joined, goes on where it halted, or is given now.

        Raises:
            BudgetExhausted: it would be a new one, and there is nothing left for it.
        """
        for one in client_searches(db, task.id):
            if one.kind == SEARCH and not one.delivered and (one.query, one.options) == (query, options):
                return one.number, one.finished_at is not None
        _check_budget(db, task)
        return self._add(db, task, SEARCH, query, options), False

    def _add(self, db: Any, task: Task, kind: str, query: str, options: Json) -> int:
        """Keep a piece of work, to be started; its number in the task."""
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

    def _wake(self, task: Task) -> None:
        """Go on with what a server that is gone left unfinished. What halted or was called off waits to be asked."""
        with self.app.store.read() as db:
            left = _unfinished(client_searches(db, task.id))
        for one in left:
            if (task.id, one.number) not in self._at_work:
                self._start(task, one.number)

    async def read_released(self, task_ids: Sequence[str]) -> None:
        """A person has let pages through: read them for the open tasks they belong to."""
        for task_id in task_ids:
            task = self.task(task_id)
            number = await self.app.store.commit(partial(self._released, task=task))
            if number:
                await self._hear(task)
                self._start(task, number)

    def _released(self, db: Any, task: Task) -> int:
        """The number of the stretch that reads what was let through; 0 for a task that nobody drives any more."""
        if client_task(db, task.id) is None or task.finished_at is not None:
            return 0
        halted = [one for one in client_searches(db, task.id) if one.kind == RELEASED and one.error]
        return halted[-1].number if halted else self._add(db, task, RELEASED, "", {})

    def _of(self, task_id: str) -> list[RunningSearch]:
        return [at_work for (name, _), at_work in self._at_work.items() if name == task_id]

    def _start(self, task: Task, number: int) -> RunningSearch:
        """The work on a search: the one that is under way, or a new one."""
        known = self._at_work.get((task.id, number))
        if known is not None and not known.running.called_off:
            return known
        at_work = self._at_work[task.id, number] = RunningSearch()
        at_work.task = asyncio.create_task(self._run(task, number, at_work, stopping=task.id in self._stopping))
        return at_work

    async def _wait(self, at_work: RunningSearch, lang: Lang, progress: Progress) -> None:
        """Until the search has ended or the soft limit is reached. Who is cancelled as the last one calls it off."""
        loop, running = asyncio.get_running_loop(), at_work.running
        until = loop.time() + self.soft_limit
        at_work.waiters += 1
        told = 0  # grows with every message, as the protocol wants
        try:
            while not at_work.task.done() and (left := until - loop.time()) > 0:
                await asyncio.wait({at_work.task}, timeout=min(PROGRESS_EVERY, left))
                told = max(told + 1, running.told)
                await progress(told, _progress_words(running, lang))
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
                ended = await self._carried(task.id, number, at_work.running)
        except TadoriError as exc:
            ended = RunOutcome(how=RunEnding.HALTED, error_id=self.log.keep(exc, f"search {task.id} s_{number:03d}"))
        finally:
            known = self._at_work.get((task.id, number)) is at_work
            if known:
                del self._at_work[task.id, number]
        if ended.how is RunEnding.HALTED:
            await self._halted(task, number, ended.error_id)
        elif ended.how is RunEnding.CALLED_OFF and known and not self._closing:  # and not asked for again meanwhile
            await self._halted(task, number, "called_off")
        if not self._closing:
            await self._hear(task)  # silence counts from the end of a search

    async def _carried(self, task_id: str, number: int, running: RunProgress) -> RunOutcome:
        """Carry a search; while another server of this home works on its task, wait, and go on if that one is gone."""
        while not running.called_off:
            if not self.app.ownership.is_held(task_id):
                ended = await self.work.carry(task_id, number, running)
                if ended.how is not RunEnding.BUSY:
                    return ended
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(BUSY_POLL):
                    await running.off.wait()
            with self.app.store.read() as db:
                if client_search(db, task_id, number).finished_at is not None:
                    return RunOutcome(how=RunEnding.DONE)
        return RunOutcome(how=RunEnding.CALLED_OFF)

    async def _halted(self, task: Task, number: int, error: str) -> None:
        await self.app.store.commit(lambda db: set_search_error(db, task.id, number, error))

    async def settle(self) -> None:
        """Wait for everything that this server works on."""
        while self._at_work:
            await asyncio.wait({at_work.task for at_work in self._at_work.values()})

    async def close(self) -> None:
        """End what runs at its next unit; it goes on when its task is asked about again.

        A unit that takes longer than that is left to its thread: `is_cut_off` says so, and the program ends without it.
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
        await self._hearing_all()
        self.threads.shutdown(wait=False)


def _unfinished(searches: Sequence[ClientSearch]) -> list[ClientSearch]:
    """What runs, or would if its server had lived. What halted or was called off waits to be asked for again."""
    return [one for one in searches if one.finished_at is None and not one.error]


def _begin(db: Any, task: Task, number: int, *, stopping: bool) -> None:
    """A stretch is worked on again: what halted it before is over."""
    set_search_error(db, task.id, number, "")
    if not stopping:  # what a server wanted that was killed before it could stop the task
        request_stop(db, task.id, False)


def _hear_all(db: Any, at: datetime) -> None:
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
    """The clients of a home, watched for silence; closed at the end. `at_once`: so many searches go on side by side."""
    threads = ThreadPoolExecutor(thread_name_prefix="tadori")
    log = ErrorLog(folder=app.settings.home / "logs", clock=app.clock)
    work = LocalRunner(app=app, log=log, parts=parts, stand_ins=stand_ins, at_once=at_once)
    clients = Clients(app=app, work=work, threads=threads, log=log, **options)
    watching = asyncio.create_task(clients.watch())
    try:
        yield clients
    finally:
        watching.cancel()
        await clients.close()
