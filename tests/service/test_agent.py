"""`DeepResearchAgent`: research, follow-ups and a deeper look from Python."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tadori import DeepResearchAgent
from tadori.errors import WrongCall
from tadori.events import Event
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
from tadori.store.researcher import add_diary_entry, add_evaluation
from tadori.wiring.home import open_app

OPENED = "When did the harbour bridge open?"


@pytest.fixture
def documents(tmp_path: Path) -> Path:
    folder = tmp_path / "documents"
    folder.mkdir()
    text = "The bridge\n\nThe harbour bridge opened on 12 May 1987. The harbour bridge is 840 metres long."
    (folder / "bridge.txt").write_text(text, encoding="utf-8")
    (folder / "橋.txt").write_text("港の橋\n\n港の橋は1987年5月12日に開通した。", encoding="utf-8")
    return folder


@pytest.mark.req("D11")
def test_an_agent_answers_follows_up_and_looks_at_a_claim_again(tmp_path: Path, documents: Path) -> None:
    heard: list[Event] = []
    agent = DeepResearchAgent(libraries=[documents], home=tmp_path / "home", on_event=heard.append)
    first = agent.research(OPENED)
    assert (first.answered, agent.task_id) == (True, first.task_id)
    assert [done.iteration.current_iteration for done in agent.rounds][:1] == [1]
    assert (agent.diary, agent.knowledge, agent.evaluations) == ((), (), ())
    second = agent.ask("How long is it?")
    assert "840 metres" in second.files["report.md"].decode().replace("**", "")
    assert (agent.task_id, agent.rounds) == (second.task_id, ())
    third = agent.deepen("1")
    assert (third.task_id, third.answered) == (second.task_id, True)
    kinds = [event.kind for event in heard]
    assert [kind for kind in kinds if kind in ("question_read_as", "claim_deepened")] == [
        "question_read_as",
        "claim_deepened",
    ]


@pytest.mark.req("D3", "D11")
def test_notes_are_what_the_agent_knows_at_first(tmp_path: Path, documents: Path) -> None:
    notes = tmp_path / "notes.md"
    notes.write_text("問: いつ？\n答: 昔。\n", encoding="utf-8")
    agent = DeepResearchAgent(libraries=[documents], home=tmp_path / "home", notes=notes)
    assert agent.research("港の橋はいつ開通したか。").answered is True
    assert agent.knowledge == (
        KnowledgeItem(question="いつ？", answer="昔。", references=(), kind=KnowledgeType.USER_PROVIDED),
    )


@pytest.mark.req("D11")
def test_what_a_model_wrote_down_is_read_from_the_home(tmp_path: Path, documents: Path) -> None:
    agent = DeepResearchAgent(libraries=[documents], home=tmp_path / "home")
    agent.research(OPENED)
    entry = DiaryEntry(step=1, action="search", question=OPENED, details="2 queries", result=DiaryResult.SUCCESS)
    response = EvaluationResponse(passed=True, think="it says so", kind=EvaluationType.DEFINITIVE, by_rules=False)
    verdict = AnswerEvaluation(step=1, responses=(response,), analysis=None, at=datetime(2026, 11, 19, tzinfo=UTC))
    with open_app(Settings(home=tmp_path / "home")) as app, app.store.write() as db:
        add_diary_entry(db, agent.task_id, entry)
        add_evaluation(db, agent.task_id, verdict)
    assert (agent.diary, agent.evaluations) == ((entry,), (verdict,))


@pytest.mark.req("D11")
def test_it_runs_on_an_event_loop_that_is_there_and_says_so_when_it_is_called_without_await(
    tmp_path: Path, documents: Path
) -> None:
    agent = DeepResearchAgent(libraries=[documents], home=tmp_path / "home")

    async def both() -> str:
        outcome = await agent.aresearch(OPENED, length="short")
        follow_up = await agent.aask("How long is it?")
        assert (outcome.answered, follow_up.answered) == (True, True)
        with pytest.raises(WrongCall, match="await `aresearch`"):
            agent.research(OPENED)
        return (await agent.adeepen("1")).task_id

    assert asyncio.run(both()) == agent.task_id


def test_before_the_first_question_there_is_nothing_to_follow(tmp_path: Path) -> None:
    agent = DeepResearchAgent(home=tmp_path / "home")
    with pytest.raises(WrongCall, match="nothing was researched yet"):
        agent.ask("How long is it?")
    with pytest.raises(WrongCall, match="nothing was researched yet"):
        agent.diary  # noqa: B018
