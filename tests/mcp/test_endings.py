"""How a task ends and wakes when more than one call or server has to do with it."""

import asyncio
import threading
from pathlib import Path

import pytest

from tadori.errors import WrongCall
from tadori.mcp.tool_descriptions import ALTERNATIVE_HINTS
from tadori.mcp.tools import TASK_ENDED
from tadori.service.clients.resources import ClientResources
from tadori.store.client import REPORT, ClientSearch, add_client_search, client_searches
from tests.mcp.test_examples import waiting
from tests.mcp.test_long_work import QUERY, called, falls_silent_in_300_seconds, gated
from tests.mcp.world import Desk
from tests.mcp.world import desk as desk_at

WALL = "https://wall.test/a"


def added(desk: Desk, task_id: str, kind: str, error: str = "") -> int:
    """A piece of work that a server left behind, halted by `error` or unfinished."""
    row = ClientSearch(
        task_id=task_id,
        number=2,
        kind=kind,
        query="",
        options={},
        state="running",
        started_at=desk.moment.now,
        pages_before=0,
    )
    with desk.clients.app.store.write() as db:
        add_client_search(db, row)
        db.exec_driver_sql("update client_searches set error = ? where number = 2", (error,))
    return row.number


def finished(desk: Desk, task_id: str) -> list[tuple[str, bool]]:
    with desk.clients.app.store.read() as db:
        return [(one.kind, one.finished_at is not None) for one in client_searches(db, task_id)]


@pytest.mark.req("L12")
@pytest.mark.slow
async def test_a_task_that_is_stopped_at_another_server_of_the_home_is_searched_no_further(
    desk: Desk, library: Path
) -> None:
    gate, task_id = gated(desk), await desk.task()
    async with desk_at(desk.clients.app.settings.home, library, moment=desk.moment) as other:
        searches = [called(desk, task_id), called(desk, task_id, "harbour bridge metres")]
        await gate.entered.wait()
        stopping = asyncio.create_task(other("stop_task", task_id=task_id))
        done, _ = await asyncio.wait({stopping}, timeout=0.5)
        assert done == set()
        gate.open.set()
        ended = await stopping
        await asyncio.wait(searches)
        status = await other("get_status", task_id=task_id)
    assert (ended["final_status"], ended["summary"]["total_claims"]) == ("completed", 0)
    assert (status["status"], status["metrics"]["total_pages"], status["metrics"]["total_claims"]) == (
        "completed",
        0,
        0,
    )
    assert gate.asked == [QUERY]
    assert [search.result()["ok"] for search in searches] == [False, False]


@pytest.mark.slow
async def test_a_server_that_does_not_let_go_of_a_task_in_time_is_told_as_timeout(desk: Desk, library: Path) -> None:
    gate, task_id = gated(desk), await desk.task()
    home = desk.clients.app.settings.home
    async with desk_at(home, library, moment=desk.moment, soft_limit=0.3) as other:
        search = called(desk, task_id)
        await gate.entered.wait()
        assert (await other("stop_task", task_id=task_id))["error_code"] == "TIMEOUT"
        gate.open.set()
        await search
        assert (await other("stop_task", task_id=task_id))["final_status"] == "completed"


@pytest.mark.req("L2", "L20")
@pytest.mark.slow
@pytest.mark.parametrize("target", ["item", "domain"])
async def test_a_task_that_was_paused_goes_on_when_a_person_has_let_its_page_through(desk: Desk, target: str) -> None:
    task_id = await desk.searched()
    auth_id = waiting(desk, task_id, WALL)
    await falls_silent_in_300_seconds(desk, task_id)
    data = {"auth_id": auth_id} if target == "item" else {"domain": "wall.test"}
    assert (await desk("resolve_auth", target=target, data={**data, "status": "resolved"}))["ok"]
    assert desk.clients.task(task_id).status.value == "exploring"
    await desk.clients.settle()
    await falls_silent_in_300_seconds(desk, task_id)


@pytest.mark.req("L20")
@pytest.mark.slow
async def test_what_waits_for_a_person_waits_no_longer_than_its_task(desk: Desk) -> None:
    task_id, other = await desk.searched(), await desk.task()
    auth_id, kept = waiting(desk, task_id, WALL), waiting(desk, other, "https://wall.test/b")
    await desk("stop_task", task_id=task_id)
    assert [one["id"] for one in (await desk("get_auth_queue"))["queue"]] == [kept]
    assert (await desk("get_status", task_id=task_id))["auth_queue"]["pending_count"] == 0
    told = await desk("resolve_auth", target="item", data={"auth_id": auth_id, "status": "resolved"})
    assert told["error_code"] == "INVALID_PARAMS"


