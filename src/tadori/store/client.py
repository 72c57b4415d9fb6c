"""Tables of tasks that a client drives (L1, L2): last contact, its searches, and the counts of a status.

Rows leave as dataclasses. The database does the counting, so that a status is cheap however much was read.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from tadori.model.web import AttemptCause
from tadori.store.rows import sql, to_json, to_text, to_time

SEARCH = "search"
RELEASED = "released"
"""Reads pages that a person has unblocked, for earlier searches."""
REPORT = "report"
"""Compiles the report of a task that has ended."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientTask:
    """The extra row of a task that a client drives."""

    task_id: str
    priority_domains: tuple[str, ...]
    seen_at: datetime
    """When the client last called about it, or its last search ended."""
    paused_at: datetime | None = None
    pause_reason: str = ""
    final_status: str = ""
    end_reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientSearch:
    """One call of `search`, or one of the internal runs `RELEASED` and `REPORT`."""

    task_id: str
    number: int
    kind: str
    query: str
    options: dict[str, Any]
    state: str
    """`running`, `satisfied`, `partial` or `exhausted`."""
    started_at: datetime
    pages_before: int
    query_ids: tuple[str, ...] = ()
    finished_at: datetime | None = None
    result: dict[str, Any] = field(default_factory=dict)
    """Its result as JSON; empty until it has ended."""
    error: str = ""
    """Why it halted early; empty while it runs and after it has ended normally."""
    delivered: bool = False
    """Whether the client has received its result."""

    @property
    def id(self) -> str:
        return f"s_{self.number:03d}"


@dataclass(frozen=True, slots=True, kw_only=True)
class GatheredCounts:
    """How much a task has gathered."""

    pages: int
    fragments: int
    claims: int
    untested: int
    """Number of claims without a search for refutations."""


def add_client_task(db: sa.Connection, task: ClientTask) -> None:
    db.execute(
        sql("insert into client_tasks (task_id, priority_domains, seen_at) values (:id, :domains, :at)"),
        {"id": task.task_id, "domains": to_json(list(task.priority_domains)), "at": to_text(task.seen_at)},
    )


def client_task(db: sa.Connection, task_id: str) -> ClientTask | None:
    """The client row of a task; None for a task that drives itself."""
    row = db.execute(sql("select * from client_tasks where task_id = :id"), {"id": task_id}).one_or_none()
    return None if row is None else _client_task(row)


def active_client_tasks(db: sa.Connection) -> list[ClientTask]:
    """All client tasks that are neither ended nor paused."""
    rows = db.execute(
        sql(
            """
            select c.* from client_tasks c join tasks t on t.id = c.task_id
            where t.status = 'exploring' and c.paused_at is null order by c.task_id
            """
        )
    )
    return [_client_task(row) for row in rows]


def touch_client_task(db: sa.Connection, task_id: str, at: datetime) -> None:
    """Record a call of the client; this also ends a pause, of the task too."""
    db.execute(
        sql(
            """
            update tasks set status = 'exploring' where id = :id and status = 'paused'
                and exists (select 1 from client_tasks where task_id = :id and paused_at is not null)
            """
        ),
        {"id": task_id},
    )
    db.execute(
        sql("update client_tasks set seen_at = :at, paused_at = null, pause_reason = null where task_id = :id"),
        {"id": task_id, "at": to_text(at)},
    )


def pause_client_task(db: sa.Connection, task_id: str, at: datetime, reason: str) -> None:
    db.execute(
        sql("update client_tasks set paused_at = :at, pause_reason = :reason where task_id = :id"),
        {"id": task_id, "at": to_text(at), "reason": reason},
    )


def end_client_task(db: sa.Connection, task_id: str, final_status: str, reason: str) -> None:
    db.execute(
        sql("update client_tasks set final_status = :status, end_reason = :reason where task_id = :id"),
        {"id": task_id, "status": final_status, "reason": reason},
    )


def set_answered(db: sa.Connection, task_id: str, answered: bool) -> None:
    """Whether the report of a task that has ended answers its question."""
    db.execute(sql("update tasks set answered = :answered where id = :id"), {"id": task_id, "answered": int(answered)})


def add_client_search(db: sa.Connection, search: ClientSearch) -> None:
    db.execute(
        sql(
            """
            insert into client_searches (task_id, number, kind, query, options, state, started_at, pages_before,
                query_ids)
            values (:task_id, :number, :kind, :query, :options, :state, :at, :before, '[]')
            """
        ),
        {
            "task_id": search.task_id,
            "number": search.number,
            "kind": search.kind,
            "query": search.query,
            "options": to_json(search.options),
            "state": search.state,
            "at": to_text(search.started_at),
            "before": search.pages_before,
        },
    )


def next_search_number(db: sa.Connection, task_id: str) -> int:
    last: int = db.execute(
        sql("select coalesce(max(number), 0) from client_searches where task_id = :id"), {"id": task_id}
    ).scalar_one()
    return last + 1


