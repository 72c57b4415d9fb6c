"""S3's stream of an answer: `stream.token` and `stream.error` at least once, `stream.end` exactly once and last.

* Sign of life: a model that has said nothing after `SIGN_OF_LIFE_SECONDS` seconds is announced by one `stream.token`
with an
  empty chunk. There is at most one such token in a stream, and when it comes it is the first event.
* A connection that breaks in the middle is told by `stream.error` and tried again, up to `Limits.reconnects` times. As
  long as the new answer repeats the words that were already told, they are not told again: the stream resumes. When it
  differs, `stream.error` with the reason `RESTARTED` says that the words so far are void, and all of it is told from
  the start. The same holds for the next model of the list.
* The end has an empty reason when the answer is whole, else the code of the failure, which a `stream.error` has told.
  A stream raises nothing for what models do or for a budget that is spent.
* Who stops reading stops the model; the tokens are settled.
* Words on their way are for a person to watch. They have passed no output check and no form: whatever is kept, printed
  in a report or given to another model comes from `Asking.ask`.
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
"""Events that may wait for a slow reader; then the model waits."""


async def stream_events(
    calling: CallContext, models: Sequence[UsableModel], ask: ModelRequest[Any]
) -> AsyncIterator[StreamEvent]:
    """The events of one answer."""
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
    """Words that the reader has; bounded as every answer is."""
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
        """Tells all of it, and the end whatever happens."""
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
        """One model until its answer is whole or it has had its chances."""
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
        """An answer that ended by itself: it has words, and no more than the reader has."""
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
    """An answer that is heard again: which of its words the reader does not have yet."""

    already: str
    text: str = ""

    def feed(self, said: str) -> tuple[str, bool]:
        """New words, and whether the answer has just turned out to be another one."""
        before = len(self.text)
        self.text += said
        known = self.already[before : before + len(said)]
        if not said.startswith(known):
            self.already = ""
            return "", True
        return said[len(known) :], False
