"""The audit log of the guards, separate from every other log (§4.4.1 L8): which rule, where, when, in which task.

Comes in: flags. Goes out: lines of `audit.jsonl`, append-only, readable by their owner only. The flagged text is never
written, only its position. `log_preview` is all that any other log may say about a text.
"""

import errno
import fcntl
import json
import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Final

from tadori.errors import ConfigError, StorageFull
from tadori.minds.requests import GuardFlag

FILE: Final = "audit.jsonl"
MOST_BYTES: Final = 4_000_000
KEPT: Final = 5
"""Full files that stay beside the one that is written: `audit.jsonl.1` is the newest."""
_RULE: Final = re.compile(r"[a-z0-9_]{1,60}")
_PLACE: Final = re.compile(r"[^A-Za-z0-9_:.\[\]…/ -]")
_LONGEST_PLACE: Final = 120


class AuditLog:
    """The audit log of one home. Several processes may write to it."""

    def __init__(
        self, home: Path, clock: Callable[[], datetime], *, most_bytes: int = MOST_BYTES, kept: int = KEPT
    ) -> None:
        self.path = home / FILE
        self._clock = clock
        self._most_bytes = most_bytes
        self._kept = kept

    def write(self, task: str, flags: Sequence[GuardFlag], *, job: str = "") -> None:
        """Add a line for each flag.

        Raises:
            ConfigError: the home cannot be written to.
            StorageFull: the disk is full.
        """
        if not flags:
            return
        at = self._clock().isoformat()
        lines = "".join(f"{json.dumps(_line(at, task, job, flag), ensure_ascii=False)}\n" for flag in flags)
        try:
            with self._alone():
                self._rotate(len(lines.encode()))
                self._append(lines.encode())
        except OSError as exc:
            if exc.errno == errno.ENOSPC:
                raise StorageFull(f"{self.path.name} cannot grow: {exc.strerror}") from exc
            raise ConfigError(f"the audit log {self.path} cannot be written: {exc.strerror}") from exc

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """One writer at a time, across threads and processes."""
        lock = os.open(self.path.with_name(f"{FILE}.lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
        finally:
            os.close(lock)

    def _append(self, lines: bytes) -> None:
        # A link would let somebody else choose what grows.
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
        file = os.open(self.path, flags, 0o600)
        try:
            os.fchmod(file, 0o600)  # the mode of open() is ignored when the file exists
            while lines:
                lines = lines[os.write(file, lines) :]
        finally:
            os.close(file)

    def _rotate(self, more: int) -> None:
        if not self.path.exists() or self.path.stat().st_size + more <= self._most_bytes:
            return
        # From the oldest on, so that no file is overwritten before it was moved.
        for number in range(self._kept - 1, 0, -1):
            older = self._old(number)
            if older.exists():
                older.replace(self._old(number + 1))
        self.path.replace(self._old(1))

    def _old(self, number: int) -> Path:
        return self.path.with_name(f"{FILE}.{number}")


def _line(at: str, task: str, job: str, flag: GuardFlag) -> dict[str, str | int]:
    """A flag as a log entry. Rule and place are sanitised: they must be names of ours."""
    rule = flag.rule if _RULE.fullmatch(flag.rule) else "unnamed"
    place = _PLACE.sub("_", flag.where)[:_LONGEST_PLACE]
    return {"at": at, "task": task, "job": job, "rule": rule, "where": place, "start": flag.start, "end": flag.end}
