"""Calls that cannot work: each is told what is wrong, none leaves a trace of our insides."""

import json
from typing import Any

import pytest

from tadori.errors import WrongCall
from tadori.mcp.tool_descriptions import ALTERNATIVE_HINTS, ERROR_HINTS
from tadori.service.tasks import Tasks
from tests.mcp.world import Desk

NOWHERE = "task_20200101T000000_00000000"


@pytest.mark.parametrize(
    ("tool", "given", "field"),
    [
        ("create_task", {}, "create_task"),
        ("create_task", {"query": ""}, "query"),
        ("create_task", {"query": 3}, "query"),
        ("create_task", {"query": "x" * 2001}, "query"),
        ("create_task", {"query": "q?", "config": {"budget": {"max_pages": 0}}}, "config.budget.max_pages"),
        ("create_task", {"query": "q?", "config": {"budget": {"max_pages": "many"}}}, "config.budget.max_pages"),
        ("create_task", {"query": "q?", "config": {"priority_domains": ["a b"]}}, "config.priority_domains.0"),
        ("create_task", {"query": "q?", "surprise": 1}, "create_task"),
        ("get_status", {}, "get_status"),
        ("get_status", {"task_id": "../../etc/passwd"}, "task_id"),
        ("get_status", {"task_id": None}, "task_id"),
        ("search", {"task_id": NOWHERE, "query": ["a"]}, "query"),
        ("search", {"task_id": NOWHERE, "query": "q", "options": {"refute": "yes"}}, "options.refute"),
        ("search", {"task_id": NOWHERE, "query": "q", "options": {"max_pages": 0}}, "options.max_pages"),
        ("search", {"task_id": NOWHERE, "query": "q", "options": []}, "options"),
        ("get_materials", {"task_id": NOWHERE, "options": {"format": "html"}}, "options.format"),
        ("calibrate", {"action": "forget"}, "action"),
        ("calibrate", {"action": "add_sample", "data": {"source": "a b"}}, "data.source"),
        ("calibrate_rollback", {"source": "x", "version": -1}, "version"),
        ("get_auth_queue", {"options": {"group_by": "moon"}}, "options.group_by"),
        ("resolve_auth", {"target": "item", "data": {"status": "resolved"}}, "data.auth_id"),
        ("resolve_auth", {"target": "domain", "data": {"status": "resolved"}}, "data.domain"),
        ("resolve_auth", {"target": "page", "data": {"status": "resolved"}}, "target"),
        ("notify_user", {"event": "info", "payload": {}}, "payload"),
        ("notify_user", {"event": "party", "payload": {"message": "x"}}, "event"),
        ("wait_for_user", {"prompt": "?", "options": {"choices": [""]}}, "options.choices.0"),
        ("wait_for_user", {"prompt": "?", "options": {"timeout_seconds": 10**9}}, "options.timeout_seconds"),
    ],
)
@pytest.mark.req("L12")
async def test_a_wrong_argument_is_named(desk: Desk, tool: str, given: dict[str, Any], field: str) -> None:
    told = await desk(tool, given)
    assert told["error_code"] == "INVALID_PARAMS"
    assert told["details"] == {"field": field, "hint": ERROR_HINTS["INVALID_PARAMS"]}


@pytest.mark.parametrize(
    ("tool", "given"),
    [
        ("get_status", {}),
        ("search", {"query": "q"}),
        ("stop_task", {}),
        ("get_materials", {}),
        ("get_auth_queue", {}),
    ],
)
@pytest.mark.req("L12")
async def test_a_task_that_does_not_exist_is_not_found(desk: Desk, tool: str, given: dict[str, Any]) -> None:
    told = await desk(tool, {"task_id": NOWHERE, **given})
    assert told["error_code"] == "TASK_NOT_FOUND"


async def test_part_of_an_id_is_no_id(desk: Desk) -> None:
    task_id = await desk.task()
    assert (await desk("get_status", task_id=task_id[:12]))["error_code"] == "TASK_NOT_FOUND"
    assert (await desk("get_status", task_id=task_id[-8:]))["error_code"] == "TASK_NOT_FOUND"
    assert (await desk("get_status", task_id=task_id.replace("_", "-")))["error_code"] == "TASK_NOT_FOUND"


async def test_a_task_that_has_ended_takes_no_search_and_is_not_ended_twice(desk: Desk) -> None:
    task_id = await desk.task()
    ended = await desk("stop_task", task_id=task_id, reason="I have seen enough")
    assert ended["final_status"] == "partial"
    assert (await desk("search", task_id=task_id, query="q"))["error_code"] == "INVALID_PARAMS"
    assert (await desk("stop_task", task_id=task_id))["error_code"] == "INVALID_PARAMS"
    materials = await desk("get_materials", task_id=task_id)
    assert (materials["claims"], materials["summary"]["total_claims"]) == ([], 0)
    assert (await desk("get_status", task_id=task_id))["final_status"] == "partial"


