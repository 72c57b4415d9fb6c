"""Everything the guard has to say about one text: `tadori guard`, and what the public sets measure.

Comes in: a text and whose words it is. Goes out: the text as a model may see it, and every flag: unseen characters,
look-alikes of marks, orders by rule, and sentences that look planted. Nothing is refused here.
"""

from dataclasses import dataclass
from typing import Final

from tadori.minds.guard.cleaning import cleaned
from tadori.minds.guard.planted import From, PlantedReader
from tadori.minds.requests import Flag

WHERE: Final = "text"


@dataclass(frozen=True, slots=True, kw_only=True)
class Guarded:
    """What the guard made of a text and saw in it."""

    clean: str
    noticed: tuple[Flag, ...]
    """Unseen characters; places in the text as it came."""
    flags: tuple[Flag, ...]
    """The rest; places in `clean`."""


class Guard:
    """Looks at texts. Without a reader only the rules speak, which costs no model."""

    def __init__(self, reader: PlantedReader | None) -> None:
        self._reader = reader

    def look_at(self, text: str, source: From = From.PAGE) -> Guarded:
        made = cleaned(text, WHERE)
        planted = self._reader.flags(made.text, WHERE, source) if self._reader else []
        flags = sorted([*made.flags, *planted], key=lambda flag: (flag.start, flag.end, flag.rule))
        return Guarded(clean=made.text, noticed=made.noticed, flags=tuple(flags))
