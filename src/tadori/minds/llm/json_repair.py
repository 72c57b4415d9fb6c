"""A model's text in, the one JSON object in it out, or why there is none.

Only what can be read in exactly one way is repaired: a code fence, thinking before it, words around one object, a
trailing comma, Python's quotes and its True, False and None, a line break inside a string, a comment. Truncated text,
two different objects, a key with two values, NaN and invalid characters stay errors: a guess would be an invention, and
the model can be asked again. This module knows no schema.
"""

import json
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

DEEPEST = 32
"""Levels of nesting; no answer form comes near it, and parsers recurse."""
LONGEST = 400_000
"""Characters; the stream is cut off long before."""

_FENCE = re.compile(r"^\s*```[A-Za-z0-9_-]*[ \t]*\n(.*?)\n?\s*```\s*$", re.DOTALL)
_THOUGHTS = re.compile(r"^\s*<(think|thinking|thought)>.*?</\1>", re.DOTALL)
_WORDS = {"True": "true", "False": "false", "None": "null"}
_PIECES = re.compile(
    r'(?P<string>"(?:[^"\\]|\\.)*")'
    r"|(?P<comment>//[^\n]*|/\*.*?\*/)"
    r"|(?P<comma>,(?=\s*[}\]]))"
    r"|(?P<single>'[^'\"\\\n]*')"
    r"|(?P<word>\b(?:True|False|None)\b)",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedObject:
    """The object, and which repairs were needed."""

    value: dict[str, Any]
    repairs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadableJson:
    """Why the text is not one JSON object; safe to send back to the model, because it quotes nothing."""

    reason: str


def parse_object(text: str) -> ParsedObject | UnreadableJson:
    """The single JSON object in `text`."""
    if len(text) > LONGEST:
        return UnreadableJson(reason=f"longer than {LONGEST} characters")
    if not text.strip():
        return UnreadableJson(reason="the answer is empty")
    body, repairs = _unwrapped(text)
    found = _objects(body)
    if isinstance(found, UnreadableJson):
        return found
    # Small models like to repeat the same object: equal ones count as one.
    if len({body[start:end] for start, end in found}) > 1:
        return UnreadableJson(reason="more than one JSON object; exactly one is asked for")
    start, end = found[0]
    if body[:start].strip() or body[end:].strip():
        repairs.append("words around the object")
    return _read(body[start:end], repairs)


def _unwrapped(text: str) -> tuple[str, list[str]]:
    body = _THOUGHTS.sub("", text.removeprefix("\ufeff"), count=1)
    repairs = ["marks or thoughts before it"] if body != text else []
    if fence := _FENCE.match(body):
        return fence.group(1), [*repairs, "code fence"]
    return body, repairs


def _objects(text: str) -> list[tuple[int, int]] | UnreadableJson:
    """Start and end of the outermost objects. Quotation marks count only inside a bracket."""
    found: list[tuple[int, int]] = []
    open_ones: list[int] = []
    at = 0
    while at < len(text):
        char = text[at]
        if char in "{[":
            open_ones.append(at)
            if len(open_ones) > DEEPEST:
                return UnreadableJson(reason=f"brackets nested deeper than {DEEPEST}")
        elif open_ones and char == '"':
            at = _string_end(text, at)
        elif open_ones and char in "}]":
            start = open_ones.pop()
            if text[start] + char not in {"{}", "[]"}:
                return UnreadableJson(reason="brackets that do not match")
            found += [(start, at + 1)] if not open_ones and char == "}" else []
        at += 1
    if open_ones:
        return UnreadableJson(reason="cut off: a bracket or a string is not closed")
    return found or UnreadableJson(reason="no JSON object in the answer")


def _string_end(text: str, start: int) -> int:
    """Where the string that begins at `start` ends; the end of the text if nowhere."""
    at = start + 1
    while at < len(text) and text[at] != '"':
        at += 2 if text[at] == "\\" else 1
    return at


def _read(source: str, repairs: list[str]) -> ParsedObject | UnreadableJson:
    # Strictest first: what is valid JSON is never touched by a repair.
    readings: list[tuple[str, Callable[[str], Any]]] = [
        ("", _strict),
        ("line break inside a string", _lenient),
        ("commas, comments or Python's spelling", lambda text: _lenient(_put_right(text))),
    ]
    reason = ""
    for repair, read in readings:
        try:
            value = read(source)
        except (ValueError, RecursionError) as exc:
            reason = reason or _in_our_words(exc)
            continue
        wrong = _not_text(value)
        return (
            UnreadableJson(reason=wrong)
            if wrong
            else ParsedObject(value=value, repairs=(*repairs, *filter(None, [repair])))
        )
    return UnreadableJson(reason=reason)


def _strict(text: str) -> Any:
    return json.loads(text, object_pairs_hook=_once, parse_constant=_no_number, parse_float=_finite)


def _lenient(text: str) -> Any:
    return json.loads(text, strict=False, object_pairs_hook=_once, parse_constant=_no_number, parse_float=_finite)


def _put_right(text: str) -> str:
    def instead(piece: re.Match[str]) -> str:
        match piece.lastgroup:
            case "string":
                return piece.group()
            case "single":
                return f'"{piece.group()[1:-1]}"'
            case "word":
                return _WORDS[piece.group()]
            case _:
                return ""

    return _PIECES.sub(instead, text)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found and (type(found[key]), found[key]) != (type(value), value):
            raise ValueError("the same key stands twice with different values")
        found[key] = value
    return found


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is no JSON number")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError("a number too large")
    return number


def _in_our_words(exc: Exception) -> str:
    """The parser's message, which names a position and never quotes the text."""
    match exc:
        case json.JSONDecodeError():
            return f"invalid JSON: {exc.msg} at character {exc.pos}"
        case ValueError() if type(exc) is ValueError and len(str(exc)) < 80:
            return f"invalid JSON: {exc}"
        case _:
            return "invalid JSON"


def _not_text(value: Any) -> str:
    """Why a parsed value is not an object of valid texts and numbers; empty when it is."""
    if not isinstance(value, dict):
        return "not a JSON object"
    todo: list[Any] = [value]
    while todo:
        one = todo.pop()
        if isinstance(one, dict):
            todo += [*one.keys(), *one.values()]
        elif isinstance(one, list):
            todo += one
        elif isinstance(one, str) and ("\0" in one or any("\ud800" <= char <= "\udfff" for char in one)):
            return "a string holds a character that is no text"
    return ""
