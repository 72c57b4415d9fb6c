"""Reads dated events that Japanese texts state by a noun: 設立：1991年3月4日, 丸尾線の開業は1884年である,
白樺計器は1987年の設立, 1875年生まれの黒川花は, 同法は2012年1月1日から施行されている, 第1回は1968年に開催された.

In: a sentence and its dates. Out: readings. A label speaks of what the page is about.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from tadori.judge.frames.event_bindings import EventReading
from tadori.judge.frames.event_rows import headed_event
from tadori.judge.frames.event_words import japanese_events, known_events
from tadori.text.dates import DateMention
from tadori.text.lazy_pattern import lazy_pattern

_NAME: Final = r"(?:[「『][^「」『』]{1,40}[」』]|[一-龥ァ-ヴー々ぁ-んA-Za-z0-9・＝.\- ]){1,40}?"
_LABEL: Final = lazy_pattern(r"[\W_]{0,3}(?P<label>[一-龥ァ-ヴーぁ-ん]{2,10})\s?[：:]\s?")
_CLOSED: Final = lazy_pattern(r"\s*。?\s*(?:[（(][^（）()]{0,60}[）)])?\s*。?\s*")
_ENDS: Final = lazy_pattern(
    "(?:[（(][^（）()]{1,30}[）)])?(?:のこと)?(?:である|です|だった|であった|でした|だ(?!が)|に(?:行われ|なされ)(?:た|ました)|。|$)"
)
_BORN_OF: Final = lazy_pattern(rf"生まれの(?P<np>{_NAME})(?=は|が、)")
_FROM: Final = lazy_pattern("から(?P<stem>施行|適用)(?:され|して)(?:ている|います|た|ました)")
_FIRST: Final = lazy_pattern(rf"(?:(?P<of>{_NAME})の)?第[1１一]回(?P<behind>大会|{_NAME})?(?:は|が)、?$")
_HELD: Final = lazy_pattern("に?、?(?:[^、。]{1,20}で)?(?P<verb>開催|開か|行わ|実施)(?:され|れ)(?:た|ました)")
_RELATIVE: Final = lazy_pattern(
    r"に?(?P<stem>リリース|公開|発売|刊行|出版|開館|開業|設立|創業|竣工|完成|打ち上げ)(?:された|した|られた)(?P<np>[A-Z][\w.+-]*(?:\s[A-Z\d][\w.+-]*){0,3}|[「『][^「」『』]{1,40}[」』])"
    "(?=では|でも|には|から)"
)
_NEVER_NOUN: Final = frozenset("生まれ 没し 没した 亡くな 取り壊 戦われ 始ま 終わ 建てられ 描かれ 開かれ".split())


@cache
def _noun_is() -> re.Pattern[str]:
    """丸尾線の開業は, 丸尾線の開業日は, up to the date."""
    return re.compile(rf"(?P<np>{_NAME})の(?P<stem>{_stems()})(?:年月日|日|年)?は、?")


@cache
def _dated_noun() -> re.Pattern[str]:
    """白樺計器は1987年の設立: what stands behind the date."""
    return re.compile(rf"の(?P<stem>{_stems()})(?=。|である|です|$|で、)")


def _stems() -> str:
    stems = [stem for stem in japanese_events() if stem not in _NEVER_NOUN]
    return "|".join(sorted(stems, key=lambda stem: (-len(stem), stem)))


def japanese_forms_in(text: str, when: Sequence[DateMention]) -> Iterator[EventReading]:
    """The dated events that a Japanese sentence states by a noun or a label."""
    yield from _labelled(text, when)
    for date in when:
        if date.start > 80:
            return
        noun = _noun_is().fullmatch(text, 0, date.start)
        if noun and _ENDS.match(text, date.end):
            yield _reading(noun["stem"], noun.span("stem"), noun.span("np"), date)
        topic = _TOPIC.fullmatch(text, 0, date.start)
        dated = _dated_noun().match(text, date.end) if topic else None
        if topic and dated:
            yield _reading(dated["stem"], dated.span("stem"), topic.span("np"), date)
        in_force = _FROM.match(text, date.end) if topic else None
        if topic and in_force:
            yield _reading("施行", in_force.span("stem"), topic.span("np"), date)
        yield from _behind(text, date)


_TOPIC: Final = lazy_pattern(rf"(?P<np>{_NAME})は、?")


def _behind(text: str, date: DateMention) -> Iterator[EventReading]:
    """1875年生まれの黒川花は, 2020年3月に公開されたParsekit 2.0では, 第1回は1968年に開催された."""
    born = _BORN_OF.match(text, date.end) if date.start == 0 else None
    if born:
        yield EventReading(
            event=known_events()["born"],
            verb=(date.end, date.end + 3),
            subject=born.span("np"),
            date=date,
            aside=True,
        )
    relative = _RELATIVE.match(text, date.end) if date.start == 0 else None
    if relative:
        yield _reading(relative["stem"], relative.span("stem"), relative.span("np"), date)
    first = _FIRST.fullmatch(text, 0, date.start)
    held = _HELD.match(text, date.end) if first else None
    if first and held:
        of = "of" if first["of"] else "behind" if first["behind"] not in (None, "大会") else ""
        yield EventReading(
            event=known_events()["first_held"],
            verb=held.span("verb"),
            subject=first.span(of) if of else None,
            of_title=not of,
            date=date,
        )


def _reading(stem: str, verb: tuple[int, int], subject: tuple[int, int], date: DateMention) -> EventReading:
    return EventReading(event=japanese_events()[stem], verb=verb, subject=subject, date=date)


def _labelled(text: str, when: Sequence[DateMention]) -> Iterator[EventReading]:
    """設立：1991年3月4日, 生年月日：1871年5月2日"""
    label = _LABEL.fullmatch(text, 0, when[0].start) if len(when) == 1 else None
    event = headed_event(label["label"], "") if label and _CLOSED.fullmatch(text, when[0].end) else None
    if label and event:
        yield EventReading(
            event=known_events()[event], verb=label.span("label"), subject=None, date=when[0], of_title=True
        )
