"""The commands of tasks, libraries and verification, one function each; every one opens the home itself."""

import asyncio
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tadori.events import Emit, ignore_event
from tadori.model.budget import model_share
from tadori.model.question import AnswerLength
from tadori.service.checking import verify_path
from tadori.service.deepening import open_deepening
from tadori.service.follow_ups import create_follow_up
from tadori.service.input_checks import checked_folder, checked_length
from tadori.service.libraries import Libraries
from tadori.service.request import (
    NO_LIMITS_GIVEN,
    BudgetOptions,
    OnTaskStarted,
    ResearchOutcome,
    ResearchRequest,
    ignore_task_id,
)
from tadori.service.rounds import targets_with_evidence
from tadori.service.task_view import researcher_view, task_view
from tadori.service.tasks import Tasks
from tadori.settings import load_settings
from tadori.store.evidence import claims_of
from tadori.store.journal import events_of
from tadori.store.ledger import token_use_of
from tadori.store.queries import pages_read
from tadori.store.tasks import all_tasks, stop_of
from tadori.wiring.home import open_app

if TYPE_CHECKING:
    from tadori.model.verification import Verification


def research(
    question: str,
    *,
    libraries: Sequence[Path | str] = (),
    providers: Sequence[str] = (),
    effort: int = 3,
    length: str = AnswerLength.NORMAL,
    lang: str | None = None,
    budget_pages: int | None = None,
    budget_seconds: int | None = None,
    budget_tokens: int | None = None,
    out: Path | str | None = None,
    model: str | None = None,
    notes: Path | str | None = None,
    home: Path | str | None = None,
    emit: Emit = ignore_event,
) -> ResearchOutcome:
    """Answer `question` from folders of documents, or from the web without any; the Python entry point.

    `home` defaults to `TADORI_HOME`. With folders nothing leaves this machine unless `providers` names an engine.
    `model` names the language model of this task (`none`: rules alone), `notes` a file with what is known already.

    Raises:
        WrongCall: the question or a folder cannot be used.
        TadoriError: the run halted; the task can be resumed.
    """
    request = ResearchRequest(
        question=question,
        libraries=[Path(folder) for folder in libraries],
        providers=list(providers),
        effort=effort,
        length=checked_length(length),
        lang=lang,
        budget=BudgetOptions(pages=budget_pages, seconds=budget_seconds, tokens=budget_tokens),
        out=None if out is None else Path(out),
        model=model,
        notes=None if notes is None else Path(notes),
    )
    return run_research(request, emit=emit, home=None if home is None else Path(home))


def verify(path: Path | str) -> "Verification":
    """Check a report (its folder, or `evidence.wacz`) against its archive; `.ok` says whether everything holds."""
    return verify_path(Path(path))


def run_research(
    request: ResearchRequest,
    *,
    emit: Emit = ignore_event,
    started: OnTaskStarted = ignore_task_id,
    home: Path | None = None,
) -> ResearchOutcome:
    """Create a task and run it to its report, in this process."""
    return asyncio.run(researched(request, emit=emit, started=started, home=home))


async def researched(
    request: ResearchRequest,
    *,
    emit: Emit = ignore_event,
    started: OnTaskStarted = ignore_task_id,
    home: Path | None = None,
) -> ResearchOutcome:
    """The same, on the event loop that runs already."""
    with open_app(load_settings(home=home)) as app:
        task = Tasks(app).create(request, emit=emit)
        started(task.id)
        return await Tasks(app).run(task.id, emit=emit)


def run_ask(
    parent_id: str, question: str, *, emit: Emit = ignore_event, started: OnTaskStarted = ignore_task_id
) -> ResearchOutcome:
    """Ask a follow-up of a task: a new task that answers from its evidence first, run to its report in this process."""
    return asyncio.run(asked(parent_id, question, emit=emit, started=started))


async def asked(
    parent_id: str,
    question: str,
    *,
    emit: Emit = ignore_event,
    started: OnTaskStarted = ignore_task_id,
    home: Path | None = None,
) -> ResearchOutcome:
    """The same, on the event loop that runs already."""
    with open_app(load_settings(home=home)) as app:
        task = create_follow_up(app, parent_id, question, emit=emit)
        started(task.id)
        return await Tasks(app).run(task.id, emit=emit)


def run_resume(
    task_id: str,
    *,
    budget: BudgetOptions = NO_LIMITS_GIVEN,
    deepen: str | None = None,
    emit: Emit = ignore_event,
    started: OnTaskStarted = ignore_task_id,
) -> ResearchOutcome:
    """Resume a task, in this process; with `deepen`, a finished one looks at that claim again."""
    return asyncio.run(resumed(task_id, budget=budget, deepen=deepen, emit=emit, started=started))


async def resumed(
    task_id: str,
    *,
    budget: BudgetOptions = NO_LIMITS_GIVEN,
    deepen: str | None = None,
    emit: Emit = ignore_event,
    started: OnTaskStarted = ignore_task_id,
    home: Path | None = None,
) -> ResearchOutcome:
    """The same, on the event loop that runs already."""
    with open_app(load_settings(home=home)) as app:
        task = app.task(task_id)
        if deepen is not None:
            open_deepening(app, task.id, deepen, budget, emit=emit)
        started(task.id)
        if deepen is None:
            Tasks(app).reopen(task)
            if budget != NO_LIMITS_GIVEN:
                Tasks(app).enlarge(task.id, budget)
        return await Tasks(app).run(task.id, emit=emit)


