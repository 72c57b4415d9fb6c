"""The pages of a task as sources: whose voice each is, how far it is trusted, what evidence teaches about publishers.

Comes in: the pages that were read. Goes out: `Source`s for the graph, and lessons in the store. A publisher is judged
by what other tasks, at other claims, have learned of it: no claim lends trust to the page it stands on, and the same
question asked again is answered the same. What was worked out for the same pages is remembered.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING

from tadori.events import DomainTrustChanged
from tadori.graph.narratives import retellings, worth_comparing
from tadori.graph.origins import PageForOrigin, sources_of
from tadori.graph.quality import quality
from tadori.graph.sources import trust_of
from tadori.graph.trust import MOVABLE, judged, lessons_of
from tadori.minds.base import Embedder
from tadori.model.graph import EvidenceGraph, Source, TrustLevel
from tadori.model.ids import JA, content_id
from tadori.model.page import Page
from tadori.model.question import Task
from tadori.model.trust import DomainTrust, Lesson, Said
from tadori.run.steps import Steps, Unit
from tadori.store.cache import cached, keep_cached
from tadori.store.evidence import claim_ids
from tadori.store.journal import events_of
from tadori.store.pages import page_text, pages_by_id
from tadori.store.queries import task_pages
from tadori.store.trust import lessons_about, lessons_of_task, save_trust, set_lessons, trust_records
from tadori.text.sentences import sentences

if TYPE_CHECKING:
    from tadori.run.thinking import Thinking

SOURCES = "3"
"""Raised when origins, trust or quality are told otherwise, so that no older verdict on sources is remembered."""

_Circles = tuple[tuple[str, ...], ...]


@dataclass(slots=True, kw_only=True)
class Sourcing:
    """Tells who stands behind the pages of one task."""

    task: Task
    steps: Steps
    embedder: Embedder | None
    thinking: "Thinking | None" = None
    _known: dict[tuple[tuple[str, ...], _Circles], tuple[Source, ...]] = field(default_factory=dict)

    def sources(self) -> tuple[Source, ...]:
        """The pages read so far as sources; a page that gives orders to its reader is not believed."""
        with self.steps.store.read() as db:
            ids = tuple(page.page_id for page in task_pages(db, self.task.id))
            events = events_of(db, self.task.id)
            mine = claim_ids(db, self.task.id)
        ordering = {e.payload["url"] for e in events if e.kind == "injection_suspected"}
        circles = tuple(sorted({tuple(e.payload["urls"]) for e in events if e.kind == "citation_loop"}))
        if (ids, circles) not in self._known:
            self._known[ids, circles] = self._sources_of(ids, circles)
        found = self._known[ids, circles]
        with self.steps.store.read() as db:
            lessons = lessons_about(db, {s.domain for s in found if s.domain}, without_task=self.task.id)
        others = _by_domain(lesson for lesson in lessons if lesson.about not in mine)
        return tuple(self._weighed(source, others.get(source.domain, ()), source.url in ordering) for source in found)

    def learn(self, unit: Unit, graph: EvidenceGraph) -> None:
        """Keep what the graph teaches about publishers, and move those whom all lessons together move."""
        with self.steps.store.read() as db:
            ordering = {e.payload["url"] for e in events_of(db, self.task.id) if e.kind == "injection_suspected"}
            before = lessons_of_task(db, self.task.id)
            lessons = [*lessons_of(graph), *_orders(graph.sources, ordering)]
            domains = {lesson.domain for lesson in (*before, *lessons)}
            others = lessons_about(db, domains, without_task=self.task.id)
            records = {record.domain: record for record in trust_records(db) if record.domain in domains}
        if sorted(before, key=repr) == sorted(lessons, key=repr):
            return
        unit.save(lambda db: set_lessons(db, self.task.id, lessons))
        every = _by_domain([*others, *lessons])
        for domain in sorted(domains):
            self._move(unit, domain, records.get(domain), every.get(domain, ()))

    def _move(self, unit: Unit, domain: str, known: DomainTrust | None, lessons: Sequence[Lesson]) -> None:
        rule = trust_of(domain.partition("/")[0])
        before = rule if known is None else known.level
        record = _record(domain, rule, known, lessons, self.steps.clock())
        unit.save(lambda db: save_trust(db, record))
        if record.level is not before:
            reason = record.reason_ja if self.task.lang == JA else record.reason_en
            unit.emit(DomainTrustChanged(domain=domain, before=before.value, after=record.level.value, reason=reason))

    def _weighed(self, source: Source, lessons: Sequence[Lesson], gives_orders: bool) -> Source:
        """The source as evidence elsewhere has moved it. Rulings, "contradiction → BLOCKED"."""
        if source.trust not in MOVABLE:
            return source
        if gives_orders:
            note = "読み手に指示を出すページ" if self.task.lang == JA else "the page gives orders to its reader"
            return replace(source, trust=TrustLevel.BLOCKED, notes=(note, *source.notes[1:]))
        verdict = judged(source.trust, lessons) if source.domain else None
        if verdict is None:
            return source
        return replace(source, trust=verdict.level, notes=(verdict.words(self.task.lang), *source.notes[1:]))

    def _sources_of(self, ids: tuple[str, ...], circles: _Circles) -> tuple[Source, ...]:
        model = "" if self.embedder is None else self.embedder.model_id
        rings = [address for circle in circles for address in (*circle, "")]
        minds = "" if self.thinking is None else self.thinking.id
        key = content_id("sources", SOURCES, self.task.lang, model, minds, *sorted(ids), "circles", *rings)
        with self.steps.store.read() as db:
            known = cached(db, key)
            if known is None:
                pages = list(pages_by_id(db, ids).values())
                texts = {page.id: page_text(db, page.id) or "" for page in pages}
        if known is None:
            sources = self._made(pages, texts, circles)
            keep_cached(self.steps.store, key, [asdict(source) for source in sources], self.steps.clock())
            return sources
        return tuple(
            Source(**{**row, "trust": TrustLevel(row["trust"]), "notes": tuple(row["notes"])}) for row in known
        )

    def _made(self, pages: Sequence[Page], texts: Mapping[str, str], circles: _Circles) -> tuple[Source, ...]:
        found = sources_of(
            [_for_origin(page, texts[page.id]) for page in pages],
            circles=_pages_of(circles, pages),
            retold=self._retold(pages, texts),
            lang=self.task.lang,
        )
        return tuple(self._graded(source, texts[source.page_id]) for source in found)

    def _graded(self, source: Source, text: str) -> Source:
        """The source with its quality. One's own files and publishers known by rule are not put to the test."""
        if not source.domain or source.trust not in MOVABLE:
            return source
        found = quality(text, source.lang, model=None if self.thinking is None else self.thinking.quality)
        return replace(source, quality=found.score, notes=(*source.notes, *found.grounds(self.task.lang)))

    def _retold(self, pages: Sequence[Page], texts: Mapping[str, str]) -> list[tuple[str, str]]:
        if self.embedder is None:
            return []
        near = worth_comparing(texts)
        told = {
            page.id: [texts[page.id][s.start : s.end] for s in sentences(texts[page.id], page.lang)]
            for page in sorted(pages, key=lambda page: (page.canonical, page.date or "", page.title, texts[page.id]))
            if page.id in near
        }
        return [(found.one, found.other) for found in retellings(told, self.embedder)]


