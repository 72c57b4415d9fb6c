"""Brings the browser's window to the front by the operating system, never by script in the page (§3.6.1).

Comes in: the platform. Goes out: `RaiseResult`, with the tool that did it or the reason why none could. The commands
contain no untrusted text. Windows and macOS could not be tried on the machines this was built on.
"""

import asyncio
import base64
import re
import shutil
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final

Command = Sequence[str]
RunTool = Callable[[Command], Awaitable[tuple[int, str]]]
"""Runs a command without a shell: (exit code, output)."""
Which = Callable[[str], str | None]

TOOL_SECONDS: Final = 5.0
CHROME_CLASS: Final = re.compile(r"chrom", re.IGNORECASE)
SET_FOREGROUND: Final = """
Add-Type -Name Window -Namespace Tadori -MemberDefinition '
  [DllImport("user32.dll")] public static extern bool SetForegroundWindow(System.IntPtr handle);
  [DllImport("user32.dll")] public static extern bool ShowWindow(System.IntPtr handle, int how);
  [DllImport("user32.dll")] public static extern bool IsIconic(System.IntPtr handle);
'
$chrome = Get-Process chrome -ErrorAction SilentlyContinue | Where-Object { $_.MainWindowHandle -ne 0 } |
  Sort-Object StartTime | Select-Object -Last 1
if (-not $chrome) { exit 3 }
if ([Tadori.Window]::IsIconic($chrome.MainWindowHandle)) {
  [void][Tadori.Window]::ShowWindow($chrome.MainWindowHandle, 9)
}
if ([Tadori.Window]::SetForegroundWindow($chrome.MainWindowHandle)) { exit 0 } else { exit 4 }
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class RaiseResult:
    """Whether the window was brought to the front."""

    ok: bool
    tool: str
    """Empty when there is none."""
    reason: str = ""


async def run_tool(command: Command) -> tuple[int, str]:
    """Run a command, for `TOOL_SECONDS` at most; 124 when it took longer, 127 when it is not there."""
    try:
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
    except OSError as exc:
        return 127, str(exc)
    try:
        async with asyncio.timeout(TOOL_SECONDS):
            out, _ = await process.communicate()
    except TimeoutError:
        process.kill()
        await process.wait()
        return 124, f"took longer than {TOOL_SECONDS:.0f} s"
    return process.returncode or 0, out.decode("utf-8", errors="replace")


def powershell(script: str) -> list[str]:
    """A PowerShell script as command-line arguments; encoded, so that no quoting is needed."""
    encoded = base64.b64encode(script.encode("utf-16-le")).decode("ascii")
    return ["powershell.exe", "-NoProfile", "-NonInteractive", "-EncodedCommand", encoded]


async def raise_chrome(
    platform: str, *, wsl: bool = False, display: str = "", which: Which = shutil.which, run: RunTool = run_tool
) -> RaiseResult:
    """Bring the newest window of a Chrome to the front."""
    if platform == "win32" or (wsl and not display):
        code, output = await run(powershell(SET_FOREGROUND))
        return _raised("powershell", code, "no window of Chrome was found" if code == 3 else output)
    if platform == "darwin":
        for name in ("Google Chrome", "Chromium"):
            code, output = await run(["osascript", "-e", f'tell application "{name}" to activate'])
            if code == 0:
                break
        return _raised("osascript", code, output)
    environment = ["env", f"DISPLAY={display}"] if display.startswith(":") else []
    if which("wmctrl"):
        return await _by_wmctrl(environment, run)
    if which("xdotool"):
        return await _by_xdotool(environment, run)
    return RaiseResult(ok=False, tool="", reason="neither wmctrl nor xdotool is installed: bring the window up by hand")


async def _by_wmctrl(environment: list[str], run: RunTool) -> RaiseResult:
    code, listed = await run([*environment, "wmctrl", "-lx"])
    if code != 0:
        return _raised("wmctrl", code, listed)
    # "0x01000003  0 chromium.Chromium  host Title": the title may hold anything, the class is Chrome's own.
    rows = [line.split(None, 4) for line in listed.splitlines()]
    windows = [row[0] for row in rows if len(row) >= 3 and CHROME_CLASS.search(row[2])]
    if not windows:
        return RaiseResult(ok=False, tool="wmctrl", reason="no window of Chrome was found")
    code, output = await run([*environment, "wmctrl", "-ia", windows[-1]])
    return _raised("wmctrl", code, output)


async def _by_xdotool(environment: list[str], run: RunTool) -> RaiseResult:
    code, listed = await run([*environment, "xdotool", "search", "--onlyvisible", "--class", "chrom"])
    windows = [line for line in listed.split() if line.isdecimal()]
    if not windows:
        return RaiseResult(ok=False, tool="xdotool", reason="no window of Chrome was found")
    code, output = await run([*environment, "xdotool", "windowactivate", windows[-1]])
    return _raised("xdotool", code, output)


def _raised(tool: str, code: int, output: str) -> RaiseResult:
    if code == 0:
        return RaiseResult(ok=True, tool=tool)
    return RaiseResult(ok=False, tool=tool, reason=" ".join(output.split())[:200] or f"{tool} ended with {code}")
