"""The work on one search of a client, done by this process. `client_workers` has other processes do the same.

Comes in: the task and number of a search that is kept in the store. Goes out: how the work on it ended; what the search
brought stands in the store. The durable log belongs to a task and a process has one open, so what is asked for
meanwhile waits.
"""

import asyncio
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Final, Protocol

from tadori.app.client_log import ErrorLog
from tadori.app.home import App
from tadori.errors import Interrupted, TaskBusy
from tadori.events import Event
from tadori.model.doors import SearchProvider
from tadori.model.question import Task
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

if TYPE_CHECKING:
    from tadori.app.routes import Parts

LOG_POLL: Final = 0.1
"""Whoever comes next waits so long when a search ends."""

MOST_ASKED: Final = 8
"""Claims are weighed by the question and by so many of a client's last queries."""


class How(StrEnum):
    """How the work on a search ended."""

    DONE = "done"
    BUSY = "busy"
    """Another server of this home works on the task; the end will be in the store."""
    CALLED_OFF = "called_off"
    HALTED = "halted"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """The end of the work on a search."""

    how: How
    error_id: str = ""
    """Where the log has what halted it."""


@dataclass(slots=True)
class Running:
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

    def figures(self) -> dict[str, int]:
        """As one process tells another."""
        return {"told": self.told, "hits": self.hits, "pages": self.pages, "claims": self.claims}

    def take(self, figures: Mapping[str, int]) -> None:
        """What `figures` of another process told."""
        self.told, self.hits = figures["told"], figures["hits"]
        self.pages, self.claims = figures["pages"], figures["claims"]


class Work(Protocol):
    """Whoever carries searches to their end."""

    def expect(self) -> None:
        """A search is likely soon: make ready what takes long to start."""

    async def carry(self, task_id: str, number: int, running: Running) -> Ended:
        """Carry a search to its end, or to its next unit when it is called off. Two of one task never come at once."""

    async def close(self) -> None:
        """End everything that this started."""


@dataclass(slots=True, kw_only=True)
class Here:
    """This process does the work, one search at a time."""

    app: App
    threads: ThreadPoolExecutor
    log: ErrorLog
    parts: "Parts | None" = None
    stand_ins: Sequence[SearchProvider] | None = None
    """Providers in the place of the folders: a test's."""
    _one_log: asyncio.Lock = field(default_factory=asyncio.Lock)

    def expect(self) -> None:
        """Everything is here."""

    async def carry(self, task_id: str, number: int, running: Running) -> Ended:
        try:
            async with self._one_log:
                await self._carry_on(task_id, number, running)
        except TaskBusy:
            return Ended(how=How.BUSY)
        except Interrupted:
            return Ended(how=How.CALLED_OFF)
        except Exception as exc:  # noqa: BLE001 - whatever halted it is written down, and the same call goes on with it
            return Ended(how=How.HALTED, error_id=self.log.keep(exc, f"search {task_id} s_{number:03d}"))
        return Ended(how=How.DONE)

    async def close(self) -> None:
        """Nothing was started."""

    async def _carry_on(self, task_id: str, number: int, running: Running) -> None:
        from tadori.app.wiring import wired
        from tadori.loop.client import ClientRun, asked_with, language
        from tadori.run.client_steps import ClientSteps, parked
        from tadori.run.durable import durable_log, run_part, task_lock

        folder = self.app.tasks / task_id
        if running.called_off:
            raise Interrupted("called off before it began")
        with task_lock(folder, task_id):
            search, domains = self._begun(task_id, number)
            self.app.archive.clean()
            async with self.app.web(self.parts) as reading:
                steps = ClientSteps(
                    task_id=task_id,
                    store=self.app.store,
                    clock=self.app.clock,
                    live=running.hear,
                    called_off=lambda: running.called_off,
                    outlives=search.kind == REPORT,
                )
                narrowed = narrowed_task(self.app.task(task_id), search)
                research = wired(
                    self.app,
                    narrowed,
                    reading,
                    running.hear,
                    self.stand_ins,
                    steps,
                    asked=lambda query_id: asked_with(query_id, self._searches(task_id)),
                )
                research.assess.also = tuple((query, language(query)) for query in self._asked(task_id, number))
                run = ClientRun(
                    search=search,
                    research=research,
                    priority_domains=domains,
                    earlier=lambda: self._searches(task_id),
                )

                async def work(wanted: int) -> None:
                    if wanted != number:  # halted earlier, and not asked for again: it stays where it is
                        await parked()
                    await run.run(wanted)

                async with durable_log(folder, task_id, work, poll=LOG_POLL):
                    try:
                        await run_part(task_id, number, steps.halted)
                    except Exception:  # whatever it was goes on up, once nothing of the task is at work any more
                        await steps.quiet()
                        raise
            # The durable log made its own threads the loop's, and has ended them.
            asyncio.get_running_loop().set_default_executor(self.threads)

    def _begun(self, task_id: str, number: int) -> tuple[ClientSearch, tuple[str, ...]]:
        """The search as the store has it, and the domains its client prefers. Its pages are counted from now on."""
        with self.app.store.write() as db:
            search = client_search(db, task_id, number)
            mine = client_task(db, task_id)
            if not search.query_ids:
                set_pages_before(db, task_id, number, pages_read(db, task_id))
                search = client_search(db, task_id, number)
        return search, () if mine is None else mine.priority_domains

    def _asked(self, task_id: str, number: int) -> list[str]:
        """What the client has asked until this search, newest first."""
        asked = [one.query for one in self._searches(task_id) if one.kind == SEARCH and one.number <= number]
        return list(dict.fromkeys(reversed(asked)))[:MOST_ASKED]

    def _searches(self, task_id: str) -> list[ClientSearch]:
        with self.app.store.read() as db:
            return client_searches(db, task_id)


def narrowed_task(task: Task, search: ClientSearch) -> Task:
    """The task as one search may use it: the pages it is given, the engines it names."""
    most = search.options.get("max_pages")
    pages = task.budget.pages if most is None else min(task.budget.pages, search.pages_before + most)
    engines = tuple(search.options.get("engines") or ()) or task.providers
    return replace(task, budget=replace(task.budget, pages=pages), providers=engines)
