"""Forms of answers as grammars: what the engine does not know is left out, and everything has an end."""

import json
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from tadori.errors import WrongCall
from tadori.minds.llm.grammar import LARGEST_NUMBER, LONGEST_TEXT, MOST_ENTRIES, bounded_schema, grammar_of


class Claim(BaseModel):
    text: Annotated[str, Field(min_length=1, max_length=60, pattern=r"^x.*$")]
    sure: Annotated[float, Field(ge=0, le=0.03)] = 0


class Form(BaseModel):
    claims: Annotated[list[Claim], Field(max_length=3)]
    kind: Literal["支持", "refutes"]
    page: int | None
    anything: Any


def test_a_form_of_pydantic_is_closed_part_by_part() -> None:
    claim = {
        "type": "object",
        "properties": {
            "text": {"type": "string", "minLength": 1, "maxLength": 60},
            "sure": {"enum": [0.0, 0.01, 0.02, 0.03]},
        },
        "required": ["text", "sure"],
        "additionalProperties": False,
    }
    assert bounded_schema(Form.model_json_schema()) == {
        "type": "object",
        "properties": {
            "claims": {"type": "array", "items": claim, "maxItems": 3},
            "kind": {"type": "string", "enum": ["支持", "refutes"]},
            "page": {
                "anyOf": [
                    {"type": "integer", "minimum": 1 - LARGEST_NUMBER, "maximum": LARGEST_NUMBER - 1},
                    {"type": "null"},
                ]
            },
            "anything": {"type": "string", "maxLength": LONGEST_TEXT},
        },
        "required": ["claims", "kind", "page", "anything"],
        "additionalProperties": False,
        "x-guidance": {"whitespace_flexible": False},
    }


def test_the_grammar_is_the_closed_form_in_the_words_of_the_engine() -> None:
    head, rule = grammar_of({"type": "boolean"}).splitlines()
    assert (head, rule) == (
        "%llguidance {}",
        'start: %json {"type": "boolean", "x-guidance": {"whitespace_flexible": false}}',
    )


@pytest.mark.parametrize(
    ("part", "closed"),
    [
        ({"type": "string"}, {"type": "string", "maxLength": LONGEST_TEXT}),
        ({"type": "string", "maxLength": 2000}, {"type": "string", "maxLength": 2000}),
        ({"type": "string", "maxLength": 9000}, {"type": "string", "maxLength": 3200}),
        (
            {"type": "array", "items": {"type": "null"}, "maxItems": 20},
            {"type": "array", "items": {"type": "null"}, "maxItems": 20},
        ),
        (
            {"type": "array", "items": {"type": "null"}, "maxItems": 999},
            {"type": "array", "items": {"type": "null"}, "maxItems": 64},
        ),
        ({"type": "string", "minLength": 500}, {"type": "string", "minLength": 500, "maxLength": 500}),
        ({"type": "array"}, {"type": "array", "items": {"type": "string", "maxLength": 400}, "maxItems": MOST_ENTRIES}),
        ({"type": "integer", "exclusiveMinimum": 0, "maximum": 9}, {"type": "integer", "minimum": 1, "maximum": 9}),
        ({"type": "number", "minimum": 0, "maximum": 100}, {"type": "integer", "minimum": 0, "maximum": 100}),
        ({"type": "number", "exclusiveMinimum": 0, "maximum": 0.02}, {"enum": [0.01, 0.02]}),
        ({"type": "integer", "enum": [1, 2]}, {"type": "integer", "enum": [1, 2]}),
        ({"const": "x"}, {"const": "x"}),
        ({"type": ["null", "boolean"]}, {"anyOf": [{"type": "null"}, {"type": "boolean"}]}),
        ({"allOf": [{"type": "boolean"}]}, {"anyOf": [{"type": "boolean"}]}),
    ],
)
def test_each_kind_of_part_ends(part: dict[str, Any], closed: dict[str, Any]) -> None:
    assert bounded_schema({"type": "object", "properties": {"x": part}})["properties"]["x"] == closed


@pytest.mark.parametrize(
    ("tokens", "longest", "kept"), [(8000, 400, 300), (1600, 400, 300), (512, 128, 300), (100, 25, 200), (40, 10, 80)]
)
def test_a_text_without_an_end_has_a_quarter_of_the_tokens_and_one_with_an_end_what_they_can_write(
    tokens: int, longest: int, kept: int
) -> None:
    form = {"type": "object", "properties": {"open": {"type": "string"}, "kept": {"type": "string", "maxLength": 300}}}
    texts = bounded_schema(form, tokens)["properties"]
    assert (texts["open"]["maxLength"], texts["kept"]["maxLength"]) == (longest, kept)


@pytest.mark.parametrize(
    ("schema", "said"),
    [
        ({"$ref": "#/$defs/Gone"}, r"refers to #/\$defs/Gone, which is not there"),
        ({"$ref": "#/$defs/A", "$defs": {"A": {"type": "array", "items": {"$ref": "#/$defs/A"}}}}, "refers to itself"),
        ({"type": "object", "properties": {"a": True}}, "holds True where a form should be"),
        ({"type": "integer", "minimum": 3, "maximum": 2}, "there is none"),
    ],
)
def test_a_form_that_has_no_end_or_no_meaning_is_refused(schema: dict[str, Any], said: str) -> None:
    with pytest.raises(WrongCall, match=said):
        grammar_of(schema)


def test_a_form_may_be_used_twice_beside_each_other() -> None:
    twice = {"$ref": "#/$defs/A"}
    whole = {"type": "object", "properties": {"a": twice, "b": twice}, "$defs": {"A": {"type": "boolean"}}}
    assert bounded_schema(whole)["properties"] == {"a": {"type": "boolean"}, "b": {"type": "boolean"}}


LEAVES = st.sampled_from(
    [
        {"type": "string"},
        {"type": "integer"},
        {"type": "number"},
        {"type": "boolean"},
        {"type": "null"},
        {},
        {"enum": ["あ"]},
    ]
)
SCHEMAS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.builds(lambda items: {"type": "array", "items": items, "uniqueItems": True}, inner),
        st.builds(
            lambda fields: {"type": "object", "properties": fields, "title": "T"},
            st.dictionaries(st.text(max_size=5), inner, max_size=4),
        ),
        st.builds(lambda choices: {"anyOf": choices}, st.lists(inner, min_size=1, max_size=3)),
    ),
    max_leaves=12,
)
KNOWN = {
    "type", "enum", "const", "required", "minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum",
    "properties", "items", "anyOf", "additionalProperties", "x-guidance",
}  # fmt: skip


@given(SCHEMAS)
def test_every_form_has_known_words_only_and_an_end_everywhere(schema: dict[str, Any]) -> None:
    parts = list(_parts(bounded_schema(schema)))
    assert {word for part in parts for word in part} <= KNOWN
    assert [p for p in parts if p.get("type") == "string" and not {"maxLength", "enum"} & set(p)] == []
    assert [p for p in parts if p.get("type") == "array" and "maxItems" not in p] == []
    assert [p for p in parts if p.get("type") == "object" and p["required"] != list(p["properties"])] == []
    assert [p for p in parts if p.get("type") == "number"] == []
    assert json.loads(grammar_of(schema).splitlines()[1].removeprefix("start: %json ")) == bounded_schema(schema)


def _parts(part: dict[str, Any]) -> Any:
    yield part
    inner = [
        *part.get("properties", {}).values(),
        *part.get("anyOf", []),
        *([part["items"]] if "items" in part else []),
    ]
    for each in inner:
        yield from _parts(each)
