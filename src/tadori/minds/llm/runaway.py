"""Guards on a stream of a model's words: chunks in, a reason to cut it off out. They hold a tail, never the answer.

A small model that has lost its thread repeats a line, or writes spaces, until somebody stops it; a broken or hostile
server sends megabytes. Both end here, early (bytes that never become words: `model_wire`). What a cut-off answer is
worth is not decided here.
"""

from typing import Final

SHORT_LOOP: Final = (480, 80)
"""Characters that repeat with a period of at most so many: six times the same."""
LONG_LOOP: Final = (1600, 400)
"""Four times the same paragraph."""
BLANKS: Final = 240
"""White space and nothing else."""
LOOK_EVERY: Final = 120
"""Characters between two looks at the tail."""
CHARACTERS_A_TOKEN: Final = 8
"""More than any tokenizer makes of words: who is over this is over the limit he was given."""


class RunawayGuard:
    """Watches one answer. `fed` says why it must end, or nothing."""

    def __init__(self, longest: int) -> None:
        self.most = longest * CHARACTERS_A_TOKEN
        self.length = 0
        self._tail = ""
        self._unseen = 0

    def feed(self, chunk: str) -> str:
        """`too long`, `repeats itself`, `writes blanks`, or empty while all is well."""
        self.length += len(chunk)
        if self.length > self.most:
            return "too long"
        self._tail = (self._tail + chunk)[-LONG_LOOP[0] :]
        self._unseen += len(chunk)
        if self._unseen < LOOK_EVERY:
            return ""
        self._unseen = 0
        if len(self._tail) >= BLANKS and not self._tail[-BLANKS:].strip():
            return "writes blanks"
        return "repeats itself" if _loops(self._tail) else ""


def _loops(tail: str) -> bool:
    return any(_period(tail[-window:], longest) for window, longest in (SHORT_LOOP, LONG_LOOP) if len(tail) >= window)


def _period(text: str, longest: int) -> bool:
    """Whether `text` is one piece of at most `longest` characters over and over."""
    return any(text[shift:] == text[:-shift] for shift in range(1, longest + 1))
