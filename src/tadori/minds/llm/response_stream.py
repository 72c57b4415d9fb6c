"""One request to one model, heard as it comes: words out, and at the end what became of it.

A model is always heard as a stream, so that one that hangs, drips, repeats itself or writes megabytes is left early and
its answer is never held whole. `ResponseStream` raises nothing for what a model or its server does: it ends, and
`trouble` says why, in our words: what a server wrote in an error may be the prompt, so it is never passed on.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol

from tadori.errors import TadoriError
from tadori.minds.llm.runaway import RunawayGuard
from tadori.minds.requests import GuardFlag, TokenCount

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage
    from pydantic_ai.models import Model, ModelRequestParameters, StreamedResponse
    from pydantic_ai.settings import ModelSettings

OnText = Callable[[str], Awaitable[None]]
FailureKind = Literal[
    "unreachable",
    "busy",
    "hung",
    "cut",
    "garbled",
    "unfit",
    "rejected",
    "refused",
    "ran_away",
    "resting",
    "formless",
    "unsafe",
]
FAILURE_CODES: Final[dict[FailureKind, str]] = {
    "refused": "MODEL_REFUSED",
    "ran_away": "MODEL_RAN_AWAY",
    "formless": "CONSENSUS_SCHEMA_RETRY_EXCEEDED",
    "unsafe": "MODEL_UNSAFE",
}
"""All others are MODEL_UNREACHABLE."""
END_OF_THOUGHT: Final = "</think>"
"""Clients see it only where it comes in one piece."""
LATE: Final = 8
"""A model is given up to an eighth less than `patience` when it falls silent in the middle."""
LEAST_SHARE: Final = 8
"""A server that counts less than an eighth of what we estimate, or more than twice, is not believed."""


class TimeLimit(Protocol):
    """`asyncio.Timeout`: a block that ends with TimeoutError when its time has come."""

    async def __aenter__(self) -> "TimeLimit": ...

    async def __aexit__(self, *exc: Any) -> bool | None: ...

    def reschedule(self, when: float | None, /) -> None: ...


Deadline = Callable[[float], TimeLimit]


@dataclass(slots=True, kw_only=True)
class _Waiting:
    """The time we wait for a model: `patience` at a stretch and `left` in all. What a reader takes is not counted."""

    limit: TimeLimit
    patience: float
    left: float
    clock: Callable[[], float]
    since: float = -1.0

    def __post_init__(self) -> None:
        self.since = self.clock()

    def on(self) -> None:
        """There was a sign of it. The alarm is moved now and then only: this runs for every token."""
        waited = self.clock() - self.since
        if waited >= self.patience / LATE:
            self._spend(waited)

    async def told(self, tell: OnText, said: str) -> None:
        """There were words of it, and the reader takes his time."""
        self._spend(self.clock() - self.since)
        self.limit.reschedule(None)
        await tell(said)
        self.since = self.clock()
        self._alarm()

    def _spend(self, waited: float) -> None:
        self.left -= waited
        self.since += waited
        if self.left <= 0:
            raise TimeoutError
        self._alarm()

    def _alarm(self) -> None:
        self.limit.reschedule(asyncio.get_running_loop().time() + min(self.patience, self.left))


@dataclass(frozen=True, slots=True, kw_only=True)
class CallFailure:
    """Why a model gave no answer."""

    kind: FailureKind
    reason: str
    retry_after: float | None = None

    @property
    def code(self) -> str:
        return FAILURE_CODES.get(self.kind, "MODEL_UNREACHABLE")


@dataclass(slots=True, kw_only=True)
class ToolCall:
    """A tool that the model would like to have run. It is not."""

    name: str = ""
    arguments: str = ""

    def more(self, name: str | None, arguments: object) -> str:
        """Adds to it; what was added."""
        added = _as_text(arguments)
        self.name += name or ""
        self.arguments += added
        return (name or "") + added


@dataclass(frozen=True, slots=True, kw_only=True)
class PreparedRequest:
    """What one model is asked, ready to go."""

    messages: "Sequence[ModelMessage]"
    parameters: "ModelRequestParameters"
    settings: "ModelSettings"
    data: str
    """What is not ours of it, as it is sent."""
    flags: tuple[GuardFlag, ...]
    """What was noticed in the data."""
    prompt_tokens: int
    """Our estimate of all that is sent."""
    longest: int


@dataclass(slots=True, kw_only=True)
class ResponseStream:
    """One answer while it comes. Call `hear()` once; then the fields say what was heard."""

    model: "Model[Any]"
    request: PreparedRequest
    patience: float
    """Seconds without a sign of the model."""
    longest: float
    """Seconds of waiting for it, all together."""
    clock: Callable[[], float]
    deadline: Deadline
    pieces: list[str] = field(default_factory=list)
    thoughts: list[str] = field(default_factory=list)
    calls: list[ToolCall] = field(default_factory=list)
    finish: str = ""
    trouble: CallFailure | None = None
    reported: tuple[int, int] | None = None
    """Tokens given and written, as the server counts them."""
    heard: int = 0
    """Characters, thoughts and calls included."""
    spent: TokenCount = field(default_factory=TokenCount)
    """Tokens that were settled for it."""
    seconds: float = 0.0
    """That it took, once it was its turn."""

    @property
    def text(self) -> str:
        """The words of the answer. Where a client took all of it for thoughts, those after the thinking has ended."""
        return "".join(self.pieces) or "".join(self.thoughts).partition(END_OF_THOUGHT)[2]

    async def hear(self, tell: "OnText | None" = None) -> None:
        """Hears the answer to its end; `tell` is given its words as they come. Who cancels it stops the model."""
        try:
            async with self.deadline(min(self.patience, self.longest)) as limit, AsyncExitStack() as stack:
                waiting = _Waiting(limit=limit, patience=self.patience, left=self.longest, clock=self.clock)
                stream = await stack.enter_async_context(self._opened())
                events = aiter(stream)
                stack.push_async_callback(events.aclose)
                await self._listen(events, waiting, tell)
                self._ended(stream)
        except failure_types() as exc:
            self.trouble = classify_failure(exc, heard=self.heard > 0)

    async def _listen(self, events: AsyncIterator[Any], waiting: "_Waiting", tell: "OnText | None") -> None:
        guard = RunawayGuard(self.request.longest)
        async for event in events:
            said, unsaid = self._taken(event)
            if reason := guard.feed(said + unsaid):
                self.trouble = CallFailure(kind="ran_away", reason=f"cut off after {guard.length} characters: {reason}")
                return
            self.heard = guard.length
            if said:
                self.pieces.append(said)
            if said and tell is not None:
                await waiting.told(tell, said)
            else:
                waiting.on()

    def use(self, estimate: Callable[[str], int]) -> TokenCount:
        """Tokens of this request: the server's count where it can be true, else ours; nothing if it never took it."""
        if self.trouble is not None and not self.heard and self.trouble.kind not in {"hung", "garbled", "ran_away"}:
            return TokenCount()
        written = estimate(self.text + "".join(call.name + call.arguments for call in self.calls))
        counted = self.reported or (-1, -1)
        return TokenCount(
            given=_believed(counted[0], self.request.prompt_tokens),
            written=min(_believed(counted[1], max(written, self.heard // LEAST_SHARE)), self.request.longest),
        )

    def _opened(self) -> Any:
        model = self.model
        settings = self.request.settings
        if "max_retries" not in model.unsupported_settings:
            settings = {**settings, "max_retries": 0}  # tries are counted and paid for here, not in a client
        return model.request_stream(list(self.request.messages), settings, self.request.parameters)

    def _taken(self, event: Any) -> tuple[str, str]:
        """What an event adds to the words, and what it adds beside them (thoughts, calls).

        Told apart by the names that events carry: this runs for every token.
        """
        match event.event_kind:
            case "part_start":
                part = event.part
                return self._added(part.part_kind, getattr(part, "content", ""), part)
            case "part_delta":
                delta = event.delta
                return self._added(delta.part_delta_kind, getattr(delta, "content_delta", ""), delta)
            case _:
                return "", ""

    def _added(self, kind: str, content: object, part: Any) -> tuple[str, str]:
        match kind, content:
            case "text", str(said):
                return said, ""
            case "thinking", str(thought):
                self.thoughts.append(thought)
                return "", thought
            case (("tool-call" | "builtin-tool-call"), _):
                self.calls.append(ToolCall())
                return "", self.calls[-1].more(part.tool_name, part.args)
            case "tool_call", _ if self.calls:
                return "", self.calls[-1].more(part.tool_name_delta, part.args_delta)
            case _:
                return "", ""

    def _ended(self, stream: "StreamedResponse") -> None:
        self.finish = stream.finish_reason or ""
        self.reported = (stream.usage.input_tokens, stream.usage.output_tokens)


def _as_text(args: object) -> str:
    return args if isinstance(args, str) else "" if args is None else json.dumps(args, ensure_ascii=False)


def _believed(counted: int, estimated: int) -> int:
    credible = isinstance(counted, int) and estimated <= counted * LEAST_SHARE and counted <= 2 * estimated
    return counted if credible else estimated


def failure_types() -> tuple[type[BaseException], ...]:
    """What a model, its client or the bytes of its server may raise; a bug of ours among them is a failed model too.

    Clients of model servers trust their servers: a chunk of another shape is an AttributeError there.
    """
    import httpx2

    known = (RuntimeError, ValueError, TypeError, LookupError, AttributeError, AssertionError, OSError)
    return (*known, TadoriError, httpx2.HTTPError, httpx2.StreamError, httpx2.InvalidURL, *_client_errors())


def _client_errors() -> tuple[type[BaseException], ...]:
    """The roots of the installed clients' own errors."""
    import importlib
    import sys

    roots = (("openai", "OpenAIError"), ("anthropic", "AnthropicError"))
    return tuple(getattr(importlib.import_module(name), root) for name, root in roots if name in sys.modules)


def classify_failure(exc: BaseException, *, heard: bool) -> CallFailure:
    """What went wrong, by kind, without a word of what the server said."""
    from pydantic_ai import exceptions as ai

    name = type(exc).__name__
    match exc:
        case ai.ModelRateLimitError() | ai.ModelUnavailableError():
            return CallFailure(kind="busy", reason=f"{_status(exc)} {name}", retry_after=exc.retry_after)
        case ai.ModelTimeoutError() | ai.ModelRequestTimeout() | TimeoutError():
            return CallFailure(kind="hung", reason="no sign of it in the time it is given")
        case ai.ContentFilterError():
            return CallFailure(kind="refused", reason=name)
        case ai.ModelAuthenticationError() | ai.ModelNotFoundError() | ai.ModelContextWindowExceededError():
            return CallFailure(kind="rejected", reason=f"{_status(exc)} {name}")
        case ai.ModelRequestRejectedError() | ai.UserError():
            return CallFailure(kind="unfit", reason=f"{_status(exc)} {name}".strip())
        case ai.ModelHTTPError() if exc.status_code < 500:
            return CallFailure(kind="rejected", reason=f"{_status(exc)} {name}")
        case TadoriError():
            return CallFailure(kind="rejected", reason=str(exc))
        case _ if heard:
            return CallFailure(kind="cut", reason=f"cut off in the middle: {name}")
        case ai.ModelConnectionError() | ai.ModelServerError() | OSError():
            return CallFailure(kind="unreachable", reason=f"{_status(exc)} {name}".strip())
        case _:
            return CallFailure(kind="garbled", reason=f"answered in a form nobody can read: {name}")


def _status(exc: BaseException) -> str:
    status = getattr(exc, "status_code", None)
    return f"HTTP {status}" if isinstance(status, int) else ""
