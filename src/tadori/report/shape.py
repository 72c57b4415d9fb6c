"""Frozen dataclasses as plain JSON data and back, led by their annotations alone.

Comes in: a noun of `model/`, or parsed JSON and the noun it should be. Goes out: the other. Field names are the
dataclass's, in its order. Reading is strict: a missing, unknown or wrongly typed field is `EvidenceBroken` with its
path, because a report that was changed by hand must not be read as a slightly different report.
"""

import math
import types
from collections.abc import Callable
from dataclasses import Field, fields, is_dataclass
from datetime import datetime
from enum import StrEnum
from functools import lru_cache
from typing import Any, NewType, Union, get_args, get_origin, get_type_hints

from tadori.errors import EvidenceBroken

TYPE_WORDS = {
    dict: "an object",
    list: "a list",
    str: "a text",
    bool: "true or false",
    int: "a number",
    float: "a number",
}

Read = Callable[[Any, str], Any]
"""Value and its path in; what it stands for out."""


def plain(value: Any) -> Any:
    """`value` as lists, objects, texts and numbers.

    Raises:
        EvidenceBroken: a time without a zone, or a number that JSON cannot write.
    """
    match value:
        case None | bool() | int():
            return value
        case StrEnum():
            return value.value
        case str():
            return value
        case float():
            return _finite(value, "report")
        case tuple():
            return [plain(item) for item in value]
        case datetime():
            return _zoned(value, "report").isoformat()
        case _:
            return {field.name: plain(getattr(value, field.name)) for field in fields(value) if _is_told(value, field)}


def _is_told(value: Any, field: Field[Any]) -> bool:
    """A field that was added later is left out at its default: what was sealed before it keeps its bytes."""
    return "added" not in field.metadata or getattr(value, field.name) != field.default


def read_as(kind: Any, value: Any, path: str) -> Any:
    """`value`, parsed JSON, as a `kind`.

    Raises:
        EvidenceBroken: it has another shape; the message begins with the path of the first place that is wrong.
    """
    return _reader(kind)(value, path)


@lru_cache(maxsize=256)
def _reader(kind: Any) -> Read:
    """How a `kind` is read; made once per annotation."""
    if isinstance(kind, NewType):
        return _reader(kind.__supertype__)
    if get_origin(kind) in {types.UnionType, Union}:
        return _optional(kind)
    if get_origin(kind) is tuple:
        return _tuple(get_args(kind))
    if is_dataclass(kind) and isinstance(kind, type):
        return _object(kind)
    if kind is datetime:
        return _time
    if kind is float:
        return _number
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return _choice(kind)
    return _exactly(kind)


def _exactly(kind: type) -> Read:
    if kind not in TYPE_WORDS:
        raise TypeError(f"{kind.__name__} has no JSON form")

    def read(value: Any, path: str) -> Any:
        return value if type(value) is kind else _refuse(path, TYPE_WORDS[kind], value)

    return read


def _optional(kind: Any) -> Read:
    """`X | None`; the model has no other unions."""
    (inner,) = (_reader(part) for part in get_args(kind) if part is not types.NoneType)

    def read(value: Any, path: str) -> Any:
        return None if value is None else inner(value, path)

    return read


def _tuple(parts: tuple[Any, ...]) -> Read:
    if parts[-1] is Ellipsis:
        inner = _reader(parts[0])

        def read_many(value: Any, path: str) -> Any:
            return tuple(inner(item, f"{path}[{i}]") for i, item in enumerate(_list(value, path)))

        return read_many
    readers = [_reader(part) for part in parts]

    def read_fixed(value: Any, path: str) -> Any:
        items = _list(value, path)
        if len(items) != len(readers):
            raise EvidenceBroken(f"{path}: {len(readers)} items expected, found {len(items)}")
        return tuple(read(item, f"{path}[{i}]") for i, (read, item) in enumerate(zip(readers, items, strict=True)))

    return read_fixed


def _object(kind: Any) -> Read:
    hints = get_type_hints(kind)
    readers = {field.name: _reader(hints[field.name]) for field in fields(kind)}
    added = {field.name for field in fields(kind) if "added" in field.metadata}

    def read(value: Any, path: str) -> Any:
        if type(value) is not dict:
            return _refuse(path, "an object", value)
        absent = [name for name in readers if name not in value and name not in added]
        unknown = [name for name in value if name not in readers]
        if absent or unknown:
            words = f"{absent[0]} is missing" if absent else f"{unknown[0]!r} is not a field"
            raise EvidenceBroken(f"{path}: {words}")
        told = {name: reader for name, reader in readers.items() if name in value}
        return kind(**{name: reader(value[name], f"{path}.{name}") for name, reader in told.items()})

    return read


def _choice(kind: type[StrEnum]) -> Read:
    members = {member.value: member for member in kind}

    def read(value: Any, path: str) -> Any:
        if type(value) is not str or value not in members:
            return _refuse(path, f"one of {', '.join(members)}", value)
        return members[value]

    return read


def _time(value: Any, path: str) -> Any:
    if type(value) is not str:
        return _refuse(path, "a time", value)
    try:
        return _zoned(datetime.fromisoformat(value), path)
    except ValueError:
        return _refuse(path, "a time", value)


def _number(value: Any, path: str) -> Any:
    """Whole numbers are taken too: other programs write 1.0 as 1."""
    if type(value) not in {int, float}:
        return _refuse(path, "a number", value)
    try:
        return _finite(float(value), path)
    except OverflowError:
        return _refuse(path, "a number", value)


def _list(value: Any, path: str) -> list[Any]:
    if type(value) is not list:
        _refuse(path, "a list", value)
    return value  # type: ignore[no-any-return]  # just seen to be a list


def _finite(value: float, path: str) -> float:
    if not math.isfinite(value):
        raise EvidenceBroken(f"{path}: {value} is not a number that JSON can write")
    return value


def _zoned(value: datetime, path: str) -> datetime:
    if value.tzinfo is None:
        raise EvidenceBroken(f"{path}: {value.isoformat()} has no time zone")
    return value


def _refuse(path: str, wanted: str, value: Any) -> Any:
    raise EvidenceBroken(f"{path}: {wanted} expected, found {str(value)[:40]!r}")
