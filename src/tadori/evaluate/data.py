"""Reads files of a data folder, plain or gzip. A file that cannot be read is a `SourceGarbled` that names the place.

Fields that a measure needs are checked when a file is read, so that a set of another shape is reported as such.
"""

import csv
import gzip
import json
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tadori.errors import SourceGarbled

Row = dict[str, Any]


def file_bytes(path: Path) -> bytes:
    """The bytes of a file, unpacked when its name ends in `.gz`."""
    try:
        packed = path.read_bytes()
        return gzip.decompress(packed) if path.suffix == ".gz" else packed
    except (OSError, EOFError, zlib.error) as exc:
        raise SourceGarbled(source=path.name, reason=f"it cannot be read: {exc}") from exc


def file_text(path: Path) -> str:
    try:
        return file_bytes(path).decode("utf-8")
    except UnicodeDecodeError as exc:
        raise SourceGarbled(source=path.name, reason=f"it is not UTF-8: {exc}") from exc


def json_document(path: Path) -> Any:
    """One JSON document."""
    return _parsed(path, file_text(path), "it")


def json_rows(path: Path, *fields: str) -> list[Row]:
    """The rows of a JSON document that is a list of objects, each with `fields`."""
    return _checked(path, json_document(path), fields)


def json_objects(path: Path, *fields: str) -> dict[str, Row]:
    """A JSON document that is an object of objects, each with `fields`."""
    found = json_document(path)
    if not isinstance(found, dict):
        raise SourceGarbled(source=path.name, reason="an object of objects is expected")
    _checked(path, list(found.values()), fields)
    return found


def json_lines(path: Path, *fields: str) -> list[Row]:
    """The objects of a JSON Lines file, each with `fields`; at least one."""
    lines = [line for line in file_text(path).split("\n") if line.strip()]
    return _checked(path, [_parsed(path, line, f"line {n}") for n, line in enumerate(lines, 1)], fields)


def csv_rows(path: Path, *fields: str) -> list[dict[str, str]]:
    """The rows of a CSV file with a heading that names `fields`."""
    return _checked(path, list(csv.DictReader(file_text(path).splitlines(keepends=True))), fields)


@contextmanager
def expected_shape(source: str) -> Iterator[None]:
    """Wraps taking rows apart, and nothing else: an error inside means that the data has another shape."""
    try:
        yield
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as exc:
        raise SourceGarbled(source=source, reason=f"a row is not of the expected shape ({exc!r})") from exc


def sampled(rows: Sequence[Row], most: int) -> list[Row]:
    """A pinned sample, evenly spread over the set."""
    return list(rows[:: max(1, len(rows) // most)])


def _parsed(path: Path, written: str, place: str) -> Any:
    try:
        return json.loads(written)
    except (ValueError, RecursionError) as exc:
        raise SourceGarbled(source=path.name, reason=f"{place} is not JSON ({exc})") from exc


def _checked(path: Path, rows: Any, fields: Sequence[str]) -> list[Row]:
    if not isinstance(rows, list) or not rows:
        raise SourceGarbled(source=path.name, reason="it has no rows")
    for number, row in enumerate(rows, 1):
        if not isinstance(row, dict):
            raise SourceGarbled(source=path.name, reason=f"row {number} is not an object")
        absent = [field for field in fields if row.get(field) is None]
        if absent:
            raise SourceGarbled(source=path.name, reason=f"row {number} has no {', '.join(absent)}")
    return rows
