"""Reads dated events out of English sentences: `Debian 12 was released on 10 June 2023`.

In: a `FrameSource`. Out: readings, each with the event, the span of what it happened to, the date that is bound to it
and what narrows it. A date is bound where nothing but phrases of place and manner stand between it and the verb; a
bound (`since`, `by`, `until`), a range or a second date is none. Spans become slots in `event.py`.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from tadori.judge.frames.event_bindings import BoundDate, EventReading, bound_date, fronted_date, inserted_date
from tadori.judge.frames.event_clauses import (
    ADVERB_EN,
    BREAKS_CLAUSE,
    Joint,
    behind_asides,
    clause_subject_span,
    name_ending_at,
    plain_subject,
    verb_subject_span,
    without_asides,
)
from tadori.judge.frames.event_words import COMPLEMENTED, WITH_OBJECT, KnownEvent, english_events, known_events
from tadori.judge.frames.frame import FrameSource
from tadori.text.dates import DateMention, dates
from tadori.text.english_subject import EnglishSubject
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.subject_words import PERSON_NOUNS

_PASSIVE: Final = lazy_pattern(r"\s(?:was|were|has\sbeen)\s(?:[a-z]+ly\s)?[a-z-]+(?:ed|en|ilt|wn|rn|de|ung|un)\s")
_PERSON_HEAD: Final = lazy_pattern(r"(?:ist|ian|man|woman|ress|player|er|or)$")
_WORK: Final = lazy_pattern(
    r"\s(?:is|was)\s(?:an?|the)\s(?P<year>\d{4})\s(?:[\w'’-]+\s){0,6}?(?P<work>film|movie|album|single|song|EP|documentary"
    r"|novel|book|novella|play|musical|video\sgame|miniseries)(?![\w-])"
)
_NOUN_OF: Final = lazy_pattern(
    r"(?:The\s|the\s)(?P<noun>release|publication|opening|launch|founding|birth|death)\sdate\sof\s(?P<np>[^,;:()]{2,60}?)"
    r"\s(?:is|was)\s(?:on\s|in\s)?(?=\S)"
)


@cache
def _event_pattern() -> re.Pattern[str]:
    forms = "|".join(sorted(map(re.escape, english_events()), key=lambda form: (-len(form), form)))
    return re.compile(
        rf"(?<![\w'’-])(?P<aux>(?:(?:has|have|had)\s+been|was|were|been)\s+)?(?P<adverb>(?:(?:{ADVERB_EN})\s+){{0,2}})"
        rf"(?P<verb>{forms})(?![\w-])",
        re.IGNORECASE,
    )


def english_events_in(source: FrameSource) -> Iterator[EventReading]:
    """The dated events that `source` states."""
    text = source.text
    when = dates(text)
    if not when:
        return
    yield from _lives(text, when, source.title)
    yield from _dated_works(text, when, source.title)
    for match in _event_pattern().finditer(text):
        event = english_events()[match["verb"].lower()]
        if match["aux"] and match["verb"].lower() == "started":  # `The project was started in 1993 by …`
            event = known_events()["founded"]
        found = _stated(source, match, event, when)
        if found is not None:
            yield found


def _stated(
    source: FrameSource, match: re.Match[str], event: KnownEvent, when: Sequence[DateMention]
) -> EventReading | None:
    """The event of one verb with its date and its subject; None where either is uncertain."""
    text = source.text
    if match.start() == 0 or text[: match.start()].strip('"“ ') == "":
        return _leading(source, match, event, when)
    bound = bound_date(text, match.end("verb"), when, event)
    inner = None if bound else inserted_date(text, match.start(), match.end("verb"), when, event)
    span = verb_subject_span(
        text,
        source.title,
        inner[0] if inner else match.start(),
        auxiliary=bool(match["aux"]),
        intransitive=event.voice == "active",
    )
    bound = inner[1] if inner else bound
    if span is None or (match["aux"] == "were " and event.name in ("born", "died")):
        return None
    if bound is None and span[2] == "main":
        bound = fronted_date(text, span[0], match.end("verb"), when, event)
    if bound is None:
        return None
    return _voiced(match, event, span, bound, text)


def _voiced(
    match: re.Match[str], event: KnownEvent, span: tuple[int, int, Joint], bound: BoundDate, text: str
) -> EventReading | None:
    """The reading with the thing that the event happened to: the object of an active verb, else the subject."""
    passive = bool(match["aux"]) or span[2] == "reduced"
    if span[2] == "joined" and event.voice != "active" and _PASSIVE.match(text, behind_asides(text, span[1])):
        passive = True  # `was written by Ann Lee and published in 1851`
    verb = (match.start("verb"), match.end("verb"))
    scope = bound.scope if not match["adverb"].strip() else (*bound.scope, (match.start("adverb"), match.end("adverb")))
    done_to, complement = bound.done_to, None
    if passive and event.name in COMPLEMENTED:
        done_to, complement = None, done_to
    if event.name in WITH_OBJECT:
        if passive or done_to is None:  # `married, secondly, …`, `the prize was won`
            return None
    elif (passive or event.voice == "active") and done_to is not None:
        return None
    if not passive and done_to is None and event.voice == "passive":
        return None
    return EventReading(
        event=event,
        verb=verb,
        subject=(span[0], span[1]),
        done_to=done_to,
        complement=complement,
        date=bound.date,
        about=bound.about,
        corrected=bound.corrected,
        scope=scope,
    )


def _leading(
    source: FrameSource, match: re.Match[str], event: KnownEvent, when: Sequence[DateMention]
) -> EventReading | None:
    """`Founded in 1901 by two farmers, Kestrel is …`: the subject stands behind the comma."""
    bound = bound_date(source.text, match.end("verb"), when, event)
    if bound is None or bound.done_to is not None or event.voice == "active":
        return None
    comma = source.text.find(", ", bound.date.end, bound.date.end + 80)
    if (
        comma < 0
        or BREAKS_CLAUSE.search(source.text, bound.date.end, comma)
        or any(d.start > bound.date.end and d.end < comma for d in when)
    ):
        return None
    main = clause_subject_span(source.text, comma + 2, source.title)
    if main is None or main[0] != comma + 2:
        return None
    return EventReading(
        event=event,
        verb=(match.start("verb"), match.end("verb")),
        subject=(main[0], main[1]),
        date=bound.date,
        about=bound.about,
        scope=bound.scope,
    )


_BRACKET: Final = lazy_pattern(r"\s?\((?P<inside>(?:[^()]|\([^()]{0,80}\)){4,240})(?:\)|$)")
_BORN: Final = lazy_pattern(
    r"(?<![\w-])(?:born|b\.)(?:\s(?!on\b|in\b|c\.)[^,;\d]{2,60}[,;])?(?:\son|\sin)?\s(?P<about>c\.\s?|circa\s|about\s|around\s)?$"
)
_DIED: Final = lazy_pattern(r"(?<![\w-])(?:died|d\.)(?:\son|\sin)?\s(?P<about>c\.\s?|circa\s|about\s|around\s)?$")
_DASH: Final = lazy_pattern(r"\s?(?:[–—-]|to)\s?(?:c\.\s?)?")


def _lives(text: str, when: Sequence[DateMention], title: str) -> Iterator[EventReading]:
    """`Ann Lee (born 10 May 1972)`, `Ann Lee (10 May 1872 – 3 June 1951) was a painter`."""
    main = plain_subject(text, title)
    for bracket in _BRACKET.finditer(text):
        inner = main is not None or "," in text[: bracket.start()]
        subject = name_ending_at(text, bracket.start()) if inner else None
        if main is not None and without_asides(text, main.end, bracket.start() + 1).strip('"” ,(') == "":
            subject = (main.start, main.end)
        inside = [date for date in when if bracket.start() < date.start and date.end < bracket.end()]
        several = main is not None and main.plural and subject is not None and subject[0] == main.start
        if subject is None or not inside or several:
            continue
        yield from _life_dates(text, bracket, subject, inside, _is_person(main, subject))


def _life_dates(
    text: str, bracket: re.Match[str], subject: tuple[int, int], inside: list[DateMention], person: bool
) -> Iterator[EventReading]:
    span = _span_of_life(text, inside)
    if span and person:
        for name, date in zip(("born", "died"), span, strict=True):
            yield EventReading(
                event=known_events()[name], verb=(date.start, date.end), subject=subject, date=date, aside=True
            )
        return
    for date in inside:
        before = text[bracket.start("inside") : date.start]
        for name, pattern in (("born", _BORN), ("died", _DIED)):
            found = pattern.search(before)
            if found and len(inside) <= 2 and not _DASH.fullmatch(text[date.end : date.end + 1] or "|"):
                at = bracket.start("inside") + found.start()
                yield EventReading(
                    event=known_events()[name],
                    verb=(at, at + len(found[0].split(" ")[0])),
                    subject=subject,
                    date=date,
                    about=bool(found["about"]),
                    aside=True,
                )


def _span_of_life(text: str, inside: list[DateMention]) -> tuple[DateMention, DateMention] | None:
    if len(inside) != 2 or not _DASH.fullmatch(text, inside[0].end, inside[1].start):
        return None
    first, last = inside[0].year, inside[1].year
    return (inside[0], inside[1]) if first is not None and last is not None and 0 < last - first < 115 else None


def _is_person(main: EnglishSubject | None, subject: tuple[int, int]) -> bool:
    if main is None or (main.start, main.end) != subject:
        return False
    return any(head in PERSON_NOUNS or _PERSON_HEAD.search(head) for head in main.heads)


def _dated_works(text: str, when: Sequence[DateMention], title: str) -> Iterator[EventReading]:
    """`Kestrel is a 2007 Norwegian film`: the year of its release, give or take one."""
    main = plain_subject(text, title)
    if main is not None and main.named and not main.plural:
        tail = without_asides(text, main.end, len(text))
        found = _WORK.match(tail)
        date = next((d for d in when if d.start > main.end and found and text[d.start : d.end] == found["year"]), None)
        if found and date is not None:
            name = "published" if found["work"] in ("novel", "book", "novella") else "released"
            at = text.find(found["work"], date.end)
            yield EventReading(
                event=known_events()[name],
                verb=(at, at + len(found["work"])),
                subject=(main.start, main.end),
                date=date,
                about=True,
            )
    noun = _NOUN_OF.match(text)
    date = next((d for d in when if noun and d.start == noun.end()), None)
    if noun and date is not None:
        yield EventReading(
            event=known_events()[_NOUN_NAMES[noun["noun"]]], verb=noun.span("noun"), subject=noun.span("np"), date=date
        )


_NOUN_NAMES: Final = {
    "release": "released",
    "publication": "published",
    "opening": "opened",
    "launch": "launched",
    "founding": "founded",
    "birth": "born",
    "death": "died",
}
