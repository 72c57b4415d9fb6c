"""Tables of what tasks learned about publishers, and of the resulting trust. Rows leave as model objects."""

from collections.abc import Collection, Sequence
from typing import Any

import sqlalchemy as sa

from tadori.model.graph import TrustLevel
from tadori.model.trust import DomainTrust, Lesson, TrustSignal
from tadori.store.rows import sql, to_text, to_time


def lessons_about(db: sa.Connection, domains: Collection[str], *, without_task: str) -> list[Lesson]:
    """Lessons about `domains` from all tasks but one, in a fixed order."""
    if not domains:
        return []
    rows = db.execute(
        sa.text(
            """
            select domain, said, about, min(witness) as witness from trust_lessons
            where domain in :domains and task_id <> :task_id
            group by domain, said, about order by domain, said, about
            """
        ).bindparams(sa.bindparam("domains", expanding=True)),
        {"domains": sorted(domains), "task_id": without_task},
    )
    return [_lesson(row) for row in rows]


def lessons_of_task(db: sa.Connection, task_id: str) -> list[Lesson]:
    """The lessons of one task, in a fixed order."""
    rows = db.execute(
        sql("select * from trust_lessons where task_id = :id order by domain, said, about"), {"id": task_id}
    )
    return [_lesson(row) for row in rows]


def lessons_version(db: sa.Connection, *, without_task: str) -> tuple[int, int]:
    """A value that changes whenever another task's lessons change, or such a task is deleted."""
    row = db.execute(
        sql(
            "select count(*) as tasks, coalesce(sum(lessons), 0) as changes from tasks where lessons > 0 and id <> :id"
        ),
        {"id": without_task},
    ).one()
    return row.tasks, int(row.changes)


def set_lessons(db: sa.Connection, task_id: str, lessons: Sequence[Lesson]) -> None:
    """Replace the lessons of a task."""
    db.execute(sql("delete from trust_lessons where task_id = :id"), {"id": task_id})
    db.execute(sql("update tasks set lessons = lessons + 1 where id = :id"), {"id": task_id})
    rows = [
        {"task_id": task_id, "domain": one.domain, "said": one.said.value, "about": one.about, "witness": one.witness}
        for one in lessons
    ]
    if rows:
        db.execute(
            sql(
                """
                insert into trust_lessons (task_id, domain, said, about, witness)
                values (:task_id, :domain, :said, :about, :witness) on conflict do nothing
                """
            ),
            rows,
        )


def blocked_publishers(db: sa.Connection) -> frozenset[str]:
    """The blocked publishers, which are not read any more."""
    rows = db.execute(sql("select domain from domain_trust where level = :level"), {"level": TrustLevel.BLOCKED.value})
    return frozenset(row.domain for row in rows)


def trust_records(db: sa.Connection) -> list[DomainTrust]:
    """The trust record of every publisher with lessons, by name."""
    return [_record(row) for row in db.execute(sql("select * from domain_trust order by domain"))]


def save_trust(db: sa.Connection, record: DomainTrust) -> None:
    db.execute(
        sql(
            """
            insert into domain_trust (domain, level, confirmed, contradicted, orders, promoted_at, demoted_at,
                reason_ja, reason_en)
            values (:domain, :level, :confirmed, :contradicted, :orders, :promoted_at, :demoted_at,
                :reason_ja, :reason_en)
            on conflict (domain) do update set level = excluded.level, confirmed = excluded.confirmed,
                contradicted = excluded.contradicted, orders = excluded.orders, promoted_at = excluded.promoted_at,
                demoted_at = excluded.demoted_at, reason_ja = excluded.reason_ja, reason_en = excluded.reason_en
            """
        ),
        {
            "domain": record.domain,
            "level": record.level.value,
            "confirmed": record.confirmed,
            "contradicted": record.contradicted,
            "orders": record.orders,
            "promoted_at": None if record.promoted_at is None else to_text(record.promoted_at),
            "demoted_at": None if record.demoted_at is None else to_text(record.demoted_at),
            "reason_ja": record.reason_ja,
            "reason_en": record.reason_en,
        },
    )


def _lesson(row: Any) -> Lesson:
    return Lesson(domain=row.domain, said=TrustSignal(row.said), about=row.about, witness=row.witness)


def _record(row: Any) -> DomainTrust:
    return DomainTrust(
        domain=row.domain,
        level=TrustLevel(row.level),
        confirmed=row.confirmed,
        contradicted=row.contradicted,
        orders=row.orders,
        promoted_at=None if row.promoted_at is None else to_time(row.promoted_at),
        demoted_at=None if row.demoted_at is None else to_time(row.demoted_at),
        reason_ja=row.reason_ja,
        reason_en=row.reason_en,
    )
