"""A report and its evidence graph as JSON, for programs and for the archive, and back without loss.

Canonical: UTF-8, one line, field order fixed by `model/`, one trailing newline; the same report is the same bytes.
`schema` names the form; a change that could break a reader raises its number. A report of an earlier form is read, and
written again in that form. `exit_code` is that of the command that
made the report: 0 answered, 3 not enough evidence.

Only the shape is checked here. Whether the words hold is checked by `verify`.
"""

import json
from typing import Any, NoReturn

from tadori.errors import EvidenceBroken
from tadori.model.graph import EvidenceGraph
from tadori.model.report import FIRST_FORM, PRESENT_FORM, Answered, Report
from tadori.model.sealing import CompilerInputs
from tadori.report.shape import plain, read_as

REPORT_SCHEMA = f"tadori.report/{PRESENT_FORM}"
FIRST_REPORT_SCHEMA = f"tadori.report/{FIRST_FORM}"
"""`answered` was true or false."""
GRAPH_SCHEMA = "tadori.graph/1"
INPUTS_SCHEMA = "tadori.inputs/1"
EXIT_ANSWERED = 0
EXIT_NOT_ENOUGH = 3


def report_json(report: Report) -> bytes:
    """The report as one JSON document.

    Raises:
        EvidenceBroken: it holds what UTF-8 JSON cannot (a lone surrogate, NaN, a time without a zone).
    """
    body = plain(report)
    body.pop("form", None)
    schema = REPORT_SCHEMA
    if report.form == FIRST_FORM:
        schema, body["answered"] = FIRST_REPORT_SCHEMA, report.answered is not Answered.NO
    return _written({"schema": schema, "exit_code": _exit_code(report), **body})


def report_from_json(data: bytes) -> Report:
    """The report that `report_json` wrote.

    Raises:
        EvidenceBroken: it is not one; the message names the place.
    """
    schema, body = _parsed(data, "report", REPORT_SCHEMA, FIRST_REPORT_SCHEMA)
    if "form" in body:
        raise EvidenceBroken("report: 'form' is not a field")
    if schema == FIRST_REPORT_SCHEMA:
        body = {**body, "answered": _in_present_words(body.get("answered")), "form": FIRST_FORM}
    code = body.pop("exit_code", None)
    report: Report = read_as(Report, body, "report")
    if code != _exit_code(report):
        raise EvidenceBroken(f"report.exit_code: {_exit_code(report)} expected, found {code!r}")
    return report


def graph_json(graph: EvidenceGraph) -> bytes:
    """The graph as one JSON document. Raises as `report_json` does."""
    return _written({"schema": GRAPH_SCHEMA, **plain(graph)})


def graph_from_json(data: bytes) -> EvidenceGraph:
    """The graph that `graph_json` wrote. Raises as `report_from_json` does."""
    _, body = _parsed(data, "graph", GRAPH_SCHEMA)
    graph: EvidenceGraph = read_as(EvidenceGraph, body, "graph")
    return graph


def inputs_json(inputs: CompilerInputs) -> bytes:
    """What the compiler was given, as one JSON document. Raises as `report_json` does."""
    return _written({"schema": INPUTS_SCHEMA, **plain(inputs)})


def inputs_from_json(data: bytes) -> CompilerInputs:
    """The inputs that `inputs_json` wrote. Raises as `report_from_json` does."""
    _, body = _parsed(data, "inputs", INPUTS_SCHEMA)
    inputs: CompilerInputs = read_as(CompilerInputs, body, "inputs")
    return inputs


def _in_present_words(answered: Any) -> str:
    if type(answered) is not bool:
        raise EvidenceBroken(f"report.answered: true or false expected, found {str(answered)[:40]!r}")
    return (Answered.YES if answered else Answered.NO).value


def _exit_code(report: Report) -> int:
    return EXIT_NOT_ENOUGH if report.answered is Answered.NO else EXIT_ANSWERED


def _written(body: dict[str, Any]) -> bytes:
    text = json.dumps(body, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    try:
        return text.encode() + b"\n"
    except UnicodeEncodeError as exc:
        raise EvidenceBroken(f"a lone surrogate near {text[max(0, exc.start - 20) : exc.start]!r}") from exc


def _parsed(data: bytes, name: str, *schemas: str) -> tuple[str, dict[str, Any]]:
    """The schema of the document, one of `schemas`, and its other fields."""
    try:
        body = json.loads(data.decode(), object_pairs_hook=_object, parse_constant=_no_constant)
    except (ValueError, RecursionError) as exc:
        raise EvidenceBroken(f"{name}: not JSON ({exc})") from exc
    if not isinstance(body, dict):
        raise EvidenceBroken(f"{name}: an object expected")
    if b"\\ud" in data.lower():
        _written(body)  # an escaped lone surrogate would break every later hash
    found = body.pop("schema", None)
    if found not in schemas:
        raise EvidenceBroken(f"{name}.schema: {schemas[0]} expected, found {repr(found)[:60]}")
    return str(found), body


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Two fields of one name would let two readers see two reports."""
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        twice = next(name for name, _ in pairs if name in seen or seen.add(name))  # type: ignore[func-returns-value]
        raise ValueError(f"the field {twice[:40]!r} stands twice")
    return found


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")
