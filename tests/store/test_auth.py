"""The rows of the auth inbox: queued once, ordered by urgency, and what persons did."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tadori.model.ids import Url
from tadori.model.web import AuthItem, AuthPriority, AuthState, BlockKind
from tadori.store import auth
from tadori.store.database import Store, open_store

NOON = datetime(2026, 4, 1, 12, tzinfo=UTC)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(tmp_path / "tadori.db")
    yield opened
    opened.close()


def item(
    url: str = "https://www.minato.test/橋",
    *,
    task: str = "task_1",
    domain: str = "minato.test",
    kind: BlockKind = BlockKind.CLOUDFLARE,
    priority: AuthPriority = AuthPriority.NORMAL,
    minutes: int = 0,
) -> AuthItem:
    return AuthItem(
        id=AuthItem.id_of(task, Url(url)),
        task_id=task,
        url=Url(url),
        domain=domain,
        kind=kind,
        priority=priority,
        queued_at=NOON + timedelta(minutes=minutes),
    )


def test_an_item_comes_back_as_it_was_put_in(store: Store) -> None:
    with store.write() as db:
        assert auth.add_item(db, item()) is True
    with store.read() as db:
        assert auth.items(db) == [item()]


def test_the_same_page_of_the_same_task_is_queued_once_and_keeps_its_place(store: Store) -> None:
    with store.write() as db:
        auth.add_item(db, item())
        assert auth.add_item(db, item(minutes=9, kind=BlockKind.LOGIN, priority=AuthPriority.HIGH)) is False
        assert auth.items(db) == [item(kind=BlockKind.LOGIN, priority=AuthPriority.HIGH)]
        assert auth.add_item(db, item(minutes=10, priority=AuthPriority.LOW)) is False
        assert auth.items(db) == [item(priority=AuthPriority.HIGH)]


def test_a_resolved_page_that_is_refused_again_waits_again(store: Store) -> None:
    with store.write() as db:
        auth.add_item(db, item())
        auth.set_state(db, [item().id], AuthState.RESOLVED, at=NOON)
        assert auth.items(db) == []
        assert auth.add_item(db, item(minutes=30)) is True
        assert auth.items(db) == [item(minutes=30)]


def test_a_page_that_a_person_skipped_stays_skipped(store: Store) -> None:
    with store.write() as db:
        auth.add_item(db, item())
        auth.set_state(db, [item().id], AuthState.SKIPPED, at=NOON, note="no account")
        assert auth.add_item(db, item(minutes=30)) is False
        skipped = replace(item(), state=AuthState.SKIPPED, closed_at=NOON, note="no account")
        assert auth.items(db, states=[AuthState.SKIPPED]) == [skipped]


def test_high_priority_comes_first_then_the_longest_waiting(store: Store) -> None:
    late = item("https://a.test/1", domain="a.test", minutes=3)
    early = item("https://b.test/1", domain="b.test", minutes=1)
    urgent = item("https://c.test/1", domain="c.test", minutes=5, priority=AuthPriority.HIGH)
    low = item("https://d.test/1", domain="d.test", priority=AuthPriority.LOW)
    with store.write() as db:
        for queued in (low, late, urgent, early):
            auth.add_item(db, queued)
        assert auth.items(db) == [urgent, early, late, low]


def test_pages_are_found_by_task_domain_kind_and_priority(store: Store) -> None:
    one = item("https://a.test/1", task="task_1", domain="a.test", kind=BlockKind.LOGIN)
    two = item("https://a.test/1", task="task_2", domain="a.test", priority=AuthPriority.HIGH)
    with store.write() as db:
        auth.add_item(db, one)
        auth.add_item(db, two)
        assert auth.items(db, task_id="task_1") == [one]
        assert auth.items(db, domain="a.test") == [two, one]
        assert auth.items(db, domain="test") == []
        assert auth.items(db, kind=BlockKind.LOGIN) == [one]
        assert auth.items(db, priority=AuthPriority.HIGH) == [two]
        assert auth.items(db, task_id="task_2", kind=BlockKind.LOGIN) == []


def test_an_item_is_named_by_its_id_or_a_part_of_it_at_either_end(store: Store) -> None:
    with store.write() as db:
        auth.add_item(db, item())
        name = item().id
        assert [auth.items_named(db, part) for part in (name, name[:9], name[-6:])] == [[item()]] * 3
        assert auth.items_named(db, name[-3:]) == []
        assert auth.items_named(db, name[3:9]) == []
        assert auth.items_named(db, "%%%%") == []
        assert auth.items_named(db, "____") == []


def test_an_intervention_is_kept_with_start_end_seconds_and_result(store: Store) -> None:
    with store.write() as db:
        first = auth.start_intervention(db, item(), NOON)
        second = auth.start_intervention(db, item(kind=BlockKind.LOGIN), NOON + timedelta(minutes=5))
        auth.end_intervention(db, first, at=NOON + timedelta(seconds=12.5), result="resolved")
        rows = auth.interventions(db)
    assert [(r.id, r.kind, r.seconds, r.result) for r in rows] == [
        (second, BlockKind.LOGIN, None, None),
        (first, BlockKind.CLOUDFLARE, 12.5, "resolved"),
    ]
    assert rows[1].ended_at == NOON + timedelta(seconds=12.5)


def test_hostile_text_is_data(store: Store) -> None:
    hostile = item("https://a.test/'; drop table auth_queue; --", domain="a.test'\"; --")
    with store.write() as db:
        auth.add_item(db, hostile)
        assert auth.items(db, domain="a.test'\"; --") == [hostile]
