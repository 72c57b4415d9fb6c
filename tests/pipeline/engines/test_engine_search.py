"""Engines of the little web behind one door: cached, healthy, merged, and none waited for too long."""

import asyncio
import random
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from tadori.engine.slots import HomeSlots
from tadori.errors import RefusalKind, SourceGarbled, SourceRefused, SourceTooSlow, SourceUnreachable
from tadori.events import Event
from tadori.events.web import EngineChanged, SearchDone, SearchFailed
from tadori.model.engine import ALL_BLOCKED, ALL_ENGINES, Category, EngineHealth, SearchOutcome
from tadori.model.ids import EN, JA, Lang, Url
from tadori.model.query import Query, QueryPurpose
from tadori.model.slots import SlotPriority
from tadori.model.work import ProviderResult
from tadori.pipeline.engines.engine_search import EngineSearches, QueryResults, category_of
from tadori.pipeline.engines.engine_turn import outcome_of
from tadori.pipeline.engines.merged_answers import all_hits, recall_so_far
from tadori.settings import EngineSettings, Settings
from tadori.store.database import Store
from tadori.store.engine_answers import answers_to, save_answers
from tadori.store.engines import all_weights, health_of, save_health
from tadori.store.queries import add_queries, save_hits
from tadori.store.tasks import add_task, all_tasks
from tadori.text.urls import domain_of
from tadori.wiring.engines import engine_facts, engines_named
from tadori.wiring.home import open_app
from tadori.wiring.routes import WebEnvironment
from tests.store.test_rows import NOW, a_task
from tests.web.desk import Time, settings_for
from tests.web.engines_web import Mood
from tests.web.little_web import LittleWeb


@pytest.fixture(scope="module")
def served() -> Iterator[LittleWeb]:
    with LittleWeb(scale=0.02) as web:
        web.engines["a"].warm()
        yield web


@pytest.fixture
def web(served: LittleWeb) -> LittleWeb:
    served.clear()
    for engine in served.engines.values():
        engine.mood = Mood.USUAL
    return served


def with_engines(web: LittleWeb, settings: Settings) -> Settings:
    """The settings of somebody whose engines all stand on the little web."""
    bases = tuple((engine.plan.style, web.url(engine.host).rstrip("/")) for engine in web.engines.values())
    return replace(settings, engines=EngineSettings(use=tuple(name for name, _ in bases), bases=bases))


@asynccontextmanager
async def searching(web: LittleWeb, home: Path, moment: Time) -> AsyncIterator[EngineSearches]:
    parts = WebEnvironment(resolver=web.resolver, rng=random.Random(1), sleep=moment.sleep, zone=ZoneInfo("Asia/Tokyo"))
    settings = with_engines(web, settings_for(web, home))
    with open_app(settings, clock=moment.clock) as app:
        async with app.web(parts) as reading:
            names = [engine.plan.style for engine in web.engines.values()]
            yield EngineSearches(store=app.store, engines=engines_named(app, names, reading), clock=moment.clock)


def query(text: str, lang: Lang = JA) -> Query:
    return Query.of(
        task_id="t",
        text=text,
        lang=lang,
        purpose=QueryPurpose.INITIAL,
        section_id="s",
        round=0,
        limit=10,
        cause_id="s",
    )


def keep(store: Store, asked: Query, searched: QueryResults) -> None:
    """Keep what a query brought, as the unit of a search does."""
    with store.write() as db:
        if not all_tasks(db):
            add_task(db, a_task("t"))
        add_queries(db, [asked], "test")
        save_hits(db, asked.id, all_hits(searched.merged))
        save_answers(db, asked.task_id, asked.id, searched.answers, NOW)


@pytest.mark.req("L5", "L6")
@pytest.mark.parametrize("number", [0, -1])
async def test_a_query_comes_back_as_one_list_with_each_document_once(
    web: LittleWeb, tmp_path: Path, number: int
) -> None:
    topic = web.topics[number]
    events: list[Event] = []
    async with searching(web, tmp_path, Time()) as engines:
        merged = await engines.search(query(topic.name, Lang(topic.lang)), events.append)
    urls = [hit.url for hit in merged.hits]
    assert len(urls) == 10
    assert len(set(urls)) == 10
    assert [hit.rank for hit in merged.hits] == list(range(1, 11))
    assert len({event.provider for event in events if isinstance(event, SearchDone)}) >= 3
    assert sum(topic.name in hit.title + hit.snippet for hit in merged.hits) >= 5


@pytest.mark.req("L38")
async def test_the_same_query_is_not_asked_twice_within_a_day(web: LittleWeb, tmp_path: Path) -> None:
    moment, events = Time(), list[Event]()
    async with searching(web, tmp_path, moment) as engines:
        await engines.search(query("大橋 全長"), events.append)
        once = {event.provider for event in events if isinstance(event, SearchDone)}
        asked = [engine for engine in web.engines.values() if engine.plan.style in once]
        await engines.search(query("大橋　全長"), events.append)
        assert [len(engine.asked) for engine in asked] == [1] * len(asked)
        assert {event.provider for event in events if isinstance(event, SearchDone) and event.cached} == once
        moment.now += timedelta(hours=25)
        await engines.search(query("大橋 全長"), events.append)
        assert [len(engine.asked) for engine in asked] == [2] * len(asked)


