"""The work on the searches of clients, done by this process: each is an asyncio task and a stretch of the one loop.

Comes in: the task and number of a search that is kept in the store. Goes out: how the work on it ended; what the search
brought stands in the store.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from tadori.errors import Interrupted, TaskBusy
from tadori.events import Event
from tadori.model.doors import SearchProvider
from tadori.model.question import Task
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

MAX_CONCURRENT_SEARCHES: Final = 4
"""§3.2.2: four users of the network."""
MAX_EARLIER_QUERIES: Final = 8
"""Claims are weighed by the question and by so many of a client's last queries."""


class RunEnding(StrEnum):
    """How the work on a search ended."""

    DONE = "done"
    BUSY = "busy"
    """Another server of this home works on the task; the end will be in the store."""
    CALLED_OFF = "called_off"
    HALTED = "halted"


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOutcome:
    """The end of the work on a search."""

    how: RunEnding
    error_id: str = ""
    """Where the log has what halted it."""


@dataclass(slots=True)
class RunProgress:
    """A search at work: how far it is, and whether somebody wants it to end."""

    off: asyncio.Event = field(default_factory=asyncio.Event)
    told: int = 0
    hits: int = 0
    """What engines gave, before anything is left out as known or not worth reading."""
    pages: int = 0
    claims: int = 0

    @property
    def called_off(self) -> bool:
        return self.off.is_set()

    def hear(self, event: Event) -> None:
        """Count what happens, for progress; may be called from any thread."""
        self.told += 1
        self.pages += event.kind == "page_read"
        if event.kind == "search_done":
            self.hits += event.hits
        if event.kind == "claims_weighed":
            self.claims += event.new


@dataclass(slots=True, kw_only=True)
class LocalRunner:
    """Carries searches in this process, as many side by side as it may; those of one task never come at once."""

    app: App
    log: ErrorLog
    parts: "WebEnvironment | None" = None
    stand_ins: Sequence[SearchProvider] | None = None
    """Providers in the place of the folders: a test's."""
    at_once: int = MAX_CONCURRENT_SEARCHES
    _room: asyncio.Semaphore = field(init=False)
    _loading: "asyncio.Future[None] | None" = None

    def __post_init__(self) -> None:
        self._room = asyncio.Semaphore(self.at_once)

    def load_early(self) -> None:
        """A search is likely soon: load what takes long, while the client still thinks about its query."""
        if self._loading is None:
            self._loading = asyncio.get_running_loop().run_in_executor(None, _load)

    async def carry(self, task_id: str, number: int, running: RunProgress) -> RunOutcome:
        """Carry a search to its end, or to its next unit when it is called off."""
        try:
            async with self._room:
                await self._carry_on(task_id, number, running)
        except TaskBusy:
            return RunOutcome(how=RunEnding.BUSY)
        except Interrupted:
            return RunOutcome(how=RunEnding.CALLED_OFF)
        except Exception as exc:  # noqa: BLE001 - whatever halted it is written down, and the same call goes on with it
            return RunOutcome(how=RunEnding.HALTED, error_id=self.log.keep(exc, f"search {task_id} s_{number:03d}"))
        return RunOutcome(how=RunEnding.DONE)

    async def _carry_on(self, task_id: str, number: int, running: RunProgress) -> None:
        from tadori.engine.client_queries import query_language  # lazy: brings numpy and the whole pipeline
        from tadori.engine.client_steps import ClientSteps  # lazy: brings numpy and the whole pipeline
        from tadori.wiring.research import ClientCall, build_research  # lazy: brings numpy and the whole pipeline

        if running.called_off:
            raise Interrupted("called off before it began")
        with self.app.ownership.hold(task_id):
            search, domains = await self.app.store.commit(lambda db: _begun(db, task_id, number))
            self.app.archive.clean()
            steps = ClientSteps(
                task_id=task_id,
                stretch=number,
                store=self.app.store,
                clock=self.app.clock,
                live=running.hear,
                called_off=lambda: running.called_off,
                outlives=search.kind == REPORT,
            )
            call = ClientCall(search=search, priority_domains=domains, searches=lambda: self._searches(task_id))
            async with self.app.web(self.parts) as reading:
                task = narrowed_task(self.app.task(task_id), search)
                research = build_research(self.app, task, reading, steps, self.stand_ins, call)
                asked = self._asked(task_id, number)
                research.assess.also = tuple((query, query_language(query)) for query in asked)
                await research.loop.run()

    def _asked(self, task_id: str, number: int) -> list[str]:
        """What the client has asked until this search, newest first."""
        asked = [one.query for one in self._searches(task_id) if one.kind == SEARCH and one.number <= number]
        return list(dict.fromkeys(reversed(asked)))[:MAX_EARLIER_QUERIES]

    def _searches(self, task_id: str) -> list[ClientSearch]:
        with self.app.store.read() as db:
            return client_searches(db, task_id)


def _load() -> None:
    """Import what every search needs."""
    import_module("tadori.wiring.research")


def _begun(db: Any, task_id: str, number: int) -> tuple[ClientSearch, tuple[str, ...]]:
    """The search as the store has it, and the domains its client prefers. Its pages are counted from now on."""
    search, mine = client_search(db, task_id, number), client_task(db, task_id)
    if not search.query_ids:
        set_pages_before(db, task_id, number, pages_read(db, task_id))
        search = client_search(db, task_id, number)
    return search, () if mine is None else mine.priority_domains


def narrowed_task(task: Task, search: ClientSearch) -> Task:
    """The task as one search may use it: the pages it is given, the engines it names."""
    most = search.options.get("max_pages")
    pages = task.budget.pages if most is None else min(task.budget.pages, search.pages_before + most)
    engines = tuple(search.options.get("engines") or ()) or task.providers
    return replace(task, budget=replace(task.budget, pages=pages), providers=engines)
