"""New databases are copies of one that was migrated, as eighteen migrations a test would take a fifth of a second.

Comes in: the engine that `open_store` made for a path. Goes out: at that path, where there was nothing, a copy of the
template, which this process migrated once with the migrations themselves; they then look at it and find nothing
missing. It does not touch databases that are there, nor those of programs that tests start. A pytest plugin.
"""

import contextlib
import os
import shutil
import threading
from pathlib import Path

import pytest
import sqlalchemy as sa

from tadori.store import database
from tadori.store.migrations import migrate


@pytest.fixture(autouse=True, scope="session")
def _copied_databases(tmp_path_factory: pytest.TempPathFactory) -> None:
    template = tmp_path_factory.mktemp("migrated") / "template.db"
    engine = database.sqlite_engine(template)
    migrate(engine)
    engine.dispose()  # the last connection writes the log back: the template is one file

    def migrate_by_copy(engine: sa.Engine) -> None:
        path = Path(engine.url.database or "")
        # Where a file cannot be put, the migrations say so in their own words.
        with contextlib.suppress(OSError):
            _put(template, path)
        migrate(engine)

    # For the whole session, and therefore without `monkeypatch`, which is for one test.
    vars(database)["migrate"] = migrate_by_copy


def _put(template: Path, path: Path) -> None:
    """A copy at `path` if nothing is there: whole or not at all, since another process may make the same home."""
    if path.exists():
        return
    copy = path.with_name(f"{path.name}.{os.getpid()}-{threading.get_ident()}.copy")
    try:
        shutil.copyfile(template, copy)
        os.link(copy, path)
    finally:
        copy.unlink(missing_ok=True)
