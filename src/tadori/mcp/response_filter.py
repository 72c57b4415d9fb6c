"""The one exit of all answers (§4.4.1 L7): what is not in the published schema does not leave.

Comes in: an answer as `app` made it. Goes out: the same with unknown fields dropped, texts cleaned, masked and cut,
everything checked against the schema; and what was wrong. An answer that lacks what its tool promises is an error.
Errors lose everything but their code, a message of ours and the id under which the log has the rest. What has left once
may leave again unchanged.
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
    """Masks what must not leave; `where` is what a log may call the text."""

    def __call__(self, text: str, where: str = ..., /) -> str: ...


_MISSING: Final = object()
# What nobody sees and no writing needs: controls, zero-width signs, what turns lines around, tag letters. Joiners and
# marks of direction belong to some scripts and to emoji, a sign that chooses a variant to the one before it.
_UNSEEN: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u115f\u1160\u200b\u202a-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e00ff\U000e01f0-\U000e0fff]"
    "|[\u200c-\u200f](?![\u00ae-\u1fff\u2070-\U0001ffff])|(?<![\u00ae-\u1fff\u2070-\U0001ffff])[\u200c-\u200f]"
    "|(?<=[\ufe00-\ufe0f\U000e0100-\U000e01ef])[\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
MAX_SAFE_INTEGER: Final = 2**53 - 1
"""The largest whole number that every reader of JSON reads as it was written."""
MAX_KEY_CHARS: Final = 64
MAX_CLEANING_PASSES: Final = 4
INTERNAL_ERROR_MESSAGE: Final = "Internal processing error"
_PLAIN: Final[dict[str, type]] = {"boolean": bool, "null": type(None)}


class _Nothing:
    """What no value is an instance of."""


@dataclass(slots=True)
class ResponseFilter:
    """One answer on its way out, and what was taken from it."""

    redact: Redact
    dropped: list[str] = field(default_factory=list)

    def value(self, value: Any, schema: Mapping[str, Any], where: str) -> Any:
        """`value` as `schema` lets it leave, or `_MISSING`."""
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
                found = value if isinstance(value, _PLAIN.get(kind, _Nothing)) else _MISSING
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
        """Whether a name that the schema leaves open may leave: it cannot be masked or cut and still be a name."""
        if not isinstance(name, str) or not 0 < len(name) <= MAX_KEY_CHARS:
            return False
        return self.text(name, where, MAX_KEY_CHARS) == name

    def _array(self, value: Any, schema: Mapping[str, Any], where: str) -> list[Any]:
        most = schema.get("maxItems", len(value))
        if len(value) > most:
            self.dropped.append(f"{where}[{most}:]")
        items = (self.value(item, schema["items"], f"{where}[]") for item in value[:most])
        return [item for item in items if item is not _MISSING]

    def _string(self, value: str, schema: Mapping[str, Any], where: str) -> Any:
        if "enum" in schema:
            return value if value in schema["enum"] else _MISSING
        clean = self.text(value, where, schema.get("maxLength"))
        if len(clean) < schema.get("minLength", 0):
            return _MISSING
        return clean if "pattern" not in schema or _pattern(schema["pattern"]).search(clean) else _MISSING

    def anything(self, value: Any, where: str) -> Any:
        """JSON without a schema: every text is cleaned and masked; what has a name that must not leave is dropped."""
        match value:
            case str():
                return self.text(value, where)
            case list():
                return [self.anything(item, where) for item in value]
            case dict():
                return {name: self.anything(item, where) for name, item in value.items() if self._is_key(name, where)}
        return value

    def text(self, value: str, where: str, most: int | None = None) -> str:
        """`value` cleaned, masked, then cut: a secret is masked before it can be halved."""
        clean = value
        for _ in range(MAX_CLEANING_PASSES):
            before = clean
            clean = self.redact(_UNSEEN.sub("", _SURROGATE.sub("\ufffd", clean)), where)
            if most is not None and len(clean) > most:
                clean = clean[: most - 1] + "…"
            if clean == before:
                break
        return clean


def filtered_response(tool: str, answer: Any, redact: Redact) -> tuple[Json | None, list[str]]:
    """(the answer of `tool` as it may leave, what was dropped); None when it lacks what the tool promises."""
    schema, leaving = OUTPUTS[tool], ResponseFilter(redact)
    made = {**answer, "ok": True} if isinstance(answer, dict) else answer
    found = leaving.value(made, schema, tool)
    if found is _MISSING or not all(name in found for name in schema["then"]["required"]):
        return None, leaving.dropped
    return found, leaving.dropped


def filtered_resource(text: str, media: str, redact: Redact) -> str:
    """A resource as it may leave. Of JSON, every text within is cleaned: a mask across it would leave no JSON."""
    leaving = ResponseFilter(redact)
    if media != "application/json":
        return leaving.text(text, "resource")
    return json.dumps(leaving.anything(json.loads(text), "resource"), ensure_ascii=False)


def error_response(exc: BaseException, error_id: str, redact: Redact) -> Json:
    """The one shape of all errors. Words of ours leave; words of an unexpected error never do."""
    code, message, details = _told(exc)
    leaving = ResponseFilter(lambda text, where="": without_paths(redact(text, where)))
    known = OUTPUTS["search"]["properties"]["details"]
    safe = leaving.value(details, known, "error.details")
    words = leaving.text(message, "error.message", 1000)
    return {
        "ok": False,
        "error": {"code": code, "message": words},
        "error_code": code,
        "error_id": error_id,
        "details": {} if safe is _MISSING else safe,
    }


def _told(exc: BaseException) -> tuple[str, str, Json]:
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
            said = "Chrome CDP is not connected. Auto-start failed. Check: tadori chrome start"
            return "CHROME_NOT_READY", said, {"auto_start_attempted": exc.auto_start_attempted, "hint": hint}
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
def _pattern(words: str) -> re.Pattern[str]:
    # In JSON Schema `$` is the very end; here it would stand before a last line break too.
    return re.compile(f"{words[:-1]}\\Z" if words.endswith("$") else words)
