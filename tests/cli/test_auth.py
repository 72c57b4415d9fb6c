"""`tadori auth` as a person sees it: what waits, solving it in a browser, reporting, the log."""

import io
import json
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tadori.model.ids import Url
from tadori.model.web import AuthItem, AuthPriority, BlockKind
from tadori.settings import Settings
from tadori.wiring.home import open_app
from tests.cli.conftest import Program

LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)


def queue(home: Path, url: str, domain: str, *, task: str = "", high: bool = False, kind: str = "cloudflare") -> str:
    """Let a page wait in the home; its id."""
    item = AuthItem(
        id=AuthItem.id_of(task, Url(url)),
        task_id=task,
        url=Url(url),
        domain=domain,
        kind=BlockKind(kind),
        priority=AuthPriority.HIGH if high else AuthPriority.NORMAL,
        queued_at=LONG_AGO + timedelta(hours=len(url)),
    )
    with open_app(Settings(home=home)) as app:
        app.inbox().enqueue(item)
    return item.id


@pytest.fixture
def three(home: Path) -> list[str]:
    return [
        queue(home, "https://www.minato.test/a", "minato.test", task="task_1"),
        queue(home, "https://www.minato.test/橋の話", "minato.test", task="task_2", kind="turnstile"),
        queue(home, "https://www.gov.test/report", "gov.test", task="task_1", high=True, kind="login"),
    ]


@pytest.mark.parametrize("command", [("list",), ("open",), ("open", "--all")])
def test_an_empty_inbox_says_so(tadori: Program, command: tuple[str, ...]) -> None:
    assert tadori("auth", *command) == (0, "nothing waits for a person / 認証待ちはありません\n", "")


@pytest.mark.req("L20")
def test_the_list_has_summary_alert_and_the_most_urgent_first(tadori: Program, three: list[str]) -> None:
    code, out, _ = tadori("auth", "list")
    assert code == 0
    assert "認証待ち / waiting: 3 pages, 1 of high priority, 2 domains" in out
    assert "注意 warning: 3 pages wait for a person, 1 of them of high priority" in out
    assert sorted(three, key=out.index) == [three[2], three[0], three[1]]
    assert "https://www.minato.test/橋の話" in out


def test_the_list_as_json_has_the_ruled_fields(tadori: Program, three: list[str]) -> None:
    facts = json.loads(tadori("auth", "list", "--json")[1])
    assert facts["summary"] == {
        "pending_count": 3,
        "high_priority_count": 1,
        "domains": ["gov.test", "minato.test"],
        "oldest_queued_at": (LONG_AGO + timedelta(hours=25)).isoformat(),
        "by_auth_type": {"cloudflare": 1, "login": 1, "turnstile": 1},
    }
    assert [alert["level"] for alert in facts["alerts"]] == ["warning"]
    assert [item["id"] for item in facts["items"]] == [three[2], three[0], three[1]]


@pytest.mark.parametrize(
    ("group", "names"),
    [
        ("domain", ["gov.test", "minato.test"]),
        ("type", ["login", "cloudflare", "turnstile"]),
        ("task", ["task_1", "task_2"]),
        ("priority", ["high", "normal"]),
    ],
)
def test_the_list_is_grouped_as_asked(tadori: Program, three: list[str], group: str, names: list[str]) -> None:
    facts = json.loads(tadori("auth", "list", "--json", "--group", group)[1])
    assert list(facts["groups"]) == names
    _, out, _ = tadori("auth", "list", "--group", group)
    heads = [line.split("  ")[0] for line in out.split("\n\n") if line]
    assert heads[1:-1] == names


@pytest.mark.req("L20")
def test_a_domain_is_resolved_for_every_task(tadori: Program, three: list[str]) -> None:
    code, out, _ = tadori("auth", "resolve", "--domain", "minato.test")
    assert (code, out.count("released / 解決済み")) == (0, 2)
    assert [item["id"] for item in json.loads(tadori("auth", "list", "--json")[1])["items"]] == [three[2]]


def test_one_page_is_skipped_with_a_reason(tadori: Program, three: list[str]) -> None:
    code, out, _ = tadori("auth", "skip", three[0][-8:], "--reason", "no account")
    assert (code, out) == (0, f"skipped / スキップ: {three[0]}  https://www.minato.test/a\n")
    code, _, err = tadori("auth", "skip", three[0])
    assert (code, err) == (2, f"tadori: {three[0]} does not wait any more: it is skipped\n")


