"""Questions to the user that a client puts, and whose answer arrives with a second tool call (newer protocol versions).

In: a question and how long its answer counts; later, the state token that the client sends back. Out: whether the token
belongs to that question and came in time. The token is random: nothing about the question can be read from it. While a
question is open, no client counts as silent. It does not talk to clients itself (`server`).
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
"""The oldest is dropped beyond this, so that a client that never answers cannot fill the memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingQuestion:
    """A question that was sent to a client: its arguments, and until when an answer counts."""

    arguments: Mapping[str, Any]
    until: float
    waiting: contextlib.ExitStack
    """Keeps clients from counting as silent; closed when the question is answered or too old."""
    timer: asyncio.TimerHandle


@dataclass(slots=True, kw_only=True)
class PendingQuestions:
    """The open questions of one server."""

    clients: Clients
    _by_state: OrderedDict[str, PendingQuestion] = field(default_factory=OrderedDict)

    def add(self, arguments: Mapping[str, Any], seconds: float) -> str:
        """Remember a question; the state token that its answer must carry."""
        loop, waiting = asyncio.get_running_loop(), contextlib.ExitStack()
        waiting.enter_context(self.clients.user_being_asked())
        state = os.urandom(16).hex()
        self._by_state[state] = PendingQuestion(
            arguments=dict(arguments),
            until=loop.time() + seconds,
            waiting=waiting,
            timer=loop.call_later(seconds, waiting.close),
        )
        while len(self._by_state) > MAX_PENDING_QUESTIONS:
            _, oldest = self._by_state.popitem(last=False)
            _close(oldest)
        return state

    def is_pending(self, state: str | None, arguments: Mapping[str, Any]) -> bool:
        """Whether `state` is the token of exactly this question."""
        question = self._by_state.get(state or "")
        return question is not None and question.arguments == arguments

    def answered_in_time(self, state: str) -> bool:
        """Close the question of `state`; whether its answer came in time. A client may send the same answer twice."""
        question = self._by_state[state]
        _close(question)
        return asyncio.get_running_loop().time() < question.until


def _close(question: PendingQuestion) -> None:
    question.timer.cancel()
    question.waiting.close()
