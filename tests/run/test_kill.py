"""kill −9 at many points, then resume: nothing is lost and nothing is there twice (X4)."""

import asyncio
import hashlib
import json
import os
import random
import re
import signal
import sqlite3
import sys
import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from tadori.app import Request, open_app
from tadori.events import Event
from tadori.settings import Settings

QUESTION = "When did the harbour bridge open, and how long is it?"
DOCUMENTS = {
    "bridge.html": "<html><head><title>Harbour Bridge</title></head><body><article><h1>Harbour Bridge</h1>"
    "<p>The harbour bridge opened on 12 May 1987. The harbour bridge is 840 metres long.</p></article></body></html>",
    "history.txt": "History of the harbour\n\nThe harbour bridge opened on 12 May 1987 after six years of work.\n\n"
    "Before the bridge opened, ferries crossed the harbour every twenty minutes.",
    "error.md": "# A guide\n\nThe harbour bridge is 860 metres long and opened in 1987.",
    "橋.txt": "港の橋\n\n港の橋は1987年5月12日に開通した。橋の長さは840メートルである。",
    "broken.pdf": "%PDF-1.4 this is no PDF",
}
Kept = dict[str, list[tuple[object, ...]]]

TABLES = {
    "queries": "text, purpose, round, hits, pages_read, useful",
    "serp_items": "url, rank, title",
    "pages": "id, url, content_hash, text_hash",
    "fragments": "id, page_id, position",
    "task_pages": "page_id, position",
    "claims": "id, text",
    "task_claims": "claim_id, position, answer_score, refutation_searched",
    "edges": "id, claim_id, relation, shown",
    "events": "kind, payload",
}
# What a process says about itself: how much *it* had to index and compute. Killed runs do the same work in several.
OWN_WORK = ("library_scanned", "work_counted")


@pytest.fixture
def documents(tmp_path: Path) -> Path:
    folder = tmp_path / "documents"
    folder.mkdir()
    for name, text in DOCUMENTS.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def in_child(work: Callable[[], None]) -> int:
    """Run `work` in a forked process; its exit code, negative when a signal ended it."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            work()
            code = 0
        except BaseException:  # said here, as the process ends without saying it
            traceback.print_exc()
            raise
        finally:
            sys.stderr.flush()
            os._exit(code)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def new_task(home: Path, documents: Path) -> str:
    with open_app(Settings(home=home)) as app:
        return app.new_task(Request(question=QUESTION, libraries=[documents])).id


def carry_on(home: Path, task_id: str, on_event: Callable[[Event], None] = lambda _: None) -> None:
    async def run() -> None:
        with open_app(Settings(home=home)) as app:
            await app.carry_on(task_id, emit=on_event)

    asyncio.run(run())


def killed_at_event(home: Path, task_id: str, number: int) -> int:
    def work() -> None:
        seen = [0]

        def count(_: Event) -> None:
            seen[0] += 1
            if seen[0] == number:
                die()

        carry_on(home, task_id, count)

    return in_child(work)


def die_at_record(number: int) -> None:
    """From now on, this process dies when the journal is about to record its unit of that number."""
    seen = [0]

    def count(_connection: Any, _cursor: Any, statement: str, *_more: Any) -> None:
        seen[0] += "insert into jobs " in statement
        if seen[0] == number:
            die()

    sa.event.listen(sa.Engine, "before_cursor_execute", count)


def killed_at_record(home: Path, task_id: str, number: int) -> int:
    """Killed in the transaction of a unit, when its rows are written and its record is not."""

    def work() -> None:
        die_at_record(number)
        carry_on(home, task_id)

    return in_child(work)


def killed_after(home: Path, task_id: str, seconds: float) -> int:
    def work() -> None:
        threading.Timer(seconds, die).start()
        carry_on(home, task_id)

    return in_child(work)


def kept(home: Path, task_id: str) -> Kept:
    """Everything that must be the same however often the run was cut off; ids of tasks and times left out."""
    db = sqlite3.connect(home / "tadori.db")
    rows: Kept = {}
    for table, columns in TABLES.items():
        found = db.execute(f"select {columns} from {table}").fetchall()  # noqa: S608 - names of this file
        rows[table] = sorted(
            tuple(unnamed(str(value), task_id) for value in row) for row in found if row[0] not in OWN_WORK
        )
    rows["archive"] = sorted(
        (path.name, hashlib.sha256(_without_dates(path)).hexdigest())
        for path in home.glob("archive/**/*")
        if path.is_file()
    )
    report = json.loads((home / "tasks" / task_id / "report.json").read_text(encoding="utf-8"))
    rows["sentences"] = [(s["text"], s["checked"]) for s in report["answer"]]
    rows["claims printed"] = [(c["sentence"]["text"],) for c in report["claims"]]
    return rows


def unnamed(value: str, task_id: str) -> str:
    """`value` without what is made of the task's own id or of the time."""
    return re.sub(r'"(query_id|root_hash)":"[0-9a-fq_]+"', r'"\1":""', value).replace(task_id, "TASK")


