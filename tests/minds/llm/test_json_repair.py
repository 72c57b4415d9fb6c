"""JSON as models write it: what is read, what is put right, and what stays wrong."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.minds.llm.json_repair import DEEPEST, LONGEST, ParsedObject, UnreadableJson, parse_object

SPELLING = "commas, comments or Python's spelling"
AROUND = "words around the object"

texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)
objects = st.dictionaries(texts, values, max_size=4)


@pytest.mark.parametrize(
    ("text", "value", "repairs"),
    [
        ('{"a": 1}', {"a": 1}, ()),
        ("{}", {}, ()),
        (' \n{"a": "橋"}\n', {"a": "橋"}, ()),
        ('```json\n{"a": 1}\n```', {"a": 1}, ("code fence",)),
        ('```\n{"a": 1}\n```\n', {"a": 1}, ("code fence",)),
        ('Here:\n```json\n{"a": 1}\n```', {"a": 1}, (AROUND,)),
        ('\ufeff{"a": 1}', {"a": 1}, ("marks or thoughts before it",)),
        ('<think>{"b": 2}?</think>{"a": 1}', {"a": 1}, ("marks or thoughts before it",)),
        ('{"a": 1} 以上です。', {"a": 1}, (AROUND,)),
        ('{"a": 1}\n{"a": 1}', {"a": 1}, (AROUND,)),
        ('{"a": [1, 2,], }', {"a": [1, 2]}, (SPELLING,)),
        ("{'a': 'x', 'b': None}", {"a": "x", "b": None}, (SPELLING,)),
        ('{"a": True, "b": "True, None,}"}', {"a": True, "b": "True, None,}"}, (SPELLING,)),
        ('{"a": 1 // one\n}', {"a": 1}, (SPELLING,)),
        ('{"a": /* one */ 1}', {"a": 1}, (SPELLING,)),
        ('{"u": "http://x.test/a", "b": 1,}', {"u": "http://x.test/a", "b": 1}, (SPELLING,)),
        ('{"a": "x\ny\t"}', {"a": "x\ny\t"}, ("line break inside a string",)),
        ('{"a": 1, "a": 1}', {"a": 1}, ()),
        ('{"a": "}{"}', {"a": "}{"}, ()),
        (r'{"a": "\"}"}', {"a": '"}'}, ()),
    ],
)
def test_what_can_be_read_in_one_way_is_read(text: str, value: dict[str, Any], repairs: tuple[str, ...]) -> None:
    assert parse_object(text) == ParsedObject(value=value, repairs=repairs)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the answer is empty"),
        (" \n", "the answer is empty"),
        ("はい", "no JSON object in the answer"),
        ("[1, 2]", "no JSON object in the answer"),
        ('[{"a": 1}]', "no JSON object in the answer"),
        ('{"a": 1', "cut off: a bracket or a string is not closed"),
        ('{"a": "x', "cut off: a bracket or a string is not closed"),
        ('{"a": "x}', "cut off: a bracket or a string is not closed"),
        ('{"a": [1, 2}', "brackets that do not match"),
        ('{"a": 1} {"a": 2}', "more than one JSON object; exactly one is asked for"),
        ('{"a": 1, "a": 2}', "invalid JSON: the same key stands twice with different values"),
        ('{"a": 1, "a": true}', "invalid JSON: the same key stands twice with different values"),
        ('{"a": NaN}', "invalid JSON: NaN is no JSON number"),
        ('{"a": -Infinity}', "invalid JSON: -Infinity is no JSON number"),
        ('{"a": 1e999}', "invalid JSON: a number too large"),
        ('{"a": ' + "9" * 5000 + "}", "invalid JSON"),
        ('{"a": "x" "y"}', "invalid JSON: Expecting ',' delimiter at character 10"),
        ("{'a': 'it's'}", "invalid JSON: Expecting property name enclosed in double quotes at character 1"),
        ("{a: 1}", "invalid JSON: Expecting property name enclosed in double quotes at character 1"),
        (r'{"a": "\u0000"}', "a string holds a character that is no text"),
        (r'{"a": ["\ud800"]}', "a string holds a character that is no text"),
        (r'{"\ud800": 1}', "a string holds a character that is no text"),
        ("[" * 40 + "]" * 40, f"brackets nested deeper than {DEEPEST}"),
        ("{" * 1_000, f"brackets nested deeper than {DEEPEST}"),
        ("x" * (LONGEST + 1), f"longer than {LONGEST} characters"),
    ],
)
def test_what_would_be_a_guess_stays_wrong(text: str, reason: str) -> None:
    assert parse_object(text) == UnreadableJson(reason=reason)


@given(objects)
def test_valid_json_is_read_as_it_is(value: dict[str, Any]) -> None:
    for text in (json.dumps(value), json.dumps(value, ensure_ascii=False, indent=2)):
        assert parse_object(text) == ParsedObject(value=value)


@given(objects.filter(bool), st.data())
def test_an_object_that_was_cut_off_is_never_read(value: dict[str, Any], data: st.DataObject) -> None:
    text = json.dumps(value)
    end = data.draw(st.integers(1, len(text) - 1))
    assert isinstance(parse_object(text[:end]), UnreadableJson)


@given(st.text(max_size=200))
def test_no_text_whatever_is_more_than_unreadable(text: str) -> None:
    assert isinstance(parse_object(text), ParsedObject | UnreadableJson)


@given(st.text(alphabet="{}[]\"',:\\ abTrue1\n/*", max_size=80))
def test_no_heap_of_brackets_and_quotation_marks_is_more_than_unreadable(text: str) -> None:
    assert isinstance(parse_object(text), ParsedObject | UnreadableJson)
