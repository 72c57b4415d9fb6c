"""A home of the version before: what only its log had becomes rows, and the log stays as it was."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from tadori.errors import CHROME_NOT_READY, NOT_STARTED
from tadori.model.engine import ALL_BLOCKED, ALL_ENGINES, LIBRARY, NotAsked, SearchOutcome
from tadori.model.web import AttemptCause
from tadori.store.database import Store, open_store, sqlite_engine
from tadori.store.engine_answers import answers_to, why_blocked
from tadori.store.followed_links import citation_circles, register_answers
from tadori.store.migrations import MIGRATIONS, m016_facts
from tadori.store.queries import task_pages
from tests.store.kept_rows import attempts_at

AT = datetime(2026, 11, 16, 9, 30, tzinfo=UTC).isoformat()
EVENTS: list[tuple[str, str, dict[str, Any]]] = [
    ("task_a", "search_failed", {"query_id": "q_1", "provider": ALL_ENGINES, "reason": f"{ALL_BLOCKED}: 1 of 1"}),
    ("task_a", "search_done", {"query_id": "q_1", "provider": LIBRARY, "hits": 0, "cached": False, "route": ""}),
    ("task_a", "search_done", {"query_id": "q_2", "provider": "mojeek", "hits": 2, "cached": False, "route": "http"}),
    ("task_a", "search_done", {"query_id": "q_2", "provider": "bing", "hits": 0, "cached": True}),
    ("task_a", "search_failed", {"query_id": "q_2", "provider": "qwant", "reason": "captcha: x", "route": "http"}),
    ("task_a", "search_failed", {"query_id": "q_2", "provider": "brave", "reason": "left alone until 10:00"}),
    ("task_a", "search_failed", {"query_id": "q_gone", "provider": "brave", "reason": "its query is not there"}),
    ("task_gone", "search_done", {"query_id": "q_1", "provider": "mojeek", "hits": 1}),
    ("task_a", "injection_suspected", {"url": "https://a.test/1", "rule": "new_role"}),
    ("task_a", "injection_suspected", {"url": "https://a.test/moved", "rule": "ignore_previous"}),
    ("task_a", "citation_loop", {"urls": ["https://b.test/2", "https://a.test/橋"]}),
    ("task_a", "citation_loop", {"urls": ["https://b.test/2", "https://a.test/橋"]}),
    ("task_a", "register_read", {"url": "https://rdap.test/a", "register": "registration", "domains": []}),
    ("task_a", "part_lost", {"url": "https://rdap.test/b", "reason": "garbled"}),
    ("task_a", "part_lost", {"url": "https://a.test/1", "reason": "an image"}),
]


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A database with the tables of the version before this migration, and what its log says."""
    path = tmp_path / "tadori.db"
    engine = sqlite_engine(path)
    with engine.begin() as db:
        db.exec_driver_sql("create table schema_migrations (name text primary key)")
        for name, migration in MIGRATIONS:
            if migration is m016_facts:
                break
            migration(db)
            db.execute(sa.text("insert into schema_migrations values (:name)"), {"name": name})
        fill(db)
    engine.dispose()
    return path


def insert(db: sa.Connection, name: str, **values: Any) -> None:
    db.execute(sa.table(name, *(sa.column(column) for column in values)).insert(), values)


TASK = {
    "question": "橋はいつ開通したか",
    "lang": "ja",
    "question_lang": "ja",
    "status": "exploring",
    "created_at": AT,
    "budget_pages": 1,
    "budget_seconds": 1,
    "budget_tokens": 1,
    "effort": 3,
    "libraries": "[]",
    "providers": "[]",
    "seconds": 0.0,
    "stop_requested": 0,
    "part": 1,
}
QUERY = {
    "lang": "ja",
    "purpose": "initial",
    "section_id": "s",
    "round": 0,
    "max_hits": 10,
    "cause_id": "s",
    "reason": "r",
    "state": "done",
    "hits": 0,
    "pages_read": 0,
    "useful": 0,
}
PAGE = {
    "content_hash": "",
    "text_hash": "",
    "media_type": "",
    "byte_length": 0,
    "text_length": 0,
    "title": "",
    "lang": "ja",
    "page_type": "article",
    "fetched_at": AT,
    "source_tag": "http",
    "author": "",
    "canonical": "",
    "text": "",
    "notes": "[]",
}
LISTED = (
    ("mojeek", "https://b.test/2", 2),
    ("mojeek", "https://a.test/1", 1),
    ("register", "https://rdap.test/a", 1),
    ("register", "https://rdap.test/b", 1),
)
ATTEMPTS = (
    ("no_route", f"{CHROME_NOT_READY}: the Chrome that config.toml names does not exist", AttemptCause.NO_BROWSER),
    ("no_route", f"{CHROME_NOT_READY}: no Chrome answers {NOT_STARTED}", AttemptCause.BROWSER_NOT_STARTED),
    ("no_route", "no Tor here", AttemptCause.NONE),
    ("unreachable", "the certificate has expired", AttemptCause.CERTIFICATE),
    ("unreachable", "ERR_CERT_AUTHORITY_INVALID", AttemptCause.CERTIFICATE),
    ("unreachable", "no connection", AttemptCause.NONE),
    ("page", "certificate", AttemptCause.NONE),
)
READ = ("https://a.test/1", "https://a.test/2", "https://b.test/2")


