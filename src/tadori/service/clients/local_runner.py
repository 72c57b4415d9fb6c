"""Runs the searches of clients in this process, each as one run of the research loop.

In: the task and number of a search in the store. Out: how the run ended; its results are written to the store. Which
searches are run, and when, is decided in `tasks`.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from importlib import import_module
from typing import TYPE_CHECKING, Any

from tadori.errors import Interrupted, TaskBusy
from tadori.events import Event
from tadori.model.doors import SearchProvider
from tadori.model.question import Task
from tadori.model.thresholds import MAX_CONCURRENT_SEARCHES, MAX_EARLIER_QUERIES
from tadori.service.clients.error_log import ErrorLog
from tadori.store.client import (
    REPORT,
    SEARCH,
    ClientSearch,
    client_search,
    client_searches,
    client_task,
    set_pages_before,
)
from tadori.store.queries import pages_read
from tadori.wiring.home import App

if TYPE_CHECKING:
    from tadori.wiring.routes import WebEnvironment


class RunEnding(StrEnum):
    """How the run of a search ended."""

    DONE = "done"
    BUSY = "busy"
    """Another server of this home is running the task, and will store the result."""
    CALLED_OFF = "called_off"
    HALTED = "halted"


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOutcome:
    """The end of one run of a search."""

    ending: RunEnding
    error_id: str = ""
    """The log entry of the error that halted it."""


@dataclass(slots=True)
class RunProgress:
    """A running search: how far it is, and whether it was called off."""

    off: asyncio.Event = field(default_factory=asyncio.Event)
    events: int = 0
    hits: int = 0
    """Results of engines, before known and unpromising ones are dropped."""
    pages: int = 0
    claims: int = 0

    @property
    def called_off(self) -> bool:
        return self.off.is_set()

    def count(self, event: Event) -> None:
        """Count an event, for progress messages; may be called from any thread."""
        self.events += 1
        self.pages += event.kind == "page_read"
        if event.kind == "search_done":
            self.hits += event.hits
        if event.kind == "claims_weighed":
            self.claims += event.new


@dataclass(slots=True, kw_only=True)
class LocalRunner:
    """Runs searches in this process, several at once. `tasks` never starts two of one task at the same time."""

    app: App
    log: ErrorLog
    parts: "WebEnvironment | None" = None
    stand_ins: Sequence[SearchProvider] | None = None
    """Replace the providers for the task's folders; used by tests."""
    at_once: int = MAX_CONCURRENT_SEARCHES
    _room: asyncio.Semaphore = field(init=False)
    _loading: "asyncio.Future[None] | None" = None

    def __post_init__(self) -> None:
        self._room = asyncio.Semaphore(self.at_once)

    def load_early(self) -> None:
        """Import the heavy modules in a thread now: the client is still thinking about its first query."""
        if self._loading is None:
            self._loading = asyncio.get_running_loop().run_in_executor(None, _load)

    async def run(self, task_id: str, number: int, progress: RunProgress) -> RunOutcome:
        """Run a search to its end, or to the end of its current step when it is called off."""
        try:
            async with self._room:
                await self._run_search(task_id, number, progress)
        except TaskBusy:
            return RunOutcome(ending=RunEnding.BUSY)
        except Interrupted:
            return RunOutcome(ending=RunEnding.CALLED_OFF)
        except Exception as exc:  # noqa: BLE001 - any error is logged, and repeating the call continues the search
            return RunOutcome(
                ending=RunEnding.HALTED, error_id=self.log.record(exc, f"search {task_id} s_{number:03d}")
            )
        return RunOutcome(ending=RunEnding.DONE)

    async def _run_search(self, task_id: str, number: int, progress: RunProgress) -> None:
        from tadori.engine.client_queries import query_language  # lazy: brings numpy and the whole pipeline
        from tadori.engine.client_steps import ClientSteps  # lazy: brings numpy and the whole pipeline
        from tadori.wiring.research import ClientCall, build_research  # lazy: brings numpy and the whole pipeline

        if progress.called_off:
            raise Interrupted("called off before it began")
        with self.app.ownership.hold(task_id):
            search, domains = await self.app.store.commit(lambda db: _begun(db, task_id, number))
            self.app.archive.clean()
            steps = ClientSteps(
                task_id=task_id,
                stretch=number,
                store=self.app.store,
                clock=self.app.clock,
                live=progress.count,
                called_off=lambda: progress.called_off,
                outlives=search.kind == REPORT,
            )
            call = ClientCall(search=search, priority_domains=domains, searches=lambda: self._searches(task_id))
            async with self.app.web(self.parts) as reading:
                task = narrowed_task(self.app.task(task_id), search)
                research = build_research(self.app, task, reading, steps, self.stand_ins, call)
                queries = self._queries_until(task_id, number)
                research.assess.also = tuple((query, query_language(query)) for query in queries)
                await research.loop.run()

    def _queries_until(self, task_id: str, number: int) -> list[str]:
        """The client's queries up to this search, newest first."""
        queries = [one.query for one in self._searches(task_id) if one.kind == SEARCH and one.number <= number]
        return list(dict.fromkeys(reversed(queries)))[:MAX_EARLIER_QUERIES]

    def _searches(self, task_id: str) -> list[ClientSearch]:
        with self.app.store.read() as db:
            return client_searches(db, task_id)


def _load() -> None:
    """Import what every search needs, so that the first one starts sooner."""
    import_module("tadori.wiring.research")


def _begun(db: Any, task_id: str, number: int) -> tuple[ClientSearch, tuple[str, ...]]:
    """The stored search, and the domains its client prefers. Its page budget counts from the pages read so far."""
    search, mine = client_search(db, task_id, number), client_task(db, task_id)
    if not search.query_ids:
        set_pages_before(db, task_id, number, pages_read(db, task_id))
        search = client_search(db, task_id, number)
    return search, () if mine is None else mine.priority_domains


def narrowed_task(task: Task, search: ClientSearch) -> Task:
    """The task limited to what one search may use: its own page limit, and the engines it names."""
    most = search.options.get("max_pages")
    pages = task.budget.pages if most is None else min(task.budget.pages, search.pages_before + most)
    engines = tuple(search.options.get("engines") or ()) or task.providers
    return replace(task, budget=replace(task.budget, pages=pages), providers=engines)