def _by_domain(lessons: Iterable[Lesson]) -> dict[str, list[Lesson]]:
    found: dict[str, list[Lesson]] = defaultdict(list)
    for lesson in lessons:
        found[lesson.domain].append(lesson)
    return found


def _orders(sources: Iterable[Source], ordering: set[str]) -> list[Lesson]:
    return [
        Lesson(domain=source.domain, said=Said.ORDERS, about=source.url, witness=source.title[:80])
        for source in sources
        if source.domain and source.url in ordering and trust_of(source.domain.partition("/")[0]) in MOVABLE
    ]


def _record(
    domain: str, rule: TrustLevel, known: DomainTrust | None, lessons: Sequence[Lesson], now: datetime
) -> DomainTrust:
    """Where a publisher stands by all lessons, and when it last rose or fell."""
    verdict = judged(rule, lessons)
    level = rule if verdict is None else verdict.level
    before = rule if known is None else known.level
    rank = list(TrustLevel)  # from the most trusted to the blocked
    rose, fell = rank.index(level) < rank.index(before), rank.index(level) > rank.index(before)
    counts = {said: len({lesson.about for lesson in lessons if lesson.said is said}) for said in Said}
    return DomainTrust(
        domain=domain,
        level=level,
        confirmed=counts[Said.CONFIRMED],
        contradicted=counts[Said.CONTRADICTED],
        orders=counts[Said.ORDERS],
        promoted_at=now if rose else None if known is None else known.promoted_at,
        demoted_at=now if fell else None if known is None else known.demoted_at,
        reason_ja="裏付けも反対もまだ少ない" if verdict is None else verdict.ja,
        reason_en="too little has been said for or against it" if verdict is None else verdict.en,
    )


def _pages_of(circles: _Circles, pages: Iterable[Page]) -> list[list[str]]:
    """The circles of addresses as circles of pages; a page is met under its address without a fragment."""
    at: dict[str, str] = {}
    for page in pages:
        for address in (page.url, page.canonical):
            at.setdefault(_plain(address), page.id)
    found = [[at[_plain(address)] for address in circle if _plain(address) in at] for circle in circles]
    return [list(dict.fromkeys(circle)) for circle in found]


def _plain(address: str) -> str:
    return address.partition("#")[0].rstrip("/")


def _for_origin(page: Page, text: str) -> PageForOrigin:
    return PageForOrigin(
        page_id=page.id,
        url=page.url,
        canonical=page.canonical,
        title=page.title,
        date=page.date,
        lang=page.lang,
        text=text,
    )
