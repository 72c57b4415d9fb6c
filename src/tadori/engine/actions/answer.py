"""Answering: the evidence is taken as it stands; the report is compiled when the task stops."""

from dataclasses import dataclass

from tadori.events import ActionChosen
from tadori.model.actions import ActionOutcome, AnswerAction
from tadori.model.steps import StepContext


@dataclass(frozen=True, slots=True)
class AnswerHandler:
    """Carries out `AnswerAction`: rules have nothing to draft, as claims are the sources' own sentences."""

    ends_stretch: bool = False

    def note(self, unit: StepContext, action: AnswerAction, round: int) -> None:
        unit.emit(ActionChosen(action=action.kind, round=round, reason=action.reason))

    async def execute(self, action: AnswerAction, key: str) -> ActionOutcome:
        return ActionOutcome(kind=action.kind)
