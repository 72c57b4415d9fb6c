"""Opens a home's database, migrates it, and provides connections.

Comes in: the path of the database. Goes out: a `Store` with `read()`, `write()` and `commit()`. A full disk raises
`StorageFull`, a newer or damaged database `ConfigError`. A read-only home is opened read-only; writing then raises
`ConfigError`. The SQL of each table is in the modules beside this one.
"""

import asyncio
import os
import sqlite3
import stat
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

import sqlalchemy as sa

from tadori.errors import ConfigError
from tadori.store.faults import name_faults
from tadori.store.migrations import migrate, pending
from tadori.store.waiting import wait_until_done

BUSY_SECONDS = 30

T = TypeVar("T")


class Store:
    """The database of one home. Writers wait for each other; readers never wait."""

    def __init__(self, engine: sa.Engine) -> None:
        self.engine = engine
        self._writer: ThreadPoolExecutor | None = None

    @contextmanager
    def read(self) -> Iterator[sa.Connection]:
        """A connection that sees one consistent snapshot."""
        with self.engine.connect() as db:
            db.exec_driver_sql("begin")
            try:
                yield db
            finally:
                db.rollback()

    @contextmanager
    def write(self, *, synced: bool = True) -> Iterator[sa.Connection]:
        """A connection that holds the write lock from the start; commits on success, else rolls back.

        With `synced=False` the commit survives a killed process, but a power cut may lose it until the next synced
        commit: for notes whose loss does no harm.
        """
        with self.engine.connect() as db:
            try:
                _set_synced(db, synced)
                db.exec_driver_sql("begin immediate")
                yield db
                db.commit()
            except BaseException:
                db.rollback()
                raise

    async def commit(self, write: Callable[[sa.Connection], T], *, synced: bool = True) -> T:
        """Run `write(connection)` as one transaction on the writer thread.

        The event loop never waits for the disk or another writer. Once begun, the transaction is committed even if the
        caller is cancelled; transactions run in the order of the calls.
        """
        # One thread: SQLite has one writer anyway, and order is kept.
        if self._writer is None:
            self._writer = ThreadPoolExecutor(max_workers=1, thread_name_prefix="tadori-writer")
        return await wait_until_done(
            asyncio.get_running_loop().run_in_executor(self._writer, self._written, write, synced)
        )

    def _written(self, write: Callable[[sa.Connection], T], synced: bool) -> T:
        with self.write(synced=synced) as db:
            return write(db)

    def problems(self) -> list[str]:
        """The messages of SQLite's own check of the file; empty when the file is intact."""
        try:
            with self.engine.connect() as db:
                rows = [str(row[0]) for row in db.exec_driver_sql("pragma quick_check(20)")]
        except sa.exc.DatabaseError as exc:
            return [str(exc.orig)]
        except ConfigError as exc:
            return [str(exc)]
        return [] if rows == ["ok"] else rows

    def close(self) -> None:
        if self._writer is not None:
            self._writer.shutdown()
        self.engine.dispose()


def _set_synced(db: sa.Connection, synced: bool) -> None:
    """Set how durable commits of the connection are, unless it is already set so."""
    info = db.connection.info
    if info.get("synced") is not synced:
        db.exec_driver_sql(f"pragma synchronous = {'full' if synced else 'normal'}")
        info["synced"] = synced


def open_store(path: Path) -> Store:
    """Open the database at `path`, creating and migrating it as needed; read-only if it cannot be written.

    Raises:
        ConfigError: the folder cannot be made, the file is no database of ours, or it is from a newer Tadori.
        StorageFull: there is no room for the tables.
    """
    _make_folder(path.parent)
    if _is_there(path):
        _refuse_strangers(path)
    if _is_there(path) and not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)):
        return _open_for_reading(path)
    store = Store(sqlite_engine(path))
    try:
        migrate(store.engine)
    except BaseException:
        store.close()
        raise
    return store


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as exc:
        nowhere = folder.is_symlink() and not folder.exists()
        why = "it is a link that leads nowhere" if nowhere else exc.strerror
        raise ConfigError(f"the home folder {folder} cannot be made: {why}; TADORI_HOME names it") from exc


def _is_there(path: Path) -> bool:
    """Whether the file exists and is not empty (SQLite begins with an empty file). Raises ConfigError."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return False
    if not stat.S_ISREG(found.st_mode):
        raise ConfigError(f"{path} cannot be opened: it is a folder or a device, not a file; move it away")
    return found.st_size > 0


def _refuse_strangers(path: Path) -> None:
    """Check, without changing anything, that the file is a Tadori database. Raises ConfigError."""
    engine = _reading_engine(path)
    try:
        with engine.connect() as db:
            tables = sa.inspect(db).get_table_names()
    finally:
        engine.dispose()
    if tables and "schema_migrations" not in tables:
        raise ConfigError(
            f"{path} is a database of another program (it has {', '.join(tables[:3])}), and is left alone: "
            "set TADORI_HOME to another folder"
        )


def _open_for_reading(path: Path) -> Store:
    """The store of a read-only home."""
    # No migration here, so an older database cannot be used.
    store = Store(_reading_engine(path))
    try:
        if pending(store.engine):
            raise ConfigError(
                f"{path} was made by an older Tadori and cannot be brought up to date, since it can only be read: "
                "make its folder writable once"
            )
    except BaseException:
        store.close()
        raise
    return store


def _reading_engine(path: Path) -> sa.Engine:
    """An engine that changes nothing, not even SQLite's own files beside the database.

    If those files do not exist and cannot be created, nobody is writing, so the database is opened as immutable.
    """
    beside = path.with_name(path.name + "-shm")
    unchanging = "" if beside.exists() or os.access(path.parent, os.W_OK) else "&immutable=1"
    address = f"file:{quote(str(path))}?mode=ro{unchanging}"

    def connected() -> sqlite3.Connection:
        return sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS, check_same_thread=False, isolation_level=None)

    engine = sa.create_engine(sa.URL.create("sqlite", database=str(path)), creator=connected)
    name_faults(engine)
    return engine


def sqlite_engine(path: Path) -> sa.Engine:
    """An engine on a SQLite file in WAL mode, whose faults are errors of ours (`faults`)."""
    engine = sa.create_engine(
        sa.URL.create("sqlite", database=str(path)),
        # No isolation level: sqlite3 must not begin transactions by itself; commit() still ends ours.
        connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False, "isolation_level": None},
    )

    @sa.event.listens_for(engine, "connect")
    def _prepare(connection: Any, _record: Any) -> None:
        connection.execute("pragma journal_mode = wal")
        connection.execute("pragma synchronous = full")
        connection.execute("pragma foreign_keys = on")

    name_faults(engine)
    return engine
