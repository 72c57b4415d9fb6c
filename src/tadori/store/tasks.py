"""Table of tasks: one row per question. Functions take the connection first; rows leave as model objects."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from tadori.errors import TaskNotFound
from tadori.model.budget import Budget
from tadori.model.ids import Lang
from tadori.model.question import AnswerLength, Plan, Polarity, Section, StopReason, TargetClaim, Task, TaskStatus
from tadori.store.rows import to_json, to_text, to_time
from tadori.store.task_entities import forget_unused_entities


def add_task(db: sa.Connection, task: Task) -> None:
    db.execute(
        sa.text(
            """
            insert into tasks (id, question, lang, question_lang, status, created_at,
                budget_pages, budget_seconds, budget_tokens,
                effort, length, libraries, providers, out, model, parent, parent_question, asked,
                seconds, stop_requested, part)
            values (:id, :question, :lang, :question_lang, :status, :created_at, :pages, :seconds, :tokens,
                :effort, :length, :libraries, :providers, :out, :model, :parent, :parent_question, :asked, 0.0, 0, 1)
            """
        ),
        {
            "id": task.id,
            "question": task.question,
            "lang": task.lang,
            "question_lang": task.question_lang,
            "status": task.status.value,
            "created_at": to_text(task.created_at),
            "pages": task.budget.pages,
            "seconds": task.budget.seconds,
            "tokens": task.budget.tokens,
            "effort": task.effort,
            "length": task.length.value,
            "libraries": to_json(list(task.libraries)),
            "providers": to_json(list(task.providers)),
            "out": task.out,
            "model": task.model,
            "parent": task.parent,
            "parent_question": task.parent_question,
            "asked": task.asked,
        },
    )


def find_task(db: sa.Connection, task_id: str) -> Task:
    """The task of that id, or the only one whose id starts or ends with it.

    Raises:
        TaskNotFound: none, or more than one, fits.
    """
    rows = db.execute(sa.text("select * from tasks where id = :id"), {"id": task_id}).all()
    if not rows and len(task_id) >= 4:
        rows = db.execute(
            sa.text("select * from tasks where id like :front or id like :back order by id"),
            {"front": _like(task_id) + "%", "back": "%" + _like(task_id)},
        ).all()
    if not rows:
        raise TaskNotFound(f"there is no task {task_id!r}; `tadori status` lists the tasks of this home")
    if len(rows) > 1:
        raise TaskNotFound(f"{task_id!r} fits {len(rows)} tasks: {', '.join(row.id for row in rows)}")
    return _task(rows[0])


def all_tasks(db: sa.Connection) -> list[Task]:
    """Every task, newest first."""
    return [_task(row) for row in db.execute(sa.text("select * from tasks order by created_at desc, id desc"))]


def set_status(db: sa.Connection, task_id: str, status: TaskStatus) -> None:
    db.execute(
        sa.text("update tasks set status = :status, error = null where id = :id"),
        {"id": task_id, "status": status.value},
    )


def set_budget(db: sa.Connection, task_id: str, budget: Budget) -> None:
    db.execute(
        sa.text(
            """
            update tasks set budget_pages = :pages, budget_seconds = :seconds, budget_tokens = :tokens where id = :id
            """
        ),
        {"id": task_id, "pages": budget.pages, "seconds": budget.seconds, "tokens": budget.tokens},
    )


def add_seconds(db: sa.Connection, task_id: str, seconds: float) -> None:
    """Charge `seconds` of work to the task."""
    db.execute(
        sa.text("update tasks set seconds = seconds + :seconds where id = :id"), {"id": task_id, "seconds": seconds}
    )


def seconds_spent(db: sa.Connection, task_id: str) -> float:
    value = db.execute(sa.text("select seconds from tasks where id = :id"), {"id": task_id}).scalar_one()
    return float(value)


def request_stop(db: sa.Connection, task_id: str, wanted: bool) -> None:
    """Ask the process that runs the task to stop it, or withdraw that."""
    db.execute(
        sa.text("update tasks set stop_requested = :wanted where id = :id"), {"id": task_id, "wanted": int(wanted)}
    )


def stop_requested(db: sa.Connection, task_id: str) -> bool:
    return bool(db.execute(sa.text("select stop_requested from tasks where id = :id"), {"id": task_id}).scalar_one())


def request_pause(db: sa.Connection, task_id: str, wanted: bool) -> None:
    """Ask the process that runs the task to pause it, or withdraw that."""
    db.execute(
        sa.text("update tasks set pause_requested = :wanted where id = :id"), {"id": task_id, "wanted": int(wanted)}
    )


def pause_requested(db: sa.Connection, task_id: str) -> bool:
    return bool(db.execute(sa.text("select pause_requested from tasks where id = :id"), {"id": task_id}).scalar_one())


def current_stretch(db: sa.Connection, task_id: str) -> int:
    """The number of the current run of the task: 1, plus one for each `resume` of a finished task."""
    part: int = db.execute(sa.text("select part from tasks where id = :id"), {"id": task_id}).scalar_one()
    return part


def begin_stretch(db: sa.Connection, task_id: str, *, deepen: str = "") -> None:
    """Start another run of a finished task; with `deepen`, one that looks at that claim again."""
    db.execute(
        sa.text(
            """
            update tasks set part = part + 1, status = 'exploring', stop_requested = 0, pause_requested = 0,
                stop_reason = null,
                stop_words = null, answered = null, finished_at = null, deepen = :deepen
            where id = :id
            """
        ),
        {"id": task_id, "deepen": deepen},
    )


def set_stop(db: sa.Connection, task_id: str, reason: StopReason, words: str) -> None:
    db.execute(
        sa.text("update tasks set stop_reason = :reason, stop_words = :words where id = :id"),
        {"id": task_id, "reason": reason.value, "words": words},
    )


def stop_of(db: sa.Connection, task_id: str) -> tuple[str, str]:
    """(reason, words) of a task's stop; empty strings before it has stopped."""
    row = db.execute(sa.text("select stop_reason, stop_words from tasks where id = :id"), {"id": task_id}).one()
    return row.stop_reason or "", row.stop_words or ""


