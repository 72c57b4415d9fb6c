"""Collects which models of a run were set aside, and what does their work instead.

Comes in: failures from any thread. Goes out: one event for each, when the run drains them. A model cannot emit events
itself: it outlives the step in which it failed.
"""

import threading

from tadori.events.language_models import ModelSetAside


class ModelNotices:
    """Holds notices until they are drained; equal notices are reported once."""

    def __init__(self) -> None:
        self._alone = threading.Lock()
        self._told: set[ModelSetAside] = set()
        self._waiting: list[ModelSetAside] = []

    def tell(self, seat: str, reason: str, instead: str) -> None:
        event = ModelSetAside(seat=seat, reason=reason, instead=instead)
        with self._alone:
            if event not in self._told:
                self._told.add(event)
                self._waiting.append(event)

    def drain(self) -> list[ModelSetAside]:
        """The notices since the last call, in order."""
        with self._alone:
            waiting, self._waiting = self._waiting, []
        return waiting