@pytest.mark.parametrize("verb", ["resolve", "skip"])
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "give either the id of a page or --domain DOMAIN"),
        (("au_1", "--domain", "x.test"), "give either the id of a page or --domain DOMAIN"),
        (("au_nobody",), "nothing of 'au_nobody' waits for a person; there wait: gov.test, minato.test"),
        (("--domain", "nobody.test"), "nothing of 'nobody.test' waits for a person"),
    ],
)
def test_a_wrong_report_says_what_is_right(
    tadori: Program, three: list[str], verb: str, arguments: tuple[str, ...], words: str
) -> None:
    code, out, err = tadori("auth", verb, *arguments)
    assert (code, out) == (2, "")
    assert words in err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "say which: domains, ids or --all. There wait: gov.test, minato.test"),
        (("gov.test", "--all"), "give names or --all, not both"),
        (("nobody.test",), "nothing of 'nobody.test' waits for a person"),
    ],
)
def test_a_wrong_opening_says_what_is_right(
    tadori: Program, three: list[str], arguments: tuple[str, ...], words: str
) -> None:
    code, out, err = tadori("auth", "open", *arguments)
    assert (code, out) == (2, "")
    assert words in err


def test_without_a_display_nothing_is_opened_and_everything_still_waits(
    tadori: Program, home: Path, three: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    (home / "config.toml").write_text('[web]\ncdp = "http://127.0.0.1:1"\n', encoding="utf-8")
    code, out, err = tadori("auth", "open", "--all")
    assert (code, out) == (1, "")
    assert "there is no display to show a browser on" in err
    assert len(json.loads(tadori("auth", "list", "--json")[1])["items"]) == 3


def test_the_log_is_empty_at_first(tadori: Program) -> None:
    assert tadori("auth", "list", "--log") == (0, "no person was asked yet / 手動介入の記録はありません\n", "")
    assert tadori("auth", "list", "--log", "--json") == (0, "[]\n", "")


class Door(BaseHTTPRequestHandler):
    """A page that lets whoever looks at it in, with a cookie."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Set-Cookie", "session=s3cr3t; Path=/; HttpOnly")
        self.end_headers()
        self.wfile.write(b"<title>Door</title>")

    def log_message(self, *_words: object) -> None:
        """Silent."""


@pytest.fixture
def door() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Door)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/a"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def running_chrome(tmp_path: Path) -> Iterator[str]:
    """A Chrome that was there before; its DevTools address."""
    if shutil.which("chromium") is None:
        pytest.skip("needs chromium on this machine")
    profile = tmp_path / "profile"
    command = ["chromium", "--headless=new", "--no-sandbox", "--remote-debugging-port=0", f"--user-data-dir={profile}"]
    with subprocess.Popen([*command, "about:blank"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        port = profile / "DevToolsActivePort"
        for _ in range(600):
            if port.exists() and "\n" in port.read_text(encoding="utf-8"):
                break
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port.read_text(encoding='utf-8').splitlines()[0]}"
        process.terminate()


@pytest.mark.req("L20")
@pytest.mark.slow
@pytest.mark.drives("chromium")
def test_a_person_solves_skips_and_quits_and_the_session_is_kept(
    tadori: Program, home: Path, door: str, running_chrome: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    queue(home, door, "127.0.0.1", task="task_1", high=True)
    queue(home, door + "b", "127.0.0.1", task="task_2")
    queue(home, door.replace("127.0.0.1", "127.0.0.2"), "127.0.0.2", kind="login")
    last = queue(home, door.replace("127.0.0.1", "127.0.0.3") + "long", "127.0.0.3", kind="captcha")
    (home / "config.toml").write_text(f'[web]\ncdp = "{running_chrome}"\nallow = ["127.0.0.0/8"]\n', encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", io.StringIO("what?\n\ns\nq\n"))
    code, out, err = tadori("auth", "open", "--all")
    assert code == 0
    assert out.splitlines() == [
        "127.0.0.1: done, 2 pages released, 2 tasks, session kept (1 cookies) / 解決済み",
        "127.0.0.2: skipped, 1 pages given up / スキップ",
        "127.0.0.3: left, 1 pages still wait / 保留",
    ]
    assert "[1/3] 127.0.0.1  cloudflare" in err
    assert "'what?' is not one of these / 選択肢にありません" in err
    assert "s3cr3t" not in out + err
    assert [item["id"] for item in json.loads(tadori("auth", "list", "--json")[1])["items"]] == [last]
    log = json.loads(tadori("auth", "list", "--log", "--json")[1])
    assert [(row["domain"], row["result"]) for row in log] == [
        ("127.0.0.3", "left"),
        ("127.0.0.2", "skipped"),
        ("127.0.0.1", "resolved"),
    ]
    assert "127.0.0.1" in tadori("auth", "list", "--log")[1].splitlines()[-1]
    with open_app(Settings(home=home)) as app:
        session = app.inbox().session_of("127.0.0.1")
    assert session is not None
    assert [(c.name, c.value) for c in session.cookies] == [("session", "s3cr3t")]
    assert session.by_person is True
