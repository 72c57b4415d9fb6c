"""What the models of a run have to say about themselves: which was set aside, and what goes on in its place.

Comes in: events from wherever a model fails, on any thread. Goes out: each of them once, when the run asks. A model
cannot emit by itself: it lives longer than the unit of work that it failed in.
"""

import threading

from tadori.events import ModelSetAside


class ModelNotices:
    """Keeps what was told until it is drained; the same thing is told once."""

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
        """What was told since the last time, in order."""
        with self._alone:
            waiting, self._waiting = self._waiting, []
        return waiting
