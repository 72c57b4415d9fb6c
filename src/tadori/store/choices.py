"""Table of what a task's language model chose as the answer: the latest choice only. Rows leave as model objects."""

import json

import sqlalchemy as sa

from tadori.model.choice import ChosenSection, ModelChoice
from tadori.model.report import Answered
from tadori.store.rows import sql, to_json


def save_choice(db: sa.Connection, task_id: str, choice: ModelChoice) -> None:
    """Save the choice in the place of the one before."""
    forget_choice(db, task_id)
    db.execute(
        sql(
            """
            insert into model_choices (task_id, answered, sections, missing, seen, model, rules_stand)
            values (:task_id, :answered, :sections, :missing, :seen, :model, :rules_stand)
            """
        ),
        {
            "task_id": task_id,
            "answered": choice.answered.value,
            "sections": to_json([[one.heading, list(one.claim_ids)] for one in choice.sections]),
            "missing": to_json(list(choice.missing)),
            "seen": to_json(list(choice.seen)),
            "model": choice.model,
            "rules_stand": int(choice.rules_stand),
        },
    )


def forget_choice(db: sa.Connection, task_id: str) -> None:
    """Delete the choice: rules choose again."""
    db.execute(sql("delete from model_choices where task_id = :id"), {"id": task_id})


def choice_of_task(db: sa.Connection, task_id: str) -> ModelChoice | None:
    """The model's latest choice; None where no model chose."""
    row = db.execute(sql("select * from model_choices where task_id = :id"), {"id": task_id}).one_or_none()
    if row is None:
        return None
    return ModelChoice(
        answered=Answered(row.answered),
        sections=tuple(
            ChosenSection(heading=heading, claim_ids=tuple(claim_ids))
            for heading, claim_ids in json.loads(row.sections)
        ),
        missing=tuple(json.loads(row.missing)),
        seen=tuple(json.loads(row.seen)),
        model=row.model,
        rules_stand=bool(row.rules_stand),
    )