@pytest.mark.req("L5")
async def test_an_engine_that_shows_a_captcha_is_told_opened_and_left_alone(web: LittleWeb, tmp_path: Path) -> None:
    engine = web.engines["a"]
    engine.mood = Mood.CAPTCHA
    moment, events = Time(), list[Event]()
    async with searching(web, tmp_path, moment) as engines:
        await engines.search(query("大橋 全長"), events.append)
        await engines.search(query("大橋 設計"), events.append)
        with engines.store.read() as db:
            health = health_of(db, engine.plan.style)
        asked = len(engine.asked)
        await engines.search(query("大橋 開通"), events.append)
    failed = [event for event in events if isinstance(event, SearchFailed) and event.provider == engine.plan.style]
    assert failed[0].reason.startswith("captcha")
    assert health.circuit.value == "open"
    assert len(engine.asked) == asked
    changes = [(event.engine, event.after) for event in events if isinstance(event, EngineChanged)]
    assert (engine.plan.style, "open") in changes


@pytest.mark.req("L5")
async def test_when_every_engine_is_blocked_the_user_is_told(web: LittleWeb, tmp_path: Path) -> None:
    for engine in web.engines.values():
        engine.mood = Mood.CAPTCHA
    events: list[Event] = []
    async with searching(web, tmp_path, Time()) as engines:
        for words in ("大橋 全長", "大橋 設計", "大橋 開通", "大橋 工費", "大橋 塗装"):
            merged = await engines.search(query(words), events.append)
    assert merged.hits == ()
    told = [event.reason for event in events if isinstance(event, SearchFailed) and event.provider == ALL_ENGINES]
    assert told[-1].startswith(f"{ALL_BLOCKED}: 6 of 6 are left alone after failures; ")
    assert told[-1].endswith(" is free first, at 03:30 UTC")


