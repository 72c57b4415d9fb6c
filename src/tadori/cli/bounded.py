"""What filters are given whole, a file or all of stdin: read up to a limit, refused beyond it. Raises WrongCall."""

import sys
from pathlib import Path

from tadori.errors import WrongCall


def read_file(path: Path, most: int) -> bytes:
    """The bytes of a file; one that never ends (a device) is refused too."""
    try:
        with path.open("rb") as file:
            return _bounded(file.read(most + 1), str(path), most)
    except OSError as exc:
        raise WrongCall(f"{path} cannot be read: {exc.strerror}") from exc


def read_stdin(name: str, most: int) -> bytes:
    """The bytes of stdin; `name` says what they are."""
    return _bounded(sys.stdin.buffer.read(most + 1), f"{name} on stdin", most)


def _bounded(data: bytes, name: str, most: int) -> bytes:
    if len(data) > most:
        raise WrongCall(f"{name} is larger than {most // 1_000_000} MB")
    return data
