"""`tadori resume TASK --deepen CLAIM`: another look at one claim, for and against, and the report written again."""

import json
from pathlib import Path
from typing import Any

import pytest

from tadori.engine.ownership import task_lock
from tests.cli.conftest import Program

OPENED = "When did the harbour bridge open?"
OPENED_JA = "港の橋はいつ開通したか。"


def researched(tadori: Program, documents: Path, question: str = OPENED) -> tuple[str, dict[str, Any]]:
    _, out, err = tadori("research", question, "--library", str(documents), "--json")
    return next(line.split()[1] for line in err.splitlines() if line.startswith("task:")), json.loads(out)


def claim_of(report: dict[str, Any]) -> str:
    found: str = report["answer"][0]["claim_ids"][0]
    return found


@pytest.mark.req("F6", "X1")
def test_a_claim_is_looked_at_again_and_what_speaks_against_it_is_found(tadori: Program, tmp_path: Path) -> None:
    documents = tmp_path / "harbour"
    documents.mkdir()
    (documents / "bridge.txt").write_text("The bridge\n\nThe Harbour Bridge is 840 metres long.", encoding="utf-8")
    task, before = researched(tadori, documents, "How long is the Harbour Bridge?")
    text = "The log\n\nThe office moved in 1990. The Harbour Bridge is 912 metres long."
    (documents / "log.txt").write_text(text, encoding="utf-8")
    code, out, err = tadori("resume", task, "--deepen", claim_of(before), "--json")
    report = json.loads(out)
    assert code == 0
    assert (before["contested"], before["answer"][0]["text"]) == ([], "The Harbour Bridge is 840 metres long.")
    looked = [query["text"] for query in report["method"]["queries"] if query["purpose"] == "deepen"]
    assert looked[0] == "Harbour Bridge metres long"
    assert {side["text"] for contest in report["contested"] for side in contest["sides"]} == {
        "The Harbour Bridge is 840 metres long.",
        "The Harbour Bridge is 912 metres long.",
    }
    assert report["method"]["stop_words"].startswith("A claim was looked at again, with ")
    assert 'next    search: Look again: "The Harbour Bridge is 840 metres long."' in err
    folder = next(line.removeprefix("files: ") for line in err.splitlines() if line.startswith("files: "))
    assert tadori("verify", folder)[0] == 0


@pytest.mark.req("X7")
def test_a_claim_is_named_by_its_number_and_a_japanese_task_says_it_in_japanese(
    tadori: Program, documents: Path
) -> None:
    task, _ = researched(tadori, documents, OPENED_JA)
    code, out, err = tadori("resume", task, "--deepen", "1", "--json")
    assert code == 0
    assert json.loads(out)["method"]["stop_words"].startswith("主張を見直し、新しい文が")
    assert "についてもう一度探す" in err


def test_a_beginning_of_the_id_names_it_and_it_can_be_done_again(tadori: Program, documents: Path) -> None:
    task, report = researched(tadori, documents)
    claim = claim_of(report)
    assert tadori("resume", task, "--deepen", claim[:10])[0] == 0
    code, out, err = tadori("resume", task, "--deepen", claim[3:9], "--json")
    assert (code, json.loads(out)["answer"][0]["text"]) == (0, report["answer"][0]["text"])
    assert f"deepen  {report['answer'][0]['text']}" in err


@pytest.mark.parametrize("wanted", ["zzz", "99999", "cl_", "", "０", "cl_000000000000000000000000"])
def test_a_wrong_claim_is_exit_2_with_those_there_are_and_changes_nothing(
    tadori: Program, documents: Path, wanted: str
) -> None:
    task, report = researched(tadori, documents)
    before = tadori("status", task, "--json")[1]
    code, out, err = tadori("resume", task, "--deepen", wanted)
    assert (code, out) == (2, "")
    assert f"is no claim of {task}; there are: 1 {claim_of(report)} " in err
    assert tadori("status", task, "--json")[1] == before


def test_a_task_that_runs_has_no_end_or_no_budget_is_not_deepened(tadori: Program, home: Path, documents: Path) -> None:
    task, report = researched(tadori, documents)
    with task_lock(home / "tasks" / task, task):
        code, _, err = tadori("resume", task, "--deepen", "1")
    assert (code, "is being worked on by another process" in err) == (2, True)
    spent = json.loads(tadori("status", task, "--json")[1])["pages_used"]
    code, _, err = tadori("resume", task, "--deepen", "1", "--budget-pages", str(spent))
    assert (code, "the budget of" in err, "--budget-pages N" in err) == (2, True, True)
    assert tadori("resume", "task_nobody", "--deepen", "1")[0] == 2
    code, out, _ = tadori("resume", task, "--deepen", "1", "--budget-pages", str(spent + 50))
    assert (code, report["answer"][0]["text"].split(".")[0] in out.replace("**", "")) == (0, True)
