"""Handles `StopAction`: stores why the task stopped, compiles the report and finishes the task."""

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
    """Executes `StopAction`."""

    task_id: str
    steps: Journal[Store]
    compose: Compose
    work: Callable[[], WorkCounted]
    ends_stretch: bool = True

    def note(self, step: StepContext, action: StopAction, round: int) -> None:
        step.emit(ResearchStopped(reason=action.reason.value, words=action.words))
        step.save(lambda db: set_stop(db, self.task_id, action.reason, action.words))

    async def execute(self, action: StopAction, key: str) -> ActionOutcome:
        await self.compose.report(key)

        async def body(step: StepContext) -> None:
            answered, at = self.compose.is_answered(), self.steps.clock()
            step.emit(self.work())
            step.save(lambda db: finish_task(db, self.task_id, status=TaskStatus.COMPLETED, answered=answered, at=at))

        await self.steps.run("finish", key, self.task_id, body)
        return ActionOutcome(kind=action.kind)
