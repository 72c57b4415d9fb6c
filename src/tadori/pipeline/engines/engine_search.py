"""Searches with every suitable engine and merges the answers into one list of hits.

Comes in: a query. Goes out: hits, each document once and best first, and the outcome of every engine. In between:
choose the engines that may be asked now, use the one-day cache, ask all at once with a timeout each, update health and
weights, store described works. It reads no page.
"""

import asyncio
import re
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from tadori.errors import (
    ConfigError,
    SourceError,
    SourceTooSlow,
    WrongCall,
)
from tadori.events import Emit
from tadori.events.web import EngineChanged, SearchDone, SearchFailed
from tadori.model.doors import Clock, SearchProvider
from tadori.model.engine import (
    ALL_BLOCKED,
    ALL_ENGINES,
    LIBRARY,
    Category,
    EngineAnswer,
    EngineFacts,
    EngineHealth,
    EngineKind,
    NotAsked,
)
from tadori.model.query import Hit, Query
from tadori.model.web_thresholds import ENGINES_A_QUERY, QUERY_SECONDS
from tadori.model.work import ProviderResult
from tadori.pipeline.engines.engine_transport import EngineTransport
from tadori.pipeline.engines.engine_turn import learn_health, outcome_of, transport_for_turn
from tadori.pipeline.engines.merged_answers import merge_answers, recall_so_far, with_page_urls, work_with_page_url
from tadori.pipeline.engines.open_access import OpenCopies, OpenLink
from tadori.query.operators import query_key
from tadori.search.health import all_blocked, first_available, request_sent, why_not_usable
from tadori.search.merge import MergedHits
from tadori.search.weights import EngineWeights, choose_engines, current_weight, learned_weight, start_weight
from tadori.store.database import Store
from tadori.store.engine_answers import answers_to, times_found
from tadori.store.engines import (
    all_health,
    all_weights,
    cached_serp,
    save_health,
    save_serp,
    save_weight,
    save_works,
)

