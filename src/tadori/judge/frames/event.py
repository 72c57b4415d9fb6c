"""Frames of dated events: subject, event, date. English and Japanese.

In: a `FrameSource`. Out: one frame for each event whose subject and date are certain. `compare_dates_of_events` says
how the dates of two frames of one subject stand to each other; whether the subjects are one is decided elsewhere.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from tadori.judge.frames.event_asides import english_asides_in, japanese_asides_in
from tadori.judge.frames.event_bindings import EventReading
from tadori.judge.frames.event_english import english_events_in
from tadori.judge.frames.event_forms import english_forms_in, labelled_year
from tadori.judge.frames.event_forms_ja import japanese_forms_in
from tadori.judge.frames.event_japanese import japanese_events_in
from tadori.judge.frames.event_namesakes import kind_slots, said_to_be_different, titled_apart
from tadori.judge.frames.event_nouns import AT_PLACE, english_happenings_in, placed_event
from tadori.judge.frames.event_rows import row_events
from tadori.judge.frames.event_subject import (
    named_slot,
    resolved_subject_slot,
    topic_slot,
    without_project,
    words_key,
)
from tadori.judge.frames.event_terms import english_terms_in, japanese_terms_in
from tadori.judge.frames.event_words import LOOSE_FOUNDING, OF_PEOPLE, ONCE_WITH_OBJECT, WITH_OBJECT, known_events
from tadori.judge.frames.frame import Frame, FrameSource
from tadori.judge.frames.values import FrameRelation
from tadori.model.claim import Mood
from tadori.model.evidence_thresholds import NAMESAKE_YEARS, NEAR_YEARS
from tadori.model.frame import FrameKind, FrameSlot
from tadori.model.ids import JA
from tadori.text.dates import DateMention, dates, same_date
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.moods import mood_of
from tadori.text.negation import hedges, negations

LONGEST_FRAMED: Final = 2000
"""Characters: a longer text is no sentence."""
ABOUT: Final = frozenset(["~about"])
"""Key of the scope slot that makes a date approximate; as `values.ROUNDING`."""
_FIRST: Final = frozenset(["first"])
_BESIDE: Final = 12
"""Characters on either side of an aside in which a hedge is one of it."""
_NEUTRAL: Final = frozenset("also finally both soon then eventually public visitor 正式 新種".split())
_BUILDING: Final = lazy_pattern(r"(?:The\s)?(?:[Cc]onstruction|[Bb]uilding)\sof\s")
"""`Construction of the tower was completed`: what was completed is the tower."""
_APPEARED: Final = frozenset(["published", "issued"])
_RELEASE: Final = lazy_pattern(r"(?:The|the|This|this)\s(?:new\s|latest\s)?(?:release|version)")
_COUNTED: Final = lazy_pattern(
    r"(?<![\w-])(?:debut|first|second|third|fourth|fifth|sixth|seventh|last|final|only|\d+(?:st|nd|rd|th))(?![\w-])"
    r"|デビュー|初の|最後|第?[0-9０-９一二三四五六七八九十]+(?:枚|作|冊|番|代|回)目|第[0-9０-９一二三四五六七八九十]+"
)


def event_frames(source: FrameSource) -> tuple[Frame, ...]:
    """The dated events that `source` states of a named thing."""
    if not source.text.strip() or len(source.text) > LONGEST_FRAMED:
        return ()
    if source.header:
        return _distinct(row_events(source))
    return _distinct(frame for reading in _readings(source) if (frame := _frame(source, reading)) is not None)


def _readings(source: FrameSource) -> Iterator[EventReading]:
    when = dates(source.text)
    year = None if when or source.lang == JA else labelled_year(source.text)
    if year is not None:
        yield from english_forms_in(source.text, [year])
    if not when:
        return
    if source.lang == JA:
        yield from japanese_events_in(source)
        yield from japanese_asides_in(source.text, when)
        yield from japanese_terms_in(source.text, when)
        yield from japanese_forms_in(source.text, when)
        return
    yield from english_events_in(source)
    yield from english_asides_in(source.text, when)
    yield from english_happenings_in(source.text, when)
    yield from english_terms_in(source.text, source.title, when)
    yield from english_forms_in(source.text, when)


def _distinct(found: Iterator[Frame]) -> tuple[Frame, ...]:
    """One frame of each subject and event; none where a sentence gives two dates for one."""
    kept: dict[tuple[frozenset[str], frozenset[str], frozenset[str]], Frame | None] = {}
    for frame in found:
        scope = frozenset().union(*(slot.key for slot in narrowing_slots(frame)))
        place = (frame.subject.key, frame.asked.key, scope)
        known = kept.setdefault(place, frame)
        if known is not None and known.date is not None and frame.date is not None and known is not frame:
            kept[place] = None if same_date(known.date, frame.date) == "disagree" else _finer(known, frame)
    return tuple(frame for frame in kept.values() if frame is not None)


def _finer(a: Frame, b: Frame) -> Frame:
    return b if a.date is None or (b.date is not None and (a.date.day or 0) < (b.date.day or 0)) else a


def _frame(source: FrameSource, reading: EventReading) -> Frame | None:
    subject, asked = _slots(source, reading)
    if subject is None or reading.date.year is None:
        return None
    if reading.event.name == "founded":
        subject = without_project(subject)
    text, date = source.text, reading.date
    subject, placed = placed_event(subject) if reading.event.name == "occurred" else (subject, False)
    scope = tuple(
        FrameSlot(words=text[start:end].strip(), key=key, start=start, end=start + len(text[start:end].rstrip()))
        for start, end in reading.scope
        if (key := words_key(text[start:end]) - _NEUTRAL)
    )
    if reading.about:
        scope = (*scope, FrameSlot(words="about", key=ABOUT))
    if placed:
        scope = (*scope, FrameSlot(words=subject.words, key=AT_PLACE))
    scope = (*scope, *kind_slots(source, subject))
    value = FrameSlot(
        words=text[date.start : date.end], key=frozenset([date_words(date)]), start=date.start, end=date.end
    )
    if reading.event.name == "held" and any(slot.key == _FIRST for slot in scope):
        asked = replace(asked, key=frozenset(["first_held"]))
        scope = tuple(slot for slot in scope if slot.key != _FIRST)
    return Frame(
        kind=FrameKind.EVENT,
        subject=subject,
        asked=asked,
        value=value,
        date=date,
        scope=scope,
        firm=is_firm(source, date.start if reading.corrected else reading.verb[0], date.end, aside=reading.aside),
    )


def _slots(source: FrameSource, reading: EventReading) -> tuple[FrameSlot | None, FrameSlot]:
    """What the event happened to, and the event. An active verb's object is what it happened to, where it is a name;
    otherwise it is part of the event: `released her debut album`."""
    start, end = reading.verb
    asked = FrameSlot(words=source.text[start:end], key=frozenset([reading.event.name]), start=start, end=end)
    if reading.verb == (reading.date.start, reading.date.end):  # (10 May 1872 – 3 June 1951): no word says it
        asked = FrameSlot(words=reading.event.name, key=asked.key)
    if reading.event.name in _APPEARED and reading.subject and _RELEASE.fullmatch(source.text, *reading.subject):
        # `The release, published on …`
        asked = FrameSlot(words=asked.words, key=frozenset(["released"]), start=start, end=end)
    person = reading.event.name in OF_PEOPLE
    if reading.complement is not None:
        became = words_key(source.text[reading.complement[0] : reading.complement[1]])
        asked = FrameSlot(words=asked.words, key=asked.key | became, start=start, end=end)
    if reading.of_title:
        return topic_slot(source), asked
    if reading.done_to is None:
        if reading.subject is None:
            return resolved_subject_slot(source), asked
        built = _BUILDING.match(source.text, *reading.subject) if reading.event.name == "completed" else None
        first = built.end() if built else reading.subject[0]
        return named_slot(source, first, reading.subject[1], person=person), asked
    if reading.event.name not in WITH_OBJECT:
        done_to = named_slot(source, *reading.done_to)
        if done_to is not None:
            return done_to, asked
    start, end = reading.done_to
    words = source.text[start:end]
    done = FrameSlot(words=asked.words, key=asked.key | words_key(words), start=asked.start, end=asked.end)
    subject = None if reading.subject is None else named_slot(source, *reading.subject)
    return (subject, done) if _COUNTED.search(words) or reading.event.name in WITH_OBJECT else (None, done)


def is_firm(source: FrameSource, start: int, end: int, *, aside: bool = False) -> bool:
    """Whether the words at `[start:end]` are stated as a fact: no hedge, plan, condition, allegation, denial, question
    in the sentence, and no negation whose scope holds them. `aside`: they stand beside what the sentence says (in
    brackets, `Ann Lee, the mayor of Ulm`), so that only what is close to them counts."""
    text = source.text
    if aside:
        own = source.mood is Mood.STATED or source.mood is mood_of(text, japanese=source.lang == JA)
        near = text[max(0, start - _BESIDE) : end + _BESIDE]
        return own and not hedges(near) and mood_of(near, japanese=source.lang == JA) is Mood.STATED
    if source.mood is not Mood.STATED or mood_of(text, japanese=source.lang == JA) is not Mood.STATED or hedges(text):
        return False
    return not any(cue.scope_start < end and start < cue.scope_end for cue in negations(text, source.lang))


def date_words(date: DateMention) -> str:
    """`1972-05-10`, `1972`, `1970 decade`: one form of a date for people and keys."""
    parts = [str(date.year)] + [f"{part:02d}" for part in (date.month, date.day) if part is not None]
    return f"{'-'.join(parts)} {date.kind}".strip()


def same_event(a: Frame, b: Frame) -> bool:
    """Whether two frames state the same event; their subjects are not compared."""
    return a.kind is b.kind is FrameKind.EVENT and a.asked.key == b.asked.key


def compare_dates_of_events(a: Frame, b: Frame) -> tuple[FrameRelation, str]:
    """How the dates of one event of one subject stand to each other, and words for it."""
    if not (same_event(a, b) and a.firm and b.firm) or a.date is None or b.date is None:
        return FrameRelation.UNRELATED, ""
    if a.date.year is None or b.date.year is None or titled_apart(a, b):
        return FrameRelation.UNRELATED, ""
    agreement = same_date(a.date, b.date)
    if agreement == "agree":
        rough = a.date.kind != b.date.kind
        words = f"{a.value.words} = {b.value.words}"
        return (FrameRelation.QUALIFIES if rough else FrameRelation.SAME), words
    return _disagreeing(a, b) if agreement == "disagree" else (FrameRelation.UNRELATED, "")


def _disagreeing(a: Frame, b: Frame) -> tuple[FrameRelation, str]:
    words = f"{a.value.words} ≠ {b.value.words}"
    years = abs((a.date.year or 0) - (b.date.year or 0)) if a.date and b.date else 0
    if said_to_be_different(a, b) or (a.asked.key & OF_PEOPLE and years >= NAMESAKE_YEARS):
        return FrameRelation.UNRELATED, ""
    if years > NEAR_YEARS and any(slot.key == AT_PLACE for slot in (*a.scope, *b.scope)):
        return FrameRelation.UNRELATED, ""
    if _is_loosely_worded(a) != _is_loosely_worded(b):
        return FrameRelation.QUALIFIES, words
    if any(slot.key == ABOUT for slot in (*a.scope, *b.scope)) and years <= NEAR_YEARS:
        return FrameRelation.QUALIFIES, f"about {words}"
    narrowing = [frozenset().union(*(slot.key for slot in narrowing_slots(frame))) for frame in (a, b)]
    if narrowing[0] != narrowing[1]:
        return FrameRelation.QUALIFIES, _scope_words(a, b)
    event = known_events().get(next(iter(a.asked.key & known_events().keys()), ""))
    once = event is not None and (event.once or (event.name in ONCE_WITH_OBJECT and len(a.asked.key) > 1))
    if not once and "first" not in narrowing[0]:  # what is done for the first time is done once
        return FrameRelation.UNRELATED, ""
    return FrameRelation.EXCLUDES, words


def _is_loosely_worded(frame: Frame) -> bool:
    """`was created`, `was begun`: the same as founded where the dates agree, but perhaps an earlier step."""
    return "founded" in frame.asked.key and frame.asked.words.lower() in LOOSE_FOUNDING


def narrowing_slots(frame: Frame) -> tuple[FrameSlot, ...]:
    """The scope slots that narrow a statement, without those that say how exact it is or what its subject is."""
    return tuple(slot for slot in frame.scope if not any(word.startswith("~") for word in slot.key))


def _scope_words(a: Frame, b: Frame) -> str:
    """`in Japan, the other in France`: what makes two events of one name different."""
    mine, theirs = (", ".join(slot.words for slot in narrowing_slots(frame)) for frame in (a, b))
    if mine and theirs:
        return f"{mine}; the other {theirs}"
    return f"only one of them {mine or theirs}"
