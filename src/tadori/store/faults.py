"""Translates SQLite's errors into errors that a user can act on.

Comes in: an SQLAlchemy engine. Goes out: the same engine, which now raises `StorageFull` (no space) or `ConfigError`
(damaged, unreadable, read-only), each naming the file. Errors in our own SQL are not translated.
"""

import sqlite3
from typing import Final

import sqlalchemy as sa

from tadori.errors import ConfigError, StorageFull, TadoriError

FULL: Final = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR}
"""I/O errors included: SQLite reports one for a full disk or a file size limit when it cannot tell."""
DAMAGED: Final = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
UNREADABLE: Final = {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH}
BUSY: Final = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}


def name_faults(engine: sa.Engine) -> None:
    """Make `engine` raise Tadori's errors."""

    @sa.event.listens_for(engine, "handle_error")
    def _name(context: sa.engine.ExceptionContext) -> None:
        found = storage_fault(str(engine.url.database), context.original_exception)
        if found is not None:
            raise found from context.original_exception


def storage_fault(file: str, exc: BaseException) -> TadoriError | None:
    """The error for a problem of the database file or its disk, with advice; None for any other exception."""
    code = _code(exc)
    if code in FULL:
        return StorageFull(f"the disk that holds {file} is full or fails: free some space, then resume ({exc})")
    if code in DAMAGED or (code is None and "Could not decode to UTF-8" in str(exc)):
        return ConfigError(
            f"{file} is damaged, and cannot be used as a Tadori database ({exc}): put back a copy of it, or move it "
            "away to begin anew; finished reports stay in their folders"
        )
    if code in UNREADABLE:
        return ConfigError(f"{file} cannot be opened ({exc}): look at the rights of the file and its folder")
    if code == sqlite3.SQLITE_READONLY:
        return ConfigError(f"{file} can only be read: make its folder writable, or set TADORI_HOME to a folder that is")
    if code in BUSY:
        return ConfigError(f"{file} is held by another program ({exc}): end that one, or wait, and try again")
    return None


def _code(exc: BaseException) -> int | None:
    """SQLite's primary error code; None if the exception has none."""
    code = getattr(exc, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF
