"""The tools that involve the user (L20, L21): the auth queue, decisions about it, notifications and questions.

In: arguments of those tools. Out: plain data. A notification carries a short message, a title and an address without
its query, nothing else. Questions of clients that cannot show a form are put in the home (`questions`).
"""

import asyncio
import re
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TextIO
from urllib.parse import urlsplit

from tadori.errors import WrongCall
from tadori.fetch.chrome_facts import is_wsl
from tadori.fetch.notice import Notifier
from tadori.model.printable import one_line, unfiltered
from tadori.model.web import AuthItem, AuthPriority, Cookie, WebSession
from tadori.service.clients.claims import utc_stamp
from tadori.service.clients.questions import posted_question, read_answer
from tadori.service.clients.tasks import Clients, Progress, no_progress
from tadori.store.auth import WAITING, end_intervention, start_intervention, unblocked_items
from tadori.store.client import RELEASED, SEARCH, ClientSearch, client_searches, queries_by_item
from tadori.text.urls import registrable

Json = dict[str, Any]
ShowNotification = Callable[[str, str], Awaitable[bool]]
"""Shows (text, title) to the user of this machine; whether it was shown."""
MAX_MESSAGE_CHARS: Final = 200
MAX_NOTIFICATION_CHARS: Final = 1000
"""All parts of a notification together."""
MAX_QUEUE_ROWS: Final = 200
MAX_DETAIL_CHARS: Final = 80
NOTICE_SECONDS: Final = 10
POLL_SECONDS: Final = 0.5
POLLS_PER_PROGRESS: Final = 10
_ADDRESS: Final = re.compile(r"\b[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s<>\"'、。」）]+")
QUESTION_TITLE: Final = "Tadori asks; answer with: tadori mcp answer / 質問があります。回答: tadori mcp answer"
NOTIFICATION_TITLES: Final = {
    "info": "Tadori",
    "warning": "Tadori: warning / 警告",
    "auth_required": "Tadori: a page waits for you / 認証待ちのページがあります",
    "decision_required": "Tadori: a decision is wanted / 判断が必要です",
}


async def show_on_desktop(words: str, title: str) -> bool:
    """Show a desktop notification; without a desktop, a line in the server's terminal. Whether it was shown."""
    notice = await Notifier(platform=sys.platform, wsl=is_wsl()).show_notice(words, title)
    return notice.shown or show_in_terminal(words, title, sys.stderr)


def show_in_terminal(words: str, title: str, screen: TextIO) -> bool:
    """Print a line with a bell if `screen` is a terminal. Over stdio it is not: a client shows its log to nobody."""
    if not screen.isatty():
        return False
    behind = unfiltered(screen)  # past the filter for the bell; the text is made printable by `one_line`
    behind.write(f"\a{title}: {one_line(words, MAX_NOTIFICATION_CHARS)}\n")
    behind.flush()
    return True


