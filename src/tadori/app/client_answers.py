"""What a client is told about its tasks, as plain data in the names of §3.2.1, §2.1.2, §3.6.1 and §4.4.1.

Figures and evidence, never a recommendation. No absolute path of this machine is among it: a document of a folder has
an address of its own (`library:///folder/name`). The one exit (`mcp/exit.py`) still checks every answer.
"""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeVar
from weakref import WeakValueDictionary

from tadori.app.client_claims import ClaimViews, stamp
from tadori.app.client_materials import Readings, Wanted, one_part, primary_share, read_now
from tadori.app.client_pages import read_cursor
from tadori.app.engines import WEB
from tadori.app.home import App
from tadori.errors import NOT_STARTED, ClientRefused
from tadori.model.budget import Spent, exhausted, remaining_percent
from tadori.model.calibration import CONFIDENCE_SOURCE
from tadori.model.engine import ALL_BLOCKED
from tadori.model.graph import EvidenceGraph, TrustLevel
from tadori.model.ids import JA
from tadori.model.question import Task, TaskStatus
from tadori.model.web import AuthItem, AuthPriority
from tadori.store.calibration import active_version
from tadori.store.client import (
    SEARCH,
    ClientSearch,
    ClientTask,
    Counts,
    addresses_of_pages,
    client_search,
    client_searches,
    client_task,
    counts_of,
    flags_in_order,
    pages_with_claims,
    set_delivered,
    told_of,
    without_browser,
    yields_by_query,
)
from tadori.store.engines import all_blocked, all_health
from tadori.store.pages import pages_by_id
from tadori.store.queries import QueryRow, queries_of
from tadori.store.tasks import seconds_spent, task_named
from tadori.store.trust import trust_records

if TYPE_CHECKING:
    from tadori.run.assess import Assess

T = TypeVar("T")
Json = dict[str, Any]
MOST_CLAIMS: Final = 20
"""Claims in the answer of one search; get_materials gives the rest."""
MOST_SEARCHES: Final = 100
"""The newest ones are listed; all are counted."""
MOST_DOMAINS: Final = 50
MOST_WARNINGS: Final = 20
GRAPHS_KEPT: Final = 8
MOST_IN_GRAPH: Final = 20_000
"""A client is given every claim, not only those that a report would choose from."""
ANSWER_SECONDS: Final = 50.0
"""What takes longer is TIMEOUT: clients commonly give up after 60. The work goes on; the next call has its fruit."""
NO_BROWSER: Final = "every page found needs Chrome; Chrome CDP is not connected, and auto-start failed"
BROWSER_HINT: Final = (
    "`tadori chrome diagnose` shows what is missing; a WSL2 machine needs mirrored networking or socat. The same call "
    "tries these pages again"
)
LOW_BUDGET: Final = 50
"""Per cent of a budget below which a status mentions it."""