def finish_task(db: sa.Connection, task_id: str, *, status: TaskStatus, answered: bool, at: datetime) -> None:
    db.execute(
        sa.text("update tasks set status = :status, answered = :answered, finished_at = :at where id = :id"),
        {"id": task_id, "status": status.value, "answered": int(answered), "at": to_text(at)},
    )


def set_plan(db: sa.Connection, task_id: str, plan: Plan) -> None:
    data = {
        "lang": plan.lang,
        "sections": [[s.id, s.name, s.purpose, list(s.focus)] for s in plan.sections],
        "targets": [[t.claim_id, t.text, t.expected_polarity.value, t.granularity] for t in plan.targets],
        "mirror": plan.mirror,
    }
    db.execute(sa.text("update tasks set plan = :plan where id = :id"), {"id": task_id, "plan": to_json(data)})


def plan_of(db: sa.Connection, task_id: str) -> Plan | None:
    """The task's plan; None before it is made."""
    text = db.execute(sa.text("select plan from tasks where id = :id"), {"id": task_id}).scalar_one()
    if text is None:
        return None
    data = json.loads(text)
    return Plan(
        lang=Lang(data["lang"]),
        sections=tuple(Section(id=i, name=n, purpose=p, focus=tuple(f)) for i, n, p, f in data["sections"]),
        targets=tuple(
            TargetClaim(claim_id=i, text=t, expected_polarity=Polarity(p), granularity=g)
            for i, t, p, g in data["targets"]
        ),
        mirror=data.get("mirror", ""),
    )


TASK_TABLES: Sequence[str] = (
    "edges",
    "task_entities",
    "trust_lessons",
    "task_claims",
    "task_pages",
    "events",
    "job_log",
    "jobs",
    "reports",
    "attempts",
    "auth_queue",
    "charges",
    "client_searches",
    "client_tasks",
    "rounds",
    "target_evidence",
    "engine_answers",
    "citation_circles",
    "register_answers",
    "task_knowledge",
    "task_diary",
    "task_evaluations",
    "task_questions",
)


def forget_task(db: sa.Connection, task_id: str) -> list[str]:
    """Delete a task and the evidence that no other task uses; ids of its unused pages, for their archive files."""
    mine = [r[0] for r in db.execute(sa.text("select page_id from task_pages where task_id = :id"), {"id": task_id})]
    db.execute(
        sa.text("delete from serp_items where query_id in (select id from queries where task_id = :id)"),
        {"id": task_id},
    )
    for table in TASK_TABLES:
        db.execute(sa.text(f"delete from {table} where task_id = :id"), {"id": task_id})  # noqa: S608 - our own names
    db.execute(sa.text("delete from queries where task_id = :id"), {"id": task_id})
    db.execute(sa.text("delete from tasks where id = :id"), {"id": task_id})
    db.execute(sa.text("delete from claims where id not in (select claim_id from task_claims)"))
    forget_unused_entities(db)
    unused = [page_id for page_id in mine if not _used_by_a_task(db, page_id)]
    return unused


def _used_by_a_task(db: sa.Connection, page_id: str) -> bool:
    row = db.execute(sa.text("select 1 from task_pages where page_id = :id limit 1"), {"id": page_id}).first()
    return row is not None


def _like(text: str) -> str:
    # Ids contain no `%`; their underscore is a wildcard too, but it also matches itself.
    return text.replace("%", "")


def _task(row: Any) -> Task:
    return Task(
        id=row.id,
        question=row.question,
        lang=Lang(row.lang),
        question_lang=Lang(row.question_lang),
        status=TaskStatus(row.status),
        created_at=to_time(row.created_at),
        budget=Budget(pages=row.budget_pages, seconds=row.budget_seconds, tokens=row.budget_tokens),
        effort=row.effort,
        length=AnswerLength(row.length),
        libraries=tuple(json.loads(row.libraries)),
        providers=tuple(json.loads(row.providers)),
        out=row.out,
        model=row.model,
        parent=row.parent,
        parent_question=row.parent_question,
        asked=row.asked,
        deepen=row.deepen,
        finished_at=to_time(row.finished_at) if row.finished_at else None,
        stop_reason=StopReason(row.stop_reason) if row.stop_reason else None,
        answered=None if row.answered is None else bool(row.answered),
    )
