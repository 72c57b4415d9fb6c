"""Handles `ReflectAction`: notes sub-questions whose answers are missing (D1). It searches for nothing itself."""

from dataclasses import dataclass

from tadori.events import ActionChosen
from tadori.model.actions import ActionOutcome, ReflectAction
from tadori.model.steps import StepContext
from tadori.store.researcher import add_questions


@dataclass(frozen=True, slots=True, kw_only=True)
class ReflectHandler:
    """Executes `ReflectAction`: its questions are rows, saved with the choice itself."""

    task_id: str
    ends_stretch: bool = False

    def note(self, step: StepContext, action: ReflectAction, round: int) -> None:
        step.emit(ActionChosen(action=action.kind, round=round, reason=action.reason))
        step.save(lambda db: add_questions(db, self.task_id, action.questions))

    async def execute(self, action: ReflectAction, key: str) -> ActionOutcome:
        return ActionOutcome(kind=action.kind)
