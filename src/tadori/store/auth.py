"""Tables of the auth inbox: pages that wait for a person, and what persons did (§3.6).

Functions take the connection first. Rows leave as model objects.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import sqlalchemy as sa

from tadori.model.ids import Url
from tadori.model.web import AuthItem, AuthPriority, AuthState, BlockKind
from tadori.store.rows import to_text, to_time

WAITING: Final = (AuthState.PENDING, AuthState.OPEN)

_RANK: Final = {AuthPriority.HIGH: 0, AuthPriority.NORMAL: 1, AuthPriority.LOW: 2}


READ_AGAIN = "read again"


def urgency(item: AuthItem) -> tuple[int, datetime, str]:
    """Sort key of waiting pages: high priority first, then the longest waiting."""
    return _RANK[item.priority], item.queued_at, item.id


@dataclass(frozen=True, slots=True, kw_only=True)
class Intervention:
    """One time that a browser was opened for a person at a domain (§3.6.3)."""

    id: int
    item_id: str
    domain: str
    kind: BlockKind
    started_at: datetime
    ended_at: datetime | None
    seconds: float | None
    result: str | None
    """`resolved`, `skipped`, `left` or `failed`; None while it lasts, or if the program ended during it."""


def add_item(db: sa.Connection, item: AuthItem) -> bool:
    """Add a page to the inbox; whether it was not waiting before.

    If it is known: a waiting page keeps its place and gets the higher priority, a resolved one waits again (its session
    did not last), and a skipped one stays skipped, because a person decided so.
    """
    known = db.execute(sa.text("select * from auth_queue where id = :id"), {"id": item.id}).one_or_none()
    if known is None:
        db.execute(
            sa.text(
                """
                insert into auth_queue (id, task_id, url, domain, kind, priority, queued_at, state, closed_at, note)
                values (:id, :task_id, :url, :domain, :kind, :priority, :queued_at, 'pending', null, :note)
                """
            ),
            _values(item),
        )
        return True
    state = AuthState(known.state)
    if state is AuthState.SKIPPED:
        return False
    again = state is AuthState.RESOLVED
    priority = item.priority if again else _higher(item.priority, AuthPriority(known.priority))
    db.execute(
        sa.text(
            """
            update auth_queue set kind = :kind, priority = :priority, queued_at = :queued_at, note = :note,
                state = :state, closed_at = null
            where id = :id
            """
        ),
        {
            **_values(item),
            "priority": priority.value,
            "queued_at": to_text(item.queued_at) if again else known.queued_at,
            "state": AuthState.PENDING.value if again else known.state,
        },
    )
    return again


def _values(item: AuthItem) -> dict[str, Any]:
    return {
        "id": item.id,
        "task_id": item.task_id,
        "url": item.url,
        "domain": item.domain,
        "kind": item.kind.value,
        "priority": item.priority.value,
        "queued_at": to_text(item.queued_at),
        "note": item.note,
    }


def _higher(one: AuthPriority, other: AuthPriority) -> AuthPriority:
    return min(one, other, key=_RANK.__getitem__)


def items(
    db: sa.Connection,
    *,
    states: Sequence[AuthState] = WAITING,
    task_id: str | None = None,
    domain: str | None = None,
    kind: BlockKind | None = None,
    priority: AuthPriority | None = None,
) -> list[AuthItem]:
    """Pages in one of `states`, high priority first, then the longest waiting."""
    statement = sa.text(
        """
        select * from auth_queue
        where state in :states and (:task_id is null or task_id = :task_id) and (:domain is null or domain = :domain)
            and (:kind is null or kind = :kind) and (:priority is null or priority = :priority)
        """
    ).bindparams(sa.bindparam("states", expanding=True))
    values = {
        "states": [state.value for state in states],
        "task_id": task_id,
        "domain": domain,
        "kind": None if kind is None else kind.value,
        "priority": None if priority is None else priority.value,
    }
    return sorted((_item(row) for row in db.execute(statement, values)), key=urgency)


def items_named(db: sa.Connection, name: str) -> list[AuthItem]:
    """The page of that id, or all whose id starts or ends with it (four characters at least)."""
    rows = db.execute(sa.text("select * from auth_queue where id = :id"), {"id": name}).all()
    if not rows and len(name) >= 4:
        # substr, not like: ids hold underscores, which like takes for wildcards.
        rows = db.execute(
            sa.text(
                """
                select * from auth_queue
                where substr(id, 1, length(:name)) = :name or substr(id, length(id) - length(:name) + 1) = :name
                """
            ),
            {"name": name},
        ).all()
    return sorted((_item(row) for row in rows), key=urgency)


def set_state(
    db: sa.Connection, ids: Sequence[str], state: AuthState, *, at: datetime | None = None, note: str | None = None
) -> None:
    """Move pages to a state; `at` is when they were closed, `note` replaces theirs when given."""
    statement = sa.text(
        "update auth_queue set state = :state, closed_at = :at, note = coalesce(:note, note) where id in :ids"
    ).bindparams(sa.bindparam("ids", expanding=True))
    moment = None if at is None else to_text(at)
    db.execute(statement, {"ids": list(ids), "state": state.value, "at": moment, "note": note})


def drop_items(db: sa.Connection, task_id: str, *, at: datetime, note: str) -> None:
    """Skip all waiting pages of a task, which no longer needs them."""
    set_state(db, [item.id for item in items(db, task_id=task_id)], AuthState.SKIPPED, at=at, note=note)


def unblocked_hits(db: sa.Connection, task_id: str) -> list[tuple[str, str]]:
    """(hit id, query id) of the task's pages that a person has unblocked and that were not read since, oldest first."""
    found = db.execute(
        sa.text(
            """
            select s.id, s.query_id from auth_queue a
            join queries q on q.task_id = a.task_id
            join serp_items s on s.query_id = q.id and s.url = a.url
            where a.task_id = :task_id and a.state = 'resolved' and a.note <> :read
            group by a.id order by a.queued_at, a.id
            """
        ),
        {"task_id": task_id, "read": READ_AGAIN},
    )
    return [(row.id, row.query_id) for row in found]


