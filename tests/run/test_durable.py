"""The log of a task: a start that is killed at any moment leaves one that the next start can use."""

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from tadori.run import durable
from tests.run.test_kill import die, in_child


def launch(folder: Path) -> None:
    async def nothing(_part: int) -> None:
        return

    async def main() -> None:
        async with durable.durable_log(folder, "task_1", nothing):
            await asyncio.sleep(0)

    asyncio.run(main())


def killed_at_statement(folder: Path, number: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """Launch a log in a process that is killed before its statement of that number; its exit code."""
    real = durable.log_engine

    def counting(path: Path) -> Any:
        engine, seen = real(path), [0]

        @sa.event.listens_for(engine, "before_cursor_execute")
        def _count(*_: Any) -> None:
            seen[0] += 1
            if seen[0] == number:
                die()

        return engine

    with monkeypatch.context() as patched:
        patched.setattr(durable, "log_engine", counting)
        return in_child(lambda: launch(folder))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, str]]:
    """The tables of a log whose first start nobody killed."""
    durable._dbos()  # imported here, once for all children
    folder = tmp_path_factory.mktemp("whole")
    assert in_child(lambda: launch(folder)) == 0
    return tables(folder)


@pytest.mark.slow
@pytest.mark.req("X4")
@pytest.mark.parametrize("number", [2, 4, 9, 30, 60])
def test_a_first_start_killed_while_its_tables_are_made_is_made_up_for_by_the_next(
    tmp_path: Path, whole: list[tuple[str, str]], number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert killed_at_statement(tmp_path, number, monkeypatch) == -9
    assert in_child(lambda: launch(tmp_path)) == 0
    assert tables(tmp_path) == whole


def tables(folder: Path) -> list[tuple[str, str]]:
    db = sqlite3.connect(folder / durable.LOG_NAME)
    try:
        return db.execute("select name, sql from sqlite_master order by name").fetchall()
    finally:
        db.close()
