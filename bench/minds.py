"""What the way to a language model costs above a bare call of the same model, in CPU milliseconds a call.

Bare: `pydantic_ai.direct.model_request_stream` with the same words, the same form and the same model, which answers at
once from this process in the same pieces, and its answer read with pydantic. Ours: the same question through
`ModelClient`: fence, purse, guards, form, output check. A call without a stream costs less, and cannot be cut off: it
is printed beside. The durable step is part of none. All are timed in turns, and the least of each counts: what others
do on the machine only adds.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field
from pydantic_ai.direct import model_request, model_request_stream
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, UserPromptPart
from pydantic_ai.messages import ModelRequest as ChatRequest
from pydantic_ai.models.function import AgentInfo, FunctionModel
from tests.gates.figures import Figure
from tests.minds.llm.client_setup import Named

from tadori.engine.ledger import TaskTokenBudget
from tadori.minds.guard.fence import Fence
from tadori.minds.llm.client import ModelClient
from tadori.minds.llm.structured import request_parameters
from tadori.minds.requests import ModelRequest, ModelRole, UntrustedText
from tadori.model.budget import Ledger, TokenLimits

MOST_MILLISECONDS = 5.0
CALLS = 10
INSTRUCTIONS = (
    "Read the numbered sentences of the page. For each statement that answers the question, give the number of its "
    "sentence and the statement in your own words, in the language of the page. Add nothing that the page does not say."
)
SENTENCES = (
    "The harbour bridge was opened to traffic on 19 March {year} after eight years of work by about 1,400 people. ",
    "橋は{year}年3月19日に開通し、建設には約1400人が8年間従事した。",
)
PAGES = {
    "en": "".join(SENTENCES[0].format(year=1900 + n) for n in range(34))[:3600],
    "ja": "".join(SENTENCES[1].format(year=1900 + n) for n in range(110))[:3600],
}
ANSWER = (
    '{"claims": ['
    + ", ".join(f'{{"sentence": {n}, "text": "The bridge was opened to traffic in {1900 + n}."}}' for n in range(1, 7))
    + "]}"
)


class Said(BaseModel):
    model_config = ConfigDict(extra="forbid")

    sentence: Annotated[int, Field(ge=1, le=999)]
    text: Annotated[str, Field(min_length=1, max_length=400)]


class Claims(BaseModel):
    model_config = ConfigDict(extra="forbid")

    claims: Annotated[list[Said], Field(max_length=12)]


async def whole(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
    return ModelResponse(parts=[TextPart(content=ANSWER)])


async def in_pieces(messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[str]:
    for at in range(0, len(ANSWER), 4):
        yield ANSWER[at : at + 4]


def run(quick: bool) -> list[Figure]:
    return [figure for lang in PAGES for figure in asyncio.run(measured(lang, rounds=12 if quick else 40))]


async def measured(lang: str, rounds: int) -> list[Figure]:
    model = FunctionModel(whole, stream_function=in_pieces)
    asking = ModelClient(
        models={ModelRole.FAST: [Named(id="function:bench", model=lambda: model)]},
        budget=TaskTokenBudget(Ledger(limits=TokenLimits(total=10**9))),
        fence=Fence.new("bench", lambda count: bytes(range(count))),
    )
    ask = ModelRequest(
        job="claims",
        instructions=INSTRUCTIONS,
        data=(
            UntrustedText(name="page", text=PAGES[lang]),
            UntrustedText(name="question", text="When was the bridge opened?"),
        ),
        answer=Claims,
    )

    async def ours() -> None:
        assert len((await asking.ask(ask)).value.claims) == 6

    prompt = [ChatRequest(parts=[UserPromptPart(content=PAGES[lang])], instructions=INSTRUCTIONS)]
    form = request_parameters(Claims, "native")

    async def bare() -> None:
        async with model_request_stream(model, prompt, model_request_parameters=form) as streamed:
            async for _ in streamed:
                pass
        assert len(Claims.model_validate_json(streamed.get().text or "").claims) == 6

    async def at_once() -> None:
        said = await model_request(model, prompt, model_request_parameters=form)
        assert len(Claims.model_validate_json(said.text or "").claims) == 6

    least, floor, single = await best_of(rounds, ours, bare, at_once)
    print(
        f"         {lang}: ours {least:.2f}, bare {floor:.2f}, bare without a stream {single:.2f} ms CPU a call; "
        f"{len(PAGES[lang])} characters in, {-(-len(ANSWER) // 4)} pieces out",
        flush=True,
    )
    return [
        Figure(
            name=f"asking a model ({lang} page): CPU ms a call above a bare call",
            value=least - floor,
            floor=MOST_MILLISECONDS,
            aim=MOST_MILLISECONDS,
            n=rounds * CALLS,
            at_least=False,
        )
    ]


async def best_of(rounds: int, *calls: Callable[[], Awaitable[None]]) -> list[float]:
    """The least time of each, measured in turns; the first round warms up."""
    times = [[await milliseconds(call) for call in calls] for _ in range(rounds + 1)]
    return [min(column) for column in zip(*times[1:], strict=True)]


async def milliseconds(call: Callable[[], Awaitable[None]]) -> float:
    started = time.process_time()
    for _ in range(CALLS):
        await call()
    return (time.process_time() - started) * 1000 / CALLS
