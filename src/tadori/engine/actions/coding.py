"""Handles `CodingAction`: calculates from claims of the task, as one durable step (D10).

Comes in: what is to be calculated, and ids of claims. Goes out: a row of `task_computations`, or why there is none;
either way an event in the log. A crash in between runs the step again: the model's answer is cached, the same code over
the same numbers gives the same result, and only the committed step has a row.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tadori.errors import CodeFailed, CodeRefused, MissingExtra
from tadori.events import ActionChosen
from tadori.events.language_models import CodeRun
from tadori.model.actions import ActionOutcome, CodingAction
from tadori.model.claim import Claim
from tadori.model.code_thresholds import CODE_CLAIMS, COMPUTATIONS_A_TASK, LONGEST_ISSUE
from tadori.model.doors import Journal
from tadori.model.question import Task
from tadori.model.steps import StepContext
from tadori.pipeline.assess import Assess
from tadori.pipeline.coding import Coding
from tadori.store.computations import computations_of, save_computation
from tadori.store.database import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class CodingHandler:
    """Executes `CodingAction`."""

    task: Task
    steps: Journal[Store]
    assess: Assess
    coding: Coding
    ends_stretch: bool = False

    def note(self, step: StepContext, action: CodingAction, round: int) -> None:
        step.emit(ActionChosen(action=action.kind, round=round, reason=action.reason or action.issue[:LONGEST_ISSUE]))

    async def execute(self, action: CodingAction, key: str) -> ActionOutcome:
        async def body(step: StepContext) -> str:
            issue = action.issue[:LONGEST_ISSUE]
            try:
                claims = await self.steps.in_thread(self._claims, action.claim_ids)
                made = await self.coding.compute(issue, claims, self.task.lang, step.emit)
            except MissingExtra as exc:
                step.emit(CodeRun(run_id="", ok=False, reason=str(exc), tries=0, by=""))
                return str(exc)
            except (CodeRefused, CodeFailed) as exc:
                return str(exc)
            at = self.steps.clock()
            step.save(lambda db: save_computation(db, self.task.id, issue, made, at))
            return ""

        refused: str = await self.steps.run("coding", key, self.task.id, body)
        return ActionOutcome(kind=action.kind, refused=refused)

    def _claims(self, claim_ids: Sequence[str]) -> list[Claim]:
        """The named claims of the task's graph. Raises `CodeRefused` where none is one, or the task has enough."""
        with self.steps.store.read() as db:
            if len(computations_of(db, self.task.id)) >= COMPUTATIONS_A_TASK:
                raise CodeRefused(f"a task keeps at most {COMPUTATIONS_A_TASK} calculations")
        known = {standing.claim.id: standing.claim for standing in self.assess.graph().claims}
        named = [known[claim_id] for claim_id in dict.fromkeys(claim_ids) if claim_id in known]
        if not named:
            raise CodeRefused("no claim of the task is named")
        return named[:CODE_CLAIMS]
