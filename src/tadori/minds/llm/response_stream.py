"""One request to one model, read as a stream: text out, and at the end what became of it.

A model is always read as a stream, so that one that hangs, drips, repeats itself or sends megabytes is cut off early
and never held in memory whole. `ResponseStream` raises nothing for what a model or its server does: it ends, and
`failure` says why in our own words. What a server wrote in an error may contain the prompt, so it is never passed on.
"""

import asyncio
import importlib
import json
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol

from tadori.errors import TadoriError
from tadori.minds.llm.runaway import RunawayGuard
from tadori.minds.requests import GuardFlag, TokenCount
from tadori.model.llm_thresholds import CREDIBLE_SHARE

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
"""Every other kind has the code MODEL_UNREACHABLE."""
END_OF_THOUGHT: Final = "</think>"
"""Client libraries recognise it only when it arrives in one piece."""
_START_OF_THOUGHT: Final = "<think"
_OPENING_PIECES: Final = 8
ALARM_SHARE: Final = 8
"""The alarm for a silent model may ring up to an eighth of `patience` early, see `_WaitClock.note_sign`."""


class TimeLimit(Protocol):
    """`asyncio.Timeout`: a block that ends with TimeoutError at its deadline."""

    async def __aenter__(self) -> "TimeLimit": ...

    async def __aexit__(self, *exc: Any) -> bool | None: ...

    def reschedule(self, when: float | None, /) -> None: ...


Deadline = Callable[[float], TimeLimit]


@dataclass(slots=True, kw_only=True)
class _WaitClock:
    """The time spent waiting for a model: `patience` between two signs of it and `left` in all. A slow reader does not
    count.
    """

    limit: TimeLimit
    patience: float
    left: float
    clock: Callable[[], float]
    since: float = -1.0

    def __post_init__(self) -> None:
        self.since = self.clock()

    def note_sign(self) -> None:
        """A sign of the model. Runs for every token, so the alarm is moved only now and then."""
        waited = self.clock() - self.since
        if waited >= self.patience / ALARM_SHARE:
            self._spend(waited)

    async def hand_over(self, on_text: OnText, text: str) -> None:
        """Hands text to the reader; the clock stands still meanwhile."""
        self._spend(self.clock() - self.since)
        self.limit.reschedule(None)
        await on_text(text)
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
    """A tool call the model wrote. It is never executed."""

    name: str = ""
    arguments: str = ""

    def more(self, name: str | None, arguments: object) -> str:
        """Appends to it; returns what was appended."""
        added = _as_text(arguments)
        self.name += name or ""
        self.arguments += added
        return (name or "") + added


@dataclass(frozen=True, slots=True, kw_only=True)
class PreparedRequest:
    """One request for one model, ready to send."""

    messages: "Sequence[ModelMessage]"
    parameters: "ModelRequestParameters"
    settings: "ModelSettings"
    data: str
    """The part that comes from outside, as it is sent."""
    flags: tuple[GuardFlag, ...]
    """What the guards found in the data."""
    prompt_tokens: int
    """Estimate of everything that is sent."""
    longest: int


