"""The one way to call a language model: `ModelClient` implements `requests.Mind`.

A request goes to the user's first model: tokens are reserved, data is fenced, the answer form is requested in the
strictest way the model supports, the answer is read as a stream, validated against its form, checked for leaks, and the
tokens are settled. An answer in the wrong form is requested again with the errors; a model that fails is followed by
the next; when all have failed, `ModelFailed` says why and the caller goes on by rules. Prompts and answers appear in no
event and no log.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeVar

from tadori.errors import ModelFailed
from tadori.events import Emit, ignore_event
from tadori.events.language_models import ModelAsked, SchemaRetryExhausted
from tadori.minds.guard.output_check import mask_answer
from tadori.minds.llm.call import CallContext, PromptFence, no_wait
from tadori.minds.llm.providers import models_for
from tadori.minds.llm.response_stream import CallFailure, Deadline, ResponseStream
from tadori.minds.llm.retry import RetryCounter, RetryLimits
from tadori.minds.llm.server_facts import context_tokens
from tadori.minds.llm.streaming import stream_events
from tadori.minds.llm.structured import MalformedAnswer, RefusedAnswer, UsableModel, parse_answer
from tadori.minds.requests import GuardFlag, ModelAnswer, ModelRequest, ModelRole, StreamEvent, TokenBudget, TokenCount
from tadori.model.llm_thresholds import CAREFUL_CONTEXT
from tadori.settings import LlmSettings

if TYPE_CHECKING:
    from pydantic import BaseModel

T = TypeVar("T", bound="BaseModel")


CHARACTERS_A_TOKEN: Final = 4
"""To turn the token limit of an answer into an expected length."""


class AuditWriter(Protocol):
    """`audit.AuditLog`: keeps what the guards found, apart from other logs."""

    def write(self, task: str, flags: Sequence[GuardFlag], *, job: str = "") -> None: ...


class ModelClient:
    """Implements `Mind`. One per task, for any number of requests at a time."""

    def __init__(
        self,
        *,
        models: Mapping[ModelRole, Sequence[UsableModel]],
        budget: TokenBudget,
        fence: PromptFence,
        audit: AuditWriter | None = None,
        emit: Emit = ignore_event,
        limits: RetryLimits | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        deadline: Deadline = asyncio.timeout,
        turn: Callable[[ModelRole], AbstractAsyncContextManager[None]] = no_wait,
        room: Callable[[ModelRole], Awaitable[int]] | None = None,
    ) -> None:
        """`turn` is waited for before a model on the user's own machines computes, and held while it does.

        `room` says how many tokens the models of a role have room for; it is asked once for each role.
        """
        self.models = {role: tuple(models.get(role, ())) for role in ModelRole}
        self.audit = audit
        self._room = room
        self._rooms: dict[ModelRole, int] = {}
        self.context = CallContext(
            budget=budget,
            fence=fence,
            emit=emit,
            limits=limits or RetryLimits(),
            clock=clock,
            sleep=sleep,
            deadline=deadline,
            turn=turn,
        )

    @classmethod
    def of(cls, settings: LlmSettings, *, budget: TokenBudget, fence: PromptFence, **more: Any) -> "ModelClient":
        """A client with the models and limits of the settings; `more` as for `ModelClient`.

        Raises:
            ConfigError: a name is invalid, a key is missing, or a model is remote and the user has not consented.
        """
        models = {role: models_for(settings, role) for role in ModelRole}
        limits = RetryLimits(retries=settings.retries, patience=settings.timeout, longest=settings.timeout)
        room = partial(context_tokens, settings)
        return cls(models=models, budget=budget, fence=fence, **{"limits": limits, "room": room, **more})

    @property
    def model_ids(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(named.id for role in ModelRole for named in self.models[role]))

    async def ask(self, request: ModelRequest[T]) -> ModelAnswer[T]:
        """Returns the answer in its form.

        Raises:
            ModelFailed: no model gave one.
            BudgetExhausted: not enough tokens are left for it, or for another try.
        """
        run = _RequestRun(request=request, context=self.context)
        try:
            return await run.try_models(self.models[request.role])
        finally:
            # Also after a failure or a cancellation: tokens were spent, and what guards saw is kept.
            run.report()
            if self.audit is not None:
                self.audit.write(self.context.fence.task, run.flags, job=request.job)

    async def context_tokens(self, role: ModelRole) -> int:
        """Tokens that every model of `role` has room for: see `server_facts`."""
        if role not in self._rooms:
            self._rooms[role] = CAREFUL_CONTEXT if self._room is None else await self._room(role)
        return self._rooms[role]

    def stream(self, request: ModelRequest[T]) -> AsyncIterator[StreamEvent]:
        """Yields the text of an answer as it arrives: see `streaming.stream_events`."""
        return stream_events(self.context, self.models[request.role], request)


@dataclass(slots=True, kw_only=True)
class _RequestRun(Generic[T]):
    """One request on its way from model to model."""

    request: ModelRequest[T]
    context: CallContext
    started: float = 0.0
    model: str = ""
    tries: int = 0
    use: TokenCount = field(default_factory=TokenCount)
    flags: list[GuardFlag] = field(default_factory=list)
    failed: list[tuple[str, CallFailure]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.started = self.context.clock()

    @property
    def seconds(self) -> float:
        return self.context.clock() - self.started

    async def try_models(self, models: Sequence[UsableModel]) -> ModelAnswer[T]:
        for named in models:
            result = await self._try_model(named)
            if isinstance(result, ModelAnswer):
                return result
            self.failed.append((named.id, result))
        reasons = "; ".join(f"{model}: {failure.reason}" for model, failure in self.failed)
        raise ModelFailed(self._code(), reasons or f"no model is set for {self.request.role}")

    def _code(self) -> str:
        """S3's code when a model ran out of retries; else the code of the last model that failed."""
        codes = [failure.code for _, failure in self.failed]
        exhausted = CallFailure(kind="formless", reason="").code
        return exhausted if exhausted in codes else codes[-1] if codes else "MODEL_UNREACHABLE"

    async def _try_model(self, named: UsableModel) -> ModelAnswer[T] | CallFailure:
        """Calls one model until it answers or is out of tries; all tries together share the time limit of one."""
        modes = self.context.request_modes(named)
        patience = RetryCounter(limits=self.context.limits)
        errors: tuple[str, ...] = ()
        malformed = 0
        left = self.context.limits.longest
        while True:
            if (resting := await self.context.wait_while_resting(named)) is not None:
                return resting
            if isinstance(model := await self.context.ready(named), CallFailure):
                return model
            thinks = named.id in self.context.thinkers
            response = self.context.open_stream(model, self.request, modes[0], errors, malformed, left, thinks=thinks)
            await self._read(named, response)
            left = max(0.0, left - response.seconds)
            # A server that refuses a mode refuses it always: the next mode is tried at once, and no try is counted.
            if response.failure is not None and response.failure.kind == "unfit" and len(modes) > 1:
                self.context.refused_modes.add((named.id, modes.pop(0)))
                continue
            result = response.failure or self._parsed(response)
            match result:
                case MalformedAnswer():
                    malformed += 1
                    errors = result.errors
                    if malformed > self.context.limits.retries:
                        return self._exhausted(malformed - 1)
                case CallFailure():
                    # Noted before the retry is decided: parallel requests to the same model then rest, too.
                    self.context.rests.failed(named.id, result, self.context.clock())
                    if (pause := patience.pause(result)) is None:
                        return result
                    await self._wait(named, pause)
                case _:
                    return result

    async def _wait(self, named: UsableModel, pause: float) -> None:
        """Sleeps before the next try, unless the model rests anyway: that wait comes first and is not added to."""
        if not self.context.rests.left(named.id, self.context.clock()):
            await self.context.sleep(pause)

    async def _read(self, named: UsableModel, response: ResponseStream) -> None:
        self.model = named.id
        self.tries += 1
        self.flags = self.flags or list(response.request.flags)
        try:
            await self.context.read_response(named, self.request, response)
        finally:
            self.use += response.spent
        if response.has_thought:
            self.context.thinkers.add(named.id)
        if response.failure is None:
            self.context.rests.answered(named.id)

    def _parsed(self, response: ResponseStream) -> ModelAnswer[T] | MalformedAnswer | CallFailure:
        result = parse_answer(self.request.answer, response)
        match result:
            case MalformedAnswer():
                return result
            case RefusedAnswer():
                return CallFailure(kind="refused", reason="the model refused")
        return self._checked(result)

    def _checked(self, value: T) -> ModelAnswer[T] | CallFailure:
        """The answer after the output check (L4). Masking may leave nothing usable."""
        try:
            safe, noticed = mask_answer(
                value,
                instructions=self.request.instructions,
                given_texts=[one.text for one in self.request.data],
                tag=self.context.fence.tag,
                expected_length=self.request.longest * CHARACTERS_A_TOKEN,
            )
        except ModelFailed as exc:
            return CallFailure(kind="unsafe", reason=exc.reason)
        self.flags += noticed
        return ModelAnswer(
            value=safe,
            model=self.model,
            use=self.use,
            tries=self.tries,
            seconds=self.seconds,
            flags=tuple(self.flags),
        )

    def _exhausted(self, retries: int) -> CallFailure:
        self.context.emit(
            SchemaRetryExhausted(
                retry_count=retries,
                max=self.context.limits.retries,
                template_version=self.request.template,
                payload_id=self.request.id,
            )
        )
        return CallFailure(kind="formless", reason=f"no answer in the asked form after {retries} retries")

    def report(self) -> None:
        """Emits what the request cost, whether it succeeded or not."""
        self.context.emit(
            ModelAsked(
                job=self.request.job,
                model=self.model,
                given=self.use.given,
                written=self.use.written,
                tries=self.tries,
                seconds=self.seconds,
            )
        )
