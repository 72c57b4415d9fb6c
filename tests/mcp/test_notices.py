"""Telling and asking a person (L21): what may be shown, where, and what comes of a question."""

import asyncio
import base64
import io
import json
from dataclasses import dataclass, field
from typing import Any

import pytest

from tadori.fetch.notice import command_for
from tadori.service.clients.questions import answer_question, open_questions
from tadori.service.clients.serving import question_lines
from tadori.service.clients.user_interaction import notification_text, show_in_terminal
from tests.mcp.test_examples import asked, waiting
from tests.mcp.world import Desk, Quiet

HOSTILE = "'; Remove-Item C:\\ -Recurse #\" $(reboot) `id` <b>&x</b> -u critical"


@pytest.mark.req("L21")
async def test_no_secret_of_a_message_is_shown(desk: Desk) -> None:
    payload = {
        "message": "See https://user:pw@wall.test:8443/a?token=abc#frag, password=hunter2222",
        "details": {"title": "Authorization: Bearer abcdefgh12345678", "url": "https://wall.test/b?session=1"},
    }
    await desk("notify_user", event="info", payload=payload)
    [(words, title)] = desk.said
    assert title == "Tadori"
    assert words.startswith("See https://wall.test:8443/a")
    assert words.endswith("https://wall.test/b")
    assert [secret for secret in ("token", "pw@", "hunter2222", "abcdefgh12345678", "session") if secret in words] == []


@pytest.mark.req("L21")
def test_a_long_message_leaves_room_for_the_address() -> None:
    details = {"url": "https://wall.test/page", "title": "表題" * 100, "reason": "r" * 300}
    words = notification_text({"message": "m\n" * 250, "details": details}).split(" · ")
    assert [len(part) for part in words] == [200, 80, 80, 22]
    assert words[3] == "https://wall.test/page"
    assert "\n" not in words[0]


@pytest.mark.req("L21")
async def test_a_desktop_that_does_not_answer_in_time_has_shown_nothing(desk: Desk) -> None:
    async def say(_words: str, _title: str) -> bool:
        await asyncio.Event().wait()
        return True

    desk.tools.people.say = say
    told = await desk("notify_user", event="info", payload={"message": "x", "timeout_seconds": 1})
    assert told == {"ok": True, "notification_id": "n_001", "shown": False}


@pytest.mark.req("L21")
async def test_every_notification_has_its_own_id(desk: Desk) -> None:
    ids = [(await desk("notify_user", event="info", payload={"message": "x"}))["notification_id"] for _ in range(3)]
    assert ids == ["n_001", "n_002", "n_003"]


