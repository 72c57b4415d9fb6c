"""kill −9 while a follow-up takes evidence over, or while a claim is looked at again, then resume (X4)."""

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tadori.events import Event
from tadori.service.deepening import open_deepening
from tadori.service.follow_ups import create_follow_up
from tadori.settings import Settings
from tadori.wiring.home import App, open_app
from tests.engine.killing import (
    FolderScene,
    after_unit,
    before_unit,
    difference,
    inside_unit,
    killed,
    run_once,
    warm,
    whole,
    write_documents,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class AfterwardsScene:
    """What is asked after a task that has ended; every run begins with a copy of its home, so that ids are the same."""

    ended: Path
    ask: Callable[[App], str]

    def begin(self, home: Path) -> str:
        shutil.copytree(self.ended, home)
        with open_app(Settings(home=home)) as app:
            return self.ask(app)

    def carry_on(self, home: Path, task_id: str, listen: Callable[[Event], None]) -> None:
        FolderScene(documents=self.ended).carry_on(home, task_id, listen)


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    folder = tmp_path_factory.mktemp("before")
    scene = FolderScene(documents=write_documents(folder / "documents"), question="When did the harbour bridge open?")
    task_id = scene.begin(folder / "home")
    assert run_once(scene, folder / "home", task_id) == 0
    return folder / "home", task_id


@pytest.mark.slow
@pytest.mark.req("X4")
def test_a_follow_up_that_is_killed_and_resumed_equals_one_that_was_never_killed(
    tmp_path: Path, ended: tuple[Path, str]
) -> None:
    home, before = ended
    scene = AfterwardsScene(ended=home, ask=lambda app: create_follow_up(app, before, "How long is it?").id)
    warm(scene, tmp_path / "first")
    right, _ = whole(scene, tmp_path / "whole")
    assert [purpose for _, purpose, *_ in right["queries"]].count("inherited") == 1
    moments = [after_unit(3), before_unit(1), inside_unit(1, 0.0004), after_unit(1), after_unit(2), before_unit(2)]
    found, kills = killed(scene, tmp_path / "killed", moments)
    assert kills == len(moments)
    assert difference(found, right) == {}


@pytest.mark.slow
@pytest.mark.req("X4")
def test_a_deeper_look_that_is_killed_and_resumed_equals_one_that_was_never_killed(
    tmp_path: Path, ended: tuple[Path, str]
) -> None:
    home, before = ended
    scene = AfterwardsScene(ended=home, ask=lambda app: open_deepening(app, before, "1").id)
    warm(scene, tmp_path / "first")
    right, _ = whole(scene, tmp_path / "whole")
    moments = [after_unit(4), before_unit(1), after_unit(1), inside_unit(2, 0.0004), after_unit(2), before_unit(2)]
    found, kills = killed(scene, tmp_path / "killed", moments)
    assert kills == len(moments)
    # When a person asked for it is part of the event's id only, and not of what is compared.
    assert difference(found, right) == {}
