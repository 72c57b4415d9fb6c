"""The causal log (L37) and the units of work: what happened, because of what, how often it was begun."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from tadori.events import Event, as_dict
from tadori.model.ids import content_id
from tadori.store.rows import dump, to_text


@dataclass(frozen=True, slots=True, kw_only=True)
class LoggedEvent:
    """One line of the causal log."""

    id: str
    position: int
    kind: str
    cause_id: str
    payload: dict[str, Any]
    at: str


def start_job(
    db: sa.Connection, *, job_id: str, task_id: str, kind: str, slot: str, priority: int, cause_id: str, at: datetime
) -> int:
    """Note that a unit of work begins; how often it has begun by now."""
    attempts: int = db.execute(
        sa.text(
            """
            insert into jobs (id, task_id, kind, priority, slot, state, attempts, cause_id, created_at, started_at)
            values (:id, :task_id, :kind, :priority, :slot, 'running', 1, :cause_id, :at, :at)
            on conflict (id) do update set attempts = jobs.attempts + 1, state = 'running', started_at = :at
            returning attempts
            """
        ),
        {
            "id": job_id,
            "task_id": task_id,
            "kind": kind,
            "priority": priority,
            "slot": slot,
            "cause_id": cause_id,
            "at": to_text(at),
        },
    ).scalar_one()
    return attempts


def finish_job(db: sa.Connection, job_id: str, at: datetime, *, place: str, result: Any) -> None:
    """Note that a unit is done, at which place of the durable log, and what it came to."""
    db.execute(
        sa.text("update jobs set state = 'done', finished_at = :at, place = :place, result = :result where id = :id"),
        {"id": job_id, "at": to_text(at), "place": place, "result": dump(result)},
    )


def done_job(db: sa.Connection, job_id: str, place: str) -> tuple[Any] | None:
    """(What the unit came to,) when it was done at this very place; None when it is still to be done."""
    row = db.execute(
        sa.text("select result from jobs where id = :id and place = :place and state = 'done'"),
        {"id": job_id, "place": place},
    ).one_or_none()
    return None if row is None else (json.loads(row.result),)


def job_attempts(db: sa.Connection, task_id: str) -> list[tuple[str, str, int]]:
    """(kind, state, attempts) of every unit of work of the task, in order of creation."""
    rows = db.execute(
        sa.text("select kind, state, attempts from jobs where task_id = :id order by created_at, id"), {"id": task_id}
    )
    return [(row.kind, row.state, row.attempts) for row in rows]


def save_events(db: sa.Connection, task_id: str, cause_id: str, events: Sequence[Event], at: datetime) -> None:
    """Append `events`; the same event of the same cause twice is one line."""
    if not events:
        return
    position = db.execute(
        sa.text("select coalesce(max(position), -1) from events where task_id = :id"), {"id": task_id}
    ).scalar_one()
    rows = []
    for number, event in enumerate(events):
        data = as_dict(event)
        kind = data.pop("kind")
        payload = dump(data)
        rows.append(
            {
                "id": content_id("ev", task_id, cause_id, number, kind, payload),
                "task_id": task_id,
                "position": position + 1 + number,
                "kind": kind,
                "cause_id": cause_id,
                "payload": payload,
                "at": to_text(at),
            }
        )
    db.execute(
        sa.text(
            """
            insert into events (id, task_id, position, kind, cause_id, payload, at)
            values (:id, :task_id, :position, :kind, :cause_id, :payload, :at)
            on conflict (id) do nothing
            """
        ),
        rows,
    )


def events_of(db: sa.Connection, task_id: str) -> list[LoggedEvent]:
    """The task's causal log in order."""
    rows = db.execute(sa.text("select * from events where task_id = :id order by position"), {"id": task_id})
    return [
        LoggedEvent(
            id=row.id,
            position=row.position,
            kind=row.kind,
            cause_id=row.cause_id,
            payload=json.loads(row.payload),
            at=row.at,
        )
        for row in rows
    ]


def events_of_kind(db: sa.Connection, task_id: str, kind: str) -> list[dict[str, Any]]:
    """The payloads of the task's events of one kind, in order: for reports about the log, never to decide by."""
    rows = db.execute(
        sa.text("select payload from events where task_id = :id and kind = :kind order by position"),
        {"id": task_id, "kind": kind},
    )
    return [json.loads(row.payload) for row in rows]
