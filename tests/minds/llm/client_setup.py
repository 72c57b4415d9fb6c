"""What tests of client share: a form, a budget that counts, models at the scripted server, time that does not pass."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field
from pydantic_ai.messages import ModelMessage
from pydantic_ai.models import Model
from pydantic_ai.models.function import AgentInfo, FunctionModel

from tadori.engine.ledger import TaskTokenBudget
from tadori.errors import ModelFailed
from tadori.events import Event
from tadori.minds.guard.fence import Fence
from tadori.minds.llm.client import ModelClient
from tadori.minds.llm.providers import models_for
from tadori.minds.llm.response_stream import Deadline
from tadori.minds.llm.retry import RetryLimits
from tadori.minds.requests import ModelRequest, ModelRole, TokenBudget, UntrustedText
from tadori.model.budget import Ledger
from tadori.model.budget import TokenLimits as TokenLimits
from tadori.settings import LlmSettings
from tests.minds.llm.scripted_server import ScriptedServer

TAG = bytes(range(16))
GOOD = '{"vote": "APPROVE", "reason": "根拠がある", "sure": true}'


class Vote(BaseModel):
    """S3's vote, bounded."""

    model_config = ConfigDict(extra="forbid")

    vote: Literal["APPROVE", "DENY", "CONDITIONAL"]
    reason: str = Field(max_length=80)
    sure: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A model as `providers.models_for` gives it."""

    id: str
    model: Callable[[], Model[Any]]
    modes: frozenset[str] = frozenset({"native"})
    remote: bool = False


@dataclass(slots=True)
class Sleeps:
    """Sleeps nobody; remembers for how long it was asked to."""

    asked: list[float] = field(default_factory=list)

    async def __call__(self, seconds: float) -> None:
        self.asked.append(seconds)
        await asyncio.sleep(0)


@dataclass(slots=True)
class Deadlines:
    """Deadlines that pass when the server says that it hangs, and never before."""

    running: asyncio.Timeout = field(default_factory=lambda: asyncio.timeout(None))

    def __call__(self, seconds: float) -> Self:
        self.running = asyncio.timeout(None)
        return self

    async def __aenter__(self) -> Self:
        await self.running.__aenter__()
        return self

    async def __aexit__(self, *exc: Any) -> None:
        await self.running.__aexit__(*exc)

    def reschedule(self, when: float | None, /) -> None:
        """The clock has no say here."""

    def now(self) -> None:
        self.running.reschedule(asyncio.get_running_loop().time())


class CountingBudget(TaskTokenBudget):
    """The real budget, and what was reserved and settled with it."""

    def __init__(self, total: int = 1_000_000) -> None:
        super().__init__(Ledger(limits=TokenLimits(total=total)))
        self.reserved: dict[str, int] = {}
        self.settled: dict[str, int] = {}

    def reserve(self, job: str, tokens: int, request_id: str = "") -> str:
        name = super().reserve(job, tokens, request_id)
        self.reserved[name] = tokens
        return name

    def settle(self, reservation: str, used: int) -> None:
        self.settled[reservation] = used
        super().settle(reservation, used)


def question(
    *, longest: int = 200, template: str = "vote@1", instructions: str = "Vote on the page."
) -> ModelRequest[Vote]:
    return ModelRequest(
        job="vote",
        instructions=instructions,
        data=(UntrustedText(name="page", text="橋は1932年に開通した。The bridge opened in 1932."),),
        answer=Vote,
        longest=longest,
        phase="voting",
        template=template,
    )


async def outcome(client: ModelClient) -> tuple[str, str]:
    """The vote or the code, and which model gave the answer."""
    try:
        answered = await client.ask(question())
    except ModelFailed as failed:
        return failed.code, ""
    return answered.value.vote, answered.model


def says(*answers: str, id: str = "function:spare") -> Named:
    """A model in this process that gives these answers in turn, the last one for ever."""
    left = list(answers)

    async def words(messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[str]:
        yield left.pop(0) if len(left) > 1 else left[0]

    model = FunctionModel(stream_function=words)
    return Named(id=id, model=lambda: model)


def at(server: ScriptedServer, *, modes: frozenset[str] = frozenset({"native"})) -> Named:
    """The scripted server as a model of the user's, as settings make it."""
    (named,) = models_for(LlmSettings(fast=("openai:scripted",), base_url=server.url), ModelRole.FAST)
    return Named(id=named.id, model=named.model, modes=modes)


@dataclass(slots=True, kw_only=True)
class Bench:
    """An `ModelClient` with everything a test looks at."""

    models: Sequence[Named]
    budget: CountingBudget = field(default_factory=CountingBudget)
    limits: RetryLimits = field(default_factory=RetryLimits)
    sleeps: Sleeps = field(default_factory=Sleeps)
    emitted: list[Event] = field(default_factory=list)
    deadline: Deadline = asyncio.timeout
    clock: Callable[[], float] = lambda: 0.0

    def client(self, budget: TokenBudget | None = None) -> ModelClient:
        return ModelClient(
            models=dict.fromkeys(ModelRole, self.models),
            budget=budget or self.budget,
            fence=Fence.new("task", lambda count: TAG[:count]),
            emit=self.emitted.append,
            limits=self.limits,
            clock=self.clock,
            sleep=self.sleeps,
            deadline=self.deadline,
        )
