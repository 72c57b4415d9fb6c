"""A mind that is asked once: before and after a crash, and only while models have time left."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tadori.engine.ledger import TaskLedger, open_ledger
from tadori.engine.planning.plan import make_plan
from tadori.errors import ModelTimeSpent
from tadori.minds.llm.answers import TranslationAnswer
from tadori.minds.requests import ModelRequest, UntrustedText
from tadori.model.budget import Budget
from tadori.model.ids import EN
from tadori.model.question import Task, TaskStatus
from tadori.pipeline.model_workers import CachedModel
from tadori.store.database import Store, open_store
from tadori.store.tasks import add_seconds, add_task, plan_of, set_plan
from tests.minds.llm.scripted_mind import saying

NOW = datetime(2026, 11, 16, 12, tzinfo=UTC)
TASK = Task(
    id="task_a",
    question="When did the bridge open?",
    lang=EN,
    question_lang=EN,
    status=TaskStatus.CREATED,
    created_at=NOW,
    budget=Budget(pages=10, seconds=1000, tokens=100_000),
    effort=3,
    libraries=(),
)
ANSWER = TranslationAnswer(text="橋 開通")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(tmp_path / "tadori.db")
    with opened.write() as db:
        add_task(db, TASK)
    yield opened
    opened.close()


class Clock:
    """Seconds that pass when they are told to."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def question(text: str = "bridge opened", job: str = "translation") -> ModelRequest[TranslationAnswer]:
    return ModelRequest(
        job=job, instructions="Translate.", data=(UntrustedText(name="query", text=text),), answer=TranslationAnswer
    )


def opened(store: Store, clock: Clock) -> TaskLedger:
    return open_ledger(store, TASK, clock=lambda: NOW, monotonic=clock)


def spend(ledger: TaskLedger, clock: Clock, seconds: float) -> None:
    """A call of a model that took so long."""
    reservation = ledger.tokens.reserve("claims", 10)
    clock.now += seconds
    ledger.tokens.settle(reservation, 10)


@pytest.mark.req("L39")
async def test_the_same_question_is_asked_once_also_by_the_next_process(store: Store) -> None:
    ledger, silent = opened(store, Clock()), saying(AssertionError("asked again"))
    first = await CachedModel(saying(ANSWER), store=store, ledger=ledger, clock=lambda: NOW).ask(question())
    again = await CachedModel(silent, store=store, ledger=ledger, clock=lambda: NOW).ask(question())
    assert (first.value, again.value, again.model) == (ANSWER, ANSWER, first.model)
    assert (again.use.total, again.tries) == (0, 0)


@pytest.mark.req("D7")
async def test_a_minute_is_free_and_then_models_wait_for_their_share_but_the_answer_is_always_written(
    store: Store,
) -> None:
    clock = Clock()
    ledger = opened(store, clock)
    mind = CachedModel(saying(ANSWER), store=store, ledger=ledger, clock=lambda: NOW)
    spend(ledger, clock, 60.0)
    assert (await mind.ask(question("one"))).value == ANSWER
    spend(ledger, clock, 0.1)
    with pytest.raises(ModelTimeSpent):
        await mind.ask(question("two"))
    assert (await mind.ask(question("two", job="writing"))).value == ANSWER
    with store.write() as db:
        add_seconds(db, TASK.id, 201.0)
    assert (await mind.ask(question("two"))).value == ANSWER


@pytest.mark.req("L39")
def test_a_plan_comes_back_from_the_store_with_its_translation(store: Store) -> None:
    plan = replace(make_plan(TASK.question, EN), mirror="橋 開通")
    with store.write() as db:
        set_plan(db, TASK.id, plan)
    with store.read() as db:
        assert plan_of(db, TASK.id) == plan
