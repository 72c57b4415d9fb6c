"""Reads a file or all of stdin for a filter, up to a limit of bytes. Larger input raises WrongCall, never cut off."""

import sys
from pathlib import Path

from tadori.errors import WrongCall


def read_file(path: Path, max_bytes: int) -> bytes:
    """The bytes of a file. A device that never ends is refused too, since no more than the limit is ever read."""
    try:
        with path.open("rb") as file:
            return _bounded(file.read(max_bytes + 1), str(path), max_bytes)
    except OSError as exc:
        raise WrongCall(f"{path} cannot be read: {exc.strerror}") from exc


def read_stdin(name: str, max_bytes: int) -> bytes:
    """The bytes of stdin; `name` is what the error message calls them."""
    return _bounded(sys.stdin.buffer.read(max_bytes + 1), f"{name} on stdin", max_bytes)


def _bounded(data: bytes, name: str, max_bytes: int) -> bytes:
    if len(data) > max_bytes:
        raise WrongCall(f"{name} is larger than {max_bytes // 1_000_000} MB")
    return data
