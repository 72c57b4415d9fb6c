"""Eight clients at once, ten minutes of work by a clock that is moved: nothing lost, nothing of another's task."""

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import pytest

from tests.mcp.world import Desk, Moment, write_documents
from tests.mcp.world import desk as desk_at

CLIENTS = 8
STEPS = 12
SECONDS = 600


def documents() -> dict[str, str]:
    return {
        f"town{number}.html": (
            f"<html><head><title>Town {number}</title></head><body><article><h1>Town{number}ville</h1>"
            f"<p>Town{number}ville has {1000 + number} people. Town{number}ville lies on the river {number}.</p>"
            "</article></body></html>"
        )
        for number in range(CLIENTS)
    }


async def client(desk: Desk, number: int, seen: dict[int, list[dict[str, Any]]]) -> str:
    """One client's mixed calls; its task."""
    chance = random.Random(number)
    task_id = await desk.task(f"How many people live in Town{number}ville?")
    searches = 0
    for step in range(STEPS):
        desk.moment.pass_(SECONDS / (CLIENTS * STEPS))
        kind = "search" if step == 0 else chance.choice(["get_status", "get_status", "get_materials", "get_auth_queue"])
        if kind == "search" or (kind == "get_materials" and chance.random() < 0.15):
            searches += 1
            call = await desk("search", task_id=task_id, query=f"Town{number}ville people {searches}")
        else:
            call = await desk(kind, task_id=task_id)
        seen[number].append(call)
        desk.clients.pause_silent()
    status = await desk("get_status", task_id=task_id)
    assert status["metrics"]["total_searches"] == searches
    assert [one["id"] for one in status["searches"]] == [f"s_{n:03d}" for n in range(1, searches + 1)]
    seen[number].append(await desk("stop_task", task_id=task_id, reason="user_cancelled"))
    return task_id


@pytest.mark.req("L12")
@pytest.mark.slow
async def test_eight_clients_at_once_lose_nothing_and_see_nothing_of_each_other(tmp_path: Path) -> None:
    library = write_documents(tmp_path / "documents", documents())
    seen: dict[int, list[dict[str, Any]]] = {number: [] for number in range(CLIENTS)}
    async with desk_at(tmp_path / "home", library, moment=Moment()) as desk:
        started = desk.moment.now
        tasks = await asyncio.gather(*(client(desk, number, seen) for number in range(CLIENTS)))
        await desk.clients.settle()
        materials = [await desk("get_materials", task_id=task_id) for task_id in tasks]
    assert (desk.moment.now - started).total_seconds() == pytest.approx(SECONDS)
    for number, answers in seen.items():
        assert all(answer["ok"] for answer in answers)
        told = json.dumps(answers)
        assert [other for other in tasks if other in told and other != tasks[number]] == []
    for number, found in enumerate(materials):
        assert f"Town{number}ville has {1000 + number} people." in [one["text"] for one in found["claims"]]
        assert found["query"] == f"How many people live in Town{number}ville?"