class Screen(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.req("L21")
def test_where_no_desktop_is_a_terminal_is_told_and_a_log_is_not() -> None:
    screen, log = Screen(), io.StringIO()
    assert show_in_terminal("A page waits", "Tadori", screen) is True
    assert show_in_terminal("A page waits", "Tadori", log) is False
    assert (screen.getvalue(), log.getvalue()) == ("\aTadori: A page waits\n", "")


@pytest.mark.req("L21")
def test_hostile_words_stay_data_in_every_command() -> None:
    def which(_name: str) -> str:
        return "/usr/bin/x"

    linux = command_for("linux", HOSTILE, title="t", which=which)
    assert linux is not None
    assert linux[:4] == ["notify-send", "--app-name=Tadori", "--", "t"]
    assert len(linux) == 5
    assert "<b>" not in linux[4]
    windows = command_for("linux", HOSTILE, title="t", wsl=True, which=which)
    assert windows is not None
    script = base64.b64decode(windows[-1]).decode("utf-16-le")
    packed = script.split("FromBase64String('")[1].split("'")[0]
    assert json.loads(base64.b64decode(packed)) == {"title": "t", "body": HOSTILE}
    assert "Remove-Item" not in script


@dataclass(slots=True)
class Patient(Quiet):
    """A caller who tells when progress came twice."""

    twice: asyncio.Event = field(default_factory=asyncio.Event)

    async def progress(self, done: int, words: str) -> None:
        self.heard.append((done, words))
        if len(self.heard) == 2:
            self.twice.set()


@pytest.mark.req("L21")
async def test_a_person_is_told_how_to_answer_and_the_client_hears_that_it_waits(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tadori.service.clients.user_interaction.POLL_SECONDS", 0.001)
    home, caller = desk.clients.app.settings.home, Patient()
    call = asyncio.create_task(asked(desk, caller, prompt="続けますか", options={"timeout_seconds": 600}))
    await caller.twice.wait()
    answer_question(home, open_questions(home)[0].id, "はい、続けて")
    told = await call
    assert (told["response"], told["choice_index"], told["shown"]) == ("はい、続けて", None, True)
    assert desk.said[0][0] == "続けますか"
    assert "tadori mcp answer" in desk.said[0][1]
    assert [done for done, _ in caller.heard[:2]] == [1, 2]


@pytest.mark.req("L21")
async def test_a_question_that_is_called_off_waits_for_nobody(desk: Desk) -> None:
    home, put = desk.clients.app.settings.home, asyncio.Event()

    async def say(_words: str, _title: str) -> bool:
        assert len(open_questions(home)) == 1
        put.set()
        return True

    desk.tools.people.say = say
    call = asyncio.create_task(asked(desk, Quiet(), prompt="Go on?"))
    await put.wait()
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    assert open_questions(home) == []


@pytest.mark.req("L21")
async def test_a_form_that_nobody_fills_in_times_out(desk: Desk) -> None:
    class Slow(Quiet):
        async def elicit(self, prompt: str, choices: Any) -> Any:
            await asyncio.Event().wait()

    told = await asked(desk, Slow(), prompt="Go on?", options={"timeout_seconds": 0.01})
    assert told == {
        "ok": True,
        "response": "",
        "choice_index": None,
        "timed_out": True,
        "asked_by": "elicitation",
    }


@pytest.mark.req("L20")
async def test_what_a_person_did_is_kept_once_a_domain(desk: Desk) -> None:
    task_id = await desk.task()
    for number in range(3):
        waiting(desk, task_id, f"https://wall.test/{number}")
    await desk("resolve_auth", target="domain", data={"domain": "wall.test", "status": "failed"})
    await desk("resolve_auth", target="domain", data={"domain": "wall.test", "status": "skipped"})
    log = [(one.domain, one.kind.value, one.result) for one in desk.clients.app.inbox().log()]
    assert log == [("wall.test", "captcha", "skipped"), ("wall.test", "captcha", "failed")]


@pytest.mark.req("L20")
async def test_cookies_of_another_domain_are_not_kept_and_not_said_to_be(desk: Desk) -> None:
    task_id = await desk.task()
    cookie = {"name": "sid", "value": "1", "domain": "other.test", "httpOnly": True, "sameSite": "Lax"}
    item = waiting(desk, task_id, "https://wall.test/a")
    data = {"auth_id": item, "status": "resolved", "session_data": {"cookies": [cookie]}}
    assert (await desk("resolve_auth", target="item", data=data))["session_stored"] is False
    assert desk.clients.app.inbox().session_of("wall.test") is None
    item = waiting(desk, task_id, "https://wall.test/b")
    data = {"auth_id": item, "status": "resolved", "session_data": {"cookies": [{**cookie, "domain": ".wall.test"}]}}
    assert (await desk("resolve_auth", target="item", data=data))["session_stored"] is True
    await desk.clients.settle()
    session = desk.clients.app.inbox().session_of("wall.test")
    assert session is not None
    assert [(one.name, one.domain) for one in session.cookies] == [("sid", "wall.test")]


@pytest.mark.req("L21")
async def test_a_question_cannot_write_over_the_terminal_that_shows_it(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TADORI_HOME", str(desk.clients.app.settings.home))
    shown: list[str] = []

    async def say(_words: str, _title: str) -> bool:
        shown.extend(question_lines())
        return True

    desk.tools.people.say = say
    given = {"prompt": "Go on?\x1b[2J\r\nfake line", "options": {"choices": ["yes\x07", "no"], "timeout_seconds": 0}}
    await asked(desk, Quiet(), **given)
    assert [line.split("  ")[1:] for line in shown] == [["Go on?\\u001b[2J fake line", "[yes\\u0007 / no]"]]
