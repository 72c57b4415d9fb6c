"""Each code of §3.2.1 as a client meets it: by a real call, with a next step and an id that leads to the log."""

import json
import threading
from typing import Any

import pytest

from tadori.mcp.tool_descriptions import ERROR_HINTS
from tadori.service.clients import answers as client_answers
from tadori.service.clients.materials import MaterialsSnapshot, take_snapshot
from tadori.store.tasks import add_seconds
from tests.mcp.test_long_work import QUERY, gated
from tests.mcp.world import Desk


def logged(desk: Desk, error_id: str) -> list[str]:
    """The kinds of error that the log has under an id."""
    lines = [json.loads(line) for line in desk.clients.log.file.read_text(encoding="utf-8").splitlines()]
    return [line["kind"] for line in lines if line["error_id"] == error_id]


@pytest.mark.req("L12", "L35")
@pytest.mark.slow
async def test_the_id_of_a_search_that_halted_leads_to_what_halted_it(desk: Desk) -> None:
    gate, task_id = gated(desk), await desk.task()
    gate.open.set()

    def broken() -> None:
        raise RuntimeError("of the pipeline")

    gate.first = broken
    told = await desk("search", task_id=task_id, query=QUERY)
    assert told["error_code"] == "PIPELINE_ERROR"
    assert told["details"] == {
        "search_id": "s_001",
        "error_id": told["error_id"],
        "hint": ERROR_HINTS["PIPELINE_ERROR"],
    }
    assert logged(desk, told["error_id"]) == ["RuntimeError"]
    status = await desk("get_status", task_id=task_id)
    assert (status["status"], status["warnings"]) == ("failed", ["searches that halted: s_001"])
    gate.first = lambda: None
    await desk("search", task_id=task_id, query=QUERY)
    assert (await desk("get_status", task_id=task_id))["status"] == "exploring"


@pytest.mark.req("L12")
@pytest.mark.slow
async def test_materials_that_take_too_long_are_a_time_out_and_the_next_call_has_them(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    task_id = await desk.searched()
    free = threading.Event()

    def slow(*given: Any) -> MaterialsSnapshot:
        free.wait()
        return take_snapshot(*given)

    with monkeypatch.context() as patched:
        patched.setattr(client_answers, "take_snapshot", slow)
        patched.setattr(client_answers, "ANSWER_SECONDS", 0.5)
        told = await desk("get_materials", task_id=task_id)
    free.set()
    assert (told["error_code"], told["details"]) == ("TIMEOUT", {"hint": ERROR_HINTS["TIMEOUT"]})
    assert (await desk("get_materials", task_id=task_id))["summary"]["total_claims"] == 4


@pytest.mark.req("L35")
async def test_what_nobody_expected_says_nothing_but_where_it_is_written(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> None:
        raise KeyError("/srv/secret")

    monkeypatch.setattr(type(desk.clients.answers), "created", broken)
    told = await desk("create_task", query="When?")
    assert told == {
        "ok": False,
        "error": {"code": "INTERNAL_ERROR", "message": "Internal processing error"},
        "error_code": "INTERNAL_ERROR",
        "error_id": told["error_id"],
        "details": {"hint": ERROR_HINTS["INTERNAL_ERROR"]},
    }
    assert logged(desk, told["error_id"]) == ["KeyError"]


@pytest.mark.req("L2", "L12")
@pytest.mark.slow
async def test_a_budget_of_time_that_is_gone_stops_with_its_code(desk: Desk) -> None:
    task_id = await desk.task(budget={"max_seconds": 1})
    with desk.clients.app.store.write() as db:
        add_seconds(db, task_id, 1.5)
    told = await desk("search", task_id=task_id, query=QUERY)
    assert told["error"] == {"code": "BUDGET_EXHAUSTED", "message": "the task has used all of its 1 seconds"}
    assert told["details"] == {"hint": ERROR_HINTS["BUDGET_EXHAUSTED"]}
    status = await desk("get_status", task_id=task_id)
    assert status["budget"]["remaining_percent"] == 0
    assert status["warnings"] == ["budget used up: seconds"]
    assert (await desk("stop_task", task_id=task_id, reason="budget_exhausted"))["final_status"] == "partial"


@pytest.mark.req("L12")
@pytest.mark.parametrize(
    ("tool", "given", "message"),
    [
        ("search", {"task_id": "task_1", "query": "q", "options": "refute"}, "options: must be of type object"),
        ("get_auth_queue", {"options": {"group_by": "x"}}, "options.group_by: must be one of none, domain, type"),
        ("create_task", {"query": ""}, "query: must not be empty"),
        ("create_task", {}, "arguments: query is missing"),
        ("get_status", {"task_id": "task_1", "id": 1}, "arguments: there is no id; there are: task_id"),
        (
            "calibrate",
            {"action": "add_sample", "data": {"prediction": "high"}},
            "data.prediction: is none of what it may be; its description says what",
        ),
        ("calibrate", {"action": "add_sample", "data": {"source": "s"}}, "data lacks prediction, actual"),
    ],
)
async def test_a_wrong_argument_is_told_in_words(desk: Desk, tool: str, given: dict[str, Any], message: str) -> None:
    assert (await desk(tool, given))["error"] == {"code": "INVALID_PARAMS", "message": message}
