"""Tasks of one home: created, run to a report, paused, stopped, enlarged and forgotten.

Comes in: a live home and what a user asks for. Goes out: rows of the store, and the outcome of a finished task. How a
task is researched is decided in `engine/`; which live parts it runs on, in `wiring/research.py`.
"""

import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tadori.errors import Interrupted, TadoriError, WrongCall
from tadori.events import Emit, Event, NotesGiven, TaskPaused, TaskResumed, TaskStopped, ignore_event
from tadori.model.budget import Budget
from tadori.model.doors import SearchProvider
from tadori.model.ids import Lang, new_task_id
from tadori.model.question import AnswerLength, Task, TaskStatus
from tadori.model.researcher import KnowledgeItem
from tadori.service.input_checks import (
    REPORT_FILES,
    budget_of,
    checked_folder,
    checked_out_folder,
    checked_question,
    report_language,
)
from tadori.service.named_models import checked_model
from tadori.service.notes import read_notes
from tadori.service.request import DEFAULT_EFFORT, BudgetOptions, ResearchOutcome, ResearchRequest
from tadori.store.cache import drop_expired_cache
from tadori.store.client import client_task
from tadori.store.engines import drop_expired_serps
from tadori.store.journal import save_events
from tadori.store.lexical import remove_pages
from tadori.store.libraries import unused_pages
from tadori.store.pages import delete_pages
from tadori.store.reports import report_of
from tadori.store.researcher import add_knowledge
from tadori.store.tasks import (
    add_task,
    begin_stretch,
    current_stretch,
    find_task,
    forget_task,
    request_pause,
    request_stop,
    set_budget,
    set_status,
)
from tadori.wiring.engines import ALL_WEB_ENGINES, checked_providers
from tadori.wiring.home import App

if TYPE_CHECKING:
    from tadori.wiring.routes import WebEnvironment


