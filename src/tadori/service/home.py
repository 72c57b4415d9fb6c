"""The live objects of one home, wired together. Heavy rooms are imported when something needs them."""

import os
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tadori.engine.threads import in_thread
from tadori.errors import Interrupted, TadoriError, WrongCall
from tadori.events import Emit, TaskPaused, TaskResumed, TaskStopped, WorkCounted, ignore_event
from tadori.minds.base import Reranking
from tadori.model.doors import SearchProvider, TaskOwnership
from tadori.model.ids import Lang, new_task_id
from tadori.model.question import Task, TaskStatus
from tadori.service.input_checks import (
    REPORT_FILES,
    budget_of,
    checked_folder,
    checked_out_folder,
    checked_question,
    report_language,
)
from tadori.service.privacy import private_home
from tadori.service.request import ResearchOutcome, ResearchRequest
from tadori.settings import Settings

if TYPE_CHECKING:
    from tadori.archive.pages import PageArchive
    from tadori.engine.slots import HomeSlots
    from tadori.minds.local.embedding import CachedEmbedder
    from tadori.minds.local.fallback import FallbackEmbedder
    from tadori.pipeline.documents.archive_repair import ArchiveRepair
    from tadori.pipeline.documents.library import Library
    from tadori.pipeline.task_graph import TaskGraphs
    from tadori.pipeline.web.auth_inbox import AuthInbox
    from tadori.pipeline.web.fetching import WebFetcher
    from tadori.pipeline.web.page_reader import PageReader
    from tadori.store.database import Store
    from tadori.wiring.models import GpuTurns, Models
    from tadori.wiring.research import Research
    from tadori.wiring.routes import Routes, WebEnvironment


