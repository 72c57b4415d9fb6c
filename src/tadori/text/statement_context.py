"""interim"""

from dataclasses import dataclass
from typing import Literal

from tadori.model.claim import Mood


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementContext:
    mood: Mood = Mood.STATED
    in_speech: bool = False
    speaker: str = ""
    speaker_side: Literal["", "inside", "before", "after"] = ""
    speaker_start: int = 0
    speaker_end: int = 0
    taken_back: bool = False
    note: str = ""


def statement_context(sentence: str, before: str, after: str, *, heading: str = "") -> StatementContext:
    return StatementContext()
