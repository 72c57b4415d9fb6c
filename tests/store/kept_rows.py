"""What the store keeps and no part of the program reads back: attempts at one address, states of jobs."""

from dataclasses import dataclass

import sqlalchemy as sa

from tadori.model.ids import Url
from tadori.model.web import AttemptCause, AttemptOutcome, BlockKind, FetchAttempt, Route
from tadori.store.rows import to_time


@dataclass(frozen=True, slots=True, kw_only=True)
class JobTransition:
    """One change of a job's state; `attempt` counts how often the job was begun."""

    attempt: int
    state: str
    at: str
    ground: str


def job_history(db: sa.Connection, task_id: str) -> list[JobTransition]:
    """Every change of state of the task's jobs, in order."""
    rows = db.execute(
        sa.text(
            "select * from job_log where task_id = :id order by at, job_id, attempt, "
            "case state when 'queued' then 0 when 'running' then 1 else 2 end"
        ),
        {"id": task_id},
    )
    return [JobTransition(attempt=row.attempt, state=row.state, at=row.at, ground=row.ground) for row in rows]


def attempts_at(db: sa.Connection, url: str) -> list[FetchAttempt]:
    """Every attempt at one address, oldest first."""
    rows = db.execute(sa.text("select * from attempts where url = :url order by id"), {"url": url})
    return [
        FetchAttempt(
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
        for row in rows
    ]
