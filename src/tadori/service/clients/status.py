"""The answer of `get_status`: figures, what waits, and what stopped. Never a recommendation (§2.1.2).

In: the store. Out: plain data. Everything is counted by the database: no page and no claim is loaded.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from tadori.graph.novelty import novelty, novelty_by_cycle
from tadori.model.ids import JA
from tadori.model.question import Task, TaskStatus
from tadori.model.thresholds import LOW_BUDGET
from tadori.model.web import AuthItem, AuthPriority
from tadori.model.web_thresholds import AUTH_CRITICAL_AT, AUTH_CRITICAL_HIGH_AT, AUTH_WARNING_AT
from tadori.search.health import is_resting
from tadori.service.clients.claims import utc_stamp
from tadori.service.clients.meta import MAX_DOMAINS, MAX_WARNINGS, answer_meta, verification_alerts
from tadori.service.clients.searches import CALLED_OFF, own_query_line, search_line
from tadori.service.task_view import TaskView, task_view, unread_data
from tadori.store.auth import unblocked_hits
from tadori.store.client import (
    RELEASED,
    REPORT,
    SEARCH,
    ClientSearch,
    ClientTask,
    GatheredCounts,
    client_searches,
    client_task,
    counts_of,
    novelty_flags,
    pages_without_browser,
    queries_by_item,
    yields_by_query,
)
from tadori.store.engine_answers import why_blocked
from tadori.store.engines import all_health
from tadori.store.queries import queries_of
from tadori.store.reports import report_of
from tadori.store.tasks import stop_requested
from tadori.wiring.engines import ALL_WEB_ENGINES
from tadori.wiring.home import App

Json = dict[str, Any]
MAX_SEARCH_LINES: Final = 100
"""The newest ones are listed; all are counted."""
MAX_ROUND_LINES: Final = 20
MAX_UNREAD_LINES: Final = 84
"""Twenty reasons of each kind, and one line for the others."""
BLOCKED_WARNING: Final = ("全検索エンジンがクールダウン中", "every search engine is left alone for now")
BUDGETS: Final = {"pages": "ページ数", "seconds": "時間"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientTaskView:
    """What the store has of a task at one moment, and what concerns its client alone."""

    view: TaskView
    rows: Sequence[ClientSearch]
    """All work items of the client: searches, reading of unblocked pages, the report."""
    searches: list[Json]
    counts: GatheredCounts
    waiting: Sequence[AuthItem]
    blocked: bool
    """Whether every web engine is cooling down."""
    unready: int
    """Pages that need a browser, of which there is none."""
    released: int
    """Pages that a person has unblocked and that are not read yet."""

    @property
    def task(self) -> Task:
        return self.view.task

    @property
    def status(self) -> str:
        if self.task.status is TaskStatus.STOPPED:
            return TaskStatus.COMPLETED.value
        if self.task.status is TaskStatus.EXPLORING and has_failed(self.rows):
            return TaskStatus.FAILED.value
        if self.task.status is TaskStatus.EXPLORING and (self.view.exhausted is not None or self._cannot_search):
            return TaskStatus.PAUSED.value
        return self.task.status.value

    @property
    def _cannot_search(self) -> bool:
        """Whether no engine can be asked. A folder still can, unless the last search found nothing in it either."""
        last = next((one for one in reversed(self.rows) if one.kind == SEARCH), None)
        return self.blocked and (not self.task.libraries or (last is not None and bool(last.result.get("all_blocked"))))


def client_task_status(app: App, task_id: str, was: ClientTask | None) -> Json:
    """The answer of `get_status`; `was` is what was stored of the client before this call."""
    with app.store.read() as db:
        mine = client_task(db, task_id)
        report = report_state(db, task_id)
    seen = _seen(app, task_id)
    about = answer_meta(app.store, task_id)
    found: Json = {
        "task_id": seen.task.id,
        "status": seen.status,
        "query": seen.task.question,
        "created_at": utc_stamp(seen.task.created_at),
        "searches": seen.searches[-MAX_SEARCH_LINES:],
        "metrics": _metrics(seen),
        "budget": _budget(seen.view),
        "novelty": _novelty(app, task_id),
        "auth_queue": _auth_queue(seen.waiting),
        "unverified_domains": about["unverified_domains"],
        "verification_alerts": verification_alerts(app.store, task_id),
        "warnings": warning_lines(seen, was),
        "report": report,
        "unread": unread_data(seen.view.unread)[:MAX_UNREAD_LINES],
        "_lancet_meta": about,
    }
    if seen.view.rounds:
        found["rounds"] = seen.view.rounds[-MAX_ROUND_LINES:]
    if mine is not None and mine.final_status:
        found["final_status"] = mine.final_status
    return found


def _seen(app: App, task_id: str) -> ClientTaskView:
    waiting = app.inbox().pending(task_id=task_id)
    with app.store.read() as db:
        view = task_view(db, task_id)
        # Without tokens: a task whose tokens are spent goes on by rules, so to a client it is not paused.
        view = replace(view, spent=replace(view.spent, tokens=0))
        task = view.task
        return ClientTaskView(
            view=view,
            rows=client_searches(db, task_id),
            searches=search_lines(db, task, waiting),
            counts=counts_of(db, task_id),
            waiting=waiting,
            blocked=web_blocked(app, db, task),
            unready=len(pages_without_browser(db, task_id)),
            released=len(unblocked_hits(db, task_id)),
        )


def search_lines(db: Any, task: Task, waiting: Sequence[AuthItem]) -> list[Json]:
    """One line for each search of a task; for a task of `tadori research`, one for each query."""
    rows = [one for one in client_searches(db, task.id) if one.kind == SEARCH]
    if not rows:
        return [own_query_line(db, task, number, row) for number, row in enumerate(queries_of(db, task.id), start=1)]
    yields, found_by = yields_by_query(db, task.id), queries_by_item(db, [item.id for item in waiting])
    stopped, unread = is_stopped(db, task), {query_id for _hit, query_id in unblocked_hits(db, task.id)}
    return [
        search_line(
            one,
            yields,
            stopped=stopped,
            pending=sum(not queries.isdisjoint(one.query_ids) for queries in found_by.values()),
            released=not unread.isdisjoint(one.query_ids),
        )
        for one in rows
    ]


def is_stopped(db: Any, task: Task) -> bool:
    """Whether a task has ended, or is about to."""
    return task.finished_at is not None or stop_requested(db, task.id)


def web_blocked(app: App, db: Any, task: Task) -> bool:
    """Whether every web engine was cooling down at the task's last search, and still is."""
    if not why_blocked(db, task.id):
        return False
    named, now = set(task.providers) - {ALL_WEB_ENGINES}, app.clock()
    known = [one for name, one in all_health(db).items() if not named or name in named]
    return all(is_resting(one, now) for one in known if one.open_until is not None)


