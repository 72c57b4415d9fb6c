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
from tadori.events import ModelAsked
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
    calling: CallContext, models: Sequence[UsableModel], ask: ModelRequest[Any]
) -> AsyncIterator[StreamEvent]:
    """Yields the events of one answer."""
    telling = _Telling(calling=calling, ask=ask)
    producer = asyncio.create_task(telling.run(models))
    try:
        event = await telling.first()
        while event.kind != "stream.end":
            yield event
            event = await telling.next()
        yield event
    finally:
        producer.cancel()
        await asyncio.wait([producer])
    producer.result()  # a bug in the producer is not hidden by the end it has told


@dataclass(slots=True, kw_only=True)
class _Telling:
    """One stream on its way from model to model."""

    calling: CallContext
    ask: ModelRequest[Any]
    events: "asyncio.Queue[StreamEvent]" = field(default_factory=asyncio.Queue)
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
            return StreamEvent(kind="stream.token", phase=self.ask.phase)

    async def next(self) -> StreamEvent:
        event = await self.events.get()
        self.room.release()
        return event

    async def run(self, models: Sequence[UsableModel]) -> None:
        """Produces all events, and the end whatever happens."""
        started = self.calling.clock()
        code = "MODEL_UNREACHABLE"
        try:
            code = await self._through(models)
        except BudgetExhausted as exc:
            code = "BUDGET_EXHAUSTED"
            await self._tell_trouble(f"{code}: {exc}")
        finally:
            seconds = self.calling.clock() - started
            self.calling.tell(
                ModelAsked(
                    job=self.ask.job,
                    model=self.model,
                    given=self.use.given,
                    written=self.use.written,
                    tries=self.tries,
                    seconds=seconds,
                )
            )
            self.events.put_nowait(StreamEvent(kind="stream.end", phase=self.ask.phase, reason=code))

    async def _through(self, models: Sequence[UsableModel]) -> str:
        """The code of the last failure; empty when an answer came through."""
        code = "MODEL_UNREACHABLE"
        if not models:
            await self._tell_trouble(f"{code}: no model is set for {self.ask.role}")
        for named in models:
            trouble = await self._of(named)
            if trouble is None:
                return ""
            code = trouble.code
        return code

    async def _of(self, named: UsableModel) -> CallFailure | None:
        """Calls one model until its answer is complete or it is out of tries."""
        patience = RetryCounter(limits=self.calling.limits)
        while True:
            trouble = await self.calling.wait_while_resting(named) or await self._once(named)
            if trouble is None:
                return None
            await self._tell_trouble(f"{trouble.code}: {named.id}: {trouble.reason}")
            self.calling.rests.failed(named.id, trouble, self.calling.clock())
            if (pause := patience.pause(trouble)) is None:
                return trouble
            if not self.calling.rests.left(named.id, self.calling.clock()):
                await self.calling.sleep(pause)

    async def _once(self, named: UsableModel) -> CallFailure | None:
        if isinstance(model := await self.calling.ready(named), CallFailure):
            return model
        self.model = named.id
        self.tries += 1
        hearing = self.calling.open_stream(model, self.ask, "text")
        resumed = _Resumed(already=self.sent)
        try:
            await self.calling.heard(named, self.ask, hearing, lambda said: self._tell_words(resumed, said))
        finally:
            self.use += hearing.spent
        return hearing.trouble or await self._whole(named, hearing)

    async def _whole(self, named: UsableModel, hearing: ResponseStream) -> CallFailure | None:
        """Checks an answer that ended by itself: it has text, and the reader has all of it."""
        if hearing.finish == "content_filter":
            return CallFailure(kind="refused", reason="the model refused")
        if not hearing.text.strip():
            return CallFailure(kind="garbled", reason="no words")
        if hearing.text != self.sent:
            await self._restart(hearing.text)
        self.calling.rests.answered(named.id)
        return None

    async def _tell_words(self, resumed: "_Resumed", said: str) -> None:
        new, differs = resumed.feed(said)
        if differs:
            await self._restart(resumed.text)
        elif new:
            self.sent += new
            await self._put(StreamEvent(kind="stream.token", phase=self.ask.phase, chunk=new))

    async def _restart(self, text: str) -> None:
        if self.sent:
            await self._tell_trouble(RESTARTED)
        self.sent = text
        await self._put(StreamEvent(kind="stream.token", phase=self.ask.phase, chunk=text))

    async def _put(self, event: StreamEvent) -> None:
        await self.room.acquire()
        self.events.put_nowait(event)

    async def _tell_trouble(self, reason: str) -> None:
        await self._put(StreamEvent(kind="stream.error", phase=self.ask.phase, reason=reason))


@dataclass(slots=True, kw_only=True)
class _Resumed:
    """An answer that is received again: which part of it the reader does not have yet."""

    already: str
    text: str = ""

    def feed(self, said: str) -> tuple[str, bool]:
        """New text, and whether the answer has just turned out to be a different one."""
        before = len(self.text)
        self.text += said
        known = self.already[before : before + len(said)]
        if not said.startswith(known):
            self.already = ""
            return "", True
        return said[len(known) :], False
