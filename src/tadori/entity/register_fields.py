"""Reads the fields of register answers: JSON, host names, days, plain words; bounded, and strict about what they are.

In: a body or one value of it. Out: plain values; what is missing or of another type is empty.
"""

import json
from typing import Any, Final

from tadori.errors import SourceGarbled, SourceTooLarge
from tadori.model.ids import IsoDate
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.normalise import strip_invisible

MAX_BYTES: Final = 10_000_000

MAX_LIST: Final = 200

_LONGEST: Final = 200

_HOST: Final = lazy_pattern(r"(?:\*\.)?(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.){1,20}[a-z][a-z0-9-]{0,61}[a-z0-9]")

_DATE: Final = lazy_pattern(r"((?:19|20)\d\d)[-/]([01]\d)[-/]([0-3]\d)")


def json_body(body: bytes, source: str) -> Any:
    if len(body) > MAX_BYTES:
        raise SourceTooLarge(source, f"an answer of more than {MAX_BYTES} bytes")
    try:
        return json.loads(body)
    except (ValueError, RecursionError) as error:
        raise SourceGarbled(source, "the answer is no JSON") from error


def left_out_note(what: str, number: int) -> tuple[str, ...]:
    return (f"{number} {what} left out",) if number > 0 else ()


def host_name(value: object, *, wildcard: bool = False) -> str:
    """A host name in lower case and ASCII; empty for anything else."""
    if not isinstance(value, str) or len(value) > 253:
        return ""
    name = value.strip().rstrip(".").lower()
    if not name.isascii():
        try:
            name = name.encode("idna").decode("ascii")
        except UnicodeError:
            return ""
    if name.startswith("*.") and not wildcard:
        return ""
    return name if _HOST.fullmatch(name) else ""


def iso_day(value: object) -> IsoDate | None:
    match = _DATE.search(value[:40]) if isinstance(value, str) else None
    if match is None or not ("01" <= match[2] <= "12" and "01" <= match[3] <= "31"):
        return None
    return IsoDate("-".join(match.groups()))


def plain_words(value: object) -> str:
    """A value as plain words on one line, bounded."""
    plain = value if isinstance(value, str) else "" if value is None or isinstance(value, (dict, list)) else str(value)
    return " ".join(strip_invisible(plain[: _LONGEST * 2]).split())[:_LONGEST]


def list_of(value: object) -> list[Any]:
    return value[:MAX_LIST] if isinstance(value, list) else []


def objects_of(value: object) -> list[dict[str, Any]]:
    return [entry for entry in list_of(value) if isinstance(entry, dict)]
