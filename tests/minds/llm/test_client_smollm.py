"""The whole way with a real model in the process: SmolLM2-135M through the fence, the grammar, the budget and back."""

import asyncio
from contextlib import aclosing

import pytest

from tadori.events.language_models import ModelAsked
from tadori.minds.llm.retry import RetryLimits
from tests.minds.llm.client_setup import Bench, CountingBudget, Named, question
from tests.minds.llm.smollm import SMALL, weights

PATIENT = RetryLimits(patience=300, longest=600)


def smollm() -> Named:
    from tadori.minds.llm.gguf import GgufModel

    path = weights()
    return Named(id="gguf:smollm2", model=lambda: GgufModel(path, SMALL), modes=frozenset({"grammar"}))


@pytest.mark.slow
@pytest.mark.req("L39")
async def test_a_real_model_answers_in_the_form_and_within_what_was_reserved() -> None:
    bench = Bench(models=[smollm()], limits=PATIENT)
    answered = await bench.client().ask(question(longest=160))
    assert answered.value.vote in {"APPROVE", "DENY", "CONDITIONAL"}
    assert (answered.model, answered.tries) == ("gguf:smollm2", 1)
    (name,) = bench.budget.reserved
    assert 0 < bench.budget.settled[name] == answered.use.total < bench.budget.reserved[name]
    assert [type(event) for event in bench.emitted] == [ModelAsked]


@pytest.mark.slow
@pytest.mark.req("M6")
async def test_a_real_model_is_streamed_word_by_word_to_its_end() -> None:
    bench = Bench(models=[smollm()], limits=PATIENT)
    events = [event async for event in bench.client().stream(question(longest=24))]
    assert (events[-1].kind, events[-1].reason) == ("stream.end", "")
    assert [event.kind for event in events].count("stream.end") == 1
    assert 5 <= sum(1 for event in events if event.chunk) <= 24
    assert bench.budget.ledger.open == {}


@pytest.mark.slow
async def test_a_real_model_that_is_cancelled_costs_less_than_its_whole_answer() -> None:
    bench = Bench(models=[smollm()], limits=PATIENT)
    stream = bench.client().stream(question(longest=400))
    async with aclosing(stream) as events:  # type: ignore[type-var]
        words = 0
        async for event in events:
            words += bool(event.chunk)
            if words == 3:
                break
    (name,) = bench.budget.reserved
    assert bench.budget.ledger.open == {}
    assert 0 < bench.budget.settled[name] < bench.budget.reserved[name] - 200


@pytest.mark.slow
async def test_a_question_to_a_real_model_can_be_cancelled_and_the_next_one_is_answered() -> None:
    reserved = asyncio.Event()

    class Watched(CountingBudget):
        def reserve(self, job: str, tokens: int, ask: str = "") -> str:
            reserved.set()
            return super().reserve(job, tokens, ask)

    bench = Bench(models=[smollm()], limits=PATIENT, budget=Watched())
    client = bench.client()
    first = asyncio.create_task(client.ask(question(longest=400)))
    await reserved.wait()
    first.cancel()
    with pytest.raises(asyncio.CancelledError):
        await first
    assert bench.budget.ledger.open == {}
    assert (await client.ask(question(longest=160))).tries == 1
