"""Notifications: address and kind only, and no text from outside can become a command."""

import base64
import json
import re
from collections.abc import Sequence

import pytest

from tadori.fetch.notice import TITLE, Notifier, command_for, notice_text
from tadori.model.web import BlockKind

HOSTILE = [
    "https://minato.test/$(touch /tmp/x)`id`;rm -rf ~",
    'https://minato.test/"; Start-Process calc; "',
    "https://minato.test/'; Start-Process calc; '",
    "https://minato.test/\x1b]0;title\x07\r\nsecond line",
    "https://minato.test/<b>bold</b>&amp;",
    "https://minato.test/" + "長" * 5000,
    "-u critical",
    "http://[",
    "",
]


def has(*names: str) -> object:
    return lambda name: f"/usr/bin/{name}" if name in names else None


class Tool:
    """Stands for the system: keeps what it was told to run."""

    def __init__(self, code: int = 0, said: str = "") -> None:
        self.commands: list[list[str]] = []
        self.answer = (code, said)

    async def __call__(self, command: Sequence[str]) -> tuple[int, str]:
        self.commands.append(list(command))
        return self.answer


@pytest.mark.req("L20")
def test_only_kind_and_place_are_said() -> None:
    words = notice_text("https://user:pass@www.minato.test:8443/橋?token=s3cr3t#frag", BlockKind.TURNSTILE)
    assert words == "turnstile: https://www.minato.test/橋"


def test_words_are_one_line_of_bounded_length() -> None:
    said = [notice_text(url, BlockKind.LOGIN) for url in HOSTILE]
    assert [len(words) <= 200 for words in said] == [True] * len(said)
    assert [words.isprintable() for words in said] == [True] * len(said)
    assert notice_text("http://[", BlockKind.LOGIN) == "login: an address that cannot be read"


@pytest.mark.parametrize("url", HOSTILE)
def test_on_linux_the_words_are_one_argument_after_the_options(url: str) -> None:
    words = notice_text(url, BlockKind.CAPTCHA)
    command = command_for("linux", words, which=has("notify-send"))  # type: ignore[arg-type]
    assert command is not None
    escaped = words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    assert list(command) == ["notify-send", "--app-name=Tadori", "--", TITLE, escaped]


@pytest.mark.parametrize("url", HOSTILE)
@pytest.mark.parametrize(("platform", "wsl"), [("win32", False), ("linux", True)])
def test_for_powershell_the_words_are_packed_as_data(url: str, platform: str, wsl: bool) -> None:
    words = notice_text(url, BlockKind.CAPTCHA)
    command = command_for(platform, words, wsl=wsl, which=has("powershell.exe"))  # type: ignore[arg-type]
    assert command is not None
    assert list(command[:4]) == ["powershell.exe", "-NoProfile", "-NonInteractive", "-EncodedCommand"]
    script = base64.b64decode(command[4]).decode("utf-16-le")
    packed = re.findall(r"FromBase64String\('([A-Za-z0-9+/=]*)'\)", script)
    assert json.loads(base64.b64decode(packed[0])) == {"title": TITLE, "body": words}
    plain = command_for(platform, "x", wsl=wsl, which=has("powershell.exe"))  # type: ignore[arg-type]
    assert plain is not None
    other = base64.b64decode(plain[4]).decode("utf-16-le")
    strip = re.compile(r"FromBase64String\('[^']*'\)")
    assert strip.sub("", script) == strip.sub("", other)


@pytest.mark.parametrize("url", HOSTILE)
def test_on_a_mac_the_words_are_arguments_of_a_fixed_script(url: str) -> None:
    words = notice_text(url, BlockKind.CAPTCHA)
    command = command_for("darwin", words)
    assert command is not None
    assert list(command) == [
        "osascript",
        "-e",
        "on run words",
        "-e",
        "display notification (item 2 of words) with title (item 1 of words)",
        "-e",
        "end run",
        TITLE,
        words,
    ]


async def test_a_shown_notice_is_counted() -> None:
    tool = Tool()
    notifier = Notifier(platform="linux", which=has("notify-send"), run=tool)  # type: ignore[arg-type]
    told = await notifier.notify_waiting("https://minato.test/a", BlockKind.LOGIN)
    assert (told.shown, told.tool) == (True, "notify-send")
    assert tool.commands[0][-1] == "login: https://minato.test/a"
    assert dict(notifier.counts) == {"shown": 1}


async def test_a_missing_or_failing_tool_is_a_counted_reason_and_no_error() -> None:
    none = Notifier(platform="linux", which=has(), run=Tool())  # type: ignore[arg-type]
    assert (await none.notify_waiting("https://minato.test/a", BlockKind.LOGIN)).shown is False
    await none.notify_waiting("https://minato.test/b", BlockKind.LOGIN)
    assert dict(none.counts) == {"notify-send is not installed": 2}
    failing = Notifier(platform="linux", which=has("notify-send"), run=Tool(1, "no\n bus"))  # type: ignore[arg-type]
    assert (await failing.notify_waiting("https://minato.test/a", BlockKind.LOGIN)).reason == "no bus"
    silent = Notifier(platform="darwin", run=Tool(2))
    assert (await silent.notify_waiting("https://minato.test/a", BlockKind.LOGIN)).reason == "osascript ended with 2"
