"""Opens the one database, brings its tables up to date, and lends connections.

Comes in: the path of the home's database. Goes out: a `Store` whose `read()` and `write()` lend connections.
One transaction per unit of work; a full disk is a `StorageFull`, a newer database a `ConfigError`.
It holds no SQL of any noun: those stand in the modules beside it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from tadori.errors import ConfigError, StorageFull
from tadori.store.migrations import migrate

BUSY_SECONDS = 30


class Store:
    """The database of one home. Writers wait for each other; readers never wait."""

    def __init__(self, engine: sa.Engine) -> None:
        self.engine = engine

    @contextmanager
    def read(self) -> Iterator[sa.Connection]:
        """A connection that sees one consistent state."""
        with self.engine.connect() as db:
            db.exec_driver_sql("begin")
            try:
                yield db
            finally:
                db.rollback()

    @contextmanager
    def write(self, *, synced: bool = True) -> Iterator[sa.Connection]:
        """A connection that holds the write lock from its start; commits on success, else rolls back.

        Not `synced`, the commit survives a killed process but waits for the next synced one to survive a power cut:
        for notes whose loss changes nothing.
        """
        with self.engine.connect() as db:
            try:
                _set_synced(db, synced)
                db.exec_driver_sql("begin immediate")
                yield db
                db.commit()
            except sa.exc.OperationalError as exc:
                db.rollback()
                if "disk is full" in str(exc) or "disk I/O error" in str(exc):
                    raise StorageFull(
                        f"the disk that holds {self.engine.url.database} is full: free some space and resume"
                    ) from exc
                raise
            except BaseException:
                db.rollback()
                raise

    def problems(self) -> list[str]:
        """What SQLite finds wrong with its own file, in its words; empty when the file is whole."""
        try:
            with self.engine.connect() as db:
                rows = [str(row[0]) for row in db.exec_driver_sql("pragma quick_check(20)")]
        except sa.exc.DatabaseError as exc:
            return [str(exc.orig)]
        return [] if rows == ["ok"] else rows

    def close(self) -> None:
        self.engine.dispose()


def _set_synced(db: sa.Connection, synced: bool) -> None:
    """Tell the connection how a commit is to be kept, if it was not told so the last time."""
    info = db.connection.info
    if info.get("synced") is not synced:
        db.exec_driver_sql(f"pragma synchronous = {'full' if synced else 'normal'}")
        info["synced"] = synced


def open_store(path: Path) -> Store:
    """Open the database at `path`, creating and migrating it as needed.

    Raises:
        ConfigError: the folder cannot be written, the file is no database, or it is from a newer Tadori.
        StorageFull: there is no room for the tables.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as exc:
        raise ConfigError(f"the home folder {path.parent} cannot be made: {exc.strerror}") from exc
    store = Store(sqlite_engine(path, synchronous="full"))
    try:
        migrate(store.engine)
    except sa.exc.DatabaseError as exc:
        store.close()
        if "disk is full" in str(exc):
            raise StorageFull(f"the disk that holds {path} is full") from exc
        raise ConfigError(f"{path} cannot be used as a Tadori database: {exc.orig}") from exc
    return store


def sqlite_engine(path: Path, *, synchronous: str) -> sa.Engine:
    """An engine on a SQLite file in WAL mode.

    Our own database is `full`, the durable log of a task `normal`: after a power cut the log may then lack a step
    whose rows are there, and the step runs again to the same rows; never the other way round.
    """
    engine = sa.create_engine(
        sa.URL.create("sqlite", database=str(path)),
        # No isolation level: sqlite3 then begins nothing behind our back, and commit() still ends what we began.
        connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False, "isolation_level": None},
    )

    @sa.event.listens_for(engine, "connect")
    def _prepare(connection: Any, _record: Any) -> None:
        connection.execute("pragma journal_mode = wal")
        connection.execute(f"pragma synchronous = {synchronous}")
        connection.execute("pragma foreign_keys = on")

    return engine
