"""Handles `AnswerAction`: accept the evidence as it is. The report itself is compiled when the task stops."""

from dataclasses import dataclass

from tadori.events import ActionChosen
from tadori.model.actions import ActionOutcome, AnswerAction
from tadori.model.steps import StepContext
from tadori.pipeline.model_choice import ModelChoosing


@dataclass(frozen=True, slots=True)
class AnswerHandler:
    """Executes `AnswerAction`. There is nothing to draft: claims are already the sources' own sentences.

    Where the task has a language model, it chooses among them first; without one, what rules chose is the answer.
    """

    choosing: ModelChoosing | None = None
    ends_stretch: bool = False

    def note(self, step: StepContext, action: AnswerAction, round: int) -> None:
        step.emit(ActionChosen(action=action.kind, round=round, reason=action.reason))

    async def execute(self, action: AnswerAction, key: str) -> ActionOutcome:
        if self.choosing is not None:
            await self.choosing.choose(key)
        return ActionOutcome(kind=action.kind)