@dataclass(frozen=True, slots=True)
class Tasks:
    """The tasks of one home."""

    app: App

    def reopen(self, task: Task) -> None:
        """Withdraw a requested stop or pause, so that the task can continue.

        Raises:
            WrongCall: a client drives the task; nobody else knows what it wants to search for next.
        """

        with self.app.store.read() as db:
            driven = client_task(db, task.id) is not None
        if driven:
            raise WrongCall(
                f"{task.id} is driven by a client over MCP; it goes on when the client calls `search` again"
            )
        if task.finished_at is None:
            with self.app.store.write() as db:
                request_stop(db, task.id, False)
                request_pause(db, task.id, False)
                if task.status in (TaskStatus.PAUSED, TaskStatus.STOPPED):
                    set_status(db, task.id, TaskStatus.EXPLORING)
                    self._log(db, TaskResumed(task_id=task.id, before=task.status.value))

    def _log(self, db: Any, event: TaskPaused | TaskResumed | TaskStopped) -> None:
        """Write what a person did with a task into its causal log."""

        at = self.app.clock()
        save_events(db, event.task_id, f"person {at.isoformat()}", [event], at)

    def create(self, request: ResearchRequest, *, emit: Emit = ignore_event) -> Task:
        """Store a new task. Two calls with one request are two tasks.

        Raises:
            WrongCall: the question, a folder, a model, the notes or a number cannot be used.
        """
        folders = [checked_folder(folder) for folder in request.libraries]
        question = checked_question(request.question)
        model = checked_model(request.model, self.app.settings.llm)
        notes = () if request.notes is None else read_notes(request.notes, question)
        budget = budget_of(request, model)
        task = self.new(
            question,
            lang=Lang(request.lang) if request.lang else None,
            budget=budget,
            effort=request.effort,
            length=request.length,
            folders=folders,
            providers=self._providers_for(request),
            out=None if request.out is None else str(checked_out_folder(request.out, folders, self.app.out_mode)),
            model=model if budget.tokens else "",
        )
        self.add(task, notes, emit=emit)
        return task

    def add(
        self,
        task: Task,
        notes: Sequence[KnowledgeItem] = (),
        events: Sequence[Event] = (),
        *,
        emit: Emit = ignore_event,
    ) -> None:
        """Store a new task with the user's notes and what happened to its question, in one transaction."""
        told = [*events, *([NotesGiven(notes=len(notes), by_model=bool(task.model))] if notes else [])]
        with self.app.store.write() as db:
            add_task(db, task)
            add_knowledge(db, task.id, notes)
            if told:
                save_events(db, task.id, f"created {task.id}", told, task.created_at)
        for event in told:
            emit(event)

    def new(
        self,
        question: str,
        *,
        budget: Budget,
        folders: Sequence[Path],
        providers: tuple[str, ...],
        lang: Lang | None = None,
        effort: int = DEFAULT_EFFORT,
        length: AnswerLength = AnswerLength.NORMAL,
        out: str | None = None,
        model: str = "",
    ) -> Task:
        """A task that is not stored yet: the one place where tasks are made, for people and for clients."""
        now = self.app.clock()
        return Task(
            id=new_task_id(now, os.urandom(4)),
            question=question,
            lang=lang or report_language(question),
            question_lang=report_language(question),
            status=TaskStatus.CREATED,
            created_at=now,
            budget=budget,
            effort=effort,
            length=length,
            libraries=tuple(str(folder) for folder in folders),
            providers=providers,
            out=out,
            model=model,
        )

    def _providers_for(self, request: ResearchRequest) -> tuple[str, ...]:
        """The engines of a request: those it names; the web when it names neither engine nor folder."""
        if not request.providers and request.libraries:
            return ()
        return checked_providers(self.app, tuple(request.providers) or (ALL_WEB_ENGINES,))

    async def run(
        self,
        task_id: str,
        *,
        emit: Emit = ignore_event,
        providers: Sequence[SearchProvider] | None = None,
        parts: "WebEnvironment | None" = None,
    ) -> ResearchOutcome:
        """Run a task to its report, from the beginning or from where it stopped.

        Raises:
            TaskNotFound: there is no such task.
            TaskBusy: another process runs it.
            Interrupted: a person paused it.
            TadoriError: the run halted; the task stays resumable.
        """

        with self.app.store.read() as db:
            task = find_task(db, task_id)
            stretch = current_stretch(db, task.id)
        with self.app.ownership.hold(task.id):
            self.app.archive.clean()
            now = self.app.clock()
            await self.app.store.commit(lambda db: drop_expired_cache(db, now), synced=False)
            await self.app.store.commit(lambda db: drop_expired_serps(db, now), synced=False)
            if task.finished_at is None:
                try:
                    async with self.app.web(parts) as reading:
                        await self.app.research_of(task, reading, emit, providers, stretch=stretch).loop.run()
                except Interrupted:
                    await self.app.store.commit(lambda db: self._paused(db, task.id))
                    raise
        return self.outcome(task.id)

    def _paused(self, db: Any, task_id: str) -> None:

        set_status(db, task_id, TaskStatus.PAUSED)
        self._log(db, TaskPaused(task_id=task_id))

    def outcome(self, task_id: str) -> ResearchOutcome:
        """The report of a finished task."""

        with self.app.store.read() as db:
            row = report_of(db, task_id)
        if row is None:
            raise TadoriError(f"{task_id} has no report yet; `tadori resume {task_id}` goes on with it")
        return ResearchOutcome(
            task_id=task_id,
            answered=row.answered,
            folder=row.folder,
            root_hash=row.root_hash,
            files={name: (row.folder / name).read_bytes() for name in REPORT_FILES},
            work=self.app.work(),
        )

    def state_of(self, task: Task) -> str:
        """`answered`, `no answer`, `stopped`, `running`, `paused`, or `cut off` (unfinished, and no process has it)."""
        if task.finished_at is not None:
            return "answered" if task.answered else "no answer"
        if task.status is TaskStatus.STOPPED:
            return "stopped"
        if self.app.ownership.is_held(task.id):
            return "running"
        return "paused" if task.status is TaskStatus.PAUSED else "cut off"

    def enlarge(self, task_id: str, given: BudgetOptions) -> None:
        """Give a task a larger budget; a finished one is opened again for another stretch."""

        with self.app.store.write() as db:
            task = find_task(db, task_id)
            set_budget(db, task.id, larger_budget(task.budget, given))
            if task.finished_at is not None:
                begin_stretch(db, task.id)

    def stop(self, task_id: str) -> tuple[Task, bool]:
        """End a task: (the task, whether a process is working on it and will end it at its next step)."""

        with self.app.store.write() as db:
            task = find_task(db, task_id)
            held = self.app.ownership.is_held(task.id)
            if task.finished_at is not None:
                raise WrongCall(f"{task.id} is finished already")
            request_stop(db, task.id, True)
            if not held:
                set_status(db, task.id, TaskStatus.STOPPED)
                self._log(db, TaskStopped(task_id=task.id))
        return task, held

    def pause(self, task_id: str) -> tuple[Task, bool]:
        """Pause a task: (the task, whether a process is working on it and will pause it after its current step).

        Raises:
            TaskNotFound: there is no such task.
            WrongCall: it has ended, or a client drives it.
        """

        with self.app.store.write() as db:
            task = find_task(db, task_id)
            if client_task(db, task.id) is not None:
                raise WrongCall(f"{task.id} is driven by a client over MCP; it rests whenever the client asks nothing")
            if task.finished_at is not None or task.status is TaskStatus.STOPPED:
                raise WrongCall(f"{task.id} is {'stopped' if task.finished_at is None else 'finished'} already")
            held = self.app.ownership.is_held(task.id)
            request_pause(db, task.id, True)
            if not held and task.status is not TaskStatus.PAUSED:
                self._paused(db, task.id)
        return task, held

    def forget(self, task_id: str) -> tuple[Task, int]:
        """Delete a task, its files, and the evidence nobody else uses: (the task, how many pages went)."""

        with self.app.store.read() as db:
            task = find_task(db, task_id)
        with self.app.ownership.hold(task.id):
            with self.app.store.write() as db:
                unused = forget_task(db, task.id)
                loose = unused_pages(db, unused)
                remove_pages(db, loose)
                delete_pages(db, loose)
            for page_id in unused:
                self.app.archive.forget(page_id)
            shutil.rmtree(self.app.tasks / task.id)
        return task, len(unused)


def larger_budget(budget: Budget, given: BudgetOptions) -> Budget:
    """`budget` with the limits that are given."""
    return replace(
        budget,
        pages=given.pages or budget.pages,
        seconds=given.seconds or budget.seconds,
        tokens=budget.tokens if given.tokens is None else given.tokens,
    )
