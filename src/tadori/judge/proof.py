"""Proves a sentence from quotations by rule steps, backwards (X11): the grades `quoted` and `derived`.

In: a sentence, its quotations with what stands around them, and derivation rules. Out: a `Proof`, or why there is none.
A goal that is a quoted sentence is proven, unless its surroundings forbid it: the next sentence takes it back, it lies
in somebody's direct speech, a note on it is left out, or it is an item whose lead-in conditions it. Any other goal is
reduced by the rules, a few steps deep. Deterministic and bounded; nothing is guessed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from tadori.judge.derive.base import DerivationRule, Goal
from tadori.judge.quoted import same_sentence
from tadori.judge.reading import script_of
from tadori.model.claim import Ground, Mood
from tadori.model.evidence_thresholds import PROOF_DEEPEST, PROOF_MOST_GOALS
from tadori.model.grading import DerivationStep, Limit, QuotedPassage
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.lead_ins import LEADING_MARKER, is_limiting_lead_in, lead_in_span, leads_in
from tadori.text.names import same_name
from tadori.text.provisos import proviso_after
from tadori.text.retractions import leads_in_denial
from tadori.text.sameness import comparable
from tadori.text.sentences import TextSpan, sentences
from tadori.text.statement_context import StatementContext, statement_context

# A statement under such a heading, or above such a sentence, is only said together with it.
_BOUND_MOODS: Final = frozenset({Mood.PLANNED, Mood.CONDITIONAL, Mood.DENIED, Mood.ALLEGED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """How a sentence follows: the grounds of its quoted sentences, and the steps, from quotations to sentence."""

    grounds: tuple[Ground, ...]
    steps: tuple[DerivationStep, ...]
    quoted: tuple[str, ...] = ()
    """The quoted sentences that it rests on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuotedSentence:
    """One sentence of a quotation, with what stands around it."""

    passage: int
    text: str
    context: StatementContext
    own_mood: Mood
    """How it is meant by its own words alone."""
    proviso: str
    """The next sentence, where it limits this one; empty where it does not."""
    lead_in: str
    """The limiting words above the list that it is an item of; empty where there are none."""


