"""Traces citations (L11): finds the sources that useful pages cite, so that they are read too.

Comes in: the queries of a round. Goes out: additional hits for those queries, each with the page that cites it. One
durable step scans the archived pages; nothing is fetched here.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Final

from tadori.archive.pages import PageArchive
from tadori.errors import EvidenceBroken, SourceError
from tadori.events import PartLost, QuerySkipped
from tadori.events.web import CitationLoop, SourceTraced
from tadori.graph.sources import ORIGINAL_TIERS, host_of, publisher_of, trust_of
from tadori.model.doors import Journal
from tadori.model.graph import Circles, TrustLevel
from tadori.model.ids import Url
from tadori.model.page import Page
from tadori.model.query import Branch, Hit, Query
from tadori.model.question import Task
from tadori.model.steps import StepContext
from tadori.model.thresholds import (
    CITATION_CHAIN_STEPS,
    CITED_SOURCE_WORTH_READING,
    CITED_SOURCES_A_PAGE,
    CITED_SOURCES_A_ROUND,
    CITED_SOURCES_AN_EFFORT,
)
from tadori.model.web import Route
from tadori.model.web_thresholds import MAX_LINKS
from tadori.pipeline.branches import branches_of
from tadori.search.citations.cited_links import CitedLink, cited_links, cited_links_in_text
from tadori.search.citations.trace import SourceCandidate, TrustOf, citation_loops, source_candidates
from tadori.search.exploration import may_deepen, why_not_deeper
from tadori.store.database import Store
from tadori.store.domains import urls_tried
from tadori.store.followed_links import CITED, FollowedLink, add_circle, citation_circles, followed
from tadori.store.pages import page_text, pages_by_id
from tadori.store.queries import TaskPage, item_id, pages_read, queries_of, save_hits, task_pages, urls_read
from tadori.store.trust import blocked_publishers
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.tokens import terms
from tadori.text.urls import page_key

_HTML: Final = frozenset({"text/html", "application/xhtml+xml"})
_ADDRESS: Final = lazy_pattern(r"https?://[^\s<>\"'「」『』（）、。，]{4,2000}")
_TAGS: Final = {TrustLevel.GOVERNMENT: "government", TrustLevel.ACADEMIC: "academic"}


def trust_of_address(url: str) -> TrustLevel:
    """The trust level of a URL by rule."""
    return trust_of("", host_of(url))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Known:
    """What the task has done so far."""

    read: Sequence[TaskPage]
    queries: Mapping[str, Query]
    branches: Mapping[str, Branch]
    """By query."""
    pages: Mapping[str, Page]
    followed: Sequence[FollowedLink]
    gone: frozenset[str]
    """Keys of pages that were read or tried, or are already scheduled."""
    circles: Circles
    """Citation circles that were found before."""
    room: int
    """Pages that may still be read."""
    blocked: frozenset[str]
    """Blocked publishers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    """A source that a page cites."""

    page: Page
    query_id: str
    link: CitedLink
    candidate: SourceCandidate
    on_topic: int
    """Number of question words near the link."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CitationTracing:
    """Follows citations for one task; only for tasks with web search."""

    task: Task
    steps: Journal[Store]
    archive: PageArchive
    trust: TrustOf = trust_of_address

    async def cited(self, query_ids: Sequence[str], key: str) -> list[tuple[str, str]]:
        """(hit id, query id) of the sources worth reading that useful pages of these queries cite."""

        async def body(step: StepContext) -> list[list[str]]:
            return await self.steps.in_thread(self._cited, step, frozenset(query_ids))

        found: list[list[str]] = await self.steps.run("trace", key, self.task.id, body) if self.task.providers else []
        return [(item, query_id) for item, query_id in found]

    def _cited(self, step: StepContext, query_ids: frozenset[str]) -> list[list[str]]:
        known = self._known()
        most = min(CITED_SOURCES_A_ROUND, CITED_SOURCES_AN_EFFORT * self.task.effort - _cited_count(known), known.room)
        if most <= 0:
            return []
        trails = _trails(known)
        self._emit_closed_branches(step, known, query_ids)
        links = {page.id: self._links(step, page) for page, _ in self._citing(known, query_ids, trails)}
        self._save_circles(step, known, links)
        found: list[_Found] = []
        for page, query_id in self._citing(known, query_ids, trails):
            trail = frozenset(trails.get(page.id, ()))
            cited = [link for link in links[page.id] if publisher_of(link.url) not in known.blocked]
            found += self._sources(page, query_id, cited, known.gone, trail)[: _sources_left(page, known)]
        found.sort(key=lambda one: (-one.candidate.score, -one.on_topic))  # stable: better pages come first
        # Several pages may cite one source: the best-scored citation is kept.
        best: dict[str, _Found] = {}
        for one in found:
            best.setdefault(page_key(one.candidate.url), one)
        return self._keep(step, list(best.values())[:most])

    def _known(self) -> _Known:
        with self.steps.store.read() as db:
            read = task_pages(db, self.task.id)
            pages = pages_by_id(db, [item.page_id for item in read])
            trail = followed(db, self.task.id)
            blocked = blocked_publishers(db)
            gone = urls_read(db, self.task.id) | urls_tried(db, self.task.id) | {one.url for one in trail}
            circles = citation_circles(db, self.task.id)
            queries = {row.query.id: row.query for row in queries_of(db, self.task.id)}
            room = self.task.budget.pages - pages_read(db, self.task.id)
        keys = frozenset(page_key(url) for url in gone if _is_web(url))
        return _Known(
            read=read,
            queries=queries,
            branches=branches_of(list(queries.values()), read),
            pages=pages,
            followed=trail,
            gone=keys,
            circles=circles,
            room=room,
            blocked=blocked,
        )

    def _citing(
        self, known: _Known, query_ids: frozenset[str], trails: Mapping[str, Sequence[str]]
    ) -> Iterator[tuple[Page, str]]:
        """The useful pages to trace citations from, most relevant first, each with its query id.

        Official sources and pages with instructions to their reader are excluded. Links in a local document are never
        followed to the web: a request could tell its author that the document is being read.
        """
        registers = {one.page_id for one in known.followed if one.engine != CITED}
        for item in sorted(known.read, key=lambda item: -item.relevance):
            page = known.pages[item.page_id]
            wanted = item.query_id in query_ids or page.id in trails
            wanted = wanted and may_deepen(known.branches[item.query_id])
            if not wanted or not any(item.flags) or not _is_web(page.url):
                continue
            if page.id in registers or item.orders or len(trails.get(page.id, ())) >= CITATION_CHAIN_STEPS:
                continue
            if self.trust(_own_address(page)) not in ORIGINAL_TIERS and _sources_left(page, known) > 0:
                yield page, item.query_id

    def _links(self, step: StepContext, page: Page) -> tuple[CitedLink, ...]:
        try:
            if page.media_type not in _HTML:
                return self._links_in_text(page)
            capture = self.archive.body(page.id)
            return cited_links(capture.body, _own_address(page), capture.charset)
        except (SourceError, EvidenceBroken) as exc:
            reason = exc.reason if isinstance(exc, SourceError) else str(exc)
            step.emit(PartLost(url=page.url, reason=f"its links cannot be read: {reason}"))
            return ()

    def _links_in_text(self, page: Page) -> tuple[CitedLink, ...]:
        """URLs written out in the text, as in the references of a report."""
        with self.steps.store.read() as db:
            text = page_text(db, page.id) or ""
        addresses = (match[0].rstrip(".,;:!?)]}") for match in islice(_ADDRESS.finditer(text), MAX_LINKS))
        return cited_links_in_text(text, list(dict.fromkeys(addresses)))

    def _sources(
        self, page: Page, query_id: str, links: Sequence[CitedLink], gone: frozenset[str], trail: frozenset[str]
    ) -> list[_Found]:
        by_key = {page_key(link.url): link for link in reversed(links)}
        asked = frozenset(terms(self.task.question))
        found = []
        for candidate in source_candidates(_own_address(page), links, self.trust, trail=trail):
            key = page_key(candidate.url)
            if candidate.score < CITED_SOURCE_WORTH_READING or key in gone:
                continue
            link = by_key[key]
            on_topic = len(asked & frozenset(terms(_link_context(link))))
            found.append(_Found(page=page, query_id=query_id, link=link, candidate=candidate, on_topic=on_topic))
        return found

    def _emit_closed_branches(self, step: StepContext, known: _Known, query_ids: frozenset[str]) -> None:
        """Emit which queries' citations are not followed because their branch is closed (L6)."""
        useful = {item.query_id for item in known.read if any(item.flags) and item.query_id in query_ids}
        for query in (known.queries[query_id] for query_id in sorted(useful)):
            why = why_not_deeper(known.branches[query.id])
            if why is not None:
                step.emit(QuerySkipped(text=query.text, purpose=CITED, round=query.round, reason=why))

    def _save_circles(self, step: StepContext, known: _Known, links: Mapping[str, Sequence[CitedLink]]) -> None:
        """Save and emit citation circles among the pages read, each once."""
        edges = [(str(one.referer), str(one.url)) for one in known.followed if one.referer is not None]
        edges += [(known.pages[page].url, link.url) for page, cited in links.items() for link in cited]
        read = {page_key(page.url) for page in known.pages.values() if _is_web(page.url)}
        for circle in citation_loops(edge for edge in edges if page_key(edge[1]) in read and edge[0] != edge[1]):
            if len(circle) > 1 and circle not in known.circles:
                step.save(partial(add_circle, task_id=self.task.id, urls=circle))
                step.emit(CitationLoop(urls=circle))

    def _keep(self, step: StepContext, chosen: Sequence[_Found]) -> list[list[str]]:
        items = []
        for rank, one in enumerate(chosen, start=1):
            hit = Hit(
                title=one.link.words or one.candidate.url,
                url=page_key(one.candidate.url),  # the key under which the visit will be stored
                snippet=_link_context(one.link),
                date=None,
                engine=CITED,
                rank=rank,
                source_tag=_TAGS.get(self.trust(one.candidate.url), "general"),
            )
            referers = {hit.url: one.page.url}
            step.save(partial(save_hits, query_id=one.query_id, hits=[hit], referers=referers))
            grounds = tuple(f"{g.rule} {g.detail} {g.weight:+.2f}" for g in one.candidate.grounds)
            step.emit(
                SourceTraced(page_url=one.page.url, url=hit.url, score=round(one.candidate.score, 4), grounds=grounds)
            )
            items.append([item_id(one.query_id, hit), one.query_id])
        return items


