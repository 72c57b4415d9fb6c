"""Connects to a running Chrome, or starts the installed one with our own research profile (L19).

Comes in: `ChromeSettings`. Goes out: a `RunningChrome` with the address of its DevTools, or `ChromeNotReady` with a
diagnosis a person can act on. A Chrome that was started here sends everything through our proxy, leaks no address
through WebRTC, and ends with this process; one that was found running is left as it is. No page is loaded here.
"""

import asyncio
import os
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from tadori.errors import RouteUnavailable
from tadori.fetch.chrome_facts import (
    DEFAULT_CDP,
    ChromeSettings,
    Endpoint,
    find_chrome,
    is_windows_chrome,
    last_lines,
    not_ready,
    probe,
)
from tadori.fetch.owned_process import OwnedProcess, start_owned
from tadori.fetch.profile import PROFILE_NAME, ProfileLock, lock_profile
from tadori.model.doors import Sleep

WAIT_SECONDS: Final = 15.0
POLL_SECONDS: Final = 0.5
PROFILES_AT_ONCE: Final = 4
"""How many Tadori processes may run their own Chrome on one home at a time."""
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
    chrome: OwnedProcess
    display: OwnedProcess | None
    hold: ProfileLock

    async def stop(self, then: Callable[[], None] | None) -> None:
        try:
            await self.chrome.stop()
            if self.display is not None:
                await self.display.stop()
            if then is not None:
                then()
        finally:
            self.hold.release()


def chrome_flags(settings: ChromeSettings, *, port: int, profile: Path) -> list[str]:
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


async def connect_or_start(settings: ChromeSettings, *, sleep: Sleep = asyncio.sleep) -> RunningChrome:
    """The Chrome at `cdp_url` when one answers there; else one of ours.

    When a headless one is needed and a person's window answers, our own is started if possible, and the window is not
    touched.

    Raises:
        ChromeNotReady: neither; the diagnosis says what was looked at.
        RouteUnavailable: a visible browser was asked for and there is no display.
    """
    executable = settings.executable or find_chrome()
    found = None if settings.cdp_url is None else await probe(settings.cdp_url)
    own = executable is not None and settings.may_start and not is_windows_chrome(executable)
    if found is not None and not (settings.headless and not found.headless and own):
        return RunningChrome(found)
    if executable is None or not settings.may_start:
        raise not_ready(settings, executable, attempted=False)
    if is_windows_chrome(executable):
        return await _start_on_windows(settings, executable, sleep)
    return await _start_ours(settings, executable, sleep)


async def _start_ours(settings: ChromeSettings, executable: Path, sleep: Sleep) -> RunningChrome:
    hold = await _hold_one(settings, executable, sleep)
    log = hold.profile.parent / "chrome.log"
    display: OwnedProcess | None = None
    chrome: OwnedProcess | None = None
    try:
        if not settings.headless and settings.display is None and sys.platform != "darwin":
            display, name = await _private_display(settings, log.with_name("display.log"))
            settings = replace(settings, display=name)
        (hold.profile / "DevToolsActivePort").unlink(missing_ok=True)
        command = [*_environment(settings), str(executable), *chrome_flags(settings, port=0, profile=hold.profile)]
        chrome = await start_owned(command, errors=log)
        endpoint = await _answers(hold.profile, chrome)
        if endpoint is None:
            raise not_ready(settings, executable, attempted=True, log=log)
    except BaseException:
        for started in (chrome, display):
            if started is not None:
                await started.stop()
        hold.release()
        raise
    return RunningChrome(endpoint, profile=hold.profile, owned=_Owning(chrome=chrome, display=display, hold=hold))


async def _hold_one(settings: ChromeSettings, executable: Path, sleep: Sleep) -> ProfileLock:
    """A research profile that no other process has: the first, or a numbered one beside it."""
    first = settings.profile
    for number in range(1, PROFILES_AT_ONCE + 1):
        profile = first if number == 1 else first.parent.with_name(f"{first.parent.name}-{number}") / PROFILE_NAME
        hold = await lock_profile(profile, sleep)
        if hold is not None:
            return hold
    raise not_ready(settings, executable, attempted=False)


def _environment(settings: ChromeSettings) -> list[str]:
    """The command prefix that sets the display; the rest of the environment is inherited."""
    if settings.headless or settings.display is None:
        return []
    wayland = settings.display.startswith("wayland")
    return ["/usr/bin/env", f"{'WAYLAND_DISPLAY' if wayland else 'DISPLAY'}={settings.display}"]


async def _private_display(settings: ChromeSettings, log: Path) -> tuple[OwnedProcess, str]:
    """Start a virtual screen (Xvfb), for a visible browser on a machine without a display."""
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


async def _answers(profile: Path, chrome: OwnedProcess) -> Endpoint | None:
    """Wait for the port that Chrome chose; None when it ends, or does not answer for `WAIT_SECONDS`."""
    for _ in range(int(WAIT_SECONDS / 0.1)):
        port = active_port(profile)
        if port is not None and (endpoint := await probe(f"http://127.0.0.1:{port}")) is not None:
            return endpoint
        if chrome.ended:
            return None
        await asyncio.sleep(0.1)  # a process coming up takes real time, whoever's clock we run on
    return None


def active_port(profile: Path) -> int | None:
    """The DevTools port that the Chrome of this profile wrote down."""
    try:
        first = (profile / "DevToolsActivePort").read_text(encoding="utf-8").split("\n", 1)[0]
    except (OSError, UnicodeDecodeError):
        return None
    return int(first) if first.isdecimal() else None


async def _start_on_windows(settings: ChromeSettings, executable: Path, sleep: Sleep) -> RunningChrome:
    """A Chrome of Windows stays open when Tadori ends, and does not go through our proxy.

    Could not be tried on the machines this was built on: see `tests/scripts/wsl2_chrome.sh`.
    """
    url = settings.cdp_url or DEFAULT_CDP
    try:
        starter = await asyncio.create_subprocess_exec(*windows_start(executable, urlsplit(url).port or 9222))
    except OSError as error:
        raise not_ready(settings, executable, attempted=True) from error
    await starter.wait()
    return await _wait_for(settings, executable, url, sleep)


async def _wait_for(settings: ChromeSettings, executable: Path, url: str, sleep: Sleep) -> RunningChrome:
    for _ in range(int(WAIT_SECONDS / POLL_SECONDS)):
        if (endpoint := await probe(url)) is not None:
            return RunningChrome(endpoint)
        await sleep(POLL_SECONDS)
    raise not_ready(settings, executable, attempted=True, log=settings.profile.parent / "chrome.log")


async def start_for_person(settings: ChromeSettings, *, sleep: Sleep = asyncio.sleep) -> RunningChrome:
    """A visible Chrome that stays when Tadori ends, at `cdp_url`; the one that is there when one is.

    It is a person's browser from then on: without our proxy, so what it answers is checked address by address.
    Raises the same as `connect_or_start`.
    """
    url = settings.cdp_url or DEFAULT_CDP
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
    words = chrome_flags(settings, port=urlsplit(url).port or 9222, profile=hold.profile)
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
