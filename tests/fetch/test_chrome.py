import asyncio
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tadori.errors import ChromeNotReady, RouteUnavailable
from tadori.fetch.chrome import chrome_flags, connect_or_start, start_for_person, windows_start
from tadori.fetch.chrome_facts import (
    WINDOWS_PATHS,
    ChromeSettings,
    diagnose,
    find_chrome,
    hints,
    is_wsl,
    last_lines,
    probe,
)
from tadori.fetch.owned_process import start_owned
from tadori.fetch.profile import LockState, lock_profile
from tests.fetch.browsing import at_once
from tests.fetch.test_browser import chrome_processes
from tests.listening import listening

pytestmark = pytest.mark.req("L19")
needs_chrome = pytest.mark.skipif(find_chrome() is None, reason="no Chrome or Chromium on this machine")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


@asynccontextmanager
async def saying(words: bytes) -> AsyncIterator[str]:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(words)
        await writer.drain()

    async with listening(serve) as port:
        yield f"http://127.0.0.1:{port}"


# Finding


def test_debians_chromium_is_found_before_a_google_chrome() -> None:
    there = {"google-chrome": "/usr/bin/google-chrome", "chromium": "/usr/bin/chromium"}
    assert find_chrome("linux", which=there.get) == Path("/usr/bin/chromium")


def test_on_a_mac_the_applications_folder_is_looked_at() -> None:
    there = Path("/Applications/Chromium.app/Contents/MacOS/Chromium")
    assert find_chrome("darwin", is_file=lambda path: path == there) == there


def test_in_wsl_the_chrome_of_windows_is_the_last_resort() -> None:
    there = Path(WINDOWS_PATHS[1])
    assert find_chrome("linux", which=lambda name: None, is_file=lambda path: path == there) == there


def test_where_there_is_none_none_is_found() -> None:
    assert find_chrome("linux", which=lambda name: None, is_file=lambda path: False) is None


def test_wsl_is_known_by_its_kernel(tmp_path: Path) -> None:
    version = tmp_path / "version"
    version.write_text("Linux version 5.15.90.1-microsoft-standard-WSL2", encoding="utf-8")
    assert is_wsl(version)
    version.write_text("Linux version 6.1.0-18-amd64 (debian)", encoding="utf-8")
    assert not is_wsl(version)
    assert not is_wsl(tmp_path / "none")


def test_windows_chrome_is_started_with_a_profile_of_its_own() -> None:
    assert windows_start(Path(WINDOWS_PATHS[0]), 9222) == [
        "powershell.exe",
        "-NoProfile",
        "-NonInteractive",
        "-Command",
        "Start-Process -FilePath 'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe' -ArgumentList "
        "'--remote-debugging-port=9222',\"--user-data-dir=$env:LOCALAPPDATA\\Tadori\\Profile-Research\","
        "'--no-first-run','about:blank'",
    ]


# The command line


def test_a_chrome_of_ours_has_no_way_around_the_proxy(tmp_path: Path) -> None:
    settings = ChromeSettings(folder=tmp_path, proxy="127.0.0.1:4711", extra_args=("--mute-audio",), sandbox=True)
    words = chrome_flags(settings, port=0, profile=settings.profile)
    assert "--proxy-server=http://127.0.0.1:4711" in words
    assert "--proxy-bypass-list=<-loopback>" in words
    assert "--force-webrtc-ip-handling-policy=disable_non_proxied_udp" in words
    assert "--disable-quic" in words
    assert "--headless=new" in words
    assert "--no-sandbox" not in words
    assert words[0] == f"--user-data-dir={tmp_path}/headless/Profile-Research"
    assert words[-2:] == ["--mute-audio", "about:blank"]


def test_a_visible_one_without_proxy_is_an_ordinary_browser(tmp_path: Path) -> None:
    words = chrome_flags(ChromeSettings(folder=tmp_path, headless=False, sandbox=False), port=9222, profile=tmp_path)
    assert [word for word in words if "proxy" in word or "headless" in word or "quic" in word] == []
    assert "--remote-debugging-port=9222" in words
    assert "--no-sandbox" in words


