"""Reads what a task that a model drives knows and has noted (D3 to D5).

Comes in: rows. Goes out: `ResearcherMemory`. It decides nothing.
"""

from typing import Any

from tadori.model.llm_thresholds import SHOWN_ADDRESSES
from tadori.model.researcher import ResearcherMemory
from tadori.model.thresholds import MOST_ASKED_PARTS
from tadori.store.evidence import answer_parts
from tadori.store.researcher import (
    criteria_of,
    diary_of,
    evaluations_of,
    knowledge_of,
    open_questions,
    unread_addresses,
)


def researcher_memory(db: Any, task_id: str, *, on_the_web: bool) -> ResearcherMemory:
    """Everything that is noted of the task. Folders have no unread addresses: all their hits are read."""
    parts = answer_parts(db, task_id).values()
    return ResearcherMemory(
        knowledge=tuple(knowledge_of(db, task_id)),
        diary=tuple(diary_of(db, task_id)),
        evaluations=tuple(evaluations_of(db, task_id)),
        questions=tuple(open_questions(db, task_id)),
        addresses=tuple(unread_addresses(db, task_id, SHOWN_ADDRESSES)) if on_the_web else (),
        criteria=criteria_of(db, task_id),
        answered_parts=tuple(n for n in range(MOST_ASKED_PARTS) if any(bits >> n & 1 for bits in parts)),
    )