def fill(db: sa.Connection) -> None:
    insert(db, "tasks", id="task_a", **TASK)
    for number in (1, 2):
        insert(db, "queries", id=f"q_{number}", task_id="task_a", position=number, text=f"橋{number}", **QUERY)
    for number, (engine, url, rank) in enumerate(LISTED):
        hit = {"engine": engine, "url": url, "rank": rank, "title": "", "snippet": "", "source_tag": "general"}
        insert(db, "serp_items", id=f"i{number}", query_id="q_2", **hit)
    for number, url in enumerate(READ, start=1):
        insert(db, "pages", id=f"p{number}", url=url, **PAGE)
        read = {"query_id": "q_2", "position": number, "found_at": AT, "relevance": 0.0, "flags": "[]", "weighed": 1}
        insert(db, "task_pages", task_id="task_a", page_id=f"p{number}", **read)
    moved = {"url": "https://a.test/moved", "page_id": "p2", "final_url": "https://a.test/2", "route": "http"}
    insert(db, "visits", fetched_at=AT, **moved)
    for number, (outcome, reason, _) in enumerate(ATTEMPTS):
        tried = {"url": f"u{number}", "outcome": outcome, "reason": reason, "block": "none", "seconds": 0.1, "at": AT}
        insert(db, "attempts", task_id="task_a", domain="a.test", route="http", ground="", wire_bytes=0, **tried)
    for number, (task_id, kind, payload) in enumerate(EVENTS):
        event = {"task_id": task_id, "kind": kind, "payload": json.dumps(payload), "cause_id": "job", "at": AT}
        insert(db, "events", id=f"e{number}", position=number, **event)


@pytest.fixture
def store(old: Path) -> Iterator[Store]:
    opened = open_store(old)
    yield opened
    opened.close()


def test_what_engines_did_is_known_by_its_kind(store: Store) -> None:
    with store.read() as db:
        first, second = answers_to(db, "q_1"), answers_to(db, "q_2")
        blocked = why_blocked(db, "task_a")
    assert [(one.engine, one.outcome, one.asked) for one in first] == [
        (ALL_ENGINES, NotAsked.ALL_BLOCKED, False),
        (LIBRARY, SearchOutcome.NOTHING, True),
    ]
    assert [(one.engine, one.outcome, one.asked, one.hits) for one in second] == [
        ("mojeek", SearchOutcome.HITS, True, 2),
        ("bing", SearchOutcome.NOTHING, False, 0),
        ("qwant", SearchOutcome.CAPTCHA, True, 0),
        ("brave", NotAsked.RESTING, False, 0),
    ]
    assert second[0].urls == ("https://a.test/1", "https://b.test/2")
    assert blocked == ""


def test_pages_that_give_orders_are_found_by_their_address_and_by_what_led_to_them(store: Store) -> None:
    with store.read() as db:
        assert {page.page_id: page.orders for page in task_pages(db, "task_a")} == {
            "p1": ("new_role",),
            "p2": ("ignore_previous",),
            "p3": (),
        }


def test_circles_and_answers_of_registers_are_known_once(store: Store) -> None:
    with store.read() as db:
        assert citation_circles(db, "task_a") == (("https://b.test/2", "https://a.test/橋"),)
        assert register_answers(db, "task_a") == {"https://rdap.test/a", "https://rdap.test/b"}


def test_what_attempts_failed_for_is_known_by_its_kind(store: Store) -> None:
    with store.read() as db:
        found = [attempts_at(db, f"u{number}")[0].cause for number in range(len(ATTEMPTS))]
    assert found == [cause for _, _, cause in ATTEMPTS]


def test_the_log_stays_as_it_was(store: Store) -> None:
    with store.read() as db:
        kept = db.execute(sa.text("select kind, payload from events order by position")).all()
    assert [(row.kind, json.loads(row.payload)) for row in kept] == [(kind, payload) for _, kind, payload in EVENTS]
