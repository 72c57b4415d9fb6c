"""Reads when something happened that is called by its kind and its place: `The explosion at the Tarnwell works occurred
on 11 August 1973`, `The Tarnwell explosion`, ターンウェルの爆発は1973年に発生した.

In: a sentence and its dates, or a subject slot. Out: readings, and the key under which `the explosion at the Tarnwell
works` and `the Tarnwell explosion` are one. A counted one (`a second explosion`) is another and is not read so.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from tadori.judge.frames.event_bindings import EventReading, bound_date
from tadori.judge.frames.event_subject import name_key
from tadori.judge.frames.event_words import english_events
from tadori.model.frame import FrameSlot
from tadori.model.ids import EN
from tadori.text.dates import DateMention
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.names import names

AT_PLACE: Final = frozenset(["~at place"])
"""Key of the scope slot of an event that is known by its kind and place only: far dates are of two of them."""
_KIND: Final = (
    "explosion|fire|earthquake|eruption|flood|crash|collision|accident|disaster|derailment|collapse|riots?|massacre"
    "|bombing|attack|shooting|siege|blast|landslide|avalanche|tornado|spill|meltdown|strike|hijacking|fair|exhibition"
)
_HAPPENED: Final = lazy_pattern(
    rf"The\s(?P<np>(?P<kind>{_KIND})\s(?:at|in|near|on|off|of)\s(?:the\s)?(?P<place>[A-Z][^,;:()]{{1,80}}?))\s"
    r"(?P<verb>occurred|took\splace|happened|broke\sout)(?![\w-])"
)
_NAMED: Final = lazy_pattern(rf"(?P<place>[A-Z][\w'’-]*(?:\s[A-Z][\w'’-]*){{0,3}})\s(?i:(?P<kind>{_KIND}))")
_PHRASE: Final = lazy_pattern(rf"(?P<kind>{_KIND})\s(?:at|in|near|on|off|of)\s(?:the\s)?(?P<place>[A-Z].{{1,80}})")
_NAMED_JA: Final = lazy_pattern(
    "(?P<place>[一-龥々ァ-ヴーA-Za-z・]{2,20}?)(?:での?|の)?(?:大)?(?P<kind>爆発事故|爆発|火災|地震|噴火|洪水|脱線事故|墜落事故|衝突事故|事故)"
)


def english_happenings_in(text: str, when: Sequence[DateMention]) -> Iterator[EventReading]:
    """`The explosion at the Tarnwell works occurred on 11 August 1973.`"""
    found = _HAPPENED.match(text)
    event = english_events()["occurred"]
    bound = bound_date(text, found.end("verb"), when, event) if found else None
    if found and bound is not None:
        yield EventReading(
            event=event, verb=found.span("verb"), subject=found.span("np"), date=bound.date, about=bound.about
        )


def placed_event(slot: FrameSlot) -> tuple[FrameSlot, bool]:
    """The slot under the key of its kind and its place, and whether it has such a key."""
    found = _PHRASE.fullmatch(slot.words)
    if found:
        inside = names(f"x {found['place']}", EN)
        if not inside:
            return slot, False
        return replace(slot, key=name_key(f"{inside[0].text} {found['kind']}")), True
    named = _NAMED.fullmatch(slot.words) or _NAMED_JA.fullmatch(slot.words)
    return slot, named is not None