@dataclass(slots=True)
class Prover:
    """Proves goals from the same quotations."""

    passages: Sequence[QuotedPassage]
    rules: Sequence[DerivationRule]
    sentence: str
    """The whole sentence that is graded: a note or a proviso may stand in another part of it."""
    objections: list[Ground] = field(default_factory=list)
    """Why quoted sentences in the wanted words were refused."""
    _sentences: tuple[QuotedSentence, ...] = ()
    _said: str = ""
    _tried: int = 0
    _open: set[tuple[str, frozenset[int] | None, str]] = field(default_factory=set)
    """Goals being reduced: none is tried again below itself."""

    def __post_init__(self) -> None:
        self._sentences = tuple(one for at, passage in enumerate(self.passages) for one in _quoted(at, passage))
        self._said = comparable(self.sentence)

    def proof(self, goal: Goal, depth: int = PROOF_DEEPEST) -> Proof | None:
        """The first proof that the rules find, or None."""
        self._tried += 1
        if self._tried > PROOF_MOST_GOALS:
            return None
        found = self._stands(goal, depth)
        if found is not None:
            return Proof(grounds=(found[0],), steps=(), quoted=(found[1].text,))
        key = (comparable(goal.text), goal.only, goal.speaker)
        if depth == 0 or key in self._open:
            return None
        self._open.add(key)
        try:
            return self._reduced(goal, depth)
        finally:
            self._open.discard(key)

    def limits_around(self) -> Iterator[Limit]:
        """What the text around the quoted sentences does to them and the sentence does not say: denial, speaker …"""
        said = self._said
        for one in self._sentences:
            context = one.context
            if context.taken_back:
                yield Limit(kind="negation", text="the next sentence takes it back")
            if context.in_speech and not (context.speaker and comparable(context.speaker) in said):
                yield Limit(kind="attribution", text=context.speaker or one.text[:80])
            if context.note and comparable(context.note) not in said:
                yield Limit(kind="scope", text=context.note)
            if one.proviso and comparable(one.proviso) not in said:
                yield Limit(kind="exception", text=one.proviso)
            if one.lead_in and comparable(one.lead_in) not in said:
                yield Limit(kind="condition", text=one.lead_in)

    def _reduced(self, goal: Goal, depth: int) -> Proof | None:
        for rule in self.rules:
            for reduction in rule(goal, self.passages):
                if not reduction.goals and not self._may_stand_on(reduction.step):
                    continue
                proofs: list[Proof] = []
                for inner in reduction.goals:
                    found = self.proof(inner, depth - 1)
                    if found is None:
                        break
                    proofs.append(found)
                else:
                    steps = [step for proof in proofs for step in proof.steps]
                    grounds = [ground for proof in proofs for ground in proof.grounds]
                    quoted = tuple(text for proof in proofs for text in proof.quoted)
                    return Proof(grounds=tuple(grounds), steps=(*dict.fromkeys(steps), reduction.step), quoted=quoted)
        return None

    def _may_stand_on(self, step: DerivationStep) -> bool:
        """Whether nothing around the passages of a step that leaves no goal forbids it: a denial, somebody's speech."""
        for one in self._sentences:
            if one.passage in step.quotations:
                against = _forbidden(Goal(text=self.sentence), one, self._said) or self._cut_out(one)
                if against is not None and (step.rule, against.rule) not in _SEEN_BY_RULE:
                    self.objections.append(against)
                    return False
        return True

    def _cut_out(self, one: QuotedSentence) -> Ground | None:
        """The objection that a quotation is part of a longer sentence which is not said: `None of these is true: …`."""
        words = comparable(one.text)
        if words in comparable(self.passages[one.passage].text) or words in self._said:
            return None
        return Ground(rule="overlap", detail=one.text[:80], weight=-1.0)

    def _stands(self, goal: Goal, depth: int) -> tuple[Ground, QuotedSentence] | None:
        """The ground on which the goal is a quoted sentence whose surroundings allow it, and that sentence."""
        for one in self._sentences:
            if goal.only is not None and one.passage not in goal.only:
                continue
            ground = same_sentence(goal.text, one.text)
            if ground is None or (depth == PROOF_DEEPEST and self._leads_to_nothing(goal, one)):
                continue
            against = _forbidden(goal, one, self._said)
            if against is None:
                return ground, one
            self.objections.append(against)
        return None

    def _leads_to_nothing(self, goal: Goal, one: QuotedSentence) -> bool:
        """Whether the goal only leads in what is not said with it: a list, or a block of code."""
        return lead_in_span(goal.text) is not None and not self.passages[one.passage].with_code


def _quoted(at: int, passage: QuotedPassage) -> Iterator[QuotedSentence]:
    """The sentences that a quotation is part of, whole, each with the text before and behind it.

    Where a quotation is cut out of a sentence, the whole sentence is what the source says: `the dam broke` out of `It
    is false that the dam broke`.
    """
    text = passage.before + passage.text + passage.after
    start, end = len(passage.before), len(passage.before) + len(passage.text)
    for first, last in _spans(text, start, end):
        words, before, after = text[first:last], text[:first], text[last:]
        yield QuotedSentence(
            passage=at,
            text=words,
            context=statement_context(words, before, after, heading=passage.heading),
            own_mood=statement_context(words, "", "").mood,
            lead_in=_limiting(leads_in(before)),
            # Marks of references stand between a sentence and what limits it.
            proviso=proviso_after(_REFERENCES.sub("", after)),
        )


