"""Runs a script of `create table` statements on either database.

Comes in: a script with `{real}`, `{blob}` and `{strict}` where the dialects differ. Goes out: tables. Scripts are in
`migrations.py` and `migrations_researcher.py`.
"""

import sqlalchemy as sa


def run_script(db: sa.Connection, script: str) -> None:
    postgres = db.dialect.name == "postgresql"
    words = {
        "{real}": "double precision" if postgres else "real",
        "{blob}": "bytea" if postgres else "blob",
        "{strict}": "" if postgres else " strict",
    }
    for word, meaning in words.items():
        script = script.replace(word, meaning)
    # sqlite3 runs one statement per call; the scripts contain no `;` inside literals.
    for statement in script.split(";"):
        if statement.strip():
            db.exec_driver_sql(statement)
