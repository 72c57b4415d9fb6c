"""Reads what a task that a model drives knows and has noted (D3 to D5).

Comes in: rows. Goes out: `ResearcherMemory`. It decides nothing.
"""

from typing import Any

from tadori.model.llm_thresholds import SHOWN_ADDRESSES
from tadori.model.researcher import ResearcherMemory
from tadori.store.researcher import (
    diary_of,
    evaluations_of,
    knowledge_of,
    open_questions,
    unread_addresses,
)


def researcher_memory(db: Any, task_id: str, *, on_the_web: bool) -> ResearcherMemory:
    """Everything that is noted of the task. Folders have no unread addresses: all their hits are read."""
    return ResearcherMemory(
        knowledge=tuple(knowledge_of(db, task_id)),
        diary=tuple(diary_of(db, task_id)),
        evaluations=tuple(evaluations_of(db, task_id)),
        questions=tuple(open_questions(db, task_id)),
        addresses=tuple(unread_addresses(db, task_id, SHOWN_ADDRESSES)) if on_the_web else (),
    )
