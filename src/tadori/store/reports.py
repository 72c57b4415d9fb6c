"""Table of reports: which report a task has, and where its files are."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import sqlalchemy as sa

from tadori.store.rows import to_text


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportRow:
    root_hash: str
    answered: bool
    folder: Path


def save_report(db: sa.Connection, task_id: str, root_hash: str, answered: bool, folder: str, at: datetime) -> None:
    db.execute(
        sa.text(
            """
            insert into reports (task_id, root_hash, answered, folder, made_at)
            values (:task_id, :root_hash, :answered, :folder, :at)
            on conflict (task_id) do update set root_hash = :root_hash, answered = :answered, folder = :folder,
                made_at = :at
            """
        ),
        {"task_id": task_id, "root_hash": root_hash, "answered": int(answered), "folder": folder, "at": to_text(at)},
    )


def report_of(db: sa.Connection, task_id: str) -> ReportRow | None:
    """The task's report; None before it is made."""
    row = db.execute(sa.text("select * from reports where task_id = :id"), {"id": task_id}).first()
    if row is None:
        return None
    return ReportRow(root_hash=row.root_hash, answered=bool(row.answered), folder=Path(row.folder))
