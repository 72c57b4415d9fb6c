"""Reads dated events that English texts state without a plain verb: `Founded: 1861`, `Construction of the dam began in
1955`, `Its opening was in 1884`, `The Act has been in force since 2012`, `2.0 (2019-10-03)`.

In: a sentence and its dates. Out: readings. A label or a number of a version speaks of what the page is about.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from tadori.judge.frames.event_bindings import EventReading, bound_date, follows_plainly
from tadori.judge.frames.event_rows import headed_event
from tadori.judge.frames.event_words import EVENT_NOUNS_EN, known_events
from tadori.text.dates import DateMention
from tadori.text.lazy_pattern import lazy_pattern

_LABEL: Final = lazy_pattern(r"[\W_]{0,3}(?P<label>[A-Z][A-Za-z]*(?:\s[a-z]+){0,3})\s?:\s*(?:on\s|in\s)?")
_CLOSED: Final = lazy_pattern(r"\s*[.)]?\s*(?:\([^()]{0,60}\))?\s*")
_VERSION: Final = lazy_pattern(r"[\W_]{0,3}(?:[Vv]ersion\s)?(?P<name>v?\d+(?:\.\d+){1,3})\s?(?:\(|[-–—:]\s)\s?")
_NP: Final = r"(?P<np>(?:[A-Z][^,;:()]{1,60}?|[a-z]+))"
_WORK_ON: Final = lazy_pattern(
    rf"(?:The\s)?(?:[Cc]onstruction|[Ww]ork|[Bb]uilding(?:\swork)?)\s(?:of|on)\s(?:the\s)?{_NP}\s(?P<verb>began|started|commenced|was\sbegun|was\sstarted)(?![\w-])"
)
_SINCE: Final = lazy_pattern(rf"(?:The\s)?{_NP}\s(?:has\sbeen|is)\s(?P<verb>in\s(?:force|effect))\ssince\s$")
_BY_MEMBER: Final = lazy_pattern(
    rf"(?:The\s)?{_NP}\s(?P<verb>received|obtained|gained)\s(?:its\s)?(?P<noun>approval|authorisation|authorization)(?![\w-])"
)
_WAS: Final = r"(?:was|took\splace|occurred|came|happened|dates\sfrom)\s(?:on\s|in\s)?$"


@cache
def _noun_was() -> re.Pattern[str]:
    """`Mount Tarosa's last eruption was in`, `The opening of the Marlow line took place on`, up to the date."""
    nouns = "|".join(sorted(map(re.escape, EVENT_NOUNS_EN), key=lambda noun: (-len(noun), noun)))
    return re.compile(
        rf"(?:The\s)?(?:{_NP}['’]s?\s(?P<noun>{nouns})|(?P<noun_of>{nouns})\sof\s(?:the\s)?(?P<of>[A-Z][^,;:()]{{1,60}}?|[a-z]+))\s{_WAS}"
    )


@cache
def _since_its() -> re.Pattern[str]:
    """`Trains have run on the Marlow line since its opening in`, up to the date."""
    nouns = "|".join(sorted(map(re.escape, EVENT_NOUNS_EN), key=lambda noun: (-len(noun), noun)))
    return re.compile(
        rf"(?:on|at|in|for|by)\sthe\s(?P<np>[A-Z][\w'’-]*(?:\s[\w'’-]+){{0,3}}?)\ssince\sits\s(?P<noun>{nouns})\s(?:in|on)\s$"
    )


def english_forms_in(text: str, when: Sequence[DateMention]) -> Iterator[EventReading]:
    """The dated events that an English sentence states by a label, a noun or `since`."""
    yield from _labelled(text, when)
    yield from _begun(text, when)
    for date in when:
        if not follows_plainly(text, date):
            continue
        before = text[: date.start] if date.start <= 160 else ""
        in_force = _SINCE.fullmatch(before)
        if in_force:
            yield _reading("in_force", in_force.span("verb"), in_force.span("np"), date)
        was = _noun_was().fullmatch(before)
        if was:
            noun, np = ("noun", "np") if was["noun"] else ("noun_of", "of")
            yield _reading(EVENT_NOUNS_EN[was[noun]], was.span(noun), was.span(np), date)
        its = _since_its().search(before)
        if its:
            yield _reading(EVENT_NOUNS_EN[its["noun"]], its.span("noun"), its.span("np"), date)


_YEAR: Final = lazy_pattern(r":\s*(?:in\s)?(?P<year>1[0-9]{3}|20[0-9]{2})\s*\.?\s*$")


def labelled_year(text: str) -> DateMention | None:
    """The year of a line like `Founded: 1861`, which is no date elsewhere."""
    found = _YEAR.search(text) if len(text) <= _LONGEST_LABEL else None
    if found is None:
        return None
    return DateMention(year=int(found["year"]), month=None, day=None, start=found.start("year"), end=found.end("year"))


_LONGEST_LABEL: Final = 60
"""Characters of a line that is a label and a year."""


def _reading(name: str, verb: tuple[int, int], subject: tuple[int, int], date: DateMention) -> EventReading:
    return EventReading(event=known_events()[name], verb=verb, subject=subject, date=date)


def _labelled(text: str, when: Sequence[DateMention]) -> Iterator[EventReading]:
    """`Founded: 1861`, `2.0 (2019-10-03)`: a line that is nothing but that."""
    if len(when) != 1 or not _CLOSED.fullmatch(text, when[0].end):
        return
    label = _LABEL.fullmatch(text, 0, when[0].start)
    event = headed_event(label["label"], "") if label else None
    if label and event:
        yield EventReading(
            event=known_events()[event], verb=label.span("label"), subject=None, date=when[0], of_title=True
        )
    version = _VERSION.fullmatch(text, 0, when[0].start)
    if version and when[0].day is not None:
        yield _reading("released", (when[0].start, when[0].end), version.span("name"), when[0])


def _begun(text: str, when: Sequence[DateMention]) -> Iterator[EventReading]:
    """`Work on the dam started in 1959`, `Rotavel received approval in April 2010`."""
    for name, pattern in (("laid_down", _WORK_ON), ("approved", _BY_MEMBER)):
        found = pattern.match(text)
        event = known_events()[name]
        bound = bound_date(text, found.end(), when, event) if found else None
        if found and bound is not None:
            yield EventReading(
                event=event,
                verb=found.span("verb"),
                subject=found.span("np"),
                date=bound.date,
                about=bound.about,
                scope=bound.scope,
            )
