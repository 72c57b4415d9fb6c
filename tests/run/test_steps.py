"""A unit that fails unexpectedly halts the run and is not recorded, so that resume runs it again."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tadori.app import Request, open_app
from tadori.errors import StorageFull, TaskBusy
from tadori.events import Event, PageRead
from tadori.run.durable import is_held, task_lock
from tadori.settings import Settings


@pytest.mark.req("X4")
def test_a_run_that_halts_in_the_middle_goes_on_where_it_was(tmp_path: Path) -> None:
    documents = tmp_path / "documents"
    documents.mkdir()
    (documents / "a.txt").write_text("Bridge\n\nThe harbour bridge opened on 12 May 1987.", encoding="utf-8")
    (documents / "b.txt").write_text("Harbour\n\nThe harbour bridge is 840 metres long.", encoding="utf-8")
    seen: list[str] = []

    def full_disk(event: Event) -> None:
        seen.append(event.kind)
        if isinstance(event, PageRead) and seen.count("page_read") == 1:
            raise StorageFull("the disk is full")

    with open_app(Settings(home=tmp_path / "home", embeddings=False)) as app:
        task = app.new_task(Request(question="When did the harbour bridge open?", libraries=[documents]))
        with pytest.raises(StorageFull, match="the disk is full"):
            asyncio.run(app.carry_on(task.id, emit=full_disk))
        assert app.state_of(app.task(task.id)) == "cut off"
        outcome = asyncio.run(app.carry_on(task.id, emit=full_disk))
    assert outcome.answered is True
    assert seen.count("task_started") == 1
    assert seen.count("plan_made") == 1


def test_a_lock_is_seen_and_ends_with_its_holder(tmp_path: Path) -> None:
    folder = tmp_path / "task"
    assert is_held(folder) is False
    with task_lock(folder, "task_a"):
        assert is_held(folder) is True
        with pytest.raises(TaskBusy, match="another process"), task_lock(folder, "task_a"):
            raise AssertionError("the lock was given twice")
    assert is_held(folder) is False


def test_times_in_the_store_are_aware(tmp_path: Path) -> None:
    with open_app(Settings(home=tmp_path / "home"), clock=lambda: datetime(2026, 11, 16, tzinfo=UTC)) as app:
        task = app.new_task(Request(question="When?", libraries=[tmp_path]))
        assert app.task(task.id).created_at == datetime(2026, 11, 16, tzinfo=UTC)
