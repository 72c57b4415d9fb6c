"""The server as a real client of the protocol sees it, in both of its eras."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import mcp_types as types
import pytest
from mcp.client.client import Client
from mcp.shared.exceptions import MCPError

from tadori.mcp import tool_descriptions
from tadori.mcp.schemas import INPUTS, PUBLISHED, TOOLS
from tadori.mcp.server import make_server
from tests.mcp.world import QUESTION, Desk
from tests.mcp.world import desk as desk_at

ERAS = pytest.mark.parametrize("era", ["legacy", "auto"])


@asynccontextmanager
async def connected(desk: Desk, era: str, **options: Any) -> AsyncIterator[Client]:
    async with Client(make_server(desk.clients, desk.tools.people), mode=era, **options) as client:
        yield client


@ERAS
@pytest.mark.req("L12")
async def test_the_eleven_tools_are_listed_with_the_published_schemas(desk: Desk, era: str) -> None:
    async with connected(desk, era) as client:
        listed = (await client.list_tools()).tools
    assert [tool.name for tool in listed] == list(TOOLS)
    assert {tool.name: tool.input_schema for tool in listed} == INPUTS
    assert {tool.name: tool.output_schema for tool in listed} == PUBLISHED
    assert [tool.name for tool in listed if tool.annotations and tool.annotations.destructive_hint] == [
        "calibrate_rollback"
    ]


@pytest.mark.req("L1")
def test_descriptions_speak_both_languages_and_name_what_to_do_by_code() -> None:
    assert sorted(tool_descriptions.DESCRIPTIONS) == sorted(TOOLS)
    for description in tool_descriptions.DESCRIPTIONS.values():
        assert any("ぁ" <= c <= "ん" for c in description)
        assert description.isascii() is False
    assert "no recommendation" in tool_descriptions.DESCRIPTIONS["get_status"]
    for code in ("BUDGET_EXHAUSTED", "AUTH_REQUIRED", "ALL_ENGINES_BLOCKED", "PIPELINE_ERROR"):
        assert code in tool_descriptions.DESCRIPTIONS["search"]


@ERAS
@pytest.mark.req("L12")
@pytest.mark.slow
async def test_a_client_searches_hears_progress_and_reads_what_came_of_it(desk: Desk, era: str) -> None:
    heard: list[float] = []
    told: list[str | None] = []

    async def hear(progress: float, total: float | None, message: str | None) -> None:
        heard.append(progress)
        told.append(message)

    async with connected(desk, era) as client:
        made = (await client.call_tool("create_task", {"query": QUESTION})).structured_content
        found = await client.call_tool(
            "search", {"task_id": made["task_id"], "query": "harbour bridge opened"}, progress_callback=hear
        )
        content = found.content[0]
        assert isinstance(content, types.TextContent)
        assert json.loads(content.text) == found.structured_content
        await client.call_tool("stop_task", {"task_id": made["task_id"]})
        await desk.clients.settle()
        uris = [str(one.uri) for one in (await client.list_resources()).resources]
        assert uris == [f"tadori://tasks/{made['task_id']}/{kind}" for kind in ("report", "graph")]
        report = (await client.read_resource(uris[0])).contents[0]
        graph = (await client.read_resource(uris[1])).contents[0]
        assert isinstance(report, types.TextResourceContents)
        assert isinstance(graph, types.TextResourceContents)
        assert report.text.startswith(f"# {QUESTION}")
        pages = [node["id"] for node in json.loads(graph.text)["nodes"] if node["type"] == "source"]
        page = (await client.read_resource(f"tadori://pages/{pages[0]}")).contents[0]
        assert isinstance(page, types.TextResourceContents)
        assert "The Harbour Bridge" in page.text
        assert str(desk.clients.app.settings.home) not in report.text + graph.text + page.text
    assert heard == sorted(set(heard))
    assert told[-1] == "2 hits, 2 pages, 4 claims"
    assert found.is_error is False


@ERAS
async def test_an_error_is_an_answer_and_not_a_failure_of_the_protocol(desk: Desk, era: str) -> None:
    async with connected(desk, era) as client:
        told = await client.call_tool("get_status", {"task_id": "nowhere"})
    assert told.is_error is True
    assert told.structured_content["error_code"] == "TASK_NOT_FOUND"


@ERAS
@pytest.mark.req("L21")
@pytest.mark.parametrize(
    ("given", "response", "declined"),
    [
        (types.ElicitResult(action="accept", content={"answer": "yes"}), "yes", False),
        (types.ElicitResult(action="decline"), "", True),
        (types.ElicitResult(action="cancel"), "", True),
    ],
)
async def test_a_client_with_forms_asks_its_person(
    desk: Desk, era: str, given: types.ElicitResult, response: str, declined: bool
) -> None:
    asked: list[Any] = []

    async def ask(_context: Any, params: Any) -> types.ElicitResult:
        asked.append((params.message, params.requested_schema["properties"]["answer"].get("enum")))
        return given

    async with connected(desk, era, elicitation_callback=ask) as client:
        told = await client.call_tool("wait_for_user", {"prompt": "Go on?", "options": {"choices": ["yes", "no"]}})
    assert asked == [("Go on?", ["yes", "no"])]
    assert told.structured_content["response"] == response
    assert told.structured_content["declined"] is declined


@ERAS
@pytest.mark.req("L21")
async def test_a_client_without_forms_leaves_the_question_at_home(desk: Desk, era: str) -> None:
    async with connected(desk, era) as client:
        told = await client.call_tool("wait_for_user", {"prompt": "Go on?", "options": {"timeout_seconds": 0}})
    assert told.structured_content["timed_out"] is True
    assert told.structured_content["asked_by"] == "question file"
    assert [words for words, _ in desk.said] == ["Go on?"]
    assert "tadori mcp answer" in desk.said[0][1]


@ERAS
async def test_resources_that_are_not_there_say_so(desk: Desk, era: str) -> None:
    task_id = await desk.task()
    strange = [
        "tadori://tasks/nowhere/report",
        f"tadori://tasks/{task_id}/report",
        "tadori://pages/pg_nothing",
        "tadori://tasks/../../etc/passwd",
        "file:///etc/passwd",
    ]
    async with connected(desk, era) as client:
        for uri in strange:
            with pytest.raises(MCPError, match="there is no such resource"):
                await client.read_resource(uri)
        with pytest.raises(MCPError, match=f"{task_id} has no report yet: stop_task compiles it"):
            await client.read_resource(f"tadori://tasks/{task_id}/report")
        templates = (await client.list_resource_templates()).resource_templates
    assert [one.uri_template for one in templates] == [
        "tadori://tasks/{task_id}/report",
        "tadori://tasks/{task_id}/graph",
        "tadori://pages/{page_id}",
    ]


@ERAS
async def test_the_research_prompt_teaches_the_cycle_in_either_language(desk: Desk, era: str) -> None:
    async with connected(desk, era) as client:
        listed = (await client.list_prompts()).prompts
        english = await client.get_prompt("research", {"question": QUESTION})
        japanese = await client.get_prompt("research", {"question": "港の橋", "language": "ja"})
        with pytest.raises(MCPError):
            await client.get_prompt("research", {})
    assert [one.name for one in listed] == ["research"]
    said = [one.messages[0].content for one in (english, japanese)]
    texts = [one.text for one in said if isinstance(one, types.TextContent)]
    order = ["create_task", "harvest_rate", "get_status", "refute: true", "stop_task", "get_materials"]
    for text in texts:
        places = [text.index(word) for word in order]
        assert places == sorted(places)
    assert texts[1].startswith("Tadoriのツールで次の問いを調べてください: 港の橋")


@pytest.mark.slow
async def test_a_client_that_cancels_its_call_calls_the_search_off(tmp_path: Path, library: Path) -> None:
    """The cancellation of the protocol reaches the search: what was under way is kept, and goes on when asked again."""
    import asyncio

    from tests.mcp.test_long_work import QUERY, gated

    async with desk_at(tmp_path / "home", library) as desk:
        gate, task_id = gated(desk), await desk.task()
        async with connected(desk, "legacy") as client:
            call = asyncio.create_task(client.call_tool("search", {"task_id": task_id, "query": QUERY}))
            await gate.entered.wait()
            call.cancel()
            with pytest.raises(asyncio.CancelledError):
                await call
            # The server has handled the cancellation when it answers what was sent after it.
            await client.call_tool("get_status", {"task_id": task_id})
            gate.open.set()
            await desk.clients.settle()
            done = await client.call_tool("search", {"task_id": task_id, "query": QUERY})
    assert done.structured_content["search_id"] == "s_001"
    assert gate.asked == [QUERY]
