"""Validates the arguments of a call against the tool's published schema.

Comes in: what a client sent. Goes out: the same without nulls for optional arguments (models that must name every
argument send these) and with integers as `int` (in JSON 10 and 10.0 are the same number), or a refusal that names the
field. Whether a task or an engine exists is not checked here.
"""

import math
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

from tadori.errors import ClientRefused, WrongCall
from tadori.mcp.inputs import INPUTS

Schema = Mapping[str, Any]
MAX_NAME_CHARS: Final = 60
_LIMIT_MESSAGES: Final[Mapping[str, str]] = {
    "minLength": "must have at least {} characters",
    "maxLength": "must have at most {} characters",
    "maxItems": "must have at most {} items",
    "minimum": "must be at least {}",
    "maximum": "must be at most {}",
    "pattern": "must match the pattern {}",
}


def validated_arguments(name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """`arguments`, valid for the tool `name`, in the form its handler expects.

    Raises:
        ClientRefused: INVALID_PARAMS, with the field that is wrong and what it must be.
        WrongCall: there is no such tool.
    """
    if name not in INPUTS:
        raise WrongCall(f"there is no such tool; there are: {', '.join(INPUTS)}")
    given = _without_nulls(dict(arguments), INPUTS[name])
    worst = next(iter(sorted(_validator(name).iter_errors(given), key=_depth_and_keyword)), None)
    if worst is not None:
        place = ".".join(str(part) for part in worst.absolute_path)
        raise ClientRefused("INVALID_PARAMS", _message(place, worst), {"field": place or name})
    _refuse_unwritable(given)
    found: dict[str, Any] = _with_whole_numbers(given, INPUTS[name])
    return found


def _without_nulls(value: Any, schema: Schema) -> Any:
    """`value` without nulls for optional properties, at any depth. Where a value is required null is an error."""
    if isinstance(value, dict):
        known, needed = schema.get("properties", {}), schema.get("required", ())
        return {
            name: _without_nulls(item, known.get(name, {}))
            for name, item in value.items()
            if item is not None or name not in known or name in needed
        }
    return _each_item(value, schema, _without_nulls)


def _with_whole_numbers(value: Any, schema: Schema) -> Any:
    """`value`, already valid, with 10.0 as 10 wherever the schema wants an integer."""
    kinds = {one.get("type") for one in schema.get("anyOf", [schema])}
    if isinstance(value, float):
        return int(value) if "integer" in kinds and value.is_integer() else value
    if isinstance(value, dict):
        known = schema.get("properties", {})
        return {name: _with_whole_numbers(item, known.get(name, {})) for name, item in value.items()}
    return _each_item(value, schema, _with_whole_numbers)


def _each_item(value: Any, schema: Schema, made: Callable[[Any, Schema], Any]) -> Any:
    return [made(item, schema.get("items", {})) for item in value] if isinstance(value, list) else value


def _refuse_unwritable(value: Any) -> None:
    """Refuse what JSON Schema cannot: lone surrogates, infinity and not-a-number would break storing and answering."""
    match value:
        case str() if any("\ud800" <= c <= "\udfff" for c in value):
            raise ClientRefused("INVALID_PARAMS", "a text holds characters that are no text (lone surrogates)")
        case float() if not math.isfinite(value):
            raise ClientRefused("INVALID_PARAMS", "a number is not finite")
        case dict():
            for name, item in value.items():
                _refuse_unwritable(name)
                _refuse_unwritable(item)
        case list():
            for item in value:
                _refuse_unwritable(item)


def _depth_and_keyword(error: Any) -> tuple[int, str]:
    return len(error.absolute_path), str(error.validator)


def _message(place: str, error: Any) -> str:
    """What is wrong. Repeats little of what was sent: it may be long, or a text that gives orders."""
    wanted = str(error.validator_value)[:200]
    match error.validator:
        case "required":
            missing = [name for name in error.validator_value if name not in error.instance]
            return f"{place or 'arguments'}: {', '.join(missing)} is missing"
        case "additionalProperties":
            known = error.schema.get("properties", {})
            strange = ", ".join(str(name)[:MAX_NAME_CHARS] for name in error.instance if name not in known)
            return f"{place or 'arguments'}: there is no {strange[:200]}; there are: {', '.join(known)}"
        case "enum":
            return f"{place}: must be one of {', '.join(map(str, error.validator_value))}"
        case "type":
            return f"{place or 'arguments'}: must be of type {wanted}"
        case "anyOf":
            return f"{place}: is none of what it may be; its description says what"
    if error.validator == "minLength" and error.validator_value == 1:
        return f"{place}: must not be empty"
    return f"{place or 'arguments'}: {_LIMIT_MESSAGES[error.validator].format(wanted)}"


@cache
def _validator(name: str) -> Any:
    from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # lazy: only calls need it

    return Draft202012Validator(INPUTS[name])
