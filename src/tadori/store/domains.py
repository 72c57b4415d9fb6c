"""Tables about domains: policies, robots.txt files, and the log of fetch attempts. Rows leave as model objects."""

from dataclasses import dataclass, fields
from datetime import datetime
from enum import StrEnum
from functools import cache
from typing import Any

import sqlalchemy as sa

from tadori.model.ids import Url
from tadori.model.web import AttemptCause, AttemptOutcome, BlockKind, DomainPolicy, FetchAttempt, Route
from tadori.store.rows import sql, to_text, to_time

_TIMES = ("cooldown_until", "last_captcha_at", "tor_until", "tor_blocked_until", "last_request_at", "updated_at")
_COLUMNS = tuple(field.name for field in fields(DomainPolicy))


def policy_of(db: sa.Connection, domain: str) -> DomainPolicy:
    """The policy of a domain; the default policy for an unknown one."""
    row = db.execute(sql("select * from domains where domain = :domain"), {"domain": domain}).one_or_none()
    return DomainPolicy(domain=domain) if row is None else _policy(row)


def save_policy(db: sa.Connection, policy: DomainPolicy) -> None:
    # Not asdict: it copies every value deeply.
    values = {name: _plain(getattr(policy, name)) for name in _COLUMNS}
    db.execute(_save_policy(), values)


@cache
def _save_policy() -> sa.TextClause:
    names = ", ".join(_COLUMNS)
    places = ", ".join(f":{name}" for name in _COLUMNS)
    changes = ", ".join(f"{name} = excluded.{name}" for name in _COLUMNS if name != "domain")
    return sql(f"insert into domains ({names}) values ({places}) on conflict (domain) do update set {changes}")  # noqa: S608


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return to_text(value)
    return value.value if isinstance(value, StrEnum) else value


def _policy(row: Any) -> DomainPolicy:
    values = {name: getattr(row, name) for name in _COLUMNS}
    for name in _TIMES:
        values[name] = None if values[name] is None else to_time(values[name])
    values["captcha_type_last_seen"] = BlockKind(values["captcha_type_last_seen"])
    return DomainPolicy(**values)


@dataclass(frozen=True, slots=True, kw_only=True)
class RobotsRow:
    """A site's robots.txt as it answered; `status` None when it could not be reached."""

    origin: str
    status: int | None
    body: str
    fetched_at: datetime
    """When this content was fetched or, if it never was, when the first fetch failed."""
    checked_at: datetime
    """When the last fetch was tried."""
    note: str = ""
    """Why the last fetch failed; empty when it did not."""


def robots_of(db: sa.Connection, origin: str) -> RobotsRow | None:
    row = db.execute(sql("select * from robots where origin = :origin"), {"origin": origin}).one_or_none()
    if row is None:
        return None
    return RobotsRow(
        origin=row.origin,
        status=row.status,
        body=row.body,
        fetched_at=to_time(row.fetched_at),
        checked_at=to_time(row.checked_at),
        note=row.note,
    )


def save_robots(db: sa.Connection, robots: RobotsRow) -> None:
    db.execute(
        sql(
            """
            insert into robots (origin, status, body, fetched_at, checked_at, note)
            values (:origin, :status, :body, :fetched_at, :checked_at, :note)
            on conflict (origin) do update set status = excluded.status, body = excluded.body,
                fetched_at = excluded.fetched_at, checked_at = excluded.checked_at, note = excluded.note
            """
        ),
        {
            "origin": robots.origin,
            "status": robots.status,
            "body": robots.body,
            "fetched_at": to_text(robots.fetched_at),
            "checked_at": to_text(robots.checked_at),
            "note": robots.note,
        },
    )


def save_attempt(db: sa.Connection, task_id: str, domain: str, attempt: FetchAttempt) -> None:
    db.execute(
        sql(
            """
            insert into attempts (task_id, url, domain, route, ground, outcome, reason, status, block, seconds,
                wire_bytes, at, cause)
            values (:task_id, :url, :domain, :route, :ground, :outcome, :reason, :status, :block, :seconds,
                :wire_bytes, :at, :cause)
            """
        ),
        {
            "task_id": task_id,
            "url": attempt.url,
            "domain": domain,
            "route": attempt.route.value,
            "ground": attempt.ground,
            "outcome": attempt.outcome.value,
            "reason": attempt.reason,
            "status": attempt.status,
            "block": attempt.block.value,
            "seconds": round(attempt.seconds, 3),
            "wire_bytes": attempt.wire_bytes,
            "at": to_text(attempt.started_at),
            "cause": attempt.cause.value,
        },
    )


def attempts_by_route(db: sa.Connection, *, since: datetime) -> dict[Route, int]:
    """How often each route was used since then, by all tasks of this home."""
    rows = db.execute(
        sql("select route, count(*) as n from attempts where at >= :since and outcome <> 'no_route' group by route"),
        {"since": to_text(since)},
    )
    return {Route(row.route): row.n for row in rows}


def last_outcomes(db: sa.Connection, route: Route, most: int) -> list[FetchAttempt]:
    """The last `most` attempts by a route that really made a request, newest first, of all tasks of this home."""
    rows = db.execute(
        sql(
            """
            select * from attempts where route = :route and outcome not in ('no_route', 'forbidden')
            order by id desc limit :most
            """
        ),
        {"route": route.value, "most": most},
    )
    return [_attempt(row) for row in rows]


def pages_by_route(db: sa.Connection, task_id: str) -> dict[Route, int]:
    """How many pages of a task each route fetched."""
    rows = db.execute(
        sql(
            """
            select route, count(*) as n from attempts
            where task_id = :task_id and outcome in ('page', 'not_modified') group by route
            """
        ),
        {"task_id": task_id},
    )
    return {Route(row.route): row.n for row in rows}


def urls_tried(db: sa.Connection, task_id: str) -> set[str]:
    """The URLs that a task has tried and should not try again.

    Not included: URLs that only lacked a browser, and URLs that were fetched by a process that died before its read
    step was recorded.
    """
    rows = db.execute(
        sql(
            """
            select url from attempts where task_id = :task_id group by url
            having max(case when outcome in ('page', 'not_modified') then 1 else 0 end) = 0
                and max(case when cause in (:none, :not_started) then 1 else 0 end) = 0
                or max(case when outcome in ('page', 'not_modified') then 1 else 0 end) = 1
                and url in (select s.url from jobs j join serp_items s on s.id = j.cause_id
                    where j.task_id = :task_id and j.kind = 'read')
            """
        ),
        {
            "task_id": task_id,
            "none": AttemptCause.NO_BROWSER.value,
            "not_started": AttemptCause.BROWSER_NOT_STARTED.value,
        },
    )
    return {row.url for row in rows}


def _attempt(row: Any) -> FetchAttempt:
    return FetchAttempt(
        url=Url(row.url),
        route=Route(row.route),
        ground=row.ground,
        outcome=AttemptOutcome(row.outcome),
        reason=row.reason,
        started_at=to_time(row.at),
        seconds=row.seconds,
        status=row.status,
        block=BlockKind(row.block),
        wire_bytes=row.wire_bytes,
        cause=AttemptCause(row.cause),
    )
