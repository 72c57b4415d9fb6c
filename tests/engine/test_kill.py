"""kill −9 at many points, then resume: nothing is lost and nothing is there twice (X4).

About twenty moments; `tests/gates/gate_kill.py` has two hundred. Where pages are read side by side, a person lets one
through meanwhile and others are lost: see `killing_web.py`.
"""

import random
import signal
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

import tadori
from tadori.service.tasks import Tasks
from tadori.settings import Settings
from tadori.wiring.home import open_app
from tests.engine.killing import (
    FolderScene,
    Kept,
    Moment,
    Scene,
    ServerScene,
    after,
    after_unit,
    at_event,
    before_unit,
    difference,
    inside_unit,
    killed,
    run_once,
    warm,
    whole,
    write_documents,
)
from tests.engine.killing_web import scene
from tests.web.little_web import LittleWeb

BY_EVENTS = [at_event(number) for number in (1, 4, 6, 2)]
BY_UNITS = [before_unit(2), after_unit(2), before_unit(3), after_unit(1), inside_unit(3, 0.0002), inside_unit(2, 0.001)]


@pytest.fixture
def folder(tmp_path: Path) -> FolderScene:
    return FolderScene(documents=write_documents(tmp_path / "documents"))


@pytest.fixture(scope="module")
def web() -> Iterator[LittleWeb]:
    with LittleWeb(hosts=4, articles=1, scale=0.02) as served:
        yield served


def by_chance(seed: int, count: int, most: float) -> list[Moment]:
    drawn = random.Random(seed)
    return [after(drawn.uniform(0.0, most)) for _ in range(count)]


def undisturbed(tmp_path: Path, wanted: Scene) -> tuple[Kept, float]:
    warm(wanted, tmp_path / "first")
    return whole(wanted, tmp_path / "whole")


@pytest.mark.slow
@pytest.mark.req("X4")
@pytest.mark.parametrize("moments", [BY_EVENTS, BY_UNITS], ids=["at events", "around commits"])
def test_a_run_over_a_folder_that_is_killed_and_resumed_equals_one_that_was_never_killed(
    tmp_path: Path, folder: FolderScene, moments: Sequence[Moment]
) -> None:
    right, _ = undisturbed(tmp_path, folder)
    found, kills = killed(folder, tmp_path / "killed", moments)
    assert kills == len(moments)
    assert difference(found, right) == {}
    assert verified(tmp_path / "killed")


@pytest.mark.slow
@pytest.mark.req("X4")
def test_a_run_over_the_web_that_is_killed_and_resumed_equals_one_that_was_never_killed(
    tmp_path: Path, web: LittleWeb
) -> None:
    wanted = scene(web)
    right, took = undisturbed(tmp_path, wanted)
    moments = [at_event(30), before_unit(4), after_unit(5), inside_unit(3, 0.0003), *by_chance(20261118, 4, took)]
    found, kills = killed(wanted, tmp_path / "killed", moments)
    assert kills >= 4
    assert difference(found, right) == {}
    assert verified(tmp_path / "killed")


@pytest.mark.slow
@pytest.mark.req("X4", "L2")
def test_a_server_that_is_killed_and_started_again_ends_with_what_an_undisturbed_one_has(tmp_path: Path) -> None:
    wanted = ServerScene(documents=write_documents(tmp_path / "documents"))
    right, _ = undisturbed(tmp_path, wanted)
    found, kills = killed(wanted, tmp_path / "killed", [before_unit(3), after_unit(2), inside_unit(2, 0.0004)])
    assert kills == 3
    assert difference(found, right) == {}


def verified(home: Path) -> bool:
    (task,) = (home / "tasks").iterdir()
    return tadori.verify(task).ok


def rows(home: Path, statement: str, *values: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(home / "tadori.db")) as db:
        return db.execute(statement, values).fetchall()


@pytest.mark.slow
@pytest.mark.req("X4")
def test_only_the_unit_in_flight_runs_again_and_every_unit_is_recorded_once(
    tmp_path: Path, folder: FolderScene
) -> None:
    home = tmp_path / "home"
    task_id = folder.begin(home)
    codes = [run_once(folder, home, task_id, moment) for moment in (at_event(6), before_unit(3), after_unit(2))]
    assert codes == [-signal.SIGKILL] * 3
    assert run_once(folder, home, task_id) == 0
    begun = rows(home, "select job_id, max(attempt) from job_log group by job_id")
    done = rows(home, "select job_id, count(*) from job_log where state = 'done' group by job_id")
    # The third was committed before it died.
    assert [attempts for _, attempts in begun if attempts != 1] == [2, 2]
    assert [count for _, count in done] == [1] * len(begun)
    assert rows(home, "select id from jobs order by id") == sorted((job,) for job, _ in begun)


@pytest.mark.slow
@pytest.mark.req("X4")
def test_a_new_run_and_a_look_at_status_recover_nothing_of_a_task_that_was_cut_off(
    tmp_path: Path, folder: FolderScene
) -> None:
    home = tmp_path / "home"
    cut_off = folder.begin(home)
    assert run_once(folder, home, cut_off, at_event(5)) == -signal.SIGKILL
    before = rows(home, "select * from job_log where task_id = ?", cut_off)
    other = folder.begin(home)
    assert run_once(folder, home, other) == 0
    with open_app(Settings(home=home)) as app:
        assert Tasks(app).state_of(app.task(cut_off)) == "cut off"
        assert Tasks(app).state_of(app.task(other)) == "answered"
    assert rows(home, "select * from job_log where task_id = ?", cut_off) == before
