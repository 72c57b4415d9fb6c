"""The auth inbox of a home: summary, alerts, domains solved for every task, sessions kept apart."""

import json
import os
import stat
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tadori.errors import ConfigError, WrongCall
from tadori.model.graph import TrustLevel
from tadori.model.ids import Url
from tadori.model.web import AuthItem, AuthPriority, AuthState, BlockKind, Cookie, WebSession
from tadori.model.web_thresholds import SESSION_DAYS
from tadori.pipeline.web.auth_inbox import AuthAlert, AuthInbox, AuthSummary, default_priority
from tadori.store.database import open_store

NOON = datetime(2026, 4, 1, 12, tzinfo=UTC)


class Hands:
    """A clock whose hands are moved."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Hands:
    return Hands()


@pytest.fixture
def inbox(tmp_path: Path, clock: Hands) -> Iterator[AuthInbox]:
    store = open_store(tmp_path / "tadori.db")
    yield AuthInbox(store, clock, tmp_path / "sessions")
    store.close()


def item(
    number: int, *, domain: str = "minato.test", task: str = "", high: bool = False, kind: str = "login"
) -> AuthItem:
    url = Url(f"https://www.{domain}/{number}")
    return AuthItem(
        id=AuthItem.id_of(task, url),
        task_id=task,
        url=url,
        domain=domain,
        kind=BlockKind(kind),
        priority=AuthPriority.HIGH if high else AuthPriority.NORMAL,
        queued_at=NOON + timedelta(minutes=number),
    )


def cookie(name: str = "session", domain: str = "minato.test", expires: float | None = None) -> Cookie:
    return Cookie(name=name, value="s3cr3t-✓", domain=domain, expires=expires, secure=True, host_only=False)


def session(domain: str = "minato.test", *cookies: Cookie) -> WebSession:
    return WebSession(
        domain=domain,
        cookies=cookies or (cookie(domain=domain),),
        user_agent="Mozilla/5.0",
        accept_language="ja",
        saved_at=NOON,
        by_person=True,
    )


@pytest.mark.req("L20")
def test_the_summary_has_exactly_the_ruled_fields(inbox: AuthInbox) -> None:
    inbox.enqueue(item(2, domain="b.test", kind="turnstile"))
    inbox.enqueue(item(1, domain="a.test", high=True))
    inbox.enqueue(item(3, domain="a.test"))
    assert inbox.summary() == AuthSummary(
        pending_count=3,
        high_priority_count=1,
        domains=("a.test", "b.test"),
        oldest_queued_at=NOON + timedelta(minutes=1),
        by_auth_type={"login": 2, "turnstile": 1},
    )


def test_an_empty_inbox_has_an_empty_summary_and_no_alert(inbox: AuthInbox) -> None:
    empty = AuthSummary(pending_count=0, high_priority_count=0, domains=(), oldest_queued_at=None, by_auth_type={})
    assert inbox.summary() == empty
    assert inbox.alerts() == ()
    assert inbox.pending() == []


@pytest.mark.req("L20")
@pytest.mark.parametrize(
    ("pages", "high", "levels"),
    [(2, 0, []), (2, 1, []), (3, 0, ["warning"]), (4, 1, ["warning"]), (5, 0, ["critical"]), (2, 2, ["critical"])],
)
def test_alerts_are_as_ruled(inbox: AuthInbox, pages: int, high: int, levels: list[str]) -> None:
    for number in range(pages):
        inbox.enqueue(item(number, high=number < high))
    assert [alert.level for alert in inbox.alerts()] == levels


def test_an_alert_says_how_much_waits(inbox: AuthInbox) -> None:
    for number in range(3):
        inbox.enqueue(item(number, high=number == 0))
    words = "3 pages wait for a person, 1 of them of high priority"
    assert inbox.alerts() == (AuthAlert(level="warning", message=words),)


@pytest.mark.req("L20")
def test_one_solved_domain_releases_every_task_that_waits_for_it(inbox: AuthInbox, clock: Hands) -> None:
    mine, yours = item(1, task="task_1"), item(2, task="task_2")
    other = item(3, domain="other.test", task="task_1")
    for waiting in (mine, yours, other):
        inbox.enqueue(waiting)
    clock.now = NOON + timedelta(hours=1)
    released = inbox.resolve("minato.test")
    assert [(i.task_id, i.state, i.closed_at) for i in released] == [
        ("task_1", AuthState.RESOLVED, clock.now),
        ("task_2", AuthState.RESOLVED, clock.now),
    ]
    assert inbox.pending() == [other]


def test_a_host_means_the_domain_it_belongs_to(inbox: AuthInbox) -> None:
    inbox.enqueue(item(1))
    assert [i.id for i in inbox.resolve("Login.Minato.test")] == [item(1).id]


def test_a_single_page_is_resolved_alone(inbox: AuthInbox) -> None:
    inbox.enqueue(item(1))
    inbox.enqueue(item(2))
    assert [i.id for i in inbox.resolve(item(1).id)] == [item(1).id]
    assert inbox.pending() == [item(2)]


def test_a_skipped_domain_is_given_up_with_its_reason(inbox: AuthInbox) -> None:
    inbox.enqueue(item(1))
    assert [(i.state, i.note) for i in inbox.skip("minato.test", reason="no account")] == [
        (AuthState.SKIPPED, "no account")
    ]
    assert inbox.enqueue(item(1)) is False
    assert inbox.pending() == []


@pytest.mark.parametrize("verb", ["resolve", "skip"])
def test_what_is_unknown_or_done_is_named(inbox: AuthInbox, verb: str) -> None:
    close = getattr(inbox, verb)
    with pytest.raises(WrongCall, match=r"nothing of 'nobody\.test' waits for a person; the inbox is empty"):
        close("nobody.test")
    inbox.enqueue(item(1))
    with pytest.raises(WrongCall, match=r"there wait: minato\.test"):
        close("nobody.test")
    close(item(1).id)
    with pytest.raises(WrongCall, match="does not wait any more: it is "):
        close(item(1).id)


def test_a_part_that_fits_several_ids_is_refused_with_all_of_them(inbox: AuthInbox) -> None:
    inbox.enqueue(item(1))
    inbox.enqueue(item(2))
    with pytest.raises(WrongCall, match=f"'au_b' fits 2 pages: {item(1).id}, {item(2).id}"):
        inbox.resolve("au_b")


def test_a_page_that_is_shown_is_open_and_waits_again_when_it_is_left(inbox: AuthInbox, clock: Hands) -> None:
    inbox.enqueue(item(1))
    number = inbox.begin("minato.test")
    assert [i.state for i in inbox.pending()] == [AuthState.OPEN]
    clock.now += timedelta(seconds=4)
    assert inbox.end(number, "minato.test", "left") == []
    assert inbox.pending() == [item(1)]
    assert [(r.domain, r.seconds, r.result) for r in inbox.log()] == [("minato.test", 4.0, "left")]


@pytest.mark.req("L20")
@pytest.mark.parametrize("result", ["resolved", "skipped"])
def test_the_log_says_how_an_intervention_ended(inbox: AuthInbox, clock: Hands, result: str) -> None:
    inbox.enqueue(item(1))
    inbox.enqueue(item(2, task="task_2"))
    number = inbox.begin("minato.test")
    clock.now += timedelta(seconds=90)
    assert [i.state.value for i in inbox.end(number, "minato.test", result)] == [result, result]
    assert [(r.kind, r.seconds, r.result) for r in inbox.log()] == [(BlockKind.LOGIN, 90.0, result)]
    assert inbox.pending() == []


def test_nothing_can_be_shown_of_a_domain_that_nobody_waits_for(inbox: AuthInbox) -> None:
    with pytest.raises(WrongCall, match=r"nothing of 'minato\.test' waits"):
        inbox.begin("minato.test")
    assert inbox.log() == []


@pytest.mark.parametrize(
    ("trust", "priority"),
    [
        (TrustLevel.PRIMARY, AuthPriority.HIGH),
        (TrustLevel.GOVERNMENT, AuthPriority.HIGH),
        (TrustLevel.ACADEMIC, AuthPriority.HIGH),
        (TrustLevel.TRUSTED, AuthPriority.NORMAL),
        (TrustLevel.UNVERIFIED, AuthPriority.NORMAL),
        (TrustLevel.LOW, AuthPriority.LOW),
        (TrustLevel.BLOCKED, AuthPriority.LOW),
    ],
)
def test_primary_sources_are_asked_for_first(trust: TrustLevel, priority: AuthPriority) -> None:
    assert default_priority(trust) is priority


@pytest.mark.req("L20")
def test_a_session_comes_back_for_its_domain_and_for_no_other(inbox: AuthInbox) -> None:
    inbox.save_session(session())
    assert inbox.session_of("minato.test") == session()
    assert inbox.session_of("www.minato.test") == session()
    assert [
        inbox.session_of(d) for d in ("minato.example", "evil-minato.test", "test", "", "minato.test.evil.test")
    ] == [None] * 5


def test_cookies_of_other_domains_are_not_kept(inbox: AuthInbox) -> None:
    own, theirs = cookie(domain="www.minato.test"), cookie(domain="tracker.test")
    inbox.save_session(session("minato.test", own, theirs))
    kept = inbox.session_of("minato.test")
    assert kept is not None
    assert kept.cookies == (own,)


def test_sites_under_one_public_suffix_do_not_share(inbox: AuthInbox) -> None:
    inbox.save_session(session("one.github.io", cookie(domain="one.github.io")))
    assert inbox.session_of("two.github.io") is None


@pytest.mark.req("L20")
def test_the_file_of_a_session_is_its_owners_alone(inbox: AuthInbox) -> None:
    old = os.umask(0)
    try:
        inbox.save_session(session())
    finally:
        os.umask(old)
    files = list(inbox.sessions_folder.iterdir())
    assert [stat.S_IMODE(f.stat().st_mode) for f in files] == [0o600]
    assert stat.S_IMODE(inbox.sessions_folder.stat().st_mode) == 0o700


def test_saving_again_replaces_the_file_and_is_seen_by_another_inbox(inbox: AuthInbox) -> None:
    other = AuthInbox(inbox.store, inbox.clock, inbox.sessions_folder)
    inbox.save_session(session())
    assert other.session_of("minato.test") == session()
    fresh = replace(session(), user_agent="Mozilla/6.0")
    inbox.save_session(fresh)
    assert other.session_of("minato.test") == fresh
    assert len(list(inbox.sessions_folder.iterdir())) == 1


def test_expired_cookies_and_old_sessions_are_not_used(inbox: AuthInbox, clock: Hands) -> None:
    short = cookie("cf_clearance", expires=NOON.timestamp() + 60)
    inbox.save_session(session("minato.test", short, cookie()))
    clock.now = NOON + timedelta(seconds=61)
    kept = inbox.session_of("minato.test")
    assert kept is not None
    assert [c.name for c in kept.cookies] == ["session"]
    clock.now = NOON + timedelta(days=SESSION_DAYS, seconds=1)
    assert inbox.session_of("minato.test") is None


@pytest.mark.parametrize(
    "torn", [b"", b"{", b"[]", b'{"domain": "minato.test"}', b'{"domain": "evil.test"}', b"\xff\xfe"]
)
def test_a_torn_file_is_as_if_there_were_none(inbox: AuthInbox, torn: bytes) -> None:
    inbox.save_session(session())
    next(inbox.sessions_folder.iterdir()).write_bytes(torn)
    assert inbox.session_of("minato.test") is None


@pytest.mark.parametrize("domain", ["../../etc/passwd", "a/b", "日本.test", "x" * 300 + ".test", "[::1]", "."])
def test_no_domain_leads_out_of_the_folder(inbox: AuthInbox, domain: str) -> None:
    inbox.save_session(session(domain, cookie(domain=domain)))
    files = list(inbox.sessions_folder.parent.rglob("*.json"))
    assert [p.parent for p in files] == [inbox.sessions_folder]
    assert json.loads(files[0].read_bytes())["cookies"][0]["value"] == "s3cr3t-✓"


def test_a_folder_that_cannot_be_written_is_named(inbox: AuthInbox) -> None:
    inbox.sessions_folder.write_text("a file", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"the session of minato\.test cannot be kept in"):
        inbox.save_session(session())


def test_the_value_of_a_cookie_is_never_printed(inbox: AuthInbox) -> None:
    inbox.save_session(session())
    inbox.session_of("minato.test")
    assert "s3cr3t" not in repr(session()) + repr(cookie()) + repr(inbox)
    with inbox.store.read() as db:
        dump = "\n".join(db.connection.driver_connection.iterdump())  # type: ignore[union-attr]
    assert "s3cr3t" not in dump


@pytest.mark.req("L20")
def test_of_several_processes_that_close_a_page_at_once_one_does(inbox: AuthInbox) -> None:
    inbox.enqueue(item(1))
    seen = inbox.pending()  # as another process saw it, just before this one was faster
    inbox.skip("minato.test", reason="not needed")
    with pytest.raises(WrongCall, match="does not wait any more"):
        inbox._close(seen, AuthState.RESOLVED, None)
    assert [one.result for one in inbox.log()] == []
    inbox.enqueue(item(2))
    assert [one.url for one in inbox._close([*seen, *inbox.pending()], AuthState.RESOLVED, None)] == [item(2).url]
