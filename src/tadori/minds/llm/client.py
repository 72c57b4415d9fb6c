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
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeVar

from tadori.errors import ModelFailed
from tadori.events import Emit, ModelAsked, SchemaRetryExhausted, ignore_event
from tadori.minds.guard.output_check import mask_answer
from tadori.minds.llm.call import CallContext, PromptFence, no_wait
from tadori.minds.llm.providers import models_for
from tadori.minds.llm.response_stream import CallFailure, Deadline, ResponseStream
from tadori.minds.llm.retry import RetryCounter, RetryLimits
from tadori.minds.llm.streaming import stream_events
from tadori.minds.llm.structured import MalformedAnswer, RefusedAnswer, UsableModel, parse_answer
from tadori.minds.requests import GuardFlag, ModelAnswer, ModelRequest, ModelRole, StreamEvent, TokenBudget, TokenCount
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
        purse: TokenBudget,
        fence: PromptFence,
        audit: AuditWriter | None = None,
        tell: Emit = ignore_event,
        limits: RetryLimits | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        deadline: Deadline = asyncio.timeout,
        turn: Callable[[ModelRole], AbstractAsyncContextManager[None]] = no_wait,
    ) -> None:
        """`turn` is waited for before a model on the user's own machines computes, and held while it does."""
        self.models = {role: tuple(models.get(role, ())) for role in ModelRole}
        self.audit = audit
        self.calling = CallContext(
            purse=purse,
            fence=fence,
            tell=tell,
            limits=limits or RetryLimits(),
            clock=clock,
            sleep=sleep,
            deadline=deadline,
            turn=turn,
        )

    @classmethod
    def of(cls, settings: LlmSettings, *, purse: TokenBudget, fence: PromptFence, **more: Any) -> "ModelClient":
        """A client with the models and limits of the settings; `more` as for `ModelClient`.

        Raises:
            ConfigError: a name is invalid, a key is missing, or a model is remote and the user has not consented.
        """
        models = {role: models_for(settings, role) for role in ModelRole}
        limits = RetryLimits(retries=settings.retries, patience=settings.timeout, longest=settings.timeout)
        return cls(models=models, purse=purse, fence=fence, **{"limits": limits, **more})

    @property
    def model_ids(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(named.id for role in ModelRole for named in self.models[role]))

    async def ask(self, ask: ModelRequest[T]) -> ModelAnswer[T]:
        """Returns the answer in its form.

        Raises:
            ModelFailed: no model gave one.
            BudgetExhausted: not enough tokens are left for it, or for another try.
        """
        question = _Question(ask=ask, calling=self.calling)
        try:
            return await question.answered_by(self.models[ask.role])
        finally:
            question.report()
            if self.audit is not None:
                self.audit.write(self.calling.fence.task, question.flags, job=ask.job)

    def stream(self, ask: ModelRequest[T]) -> AsyncIterator[StreamEvent]:
        """Yields the text of an answer as it arrives: see `streaming.stream_events`."""
        return stream_events(self.calling, self.models[ask.role], ask)


@dataclass(slots=True, kw_only=True)
class _Question(Generic[T]):
    """One request on its way from model to model."""

    ask: ModelRequest[T]
    calling: CallContext
    started: float = 0.0
    model: str = ""
    tries: int = 0
    use: TokenCount = field(default_factory=TokenCount)
    flags: list[GuardFlag] = field(default_factory=list)
    failed: list[tuple[str, CallFailure]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.started = self.calling.clock()

    @property
    def seconds(self) -> float:
        return self.calling.clock() - self.started

    async def answered_by(self, models: Sequence[UsableModel]) -> ModelAnswer[T]:
        for named in models:
            got = await self._asked(named)
            if isinstance(got, ModelAnswer):
                return got
            self.failed.append((named.id, got))
        reasons = "; ".join(f"{model}: {trouble.reason}" for model, trouble in self.failed)
        raise ModelFailed(self._code(), reasons or f"no model is set for {self.ask.role}")

    def _code(self) -> str:
        """S3's code when a model ran out of retries; else the code of the last model that failed."""
        codes = [trouble.code for _, trouble in self.failed]
        exhausted = CallFailure(kind="formless", reason="").code
        return exhausted if exhausted in codes else codes[-1] if codes else "MODEL_UNREACHABLE"

    async def _asked(self, named: UsableModel) -> ModelAnswer[T] | CallFailure:
        """Calls one model until it answers or is out of tries; all tries together share the time limit of one."""
        modes = self.calling.request_modes(named)
        patience = RetryCounter(limits=self.calling.limits)
        errors: tuple[str, ...] = ()
        wrong = 0
        left = self.calling.limits.longest
        while True:
            if (resting := await self.calling.wait_while_resting(named)) is not None:
                return resting
            if isinstance(model := await self.calling.ready(named), CallFailure):
                return model
            hearing = await self._heard(named, self.calling.open_stream(model, self.ask, modes[0], errors, wrong, left))
            left = max(0.0, left - hearing.seconds)
            if hearing.trouble is not None and hearing.trouble.kind == "unfit" and len(modes) > 1:
                self.calling.refused_modes.add((named.id, modes.pop(0)))
                continue
            got = hearing.trouble or self._understood(hearing)
            match got:
                case MalformedAnswer():
                    wrong += 1
                    errors = got.errors
                    if wrong > self.calling.limits.retries:
                        return self._exhausted(wrong - 1)
                case CallFailure():
                    self.calling.rests.failed(named.id, got, self.calling.clock())
                    if (pause := patience.pause(got)) is None:
                        return got
                    await self._wait(named, pause)
                case _:
                    return got

    async def _wait(self, named: UsableModel, pause: float) -> None:
        """Sleeps before the next try, unless the model rests anyway: that wait comes first and is not added to."""
        if not self.calling.rests.left(named.id, self.calling.clock()):
            await self.calling.sleep(pause)

    async def _heard(self, named: UsableModel, hearing: ResponseStream) -> ResponseStream:
        self.model = named.id
        self.tries += 1
        self.flags = self.flags or list(hearing.request.flags)
        try:
            await self.calling.heard(named, self.ask, hearing)
        finally:
            self.use += hearing.spent
        if hearing.trouble is None:
            self.calling.rests.answered(named.id)
        return hearing

    def _understood(self, hearing: ResponseStream) -> ModelAnswer[T] | MalformedAnswer | CallFailure:
        got = parse_answer(self.ask.answer, hearing)
        match got:
            case MalformedAnswer():
                return got
            case RefusedAnswer():
                return CallFailure(kind="refused", reason="the model refused")
        return self._safe(got)

    def _safe(self, value: T) -> ModelAnswer[T] | CallFailure:
        """The answer after the output check (L4). Masking may leave nothing usable."""
        try:
            safe, noticed = mask_answer(
                value,
                instructions=self.ask.instructions,
                given_texts=[one.text for one in self.ask.data],
                tag=self.calling.fence.tag,
                expected_length=self.ask.longest * CHARACTERS_A_TOKEN,
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
        self.calling.tell(
            SchemaRetryExhausted(
                retry_count=retries,
                max=self.calling.limits.retries,
                template_version=self.ask.template,
                payload_id=self.ask.id,
            )
        )
        return CallFailure(kind="formless", reason=f"no answer in the asked form after {retries} retries")

    def report(self) -> None:
        """Emits what the request cost, whether it succeeded or not."""
        self.calling.tell(
            ModelAsked(
                job=self.ask.job,
                model=self.model,
                given=self.use.given,
                written=self.use.written,
                tries=self.tries,
                seconds=self.seconds,
            )
        )
