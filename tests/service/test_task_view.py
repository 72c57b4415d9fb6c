"""One view of a task for every face; a client's status leaves out tokens, which never stop a task."""

from pathlib import Path

from tadori.engine.ledger import open_ledger
from tadori.model.budget import Budget, Spent
from tadori.service.clients.status import client_task_status
from tadori.service.task_view import task_view
from tadori.service.tasks import Tasks
from tadori.settings import Settings
from tadori.store.tasks import add_task
from tadori.wiring.home import open_app


def test_a_task_whose_tokens_are_spent_is_not_out_of_budget_for_a_client(tmp_path: Path) -> None:
    with open_app(Settings(home=tmp_path / "home")) as app:
        budget = Budget(pages=5, seconds=60, tokens=10)
        task = Tasks(app).new("港の橋はいつ開通したか", budget=budget, folders=[tmp_path], providers=())
        with app.store.write() as db:
            add_task(db, task)
        tokens = open_ledger(app.store, task, clock=app.clock).tokens
        for job, used in (("claims", 8), ("writing", 2)):  # a fifth is kept for the final answer
            tokens.settle(tokens.reserve(job, used), used)
        with app.store.read() as db:
            view = task_view(db, task.id)
        status = client_task_status(app, task.id, None)
    assert (view.spent, view.exhausted, view.remaining_percent) == (Spent(pages=0, seconds=0.0, tokens=10), "tokens", 0)
    assert (status["status"], status["budget"]["remaining_percent"], status["warnings"]) == ("created", 100, [])


def test_a_new_task_takes_the_language_of_its_question_and_the_usual_effort(tmp_path: Path) -> None:
    with open_app(Settings(home=tmp_path / "home")) as app:
        task = Tasks(app).new(
            "港の橋はいつ開通したか", budget=Budget(pages=5, seconds=60, tokens=0), folders=[], providers=()
        )
    assert (task.lang, task.question_lang, task.effort, task.libraries, task.out) == ("ja", "ja", 3, (), None)
