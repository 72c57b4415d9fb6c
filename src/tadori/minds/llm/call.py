"""What every call of a model has in common: fencing, the token reservation, and reading the response.

Comes in: a `ModelRequest` and one model. Goes out: a `ResponseStream` whose tokens are reserved before the first byte
is sent and settled when it ends, however it ends. Which model is called, how often, and whether an answer is good:
`client.py` and `streaming.py`.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Protocol
from weakref import WeakKeyDictionary

from tadori.errors import TadoriError
from tadori.events import Emit, ignore_event
from tadori.minds.llm.response_stream import CallFailure, Deadline, OnText, PreparedRequest, ResponseStream
from tadori.minds.llm.retry import RestingModels, RetryLimits
from tadori.minds.llm.structured import (
    RETRY_INSTRUCTION,
    RequestMode,
    UsableModel,
    request_modes,
    request_parameters,
    schema_text,
)
from tadori.minds.llm.tokens import estimate_messages, estimate_tokens
from tadori.minds.requests import (
    GuardFlag,
    KnowledgeTurn,
    ModelRequest,
    ModelRole,
    TokenBudget,
    TokenCount,
    UntrustedText,
)
from tadori.model.ids import EN, JA, Lang
from tadori.model.llm_thresholds import RETRY_TEMPERATURE_STEP, THINKING_TOKENS

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage
    from pydantic_ai.models import Model

_KANA: Final = re.compile("[ぁ-ヿ]")


class PromptFence(Protocol):
    """`fence.Fence`: puts instructions inside a secret tag and everything else outside it, as data."""

    @property
    def task(self) -> str: ...

    @property
    def tag(self) -> str: ...

    def instructions(self, words: str, lang: Lang) -> str: ...

    def fenced(self, outside: Sequence[UntrustedText], most: int) -> tuple[str, list[GuardFlag]]: ...


def no_wait(_role: ModelRole) -> AbstractAsyncContextManager[None]:
    """For callers that share nothing: enters at once."""
    return nullcontext()


@dataclass(frozen=True, slots=True, kw_only=True)
class CallContext:
    """Everything the calls of one task share: budget, fence, limits, clock. Serves any number of requests at a time."""

    budget: TokenBudget
    fence: PromptFence
    emit: Emit = ignore_event
    limits: RetryLimits
    clock: Callable[[], float]
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    deadline: Deadline = asyncio.timeout
    turn: Callable[[ModelRole], AbstractAsyncContextManager[None]] = no_wait
    """Waits until a model on the user's own machines may compute."""
    rests: RestingModels = field(default_factory=RestingModels)
    refused_modes: set[tuple[str, RequestMode]] = field(default_factory=set)
    """Request modes that a model's server has refused."""
    thinkers: set[str] = field(default_factory=set)
    """Models that were seen to think before they answer: their next answers have room for it."""
    made: "WeakKeyDictionary[asyncio.AbstractEventLoop, dict[str, asyncio.Task[Model[Any]]]]" = field(
        default_factory=WeakKeyDictionary
    )
    """Model objects, made once for each event loop: their HTTP clients belong to it."""

    def request_modes(self, named: UsableModel) -> list[RequestMode]:
        """The request modes of `named`, best first, without those it has refused."""
        known = request_modes(named)
        return [mode for mode in known if (named.id, mode) not in self.refused_modes] or [known[-1]]

    async def ready(self, named: UsableModel) -> "Model[Any] | CallFailure":
        """The model object, made on a thread: importing its client takes a second and must not block the event loop."""
        models = self.made.setdefault(asyncio.get_running_loop(), {})
        if named.id not in models:
            models[named.id] = asyncio.create_task(asyncio.to_thread(_make_model, named))
        try:
            # Shielded: one caller that is cancelled must not cancel the import for all others.
            return await asyncio.shield(models[named.id])
        except (TadoriError, ImportError) as exc:
            models.pop(named.id, None)
            return CallFailure(kind="rejected", reason=str(exc))

    def open_stream(
        self,
        model: "Model[Any]",
        request: ModelRequest[Any],
        mode: RequestMode,
        errors: Sequence[str] = (),
        tries: int = 0,
        longest: float | None = None,
        *,
        thinks: bool = False,
    ) -> ResponseStream:
        """A response stream with at most `longest` seconds. Nothing is sent yet."""
        return ResponseStream(
            model=model,
            request=self._prepared(request, mode, errors, tries, thinks),
            patience=self.limits.patience,
            longest=self.limits.longest if longest is None else longest,
            clock=self.clock,
            deadline=self.deadline,
        )

    async def read_response(
        self, named: UsableModel, request: ModelRequest[Any], response: ResponseStream, on_text: OnText | None = None
    ) -> None:
        """Reads `response` to its end once it is the model's turn, and settles its tokens.

        Raises:
            BudgetExhausted: not enough tokens are left; nothing was sent.
        """
        # A remote model uses nothing of this machine, so it need not wait for its processors.
        async with no_wait(request.role) if named.remote else self.turn(request.role):
            await self._charged_read(request, response, on_text)

    async def _charged_read(self, request: ModelRequest[Any], response: ResponseStream, on_text: OnText | None) -> None:
        reserved = response.request.prompt_tokens + response.request.longest
        reservation = self.budget.reserve(request.job, reserved)
        began = self.clock()
        try:
            await response.read(on_text)
        finally:
            response.seconds = self.clock() - began
            use = response.use(estimate_tokens)
            # A server may count more than was reserved: what is charged stays within the reservation.
            response.spent = TokenCount(given=min(use.given, reserved - use.written), written=use.written)
            self.budget.settle(reservation, response.spent.total)

    async def wait_while_resting(self, named: UsableModel) -> CallFailure | None:
        """Sleeps while `named` has to be left alone; returns a failure if that would take too long."""
        left = self.rests.left(named.id, self.clock())
        if left > self.limits.longest_wait:
            return CallFailure(kind="resting", reason=f"left alone for another {left:.0f} s")
        if left:
            await self.sleep(left)
        return None

    def _prepared(
        self, request: ModelRequest[Any], mode: RequestMode, errors: Sequence[str], tries: int, thinks: bool
    ) -> PreparedRequest:
        from pydantic_ai.messages import ModelRequest as ChatRequest  # lazy: the extra `llm`
        from pydantic_ai.messages import UserPromptPart  # lazy: the extra `llm`

        lang = JA if _KANA.search(request.instructions) else EN
        words, data = request.instructions, list(request.data)
        # Errors quote field names that the model chose: they are data, not instructions.
        if errors:
            words = f"{words}\n\n{RETRY_INSTRUCTION[lang]}"
            data.append(UntrustedText(name="errors", text="\n".join(errors)))
        own = self.fence.instructions(words, lang)
        theirs, flags = self.fence.fenced(data, request.outside)
        turns, noticed = self._turns(request.turns, request.outside)
        # Servers count thoughts as a part of the answer: within its limit alone a model would be cut in mid-thought.
        longest = request.longest + (THINKING_TOKENS if thinks else 0)
        form = "" if mode == "text" else schema_text(request.answer)  # type: ignore[arg-type]  # as above
        return PreparedRequest(
            messages=[*_messages(turns), ChatRequest(parts=[UserPromptPart(content=theirs)], instructions=own)],
            parameters=request_parameters(request.answer, mode),  # type: ignore[arg-type]  # a class has a hash
            settings={"max_tokens": longest, "temperature": min(1.0, RETRY_TEMPERATURE_STEP * tries)},
            data=theirs,
            flags=(*noticed, *flags),
            prompt_tokens=_ours(own)
            + _ours(form)
            + estimate_messages([theirs, *(text for turn in turns for text in turn)]),
            longest=longest,
        )

    def _turns(self, turns: Sequence[KnowledgeTurn], most: int) -> tuple[list[tuple[str, str]], list[GuardFlag]]:
        """Earlier turns, each side fenced: what a page said stays data also where the model seems to have said it."""
        fenced, flags = [], []
        for turn in turns:
            asked, noticed = self.fence.fenced([UntrustedText(name="question", text=turn.question)], most)
            known, more = self.fence.fenced([UntrustedText(name="answer", text=turn.answer)], most)
            fenced.append((asked, known))
            flags += [*noticed, *more]
        return fenced, flags


def _messages(turns: Sequence[tuple[str, str]]) -> "list[ModelMessage]":
    from pydantic_ai.messages import ModelRequest as ChatRequest  # lazy: the extra `llm`
    from pydantic_ai.messages import ModelResponse, TextPart, UserPromptPart  # lazy: the extra `llm`

    return [
        message
        for asked, known in turns
        for message in (
            ChatRequest(parts=[UserPromptPart(content=asked)]),
            ModelResponse(parts=[TextPart(content=known)]),
        )
    ]


@lru_cache(maxsize=64)
def _ours(text: str) -> int:
    """Estimated tokens of texts that recur: instructions and schemas."""
    return estimate_messages([text])


def _make_model(named: UsableModel) -> "Model[Any]":
    model = named.model()
    # What a request needs is imported here, on a thread, and not later on the event loop.
    import pydantic_ai.messages  # noqa: F401  # lazy: the extra `llm`

    return model
