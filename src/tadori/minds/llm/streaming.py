"""S3's stream of an answer: `stream.token` and `stream.error` at least once, `stream.end` exactly once and last.

* Sign of life: when a model is silent for `SIGN_OF_LIFE_SECONDS`, one `stream.token` with an empty chunk is sent. There
  is at most one of these in a stream, and it is the first event.
* A connection that breaks in the middle is reported by `stream.error` and retried up to `RetryLimits.reconnects` times.
  As long as the new answer repeats the text already sent, nothing is sent twice: the stream resumes. When it differs,
  `stream.error` with the reason `RESTARTED` declares the text so far void, and the new answer is sent from its start.
  The same holds when the next model takes over.
* `stream.end` has an empty reason when the answer is complete, else the code of the failure that a `stream.error` has
  reported before. A stream raises nothing for what models do or for a spent budget.
* A reader that stops reading stops the model; the tokens are settled.
* Streamed text is for a person to watch. It has passed neither the output check nor a schema: whatever is stored,
  printed in a report or given to another model comes from `ModelClient.ask`.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from tadori.errors import BudgetExhausted
from tadori.events.language_models import ModelAsked
from tadori.minds.llm.call import CallContext
from tadori.minds.llm.response_stream import CallFailure, ResponseStream
from tadori.minds.llm.retry import RetryCounter
from tadori.minds.llm.structured import UsableModel
from tadori.minds.requests import ModelRequest, StreamEvent, TokenCount

SIGN_OF_LIFE_SECONDS: Final = 0.9
RESTARTED: Final = "RESTARTED: the words so far are void"
MOST_QUEUED_EVENTS: Final = 32
"""Events that may wait for a slow reader; after that the model waits."""


async def stream_events(
    context: CallContext, models: Sequence[UsableModel], request: ModelRequest[Any]
) -> AsyncIterator[StreamEvent]:
    """Yields the events of one answer."""
    producer = _StreamProducer(context=context, request=request)
    task = asyncio.create_task(producer.run(models))
    try:
        event = await producer.first()
        while event.kind != "stream.end":
            yield event
            event = await producer.next()
        yield event
    finally:
        task.cancel()
        await asyncio.wait([task])
    task.result()  # a bug in the producer must not be hidden by the end that it has put


@dataclass(slots=True, kw_only=True)
class _StreamProducer:
    """One stream on its way from model to model."""

    context: CallContext
    request: ModelRequest[Any]
    events: "asyncio.Queue[StreamEvent]" = field(default_factory=asyncio.Queue)
    # A semaphore beside an unbounded queue, because the end must always have room.
    room: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(MOST_QUEUED_EVENTS))
    sent: str = ""
    """Text the reader has; bounded like every answer."""
    model: str = ""
    tries: int = 0
    use: TokenCount = field(default_factory=TokenCount)

    async def first(self) -> StreamEvent:
        try:
            async with asyncio.timeout(SIGN_OF_LIFE_SECONDS):
                return await self.next()
        except TimeoutError:
            return StreamEvent(kind="stream.token", phase=self.request.phase)

    async def next(self) -> StreamEvent:
        event = await self.events.get()
        self.room.release()
        return event

    async def run(self, models: Sequence[UsableModel]) -> None:
        """Produces all events, and the end whatever happens."""
        started = self.context.clock()
        code = "MODEL_UNREACHABLE"
        try:
            code = await self._try_models(models)
        except BudgetExhausted as exc:
            code = "BUDGET_EXHAUSTED"
            await self._put_error(f"{code}: {exc}")
        finally:
            seconds = self.context.clock() - started
            self.context.emit(
                ModelAsked(
                    job=self.request.job,
                    model=self.model,
                    given=self.use.given,
                    written=self.use.written,
                    tries=self.tries,
                    seconds=seconds,
                )
            )
            # Not through `_put`: the end must fit even when a reader has stopped and the queue is full.
            self.events.put_nowait(StreamEvent(kind="stream.end", phase=self.request.phase, reason=code))

    async def _try_models(self, models: Sequence[UsableModel]) -> str:
        """The code of the last failure; empty when an answer came through."""
        code = "MODEL_UNREACHABLE"
        if not models:
            await self._put_error(f"{code}: no model is set for {self.request.role}")
        for named in models:
            failure = await self._try_model(named)
            if failure is None:
                return ""
            code = failure.code
        return code

    async def _try_model(self, named: UsableModel) -> CallFailure | None:
        """Calls one model until its answer is complete or it is out of tries."""
        patience = RetryCounter(limits=self.context.limits)
        while True:
            failure = await self.context.wait_while_resting(named) or await self._try_once(named)
            if failure is None:
                return None
            await self._put_error(f"{failure.code}: {named.id}: {failure.reason}")
            self.context.rests.failed(named.id, failure, self.context.clock())
            if (pause := patience.pause(failure)) is None:
                return failure
            if not self.context.rests.left(named.id, self.context.clock()):
                await self.context.sleep(pause)

    async def _try_once(self, named: UsableModel) -> CallFailure | None:
        if isinstance(model := await self.context.ready(named), CallFailure):
            return model
        self.model = named.id
        self.tries += 1
        response = self.context.open_stream(model, self.request, "text")
        resumption = _Resumption(already=self.sent)
        try:
            await self.context.read_response(
                named, self.request, response, lambda text: self._put_text(resumption, text)
            )
        finally:
            self.use += response.spent
        return response.failure or await self._check_end(named, response)

    async def _check_end(self, named: UsableModel, response: ResponseStream) -> CallFailure | None:
        """Checks an answer that ended by itself: it has text, and the reader has all of it."""
        if response.finish == "content_filter":
            return CallFailure(kind="refused", reason="the model refused")
        if not response.text.strip():
            return CallFailure(kind="garbled", reason="no words")
        if response.text != self.sent:
            await self._restart(response.text)
        self.context.rests.answered(named.id)
        return None

    async def _put_text(self, resumption: "_Resumption", text: str) -> None:
        new, differs = resumption.feed(text)
        if differs:
            await self._restart(resumption.text)
        elif new:
            self.sent += new
            await self._put(StreamEvent(kind="stream.token", phase=self.request.phase, chunk=new))

    async def _restart(self, text: str) -> None:
        if self.sent:
            await self._put_error(RESTARTED)
        self.sent = text
        await self._put(StreamEvent(kind="stream.token", phase=self.request.phase, chunk=text))

    async def _put(self, event: StreamEvent) -> None:
        await self.room.acquire()
        self.events.put_nowait(event)

    async def _put_error(self, reason: str) -> None:
        await self._put(StreamEvent(kind="stream.error", phase=self.request.phase, reason=reason))


@dataclass(slots=True, kw_only=True)
class _Resumption:
    """An answer that is received again: which part of it the reader does not have yet."""

    already: str
    text: str = ""

    def feed(self, text: str) -> tuple[str, bool]:
        """New text, and whether the answer has just turned out to be a different one."""
        before = len(self.text)
        self.text += text
        known = self.already[before : before + len(text)]
        if not text.startswith(known):
            self.already = ""
            return "", True
        return text[len(known) :], False
