"""Builds what a task needs where a language model drives it: the researcher, its driver, the handlers of its actions.

Comes in: a live home, a task and its model workers. Goes out: objects for `wiring/research.py`. Nothing is asked here.
"""

from typing import TYPE_CHECKING

from tadori.engine.actions.answer import AnswerHandler
from tadori.engine.actions.diary import DiaryHandler
from tadori.engine.actions.handler import ActionHandler
from tadori.engine.actions.propose import ProposeHandler
from tadori.engine.actions.reflect import ReflectHandler
from tadori.engine.actions.search import SearchHandler
from tadori.engine.actions.visit import VisitHandler
from tadori.engine.drivers.mechanical import MechanicalDriver
from tadori.engine.drivers.model import BeastMode, ModelDriver
from tadori.engine.ledger import LedgerRules
from tadori.model.actions import (
    Action,
    AnswerAction,
    CodingAction,
    ProposeAction,
    ReflectAction,
    SearchAction,
    VisitAction,
)
from tadori.model.llm_thresholds import WARN_AT
from tadori.model.question import Task
from tadori.pipeline.model_choice import ModelChoosing
from tadori.pipeline.researcher import Researcher
from tadori.settings import LlmSettings
from tadori.wiring.coding import is_sandbox_installed

if TYPE_CHECKING:
    from tadori.pipeline.model_workers import ModelWorkers
    from tadori.wiring.home import App


def ledger_rules(settings: LlmSettings) -> LedgerRules:
    """What the user has set of budgets."""
    warn_at = tuple(sorted({settings.warn_percent, *WARN_AT[1:]}))
    return LedgerRules(time_share=settings.time_percent / 100, warn_at=warn_at)


def researcher_of(task: Task, model_workers: "ModelWorkers") -> Researcher:
    """The task's model as its researcher."""
    return Researcher(
        mind=model_workers.mind,
        prompts=model_workers.prompts,
        question=task.question,
        lang=task.question_lang,
        pending_events=model_workers.pending_events,
    )


def model_driver(app: "App", researcher: Researcher) -> ModelDriver:
    settings = app.settings.llm
    return ModelDriver(
        model=researcher,
        rules=MechanicalDriver(),
        today=lambda: app.clock().date(),
        beast=BeastMode(enabled=settings.beast, trigger_threshold=settings.beast_percent / 100),
        may_code=is_sandbox_installed(),
    )


def researcher_handlers(
    task: Task,
    searching: SearchHandler,
    coding: ActionHandler,
    researcher: Researcher,
    model_workers: "ModelWorkers",
) -> dict[type[Action], ActionHandler]:
    """The handlers of a model's actions; each keeps the diary."""
    steps, assess = searching.gather.steps, searching.assess

    def noted(inner: ActionHandler) -> DiaryHandler:
        return DiaryHandler(task=task, steps=steps, assess=assess, inner=inner)

    choosing = ModelChoosing(task=task, steps=steps, assess=assess, model_workers=model_workers)
    return {
        SearchAction: noted(searching),
        VisitAction: noted(VisitHandler(exploring=searching.exploring, assess=assess)),
        CodingAction: noted(coding),
        ReflectAction: noted(ReflectHandler(task_id=task.id)),
        # The answer is chosen by then: each proposal chooses, and is tested.
        AnswerAction: AnswerHandler(),
        ProposeAction: ProposeHandler(task=task, steps=steps, assess=assess, choosing=choosing, tester=researcher),
    }
