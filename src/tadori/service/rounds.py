"""The rounds of a task, and the target claims made from its question, as plain data. Read from the store only."""

from collections.abc import Sequence
from typing import Any

from tadori.model.claim import Stance
from tadori.model.question import TargetClaim, TargetEvidence
from tadori.store.rounds import rounds_of
from tadori.store.targets import target_evidence
from tadori.store.tasks import find_task, plan_of

Json = dict[str, Any]


def rounds_in_words(db: Any, task_id: str) -> list[Json]:
    """Every round in S5's field names: gaps of each section, and the decision (F3, F5, F6)."""
    return [done.to_wire() for done in rounds_of(db, task_id)]


def targets_with_evidence(db: Any, task_id: str) -> list[Json]:
    """The target claims of the question, each with its evidence, best first (L26); none before there is a plan."""
    plan = plan_of(db, task_id)
    if plan is None:
        return []
    known = target_evidence(db, task_id)
    return [_target(target, known) for target in plan.targets]


def own_targets_with_evidence(db: Any, task_id: str) -> list[Json]:
    """The same without targets written by a language model.

    Those are not checked against any source, and a page may have told the model what to write. Clients get no model
    output.
    """
    from tadori.claim.targets import target_claims  # lazy: slow to import

    task = find_task(db, task_id)
    own = {target.claim_id for target in target_claims(task.question, task.question_lang)}
    return [target for target in targets_with_evidence(db, task_id) if target["claim_id"] in own]


def _target(target: TargetClaim, known: Sequence[tuple[TargetEvidence, str]]) -> Json:
    mine = [
        (one, words)
        for one, words in known
        if one.target_id == target.claim_id and one.expected_polarity is target.expected_polarity
    ]
    return {
        "claim_id": target.claim_id,
        "granularity": target.granularity,
        "text": target.text,
        "expected_polarity": target.expected_polarity.value,
        "supporting": sum(one.stance is Stance.SUPPORTS for one, _ in mine),
        "refuting": sum(one.stance is Stance.REFUTES for one, _ in mine),
        "evidence": [
            {
                "claim_id": one.claim_id,
                "text": words,
                "score": one.score,
                "stance": one.stance.value,
                "confidence": one.confidence,
            }
            for one, words in mine
        ],
    }