async def test_an_engine_that_does_not_exist_is_named(desk: Desk) -> None:
    told = await desk("search", task_id=await desk.task(), query="q", options={"engines": ["altavista"]})
    assert told["error_code"] == "INVALID_PARAMS"
    assert "altavista" in told["error"]["message"]


async def test_a_query_of_nothing_but_marks_is_refused(desk: Desk) -> None:
    told = await desk("search", task_id=await desk.task(), query="?! …")
    assert told["error"] == {"code": "INVALID_PARAMS", "message": "the question holds no word"}
    assert told["details"]["field"] == "query"


@pytest.mark.parametrize("query", ["   ", "\u3000", "？！"])
async def test_a_question_without_a_word_names_its_argument(desk: Desk, query: str) -> None:
    told = await desk("create_task", query=query)
    assert (told["error_code"], told["details"]["field"]) == ("INVALID_PARAMS", "query")


async def test_text_that_is_no_text_is_refused(desk: Desk) -> None:
    told = await desk("create_task", query="what \ud800 is this")
    assert told["error_code"] == "INVALID_PARAMS"


async def test_huge_strange_names_are_not_repeated(desk: Desk) -> None:
    told = await desk("create_task", {"query": "q?", "x" * 100_000: 1})
    assert told["error_code"] == "INVALID_PARAMS"
    assert len(json.dumps(told)) < 1000


async def test_a_cursor_that_is_none_of_ours_is_refused(desk: Desk) -> None:
    task_id = await desk.task()
    for cursor in ("7", "-1.abc", "9" * 40, "1.deadbeef", "é"):
        told = await desk("get_materials", task_id=task_id, options={"cursor": cursor})
        assert told["error_code"] == "INVALID_PARAMS"


async def test_what_nobody_waits_for_cannot_be_resolved(desk: Desk) -> None:
    unknown = await desk("resolve_auth", target="item", data={"auth_id": "au_1", "status": "resolved"})
    strange = await desk("resolve_auth", target="domain", data={"domain": "nobody.test", "status": "skipped"})
    assert (unknown["error_code"], strange["error_code"]) == ("INVALID_PARAMS", "INVALID_PARAMS")
    assert unknown["details"] == {"field": "data.auth_id", "hint": ALTERNATIVE_HINTS["get_auth_queue"]}
    assert strange["details"] == {"field": "data.domain", "hint": ALTERNATIVE_HINTS["get_auth_queue"]}


async def test_a_calibration_that_does_not_exist_is_a_calibration_error_and_the_message_says_what_does(
    desk: Desk,
) -> None:
    await desk("calibrate", action="add_sample", data={"source": "llm_extract", "prediction": 0.5, "actual": 1})
    stats = await desk("calibrate", action="get_stats", data={"source": "unknown"})
    assert stats["error"] == {
        "code": "CALIBRATION_ERROR",
        "message": "there is no calibration source 'unknown'; there are: llm_extract",
    }
    undone = await desk("calibrate_rollback", source="llm_extract", version=7)
    assert undone["error_code"] == "CALIBRATION_ERROR"
    lacking = await desk("calibrate", action="evaluate", data={"source": "s"})
    assert lacking["error"]["message"] == "data lacks predictions, labels"


async def test_a_tool_that_does_not_exist_is_an_invalid_call(desk: Desk) -> None:
    from tests.mcp.world import Quiet

    told = await desk.tools.call("drop_tables", {}, Quiet())
    assert told["error_code"] == "INVALID_PARAMS"


async def test_every_error_leads_to_a_line_of_the_log(desk: Desk) -> None:
    told = await desk("get_status", task_id=NOWHERE)
    lines = [json.loads(line) for line in desk.clients.log.file.read_text(encoding="utf-8").splitlines()]
    assert [(line["error_id"], line["kind"], line["where"]) for line in lines] == [
        (told["error_id"], "TaskNotFound", "get_status")
    ]


async def test_a_task_of_tadori_research_is_read_and_not_driven(desk: Desk) -> None:
    from tadori.service.request import ResearchRequest

    own = Tasks(desk.clients.app).create(ResearchRequest(question="When?", libraries=list(desk.clients.libraries)))
    assert (await desk("get_status", task_id=own.id))["status"] == "created"
    assert (await desk("search", task_id=own.id, query="q"))["error_code"] == "INVALID_PARAMS"


async def test_a_task_that_a_client_drives_is_not_resumed_by_hand(desk: Desk) -> None:
    task_id = await desk.task()
    app = desk.clients.app
    with pytest.raises(WrongCall, match="driven by a client"):
        Tasks(app).reopen(app.task(task_id))