@pytest.mark.slow
async def test_a_page_that_was_let_through_for_a_task_that_ended_before_it_was_read_is_no_success(desk: Desk) -> None:
    task_id = await desk.searched()
    auth_id = waiting(desk, task_id, WALL)
    desk.clients.app.inbox().resolve(auth_id)  # a person, at the machine
    await desk("stop_task", task_id=task_id)
    told = await desk("resolve_auth", target="item", data={"auth_id": auth_id, "status": "resolved"})
    assert told["error_code"] == "INVALID_PARAMS"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("reason", "question", "why"),
    [
        ("user_cancelled", "When did the harbour bridge open?", ": it was cancelled, or has no claims"),
        ("completed", "zzz qqq?", ": it was cancelled, or has no claims"),
    ],
)
async def test_a_task_that_ended_without_a_report_says_why(desk: Desk, reason: str, question: str, why: str) -> None:
    task_id = await desk.task(question)
    await desk("search", task_id=task_id, query=question)
    await desk("stop_task", task_id=task_id, reason=reason)
    with pytest.raises(WrongCall, match=why):
        await ClientResources(clients=desk.clients).report(task_id)


@pytest.mark.slow
async def test_a_report_whose_writing_halted_says_so(desk: Desk) -> None:
    task_id = await desk.searched()
    await desk("stop_task", task_id=task_id, reason="user_cancelled")
    added(desk, task_id, REPORT, error="err_20261116_ab12")
    with pytest.raises(WrongCall, match=r"writing it halted \(err_20261116_ab12\)"):
        await ClientResources(clients=desk.clients).report(task_id)


@pytest.mark.req("X4")
@pytest.mark.slow
async def test_a_report_that_a_server_left_unwritten_is_written_when_the_materials_are_asked_for(desk: Desk) -> None:
    task_id = await desk.searched()
    await desk("stop_task", task_id=task_id, reason="user_cancelled")
    added(desk, task_id, REPORT)
    assert finished(desk, task_id) == [("search", True), (REPORT, False)]
    await desk("get_materials", task_id=task_id)
    await desk.clients.settle()
    assert finished(desk, task_id) == [("search", True), (REPORT, True)]


def occupied(desk: Desk) -> threading.Event:
    """Every thread waits for this, so that what is worked out beside the loop does."""
    go = threading.Event()
    for _ in range(desk.clients.threads._max_workers):
        desk.clients.threads.submit(go.wait, 60.0)
    return go


@pytest.mark.req("L12", "X4")
@pytest.mark.slow
async def test_the_report_of_a_task_is_compiled_though_its_client_goes_before_it_is_told_of_the_end(desk: Desk) -> None:
    task_id, go = await desk.searched(), occupied(desk)
    stopping = asyncio.create_task(desk("stop_task", task_id=task_id))
    done, _ = await asyncio.wait({stopping}, timeout=0.2)
    stopping.cancel()
    told = await asyncio.gather(stopping, return_exceptions=True)
    go.set()
    assert (done, [type(one) for one in told]) == (set(), [asyncio.CancelledError])
    await desk.clients.settle()
    status = await desk("get_status", task_id=task_id)
    assert (status["final_status"], status["report"]) == ("completed", "ready")
    assert finished(desk, task_id) == [("search", True), ("report", True)]


@pytest.mark.req("L12")
@pytest.mark.slow
async def test_a_task_that_ended_but_could_not_be_summed_up_in_time_is_told_as_ended(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    task_id, go = await desk.searched(), occupied(desk)
    monkeypatch.setattr("tadori.service.clients.answers.ANSWER_SECONDS", 0.1)
    refused = await desk("stop_task", task_id=task_id)
    go.set()
    assert (refused["error_code"], refused["error"]["message"]) == ("TIMEOUT", TASK_ENDED)
    assert refused["details"]["hint"] == ALTERNATIVE_HINTS["get_materials"]
    assert (await desk("get_status", task_id=task_id))["status"] == "completed"
