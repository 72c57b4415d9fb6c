"""Frames of quantities: subject, measured thing, value with unit, period and scope, from one sentence.

In: a `FrameSource`. Out: a frame for each value whose measured thing and subject are certain, none for any other.
`same_measure` says whether two frames measure the same thing; their subjects are compared elsewhere, their values in
`values.py`. Rules of form, English and Japanese; no model.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from tadori.judge.frames.frame import Frame, FrameSource
from tadori.judge.frames.quantity_en import english_sites
from tadori.judge.frames.quantity_ja import japanese_sites
from tadori.judge.frames.quantity_rows import labelled_frames, row_frames
from tadori.judge.frames.quantity_scope import edition_scope, narrowing, says_all
from tadori.judge.frames.quantity_site import MeasuredSite
from tadori.judge.frames.quantity_subject import subject_slot
from tadori.judge.frames.quantity_topic import topical_slot
from tadori.model.claim import Mood
from tadori.model.frame import FrameKind, FrameSlot
from tadori.model.ids import JA
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.negation import negations

_LONGEST: Final = 1000
"""Characters of a sentence; a longer one is no sentence of prose."""
_MOST_FRAMES: Final = 12
_OF_PLACES: Final = frozenset(["population"])
"""On a page about a place `The population was 1,294` is of that place."""

_OF_LAWS: Final = frozenset(["fine"])
_LAW: Final = lazy_pattern(
    r"(?:法|条例|規則|令|制度|規定)$|\b(?:Act|Law|Bill|Code|Regulations?|Ordinance|Directive|Order|Rules?|Statute|Treaty)\b"
)
_YEAR_KEYS: Final = ("-None-None ", "-None-None fiscal")
"""How the key of a period ends that is one year."""


def quantity_frames(source: FrameSource) -> tuple[Frame, ...]:
    """The quantities that `source` states, each of one measured thing of one subject."""
    if not 0 < len(source.text) <= _LONGEST or source.mood is Mood.QUESTION:
        return ()
    edition = edition_scope(source)
    if source.header:
        return _edited(row_frames(source), edition)
    labelled = _edited(labelled_frames(source), edition)
    if labelled:
        return labelled
    resolved = (source.subject_start, source.subject_end) if source.subject else None
    sites = (
        japanese_sites(source.text)
        if source.lang == JA
        else english_sites(source.text, resolved=resolved, title=source.title)
    )
    return _edited(_one_value_each(_frames(source, sites)), edition)


def _edited(frames: Iterable[Frame], edition: tuple[FrameSlot, ...]) -> tuple[Frame, ...]:
    """The frames with the edition that their document is about, where their own subject does not name it."""
    found = []
    for frame in frames:
        own = tuple(slot for slot in edition if slot.words.split()[-1] not in frame.subject.words)
        found.append(replace(frame, scope=(*frame.scope, *own)) if own else frame)
    return tuple(found)[:_MOST_FRAMES]


def same_measure(a: Frame, b: Frame) -> bool:
    """Whether two quantity frames measure the same thing, in units that can be compared."""
    if a.quantity is None or b.quantity is None or a.kind is not b.kind:
        return False
    return a.quantity.unit == b.quantity.unit and (a.asked.key == b.asked.key or _yearly(a) == _yearly(b))


def _yearly(frame: Frame) -> frozenset[str]:
    """The measured thing, where a year beside it says what `annual` says: 2023年度の発電量 is 年間発電量."""
    of_a_year = frame.period is not None and any(one.endswith(_YEAR_KEYS) for one in frame.period.key)
    return frame.asked.key | frozenset(["annual"]) if of_a_year else frame.asked.key


def _frames(source: FrameSource, sites: Iterable[MeasuredSite]) -> Iterable[Frame]:
    for site in sites:
        subject = subject_slot(source, site.subject, listed=site.key == _OF_PLACES)
        if subject is None:
            subject = topical_slot(source, site)
        if subject is not None and site.key & _OF_LAWS and not _LAW.search(subject.words):
            continue  # a court's sentence is no rule
        if subject is not None and not subject.key & site.key:
            yield _frame(source, site, subject)


def _frame(source: FrameSource, site: MeasuredSite, subject: FrameSlot) -> Frame:
    text, value = source.text, site.value
    quantity = replace(value.quantity, bound="") if site.maximal else value.quantity
    period, scope = narrowing(text, site)
    start, end = site.asked
    return Frame(
        kind=FrameKind.QUANTITY,
        subject=subject,
        asked=FrameSlot(words=text[start:end], key=site.key, start=start, end=end),
        value=FrameSlot(
            words=text[value.start : value.end], key=frozenset([f"{quantity.value:f} {quantity.unit}".strip()]),
            start=value.start, end=value.end,
        ),
        quantity=quantity,
        high=value.high,
        period=period,
        scope=scope,
        firm=source.mood is Mood.STATED and not _is_negated(source, value.start, value.end),
        whole=says_all(text, site),
    )  # fmt: skip


def _is_negated(source: FrameSource, start: int, end: int) -> bool:
    return any(cue.scope_start <= start < cue.scope_end for cue in negations(source.text, source.lang))


def _one_value_each(frames: Iterable[Frame]) -> list[Frame]:
    """Without the frames of one measured thing with two values: which of them holds is not certain."""
    found = list(frames)
    keys = [(one.subject.key, one.asked.key, None if one.period is None else one.period.key,
             frozenset(slot.key for slot in one.scope)) for one in found]  # fmt: skip
    return [one for one, key in zip(found, keys, strict=True) if keys.count(key) == 1]
