"""The migrations of step 13: what a language model chose, knows and calculated; follow-ups.

`migrations.py` lists them in order.
"""

import sqlalchemy as sa

from tadori.store.schema_script import run_script

MODEL_CHOICES = """
create table model_choices (
    task_id text primary key references tasks, answered text not null, sections text not null, missing text not null,
    seen text not null, model text not null, rules_stand integer not null
){strict}
"""


def m023_model_choices(db: sa.Connection) -> None:
    """What a language model chose as the answer."""
    run_script(db, MODEL_CHOICES)


RESEARCHER = """
create table task_knowledge (
    task_id text not null references tasks, position integer not null, question text not null, answer text not null,
    claim_ids text not null, kind text not null, updated text, confidence {real},
    primary key (task_id, position)
){strict};
create table task_diary (
    task_id text not null references tasks, step integer not null, action text not null, question text not null,
    details text not null, result text not null, notes text not null,
    primary key (task_id, step)
){strict};
create table task_evaluations (
    task_id text not null references tasks, step integer not null, responses text not null, analysis text not null,
    at text not null,
    primary key (task_id, step)
){strict};
create table task_questions (
    task_id text not null references tasks, position integer not null, question text not null, settled integer not null,
    primary key (task_id, position)
){strict};
alter table tasks add column model text not null default '';
alter table tasks add column parent text not null default '';
alter table tasks add column criteria text not null default ''
"""


def m024_researcher(db: sa.Connection) -> None:
    """What a model-driven task knows, notes and is judged by (D3 to D5); follow-ups name their parent."""
    run_script(db, RESEARCHER)


COMPUTATIONS = """
create table task_computations (
    task_id text not null references tasks, position integer not null, issue text not null, code text not null,
    operands text not null, result text not null, runner text not null, run_id text not null, made_at text not null,
    primary key (task_id, run_id)
){strict}
"""


def m025_computations(db: sa.Connection) -> None:
    """What a task calculated from quoted numbers (D10)."""
    run_script(db, COMPUTATIONS)


def m026_control(db: sa.Connection) -> None:
    """What a follow-up was asked as and after which question, and which claim a run looks at again."""
    for column in ("parent_question", "asked", "deepen"):
        db.execute(sa.text(f"alter table tasks add column {column} text not null default ''"))
