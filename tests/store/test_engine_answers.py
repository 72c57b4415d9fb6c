"""What engines did about queries, as rows: who answered, why nobody could be asked, what each listed."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tadori.model.budget import Budget
from tadori.model.engine import ALL_BLOCKED, ALL_ENGINES, LIBRARY, EngineAnswer, NotAsked, SearchOutcome
from tadori.model.ids import EN, JA, Url
from tadori.model.query import Hit, Query, QueryPurpose
from tadori.model.question import Task, TaskStatus
from tadori.store.database import Store, open_store
from tadori.store.engine_answers import (
    answers_to,
    nobody_answers,
    save_answers,
    times_found,
    unanswered,
    why_blocked,
)
from tadori.store.followed_links import CITED, REGISTER
from tadori.store.queries import add_queries, save_hits
from tadori.store.tasks import add_task, forget_task

NOW = datetime(2026, 11, 16, 9, 30, tzinfo=UTC)
DONE = EngineAnswer(
    engine="mojeek",
    outcome=SearchOutcome.HITS,
    asked=True,
    route="http",
    hits=2,
    urls=(Url("https://例え.test/橋"), Url("https://a.test/")),
)
KEPT = EngineAnswer(engine="mojeek", outcome=SearchOutcome.NOTHING, asked=False)
CAPTCHA = EngineAnswer(
    engine="duckduckgo", outcome=SearchOutcome.CAPTCHA, asked=True, reason="captcha or block page: x", route="http"
)
SLOW = EngineAnswer(engine="mojeek", outcome=SearchOutcome.TIMEOUT, asked=True, reason="too slow", route="http")
RESTING = EngineAnswer(engine="mojeek", outcome=NotAsked.RESTING, asked=False, reason="left alone until 10:00")
BLOCKED = EngineAnswer(
    engine=ALL_ENGINES, outcome=NotAsked.ALL_BLOCKED, asked=False, reason=f"{ALL_BLOCKED}: 2 of 2 are left alone"
)
UNSUITED = EngineAnswer(
    engine=ALL_ENGINES, outcome=NotAsked.NONE_SUITS, asked=False, reason=f"{ALL_BLOCKED} is not what happened"
)
FOLDER = EngineAnswer(engine=LIBRARY, outcome=SearchOutcome.NOTHING, asked=True)


def a_query(task_id: str, text: str) -> Query:
    return Query.of(
        task_id=task_id,
        text=text,
        lang=JA,
        purpose=QueryPurpose.INITIAL,
        section_id="s",
        round=0,
        limit=10,
        cause_id="s",
    )


QUERIES = {name: a_query("task_a", name) for name in ("一", "二", "三", "四")}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(tmp_path / "home" / "tadori.db")
    with opened.write() as db:
        for name in ("task_a", "task_b"):
            add_task(
                db,
                Task(
                    id=name,
                    question="橋はいつ開通したか",
                    lang=EN,
                    question_lang=JA,
                    status=TaskStatus.CREATED,
                    created_at=NOW,
                    budget=Budget(),
                    effort=3,
                    libraries=(),
                ),
            )
        add_queries(db, list(QUERIES.values()), "test")
    yield opened
    opened.close()


def keep(store: Store, name: str, *answers: EngineAnswer) -> None:
    with store.write() as db:
        save_answers(db, "task_a", QUERIES[name].id, answers, NOW)


def test_answers_come_back_as_they_were_in_the_order_of_their_turns(store: Store) -> None:
    keep(store, "一", BLOCKED, FOLDER)
    keep(store, "二", DONE, CAPTCHA, RESTING)
    keep(store, "三")
    with store.read() as db:
        assert answers_to(db, QUERIES["一"].id) == [BLOCKED, FOLDER]
        assert answers_to(db, QUERIES["二"].id) == [DONE, CAPTCHA, RESTING]
        assert answers_to(db, QUERIES["三"].id) == []


@pytest.mark.req("L5")
def test_a_task_is_blocked_when_its_last_query_found_every_engine_left_alone(store: Store) -> None:
    blocked = []
    for name, answer in (("一", DONE), ("二", BLOCKED), ("二", FOLDER), ("三", BLOCKED), ("四", UNSUITED)):
        keep(store, name, answer)
        with store.read() as db:
            blocked.append(nobody_answers(db, "task_a"))
    with store.read() as db:
        other = nobody_answers(db, "task_b")
    assert (blocked, other) == ([False, True, False, True, False], False)


@pytest.mark.req("L5")
def test_a_task_that_nobody_ever_answered_is_blocked_until_somebody_does(store: Store) -> None:
    keep(store, "一", CAPTCHA, SLOW)
    with store.read() as db:
        before = nobody_answers(db, "task_a")
    keep(store, "二", KEPT)
    keep(store, "三", CAPTCHA)
    with store.read() as db:
        assert (before, nobody_answers(db, "task_a")) == (True, False)


@pytest.mark.req("L5")
def test_why_the_web_was_not_asked_is_a_matter_of_the_last_query_and_no_folder_changes_it(store: Store) -> None:
    said = []
    for name, answers in (
        ("一", (BLOCKED, FOLDER)),
        ("二", (BLOCKED, DONE)),
        ("三", (UNSUITED,)),
        ("四", (BLOCKED,)),
        ("四", (FOLDER,)),
    ):
        keep(store, name, *answers)
        with store.read() as db:
            said.append(why_blocked(db, "task_a"))
    assert said == [BLOCKED.reason, "", "", BLOCKED.reason, BLOCKED.reason]


def test_queries_that_no_engine_answered_say_why_each_that_was_asked_did_not(store: Store) -> None:
    keep(store, "一", CAPTCHA, SLOW, FOLDER)
    keep(store, "二", RESTING, BLOCKED)
    keep(store, "三", KEPT)
    first, second, third = (QUERIES[name].id for name in ("一", "二", "三"))
    with store.read() as db:
        assert unanswered(db, [first, second]) == {"duckduckgo": CAPTCHA.reason, "mojeek": SLOW.reason}
        assert unanswered(db, [second]) == {}
        assert unanswered(db, [first, third]) == {}
        assert unanswered(db, []) == {}


def hit(url: str, engine: str) -> Hit:
    return Hit(title="t", url=Url(url), snippet="", date=None, engine=engine, rank=1, source_tag="general")


def test_a_document_is_found_once_by_each_engine_at_each_query_and_never_by_following(store: Store) -> None:
    with store.write() as db:
        save_hits(db, QUERIES["一"].id, [hit("https://a.test/", "mojeek"), hit("https://a.test/", "brave")])
        save_hits(db, QUERIES["二"].id, [hit("https://a.test/", "mojeek"), hit("https://b.test/", "mojeek")])
        save_hits(db, QUERIES["三"].id, [hit("https://b.test/", CITED), hit("https://c.test/", REGISTER)])
    with store.read() as db:
        assert times_found(db, "task_a") == {"https://a.test/": 3, "https://b.test/": 1}
        assert times_found(db, "task_b") == {}


def test_a_task_that_is_forgotten_takes_its_answers_along(store: Store) -> None:
    keep(store, "一", DONE)
    with store.write() as db:
        forget_task(db, "task_a")
    with store.read() as db:
        assert answers_to(db, QUERIES["一"].id) == []
