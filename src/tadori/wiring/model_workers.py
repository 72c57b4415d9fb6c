"""Builds the language model workers of a task: models, templates, fence, ledger. None where no model is named.

Comes in: a live home and a task whose lock this process holds. Goes out: `ModelWorkers`, or None, and then everything
runs by rules. No model is contacted here.
"""

import json
import os
from dataclasses import replace
from typing import TYPE_CHECKING

from tadori.errors import ConfigError
from tadori.events import Event
from tadori.model.question import Task
from tadori.model.slots import Slot, SlotPriority
from tadori.model.thresholds import CALLS_PER_JOB
from tadori.settings import LlmSettings

if TYPE_CHECKING:
    from tadori.engine.ledger import TaskLedger
    from tadori.minds.prompts import PinnedTemplates
    from tadori.pipeline.model_workers import ModelWorkers
    from tadori.wiring.home import App


def models_of(settings: LlmSettings, task: Task) -> LlmSettings:
    """The settings with the models of `task`: their own or, where the task names another, that one for both roles.

    A task of rules alone has no tokens; its models are never asked for.
    """
    if not task.model or task.model == first_model(settings):
        return settings
    return replace(settings, fast=(task.model,), slow=())


def first_model(settings: LlmSettings) -> str:
    """The model that the settings name first; empty where they name none."""
    return next(iter((*settings.fast, *settings.slow)), "")


def build_model_workers(
    app: "App", task: Task, ledger: "TaskLedger", pending_events: list[Event]
) -> "ModelWorkers | None":
    """The model workers for `task`, if it or the settings name a model and it has tokens.

    Events go to `pending_events`.

    Raises:
        ConfigError: a model's name is none, its key is missing, or it is elsewhere and that was not allowed.
    """
    settings = models_of(app.settings.llm, task)
    if task.budget.tokens <= 0 or not (settings.fast or settings.slow):
        return None
    from tadori.claim.targets import target_of  # lazy: slow to import
    from tadori.engine.slots import lend_processor  # lazy: slow to import
    from tadori.judge.sentence_check import MechanicalCheck  # lazy: slow to import
    from tadori.minds.guard.audit import AuditLog  # lazy: slow to import
    from tadori.minds.guard.fence import Fence  # lazy: slow to import
    from tadori.minds.llm.client import ModelClient  # lazy: slow to import
    from tadori.minds.requests import ModelRole  # lazy: few commands need it
    from tadori.pipeline.model_workers import CachedModel, ModelWorkers  # lazy: brings sqlalchemy

    urgency = {ModelRole.FAST: SlotPriority.LLM_FAST, ModelRole.SLOW: SlotPriority.LLM_SLOW}
    asking = ModelClient.of(
        settings,
        budget=ledger.tokens,
        fence=Fence.new(task.id, os.urandom),
        audit=AuditLog(app.settings.home, app.clock),
        emit=pending_events.append,
        turn=lambda role: app.slots.hold(Slot.GPU, urgency[role]),
    )
    return ModelWorkers(
        mind=CachedModel(asking, store=app.store, ledger=ledger, clock=app.clock),
        prompts=_pinned(app, task, pending_events),
        check=MechanicalCheck(),
        target=target_of,
        question=task.question,
        core_lent=lend_processor,
        seconds=CALLS_PER_JOB * float(settings.timeout),
        pending_events=pending_events,
    )


def model_ids(app: "App", task: Task) -> str:
    """The ids of a task's language models as in `ModelWorkers.id`, to look up their stored results.

    Empty if the models in the settings cannot be used now: rules alone decide then.
    """
    settings = models_of(app.settings.llm, task)
    if task.budget.tokens <= 0 or not (settings.fast or settings.slow):
        return ""
    from tadori.minds.llm.providers import models_for  # lazy: slow to import
    from tadori.minds.requests import ModelRole  # lazy: few commands need it

    try:
        return "+".join(dict.fromkeys(named.id for role in ModelRole for named in models_for(settings, role)))
    except ConfigError:
        return ""


def _pinned(app: "App", task: Task, pending_events: list[Event]) -> "PinnedTemplates":
    """The templates in the versions that the task began with, even if they were changed since."""
    from tadori.archive.files import atomic_write  # lazy: few commands need it
    from tadori.wiring.templates import template_library  # lazy: few commands need it

    place = app.tasks / task.id / "templates.json"
    known = json.loads(place.read_text(encoding="utf-8")) if place.exists() else None
    pinned = template_library(app.settings, emit=pending_events.append).pinned(known)
    if known is None:
        place.parent.mkdir(parents=True, exist_ok=True)
        with atomic_write(place) as stream:
            stream.write(json.dumps(pinned.versions, sort_keys=True).encode())
    return pinned
