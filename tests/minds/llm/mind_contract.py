"""What every `Mind` promises, as checks: the scripted one of the tests and `ModelClient` both keep them."""

from collections.abc import Callable
from typing import Any

import pytest

from tadori.engine.ledger import TaskTokenBudget
from tadori.errors import BudgetExhausted, ModelFailed
from tadori.minds.llm.answers import TranslationAnswer
from tadori.minds.requests import Mind, ModelRequest, TokenBudget, UntrustedText
from tadori.model.budget import Ledger, TokenLimits

Make = Callable[[str, TokenBudget], Mind]
"""A mind whose model says one text to whatever it is asked, paid for from a budget."""

GOOD = '{"text": "harbour bridge"}'
ASK: ModelRequest[TranslationAnswer] = ModelRequest(
    job="translation",
    instructions="Translate the query.",
    data=(UntrustedText(name="query", text="港の橋"),),
    answer=TranslationAnswer,
    longest=100,
    phase="looking",
)


class MindContract:
    """Subclass it with a fixture `make`."""

    @pytest.fixture
    def budget(self) -> TaskTokenBudget:
        return TaskTokenBudget(Ledger(limits=TokenLimits(total=1_000_000)))

    async def test_an_answer_has_the_asked_form_and_names_a_model_of_the_mind(
        self, make: Make, budget: TaskTokenBudget
    ) -> None:
        mind = make(GOOD, budget)
        answered = await mind.ask(ASK)
        assert answered.value == TranslationAnswer(text="harbour bridge")
        assert answered.model in mind.model_ids
        assert answered.tries == 1
        assert answered.use.total > 0

    @pytest.mark.parametrize("wrong", ['{"text": "a", "tool": "fetch"}', '{"text": ""}', '{"words": "a"}', "[]"])
    async def test_what_never_has_the_form_is_a_failure_with_its_code(
        self, make: Make, budget: TaskTokenBudget, wrong: str
    ) -> None:
        with pytest.raises(ModelFailed) as failed:
            await make(wrong, budget).ask(ASK)
        assert failed.value.code == "CONSENSUS_SCHEMA_RETRY_EXCEEDED"

    async def test_nothing_is_asked_that_cannot_be_paid_for(self, make: Make) -> None:
        empty = TaskTokenBudget(Ledger(limits=TokenLimits(total=10)))
        with pytest.raises(BudgetExhausted):
            await make(GOOD, empty).ask(ASK)
        assert empty.ledger.settled == 0

    async def test_what_was_reserved_is_settled(self, make: Make, budget: TaskTokenBudget) -> None:
        await make(GOOD, budget).ask(ASK)
        assert budget.ledger.charged == budget.ledger.settled

    async def test_a_stream_ends_once_and_last(self, make: Make, budget: TaskTokenBudget) -> None:
        events = [event async for event in make(GOOD, budget).stream(ASK)]
        assert [event.kind for event in events].count("stream.end") == 1
        assert events[-1].kind == "stream.end"
        assert {event.phase for event in events} == {"looking"}
        assert "harbour bridge" in "".join(event.chunk for event in events)


def plain(answer: str) -> Any:
    """A model's text as data."""
    import json

    return json.loads(answer)
