"""A Chrome to talk to: found running, or found on the machine and started with our own research profile (L19).

Comes in: `ChromeSettings`. Goes out: a `RunningChrome` with the address of its DevTools, or `ChromeNotReady` with a
diagnosis a person can act on. A Chrome that was started here sends everything through our proxy, leaks no address
through WebRTC, and ends with this process; one that was found running is left as it is. No page is loaded here.
"""

import asyncio
import json
import os
import shutil
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from tadori.errors import ChromeNotReady, RouteUnavailable
from tadori.fetch.lifeline import Owned, start_owned
from tadori.fetch.profile import PROFILE_NAME, Hold, LockState, hold_profile, lock_state

WAIT_SECONDS: Final = 15.0
POLL_SECONDS: Final = 0.5
PROBE_SECONDS: Final = 3.0
MAX_PROBE_BYTES: Final = 64 * 1024
PROFILES_AT_ONCE: Final = 4
"""Processes of Tadori that may have a Chrome of their own on one home at a time."""
LINUX_NAMES: Final = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")
MAC_PATHS: Final = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
WINDOWS_PATHS: Final = (
    "/mnt/c/Program Files/Google/Chrome/Application/chrome.exe",
    "/mnt/c/Program Files (x86)/Google/Chrome/Application/chrome.exe",
)
QUIET_FLAGS: Final = (
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-breakpad",
    "--disable-default-apps",
    "--metrics-recording-only",
    "--password-store=basic",
    "--use-mock-keychain",
)
"""Nothing leaves the machine but the requests of pages; nothing of the person's key ring is touched."""
GUARD_FLAGS: Final = (
    "--disable-quic",
    "--dns-prefetch-disable",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--proxy-bypass-list=<-loopback>",
)
"""With a proxy: no way around it, not even to this machine."""
HIDDEN: Final = "--disable-blink-features=AutomationControlled"
"""`navigator.webdriver` is false, as in every browser a person uses; nothing else about the browser is changed."""

