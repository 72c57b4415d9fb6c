"""Events of every shape, by chance: whatever a server sends, a question ends and its tokens are settled."""

import json
import random
from typing import Any

import pytest

from tests.minds.llm.client_setup import GOOD, Bench, at, outcome, question
from tests.minds.llm.scripted_server import DONE, Reply, bytes_only, chunk, cut, pieces, scripted, sent, usage

ENDS = {"APPROVE", "MODEL_UNREACHABLE", "MODEL_REFUSED", "MODEL_RAN_AWAY", "CONSENSUS_SCHEMA_RETRY_EXCEEDED"}
VALUES: list[Any] = [None, 0, -1, 1.5, "", [], {}, "x", True, [[]], {"a": 1}, "NaN", 10**30, "\ud800"]
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
CALL = {"tool_calls": [{"index": 0, "id": "a", "type": "function", "function": {"name": "answer", "arguments": GOOD}}]}


def bent(value: Any, chance: random.Random) -> Any:
    """The same data with other values here and there."""
    if chance.random() < 0.12:
        return chance.choice(VALUES)
    if isinstance(value, dict):
        return {key: bent(one, chance) for key, one in value.items() if chance.random() > 0.04}
    return [bent(one, chance) for one in value] if isinstance(value, list) else value


def torn(data: bytes, chance: random.Random, places: int) -> bytes:
    """The same bytes but a few."""
    raw = bytearray(data)
    for _ in range(chance.randrange(1, 5)):
        raw[chance.randrange(min(places, len(raw)))] = chance.randrange(256)
    return bytes(raw)


def events(chance: random.Random) -> list[bytes]:
    whole = [*pieces(GOOD, 9), chunk(CALL, finish="stop", usage=usage(5, 6))]
    bent_ones = [
        b"data: " + json.dumps(bent(json.loads(one[6:]), chance)).encode() + b"\n\n" if chance.random() < 0.3 else one
        for one in whole
    ]
    return [*(torn(one, chance, 999) if chance.random() < 0.05 else one for one in bent_ones), DONE]


def reply(chance: random.Random) -> Reply:
    match chance.randrange(4):
        case 0:
            return bytes_only(torn(HEAD + b"".join(events(chance)), chance, len(HEAD)))
        case 1:
            return cut(events(chance)[: chance.randrange(1, 7)])
        case _:
            return sent(events(chance))


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # what libraries think of such data is not the point
@pytest.mark.parametrize("seed", range(3))
async def test_whatever_a_server_sends_a_question_ends_and_its_tokens_are_settled(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(8):
        async with scripted(*(reply(chance) for _ in range(5))) as server:
            bench = Bench(models=[at(server, modes=frozenset(chance.sample(["native", "tool"], chance.randrange(3))))])
            end, _ = await outcome(bench.client())
            emitted = [event.kind async for event in bench.client().stream(question())]
        assert end in ENDS
        assert (emitted.count("stream.end"), emitted[-1]) == (1, "stream.end")
        assert [n for n, most in bench.budget.reserved.items() if not 0 <= bench.budget.settled[n] <= most] == []
        assert bench.budget.ledger.open == {}
