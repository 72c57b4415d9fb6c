"""The one exit: what is not in the schema does not leave, whatever an answer holds."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from tadori.errors import (
    BudgetExhausted,
    CalibrationError,
    ChromeNotReady,
    ClientRefused,
    StorageFull,
    TadoriError,
    TaskNotFound,
    WrongCall,
)
from tadori.mcp.response_filter import ResponseFilter, error_response, filtered_resource, filtered_response
from tadori.mcp.schemas import INPUTS, OUTPUTS, TOOLS
from tests.mcp.world import ELEVEN

ROLLBACK = {"source": "llm_extract", "rolled_back_to": 2, "previous_version": 3, "reason": "worse"}


def same(text: str, where: str = "") -> str:
    return text


def out(answer: dict[str, Any], tool: str = "calibrate_rollback") -> dict[str, Any]:
    found, _ = filtered_response(tool, answer, same)
    assert found is not None
    return found


@pytest.mark.req("L12")
def test_there_are_eleven_tools_with_valid_schemas() -> None:
    assert TOOLS == ELEVEN
    for name in TOOLS:
        Draft202012Validator.check_schema(INPUTS[name])
        Draft202012Validator.check_schema(OUTPUTS[name])


@pytest.mark.req("L35")
def test_an_unknown_field_is_dropped_and_named() -> None:
    found, dropped = filtered_response("calibrate_rollback", {**ROLLBACK, "prompt": "You are"}, same)
    assert found == {"ok": True, **ROLLBACK}
    assert dropped == ["calibrate_rollback.prompt"]


@pytest.mark.req("L35")
def test_an_unknown_field_deep_inside_is_dropped_too() -> None:
    line = {"type": "dangerous_pattern", "domain": "a.test", "rule": "ignore_previous", "words": "ignore previous"}
    meta = {"unverified_domains": [], "blocked_domains": [], "security_warnings": [line]}
    summary = {"total_searches": 1, "satisfied_searches": 0, "total_claims": 0, "primary_source_ratio": 0.0}
    answer = {"task_id": "task_1", "final_status": "partial", "summary": summary, "_lancet_meta": meta}
    found = out(answer, "stop_task")
    assert found["_lancet_meta"]["security_warnings"] == [{k: v for k, v in line.items() if k != "words"}]


@pytest.mark.req("L35")
@pytest.mark.parametrize(
    ("given", "leaves"),
    [
        ("a\x00b\u200bc", "abc"),
        ("lone \ud83d surrogate", "lone \ufffd surrogate"),
        ("x" * 600, "x" * 499 + "…"),
        ("日本語の理由\n改行", "日本語の理由\n改行"),
    ],
)
def test_texts_are_cleaned_and_cut(given: str, leaves: str) -> None:
    assert out({**ROLLBACK, "reason": given})["reason"] == leaves


@pytest.mark.req("L35")
@pytest.mark.parametrize(
    "wrong",
    [
        {"rolled_back_to": "2"},
        {"rolled_back_to": 2.5},
        {"rolled_back_to": True},
        {"rolled_back_to": -1},
        {"rolled_back_to": None},
        {"source": "../../etc"},
        {"source": 3},
        {"reason": ["worse"]},
    ],
)
def test_an_answer_without_what_its_tool_promises_does_not_leave(wrong: dict[str, Any]) -> None:
    found, dropped = filtered_response("calibrate_rollback", {**ROLLBACK, **wrong}, same)
    assert found is None
    assert dropped[0] == f"calibrate_rollback.{next(iter(wrong))}"


def test_numbers_that_are_none_do_not_leave() -> None:
    found, _ = filtered_response(
        "calibrate", {"brier_score": float("nan"), "ece": float("inf"), "sample_count": 3}, same
    )
    assert found == {"ok": True, "sample_count": 3}


def test_a_list_that_is_too_long_is_cut() -> None:
    many = {"total_pending": 0, "queue": [], "domains": [_group(number) for number in range(250)]}
    assert len(out(many, "get_auth_queue")["domains"]) == 200


def _group(number: int) -> dict[str, Any]:
    return {
        "domain": f"d{number}.test",
        "pending_count": 1,
        "high_priority_count": 0,
        "affected_tasks": [],
        "auth_types": ["captcha"],
    }


def test_an_address_of_a_file_does_not_leave_as_one() -> None:
    line = {"id": "f_1", "text": "x", "context": "", "source_trust_level": "LOW", "source_url": "file:///etc/passwd"}
    meta: dict[str, list[Any]] = {"unverified_domains": [], "blocked_domains": [], "security_warnings": []}
    summary = {"total_claims": 0, "verified_claims": 0, "refuted_claims": 0, "primary_source_ratio": 0.0}
    answer = {
        "task_id": "task_1",
        "query": "q",
        "claims": [],
        "fragments": [line],
        "summary": summary,
        "_lancet_meta": meta,
    }
    assert out(answer, "get_materials")["fragments"] == []


@pytest.mark.req("L12", "L35")
@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (WrongCall("the question is empty"), "INVALID_PARAMS", "the question is empty"),
        (TaskNotFound("no task x"), "TASK_NOT_FOUND", "there is no such task; create_task makes one"),
        (BudgetExhausted("all 120 pages"), "BUDGET_EXHAUSTED", "all 120 pages"),
        (ClientRefused("AUTH_REQUIRED", "it waits"), "AUTH_REQUIRED", "it waits"),
        (ClientRefused("ALL_ENGINES_BLOCKED", "left alone"), "ALL_ENGINES_BLOCKED", "left alone"),
        (CalibrationError("no source"), "CALIBRATION_ERROR", "no source"),
        (TimeoutError(), "TIMEOUT", "it took too long"),
        (
            StorageFull("/home/someone/tadori.db is full"),
            "PIPELINE_ERROR",
            "the disk is full; what is kept stays",
        ),
        (TadoriError("/srv/x"), "PIPELINE_ERROR", "the work could not be done; error_id leads to the log"),
        (KeyError("/srv/secret"), "INTERNAL_ERROR", "Internal processing error"),
    ],
)
def test_every_error_has_its_code_and_the_one_shape(error: Exception, code: str, message: str) -> None:
    told = error_response(error, "err_0123456789ab", same)
    assert told == {
        "ok": False,
        "error": {"code": code, "message": message},
        "error_code": code,
        "error_id": "err_0123456789ab",
        "details": {},
    }
    for tool in TOOLS:
        Draft202012Validator(OUTPUTS[tool]).validate(told)


@pytest.mark.req("L12")
def test_a_chrome_that_is_not_there_says_what_was_tried_and_what_to_do() -> None:
    error = ChromeNotReady("headless", "no Chrome", diagnosis=("looked", "install it"), auto_start_attempted=True)
    told = error_response(error, "err_0123456789ab", same)
    assert told["error_code"] == "CHROME_NOT_READY"
    assert told["details"] == {"auto_start_attempted": True, "hint": "install it"}


@pytest.mark.req("L35")
@pytest.mark.parametrize(
    ("said", "leaves"),
    [
        ("there is no folder /mnt/disk/papers", "there is no folder [REDACTED]"),
        ("cannot read C:\\Users\\taro\\a.txt now", "cannot read [REDACTED] now"),
        ("\\\\wsl$\\Ubuntu\\home\\taro is missing", "[REDACTED] is missing"),
        ("PATH=/bin:/home/taro/bin", "PATH=[REDACTED]"),
        ("フォルダ「/home/taro/文献」がない", "フォルダ「[REDACTED]」がない"),
        ('Traceback (most recent call last):\n  File "a.py", line 1\nKeyError: 3', "[REDACTED]"),
        ("ja and/or en: the query is empty", "ja and/or en: the query is empty"),
        ("see https://a.test/docs and tadori://pages/pg_1", "see https://a.test/docs and tadori://pages/pg_1"),
    ],
)
def test_the_words_of_an_error_hold_no_path_of_anybody_and_no_trace(said: str, leaves: str) -> None:
    assert error_response(WrongCall(said), "err_0123456789ab", same)["error"]["message"] == leaves


@pytest.mark.req("L35")
def test_a_name_that_the_schema_leaves_open_leaves_only_when_nothing_of_it_must_be_masked() -> None:
    def masks(text: str, where: str = "") -> str:
        return text.replace("secret", "[REDACTED]")

    names = {"captcha": 1, "a secret": 2, "x" * 65: 3, "": 4, "zero\u200bwidth": 5, 7: 6, "認証": 7}
    waiting = {
        "pending_count": 0,
        "high_priority_count": 0,
        "domains": [],
        "oldest_queued_at": None,
        "by_auth_type": names,
    }
    schema = OUTPUTS["get_status"]["properties"]["auth_queue"]
    leaving = ResponseFilter(masks)
    assert leaving.value(waiting, schema, "q")["by_auth_type"] == {"captcha": 1, "認証": 7}
    assert len(leaving.dropped) == 5


@pytest.mark.req("L35")
def test_of_a_resource_in_json_the_texts_are_masked_and_it_stays_json() -> None:
    def masks(text: str, where: str = "") -> str:
        return "[REDACTED]" if "secret" in text else text

    given = {"nodes": [{"id": "cl_1", "text": 'a "secret" here'}, 1, None, True], "secret": 1, "橋": 0.5}
    assert json.loads(filtered_resource(json.dumps(given), "application/json", masks)) == {
        "nodes": [{"id": "cl_1", "text": "[REDACTED]"}, 1, None, True],
        "橋": 0.5,
    }
    assert filtered_resource("a secret\x00", "text/markdown", masks) == "[REDACTED]"
    assert filtered_resource("橋\x00", "text/plain", masks) == "橋"


@pytest.mark.req("L35")
def test_an_answer_cannot_call_itself_an_error() -> None:
    assert out({**ROLLBACK, "ok": False})["ok"] is True


@pytest.mark.parametrize("number", [float("nan"), float("inf"), -float("inf"), 10**400, -(10**400), 2**53, 1e300])
def test_numbers_that_no_reader_of_json_reads_do_not_leave(number: float) -> None:
    found, dropped = filtered_response("calibrate", {"brier_score": number, "ece": None, "sample_count": 3}, same)
    assert found == {"ok": True, "ece": None, "sample_count": 3}
    assert dropped == ["calibrate.brier_score"]


def test_an_id_with_a_line_break_at_its_end_is_none() -> None:
    assert filtered_response("calibrate_rollback", {**ROLLBACK, "source": "llm_extract\n"}, same)[0] is None


@pytest.mark.parametrize("strange", [None, [], "text", 3, [{"ok": True}]])
def test_what_is_no_answer_does_not_leave(strange: object) -> None:
    assert filtered_response("calibrate_rollback", strange, same)[0] is None


@pytest.mark.req("L35")
def test_a_secret_is_masked_before_it_can_be_cut_in_half() -> None:
    def masks(text: str, where: str = "") -> str:
        return text.replace("0123456789", "[REDACTED]")

    assert ResponseFilter(masks).text("x" * 495 + "0123456789", "reason", 500) == "x" * 495 + "[RED…"


@pytest.mark.parametrize(
    "written",
    [
        "👩\u200d👩\u200d👧 と ❤\ufe0f\u200d🔥",  # joined emoji
        "می\u200cخواهم",  # Persian, whose joiners are spelling
        "葛\U000e0100飾区",  # a name's own form of a letter
        "1行目\n2行目\tとタブ",
    ],
)
def test_what_a_script_needs_stays_although_nobody_sees_it(written: str) -> None:
    assert out({**ROLLBACK, "reason": written})["reason"] == written


@pytest.mark.parametrize(
    ("written", "leaves"),
    [
        ("ig\u200dno\u200cre", "ignore"),
        ("a" + "".join(chr(0xE0000 + ord(c)) for c in "hidden order") + "b", "ab"),
        ("橋\u200c\u200d\u200c\u200d橋", "橋橋"),
        ("\u202egnirts\u202c", "gnirts"),
        ("橋\ufe00\ufe01\ufe02", "橋\ufe00"),
    ],
)
def test_what_only_hides_words_is_taken_out(written: str, leaves: str) -> None:
    assert out({**ROLLBACK, "reason": written})["reason"] == leaves


TEXTS = st.text(st.characters(), max_size=30) | st.sampled_from(
    ["task_1", "s_001", "LOW", "pending", "https://a.test/x", "2026-11-16T00:00:00Z", "a\u200b", "\ud800", "x" * 5000]
)
ANYTHING: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.integers(10**300, 10**301) | st.floats() | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)


@st.composite
def nearly(draw: st.DrawFn, schema: dict[str, Any]) -> Any:
    """A value that a schema allows, but for the places where it is anything at all."""
    kinds = schema["type"] if isinstance(schema.get("type"), list) else [schema.get("type", "string")]
    kind = draw(st.sampled_from(kinds))
    if draw(st.integers(0, 15)) == 0:
        return draw(ANYTHING)
    match kind:
        case "object":
            made = {name: draw(nearly(inner)) for name, inner in schema.get("properties", {}).items()}
            more = schema.get("additionalProperties")
            return {
                **made,
                **draw(st.dictionaries(TEXTS, nearly(more) if isinstance(more, dict) else ANYTHING, max_size=2)),
            }
        case "array":
            return draw(st.lists(nearly(schema["items"]), max_size=2))
        case "integer":
            return draw(st.integers(-1, 200))
        case "number":
            return draw(st.floats(-0.5, 1.5))
        case "boolean":
            return draw(st.booleans())
        case "null":
            return None
    return draw(st.sampled_from(schema["enum"]) if "enum" in schema else TEXTS)


@pytest.mark.req("L35")
@pytest.mark.slow
@settings(deadline=None, max_examples=150, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_whatever_an_answer_holds_it_leaves_fitting_its_schema_once_and_again_or_not_at_all(
    data: st.DataObject,
) -> None:
    tool = data.draw(st.sampled_from(TOOLS))
    answer = data.draw(nearly(OUTPUTS[tool]) | ANYTHING)
    found, _ = filtered_response(tool, answer, same)
    event("leaves" if found else "stays")
    told = error_response(WrongCall(str(answer)), "err_0123456789ab", same)
    for one in [told] if found is None else [told, found]:
        Draft202012Validator(OUTPUTS[tool]).validate(one)
        json.dumps(one, allow_nan=False, ensure_ascii=False).encode()
    assert filtered_response(tool, found, same)[0] == found


@pytest.mark.req("L35")
def test_no_schema_lets_anything_through_that_it_does_not_name() -> None:
    """Every object either names its properties and refuses others, or says what the others must be."""
    open_objects = [
        place
        for tool in TOOLS
        for place, schema in _objects(OUTPUTS[tool], tool)
        if schema.get("additionalProperties", True) is True
    ]
    assert open_objects == []


def _objects(schema: Any, place: str) -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    if isinstance(schema, dict):
        if schema.get("type") == "object":
            found.append((place, schema))
        for name, inner in schema.items():
            found += _objects(inner, f"{place}.{name}") if name not in ("if", "then", "else") else []
    return found


def test_schemas_are_plain_json() -> None:
    assert json.loads(json.dumps(OUTPUTS)) == OUTPUTS
    assert json.loads(json.dumps(INPUTS)) == INPUTS