@dataclass(slots=True, kw_only=True)
class ResponseStream:
    """One answer while it arrives. Call `read()` once; afterwards the fields say what was received."""

    model: "Model[Any]"
    request: PreparedRequest
    patience: float
    """Seconds without a sign of the model before it is given up."""
    longest: float
    """Seconds of waiting in total."""
    clock: Callable[[], float]
    deadline: Deadline
    pieces: list[str] = field(default_factory=list)
    thoughts: list[str] = field(default_factory=list)
    calls: list[ToolCall] = field(default_factory=list)
    finish: str = ""
    failure: CallFailure | None = None
    reported: tuple[int, int] | None = None
    """Prompt and answer tokens as the server counts them."""
    received: int = 0
    """Characters received, thoughts and tool calls included."""
    spent: TokenCount = field(default_factory=TokenCount)
    """Tokens that were charged for it."""
    seconds: float = 0.0
    """Time it took, from its turn on."""

    @property
    def text(self) -> str:
        """The answer's text. Where a client library took everything for thinking: what follows the end of it."""
        return "".join(self.pieces) or "".join(self.thoughts).partition(END_OF_THOUGHT)[2]

    @property
    def has_thought(self) -> bool:
        """Whether the model thinks before it answers, as its client library or its text says."""
        return bool(self.thoughts) or "".join(self.pieces[:_OPENING_PIECES]).lstrip().startswith(_START_OF_THOUGHT)

    async def read(self, on_text: "OnText | None" = None) -> None:
        """Reads the answer to its end; `on_text` gets its text as it arrives. Cancelling this stops the model."""
        try:
            async with self.deadline(min(self.patience, self.longest)) as limit, AsyncExitStack() as stack:
                waiting = _WaitClock(limit=limit, patience=self.patience, left=self.longest, clock=self.clock)
                stream = await stack.enter_async_context(self._open())
                # Closed in this order on every way out: pending events first, then the connection.
                events = aiter(stream)
                stack.push_async_callback(events.aclose)
                await self._read_events(events, waiting, on_text)
                self._note_end(stream)
        except failure_types() as exc:
            self.failure = classify_failure(exc, received=self.received > 0)

    async def _read_events(self, events: AsyncIterator[Any], waiting: "_WaitClock", on_text: "OnText | None") -> None:
        guard = RunawayGuard(self.request.longest)
        async for event in events:
            text, other = self._add_event(event)
            if self.has_thought:
                guard.let_think()
            if reason := guard.feed(text + other):
                self.failure = CallFailure(kind="ran_away", reason=f"cut off after {guard.length} characters: {reason}")
                return
            self.received = guard.length
            if text:
                self.pieces.append(text)
            if text and on_text is not None:
                await waiting.hand_over(on_text, text)
            else:
                waiting.note_sign()

    def use(self, estimate: Callable[[str], int]) -> TokenCount:
        """The tokens of this request: the server's count if credible, else our estimate; none if never accepted."""
        if self.failure is not None and not self.received and self.failure.kind not in {"hung", "garbled", "ran_away"}:
            return TokenCount()
        written = estimate(self.text + "".join(call.name + call.arguments for call in self.calls))
        # -1 is never credible: without a report the estimate counts.
        counted = self.reported or (-1, -1)
        return TokenCount(
            given=_credible_count(counted[0], self.request.prompt_tokens),
            written=min(
                _credible_count(counted[1], max(written, self.received // CREDIBLE_SHARE)), self.request.longest
            ),
        )

    def _open(self) -> Any:
        model = self.model
        settings = self.request.settings
        if "max_retries" not in model.unsupported_settings:
            settings = {**settings, "max_retries": 0}  # tries are counted and paid for here, not in a client
        return model.request_stream(list(self.request.messages), settings, self.request.parameters)

    def _add_event(self, event: Any) -> tuple[str, str]:
        """What an event adds to the text, and what it adds beside it (thinking, tool calls).

        Events are told apart by their kind strings, not by isinstance: this runs for every token.
        """
        match event.event_kind:
            case "part_start":
                part = event.part
                return self._add_part(part.part_kind, getattr(part, "content", ""), part)
            case "part_delta":
                delta = event.delta
                return self._add_part(delta.part_delta_kind, getattr(delta, "content_delta", ""), delta)
            case _:
                return "", ""

    def _add_part(self, kind: str, content: object, part: Any) -> tuple[str, str]:
        match kind, content:
            case "text", str(text):
                return text, ""
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

    def _note_end(self, stream: "StreamedResponse") -> None:
        self.finish = stream.finish_reason or ""
        self.reported = (stream.usage.input_tokens, stream.usage.output_tokens)


def _as_text(args: object) -> str:
    return args if isinstance(args, str) else "" if args is None else json.dumps(args, ensure_ascii=False)


def _credible_count(counted: int, estimated: int) -> int:
    credible = isinstance(counted, int) and estimated <= counted * CREDIBLE_SHARE and counted <= 2 * estimated
    return counted if credible else estimated


def failure_types() -> tuple[type[BaseException], ...]:
    """Every exception a model, its client library or its server's bytes may cause.

    Client libraries trust their servers: a chunk of an unexpected shape is an AttributeError there. So a bug of ours in
    the same block counts as a failed model, too.
    """
    import httpx2  # lazy: the extra `llm`

    known = (RuntimeError, ValueError, TypeError, LookupError, AttributeError, AssertionError, OSError)
    return (*known, TadoriError, httpx2.HTTPError, httpx2.StreamError, httpx2.InvalidURL, *_client_errors())


def _client_errors() -> tuple[type[BaseException], ...]:
    """The base exceptions of the client libraries that are loaded."""
    roots = (("openai", "OpenAIError"), ("anthropic", "AnthropicError"))
    return tuple(getattr(importlib.import_module(name), root) for name, root in roots if name in sys.modules)


def classify_failure(exc: BaseException, *, received: bool) -> CallFailure:
    """The kind of a failure, without a word of what the server said."""
    from pydantic_ai import exceptions as ai  # lazy: the extra `llm`

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
        # From here on ours, then whatever the transport raised: more specific kinds were matched above.
        case TadoriError():
            return CallFailure(kind="rejected", reason=str(exc))
        case _ if received:
            return CallFailure(kind="cut", reason=f"cut off in the middle: {name}")
        case ai.ModelConnectionError() | ai.ModelServerError() | OSError():
            return CallFailure(kind="unreachable", reason=f"{_status(exc)} {name}".strip())
        case _:
            return CallFailure(kind="garbled", reason=f"answered in a form nobody can read: {name}")


def _status(exc: BaseException) -> str:
    status = getattr(exc, "status_code", None)
    return f"HTTP {status}" if isinstance(status, int) else ""
