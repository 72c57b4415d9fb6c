"""The searches of clients as asyncio tasks of one process: carried, called off, halted, cancelled, side by side."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
import sqlalchemy as sa

from tadori.service.clients.local_runner import RunEnding, RunOutcome, RunProgress
from tadori.service.clients.tasks import Clients, open_clients
from tadori.settings import load_settings
from tadori.store.client import SEARCH, client_search
from tadori.store.journal import JobIdentity, record_job
from tadori.wiring.home import open_app

QUERY = "harbour bridge opened"
PATIENCE = 120.0


@dataclass(slots=True, kw_only=True)
class Bench:
    """The clients of a home, and searches that are kept and wait to be carried."""

    clients: Clients

    async def asked(self) -> tuple[str, int]:
        """A new task with one search."""
        made = await self.clients.create("When did the harbour bridge open?", {})
        task = self.clients.task(made["task_id"])
        with self.clients.app.store.write() as db:
            return task.id, self.clients._add(db, task, SEARCH, QUERY, {})

    async def carry(self, search: tuple[str, int], running: RunProgress | None = None) -> RunOutcome:
        async with asyncio.timeout(PATIENCE):
            return await self.clients.runner.run(*search, running or RunProgress())

    def state(self, search: tuple[str, int]) -> tuple[str, int]:
        with self.clients.app.store.read() as db:
            kept = client_search(db, *search)
        return kept.state, kept.result.get("pages_fetched", 0)


@asynccontextmanager
async def bench(home: Path, library: Path, *, at_once: int = 4) -> AsyncIterator[Bench]:
    home.mkdir(exist_ok=True)
    (home / "config.toml").write_text("embeddings = false\n", encoding="utf-8")
    with open_app(load_settings()) as app:
        async with open_clients(app, at_once=at_once, libraries=(library,)) as clients:
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


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():  # noqa: ASYNC110 - a lock of the operating system has no event
            await asyncio.sleep(0.01)


@pytest.mark.req("L12", "X4")
@pytest.mark.slow
async def test_a_search_is_carried_called_off_or_halted_and_busy_tasks_are_left(home: Path, library: Path) -> None:
    async with bench(home, library) as at:
        running = RunProgress()
        search = await at.asked()
        assert await at.carry(search, running) == RunOutcome(ending=RunEnding.DONE)
        assert at.state(search) == ("partial", 2)
        assert (running.hits, running.pages, running.claims) == (2, 2, 4)

        off = RunProgress()
        off.off.set()
        search = await at.asked()
        assert await at.carry(search, off) == RunOutcome(ending=RunEnding.CALLED_OFF)
        assert at.state(search) == ("running", 0)

        with at.clients.app.ownership.hold(search[0]):
            assert await at.carry(search) == RunOutcome(ending=RunEnding.BUSY)

        with at.clients.app.store.write() as db:
            job = JobIdentity(task_id=search[0], stretch=search[1], kind="plan", key="", occurrence=0)
            record_job(db, job, slot="", priority=0, cause_id="", at=at.clients.app.clock(), result=None)
            db.execute(sa.text("update jobs set result = 'no JSON' where task_id = :id"), {"id": search[0]})
        ended = await at.carry(search)
        assert ended.ending is RunEnding.HALTED
        log = at.clients.log.file.read_text(encoding="utf-8")
        assert f'"error_id": "{ended.error_id}"' in log
        assert "the journal of" in log

        search = await at.asked()  # and none of it stands in the way of the next
        assert await at.carry(search) == RunOutcome(ending=RunEnding.DONE)


@pytest.mark.req("L12", "L15")
@pytest.mark.slow
async def test_searches_of_several_tasks_go_on_side_by_side_in_this_process(home: Path, library: Path) -> None:
    async with bench(home, library, at_once=2) as at:
        searches = [await at.asked() for _ in range(3)]
        with store_held(home):
            carried = [asyncio.create_task(at.carry(search)) for search in searches]
            held = at.clients.app.ownership
            await until(lambda: all(held.is_held(task_id) for task_id, _ in searches[:2]))
            assert held.is_held(searches[2][0]) is False  # it waits for room
        assert await asyncio.gather(*carried) == [RunOutcome(ending=RunEnding.DONE)] * 3
        assert [at.state(search) for search in searches] == [("partial", 2)] * 3


@pytest.mark.req("L2", "L15")
@pytest.mark.slow
async def test_a_search_called_off_in_the_middle_ends_between_two_units_and_goes_on_there(
    home: Path, library: Path
) -> None:
    async with bench(home, library) as at:
        search, running = await at.asked(), RunProgress()
        with store_held(home):
            carried = asyncio.create_task(at.carry(search, running))
            await until(lambda: at.clients.app.ownership.is_held(search[0]))
            running.off.set()
        assert await carried == RunOutcome(ending=RunEnding.CALLED_OFF)
        assert at.state(search) == ("running", 0)
        assert await at.carry(search) == RunOutcome(ending=RunEnding.DONE)
        assert at.state(search) == ("partial", 2)


@pytest.mark.req("X4")
@pytest.mark.slow
async def test_a_search_cancelled_in_the_middle_of_a_commit_keeps_the_unit_and_frees_its_task(
    home: Path, library: Path
) -> None:
    async with bench(home, library) as at:
        search = await at.asked()
        with store_held(home):
            carried = asyncio.create_task(at.carry(search))
            await until(lambda: at.clients.app.ownership.is_held(search[0]))
            carried.cancel()
            await asyncio.sleep(0.05)
            assert carried.done() is False  # the transaction that has begun is waited for
            assert at.clients.app.ownership.is_held(search[0])
        with pytest.raises(asyncio.CancelledError):
            await carried
        assert at.clients.app.ownership.is_held(search[0]) is False
        assert await at.carry(search) == RunOutcome(ending=RunEnding.DONE)
        assert at.state(search) == ("partial", 2)
