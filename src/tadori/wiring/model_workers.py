"""The language model of a task, put together: models, templates, fence, ledger. None where none is named.

Comes in: a live home and a task whose lock this process holds. Goes out: `Thinking`, or None, and then everything runs
by rules. Nothing is contacted here.
"""

import json
import os
from typing import TYPE_CHECKING

from tadori.errors import ConfigError
from tadori.events import Event
from tadori.model.question import Task

if TYPE_CHECKING:
    from tadori.engine.ledger import TaskLedger
    from tadori.minds.prompts import Pinned
    from tadori.pipeline.model_workers import Thinking
    from tadori.service.home import App

TIMES = 6
"""Questions, each with the time of one call, that one piece of work may take."""


def thinking_of(app: "App", task: Task, ledger: "TaskLedger", heard: list[Event]) -> "Thinking | None":
    """What thinks for `task`: where settings name a model and the task has tokens. What it tells goes to `heard`.

    Raises:
        ConfigError: a model's name is none, its key is missing, or it is elsewhere and that was not allowed.
    """
    settings = app.settings.llm
    if task.budget.tokens <= 0 or not (settings.fast or settings.slow):
        return None
    from tadori.claim.extraction import restated
    from tadori.claim.targets import target_of
    from tadori.engine.slots import processor_lent
    from tadori.judge.sentence_check import MechanicalCheck
    from tadori.minds.guard.audit import AuditLog
    from tadori.minds.guard.fence import Fence
    from tadori.minds.llm.client import Asking
    from tadori.minds.requests import Role
    from tadori.model.slots import Slot, SlotPriority
    from tadori.pipeline.model_workers import Remembering, Thinking

    urgency = {Role.FAST: SlotPriority.LLM_FAST, Role.SLOW: SlotPriority.LLM_SLOW}
    asking = Asking.of(
        settings,
        purse=ledger.tokens,
        fence=Fence.new(task.id, os.urandom),
        audit=AuditLog(app.settings.home, app.clock),
        tell=heard.append,
        turn=lambda role: app.slots.hold(Slot.GPU, urgency[role]),
    )
    return Thinking(
        mind=Remembering(asking, store=app.store, ledger=ledger, clock=app.clock),
        prompts=_pinned(app, task, heard),
        check=MechanicalCheck(),
        restate=restated,
        target=target_of,
        question=task.question,
        core_lent=processor_lent,
        seconds=TIMES * float(settings.timeout),
        heard=heard,
    )


def minds_of(app: "App", task: Task) -> str:
    """Names the language models of a task as `Thinking.id` does, for whoever only reads what they once said.

    Where settings name models that cannot be asked now there is nobody to name: rules alone decide then.
    """
    settings = app.settings.llm
    if task.budget.tokens <= 0 or not (settings.fast or settings.slow):
        return ""
    from tadori.minds.llm.providers import models_for
    from tadori.minds.requests import Role

    try:
        return "+".join(dict.fromkeys(named.id for role in Role for named in models_for(settings, role)))
    except ConfigError:
        return ""


def _pinned(app: "App", task: Task, heard: list[Event]) -> "Pinned":
    """The templates as they were when the task began, whatever happened to them since."""
    from tadori.archive.files import written_aside
    from tadori.service.templates import template_library

    place = app.tasks / task.id / "templates.json"
    known = json.loads(place.read_text(encoding="utf-8")) if place.exists() else None
    pinned = template_library(app.settings, emit=heard.append).pinned(known)
    if known is None:
        place.parent.mkdir(parents=True, exist_ok=True)
        with written_aside(place) as stream:
            stream.write(json.dumps(pinned.versions, sort_keys=True).encode())
    return pinned
