"""Table of the evidence for a task's target claims (L26). Rows leave as model objects."""

from collections.abc import Sequence

import sqlalchemy as sa

from tadori.model.claim import Stance
from tadori.model.question import Polarity, TargetEvidence
from tadori.store.rows import sql


def set_target_evidence(db: sa.Connection, task_id: str, evidence: Sequence[TargetEvidence]) -> None:
    """Replace the evidence of the task's targets; best first within a target."""
    db.execute(sql("delete from target_evidence where task_id = :task_id"), {"task_id": task_id})
    rows = [
        {
            "task_id": task_id,
            "target_id": one.target_id,
            "polarity": one.expected_polarity.value,
            "position": position,
            "claim_id": one.claim_id,
            "score": one.score,
            "stance": one.stance.value,
            "confidence": one.confidence,
        }
        for position, one in enumerate(evidence)
    ]
    if rows:
        db.execute(
            sql(
                """
                insert into target_evidence
                    (task_id, target_id, polarity, position, claim_id, score, stance, confidence)
                values (:task_id, :target_id, :polarity, :position, :claim_id, :score, :stance, :confidence)
                """
            ),
            rows,
        )


def target_evidence(db: sa.Connection, task_id: str) -> list[tuple[TargetEvidence, str]]:
    """(evidence, text of its claim) for all targets of a task, in saved order."""
    rows = db.execute(
        sql(
            """
            select t.*, c.text as words from target_evidence t
                join task_claims c on c.task_id = t.task_id and c.claim_id = t.claim_id
            where t.task_id = :task_id order by t.position
            """
        ),
        {"task_id": task_id},
    )
    return [
        (
            TargetEvidence(
                target_id=row.target_id,
                expected_polarity=Polarity(row.polarity),
                claim_id=row.claim_id,
                score=row.score,
                stance=Stance(row.stance),
                confidence=row.confidence,
            ),
            row.words,
        )
        for row in rows
    ]
