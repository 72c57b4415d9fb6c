"""One task with everything it runs on: the rooms, the pipeline and the loop, put together."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from tadori.app.engines import engines_of, library_listed
from tadori.app.entities import registries_of, tagger_of
from tadori.app.judging import judge_of
from tadori.app.thinking import thinking_of
from tadori.claim.targets import target_claims
from tadori.events import Emit, Event
from tadori.judge.sentence_check import MechanicalCheck
from tadori.loop.mechanical import MechanicalDriver
from tadori.loop.research import Research, section_coverage
from tadori.minds.base import Reranking
from tadori.model.doors import SearchProvider
from tadori.model.question import Task
from tadori.run.assess import Assess
from tadori.run.compose import Compose
from tadori.run.entities import EntityBase
from tadori.run.exploring import Exploring
from tadori.run.gather import Asked, Gather
from tadori.run.ledger import open_ledger
from tadori.run.providers import library_index
from tadori.run.searching import Searching
from tadori.run.steps import Steps
from tadori.run.tracing import Tracing

if TYPE_CHECKING:
    from tadori.app.home import App
    from tadori.run.reading import Reading
    from tadori.run.thinking import Thinking

RERANKED_BY_MIND = 8
"""Passages that a language model puts in order: one question."""


def wired(
    app: "App",
    task: Task,
    reading: "Reading",
    emit: Emit,
    providers: Sequence[SearchProvider] | None,
    steps: Steps | None = None,
    asked: Asked | None = None,
) -> Research:
    """The research of a task; `providers` stand in the place of its libraries where given, `steps` of its own.

    `asked`: what a client looks for with each query, where one drives.
    """
    steps = steps or Steps(task_id=task.id, store=app.store, clock=app.clock, live=emit)
    index = library_index(app.store, task.libraries)
    heard: list[Event] = []
    ledger = open_ledger(app.store, task, clock=app.clock, tell=heard.append)
    thinking = thinking_of(app, task, ledger, heard)
    assess = Assess(
        task=task,
        steps=steps,
        judge=judge_of(app, None if thinking is None else thinking.further_judge),
        index=index,
        embedder=app.embedder,
        counts=app.library.counts,
        notices=app.models.notices,
        thinking=thinking,
    )
    gather = Gather(
        task=task,
        steps=steps,
        library=app.library,
        reading=reading,
        searching=_searching(app, task, reading, providers),
        index=index,
        embedder=app.embedder,
        reranking=_reranking(app, thinking),
        notices=app.models.notices,
        thinking=thinking,
        asked=asked,
    )
    return Research(
        task=task,
        steps=steps,
        gather=gather,
        exploring=_exploring(app, task, steps, gather),
        assess=assess,
        compose=_compose(app, task, assess),
        driver=MechanicalDriver(),
        targets=target_claims,
        work=app.work,
        thinking=thinking,
        ledger=ledger,
        heard=heard,
    )


def _compose(app: "App", task: Task, assess: Assess) -> Compose:
    return Compose(
        task=task,
        steps=assess.steps,
        archive=app.archive,
        check=MechanicalCheck(),
        folder=app.tasks / task.id,
        assess=assess,
        coverage=partial(section_coverage, app.store, task),
        mending=app.mending(),
        out_mode=app.out_mode,
        thinking=assess.thinking,
    )


def _reranking(app: "App", thinking: "Thinking | None") -> Reranking | None:
    """The reranker that settings name; else a language model, asked about few passages."""
    if app.reranking is not None or thinking is None:
        return app.reranking
    return Reranking(reranker=thinking.reranker, most=RERANKED_BY_MIND)


def _searching(app: "App", task: Task, reading: "Reading", providers: Sequence[SearchProvider] | None) -> Searching:
    """Everything the task asks: its libraries (or what a caller puts in their place), and engines of the web."""
    local = app.providers(task) if providers is None else providers
    engines = [library_listed(provider) for provider in local]
    if task.providers:
        engines += engines_of(app, task, reading)
    return Searching(
        store=app.store, engines=engines, clock=app.clock, query_seconds=float(app.settings.engines.timeout)
    )


def _exploring(app: "App", task: Task, steps: Steps, gather: Gather) -> Exploring:
    return Exploring(
        task=task,
        steps=steps,
        gather=gather,
        tracing=Tracing(task=task, steps=steps, archive=app.archive),
        entities=EntityBase(
            task=task,
            steps=steps,
            archive=app.archive,
            registries=registries_of(app.settings),
            tagger=tagger_of(app.settings) if task.providers else None,
        ),
    )
