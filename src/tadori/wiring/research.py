"""Builds one run of a task: rooms, pipeline steps, action handlers and the loop. Nothing is run here."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from tadori.claim.targets import target_claims
from tadori.engine.actions.answer import AnswerHandler
from tadori.engine.actions.client_end import RefreshHandler, ReportHandler, ResultHandler, SearchResultWriter
from tadori.engine.actions.coding import CodingHandler
from tadori.engine.actions.handler import ActionHandler
from tadori.engine.actions.refute import RefuteHandler
from tadori.engine.actions.review_tests import ReviewTestsHandler
from tadori.engine.actions.search import SearchHandler
from tadori.engine.actions.stop import StopHandler
from tadori.engine.client_queries import wanted_with
from tadori.engine.drivers.client import ClientDriver
from tadori.engine.drivers.deepen import DeepenDriver
from tadori.engine.drivers.driver import Driver
from tadori.engine.drivers.mechanical import MechanicalDriver
from tadori.engine.ledger import open_ledger
from tadori.engine.loop import ResearchLoop
from tadori.engine.opening import StretchOpening
from tadori.engine.rounds import section_coverage
from tadori.engine.steps import Steps
from tadori.engine.unblocked_pages import UnblockedPages
from tadori.events import Event
from tadori.judge.sentence_check import MechanicalCheck
from tadori.minds.base import Reranking
from tadori.model.actions import (
    Action,
    AnswerAction,
    CodingAction,
    RefreshAction,
    RefuteAction,
    ReportAction,
    ResultAction,
    ReviewTestsAction,
    SearchAction,
    StopAction,
)
from tadori.model.doors import SearchProvider
from tadori.model.grading import Grade
from tadori.model.question import Task
from tadori.model.thresholds import RERANKED_BY_LLM
from tadori.pipeline.assess import Assess
from tadori.pipeline.citation_tracing import CitationTracing
from tadori.pipeline.compose import Compose
from tadori.pipeline.documents.providers import library_index
from tadori.pipeline.engines.engine_search import EngineSearches
from tadori.pipeline.entities import EntityBase
from tadori.pipeline.gather import Gather
from tadori.pipeline.inheritance import Inheritance
from tadori.pipeline.model_choice import ModelChoosing
from tadori.pipeline.web_rounds import WebRounds
from tadori.store.client import SEARCH, ClientSearch
from tadori.store.evidence import claims_of
from tadori.wiring.coding import code_sandbox, coding_of
from tadori.wiring.engines import engines_of, library_engine
from tadori.wiring.entities import registries_of, tagger_of
from tadori.wiring.judging import home_judge, wording_judges
from tadori.wiring.model_workers import build_model_workers
from tadori.wiring.researcher import ledger_rules, model_driver, researcher_handlers, researcher_of

if TYPE_CHECKING:
    from tadori.pipeline.model_workers import ModelWorkers
    from tadori.pipeline.web.page_reader import PageReader
    from tadori.wiring.home import App


@dataclass(frozen=True, slots=True, kw_only=True)
class Research:
    """One stretch of a task with its parts."""

    task: Task
    steps: Steps
    gather: Gather
    exploring: WebRounds
    assess: Assess
    compose: Compose
    loop: ResearchLoop


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientCall:
    """A search of a client that drives a stretch."""

    search: ClientSearch
    priority_domains: tuple[str, ...]
    searches: Callable[[], list[ClientSearch]]
    """Reads all searches of the task from the store."""

    @property
    def driver(self) -> ClientDriver:
        return ClientDriver(search=self.search, priority_domains=self.priority_domains)


def build_research(
    app: "App",
    task: Task,
    reading: "PageReader",
    steps: Steps,
    providers: Sequence[SearchProvider] | None = None,
    call: ClientCall | None = None,
) -> Research:
    """One stretch of a task. `providers` replace its libraries if given; with `call`, a client drives it."""
    index = library_index(app.store, task.libraries)
    events: list[Event] = []
    ledger = open_ledger(app.store, task, clock=app.clock, tell=events.append, rules=ledger_rules(app.settings.llm))
    model_workers = build_model_workers(app, task, ledger, events)
    if model_workers is not None and app.settings.report.lowest_grade is Grade.JUDGED:
        model_workers.judges = wording_judges(app, model_workers, steps.in_thread, events.append)
    assess = Assess(
        task=task,
        steps=steps,
        judge=home_judge(app, None if model_workers is None else model_workers.further_judge),
        index=index,
        embedder=app.embedder,
        reader=app.answer_reader,
        counts=app.library.counts,
        graphs=app.graphs,
        notices=app.models.notices,
        model_workers=model_workers,
    )
    gather = Gather(
        task=task,
        steps=steps,
        library=app.library,
        reading=reading,
        searching=_searching(app, task, reading, providers),
        index=index,
        embedder=app.embedder,
        reranking=_reranking(app, model_workers),
        notices=app.models.notices,
        model_workers=model_workers,
        asked=None if call is None else lambda query_id: wanted_with(query_id, call.searches()),
    )
    compose, exploring = _compose(app, task, assess), _exploring(app, task, steps, gather)
    opening = _stretch_opening(app, steps, gather, assess)
    search = None if call is None else call.search
    searching = SearchHandler(gather=gather, exploring=exploring, assess=assess, search=search)
    driver, handlers = _driven(app, task, call, searching, compose)
    loop = ResearchLoop(
        task=task,
        steps=steps,
        driver=driver,
        handlers=handlers,
        opening=_opening(opening, search),
        unblocked_pages=UnblockedPages(gather=gather, assess=assess),
        assess=assess,
        ledger=ledger,
        waiting_events=events,
    )
    return Research(
        task=task, steps=steps, gather=gather, exploring=exploring, assess=assess, compose=compose, loop=loop
    )


def _driven(
    app: "App", task: Task, call: ClientCall | None, searching: SearchHandler, compose: Compose
) -> tuple[Driver, dict[type[Action], ActionHandler]]:
    """Who decides the steps, and what executes them."""
    handlers: dict[type[Action], ActionHandler] = {SearchAction: searching}
    if call is not None:
        return call.driver, handlers | _of_client(app, task, call, searching.gather, compose)
    handlers |= _own(app, task, searching, compose)
    model_workers = compose.model_workers
    if model_workers is None or task.deepen:
        return _own_driver(app, task), handlers
    researcher = researcher_of(task, model_workers)
    handlers |= researcher_handlers(task, searching, handlers[CodingAction], researcher, model_workers)
    return model_driver(app, researcher), handlers


def _own_driver(app: "App", task: Task) -> Driver:
    """Who decides the steps of a task that drives itself."""
    if task.deepen:
        with app.store.read() as db:
            held = {one.claim.id: one.claim for one in claims_of(db, task.id)}
        return DeepenDriver(claim=held.get(task.deepen))
    return MechanicalDriver()


def _stretch_opening(app: "App", steps: Steps, gather: Gather, assess: Assess) -> StretchOpening:
    task = assess.task
    return StretchOpening(
        task=task,
        steps=steps,
        gather=gather,
        targets=target_claims,
        model_workers=assess.model_workers,
        inheritance=Inheritance(task=task, steps=steps, mending=app.mending()) if task.parent else None,
        assess=assess,
    )


def _opening(opening: StretchOpening, search: ClientSearch | None) -> Callable[[], Awaitable[None]]:
    if search is None:
        return opening.open_research
    return opening.open_search if search.kind == SEARCH else opening.open_nothing


def _own(app: "App", task: Task, searching: SearchHandler, compose: Compose) -> dict[type[Action], ActionHandler]:
    """The actions of a task of `tadori research` besides searching; it calculates where it has a language model."""
    handlers: dict[type[Action], ActionHandler] = {
        RefuteAction: RefuteHandler(task_id=task.id, searching=searching, assess=searching.assess),
        AnswerAction: AnswerHandler(_choosing(task, searching.assess)),
        StopAction: StopHandler(task_id=task.id, steps=compose.steps, compose=compose, work=app.work),
    }
    if compose.model_workers is not None:
        coding = coding_of(app.settings, compose.model_workers, compose.steps.in_thread)
        handlers[CodingAction] = CodingHandler(task=task, steps=compose.steps, assess=compose.assess, coding=coding)
    return handlers


def _of_client(
    app: "App", task: Task, call: ClientCall, gather: Gather, compose: Compose
) -> dict[type[Action], ActionHandler]:
    """The actions of a client's task besides searching."""
    steps = gather.steps
    results = SearchResultWriter(
        task=task, steps=steps, gather=gather, assess=compose.assess, search=call.search, earlier=call.searches
    )
    return {
        ReviewTestsAction: ReviewTestsHandler(
            task_id=task.id, steps=steps, gather=gather, assess=compose.assess, search_number=call.search.number
        ),
        ResultAction: ResultHandler(results=results),
        RefreshAction: RefreshHandler(results=results),
        ReportAction: ReportHandler(search=call.search, steps=steps, compose=compose, work=app.work),
    }