@dataclass(slots=True)
class App:
    """The live objects of one home."""

    settings: Settings
    store: "Store"
    archive: "PageArchive"
    library: "Library"
    clock: Callable[[], datetime]
    out_mode: int = 0o600
    """Of files that are written into a folder of the user's choice."""
    _models: "Models | None" = field(default=None)
    _graphs: "TaskGraphs | None" = field(default=None)
    _slots: "HomeSlots | None" = field(default=None)

    @property
    def tasks(self) -> Path:
        return self.settings.home / "tasks"

    @property
    def slots(self) -> "HomeSlots":
        """What is scarce, shared with every other process of this home."""
        if self._slots is None:
            from tadori.engine.slots import HomeSlots

            self._slots = HomeSlots(self.settings.home / "slots")
        return self._slots

    @property
    def ownership(self) -> TaskOwnership:
        """Who may run a task of this home."""
        from tadori.engine.ownership import TaskLocks

        return TaskLocks(self.tasks)

    @property
    def models(self) -> "Models":
        """The models of this home: what ships, and what settings name, behind the store's cache."""
        if self._models is None:
            from tadori.store.embeddings import StoredEmbeddings
            from tadori.wiring.models import Models

            self._models = Models(self.settings, StoredEmbeddings(self.store, self.clock), self._turns())
        return self._models

    def _turns(self) -> "GpuTurns":
        from tadori.model.slots import Slot, SlotPriority

        urgency = {"embedder": SlotPriority.EMBED, "reranker": SlotPriority.RERANK, "nli": SlotPriority.RERANK}
        return {seat: partial(self.slots.hold_in_thread, Slot.GPU, wanted) for seat, wanted in urgency.items()}

    @property
    def embedder(self) -> "CachedEmbedder | FallbackEmbedder | None":
        """The embedder behind the store's cache; None when settings switch it off."""
        return self.models.embedder

    @property
    def reranking(self) -> Reranking | None:
        return self.models.reranking

    @property
    def graphs(self) -> "TaskGraphs":
        """The evidence graphs of the tasks looked at last: one a task, for its run and for everybody who asks."""
        if self._graphs is None:
            from tadori.pipeline.task_graph import TaskGraphs

            self._graphs = TaskGraphs(self.store)
        return self._graphs

    def providers(self, task: Task) -> list[SearchProvider]:
        """The task's libraries, as one engine."""
        from tadori.pipeline.documents.providers import library_provider

        if not task.libraries:
            return []
        return [library_provider(self.store, self.embedder, task.libraries, self.clock, in_thread, self.reranking)]

    @asynccontextmanager
    async def web(self, parts: "WebEnvironment | None" = None) -> AsyncIterator["PageReader"]:
        """Files and the web behind one door. What has to be started for the web is, when a page of it is read."""
        from tadori.pipeline.web.page_reader import PageReader
        from tadori.wiring.routes import Routes, WebEnvironment, notify_page_waits

        world = parts or WebEnvironment(notify=notify_page_waits)
        routes = Routes(self.settings, self.clock, world)
        made: list[WebFetcher] = []

        def fetching() -> "WebFetcher":
            if not made:
                made.append(build_fetching(self, routes, world))
            return made[0]

        try:
            yield PageReader(
                store=self.store,
                archive=self.archive,
                library=self.library,
                web=fetching,
                clock=self.clock,
                in_thread=in_thread,
            )
        finally:
            await routes.close()

    def mending(self) -> "ArchiveRepair":
        """What finds and mends damage in the archive."""
        from tadori.pipeline.documents.archive_repair import ArchiveRepair

        return ArchiveRepair(store=self.store, archive=self.archive, library=self.library, clock=self.clock)

    def inbox(self) -> "AuthInbox":
        """The pages that wait for a person."""
        from tadori.pipeline.web.auth_inbox import AuthInbox

        return AuthInbox(self.store, self.clock, self.settings.home / "sessions")

    def task(self, task_id: str) -> Task:
        """The task of that name. Raises TaskNotFound."""
        from tadori.store.tasks import find_task

        with self.store.read() as db:
            return find_task(db, task_id)

    def reopen(self, task: Task) -> None:
        """Take back a stop or a pause that was asked for, so that the task can go on.

        Raises:
            WrongCall: a client drives the task; nobody else knows what it wants to search for next.
        """
        from tadori.store.client import client_task
        from tadori.store.tasks import request_pause, request_stop, set_status

        with self.store.read() as db:
            driven = client_task(db, task.id) is not None
        if driven:
            raise WrongCall(
                f"{task.id} is driven by a client over MCP; it goes on when the client calls `search` again"
            )
        if task.finished_at is None:
            with self.store.write() as db:
                request_stop(db, task.id, False)
                request_pause(db, task.id, False)
                if task.status in (TaskStatus.PAUSED, TaskStatus.STOPPED):
                    set_status(db, task.id, TaskStatus.EXPLORING)
                    self._log(db, TaskResumed(task_id=task.id, before=task.status.value))

    def _log(self, db: Any, event: TaskPaused | TaskResumed | TaskStopped) -> None:
        """Write what a person did with a task into its causal log."""
        from tadori.store.journal import save_events

        at = self.clock()
        save_events(db, event.task_id, f"person {at.isoformat()}", [event], at)

    def new_task(self, request: ResearchRequest) -> Task:
        """Keep a new task. Two calls with one request are two tasks.

        Raises:
            WrongCall: the question, a folder or a number cannot be used.
        """
        from tadori.store.tasks import add_task

        question = checked_question(request.question)
        folders = [checked_folder(folder) for folder in request.libraries]
        now = self.clock()
        task = Task(
            id=new_task_id(now, os.urandom(4)),
            question=question,
            lang=Lang(request.lang) if request.lang else report_language(question),
            question_lang=report_language(question),
            status=TaskStatus.CREATED,
            created_at=now,
            budget=budget_of(request, self.settings.llm),
            effort=request.effort,
            libraries=tuple(str(folder) for folder in folders),
            providers=self._providers_for(request),
            out=None if request.out is None else str(checked_out_folder(request.out, folders, self.out_mode)),
        )
        with self.store.write() as db:
            add_task(db, task)
        return task

    def _providers_for(self, request: ResearchRequest) -> tuple[str, ...]:
        """The engines of a request: those it names; the web when it names neither engine nor folder."""
        from tadori.wiring.engines import ALL_WEB_ENGINES, checked_providers

        if not request.providers and request.libraries:
            return ()
        return checked_providers(self, tuple(request.providers) or (ALL_WEB_ENGINES,))

    async def carry_on(
        self,
        task_id: str,
        *,
        emit: Emit = ignore_event,
        providers: Sequence[SearchProvider] | None = None,
        parts: "WebEnvironment | None" = None,
    ) -> ResearchOutcome:
        """Run a task to its report, from the beginning or from wherever it was.

        Raises:
            TaskNotFound, TaskBusy: see there.
            Interrupted: a person paused it.
            TadoriError: the run halted; the task stays resumable.
        """
        from tadori.store.cache import drop_expired_cache
        from tadori.store.engines import drop_expired_serps
        from tadori.store.tasks import current_stretch, find_task

        with self.store.read() as db:
            task = find_task(db, task_id)
            part = current_stretch(db, task.id)
        with self.ownership.hold(task.id):
            self.archive.clean()
            now = self.clock()
            await self.store.commit(lambda db: drop_expired_cache(db, now), synced=False)
            await self.store.commit(lambda db: drop_expired_serps(db, now), synced=False)
            if task.finished_at is None:
                try:
                    async with self.web(parts) as reading:
                        await self.research_of(task, reading, emit, providers, stretch=part).loop.run()
                except Interrupted:
                    await self.store.commit(lambda db: self._paused(db, task.id))
                    raise
        return self.outcome(task.id)

    def _paused(self, db: Any, task_id: str) -> None:
        from tadori.store.tasks import set_status

        set_status(db, task_id, TaskStatus.PAUSED)
        self._log(db, TaskPaused(task_id=task_id))

    def research_of(
        self,
        task: Task,
        reading: "PageReader",
        emit: Emit = ignore_event,
        providers: Sequence[SearchProvider] | None = None,
        *,
        stretch: int = 1,
    ) -> "Research":
        """Everything one stretch of a task needs, wired together."""
        from tadori.engine.steps import Steps
        from tadori.wiring.research import build_research

        steps = Steps(task_id=task.id, stretch=stretch, store=self.store, clock=self.clock, live=emit)
        return build_research(self, task, reading, steps, providers)

    def outcome(self, task_id: str) -> ResearchOutcome:
        """The report of a finished task."""
        from tadori.store.reports import report_of

        with self.store.read() as db:
            row = report_of(db, task_id)
        if row is None:
            raise TadoriError(f"{task_id} has no report yet; `tadori resume {task_id}` goes on with it")
        return ResearchOutcome(
            task_id=task_id,
            answered=row.answered,
            folder=row.folder,
            root_hash=row.root_hash,
            files={name: (row.folder / name).read_bytes() for name in REPORT_FILES},
            work=self.work(),
        )

    def work(self) -> WorkCounted:
        """The costly work this process has done so far."""
        return WorkCounted(
            extractions=self.library.counts.extractions,
            embeddings=0 if self._models is None or self.embedder is None else self.embedder.computed,
            judged=self.library.counts.judged,
        )

    def state_of(self, task: Task) -> str:
        """In one word: `running` while a process works on it, `paused` or `stopped` when a person wanted that,
        `cut off` when no process works on it and it is not finished."""
        if task.finished_at is not None:
            return "answered" if task.answered else "no answer"
        if task.status is TaskStatus.STOPPED:
            return "stopped"
        if self.ownership.is_held(task.id):
            return "running"
        return "paused" if task.status is TaskStatus.PAUSED else "cut off"

    def enlarge(self, task_id: str, *, pages: int | None, seconds: int | None, tokens: int | None) -> None:
        """Give a task a larger budget; a finished one is opened again for another stretch."""
        from tadori.store.tasks import begin_stretch, find_task, set_budget

        with self.store.write() as db:
            task = find_task(db, task_id)
            budget = replace(
                task.budget,
                pages=pages or task.budget.pages,
                seconds=seconds or task.budget.seconds,
                tokens=task.budget.tokens if tokens is None else tokens,
            )
            set_budget(db, task.id, budget)
            if task.finished_at is not None:
                begin_stretch(db, task.id)

    def stop(self, task_id: str) -> tuple[Task, bool]:
        """End a task: (the task, whether a process is working on it and will end it at its next step)."""
        from tadori.store.tasks import find_task, request_stop, set_status

        with self.store.write() as db:
            task = find_task(db, task_id)
            held = self.ownership.is_held(task.id)
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
            TaskNotFound: see there.
            WrongCall: it has ended, or a client drives it.
        """
        from tadori.store.client import client_task
        from tadori.store.tasks import find_task, request_pause

        with self.store.write() as db:
            task = find_task(db, task_id)
            if client_task(db, task.id) is not None:
                raise WrongCall(f"{task.id} is driven by a client over MCP; it rests whenever the client asks nothing")
            if task.finished_at is not None or task.status is TaskStatus.STOPPED:
                raise WrongCall(f"{task.id} is {'stopped' if task.finished_at is None else 'finished'} already")
            held = self.ownership.is_held(task.id)
            request_pause(db, task.id, True)
            if not held and task.status is not TaskStatus.PAUSED:
                self._paused(db, task.id)
        return task, held

    def forget(self, task_id: str) -> tuple[Task, int]:
        """Delete a task, its files, and the evidence nobody else uses: (the task, how many pages went)."""
        import shutil

        from tadori.store.lexical import remove_pages
        from tadori.store.libraries import unused_pages
        from tadori.store.pages import delete_pages
        from tadori.store.tasks import find_task, forget_task

        with self.store.read() as db:
            task = find_task(db, task_id)
        with self.ownership.hold(task.id):
            with self.store.write() as db:
                unused = forget_task(db, task.id)
                loose = unused_pages(db, unused)
                remove_pages(db, loose)
                delete_pages(db, loose)
            for page_id in unused:
                self.archive.forget(page_id)
            shutil.rmtree(self.tasks / task.id)
        return task, len(unused)

    def add_library(self, folder: Path, *, emit: Emit = ignore_event) -> int:
        """Bring a folder's index up to date; how many documents it holds."""
        from tadori.pipeline.documents.indexing import FolderIndexing

        scan = self.library.scan(checked_folder(folder))
        emit(self.library.scan_event(scan))
        with closing(FolderIndexing(self.library, scan)) as indexing:
            left = 1
            while left:
                batch = indexing.batch(keep=emit, show=emit)
                with self.store.write() as db:
                    batch.save(db)
                left = batch.left
        return len(scan.seen.files)

    def libraries(self, *, with_lost: bool = False) -> list[dict[str, Any]]:
        """Every indexed folder with its counts, as plain data."""
        from tadori.store.libraries import libraries, lost_documents

        rows: list[dict[str, Any]] = []
        with self.store.read() as db:
            for summary in libraries(db):
                row: dict[str, Any] = {
                    "folder": summary.folder,
                    "documents": summary.documents,
                    "lost": summary.lost,
                    "languages": ", ".join(f"{lang} {count}" for lang, count in summary.languages),
                }
                if with_lost:
                    lost = lost_documents(db, [summary.id])
                    row["lost_files"] = [{"url": d.url, "reason": d.lost} for d in lost]
                rows.append(row)
        return rows

    async def search_libraries(self, text: str, folders: Sequence[Path], *, limit: int) -> list[dict[str, Any]]:
        """Hits in `folders`, brought up to date first, or in every indexed folder."""
        from tadori.model.query import Query, QueryPurpose
        from tadori.pipeline.documents.providers import library_provider

        question = checked_question(text)
        for folder in folders:
            self.add_library(folder)
        wanted = [str(checked_folder(folder)) for folder in folders] or [row["folder"] for row in self.libraries()]
        if not wanted:
            raise WrongCall("there is no library yet; add one with: tadori library add FOLDER")
        query = Query.of(
            task_id="library",
            text=question,
            lang=report_language(question),
            purpose=QueryPurpose.INITIAL,
            section_id="library",
            round=0,
            limit=limit,
            cause_id="library",
        )
        found = await library_provider(self.store, self.embedder, wanted, self.clock, in_thread, self.reranking).search(
            query
        )
        return [asdict(hit) for hit in found.hits]


