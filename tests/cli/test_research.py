"""The main job as a user sees it: exit codes, clean stdout, files, going on, forgetting."""

import json
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Program
from tests.environment import program_environment

LIBRARY = Path(__file__).parents[2] / "examples" / "library"


@pytest.mark.req("X1", "X2", "X3", "L22")
def test_a_question_is_answered_with_checked_sentences_and_a_report_that_verifies(
    tadori: Program, documents: Path, tmp_path: Path
) -> None:
    out_folder = tmp_path / "out"
    code, out, err = tadori(
        "research", "When did the harbour bridge open?", "--library", str(documents), "--out", str(out_folder), "--json"
    )
    assert code == 0
    report = json.loads(out)
    assert report["answered"] == "yes"
    assert "12 May 1987" in report["answer"][0]["text"]
    assert [s["checked"] for s in report["answer"]] == [True] * len(report["answer"])
    assert report["support_rate"] == 1.0
    assert sorted(p.name for p in out_folder.iterdir()) == ["evidence.wacz", "report.html", "report.json", "report.md"]
    assert (out_folder / "report.json").read_text(encoding="utf-8") == out
    code, out, _ = tadori("verify", str(out_folder), "--json")
    facts = json.loads(out)
    assert (code, facts["ok"], facts["problems"]) == (0, True, [])
    assert facts["root_hash"][:16] in err
    assert facts["recompiled"] is True
    code, out, _ = tadori("verify", str(out_folder), "--root", facts["root_hash"])
    assert (code, out.splitlines()[-1]) == (0, f"root hash {facts['root_hash']} (the one you gave)")
    code, out, _ = tadori("verify", str(out_folder), "--root", "0" * 64)
    assert code == 1
    assert out.startswith("BROKEN  datapackage.json: its root hash is ")


@pytest.mark.req("X7")
def test_a_japanese_question_gets_a_japanese_report(tadori: Program, documents: Path) -> None:
    code, out, _ = tadori("research", "港の橋はいつ開通したか。", "--library", str(documents))
    assert code == 0
    assert out.splitlines()[0] == "# 港の橋はいつ開通したか。"
    assert "## 答え" in out
    assert "港の橋は**1987年5月12日**に開通した。" in out


@pytest.mark.req("X7")
def test_a_name_in_kanji_is_answered_from_an_english_page(tadori: Program, tmp_path: Path) -> None:
    folder = tmp_path / "harbours"
    folder.mkdir()
    for name, opened in (("Kanesaki", "1931"), ("Farholm", "1922"), ("Narukama", "1908")):
        text = f"# {name}\n\n{name} is a town on the coast. The harbour of {name} was opened in {opened}.\n"
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    code, out, _ = tadori("research", "鐘崎の港はいつ開港したか", "--library", str(folder))
    assert code == 0
    assert "The harbour of Kanesaki was opened in **1931**." in out
    assert "1922" not in out
    code, out, _ = tadori("research", "函館の港はいつ開港したか", "--library", str(folder), "--json")
    assert (code, json.loads(out)["answer"]) == (3, [])


@pytest.mark.req("X1")
def test_without_enough_evidence_it_says_what_is_missing_and_exits_with_3(tadori: Program, documents: Path) -> None:
    code, out, _ = tadori(
        "research", "Who composed the opera about the volcano?", "--library", str(documents), "--json"
    )
    report = json.loads(out)
    assert code == 3
    assert report["answered"] == "no"
    assert report["answer"] == []
    assert report["missing"] != []


