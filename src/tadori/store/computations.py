"""Table of what a task calculated from quoted numbers (D10). Rows leave as model objects."""

import json
from datetime import datetime

import sqlalchemy as sa

from tadori.model.computation import CodeRunner, Computation, OperandPlace
from tadori.store.rows import sql, to_json, to_text


def save_computation(db: sa.Connection, task_id: str, issue: str, made: Computation, at: datetime) -> None:
    """Save a computation behind the task's others; the same one a second time changes nothing."""
    db.execute(
        sql(
            """
            insert into task_computations
                (task_id, position, issue, code, operands, result, runner, run_id, made_at)
            values (:task_id, (select count(*) from task_computations where task_id = :task_id), :issue, :code,
                :operands, :result, :runner, :run_id, :made_at)
            on conflict (task_id, run_id) do nothing
            """
        ),
        {
            "task_id": task_id,
            "issue": issue,
            "code": made.code,
            "operands": to_json([[place.claim_id, place.written] for place in made.operands]),
            "result": made.result,
            "runner": made.by.value,
            "run_id": made.run_id,
            "made_at": to_text(at),
        },
    )


def computations_of(db: sa.Connection, task_id: str) -> list[Computation]:
    """The computations of a task, in the order in which they were made."""
    rows = db.execute(
        sql("select * from task_computations where task_id = :task_id order by position"), {"task_id": task_id}
    )
    return [
        Computation(
            code=row.code,
            operands=tuple(
                OperandPlace(claim_id=claim, written=written) for claim, written in json.loads(row.operands)
            ),
            result=row.result,
            by=CodeRunner(row.runner),
            run_id=row.run_id,
        )
        for row in rows
    ]
