"""Bad input of the one engine: strange journals, two at one task, killed helpers, stops, cancels, a full disk (X4).

Each through a face: the program's own commands, or a run in a process of its own that is compared with an undisturbed
one (`killing.py`).
"""

import asyncio
import json
import os
import signal
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

import tadori
from tadori.cli.root import run
from tadori.events import Event
from tadori.service.tasks import Tasks
from tadori.settings import Settings
from tadori.wiring.home import open_app
from tests.engine.killing import (
    FolderScene,
    after_unit,
    at_commit,
    difference,
    in_child,
    kept,
    run_once,
    unheard,
    whole,
    write_documents,
)
from tests.engine.killing_web import scene
from tests.mcp.world import desk
from tests.web.little_web import LittleWeb

pytestmark = pytest.mark.slow


@pytest.fixture
def folder(tmp_path: Path) -> FolderScene:
    return FolderScene(documents=write_documents(tmp_path / "documents"))


@pytest.fixture(scope="module")
def web() -> Iterator[LittleWeb]:
    with LittleWeb(hosts=4, articles=1, scale=0.02) as served:
        yield served


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TADORI_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def change(home: Path, statement: str, *values: str) -> None:
    with closing(sqlite3.connect(home / "tadori.db")) as db:
        assert db.execute(statement, values).rowcount == 1
        db.commit()


