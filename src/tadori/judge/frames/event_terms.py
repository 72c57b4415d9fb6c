"""Reads since when somebody holds an office, as the event of taking it: `Ann Lee has been mayor of Ulm since 1969`,
木村は1969年から市長を務めている.

In: a sentence and its dates. Out: readings of the event `appointed`, whose complement is the office. A term with an end
(`from 1969 to 1975`) is none.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from tadori.judge.frames.event_bindings import EventReading, follows_plainly
from tadori.judge.frames.event_clauses import behind_asides, main_subject_span
from tadori.judge.frames.event_words import known_events
from tadori.text.dates import DateMention
from tadori.text.japanese_topic import japanese_topics
from tadori.text.lazy_pattern import lazy_pattern

_SINCE: Final = lazy_pattern(
    r"\s(?P<verb>has\sbeen|has\sserved\sas|is|serves\sas)\s(?:the\s|an?\s|its\s)?(?P<office>(?:in\soffice|(?:[\w'’&-]+\s){0,8}?[\w'’&-]+))"
    r",?\ssince\s(?:(?:early|late|mid)[\s-])?$"
)
_OFFICE: Final = lazy_pattern(
    r"(?:in\soffice|(?:[\w'’&-]+\s){0,4}?(?:mayor|president|director|leader|head|chair(?:man|woman|person)?|chief\sexecutive(?:\sofficer)?|CEO"
    r"|editor|curator|manager|governor|bishop|minister|secretary|principal|chancellor|ambassador|coach|conductor|king|queen)"
    r"(?:\s(?:of|at|for|to)\s.{2,60})?)",
)
_SINCE_JA: Final = lazy_pattern(
    r"\s?(?:から|以来|より)、?(?P<office>[一-龥々ァ-ヴーA-Za-z・の]{0,20}(?:市長|町長|村長|知事|社長|会長|館長|所長|校長|学長|代表|編集長|院長|園長|理事長"
    r"|大統領|首相|監督|リーダー|国王|女王))(?P<verb>を務めて(?:いる|います|おり)|である|です)"
)


def english_terms_in(text: str, title: str, when: Sequence[DateMention]) -> Iterator[EventReading]:
    """`Ann Lee has been the mayor of Ulm since 1969.`"""
    main = main_subject_span(text, title)
    if main is None:
        return
    begin = behind_asides(text, main[1])
    for date in when:
        found = _SINCE.match(text, begin, date.start) if 0 <= date.start - begin <= 140 else None
        if found and _OFFICE.fullmatch(found["office"]) and follows_plainly(text, date):
            yield EventReading(
                event=known_events()["appointed"],
                verb=found.span("verb"),
                subject=main,
                date=date,
                complement=found.span("office"),
            )


def japanese_terms_in(text: str, when: Sequence[DateMention]) -> Iterator[EventReading]:
    """木村一郎は1969年から市長を務めている。"""
    topics = [topic for topic in japanese_topics(text) if topic.particle == "は"]
    for date in when:
        found = _SINCE_JA.match(text, date.end)
        if found and len(topics) == 1 and topics[0].end < date.start:
            yield EventReading(
                event=known_events()["appointed"],
                verb=found.span("verb"),
                subject=(topics[0].start, topics[0].end),
                date=date,
                complement=found.span("office"),
            )