def test_the_two_kinds_of_browser_do_not_share_a_profile(tmp_path: Path) -> None:
    shown, hidden = (ChromeSettings(folder=tmp_path, headless=headless).profile for headless in (False, True))
    assert shown == tmp_path / "headful" / "Profile-Research"
    assert hidden == tmp_path / "headless" / "Profile-Research"


# Looking


@pytest.mark.parametrize(
    "words",
    [
        b"",
        b"SSH-2.0-OpenSSH_9.2\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]",
        b"HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n{}",
        b"x" * 200_000,
    ],
)
async def test_what_is_no_devtools_port_is_not_taken_for_one(words: bytes) -> None:
    async with saying(words) as url:
        assert await probe(url) is None


async def test_a_closed_port_is_no_chrome(closed_port: int) -> None:
    assert await probe(f"http://127.0.0.1:{closed_port}") is None


async def test_without_chrome_the_diagnosis_says_what_was_looked_at_and_what_to_do(
    tmp_path: Path, closed_port: int
) -> None:
    url = f"http://127.0.0.1:{closed_port}"
    with pytest.raises(ChromeNotReady, match="CHROME_NOT_READY") as failed:
        await connect_or_start(ChromeSettings(folder=tmp_path, cdp_url=url, may_start=False))
    assert failed.value.diagnosis[0] == f"nothing answers at {url}"
    assert failed.value.diagnosis[2] == f"profile: {tmp_path}/headless/Profile-Research (absent)"
    assert failed.value.auto_start_attempted is False


async def test_a_program_that_does_not_start_is_quoted(tmp_path: Path) -> None:
    broken = tmp_path / "chromium"
    broken.write_text("#!/bin/sh\necho 'cannot open shared object file' >&2\nexit 127\n", encoding="utf-8")
    broken.chmod(0o755)
    settings = ChromeSettings(folder=tmp_path / "c", cdp_url=None, executable=broken)
    with pytest.raises(ChromeNotReady, match="ours did not start") as failed:
        await connect_or_start(settings)
    assert failed.value.auto_start_attempted is True
    assert "it said: cannot open shared object file" in failed.value.diagnosis
    assert failed.value.diagnosis[-1] == "start one with `tadori chrome start`, and look with `tadori chrome diagnose`"
    hold = await lock_profile(settings.profile, at_once)
    assert hold is not None
    hold.release()


async def test_a_visible_chrome_needs_somewhere_to_be_seen(tmp_path: Path, closed_port: int) -> None:
    url = f"http://127.0.0.1:{closed_port}"
    settings = ChromeSettings(folder=tmp_path, cdp_url=url, headless=False, executable=Path("/bin/true"))
    with pytest.raises(RouteUnavailable, match="no display"):
        await start_for_person(settings)


def test_hints_tell_of_mirrored_networking_in_wsl_only(tmp_path: Path) -> None:
    settings = ChromeSettings(folder=tmp_path)
    assert [hint for hint in hints(settings, Path("/usr/bin/chromium"), wsl=True) if "mirrored" in hint] != []
    assert [hint for hint in hints(settings, Path("/usr/bin/chromium"), wsl=False) if "mirrored" in hint] == []
    assert hints(settings, None, wsl=False)[-1].startswith("install chromium")