def unblocked_items(db: sa.Connection, *, item_id: str | None = None, domain: str | None = None) -> list[AuthItem]:
    """Unblocked pages that their tasks have not read since: the one with `item_id`, or those of a domain."""
    rows = db.execute(
        sa.text(
            """
            select distinct a.* from auth_queue a
            join queries q on q.task_id = a.task_id
            join serp_items s on s.query_id = q.id and s.url = a.url
            where a.state = 'resolved' and a.note <> :read and (a.id = :id or a.domain = :domain)
            """
        ),
        {"read": READ_AGAIN, "id": item_id, "domain": domain},
    )
    return sorted((_item(row) for row in rows), key=urgency)


def note_read_again(db: sa.Connection, task_id: str, url: str) -> None:
    """Mark an unblocked page as tried; if it is blocked again, `add_item` lets it wait again."""
    db.execute(
        sa.text("update auth_queue set note = :read where task_id = :task_id and url = :url and state = 'resolved'"),
        {"task_id": task_id, "url": url, "read": READ_AGAIN},
    )


def start_intervention(db: sa.Connection, item: AuthItem, at: datetime) -> int:
    """Record that a person is shown the domain of `item`; returns the record's number."""
    number: int = db.execute(
        sa.text(
            """
            insert into interventions (item_id, domain, kind, started_at)
            values (:item_id, :domain, :kind, :at) returning id
            """
        ),
        {"item_id": item.id, "domain": item.domain, "kind": item.kind.value, "at": to_text(at)},
    ).scalar_one()
    return number


def end_intervention(db: sa.Connection, number: int, *, at: datetime, result: str) -> None:
    begun = db.execute(sa.text("select started_at from interventions where id = :id"), {"id": number}).scalar_one()
    seconds = (at - to_time(begun)).total_seconds()
    db.execute(
        sa.text("update interventions set ended_at = :at, seconds = :seconds, result = :result where id = :id"),
        {"id": number, "at": to_text(at), "seconds": seconds, "result": result},
    )


def interventions(db: sa.Connection, *, limit: int = 50) -> list[Intervention]:
    """What persons did, newest first."""
    rows = db.execute(sa.text("select * from interventions order by id desc limit :limit"), {"limit": limit})
    return [
        Intervention(
            id=row.id,
            item_id=row.item_id,
            domain=row.domain,
            kind=BlockKind(row.kind),
            started_at=to_time(row.started_at),
            ended_at=None if row.ended_at is None else to_time(row.ended_at),
            seconds=row.seconds,
            result=row.result,
        )
        for row in rows
    ]


def _item(row: Any) -> AuthItem:
    return AuthItem(
        id=row.id,
        task_id=row.task_id,
        url=Url(row.url),
        domain=row.domain,
        kind=BlockKind(row.kind),
        priority=AuthPriority(row.priority),
        queued_at=to_time(row.queued_at),
        state=AuthState(row.state),
        closed_at=None if row.closed_at is None else to_time(row.closed_at),
        note=row.note,
    )
