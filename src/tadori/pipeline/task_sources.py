"""The sources of a task: publisher, origin and trust of each page, and what the evidence teaches about publishers.

Comes in: the pages that were read. Goes out: sources for the graph, and lessons in the store. A publisher is judged by
lessons that other tasks learned from other claims, so that no claim raises the trust of its own page, and the same
question asked again gets the same answer. Results for the same pages are cached.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from functools import lru_cache

from tadori.events import DomainTrustChanged
from tadori.graph.origin_page import PageForOrigin
from tadori.graph.quality import QualityModel
from tadori.graph.sources import host_of, publisher_of, trust_of
from tadori.graph.trust import MOVABLE, TrustVerdict, learned_trust, lessons_of
from tadori.minds.base import Embedder
from tadori.model.doors import Clock
from tadori.model.graph import Circles, EvidenceGraph, EvidenceSource, TrustLevel
from tadori.model.ids import EN, JA, Url, content_id
from tadori.model.page import Page
from tadori.model.question import Task
from tadori.model.steps import StepContext
from tadori.model.trust import DomainTrust, Lesson, TrustSignal
from tadori.pipeline.source_rules import SOURCES, SourceRules, orders_note, sources_version
from tadori.store.cache import cached_value, save_cached
from tadori.store.database import Store
from tadori.store.evidence import claim_ids
from tadori.store.followed_links import citation_circles
from tadori.store.pages import page_text, pages_by_id
from tadori.store.queries import task_pages
from tadori.store.trust import lessons_about, lessons_of_task, save_trust, set_lessons, trust_records


@dataclass(slots=True, kw_only=True)
class TaskSources:
    """Determines the sources of one task."""

    task: Task
    store: Store
    clock: Clock
    embedder: Embedder | None
    minds: str = ""
    """Ids of the language models that judge page quality; empty when rules alone decide."""
    opinion: QualityModel | None = None
    """Calls those models. None while `minds` is set: only their cached judgements are used."""
    _known: dict[tuple[tuple[str, ...], Circles], tuple[EvidenceSource, ...]] = field(default_factory=dict)

    @property
    def version(self) -> str:
        """The version of everything that decides origins, trust by rule and quality."""
        model = "" if self.embedder is None else self.embedder.model_id
        return sources_version(model, self.minds)

    def sources(self) -> tuple[EvidenceSource, ...]:
        """The pages read so far as sources; a page with instructions to its reader is blocked."""
        with self.store.read() as db:
            read = task_pages(db, self.task.id)
            circles = citation_circles(db, self.task.id)
            mine = claim_ids(db, self.task.id)
        ids = tuple(page.page_id for page in read)
        ordering = {page.page_id for page in read if page.orders}
        if (ids, circles) not in self._known:
            self._known[ids, circles] = self._sources_of(ids, circles)
        found = self._known[ids, circles]
        with self.store.read() as db:
            lessons = lessons_about(db, {s.domain for s in found if s.domain}, without_task=self.task.id)
        others = _by_domain(lesson for lesson in lessons if lesson.about not in mine)
        return tuple(self._weighed(one, others.get(one.domain, ()), one.page_id in ordering) for one in found)

    def learn(self, step: StepContext, graph: EvidenceGraph) -> None:
        """Store the lessons that the graph teaches about publishers, and update the trust that they change."""
        with self.store.read() as db:
            ordering = {page.page_id for page in task_pages(db, self.task.id) if page.orders}
            before = lessons_of_task(db, self.task.id)
            lessons = [*lessons_of(graph), *_orders(graph.sources, ordering)]
            domains = {lesson.domain for lesson in (*before, *lessons)}
            others = lessons_about(db, domains, without_task=self.task.id)
            records = {record.domain: record for record in trust_records(db) if record.domain in domains}
        # Unchanged lessons must not bump the version that other tasks' graphs depend on.
        if sorted(before, key=repr) == sorted(lessons, key=repr):
            return
        step.save(lambda db: set_lessons(db, self.task.id, lessons))
        every = _by_domain([*others, *lessons])
        for domain in sorted(domains):
            self._move(step, domain, records.get(domain), every.get(domain, ()))

    def _move(self, step: StepContext, domain: str, known: DomainTrust | None, lessons: Sequence[Lesson]) -> None:
        rule = trust_of(domain.partition("/")[0])
        before = rule if known is None else known.level
        record = _record(domain, rule, known, lessons, self.clock())
        step.save(lambda db: save_trust(db, record))
        if record.level is not before:
            reason = record.reason_ja if self.task.lang == JA else record.reason_en
            step.emit(DomainTrustChanged(domain=domain, before=before.value, after=record.level.value, reason=reason))

    def _weighed(self, source: EvidenceSource, lessons: Sequence[Lesson], gives_orders: bool) -> EvidenceSource:
        """The source with the trust that lessons give it. Rulings, "contradiction → BLOCKED"."""
        verdict = _experience(source.trust, source.domain, lessons, gives_orders)
        if verdict is None:
            return source
        return replace(source, trust=verdict.level, notes=(verdict.words(self.task.lang), *source.notes[1:]))

    def _sources_of(self, ids: tuple[str, ...], circles: Circles) -> tuple[EvidenceSource, ...]:
        model = "" if self.embedder is None else self.embedder.model_id
        rings = [address for circle in circles for address in (*circle, "")]
        key = content_id("sources", SOURCES, self.task.lang, model, self.minds, *sorted(ids), "circles", *rings)
        with self.store.read() as db:
            known = cached_value(db, key)
            if known is None:
                pages = list(pages_by_id(db, ids).values())
                texts = {page.id: page_text(db, page.id) or "" for page in pages}
        if known is None:
            sources = self._rules().sources([page_for_origin(page, texts[page.id]) for page in pages], circles)
            if self.opinion is not None or not self.minds:  # else a model may still judge them later
                save_cached(self.store, key, [asdict(source) for source in sources], self.clock())
            return sources
        return tuple(
            EvidenceSource(**{**row, "trust": TrustLevel(row["trust"]), "notes": tuple(row["notes"])}) for row in known
        )

    def _rules(self) -> SourceRules:
        return SourceRules(lang=self.task.lang, embedder=self.embedder, opinion=self.opinion)


@dataclass(frozen=True, slots=True, kw_only=True)
class PageTrust:
    """How far a page that a task has read is trusted."""

    url: Url
    domain: str
    """As in `EvidenceSource`."""
    trust: TrustLevel


def trust_of_pages(store: Store, task_id: str) -> list[PageTrust]:
    """The trust of every page of a task, as the claims of its graph have it, without making the graph."""
    with store.read() as db:
        read = task_pages(db, task_id)
        pages = pages_by_id(db, [one.page_id for one in read])
        domains = {page.id: _by_rule(page.url, page.canonical)[0] for page in pages.values()}
        lessons = lessons_about(db, {domain for domain in domains.values() if domain}, without_task=task_id)
        mine = claim_ids(db, task_id) if lessons else set()
    others = _by_domain(lesson for lesson in lessons if lesson.about not in mine)
    found = []
    for one in (one for one in read if one.page_id in pages):
        page, domain = pages[one.page_id], domains[one.page_id]
        rule = _by_rule(page.url, page.canonical)[1]
        verdict = _experience(rule, domain, others.get(domain, ()), bool(one.orders))
        found.append(PageTrust(url=page.url, domain=domain, trust=rule if verdict is None else verdict.level))
    return found


@lru_cache(maxsize=4096)
def _by_rule(url: Url, canonical: str) -> tuple[str, TrustLevel]:
    """The publisher of an address and its trust by rule; a status call asks for every page of a task."""
    return publisher_of(url, canonical), trust_of("", host_of(url, canonical))


def _experience(rule: TrustLevel, domain: str, lessons: Sequence[Lesson], gives_orders: bool) -> TrustVerdict | None:
    """What moves a page's trust from its level by rule; None when nothing does."""
    if rule not in MOVABLE:
        return None
    if gives_orders:
        return TrustVerdict(level=TrustLevel.BLOCKED, ja=orders_note(JA), en=orders_note(EN))
    return learned_trust(rule, lessons) if domain else None