def report_state(db: Any, task_id: str) -> str:
    """The state of a task's report: ready, compiling or none."""
    if report_of(db, task_id) is not None:
        return "ready"
    rows = [one for one in client_searches(db, task_id) if one.kind == REPORT]
    return "compiling" if any(one.finished_at is None and not one.error for one in rows) else "none"


def has_failed(rows: Sequence[ClientSearch]) -> bool:
    """§3.1.7.2: whether an error halted the client's last work item. Repeating the call continues it."""
    return bool(rows) and rows[-1].error not in ("", CALLED_OFF)


def _novelty(app: App, task_id: str) -> Json:
    with app.store.read() as db:
        flags = novelty_flags(db, task_id)
    fragments = [flag for page in flags for flag in page]
    return {
        # Without any page nothing is new yet: 1.0 would look like a promise to the client.
        "score": round(novelty(fragments), 4) if fragments else 0.0,
        "trend": [round(share, 4) for share in novelty_by_cycle(flags)],
    }


def _metrics(seen: ClientTaskView) -> Json:
    return {
        "total_searches": len(seen.searches),
        "satisfied_count": sum(one["status"] == "satisfied" for one in seen.searches),
        "total_pages": seen.counts.pages,
        "total_fragments": seen.counts.fragments,
        "total_claims": seen.counts.claims,
        "untested_claims": seen.counts.untested,
        "elapsed_seconds": int(seen.view.spent.seconds),
    }


