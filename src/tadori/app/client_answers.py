"""What a client is told about its tasks, as plain data in the names of §3.2.1, §2.1.2, §3.6.1 and §4.4.1.

Figures and evidence, never a recommendation. No absolute path of this machine is among it: a document of a folder has
an address of its own (`library:///folder/name`). The one exit (`mcp/exit.py`) still checks every answer.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeVar
from weakref import WeakValueDictionary

from tadori.app.client_claims import ClaimViews, stamp
from tadori.app.client_materials import Readings, Wanted, one_part, primary_share, read_now
from tadori.app.client_meta import meta
from tadori.app.client_pages import read_cursor
from tadori.app.client_searches import refused_search
from tadori.app.client_status import BLOCKED, is_stopped, report_state, search_lines, task_status, web_blocked
from tadori.app.home import App
from tadori.model.budget import Spent, remaining_percent
from tadori.model.calibration import CONFIDENCE_SOURCE
from tadori.model.graph import EvidenceGraph
from tadori.model.ids import JA
from tadori.model.question import Task
from tadori.store.calibration import active_version
from tadori.store.client import ClientSearch, ClientTask, client_search, client_task, counts_of, set_delivered
from tadori.store.tasks import seconds_spent, task_named
from tadori.store.trust import trust_records

if TYPE_CHECKING:
    from tadori.run.assess import Assess

T = TypeVar("T")
Json = dict[str, Any]
MOST_CLAIMS: Final = 20
"""Claims in the answer of one search; get_materials gives the rest."""
GRAPHS_KEPT: Final = 8
MOST_IN_GRAPH: Final = 20_000
"""A client is given every claim, not only those that a report would choose from."""
ANSWER_SECONDS: Final = 50.0
"""What takes longer is TIMEOUT: clients commonly give up after 60. The work goes on; the next call has its fruit."""


@dataclass(slots=True, kw_only=True)
class Answers:
    """Answers about the tasks of one home."""

    app: App
    threads: ThreadPoolExecutor
    """Our own: answers do not queue behind the units of searches, which use the threads of the loop."""
    _assess: "dict[str, tuple[Any, Assess]]" = field(default_factory=dict)
    """For the tasks asked about last: by what their evidence was judged, and its graph."""
    _readings: Readings = field(default_factory=Readings)
    _one_graph: WeakValueDictionary[str, asyncio.Lock] = field(default_factory=WeakValueDictionary)
    """One for each task whose graph is being built: two calls at once build it once."""

    def created(self, task: Task) -> Json:
        return {
            "task_id": task.id,
            "query": task.question,
            "status": "created",
            "language": task.lang,
            "created_at": stamp(task.created_at),
            "budget": {"max_pages": task.budget.pages, "max_seconds": task.budget.seconds},
        }

    def status(self, task_id: str, was: ClientTask | None) -> Json:
        """Everything `get_status` tells; `was`: what was known of the client before it asked."""
        return task_status(self.app, task_id, was)

    def meta(self, *task_ids: str) -> Json:
        """§4.4.1 L5: what stands beside every answer about these tasks."""
        return meta(self.app.store, *task_ids)

    # -- search -------------------------------------------------------------------------------------------------------

    async def search(self, task_id: str, number: int) -> Json:
        """What a search has brought, or that it is `running`.

        Raises:
            ClientRefused: it halted, or gave nothing for a reason that has a code.
        """
        waiting = self.app.inbox().pending(task_id=task_id)
        with self.app.store.read() as db:
            task = task_named(db, task_id)
            search = client_search(db, task_id, number)
            lines = search_lines(db, task, waiting)
            refusal = refused_search(search, stopped=is_stopped(db, task))
            blocked = web_blocked(self.app, db, task)
        if refusal is not None:
            await self._delivered(search)
            raise refusal
        line = next(one for one in lines if one["id"] == search.id)
        found: Json = {
            "search_id": line.pop("id"),
            **line,
            "claims_found": [],
            "warnings": [BLOCKED[0] if task.lang == JA else BLOCKED[1]] if blocked else [],
            "budget_remaining": self._remaining(task),
            "_lancet_meta": self.meta(task_id),
        }
        if search.finished_at is None:
            return found
        found |= self._brought(search, ClaimViews(graph=await self.graph(task), libraries=task.libraries))
        await self._delivered(search)
        return found

    def _brought(self, search: ClientSearch, views: ClaimViews) -> Json:
        """What a search that has ended is told with besides its figures."""
        claims, tested = search.result["claims"], search.result["tested"]
        found: Json = {
            "claims_found": [views.brief(one) for one in claims[:MOST_CLAIMS] if views.has(one)],
            "claims_total": len(claims),
            "novelty_score": search.result["novelty_score"],
        }
        if search.options.get("refute"):
            found |= {"refutations": views.refutations(tested, claims), "tested_claims": tested[:MOST_CLAIMS]}
        return found

    async def _delivered(self, search: ClientSearch) -> None:
        """Its result is made and on its way: the same call is a new search from now on."""
        if search.finished_at is not None and not search.delivered:
            await self.app.store.commit(lambda db: set_delivered(db, search.task_id, search.number), synced=False)

    def _remaining(self, task: Task) -> Json:
        with self.app.store.read() as db:
            spent = Spent(pages=counts_of(db, task.id).pages, seconds=seconds_spent(db, task.id))
        return {
            "pages": max(0, task.budget.pages - spent.pages),
            "percent": remaining_percent(task.budget, spent),
        }

    # -- stop_task, get_materials -------------------------------------------------------------------------------------

    async def stopped(self, task_id: str) -> Json:
        with self.app.store.read() as db:
            task = task_named(db, task_id)
            mine = client_task(db, task_id)
            searches = search_lines(db, task, ())
            report = report_state(db, task_id)
            claims = counts_of(db, task_id).claims
        return {
            "task_id": task.id,
            "final_status": "partial" if mine is None else mine.final_status,
            "summary": {
                "total_searches": len(searches),
                "satisfied_searches": sum(one["status"] == "satisfied" for one in searches),
                "total_claims": claims,
                "primary_source_ratio": primary_share(await self.graph(task)),
            },
            "report": report,
            "_lancet_meta": self.meta(task_id),
        }

    async def materials(self, task_id: str, *, include_graph: bool, narrative: bool, cursor: str) -> Json:
        """Claims, fragments and graph, as many as fit into one answer; `next_cursor` leads to the rest.

        Raises:
            WrongCall: the cursor is none of ours, or of evidence that nobody holds any more.
        """
        task = self.app.task(task_id)
        wanted = Wanted(task_id=task.id, libraries=task.libraries, include_graph=include_graph, narrative=narrative)
        reading = self._readings.find(wanted, read_cursor(cursor)[1])
        if reading is None:
            graph = await self.graph(task)
            reading = await self._aside(read_now, self.app.store, wanted, graph)
        part = one_part(reading, cursor)
        self._readings.keep(reading)
        return {"task_id": task.id, "query": task.question, **part, "_lancet_meta": self.meta(task_id)}

    async def graph(self, task: Task) -> EvidenceGraph:
        """The evidence graph of a task as the store has it now."""
        from tadori.judge.judge import Judge
        from tadori.run.assess import Assess
        from tadori.run.providers import library_index
        from tadori.run.steps import Steps

        mark, kept = self._judged_by(), self._assess.pop(task.id, None)
        if kept is not None and kept[0] == mark:
            known = kept[1]
        else:
            known = Assess(
                task=task,
                steps=Steps(
                    task_id=task.id, stretch=0, store=self.app.store, clock=self.app.clock, live=lambda _event: None
                ),
                judge=Judge(),
                index=library_index(self.app.store, task.libraries),
                embedder=None,
                counts=self.app.library.counts,
                most_claims=MOST_IN_GRAPH,
            )
        self._assess[task.id] = mark, known
        while len(self._assess) > GRAPHS_KEPT:
            del self._assess[next(iter(self._assess))]
        async with self._one_graph.setdefault(task.id, asyncio.Lock()):
            return await self._aside(known.graph)

    def _judged_by(self) -> tuple[Any, ...]:
        """What a graph depends on besides its task's evidence: the calibration in force, the trust in publishers."""
        with self.app.store.read() as db:
            version = active_version(db, CONFIDENCE_SOURCE)
            trust = tuple((record.domain, record.level) for record in trust_records(db))
        return 0 if version is None else version.version, trust

    async def _aside(self, work: Callable[..., T], *arguments: Any) -> T:
        """Do what takes long beside the loop. Raises TimeoutError."""
        async with asyncio.timeout(ANSWER_SECONDS):
            return await asyncio.get_running_loop().run_in_executor(self.threads, work, *arguments)
