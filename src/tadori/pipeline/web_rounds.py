"""One round of web research: search all queries, then read hits ten pages at a time where it pays off (L6).

Comes in: the ids of a round's queries. Goes out: the number of new claims. The first ten pages are the best hits of
each query in turn. After each ten the pages are ranked, and the next ten are spread over the queries by what they
yielded so far (UCB1), within a query by expected value. A round ends when no hits are left, when its share of the page
budget is used, or when two tens in a row brought almost nothing new. Then the sources that its pages cite are read, and
the registers of the entities in the question. It makes no queries.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import count

from tadori.events.web import HitSkipped
from tadori.graph.novelty import has_run_dry, novelty_by_cycle
from tadori.model.doors import Journal
from tadori.model.query import Hit
from tadori.model.question import Task
from tadori.model.steps import StepContext
from tadori.model.thresholds import NOVELTY_CYCLE_FETCHES, ROUND_BUDGET_PART, ROUND_LEAST_PAGES
from tadori.pipeline.branches import branches_of
from tadori.pipeline.citation_tracing import CitationTracing
from tadori.pipeline.entities import EntityBase
from tadori.pipeline.gather import Gather
from tadori.search.exploration import Harvest, PendingHit, expected_value, next_hits_to_fetch
from tadori.store.database import Store
from tadori.store.domains import urls_tried
from tadori.store.queries import TaskPage, hit_by_id, queries_of, task_pages, urls_read
from tadori.text.tokens import terms

HitsToRead = list[tuple[str, str]]
"""(hit id, query id) pairs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WebRounds:
    """Runs the web rounds of one task."""

    task: Task
    steps: Journal[Store]
    gather: Gather
    tracing: CitationTracing
    entities: EntityBase

    async def round(self, query_ids: Sequence[str], key: str) -> int:
        """Search and read for a round of queries; return the number of new claims."""
        waiting: HitsToRead = [
            (item, query_id) for query_id in query_ids for item in await self.gather.search(query_id)
        ]
        new, read = 0, dict.fromkeys(query_ids, 0)
        for number in count():
            chosen, waiting = await self._choose(waiting, read, f"{key}.{number}")
            if not chosen:
                break
            new += await self.read(chosen, f"{key}.{number}")
            for _, query_id in chosen:
                read[query_id] += 1
        new += await self.read(await self.tracing.cited(query_ids, key), f"{key}.cited")
        await self.entities.note(key)
        asked = await self.entities.registers(key)
        if asked:
            new += await self.read(asked, f"{key}.registers")
            await self.entities.note(f"{key}.registers")
        await self.gather.learn(query_ids, key)
        return new

    async def read(self, chosen: HitsToRead, key: str) -> int:
        """Read hits and extract claims for their queries; return the number of new claims."""
        had = await self.gather.read_all(chosen)
        touched = dict.fromkeys(query_id for (_, query_id), page in zip(chosen, had, strict=True) if page is not None)
        return sum([await self.gather.weigh(query_id, key) for query_id in touched])

    async def _choose(self, waiting: HitsToRead, read: dict[str, int], key: str) -> tuple[HitsToRead, HitsToRead]:
        """(hits to read next, hits still waiting), as one durable decision; both empty when the round is over."""
        if not waiting:
            return [], []

        async def body(step: StepContext) -> list[HitsToRead]:
            return list(self._chosen(step, waiting, read))

        chosen, left = await self.steps.run("choose", key, self.task.id, body)
        return [(item, query_id) for item, query_id in chosen], [(item, query_id) for item, query_id in left]

    def _chosen(self, step: StepContext, waiting: HitsToRead, read: dict[str, int]) -> tuple[HitsToRead, HitsToRead]:
        with self.steps.store.read() as db:
            rows = {row.query.id: row for row in queries_of(db, self.task.id)}
            pages = task_pages(db, self.task.id)
            gone = urls_read(db, self.task.id) | urls_tried(db, self.task.id)
            gone -= self.gather.read_but_unweighed(db).keys()
            hits = [(item, query_id, hit_by_id(db, item)) for item, query_id in waiting]
        already = sum(read.values())
        own = [page for page in pages if not page.inherited]
        room = _room(self.task.budget.pages - len(own), already)
        # A self-driving task runs dry as a whole; a client's search is judged by its own pages only.
        counted = own if self.gather.asked is None else pages_for(pages, read)
        if why := why_over(room, counted if already else ()):
            for _, query_id, hit in hits:
                step.emit(HitSkipped(query_id=query_id, url=hit.url, reason=why))
            return [], []
        pending = [
            PendingHit(query_id=query_id, item=item, expected=expected_value(hit, terms(rows[query_id].query.text)))
            for item, query_id, hit in _once(step, hits, gone)
        ]
        harvests = {
            query_id: Harvest(query_id=query_id, useful=rows[query_id].useful, pages=pages_of)
            for query_id, pages_of in read.items()
        }
        branches = branches_of([row.query for row in rows.values()], pages)
        chosen = next_hits_to_fetch(pending, harvests, branches, min(room, NOVELTY_CYCLE_FETCHES))
        taken = {one.item for one in chosen}
        left = [(one.item, one.query_id) for one in pending if one.item not in taken]
        return [(one.item, one.query_id) for one in chosen], left


def pages_for(pages: Sequence[TaskPage], query_ids: Collection[str]) -> list[TaskPage]:
    """Pages read for these queries. A client's new search must not end because an earlier one ran dry."""
    return [page for page in pages if page.query_id in query_ids]


def why_over(room: int, pages: Sequence[TaskPage]) -> str | None:
    """Why a round reads nothing more; None while it may."""
    if room <= 0:
        return "the round has had its share of the page budget"
    dry = has_run_dry(novelty_by_cycle([page.flags for page in pages]))
    return "almost nothing new came of late" if dry else None


def _room(left: int, already: int) -> int:
    """How many more pages a round may read, given the pages it has read and those the task has left."""
    share = max(ROUND_LEAST_PAGES, (left + already) // ROUND_BUDGET_PART)
    return min(left, share - already)


def _once(step: StepContext, hits: Sequence[tuple[str, str, Hit]], gone: set[str]) -> list[tuple[str, str, Hit]]:
    """The hits that were not read yet, each URL once: two queries often find the same page."""
    seen = set(gone)
    kept = []
    for item, query_id, hit in hits:
        if hit.url in seen:
            step.emit(HitSkipped(query_id=query_id, url=hit.url, reason="already read"))
            continue
        seen.add(hit.url)
        kept.append((item, query_id, hit))
    return kept
