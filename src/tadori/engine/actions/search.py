"""Handles `SearchAction`: runs queries through the pipeline and re-assesses the evidence if there is more of it."""

from collections.abc import Sequence
from dataclasses import dataclass

from tadori.events import ActionChosen, QueryMade
from tadori.model.actions import ActionOutcome, RefuteAction, SearchAction
from tadori.model.query import Query
from tadori.model.steps import StepContext
from tadori.pipeline.assess import Assess
from tadori.pipeline.gather import Gather
from tadori.pipeline.web_rounds import WebRounds
from tadori.store.client import ClientSearch, set_search_queries
from tadori.store.queries import add_queries


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchHandler:
    """Executes `SearchAction`."""

    gather: Gather
    exploring: WebRounds
    assess: Assess
    search: ClientSearch | None = None
    """The client's search that the queries belong to; None when the task drives itself."""
    ends_stretch: bool = False

    def note(self, step: StepContext, action: SearchAction | RefuteAction, round: int) -> None:
        step.emit(ActionChosen(action=action.kind, round=round, reason=action.reason))
        for query in action.queries:
            step.emit(_made(query, action.reason))
        step.save(lambda db: add_queries(db, action.queries, action.reason))
        search, ids = self.search, query_ids(action)
        if search is not None:
            step.save(lambda db: set_search_queries(db, search.task_id, search.number, ids))

    async def execute(self, action: SearchAction, key: str) -> ActionOutcome:
        ids = query_ids(action)
        new = await self.run_queries(ids, key)
        met = [claim for one in ids for claim in await self.gather.recall(one, key)] if action.recall else []
        if new or met:
            await self.assess.evidence(key)
        return ActionOutcome(kind=action.kind, new_claims=new, met_again=tuple(dict.fromkeys(met)))

    async def run_queries(self, ids: Sequence[str], key: str) -> int:
        """Search and read for some queries; return the number of new claims."""
        if self.gather.searching.uses_web:
            return await self.exploring.round(ids, key)
        new = 0
        # Local files are cheap: every hit is read, without rationing as on the web.
        for query_id in ids:
            found = await self.gather.search(query_id)
            if any(await self.gather.read_all([(item, query_id) for item in found])):
                new += await self.gather.weigh(query_id, key)
        return new


def query_ids(action: SearchAction | RefuteAction) -> list[str]:
    """Ids of an action's queries, each once."""
    return list(dict.fromkeys(query.id for query in action.queries))


def _made(query: Query, reason: str) -> QueryMade:
    return QueryMade(query_id=query.id, text=query.text, purpose=query.purpose.value, round=query.round, reason=reason)
