"""Cuts off a model that runs away: chunks of text in, a reason to stop out. Keeps a tail of the text, never all of it.

A small model that has lost its thread repeats a line, or writes spaces, until somebody stops it; a broken or hostile
server sends megabytes. Both are stopped here (bytes that never become text: `transport.py`). What a cut-off answer is
worth is not decided here.
"""

from typing import Final

from tadori.model.llm_thresholds import BLANKS_IN_A_ROW, LONG_LOOP, MOST_CHARACTERS_A_TOKEN, SHORT_LOOP, THINKING_TOKENS

LOOK_EVERY: Final = 120
"""Characters between two checks of the tail."""


class RunawayGuard:
    """Watches one answer. `feed` says why it must end, or nothing."""

    def __init__(self, longest: int) -> None:
        self.most = longest * MOST_CHARACTERS_A_TOKEN
        self._most_thinking = self.most + THINKING_TOKENS * MOST_CHARACTERS_A_TOKEN
        self.length = 0
        self._tail = ""
        self._unseen = 0

    def let_think(self) -> None:
        """Gives room for thoughts, which are not the answer."""
        self.most = self._most_thinking

    def feed(self, chunk: str) -> str:
        """Returns `too long`, `repeats itself`, `writes blanks`, or nothing while all is well."""
        self.length += len(chunk)
        if self.length > self.most:
            return "too long"
        self._tail = (self._tail + chunk)[-LONG_LOOP[0] :]
        self._unseen += len(chunk)
        if self._unseen < LOOK_EVERY:
            return ""
        self._unseen = 0
        if len(self._tail) >= BLANKS_IN_A_ROW and not self._tail[-BLANKS_IN_A_ROW:].strip():
            return "writes blanks"
        return "repeats itself" if _loops(self._tail) else ""


def _loops(tail: str) -> bool:
    return any(_period(tail[-window:], longest) for window, longest in (SHORT_LOOP, LONG_LOOP) if len(tail) >= window)


def _period(text: str, longest: int) -> bool:
    """Whether `text` is one piece of at most `longest` characters over and over."""
    return any(text[shift:] == text[:-shift] for shift in range(1, longest + 1))