@dataclass(slots=True, kw_only=True)
class Answers:
    """Answers about the tasks of one home."""

    app: App
    threads: ThreadPoolExecutor
    """Our own: the loop's belongs to whichever durable log is open, and ends with it."""
    _assess: "dict[str, tuple[Any, Assess]]" = field(default_factory=dict)
    """For the tasks asked about last: by what their evidence was judged, and its graph."""
    _readings: Readings = field(default_factory=Readings)
    _one_graph: WeakValueDictionary[str, asyncio.Lock] = field(default_factory=WeakValueDictionary)
    """One for each task whose graph is being built: two calls at once build it once."""

    def created(self, task: Task) -> Json:
        return {
            "task_id": task.id,
            "query": task.question,
            "status": "created",
            "language": task.lang,
            "created_at": stamp(task.created_at),
            "budget": {"max_pages": task.budget.pages, "max_seconds": task.budget.seconds},
        }

    # -- get_status ---------------------------------------------------------------------------------------------------

    def status(self, task_id: str, was: ClientTask | None) -> Json:
        """Everything `get_status` tells. Counted by the database: no page and no claim is read."""
        store = self.app.store
        with store.read() as db:
            task = task_named(db, task_id)
            mine = client_task(db, task.id)
            counts = counts_of(db, task.id)
            searches = self._searches(db, task)
            spent = Spent(pages=counts.pages, seconds=seconds_spent(db, task.id))
            blocked = all_blocked(db, task.id) and self._still_blocked(db, task)
            unready = len(without_browser(db, task.id))
            failed = _has_failed(client_searches(db, task.id))
        waiting = self.app.inbox().pending(task_id=task.id)
        out = exhausted(task.budget, spent)
        publishers = self._publishers(task.id)
        found: Json = {
            "task_id": task.id,
            "status": _status(task, stopped=out is not None or blocked, failed=failed),
            "query": task.question,
            "created_at": stamp(task.created_at),
            "searches": searches[-MOST_SEARCHES:],
            "metrics": _metrics(counts, searches, spent),
            "budget": _budget(task, spent),
            "novelty": self._novelty(task.id),
            "auth_queue": _auth_queue(waiting),
            "unverified_domains": publishers["UNVERIFIED"][:MOST_DOMAINS],
            "verification_alerts": self._alerts(task.id),
            "warnings": _warnings(task, spent, waiting, searches, was, out, blocked, unready),
            "_lancet_meta": self._meta(task.id, publishers),
        }
        if mine is not None and mine.final_status:
            found["final_status"] = mine.final_status
        return found

    def _still_blocked(self, db: Any, task: Task) -> bool:
        """Whether the engines that were left alone when the task last searched still are."""
        from tadori.search.health import resting

        named, now = set(task.providers) - {WEB}, self.app.clock()
        known = [one for name, one in all_health(db).items() if not named or name in named]
        return all(resting(one, now) for one in known if one.open_until is not None)

    def _searches(self, db: Any, task: Task) -> list[Json]:
        rows = [one for one in client_searches(db, task.id) if one.kind == SEARCH]
        if rows:
            yields = yields_by_query(db, task.id)
            return [_search_line(one, yields) for one in rows]
        return [_own_query(db, task, number, row) for number, row in enumerate(queries_of(db, task.id), start=1)]

    def _novelty(self, task_id: str) -> Json:
        from tadori.graph.novelty import novelty, novelty_by_cycle

        with self.app.store.read() as db:
            flags = flags_in_order(db, task_id)
        trend = novelty_by_cycle(flags)
        return {
            "score": round(novelty([flag for page in flags for flag in page]), 4),
            "trend": [round(share, 4) for share in trend],
        }

    def _publishers(self, task_id: str) -> dict[str, list[str]]:
        """The publishers of the pages read, by the level they have now."""
        from tadori.graph.sources import publisher_of, trust_of

        with self.app.store.read() as db:
            addresses = addresses_of_pages(db, task_id)
            learned = {record.domain: record.level for record in trust_records(db)}
        names = sorted({name for url, own in addresses if (name := publisher_of(url, own))})
        found: dict[str, list[str]] = {level.value: [] for level in TrustLevel}
        for name in names:
            level = learned.get(name) or trust_of(name.partition("/")[0])
            found[level.value].append(name)
        return found

    def _alerts(self, task_id: str) -> list[Json]:
        """Publishers that evidence moved, and pages that speak to their reader."""
        from tadori.graph.sources import publisher_of

        with self.app.store.read() as db:
            moved = told_of(db, task_id, "domain_trust_changed")
            orders = told_of(db, task_id, "injection_suspected")
        alerts = [
            {"type": "trust_changed", "domain": one["domain"], "before": one["before"], "after": one["after"]}
            for one in moved
        ]
        told = {publisher_of(one["url"]) or "library" for one in orders}
        alerts += [{"type": "page_gives_orders", "domain": domain} for domain in sorted(told)]
        return alerts[:MOST_WARNINGS]

    def _meta(self, task_id: str, publishers: dict[str, list[str]] | None = None) -> Json:
        """§4.4.1 L5: what stands beside every answer about a task."""
        from tadori.graph.sources import publisher_of

        levels = publishers or self._publishers(task_id)
        with self.app.store.read() as db:
            orders = told_of(db, task_id, "injection_suspected")
        seen = sorted({(publisher_of(one["url"]) or "library", one["rule"]) for one in orders})
        return {
            "unverified_domains": levels["UNVERIFIED"][:MOST_DOMAINS],
            "blocked_domains": levels["BLOCKED"][:MOST_DOMAINS],
            "security_warnings": [
                {"type": "dangerous_pattern", "domain": domain, "rule": rule} for domain, rule in seen[:MOST_WARNINGS]
            ],
        }

    # -- search -------------------------------------------------------------------------------------------------------

    async def search(self, task_id: str, number: int) -> Json:
        """What a search has brought, or that it is `running`.

        Raises:
            ClientRefused: it halted, or gave nothing for a reason that has a code.
        """
        with self.app.store.read() as db:
            task = task_named(db, task_id)
            search = client_search(db, task_id, number)
            yields = yields_by_query(db, task_id)
        refusal = refused_search(search)
        if refusal is not None:
            self._delivered(search)
            raise refusal
        line = _search_line(search, yields)
        found: Json = {
            "search_id": line.pop("id"),
            **line,
            "claims_found": [],
            "claims_total": len(search.result.get("claims", [])),
            "budget_remaining": self._remaining(task),
            "_lancet_meta": self._meta(task_id),
        }
        if search.finished_at is None:
            return found
        graph = await self.graph(task)
        views = ClaimViews(graph=graph, libraries=task.libraries)
        found["claims_found"] = [views.brief(one) for one in search.result["claims"][:MOST_CLAIMS] if views.has(one)]
        found["novelty_score"] = search.result["novelty_score"]
        found["auth_pending"] = len(search.result["waiting"])
        if search.options.get("refute"):
            found["refutations"] = views.refutations(search.result["tested"], search.result["claims"])
            found["tested_claims"] = search.result["tested"][:MOST_CLAIMS]
        self._delivered(search)
        return found

    def _delivered(self, search: ClientSearch) -> None:
        """Its result is made and on its way: the same call is a new search from now on."""
        if search.finished_at is not None and not search.delivered:
            with self.app.store.write(synced=False) as db:
                set_delivered(db, search.task_id, search.number)

    def _remaining(self, task: Task) -> Json:
        with self.app.store.read() as db:
            spent = Spent(pages=counts_of(db, task.id).pages, seconds=seconds_spent(db, task.id))
        return {
            "pages": max(0, task.budget.pages - spent.pages),
            "percent": remaining_percent(task.budget, spent),
        }

    # -- stop_task, get_materials -------------------------------------------------------------------------------------

    async def stopped(self, task_id: str) -> Json:
        with self.app.store.read() as db:
            task = task_named(db, task_id)
            mine = client_task(db, task_id)
            searches = self._searches(db, task)
        graph = await self.graph(task)
        return {
            "task_id": task.id,
            "final_status": "partial" if mine is None else mine.final_status,
            "summary": {
                "total_searches": len(searches),
                "satisfied_searches": sum(one["status"] == "satisfied" for one in searches),
                "total_claims": self._claims(task_id),
                "primary_source_ratio": primary_share(graph),
            },
            "_lancet_meta": self._meta(task_id),
        }

    def _claims(self, task_id: str) -> int:
        with self.app.store.read() as db:
            return counts_of(db, task_id).claims

    async def materials(self, task_id: str, *, include_graph: bool, narrative: bool, cursor: str) -> Json:
        """Claims, fragments and graph, as many as fit into one answer; `next_cursor` leads to the rest.

        Raises:
            WrongCall: the cursor is none of ours, or of evidence that nobody holds any more.
        """
        task = self.app.task(task_id)
        wanted = Wanted(task_id=task.id, libraries=task.libraries, include_graph=include_graph, narrative=narrative)
        reading = self._readings.find(wanted, read_cursor(cursor)[1])
        if reading is None:
            graph = await self.graph(task)
            reading = await self._aside(read_now, self.app.store, wanted, graph)
        part = one_part(reading, cursor)
        self._readings.keep(reading)
        return {"task_id": task.id, "query": task.question, **part, "_lancet_meta": self._meta(task_id)}

    async def graph(self, task: Task) -> EvidenceGraph:
        """The evidence graph of a task as the store has it now."""
        from tadori.judge.judge import Judge
        from tadori.run.assess import Assess
        from tadori.run.providers import library_index
        from tadori.run.steps import Steps

        mark, kept = self._judged_by(), self._assess.pop(task.id, None)
        if kept is not None and kept[0] == mark:
            known = kept[1]
        else:
            known = Assess(
                task=task,
                steps=Steps(task_id=task.id, store=self.app.store, clock=self.app.clock, live=lambda _event: None),
                judge=Judge(),
                index=library_index(self.app.store, task.libraries),
                embedder=None,
                counts=self.app.library.counts,
                most_claims=MOST_IN_GRAPH,
            )
        self._assess[task.id] = mark, known
        while len(self._assess) > GRAPHS_KEPT:
            del self._assess[next(iter(self._assess))]
        async with self._one_graph.setdefault(task.id, asyncio.Lock()):
            return await self._aside(known.graph)

    def _judged_by(self) -> tuple[Any, ...]:
        """What a graph depends on besides its task's evidence: the calibration in force, the trust in publishers."""
        with self.app.store.read() as db:
            version = active_version(db, CONFIDENCE_SOURCE)
            trust = tuple((record.domain, record.level) for record in trust_records(db))
        return 0 if version is None else version.version, trust

    async def _aside(self, work: Callable[..., T], *arguments: Any) -> T:
        """Do what takes long beside the loop. Raises TimeoutError."""
        async with asyncio.timeout(ANSWER_SECONDS):
            return await asyncio.get_running_loop().run_in_executor(self.threads, work, *arguments)


