"""The log of failed calls: a file in the home, one JSON line for each error, found by its `error_id` (L35 L7, L8).

Only the id leaves the program. The line holds the type, message and stack trace of the error, with secrets masked.
"""

import json
import os
import traceback
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from tadori.model.doors import Clock
from tadori.text.secrets import mask_secrets

LOG_NAME: Final = "mcp-errors.jsonl"
MAX_LOG_BYTES: Final = 5_000_000
"""A larger log is rotated; one older file is kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorLog:
    """The log of one home."""

    folder: Path
    clock: Clock

    @property
    def file(self) -> Path:
        return self.folder / LOG_NAME

    def record(self, exc: BaseException, where: str) -> str:
        """Log an error; its id. A log that cannot be written is ignored: the caller has a real error to report."""
        error_id = f"err_{os.urandom(6).hex()}"
        trace = "".join(traceback.format_exception(exc))
        line = {
            "error_id": error_id,
            "at": _stamp(self.clock()),
            "where": where,
            "kind": type(exc).__name__,
            "words": mask_secrets(str(exc))[:2000],
            "trace": mask_secrets(trace)[-20_000:],
        }
        try:
            self._write(json.dumps(line, ensure_ascii=False, default=str))
        except (OSError, UnicodeError):
            return error_id
        return error_id

    def _write(self, line: str) -> None:
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if self.file.exists() and self.file.stat().st_size > MAX_LOG_BYTES:
            self.file.replace(self.file.with_suffix(".1.jsonl"))
        descriptor = os.open(self.file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        with os.fdopen(descriptor, "a", encoding="utf-8", errors="backslashreplace") as out:
            out.write(line + "\n")


def _stamp(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds")
