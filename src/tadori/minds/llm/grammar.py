"""Turns the schema of an answer into a grammar that a model in this process cannot leave.

Comes in: the JSON schema of an answer. Goes out: a schema limited to keywords the grammar engine knows, in which every
text, list and number is bounded, and the grammar made from it. An unknown keyword would silently switch the grammar off
(llguidance), so only known ones pass; what they cannot express is validated afterwards by the caller. No white space is
allowed between JSON tokens: a small model would fill it with blank lines until its tokens are gone.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from tadori.errors import WrongCall

LONGEST_TEXT: Final = 400
MOST_ENTRIES: Final = 16
"""For texts and lists that the form itself does not bound."""
CHARACTERS_A_TOKEN: Final = 2
"""Between Japanese (about one) and English (about four): a longer text would be cut off before it ends."""
MOST_ENTRIES_ASKED: Final = 64
LARGEST_NUMBER: Final = 10**9
FINEST_STEP: Final = 0.01
WIDEST_LISTED: Final = 10
"""Numbers in a range up to this wide may have two decimals; wider ones are integers."""
_AS_THEY_ARE: Final = ("type", "enum", "const", "required", "minLength", "minItems")


def grammar_of(schema: Mapping[str, Any], tokens: int = 4 * LONGEST_TEXT) -> str:
    """The grammar for answers of `schema` with at most `tokens` tokens.

    Raises `WrongCall` where the schema refers to nothing or to itself.
    """
    return f"%llguidance {{}}\nstart: %json {json.dumps(bounded_schema(schema, tokens), ensure_ascii=False)}"


def bounded_schema(schema: Mapping[str, Any], tokens: int = 4 * LONGEST_TEXT) -> dict[str, Any]:
    """`schema` with references resolved and everything bounded; an unbounded text gets a quarter of the tokens."""
    at = _At(whole=schema, tokens=tokens)
    return {**_closed(schema, at), "x-guidance": {"whitespace_flexible": False}}


@dataclass(frozen=True, slots=True, kw_only=True)
class _At:
    """The position in the schema."""

    whole: Mapping[str, Any]
    tokens: int
    way: tuple[str, ...] = ()
    """The references followed to get here."""


def _closed(part: Any, at: _At) -> dict[str, Any]:
    if not isinstance(part, Mapping):
        raise WrongCall(f"the form of the answer holds {part!r} where a form should be")
    if "$ref" in part:
        return _followed(str(part["$ref"]), at)
    if choices := _choices(part):
        return {"anyOf": [_closed(choice, at) for choice in choices]}
    kept = {key: part[key] for key in _AS_THEY_ARE if key in part}
    if "enum" in part or "const" in part:
        return kept
    match part.get("type"):
        case "object":
            return kept | _object(part, at)
        case "array":
            return kept | _array(part, at)
        case "integer":
            return _whole(part)
        case "number":
            return _number(part)
        case "boolean" | "null":
            return kept
    return kept | _text(part, at)


def _choices(part: Mapping[str, Any]) -> list[Any]:
    if isinstance(part.get("type"), list):
        return [{**part, "type": each} for each in part["type"]]
    return list(part.get("anyOf") or part.get("oneOf") or part.get("allOf", ())[:1])


def _text(part: Mapping[str, Any], at: _At) -> dict[str, Any]:
    """A part without a type becomes a text, too: otherwise it would be unbounded."""
    most = part.get("maxLength")
    longest = min(LONGEST_TEXT, at.tokens // 4) if most is None else min(int(most), CHARACTERS_A_TOKEN * at.tokens)
    return {"type": "string", "maxLength": max(int(part.get("minLength", 0)), longest)}


def _array(part: Mapping[str, Any], at: _At) -> dict[str, Any]:
    most = min(int(part.get("maxItems", MOST_ENTRIES)), MOST_ENTRIES_ASKED)
    entries = _closed(part.get("items", {"type": "string"}), at)
    return {"items": entries, "maxItems": max(int(part.get("minItems", 0)), most)}


def _object(part: Mapping[str, Any], at: _At) -> dict[str, Any]:
    """Every field is required, in the order of the form: a small model leaves out whatever it may."""
    fields = {name: _closed(each, at) for name, each in part.get("properties", {}).items()}
    return {"properties": fields, "required": list(fields), "additionalProperties": False}


def _whole(part: Mapping[str, Any]) -> dict[str, Any]:
    low, high = _range(part, 1)
    return {"type": "integer", "minimum": math.ceil(low), "maximum": math.floor(high)}


def _number(part: Mapping[str, Any]) -> dict[str, Any]:
    """Decimals could go on for ever: a narrow range becomes a list of steps, a wide one integers."""
    low, high = _range(part, FINEST_STEP)
    if high - low > WIDEST_LISTED:
        return _whole(part)
    count = round((high - low) / FINEST_STEP)
    return {"enum": [round(low + step * FINEST_STEP, 2) for step in range(count + 1)]}


def _range(part: Mapping[str, Any], step: float) -> tuple[float, float]:
    low = max(part.get("minimum", -LARGEST_NUMBER), part.get("exclusiveMinimum", -LARGEST_NUMBER) + step)
    high = min(part.get("maximum", LARGEST_NUMBER), part.get("exclusiveMaximum", LARGEST_NUMBER) - step)
    if low > high:
        raise WrongCall(f"the form of the answer asks for a number between {low} and {high}, and there is none")
    return low, high


def _followed(reference: str, at: _At) -> dict[str, Any]:
    if reference in at.way:
        raise WrongCall(f"the form of the answer has no end: {reference} refers to itself")
    found: Any = at.whole
    for step in reference.removeprefix("#/").split("/"):
        name = step.replace("~1", "/").replace("~0", "~")
        if not isinstance(found, Mapping) or name not in found:
            raise WrongCall(f"the form of the answer refers to {reference}, which is not there")
        found = found[name]
    return _closed(found, replace(at, way=(*at.way, reference)))
