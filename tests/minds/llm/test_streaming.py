"""S3's stream over real sockets: what is emitted, in which order, and what happens when somebody goes away."""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any

import pytest
from pydantic_ai.messages import ModelMessage
from pydantic_ai.models.function import AgentInfo, FunctionModel

from tadori.errors import BudgetExhausted
from tadori.events.language_models import ModelAsked
from tadori.minds.llm import streaming
from tadori.minds.llm.retry import RetryLimits
from tadori.minds.requests import StreamEvent
from tests.minds.llm.client_setup import Bench, CountingBudget, Deadlines, Named, at, question, says
from tests.minds.llm.scripted_server import Line, called, chunk, cut, endless, hung, pieces, said, scripted, status

WITHIN = streaming.SIGN_OF_LIFE_SECONDS
TEXT = "橋は1932年に開通した。It carries four lanes."


@pytest.fixture(autouse=True)
def no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine is no slow model: the sign of life has tests of its own."""
    monkeypatch.setattr(streaming, "SIGN_OF_LIFE_SECONDS", 600.0)


async def all_of(bench: Bench) -> list[StreamEvent]:
    return [event async for event in bench.client().stream(question())]


def words(events: list[StreamEvent]) -> str:
    return "".join(event.chunk for event in events if event.kind == "stream.token")


def kinds(events: list[StreamEvent]) -> list[str]:
    """The kinds of events in order, runs of tokens as one."""
    emitted = [event.kind.removeprefix("stream.") for event in events]
    return [kind for at, kind in enumerate(emitted) if kind != "token" or emitted[at - 1 : at] != ["token"]]


@pytest.mark.req("M6")
async def test_words_are_told_as_they_come_and_the_end_once_and_last() -> None:
    async with scripted(said(TEXT, size=3)) as server:
        bench = Bench(models=[at(server)])
        events = await all_of(bench)
    assert words(events) == TEXT
    assert kinds(events) == ["token", "end"]
    assert {event.phase for event in events} == {"voting"}
    assert len(events) == 1 + -(-len(TEXT) // 3)
    assert events[-1].reason == ""
    assert [type(event) for event in bench.emitted] == [ModelAsked]


@pytest.mark.req("M6")
async def test_a_stream_that_breaks_resumes_without_telling_a_word_twice() -> None:
    async with scripted(cut(pieces(TEXT[:10])), cut(pieces(TEXT[:20], 3)), said(TEXT)) as server:
        events = await all_of(Bench(models=[at(server)]))
    assert words(events) == TEXT
    assert kinds(events) == ["token", "error", "token", "error", "token", "end"]
    assert events[-1].reason == ""


@pytest.mark.req("M6")
async def test_another_answer_after_a_break_is_told_from_the_start_and_the_words_so_far_are_called_void() -> None:
    async with scripted(cut(pieces(TEXT[:10])), said("橋は古い。")) as server:
        events = await all_of(Bench(models=[at(server)]))
    restarted = [event.reason for event in events].index(streaming.RESTARTED)
    assert words(events[restarted:]) == "橋は古い。"
    assert kinds(events) == ["token", "error", "error", "token", "end"]


async def test_an_answer_that_is_shorter_the_second_time_is_told_anew() -> None:
    async with scripted(cut(pieces(TEXT[:20])), said(TEXT[:7])) as server:
        events = await all_of(Bench(models=[at(server)]))
    restarted = [event.reason for event in events].index(streaming.RESTARTED)
    assert words(events[restarted:]) == TEXT[:7]


@pytest.mark.req("M6")
async def test_a_stream_that_breaks_for_ever_is_tried_five_times_more() -> None:
    async with scripted(cut(pieces(TEXT[:10]))) as server:
        bench = Bench(models=[at(server)])
        events = await all_of(bench)
    assert len(server.asked) == 6
    assert words(events) == TEXT[:10]
    assert kinds(events) == ["token", *["error"] * 6, "end"]
    assert events[-1].reason == "MODEL_UNREACHABLE"
    assert bench.budget.ledger.open == {}


async def test_the_number_of_new_connections_is_a_setting() -> None:
    async with scripted(cut(pieces(TEXT[:10]))) as server:
        await all_of(Bench(models=[at(server)], limits=RetryLimits(reconnects=0)))
    assert len(server.asked) == 1


async def test_the_next_model_speaks_when_the_first_one_fails() -> None:
    async with scripted(status(401)) as server:
        events = await all_of(Bench(models=[at(server), says(TEXT)]))
    assert kinds(events) == ["error", "token", "end"]
    assert (words(events), events[-1].reason) == (TEXT, "")


async def test_a_busy_model_is_waited_for() -> None:
    async with scripted(status(429, retry_after="3"), said(TEXT)) as server:
        bench = Bench(models=[at(server)])
        events = await all_of(bench)
    assert (words(events), bench.sleeps.asked) == (TEXT, [3.0])


async def test_a_stream_that_hangs_is_an_error_and_an_end() -> None:
    deadlines = Deadlines()
    async with scripted(hung(pieces(TEXT[:10]))) as server:
        server.on_hang = deadlines.now
        events = await all_of(Bench(models=[at(server)], deadline=deadlines))
    assert kinds(events)[-2:] == ["error", "end"]
    assert events[-1].reason == "MODEL_UNREACHABLE"


async def test_a_stream_that_runs_away_is_cut_off() -> None:
    async with scripted(endless(lambda _: chunk({"content": "and so on, "}))) as server:
        events = await all_of(Bench(models=[at(server)]))
    assert events[-1].reason == "MODEL_RAN_AWAY"
    assert len(words(events)) < 700


async def test_a_model_that_calls_tools_instead_of_speaking_has_said_nothing() -> None:
    async with scripted(called(("send_mail", "{}"))) as server:
        events = await all_of(Bench(models=[at(server)]))
    assert [event.kind for event in events] == ["stream.error", "stream.error", "stream.end"]
    assert "tools" not in server.asked[0]


async def test_without_a_model_there_is_an_error_and_an_end() -> None:
    events = await all_of(Bench(models=[]))
    assert [(event.kind, event.reason) for event in events] == [
        ("stream.error", "MODEL_UNREACHABLE: no model is set for fast"),
        ("stream.end", "MODEL_UNREACHABLE"),
    ]


async def test_a_spent_budget_is_an_error_and_an_end_and_nobody_is_asked() -> None:
    async with scripted(said(TEXT)) as server:
        events = await all_of(Bench(models=[at(server)], budget=CountingBudget(total=10)))
    assert [event.kind for event in events] == ["stream.error", "stream.end"]
    assert (events[-1].reason, server.asked) == ("BUDGET_EXHAUSTED", [])


def test_the_sign_of_life_comes_within_a_second() -> None:
    assert WITHIN < 1


@pytest.mark.req("M6")
async def test_a_slow_model_is_announced_by_one_empty_token_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streaming, "SIGN_OF_LIFE_SECONDS", 0.0)
    go = asyncio.Event()

    async def slow(line: Line) -> None:
        await go.wait()
        await said(TEXT)(line)

    events: list[StreamEvent] = []
    async with scripted(slow) as server:
        async for event in Bench(models=[at(server)]).client().stream(question()):
            events.append(event)
            go.set()
    assert [event.chunk for event in events[:2]] == ["", TEXT[:7]]
    assert [event for event in events[1:-1] if event.chunk == ""] == []
    assert words(events) == TEXT


async def test_a_model_that_takes_long_to_be_made_is_announced_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streaming, "SIGN_OF_LIFE_SECONDS", 0.0)
    go = threading.Event()
    spare = says(TEXT)

    def slow() -> Any:
        assert go.wait(60)
        return spare.model()

    events: list[StreamEvent] = []
    async for event in Bench(models=[Named(id="slow:start", model=slow)]).client().stream(question()):
        events.append(event)
        go.set()
    assert [event.chunk for event in events] == ["", TEXT, ""]


@pytest.mark.req("M6")
async def test_a_reader_who_goes_away_stops_the_model_and_its_tokens_are_settled() -> None:
    async with scripted(hung(pieces(TEXT[:10]))) as server:
        bench = Bench(models=[at(server)])
        async with aclosing(bench.client().stream(question())) as events:  # type: ignore[type-var]
            assert (await anext(events)).chunk == TEXT[:7]
        assert bench.budget.ledger.open == {}
    assert [name for name, used in bench.budget.settled.items() if 0 < used <= bench.budget.reserved[name]] == ["1-1"]


async def test_a_reader_who_is_cancelled_stops_the_model() -> None:
    hanging = asyncio.Event()
    async with scripted(hung(pieces(TEXT[:10]))) as server:
        server.on_hang = hanging.set
        bench = Bench(models=[at(server)])
        reading = asyncio.create_task(all_of(bench))
        await hanging.wait()
        reading.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reading
    assert bench.budget.ledger.open == {}


async def test_a_question_that_is_cancelled_settles_what_it_has_reserved() -> None:
    hanging = asyncio.Event()
    async with scripted(hung(pieces(TEXT[:10]))) as server:
        server.on_hang = hanging.set
        bench = Bench(models=[at(server)])
        client = asyncio.create_task(bench.client().ask(question()))
        await hanging.wait()
        client.cancel()
        with pytest.raises(asyncio.CancelledError):
            await client
    assert bench.budget.ledger.open == {}
    assert [name for name, used in bench.budget.settled.items() if 0 < used <= bench.budget.reserved[name]] == ["1-1"]


async def test_a_model_waits_for_a_slow_reader() -> None:
    spoken: list[int] = []

    async def talk(messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[str]:
        for number in range(150):
            spoken.append(number)
            yield f"{number} "

    model = FunctionModel(stream_function=talk)
    stream = Bench(models=[Named(id="function:talk", model=lambda: model)]).client().stream(question())
    async with aclosing(stream) as events:  # type: ignore[type-var]
        await anext(events)
        for _ in range(500):
            await asyncio.sleep(0)
        assert len(spoken) <= streaming.MOST_QUEUED_EVENTS + 3
        rest = [event async for event in events]
    assert words(rest) == "".join(f"{number} " for number in range(1, 150))


async def test_a_bug_in_a_purse_is_not_hidden_by_the_end() -> None:
    class Torn(CountingBudget):
        def settle(self, reservation: str, used: int) -> None:
            raise KeyError(reservation)

    with pytest.raises(KeyError, match="1-1"):
        await all_of(Bench(models=[says(TEXT)], budget=Torn()))


async def test_a_purse_that_refuses_a_question_lets_nothing_go_out() -> None:
    async with scripted(said(TEXT)) as server:
        bench = Bench(models=[at(server)], budget=CountingBudget(total=10))
        with pytest.raises(BudgetExhausted):
            await bench.client().ask(question())
    assert server.asked == []
