"""That somebody says a sentence or its quotation. A type, and the one way to make it from a span."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribution:
    """Somebody says the sentence or its quotation. `start` and `end` span the speaker's name, or the verb."""

    speaker: str
    start: int
    end: int
    hearsay: bool = False
    """Nobody in particular says it: 〜という。 `is said to`."""
    nested: bool = False
    """Somebody says that somebody says it."""


def named_speaker(sentence: str, start: int, end: int) -> Attribution:
    """The speaker whose name stands at `[start:end]` of the sentence."""
    name = sentence[start:end].rstrip(" ,、")
    return Attribution(speaker=name, start=start, end=start + len(name))