def refused_search(search: ClientSearch) -> ClientRefused | None:
    """Why a search that has ended or halted gives no result; None where it gives one."""
    if search.error == "called_off":
        return ClientRefused("PIPELINE_ERROR", "the search was called off; the same call goes on with it")
    if search.error:
        details: dict[str, object] = {"search_id": search.id, "error_id": search.error}
        return ClientRefused("PIPELINE_ERROR", "the search halted; the same call goes on with it", details)
    if search.result.get("all_blocked"):
        return ClientRefused(
            "ALL_ENGINES_BLOCKED",
            f"no search engine can be asked for now ({search.result['all_blocked'].removeprefix(f'{ALL_BLOCKED}: ')})",
            {"search_id": search.id},
        )
    if search.result.get("no_browser"):
        return ClientRefused("CHROME_NOT_READY", NO_BROWSER, _browser_details(search))
    waiting = search.result.get("waiting") or []
    if waiting and not search.result.get("pages_fetched") and not search.result.get("claims"):
        what: dict[str, object] = {"search_id": search.id, "auth_ids": waiting[:MOST_CLAIMS]}
        return ClientRefused("AUTH_REQUIRED", "nothing could be read: every page found waits for a person", what)
    return None


def _browser_details(search: ClientSearch) -> dict[str, object]:
    said = str(search.result["no_browser"])
    hint = f"{said}; {BROWSER_HINT}"
    return {"search_id": search.id, "auto_start_attempted": said.endswith(NOT_STARTED), "hint": hint}


