"""The three actions that end one run of a client's task.

Comes in: the evidence that the run gathered. Goes out: rows with the result of a search, with the refreshed results of
earlier searches, or with the finished report. It searches and reads nothing.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from tadori.engine.client_queries import query_language, wanted_of
from tadori.engine.client_results import SearchEvidence, SearchResult, search_result
from tadori.engine.threads import in_thread
from tadori.events import WorkCounted
from tadori.model.actions import ActionOutcome, RefreshAction, ReportAction, ResultAction
from tadori.model.doors import Journal
from tadori.model.question import Task
from tadori.model.steps import StepContext
from tadori.pipeline.assess import Assess
from tadori.pipeline.compose import Compose
from tadori.pipeline.gather import Gather
from tadori.store.client import RELEASED, ClientSearch, set_answered, set_auth_priority, set_search_result
from tadori.store.database import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchResultWriter:
    """Computes the result of a client's search from the evidence and saves it."""

    task: Task
    steps: Journal[Store]
    gather: Gather
    assess: Assess
    search: ClientSearch
    """The search that is running now."""
    earlier: Callable[[], list[ClientSearch]]
    """Reads all searches of the task from the store."""

    def of(self, number: int, tested: Sequence[str], met_again: Sequence[str]) -> SearchResult:
        search = next(one for one in self.earlier() if one.number == number)
        evidence = SearchEvidence(
            graph=self.assess.task_graph(),
            scores=self.assess.scores_for(search.query, query_language(search.query)),
            speaking_of=partial(self.gather.speaking_of, wanted_of(search.query)),
            tested=tuple(tested),
            met_again=tuple(met_again),
        )
        return search_result(self.steps.store, self.task, search, evidence)

    def save(self, step: StepContext, number: int, result: SearchResult) -> None:
        at, data = self.steps.clock(), result.as_json()
        step.save(lambda db: set_search_result(db, self.task.id, number, result.state.value, data, at))
        urgent = self.search.options.get("auth_priority")
        if urgent is not None and number == self.search.number:
            step.save(lambda db: set_auth_priority(db, result.waiting, urgent))


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultHandler:
    """Executes `ResultAction`: saves the result of the search that has just run."""

    results: SearchResultWriter
    ends_stretch: bool = True

    def note(self, step: StepContext, action: ResultAction, round: int) -> None:
        """Nothing to record: the result row says it all."""

    async def execute(self, action: ResultAction, key: str) -> ActionOutcome:
        async def body(step: StepContext) -> None:
            number = self.results.search.number
            found = await in_thread(self.results.of, number, action.tested, action.met_again)
            self.results.save(step, number, found)

        await self.results.steps.run("result", key, self.results.task.id, body)
        return ActionOutcome(kind=action.kind)


@dataclass(frozen=True, slots=True, kw_only=True)
class RefreshHandler:
    """Executes `RefreshAction`: recomputes the results of earlier searches after blocked pages became readable."""

    results: SearchResultWriter
    ends_stretch: bool = True

    def note(self, step: StepContext, action: RefreshAction, round: int) -> None:
        """Nothing to record: the result rows say it all."""

    async def execute(self, action: RefreshAction, key: str) -> ActionOutcome:
        async def body(step: StepContext) -> None:
            for one in self.results.earlier():
                if one.kind != RELEASED and one.finished_at is not None:
                    kept = one.result.get("tested", []), one.result.get("met_again", [])
                    self.results.save(step, one.number, await in_thread(self.results.of, one.number, *kept))
            _close(step, self.results.search, self.results.steps)

        await self.results.steps.run("refresh", key, self.results.task.id, body)
        return ActionOutcome(kind=action.kind)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportHandler:
    """Executes `ReportAction`. Whether the task is answered is only known once the report is compiled."""

    search: ClientSearch
    steps: Journal[Store]
    compose: Compose
    work: Callable[[], WorkCounted]
    ends_stretch: bool = True

    def note(self, step: StepContext, action: ReportAction, round: int) -> None:
        """Nothing to record: the report says it all."""

    async def execute(self, action: ReportAction, key: str) -> ActionOutcome:
        await self.compose.report(key)

        async def body(step: StepContext) -> None:
            answered = self.compose.is_answered()
            step.emit(self.work())
            step.save(lambda db: set_answered(db, self.search.task_id, answered))
            _close(step, self.search, self.steps)

        await self.steps.run("finish", key, self.search.task_id, body)
        return ActionOutcome(kind=action.kind)


def _close(step: StepContext, search: ClientSearch, steps: Journal[Store]) -> None:
    """Mark the search row as finished although it has no result of its own."""
    at = steps.clock()
    step.save(lambda db: set_search_result(db, search.task_id, search.number, "exhausted", {}, at))
