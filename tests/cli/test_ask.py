"""`tadori ask`: a follow-up answers from the evidence of the task before, and searches only for what is missing."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tadori.engine.ownership import task_lock
from tests.cli.conftest import Program

OPENED = "When did the harbour bridge open?"
OPENED_JA = "港の橋はいつ開通したか。"


def asked(tadori: Program, *arguments: str) -> tuple[int, dict[str, Any], str]:
    code, out, err = tadori(*arguments, "--json")
    return code, json.loads(out), err


def task_in(err: str) -> str:
    return next(line.split()[1] for line in err.splitlines() if line.startswith("task:"))


def first_task(tadori: Program, documents: Path, question: str = OPENED) -> str:
    return task_in(tadori("research", question, "--library", str(documents))[2])


@pytest.mark.req("F6", "X1", "X12")
def test_a_follow_up_that_the_evidence_answers_searches_nothing_and_verifies(tadori: Program, documents: Path) -> None:
    parent = first_task(tadori, documents)
    code, report, err = asked(tadori, "ask", parent, "How long is it?")
    assert code == 0
    assert report["question"] == "How long is the harbour bridge?"
    assert "840 metres" in report["answer"][0]["text"]
    method = report["method"]
    assert [query["purpose"] for query in method["queries"]] == ["inherited"]
    assert (method["rounds"], method["refutation_queries"]) == (0, 0)
    assert method["stop_words"] == f"Answered from the evidence of {parent}."
    assert (method["follow_up_of"], method["parent_question"], method["asked"]) == (parent, OPENED, "How long is it?")
    assert "read as: How long is the harbour bridge?" in err
    assert f"over from {parent}" in err
    folder = next(line.removeprefix("files: ") for line in err.splitlines() if line.startswith("files: "))
    assert tadori("verify", folder)[0] == 0
    markdown = (Path(folder) / "report.md").read_text(encoding="utf-8").replace("\\", "")
    assert f"*Follow-up of: {OPENED} ({parent}) · asked as: How long is it?*" in markdown
    assert OPENED in (Path(folder) / "report.html").read_text(encoding="utf-8")


@pytest.mark.req("X7")
def test_a_japanese_follow_up_is_read_with_its_subject_and_answered_in_japanese(
    tadori: Program, documents: Path
) -> None:
    parent = first_task(tadori, documents, OPENED_JA)
    code, out, err = tadori("ask", parent, "その長さは何メートルか。")
    assert code == 0
    lines = out.replace("\\", "").splitlines()
    assert lines[0] == "# 港の橋の長さは何メートルか。"
    assert lines[2] == f"*続きの質問。前の質問：{OPENED_JA}（{parent}） · 入力された質問：その長さは何メートルか。*"
    assert "840メートル" in out.replace("**", "")
    assert f"{parent} の証拠から答えた。" in out.replace("\\", "")
    assert "read as: 港の橋の長さは何メートルか。" in err


def test_what_the_evidence_lacks_is_searched_for(tadori: Program, documents: Path) -> None:
    parent = first_task(tadori, documents)
    (documents / "ferry.txt").write_text("The ferry\n\nThe island ferry stopped running in 1991.", encoding="utf-8")
    code, report, _ = asked(tadori, "ask", parent, "When did the island ferry stop running?")
    assert code == 0
    assert "1991" in report["answer"][0]["text"]
    purposes = [query["purpose"] for query in report["method"]["queries"]]
    assert purposes[:2] == ["inherited", "initial"]
    assert "asked" not in report["method"]


def test_what_nobody_knows_is_exit_3(tadori: Program, documents: Path) -> None:
    code, report, _ = asked(tadori, "ask", first_task(tadori, documents), "Who composed the opera about the volcano?")
    assert (code, report["answered"]) == (3, "no")


def test_inherited_pages_cost_nothing_of_the_page_budget(tadori: Program, home: Path, documents: Path) -> None:
    parent = task_in(tadori("research", OPENED, "--library", str(documents), "--budget-pages", "2")[2])
    code, _, err = tadori("ask", parent, "How long is it?")
    status = json.loads(tadori("status", task_in(err), "--json")[1])
    assert (code, status["pages_used"], status["pages_limit"]) == (0, 0, 2)
    assert (status["parent"], status["asked"]) == (parent, "How long is it?")


def test_the_task_before_may_be_forgotten_and_the_follow_up_still_verifies(tadori: Program, documents: Path) -> None:
    parent = first_task(tadori, documents)
    _, _, err = tadori("ask", parent, "How long is it?")
    assert tadori("forget", parent, "--yes")[0] == 0
    folder = next(line.removeprefix("files: ") for line in err.splitlines() if line.startswith("files: "))
    assert tadori("verify", folder)[0] == 0
    code, report, _ = asked(tadori, "ask", task_in(err), "When did it open?")
    assert (code, report["question"]) == (0, "When did the harbour bridge open?")


def test_a_task_before_without_pages_leaves_everything_to_be_searched(tadori: Program, tmp_path: Path) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    parent = first_task(tadori, folder)
    (folder / "bridge.txt").write_text("The bridge\n\nThe harbour bridge opened in 1987.", encoding="utf-8")
    code, report, err = asked(tadori, "ask", parent, "When did it open?")
    assert (code, "1987" in report["answer"][0]["text"]) == (0, True)
    assert f"taken   0 pages over from {parent}" in err


def test_a_damaged_page_is_a_counted_loss(tadori: Program, home: Path, documents: Path) -> None:
    parent = first_task(tadori, documents)
    for file in documents.iterdir():
        file.unlink()
    for file in (home / "archive").glob("*/*.warc.gz"):
        file.write_bytes(b"broken")
    code, report, _ = asked(tadori, "ask", parent, "How long is it?")
    assert code == 3
    lost = [reason for reason, _ in report["method"]["dropped"]]
    assert [reason.startswith("its archived file is damaged") for reason in lost] == [True] * len(lost)
    assert sum(count for _, count in report["method"]["dropped"]) == 2


def test_a_finished_follow_up_with_a_larger_budget_searches_on(tadori: Program, documents: Path) -> None:
    _, _, err = tadori("ask", first_task(tadori, documents), "How long is it?")
    code, report, _ = asked(tadori, "resume", task_in(err), "--budget-pages", "200")
    purposes = [query["purpose"] for query in report["method"]["queries"]]
    assert (code, purposes[:2]) == (0, ["inherited", "initial"])


def test_a_task_that_is_running_is_not_asked(tadori: Program, home: Path, documents: Path) -> None:
    parent = first_task(tadori, documents)
    with task_lock(home / "tasks" / parent, parent):
        code, out, err = tadori("ask", parent, "How long is it?")
    assert (code, out) == (2, "")
    assert f"{parent} is still being worked on" in err


@pytest.mark.parametrize(
    ("task", "question", "said"),
    [
        ("task_nobody", "How long is it?", "there is no task 'task_nobody'"),
        ("", "   ", "the question is empty"),
    ],
)
def test_a_wrong_call_stores_nothing(
    tadori: Program, home: Path, documents: Path, task: str, question: str, said: str
) -> None:
    parent = first_task(tadori, documents)
    code, out, err = tadori("ask", task or parent, question)
    assert (code, out) == (2, "")
    assert said in err
    with sqlite3.connect(home / "tadori.db") as db:
        assert db.execute("select count(*) from tasks").fetchone() == (1,)
