"""What was not read of the folders and pages that an answer rests on. Types only."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

NOT_COUNTED: Final = "not counted: read by an older Tadori"
"""The reason of documents whose losses nobody has counted; it is never taken for "nothing"."""
OTHER_REASONS: Final = "other reasons"


class UnreadKind(StrEnum):
    FILE = "file"
    """Files of a folder that no reader was tried on."""
    DOCUMENT = "document"
    """Documents that could not be read at all."""
    PART = "part"
    """Parts of documents, such as scanned pages without OCR."""
    TEXT = "text"
    """Text of documents that was left out: navigation, footers, hidden text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadLine:
    """What was not read for one reason."""

    kind: UnreadKind
    reason: str
    """A short English phrase, the same for the same cause; numbers that differ from place to place are `…`."""
    count: int
    """Files or documents; of parts, the parts."""
    characters: int = 0
    """Of text only: how many characters that are no white space."""
