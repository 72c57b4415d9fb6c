"""Handles `AnswerAction`: accept the evidence as it is. The report itself is compiled when the task stops."""

from dataclasses import dataclass

from tadori.events import ActionChosen
from tadori.model.actions import ActionOutcome, AnswerAction
from tadori.model.steps import StepContext


@dataclass(frozen=True, slots=True)
class AnswerHandler:
    """Executes `AnswerAction`. There is nothing to draft: claims are already the sources' own sentences."""

    ends_stretch: bool = False

    def note(self, step: StepContext, action: AnswerAction, round: int) -> None:
        step.emit(ActionChosen(action=action.kind, round=round, reason=action.reason))

    async def execute(self, action: AnswerAction, key: str) -> ActionOutcome:
        return ActionOutcome(kind=action.kind)