def _is_web(url: str) -> bool:
    return url.lower().startswith(("http://", "https://"))


def _own_address(page: Page) -> Url:
    """The page's own URL; for a copy in the Wayback Machine, the URL of the original."""
    return Url(page.canonical) if page.source_tag == Route.WAYBACK.value and page.canonical else page.url


def _cited_count(known: _Known) -> int:
    return sum(one.engine == CITED for one in known.followed)


def _sources_left(page: Page, known: _Known) -> int:
    """How many more cited sources of a page may be read."""
    return CITED_SOURCES_A_PAGE - sum(one.referer == page.url for one in known.followed)


def _trails(known: _Known) -> dict[str, tuple[str, ...]]:
    """Page id → keys of the pages that led to it by citations, nearest first."""
    page_at = {page.url: page.id for page in known.pages.values()}
    before = {one.page_id: one.referer for one in known.followed if one.engine == CITED and one.page_id is not None}
    trails = {}
    for page_id in before:
        way: list[str] = []
        at: str | None = page_id
        while at is not None and (referer := before.get(at)) is not None and page_key(referer) not in way:
            way.append(page_key(referer))
            at = page_at.get(referer)
        trails[page_id] = tuple(way)
    return trails


def _link_context(link: CitedLink) -> str:
    return " ".join(f"{link.before} {link.words} {link.after}".split())
