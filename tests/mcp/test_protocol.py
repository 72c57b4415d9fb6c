"""What the protocol offers beside tools: completion, caching, named errors; and that fixtures stay in tests."""

from pathlib import Path

import httpx2
import mcp_types as types
import pytest
from mcp.client.client import Client
from mcp.shared.exceptions import MCPError

from tadori.mcp.server import make_server
from tests.mcp.test_http import BEARER, served
from tests.mcp.world import Desk

SRC = Path(__file__).parents[2] / "src"
REPORT = types.ResourceTemplateReference(uri="tadori://tasks/{task_id}/report")
PROMPT = types.PromptReference(name="research")


@pytest.mark.req("L12")
async def test_a_task_being_typed_is_completed_from_the_tasks_of_this_home(desk: Desk) -> None:
    first, second = await desk.task("One?"), await desk.task("Two?")
    async with Client(make_server(desk.clients), mode="auto") as client:

        async def offered(ref: types.ResourceTemplateReference | types.PromptReference, **typed: str) -> list[str]:
            (argument,) = typed.items()
            return (await client.complete(ref, {"name": argument[0], "value": argument[1]})).completion.values

        assert sorted(await offered(REPORT, task_id="")) == sorted([first, second])
        assert await offered(REPORT, task_id=second) == [second]
        assert await offered(REPORT, task_id="nothing begins so") == []
        assert await offered(REPORT, page_id="") == []
        assert await offered(PROMPT, language="j") == ["ja"]
        assert await offered(PROMPT, question="When") == []


async def test_lists_that_never_change_may_be_kept_for_five_minutes_and_others_not_at_all(desk: Desk) -> None:
    async with Client(make_server(desk.clients), mode="auto") as client:
        tools, prompts = await client.list_tools(), await client.list_prompts()
        templates, resources = await client.list_resource_templates(), await client.list_resources()
    assert [(one.ttl_ms, one.cache_scope) for one in (tools, prompts, templates)] == [(300_000, "public")] * 3
    assert (resources.ttl_ms, resources.cache_scope) == (0, "private")


@pytest.mark.parametrize("uri", ["tadori://tasks/task_20200101T000000_00000000/report", "test://static-text"])
async def test_a_resource_that_is_not_there_is_named_in_the_error(desk: Desk, uri: str) -> None:
    async with Client(make_server(desk.clients), mode="auto") as client:
        with pytest.raises(MCPError, match="there is no such resource") as refused:
            await client.read_resource(uri)
    assert (refused.value.code, refused.value.data) == (types.INVALID_PARAMS, {"uri": uri})


@pytest.mark.parametrize("era", ["legacy", "auto"])
async def test_a_tool_that_is_not_there_is_an_error_of_the_protocol(desk: Desk, era: str) -> None:
    async with Client(make_server(desk.clients), mode=era) as client:
        with pytest.raises(MCPError, match="there is no such tool; there are: create_task, ") as refused:
            await client.call_tool("test_simple_text", {})
    assert refused.value.code == types.INVALID_PARAMS


@pytest.mark.slow
async def test_a_hundred_clients_that_went_without_a_word_do_not_keep_the_next_one_out(desk: Desk) -> None:
    named = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "gone", "version": "1"}}
    hello = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": named}
    accepts = {**BEARER, "accept": "application/json, text/event-stream"}
    async with served(desk) as address, httpx2.AsyncClient(headers=accepts) as web:
        told = [(await web.post(address, json=hello)).status_code for _ in range(100)]
    assert told == [200] * 100


def test_nothing_of_the_fixtures_is_shipped() -> None:
    named = [file.name for file in SRC.rglob("*.py") if "test://" in file.read_text(encoding="utf-8")]
    assert named == []
