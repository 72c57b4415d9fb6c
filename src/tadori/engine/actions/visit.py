"""Handles `VisitAction`: reads hits that earlier searches found and nobody read (D1)."""

from dataclasses import dataclass

from tadori.events import ActionChosen
from tadori.model.actions import ActionOutcome, VisitAction
from tadori.model.steps import StepContext
from tadori.pipeline.assess import Assess
from tadori.pipeline.web_rounds import WebRounds


@dataclass(frozen=True, slots=True, kw_only=True)
class VisitHandler:
    """Executes `VisitAction`."""

    exploring: WebRounds
    assess: Assess
    ends_stretch: bool = False

    def note(self, step: StepContext, action: VisitAction, round: int) -> None:
        step.emit(ActionChosen(action=action.kind, round=round, reason=action.reason))

    async def execute(self, action: VisitAction, key: str) -> ActionOutcome:
        new = await self.exploring.read(list(action.hits), f"{key}.visit")
        if new:
            await self.assess.evidence(key)
        return ActionOutcome(kind=action.kind, new_claims=new)
