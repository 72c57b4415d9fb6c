"""The parts of one open home: store, archive, library, models, slots. Heavy modules are imported at first use."""

from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from tadori.engine.ownership import TaskLocks
from tadori.engine.slots import HomeSlots
from tadori.engine.threads import in_thread
from tadori.events import Emit, WorkCounted, ignore_event
from tadori.minds.base import AnswerReader, Reranking
from tadori.model.doors import SearchProvider, TaskOwnership
from tadori.model.ids import Url
from tadori.model.question import Task
from tadori.model.slots import Slot, SlotPriority
from tadori.settings import Settings
from tadori.wiring.privacy import private_home

if TYPE_CHECKING:
    from tadori.archive.pages import PageArchive
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
    """The mode of files in `--out`."""
    _models: "Models | None" = field(default=None)
    _graphs: "TaskGraphs | None" = field(default=None)
    _slots: "HomeSlots | None" = field(default=None)

    @property
    def tasks(self) -> Path:
        return self.settings.home / "tasks"

    @property
    def slots(self) -> "HomeSlots":
        """Limits on scarce resources (such as the GPU), shared with all processes of this home."""
        if self._slots is None:
            self._slots = HomeSlots(self.settings.home / "slots")
        return self._slots

    @property
    def ownership(self) -> TaskOwnership:
        """Locks: one process at a time runs a task."""
        return TaskLocks(self.tasks)

    @property
    def models(self) -> "Models":
        """The models of this home, shipped and from the settings, with the store as cache."""
        if self._models is None:
            from tadori.store.embeddings import StoredEmbeddings  # lazy: brings sqlalchemy
            from tadori.wiring.models import Models  # lazy: few commands need it

            self._models = Models(self.settings, StoredEmbeddings(self.store, self.clock), self._turns())
        return self._models

    def _turns(self) -> "GpuTurns":
        urgency = {"embedder": SlotPriority.EMBED, "reranker": SlotPriority.RERANK, "nli": SlotPriority.RERANK}
        return {seat: partial(self.slots.hold_in_thread, Slot.GPU, wanted) for seat, wanted in urgency.items()}

    @property
    def embedder(self) -> "CachedEmbedder | FallbackEmbedder | None":
        """The embedder with the store as cache; None if it is switched off."""
        return self.models.embedder

    @property
    def answer_reader(self) -> AnswerReader | None:
        return self.models.answer_reader

    @property
    def reranking(self) -> Reranking | None:
        return self.models.reranking

    @property
    def graphs(self) -> "TaskGraphs":
        """Cached evidence graphs, one for each recent task, shared by its run and by status answers."""
        if self._graphs is None:
            from tadori.pipeline.task_graph import TaskGraphs  # lazy: brings sqlalchemy

            self._graphs = TaskGraphs(self.store)
        return self._graphs

    def providers(self, task: Task) -> list[SearchProvider]:
        """The task's libraries as one provider."""
        from tadori.pipeline.documents.providers import library_provider  # lazy: brings sqlalchemy

        if not task.libraries:
            return []
        return [library_provider(self.store, self.embedder, task.libraries, self.clock, in_thread, self.reranking)]

    @asynccontextmanager
    async def web(self, parts: "WebEnvironment | None" = None) -> AsyncIterator["PageReader"]:
        """A reader for files and web pages. The web routes are started when the first web page is read."""
        from tadori.pipeline.web.page_reader import PageReader  # lazy: brings sqlalchemy
        from tadori.wiring.routes import Routes, WebEnvironment, notify_page_waits  # lazy: few commands need it

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
        """Finds and repairs damage in the archive."""
        from tadori.pipeline.documents.archive_repair import ArchiveRepair  # lazy: brings sqlalchemy

        return ArchiveRepair(store=self.store, archive=self.archive, library=self.library, clock=self.clock)

    def inbox(self) -> "AuthInbox":
        """The pages that wait for a person."""
        from tadori.pipeline.web.auth_inbox import AuthInbox  # lazy: brings sqlalchemy

        return AuthInbox(self.store, self.clock, self.settings.home / "sessions")

    def task(self, task_id: str) -> Task:
        """The task with this id. Raises TaskNotFound."""
        from tadori.store.tasks import find_task  # lazy: brings sqlalchemy

        with self.store.read() as db:
            return find_task(db, task_id)

    def research_of(
        self,
        task: Task,
        reading: "PageReader",
        emit: Emit = ignore_event,
        providers: Sequence[SearchProvider] | None = None,
        *,
        stretch: int = 1,
    ) -> "Research":
        """Everything that one stretch of a task needs."""
        from tadori.engine.steps import Steps  # lazy: brings sqlalchemy
        from tadori.wiring.research import build_research  # lazy: brings sqlalchemy

        steps = Steps(task_id=task.id, stretch=stretch, store=self.store, clock=self.clock, live=emit)
        return build_research(self, task, reading, steps, providers)

    def work(self) -> WorkCounted:
        """Counts of the expensive work of this process so far."""
        return WorkCounted(
            extractions=self.library.counts.extractions,
            embeddings=0 if self._models is None or self.embedder is None else self.embedder.computed,
            judged=self.library.counts.judged,
        )


def build_fetching(app: App, routes: "Routes", parts: "WebEnvironment") -> "WebFetcher":
    """The web fetcher of a home."""
    from tadori.pipeline.web.fetching import WebFetcher  # lazy: brings sqlalchemy
    from tadori.pipeline.web.site_access import SiteAccess  # lazy: brings sqlalchemy

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
    """Open `settings.home`, and close it at the end.

    Raises:
        ConfigError: the home cannot be used.
    """
    from tadori.archive.pages import PageArchive  # lazy: slow to import
    from tadori.extract.bounded import BoundedExtractor  # lazy: few commands need it
    from tadori.pipeline.documents.library import Library  # lazy: brings sqlalchemy
    from tadori.rank.passages import cut_passages  # lazy: few commands need it
    from tadori.store.database import open_store  # lazy: brings sqlalchemy

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
