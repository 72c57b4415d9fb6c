"""Searches that take long, are called off, break, or outlive their server; clients that fall silent."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tadori.engine.ownership import task_lock
from tadori.engine.threads import in_thread
from tadori.mcp.tool_descriptions import ALTERNATIVE_HINTS
from tadori.model.doors import SearchProvider
from tadori.model.query import Query
from tadori.model.work import ProviderResult
from tadori.pipeline.documents.providers import library_provider
from tadori.service.clients import tasks as client_module
from tadori.service.clients.questions import answer_question
from tadori.store.tasks import add_seconds, request_stop
from tests.engine.killing import after_unit, die, in_child
from tests.mcp.world import Desk, Moment, Quiet
from tests.mcp.world import desk as desk_at

QUERY = "harbour bridge opened"


@dataclass(slots=True)
class Gate:
    """The folder as an engine that answers when it is opened, or does what a test wants first."""

    inner: SearchProvider
    name: str = "library"
    open: asyncio.Event = field(default_factory=asyncio.Event)
    entered: asyncio.Event = field(default_factory=asyncio.Event)
    asked: list[str] = field(default_factory=list)
    first: Callable[[], None] = lambda: None

    async def search(self, query: Query) -> ProviderResult:
        self.asked.append(query.text)
        self.entered.set()
        self.first()
        await self.open.wait()
        return await self.inner.search(query)


def gated(desk: Desk) -> Gate:
    app = desk.clients.app
    gate = Gate(
        library_provider(app.store, None, [str(folder) for folder in desk.clients.libraries], app.clock, in_thread)
    )
    desk.here.stand_ins = [gate]
    return gate


async def falls_silent_in_300_seconds(desk: Desk, task_id: str) -> None:
    desk.moment.pass_(299)
    assert await desk.clients.pause_silent() == []
    desk.moment.pass_(1)
    assert await desk.clients.pause_silent() == [task_id]


def called(desk: Desk, task_id: str, query: str = QUERY) -> "asyncio.Task[dict[str, Any]]":
    return asyncio.create_task(desk.tools.call("search", {"task_id": task_id, "query": query}, Quiet()))


@pytest.mark.req("L2", "L12")
@pytest.mark.slow
async def test_past_the_soft_limit_a_search_is_running_and_the_same_call_joins_it(desk: Desk) -> None:
    gate, task_id = gated(desk), await desk.task()
    desk.clients.soft_limit = 0.05
    told = await desk("search", task_id=task_id, query=QUERY)
    assert (told["status"], told["search_id"], told["claims_found"]) == ("running", "s_001", [])
    status = await desk("get_status", task_id=task_id)
    assert [(one["id"], one["status"]) for one in status["searches"]] == [("s_001", "running")]
    gate.open.set()
    desk.clients.soft_limit = 600.0
    done = await desk("search", task_id=task_id, query=QUERY)
    assert (done["search_id"], done["status"]) == ("s_001", "partial")
    assert gate.asked == [QUERY]


@pytest.mark.req("L12")
@pytest.mark.slow
async def test_a_search_that_ended_unseen_is_told_to_the_same_call_and_asked_anew_after_that(desk: Desk) -> None:
    gate, task_id = gated(desk), await desk.task()
    desk.clients.soft_limit = 0.05
    assert (await desk("search", task_id=task_id, query=QUERY))["status"] == "running"
    gate.open.set()
    await desk.clients.settle()
    told = await desk("search", task_id=task_id, query=QUERY)
    assert (told["search_id"], told["status"], told["pages_fetched"]) == ("s_001", "partial", 2)
    assert gate.asked == [QUERY]
    desk.clients.soft_limit = 600.0
    assert (await desk("search", task_id=task_id, query=QUERY))["search_id"] == "s_002"


@pytest.mark.slow
async def test_options_that_say_what_holds_anyway_make_no_other_search(desk: Desk) -> None:
    gate, task_id = gated(desk), await desk.task()
    desk.clients.soft_limit = 0.05
    await desk("search", task_id=task_id, query=QUERY)
    said = await desk("search", task_id=task_id, query=f" {QUERY} ", options={"refute": False, "engines": []})
    other = await desk("search", task_id=task_id, query=QUERY, options={"refute": True})
    assert [one["search_id"] for one in (said, other)] == ["s_001", "s_002"]
    gate.open.set()
    await desk.clients.settle()


@pytest.mark.slow
async def test_the_same_call_twice_at_once_is_one_search(desk: Desk) -> None:
    gate, task_id = gated(desk), await desk.task()
    calls = [called(desk, task_id), called(desk, task_id)]
    await gate.entered.wait()
    gate.open.set()
    first, second = await asyncio.gather(*calls)
    assert first == second
    assert gate.asked == [QUERY]
    assert (await desk("get_status", task_id=task_id))["metrics"]["total_searches"] == 1


@pytest.mark.req("L12")
@pytest.mark.slow
async def test_a_call_that_is_cancelled_ends_between_two_units_and_the_same_call_goes_on(desk: Desk) -> None:
    gate, task_id = gated(desk), await desk.task()
    call = called(desk, task_id)
    await gate.entered.wait()
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    gate.open.set()
    await desk.clients.settle()
    status = await desk("get_status", task_id=task_id)
    assert [(one["status"], one["halted"]) for one in status["searches"]] == [("partial", True)]
    assert status["warnings"] == ["searches that halted: s_001"]
    assert status["metrics"]["total_pages"] == 0
    done = await desk("search", task_id=task_id, query=QUERY)
    assert (done["search_id"], done["pages_fetched"]) == ("s_001", 2)
    assert gate.asked == [QUERY]  # the unit that was under way was kept


@pytest.mark.slow
async def test_one_caller_who_goes_does_not_end_the_search_of_another(desk: Desk) -> None:
    gate, task_id = gated(desk), await desk.task()
    leaving, staying = called(desk, task_id), called(desk, task_id)
    await gate.entered.wait()
    leaving.cancel()
    with pytest.raises(asyncio.CancelledError):
        await leaving
    gate.open.set()
    assert (await staying)["status"] == "partial"


@pytest.mark.req("L2", "X4")
@pytest.mark.slow
async def test_a_server_that_is_closed_leaves_a_search_that_the_next_goes_on_with(
    tmp_path: Path, library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client_module, "CLOSE_SECONDS", 0.05)
    async with desk_at(tmp_path / "home", library, soft_limit=0.05) as desk:
        gate, task_id = gated(desk), await desk.task()
        await desk("search", task_id=task_id, query=QUERY)
        await gate.entered.wait()
    async with desk_at(tmp_path / "home", library) as desk:
        assert (await desk("get_status", task_id=task_id))["searches"][0]["status"] == "running"
        await desk.clients.settle()
        status = await desk("get_status", task_id=task_id)
    assert [(one["status"], one["pages_fetched"]) for one in status["searches"]] == [("partial", 2)]


def killed_in_a_search(home: Path, library: Path) -> None:
    async def main() -> None:
        async with desk_at(home, library) as desk:
            gated(desk).first = die
            await desk("search", task_id=await desk.task(), query=QUERY)

    asyncio.run(main())


@pytest.mark.req("L2", "X4")
@pytest.mark.slow
def test_a_server_that_is_killed_leaves_a_search_that_the_next_goes_on_with(tmp_path: Path, library: Path) -> None:
    home = tmp_path / "home"
    assert in_child(lambda: killed_in_a_search(home, library)) == -9

    async def main() -> dict[str, Any]:
        async with desk_at(home, library) as desk:
            task_id = next(iter((home / "tasks").iterdir())).name
            await desk("get_status", task_id=task_id)
            await desk.clients.settle()
            return await desk("get_status", task_id=task_id)

    status = asyncio.run(main())
    assert [(one["status"], one["pages_fetched"]) for one in status["searches"]] == [("partial", 2)]


def killed_when_a_page_is_read(home: Path, library: Path) -> None:
    async def main() -> None:
        async with desk_at(home, library) as desk:
            task_id = await desk.task()
            after_unit(5)()  # plan, index, decision, search, and the first page is read
            await desk("search", task_id=task_id, query=QUERY)

    asyncio.run(main())


@pytest.mark.req("L2", "X4")
@pytest.mark.slow
def test_a_page_that_was_read_before_a_kill_is_weighed_though_the_time_is_up_meanwhile(
    tmp_path: Path, library: Path
) -> None:
    home = tmp_path / "home"
    assert in_child(lambda: killed_when_a_page_is_read(home, library)) == -9

    async def main() -> dict[str, Any]:
        async with desk_at(home, library) as desk:
            task_id = next(iter((home / "tasks").iterdir())).name
            with desk.clients.app.store.write() as db:
                add_seconds(db, task_id, 1200.0)
            return await desk("search", task_id=task_id, query=QUERY)

    told = asyncio.run(main())
    assert (told["search_id"], told["pages_fetched"], told["useful_fragments"]) == ("s_001", 1, 1)


@pytest.mark.req("L35")
@pytest.mark.slow
async def test_what_breaks_a_search_is_in_the_log_under_its_id_and_nowhere_else(desk: Desk) -> None:
    gate, task_id = gated(desk), await desk.task()
    gate.open.set()

    def broken() -> None:
        raise RuntimeError("secret words of the pipeline")

    gate.first = broken
    told = await desk("search", task_id=task_id, query=QUERY)
    assert told["error_code"] == "PIPELINE_ERROR"
    assert "secret words" not in json.dumps(told)
    lines = [json.loads(line) for line in desk.clients.log.file.read_text(encoding="utf-8").splitlines()]
    logged = next(line for line in lines if line["error_id"] == told["details"]["error_id"])
    assert logged["words"] == "secret words of the pipeline"
    gate.first = lambda: None
    assert (await desk("search", task_id=task_id, query=QUERY))["status"] == "partial"


@pytest.mark.req("L12")
@pytest.mark.slow
async def test_a_task_that_another_server_works_on_is_told_as_running_and_gone_on_with_when_that_one_is_gone(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client_module, "BUSY_POLL", 0.05)
    task_id = await desk.task()
    desk.clients.soft_limit = 0.2
    with task_lock(desk.clients.app.tasks / task_id, task_id):
        told = await desk("search", task_id=task_id, query=QUERY)
        assert (told["status"], told["pages_fetched"]) == ("running", 0)
    desk.clients.soft_limit = 600.0
    told = await desk("search", task_id=task_id, query=QUERY)
    assert (told["search_id"], told["status"], told["pages_fetched"]) == ("s_001", "partial", 2)


@pytest.mark.slow
async def test_a_step_that_takes_longer_than_a_client_waits_is_told_and_the_same_call_stops_the_task(
    desk: Desk,
) -> None:
    gate, task_id = gated(desk), await desk.task()
    desk.clients.soft_limit = 0.05
    await desk("search", task_id=task_id, query=QUERY)
    await gate.entered.wait()
    told = await desk("stop_task", task_id=task_id, reason="user_cancelled")
    assert told["error"] == {
        "code": "TIMEOUT",
        "message": "what runs of the task is in a long step, and ends after it; the task is still open",
    }
    assert told["details"] == {"hint": ALTERNATIVE_HINTS["stop_task"]}
    gate.open.set()
    await desk.clients.settle()
    ended = await desk("stop_task", task_id=task_id, reason="user_cancelled")
    assert (ended["final_status"], ended["summary"]["total_claims"]) == ("cancelled", 0)


@pytest.mark.slow
async def test_a_task_that_is_stopped_while_it_searches_ends_at_the_next_unit(desk: Desk) -> None:
    gate, task_id = gated(desk), await desk.task()
    desk.clients.soft_limit = 0.05
    await desk("search", task_id=task_id, query=QUERY)
    await gate.entered.wait()
    desk.clients.soft_limit = 600.0
    stopping = asyncio.create_task(desk("stop_task", task_id=task_id, reason="user_cancelled"))
    await asyncio.sleep(0)
    gate.open.set()
    ended = await stopping
    assert (ended["final_status"], ended["summary"]["total_claims"]) == ("cancelled", 0)
    assert (await desk("get_status", task_id=task_id))["status"] == "completed"


@pytest.mark.slow
async def test_a_client_that_goes_while_it_stops_a_task_has_stopped_nothing(desk: Desk) -> None:
    gate, task_id = gated(desk), await desk.task()
    desk.clients.soft_limit = 0.05
    await desk("search", task_id=task_id, query=QUERY)
    await gate.entered.wait()
    stopping = asyncio.create_task(desk("stop_task", task_id=task_id))
    await asyncio.sleep(0)
    stopping.cancel()
    with pytest.raises(asyncio.CancelledError):
        await stopping
    gate.open.set()
    await desk.clients.settle()
    desk.clients.soft_limit = 600.0
    assert (await desk("search", task_id=task_id, query=QUERY))["pages_fetched"] == 2


@pytest.mark.req("X4")
@pytest.mark.slow
async def test_a_server_killed_while_it_stopped_a_task_leaves_one_that_can_be_searched(desk: Desk) -> None:
    task_id = await desk.task()
    with desk.clients.app.store.write() as db:
        request_stop(db, task_id, True)
    assert (await desk("search", task_id=task_id, query=QUERY))["pages_fetched"] == 2


@pytest.mark.req("L2")
@pytest.mark.slow
async def test_a_client_silent_for_300_seconds_pauses_its_task_and_get_status_wakes_it(desk: Desk) -> None:
    task_id = await desk.searched()
    await falls_silent_in_300_seconds(desk, task_id)
    assert desk.clients.task(task_id).status.value == "paused"
    assert await desk.clients.pause_silent() == []
    status = await desk("get_status", task_id=task_id)
    assert status["status"] == "exploring"
    assert status["warnings"] == ["was paused since 2026-11-16T03:05:00Z: the client was silent"]
    assert (await desk("get_status", task_id=task_id))["warnings"] == []


@pytest.mark.req("L2")
@pytest.mark.slow
async def test_the_clock_of_silence_stops_while_a_search_runs(tmp_path: Path, library: Path) -> None:
    async with desk_at(tmp_path / "home", library, moment=Moment(), soft_limit=0.05) as desk:
        gate, task_id = gated(desk), await desk.task()
        await desk("search", task_id=task_id, query=QUERY)
        desk.moment.pass_(1000)
        assert await desk.clients.pause_silent() == []
        gate.open.set()
        await desk.clients.settle()
        await falls_silent_in_300_seconds(desk, task_id)


@pytest.mark.req("L2")
@pytest.mark.slow
async def test_a_user_who_is_asked_keeps_tasks_awake_and_silence_counts_from_the_answer(desk: Desk) -> None:
    task_id, put = await desk.searched(), asyncio.Event()
    home = desk.clients.app.settings.home

    async def say(_words: str, _title: str) -> bool:
        put.set()
        return True

    desk.tools.people.say = say
    call = asyncio.create_task(desk("wait_for_user", prompt="Go on?"))
    await put.wait()
    desk.moment.pass_(1000)
    assert await desk.clients.pause_silent() == []
    answer_question(home, "", "yes")
    assert (await call)["response"] == "yes"
    await falls_silent_in_300_seconds(desk, task_id)


@pytest.mark.req("L2")
@pytest.mark.slow
async def test_a_look_at_what_waits_is_no_silence(desk: Desk) -> None:
    task_id = await desk.searched()
    desk.moment.pass_(299)
    await desk("get_auth_queue", task_id=task_id)
    desk.moment.pass_(299)
    assert await desk.clients.pause_silent() == []


@pytest.mark.req("L2")
@pytest.mark.slow
async def test_a_server_does_not_pause_what_another_server_of_the_home_works_on(desk: Desk, library: Path) -> None:
    gate, task_id = gated(desk), await desk.task()
    desk.clients.soft_limit = 0.05
    await desk("search", task_id=task_id, query=QUERY)
    desk.moment.pass_(1000)
    async with desk_at(desk.clients.app.settings.home, library, moment=desk.moment) as other:
        assert await other.clients.pause_silent() == []
    gate.open.set()
    await desk.clients.settle()


@pytest.mark.req("L2")
@pytest.mark.slow
async def test_a_spent_budget_stops_with_its_code_and_is_told(desk: Desk) -> None:
    task_id = await desk.task(budget={"max_pages": 1})
    first = await desk("search", task_id=task_id, query=QUERY)
    assert (first["pages_fetched"], first["budget_remaining"]) == (1, {"pages": 0, "percent": 0})
    refused = await desk("search", task_id=task_id, query="another question of the bridge")
    assert refused["error_code"] == "BUDGET_EXHAUSTED"
    status = await desk("get_status", task_id=task_id)
    assert (status["status"], status["warnings"]) == ("paused", ["budget used up: pages"])


@pytest.mark.slow
async def test_a_search_reads_no_more_pages_than_it_is_given(desk: Desk) -> None:
    task_id = await desk.task()
    one = await desk("search", task_id=task_id, query=QUERY, options={"max_pages": 1})
    more = await desk("search", task_id=task_id, query=QUERY, options={"max_pages": 5})
    assert (one["pages_fetched"], one["search_id"]) == (1, "s_001")
    assert (more["search_id"], more["budget_remaining"]["pages"]) == ("s_002", 118)
