"""A home of version 7, cut off in the middle of its tasks: nothing in it is lost, and every task can go on (X4).

`fixtures/make_home.py` says how it was made. Its documents are addressed by where they lie, so they are put back there,
by one test process at a time.
"""

import asyncio
import fcntl
import json
import random
import shutil
import sqlite3
import tarfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

import tadori
from tadori.cli.root import run
from tadori.service.request import BudgetOptions, ResearchRequest
from tadori.service.tasks import Tasks
from tadori.settings import EngineSettings
from tadori.wiring.home import open_app
from tadori.wiring.routes import WebEnvironment
from tests.engine.fixtures.make_home import (
    ARTICLES,
    BETWEEN,
    FINISHED,
    HALTED,
    HOSTS,
    HTTPS_PORT,
    PLACE,
    PORT,
    QUERY,
    READING,
    SECOND,
    STOPPED,
    UNFINISHED,
    others,
)
from tests.mcp.world import desk
from tests.web.desk import Time, settings_for
from tests.web.engines_web import PLANS
from tests.web.little_web import LittleWeb

ARCHIVE = Path(__file__).parent / "fixtures" / "home_step7.tar.gz"
OLDER_EDGES = ("e_22ed269fd250a07b10dd9dcd", "e_9b5a2ebc63b0325ec56af368", "e_f25d22ffba8f1e1f03fec891")
"""Edges of the task `HALTED` that the judge of that version made."""
ON_THE_WEB = "月代原大橋はいつ開通したか。"
KEPT = {
    "tasks": "id",
    "queries": "id",
    "serp_items": "id",
    "pages": "id",
    "fragments": "id",
    "task_pages": "task_id, page_id, position",
    "claims": "id",
    "task_claims": "task_id, claim_id",
    "edges": "task_id, id",
    "events": "id, task_id, position, kind, payload",
    "reports": "task_id, root_hash",
    "client_searches": "task_id, number, query",
    "verdicts": "claim_hash, evidence_hash, judge",
    "attempts": "task_id, url, route, outcome",
}
"""What no migration and no resumed task may take away."""
Rows = dict[str, list[tuple[object, ...]]]


@pytest.fixture(scope="module")
def unpacked() -> Iterator[Path]:
    """The folder with `documents` and the home as it was kept."""
    with PLACE.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        shutil.rmtree(PLACE, ignore_errors=True)
        with tarfile.open(ARCHIVE) as tar:
            tar.extractall(PLACE, filter="data")
        yield PLACE
        shutil.rmtree(PLACE)


