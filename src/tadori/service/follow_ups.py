"""`tadori ask`: a new task that follows another one and answers from its evidence first.

Comes in: the task before and a question. Goes out: a stored task with the same folders, engines, model and limits. What
it takes over is decided in `pipeline/inheritance.py`, whether that is enough in `engine/drivers/mechanical.py`.
"""

from dataclasses import replace
from pathlib import Path

from tadori.engine.planning.follow_up import read_with_subject
from tadori.errors import TaskBusy
from tadori.events import Emit, QuestionReadAs, ignore_event
from tadori.model.budget import Budget
from tadori.model.question import Task
from tadori.model.researcher import KnowledgeType
from tadori.model.thresholds import MAX_QUESTION_CHARS
from tadori.service.input_checks import checked_folder, checked_question, report_language
from tadori.service.named_models import usable_model
from tadori.service.tasks import Tasks
from tadori.store.researcher import knowledge_of
from tadori.store.tasks import find_task
from tadori.wiring.engines import checked_providers
from tadori.wiring.home import App
from tadori.wiring.model_workers import first_model


def create_follow_up(app: App, parent_id: str, question: str, *, emit: Emit = ignore_event) -> Task:
    """Store a follow-up of a task. The notes of the user come along.

    Raises:
        TaskNotFound: there is no such task.
        TaskBusy: it is running.
        WrongCall: the question, or a folder, engine or model of the task, cannot be used.
    """
    asked = checked_question(question)
    with app.store.read() as db:
        parent = find_task(db, parent_id)
        notes = [item for item in knowledge_of(db, parent.id) if item.kind is KnowledgeType.USER_PROVIDED]
    if app.ownership.is_held(parent.id):
        raise TaskBusy(f"{parent.id} is still being worked on; ask when it has ended (`tadori status {parent.id}`)")
    lang = report_language(asked)
    read_as = read_with_subject(asked, lang, parent.question, parent.question_lang)
    if len(read_as) > MAX_QUESTION_CHARS:
        read_as = asked
    task = Tasks(app).new(
        read_as,
        budget=Budget(pages=parent.budget.pages, seconds=parent.budget.seconds, tokens=parent.budget.tokens),
        effort=parent.effort,
        length=parent.length,
        folders=[checked_folder(Path(folder)) for folder in parent.libraries],
        providers=checked_providers(app, parent.providers) if parent.providers else (),
        model=_model_of(app, parent),
    )
    task = replace(
        task,
        # The subject may be in another language than the question.
        lang=lang,
        question_lang=lang,
        parent=parent.id,
        parent_question=parent.question,
        asked="" if read_as == asked else asked,
    )
    events = [QuestionReadAs(asked=asked, question=read_as)] if task.asked else []
    Tasks(app).add(task, notes, events, emit=emit)
    return task


def _model_of(app: App, parent: Task) -> str:
    """The parent's model, if it may still be asked. Those of the settings are checked when they are asked."""
    if not parent.model or parent.model == first_model(app.settings.llm):
        return parent.model
    return usable_model(parent.model, app.settings.llm)
