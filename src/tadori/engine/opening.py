"""What comes before the first choice of a stretch: folders are brought up to date, and there is a plan."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tadori.engine.planning.plan import make_plan
from tadori.engine.steps import Steps
from tadori.events import PlanMade, TaskStarted
from tadori.model.ids import Lang
from tadori.model.question import Plan, TargetClaim, Task, TaskStatus
from tadori.model.steps import StepContext
from tadori.pipeline.gather import Gather
from tadori.store.tasks import plan_of, set_plan, set_status

if TYPE_CHECKING:
    from tadori.pipeline.model_workers import ModelWorkers

TargetMaker = Callable[[str, Lang], tuple[TargetClaim, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class StretchOpening:
    """Opens the stretches of one task."""

    task: Task
    steps: Steps
    gather: Gather
    targets: TargetMaker
    thinking: "ModelWorkers | None" = None

    async def open_research(self) -> None:
        """Open a stretch of a task that drives itself."""
        await self._start()
        await self._index()
        await self._plan()

    async def open_search(self) -> None:
        """Open a search of a client: its first one makes the plan, by rules alone."""
        await self._plan_once()
        await self._index()

    async def open_nothing(self) -> None:
        """Open a stretch that asks nobody."""

    async def _index(self) -> None:
        for folder in self.task.libraries:
            await self.gather.index_library(folder)

    async def _start(self) -> None:
        async def body(unit: StepContext) -> None:
            resumed = self.steps.stretch > 1
            unit.emit(
                TaskStarted(task_id=self.task.id, question=self.task.question, lang=self.task.lang, resumed=resumed)
            )
            unit.save(lambda db: set_status(db, self.task.id, TaskStatus.EXPLORING))

        await self.steps.run("start", "", self.task.id, body)

    async def _plan(self) -> None:
        async def body(unit: StepContext) -> None:
            plan = await self._with_model(self._by_rules(), unit)
            targets = tuple(target.text for target in plan.targets)
            unit.emit(PlanMade(sections=tuple(section.name for section in plan.sections), targets=targets))
            unit.save(lambda db: set_plan(db, self.task.id, plan))

        await self.steps.run("plan", "", self.task.id, body)

    async def _plan_once(self) -> None:
        async def body(unit: StepContext) -> None:
            with self.steps.store.read() as db:
                known = plan_of(db, self.task.id)
            if known is None:
                plan = self._by_rules()
                unit.emit(PlanMade(sections=tuple(section.name for section in plan.sections), targets=()))
                unit.save(lambda db: set_plan(db, self.task.id, plan))
            unit.save(lambda db: set_status(db, self.task.id, TaskStatus.EXPLORING))

        await self.steps.run("plan", "", self.task.id, body)

    def _by_rules(self) -> Plan:
        question, lang = self.task.question, self.task.question_lang
        return make_plan(question, lang, self.targets(question, lang))

    async def _with_model(self, plan: Plan, unit: StepContext) -> Plan:
        """`plan` with what a language model adds: parts of the question, and the question in the other language."""
        if self.thinking is None:
            return plan
        targets = await self.thinking.targets(plan.targets, plan.lang)
        mirror = await self.thinking.mirror(plan.lang) if self.task.providers else ""
        self.thinking.drain(unit.emit)
        return replace(plan, targets=targets, mirror=mirror)
