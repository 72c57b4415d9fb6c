"""Finds the values of an English sentence whose measured thing is certain, by form.

In: a sentence, the span of its resolved subject, its title. Out: `MeasuredSite`s. Forms: `The height of X is 40 m`,
`X's population was 12,345`, `X is 40 m high`, `X has a height of 40 m`, `X has three hooks`, `There are 47 seats in X`,
`46 people were killed in X`, `the 634-metre-tall X`. A value in any other form is nobody's: it gives no site.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Final

from tadori.judge.frames.quantity_en_counts import COUNT_FORMS, SUBJECT_COUNT_FORMS
from tadori.judge.frames.quantity_en_measures import MEASURE_FORMS, SUBJECT_MEASURE_FORMS
from tadori.judge.frames.quantity_en_words import (
    HAVING_VERBS,
    KEEPING_VERBS,
    LEVEL_VERBS,
    SHOWING_VERBS,
    VALUE_LEAD,
    Span,
    clause_opening,
    value_clause,
)
from tadori.judge.frames.quantity_measures import measure_words
from tadori.judge.frames.quantity_site import MeasuredSite
from tadori.judge.frames.quantity_values import ReadValue, stated_values
from tadori.text.english_subject import EnglishSubject, english_subject
from tadori.text.lazy_pattern import lazy_pattern

_EXAMPLE: Final = lazy_pattern(
    r"\s*(?:for\s(?:example|instance)|suppose|assume|imagine|consider|e\.g\.|let\s|say,|if\s|when\s|thus,\sif)",
    re.IGNORECASE,
)
_PARTICIPLE: Final = lazy_pattern(
    r"(?:(?:First|Originally|Officially)\s)?(?:[A-Z][a-z]+ed|Built|Set|Known|Found|Standing|Lying|Located|Situated|Designed\sby)\s"
    r"(?![^,;:.]{0,60}\bcost\sof\s)[^,;:.]{1,90},\s"
)


def english_sites(text: str, *, resolved: Span | None = None, title: str = "") -> list[MeasuredSite]:
    """The sites of `text`. `resolved` is the span that the caller knows the subject of: `It`, or an empty span."""
    front = _PARTICIPLE.match(text)
    if front is not None:  # `Built in 1911, X is 40 m high`: the year is not the height's
        text = " " * front.end() + text[front.end() :]
    values = stated_values(text)
    if not values or _EXAMPLE.match(text):
        return []
    found = []
    for value in values:
        site = next(_readings(text, value, resolved, title), None)
        if site is not None:
            start = max(site.clause[0], front.end() if front else 0)
            found.append(replace(site, clause=(start, site.clause[1])))
    return found


def _readings(text: str, value: ReadValue, resolved: Span | None, title: str) -> Iterator[MeasuredSite]:
    for reader in (*MEASURE_FORMS, *COUNT_FORMS):
        site = reader(text, value)
        if site is not None:
            yield site
    subject = _subject(text, value, resolved, title)
    if subject is None:
        return
    span, behind = subject
    for place in (behind, *_further_verbs(text, value, span)):
        for said in (*SUBJECT_MEASURE_FORMS, *SUBJECT_COUNT_FORMS):
            site = said(text, value, span, place)
            if site is not None:
                start = max(place, site.clause[0]) if place != behind else site.clause[0]
                aside = place == behind and text[span[1] : behind].lstrip()[:1] in (",", "(")
                taken = (*site.taken, (span[1], behind)) if aside else site.taken
                yield replace(site, clause=(start, site.clause[1]), taken=taken, aside=aside)


def _further_verbs(text: str, value: ReadValue, subject: Span) -> Iterator[int]:
    """Where else a verb of the subject may stand: `X, which is 40 m high, …`, `X opened in 1911 and has 12 rooms`."""
    which = _WHICH.match(text, subject[1])
    if which is not None and which.end() <= value.start:
        yield which.end()
    joined = [match.end() for match in _JOINED.finditer(text, subject[1], value.start)]
    if joined and not _OTHER_CLAUSE.search(text, subject[1], value.start):
        yield joined[-1]


_WHICH: Final = lazy_pattern(r",\swhich(?=\s)")
_JOINED: Final = lazy_pattern(
    r",?\sand(?=\s(?:also\s|now\s)?(?:is|was|has|had|contains|contained|includes|included|comprises|consists|features|offers"
    r"|provides|employs|employed|seats|holds|houses|weighs|covers|stands|rises|lasts|costs|stretches|attracts|supports|runs|comes|ships|killed|injured|can)\s)"
)
_OTHER_CLAUSE: Final = lazy_pattern(r"[;:]|\b(?:that|which|who|whose|where|when|while|because|but|although|if)\b")


def _subject(text: str, value: ReadValue, resolved: Span | None, title: str) -> tuple[Span, int] | None:
    """The subject's span and where its verb is to be looked for."""
    if resolved is not None and resolved[0] < resolved[1]:
        return resolved, resolved[1]
    start = value_clause(text, value)[0]
    blank = start + len(text[start:]) - len(text[start:].lstrip())
    led = _LED.match(text, blank, value.start)
    blank = led.end() if led else blank  # `In 2019 the bridge carried …`
    if _FRONTED.match(text, 0, value.start) and (comma := _COMMA.match(text, value.end)):
        blank = comma.end()  # `At 3,776 m, X is …`
    found = _moved(english_subject(text[blank:], title), blank)
    if found is not None and value.end < found.start:
        return (found.start, found.end), found.end
    if found is None or found.end > value.start:
        opening = max(blank, clause_opening(text, value))
        plain = next(
            (
                match
                for form in (_COMMON, _APPOSED, _proper_subject())
                if (match := form.match(text, opening, value.start))
            ),
            None,
        )
        return (plain.span("np"), plain.end("np")) if plain else None
    verb = re.compile(rf"\s{re.escape(found.verb)}(?![\w'’-])").search(text, found.end)
    return (found.start, found.end), verb.start() if verb and verb.end() <= value.start + 1 else found.end