def test_an_empty_folder_is_answered_by_exit_3(tadori: Program, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    code, out, _ = tadori("research", "When did the bridge open?", "--library", str(tmp_path / "empty"), "--json")
    assert code == 3
    assert json.loads(out)["method"]["pages_searched"] == 0


@pytest.mark.req("L37")
def test_status_shows_searches_and_the_log_holds_every_query_with_its_ground(
    tadori: Program, documents: Path, home: Path
) -> None:
    tadori("research", "When did the harbour bridge open?", "--library", str(documents))
    task_id = json.loads(tadori("status", "--json")[1])[0]["task_id"]
    facts = json.loads(tadori("status", task_id, "--json")[1])
    assert facts["state"] == "answered"
    assert facts["searches"][0]["query"] == "When did the harbour bridge open?"
    db = sqlite3.connect(home / "tadori.db")
    made = db.execute("select payload, cause_id from events where kind = 'query_made'").fetchall()
    assert len(made) == len(facts["searches"])
    assert [bool(json.loads(payload)["reason"]) for payload, _ in made] == [True] * len(made)
    assert [cause[:4] for _, cause in made] == ["job_"] * len(made)


@pytest.mark.req("L38")
def test_the_same_question_again_extracts_and_embeds_nothing(tadori: Program, documents: Path) -> None:
    for _ in range(2):
        tadori("research", "When did the harbour bridge open?", "--library", str(documents))
    first, second = (
        json.loads(tadori("status", row["task_id"], "--json")[1])
        for row in reversed(json.loads(tadori("status", "--json")[1]))
    )
    assert first["extractions"] == 2
    assert (second["extractions"], second["embeddings"], second["judged"]) == (0, 0, 0)
    assert second["answered"] == first["answered"]


def test_a_finished_task_prints_its_report_again(tadori: Program, documents: Path) -> None:
    code, out, _ = tadori("research", "When did the harbour bridge open?", "--library", str(documents))
    task_id = json.loads(tadori("status", "--json")[1])[0]["task_id"]
    assert tadori("resume", task_id)[:2] == (code, out)


def test_a_larger_budget_lets_a_finished_task_search_on(tadori: Program, documents: Path) -> None:
    tadori("research", "When did the harbour bridge open?", "--library", str(documents), "--budget-pages", "1")
    task_id = json.loads(tadori("status", "--json")[1])[0]["task_id"]
    assert json.loads(tadori("status", task_id, "--json")[1])["pages_used"] == 1
    code, _, _ = tadori("resume", task_id, "--budget-pages", "10")
    facts = json.loads(tadori("status", task_id, "--json")[1])
    assert code == 0
    assert (facts["pages_used"], facts["pages_limit"]) == (2, 10)


def test_forget_deletes_a_task_and_the_evidence_nobody_else_uses(tadori: Program, documents: Path, home: Path) -> None:
    question = "When did the harbour bridge open?"
    for _ in range(2):
        tadori("research", question, "--library", str(documents))
    first, second = [row["task_id"] for row in json.loads(tadori("status", "--json")[1])]
    archived = sorted(p.name for p in home.glob("archive/*/*.warc.gz"))
    assert tadori("forget", first, "--yes")[0] == 0
    assert sorted(p.name for p in home.glob("archive/*/*.warc.gz")) == archived
    assert tadori("forget", second, "--yes")[0] == 0
    assert sorted(home.glob("archive/*/*.warc.gz")) == []
    assert sorted(p.name for p in (home / "tasks").iterdir()) == []
    db = sqlite3.connect(home / "tadori.db")
    left = [db.execute(f"select count(*) from {t}").fetchone()[0] for t in ("tasks", "claims", "edges", "events")]  # noqa: S608
    assert left == [0, 0, 0, 0]
    assert tadori("research", question, "--library", str(documents))[0] == 0


def test_a_stopped_task_that_nobody_runs_is_marked_and_can_go_on(tadori: Program, documents: Path, home: Path) -> None:
    from tadori.service.request import ResearchRequest
    from tadori.service.tasks import Tasks
    from tadori.settings import Settings
    from tadori.wiring.home import open_app

    request = ResearchRequest(question="When did the harbour bridge open?", libraries=[documents])
    with open_app(Settings(home=home)) as app:
        task_id = Tasks(app).create(request).id
    code, out, _ = tadori("stop", task_id)
    assert (code, out.split(";")[0]) == (0, f"{task_id} is stopped")
    assert json.loads(tadori("status", task_id, "--json")[1])["state"] == "stopped"
    assert tadori("resume", task_id)[0] == 0


WAITING = """
import io, sys, time
from tadori.service.tasks import Tasks
from tadori.cli import main

class Waiting(io.TextIOWrapper):
    def write(self, text):
        super().write(text)
        if text.startswith({moment!r}):
            self.flush()
            time.sleep(600)
        return len(text)

sys.stderr = Waiting(sys.stderr.buffer, encoding="utf-8", write_through=True)
main()
"""


def program(home: Path, *arguments: str, waits_at: str | None = None) -> "subprocess.Popen[str]":
    """The program as a process; after a line that begins with `waits_at` it goes no further."""
    code = "from tadori.cli import main; main()" if waits_at is None else WAITING.format(moment=waits_at)
    environment = program_environment(home)
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )


