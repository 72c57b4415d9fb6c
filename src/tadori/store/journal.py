"""Tables of the journal: finished steps with their results (X4), and the causal log of events (L37).

A row of `jobs` is a finished step. It is inserted once, in the transaction of the step's own rows and events, and never
updated; a replay takes the results from there. `job_log` records when steps began and ended.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from tadori.events import Event, event_to_dict
from tadori.model.ids import content_id
from tadori.store.rows import sql, to_json, to_text


@dataclass(frozen=True, slots=True, kw_only=True)
class LoggedEvent:
    """One line of the causal log."""

    id: str
    position: int
    kind: str
    cause_id: str
    payload: dict[str, Any]
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class JobIdentity:
    """Identifies one step: the same step has the same identity when its task is replayed."""

    task_id: str
    stretch: int
    """Which run of the task, from 1; each `resume` of a finished task adds one. For a client: the search number."""
    kind: str
    key: str
    occurrence: int
    """How many steps of this kind and key the run had before."""

    @property
    def id(self) -> str:
        return content_id("job", self.task_id, self.stretch, self.kind, self.key, self.occurrence)


QUEUED, RUNNING, DONE, SKIPPED, CANCELLED, HALTED = "queued", "running", "done", "skipped", "cancelled", "halted"
"""The states of a step. A killed step has no end in the log; it runs again as another attempt."""


def begin_job(db: sa.Connection, job_id: str, task_id: str, at: datetime, state: str = RUNNING) -> int:
    """Log that a step begins or is skipped; returns the number of this attempt."""
    attempt: int = db.execute(
        sql("select coalesce(max(attempt), 0) + 1 from job_log where job_id = :id"), {"id": job_id}
    ).scalar_one()
    log_job_state(db, job_id, task_id, attempt, state, at)
    return attempt


def is_recorded(db: sa.Connection, job_id: str) -> bool:
    """Whether the step is in the journal."""
    return db.execute(sql("select 1 from jobs where id = :id"), {"id": job_id}).first() is not None


def log_job_state(
    db: sa.Connection, job_id: str, task_id: str, attempt: int, state: str, at: datetime, ground: str = ""
) -> None:
    """Append a change of a step's state to the log."""
    db.execute(
        sql(
            """
            insert into job_log (job_id, task_id, attempt, state, at, ground)
            values (:job_id, :task_id, :attempt, :state, :at, :ground)
            """
        ),
        {
            "job_id": job_id,
            "task_id": task_id,
            "attempt": attempt,
            "state": state,
            "at": to_text(at),
            "ground": ground,
        },
    )


def record_job(
    db: sa.Connection,
    job: JobIdentity,
    *,
    slot: str,
    priority: int,
    cause_id: str,
    at: datetime,
    result: Any,
    skipped: bool = False,
) -> None:
    """Record a finished step with its result. A second record of the same step is an error."""
    db.execute(
        sql(
            """
            insert into jobs (id, task_id, stretch, kind, key, occurrence, priority, slot, cause_id, skipped, result,
                finished_at)
            values (:id, :task_id, :stretch, :kind, :key, :occurrence, :priority, :slot, :cause_id, :skipped, :result,
                :at)
            """
        ),
        {
            "id": job.id,
            "task_id": job.task_id,
            "stretch": job.stretch,
            "kind": job.kind,
            "key": job.key,
            "occurrence": job.occurrence,
            "priority": priority,
            "slot": slot,
            "cause_id": cause_id,
            "skipped": int(skipped),
            "result": to_json(result),
            "at": to_text(at),
        },
    )


def recorded_results(db: sa.Connection, task_id: str, stretch: int) -> dict[tuple[str, str, int], str]:
    """(kind, key, occurrence) → result as JSON, for the finished steps of a run."""
    rows = db.execute(
        sql("select kind, key, occurrence, result from jobs where task_id = :id and stretch = :stretch"),
        {"id": task_id, "stretch": stretch},
    )
    return {(row.kind, row.key, row.occurrence): row.result for row in rows}


def save_events(db: sa.Connection, task_id: str, cause_id: str, events: Sequence[Event], at: datetime) -> None:
    """Append events to the log; the same event of the same cause is stored once."""
    if not events:
        return
    # Read inside the write transaction, so that no other writer takes the same positions.
    position = db.execute(
        sa.text("select coalesce(max(position), -1) from events where task_id = :id"), {"id": task_id}
    ).scalar_one()
    rows = []
    for number, event in enumerate(events):
        data = event_to_dict(event)
        kind = data.pop("kind")
        payload = to_json(data)
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
    """Payloads of the task's events of one kind, in order. For display only: code must not decide by the log."""
    rows = db.execute(
        sa.text("select payload from events where task_id = :id and kind = :kind order by position"),
        {"id": task_id, "kind": kind},
    )
    return [json.loads(row.payload) for row in rows]
