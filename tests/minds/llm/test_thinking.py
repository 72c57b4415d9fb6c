"""A model that thinks before it answers is not cut in mid-thought: its thoughts have room beside the answer."""

import pytest

from tadori.minds.llm.runaway import RunawayGuard
from tadori.model.llm_thresholds import MOST_CHARACTERS_A_TOKEN, THINKING_TOKENS
from tests.minds.llm.client_setup import GOOD, Bench, at, question
from tests.minds.llm.scripted_server import chunk, said, scripted, sent

THOUGHT = " ".join(f"step{number}" for number in range(600))
"""Longer than an answer of 200 tokens may be, and never the same twice."""


def thinking(text: str = "", *, finish: str = "stop", field: str = "reasoning_content") -> list[bytes]:
    return [
        *(chunk({field: THOUGHT[at : at + 50]}) for at in range(0, len(THOUGHT), 50)),
        *([chunk({"content": text})] if text else []),
        chunk({}, finish=finish),
    ]


@pytest.mark.req("L39")
async def test_thoughts_are_not_counted_as_the_answer() -> None:
    async with scripted(sent(thinking(GOOD))) as server:
        bench = Bench(models=[at(server)])
        answered = await bench.client().ask(question(longest=200))
    assert (answered.value.vote, answered.tries) == ("APPROVE", 1)


async def test_thoughts_in_tags_are_not_counted_either() -> None:
    async with scripted(said(f"<think>{THOUGHT}</think>{GOOD}")) as server:
        bench = Bench(models=[at(server)])
        answered = await bench.client().ask(question(longest=200))
    assert (answered.value.vote, answered.tries) == ("APPROVE", 1)


@pytest.mark.req("L39")
async def test_a_model_that_was_cut_in_mid_thought_has_room_for_thoughts_from_then_on() -> None:
    async with scripted(sent(thinking(finish="length")), sent(thinking(GOOD))) as server:
        bench = Bench(models=[at(server)])
        client = bench.client()
        assert (await client.ask(question(longest=200))).tries == 2
        await client.ask(question(longest=100))
        room = [asked.get("max_completion_tokens", asked.get("max_tokens")) for asked in server.asked]
    assert room == [200, 200 + THINKING_TOKENS, 100 + THINKING_TOKENS]
    assert bench.budget.ledger.open == {}


async def test_a_model_that_does_not_think_has_no_more_room_than_its_answer() -> None:
    async with scripted(said(GOOD)) as server:
        client = Bench(models=[at(server)]).client()
        await client.ask(question(longest=200))
        await client.ask(question(longest=100))
        room = [asked.get("max_completion_tokens", asked.get("max_tokens")) for asked in server.asked]
    assert room == [200, 100]


def test_a_model_that_thinks_for_ever_is_cut_off_all_the_same() -> None:
    guard = RunawayGuard(longest=10)
    guard.let_think()
    most = (10 + THINKING_TOKENS) * MOST_CHARACTERS_A_TOKEN
    assert guard.feed("".join(chr(0x4E00 + number % 20000) for number in range(most))) == ""
    assert guard.feed("x") == "too long"