def _budget(view: TaskView) -> Json:
    task, spent = view.task, view.spent
    return {
        "pages_used": spent.pages,
        "pages_limit": task.budget.pages,
        "time_used_seconds": int(spent.seconds),
        "time_limit_seconds": task.budget.seconds,
        "remaining_percent": view.remaining_percent,
    }


def _auth_queue(waiting: Sequence[AuthItem]) -> Json:
    kinds = sorted({item.kind.value for item in waiting})
    oldest = min((item.queued_at for item in waiting), default=None)
    return {
        "pending_count": len(waiting),
        "high_priority_count": sum(item.priority is AuthPriority.HIGH for item in waiting),
        "domains": sorted({item.domain for item in waiting})[:MAX_DOMAINS],
        "oldest_queued_at": None if oldest is None else utc_stamp(oldest),
        "by_auth_type": {kind: sum(item.kind.value == kind for item in waiting) for kind in kinds},
    }


# -- warnings ---------------------------------------------------------------------------------------------------------


def warning_lines(seen: ClientTaskView, was: ClientTask | None) -> list[str]:
    """What a client should know, as figures in words: what is left, what waits, what stopped."""
    ja = seen.task.lang == JA
    pairs = [_budget_words(seen), _waiting_words(seen.waiting)]
    if seen.blocked:
        pairs.append(BLOCKED_WARNING)
    if seen.unready:
        pairs.append(
            (f"Chromeがなく読めなかったページ{seen.unready}件", f"{seen.unready} pages need a Chrome that is not there")
        )
    if was is not None and was.paused_at is not None:
        since = utc_stamp(was.paused_at)
        pairs.append((f"応答がなく{since}から一時停止していた", f"was paused since {since}: the client was silent"))
    halted = ", ".join(one["id"] for one in seen.searches if one.get("halted"))
    if halted:
        pairs.append((f"中断した検索: {halted}", f"searches that halted: {halted}"))
    pairs += [_released_words(seen), _report_words(seen)]
    return [in_ja if ja else in_en for in_ja, in_en in (pair for pair in pairs if pair)][:MAX_WARNINGS]


WarningPair = tuple[str, str] | None
"""Japanese and English; None where there is nothing to say."""


def _budget_words(seen: ClientTaskView) -> WarningPair:
    left = seen.view.remaining_percent
    if seen.view.exhausted is not None:
        return f"予算枯渇: {BUDGETS[seen.view.exhausted]}", f"budget used up: {seen.view.exhausted}"
    return (f"予算残り{left}%", f"{left} % of the budget left") if left <= LOW_BUDGET else None


def _waiting_words(waiting: Sequence[AuthItem]) -> WarningPair:
    """§3.6.1: three make a warning; five, or two of high priority, are critical."""
    if not waiting:
        return None
    high, number = sum(item.priority is AuthPriority.HIGH for item in waiting), len(waiting)
    mark = "[warning] " if number >= AUTH_WARNING_AT else ""
    if number >= AUTH_CRITICAL_AT or high >= AUTH_CRITICAL_HIGH_AT:
        mark = "[critical] "
    return f"{mark}認証待ち{number}件", f"{mark}{number} pages wait for a person"


def _released_words(seen: ClientTaskView) -> WarningPair:
    """How far the reading is of what a person let through, and what halted it."""
    rows = [one for one in seen.rows if one.kind == RELEASED]
    if not rows or rows[-1].finished_at is not None or seen.task.finished_at is not None:
        return None
    last, number = rows[-1], seen.released
    if not last.error:
        return f"認証を通ったページ{number}件を読み込み中", f"{number} released pages are being read"
    if not number and last is not seen.rows[-1]:  # a later search has read them
        return None
    why = "called off" if last.error == CALLED_OFF else last.error
    return f"認証を通ったページの読み込みが中断した({why})", f"reading released pages halted ({why})"


def _report_words(seen: ClientTaskView) -> WarningPair:
    last = seen.rows[-1] if seen.rows else None
    if last is None or last.kind != REPORT or not last.error:
        return None
    return f"報告書の作成が中断した({last.error})", f"compiling the report halted ({last.error})"
