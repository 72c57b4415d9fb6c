"""After a client's search for refutations: which claims it put to the test, and what was found against each."""

from dataclasses import dataclass

from tadori.engine.client_queries import query_language
from tadori.engine.client_results import tested_claims
from tadori.engine.drivers.mechanical import SUFFIXES_EN, SUFFIXES_JA
from tadori.events import RefutationSearched
from tadori.model.actions import ActionOutcome, ReviewTestsAction
from tadori.model.claim import Relation
from tadori.model.doors import Journal
from tadori.model.ids import JA
from tadori.model.steps import Json, StepContext
from tadori.query.operators import searched_words
from tadori.store.database import Store
from tadori.store.evidence import edges_of, set_refutation_searched
from tadori.text.tokens import terms


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewTestsHandler:
    """Carries out `ReviewTestsAction`."""

    task_id: str
    steps: Journal[Store]
    ends_stretch: bool = False

    def note(self, unit: StepContext, action: ReviewTestsAction, round: int) -> None:
        """Nothing: the search itself was written down."""

    async def execute(self, action: ReviewTestsAction, key: str) -> ActionOutcome:
        async def body(unit: StepContext) -> Json:
            # A client that writes the words of refutation itself means no claim by them.
            suffixes = SUFFIXES_JA if query_language(action.query) == JA else SUFFIXES_EN
            tested = tested_claims(
                self.steps.store, self.task_id, searched_words(action.query), terms(" ".join(suffixes))
            )
            with self.steps.store.read() as db:
                refuted = {e.claim_id for e in edges_of(db, self.task_id) if e.relation is Relation.REFUTES and e.shown}
            unit.save(lambda db: set_refutation_searched(db, self.task_id, tested))
            for claim_id in tested:
                unit.emit(RefutationSearched(claim_id=claim_id, found=claim_id in refuted, queries=1))
            return tested

        tested = await self.steps.run("tested", key, self.task_id, body)
        return ActionOutcome(kind=action.kind, tested=tuple(tested))