def client_searches(db: sa.Connection, task_id: str) -> list[ClientSearch]:
    """All searches of the task's client, in order."""
    rows = db.execute(sql("select * from client_searches where task_id = :id order by number"), {"id": task_id})
    return [_search(row) for row in rows]


def client_search(db: sa.Connection, task_id: str, number: int) -> ClientSearch:
    row = db.execute(
        sql("select * from client_searches where task_id = :id and number = :number"),
        {"id": task_id, "number": number},
    ).one()
    return _search(row)


def set_search_queries(db: sa.Connection, task_id: str, number: int, query_ids: Sequence[str]) -> None:
    db.execute(
        sql("update client_searches set query_ids = :ids where task_id = :id and number = :number"),
        {"id": task_id, "number": number, "ids": to_json(list(query_ids))},
    )


def set_pages_before(db: sa.Connection, task_id: str, number: int, pages: int) -> None:
    """Store how many pages the task had when the search began; later pages count as the search's own."""
    db.execute(
        sql("update client_searches set pages_before = :pages where task_id = :id and number = :number"),
        {"id": task_id, "number": number, "pages": pages},
    )


def set_search_error(db: sa.Connection, task_id: str, number: int, error: str) -> None:
    """Store why a search halted; empty when it continues."""
    db.execute(
        sql("update client_searches set error = :error where task_id = :id and number = :number"),
        {"id": task_id, "number": number, "error": error or None},
    )


def set_search_result(
    db: sa.Connection, task_id: str, number: int, state: str, result: dict[str, Any], at: datetime
) -> None:
    db.execute(
        sql(
            """
            update client_searches set state = :state, result = :result, finished_at = :at, error = null
            where task_id = :id and number = :number
            """
        ),
        {"id": task_id, "number": number, "state": state, "result": to_json(result), "at": to_text(at)},
    )


def set_search_delivered(db: sa.Connection, task_id: str, number: int) -> None:
    """Mark the result as received: the same call from now on is a new search."""
    db.execute(
        sql("update client_searches set delivered = 1 where task_id = :id and number = :number"),
        {"id": task_id, "number": number},
    )


def counts_of(db: sa.Connection, task_id: str) -> GatheredCounts:
    row = db.execute(
        sql(
            """
            select (select count(*) from task_pages where task_id = :id) as pages,
                (select count(*) from task_pages t join fragments f on f.page_id = t.page_id where t.task_id = :id)
                    as fragments,
                (select count(*) from task_claims where task_id = :id) as claims,
                (select count(*) from task_claims where task_id = :id and refutation_searched = 0) as untested
            """
        ),
        {"id": task_id},
    ).one()
    return GatheredCounts(pages=row.pages, fragments=row.fragments, claims=row.claims, untested=row.untested)


def query_yields(db: sa.Connection, query_ids: Sequence[str]) -> tuple[int, int]:
    """(pages fetched, useful fragments) of some queries together."""
    if not query_ids:
        return 0, 0
    row = db.execute(
        sa.text("select total(pages_read) as pages, total(useful) as useful from queries where id in :ids").bindparams(
            sa.bindparam("ids", expanding=True)
        ),
        {"ids": list(query_ids)},
    ).one()
    return int(row.pages), int(row.useful)


def novelty_flags(db: sa.Connection, task_id: str) -> list[list[bool]]:
    """One list per page read, in reading order: whether each fragment was new and useful."""
    rows = db.execute(sql("select flags from task_pages where task_id = :id order by position"), {"id": task_id})
    return [json.loads(row.flags) for row in rows]


def orders_in_pages(db: sa.Connection, task_id: str) -> list[tuple[str, str, list[str]]]:
    """(URL, canonical URL, rules) of the pages of a task that contain instructions to their reader."""
    rows = db.execute(
        sql(
            """
            select p.url, p.canonical, t.orders from task_pages t join pages p on p.id = t.page_id
            where t.task_id = :id and t.orders <> '[]' order by t.position
            """
        ),
        {"id": task_id},
    )
    return [(row.url, row.canonical, json.loads(row.orders)) for row in rows]


def yields_by_query(db: sa.Connection, task_id: str) -> dict[str, tuple[int, int]]:
    """(pages fetched, useful fragments) of every query of a task."""
    rows = db.execute(sql("select id, pages_read, useful from queries where task_id = :id"), {"id": task_id})
    return {row.id: (row.pages_read, row.useful) for row in rows}


def claims_found(db: sa.Connection, task_id: str, query_ids: Sequence[str]) -> set[str]:
    """Ids of the claims that these queries were the first to find."""
    if not query_ids:
        return set()
    rows = db.execute(
        sa.text("select claim_id from task_claims where task_id = :id and query_id in :ids").bindparams(
            sa.bindparam("ids", expanding=True)
        ),
        {"id": task_id, "ids": list(query_ids)},
    )
    return {row.claim_id for row in rows}


