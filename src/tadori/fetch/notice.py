"""Desktop notifications that a page waits for a person: its address and kind of block, and nothing else.

Comes in: address and kind. Goes out: whether it was shown, or the reason why not, counted. The address is cut to
scheme, host and path: a query may hold a token (§3.6.3). Commands are lists of arguments; untrusted text never becomes
part of a script. PowerShell and osascript could not be tried on the machines this was built on.
"""

import base64
import json
import shutil
from collections import Counter
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

from tadori.fetch.foreground import Command, RunTool, Which, powershell, run_tool
from tadori.model.printable import one_line
from tadori.model.web import BlockKind

TITLE: Final = "Tadori: a page waits for you / 認証待ちのページがあります"
MOST_CHARS: Final = 200
TOAST: Final = """
$words = [Text.Encoding]::UTF8.GetString([Convert]::FromBase64String('{words}')) | ConvertFrom-Json
[void][Windows.UI.Notifications.ToastNotificationManager,Windows.UI.Notifications,ContentType=WindowsRuntime]
$kind = [Windows.UI.Notifications.ToastTemplateType]::ToastText02
$toast = [Windows.UI.Notifications.ToastNotificationManager]::GetTemplateContent($kind)
$lines = $toast.GetElementsByTagName('text')
[void]$lines.Item(0).AppendChild($toast.CreateTextNode($words.title))
[void]$lines.Item(1).AppendChild($toast.CreateTextNode($words.body))
$app = '{{1AC14E77-02E7-4E5D-B744-2EB1AE5198B7}}\\WindowsPowerShell\\v1.0\\powershell.exe'
$notice = [Windows.UI.Notifications.ToastNotification]::new($toast)
[Windows.UI.Notifications.ToastNotificationManager]::CreateToastNotifier($app).Show($notice)
"""
MAC_SCRIPT: Final = (
    "on run words",
    "display notification (item 2 of words) with title (item 1 of words)",
    "end run",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticeResult:
    """Whether a notification was shown."""

    shown: bool
    tool: str
    reason: str = ""


def notice_text(url: str, kind: BlockKind) -> str:
    """The text of a notification: kind and address on one line, without query, fragment and credentials."""
    try:
        parts = urlsplit(url)
        place = f"{parts.scheme}://{parts.hostname or ''}{parts.path}"
    except ValueError:
        place = "an address that cannot be read"
    return one_line(f"{kind.value}: {place}", MOST_CHARS)


def command_for(
    platform: str, words: str, *, title: str = TITLE, wsl: bool = False, which: Which = shutil.which
) -> Command | None:
    """The command that shows `words`; None when no tool is installed."""
    if platform == "win32" or (wsl and which("powershell.exe")):
        packed = base64.b64encode(json.dumps({"title": title, "body": words}).encode()).decode("ascii")
        return powershell(TOAST.format(words=packed))
    if platform == "darwin":
        lines = [part for line in MAC_SCRIPT for part in ("-e", line)]
        return ["osascript", *lines, title, words]
    if which("notify-send"):
        # Notification servers read the body as markup.
        body = words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        return ["notify-send", "--app-name=Tadori", "--", title, body]
    return None


@dataclass(slots=True, kw_only=True)
class Notifier:
    """Shows notifications on this machine and counts the results."""

    platform: str
    wsl: bool = False
    which: Which = shutil.which
    run: RunTool = run_tool
    counts: Counter[str] = field(default_factory=Counter)
    """`shown`, or the reason why not."""

    async def notify_waiting(self, url: str, kind: BlockKind) -> NoticeResult:
        """Notify that `url` waits for a person. Never raises: a missing notification must not stop research."""
        return await self.show_notice(notice_text(url, kind))

    async def show_notice(self, words: str, title: str = TITLE) -> NoticeResult:
        """Show a text that anyone near the screen may read. Never raises."""
        command = command_for(self.platform, words, title=title, wsl=self.wsl, which=self.which)
        if command is None:
            result = NoticeResult(shown=False, tool="", reason="notify-send is not installed")
        else:
            code, output = await self.run(command)
            reason = "" if code == 0 else " ".join(output.split())[:200] or f"{command[0]} ended with {code}"
            result = NoticeResult(shown=code == 0, tool=command[0], reason=reason)
        self.counts[result.reason or "shown"] += 1
        return result