_CUES: Final = (
    (
        Category.ACADEMIC,
        re.compile(r"論文|研究|学術|学会|査読|stud(?:y|ies)|paper|research|journal|trial|meta-analysis", re.I),
    ),
    (
        Category.GOVERNMENT,
        re.compile(
            r"法律|法令|政策|省令|統計|白書|国会|規制|政府|自治体|law|regulation|policy|statistics|government", re.I
        ),
    ),
    (Category.NEWS, re.compile(r"ニュース|速報|発表|最新|news|announce|latest", re.I)),
    (
        Category.TECHNICAL,
        re.compile(r"仕様|規格|標準|実装|API|プログラム|specification|standard|protocol|software", re.I),
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfiguredEngine:
    """An engine that is switched on, with its transport (None for the library)."""

    facts: EngineFacts
    provider: SearchProvider
    door: EngineTransport | None = None
    over: Callable[[EngineTransport], SearchProvider] | None = None
    """Builds the provider over another transport than `door`, for a single query."""
    suits: Callable[[Query], bool] | None = None
    """Which queries it can answer; None for all."""
    open_link: OpenLink | None = None
    """Looks up open copies by DOI, if the engine can."""

    @property
    def covers_the_web(self) -> bool:
        """Whether it covers the whole web, and not only some sites or a folder."""
        return self.door is not None and self.facts.kind is not EngineKind.SITES


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryResults:
    """The merged results of one query."""

    merged: MergedHits
    answers: tuple[EngineAnswer, ...]
    """The outcome of each engine, in the order in which they were asked."""

    @property
    def hits(self) -> tuple[Hit, ...]:
        """Each document once, best first."""
        return self.merged.hits


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineTurn:
    """One engine's turn at one query."""

    answer: EngineAnswer
    found: ProviderResult | None
    cached: bool = False


@dataclass(slots=True, kw_only=True)
class EngineSearches:
    """Searches with all engines of one home."""

    store: Store
    engines: Sequence[ConfiguredEngine]
    clock: Clock
    query_seconds: float = QUERY_SECONDS
    """§3.2.2: for one query, all engines of the web together."""

    @property
    def uses_web(self) -> bool:
        """Whether hits may lie outside this machine."""
        return any(
            engine.facts.kind is not EngineKind.LIBRARY or engine.facts.name != LIBRARY for engine in self.engines
        )

    async def search(self, query: Query, emit: Emit) -> QueryResults:
        """Ask the engines that suit a query and merge their answers."""
        with self.store.read() as db:
            healths, weights = all_health(db), all_weights(db)
            recall = recall_so_far(times_found(db, query.task_id))
        category = category_of(query.text)
        asked_now, none_available = self._chosen(query, category, healths, weights, recall)
        if none_available is not None:
            emit_engine_answer(none_available, query, emit)
        until = asyncio.get_running_loop().time() + self.query_seconds
        # `_ask_and_emit` never raises for outside trouble, so one engine cannot cancel the others.
        turns = await asyncio.gather(*(self._ask_and_emit(engine, query, healths, emit, until) for engine in asked_now))
        found = [
            (current_weight(engine.facts, category, weights, healths), turn.found)
            for engine, turn in zip(asked_now, turns, strict=True)
            if turn.found is not None
        ]
        await self._add_open_copies([answer for _, answer in found], emit)
        answers = ([] if none_available is None else [none_available]) + [turn.answer for turn in turns]
        return QueryResults(merged=merge_answers(found, query.limit), answers=tuple(answers))

    async def _add_open_copies(self, answers: Sequence[ProviderResult], emit: Emit) -> None:
        works = [work for answer in answers for work in answer.works]
        for engine in self.engines:
            if engine.open_link is not None and engine.door is not None and works:
                copies = OpenCopies(store=self.store, clock=self.clock, door=engine.door, link=engine.open_link)
                await copies.add(works, emit)

    def learn(self, db: Any, query: Query, useful: Collection[str]) -> None:
        """Update the weight of each engine by how many of its URLs for `query` are among the `useful` ones.

        The whole list counts, also hits that were not read: an engine that pads its list is worth less. `db` is the
        caller's own transaction, so that a step that runs again after a kill does not count the same answer twice.
        """
        category = category_of(query.text)
        weights = all_weights(db)
        lists = {answer.engine: answer.urls for answer in answers_to(db, query.id) if answer.answered}
        for engine in self.engines:
            urls = lists.get(engine.facts.name, ())
            if engine.door is None or not urls:
                continue
            before = weights.get((engine.facts.name, category)) or start_weight(engine.facts, category)
            good = sum(url in useful for url in urls)
            save_weight(db, learned_weight(before, engine.facts, useful=good, judged=len(urls)))

    def _chosen(
        self,
        query: Query,
        category: Category,
        healths: Mapping[str, EngineHealth],
        weights: EngineWeights,
        recall: float,
    ) -> tuple[list[ConfiguredEngine], EngineAnswer | None]:
        """The engines to ask now, and a note if no web engine can be asked. Last-resort engines may step in."""
        facts = [engine.facts for engine in self.engines if engine.suits is None or engine.suits(query)]
        chosen: list[ConfiguredEngine] = []
        # The second pass pretends full recall, which admits the last-resort engines.
        for so_far in (recall, 1.0):
            named = choose_engines(
                facts, healths, weights, category, self.clock(), count=ENGINES_A_QUERY, recall_so_far=so_far
            )
            names = {one.name for one in named}
            chosen = [engine for engine in self.engines if engine.facts.name in names]
            if any(engine.covers_the_web for engine in chosen):
                return chosen, None
        some = any(engine.covers_the_web for engine in self.engines)
        return chosen, self._why_none(healths) if some else None

    def _why_none(self, healths: Mapping[str, EngineHealth]) -> EngineAnswer:
        """Why no web engine may be asked now, and when the first one may."""
        names = [engine.facts.name for engine in self.engines if engine.covers_the_web]
        known = [healths.get(name) or EngineHealth(engine=name) for name in names]
        first = first_available(known, self.clock())
        free = "" if first is None else f"; {first[0]} is free first, at {first[1]:%H:%M} UTC"
        if all_blocked(known, self.clock()):
            reason = f"{ALL_BLOCKED}: {len(known)} of {len(known)} are left alone after failures{free}"
            return EngineAnswer(engine=ALL_ENGINES, outcome=NotAsked.ALL_BLOCKED, asked=False, reason=reason)
        reason = f"none that answers such questions may be asked now{free}"
        return EngineAnswer(engine=ALL_ENGINES, outcome=NotAsked.NONE_SUITS, asked=False, reason=reason)

    async def _ask_and_emit(
        self, engine: ConfiguredEngine, query: Query, healths: Mapping[str, EngineHealth], emit: Emit, until: float
    ) -> EngineTurn:
        """Ask one engine, until `until` on the loop's clock; emits the outcome and updates its health."""
        turn = await self._ask_engine(engine, query, healths, emit, until)
        emit_engine_answer(turn.answer, query, emit, cached=turn.cached)
        return turn

    async def _ask_engine(
        self, engine: ConfiguredEngine, query: Query, healths: Mapping[str, EngineHealth], emit: Emit, until: float
    ) -> EngineTurn:
        name = engine.facts.name
        if engine.door is None:
            return await self._ask_library(engine, query)
        try:
            key = query_key(query.text, engine=name, lang=query.lang, limit=query.limit)
        except WrongCall as exc:
            return not_asked(name, NotAsked.UNUSABLE, str(exc))
        with self.store.read() as db:
            kept = cached_serp(db, key, self.clock())
        if kept is not None:
            return EngineTurn(answer=engine_answer(name, kept, None, asked=False), found=kept, cached=True)
        return await self._ask_web(engine, query, key, healths.get(name) or EngineHealth(engine=name), emit, until)

    async def _ask_library(self, engine: ConfiguredEngine, query: Query) -> EngineTurn:
        found: ProviderResult | None = None
        error: SourceError | None = None
        try:
            found = await engine.provider.search(query)
        except SourceError as exc:
            error = exc
        return EngineTurn(answer=engine_answer(engine.facts.name, found, error, asked=True), found=found)

    async def _ask_web(
        self, engine: ConfiguredEngine, query: Query, key: str, health: EngineHealth, emit: Emit, until: float
    ) -> EngineTurn:
        assert engine.door is not None
        no = why_not_usable(health, self.clock())
        if no is not None:
            return not_asked(health.engine, NotAsked.RESTING, no)
        await self.store.commit(lambda db: save_health(db, request_sent(health, self.clock())), synced=False)
        door = transport_for_turn(engine.door, health, self.clock())
        provider = engine.provider if engine.over is None else engine.over(door)
        began = time.monotonic()
        error: SourceError | None = None
        found: ProviderResult | None = None
        try:
            # No common deadline for site searches: they must pause ten seconds between their own requests.
            async with asyncio.timeout_at(until if engine.covers_the_web else None):
                found = await provider.search(query)
        except TimeoutError:
            error = SourceTooSlow(health.engine, f"no answer within {self.query_seconds:g} s")
            if not door.reached:  # we waited behind others all the time: this says nothing about the engine
                return not_asked(health.engine, NotAsked.QUEUED, f"{error.reason}: not our turn")
        except SourceError as exc:
            error = exc
        except (WrongCall, ConfigError) as exc:
            return not_asked(health.engine, NotAsked.UNUSABLE, str(exc))
        await self._learn_health(key, door, found, error, time.monotonic() - began, emit)
        answer = engine_answer(health.engine, found, error, asked=True)
        return EngineTurn(answer=replace(answer, route=door.way.route.value, ground=door.way.ground), found=found)

    async def _learn_health(
        self,
        key: str,
        door: EngineTransport,
        found: ProviderResult | None,
        error: SourceError | None,
        seconds: float,
        emit: Emit,
    ) -> None:
        def keep(db: Any) -> EngineChanged | None:
            if found is not None:
                save_serp(db, key, door.facts.name, found, self.clock())
                save_works(db, [work_with_page_url(work) for work in found.works])
            return learn_health(db, door, found, error, seconds=seconds, now=self.clock())

        change = await self.store.commit(keep, synced=False)
        if change is not None:
            emit(change)


def not_asked(engine: str, why: NotAsked, reason: str) -> EngineTurn:
    return EngineTurn(answer=EngineAnswer(engine=engine, outcome=why, asked=False, reason=reason), found=None)


def engine_answer(engine: str, found: ProviderResult | None, error: SourceError | None, *, asked: bool) -> EngineAnswer:
    """The record of an engine's turn: what it listed, or how it failed."""
    return EngineAnswer(
        engine=engine,
        outcome=outcome_of(found, error),
        asked=asked,
        reason="" if error is None else error.reason,
        hits=0 if found is None else len(found.hits),
        urls=() if found is None else tuple(hit.url for hit in with_page_urls(found).hits),
    )


def emit_engine_answer(answer: EngineAnswer, query: Query, emit: Emit, *, cached: bool = False) -> None:
    """Emit the outcome of an engine for a query."""
    name, route, ground = answer.engine, answer.route, answer.ground
    if answer.answered:
        emit(SearchDone(query_id=query.id, provider=name, hits=answer.hits, cached=cached, route=route, ground=ground))
    else:
        emit(SearchFailed(query_id=query.id, provider=name, reason=answer.reason, route=route, ground=ground))


def category_of(text: str) -> Category:
    """What kind of sources a query is about, by its words."""
    return next((category for category, cue in _CUES if cue.search(text)), Category.GENERAL)