@pytest.mark.slow
@pytest.mark.req("X4")
def test_ctrl_c_leaves_a_resumable_task_and_says_how_to_go_on(tadori: Program, documents: Path, home: Path) -> None:
    question = "When did the harbour bridge open?"
    child = program(home, "research", question, "--library", str(documents), waits_at="task ")
    assert child.stderr is not None
    line = child.stderr.readline()
    while not line.startswith("task "):
        line = child.stderr.readline()
        assert line != ""  # it has ended before
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=300)
    task_id = line.split()[1]
    assert child.returncode == 130
    assert out == ""
    assert f"tadori resume {task_id}" in err
    code, out, _ = tadori("resume", task_id)
    assert code == 0
    assert "12 May 1987" in out


@pytest.mark.slow
def test_a_task_that_is_being_worked_on_is_not_worked_on_twice(tadori: Program, documents: Path, home: Path) -> None:
    from tadori.engine.ownership import task_lock

    tadori("research", "When did the harbour bridge open?", "--library", str(documents))
    task_id = json.loads(tadori("status", "--json")[1])[0]["task_id"]
    with task_lock(home / "tasks" / task_id, task_id):
        code, _, err = tadori("resume", task_id)
    assert code == 2
    assert "is being worked on by another process" in err


@pytest.mark.slow
def test_two_runs_at_once_on_one_home_both_finish(home: Path, documents: Path) -> None:
    questions = ("When did the harbour bridge open?", "港の橋の長さは何メートルか。")
    children = [program(home, "research", q, "--library", str(documents), "--json") for q in questions]
    results = [child.communicate(timeout=300) for child in children]
    assert [child.returncode for child in children] == [0, 0]
    assert [json.loads(out)["question"] for out, _ in results] == list(questions)


@pytest.mark.slow
def test_the_first_progress_line_comes_before_anything_heavy(home: Path, documents: Path) -> None:
    child = program(home, "research", "When did the harbour bridge open?", "--library", str(documents))
    assert child.stderr is not None
    first = child.stderr.readline()
    child.communicate(timeout=300)
    assert first == "tadori: starting / 準備しています\n"


@pytest.mark.slow
def test_a_full_disk_stops_the_run_and_loses_nothing(tadori: Program, documents: Path, tmp_path: Path) -> None:
    """A real file system of 3 MB, filled up in the middle of a run."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=3m,mode=700", "tmpfs", str(disk)], capture_output=True
    )
    if mounted.returncode != 0:
        pytest.skip("needs the right to mount a small file system")
    try:
        for number in range(60):
            text = f"Bridge {number}\n\n" + f"The harbour bridge number {number} opened on 12 May 1987. " * 400
            (documents / f"{number}.txt").write_text(text, encoding="utf-8")
        child = program(disk, "research", "When did the harbour bridge open?", "--library", str(documents))
        out, err = child.communicate(timeout=300)
        assert (child.returncode, out) == (1, "")
        assert "is full" in err
        assert "Traceback" not in err
    finally:
        subprocess.run(["umount", str(disk)], check=True)
