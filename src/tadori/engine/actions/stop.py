"""Stopping: the reason is kept, the report compiled, the task finished."""

from collections.abc import Callable
from dataclasses import dataclass

from tadori.events import ResearchStopped, WorkCounted
from tadori.model.actions import ActionOutcome, StopAction
from tadori.model.doors import Journal
from tadori.model.question import TaskStatus
from tadori.model.steps import StepContext
from tadori.pipeline.compose import Compose
from tadori.store.database import Store
from tadori.store.tasks import finish_task, set_stop


@dataclass(frozen=True, slots=True, kw_only=True)
class StopHandler:
    """Carries out `StopAction`."""

    task_id: str
    steps: Journal[Store]
    compose: Compose
    work: Callable[[], WorkCounted]
    ends_stretch: bool = True

    def note(self, unit: StepContext, action: StopAction, round: int) -> None:
        unit.emit(ResearchStopped(reason=action.reason.value, words=action.words))
        unit.save(lambda db: set_stop(db, self.task_id, action.reason, action.words))

    async def execute(self, action: StopAction, key: str) -> ActionOutcome:
        await self.compose.report(key)

        async def body(unit: StepContext) -> None:
            answered, at = self.compose.is_answered(), self.steps.clock()
            unit.emit(self.work())
            unit.save(lambda db: finish_task(db, self.task_id, status=TaskStatus.COMPLETED, answered=answered, at=at))

        await self.steps.run("finish", key, self.task_id, body)
        return ActionOutcome(kind=action.kind)
