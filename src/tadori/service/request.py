"""The request for a research task, and its outcome."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tadori.events import WorkCounted
from tadori.model.question import AnswerLength

OnTaskStarted = Callable[[str], None]
"""Called with the task's id as soon as the task is stored."""


def ignore_task_id(_: str) -> None:
    """For callers that do not need the id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BudgetOptions:
    """The limits that a user gives; None leaves a limit as it is (a new task: as its effort has it)."""

    pages: int | None = None
    seconds: int | None = None
    tokens: int | None = None


NO_LIMITS_GIVEN: Final = BudgetOptions()
DEFAULT_EFFORT: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class ResearchRequest:
    """A research task as a user asks for it."""

    question: str
    libraries: Sequence[Path] = ()
    providers: Sequence[str] = ()
    """Engines by name, or `web` for all that are switched on."""
    effort: int = DEFAULT_EFFORT
    length: AnswerLength = AnswerLength.NORMAL
    lang: str | None = None
    budget: BudgetOptions = NO_LIMITS_GIVEN
    out: Path | None = None
    model: str | None = None
    """The language model of this one task; `none` for rules alone, None for what the settings name."""
    notes: Path | None = None
    """A file with what the user knows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResearchOutcome:
    """The report of a finished task, and its files."""

    task_id: str
    answered: bool
    folder: Path
    root_hash: str
    files: dict[str, bytes]
    """`report.md`, `report.html`, `report.json`."""
    work: WorkCounted
