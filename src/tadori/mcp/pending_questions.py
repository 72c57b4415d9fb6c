"""Questions that a client was given to put, and whose answer it brings with a second call (the newer era).

Comes in: that a question was put, and how long it may wait; later, the state that the client hands back. Goes out:
whether the answer still counts. A state is a number that nobody guesses: what it stands for never leaves the server.
While a question waits, no client is silent.
"""

import asyncio
import contextlib
import os
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from tadori.service.clients.tasks import Clients

MAX_PENDING_QUESTIONS: Final = 1000
"""Of those that were put, so many are remembered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingQuestion:
    """A question that was put: what it was, and until when its answer counts."""

    arguments: Mapping[str, Any]
    until: float
    waiting: contextlib.ExitStack
    """Closed as soon as nobody waits for it."""
    timer: asyncio.TimerHandle


@dataclass(slots=True, kw_only=True)
class PendingQuestions:
    """The questions that one server has put through its clients."""

    clients: Clients
    _asked: OrderedDict[str, PendingQuestion] = field(default_factory=OrderedDict)

    def put(self, arguments: Mapping[str, Any], seconds: float) -> str:
        """Remember a question from now on; the state that its answer must bring."""
        loop, waiting = asyncio.get_running_loop(), contextlib.ExitStack()
        waiting.enter_context(self.clients.asking())
        state = os.urandom(16).hex()
        self._asked[state] = PendingQuestion(
            arguments=dict(arguments),
            until=loop.time() + seconds,
            waiting=waiting,
            timer=loop.call_later(seconds, waiting.close),
        )
        while len(self._asked) > MAX_PENDING_QUESTIONS:
            _, oldest = self._asked.popitem(last=False)
            _let_go(oldest)
        return state

    def knows(self, state: str | None, arguments: Mapping[str, Any]) -> bool:
        """Whether `state` is that of this very question."""
        asked = self._asked.get(state or "")
        return asked is not None and asked.arguments == arguments

    def answered_in_time(self, state: str) -> bool:
        """The question of `state` is answered: whether somebody still waits for it. The same answer may come twice."""
        asked = self._asked[state]
        _let_go(asked)
        return asyncio.get_running_loop().time() < asked.until


def _let_go(asked: PendingQuestion) -> None:
    asked.timer.cancel()
    asked.waiting.close()