def build_fetching(app: App, routes: "Routes", parts: "WebEnvironment") -> "WebFetcher":
    """The web as `app` may ask it."""
    from tadori.model.ids import Url
    from tadori.pipeline.web.fetching import WebFetcher
    from tadori.pipeline.web.site_access import SiteAccess

    sites = SiteAccess(
        store=app.store,
        guard=routes.guard,
        http=lambda: routes.http,
        slots=app.slots,
        clock=app.clock,
        rng=parts.rng,
        zone=parts.zone,
        accept_language=app.settings.web.accept_language,
        sleep=parts.sleep,
        pace=parts.pace,
        page_seconds=float(app.settings.web.timeout),
    )
    return WebFetcher(
        store=app.store,
        sites=sites,
        routes=routes.table(),
        circuits=routes.circuits,
        inbox=app.inbox(),
        wayback_base=Url(app.settings.web.wayback_base),
        notify=parts.notify,
    )


@contextmanager
def open_app(settings: Settings, *, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> Iterator[App]:
    """The live objects of `settings.home`, closed at the end.

    Raises:
        ConfigError: the home cannot be used.
    """
    from tadori.archive.pages import PageArchive
    from tadori.extract.bounded import BoundedExtractor
    from tadori.pipeline.documents.library import Library
    from tadori.rank.passages import cut_passages
    from tadori.store.database import open_store

    with (
        private_home(settings.home) as out_mode,
        closing(open_store(settings.home / "tadori.db")) as store,
        BoundedExtractor() as reading,
    ):
        archive = PageArchive(settings.home / "archive")
        library = Library(
            store=store,
            extractor=reading,
            open_container=reading.documents_in,
            cut_passages=cut_passages,
            clock=clock,
            at_once=reading.most,
        )
        yield App(settings=settings, store=store, archive=archive, library=library, clock=clock, out_mode=out_mode)
        archive.sync()
