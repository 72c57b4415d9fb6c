"""Eight clients at once over HTTP, ten minutes of work by a clock that is moved: nothing lost, nothing of another's."""

import asyncio
import json
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import httpx2
import mcp_types as types
import pytest
import uvicorn
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client

from tadori.mcp.http import RateLimiter, TokenGate, http_app, listening_socket
from tadori.mcp.server import make_server
from tadori.model.ids import Url
from tadori.model.web import AuthItem, AuthPriority, BlockKind
from tadori.store.client import REPORT, SEARCH, client_searches
from tests.mcp.test_long_work import QUERY, gated
from tests.mcp.world import Desk, Moment, write_documents
from tests.mcp.world import desk as desk_at

CLIENTS = 8
STEPS = 8
SECONDS = 600
SAMPLES = 3
WAITING = 4
TOKEN = "t" * 43


def documents() -> dict[str, str]:
    return {
        f"town{number}.html": (
            f"<html><head><title>Town {number}</title></head><body><article><h1>Town{number}ville</h1>"
            f"<p>Town{number}ville has {1000 + number} people. Town{number}ville lies on the river {number}.</p>"
            "</article></body></html>"
        )
        for number in range(CLIENTS)
    }


@asynccontextmanager
async def served(desk: Desk) -> AsyncIterator[str]:
    """The address of the HTTP server over a desk. How often a client may come is counted by the moved clock too."""
    with listening_socket("127.0.0.1", 0) as listening:
        port = listening.getsockname()[1]
        door = http_app(make_server(desk.clients, desk.tools.people), TOKEN, (), port)
        assert isinstance(door, TokenGate)
        door = replace(door, allowance=RateLimiter(clock=lambda: desk.moment.now.timestamp()))
        server = uvicorn.Server(uvicorn.Config(door, log_level="error", access_log=False, timeout_graceful_shutdown=5))
        listening.listen()
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        try:
            yield f"http://127.0.0.1:{port}/mcp"
        finally:
            server.should_exit = True
            await serving


@dataclass(slots=True, kw_only=True)
class Seat:
    """One client of the protocol, and all that it was told."""

    number: int
    client: Client
    told: list[str] = field(default_factory=list)
    """About its own task."""
    searches: int = 0
    task_id: str = ""

    async def __call__(self, tool: str, **given: Any) -> dict[str, Any]:
        async def hear(progress: float, total: float | None, message: str | None) -> None:
            self.told.append(message or "")

        # The client of the protocol itself refuses what does not fit the published schema.
        answer = (await self.client.call_tool(tool, given, progress_callback=hear)).structured_content
        assert isinstance(answer, dict)
        return answer

    async def about(self, tool: str, **given: Any) -> dict[str, Any]:
        """A call about its own task, which must go well."""
        answer = await self(tool, task_id=self.task_id, **given)
        assert answer["ok"], answer
        self.told.append(json.dumps(answer))
        return answer

    @property
    def town(self) -> str:
        return f"Town{self.number}ville"


@asynccontextmanager
async def seated(address: str, number: int) -> AsyncIterator[Seat]:
    """A client with a form in which its person always writes the client's own number."""

    async def ask(context: Any, params: Any) -> types.ElicitResult:
        assert params.message == f"Who are you, {number}?"
        return types.ElicitResult(action="accept", content={"answer": f"client {number}"})

    async with (
        httpx2.AsyncClient(headers={"authorization": f"Bearer {TOKEN}"}, timeout=httpx2.Timeout(120)) as web,
        Client(
            streamable_http_client(address, http_client=web),
            mode="auto" if number % 2 else "legacy",
            elicitation_callback=ask,
        ) as client,
    ):
        yield Seat(number=number, client=client)


async def own_work(desk: Desk, seat: Seat) -> None:
    """A client's mixed calls on a task of its own."""
    chance = random.Random(seat.number)
    made = await seat("create_task", query=f"How many people live in {seat.town}?")
    seat.task_id = made["task_id"]
    for step in range(STEPS):
        desk.moment.pass_(SECONDS / (CLIENTS * STEPS))
        kind = chance.choice(["get_status", "get_status", "get_materials", "get_auth_queue", "search"])
        if step == 0 or (kind == "search" and seat.searches == 1 and seat.number < 2):
            seat.searches += 1
            await seat.about("search", query=f"{seat.town} people {seat.searches}", options={"max_pages": 2})
        else:
            await seat.about("get_status" if kind == "search" else kind)
        await desk.clients.pause_silent()
    asked = await seat("wait_for_user", prompt=f"Who are you, {seat.number}?")
    assert asked["response"] == f"client {seat.number}"
    status = await seat.about("get_status")
    assert status["metrics"]["total_searches"] == seat.searches
    assert [one["id"] for one in status["searches"]] == [f"s_{n:03d}" for n in range(1, seat.searches + 1)]


async def samples(seat: Seat) -> list[str]:
    """Samples for one source that all of them add to; their ids."""
    given = [{"source": "shared", "prediction": 0.5, "actual": n % 2} for n in range(SAMPLES)]
    return [(await seat("calibrate", action="add_sample", data=one))["sample_id"] for one in given]


async def skipped(seat: Seat, waiting: list[str]) -> list[str]:
    """The pages, of those that all of them try to give up, that this client was the one to give up."""
    mine = random.Random(seat.number).sample(waiting, len(waiting))
    answers = [await seat("resolve_auth", target="item", data={"auth_id": one, "status": "skipped"}) for one in mine]
    assert {one["error_code"] for one in answers if not one["ok"]} <= {"INVALID_PARAMS"}
    return [one["auth_id"] for one in answers if one["ok"]]


