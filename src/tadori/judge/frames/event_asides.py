"""Reads dated events that stand beside what a sentence says: `Debian 4.0 Etch (8 April 2007)`, `the bridge (opened
1958)`, `Based on Debian 4.0 Etch released 2007-04-08`, Debian 8 (2015年リリース).

In: a sentence and its dates. Out: readings. A bare date behind a name is a release only where the name has the number
of a version in it; a participle behind a name needs such a number or a bracket. Both languages.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from tadori.judge.frames.event_bindings import EventReading, follows_plainly
from tadori.judge.frames.event_clauses import name_ending_at
from tadori.judge.frames.event_words import OF_PEOPLE, KnownEvent, english_events, japanese_events, known_events
from tadori.text.dates import DateMention
from tadori.text.lazy_pattern import lazy_pattern

_CODENAME: Final = (
    r"(?:\s(?!(?:was|were|is|are|has|had|and|or|in|on|by|for|to|of|with|got|from|as|at|beta|alpha)\b)"
    r"[\"“']?[A-Za-z][a-z]+[\"”']?)?"
)
_NUMBERED: Final = r"[A-Z][A-Za-z+-]*(?:\s[A-Z][A-Za-z+-]*){0,2}\s\d+(?:\.\d+){0,2}" + _CODENAME
_DOTTED: Final = r"[A-Z][A-Za-z+-]*(?:\s[A-Z][A-Za-z+-]*){0,2}\s\d+(?:\.\d+){1,2}" + _CODENAME
_BARE_DATE: Final = lazy_pattern(rf"(?<![\w.-])(?P<name>{_DOTTED})\s?[(（]\s?(?:released?:?\s)?$")
_LISTED: Final = lazy_pattern(rf"^\W{{0,3}}(?P<name>{_NUMBERED})\s?[(（]\s?$")
_PARTICIPLE: Final = lazy_pattern(rf"(?<![\w.-])(?P<name>{_NUMBERED}),?\s(?P<verb>released|published)\s(?:on\s|in\s)?$")
_BEFORE: Final = lazy_pattern(
    r"(?:^\W{0,3}|[(,;:]\s?|(?<![\w])(?:on|of|with|in|from|to|and|or|by|for|as|the|The|like|after|before|since|than|is|was"
    r"|を|は|が|に|の|で|、|。)\s?)$"
)
_NAME_JA: Final = lazy_pattern(
    r"(?P<name>(?:[A-Z][A-Za-z+-]*(?:\s[A-Z][A-Za-z+-]*){0,2}\s?\d+(?:\.\d+){0,2}(?:\s[A-Za-z][a-z]+)?|『[^『』]{1,40}』))\s?[(（]$"
)
_NO_OTHER: Final = frozenset(["began", "ended", "occurred", "announced", "fell", "won", "hosted", "married", "joined"])
_RELEASED_JA: Final = lazy_pattern(
    r"に?(?:リリース|公開|発売)された\s?(?P<name>[A-Z][A-Za-z+-]*(?:\s[A-Z][A-Za-z+-]*){0,2}\s\d+(?:\.\d+){0,2}(?:\s[A-Z][a-z]+)?)"
    r"(?=\s?[をにはがのと、。(（「])"
)


def english_asides_in(text: str, when: Sequence[DateMention]) -> Iterator[EventReading]:
    """The dated events beside the statement of an English sentence."""
    for date in when:
        before = text[max(0, date.start - 90) : date.start]
        shift = date.start - len(before)
        if not follows_plainly(text, date):
            continue
        bare = _bare(before, shift, text, date) if date.month is not None else None
        if bare is not None:
            yield bare
            continue
        joined = _PARTICIPLE.search(before)
        if joined and _BEFORE.search(text, 0, shift + joined.start("name")):
            yield _reading(english_events()[joined["verb"]], joined, shift, date)
            continue
        bracket = _participle_in_bracket().search(before)
        if bracket and _closes(text, date.end):
            event = english_events()[bracket["verb"].lower()]
            subject = name_ending_at(text, shift + bracket.start())
            if subject is not None and event.name not in _NO_OTHER | OF_PEOPLE:
                yield EventReading(
                    event=event,
                    verb=(shift + bracket.start("verb"), shift + bracket.end("verb")),
                    subject=subject,
                    date=date,
                    about=bool(bracket["about"]),
                    aside=True,
                )


def _bare(before: str, shift: int, text: str, date: DateMention) -> EventReading | None:
    """`Debian 4.0 Etch (8 April 2007)`; `Debian 11 Bullseye (August 14th, 2021): named for …` at the beginning."""
    found = _BARE_DATE.search(before)
    if found and _BEFORE.search(text, 0, shift + found.start("name")) is None:
        found = None
    if found is None and shift == 0 and text[date.end : date.end + 2] in ("):", "）:", "）："):
        found = _LISTED.search(before)
    if found is None or not _closes(text, date.end):
        return None
    return _reading(known_events()["released"], found, shift, date)


def _reading(event: KnownEvent, found: re.Match[str], shift: int, date: DateMention) -> EventReading:
    verb = (shift + found.start("verb"), shift + found.end("verb")) if "verb" in found.re.groupindex else None
    return EventReading(
        event=event,
        verb=verb or (date.start, date.end),
        subject=(shift + found.start("name"), shift + found.end("name")),
        date=date,
        aside=True,
    )


def _closes(text: str, at: int) -> bool:
    return text[at : at + 1] in (")", "）") or text[at : at + 2] in (", ", "; ")


@cache
def _participle_in_bracket() -> re.Pattern[str]:
    """`(opened 1958`, `(founded in about 1901`, up to the date."""
    forms = "|".join(sorted(map(re.escape, english_events()), key=lambda form: (-len(form), form)))
    return re.compile(
        rf"\s?\((?:first\s)?(?P<verb>{forms})(?:\s(?:on|in))?\s(?P<about>c\.\s?|ca\.\s?|circa\s|about\s|around\s)?$"
    )


def japanese_asides_in(text: str, when: Sequence[DateMention]) -> Iterator[EventReading]:
    """The dated events beside the statement of a Japanese sentence."""
    for date in when:
        before = text[max(0, date.start - 60) : date.start]
        shift = date.start - len(before)
        named = _NAME_JA.search(before)
        inside = _STEM_IN_BRACKET.match(text, date.end)
        if named and inside and (inside["stem"] or (date.month is not None and "." in named["name"])):
            event = japanese_events()[inside["stem"]] if inside["stem"] else known_events()["released"]
            yield EventReading(
                event=event,
                verb=inside.span("stem") if inside["stem"] else (date.start, date.end),
                subject=(shift + named.start("name"), shift + named.end("name")),
                date=date,
                aside=True,
            )
        relative = _RELEASED_JA.match(text, date.end)
        if relative:
            at = text.find("された", date.end)
            yield EventReading(
                event=known_events()["released"],
                verb=(at - 4 if text[at - 4 : at] == "リリース" else at - 2, at),
                subject=relative.span("name"),
                date=date,
                aside=True,
            )


_STEM_IN_BRACKET: Final = lazy_pattern(r"\s?に?\s?(?P<stem>リリース|公開|発売|刊行|出版)?\s?[)）]")