def test_a_log_is_read_from_its_end_without_the_noise(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text("old\n" * 5000 + "Failed to connect to dbus\nlast words\n\n", encoding="utf-8")
    assert last_lines(log) == ["old", "old", "last words"]
    assert last_lines(tmp_path / "none") == []


@needs_chrome
@pytest.mark.drives("chromium")
async def test_a_diagnosis_of_this_machine_changes_nothing(tmp_path: Path, closed_port: int) -> None:
    report = await diagnose(ChromeSettings(folder=tmp_path / "chrome", cdp_url=f"http://127.0.0.1:{closed_port}"))
    assert report.executable == str(find_chrome())
    assert "Chrom" in (report.version or "")
    assert (report.cdp_product, report.profile_state, report.ready) == (None, LockState.ABSENT, True)
    assert list(tmp_path.iterdir()) == []


async def test_a_diagnosis_of_a_program_that_is_none_says_so(tmp_path: Path) -> None:
    report = await diagnose(ChromeSettings(folder=tmp_path, cdp_url=None, executable=tmp_path / "nothing"))
    assert (report.version, report.ready) == (None, False)


# Ending


@pytest.mark.req("L15")
async def test_what_we_started_ends_with_stop_and_takes_its_children_along(tmp_path: Path) -> None:
    script = "sleep 300 >/dev/null & echo $!; wait"
    owned = await start_owned(["/bin/sh", "-c", script], errors=tmp_path / "log", read_output=True)
    child = int(await owned.output.readline())
    assert alive(child)
    assert not owned.ended
    await owned.stop()
    assert owned.ended
    await gone(child)


async def gone(pid: int) -> None:
    """Returns when the process has ended (a zombie has); the test fails when it does not."""
    for _ in range(1200):
        if not alive(pid):
            return
        await asyncio.sleep(0.05)
    raise AssertionError(f"process {pid} is still there")


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.slow
@needs_chrome
@pytest.mark.drives("chromium")
@pytest.mark.req("L15")
async def test_a_chrome_ends_when_its_owner_is_killed_and_the_next_start_finds_the_profile_free(tmp_path: Path) -> None:
    program = (
        "import asyncio, sys; from pathlib import Path\n"
        "from tadori.fetch.chrome import connect_or_start\n"
        "from tadori.fetch.chrome_facts import ChromeSettings\n"
        "async def main():\n"
        "    chrome = await connect_or_start(ChromeSettings(folder=Path(sys.argv[1]), cdp_url=None))\n"
        "    print(chrome.endpoint.url, flush=True)\n"
        "    await asyncio.sleep(600)\n"
        "asyncio.run(main())\n"
    )
    owner = await asyncio.create_subprocess_exec(
        sys.executable, "-c", program, str(tmp_path), stdout=asyncio.subprocess.PIPE
    )
    assert owner.stdout is not None
    assert (await owner.stdout.readline()).startswith(b"ws://127.0.0.1:")
    [browser] = chrome_processes(tmp_path)
    owner.send_signal(signal.SIGKILL)
    await owner.wait()
    await gone(browser)
    again = await connect_or_start(ChromeSettings(folder=tmp_path, cdp_url=None))
    assert again.profile == tmp_path / "headless" / "Profile-Research"
    await again.close()
    assert chrome_processes(tmp_path) == []


@pytest.mark.slow
@needs_chrome
@pytest.mark.drives("chromium")
async def test_a_chrome_that_was_started_to_stay_stays_and_is_found_by_the_next(tmp_path: Path) -> None:
    url = f"http://127.0.0.1:{free_port()}"
    settings = ChromeSettings(folder=tmp_path, cdp_url=url, proxy="127.0.0.1:1")
    started = await start_for_person(settings)
    try:
        found = await connect_or_start(settings)
        assert found.endpoint == started.endpoint
        assert not found.ours
        await found.close()
        await started.close()
        assert (await diagnose(settings)).profile_state is LockState.HELD
        assert await probe(url) == started.endpoint
    finally:
        for pid in chrome_processes(tmp_path):
            os.kill(pid, signal.SIGTERM)
            await gone(pid)


async def test_windows_chrome_without_powershell_is_not_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    settings = ChromeSettings(folder=tmp_path, cdp_url=None, executable=Path(WINDOWS_PATHS[0]))
    with pytest.raises(ChromeNotReady) as failed:
        await connect_or_start(settings, sleep=at_once)
    assert failed.value.auto_start_attempted is True


async def test_windows_chrome_is_waited_for_fifteen_seconds_in_steps_of_half_a_second(
    tmp_path: Path, closed_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    powershell = tmp_path / "powershell.exe"
    powershell.write_text("#!/bin/sh\nexit 0\n", encoding="utf-8")
    powershell.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    waits: list[float] = []

    async def count(seconds: float) -> None:
        waits.append(seconds)

    settings = ChromeSettings(
        folder=tmp_path, cdp_url=f"http://127.0.0.1:{closed_port}", executable=Path(WINDOWS_PATHS[0])
    )
    with pytest.raises(ChromeNotReady, match="ours did not start"):
        await connect_or_start(settings, sleep=count)
    assert waits == [0.5] * 30