def _by_domain(lessons: Iterable[Lesson]) -> dict[str, list[Lesson]]:
    found: dict[str, list[Lesson]] = defaultdict(list)
    for lesson in lessons:
        found[lesson.domain].append(lesson)
    return found


def _orders(sources: Iterable[EvidenceSource], ordering: set[str]) -> list[Lesson]:
    return [
        Lesson(domain=source.domain, said=TrustSignal.ORDERS, about=source.url, witness=source.title[:80])
        for source in sources
        if source.domain and source.page_id in ordering and trust_of(source.domain.partition("/")[0]) in MOVABLE
    ]


def _record(
    domain: str, rule: TrustLevel, known: DomainTrust | None, lessons: Sequence[Lesson], now: datetime
) -> DomainTrust:
    """The trust record of a publisher from all lessons, and when it was last promoted or demoted."""
    verdict = learned_trust(rule, lessons)
    level = rule if verdict is None else verdict.level
    before = rule if known is None else known.level
    rank = list(TrustLevel)  # from the most trusted to the blocked
    rose, fell = rank.index(level) < rank.index(before), rank.index(level) > rank.index(before)
    counts = {said: len({lesson.about for lesson in lessons if lesson.said is said}) for said in TrustSignal}
    return DomainTrust(
        domain=domain,
        level=level,
        confirmed=counts[TrustSignal.CONFIRMED],
        contradicted=counts[TrustSignal.CONTRADICTED],
        orders=counts[TrustSignal.ORDERS],
        promoted_at=now if rose else None if known is None else known.promoted_at,
        demoted_at=now if fell else None if known is None else known.demoted_at,
        reason_ja="裏付けも反対もまだ少ない" if verdict is None else verdict.ja,
        reason_en="too little has been said for or against it" if verdict is None else verdict.en,
    )


def page_for_origin(page: Page, text: str) -> PageForOrigin:
    """A page as `graph/origins.py` needs it."""
    return PageForOrigin(
        page_id=page.id,
        url=page.url,
        canonical=page.canonical,
        title=page.title,
        date=page.date,
        lang=page.lang,
        text=text,
        imprint=page.imprint,
    )
