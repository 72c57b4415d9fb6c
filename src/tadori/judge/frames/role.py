"""Frames of roles: `X is the Y of Z`. Subject: what it is the role of; asked: the role; value: who or what holds it.

In: a `FrameSource`. Out: one frame for each known role whose holder is a name. `compare_names_of_roles` says how the
holders of one role of one thing stand to each other; whether the two things are one is decided elsewhere.
"""

import re
from collections.abc import Iterator
from typing import Final

from tadori.judge.frames.event import LONGEST_FRAMED, is_firm
from tadori.judge.frames.event_namesakes import kind_slots, said_to_be_different, titled_apart
from tadori.judge.frames.event_subject import (
    name_key,
    named_slot,
    resolved_subject_slot,
    titled_name_slot,
    topic_slot,
    without_project,
    words_key,
)
from tadori.judge.frames.frame import Frame, FrameSource
from tadori.judge.frames.role_english import english_roles_in
from tadori.judge.frames.role_japanese import japanese_roles_in
from tadori.judge.frames.role_names import NameRelation, compare_name_lists, is_person_name
from tadori.judge.frames.role_readings import RoleReading
from tadori.judge.frames.role_words import LED_AS_PROJECT, MADE_BY_PEOPLE, OF_PLACES, KnownRole, known_roles
from tadori.judge.frames.values import FrameRelation
from tadori.model.evidence_thresholds import LASTING_YEARS, SAME_TERM_YEARS
from tadori.model.frame import FrameKind, FrameSlot
from tadori.model.ids import JA
from tadori.text.dates import dates
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.normalise import fold

PAST: Final = frozenset(["~past"])
"""Key of the scope slot of a role that is over, or was held at a time that nobody says."""
ONE_OF: Final = frozenset(["~one of"])
"""Key of the scope slot of a holder beside whom there may be others."""
SOLE: Final = frozenset(["~sole"])
"""Key of the scope slot of holders that are all there are."""
WHOLE: Final = frozenset(["~whole"])
"""Key of the scope slot of holders that the main clause states, without room for others: `was founded by Ann Lee`."""
AS_OF: Final = frozenset(["~as of"])
"""Key of the scope slot that holds the date of the page, for a role that is said to be held now."""
NOW: Final = frozenset(["~now"])
"""Key of the scope slot of a role that is said to be held at the time of writing."""
_TITLE_YEAR: Final = lazy_pattern(r"(?<![\d.])(?:19|20)\d\d(?=$|[^\d.]|\.(?!\d))")
_FORMER: Final = lazy_pattern(r"(?<![\w-])(?:former|late|ex|then|past|previous)(?![\w])|^[前元]$", re.IGNORECASE)
_IDLE: Final = frozenset("current present incumb appoint elect offici 現 現在".split())
_NEAR: Final = 16
"""Characters on either side of role and name within which `only` speaks of them."""
_ONLY: Final = lazy_pattern(
    r"(?<![\w-])(?:sole|only|solely|alone|single-handedly)(?![\w-])|唯一|単独|のみ|だけ", re.IGNORECASE
)


def role_frames(source: FrameSource) -> tuple[Frame, ...]:
    """The roles that `source` states of a named thing."""
    if not source.text.strip() or len(source.text) > LONGEST_FRAMED or source.header:
        return ()
    read = japanese_roles_in if source.lang == JA else english_roles_in
    return _distinct(frame for reading in read(source) if (frame := _frame(source, reading)) is not None)


def _distinct(found: Iterator[Frame]) -> tuple[Frame, ...]:
    kept: dict[tuple[frozenset[str], frozenset[str], frozenset[str]], Frame] = {}
    for frame in found:
        kept.setdefault((frame.subject.key, frame.asked.key, frame.value.key), frame)
    return tuple(kept.values())


def _frame(source: FrameSource, reading: RoleReading) -> Frame | None:
    text = source.text
    subject = _of(source, reading)
    value = _holder(source, reading)
    if subject is None or value is None or value.key & subject.key == value.key:
        return None
    start, end = reading.words
    key, scope = frozenset([reading.role.name]), list(_marks(source, reading))
    if reading.modifier is not None:
        words = text[reading.modifier[0] : reading.modifier[1]].strip()
        if _FORMER.search(words):
            scope.append(FrameSlot(words=words, key=PAST))
        else:
            key |= words_key(words) - _IDLE
    period = None
    if reading.period is not None:
        words = text[reading.period[0] : reading.period[1]].strip(" ,(")
        years = frozenset(str(date.year) for date in dates(words))
        period = FrameSlot(words=words, key=years or words_key(words.rpartition(" ")[2]))  # at the time of the fire
    return Frame(
        kind=FrameKind.ROLE,
        subject=subject,
        asked=FrameSlot(words=text[start:end], key=key, start=start, end=end),
        value=value,
        period=period,
        scope=(*scope, *kind_slots(source, subject)),
        firm=is_firm(source, start, max(end, reading.holder[1]) if not reading.aside else end, aside=reading.aside),
    )


def _of(source: FrameSource, reading: RoleReading) -> FrameSlot | None:
    """What it is the role of."""
    if reading.of_title:
        titled = titled_name_slot(source, source.text[reading.words[0] : reading.words[1]])
        return titled if titled is not None or reading.aside else topic_slot(source)
    place = reading.role.name in OF_PLACES
    slot = resolved_subject_slot(source) if reading.of is None else named_slot(source, *reading.of, person=place)
    return without_project(slot) if slot is not None and reading.role.name in LED_AS_PROJECT else slot


