"""The filter that every response passes (§4.4.1 L7): nothing leaves that is not in the published schema.

In: an answer as the service made it. Out: the same answer with unknown fields dropped, texts cleaned, masked and cut,
and every value checked against the schema; and a list of what was dropped. An answer that lacks a required field is an
error. Of an error only its code, a message of ours and the id of its log entry leave. Filtering twice changes nothing.
What counts as secret is decided in `service/clients/redaction.py`.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, Protocol

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
from tadori.mcp.schemas import OUTPUTS
from tadori.service.clients.redaction import without_paths

Json = dict[str, Any]


class Redact(Protocol):
    """Masks secrets in a text; `where` names the text in the audit log."""

    def __call__(self, text: str, where: str = ..., /) -> str: ...


_MISSING: Final = object()
# Invisible characters that no script needs: control codes, zero-width characters, direction overrides, tag letters.
# Joiners and direction marks are kept next to scripts and emoji that use them, and one variation selector a character.
_INVISIBLE: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u115f\u1160\u200b\u202a-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e00ff\U000e01f0-\U000e0fff]"
    "|[\u200c-\u200f](?![\u00ae-\u1fff\u2070-\U0001ffff])|(?<![\u00ae-\u1fff\u2070-\U0001ffff])[\u200c-\u200f]"
    "|(?<=[\ufe00-\ufe0f\U000e0100-\U000e01ef])[\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
MAX_SAFE_INTEGER: Final = 2**53 - 1
"""Larger integers are not read exactly by JSON parsers that use floating point (RFC 8259, section 6)."""
MAX_KEY_CHARS: Final = 64
MAX_CLEANING_PASSES: Final = 4
"""Removing a piece may join two others into something to remove: repeated until nothing changes, at most this often."""
INTERNAL_ERROR_MESSAGE: Final = "Internal processing error"
_SIMPLE_TYPES: Final[dict[str, type]] = {"boolean": bool, "null": type(None)}


class _Nothing:
    """No value is an instance of this: stands for a JSON type that is not known."""


@dataclass(slots=True)
class ResponseFilter:
    """Filters one response, and collects what it dropped."""

    redact: Redact
    dropped: list[str] = field(default_factory=list)

    def value(self, value: Any, schema: Mapping[str, Any], where: str) -> Any:
        """`value` as `schema` allows it, or `_MISSING`."""
        kinds = schema.get("type", [])
        for kind in [kinds] if isinstance(kinds, str) else kinds:
            if kind in ("integer", "number"):
                found = _number(value, schema, whole=kind == "integer")
            elif kind == "object" and isinstance(value, dict):
                found = self._object(value, schema, where)
            elif kind == "array" and isinstance(value, list | tuple):
                found = self._array(value, schema, where)
            elif kind == "string" and isinstance(value, str):
                found = self._string(value, schema, where)
            else:
                found = value if isinstance(value, _SIMPLE_TYPES.get(kind, _Nothing)) else _MISSING
            if found is not _MISSING:
                return found
        self.dropped.append(where)
        return _MISSING

    def _object(self, value: Json, schema: Mapping[str, Any], where: str) -> Any:
        known, rest = schema.get("properties", {}), schema.get("additionalProperties", False)
        found: Json = {}
        for name, item in value.items():
            inner = known.get(name) or (rest if isinstance(rest, dict) and self._is_key(name, where) else None)
            if inner is None:
                self.dropped.append(f"{where}.{name}"[:200])
                continue
            left = self.value(item, inner, f"{where}.{name}")
            if left is not _MISSING:
                found[name] = left
        return found if all(name in found for name in schema.get("required", ())) else _MISSING

    def _is_key(self, name: Any, where: str) -> bool:
        """Whether a key that the schema leaves open is harmless: one that would be masked or cut is dropped."""
        if not isinstance(name, str) or not 0 < len(name) <= MAX_KEY_CHARS:
            return False
        return self.text(name, where, MAX_KEY_CHARS) == name

    def _array(self, value: Any, schema: Mapping[str, Any], where: str) -> list[Any]:
        limit = schema.get("maxItems", len(value))
        if len(value) > limit:
            self.dropped.append(f"{where}[{limit}:]")
        items = (self.value(item, schema["items"], f"{where}[]") for item in value[:limit])
        return [item for item in items if item is not _MISSING]

    def _string(self, value: str, schema: Mapping[str, Any], where: str) -> Any:
        if "enum" in schema:
            return value if value in schema["enum"] else _MISSING
        clean = self.text(value, where, schema.get("maxLength"))
        if len(clean) < schema.get("minLength", 0):
            return _MISSING
        return clean if "pattern" not in schema or _pattern(schema["pattern"]).search(clean) else _MISSING

    def anything(self, value: Any, where: str) -> Any:
        """JSON that has no schema: every text is cleaned and masked; entries with a suspicious key are dropped."""
        match value:
            case str():
                return self.text(value, where)
            case list():
                return [self.anything(item, where) for item in value]
            case dict():
                return {name: self.anything(item, where) for name, item in value.items() if self._is_key(name, where)}
        return value

    def text(self, value: str, where: str, max_chars: int | None = None) -> str:
        """`value` cleaned, masked, then cut. In this order: half of a secret would no longer be recognised."""
        clean = value
        for _ in range(MAX_CLEANING_PASSES):
            before = clean
            clean = self.redact(_INVISIBLE.sub("", _SURROGATE.sub("\ufffd", clean)), where)
            if max_chars is not None and len(clean) > max_chars:
                clean = clean[: max_chars - 1] + "…"
            if clean == before:
                break
        return clean


def filtered_response(tool: str, answer: Any, redact: Redact) -> tuple[Json | None, list[str]]:
    """(the filtered answer of `tool`, what was dropped); None instead of an answer that lacks a required field."""
    schema, response_filter = OUTPUTS[tool], ResponseFilter(redact)
    whole = {**answer, "ok": True} if isinstance(answer, dict) else answer
    found = response_filter.value(whole, schema, tool)
    if found is _MISSING or not all(name in found for name in schema["then"]["required"]):
        return None, response_filter.dropped
    return found, response_filter.dropped


def filtered_resource(text: str, media: str, redact: Redact) -> str:
    """A resource, filtered. In JSON each text is cleaned by itself: a mask across the whole would break the syntax."""
    response_filter = ResponseFilter(redact)
    if media != "application/json":
        return response_filter.text(text, "resource")
    return json.dumps(response_filter.anything(json.loads(text), "resource"), ensure_ascii=False)


def error_response(exc: BaseException, error_id: str, redact: Redact) -> Json:
    """The response for any error. Messages of our own errors leave; those of unexpected errors never do."""
    code, message, details = _code_and_message(exc)
    response_filter = ResponseFilter(lambda text, where="": without_paths(redact(text, where)))
    known = OUTPUTS["search"]["properties"]["details"]
    safe = response_filter.value(details, known, "error.details")
    safe_message = response_filter.text(message, "error.message", 1000)
    return {
        "ok": False,
        "error": {"code": code, "message": safe_message},
        "error_code": code,
        "error_id": error_id,
        "details": {} if safe is _MISSING else safe,
    }


def _code_and_message(exc: BaseException) -> tuple[str, str, Json]:
    match exc:
        case ClientRefused():
            return exc.code, exc.reason, dict(exc.details)
        case TaskNotFound():
            return "TASK_NOT_FOUND", "there is no such task; create_task makes one", {}
        case CalibrationError():
            return "CALIBRATION_ERROR", str(exc), {}
        case WrongCall():
            return "INVALID_PARAMS", str(exc), {"field": exc.field} if exc.field else {}
        case BudgetExhausted():
            return "BUDGET_EXHAUSTED", str(exc), {}
        case ChromeNotReady():
            hint = exc.diagnosis[-1] if exc.diagnosis else "tadori chrome diagnose"
            message = "Chrome CDP is not connected. Auto-start failed. Check: tadori chrome start"
            return "CHROME_NOT_READY", message, {"auto_start_attempted": exc.auto_start_attempted, "hint": hint}
        case TimeoutError():
            return "TIMEOUT", "it took too long", {}
        case StorageFull():
            return "PIPELINE_ERROR", "the disk is full; what is kept stays", {}
        case TadoriError():
            return "PIPELINE_ERROR", "the work could not be done; error_id leads to the log", {}
    return "INTERNAL_ERROR", INTERNAL_ERROR_MESSAGE, {}


def _number(value: Any, schema: Mapping[str, Any], *, whole: bool) -> Any:
    if isinstance(value, bool) or not isinstance(value, int if whole else int | float):
        return _MISSING
    if not -MAX_SAFE_INTEGER <= value <= MAX_SAFE_INTEGER:  # not-a-number is in no range
        return _MISSING
    if not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        return _MISSING
    return value


@cache
def _pattern(source: str) -> re.Pattern[str]:
    # In JSON Schema `$` matches only at the very end; in Python also before a final line break.
    return re.compile(f"{source[:-1]}\\Z" if source.endswith("$") else source)