def _moved(found: EnglishSubject | None, by: int) -> EnglishSubject | None:
    return replace(found, start=found.start + by, end=found.end + by) if found and by else found


_FRONTED: Final = lazy_pattern(
    rf"\s*(?:at|with\s(?:a|an|the)(?:\s[a-z-]+){{1,3}}(?:\sof)?)\s{VALUE_LEAD}$", re.IGNORECASE
)
_LED: Final = lazy_pattern(
    r"(?:(?:In|As\sof|At\sthe\send\sof|By\sthe\send\sof)\s(?:the\s)?(?:(?:fiscal|financial)\s)?(?:year\s)?(?:FY\s?)?(?:1[89]|20)\d\d,?|By\sdefault,?|Out\sof\sthe\sbox,"
    r"|According\sto\s[a-z]+(?:\s[a-z]+)?,?)\s(?=the\s|this\s|[A-Z])"
)
_COMMA: Final = lazy_pattern(r"[^,;:.]{0,40},\s")


@cache
def _proper_subject() -> re.Pattern[str]:
    """`The Clean Rivers Act consists of …`, `The museum welcomed …`: what stands before a verb that takes a value."""
    verbs = rf"{HAVING_VERBS}|{KEEPING_VERBS}|{LEVEL_VERBS}|{SHOWING_VERBS}|{measure_words('verbs')}"
    others = "of|in|and|or|who|which|that|for|to|at|by|from|with|as|is|was|itself|alone|also|then|now"
    noun = rf"(?:(?!(?:{others})\s)[a-z][\w-]*)"
    return re.compile(
        rf"(?P<np>(?:(?:The|the)\s)?(?![A-Z]+\s(?:The|A|We|In)\s){_NAME}(?:\s(?:of|at|on|in|and)\s(?:the\s)?{_NAME})?(?:\s{noun}){{0,2}}?|(?:The|the)\s(?:{noun}\s){{0,1}}?{noun})"
        rf"(?=\s(?:also\s|now\s|currently\s)?(?:{verbs})\s)"
    )


_NAME: Final = r"[A-Z][\w-]*(?:\s[A-Z][\w-]*){0,3}"
# `The ninth DebConf, Debconf8, was held …`
_APPOSED: Final = lazy_pattern(rf"The\s[a-z]+\s[\w-]+,\s(?P<np>{_NAME})(?=,?\s(?:is|was|has|had|took|opened)\s)")
_COMMON: Final = lazy_pattern(
    rf"(?P<np>(?:(?:This|The|the|this)\s(?:[a-z][\w-]*\s){{0,2}}?[A-Za-z][\w-]*(?:\s(?:of|at|in)\s(?:the\s)?{_NAME})?"
    rf"|{_NAME}['’]s\s(?:[a-z-]+\s){{0,2}}?[a-z-]+))"
    rf"(?=\s(?:also\s|now\s)?(?:is|was|{HAVING_VERBS}|{KEEPING_VERBS}|weighs|costs|cost|covers|lasts|takes|left|measures|stands|rises|generated|generates|produced|produces|delivered)\s)"
)