def _fetched(search: ClientSearch, yields: dict[str, tuple[int, int]]) -> tuple[int, int]:
    """(pages, useful fragments): its own when it has ended, as a later search may ask the same; else until now."""
    if "pages_fetched" in search.result:
        return search.result["pages_fetched"], search.result["useful_fragments"]
    got = [yields.get(query_id, (0, 0)) for query_id in search.query_ids]
    return search.own(sum(one[0] for one in got), sum(one[1] for one in got))


def _own_query(db: Any, task: Task, number: int, row: QueryRow) -> Json:
    """A query of a task that drives itself, in the words of a client's search. Each publisher is a source."""
    from tadori.graph.satisfaction import satisfaction, search_state
    from tadori.graph.sources import host_of, is_primary, publisher_of, trust_of

    pages = pages_by_id(db, sorted(pages_with_claims(db, task.id, [row.query.id]))).values()
    sources = len({publisher_of(page.url, page.canonical) or page.url for page in pages})
    tiers = {trust_of(host_of(page.url, page.canonical)) for page in pages}
    primary = any(is_primary(tier, cited_by_others=False, is_copy=False) for tier in tiers)
    return {
        "id": f"s_{number:03d}",
        "query": row.query.text,
        "status": search_state(sources, has_primary=primary, ended=sources == 0).value,
        "pages_fetched": row.pages_read,
        "useful_fragments": row.useful,
        "harvest_rate": round(row.useful / row.pages_read, 4) if row.pages_read else 0.0,
        "satisfaction_score": round(satisfaction(sources, has_primary=primary), 4),
        "has_primary_source": primary,
    }


def _search_line(search: ClientSearch, yields: dict[str, tuple[int, int]]) -> Json:
    """A search as a status lists it. One that halted is `partial`: the same call goes on with it."""
    pages, useful = _fetched(search, yields)
    return {
        "id": search.id,
        "query": search.query,
        "status": "partial" if search.error else search.state,
        "pages_fetched": pages,
        "useful_fragments": useful,
        "harvest_rate": round(useful / pages, 4) if pages else 0.0,
        "satisfaction_score": search.result.get("satisfaction_score", 0.0),
        "has_primary_source": search.result.get("has_primary_source", False),
        "refute": bool(search.options.get("refute")),
        "halted": bool(search.error),
    }


