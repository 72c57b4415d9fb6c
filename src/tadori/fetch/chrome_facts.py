"""Finds out about Chrome on this machine: the program, a running DevTools endpoint, and hints when there is none.

Comes in: `ChromeSettings`. Goes out: the program, the DevTools endpoint of a running one, `ChromeReport` for
`tadori chrome diagnose`, and `ChromeNotReady` with its diagnosis. Nothing is started here.
"""

import asyncio
import json
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from tadori.errors import CHROME_NOT_READY, NOT_STARTED, ChromeNotReady
from tadori.fetch.profile import PROFILE_NAME, LockState, lock_state

DEFAULT_CDP: Final = "http://127.0.0.1:9222"
PROBE_SECONDS: Final = 3.0
MAX_PROBE_BYTES: Final = 64 * 1024
LINUX_NAMES: Final = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")
MAC_PATHS: Final = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
WINDOWS_PATHS: Final = (
    "/mnt/c/Program Files/Google/Chrome/Application/chrome.exe",
    "/mnt/c/Program Files (x86)/Google/Chrome/Application/chrome.exe",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChromeSettings:
    """Which Chrome, and how."""

    folder: Path
    """Holds the profiles: `chrome` below the home."""
    cdp_url: str | None = DEFAULT_CDP
    """Of a Chrome that may be running already; None never looks for one."""
    may_start: bool = True
    executable: Path | None = None
    """None finds one."""
    headless: bool = True
    display: str | None = None
    """`:0` (X11) or `wayland-0`, from the environment."""
    proxy: str | None = None
    """`127.0.0.1:port` of our own proxy."""
    languages: str = "ja,en-US,en"
    window: tuple[int, int] = (1280, 900)
    sandbox: bool | None = None
    """None: yes, except for root, for whom Chromium has none."""
    extra_args: tuple[str, ...] = ()

    @property
    def profile(self) -> Path:
        """The research profile of this kind of browser: two browsers cannot share one."""
        return self.folder / ("headless" if self.headless else "headful") / PROFILE_NAME


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """A DevTools endpoint, as it describes itself."""

    url: str
    """`ws://…/devtools/browser/…`"""
    product: str
    user_agent: str

    @property
    def headless(self) -> bool:
        """A browser without a window says so in its user agent."""
        return "Headless" in self.user_agent


def find_chrome(
    platform: str = sys.platform,
    *,
    which: Callable[[str], str | None] = shutil.which,
    is_file: Callable[[Path], bool] = Path.is_file,
) -> Path | None:
    """The Chrome or Chromium of this machine; on WSL2 the one of Windows when Linux has none."""
    if platform == "darwin":
        return next((Path(path) for path in MAC_PATHS if is_file(Path(path))), None)
    for name in LINUX_NAMES:
        if found := which(name):
            return Path(found)
    return next((Path(path) for path in WINDOWS_PATHS if is_file(Path(path))), None)


def is_windows_chrome(executable: Path) -> bool:
    return executable.name.lower().endswith(".exe")


async def probe(cdp_url: str) -> Endpoint | None:
    """The endpoint at a DevTools address; None when nothing, or no DevTools, answers."""
    parts = urlsplit(cdp_url)
    host, port = parts.hostname or "127.0.0.1", parts.port or 9222
    request = f"GET /json/version HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n\r\n"
    writer = None
    try:
        async with asyncio.timeout(PROBE_SECONDS):
            reader, writer = await asyncio.open_connection(host, port)
            writer.write(request.encode())
            head = await reader.readuntil(b"\r\n\r\n")
            length = next((line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")), b":0")
            reply = json.loads(await reader.readexactly(min(MAX_PROBE_BYTES, int(length.split(b":")[1]))))
            return Endpoint(url=reply["webSocketDebuggerUrl"], product=reply["Browser"], user_agent=reply["User-Agent"])
    except (OSError, TimeoutError, EOFError, asyncio.LimitOverrunError, ValueError, KeyError, TypeError):
        return None
    finally:
        if writer is not None:
            writer.close()


def last_lines(log: Path, count: int = 3) -> list[str]:
    """The last lines of a log, without the noise of a missing message bus."""
    try:
        with log.open("rb") as file:
            file.seek(0, 2)
            file.seek(max(0, file.tell() - 8192))
            lines = file.read().decode("utf-8", "replace").splitlines()
    except OSError:
        return []
    return [line.strip()[:300] for line in lines if line.strip() and "dbus" not in line][-count:]


def not_ready(
    settings: ChromeSettings, executable: Path | None, *, attempted: bool, log: Path | None = None
) -> ChromeNotReady:
    """The CHROME_NOT_READY error with everything that was checked; the last line says what to do."""
    lines = [
        f"nothing answers at {settings.cdp_url}" if settings.cdp_url else "no running Chrome was looked for",
        f"program: {executable}" if executable else f"no program found: {', '.join(LINUX_NAMES)}",
        f"profile: {settings.profile} ({lock_state(settings.profile)})",
    ]
    if log is not None:
        lines += [f"it said: {line}" for line in last_lines(log)] or ["it said nothing"]
    return ChromeNotReady(
        source="chrome",
        reason=f"{CHROME_NOT_READY}: no Chrome answers" + (f" {NOT_STARTED}" if attempted else ""),
        diagnosis=(*lines, *hints(settings, executable)),
        auto_start_attempted=attempted,
    )


def hints(settings: ChromeSettings, executable: Path | None, *, wsl: bool | None = None) -> list[str]:
    """What a person can do, most useful last."""
    out: list[str] = []
    if not settings.headless and settings.display is None and shutil.which("Xvfb") is None:
        out.append("a visible browser needs a display: set DISPLAY, or install xvfb")
    if lock_state(settings.profile) is LockState.HELD:
        out.append("another process has the research profile open: close it, or wait until it has ended")
    if is_wsl() if wsl is None else wsl:
        out.append(
            "WSL2: with networkingMode=mirrored in .wslconfig Linux reaches the Chrome of Windows at 127.0.0.1:9222; "
            "otherwise forward the port with socat (docs/chrome.md)"
        )
    if executable is None:
        out.append("install chromium (Debian: apt install chromium), or set the path of a Chrome in config.toml")
    else:
        out.append("start one with `tadori chrome start`, and look with `tadori chrome diagnose`")
    return out


def is_wsl(version: Path = Path("/proc/version")) -> bool:
    """Whether this Linux runs inside Windows."""
    try:
        return "microsoft" in version.read_text(encoding="utf-8", errors="replace").lower()
    except OSError:
        return False


@dataclass(frozen=True, slots=True, kw_only=True)
class ChromeReport:
    """What `tadori chrome diagnose` shows."""

    executable: str | None
    version: str | None
    cdp_url: str | None
    cdp_product: str | None
    """None when nothing answers at `cdp_url`."""
    profile: str
    profile_state: LockState
    display: str | None
    private_display: bool
    """Xvfb is installed, so that a visible browser can run without a screen."""
    proxy: str | None
    wsl: bool
    hints: tuple[str, ...]

    @property
    def ready(self) -> bool:
        """A page could be loaded now: a Chrome answers, or one can be started."""
        return self.cdp_product is not None or self.version is not None


async def diagnose(settings: ChromeSettings) -> ChromeReport:
    """Check everything, change nothing. Never raises for what it finds."""
    executable = settings.executable or find_chrome()
    endpoint = None if settings.cdp_url is None else await probe(settings.cdp_url)
    version = None if executable is None or is_windows_chrome(executable) else await _version(executable)
    return ChromeReport(
        executable=None if executable is None else str(executable),
        version=version,
        cdp_url=settings.cdp_url,
        cdp_product=None if endpoint is None else endpoint.product,
        profile=str(settings.profile),
        profile_state=lock_state(settings.profile),
        display=settings.display,
        private_display=shutil.which("Xvfb") is not None,
        proxy=settings.proxy,
        wsl=is_wsl(),
        hints=tuple(hints(settings, executable)),
    )


async def _version(executable: Path) -> str | None:
    try:
        process = await asyncio.create_subprocess_exec(
            str(executable), "--version", stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
        )
    except OSError:
        return None
    try:
        async with asyncio.timeout(10):
            reply, _ = await process.communicate()
    except TimeoutError:
        process.kill()
        await process.wait()
        return None
    return reply.decode("utf-8", "replace").strip() or None if process.returncode == 0 else None
