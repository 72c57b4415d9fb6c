"""The slots of a frame: what is spoken of, what is said of it, and the value, each with the words it was read from.

Types only. A frame itself, with its numbers and dates read, is in `judge/frames/frame.py`.
"""

from dataclasses import dataclass
from enum import StrEnum

from tadori.model.claim import Quotation


class FrameKind(StrEnum):
    QUANTITY = "quantity"
    """Subject, measured thing, value, unit, period, scope: `The dam` · `height` · `40 m`."""
    EVENT = "event"
    """Subject, event, date: `The dam` · `opened` · `3 May 1911`."""
    ROLE = "role"
    """`X is the Y of Z`: place or work (subject), role, name: `France` · `capital` · `Paris`."""


class SlotPlace(StrEnum):
    """Where the words of a slot stand."""

    SENTENCE = "sentence"
    RESOLVED = "resolved"
    """What `It` or a missing subject stands for: words before the sentence."""
    HEADING = "heading"
    TITLE = "title"
    HEADER = "header"
    """The header row of a table."""
    LEAD_IN = "lead-in"


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameSlot:
    """One slot of a frame."""

    words: str
    """As they stand in the document, without articles before them."""
    key: frozenset[str]
    """The same for the same thing in other words: folded, stemmed content words, or the name of a known measure."""
    place: SlotPlace = SlotPlace.SENTENCE
    start: int = 0
    """Where the words stand in the claim's text; 0 and 0 where they stand elsewhere."""
    end: int = 0
    quotation: Quotation | None = None
    """The words outside the claim's own quotation, where they have a place in the document's text."""
