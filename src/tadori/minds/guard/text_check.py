"""Everything the guard has to say about one text: `tadori guard`, and what the public sets measure.

Comes in: a text and whose words it is. Goes out: the text as a model may see it, and every flag: unseen characters,
look-alikes of marks, orders by rule, and sentences that look planted. Nothing is refused here.
"""

from dataclasses import dataclass
from typing import Final

from tadori.minds.guard.cleaning import clean_text
from tadori.minds.guard.injection import InjectionClassifier, TextOrigin
from tadori.minds.requests import GuardFlag

WHERE: Final = "text"


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardedText:
    """What the guard made of a text and saw in it."""

    clean: str
    noticed: tuple[GuardFlag, ...]
    """Unseen characters; places in the text as it came."""
    flags: tuple[GuardFlag, ...]
    """The rest; places in `clean`."""


class TextGuard:
    """Looks at texts. Without a reader only the rules speak, which costs no model."""

    def __init__(self, reader: InjectionClassifier | None) -> None:
        self._reader = reader

    def look_at(self, text: str, source: TextOrigin = TextOrigin.PAGE) -> GuardedText:
        made = clean_text(text, WHERE)
        planted = self._reader.flags(made.text, WHERE, source) if self._reader else []
        flags = sorted([*made.flags, *planted], key=lambda flag: (flag.start, flag.end, flag.rule))
        return GuardedText(clean=made.text, noticed=made.noticed, flags=tuple(flags))