Sleep = Callable[[float], Awaitable[None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChromeSettings:
    """Which Chrome, and how."""

    folder: Path
    """Holds the profiles: `chrome` below the home."""
    cdp_url: str | None = "http://127.0.0.1:9222"
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
    """What a DevTools port says of itself."""

    url: str
    """`ws://…/devtools/browser/…`"""
    product: str
    user_agent: str


class RunningChrome:
    """A Chrome that answers."""

    def __init__(self, endpoint: Endpoint, *, profile: Path | None = None, owned: "_Owning | None" = None) -> None:
        self.endpoint = endpoint
        self.profile = profile
        """Of a Chrome of ours."""
        self._owned = owned

        self.ours = owned is not None

    async def close(self, then: Callable[[], None] | None = None) -> None:
        """End it when it is ours; `then` runs while the profile is still held and nobody has it open."""
        if self._owned is not None:
            await self._owned.stop(then)
            self._owned = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Owning:
    chrome: Owned
    display: Owned | None
    hold: Hold

    async def stop(self, then: Callable[[], None] | None) -> None:
        try:
            await self.chrome.stop()
            if self.display is not None:
                await self.display.stop()
            if then is not None:
                then()
        finally:
            self.hold.release()


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


def flags(settings: ChromeSettings, *, port: int, profile: Path) -> list[str]:
    """The command line of a Chrome of ours, without the program."""
    width, height = settings.window
    out = [
        f"--user-data-dir={profile}",
        f"--remote-debugging-port={port}",
        "--remote-debugging-address=127.0.0.1",
        *QUIET_FLAGS,
        HIDDEN,
        f"--accept-lang={settings.languages}",
        f"--window-size={width},{height}",
    ]
    if settings.headless:
        out.append("--headless=new")
    if not (os.geteuid() != 0 if settings.sandbox is None else settings.sandbox):
        out.append("--no-sandbox")
    if settings.proxy is not None:
        out += [f"--proxy-server=http://{settings.proxy}", *GUARD_FLAGS]
    return [*out, *settings.extra_args, "about:blank"]


def windows_start(executable: Path, port: int) -> list[str]:
    """Start the Chrome of Windows from WSL2, visible, with a profile of its own on the Windows side."""
    drive, _, rest = str(executable).removeprefix("/mnt/").partition("/")
    program = f"{drive.upper()}:\\" + rest.replace("/", "\\")
    folder = f'"--user-data-dir=$env:LOCALAPPDATA\\Tadori\\{PROFILE_NAME}"'
    arguments = f"'--remote-debugging-port={port}',{folder},'--no-first-run','about:blank'"
    script = f"Start-Process -FilePath '{program}' -ArgumentList {arguments}"
    return ["powershell.exe", "-NoProfile", "-NonInteractive", "-Command", script]


async def probe(cdp_url: str) -> Endpoint | None:
    """What answers at a DevTools address; None when nothing does, or something else."""
    parts = urlsplit(cdp_url)
    host, port = parts.hostname or "127.0.0.1", parts.port or 9222
    ask = f"GET /json/version HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n\r\n"
    writer = None
    try:
        async with asyncio.timeout(PROBE_SECONDS):
            reader, writer = await asyncio.open_connection(host, port)
            writer.write(ask.encode())
            head = await reader.readuntil(b"\r\n\r\n")
            length = next((line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")), b":0")
            said = json.loads(await reader.readexactly(min(MAX_PROBE_BYTES, int(length.split(b":")[1]))))
            return Endpoint(url=said["webSocketDebuggerUrl"], product=said["Browser"], user_agent=said["User-Agent"])
    except (OSError, TimeoutError, EOFError, asyncio.LimitOverrunError, ValueError, KeyError, TypeError):
        return None
    finally:
        if writer is not None:
            writer.close()


async def connect_or_start(settings: ChromeSettings, *, sleep: Sleep = asyncio.sleep) -> RunningChrome:
    """The Chrome at `cdp_url` when one answers there; else one of ours.

    Raises:
        ChromeNotReady: neither; the diagnosis says what was looked at.
        RouteUnavailable: a visible browser was asked for and there is no display.
    """
    if settings.cdp_url is not None and (found := await probe(settings.cdp_url)) is not None:
        return RunningChrome(found)
    executable = settings.executable or find_chrome()
    if executable is None or not settings.may_start:
        raise not_ready(settings, executable, attempted=False)
    if is_windows_chrome(executable):
        return await _start_on_windows(settings, executable, sleep)
    return await _start_ours(settings, executable, sleep)


async def _start_ours(settings: ChromeSettings, executable: Path, sleep: Sleep) -> RunningChrome:
    hold = await _hold_one(settings, executable, sleep)
    log = hold.profile.parent / "chrome.log"
    display: Owned | None = None
    chrome: Owned | None = None
    try:
        if not settings.headless and settings.display is None and sys.platform != "darwin":
            display, name = await _private_display(settings, log.with_name("display.log"))
            settings = replace(settings, display=name)
        (hold.profile / "DevToolsActivePort").unlink(missing_ok=True)
        command = [*_environment(settings), str(executable), *flags(settings, port=0, profile=hold.profile)]
        chrome = await start_owned(command, errors=log)
        endpoint = await _answers(hold.profile, chrome, sleep)
        if endpoint is None:
            raise not_ready(settings, executable, attempted=True, log=log)
    except BaseException:
        for started in (chrome, display):
            if started is not None:
                await started.stop()
        hold.release()
        raise
    return RunningChrome(endpoint, profile=hold.profile, owned=_Owning(chrome=chrome, display=display, hold=hold))


async def _hold_one(settings: ChromeSettings, executable: Path, sleep: Sleep) -> Hold:
    """A research profile that no other process has: the first, or a numbered one beside it."""
    first = settings.profile
    for number in range(1, PROFILES_AT_ONCE + 1):
        profile = first if number == 1 else first.parent.with_name(f"{first.parent.name}-{number}") / PROFILE_NAME
        hold = await hold_profile(profile, sleep)
        if hold is not None:
            return hold
    raise not_ready(settings, executable, attempted=False)


def _environment(settings: ChromeSettings) -> list[str]:
    """The display, put into the environment by `env`: what else is there is inherited."""
    if settings.headless or settings.display is None:
        return []
    wayland = settings.display.startswith("wayland")
    return ["/usr/bin/env", f"{'WAYLAND_DISPLAY' if wayland else 'DISPLAY'}={settings.display}"]


async def _private_display(settings: ChromeSettings, log: Path) -> tuple[Owned, str]:
    """A screen that nobody sees, for a visible browser on a machine without one."""
    program = shutil.which("Xvfb")
    if program is None:
        reason = "a visible browser needs a display, and neither one (DISPLAY, WAYLAND_DISPLAY) nor Xvfb is there"
        raise RouteUnavailable(source="headful", reason=reason)
    width, height = settings.window
    screen = f"{width + 80}x{height + 80}x24"
    command = [program, "-displayfd", "1", "-screen", "0", screen, "-nolisten", "tcp", "-noreset"]
    owned = await start_owned(command, errors=log, read_output=True)
    try:
        async with asyncio.timeout(WAIT_SECONDS):
            number = (await owned.output.readline()).decode().strip()
    except TimeoutError:
        number = ""
    if not number.isdecimal():
        await owned.stop()
        raise RouteUnavailable(
            source="headful", reason=f"Xvfb did not start: {' / '.join(last_lines(log)) or 'silent'}"
        )
    return owned, f":{number}"


async def _answers(profile: Path, chrome: Owned, sleep: Sleep) -> Endpoint | None:
    """Wait for the port that Chrome chose; None when it ends or says nothing for `WAIT_SECONDS`."""
    for _ in range(int(WAIT_SECONDS / 0.1)):
        port = active_port(profile)
        if port is not None and (endpoint := await probe(f"http://127.0.0.1:{port}")) is not None:
            return endpoint
        if chrome.ended:
            return None
        await sleep(0.1)
    return None


def active_port(profile: Path) -> int | None:
    """The DevTools port that the Chrome of this profile wrote down."""
    try:
        first = (profile / "DevToolsActivePort").read_text(encoding="utf-8").split("\n", 1)[0]
    except (OSError, UnicodeDecodeError):
        return None
    return int(first) if first.isdecimal() else None


async def _start_on_windows(settings: ChromeSettings, executable: Path, sleep: Sleep) -> RunningChrome:
    """Could not be tried on the machines this was built on: see `tests/scripts/wsl2_chrome.sh`."""
    url = settings.cdp_url or "http://127.0.0.1:9222"
    starter = await asyncio.create_subprocess_exec(*windows_start(executable, urlsplit(url).port or 9222))
    await starter.wait()
    return await _wait_for(settings, executable, url, sleep)


async def _wait_for(settings: ChromeSettings, executable: Path, url: str, sleep: Sleep) -> RunningChrome:
    for _ in range(int(WAIT_SECONDS / POLL_SECONDS)):
        if (endpoint := await probe(url)) is not None:
            return RunningChrome(endpoint)
        await sleep(POLL_SECONDS)
    raise not_ready(settings, executable, attempted=True, log=settings.profile.parent / "chrome.log")


async def start(settings: ChromeSettings, *, sleep: Sleep = asyncio.sleep) -> RunningChrome:
    """A visible Chrome that stays when Tadori ends, at `cdp_url`; the one that is there when one is.

    It is a person's browser from then on: without our proxy, so what it answers is checked address by address.
    Raises the same as `connect_or_start`.
    """
    url = settings.cdp_url or "http://127.0.0.1:9222"
    if (found := await probe(url)) is not None:
        return RunningChrome(found)
    executable = settings.executable or find_chrome()
    if executable is None:
        raise not_ready(settings, None, attempted=False)
    if is_windows_chrome(executable):
        return await _start_on_windows(settings, executable, sleep)
    if not settings.headless and settings.display is None and sys.platform != "darwin":
        raise RouteUnavailable(source="headful", reason="there is no display to show a browser on (DISPLAY is not set)")
    settings = replace(settings, proxy=None)
    hold = await _hold_one(settings, executable, sleep)
    log = hold.profile.parent / "chrome.log"
    words = flags(settings, port=urlsplit(url).port or 9222, profile=hold.profile)
    # The shell goes at once and leaves Chrome to the system: nothing of ours is its parent.
    script = 'log="$1"; shift; "$@" </dev/null >/dev/null 2>"$log" &'
    shell = await asyncio.create_subprocess_exec(
        "/bin/sh", "-c", script, "tadori", str(log), *_environment(settings), str(executable), *words,
        start_new_session=True,
    )  # fmt: skip
    await shell.wait()
    try:
        return await _wait_for(settings, executable, url, sleep)
    finally:
        hold.release()


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
    """CHROME_NOT_READY with everything that was looked at; the last line says what to do."""
    lines = [
        f"nothing answers at {settings.cdp_url}" if settings.cdp_url else "no running Chrome was looked for",
        f"program: {executable}" if executable else f"no program found: {', '.join(LINUX_NAMES)}",
        f"profile: {settings.profile} ({lock_state(settings.profile)})",
    ]
    if log is not None:
        lines += [f"it said: {line}" for line in last_lines(log)] or ["it said nothing"]
    return ChromeNotReady(
        source="chrome",
        reason="CHROME_NOT_READY: no Chrome answers" + (" and ours did not start" if attempted else ""),
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
    """Look at everything, change nothing. Never raises for what it finds."""
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
            said, _ = await process.communicate()
    except TimeoutError:
        process.kill()
        await process.wait()
        return None
    return said.decode("utf-8", "replace").strip() or None if process.returncode == 0 else None
