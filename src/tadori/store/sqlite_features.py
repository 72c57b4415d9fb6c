"""What the SQLite of this Python can do. Opens no database of the user."""

import sqlite3


def full_text_search() -> tuple[bool, str]:
    """Whether there is full-text search, and the version or the reason in words."""
    try:
        sqlite3.connect(":memory:").execute("create virtual table t using fts5(x)")
    except sqlite3.OperationalError as exc:
        return False, f"this Python's SQLite has no FTS5 ({exc})"
    return True, f"SQLite {sqlite3.sqlite_version} with FTS5"
