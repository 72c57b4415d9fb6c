"""What `subjects.py` gives back. Types only."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenSubject:
    """The words that a sentence leaves to its neighbours (`It`, `The company`, 同社), or a missing subject's place."""

    start: int
    end: int
    """An empty span is the place where the subject is inserted."""
    words: str
    kind: Literal["pronoun", "definite", "demonstrative", "missing"]
    noun: str = ""
    """The noun behind `The` or `This` (`company`), the kind behind 同 (社): what an antecedent must be."""
    joint: Literal["", "possessive", "of", "topic"] = ""
    """How the subject is put in. Empty: it replaces the words. `possessive`: so does its genitive (Its). `of`: it is
    inserted as a genitive (The default …). `topic`: it is inserted as the subject."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolvedSubject:
    """What the open words stand for, exactly as the source writes it, and where."""

    words: str
    place: Literal["before", "heading", "title"]
    start: int
    end: int
    """The span of `words` in that text."""
