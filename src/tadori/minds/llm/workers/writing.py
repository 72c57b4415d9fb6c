"""Writes one section of an answer with a model's help: chosen claims as sentences that the sentence check passes.

Comes in: the section's heading and its claims, each with its quotations as the check reads them. Goes out: sentences,
each with the claims it stands on, its grade at least the lowest that may be printed. What is refused goes back once,
with its grounds; after that, as for every claim that no sentence says, the quotation itself is printed by the caller.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tadori.events import Emit, ignore_event
from tadori.minds.llm.workers.base import (
    NO_MODEL,
    PromptSource,
    RulesFallback,
    WorkResult,
    ask_or_fall_back,
    emit_dropped,
    numbered,
    template_language,
)
from tadori.minds.llm.workers.wording import has_address, plain, spelled_as
from tadori.minds.requests import Mind, ModelRequest, ModelRole, UntrustedText
from tadori.model.claim import Quotation
from tadori.model.doors import Judges, SentenceCheck
from tadori.model.grading import EntailmentVote, Grade, QuotedPassage, SentenceVerdict, is_at_least
from tadori.model.ids import JA, Lang
from tadori.model.llm_thresholds import MOST_CHOICE_OUTSIDE, WRITING_TOKENS
from tadori.text.language import language_of
from tadori.text.orders import orders_in
from tadori.text.sameness import comparable
from tadori.text.sentences import sentences

if TYPE_CHECKING:
    from tadori.minds.llm.answers import SaidSentence, WritingAnswer

JOB: Final = "writing"
_MOST_REASONS: Final = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class WritableClaim:
    """A claim of a section: how it is printed when nobody rewords it, and what it stands on."""

    text: str
    quoted: tuple[tuple[Quotation, QuotedPassage], ...]
    """Its own quotation first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenSentence:
    """A sentence that may be printed."""

    text: str
    claims: tuple[int, ...]
    """Indexes of the claims it says, from 0, ascending."""
    votes: tuple[EntailmentVote, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionToWrite:
    """What one section is written from."""

    question: str
    heading: str
    claims: tuple[WritableClaim, ...]
    lang: Lang
    lowest: Grade
    """The weakest grade that may be printed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Refused:
    text: str
    kind: str
    """For the count: no word of the model."""
    reasons: tuple[str, ...] = ()


async def section_of(
    mind: Mind | None,
    prompts: PromptSource,
    section: SectionToWrite,
    *,
    check: SentenceCheck,
    judges: Judges | None = None,
    emit: Emit = ignore_event,
) -> WorkResult[tuple[WrittenSentence, ...]]:
    """The sentences that may be printed; claims that none of them names are the caller's to quote."""
    desk = _Desk(section, check, judges)
    model, code = "", NO_MODEL if mind is None else ""
    refused: list[_Refused] = []
    for _ in range(2):
        before = tuple(refused)
        answer = await ask_or_fall_back(mind, lambda: _request(prompts, section, before), emit)  # noqa: B023 - at once
        if isinstance(answer, RulesFallback):
            code = answer.code
            break
        model = answer.model
        refused = await desk.take(answer.value)
        # What names no claim, or tries to lead elsewhere, is not worth a second try.
        if not any(one.reasons for one in refused):
            break
    count = emit_dropped(emit, JOB, "", len(desk.written), [one.kind for one in refused])
    return WorkResult(value=tuple(desk.written), model=model, code=code, dropped=count)


def _repeats_itself(text: str, lang: Lang) -> bool:
    said = [comparable(text[one.start : one.end]) for one in sentences(text, lang)]
    return len(set(said)) < len(said)


class _Desk:
    """Takes sentences for one section: keeps what may be printed, and says why the rest may not."""

    def __init__(self, section: SectionToWrite, check: SentenceCheck, judges: Judges | None) -> None:
        self._section, self._check, self._judges = section, check, judges
        self.written: list[WrittenSentence] = []

    async def take(self, answer: "WritingAnswer") -> list[_Refused]:
        """Keeps the sentences that may be printed; returns the others."""
        refused = []
        for said in answer.sentences:
            made = await self._made(said)
            if isinstance(made, _Refused):
                refused.append(made)
            elif made is not None:
                self.written.append(made)
        return refused

    async def _made(self, said: "SaidSentence") -> WrittenSentence | _Refused | None:
        """The sentence, why it is refused, or None where the claims it names are printed anyway."""
        claims = self._section.claims
        named = sorted({number - 1 for part in said.parts for number in part.claims if number <= len(claims)})
        if not named:
            return _Refused(text="", kind="no such claim")
        taken = {one for written in self.written for one in written.claims}
        if taken.issuperset(named) or (len(named) == 1 and all(part.how == "quote" for part in said.parts)):
            return None
        text = plain(("" if self._section.lang == JA else " ").join(part.words for part in said.parts))
        fault = self._fault(text, named)
        if fault is not None:
            return fault
        verdict, votes = await self._graded(text, named)
        if not self._passes(verdict):
            return _Refused(text=text, kind="not said", reasons=_reasons(verdict))
        saying = self._saying(text, named, votes)
        if saying != named and votes:
            # Votes are bound to the quotations they were given on: with fewer of them they count for nothing.
            saying = named
        return WrittenSentence(text=text, claims=tuple(saying), votes=votes)

    def _fault(self, text: str, named: Sequence[int]) -> _Refused | None:
        if not text:
            return _Refused(text="", kind="nothing said")
        if has_address(text) or orders_in(text):
            return _Refused(text="", kind="an address or an order")
        if _repeats_itself(text, self._section.lang):
            # Every sentence of it may be quoted; said twice it is somebody's order to say it.
            return _Refused(text="", kind="said twice")
        if language_of(text) != self._section.lang:
            return _Refused(text=text, kind="another language", reasons=("not in the language of the report",))
        if not spelled_as(text, [self._section.claims[one].text for one in named] + self._quoted(named)):
            return _Refused(text=text, kind="odd letters or signs", reasons=("not spelled as in its claims",))
        return None

    def _quoted(self, named: Sequence[int]) -> list[str]:
        return [passage.text for passage in self._passages(named)]

    def _passages(self, named: Sequence[int]) -> list[QuotedPassage]:
        """What the named claims stand on, each quotation once: in the order in which a draft lists them."""
        found: dict[Quotation, QuotedPassage] = {}
        for one in named:
            for quotation, passage in self._section.claims[one].quoted:
                found.setdefault(quotation, passage)
        return list(found.values())

    async def _graded(self, text: str, named: Sequence[int]) -> tuple[SentenceVerdict, tuple[EntailmentVote, ...]]:
        """The verdict, and the votes it rests on: judges are asked where nothing but the wording stands in the way."""
        passages = self._passages(named)
        verdict = self._check.grade(text, passages)
        if self._judges is None or verdict.grade is not Grade.NOT_CHECKED or self._section.lowest is not Grade.JUDGED:
            return verdict, ()
        probe = EntailmentVote(
            model="probe",
            entailed=True,
            score=1.0,
            pair_hash=EntailmentVote.pair_hash_of(text, tuple(passage.text for passage in passages)),
        )
        if self._check.grade(text, passages, [probe]).grade is not Grade.JUDGED:
            return verdict, ()
        votes = await self._judges.votes(text, passages)
        return self._check.grade(text, passages, votes), votes

    def _passes(self, verdict: SentenceVerdict) -> bool:
        return verdict.grade is not Grade.NOT_CHECKED and is_at_least(verdict.grade, self._section.lowest)

    def _saying(self, text: str, named: list[int], votes: Sequence[EntailmentVote]) -> list[int]:
        """The claims that the sentence really says: without one of them it could not stand, or one alone says it.

        A model that names claims it does not say would make them disappear from the answer.
        """
        kept = list(named)
        for one in named:
            others = [other for other in kept if other != one]
            if not others or self._passes(self._check.grade(text, self._passages([one]), votes)):
                continue
            if self._passes(self._check.grade(text, self._passages(others), votes)):
                kept = others
        return kept


def _reasons(verdict: SentenceVerdict) -> tuple[str, ...]:
    """What was wrong, for the model: rules, and words that were lost or added."""
    found = [f"{ground.rule}: {ground.detail}" for ground in verdict.grounds if ground.weight < 0]
    found += [f"lost ({limit.kind}): {limit.text}" for limit in verdict.lost]
    found += [f"added ({limit.kind}): {limit.text}" for limit in verdict.added]
    return tuple(found[:_MOST_REASONS]) or ("not in the words of its claims",)


def _request(
    prompts: PromptSource, section: SectionToWrite, refused: Sequence[_Refused]
) -> "ModelRequest[WritingAnswer]":
    from tadori.minds.llm.answers import WritingAnswer  # lazy: pydantic is slow, and only a model needs it

    words = prompts.render(JOB, template_language(section.lang))
    data = [
        UntrustedText(name="question", text=section.question),
        UntrustedText(name="heading", text=section.heading),
        numbered("claims", [claim.text for claim in section.claims]),
    ]
    again = [f"{one.text} ({'; '.join(one.reasons)})" for one in refused if one.reasons]
    data += [numbered("refused", again)] if again else []
    return ModelRequest(
        job=JOB,
        instructions=words.text,
        data=tuple(one for one in data if one.text),
        answer=WritingAnswer,
        longest=WRITING_TOKENS,
        outside=MOST_CHOICE_OUTSIDE,
        role=ModelRole.SLOW,
        template=words.template,
    )
