"""Handles `ReviewTestsAction`, which follows a client's search for refutations.

Comes in: the client's query. Goes out: which claims that query tested, and whether any of them was refuted.
"""

from dataclasses import dataclass

from tadori.engine.client_queries import query_language
from tadori.engine.client_results import tested_claims
from tadori.events import RefutationSearched
from tadori.model.actions import ActionOutcome, ReviewTestsAction
from tadori.model.claim import Relation
from tadori.model.doors import Journal
from tadori.model.ids import JA
from tadori.model.steps import Json, StepContext
from tadori.pipeline.assess import Assess
from tadori.pipeline.gather import Gather
from tadori.query.operators import searched_words
from tadori.query.refuting import SUFFIXES
from tadori.store.client import client_search
from tadori.store.database import Store
from tadori.store.evidence import edges_of, set_refutation_searched
from tadori.text.tokens import terms


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewTestsHandler:
    """Executes `ReviewTestsAction`: looks for frames of the tested claims in the pages already read, then reports."""

    task_id: str
    steps: Journal[Store]
    gather: Gather
    assess: Assess
    search_number: int
    ends_stretch: bool = False

    def note(self, step: StepContext, action: ReviewTestsAction, round: int) -> None:
        """Nothing to record: the search itself is already recorded."""

    async def execute(self, action: ReviewTestsAction, key: str) -> ActionOutcome:
        tested = await self._tested(action.query, key)
        with self.steps.store.read() as db:
            queries = client_search(db, self.task_id, self.search_number).query_ids
        if tested and queries and await self.gather.recall_frames(tested, queries[0], key):
            await self.assess.evidence(f"{key}.frames")
        await self._report(tested, key)
        return ActionOutcome(kind=action.kind, tested=tuple(tested))

    async def _tested(self, query: str, key: str) -> list[str]:
        """The claims that the query tests."""

        async def body(step: StepContext) -> Json:
            # Words like "criticism" ask for refutations; they must not be matched against the text of claims.
            suffixes = SUFFIXES[query_language(query) == JA]
            found = tested_claims(self.steps.store, self.task_id, searched_words(query), terms(" ".join(suffixes)))
            step.save(lambda db: set_refutation_searched(db, self.task_id, found))
            return found

        found: list[str] = await self.steps.run("tested", key, self.task_id, body)
        return found

    async def _report(self, tested: list[str], key: str) -> None:
        async def body(step: StepContext) -> Json:
            with self.steps.store.read() as db:
                refuted = {e.claim_id for e in edges_of(db, self.task_id) if e.relation is Relation.REFUTES and e.shown}
            for claim_id in tested:
                step.emit(RefutationSearched(claim_id=claim_id, found=claim_id in refuted, queries=1))
            return [claim_id for claim_id in tested if claim_id in refuted]

        await self.steps.run("tested", f"{key}.found", self.task_id, body)
