"""A claim with its frames, and how two such claims stand to each other: agreement, contradiction, or neither.

In: claims with what stands above them. Out: `ClaimRelation`s. Only frames and whole statements decide (decision 034):
the same frame with the same value, or the same statement, agrees; the same frame with values that exclude each other
contradicts; another period, scope or bound qualifies. Where neither has a frame nothing is said.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from tadori.judge.frames.event import compare_dates_of_events, event_frames, same_event
from tadori.judge.frames.frame import Frame, FrameSource, frame_source
from tadori.judge.frames.quantity import quantity_frames, same_measure
from tadori.judge.frames.role import compare_names_of_roles, role_frames, same_role
from tadori.judge.frames.shared_fact import shared_fact
from tadori.judge.frames.statement import changed_value, same_statement
from tadori.judge.frames.subjects import same_subject, under_one_topic
from tadori.judge.frames.values import FrameRelation, compare_quantities
from tadori.model.claim import Claim, Mood
from tadori.model.frame import FrameKind
from tadori.model.ids import JA
from tadori.text.dates import dates, same_date
from tadori.text.naming import is_naming, named_subject, names_its_subject, same_story
from tadori.text.negation import hedges, negated
from tadori.text.numbers import quantities, same_quantity
from tadori.text.tokens import terms

_SAME_ASKED: dict[FrameKind, Callable[[Frame, Frame], bool]] = {
    FrameKind.QUANTITY: same_measure,
    FrameKind.EVENT: same_event,
    FrameKind.ROLE: same_role,
}
_COMPARED: dict[FrameKind, Callable[[Frame, Frame], tuple[FrameRelation, str]]] = {
    FrameKind.QUANTITY: compare_quantities,
    FrameKind.EVENT: compare_dates_of_events,
    FrameKind.ROLE: compare_names_of_roles,
}


@dataclass(frozen=True)
class FramedClaim:
    """A claim and what its frames are filled from; frames are read when first needed."""

    claim: Claim
    source: FrameSource

    @staticmethod
    def of(claim: Claim, *, title: str, headings: tuple[str, ...]) -> "FramedClaim":
        return FramedClaim(claim, frame_source(claim, title=title, headings=headings))

    @cached_property
    def frames(self) -> tuple[Frame, ...]:
        return (*quantity_frames(self.source), *event_frames(self.source), *role_frames(self.source))

    @cached_property
    def whole(self) -> str:
        """The sentence with what `It` or a missing subject stands for."""
        source = self.source
        if not source.subject:
            return source.text
        gap = "" if source.subject_end > source.subject_start or source.lang == JA else " "
        joined = source.subject + ("は" if source.lang == JA and source.subject_start == source.subject_end else gap)
        return source.text[: source.subject_start] + joined + source.text[source.subject_end :]

    @cached_property
    def is_plain(self) -> bool:
        """Stated as a fact: nothing hedged, denied, planned or left open."""
        source = self.source
        return (
            source.mood is Mood.STATED
            and not hedges(source.text)
            and not negated(source.text, source.lang)
            and self.claim.context.stands_alone
        )

    @cached_property
    def names_subject(self) -> bool:
        return names_its_subject(self.whole, self.source.lang)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimRelation:
    """How one claim stands to another, in words for people."""

    relation: FrameRelation
    kind: str
    """`quantity`, `event`, `role`, or `statement` for two that are one sentence."""
    words: str
    """`Mount Fuji · height: 3,776 m ≠ 3,677 m`."""
    covers_first: bool
    """For agreement: whether it covers every value that the first claim states, or only some."""
    covers_second: bool


def relation_between(a: FramedClaim, b: FramedClaim) -> ClaimRelation | None:
    """How the claims stand to each other; None where nothing can be said.

    Contradiction counts before agreement, and agreement of whole statements before that of one value.
    """
    found = [*_by_frames(a, b)]
    excluding, same, narrowed = (
        [match for match in found if match[0] is wanted]
        for wanted in (FrameRelation.EXCLUDES, FrameRelation.SAME, FrameRelation.QUALIFIES)
    )
    if excluding:
        return _joined(a, b, FrameRelation.EXCLUDES, excluding)
    agreed = _joined(a, b, FrameRelation.SAME, same) if same else None
    if agreed is not None and agreed.covers_first and agreed.covers_second:
        return agreed
    statement = _by_statement(a, b)
    if statement is not None or agreed is not None:
        return statement or agreed
    return _joined(a, b, FrameRelation.QUALIFIES, narrowed) if narrowed else None


_Match = tuple[FrameRelation, Frame, Frame, str]


def _by_frames(a: FramedClaim, b: FramedClaim) -> Iterator[_Match]:
    for mine in a.frames:
        for theirs in b.frames:
            if mine.kind is not theirs.kind or not (mine.firm and theirs.firm):
                continue
            if not same_subject(mine.subject, theirs.subject, a.source, b.source):
                continue
            if _SAME_ASKED[mine.kind](mine, theirs):
                relation, words = _COMPARED[mine.kind](mine, theirs)
                if relation is not FrameRelation.UNRELATED:
                    yield relation, mine, theirs, words


def _joined(a: FramedClaim, b: FramedClaim, relation: FrameRelation, matches: list[_Match]) -> ClaimRelation:
    _, mine, _, words = matches[0]
    return ClaimRelation(
        relation=relation,
        kind=mine.kind.value,
        words=f"{mine.subject.words} · {mine.asked.words}: {words}",
        covers_first=_covers(a, [match[1] for match in matches]),
        covers_second=_covers(b, [match[2] for match in matches]),
    )


def _covers(framed: FramedClaim, frames: list[Frame]) -> bool:
    """Whether these frames hold all that the sentence states: every date and quantity, and nothing beside them."""
    if not any(frame.whole for frame in frames):
        return False
    text = framed.source.text
    spans = [
        (slot.start, slot.end)
        for frame in frames
        for slot in (frame.subject, frame.asked, frame.value, *frame.scope, *([frame.period] if frame.period else []))
    ]
    values = [(d.start, d.end) for d in dates(text)] + [(q.start, q.end) for q in quantities(text)]
    return all(any(start < high and low < end for low, high in spans) for start, end in values)


def _by_statement(a: FramedClaim, b: FramedClaim) -> ClaimRelation | None:
    if a.source.lang != b.source.lang or a.source.mood is not b.source.mood or _two_speakers(a, b):
        return None
    one_story = same_story(a.source.title, b.source.title)
    alone = a.claim.context.stands_alone and b.claim.context.stands_alone
    named = alone and ((a.names_subject and b.names_subject) or under_one_topic(a.source, b.source))
    # Two versions of a sentence with a name in it speak of one thing, wherever in it the name stands.
    versions = alone and a.is_plain and b.is_plain and (named or is_naming(a.whole, a.source.lang))
    changed = changed_value(a.whole, b.whole, a.source.lang) if versions else None
    if changed is not None:
        return _statement(FrameRelation.EXCLUDES, f"{changed.mine} ≠ {changed.theirs}", a, b)
    if not (named or one_story):
        return None
    if named and same_statement(a.whole, b.whole):
        return ClaimRelation(
            relation=FrameRelation.SAME, kind="statement", words="", covers_first=True, covers_second=True
        )
    if not (one_story or _speak_of_one(a, b)):
        return None
    fact = shared_fact(a.whole, b.whole, a.source.lang, one_story=one_story)
    return None if fact is None else _statement(FrameRelation.SAME, fact, a, b)


def _speak_of_one(a: FramedClaim, b: FramedClaim) -> bool:
    """Whether the name that one sentence speaks about stands in the other."""
    lang = a.source.lang
    subject_a, subject_b = named_subject(a.whole, lang), named_subject(b.whole, lang)
    return bool(subject_a and subject_a <= frozenset(terms(b.whole))) or bool(
        subject_b and subject_b <= frozenset(terms(a.whole))
    )


def _two_speakers(a: FramedClaim, b: FramedClaim) -> bool:
    """Two who say the same are two voices for it only where one of them is the document itself."""
    return bool(a.source.speaker and b.source.speaker) and a.source.speaker != b.source.speaker


def _statement(relation: FrameRelation, words: str, a: FramedClaim, b: FramedClaim) -> ClaimRelation:
    return ClaimRelation(
        relation=relation,
        kind="statement",
        words=words,
        covers_first=_values_stand_in(a, b),
        covers_second=_values_stand_in(b, a),
    )


def _values_stand_in(mine: FramedClaim, theirs: FramedClaim) -> bool:
    """Whether every date and quantity of one sentence stands in the other."""
    own, other = mine.source.text, theirs.source.text
    return all(any(same_date(d, found) == "agree" for found in dates(other)) for d in dates(own)) and all(
        any(same_quantity(q, found) == "agree" for found in quantities(other)) for q in quantities(own)
    )
