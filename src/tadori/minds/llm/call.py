"""What every call of a model has in common: the fence around it, its price, and the ear that hears it.

Comes in: an `Ask` and one model. Goes out: a `Hearing` whose tokens were reserved before the first byte went out and
are settled when it ends, however it ends. Which model is asked, how often, and what an answer is worth: `asking.py`,
`streaming.py`.
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
from tadori.events import Emit, silent
from tadori.minds.llm.response_stream import Deadline, Hearing, Request, Tell, Trouble
from tadori.minds.llm.retry import Limits, Rests
from tadori.minds.llm.structured import AGAIN, Askable, Mode, parameters, schema_text, ways
from tadori.minds.llm.tokens import estimate_messages, estimate_tokens
from tadori.minds.requests import Ask, Flag, Outside, Purse, Role, Use
from tadori.model.ids import EN, JA, Lang

if TYPE_CHECKING:
    from pydantic_ai.models import Model

_KANA: Final = re.compile("[ぁ-ヿ]")
WARMER: Final = 0.2
"""Temperature of the second try, twice that of the third: the same question asked coldly has the same answer."""


class Fencing(Protocol):
    """`fence.Fence`: Tadori's words within the tag, everybody else's as data."""

    @property
    def task(self) -> str: ...

    @property
    def tag(self) -> str: ...

    def instructions(self, words: str, lang: Lang) -> str: ...

    def fenced(self, outside: Sequence[Outside]) -> tuple[str, list[Flag]]: ...


def at_once(_role: Role) -> AbstractAsyncContextManager[None]:
    """A turn that nobody waits for."""
    return nullcontext()


@dataclass(frozen=True, slots=True, kw_only=True)
class Calling:
    """Hands for the calls of one task. One of it serves any number of questions at a time."""

    purse: Purse
    fence: Fencing
    tell: Emit = silent
    limits: Limits
    clock: Callable[[], float]
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    deadline: Deadline = asyncio.timeout
    turn: Callable[[Role], AbstractAsyncContextManager[None]] = at_once
    """Waits until a model of the user's own machines may compute."""
    rests: Rests = field(default_factory=Rests)
    unfit: set[tuple[str, Mode]] = field(default_factory=set)
    """Ways of asking that a model's server has refused."""
    made: "WeakKeyDictionary[asyncio.AbstractEventLoop, dict[str, asyncio.Task[Model[Any]]]]" = field(
        default_factory=WeakKeyDictionary
    )
    """Models, each made once for the event loop that runs."""

    def ways(self, named: Askable) -> list[Mode]:
        """How `named` can be asked for a form, best first, without what it has refused."""
        known = ways(named)
        return [mode for mode in known if (named.id, mode) not in self.unfit] or [known[-1]]

    async def ready(self, named: Askable) -> "Model[Any] | Trouble":
        """The model, made beside the event loop: importing its client takes a second, and somebody may be waiting."""
        here = self.made.setdefault(asyncio.get_running_loop(), {})
        if named.id not in here:
            here[named.id] = asyncio.create_task(asyncio.to_thread(_made, named))
        try:
            return await asyncio.shield(here[named.id])
        except (TadoriError, ImportError) as exc:
            here.pop(named.id, None)
            return Trouble(kind="rejected", reason=str(exc))

    def hearing(
        self,
        model: "Model[Any]",
        ask: Ask[Any],
        mode: Mode,
        errors: Sequence[str] = (),
        tries: int = 0,
        longest: float | None = None,
    ) -> Hearing:
        """An ear for one answer, for `longest` seconds. Nothing has gone out yet."""
        return Hearing(
            model=model,
            request=self._request(ask, mode, errors, tries),
            patience=self.limits.patience,
            longest=self.limits.longest if longest is None else longest,
            clock=self.clock,
            deadline=self.deadline,
        )

    async def heard(self, named: Askable, ask: Ask[Any], hearing: Hearing, tell: Tell | None = None) -> None:
        """Hears `hearing` to its end, when it is the model's turn, and pays for it.

        Raises:
            BudgetExhausted: the tokens are not there; nothing has gone out.
        """
        async with at_once(ask.role) if named.remote else self.turn(ask.role):
            await self._heard(ask, hearing, tell)

    async def _heard(self, ask: Ask[Any], hearing: Hearing, tell: Tell | None) -> None:
        reserved = hearing.request.prompt_tokens + ask.longest
        reservation = self.purse.reserve(ask.job, reserved)
        began = self.clock()
        try:
            await hearing.hear(tell)
        finally:
            hearing.seconds = self.clock() - began
            use = hearing.use(estimate_tokens)
            hearing.spent = Use(given=min(use.given, reserved - use.written), written=use.written)
            self.purse.settle(reservation, hearing.spent.total)

    async def at_rest(self, named: Askable) -> Trouble | None:
        """Waits while `named` wants to be left alone; trouble if that is for too long."""
        left = self.rests.left(named.id, self.clock())
        if left > self.limits.longest_wait:
            return Trouble(kind="resting", reason=f"left alone for another {left:.0f} s")
        if left:
            await self.sleep(left)
        return None

    def _request(self, ask: Ask[Any], mode: Mode, errors: Sequence[str], tries: int) -> Request:
        from pydantic_ai.messages import ModelRequest as ChatRequest
        from pydantic_ai.messages import UserPromptPart

        lang = JA if _KANA.search(ask.instructions) else EN
        words, data = ask.instructions, list(ask.data)
        if errors:
            words = f"{words}\n\n{AGAIN[lang]}"
            data.append(Outside(name="errors", text="\n".join(errors)))
        own = self.fence.instructions(words, lang)
        theirs, flags = self.fence.fenced(data)
        form = "" if mode == "text" else schema_text(ask.answer)  # type: ignore[arg-type]  # as above
        return Request(
            messages=[ChatRequest(parts=[UserPromptPart(content=theirs)], instructions=own)],
            parameters=parameters(ask.answer, mode),  # type: ignore[arg-type]  # a class has a hash
            settings={"max_tokens": ask.longest, "temperature": min(1.0, WARMER * tries)},
            data=theirs,
            flags=tuple(flags),
            prompt_tokens=_ours(own) + _ours(form) + estimate_messages([theirs]),
            longest=ask.longest,
        )


@lru_cache(maxsize=64)
def _ours(text: str) -> int:
    """Tokens of words that come again and again: instructions and forms."""
    return estimate_messages([text])


def _made(named: Askable) -> "Model[Any]":
    model = named.model()
    import pydantic_ai.messages  # noqa: F401 - what a request needs is imported here, and not on the event loop

    return model
