"""The published JSON Schemas of the eleven tools: their arguments and their answers.

`OUTPUTS` is what every response is filtered by. `PUBLISHED` says the same without bounds (lengths, patterns, ranges)
and without the fields of what few clients look into (`_WITHOUT_FIELDS`): every response fits both, and a client has
less to read.
"""

from typing import Any, Final

from tadori.mcp.inputs import INPUTS
from tadori.mcp.outputs import ERROR_CODES, OUTPUTS

TOOLS: Final[tuple[str, ...]] = tuple(INPUTS)
_BOUNDS: Final = frozenset({"minLength", "maxLength", "pattern", "maxItems", "minimum", "maximum"})
# Lists of objects that stand in one tool's answer each, by their place. The reference page has their fields.
_WITHOUT_FIELDS: Final = {
    "get_status": (("rounds",),),
    "get_materials": (("targets",), ("evidence_graph", "nodes"), ("evidence_graph", "edges")),
}


def unbounded(schema: Any) -> Any:
    """`schema` without its bounds: it allows everything that `schema` allows."""
    if not isinstance(schema, dict):
        return schema
    found: dict[str, Any] = {}
    for word, value in schema.items():
        if word == "properties":
            found[word] = {name: unbounded(inner) for name, inner in value.items()}
        elif word not in _BOUNDS and not (word == "additionalProperties" and value is False):
            found[word] = unbounded(value)
    return _without_type_lists(found)


def _without_type_lists(schema: dict[str, Any]) -> dict[str, Any]:
    """`type: [x, null]` as `anyOf`: several clients cannot read a list of types."""
    types = schema.get("type")
    if not isinstance(types, list):
        return schema
    about: dict[str, Any] = {word: value for word, value in schema.items() if word in ("description", "default")}
    rest = {word: value for word, value in schema.items() if word not in ("type", *about)}
    return {**about, "anyOf": [{"type": "null"} if kind == "null" else {**rest, "type": kind} for kind in types]}


def _published(tool: str) -> dict[str, Any]:
    found: dict[str, Any] = {**unbounded(OUTPUTS[tool]), "additionalProperties": False}
    for path in _WITHOUT_FIELDS.get(tool, ()):
        inner = found
        for name in path:
            inner = inner["properties"][name]
        inner["items"] = {"type": "object"}
    return found


PUBLISHED: Final[dict[str, Any]] = {name: _published(name) for name in TOOLS}


__all__ = ["ERROR_CODES", "INPUTS", "OUTPUTS", "PUBLISHED", "TOOLS", "unbounded"]
