"""What happens before a driver's first choice: the task's folders are indexed, its plan is made, and a follow-up takes
over the evidence of the task before it.

Comes in: a task. Goes out: index rows, the plan, inherited pages and claims. It searches nothing.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from tadori.engine.planning.plan import make_plan
from tadori.engine.steps import Steps
from tadori.events import PlanMade, TaskStarted
from tadori.model.ids import Lang
from tadori.model.question import Plan, TargetClaim, Task, TaskStatus
from tadori.model.steps import StepContext
from tadori.pipeline.assess import Assess
from tadori.pipeline.gather import Gather
from tadori.pipeline.inheritance import Inheritance
from tadori.pipeline.model_workers import ModelWorkers
from tadori.store.tasks import plan_of, set_plan, set_status

TargetMaker = Callable[[str, Lang], tuple[TargetClaim, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class StretchOpening:
    """Prepares each run of one task."""

    task: Task
    steps: Steps
    gather: Gather
    targets: TargetMaker
    model_workers: ModelWorkers | None = None
    inheritance: Inheritance | None = None
    """For a follow-up: what takes over the pages of the task before it."""
    assess: Assess | None = None
    """Weighs what was taken over."""

    async def open_research(self) -> None:
        """Prepare a run of a task that drives itself."""
        await self._start()
        await self._index()
        await self._plan()
        await self._inherit()

    async def open_search(self) -> None:
        """Prepare a client's search. The task's first search makes the plan, by rules alone."""
        await self._plan_once()
        await self._index()

    async def open_nothing(self) -> None:
        """Prepare nothing: for a run that does not search."""

    async def _index(self) -> None:
        for folder in self.task.libraries:
            await self.gather.index_library(folder)

    async def _start(self) -> None:
        async def body(step: StepContext) -> None:
            # The first stretch of a task is number 1.
            resumed = self.steps.stretch > 1
            step.emit(
                TaskStarted(task_id=self.task.id, question=self.task.question, lang=self.task.lang, resumed=resumed)
            )
            step.save(lambda db: set_status(db, self.task.id, TaskStatus.EXPLORING))

        await self.steps.run("start", "", self.task.id, body)

    async def _plan(self) -> None:
        async def body(step: StepContext) -> None:
            plan = await self._with_model(self._by_rules(), step)
            targets = tuple(target.text for target in plan.targets)
            step.emit(PlanMade(sections=tuple(section.name for section in plan.sections), targets=targets))
            step.save(lambda db: set_plan(db, self.task.id, plan))

        await self.steps.run("plan", "", self.task.id, body)

    async def _inherit(self) -> None:
        """Take over, rank and weigh the pages of the task that this one follows; later runs have them already."""
        if self.inheritance is None or self.assess is None or self.steps.stretch > 1:
            return
        query_id = await self.inheritance.take_over()
        if query_id is not None and await self.gather.weigh(query_id):
            await self.assess.evidence("inherited")

    async def _plan_once(self) -> None:
        async def body(step: StepContext) -> None:
            with self.steps.store.read() as db:
                known = plan_of(db, self.task.id)
            if known is None:
                plan = self._by_rules()
                step.emit(PlanMade(sections=tuple(section.name for section in plan.sections), targets=()))
                step.save(lambda db: set_plan(db, self.task.id, plan))
            step.save(lambda db: set_status(db, self.task.id, TaskStatus.EXPLORING))

        await self.steps.run("plan", "", self.task.id, body)

    def _by_rules(self) -> Plan:
        question, lang = self.task.question, self.task.question_lang
        return make_plan(question, lang, self.targets(question, lang))

    async def _with_model(self, plan: Plan, step: StepContext) -> Plan:
        """`plan` plus what a language model adds: parts of the question, and its translation as a query."""
        if self.model_workers is None:
            return plan
        targets = await self.model_workers.targets(plan.targets, plan.lang)
        mirror = await self.model_workers.mirror(plan.lang) if self.task.providers else ""
        self.model_workers.drain(step.emit)
        return replace(plan, targets=targets, mirror=mirror)
