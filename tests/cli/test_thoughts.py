"""What a model-driven step thinks and does: one line of progress, and the diary in `tadori status`."""

import io
import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import Console

from tadori.cli.event_lines import LONGEST_THOUGHT, event_line
from tadori.cli.progress import progress_view
from tadori.events import TaskStarted
from tadori.events.language_models import ThoughtShown
from tadori.model.researcher import (
    AnswerEvaluation,
    DiaryEntry,
    DiaryResult,
    EvaluationResponse,
    EvaluationType,
    KnowledgeItem,
    KnowledgeType,
)
from tadori.settings import Settings
from tadori.store.researcher import add_diary_entry, add_evaluation, add_knowledge, add_questions
from tadori.wiring.home import open_app
from tests.cli.conftest import Program


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def thought(words: str) -> ThoughtShown:
    return ThoughtShown(text=words)


@pytest.mark.req("F6")
@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("The date is missing.\n\nSearch for it.", "think   The date is missing. Search for it."),
        ("日付が\u3000足りない。", "think   日付が 足りない。"),
        ("red \x1b[31m\u202eevil\x00", "think   red \\u001b[31m\\u202eevil\\u0000"),
    ],
)
def test_a_thought_is_one_line_without_control_characters(words: str, line: str) -> None:
    assert event_line(thought(words)) == line


@pytest.mark.req("F6")
@pytest.mark.parametrize("words", ["so it goes on and on " * 100_000, "考えは続く" * 100_000])
def test_a_thought_without_end_is_cut(words: str) -> None:
    line = event_line(thought(words))
    assert line is not None
    assert (len(line), line[-1]) == (len("think   ") + LONGEST_THOUGHT, "…")


@pytest.mark.req("F6")
@pytest.mark.parametrize("words", ["so it goes on and on " * 50, "考えは続く" * 50])
def test_a_live_view_cuts_a_thought_to_the_width_of_its_terminal(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    with progress_view(Terminal()) as view:
        view.show(TaskStarted(task_id="task_1", question="When?", lang="en", resumed=False))
        view.show(thought(words))
        shown = Console(file=io.StringIO(), width=60)
        shown.print(view.table())  # type: ignore[attr-defined]
    lines = shown.file.getvalue().splitlines()  # type: ignore[attr-defined]
    told = [line for line in lines if "think   " in line]
    assert (len(told), told[0].rstrip().endswith("…")) == (1, True)
    assert max(cell_len(line) for line in lines) <= 60


@pytest.fixture
def driven(tadori: Program, home: Path, documents: Path) -> str:
    """A task with what a model would have written down."""
    _, _, err = tadori("research", "港の橋はいつ開通したか。", "--library", str(documents))
    task = next(line.split()[1] for line in err.splitlines() if line.startswith("task:"))
    steps = (
        DiaryEntry(step=1, action="search", question="いつ開通したか", details="検索語2件", result=DiaryResult.SUCCESS),
        DiaryEntry(
            step=2, action="answer", question="when?", details="one\nclaim", result=DiaryResult.FAILURE, notes="too old"
        ),
    )
    known = KnowledgeItem(
        question="q", answer="a", references=("cl_1",), kind=KnowledgeType.URL, updated=None, confidence=0.5
    )
    verdict = EvaluationResponse(
        passed=False, think="no date", kind=EvaluationType.FRESHNESS, by_rules=True, improvement_plan="search newer"
    )
    at = datetime(2026, 11, 19, tzinfo=UTC)
    with open_app(Settings(home=home)) as app, app.store.write() as db:
        for entry in steps:
            add_diary_entry(db, task, entry)
        add_knowledge(db, task, [known])
        add_evaluation(db, task, AnswerEvaluation(step=2, responses=(verdict,), analysis=None, at=at))
        add_questions(db, task, ["橋の長さは？"])
    return task


@pytest.mark.req("F6", "D3")
def test_status_shows_the_diary_in_s2s_field_names(tadori: Program, driven: str) -> None:
    facts = json.loads(tadori("status", driven, "--json")[1])
    assert facts["diary"][0] == {
        "step": 1,
        "action": "search",
        "question": "いつ開通したか",
        "details": "検索語2件",
        "result": "success",
    }
    assert facts["diary"][1]["notes"] == "too old"
    assert facts["knowledge"] == [
        {"question": "q", "answer": "a", "references": ["cl_1"], "type": "url", "confidence": 0.5}
    ]
    assert facts["evaluations"] == [
        {"step": 2, "pass": False, "think": "no date", "type": "freshness", "improvementPlan": "search newer"}
    ]
    assert facts["questions"] == ["橋の長さは？"]


@pytest.mark.req("F6")
def test_status_shows_the_diary_as_a_table_for_people(tadori: Program, driven: str) -> None:
    lines = tadori("status", driven)[1].splitlines()
    assert "  [diary   1] search   success  いつ開通したか: 検索語2件" in lines
    assert "  [diary   2] answer   failure  when?: one claim (too old)" in lines
    assert "  [knows, url] q → a" in lines
    assert "  [judged at 2] freshness failed: no date" in lines
    assert "  [open question] 橋の長さは？" in lines
