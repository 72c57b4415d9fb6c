"""Handles `RefuteAction`: a search for evidence against one claim."""

from dataclasses import dataclass

from tadori.engine.actions.search import SearchHandler, query_ids
from tadori.model.actions import ActionOutcome, RefuteAction
from tadori.model.steps import StepContext
from tadori.pipeline.assess import Assess
from tadori.store.evidence import set_refutation_searched


@dataclass(frozen=True, slots=True, kw_only=True)
class RefuteHandler:
    """Executes `RefuteAction`: runs the queries, then reports whether anything refutes the claim."""

    task_id: str
    searching: SearchHandler
    assess: Assess
    ends_stretch: bool = False

    def note(self, step: StepContext, action: RefuteAction, round: int) -> None:
        self.searching.note(step, action, round)
        step.save(lambda db: set_refutation_searched(db, self.task_id, action.claim_ids))

    async def execute(self, action: RefuteAction, key: str) -> ActionOutcome:
        ids = query_ids(action)
        new = await self.searching.run_queries(ids, key)
        if ids or action.rereads:
            new += await self.searching.gather.recall_frames(action.claim_ids, ids[0] if ids else None, key)
        if new:
            await self.assess.evidence(key)
        for claim_id in action.claim_ids:
            await self.assess.refutation(claim_id, len(ids), key)
        return ActionOutcome(kind=action.kind, new_claims=new, tested=action.claim_ids)
