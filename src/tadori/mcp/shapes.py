"""The words that the schemas of the tools are written in: small functions that make pieces of JSON Schema.

Comes in: names, bounds, descriptions. Goes out: plain JSON Schema. It checks nothing: `arguments.py` does for what
comes in, `response_filter.py` for what goes out. Why not pydantic: decision 030.
"""

from typing import Any, Final

Schema = dict[str, Any]

LONGEST_QUERY: Final = 2000
LONGEST_TEXT: Final = 4000
TASK_ID: Final[Schema] = {"type": "string", "minLength": 4, "maxLength": 64, "pattern": "^[A-Za-z0-9_-]+$"}
SEARCH_ID: Final[Schema] = {"type": "string", "pattern": "^s_[0-9]{3,6}$"}
ID: Final[Schema] = {"type": "string", "maxLength": 64, "pattern": "^[A-Za-z0-9_-]+$"}
TIME: Final[Schema] = {"type": "string", "maxLength": 40, "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.+Z-]+$"}
URL: Final[Schema] = {"type": "string", "maxLength": 2100, "pattern": "^(https?|library|tadori)://"}
SOURCE: Final[Schema] = {"type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}$"}
DOMAIN: Final[Schema] = {"type": "string", "minLength": 1, "maxLength": 300}
TRUST: Final[Schema] = {
    "type": "string",
    "enum": ["PRIMARY", "GOVERNMENT", "ACADEMIC", "TRUSTED", "LOW", "UNVERIFIED", "BLOCKED"],
}
VERIFICATION: Final[Schema] = {"type": "string", "enum": ["pending", "verified", "rejected"]}


def string(most: int, description: str = "", *, least: int = 0) -> Schema:
    found: Schema = {"type": "string", "maxLength": most}
    if least:
        found["minLength"] = least
    return described(found, description)


def described(schema: Schema, description: str) -> Schema:
    return {**schema, "description": description} if description else dict(schema)


def with_default(value: Any, schema: Schema) -> Schema:
    """With what holds when it is left out."""
    return {**schema, "default": value}


def share(description: str = "") -> Schema:
    return described({"type": "number", "minimum": 0, "maximum": 1}, description)


def count(description: str = "", *, least: int = 0, most: int | None = None) -> Schema:
    found: Schema = {"type": "integer", "minimum": least}
    if most is not None:
        found["maximum"] = most
    return described(found, description)


def number(description: str = "") -> Schema:
    return described({"type": "number"}, description)


def boolean(description: str = "") -> Schema:
    return described({"type": "boolean"}, description)


def enum(*words: str, description: str = "") -> Schema:
    return described({"type": "string", "enum": list(words)}, description)


def array(items: Schema, most: int, description: str = "") -> Schema:
    return described({"type": "array", "items": items, "maxItems": most}, description)


def nullable(schema: Schema) -> Schema:
    return {**schema, "type": [schema["type"], "null"]}


def closed_object(required: str = "", /, **properties: Schema) -> Schema:
    """An object that has these properties and no others: always those that `required` names, all when it names none."""
    always = required.split() or list(properties)
    return {"type": "object", "properties": properties, "required": always, "additionalProperties": False}


def optional_fields(**properties: Schema) -> Schema:
    """An object that has none but these properties, and may lack each of them."""
    return {"type": "object", "properties": properties, "additionalProperties": False}
