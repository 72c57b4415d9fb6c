"""Runs all guards over one text: for `tadori guard` and for measuring on public sets.

Comes in: a text and where it comes from. Goes out: the text as a model may see it, and every flag: invisible
characters, look-alikes of our tags, orders by rule, and sentences that look like an injection. Nothing is refused here.
"""

from dataclasses import dataclass
from typing import Final

from tadori.minds.guard.cleaning import clean_text
from tadori.minds.guard.injection import InjectionClassifier, TextOrigin
from tadori.minds.requests import GuardFlag

WHERE: Final = "text"


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardedText:
    """A text after the guards, and what they found."""

    clean: str
    noticed: tuple[GuardFlag, ...]
    """Invisible characters; positions are those of the original text."""
    flags: tuple[GuardFlag, ...]
    """Everything else; positions are those of `clean`."""


class TextGuard:
    """Checks texts. Without a classifier only rules are applied, which needs no model."""

    def __init__(self, reader: InjectionClassifier | None) -> None:
        self._reader = reader

    def look_at(self, text: str, source: TextOrigin = TextOrigin.PAGE) -> GuardedText:
        made = clean_text(text, WHERE)
        planted = self._reader.flags(made.text, WHERE, source) if self._reader else []
        flags = sorted([*made.flags, *planted], key=lambda flag: (flag.start, flag.end, flag.rule))
        return GuardedText(clean=made.text, noticed=made.noticed, flags=tuple(flags))
