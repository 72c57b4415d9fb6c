"""The answers of the task tools as plain data, with the field names of §3.2.1, §2.1.2, §3.6.1 and §4.4.1.

In: the store. Out: figures and evidence, never a recommendation. No absolute path of this machine is in them: documents
of a folder get an address of their own (`library:///folder/name`). `mcp/response_filter.py` checks every answer again.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from tadori.model.budget import Spent, remaining_percent
from tadori.model.graph import EvidenceGraph
from tadori.model.ids import JA
from tadori.model.question import Task
from tadori.pipeline.task_sources import TaskSources
from tadori.service.clients.claim_grades import KnownGrades
from tadori.service.clients.claims import ClaimViews, utc_stamp
from tadori.service.clients.materials import (
    MaterialsRequest,
    SnapshotCache,
    primary_share,
    snapshot_part,
    take_snapshot,
)
from tadori.service.clients.meta import answer_meta
from tadori.service.clients.paging import parse_cursor
from tadori.service.clients.searches import search_refusal
from tadori.service.clients.status import (
    BLOCKED_WARNING,
    client_task_status,
    is_stopped,
    report_state,
    search_lines,
    web_blocked,
)
from tadori.store.client import ClientSearch, ClientTask, client_search, client_task, counts_of, set_search_delivered
from tadori.store.tasks import find_task, seconds_spent
from tadori.wiring.home import App
from tadori.wiring.model_workers import model_ids

T = TypeVar("T")
Json = dict[str, Any]
MAX_CLAIMS_PER_SEARCH: Final = 20
"""Claims in the answer of one search; get_materials gives the rest."""
ANSWER_SECONDS: Final = 50.0
"""Longer answers become TIMEOUT: clients commonly give up after 60. The work continues, and the next call uses it."""


@dataclass(slots=True, kw_only=True)
class Answers:
    """Answers about the tasks of one home."""

    app: App
    threads: ThreadPoolExecutor
    """Separate from the loop's default threads, so that answers do not queue behind the steps of searches."""
    _readings: SnapshotCache = field(default_factory=SnapshotCache)
    _grades: KnownGrades = field(default_factory=KnownGrades)

    def created(self, task: Task) -> Json:
        return {
            "task_id": task.id,
            "query": task.question,
            "status": "created",
            "language": task.lang,
            "created_at": utc_stamp(task.created_at),
            "budget": {"max_pages": task.budget.pages, "max_seconds": task.budget.seconds},
        }

    def status(self, task_id: str, was: ClientTask | None) -> Json:
        """The answer of `get_status`; `was` is what was stored of the client before this call."""
        return client_task_status(self.app, task_id, was)

    def meta(self, *task_ids: str) -> Json:
        """§4.4.1 L5: the metadata of every answer about these tasks."""
        return answer_meta(self.app.store, *task_ids)

    # -- search -------------------------------------------------------------------------------------------------------

    async def search(self, task_id: str, number: int) -> Json:
        """The result of a search, or that it is `running`.

        Raises:
            ClientRefused: it halted, or found nothing for a reason that has an error code.
        """
        waiting = self.app.inbox().pending(task_id=task_id)
        with self.app.store.read() as db:
            task = find_task(db, task_id)
            search = client_search(db, task_id, number)
            lines = search_lines(db, task, waiting)
            refusal = search_refusal(search, stopped=is_stopped(db, task))
            blocked = web_blocked(self.app, db, task)
        if refusal is not None:
            await self._mark_delivered(search)
            raise refusal
        line = next(one for one in lines if one["id"] == search.id)
        found: Json = {
            "search_id": line.pop("id"),
            **line,
            "claims_found": [],
            "warnings": [BLOCKED_WARNING[0] if task.lang == JA else BLOCKED_WARNING[1]] if blocked else [],
            "budget_remaining": self._remaining(task),
            "_lancet_meta": self.meta(task_id),
        }
        if search.finished_at is None:
            return found
        views = ClaimViews(
            graph=await self.graph(task), libraries=task.libraries, store=self.app.store, known=self._grades
        )
        found |= self._results(search, views)
        await self._mark_delivered(search)
        return found

    def _results(self, search: ClientSearch, views: ClaimViews) -> Json:
        """The claims of a finished search, and with `refute` what speaks against them."""
        claims, tested = search.result["claims"], search.result["tested"]
        found: Json = {
            "claims_found": [views.brief(one) for one in claims[:MAX_CLAIMS_PER_SEARCH] if views.has(one)],
            "claims_total": len(claims),
            "novelty_score": search.result["novelty_score"],
        }
        if search.options.get("refute"):
            found |= {"refutations": views.refutations(tested, claims), "tested_claims": tested[:MAX_CLAIMS_PER_SEARCH]}
        return found

    async def _mark_delivered(self, search: ClientSearch) -> None:
        """Mark the result as delivered: from now on the same call means a new search."""
        if search.finished_at is not None and not search.delivered:
            await self.app.store.commit(
                lambda db: set_search_delivered(db, search.task_id, search.number), synced=False
            )

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
            task = find_task(db, task_id)
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
        """Claims, fragments and graph, as many as fit into one answer; `next_cursor` continues with the rest.

        Raises:
            WrongCall: the cursor is invalid, or belongs to evidence that has changed and is no longer held.
        """
        task = self.app.task(task_id)
        wanted = MaterialsRequest(
            task_id=task.id, libraries=task.libraries, include_graph=include_graph, narrative=narrative
        )
        reading = self._readings.find(wanted, parse_cursor(cursor)[1])
        if reading is None:
            graph = await self.graph(task)
            reading = await self._in_thread(take_snapshot, self.app.store, wanted, graph, self._grades)
        part = snapshot_part(reading, cursor)
        self._readings.keep(reading)
        return {"task_id": task.id, "query": task.question, **part, "_lancet_meta": self.meta(task_id)}

    async def graph(self, task: Task) -> EvidenceGraph:
        """The current evidence graph of a task with every claim; shared with a run of the task in this process."""
        return await self._in_thread(self._whole_graph, task)

    def _whole_graph(self, task: Task) -> EvidenceGraph:
        app = self.app
        sourcing = TaskSources(
            task=task, store=app.store, clock=app.clock, embedder=app.embedder, minds=model_ids(app, task)
        )
        return app.graphs.of(task, sourcing).whole

    async def _in_thread(self, work: Callable[..., T], *arguments: Any) -> T:
        """Run slow work in a thread. Raises TimeoutError."""
        async with asyncio.timeout(ANSWER_SECONDS):
            return await asyncio.get_running_loop().run_in_executor(self.threads, work, *arguments)
