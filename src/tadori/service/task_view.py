"""One view of a task: what every face says about it, read at one moment. Faces differ in names and roundings only.

Comes in: a connection and a task's id. Goes out: `TaskView`. It reads rows and changes nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tadori.model.budget import Spent, exhausted_limit, remaining_percent
from tadori.model.question import Task
from tadori.model.unread import UnreadLine
from tadori.service.rounds import rounds_in_words
from tadori.store.ledger import spent_of
from tadori.store.libraries import library_id_of
from tadori.store.queries import QueryRow, queries_of
from tadori.store.reports import ReportRow, report_of
from tadori.store.researcher import diary_of, evaluations_of, knowledge_of, open_questions
from tadori.store.tasks import find_task
from tadori.store.unread import unread_of


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskView:
    """What the store has of a task at one moment."""

    task: Task
    spent: Spent
    queries: Sequence[QueryRow]
    rounds: list[dict[str, Any]]
    """In S5's field names."""
    report: ReportRow | None
    """None before there is one."""
    unread: tuple[UnreadLine, ...]
    """What was not read of its folders and pages."""

    @property
    def exhausted(self) -> str | None:
        """Which budget is used up: `pages`, `seconds` or `tokens`."""
        return exhausted_limit(self.task.budget, self.spent)

    @property
    def remaining_percent(self) -> int:
        """How much of the tightest budget is left."""
        return remaining_percent(self.task.budget, self.spent)


def task_view(db: Any, task_id: str) -> TaskView:
    """The task of that id. Raises TaskNotFound."""
    task = find_task(db, task_id)
    return TaskView(
        task=task,
        spent=spent_of(db, task.id),
        queries=queries_of(db, task.id),
        rounds=rounds_in_words(db, task.id),
        report=report_of(db, task.id),
        unread=unread_of(db, [library_id_of(folder) for folder in task.libraries], task.id),
    )


def researcher_view(db: Any, task_id: str) -> dict[str, list[Any]]:
    """What the task knows and, where a model drives it, its diary, the verdicts on its answers, its open questions.

    In S2's field names.
    """
    return {
        "diary": [entry.to_wire() for entry in diary_of(db, task_id)],
        "knowledge": [item.to_wire() for item in knowledge_of(db, task_id)],
        "evaluations": [
            {"step": one.step, **response.to_wire()}
            for one in evaluations_of(db, task_id)
            for response in one.responses
        ],
        "questions": open_questions(db, task_id),
    }


def unread_data(lines: Sequence[UnreadLine]) -> list[dict[str, Any]]:
    """What was not read, as plain data."""
    return [
        {"kind": line.kind.value, "reason": line.reason, "count": line.count, "characters": line.characters}
        for line in lines
    ]
