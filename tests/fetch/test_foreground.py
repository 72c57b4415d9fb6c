"""The window comes to the front by the operating system; what cannot be done is said."""

import asyncio
import base64
import importlib.util
import shutil
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import pytest

from tadori.fetch.foreground import SET_FOREGROUND, RaiseResult, raise_chrome, run_tool

LISTED = """0x00a00003  0 xterm.XTerm          host chromium - a terminal that says chromium
0x01200004  0 chromium.Chromium    host 港の橋 - Chromium
0x01200007  0 chromium.Chromium    host $(touch x) - Chromium
0x01300001 -1 N/A                  host
broken
"""


def has(*names: str) -> object:
    return lambda name: f"/usr/bin/{name}" if name in names else None


class Tools:
    """Stands for the system: answers by the command's words, keeps what it was told to run."""

    def __init__(self, **answers: tuple[int, str]) -> None:
        self.commands: list[list[str]] = []
        self.answers = answers

    async def __call__(self, command: Sequence[str]) -> tuple[int, str]:
        self.commands.append(list(command))
        key = next((key for key in self.answers if key in " ".join(command)), "")
        return self.answers.get(key, (0, ""))


@pytest.mark.req("L20")
async def test_wmctrl_raises_the_newest_window_whose_class_is_chrome() -> None:
    tools = Tools(lx=(0, LISTED))
    raised = await raise_chrome("linux", display=":7", which=has("wmctrl"), run=tools)  # type: ignore[arg-type]
    assert raised == RaiseResult(ok=True, tool="wmctrl")
    assert tools.commands == [
        ["env", "DISPLAY=:7", "wmctrl", "-lx"],
        ["env", "DISPLAY=:7", "wmctrl", "-ia", "0x01200007"],
    ]


async def test_xdotool_does_it_where_there_is_no_wmctrl() -> None:
    tools = Tools(search=(0, "111\n222\n"))
    raised = await raise_chrome("linux", which=has("xdotool"), run=tools)  # type: ignore[arg-type]
    assert raised == RaiseResult(ok=True, tool="xdotool")
    assert tools.commands[-1] == ["xdotool", "windowactivate", "222"]


@pytest.mark.parametrize(
    ("tool", "answers", "reason"),
    [
        ("wmctrl", {"lx": (1, "Cannot open display.\n")}, "Cannot open display."),
        ("wmctrl", {"lx": (0, "0x1 0 xterm.XTerm host t\n")}, "no window of Chrome was found"),
        ("wmctrl", {"lx": (0, LISTED), "ia": (1, "")}, "wmctrl ended with 1"),
        ("xdotool", {"search": (1, "")}, "no window of Chrome was found"),
        ("xdotool", {"search": (0, "1"), "windowactivate": (124, "took longer")}, "took longer"),
    ],
)
async def test_what_went_wrong_is_said(tool: str, answers: dict[str, tuple[int, str]], reason: str) -> None:
    raised = await raise_chrome("linux", which=has(tool), run=Tools(**answers))  # type: ignore[arg-type]
    assert raised == RaiseResult(ok=False, tool=tool, reason=reason)


async def test_without_a_tool_the_person_is_told_to_do_it_by_hand() -> None:
    tools = Tools()
    raised = await raise_chrome("linux", which=has(), run=tools)  # type: ignore[arg-type]
    assert raised.ok is False
    assert raised.reason == "neither wmctrl nor xdotool is installed: bring the window up by hand"
    assert tools.commands == []


@pytest.mark.parametrize(("platform", "wsl"), [("win32", False), ("linux", True)])
async def test_windows_is_asked_through_powershell_with_a_fixed_script(platform: str, wsl: bool) -> None:
    tools = Tools()
    assert (await raise_chrome(platform, wsl=wsl, run=tools)).ok is True
    assert base64.b64decode(tools.commands[0][-1]).decode("utf-16-le") == SET_FOREGROUND
    assert "SetForegroundWindow" in SET_FOREGROUND
    missing = await raise_chrome(platform, wsl=wsl, run=Tools(powershell=(3, "")))
    assert missing.reason == "no window of Chrome was found"


async def test_a_mac_activates_chrome_and_else_chromium() -> None:
    tools = Tools(Google=(1, "not running"))
    assert await raise_chrome("darwin", run=tools) == RaiseResult(ok=True, tool="osascript")
    assert [command[-1] for command in tools.commands] == [
        'tell application "Google Chrome" to activate',
        'tell application "Chromium" to activate',
    ]


async def test_a_tool_that_is_not_there_and_one_that_hangs_end(monkeypatch: pytest.MonkeyPatch) -> None:
    assert await run_tool([sys.executable, "-X", "utf8", "-c", "print('橋')"]) == (0, "橋\n")
    code, _ = await run_tool(["no-such-tool-of-tadori"])
    assert code == 127
    monkeypatch.setattr("tadori.fetch.foreground.TOOL_SECONDS", 0.05)
    assert await run_tool([sys.executable, "-c", "import time; time.sleep(60)"]) == (124, "took longer than 0 s")


NEEDED = ("Xvfb", "openbox", "wmctrl", "xdotool", "chromium")


@asynccontextmanager
async def desktop() -> AsyncIterator[str]:
    """A display of its own with a window manager; its name."""
    screen = await asyncio.create_subprocess_exec(
        "Xvfb", "-displayfd", "1", "-screen", "0", "800x600x24", "-nolisten", "tcp",
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    assert screen.stdout is not None
    name = f":{(await asyncio.wait_for(screen.stdout.readline(), 60)).decode().strip()}"
    manager = await asyncio.create_subprocess_exec(
        "env", f"DISPLAY={name}", "openbox", stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL
    )
    try:
        yield name
    finally:
        for process in (manager, screen):
            process.terminate()
            await process.wait()


async def eventually(command: Sequence[str], words: str) -> str:
    """What `command` says once it says `words`; what it said last when it never does."""
    said = ""
    for _ in range(600):
        _, said = await run_tool(command)
        if words in said:
            return said
        await asyncio.sleep(0.1)
    return said


@pytest.mark.slow
@pytest.mark.drives("window")
@pytest.mark.skipif(
    any(shutil.which(tool) is None for tool in NEEDED) or importlib.util.find_spec("tkinter") is None,
    reason=f"needs {', '.join(NEEDED)} and tkinter on this machine",
)
async def test_a_real_window_under_another_one_comes_to_the_front(tmp_path_factory: pytest.TempPathFactory) -> None:
    profile = tmp_path_factory.mktemp("profile")
    async with desktop() as name:
        place = ["env", f"DISPLAY={name}"]
        chrome = await asyncio.create_subprocess_exec(
            *place, "chromium", "--no-sandbox", "--no-first-run", "--disable-gpu", f"--user-data-dir={profile}",
            "data:text/html,<title>Tadori harbour</title>",
            stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        try:
            assert "Tadori harbour" in await eventually([*place, "wmctrl", "-lx"], "Tadori harbour")
            cover = "import tkinter as tk; w = tk.Tk(); w.title('cover'); w.geometry('800x600'); w.mainloop()"
            other = await asyncio.create_subprocess_exec(*place, sys.executable, "-c", cover)
            try:
                front = [*place, "xdotool", "getactivewindow", "getwindowname"]
                assert "cover" in await eventually(front, "cover")
                assert await raise_chrome("linux", display=name) == RaiseResult(ok=True, tool="wmctrl")
                assert "Tadori harbour" in await eventually(front, "Tadori harbour")
            finally:
                other.terminate()
                await other.wait()
        finally:
            chrome.terminate()
            await chrome.wait()