def _has_failed(searches: Sequence[ClientSearch]) -> bool:
    """§3.1.7.2: whether an error interrupted what was asked for last. The same call takes it up again."""
    return bool(searches) and searches[-1].error.startswith("err_")


def _status(task: Task, *, stopped: bool, failed: bool) -> str:
    if task.status is TaskStatus.STOPPED:
        return TaskStatus.COMPLETED.value
    if task.status is TaskStatus.EXPLORING and failed:
        return TaskStatus.FAILED.value
    if task.status is TaskStatus.EXPLORING and stopped:
        return TaskStatus.PAUSED.value
    return task.status.value


def _metrics(counts: Counts, searches: Sequence[Json], spent: Spent) -> Json:
    return {
        "total_searches": len(searches),
        "satisfied_count": sum(one["status"] == "satisfied" for one in searches),
        "total_pages": counts.pages,
        "total_fragments": counts.fragments,
        "total_claims": counts.claims,
        "untested_claims": counts.untested,
        "elapsed_seconds": int(spent.seconds),
    }


def _budget(task: Task, spent: Spent) -> Json:
    return {
        "pages_used": spent.pages,
        "pages_limit": task.budget.pages,
        "time_used_seconds": int(spent.seconds),
        "time_limit_seconds": task.budget.seconds,
        "remaining_percent": remaining_percent(task.budget, spent),
    }


def _auth_queue(waiting: Sequence[AuthItem]) -> Json:
    kinds = sorted({item.kind.value for item in waiting})
    oldest = min((item.queued_at for item in waiting), default=None)
    return {
        "pending_count": len(waiting),
        "high_priority_count": sum(item.priority is AuthPriority.HIGH for item in waiting),
        "domains": sorted({item.domain for item in waiting})[:MOST_DOMAINS],
        "oldest_queued_at": None if oldest is None else stamp(oldest),
        "by_auth_type": {kind: sum(item.kind.value == kind for item in waiting) for kind in kinds},
    }


def _warnings(
    task: Task,
    spent: Spent,
    waiting: Sequence[AuthItem],
    searches: Sequence[Json],
    was: ClientTask | None,
    out: str | None,
    blocked: bool,
    unready: int,
) -> list[str]:
    """What a client should know, as figures in words: what is left, what waits, what stopped."""
    ja = task.lang == JA
    left = remaining_percent(task.budget, spent)
    told = []
    if out is not None:
        told.append(f"予算枯渇: {out}" if ja else f"budget used up: {out}")
    elif left <= LOW_BUDGET:
        told.append(f"予算残り{left}%" if ja else f"{left} % of the budget left")
    if waiting:
        told.append(_waiting_words(waiting, ja=ja))
    if blocked:
        told.append("全検索エンジンがクールダウン中" if ja else "every search engine is left alone for now")
    if unready:
        told.append(
            f"Chromeがなく読めなかったページ{unready}件" if ja else f"{unready} pages need a Chrome that is not there"
        )
    if was is not None and was.paused_at is not None:
        since = stamp(was.paused_at)
        told.append(
            f"応答がなく{since}から一時停止していた" if ja else f"was paused since {since}: the client was silent"
        )
    halted = [one["id"] for one in searches if one.get("halted")]
    if halted:
        told.append(f"中断した検索: {', '.join(halted)}" if ja else f"searches that halted: {', '.join(halted)}")
    return told[:MOST_WARNINGS]


def _waiting_words(waiting: Sequence[AuthItem], *, ja: bool) -> str:
    """§3.6.1: three make a warning; five, or two of high priority, are critical."""
    from tadori.run.auth import CRITICAL_AT, CRITICAL_HIGH_AT, WARNING_AT

    high = sum(item.priority is AuthPriority.HIGH for item in waiting)
    words = f"認証待ち{len(waiting)}件" if ja else f"{len(waiting)} pages wait for a person"
    if len(waiting) >= CRITICAL_AT or high >= CRITICAL_HIGH_AT:
        return f"[critical] {words}"
    return f"[warning] {words}" if len(waiting) >= WARNING_AT else words
