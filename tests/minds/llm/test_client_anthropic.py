"""The other dialect: a server that speaks as Anthropic's does, asked for a form through the call of a tool."""

import json
from typing import Any

import pytest

from tadori.minds.llm.transport import KeyHeader, client_for
from tests.minds.llm.client_setup import GOOD, Bench, Named, outcome
from tests.minds.llm.scripted_server import Reply, ScriptedServer, cut, scripted, sent, status

OVERLOADED = {"type": "overloaded_error", "message": "no"}


def event(kind: str, **data: Any) -> bytes:
    return f"event: {kind}\ndata: {json.dumps({'type': kind, **data})}\n\n".encode()


def begun() -> bytes:
    message: dict[str, Any] = {
        "id": "m",
        "type": "message",
        "role": "assistant",
        "model": "c",
        "content": [],
        "stop_reason": None,
    }
    return event("message_start", message={**message, "usage": {"input_tokens": 300, "output_tokens": 1}})


def block(content: dict[str, Any], *deltas: dict[str, Any]) -> list[bytes]:
    middle = [event("content_block_delta", index=0, delta=delta) for delta in deltas]
    return [
        event("content_block_start", index=0, content_block=content),
        *middle,
        event("content_block_stop", index=0),
    ]


def ended(reason: str) -> list[bytes]:
    usage = {"output_tokens": 40}
    return [event("message_delta", delta={"stop_reason": reason}, usage=usage), event("message_stop")]


def in_form(name: str = "answer") -> Reply:
    parts = [{"type": "input_json_delta", "partial_json": part} for part in (GOOD[:20], GOOD[20:])]
    call = {"type": "tool_use", "id": "t", "name": name, "input": {}}
    return sent([begun(), *block(call, *parts), *ended("tool_use")])


def in_words(text: str) -> Reply:
    return sent(
        [begun(), *block({"type": "text", "text": ""}, {"type": "text_delta", "text": text}), *ended("end_turn")]
    )


def claude(server: ScriptedServer) -> Named:
    def make() -> Any:
        from anthropic import AsyncAnthropic
        from pydantic_ai.models.anthropic import AnthropicModel
        from pydantic_ai.providers.anthropic import AnthropicProvider

        url = server.url.removesuffix("/v1")
        wire = client_for(url, KeyHeader("x-api-key", "none"), 60)
        client = AsyncAnthropic(base_url=url, api_key="none", http_client=wire, max_retries=0)
        return AnthropicModel("claude-haiku-4-5", provider=AnthropicProvider(anthropic_client=client))

    return Named(id="anthropic:scripted", model=make, modes=frozenset({"tool"}))


@pytest.mark.slow
@pytest.mark.req("L39")
@pytest.mark.parametrize(
    ("script", "ends", "tries", "waits"),
    [
        ([in_form()], "APPROVE", 1, []),
        ([in_form("rm"), in_form()], "APPROVE", 2, []),
        ([in_words("no form"), in_form()], "APPROVE", 2, []),
        ([status(529, json.dumps({"type": "error", "error": OVERLOADED}).encode()), in_form()], "APPROVE", 2, [1.0]),
        ([status(429, b"{}", retry_after="4"), in_form()], "APPROVE", 2, [4.0]),
        ([sent([event("error", error=OVERLOADED)]), in_form()], "APPROVE", 2, [1.0]),
        ([cut([begun()]), in_form()], "APPROVE", 2, [0.25]),
        ([in_words("I'm sorry, but I can't help with that.")], "MODEL_REFUSED", 1, []),
        ([sent([begun(), *ended("refusal")])], "MODEL_REFUSED", 1, []),
        ([status(401, b"{}")], "MODEL_UNREACHABLE", 1, []),
    ],
)
async def test_a_server_that_speaks_the_other_dialect_ends_as_it_must(
    script: list[Reply], ends: str, tries: int, waits: list[float]
) -> None:
    async with scripted(*script) as server:
        bench = Bench(models=[claude(server)])
        end, _ = await outcome(bench.client())
    assert (end, len(server.asked), bench.sleeps.asked) == (ends, tries, waits)
    assert [tool["name"] for tool in server.asked[0]["tools"]] == ["answer"]
    assert bench.budget.ledger.open == {}