def everything(home: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table that a run writes."""
    tables = ("tasks", "queries", "pages", "task_pages", "claims", "edges", "events", "jobs", "job_log")
    with closing(sqlite3.connect(home / "tadori.db")) as db:
        return {table: db.execute(f"select * from {table}").fetchall() for table in tables}  # noqa: S608


def cut_off(folder: FolderScene, home: Path) -> str:
    """A task that was killed after some units; its id."""
    task_id = folder.begin(home)
    assert run_once(folder, home, task_id, after_unit(6)) == -signal.SIGKILL
    return task_id


@pytest.mark.req("X4")
def test_a_journal_with_a_kind_of_work_that_only_a_newer_version_knows_is_left_as_it_is(
    folder: FolderScene, home: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    task_id = cut_off(folder, home)
    change(home, "update jobs set kind = 'council' where kind = 'plan' and task_id = ?", task_id)
    before = everything(home)
    assert run(["resume", task_id]) == 1
    said = capfd.readouterr().err
    assert "has work of a kind that this version does not know (council): a newer Tadori wrote it" in said
    assert "Traceback" not in said
    assert everything(home) == before
    change(home, "update jobs set kind = 'plan' where kind = 'council' and task_id = ?", task_id)
    assert run(["resume", task_id]) == 0


@pytest.mark.req("X4")
@pytest.mark.parametrize(
    ("kind", "result"),
    [("decide", "{torn"), ("decide", '"港"'), ("decide", '{"kind": "council"}'), ("search", "7"), ("search", "null")],
    ids=["torn", "a string", "an unknown action", "a number", "null"],
)
def test_a_journal_whose_results_are_garbage_is_named_as_damaged_and_nothing_is_lost(
    folder: FolderScene, home: Path, capfd: pytest.CaptureFixture[str], kind: str, result: str
) -> None:
    task_id = cut_off(folder, home)
    with closing(sqlite3.connect(home / "tadori.db")) as db:
        (right,) = db.execute("select result from jobs where kind = ?", (kind,)).fetchone()
    change(home, "update jobs set result = ? where kind = ? and task_id = ?", result, kind, task_id)
    before = everything(home)
    assert run(["resume", task_id]) == 1
    said = capfd.readouterr().err
    assert f"the journal of {task_id} is damaged: the result of {kind} cannot be read" in said
    assert "Traceback" not in said
    assert everything(home) == before
    change(home, "update jobs set result = ? where kind = ? and task_id = ?", right, kind, task_id)
    assert run(["resume", task_id]) == 0


def stopped_at(folder: Any, home: Path, task_id: str, number: int) -> int:
    """A process that works on the task and was stopped (SIGSTOP) at its event of that number; its id."""
    child = os.fork()
    if child == 0:
        seen = [0]

        def listen(_: Event) -> None:
            seen[0] += 1
            if seen[0] == number:
                os.kill(os.getpid(), signal.SIGSTOP)

        try:
            folder.carry_on(home, task_id, listen)
        finally:
            os._exit(0)
    _, status = os.waitpid(child, os.WUNTRACED)
    assert os.WIFSTOPPED(status)
    return child


def goes_on(child: int) -> int:
    os.kill(child, signal.SIGCONT)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


@pytest.mark.req("X4")
def test_a_second_process_on_a_task_is_refused_while_the_first_lives_and_let_in_when_it_was_killed(
    folder: FolderScene, home: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    task_id = folder.begin(home)
    child = stopped_at(folder, home, task_id, 4)
    before = everything(home)
    assert run(["resume", task_id]) == 2
    assert f"{task_id} is being worked on by another process" in capfd.readouterr().err
    assert run(["forget", task_id, "--yes"]) == 2
    assert run(["status", task_id, "--json"]) == 0
    assert '"state": "running"' in capfd.readouterr().out
    assert everything(home) == before
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    assert run(["resume", task_id]) == 0


@pytest.mark.req("X4", "L12")
def test_a_client_of_a_second_server_is_not_given_a_task_that_another_server_works_on(tmp_path: Path) -> None:
    library, home = write_documents(tmp_path / "documents"), tmp_path / "home"

    async def asked(task_id: str, limit: float) -> dict[str, Any]:
        async with desk(home, library, soft_limit=limit) as client:
            return await client("search", task_id=task_id, query="harbour bridge opened")

    class Server:
        """As `stopped_at` wants it."""

        def carry_on(self, home: Path, task_id: str, listen: Callable[[Event], None]) -> None:
            def stop(commit: Callable[[], None]) -> None:
                commit()
                os.kill(os.getpid(), signal.SIGSTOP)

            at_commit(3, stop)
            asyncio.run(asked(task_id, 600.0))

    async def made() -> str:
        async with desk(home, library) as client:
            return await client.task()

    task_id = asyncio.run(made())
    child = stopped_at(Server(), home, task_id, 0)
    told = asyncio.run(asked(task_id, 0.2))
    assert (told["search_id"], told["status"], told["claims_found"]) == ("s_001", "running", [])
    assert goes_on(child) == 0
    ended = asyncio.run(asked(task_id, 600.0))
    with closing(sqlite3.connect(home / "tadori.db")) as db:
        begun = db.execute("select max(attempt) from job_log").fetchone()
    assert (ended["status"], begun) == ("satisfied", (1,))


@pytest.mark.req("X4")
def test_a_process_that_was_stopped_for_a_minute_keeps_its_task_and_ends_as_an_undisturbed_one(
    tmp_path: Path, web: LittleWeb
) -> None:
    """A second of real time; its clock has gone on by a minute meanwhile, with requests under way."""
    wanted = scene(web)
    right, _ = whole(wanted, tmp_path / "whole")
    task_id = wanted.begin(tmp_path / "home")
    child = stopped_at(wanted, tmp_path / "home", task_id, 40)
    time.sleep(1.0)
    wanted.time.pass_(60.0)
    with open_app(Settings(home=tmp_path / "home")) as app:
        held = Tasks(app).state_of(app.task(task_id))
    assert (held, goes_on(child)) == ("running", 0)
    assert difference(kept(tmp_path / "home", task_id), right) == {}


def readers_of(process: int) -> list[int]:
    """Processes that read documents for that one."""
    found = []
    for task in Path(f"/proc/{process}/task").glob("*/children"):
        for child in task.read_text().split():
            if b"tadori.extract.worker" in Path(f"/proc/{child}/cmdline").read_bytes():
                found.append(int(child))
    return found


def kill_a_reader(parent: int, killed: Path) -> None:
    """Kill the first process that reads documents for `parent`, and note which."""
    while not (readers := readers_of(parent)):
        time.sleep(0.001)
    os.kill(readers[0], signal.SIGKILL)
    killed.write_text(str(readers[0]), encoding="utf-8")


@pytest.mark.req("X4")
def test_a_reading_process_that_is_killed_in_the_middle_costs_no_document(tmp_path: Path, folder: FolderScene) -> None:
    (folder.documents / "long.html").write_text(page_of(400_000), encoding="utf-8")  # too long to be read at once
    right, _ = whole(folder, tmp_path / "whole")
    task_id, note = folder.begin(tmp_path / "home"), tmp_path / "killed"

    def work() -> None:
        threading.Thread(target=kill_a_reader, args=(os.getpid(), note), daemon=True).start()
        folder.carry_on(tmp_path / "home", task_id, unheard)

    assert in_child(work) == 0
    assert not Path(f"/proc/{note.read_text()}").exists()
    assert difference(kept(tmp_path / "home", task_id), right) == {}


def page_of(size: int) -> str:
    paragraph = "<p>The harbour bridge is 840 metres long, and the ferries that it replaced were slow.</p>\n"
    return f"<html><head><title>Long</title></head><body><article>{paragraph * (size // 90)}</article></body></html>"


@pytest.mark.req("X4")
def test_the_processes_that_a_killed_run_had_started_end_with_it(tmp_path: Path, folder: FolderScene) -> None:
    (folder.documents / "long.html").write_text(page_of(400_000), encoding="utf-8")
    home, note = tmp_path / "home", tmp_path / "readers"
    task_id = folder.begin(home)

    def work() -> None:
        def listen(_: Event) -> None:
            readers = readers_of(os.getpid())
            if readers:
                note.write_text(json.dumps(readers))
                os.kill(os.getpid(), signal.SIGKILL)

        folder.carry_on(home, task_id, listen)

    assert in_child(work) == -signal.SIGKILL
    for reader in json.loads(note.read_text()):
        for _ in range(500):
            if not Path(f"/proc/{reader}").exists():
                break
            time.sleep(0.02)
        assert not Path(f"/proc/{reader}").exists()


def cancelled_in_unit(folder: FolderScene, home: Path, task_id: str, number: int) -> None:
    """Go on with the task, which is cancelled while the unit of that number is being committed."""

    async def main() -> None:
        loop = asyncio.get_running_loop()
        with open_app(Settings(home=home)) as app:
            work = asyncio.create_task(Tasks(app).run(task_id))

            def cancel(commit: Callable[[], None]) -> None:
                cancelled = threading.Event()
                loop.call_soon_threadsafe(work.cancel)
                loop.call_soon_threadsafe(cancelled.set)
                assert cancelled.wait(60)
                commit()

            at_commit(number, cancel)
            try:
                await work
            except asyncio.CancelledError:
                held = Tasks(app).state_of(app.task(task_id))
                assert held == "cut off", held
                return
        raise AssertionError("the run was not cancelled")

    asyncio.run(main())


@pytest.mark.req("X4")
@pytest.mark.parametrize("number", [1, 4, 6])
def test_a_run_that_is_cancelled_in_the_middle_of_a_commit_has_that_unit_and_frees_its_task(
    tmp_path: Path, folder: FolderScene, number: int
) -> None:
    right, _ = whole(folder, tmp_path / "whole")
    home = tmp_path / "home"
    task_id = folder.begin(home)
    assert in_child(lambda: cancelled_in_unit(folder, home, task_id, number)) == 0
    with closing(sqlite3.connect(home / "tadori.db")) as db:
        done = db.execute("select count(*) from jobs").fetchone()
    assert done == (number,)
    assert run_once(folder, home, task_id) == 0
    with closing(sqlite3.connect(home / "tadori.db")) as db:
        begun = db.execute("select max(attempt) from job_log").fetchone()
    assert begun == (1,)
    assert difference(kept(home, task_id), right) == {}


def filled_after(number: int) -> Callable[[Event], None]:
    """From the unit of that number on, the disk has no room: SQLite is told so by its own limit of pages."""

    def then(commit: Callable[[], None]) -> None:
        commit()

        def full(connection: Any, _record: Any, _proxy: Any) -> None:
            connection.execute("pragma max_page_count = 1")  # SQLite takes it as: no more than there are now

        sa.event.listen(sa.pool.Pool, "checkout", full)

    return at_commit(number, then)


@pytest.mark.req("X4")
@pytest.mark.parametrize("number", [1, 5])
def test_a_disk_that_fills_between_two_units_halts_the_run_which_goes_on_when_there_is_room(
    tmp_path: Path, folder: FolderScene, home: Path, number: int
) -> None:
    (folder.documents / "more.txt").write_text(
        "\n\n".join(f"The harbour bridge has pier {n}." for n in range(400)), encoding="utf-8"
    )
    right, _ = whole(folder, tmp_path / "whole")
    task_id, said = folder.begin(home), tmp_path / "said"

    def work() -> None:
        sys.stderr = said.open("w", encoding="utf-8")
        filled_after(number)
        code = run(["resume", task_id])
        sys.stderr.flush()
        os._exit(code)

    assert in_child(work) == 1
    words = said.read_text(encoding="utf-8")
    assert "tadori.db is full or fails: free some space, then resume" in words
    assert "Traceback" not in words
    assert run_once(folder, home, task_id) == 0
    assert difference(kept(home, task_id), right) == {}
    assert tadori.verify(home / "tasks" / task_id).ok is True
