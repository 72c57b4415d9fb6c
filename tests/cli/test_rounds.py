"""The rounds of a research as a user sees them: live on stderr, then in `status`, in S5's own names (F2 to F6)."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tadori.cli.event_lines import event_line
from tadori.events import GapsFound, QuerySkipped, RoundDone
from tadori.events.language_models import WordingJudged
from tests.cli.conftest import Program

QUESTION = "When did the harbour bridge open?"
ROUND_FIELDS = [
    "stretch",
    "currentIteration",
    "maxIterations",
    "missingInformation",
    "confidenceScore",
    "shouldContinueSearch",
    "reason",
    "gaps",
    "iterations",
    "timestamp",
]
GAP_FIELDS = [
    "sectionId",
    "sectionName",
    "informationCoverage",
    "missingInformation",
    "isInformationSufficient",
    "confidenceScore",
    "timestamp",
]
ITERATION_FIELDS = ["sectionId", "sectionName", "currentIteration", "shouldContinueSearch", "reason", "timestamp"]


def status_of(tadori: Program) -> dict[str, Any]:
    """The status of the newest task."""
    newest = json.loads(tadori("status", "--json")[1])[0]["task_id"]
    facts: dict[str, Any] = json.loads(tadori("status", newest, "--json")[1])
    return facts


def round_lines(err: str) -> list[str]:
    return [line for line in err.splitlines() if line.startswith("round ")]


@pytest.mark.req("F3", "F5", "F6")
def test_every_round_is_told_as_it_ends_and_kept_in_the_names_of_the_document(tadori: Program, documents: Path) -> None:
    code, _, err = tadori("research", QUESTION, "--library", str(documents))
    facts = status_of(tadori)
    rounds = facts["rounds"]
    assert code == 0
    assert [list(done) for done in rounds] == [ROUND_FIELDS] * len(rounds)
    assert [list(gap) for done in rounds for gap in done["gaps"]] == [GAP_FIELDS] * len(rounds)
    assert [list(one) for done in rounds for one in done["iterations"]] == [ITERATION_FIELDS] * len(rounds)
    assert [done["currentIteration"] for done in rounds] == list(range(1, len(rounds) + 1))
    assert [done["shouldContinueSearch"] for done in rounds] == [True] * (len(rounds) - 1) + [False]
    assert rounds[-1]["reason"] == facts["stop_words"]
    told = [
        f"round   {done['currentIteration']} of 3, {done['confidenceScore']:.0%} covered, nothing missing → "
        f"{'another round' if done['shouldContinueSearch'] else 'no further round'}: {done['reason']}"
        for done in rounds
    ]
    assert round_lines(err) == told
    assert rounds[0]["gaps"][0]["informationCoverage"] == {"harbour bridge open": 1.0, "date": 1.0}


@pytest.mark.req("F6", "X7")
def test_a_japanese_question_has_its_rounds_told_in_japanese(tadori: Program, documents: Path) -> None:
    _, _, err = tadori("research", "港の橋はいつ開通したか。", "--library", str(documents))
    lines = round_lines(err)
    assert lines[0].startswith("round   1/3回目 充足度100% 不足なし → 次の回へ: 1回目の検索まで終え、まだ足りない:")
    assert "検索を終える: " in lines[-1]


@pytest.mark.req("F3", "F5")
def test_what_is_missing_is_listed_with_the_decision(tadori: Program, documents: Path) -> None:
    code, _, err = tadori("research", "Who composed the opera about the volcano?", "--library", str(documents))
    facts = status_of(tadori)
    last = facts["rounds"][-1]
    assert code == 3
    assert last["missingInformation"] == ["opera", "volcano", "composed", "person"]
    assert (last["confidenceScore"], last["shouldContinueSearch"]) == (0.0, False)
    assert last["gaps"][0]["isInformationSufficient"] is False
    assert "0% covered, missing: opera, volcano, composed, person → no further round: " in err
    shown = tadori("status", facts["task_id"])[1]
    assert "  [round 1/3] 0% covered, missing opera, volcano, composed, person: " in shown


@pytest.mark.req("L26")
def test_the_question_becomes_claims_to_which_evidence_is_matched(tadori: Program, documents: Path) -> None:
    tadori("research", "港の橋は1987年に開通したか。", "--library", str(documents))
    facts = status_of(tadori)
    targets = facts["targets"]
    assert [(one["text"], one["expected_polarity"], one["granularity"]) for one in targets] == [
        ("港の橋は1987年に開通した", "confirm", "whole"),
        ("港の橋は1987年に開通しなかった", "refute", "whole"),
    ]
    confirmed, denied = (one["evidence"][0] for one in targets)
    assert confirmed["text"] == "港の橋は1987年5月12日に開通した。"
    assert (confirmed["stance"], denied["stance"]) == ("supports", "refutes")
    assert confirmed["claim_id"] == denied["claim_id"]
    assert sorted(confirmed) == ["claim_id", "confidence", "score", "stance", "text"]
    shown = tadori("status", facts["task_id"])[1]
    assert "  [confirm, whole] 港の橋は1987年に開通した: " in shown


@pytest.mark.req("L26")
def test_each_part_of_a_question_has_its_own_evidence(tadori: Program, documents: Path) -> None:
    asked = "Did the harbour bridge open on 12 May 1987? Is the harbour bridge 840 metres long?"
    (documents / "橋.txt").unlink()
    tadori("research", asked, "--library", str(documents))
    parts = [one for one in status_of(tadori)["targets"] if one["granularity"] == "part"]
    best = [(one["expected_polarity"], one["evidence"][0]["stance"], one["evidence"][0]["text"]) for one in parts]
    opened, long = "The harbour bridge opened on 12 May 1987.", "The harbour bridge is 840 metres long."
    assert best == [
        ("confirm", "supports", opened),
        ("refute", "refutes", opened),
        ("confirm", "supports", long),
        ("refute", "refutes", long),
    ]


def test_a_task_that_is_gone_takes_its_rounds_along(tadori: Program, documents: Path, home: Path) -> None:
    tadori("research", QUESTION, "--library", str(documents))
    task_id = status_of(tadori)["task_id"]
    assert tadori("forget", task_id, "--yes")[0] == 0
    with sqlite3.connect(home / "tadori.db") as db:
        left = [
            db.execute(words).fetchone()[0]
            for words in ("select count(*) from rounds", "select count(*) from target_evidence")
        ]
    assert left == [0, 0]


def test_lines_of_rounds() -> None:
    done = RoundDone(
        round=2, max_rounds=3, lang="ja", confidence=0.5, missing=("数値", "日付"), goes_on=True, reason="まだ。"
    )
    assert event_line(done) == "round   2/3回目 充足度50% 不足: 数値、日付 → 次の回へ: まだ。"
    skipped = QuerySkipped(text="x\ny", purpose="named", round=1, reason="its branch is 3 deep")
    assert event_line(skipped) == "skipped [named] x y: its branch is 3 deep"
    gaps = GapsFound(
        section_id="s", section="答え", coverage=(), missing=("数値",), sufficient=False, confidence=0, round=1
    )
    assert event_line(gaps) is None


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (WordingJudged(accepted=1), "judged  1 yes, 0 no"),
        (
            WordingJudged(refused=1, canary_failed=2, unanswered=1),
            "judged  0 yes, 1 no; 2 misled by a canary; 1 without an answer",
        ),
        (WordingJudged(code="GIVES_ORDERS"), "judged  by nobody: GIVES_ORDERS"),
        (WordingJudged(code="RULES_DECIDE"), None),
    ],
)
def test_what_judges_said_of_a_sentence_is_one_line(event: WordingJudged, line: str | None) -> None:
    assert event_line(event) == line
