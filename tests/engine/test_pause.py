"""A person pauses a task and lets it go on: between two units, with nothing lost and nothing done twice."""

import asyncio
import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tadori.errors import Interrupted, TaskNotFound, WrongCall
from tadori.events import Event, PageRead
from tadori.service.request import ResearchRequest
from tadori.service.tasks import Tasks
from tadori.settings import Settings
from tadori.store.journal import events_of
from tadori.wiring.home import App, open_app
from tests.gates.research import printed
from tests.store.kept_rows import job_history

QUESTION = "When did the harbour bridge open?"


@pytest.fixture
def documents(tmp_path: Path) -> Path:
    folder = tmp_path / "documents"
    folder.mkdir()
    for number, words in enumerate(["The harbour bridge opened on 12 May 1987.", "港の橋は1987年5月12日に開通した。"]):
        (folder / f"{number}.txt").write_text(f"Harbour Bridge\n\n{words}", encoding="utf-8")
    return folder


def asked(app: App, documents: Path) -> str:
    return Tasks(app).create(ResearchRequest(question=QUESTION, libraries=[documents])).id


def logged(app: App, task_id: str) -> list[dict[str, Any]]:
    """The transitions of the task in its causal log."""
    kinds = {"task_started", "task_paused", "task_resumed", "task_stopped"}
    with app.store.read() as db:
        return [{"kind": one.kind, **one.payload} for one in events_of(db, task_id) if one.kind in kinds]


def sentences(report: bytes) -> list[str]:
    return [sentence["text"] for sentence in printed(json.loads(report), "answer", "claims", "contested")]


@pytest.mark.req("L15", "L37")
def test_a_task_that_was_paused_goes_on_where_it_was_and_comes_to_the_same_report(
    tmp_path: Path, documents: Path
) -> None:
    with open_app(Settings(home=tmp_path / "undisturbed")) as app:
        undisturbed = asyncio.run(Tasks(app).run(asked(app, documents)))
    with open_app(Settings(home=tmp_path / "home")) as app:
        task_id, was_held = asked(app, documents), list[bool]()

        def pause(event: Event) -> None:
            if isinstance(event, PageRead) and not was_held:
                was_held.append(Tasks(app).pause(task_id)[1])

        with pytest.raises(Interrupted, match="is paused"):
            asyncio.run(Tasks(app).run(task_id, emit=pause))
        assert (was_held, Tasks(app).state_of(app.task(task_id))) == ([True], "paused")
        Tasks(app).reopen(app.task(task_id))
        assert Tasks(app).state_of(app.task(task_id)) == "cut off"
        outcome = asyncio.run(Tasks(app).run(task_id))
        assert Tasks(app).state_of(app.task(task_id)) == "answered"
        assert [one["kind"] for one in logged(app, task_id)] == ["task_started", "task_paused", "task_resumed"]
        with app.store.read() as db:
            assert {one.attempt for one in job_history(db, task_id)} == {1}
    assert sentences(outcome.files["report.json"]) == sentences(undisturbed.files["report.json"])


@pytest.mark.req("L15", "L37")
def test_a_task_that_nobody_runs_is_paused_at_once_and_twice_is_once(tmp_path: Path, documents: Path) -> None:
    with open_app(Settings(home=tmp_path / "home")) as app:
        task_id = asked(app, documents)
        assert [Tasks(app).pause(task_id)[1] for _ in range(2)] == [False, False]
        assert Tasks(app).state_of(app.task(task_id)) == "paused"
        Tasks(app).reopen(app.task(task_id))
        Tasks(app).pause(task_id)
        assert logged(app, task_id) == [
            {"kind": "task_paused", "task_id": task_id},
            {"kind": "task_resumed", "task_id": task_id, "before": "paused"},
            {"kind": "task_paused", "task_id": task_id},
        ]


@pytest.mark.req("L15", "L37")
def test_a_stop_and_its_end_are_in_the_log_too(tmp_path: Path, documents: Path) -> None:
    with open_app(Settings(home=tmp_path / "home")) as app:
        task_id = asked(app, documents)
        Tasks(app).stop(task_id)
        Tasks(app).reopen(app.task(task_id))
        assert [(one["kind"], one.get("before")) for one in logged(app, task_id)] == [
            ("task_stopped", None),
            ("task_resumed", "stopped"),
        ]


def test_a_task_that_has_ended_or_is_not_there_cannot_be_paused(tmp_path: Path, documents: Path) -> None:
    with open_app(Settings(home=tmp_path / "home")) as app:
        stopped, finished = asked(app, documents), asked(app, documents)
        Tasks(app).stop(stopped)
        asyncio.run(Tasks(app).run(finished))
        with pytest.raises(WrongCall, match=f"{stopped} is stopped already"):
            Tasks(app).pause(stopped)
        with pytest.raises(WrongCall, match=f"{finished} is finished already"):
            Tasks(app).pause(finished)
        with pytest.raises(TaskNotFound):
            Tasks(app).pause("task_20261116T000000_00000000")


@pytest.mark.req("L15")
@pytest.mark.slow
def test_a_program_at_work_ends_when_another_one_pauses_its_task(tmp_path: Path) -> None:
    folder, home = tmp_path / "many", tmp_path / "家"
    folder.mkdir()
    for number in range(600):
        (folder / f"{number}.txt").write_text(f"Bridge {number}\n\nBridge {number} opened in 1987.", encoding="utf-8")
    env = {"TADORI_HOME": str(home), "PATH": "/usr/bin:/bin"}
    tadori = [str(Path(sys.executable).parent / "tadori")]
    program = subprocess.Popen(
        [*tadori, "research", QUESTION, "--library", str(folder)],
        env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert program.stderr is not None
        task_id = next(line.split()[1] for line in program.stderr if line.startswith("task "))
        said = subprocess.run([*tadori, "pause", task_id], env=env, capture_output=True, text=True, check=True).stdout
        out, err = program.communicate(timeout=120)
    finally:
        program.send_signal(signal.SIGKILL)
        program.wait(timeout=60)
    assert said == f"{task_id} will pause after its current step; `tadori resume {task_id}` goes on with it\n"
    assert (program.returncode, out) == (130, "")
    assert err.endswith(f"tadori: {task_id} is paused; `tadori resume {task_id}` goes on with it\n")
    rows = subprocess.run([*tadori, "status", "--json"], env=env, capture_output=True, text=True, check=True).stdout
    assert json.loads(rows)[0]["state"] == "paused"