def task_list() -> list[dict[str, Any]]:
    """Every task of the home, newest first."""

    with open_app(load_settings()) as app, app.store.read() as db:
        return [
            {
                "task_id": task.id,
                "state": Tasks(app).state_of(task),
                "question": task.question,
                "created_at": task.created_at.isoformat(timespec="seconds"),
                "pages_read": pages_read(db, task.id),
                "answered": task.answered,
            }
            for task in all_tasks(db)
        ]


def task_status(task_id: str) -> dict[str, Any]:
    """One task: where it is, what it has spent, what each search gave. Metrics, no advice."""
    with open_app(load_settings()) as app, app.store.read() as db:
        view = task_view(db, task_id)
        task, spent, report = view.task, view.spent, view.report
        models, events = token_use_of(db, task.id), events_of(db, task.id)
        reason, words = stop_of(db, task.id)
        work = [event.payload for event in events if event.kind == "work_counted"]
        return {
            "task_id": task.id,
            "state": Tasks(app).state_of(task),
            "question": task.question,
            "asked": task.asked or None,
            "parent": task.parent or None,
            "model": task.model or None,
            "created_at": task.created_at.isoformat(timespec="seconds"),
            "answered": task.answered,
            "stop_reason": reason or None,
            "stop_words": words or None,
            "pages_used": spent.pages,
            "pages_limit": task.budget.pages,
            "time_used_seconds": round(spent.seconds, 1),
            "time_limit_seconds": task.budget.seconds,
            "tokens_used": spent.tokens,
            "tokens_limit": task.budget.tokens,
            "tokens_by_job": {one.job: one.tokens for one in models.jobs},
            "model_time_share": round(model_share(models.model_seconds, spent.seconds), 4),
            "remaining_percent": view.remaining_percent,
            "claims": len(claims_of(db, task.id)),
            "pages_lost": sum(event.kind == "page_lost" for event in events),
            "extractions": work[-1]["extractions"] if work else None,
            "embeddings": work[-1]["embeddings"] if work else None,
            "judged": work[-1]["judged"] if work else None,
            "events": len(events),
            "last_event": events[-1].kind if events else None,
            "report": None if report is None else str(report.folder / "report.md"),
            "root_hash": None if report is None else report.root_hash,
            "rounds": view.rounds,
            "targets": targets_with_evidence(db, task.id),
            **researcher_view(db, task.id),
            "searches": [
                {
                    "id": row.query.id,
                    "query": row.query.text,
                    "purpose": row.query.purpose.value,
                    "round": row.query.round,
                    "hits": row.hits,
                    "pages_fetched": row.pages_read,
                    "useful_fragments": row.useful,
                    "reason": row.reason,
                }
                for row in view.queries
            ],
        }


def stop_task(task_id: str) -> str:
    """End a task; a message that says what will happen."""
    with open_app(load_settings()) as app:
        task, held = Tasks(app).stop(task_id)
    if held:
        return f"{task.id} will end at its next step and write its report"
    return f"{task.id} is stopped; `tadori resume {task.id}` would go on with it"


def pause_task(task_id: str) -> str:
    """Pause a task; a message that says what will happen."""
    with open_app(load_settings()) as app:
        task, held = Tasks(app).pause(task_id)
    if held:
        return f"{task.id} will pause after its current step; `tadori resume {task.id}` goes on with it"
    return f"{task.id} is paused; `tadori resume {task.id}` goes on with it"


def forget_task(task_id: str) -> str:
    """Delete a task; a message that says what was deleted."""
    with open_app(load_settings()) as app:
        task, pages = Tasks(app).forget(task_id)
    return f"{task.id} is gone, with {pages} archived pages that no other task used"


def library_add(folders: Sequence[Path], *, emit: Emit = ignore_event) -> list[dict[str, Any]]:
    """Index folders; one summary for each."""
    with open_app(load_settings()) as app:
        wanted = [str(checked_folder(folder)) for folder in folders]
        for folder in wanted:
            Libraries(app).add(Path(folder), emit=emit)
        return [row for row in Libraries(app).rows() if row["folder"] in wanted]


def library_list(*, with_lost: bool = False) -> list[dict[str, Any]]:
    """Every indexed folder."""
    with open_app(load_settings()) as app:
        return Libraries(app).rows(with_lost=with_lost)


def library_search(query: str, folders: Sequence[Path], *, limit: int) -> list[dict[str, Any]]:
    """Hits in the folders (indexed first if they have changed), or in every indexed folder."""
    with open_app(load_settings()) as app:
        return asyncio.run(Libraries(app).search(query, folders, limit=limit))


def verify_report(path: Path, *, root: str | None = None) -> dict[str, Any]:
    """Check a report against its archive; with `root`, also compare its root hash."""
    return asdict(verify_path(path, root=root))