@pytest.mark.req("L5")
@pytest.mark.slow
async def test_an_engine_that_hangs_is_not_waited_for_longer_than_its_share(
    web: LittleWeb, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tadori.pipeline.engines.engine_turn.ENGINE_TIMEOUT_LEAST", 4.0)
    engine = web.engines["a"]
    engine.mood = Mood.HANG
    engine.hang_seconds = 600.0 / web.scale
    events: list[Event] = []
    async with searching(web, tmp_path, Time()) as engines:
        with engines.store.write() as db:
            for other in web.engines.values():
                if other is not engine:  # known to be slow, so that a busy machine costs none of them its answer
                    save_health(db, EngineHealth(engine=other.plan.style, latency=15.0))
        async with asyncio.timeout(300):
            merged = await engines.search(query("大橋 全長"), events.append)
    failed = [(event.provider, event.reason) for event in events if isinstance(event, SearchFailed)]
    assert len(merged.hits) == 10
    assert failed == [(engine.plan.style, "no answer within 4 s")]


@pytest.mark.req("L15", "L5")
@pytest.mark.slow
async def test_who_has_not_answered_in_the_time_of_a_query_has_failed_and_the_others_count(
    web: LittleWeb, tmp_path: Path
) -> None:
    engine = web.engines["a"]
    engine.mood = Mood.HANG
    engine.hang_seconds = 600.0 / web.scale
    events: list[Event] = []
    async with searching(web, tmp_path, Time()) as engines:
        engines.query_seconds = 10.0
        merged = await engines.search(query("大橋 全長"), events.append)
        with engines.store.read() as db:
            failures = health_of(db, engine.plan.style).failures
    failed = [(event.provider, event.reason) for event in events if isinstance(event, SearchFailed)]
    assert len(merged.hits) == 10
    assert failed == [(engine.plan.style, "no answer within 10 s")]
    assert failures == 1


@pytest.mark.req("L15")
async def test_an_engine_whose_turn_never_came_is_not_blamed(web: LittleWeb, tmp_path: Path) -> None:
    engine = web.engines["a"]
    style, events = engine.plan.style, list[Event]()
    async with searching(web, tmp_path, Time()) as engines:
        engines.engines = [one for one in engines.engines if one.facts.name == style]
        engines.query_seconds = 0.2
        others = HomeSlots(tmp_path / "slots")  # as another process of this home has them
        held = asyncio.Event()

        async def elsewhere() -> None:
            async with others.hold_domain(domain_of(Url(web.url(engine.host))), SlotPriority.SERP):
                held.set()
                await asyncio.Event().wait()

        holder = asyncio.create_task(elsewhere())
        await held.wait()
        merged = await engines.search(query("大橋 全長"), events.append)
        with engines.store.read() as db:
            failures = health_of(db, style).failures
        holder.cancel()
    failed = [(event.provider, event.reason) for event in events if isinstance(event, SearchFailed)]
    assert failed == [(style, "no answer within 0.2 s: not our turn")]
    assert (merged.hits, len(engine.asked), failures) == ((), 0, 0)


@pytest.mark.req("L4")
async def test_what_a_list_was_worth_is_learned_by_engine_and_category(web: LittleWeb, tmp_path: Path) -> None:
    asked = query(web.topics[0].name)
    events: list[Event] = []
    async with searching(web, tmp_path, Time()) as engines:
        searched = await engines.search(asked, events.append)
        keep(engines.store, asked, searched)
        of_one = {group[0].url for group in searched.merged.sources for hit in group if hit.engine == "duckduckgo"}
        later = replace(engines)  # as after a crash: what was searched before it is known from rows alone
        with engines.store.write() as db:
            later.learn(db, asked, of_one)
        with engines.store.read() as db:
            weights = {name: weight for (name, _), weight in all_weights(db).items()}
    answered = {event.provider for event in events if isinstance(event, SearchDone) and event.hits}
    assert set(weights) == answered
    assert weights["duckduckgo"].weight == max(weight.weight for weight in weights.values())
    assert {weight.category for weight in weights.values()} == {Category.GENERAL}


@pytest.mark.req("L4")
async def test_each_engine_is_kept_with_how_it_did_and_what_it_listed(web: LittleWeb, tmp_path: Path) -> None:
    web.engines["a"].mood = Mood.CAPTCHA
    shy = web.engines["a"].plan.style
    asked, again = query(web.topics[0].name), query(f"{web.topics[0].name} 歴史")
    async with searching(web, tmp_path, Time()) as engines:
        first = await engines.search(asked, lambda _: None)
        second = await engines.search(again, lambda _: None)
        cached = await engines.search(again, lambda _: None)
        keep(engines.store, asked, first)
        with engines.store.read() as db:
            assert tuple(answers_to(db, asked.id)) == tuple(replace(one, ground="") for one in first.answers)
    failed = {one.engine: (one.outcome, one.asked, one.route) for one in first.answers if not one.answered}
    assert failed == {shy: (SearchOutcome.CAPTCHA, True, "http")}
    listed = {one.engine: one.urls for one in first.answers if one.answered}
    assert {name: len(urls) for name, urls in listed.items()} == {
        one.engine: one.hits for one in first.answers if one.answered
    }
    assert {hit.url for hit in first.hits} <= {url for urls in listed.values() for url in urls}
    assert {one.asked for one in cached.answers} == {False}
    assert {one.engine: one.urls for one in cached.answers} == {
        one.engine: one.urls for one in second.answers if one.engine != shy
    }


def test_addresses_of_one_document_count_together_and_nothing_covers_nothing() -> None:
    same = {"https://a.test/1": 1, "http://www.a.test/1?utm_source=x": 1}
    assert recall_so_far(same) == 1.0
    assert recall_so_far({**same, "https://b.test/2": 1}) == pytest.approx(2 / 3)
    assert recall_so_far({}) == 0.0


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("大橋の全長", Category.GENERAL),
        ("潮流発電 論文", Category.ACADEMIC),
        ("a randomised study of tea", Category.ACADEMIC),
        ("個人情報保護の法令", Category.GOVERNMENT),
        ("latest on the harbour", Category.NEWS),
        ("HTTP/3 specification", Category.TECHNICAL),
        ("", Category.GENERAL),
    ],
)
def test_the_words_of_a_query_say_what_kind_of_source_it_is_about(text: str, category: Category) -> None:
    assert category_of(text) is category


def test_outcomes_as_health_sees_them() -> None:
    assert outcome_of(ProviderResult(), None) is SearchOutcome.NOTHING
    assert outcome_of(None, SourceRefused("e", "a wall", how=RefusalKind.CAPTCHA)) is SearchOutcome.CAPTCHA
    assert outcome_of(None, SourceRefused("e", "captcha is what its words begin with")) is SearchOutcome.REFUSED
    assert outcome_of(None, SourceRefused("e", "HTTP 429")) is SearchOutcome.REFUSED
    assert outcome_of(None, SourceGarbled("e", "nothing could be read")) is SearchOutcome.GARBLED
    assert outcome_of(None, SourceTooSlow("e", "no answer within 4 s")) is SearchOutcome.TIMEOUT
    assert outcome_of(None, SourceUnreachable("e", "no connection")) is SearchOutcome.ERROR


def test_every_engine_of_ours_is_found_by_its_entry_point(tmp_path: Path) -> None:
    with open_app(Settings(home=tmp_path)) as app:
        names = set(engine_facts(app))
    assert {"duckduckgo", "mojeek", "wikipedia", "openalex", "egov_law", "searxng"} <= names


async def test_english_finds_english(web: LittleWeb, tmp_path: Path) -> None:
    topic = next(topic for topic in web.topics if topic.lang == "en")
    async with searching(web, tmp_path, Time()) as engines:
        merged = await engines.search(query(f"{topic.name} length", EN), lambda _: None)
    assert topic.name in merged.hits[0].title + merged.hits[0].snippet
