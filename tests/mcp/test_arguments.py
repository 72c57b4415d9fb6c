"""What a client may send: nulls for what may be left out, whole numbers with a point, and how the rest is refused."""

from typing import Any

import pytest
from hypothesis import given, reject
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from tadori.errors import ClientRefused
from tadori.mcp.arguments import validated_arguments
from tadori.mcp.schemas import INPUTS, TOOLS
from tests.mcp.fuzz import calls
from tests.mcp.world import Desk


@pytest.mark.req("L12")
async def test_a_whole_number_with_a_point_is_a_whole_number(desk: Desk) -> None:
    made = await desk("create_task", query="q?", config={"budget": {"max_pages": 10.0, "max_seconds": 60.0}})
    assert made["budget"] == {"max_pages": 10, "max_seconds": 60}
    assert [type(one) for one in made["budget"].values()] == [int, int]


@pytest.mark.parametrize(
    ("tool", "sent", "meant"),
    [
        (
            "calibrate",
            {"action": "evaluate", "data": {"predictions": [1.0, 0.5], "labels": [1.0, 0, True], "limit": 5.0}},
            {"action": "evaluate", "data": {"predictions": [1.0, 0.5], "labels": [1, 0, True], "limit": 5}},
        ),
        ("calibrate_rollback", {"source": "s", "version": 0.0}, {"source": "s", "version": 0}),
        (
            "wait_for_user",
            {"prompt": "?", "options": {"timeout_seconds": 50.0}},
            {"prompt": "?", "options": {"timeout_seconds": 50.0}},
        ),
    ],
)
def test_integers_become_whole_and_other_numbers_stay(tool: str, sent: dict[str, Any], meant: dict[str, Any]) -> None:
    found = validated_arguments(tool, sent)
    assert repr(found) == repr(meant)  # 1 and 1.0 are equal, and not the same


@pytest.mark.req("L12")
async def test_null_for_what_may_be_left_out_is_as_if_it_were(desk: Desk) -> None:
    budget = {"max_pages": None, "max_seconds": 60}
    made = await desk("create_task", query="q?", config={"budget": budget, "priority_domains": None, "language": None})
    assert made["budget"] == {"max_pages": 120, "max_seconds": 60}
    assert (await desk("get_auth_queue", task_id=None, options=None))["total_pending"] == 0
    assert (await desk("get_materials", task_id=made["task_id"], options={"cursor": None}))["ok"] is True
    assert (await desk("stop_task", task_id=made["task_id"], reason=None))["final_status"] == "completed"


def test_nulls_go_at_any_depth_and_only_where_something_may_be_left_out() -> None:
    cookie = {"name": "a", "value": "b", "expires": None, "sameSite": None}
    data = {"auth_id": None, "domain": "wall.test", "status": "resolved", "session_data": {"cookies": [cookie]}}
    assert validated_arguments("resolve_auth", {"target": "domain", "data": data})["data"] == {
        "domain": "wall.test",
        "status": "resolved",
        "session_data": {"cookies": [{"name": "a", "value": "b", "sameSite": None}]},
    }


@pytest.mark.parametrize(
    ("tool", "sent", "said"),
    [
        ("get_status", {"task_id": None}, "task_id: must be of type string"),
        ("create_task", {"query": "q?", "surprise": None}, "arguments: there is no surprise; there are: query, config"),
        ("create_task", {"query": "x" * 2001}, "query: must have at most 2000 characters"),
        ("create_task", {"query": ""}, "query: must not be empty"),
        ("get_status", {"task_id": "abc"}, "task_id: must have at least 4 characters"),
        ("get_status", {"task_id": "a b c"}, "task_id: must match the pattern ^[A-Za-z0-9_-]+$"),
        (
            "search",
            {"task_id": "task_1", "query": "q", "options": {"max_pages": 0}},
            "options.max_pages: must be at least 1",
        ),
        (
            "search",
            {"task_id": "task_1", "query": "q", "options": {"max_pages": 1e3 + 1}},
            "options.max_pages: must be at most 1000",
        ),
        (
            "search",
            {"task_id": "task_1", "query": "q", "options": {"max_pages": 1.5}},
            "options.max_pages: must be of type integer",
        ),
        (
            "wait_for_user",
            {"prompt": "?", "options": {"choices": ["a"] * 21}},
            "options.choices: must have at most 20 items",
        ),
        ("wait_for_user", {"prompt": "?", "options": {"timeout_seconds": float("nan")}}, "a number is not finite"),
    ],
)
def test_what_is_wrong_is_said_in_plain_words(tool: str, sent: dict[str, Any], said: str) -> None:
    with pytest.raises(ClientRefused) as refused:
        validated_arguments(tool, sent)
    assert (refused.value.code, refused.value.reason) == ("INVALID_PARAMS", said)


def words_of(schema: Any) -> set[str]:
    """The words of JSON Schema that a schema is written in, at any depth."""
    inner = [*schema.get("properties", {}).values(), *schema.get("anyOf", [])]
    inner += [schema["items"]] if "items" in schema else []
    return set(schema).union(*map(words_of, inner))


def test_every_word_of_the_schemas_that_can_refuse_has_its_own_words() -> None:
    used = set[str]().union(*(words_of(INPUTS[tool]) for tool in TOOLS))
    silent = {"properties", "items", "default", "description"}
    named = {"type", "required", "additionalProperties", "enum", "anyOf"}
    limits = {"minLength", "maxLength", "maxItems", "minimum", "maximum", "pattern"}
    assert used == silent | named | limits


@given(call=calls())
def test_what_is_taken_fits_the_schema_and_is_taken_again_unchanged(call: tuple[str, dict[str, Any]]) -> None:
    tool, sent = call
    try:
        found = validated_arguments(tool, sent)
    except ClientRefused:
        reject()
    assert list(Draft202012Validator(INPUTS[tool]).iter_errors(found)) == []
    assert repr(validated_arguments(tool, found)) == repr(found)
