"""Whoever carries searches, this process or workers of a server: the same promises; and what only workers promise."""

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tadori.app.client import Clients, open_clients
from tadori.app.client_work import Ended, How, Running
from tadori.app.client_workers import Workers
from tadori.app.home import open_app
from tadori.errors import WorkerLost
from tadori.run.durable import LOG_NAME, task_lock
from tadori.settings import load_settings
from tadori.store.client import SEARCH, client_search

QUERY = "harbour bridge opened"
PATIENCE = 120.0


@dataclass(slots=True, kw_only=True)
class Bench:
    """The clients of a home, and searches that are kept and wait to be carried."""

    clients: Clients

    def asked(self) -> tuple[str, int]:
        """A new task with one search."""
        made = self.clients.create("When did the harbour bridge open?", {})
        task = self.clients.task(made["task_id"])
        with self.clients.app.store.write() as db:
            return task.id, self.clients._add(db, task, SEARCH, QUERY, {})

    async def carry(self, search: tuple[str, int], running: Running | None = None) -> Ended:
        async with asyncio.timeout(PATIENCE):
            return await self.clients.work.carry(*search, running or Running())

    def state(self, search: tuple[str, int]) -> tuple[str, int]:
        with self.clients.app.store.read() as db:
            kept = client_search(db, *search)
        return kept.state, kept.result.get("pages_fetched", 0)

    @property
    def workers(self) -> Workers:
        assert isinstance(self.clients.work, Workers)
        return self.clients.work

    def pids(self) -> set[int]:
        return {worker.process.pid for worker in self.workers._all if worker.lives}


@asynccontextmanager
async def bench(home: Path, library: Path, workers: Workers | None) -> AsyncIterator[Bench]:
    home.mkdir(exist_ok=True)
    (home / "config.toml").write_text("embeddings = false\n", encoding="utf-8")
    with open_app(load_settings()) as app:
        async with open_clients(app, workers=workers, libraries=(library,)) as clients:
            yield Bench(clients=clients)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TADORI_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@contextmanager
def store_held(home: Path) -> Iterator[None]:
    """Nobody can write into the home's database meanwhile: work that has begun stands still."""
    connection = sqlite3.connect(home / "tadori.db", isolation_level=None)
    try:
        connection.execute("begin immediate")
        yield
        connection.execute("rollback")
    finally:
        connection.close()


async def until_alive(at: Bench, count: int) -> None:
    for _ in range(int(PATIENCE / 0.02)):
        if len(at.pids()) == count:
            return
        await asyncio.sleep(0.02)
    pytest.fail(f"{len(at.pids())} workers live, not {count}")


@pytest.mark.req("L12", "X4")
@pytest.mark.slow
@pytest.mark.parametrize("processes", [False, True], ids=["here", "workers"])
async def test_a_search_is_carried_called_off_or_halted_and_busy_tasks_are_left(
    home: Path, library: Path, processes: bool
) -> None:
    async with bench(home, library, Workers() if processes else None) as at:
        running = Running()
        search = at.asked()
        assert await at.carry(search, running) == Ended(how=How.DONE)
        assert at.state(search) == ("partial", 2)
        assert (running.hits, running.pages, running.claims) == (2, 2, 4)

        off = Running()
        off.off.set()
        search = at.asked()
        assert await at.carry(search, off) == Ended(how=How.CALLED_OFF)
        assert at.state(search) == ("running", 0)

        with task_lock(at.clients.app.tasks / search[0], search[0]):
            assert await at.carry(search) == Ended(how=How.BUSY)

        (at.clients.app.tasks / search[0] / LOG_NAME).write_bytes(b"no database" * 500)
        ended = await at.carry(search)
        assert ended.how is How.HALTED
        log = at.clients.log.file.read_text(encoding="utf-8")
        assert f'"error_id": "{ended.error_id}"' in log
        assert "file is not a database" in log

        search = at.asked()  # and none of it stands in the way of the next
        assert await at.carry(search) == Ended(how=How.DONE)


@pytest.mark.req("L12")
@pytest.mark.slow
async def test_two_tasks_are_worked_on_at_once_and_the_workers_stay_for_the_next(home: Path, library: Path) -> None:
    async with bench(home, library, Workers(most=2)) as at:
        searches = [at.asked(), at.asked(), at.asked()]
        with store_held(home):
            carried = [asyncio.create_task(at.carry(search)) for search in searches]
            await until_alive(at, 2)
            both = at.pids()
        assert await asyncio.gather(*carried) == [Ended(how=How.DONE)] * 3
        assert [at.state(search) for search in searches] == [("partial", 2)] * 3
        assert at.pids() == both


@pytest.mark.req("X4")
@pytest.mark.slow
async def test_a_worker_that_is_killed_loses_nothing_and_one_that_is_called_off_ends(home: Path, library: Path) -> None:
    async with bench(home, library, Workers(most=1)) as at:
        search = at.asked()
        with store_held(home):
            carried = asyncio.create_task(at.carry(search))
            await until_alive(at, 1)
            (pid,) = at.pids()
            os.kill(pid, 9)
            with pytest.raises(WorkerLost, match="exit code -9"):
                await carried
        running = Running()
        with store_held(home):
            carried = asyncio.create_task(at.carry(search, running))
            await until_alive(at, 1)
            running.off.set()
            await asyncio.sleep(0)
        assert await carried == Ended(how=How.CALLED_OFF)
        assert await at.carry(search) == Ended(how=How.DONE)
        assert at.state(search) == ("partial", 2)


@pytest.mark.req("X4")
@pytest.mark.slow
async def test_workers_end_when_nobody_wants_them_and_when_their_server_is_gone(home: Path, library: Path) -> None:
    async with bench(home, library, Workers(idle_seconds=0.01)) as at:
        assert await at.carry(at.asked()) == Ended(how=How.DONE)
        (idle,) = at.workers._all
        async with asyncio.timeout(PATIENCE):
            assert await idle.process.wait() == 0
        at.workers.idle_seconds = 600.0
        at.asked()
        await until_alive(at, 1)  # a task was made: a worker gets ready for its first search
        (expected,) = at.pids()
        assert await at.carry(at.asked()) == Ended(how=How.DONE)
        assert at.pids() == {expected}
    with pytest.raises(ProcessLookupError):
        os.kill(expected, 0)
