"""What is kept of domains, their robots.txt, and every attempt."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tadori.model.ids import Url
from tadori.model.web import AttemptOutcome, BlockKind, DomainPolicy, FetchAttempt, Route
from tadori.store.database import Store, open_store
from tadori.store.domains import (
    RobotsRow,
    attempts_by_route,
    pages_by_route,
    policy_of,
    robots_of,
    save_attempt,
    save_policy,
    save_robots,
)
from tests.store.kept_rows import attempts_at

NOW = datetime(2026, 11, 16, 9, 30, tzinfo=UTC)
KNOWN = DomainPolicy(
    domain="海洋新聞.test",
    block_score=0.25,
    success_short=0.5,
    success_long=0.75,
    failures=2,
    cooldown_until=NOW + timedelta(hours=1),
    headful_ratio=0.125,
    headful_failures=1,
    last_captcha_at=NOW,
    captcha_type_last_seen=BlockKind.TURNSTILE,
    captcha_rate=0.0625,
    tor_success_rate=1.0,
    tor_usage_ratio=0.2,
    tor_until=NOW + timedelta(minutes=15),
    tor_blocked_until=None,
    referer_match_rate=0.9,
    not_modified_rate=0.7,
    skip_reason=None,
    day="2026-11-16",
    requests_today=12,
    tor_today=3,
    last_request_at=NOW,
    updated_at=NOW,
)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return open_store(tmp_path / "tadori.db")


def attempt(route: Route, outcome: AttemptOutcome, *, minutes: int = 0) -> FetchAttempt:
    return FetchAttempt(
        url=Url("https://www.kaiyo.test/a"),
        route=route,
        ground="first visit",
        outcome=outcome,
        reason="status 403",
        started_at=NOW + timedelta(minutes=minutes),
        seconds=0.5,
        status=403,
        block=BlockKind.CLOUDFLARE,
        wire_bytes=120,
    )


def test_a_policy_comes_back_as_it_was_kept(store: Store) -> None:
    with store.write() as db:
        save_policy(db, KNOWN)
    with store.read() as db:
        assert policy_of(db, KNOWN.domain) == KNOWN


def test_a_stranger_has_the_policy_of_a_stranger(store: Store) -> None:
    with store.read() as db:
        assert policy_of(db, "kaiyo.test") == DomainPolicy(domain="kaiyo.test")


def test_the_last_policy_replaces_the_one_before(store: Store) -> None:
    with store.write() as db:
        save_policy(db, DomainPolicy(domain="kaiyo.test", failures=1))
        save_policy(db, DomainPolicy(domain="kaiyo.test", failures=2))
    with store.read() as db:
        assert policy_of(db, "kaiyo.test") == DomainPolicy(domain="kaiyo.test", failures=2)


@pytest.mark.parametrize("status", [200, 404, None])
def test_robots_are_kept_whatever_the_answer_was(store: Store, status: int | None) -> None:
    row = RobotsRow(
        origin="https://www.kaiyo.test",
        status=status,
        body="User-agent: *\nDisallow: /私/",
        fetched_at=NOW,
        checked_at=NOW,
    )
    with store.write() as db:
        save_robots(db, row)
    with store.read() as db:
        assert robots_of(db, "https://www.kaiyo.test") == row
        assert robots_of(db, "http://www.kaiyo.test") is None


@pytest.mark.req("L16")
def test_every_attempt_is_kept_in_order_with_its_ground(store: Store) -> None:
    first = attempt(Route.HTTP, AttemptOutcome.BLOCKED)
    second = attempt(Route.HEADLESS, AttemptOutcome.PAGE, minutes=1)
    with store.write() as db:
        save_attempt(db, "t1", "kaiyo.test", first)
        save_attempt(db, "t1", "kaiyo.test", second)
    with store.read() as db:
        assert attempts_at(db, "https://www.kaiyo.test/a") == [first, second]
        assert attempts_at(db, "https://www.kaiyo.test/b") == []


def test_routes_are_counted_by_day_and_by_task(store: Store) -> None:
    with store.write() as db:
        save_attempt(db, "t1", "kaiyo.test", attempt(Route.HTTP, AttemptOutcome.PAGE, minutes=-600))
        save_attempt(db, "t1", "kaiyo.test", attempt(Route.HTTP, AttemptOutcome.BLOCKED))
        save_attempt(db, "t1", "kaiyo.test", attempt(Route.TOR, AttemptOutcome.NO_ROUTE))
        save_attempt(db, "t2", "kaiyo.test", attempt(Route.WAYBACK, AttemptOutcome.PAGE))
        save_attempt(db, "t2", "kaiyo.test", attempt(Route.HTTP, AttemptOutcome.NOT_MODIFIED))
    with store.read() as db:
        assert attempts_by_route(db, since=NOW) == {Route.HTTP: 2, Route.WAYBACK: 1}
        assert pages_by_route(db, "t1") == {Route.HTTP: 1}
        assert pages_by_route(db, "t2") == {Route.WAYBACK: 1, Route.HTTP: 1}