def wait_at(desk: Desk, task_id: str) -> list[str]:
    """Pages of a task that wait for a person; their ids."""
    urls = [Url(f"https://wall{number}.test/") for number in range(WAITING)]
    items = [
        AuthItem(
            id=AuthItem.id_of(task_id, url),
            task_id=task_id,
            url=url,
            domain=f"wall{number}.test",
            kind=BlockKind.CAPTCHA,
            priority=AuthPriority.NORMAL,
            queued_at=desk.moment.now,
        )
        for number, url in enumerate(urls)
    ]
    assert all(desk.clients.app.inbox().enqueue(item) for item in items)
    return [item.id for item in items]


@pytest.mark.req("L12", "L35")
@pytest.mark.slow
async def test_eight_clients_at_once_lose_nothing_and_see_nothing_of_each_other(tmp_path: Path) -> None:
    library = write_documents(tmp_path / "documents", documents())
    async with desk_at(tmp_path / "home", library, moment=Moment()) as desk, served(desk) as address:
        shared = await desk.task("Which towns are there?")
        waiting = wait_at(desk, shared)
        started, ready = desk.moment.now, asyncio.Barrier(CLIENTS)

        async def work(
            number: int,
        ) -> tuple[Seat, dict[str, Any], list[str], list[str], dict[str, Any], dict[str, Any]]:
            async with seated(address, number) as seat:
                await own_work(desk, seat)
                await ready.wait()
                # Two queries, four clients each: whoever asks while it runs joins it.
                found = await seat(
                    "search", task_id=shared, query=f"Town{number % 2}ville people", options={"max_pages": 2}
                )
                added, given_up = await samples(seat), await skipped(seat, waiting)
                await seat("notify_user", event="info", payload={"message": f"client {number} is done"})
                await ready.wait()
                stopped = await seat("stop_task", task_id=shared)
                late = await seat("search", task_id=shared, query="Town3ville people")
                await seat.about("stop_task", reason="user_cancelled")
                return seat, found, added, given_up, stopped, late

        rows = await asyncio.gather(*(work(number) for number in range(CLIENTS)))
        await desk.clients.settle()
        status = await desk("get_status", task_id=shared)
        materials = [await desk("get_materials", task_id=row[0].task_id) for row in rows]
        stats = await desk("calibrate", action="get_stats", data={"source": "shared"})
    seats, found, added, given_up, stopped, late = zip(*rows, strict=True)
    assert (desk.moment.now - started).total_seconds() == pytest.approx(SECONDS)
    _nothing_of_others(seats)
    for seat, one in zip(seats, materials, strict=True):
        assert f"{seat.town} has {1000 + seat.number} people." in [claim["text"] for claim in one["claims"]]
        assert one["query"] == f"How many people live in {seat.town}?"
    # The task of all: every search that was told is there, under one number each, and has its own query.
    ids = {one["id"]: one["query"] for one in status["searches"]}
    assert list(ids) == [f"s_{n:03d}" for n in range(1, len(ids) + 1)]
    assert [ids[one["search_id"]] for one in found] == [f"Town{number % 2}ville people" for number in range(CLIENTS)]
    assert status["metrics"]["total_pages"] == status["budget"]["pages_used"]
    # What all of them add to: nothing is lost and nothing counted twice.
    assert len({name for names in added for name in names}) == CLIENTS * SAMPLES
    assert stats["sample_count"] == CLIENTS * SAMPLES
    assert sorted(name for names in given_up for name in names) == sorted(waiting)
    assert sorted(words for words, _ in desk.said) == [f"client {number} is done" for number in range(CLIENTS)]
    # What only one can do, one has done.
    assert sorted(one.get("error_code", "done") for one in stopped) == ["INVALID_PARAMS"] * (CLIENTS - 1) + ["done"]
    assert {one["error_code"] for one in late} == {"INVALID_PARAMS"}


def _nothing_of_others(seats: tuple[Seat, ...]) -> None:
    for seat in seats:
        told = "\n".join(seat.told)
        others = [one for one in seats if one is not seat]
        assert seat.task_id in told
        assert [one.number for one in others if one.task_id in told] == []
        assert [one.number for one in others if f"live in {one.town}" in told] == []


@pytest.mark.req("L12")
@pytest.mark.slow
async def test_of_several_clients_that_stop_a_task_at_work_one_does_and_one_report_is_made(tmp_path: Path) -> None:
    async with desk_at(tmp_path / "home", write_documents(tmp_path / "documents")) as desk:
        task_id = await desk.searched()
        gate = gated(desk)
        search = asyncio.create_task(desk("search", task_id=task_id, query=QUERY))
        await gate.entered.wait()
        stops = [asyncio.create_task(desk("stop_task", task_id=task_id)) for _ in range(3)]
        await asyncio.sleep(0)  # all three have begun, and wait for the search
        gate.open.set()
        answers = await asyncio.gather(*stops)
        await search
        await desk.clients.settle()
        with desk.clients.app.store.read() as db:
            kinds = [one.kind for one in client_searches(db, task_id)]
    assert sorted(one.get("error_code", "done") for one in answers) == ["INVALID_PARAMS", "INVALID_PARAMS", "done"]
    assert kinds == [SEARCH, SEARCH, REPORT]
