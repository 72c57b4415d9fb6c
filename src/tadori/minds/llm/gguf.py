"""A GGUF file in this process as a model of pydantic-ai: forms as grammars, streaming, cancelling, counted tokens.

Comes in: messages and, where an answer has a form, its JSON schema. Goes out: text, with the tokens that llama.cpp
counted. No tools: text from outside can fill a form and nothing else. A caller that cancels or stops reading stops the
model at its next token. Imports pydantic-ai, so this module is imported lazily.
"""

import asyncio
import threading
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from pydantic_ai.exceptions import ModelAPIError, ModelContextWindowExceededError, UserError
from pydantic_ai.messages import (
    FinishReason,
    ModelMessage,
    ModelRequest,
    ModelResponse,
    ModelResponseStreamEvent,
    SystemPromptPart,
    TextContent,
    TextPart,
    ThinkingPart,
    UserPromptPart,
)
from pydantic_ai.models import Model, ModelRequestParameters, StreamedResponse
from pydantic_ai.profiles import ModelProfile
from pydantic_ai.settings import ModelSettings
from pydantic_ai.tools import RunContext
from pydantic_ai.usage import RequestUsage

from tadori.errors import WrongCall
from tadori.minds.llm.gguf_engine import GgufEngine, GgufLimits, ResponseChunk, checked_file, shared_engine
from tadori.minds.llm.grammar import grammar_of

LONGEST_ANSWER: Final = 512
"""Tokens of an answer when the caller sets no limit."""
_PROFILE: Final = ModelProfile(
    supports_tools=False,
    supports_json_schema_output=True,
    supports_json_object_output=True,
    default_structured_output_mode="native",
    supports_thinking=False,
)
_FINISHES: Final[Mapping[str, FinishReason]] = {"stop": "stop", "length": "length"}
_TUNING: Final = ("temperature", "top_p", "seed", "presence_penalty", "frequency_penalty")


class GgufModel(Model):
    """The model in the file at `path`. It is loaded at its first call."""

    unsupported_settings = frozenset(
        {"timeout", "max_retries", "parallel_tool_calls", "logit_bias", "extra_headers", "extra_body"}
    )

    def __init__(self, path: Path, limits: GgufLimits | None = None, *, settings: ModelSettings | None = None) -> None:
        """Raises `ModelUnusable` when no GGUF file is there, `MissingExtra` when llama.cpp is not installed."""
        self._path, self._limits = checked_file(path), limits or GgufLimits()
        self._engine = shared_engine(self._path, self._limits)
        super().__init__(settings=settings, profile=_PROFILE)

    @property
    def model_name(self) -> str:
        return self._path.name

    @property
    def system(self) -> str:
        return "gguf"

    @property
    def context_window(self) -> int:
        return self._limits.context

    async def request(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
    ) -> ModelResponse:
        async with self.request_stream(messages, model_settings, model_request_parameters) as streamed:
            async for _ in streamed:
                pass
        return streamed.get()

    @asynccontextmanager
    async def request_stream(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
        run_context: RunContext[Any] | None = None,
    ) -> AsyncGenerator[StreamedResponse, None]:
        settings, parameters = self.prepare_request(model_settings, model_request_parameters)
        body = self._body(messages, settings or {}, parameters)
        speaking = _Speaking(self._engine, body)
        try:
            yield GgufStream(model_request_parameters=parameters, _model_name=self.model_name, _speaking=speaking)
        finally:
            speaking.hush()

    def _body(
        self, messages: list[ModelMessage], settings: ModelSettings, parameters: ModelRequestParameters
    ) -> dict[str, Any]:
        if parameters.function_tools or parameters.output_tools or parameters.native_tools:
            raise UserError("A model in this process has no tools; ask for an answer in a form.")
        body: dict[str, Any] = {
            "messages": _written(messages, self._get_instruction_parts(messages, parameters) or ()),
            "max_tokens": settings.get("max_tokens", LONGEST_ANSWER),
            "temperature": 0,  # with the seed: the same prompt gives the same answer
            "seed": 0,
            "stream": True,
            "stream_options": {"include_usage": True},
            # Counts with every token: a cancelled answer can be charged for what was computed.
            "timings_per_token": True,
            "return_progress": True,
            "chat_template_kwargs": {"enable_thinking": False},  # thinking would use up the tokens of the form
        }
        body |= {key: settings[key] for key in _TUNING if key in settings}
        if "stop_sequences" in settings:
            body["stop"] = settings["stop_sequences"]
        if parameters.output_object is not None and parameters.output_mode in ("native", "prompted"):
            body["grammar"] = _grammar(parameters.output_object.json_schema, body["max_tokens"])
        return body