@pytest.fixture
def home(unpacked: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    shutil.copytree(unpacked / "home", folder)
    with closing(sqlite3.connect(folder / "tadori.db")) as db:
        db.execute("update reports set folder = replace(folder, ?, ?)", (str(PLACE / "home"), str(folder)))
        db.commit()
    monkeypatch.setenv("TADORI_HOME", str(folder))
    return folder


def named(home: Path, question: str) -> str:
    """The id of the task that asks `question`."""
    with closing(sqlite3.connect(home / "tadori.db")) as db:
        (task_id,) = db.execute("select id from tasks where question = ?", (question,)).fetchone()
    return str(task_id)


def rows(home: Path) -> Rows:
    with closing(sqlite3.connect(home / "tadori.db")) as db:
        return {table: db.execute(f"select {columns} from {table}").fetchall() for table, columns in KEPT.items()}  # noqa: S608


def lost(before: Rows, after: Rows) -> Rows:
    return {table: gone for table in before if (gone := sorted(set(before[table]) - set(after[table])))}


def gathered(home: Path, task_id: str) -> Rows:
    """What a task has come to, without what is made of its id, of the time or of how often it was begun."""
    with closing(sqlite3.connect(home / "tadori.db")) as db:
        found = {
            "pages": db.execute("select page_id, weighed from task_pages where task_id = ?", (task_id,)),
            "claims": db.execute("select claim_id, page_id, start_at from task_claims where task_id = ?", (task_id,)),
            "edges": db.execute("select claim_id, fragment_id, relation from edges where task_id = ?", (task_id,)),
        }
        kept: Rows = {name: sorted(cursor.fetchall()) for name, cursor in found.items()}
    report = json.loads((home / "tasks" / task_id / "report.json").read_text(encoding="utf-8"))
    kept["sentences"] = [(one["text"], one["checked"]) for one in report["answer"]]
    return kept


def fresh(folder: Path, question: str, unpacked: Path) -> Rows:
    """The same for a task that nobody cut off, in a home of its own."""
    outcome = tadori.research(question, libraries=[unpacked / "documents"], home=folder)
    return gathered(folder, outcome.task_id)


@pytest.mark.req("X4")
def test_every_task_of_the_version_before_is_listed_as_it_was_left(
    home: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    before = rows(home)
    assert run(["status", "--json"]) == 0
    listed = {one["question"]: (one["state"], one["pages_read"]) for one in json.loads(capfd.readouterr().out)}
    assert listed == {
        FINISHED: ("answered", 4),
        READING: ("cut off", 1),
        BETWEEN: ("cut off", 4),
        STOPPED: ("stopped", 2),
        ON_THE_WEB: ("cut off", 3),
        HALTED: ("cut off", 3),
        UNFINISHED: ("cut off", 2),
    }
    assert rows(home) == before


@pytest.mark.req("X4")
def test_a_task_that_the_version_before_finished_shows_and_verifies_as_it_did(
    home: Path, unpacked: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    task_id = named(home, FINISHED)
    assert run(["status", task_id, "--json"]) == 0
    facts = json.loads(capfd.readouterr().out)
    assert (facts["root_hash"], facts["pages_used"]) == (
        "765c35654e4003a7d1fec43076d3548522a66873b96bf31442b2effc806061b6",
        4,
    )
    before = rows(home)
    assert run(["resume", task_id]) == 0
    assert rows(home) == before
    files = sorted(path.name for path in (home / "tasks" / task_id).glob("report.*"))
    same = [
        (home / "tasks" / task_id / n).read_bytes() == (unpacked / "home/tasks" / task_id / n).read_bytes()
        for n in files
    ]
    assert (files, same) == (["report.html", "report.json", "report.md"], [True, True, True])
    assert tadori.verify(home / "tasks" / task_id).ok is True


@pytest.mark.slow
@pytest.mark.req("X4")
@pytest.mark.parametrize("question", [READING, BETWEEN, STOPPED])
def test_a_task_over_a_folder_goes_on_to_the_report_it_would_have_had(
    home: Path, unpacked: Path, tmp_path: Path, question: str
) -> None:
    before, task_id = rows(home), named(home, question)
    assert run(["resume", task_id]) == 0
    assert lost(before, rows(home)) == {}
    assert gathered(home, task_id) == fresh(tmp_path / "fresh", question, unpacked)
    assert tadori.verify(home / "tasks" / task_id).ok is True


@pytest.mark.slow
@pytest.mark.req("X4")
def test_going_on_with_one_task_leaves_the_other_open_ones_where_they_are(home: Path) -> None:
    mine, other = named(home, READING), named(home, BETWEEN)
    assert run(["resume", mine]) == 0
    with closing(sqlite3.connect(home / "tadori.db")) as db:
        found = db.execute("select count(*) from task_pages where task_id = ?", (other,)).fetchone()
        state = db.execute("select finished_at, status from tasks where id = ?", (other,)).fetchone()
    assert (found, state) == ((4,), (None, "exploring"))


def resumed_on_the_web(home: Path, task_id: str = "") -> str:
    time = Time()
    with LittleWeb(hosts=HOSTS, articles=ARTICLES, scale=0.02, port=PORT, https_port=HTTPS_PORT) as web:
        web.engines[PLANS[0].letter].warm()
        bases = {plan.style: web.engines[plan.letter].base for plan in PLANS}
        engines = EngineSettings(use=tuple(bases), off=others(bases), bases=tuple(bases.items()))
        parts = WebEnvironment(
            resolver=web.resolver, rng=random.Random(1), sleep=time.sleep, zone=ZoneInfo("Asia/Tokyo")
        )
        with open_app(replace(settings_for(web, home), engines=engines), clock=time.clock) as app:
            asked = (
                task_id or Tasks(app).create(ResearchRequest(question=ON_THE_WEB, budget=BudgetOptions(pages=12))).id
            )
            asyncio.run(Tasks(app).run(asked, parts=parts))
    return asked


@pytest.mark.slow
@pytest.mark.req("X4")
def test_a_task_on_the_web_goes_on_with_the_pages_it_had_and_reads_each_once(home: Path) -> None:
    before, task_id = rows(home), named(home, ON_THE_WEB)
    had = {url for task, url, _, outcome in before["attempts"] if (task, outcome) == (task_id, "page")}
    assert len(had) == 4  # three were kept, and one was had when the process died
    resumed_on_the_web(home, task_id)
    after = rows(home)
    assert lost(before, after) == {}
    with closing(sqlite3.connect(home / "tadori.db")) as db:
        read = db.execute(
            "select p.url, t.weighed from task_pages t join pages p on p.id = t.page_id where t.task_id = ?", (task_id,)
        ).fetchall()
        asked = db.execute(
            "select count(*) from attempts a join pages p on p.url = a.url join task_pages t on t.page_id = p.id "
            "where t.task_id = ? and a.outcome = 'page' group by a.url order by t.position",
            (task_id,),
        ).fetchall()
    assert had <= {url for url, _ in read}
    assert len({url for url, _ in read}) == len(read)
    assert {weighed for _, weighed in read} == {1}
    assert asked[:3] == [(1,)] * 3  # those that were kept; what was in flight is asked for again
    assert tadori.verify(home / "tasks" / task_id).ok is True


async def searched(home: Path, unpacked: Path, task_id: str, query: str) -> dict[str, Any]:
    async with desk(home, unpacked / "documents") as client:
        asked = task_id or await client.task(UNFINISHED if query == QUERY else HALTED)
        return await client("search", task_id=asked, query=query)


def without_ids(answer: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in answer.items() if name not in {"task_id", "search_id"}}


@pytest.mark.slow
@pytest.mark.req("X4", "L2")
def test_a_search_of_a_client_that_a_kill_cut_off_goes_on_when_it_is_asked_for_again(
    home: Path, unpacked: Path, tmp_path: Path
) -> None:
    before, task_id = rows(home), named(home, UNFINISHED)
    answer = asyncio.run(searched(home, unpacked, task_id, QUERY))
    assert (answer["search_id"], answer["status"]) == ("s_001", "satisfied")
    assert lost(before, rows(home)) == {}
    whole = asyncio.run(searched(tmp_path / "fresh", unpacked, "", QUERY))
    assert without_ids(answer) == without_ids(whole)


@pytest.mark.slow
@pytest.mark.req("X4", "L2")
def test_a_search_of_a_client_that_halted_goes_on_and_the_one_before_stays_as_it_was(
    home: Path, unpacked: Path
) -> None:
    before, task_id = rows(home), named(home, HALTED)

    async def status() -> list[tuple[str, str, bool]]:
        async with desk(home, unpacked / "documents") as client:
            told = await client("get_status", task_id=task_id)
            return [(one["id"], one["status"], one["halted"]) for one in told["searches"]]

    assert asyncio.run(status()) == [("s_001", "satisfied", False), ("s_002", "partial", True)]
    answer = asyncio.run(searched(home, unpacked, task_id, SECOND))
    assert (answer["ok"], answer["search_id"]) == (True, "s_002")
    assert asyncio.run(status())[0] == ("s_001", "satisfied", False)
    # Only frames say that claims agree or conflict: what the older judge said of three pairs is forgotten.
    assert lost(before, rows(home)) == {"edges": [(task_id, edge) for edge in OLDER_EDGES]}


@pytest.mark.req("X4")
def test_the_log_that_the_version_before_kept_beside_a_task_goes_with_the_task(home: Path) -> None:
    task_id = named(home, READING)
    assert (home / "tasks" / task_id / "durable.sqlite").exists()
    assert run(["forget", task_id, "--yes"]) == 0
    assert not (home / "tasks" / task_id).exists()


def test_the_home_kept_for_these_tests_is_small() -> None:
    assert ARCHIVE.stat().st_size < 300_000
