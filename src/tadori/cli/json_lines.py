"""How every filter runs: JSON Lines on stdin, JSON Lines on stdout.

A bad line is answered with an error that names its number, and the next line is read. Lines over a limit are skipped
without being held in memory.
"""

import json
import sys
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, Final

import click

from tadori.errors import TadoriError, WrongCall

MAX_LINE_BYTES: Final = 32_000_000
"""Longer lines are skipped in pieces, not held in memory."""
_PIECE: Final = 1_000_000


def run_line_filter(answer: Callable[[Any], dict[str, Any]]) -> int:
    """Print `answer` of every line of stdin; the exit code, 1 when a line could not be used."""
    failed = False
    for number, line in _lines(sys.stdin.buffer):
        try:
            result = answer(_parsed(line))
        except (ValueError, RecursionError, TadoriError) as exc:
            reason = "it is nested too deep" if isinstance(exc, RecursionError) else str(exc)
            click.echo(f"tadori: line {number}: {reason}", err=True)
            click.echo(json.dumps({"error": reason, "line": number}, ensure_ascii=False))
            failed = True
            continue
        click.echo(json.dumps(result, ensure_ascii=False))
    return 1 if failed else 0


def _lines(stream: BinaryIO) -> Iterator[tuple[int, bytes | None]]:
    """Each line that is not blank, with its number; None for one that is too long."""
    number = 0
    while line := stream.readline(MAX_LINE_BYTES + 1):
        number += 1
        if len(line) > MAX_LINE_BYTES and not line.endswith(b"\n"):
            while (rest := stream.readline(_PIECE)) and not rest.endswith(b"\n"):
                pass
            yield number, None
        elif line.strip():
            yield number, line


def _parsed(line: bytes | None) -> Any:
    if line is None:
        raise WrongCall(f"it is longer than {MAX_LINE_BYTES // 1_000_000} MB")
    value = json.loads(line)
    # JSON may escape half of a surrogate pair. Nothing later could print or store such a text, so it is refused here.
    if b"\\u" in line:
        try:
            json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError as exc:
            raise WrongCall("it holds half of a surrogate pair, which is no character") from exc
    return value