def pages_with_claims(db: sa.Connection, task_id: str, query_ids: Sequence[str]) -> set[str]:
    """Ids of the pages that were found for these queries and are quoted by a claim."""
    if not query_ids:
        return set()
    rows = db.execute(
        sa.text(
            """
            select distinct e.page_id from edges e join pages p on p.id = e.page_id
            left join visits v on v.page_id = p.id
            join serp_items s on s.query_id in :ids and (s.url = p.url or s.url = v.url)
            where e.task_id = :id
            """
        ).bindparams(sa.bindparam("ids", expanding=True)),
        {"id": task_id, "ids": list(query_ids)},
    )
    return {row.page_id for row in rows}


def waiting_pages(db: sa.Connection, task_id: str, query_ids: Sequence[str]) -> list[str]:
    """Inbox ids of the pages that these queries found and that wait for a person."""
    if not query_ids:
        return []
    rows = db.execute(
        sa.text(
            """
            select distinct a.id from auth_queue a join serp_items s on s.url = a.url
            where a.task_id = :id and a.state in ('pending', 'open') and s.query_id in :ids order by a.id
            """
        ).bindparams(sa.bindparam("ids", expanding=True)),
        {"id": task_id, "ids": list(query_ids)},
    )
    return [row.id for row in rows]


def pages_without_browser(
    db: sa.Connection, task_id: str, query_ids: Sequence[str] | None = None
) -> dict[str, tuple[str, bool]]:
    """Pages (of some queries, if given) that needed a browser when there was none, and were not read since.

    URL → (the browser's error, whether starting a browser was attempted).
    """
    rows = db.execute(
        sql(
            """
            select url, max(reason) as reason, max(case when cause = :not_started then 1 else 0 end) as started
            from attempts where task_id = :id and cause in (:none, :not_started)
                and url not in (select p.url from task_pages t join pages p on p.id = t.page_id where t.task_id = :id)
            group by url order by url
            """
        ),
        {
            "id": task_id,
            "none": AttemptCause.NO_BROWSER.value,
            "not_started": AttemptCause.BROWSER_NOT_STARTED.value,
        },
    )
    found = {row.url: (row.reason, bool(row.started)) for row in rows}
    if query_ids is None or not found:
        return found
    return {url: found[url] for url in _found_for(db, query_ids) if url in found}


def _found_for(db: sa.Connection, query_ids: Sequence[str]) -> list[str]:
    rows = db.execute(
        sa.text("select distinct url from serp_items where query_id in :ids order by url").bindparams(
            sa.bindparam("ids", expanding=True)
        ),
        {"ids": list(query_ids)},
    )
    return [row.url for row in rows]


def queries_by_item(db: sa.Connection, item_ids: Sequence[str]) -> dict[str, set[str]]:
    """Inbox id → the queries of its task that had found the page."""
    found: dict[str, set[str]] = {item: set() for item in item_ids}
    if not item_ids:
        return found
    rows = db.execute(
        sa.text(
            """
            select a.id as item, s.query_id as query from auth_queue a
            join queries q on q.task_id = a.task_id join serp_items s on s.query_id = q.id and s.url = a.url
            where a.id in :ids
            """
        ).bindparams(sa.bindparam("ids", expanding=True)),
        {"ids": list(item_ids)},
    )
    for row in rows:
        found[row.item].add(row.query)
    return found


def set_auth_priority(db: sa.Connection, item_ids: Sequence[str], priority: str) -> None:
    """Set the priority of waiting pages."""
    if item_ids:
        db.execute(
            sa.text("update auth_queue set priority = :priority where id in :ids").bindparams(
                sa.bindparam("ids", expanding=True)
            ),
            {"ids": list(item_ids), "priority": priority},
        )


def _client_task(row: Any) -> ClientTask:
    return ClientTask(
        task_id=row.task_id,
        priority_domains=tuple(json.loads(row.priority_domains)),
        seen_at=to_time(row.seen_at),
        paused_at=None if row.paused_at is None else to_time(row.paused_at),
        pause_reason=row.pause_reason or "",
        final_status=row.final_status or "",
        end_reason=row.end_reason or "",
    )


def _search(row: Any) -> ClientSearch:
    return ClientSearch(
        task_id=row.task_id,
        number=row.number,
        kind=row.kind,
        query=row.query,
        options=json.loads(row.options),
        state=row.state,
        started_at=to_time(row.started_at),
        pages_before=row.pages_before,
        query_ids=tuple(json.loads(row.query_ids)),
        finished_at=None if row.finished_at is None else to_time(row.finished_at),
        result={} if row.result is None else json.loads(row.result),
        error=row.error or "",
        delivered=bool(row.delivered),
    )