@dataclass
class GgufStream(StreamedResponse):
    """An answer while it is being written."""

    _model_name: str
    _speaking: "_Speaking"
    _begun: datetime = field(default_factory=lambda: datetime.now(UTC))

    async def _get_event_iterator(self) -> AsyncIterator[ModelResponseStreamEvent]:
        async for piece in self._speaking:
            if "error" in piece:
                raise _refusal(self._model_name, piece["error"])
            self._count(piece)
            for choice in piece.get("choices", ()):
                if choice.get("finish_reason"):
                    self.finish_reason = _FINISHES.get(choice["finish_reason"], "error")
                if text := choice.get("delta", {}).get("content"):
                    for event in self._parts_manager.handle_text_delta(vendor_part_id="content", content=text):
                        yield event

    def _count(self, piece: ResponseChunk) -> None:
        """Updates the token count at every chunk: a cancelled answer is charged for what was computed."""
        if usage := piece.get("usage"):
            self._usage = RequestUsage(input_tokens=usage["prompt_tokens"], output_tokens=usage["completion_tokens"])
        elif progress := piece.get("prompt_progress"):
            self._usage = RequestUsage(input_tokens=progress["total"])
        elif timings := piece.get("timings"):
            given = timings.get("cache_n", 0) + timings["prompt_n"]
            self._usage = RequestUsage(input_tokens=given, output_tokens=timings["predicted_n"])

    async def close_stream(self) -> None:
        self._speaking.hush()

    @property
    def model_name(self) -> str:
        return self._model_name

    @property
    def provider_name(self) -> str:
        return "gguf"

    @property
    def provider_url(self) -> None:
        return None

    @property
    def timestamp(self) -> datetime:
        return self._begun


class _Speaking:
    """The chunks of one answer, passed from the engine's thread to this event loop."""

    def __init__(self, engine: GgufEngine, body: dict[str, Any]) -> None:
        self._loop = asyncio.get_running_loop()
        self._pieces: asyncio.Queue[ResponseChunk | None] = asyncio.Queue()
        self._hushed = threading.Event()
        self._model_name = engine.path.name
        self._done = engine.ask(body, self._heard)
        self._done.add_done_callback(lambda _: self._hand_over(None))

    def _heard(self, piece: ResponseChunk) -> bool:
        self._hand_over(piece)
        return self._hushed.is_set()

    def _hand_over(self, piece: ResponseChunk | None) -> None:
        try:
            self._loop.call_soon_threadsafe(self._pieces.put_nowait, piece)
        except RuntimeError:  # the loop has been closed: nobody listens
            self._hushed.set()

    def hush(self) -> None:
        """Ends the answer at its next token; one that still waits for its turn is never started."""
        self._hushed.set()
        self._done.cancel()

    async def __aiter__(self) -> AsyncIterator[ResponseChunk]:
        while not self._hushed.is_set():
            piece = await self._pieces.get()
            if piece is None:
                break
            yield piece
        if self._done.done() and not self._done.cancelled():
            try:
                self._done.result()
            except ValueError as error:
                raise ModelAPIError(self._model_name, f"llama.cpp could not be asked: {error}") from error


def _refusal(model: str, error: Mapping[str, Any]) -> ModelAPIError:
    if error.get("type") == "exceed_context_size_error":
        said = f"the question has {error.get('n_prompt_tokens')} tokens, and there is room for {error.get('n_ctx')}"
        return ModelContextWindowExceededError(model, said)
    return ModelAPIError(model, f"llama.cpp answered: {str(error.get('message'))[:300]}")


def _grammar(schema: Mapping[str, Any], tokens: int) -> str:
    try:
        return grammar_of(schema, tokens)
    except WrongCall as error:
        raise UserError(str(error)) from error


def _written(messages: Sequence[ModelMessage], instructions: Sequence[Any]) -> list[dict[str, str]]:
    """Messages in the form of chat completions: instructions first, then the turns."""
    written = (
        [{"role": "system", "content": "\n\n".join(part.content for part in instructions)}] if instructions else []
    )
    for message in messages:
        if isinstance(message, ModelRequest):
            written += [_asked(part) for part in message.parts]
        else:
            text = "".join(part.content for part in message.parts if isinstance(part, TextPart))
            odd = [part for part in message.parts if not isinstance(part, TextPart | ThinkingPart)]
            if odd:
                raise UserError(f"A model in this process cannot be told of {type(odd[0]).__name__}.")
            written.append({"role": "assistant", "content": text})
    return written


def _asked(part: object) -> dict[str, str]:
    match part:
        case SystemPromptPart(content=content):
            return {"role": "system", "content": content}
        case UserPromptPart(content=str(content)):
            return {"role": "user", "content": content}
        case UserPromptPart(content=contents) if all(isinstance(each, str | TextContent) for each in contents):
            texts = [each if isinstance(each, str) else each.content for each in contents]  # type: ignore[union-attr]
            return {"role": "user", "content": "\n".join(texts)}
    raise UserError(f"A model in this process reads text only, not {type(part).__name__}.")