def _choosing(task: Task, assess: Assess) -> ModelChoosing | None:
    """The choice of the answer by the task's language model, where it has one."""
    if assess.model_workers is None:
        return None
    return ModelChoosing(task=task, steps=assess.steps, assess=assess, model_workers=assess.model_workers)


def _compose(app: "App", task: Task, assess: Assess) -> Compose:
    return Compose(
        task=task,
        steps=assess.steps,
        archive=app.archive,
        check=MechanicalCheck(sandbox=code_sandbox()),
        lowest_grade=app.settings.report.lowest_grade,
        folder=app.tasks / task.id,
        assess=assess,
        coverage=partial(section_coverage, app.store, task),
        mending=app.mending(),
        out_mode=app.out_mode,
        model_workers=assess.model_workers,
    )


def _reranking(app: "App", model_workers: "ModelWorkers | None") -> Reranking | None:
    """The reranker in the settings; else a language model, for few passages."""
    if app.reranking is not None or model_workers is None:
        return app.reranking
    return Reranking(reranker=model_workers.reranker, most=RERANKED_BY_LLM)


def _searching(
    app: "App", task: Task, reading: "PageReader", providers: Sequence[SearchProvider] | None
) -> EngineSearches:
    """The task's search engines: its libraries (or `providers` instead), and web engines."""
    local = app.providers(task) if providers is None else providers
    engines = [library_engine(provider) for provider in local]
    if task.providers:
        engines += engines_of(app, task, reading)
    return EngineSearches(
        store=app.store, engines=engines, clock=app.clock, query_seconds=float(app.settings.engines.timeout)
    )


def _exploring(app: "App", task: Task, steps: Steps, gather: Gather) -> WebRounds:
    return WebRounds(
        task=task,
        steps=steps,
        gather=gather,
        tracing=CitationTracing(task=task, steps=steps, archive=app.archive),
        entities=EntityBase(
            task=task,
            steps=steps,
            archive=app.archive,
            registries=registries_of(app.settings),
            tagger=tagger_of(app.settings) if task.providers else None,
        ),
    )
