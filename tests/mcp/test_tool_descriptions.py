"""What a model reads before its first call: every argument explained, examples that work, in a size that fits."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from tadori.mcp import prompts, tool_descriptions
from tadori.mcp.schemas import ERROR_CODES, INPUTS, OUTPUTS, PUBLISHED, TOOLS, unbounded

NAMES_THAT_SAY_IT = {"title", "reason", "name", "value", "domain", "path", "secure", "cookies", "user_agent"}
SIZE = 46_500
"""Characters of the whole list of tools, since a status says what was not read.
Of these a model is usually shown no more than ..."""
SHOWN = 17_500


def properties(schema: Any, place: str) -> Iterator[tuple[str, str, Any]]:
    """(where, name, schema) of every property, at any depth."""
    for name, inner in schema.get("properties", {}).items():
        yield f"{place}.{name}", name, inner
        yield from properties(inner, f"{place}.{name}")
    if "items" in schema:
        yield from properties(schema["items"], f"{place}[]")


@pytest.mark.req("L12")
def test_every_argument_says_what_it_means() -> None:
    silent = [
        place
        for tool in TOOLS
        for place, name, schema in properties(INPUTS[tool], tool)
        if not {"description", "enum", "properties"} & set(schema) and name not in NAMES_THAT_SAY_IT
    ]
    assert silent == []


@pytest.mark.req("L12")
def test_what_holds_when_an_argument_is_left_out_is_as_the_document_says() -> None:
    defaults = {
        place: schema["default"]
        for tool in TOOLS
        for place, _, schema in properties(INPUTS[tool], tool)
        if "default" in schema
    }
    assert defaults == {
        "create_task.config.budget.max_pages": 120,
        "create_task.config.budget.max_seconds": 1200,
        "search.options.seek_primary": False,
        "search.options.refute": False,
        "stop_task.reason": "completed",
        "get_materials.options.include_graph": False,
        "get_materials.options.format": "structured",
        "calibrate.data.limit": 50,
        "get_auth_queue.options.group_by": "none",
        "get_auth_queue.options.priority_filter": "all",
        "notify_user.payload.timeout_seconds": 10,
        "wait_for_user.options.timeout_seconds": 300,
    }


@pytest.mark.req("L12")
@pytest.mark.parametrize("tool", TOOLS)
def test_examples_in_descriptions_are_arguments_that_the_tool_takes(tool: str) -> None:
    for example in re.findall(r"Example: (\{.*\})", tool_descriptions.DESCRIPTIONS[tool]):
        given = json.loads(example.replace("task_…", "task_20261116"))
        assert list(Draft202012Validator(INPUTS[tool]).iter_errors(given)) == []


def test_tools_that_take_more_than_an_id_show_an_example() -> None:
    without = [tool for tool in TOOLS if "Example: " not in tool_descriptions.DESCRIPTIONS[tool]]
    assert without == ["get_status", "stop_task", "get_materials", "calibrate_rollback", "get_auth_queue"]


@pytest.mark.req("L12")
def test_every_code_has_its_next_step() -> None:
    assert list(tool_descriptions.ERROR_HINTS) == list(ERROR_CODES)
    assert [
        code for code, words_of in tool_descriptions.ERROR_HINTS.items() if " / " not in words_of
    ] == []  # both languages


NAMED = {
    "TASK_NOT_FOUND": {"create_task", "task_id"},
    "BUDGET_EXHAUSTED": {"stop_task", "get_materials", "create_task", "config.budget"},
    "AUTH_REQUIRED": {"get_auth_queue", "notify_user", "resolve_auth"},
    "ALL_ENGINES_BLOCKED": {"stop_task", "30"},
    "CHROME_NOT_READY": {"tadori chrome diagnose"},
    "PIPELINE_ERROR": {"error_id"},
    "CALIBRATION_ERROR": {"get_stats", "calibrate_rollback"},
    "INTERNAL_ERROR": {"error_id", "logs/mcp-errors.jsonl"},
}


@pytest.mark.req("L12")
@pytest.mark.parametrize("code", NAMED)
def test_a_next_step_names_the_same_in_both_languages(code: str) -> None:
    english, japanese = tool_descriptions.ERROR_HINTS[code].split(" / ")
    assert {one for one in NAMED[code] if one not in english} == set()
    assert {one for one in NAMED[code] if one not in japanese} == set()
    assert any("ぁ" <= c <= "ん" for c in japanese)


@pytest.mark.parametrize("tool", tool_descriptions.ALTERNATIVE_HINTS)
def test_where_no_argument_helps_both_languages_say_what_does(tool: str) -> None:
    english, japanese = tool_descriptions.ALTERNATIVE_HINTS[tool].split(" / ")
    assert english.isascii()
    assert any("ぁ" <= c <= "ん" for c in japanese)


@pytest.mark.req("L12")
@pytest.mark.parametrize("tool", TOOLS)
def test_every_description_says_what_to_do_by_code_in_both_languages(tool: str) -> None:
    lines = tool_descriptions.DESCRIPTIONS[tool].splitlines()
    (english,) = (line for line in lines if line.startswith("Errors: "))
    (japanese,) = (line for line in lines if line.startswith("エラー: "))
    told = [set(re.findall(r"([A-Z]+(?:_[A-Z]+)*) ?→", line)) for line in (english, japanese)]
    assert told[0] == told[1]
    assert told[0] <= set(ERROR_CODES)
    assert told[0] != set()


def test_the_list_of_tools_is_of_a_size_that_fits() -> None:
    inputs = [
        json.dumps(
            [tool, tool_descriptions.TITLES[tool], tool_descriptions.DESCRIPTIONS[tool], INPUTS[tool]],
            ensure_ascii=False,
        )
        for tool in TOOLS
    ]
    shown = sum(map(len, inputs))
    outputs = sum(len(json.dumps(PUBLISHED[tool], ensure_ascii=False, separators=(",", ":"))) for tool in TOOLS)
    assert shown <= SHOWN
    assert shown + outputs <= SIZE


@pytest.mark.parametrize(
    ("strict", "loose"),
    [
        ({"type": "string", "maxLength": 3, "pattern": "^a"}, {"type": "string"}),
        (
            {"type": "object", "properties": {"pattern": {"type": "integer", "minimum": 0}}, "required": ["pattern"]},
            {"type": "object", "properties": {"pattern": {"type": "integer"}}, "required": ["pattern"]},
        ),
        ({"type": "array", "items": {"enum": ["a"]}, "maxItems": 2}, {"type": "array", "items": {"enum": ["a"]}}),
    ],
)
def test_what_is_published_is_what_is_enforced_without_its_bounds(strict: Any, loose: Any) -> None:
    assert unbounded(strict) == loose


def test_published_schemas_promise_every_field_that_the_exit_demands() -> None:
    for tool in TOOLS:
        Draft202012Validator.check_schema(PUBLISHED[tool])
        assert PUBLISHED[tool]["then"] == OUTPUTS[tool]["then"]
        assert list(PUBLISHED[tool]["properties"]) == list(OUTPUTS[tool]["properties"])
        assert PUBLISHED[tool]["additionalProperties"] is False


@pytest.mark.req("L1")
@pytest.mark.parametrize(
    ("question", "language", "begins"),
    [
        ("港の橋はいつ開通したか", "", "Tadoriのツールで次の問いを調べてください: 港の橋はいつ開通したか"),
        ("When did it open?", "", "Research this question with Tadori's tools: When did it open?"),
        ("When did it open?", "ja", "Tadoriのツールで次の問いを調べてください: When did it open?"),
        ("{question} {0} %s", "fr", "Research this question with Tadori's tools: {question} {0} %s"),
    ],
)
def test_the_prompt_teaches_the_cycle_in_the_language_of_the_question(
    question: str, language: str, begins: str
) -> None:
    text = prompts.research_prompt(question, language)
    assert text.splitlines()[0] == begins
    steps = ["create_task", "novelty_score", "get_status", "refute", "get_auth_queue", "stop_task", "get_materials"]
    assert sorted(steps, key=text.index) == steps
    assert "next_cursor" in text