@dataclass(slots=True, kw_only=True)
class UserInteraction:
    """Requests to and decisions of the user of one home."""

    clients: Clients
    say: ShowNotification = field(default=show_on_desktop)
    _notices: int = 0

    async def queue(self, task_id: str | None, group_by: str, priority: str) -> Json:
        """The pages that wait for a person. Raises TaskNotFound."""
        app = self.clients.app
        name = None if task_id is None else (await self.clients.touch_client(task_id)).id
        wanted = None if priority == "all" else AuthPriority(priority)
        items = app.inbox().pending(task_id=name, priority=wanted)
        if group_by == "none":
            return {"queue": self._lines(items[:MAX_QUEUE_ROWS]), "total_pending": len(items)}
        groups: dict[str, list[AuthItem]] = {}
        for item in items:
            groups.setdefault(item.domain if group_by == "domain" else item.kind.value, []).append(item)
        rows = [_group(name, found, group_by) for name, found in sorted(groups.items())]
        rows.sort(key=lambda row: (-row["high_priority_count"], -row["pending_count"]))
        if group_by == "domain":
            return {"total_domains": len(rows), "total_pending": len(items), "domains": rows[:MAX_QUEUE_ROWS]}
        return {"total_types": len(rows), "total_pending": len(items), "types": rows[:MAX_QUEUE_ROWS]}

    def _lines(self, items: Sequence[AuthItem]) -> list[Json]:
        blocking = self._blocking(items)
        return [
            {
                "id": item.id,
                "task_id": item.task_id,
                "domain": item.domain,
                "url": item.url,
                "type": item.kind.value,
                "priority": item.priority.value,
                "queued_at": utc_stamp(item.queued_at),
                "blocking_searches": blocking[item.id],
            }
            for item in items
        ]

    def _blocking(self, items: Sequence[AuthItem]) -> dict[str, list[str]]:
        """For each waiting page, the ids of the searches that found it."""
        with self.clients.app.store.read() as db:
            queries = queries_by_item(db, [item.id for item in items])
            searches = {
                name: [one for one in client_searches(db, name) if one.kind == SEARCH]
                for name in {item.task_id for item in items}
            }
        return {
            item.id: [one.id for one in searches[item.task_id] if queries[item.id] & set(one.query_ids)]
            for item in items
        }

    async def resolve(self, target: str, data: Mapping[str, Any]) -> Json:
        """Record that a person has unblocked a page or a domain, skipped it, or failed.

        Raises:
            WrongCall: nothing of that name waits (any more).
        """
        inbox, status = self.clients.app.inbox(), data["status"]
        items = self._items_of(target, data)
        blocking = self._blocking(items)
        stored = status == "resolved" and self._keep_session(items[0].domain, data.get("session_data"))
        tasks = sorted({item.task_id for item in items if item.task_id})
        if status == "resolved":
            for item in items:
                if item.state in WAITING:
                    inbox.resolve(item.id)
            await self.clients.read_released(tasks)
        elif status == "skipped":
            for item in items:
                inbox.skip(item.id, reason="skipped by the client's user")
        await self.clients.app.store.commit(lambda db: self._note(db, items, status))
        if target == "item":
            return {
                "auth_id": items[0].id,
                "status": status,
                "unblocked_searches": blocking[items[0].id] if status == "resolved" else [],
                "session_stored": stored,
            }
        return {
            "domain": items[0].domain,
            "status": status,
            "resolved_count": len(items) if status == "resolved" else 0,
            "skipped_count": len(items) if status == "skipped" else 0,
            "affected_tasks": tasks,
            "session_stored": stored,
        }

    def _note(self, db: Any, items: Sequence[AuthItem], status: str) -> None:
        """§3.6.3: log the intervention, once for each domain. Its duration is not known here."""
        now, noted = self.clients.app.clock(), {item.domain: item for item in items if item.state in WAITING}
        for item in noted.values():
            end_intervention(db, start_intervention(db, item, now), at=now, result=status)

    def _items_of(self, target: str, data: Mapping[str, Any]) -> list[AuthItem]:
        """The pages that `data` names: waiting ones, or those just unblocked with `tadori auth open`."""
        inbox = self.clients.app.inbox()
        try:
            if target == "domain":
                return inbox.of_domain(data["domain"])
            items = inbox.named(data["auth_id"])
        except WrongCall:
            unblocked = self._unblocked_items(data) if data["status"] == "resolved" else []
            if not unblocked:
                raise
            return unblocked
        if [item.id for item in items] != [data["auth_id"]]:
            raise WrongCall(f"no page {data['auth_id']!r} waits for a person; get_auth_queue lists the ids")
        return items

    def _unblocked_items(self, data: Mapping[str, Any]) -> list[AuthItem]:
        """Pages that `tadori auth open` has unblocked and that no work item reads yet."""
        domain = registrable(data["domain"]) if "domain" in data else None
        with self.clients.app.store.read() as db:
            found = unblocked_items(db, item_id=data.get("auth_id"), domain=domain)
            reading = {
                name
                for name in {item.task_id for item in found}
                if any(_is_read(one) for one in client_searches(db, name))
            }
        app = self.clients.app
        return [item for item in found if item.task_id not in reading and app.task(item.task_id).finished_at is None]

    def _keep_session(self, domain: str, data: Mapping[str, Any] | None) -> bool:
        """Store the cookies that belong to the page's domain; whether there were any."""
        if not data or not data.get("cookies"):
            return False
        app = self.clients.app
        cookies = [
            Cookie(
                name=one["name"],
                value=one["value"],
                domain=one.get("domain", domain).lower().lstrip("."),
                path=one.get("path", "/"),
                expires=one.get("expires"),
                secure=one.get("secure", False),
                host_only=False,
            )
            for one in data["cookies"]
        ]
        own = tuple(one for one in cookies if registrable(one.domain) == registrable(domain))
        if not own:
            return False
        app.inbox().save_session(
            WebSession(
                domain=domain,
                cookies=own,
                user_agent=data.get("user_agent"),
                accept_language=app.settings.web.accept_language,
                saved_at=app.clock(),
                by_person=True,
            )
        )
        return True

    async def notify(self, event: str, payload: Mapping[str, Any], redact: Callable[[str], str] = str) -> Json:
        """Show a notification; whether it was shown within its time limit."""
        self._notices += 1
        try:
            async with asyncio.timeout(payload.get("timeout_seconds", NOTICE_SECONDS)):
                shown = await self.say(notification_text(payload, redact), NOTIFICATION_TITLES[event])
        except TimeoutError:
            shown = False
        return {"notification_id": f"n_{self._notices:03d}", "shown": shown}

    async def ask_locally(
        self, prompt: str, choices: Sequence[str], seconds: float, progress: Progress = no_progress
    ) -> Json:
        """Ask the user of this machine with a question file, and wait; for clients that cannot show a form.

        Reports progress meanwhile, since many clients give up on a silent call.
        """
        loop = asyncio.get_running_loop()
        until, polls = loop.time() + seconds, 0
        with posted_question(self.clients.app.settings.home, prompt, choices) as folder:
            shown = await self.say(one_line(prompt, MAX_MESSAGE_CHARS), QUESTION_TITLE)
            while loop.time() < until:
                answer = read_answer(folder)
                if answer is not None:
                    return {**answer_fields(answer, choices), "asked_by": "question file", "shown": shown}
                await asyncio.sleep(min(POLL_SECONDS, max(0.0, until - loop.time())))
                polls += 1
                if polls % POLLS_PER_PROGRESS == 0:
                    await progress(polls // POLLS_PER_PROGRESS, "waiting for the user / 利用者の回答待ち")
        return {
            "response": "",
            "choice_index": None,
            "timed_out": True,
            "asked_by": "question file",
            "shown": shown,
        }


def _is_read(one: ClientSearch) -> bool:
    """Whether a work item is reading unblocked pages right now."""
    return one.kind == RELEASED and one.finished_at is None and not one.error


def answer_fields(response: str, choices: Sequence[str]) -> Json:
    """The fields of a user's answer; with choices, the index of the chosen one."""
    place = choices.index(response) if response in choices else None
    return {"response": response, "choice_index": place, "timed_out": False}


def notification_text(payload: Mapping[str, Any], redact: Callable[[str], str] = str) -> str:
    """The message, then title, reason and address where given. Each part has its own limit of length."""
    details = payload.get("details") or {}
    parts = [(_bare(str(payload["message"])), MAX_MESSAGE_CHARS)]
    parts += [(_bare(str(details[name])), MAX_DETAIL_CHARS) for name in ("title", "reason") if details.get(name)]
    if details.get("url"):
        parts.append((_place(str(details["url"])), MAX_MESSAGE_CHARS))
    return " · ".join(one_line(redact(words), most) for words, most in parts if words)


def _bare(words: str) -> str:
    """A text with query, fragment and credentials removed from every address."""
    return _ADDRESS.sub(lambda fits: _place(fits.group()), words)


def _place(url: str) -> str:
    """An address without query, fragment and credentials, which may contain a token."""
    try:
        parts = urlsplit(url)
        port = "" if parts.port is None else f":{parts.port}"
        return f"{parts.scheme}://{parts.hostname or ''}{port}{parts.path}"
    except ValueError:
        return ""


def _group(name: str, items: Sequence[AuthItem], group_by: str) -> Json:
    row: Json = {
        "domain" if group_by == "domain" else "type": name,
        "pending_count": len(items),
        "high_priority_count": sum(item.priority is AuthPriority.HIGH for item in items),
        "affected_tasks": sorted({item.task_id for item in items if item.task_id}),
    }
    if group_by == "domain":
        row["auth_types"] = sorted({item.kind.value for item in items})
    else:
        row["domains"] = sorted({item.domain for item in items})
    return row
