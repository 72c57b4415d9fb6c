"""Table of charges for calls of language models, and sums of all that a task has spent.

A charge without `used` is open: its call is running, or its process died.
"""

from datetime import datetime

import sqlalchemy as sa

from tadori.model.budget import Charge, Spent, TokenUse, token_use
from tadori.store.queries import pages_read
from tadori.store.rows import sql, to_text
from tadori.store.tasks import seconds_spent


def add_charge(db: sa.Connection, task_id: str, charge: Charge, *, opening: int, at: datetime) -> None:
    """Save a reservation."""
    db.execute(
        sql(
            """
            insert into charges (task_id, id, job, ask, opening, reserved, used, seconds, at)
            values (:task_id, :id, :job, :ask, :opening, :reserved, null, 0.0, :at)
            """
        ),
        {
            "task_id": task_id,
            "id": charge.id,
            "job": charge.job,
            "ask": charge.ask,
            "opening": opening,
            "reserved": charge.reserved,
            "at": to_text(at),
        },
    )


def settle_charge(db: sa.Connection, task_id: str, charge_id: str, *, used: int, seconds: float) -> None:
    """Save what a reservation really cost; a settled one is not changed."""
    db.execute(
        sql(
            """
            update charges set used = :used, seconds = :seconds
            where task_id = :task_id and id = :id and used is null
            """
        ),
        {"task_id": task_id, "id": charge_id, "used": used, "seconds": seconds},
    )


def settle_abandoned(db: sa.Connection, task_id: str) -> int:
    """Settle the open charges of dead processes in full; returns their number. The task must be locked."""
    found = db.execute(
        sql("update charges set used = reserved where task_id = :task_id and used is null"), {"task_id": task_id}
    )
    return found.rowcount


def charges_of(db: sa.Connection, task_id: str) -> dict[int, list[Charge]]:
    """The charges of each opening of the task's ledger."""
    found: dict[int, list[Charge]] = {}
    rows = db.execute(sql("select * from charges where task_id = :task_id order by opening, id"), {"task_id": task_id})
    for row in rows:
        charge = Charge(id=row.id, job=row.job, ask=row.ask, reserved=row.reserved, used=row.used)
        found.setdefault(row.opening, []).append(charge)
    return found


def model_seconds(db: sa.Connection, task_id: str) -> float:
    """Seconds during which at least one language model was running for the task."""
    found = db.execute(
        sql("select coalesce(sum(seconds), 0.0) from charges where task_id = :task_id"), {"task_id": task_id}
    )
    return float(found.scalar_one())


def token_use_of(db: sa.Connection, task_id: str) -> TokenUse:
    """The task's tokens by kind of work, and the models' time."""
    return token_use(charges_of(db, task_id).values(), model_seconds(db, task_id))


def spent_of(db: sa.Connection, task_id: str) -> Spent:
    """All that the task has used: pages, seconds and tokens."""
    return Spent(
        pages=pages_read(db, task_id),
        seconds=seconds_spent(db, task_id),
        tokens=token_use_of(db, task_id).tokens,
    )
