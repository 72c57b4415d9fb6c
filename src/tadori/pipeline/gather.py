"""The pipeline that takes a query from search to claims, as durable steps.

search → read (fetch, archive, extract) → weigh (rank, extract claims). Comes in: ids of queries. Goes out: rows in the
store. It does not assess the evidence as a whole (`pipeline/assess.py`) and does not decide what to search next.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from tadori.claim.extraction import claims_from
from tadori.claim.orders import orders_in
from tadori.events import ClaimsWeighed, InjectionSuspected, PageLost, PageRead, PartLost
from tadori.events.web import HitSkipped
from tadori.graph.build import own_edge
from tadori.graph.harvest import harvest_rate
from tadori.graph.novelty import novelty
from tadori.graph.sources import publisher_of
from tadori.judge.frames.framed import FramedClaim
from tadori.minds.base import Embedder, Reranking
from tadori.minds.local.notices import ModelNotices
from tadori.model.claim import Claim
from tadori.model.doors import Journal, LexicalIndex
from tadori.model.engine import LIBRARY
from tadori.model.ids import Url, content_id
from tadori.model.page import Fragment, FragmentType, Page, heading_texts
from tadori.model.query import Hit, Query
from tadori.model.question import Task
from tadori.model.steps import StepContext
from tadori.model.thresholds import COUNTER_PAGES, FRAGMENTS_A_QUERY, OPEN_FRAGMENTS_A_QUERY, RECALLED_PAGES
from tadori.model.web import FetchFailure
from tadori.pipeline.counter_evidence import claims_on_the_same_frame
from tadori.pipeline.documents.indexing import FolderIndexing
from tadori.pipeline.documents.library import Library
from tadori.pipeline.documents.providers import RANKING, order_id
from tadori.pipeline.engines.engine_search import EngineSearches
from tadori.pipeline.engines.merged_answers import all_hits
from tadori.pipeline.model_workers import ModelWorkers
from tadori.pipeline.side_by_side import side_by_side
from tadori.pipeline.web.page_reader import LoadedPage, PageReader
from tadori.rank.fragments import RankedFragment, SearchedWords, fragments_about, rank_fragments
from tadori.rank.open_fragments import rank_open_fragments
from tadori.rank.question import parse_question
from tadori.search.exploration import expected_value
from tadori.store.auth import note_read_again, unblocked_hits
from tadori.store.cache import cached_value, save_cached
from tadori.store.database import Store
from tadori.store.domains import urls_tried
from tadori.store.engine_answers import save_answers
from tadori.store.engines import open_link_of
from tadori.store.evidence import claim_ids, claims_of, save_claims, save_edges, urls_with_claims
from tadori.store.libraries import library_id_of, library_version
from tadori.store.pages import fragments_by_id, fragments_of, page_by_id, pages_by_id
from tadori.store.queries import (
    add_yield,
    hit_by_id,
    is_read,
    item_id,
    note_page_read,
    pages_met_again,
    pages_read,
    pages_to_weigh,
    query_by_id,
    read_and_not_weighed,
    referer_of,
    save_hits,
    set_orders,
    set_weighed,
    task_pages,
    urls_read,
)
from tadori.store.trust import blocked_publishers
from tadori.text.tokens import terms

QueryIntents = Callable[[str], Sequence[SearchedWords]]
"""Query id → the words that a client searched for with that query."""
PAGES_A_STRETCH = 1_000_000
"""More than one run can read, so that page positions of a later run come after all of an earlier one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gather:
    """Searches, reads and extracts claims for one task."""

    task: Task
    steps: Journal[Store]
    library: Library
    reading: PageReader
    searching: EngineSearches
    index: LexicalIndex
    embedder: Embedder | None
    reranking: Reranking | None = None
    notices: ModelNotices = field(default_factory=ModelNotices)
    model_workers: ModelWorkers | None = None
    places: Iterator[int] = field(default_factory=count)
    """Numbers the pages of this run in the order in which they were chosen, whichever is read first."""
    asked: QueryIntents | None = None
    """What a client searched for: claims about something else do not count as useful for its query."""

    async def index_library(self, folder: str) -> None:
        """Bring a library's index up to date; each batch of documents is one step."""
        indexing: FolderIndexing | None = None
        number, left = 0, 1

        async def body(step: StepContext) -> int:
            nonlocal indexing
            if indexing is None:
                scan = await self.steps.in_thread(self.library.scan, Path(folder))
                # The scan is logged once, also when a replay continues with a later batch.
                if number == 0:
                    step.emit(self.library.scan_event(scan))
                indexing = FolderIndexing(self.library, scan)
            batch = await self.steps.in_thread(indexing.batch, keep=step.emit, show=step.live)
            step.save(batch.save)
            return batch.left

        try:
            while left:
                left = await self.steps.run("index", f"{folder}#{number}", self.task.id, body)
                number += 1
        finally:
            if indexing is not None:
                await self.steps.in_thread(indexing.close)

    async def search(self, query_id: str) -> list[str]:
        """Ask the engines that suit a query; return ids of the hits worth reading, best first."""

        async def body(step: StepContext) -> list[str]:
            store = self.steps.store
            with store.read() as db:
                query = query_by_id(db, query_id)
                left = self.read_but_unweighed(db)
                # Pages that an earlier run read but did not weigh must come up again as hits.
                known = urls_read(db, self.task.id) - left.keys()
                tried = urls_tried(db, self.task.id) - left.keys()
                room = self.task.budget.pages - pages_read(db, self.task.id)
                blocked = blocked_publishers(db)
            searched = await self.searching.search(query, step.emit)
            found, at = searched.merged, self.steps.clock()
            words = terms(query.text)
            wanted: list[Hit] = []
            for hit in found.hits:
                reason = _why_not(hit, words, known, tried, blocked) or (
                    "page budget spent" if len(wanted) >= room else None
                )
                if reason is None:
                    wanted.append(hit)
                else:
                    step.emit(HitSkipped(query_id=query_id, url=hit.url, reason=reason))
            step.save(lambda db: save_hits(db, query_id, all_hits(found)))
            step.save(lambda db: save_answers(db, self.task.id, query_id, searched.answers, at))
            return [item_id(query_id, hit) for hit in wanted]

        chosen: list[str] = await self.steps.run("search", query_id, query_id, body)
        return chosen

    async def read_all(self, wanted: Sequence[tuple[str, str]]) -> list[str | None]:
        """Read (hit id, query id) pairs: files one by one, web pages concurrently (but one per domain)."""
        if not self.searching.uses_web:
            return [await self.read(item, query_id) for item, query_id in wanted]
        return await side_by_side(self.read(item, query_id) for item, query_id in wanted)

    async def read(self, item: str, query_id: str) -> str | None:
        """Fetch, archive and extract one hit; its page id, or None when the page was lost (an event says why)."""

        # Numbered before the step runs: concurrent reads may finish in any order, and a replay must number alike.
        position = self.steps.stretch * PAGES_A_STRETCH + next(self.places)

        async def body(step: StepContext) -> str | None:
            store = self.steps.store
            with store.read() as db:
                hit, referer = hit_by_id(db, item), referer_of(db, item)
                left = self.read_but_unweighed(db).get(hit.url)
            if left is not None:
                return left
            got = await self._brought(hit, referer, step)
            if isinstance(got, FetchFailure):
                step.emit(PageLost(url=hit.url, reason=got.reason))
                return None
            page, text = got.page, got.text
            with store.read() as db:
                new = not is_read(db, page.id)
            # Before `note_page_read`, whose row refers to the page.
            step.save(got.save)
            if got.extracted is not None:
                for note in got.extracted.notes:
                    step.emit(PartLost(url=hit.url, reason=note))
            at = self.steps.clock()
            step.save(lambda db: note_page_read(db, self.task.id, page.id, query_id, position=position, at=at))
            orders = sorted(set(orders_in(text)))
            if orders:
                step.save(lambda db: set_orders(db, self.task.id, page.id, orders))
            for rule in orders:
                step.emit(InjectionSuspected(url=hit.url, rule=rule))
            step.emit(PageRead(page_id=page.id, url=page.url, title=page.title, characters=page.text_length, new=new))
            return page.id

        page_id: str | None = await self.steps.run("read", item, item, body)
        return page_id

    def read_but_unweighed(self, db: Any) -> dict[str, str]:
        """URL → page id of pages that only need to be weighed: an earlier run was cut off after reading them."""
        return read_and_not_weighed(db, self.task.id, self.steps.stretch)

    async def _brought(self, hit: Hit, referer: Url | None, step: StepContext) -> LoadedPage | FetchFailure:
        """The page of a hit; if it cannot be read and the work has an open copy, that copy."""
        folders = self.task.libraries if hit.source_tag == LIBRARY else ()
        got = await self.reading.read(hit.url, task_id=self.task.id, referer=referer, folders=folders, emit=step.emit)
        if not isinstance(got, FetchFailure):
            return got
        with self.steps.store.read() as db:
            copy = open_link_of(db, hit.url)
        if copy is None:
            return got
        step.emit(PartLost(url=hit.url, reason=f"{got.reason}; its open copy is read: {copy}"))
        return await self.reading.read(copy, task_id=self.task.id, referer=hit.url, emit=step.emit)

    async def unblocked(self, key: str) -> list[list[str]]:
        """(hit id, query id) of the pages that a person has unblocked since; none for a task without web search."""
        if not self.searching.uses_web:
            return []

        async def body(step: StepContext) -> list[list[str]]:
            with self.steps.store.read() as db:
                found = unblocked_hits(db, self.task.id)
                urls = [hit_by_id(db, item).url for item, _ in found]
            for url in urls:
                step.save(partial(note_read_again, task_id=self.task.id, url=url))
            return [[item, query_id] for item, query_id in found]

        found: list[list[str]] = await self.steps.run("released", key, self.task.id, body)
        return found

    async def weigh(self, query_id: str, key: str = "") -> int:
        """Rank the fragments of the query's pages and turn the best into claims; return how many are new.

        Runs again whenever more pages of the query were read, and then ranks all of its pages together.
        """

        async def body(step: StepContext) -> int:
            return await self.steps.in_thread(self._weigh, step, query_id)

        new: int = await self.steps.run("weigh", f"{query_id}#{key}" if key else query_id, query_id, body)
        return new

    async def recall(self, query_id: str, key: str) -> list[str]:
        """Extract claims for this query from pages that were read for other queries; claim ids, best first."""

        async def body(step: StepContext) -> list[str]:
            return await self.steps.in_thread(self._recall, step, query_id)

        claims: list[str] = await self.steps.run("weigh", f"{query_id}#{key}.again", query_id, body)
        return claims

    async def recall_frames(self, tested: Sequence[str], query_id: str | None, key: str) -> int:
        """Look through the pages already read for what states the same as the tested claims, with whatever value.

        What is found is filed under `query_id`; without one, under the query that found the first of the claims.
        Returns how many claims are new.
        """

        async def body(step: StepContext) -> int:
            return await self.steps.in_thread(self._recall_frames, step, tested, query_id)

        about = query_id or tested[0]
        new: int = await self.steps.run("weigh", f"{about}#{key}.frames", about, body)
        return new

    async def learn(self, query_ids: Sequence[str], key: str) -> None:
        """Update the weights of engines by how useful their answers to these queries were."""

        async def body(step: StepContext) -> None:
            with self.steps.store.read() as db:
                queries = [query_by_id(db, query_id) for query_id in query_ids]
            for query in queries:
                step.save(partial(self._learn, query=query))

        await self.steps.run("learn", key, self.task.id, body)

    def _learn(self, db: Any, query: Query) -> None:
        self.searching.learn(db, query, urls_with_claims(db, self.task.id))

    def _weigh(self, step: StepContext, query_id: str) -> int:
        with self.steps.store.read() as db:
            unweighed = pages_to_weigh(db, self.task.id, query_id)
        ranked, claims = self._claimed(step, query_id, list(unweighed))
        new = self._keep(step, query_id, ranked, claims, [page_id for page_id, is_new in unweighed.items() if is_new])
        return len(new)

    def _recall(self, step: StepContext, query_id: str) -> list[str]:
        with self.steps.store.read() as db:
            again = pages_met_again(db, self.task.id, query_id, RECALLED_PAGES)
        if not again:
            return []
        ranked, claims = self._claimed(step, query_id, again)
        self._keep(step, query_id, ranked, claims, [])
        return list(dict.fromkeys(claim.id for claim in claims))

    def _recall_frames(self, step: StepContext, tested: Sequence[str], query_id: str | None) -> int:
        with self.steps.store.read() as db:
            held = {one.claim.id: one for one in claims_of(db, self.task.id)}
            known = {claim_id: one.claim for claim_id, one in held.items()}
            claims = [known[claim_id] for claim_id in tested if claim_id in known]
            read = sorted(task_pages(db, self.task.id), key=lambda one: -one.relevance)[:COUNTER_PAGES]
            pages = pages_by_id(db, [one.page_id for one in read])
            fragments = {page_id: fragments_of(db, page_id) for page_id in pages}
            above = fragments_by_id(db, sorted({claim.quotation.fragment_id for claim in claims}))
        if not claims:
            return 0
        found_by = query_id or held[claims[0].id].query_id
        texts = [(page, fragments[page.id]) for page in pages.values()]
        found: list[Claim] = []
        for claim in claims:
            headings = heading_texts(above[claim.quotation.fragment_id])
            page = pages.get(claim.quotation.page_id)
            framed = FramedClaim.of(claim, title="" if page is None else page.title, headings=headings)
            found += claims_on_the_same_frame(framed, texts)
        step.save(lambda db: _save_claims(db, self.task.id, found_by, found))
        return len({claim.id for claim in found} - known.keys())

    def _claimed(
        self, step: StepContext, query_id: str, page_ids: Sequence[str]
    ) -> tuple[list[RankedFragment], list[Claim]]:
        """(fragments of these pages ranked for a query, claims extracted from the best of them)."""
        with self.steps.store.read() as db:
            query = query_by_id(db, query_id)
            pages = [page_by_id(db, page_id) for page_id in page_ids]
            fragments = {page.id: fragments_of(db, page.id) for page in pages if page is not None}
        by_id = {page.id: page for page in pages if page is not None}
        ranked = self._ranked(self._wanted(query), [_citable(by_id[p], fragments[p]) for p in by_id])
        for notice in self.notices.drain():
            step.emit(notice)
        best = ranked[: self._most_fragments]
        claims = [
            claim
            for r in best
            for claim in claims_from(r.fragment, by_id[r.fragment.page_id], fragments[r.fragment.page_id])
        ]
        if self.model_workers is not None:
            self.model_workers.drain(step.emit)
        return ranked, claims

    def _keep(
        self,
        step: StepContext,
        query_id: str,
        ranked: Sequence[RankedFragment],
        claims: Sequence[Claim],
        new_pages: Sequence[str],
    ) -> set[str]:
        """Save claims, and how useful the pages read for the first time were; return ids of the new claims."""
        with self.steps.store.read() as db:
            known = claim_ids(db, self.task.id)
            flags_before = [flag for page in task_pages(db, self.task.id) for flag in page.flags]
        fresh = {claim.id for claim in claims} - known
        useful = {claim.quotation.fragment_id for claim in claims if claim.id in fresh}
        # For a client's query a fragment only counts as useful if it is about that query.
        if self.asked is not None:
            useful = self.speaking_of(self.asked(query_id), useful)
        for page_id in new_pages:
            self._save_weighed(step, page_id, ranked, useful)
        step.save(lambda db: _save_claims(db, self.task.id, query_id, claims))
        step.save(lambda db: add_yield(db, query_id, pages_read=len(new_pages), useful=len(useful)))
        best = ranked[: self._most_fragments]
        flags = flags_before + [r.fragment.id in useful for r in best if r.fragment.page_id in new_pages]
        step.emit(
            ClaimsWeighed(
                query_id=query_id,
                claims=len(claims),
                new=len(fresh),
                novelty=round(novelty(flags), 4),
                harvest=round(harvest_rate(len(useful), len(new_pages)), 4),
            )
        )
        return fresh

    def speaking_of(self, wanted: Sequence[SearchedWords], fragment_ids: Collection[str]) -> set[str]:
        """Which of these fragments are about the wanted words."""
        with self.steps.store.read() as db:
            fragments = fragments_by_id(db, sorted(fragment_ids)).values()
            pages = pages_by_id(db, sorted({fragment.page_id for fragment in fragments}))
        by_page = [(page, [f for f in fragments if f.page_id == page.id]) for page in pages.values()]
        return fragments_about(wanted, by_page, frequency=self.index.document_frequency, embedder=self.embedder)

    def _ranked(self, wanted: str, pages: Sequence[tuple[Page, list[Fragment]]]) -> list[RankedFragment]:
        """The fragments, best first; the order is cached by words and pages."""
        with self.steps.store.read() as db:
            mark = library_version(db, [library_id_of(folder) for folder in self.task.libraries])
            known = cached_value(db, self._order_key(wanted, pages, mark))
        if known is None:
            ranked = self._newly_ranked(wanted, pages)
            order = [[r.fragment.id, r.score] for r in ranked]
            # The key is computed again: a model that failed meanwhile did not produce this order.
            save_cached(self.steps.store, self._order_key(wanted, pages, mark), order, self.steps.clock())
            return ranked
        by_id = {fragment.id: fragment for _, fragments in pages for fragment in fragments}
        return [RankedFragment(fragment=by_id[fragment_id], score=score) for fragment_id, score in known]

    def _newly_ranked(self, wanted: str, pages: Sequence[tuple[Page, list[Fragment]]]) -> list[RankedFragment]:
        lang = self.task.question_lang
        if self._is_open:
            asked = parse_question(wanted, lang)
            return rank_open_fragments(asked, pages, frequency=self.index.document_frequency, embedder=self.embedder)
        return rank_fragments(
            wanted,
            lang,
            pages,
            frequency=self.index.document_frequency,
            embedder=self.embedder,
            reranker=None if self.reranking is None else self.reranking.reranker,
            reranked=0 if self.reranking is None else self.reranking.most,
        )

    @property
    def _is_open(self) -> bool:
        """Whether several sentences answer the task's question. A client's queries are ranked by their own words."""
        return self.asked is None and parse_question(self.task.question, self.task.question_lang).is_open

    @property
    def _most_fragments(self) -> int:
        """How many fragments of a query's pages become claims: as many as the question needs."""
        return OPEN_FRAGMENTS_A_QUERY if self._is_open else FRAGMENTS_A_QUERY

    def _order_key(self, wanted: str, pages: Sequence[tuple[Page, list[Fragment]]], mark: str) -> str:
        """`mark` is the version of the libraries, whose words decide how much a word counts."""
        models = order_id(self.embedder, self.reranking)
        return content_id(
            "fragments", wanted, self.task.question_lang, models, RANKING, mark, *(page.id for page, _ in pages)
        )

    def _wanted(self, query: Query) -> str:
        """The words to rank fragments by: a client's query alone; else the question, plus what this query adds."""
        if self.asked is not None:
            return query.text
        return self.task.question if query.text == self.task.question else f"{self.task.question} {query.text}"

    def _save_weighed(
        self, step: StepContext, page_id: str, ranked: Sequence[RankedFragment], useful: set[str]
    ) -> None:
        mine = [r for r in ranked if r.fragment.page_id == page_id]
        top = mine[0] if mine else None
        flags = [r.fragment.id in useful for r in mine if r in ranked[: self._most_fragments]]
        step.save(
            lambda db: set_weighed(
                db,
                self.task.id,
                page_id,
                relevance=0.0 if top is None else top.score,
                best_fragment=None if top is None else top.fragment.id,
                flags=flags,
            )
        )


def _why_not(hit: Hit, words: Sequence[str], known: set[str], tried: set[str], blocked: frozenset[str]) -> str | None:
    """Why a hit is skipped; None when it is worth reading."""
    if hit.url in known:
        return "already read"
    if hit.url in tried:
        return "tried before, and not had"
    if blocked and publisher_of(hit.url) in blocked:
        return "its publisher is blocked (see: tadori trust)"
    return None if hit.source_tag == LIBRARY else expected_value(hit, words).skip


def _citable(page: Page, fragments: Sequence[Fragment]) -> tuple[Page, list[Fragment]]:
    return page, [f for f in fragments if f.fragment_type not in (FragmentType.HEADING, FragmentType.CODE)]


def _save_claims(db: Any, task_id: str, query_id: str, claims: Sequence[Claim]) -> None:
    """Save each claim once, and one supporting edge for every place where its words were read."""
    save_claims(db, task_id, query_id, claims)
    save_edges(db, task_id, [own_edge(claim) for claim in claims])
