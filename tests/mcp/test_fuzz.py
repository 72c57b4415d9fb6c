"""Whatever is sent to a tool, the answer fits its schema: a result, or an error with a code."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from tadori.mcp.schemas import OUTPUTS
from tests.mcp.fuzz import calls
from tests.mcp.world import Desk, Quiet, write_documents
from tests.mcp.world import desk as desk_at

EXAMPLES = 120


async def answered(desk: Desk, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
    # Searches themselves are tested elsewhere; here only what stands before them.
    if tool == "search" and arguments.get("task_id") in desk.tasks:
        arguments = {**arguments, "task_id": "task_20200101T000000_00000000"}
    async with asyncio.timeout(60):
        answer = await desk.tools.call(tool, arguments, Quiet())
    Draft202012Validator(OUTPUTS[tool]).validate(answer)
    return answer


@pytest.mark.req("L12", "L35")
@pytest.mark.slow
def test_every_call_gets_an_answer_that_fits_its_schema(tmp_path: Path) -> None:
    library = write_documents(tmp_path / "documents")
    seen: list[tuple[bool, str]] = []
    with asyncio.Runner() as runner:
        opened = desk_at(tmp_path / "home", library)
        desk = runner.run(opened.__aenter__())
        desk.tasks = (runner.run(desk.task()),)

        @settings(max_examples=EXAMPLES)
        @given(call=calls(desk.tasks))
        def drawn(call: tuple[str, dict[str, Any]]) -> None:
            answer = runner.run(answered(desk, *call))
            seen.append((answer["ok"], answer.get("error_code", "")))

        try:
            drawn()
        finally:
            runner.run(opened.__aexit__(None, None, None))
    codes = {code for _, code in seen}
    assert {ok for ok, _ in seen} == {True, False}
    assert "INVALID_PARAMS" in codes
    assert "INTERNAL_ERROR" not in codes