def _spans(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The spans of the sentences and table rows of `text` that overlap `text[start:end]`."""
    if not text[start:end].strip():
        return
    if _is_row(text, start, end):
        yield start, end
        return
    # Lines that are surely items of a list, and no wrapped prose, are read alone: they may begin in lower case.
    low = start if _LINE_START.search(text[:start]) else 0
    high = end if low == start and _LINE_END.match(text, end - 1) else len(text)
    for span in sentences(text[low:high], script_of(text[start:end])):
        span = TextSpan(span.start + low, span.end + low)
        if span.end <= start or span.start >= end:
            continue
        # A list marker before it and closing marks behind it are not part of what a sentence says.
        first = start if span.start < start and LEADING_MARKER.fullmatch(text, span.start, start) else span.start
        last = end if span.end > end and _CLOSING.fullmatch(text, end, span.end) else span.end
        marker = LEADING_MARKER.match(text, first, last)
        yield (marker.end() if marker and marker.end() < last else first), last


def _is_row(text: str, start: int, end: int) -> bool:
    """Whether the quotation is one whole line of a table."""
    words = text[start:end]
    if "\n" in words or not ("|" in words.strip("|") or "\t" in words):
        return False
    return text[:start].rstrip(" \t|")[-1:] in ("", "\n") and text[end:].lstrip(" \t|")[:1] in ("", "\n")


# What a rule itself looks at: `list_item` says the lead-in, in its own place or words, and takes lines as items, which
# run together as sentences; `attribution` says the speaker.
_SEEN_BY_RULE: Final = frozenset(
    {("list_item", "lead_in"), ("list_item", "mood"), ("list_item", "overlap"), ("attribution", "speech")}
)
# The end of the text before a line of its own: nothing, an empty line, or a line that is closed by a mark.
_LINE_START: Final = lazy_pattern(r"^\s*$|\n[^\S\n]*\n\s*$|[.;:!?。；：！？」』)）][^\S\n]*\n\s*$")
_REFERENCES: Final = lazy_pattern(r"^\s*(?:[\[［]\d{1,3}[\]］]|[⁰¹²³⁴-⁹]{1,3})+")
_LINE_END: Final = lazy_pattern(r"[.;:!?。；：！？」』)）][^\S\n]*(?:\n|$)|\S\s*$|\S[^\S\n]*\n[^\S\n]*\n")
_CLOSING: Final = lazy_pattern(r"[\"'’”」』）)\]\s]*(?:\[\d{1,3}\])*\s*")


def _limiting(lead_in: str) -> str:
    return lead_in if lead_in and (is_limiting_lead_in(lead_in) or leads_in_denial(lead_in)) else ""


def _forbidden(goal: Goal, one: QuotedSentence, said: str) -> Ground | None:
    """Why the quoted sentence does not prove the goal, though the words are the same; None where it does.

    `said`: everything that is said, comparable.
    """
    context = one.context
    if context.taken_back:
        return Ground(rule="taken_back", detail="the next sentence takes it back", weight=-1.0)
    if context.in_speech and not _is_speaker(goal.speaker, context.speaker):
        return Ground(rule="speech", detail=context.speaker or "the speaker is not named", weight=-1.0)
    if one.proviso and comparable(one.proviso) not in said:
        return Ground(rule="proviso", detail=one.proviso, weight=-1.0)
    if context.note and comparable(context.note) not in said:
        return Ground(rule="note", detail=context.note, weight=-1.0)
    if one.lead_in:
        # With its lead-in in the sentence, the mood that the lead-in gives it is said too.
        stated = comparable(one.lead_in) in said
        return None if stated else Ground(rule="lead_in", detail=one.lead_in, weight=-1.0)
    if context.mood in _BOUND_MOODS and context.mood is not one.own_mood:
        return Ground(rule="mood", detail=context.mood.value, weight=-1.0)
    return None


def _is_speaker(stated: str, named: str) -> bool:
    return bool(stated and named) and (comparable(stated) == comparable(named) or same_name(stated, named))