def _marks(source: FrameSource, reading: RoleReading) -> Iterator[FrameSlot]:
    if reading.past:
        yield FrameSlot(words="past", key=PAST)
    elif reading.role.term != "ever":
        year = _TITLE_YEAR.findall(source.title)
        if source.date is not None or len(set(year)) == 1:
            yield FrameSlot(words=str(source.date or year[0]), key=AS_OF)
        if reading.present:
            yield FrameSlot(words="now", key=NOW)
    if reading.whole:
        yield FrameSlot(words="whole", key=WHOLE)
    if reading.one_of:
        yield FrameSlot(words="one of", key=ONE_OF)
    if reading.sole or _ONLY.search(source.text, max(0, reading.words[0] - _NEAR), reading.holder[1] + _NEAR):
        yield FrameSlot(words="all", key=SOLE)


def _holder(source: FrameSource, reading: RoleReading) -> FrameSlot | None:
    """The slot of who holds the role; None where the words are no name."""
    start, end = reading.holder
    words = source.text[start:end]
    if not reading.named:
        return FrameSlot(words=words, key=frozenset([fold(words)]), start=start, end=end)
    slot = named_slot(source, start, end, person=reading.person or reading.role.name in OF_PLACES)
    if slot is None and source.lang == JA and (reading.sole or reading.whole) and _BODY_JA.fullmatch(words):
        return FrameSlot(words=words, key=name_key(words), start=start, end=end)
    return slot


_MAKERS: Final = frozenset(["author", "painter"])
"""作者 is who made a work, of whatever kind."""
_BODY_JA: Final = lazy_pattern(
    "[一-龥ァ-ヴー々・]{2,20}(?:省|庁|局|社|工業|重工|システムズ|センター|研究所|機構|協会|大学|語|山|岳|峰|市|町|村)|[ァ-ヴー・]{2,20}|[A-Z]{2,8}"
)
"""What holds a role that the sentence gives to one holder: a body, a language, a mountain."""


def same_role(a: Frame, b: Frame) -> bool:
    """Whether two frames state the same role; what they are the role of is not compared."""
    return a.kind is b.kind is FrameKind.ROLE and (
        a.asked.key == b.asked.key
        or ("作者" in (a.asked.words, b.asked.words) and a.asked.key | b.asked.key <= _MAKERS)
    )


def compare_names_of_roles(a: Frame, b: Frame) -> tuple[FrameRelation, str]:
    """How the holders of one role of one thing stand to each other, and words for it."""
    if not (same_role(a, b) and a.firm and b.firm) or titled_apart(a, b):
        return FrameRelation.UNRELATED, ""
    role = known_roles().get(min(a.asked.key & known_roles().keys(), default=""))
    relation = compare_name_lists(a.value.words, b.value.words)
    if role is None or relation is NameRelation.UNCERTAIN:
        return FrameRelation.UNRELATED, ""
    if relation is NameRelation.SAME:
        return FrameRelation.SAME, f"{a.value.words} = {b.value.words}"
    if relation is NameRelation.OVERLAP:
        return FrameRelation.QUALIFIES, f"{a.value.words}; the other {b.value.words}"
    return (FrameRelation.UNRELATED, "") if said_to_be_different(a, b) else _other_holders(a, b, role)


def _other_holders(a: Frame, b: Frame, role: KnownRole) -> tuple[FrameRelation, str]:
    """Two different holders: they exclude each other where the role has one at a time, and the time is the same."""
    marks = [frozenset().union(*(slot.key for slot in frame.scope)) for frame in (a, b)]
    words = f"{a.value.words} ≠ {b.value.words}"
    # `The founder of X is A` and `X was founded by B`: one of them names all, and the other does not name A.
    both_sole = any(mark >= SOLE for mark in marks) and all(mark & (SOLE | WHOLE) for mark in marks)
    if (role.holders == "many" and not both_sole) or any(mark >= ONE_OF for mark in marks):
        return FrameRelation.UNRELATED, ""
    if role.name in MADE_BY_PEOPLE and not (is_person_name(a.value.words) and is_person_name(b.value.words)):
        return FrameRelation.UNRELATED, ""
    if role.name == "headquarters" and not _of_one_size(a.value.words, b.value.words):
        return FrameRelation.UNRELATED, ""
    if role.term == "ever":
        return FrameRelation.EXCLUDES, words
    if a.period and b.period:
        same = a.period.key == b.period.key
        other_time = f"{a.period.words}; the other {b.period.words}"
        return (FrameRelation.EXCLUDES, words) if same else (FrameRelation.QUALIFIES, other_time)
    if a.period or b.period or any(mark >= PAST for mark in marks):
        return FrameRelation.QUALIFIES, f"{words}; the time may differ"
    apart = _years_apart(a, b)
    if apart is None:
        undated = not any(mark >= AS_OF for mark in marks)
        near = role.term == "lasting" or (undated and all(mark >= NOW for mark in marks))
    else:
        near = apart <= (LASTING_YEARS if role.term == "lasting" else SAME_TERM_YEARS)
    return (FrameRelation.EXCLUDES, words) if near else (FrameRelation.QUALIFIES, f"{words}; the time may differ")


def _of_one_size(a: str, b: str) -> bool:
    """Whether two places are of one kind, so that neither can lie in the other: two cities, not a city and a county."""
    return a[-1:] == b[-1:] and a[-1:] in ("市", "町", "村", "区")


def _years_apart(a: Frame, b: Frame) -> int | None:
    """Years between the dates of the pages that state two roles; None where one has none."""
    years = [
        next((int(slot.words[:4]) for slot in frame.scope if slot.key == AS_OF and slot.words[:4].isdigit()), None)
        for frame in (a, b)
    ]
    return None if years[0] is None or years[1] is None else abs(years[0] - years[1])