def _without_dates(path: Path) -> bytes:
    from warcio.archiveiterator import ArchiveIterator

    with path.open("rb") as stream:
        return b"".join(record.rec_type.encode() + record.content_stream().read() for record in ArchiveIterator(stream))


@pytest.fixture
def uninterrupted(tmp_path: Path, documents: Path) -> Kept:
    home = tmp_path / "whole"
    task_id = new_task(home, documents)
    assert in_child(lambda: carry_on(home, task_id)) == 0
    return kept(home, task_id)


@pytest.mark.slow
@pytest.mark.req("X4")
def test_a_run_killed_at_many_events_and_resumed_equals_a_run_that_was_never_killed(
    tmp_path: Path, documents: Path, uninterrupted: Kept
) -> None:
    home = tmp_path / "killed"
    task_id = new_task(home, documents)
    codes = [killed_at_event(home, task_id, number) for number in (1, 2, 3, 4, 5, 6, 7, 8, 3, 5, 2, 4)]
    assert set(codes) <= {-signal.SIGKILL, 0}
    assert codes[:6] == [-signal.SIGKILL] * 6
    assert in_child(lambda: carry_on(home, task_id)) == 0
    assert kept(home, task_id) == uninterrupted


@pytest.mark.slow
@pytest.mark.req("X4")
def test_a_run_killed_between_the_rows_of_a_unit_and_its_record_equals_a_run_that_was_never_killed(
    tmp_path: Path, documents: Path, uninterrupted: Kept
) -> None:
    home = tmp_path / "killed"
    task_id = new_task(home, documents)
    # Each time one record is made, and the unit after it is cut: so it goes through the units one by one.
    codes = [killed_at_record(home, task_id, 2) for _ in range(12)]
    assert codes == [-signal.SIGKILL] * 12
    assert in_child(lambda: carry_on(home, task_id)) == 0
    assert kept(home, task_id) == uninterrupted


@pytest.mark.slow
@pytest.mark.req("X4")
def test_a_run_killed_at_random_moments_and_resumed_equals_a_run_that_was_never_killed(
    tmp_path: Path, documents: Path, uninterrupted: Kept
) -> None:
    home = tmp_path / "killed"
    task_id = new_task(home, documents)
    moments = random.Random(20261116)
    for _ in range(14):
        killed_after(home, task_id, moments.uniform(0.05, 1.6))
    assert in_child(lambda: carry_on(home, task_id)) == 0
    assert kept(home, task_id) == uninterrupted


@pytest.mark.slow
@pytest.mark.req("X4")
def test_only_the_unit_in_flight_runs_again(tmp_path: Path, documents: Path) -> None:
    home = tmp_path / "killed"
    task_id = new_task(home, documents)
    kills = [killed_at_event(home, task_id, 6) for _ in range(3)].count(-signal.SIGKILL)
    assert in_child(lambda: carry_on(home, task_id)) == 0
    db = sqlite3.connect(home / "tadori.db")
    begun = db.execute("select count(*) from job_log where state = 'running'").fetchone()[0]
    done = db.execute("select count(*) from jobs").fetchone()[0]
    assert kills == 3
    assert 0 <= begun - done <= kills
    never_done = "select count(*) from job_log where job_id not in (select id from jobs)"
    assert db.execute(never_done).fetchone() == (0,)


@pytest.mark.slow
@pytest.mark.req("X4")
def test_a_new_run_and_a_look_at_status_recover_nothing_of_a_task_that_was_cut_off(
    tmp_path: Path, documents: Path
) -> None:
    home = tmp_path / "home"
    cut_off = new_task(home, documents)
    assert killed_at_event(home, cut_off, 5) == -signal.SIGKILL
    db = sqlite3.connect(home / "tadori.db")
    before = db.execute("select * from job_log where task_id = ?", (cut_off,)).fetchall()
    other = new_task(home, documents)
    assert in_child(lambda: carry_on(home, other)) == 0
    with open_app(Settings(home=home)) as app:
        assert app.state_of(app.task(cut_off)) == "cut off"
        assert app.state_of(app.task(other)) == "answered"
    after = db.execute("select * from job_log where task_id = ?", (cut_off,)).fetchall()
    assert after == before
