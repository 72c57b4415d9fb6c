"""Ages of people as newspapers write them: `Melanie Smith, 45, …`, 山田太郎さん（45）.

In: a `FrameSource`. Out: a frame for each age behind a full name. An age holds for the day of its page only, so its
period is `now`: the same age agrees, another one contradicts nothing.
"""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from tadori.judge.frames.frame import Frame, FrameSource
from tadori.judge.frames.quantity_measures import content_key
from tadori.judge.frames.values import CURRENT
from tadori.model.claim import Mood
from tadori.model.frame import FrameKind, Slot
from tadori.model.ids import EN, JA
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.names import names
from tadori.text.numbers import Quantity

_OLDEST: Final = 115
_PART: Final = r"[A-Z][a-z]+(?:[-'’][A-Z][a-z]+)?"
_ENGLISH: Final = lazy_pattern(
    rf"(?<![\w-])(?:(?:Mr|Mrs|Ms|Miss|Dr|Sir)\.?\s)?(?P<name>{_PART}(?:\s(?:de\s|van\s|da\s|al-)?{_PART}){{1,3}}),"
    r"\s(?P<age>\d{1,3}),(?=\s[a-z])"
)
_JAPANESE: Final = lazy_pattern(
    r"(?P<name>[一-龥々]{2,4}\s?[一-龥々ぁ-んァ-ヴー]{0,4})(?:さん|氏|容疑者|被告|選手|監督|議員|社長|教授)[（(](?P<age>\d{1,3})歳?[）)]"
)


def age_frames(source: FrameSource) -> Iterator[Frame]:
    """The ages of people that `source` names."""
    pattern = _JAPANESE if source.lang == JA else _ENGLISH
    for match in pattern.finditer(source.text):
        age, (start, end) = int(match["age"]), match.span("age")
        first = _name_start(source, match)
        if not 0 < age <= _OLDEST or first is None:
            continue
        name = source.text[first : match.end("name")]
        yield Frame(
            kind=FrameKind.QUANTITY,
            subject=Slot(words=name, key=content_key(name), start=first, end=match.end("name")),
            asked=Slot(words="age", key=frozenset(["age"])),
            value=Slot(words=match["age"], key=frozenset([f"{age} age"]), start=start, end=end),
            quantity=Quantity(value=Decimal(age), unit="age", start=start, end=end),
            period=Slot(words="the day of its page", key=frozenset([CURRENT])),
            firm=source.mood in (Mood.STATED, Mood.ALLEGED),
        )


def _name_start(source: FrameSource, match: re.Match[str]) -> int | None:
    """Where the full name begins, behind words that are no part of it (`In Chapter`); None for less than a full name."""
    if source.lang == JA:
        return match.start("name")
    found = next((name for name in names(source.text, EN) if name.end == match.end("name")), None)
    if found is None:
        return None
    first = max(found.start, match.start("name"))
    return first if " " in source.text[first : found.end] else None
