"""Turns the question into target claims (§3.3.1, L26), with a model's help: it may add parts that rules missed.

Comes in: a question and the rules' targets. Goes out: the rules' targets, then the model's. A target is a frame for
matching, never an answer: one with a number, date or name that is not in the question, or mostly about something else,
is dropped.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from tadori.events import Emit, ignore_event
from tadori.minds.llm.workers.base import (
    PromptSource,
    RulesFallback,
    WorkResult,
    ask_or_fall_back,
    emit_dropped,
    template_language,
)
from tadori.minds.llm.workers.wording import has_address, numbers_in, plain
from tadori.minds.requests import Mind, ModelRequest, UntrustedText
from tadori.model.ids import Lang
from tadori.model.llm_thresholds import MOST_TARGETS_KEPT, TARGET_IN_QUESTION
from tadori.model.question import Polarity, TargetClaim
from tadori.text.language import is_japanese
from tadori.text.names import name_words, names
from tadori.text.tokens import terms

if TYPE_CHECKING:
    from tadori.minds.llm.answers import SaidTarget, TargetsAnswer

JOB: Final = "targets"

MakeTarget = Callable[[str, Polarity, str], TargetClaim]
"""(text, polarity, granularity) → a target with its id (`claim.targets.target_of`)."""


async def targets_of(
    mind: Mind | None,
    prompts: PromptSource,
    question: str,
    lang: Lang,
    stated: Sequence[TargetClaim],
    *,
    target: MakeTarget,
    emit: Emit = ignore_event,
) -> WorkResult[tuple[TargetClaim, ...]]:
    """The targets of `question`, those of the rules first, none twice.

    `stated`: `claim.targets.target_claims(question, lang)`, the result when no model answers.
    """
    answer = await ask_or_fall_back(mind, lambda: _request(prompts, question, lang), emit)
    if isinstance(answer, RulesFallback):
        return WorkResult(value=tuple(stated), code=answer.code)
    found = {(one.claim_id, one.expected_polarity): one for one in stated}
    before, reasons = len(found), []
    for said in answer.value.targets:
        reason = _fault(said, question, lang)
        if reason:
            reasons.append(reason)
        elif len(found) < MOST_TARGETS_KEPT:
            made = target(plain(said.text), Polarity(said.expected_polarity), said.granularity)
            found.setdefault((made.claim_id, made.expected_polarity), made)
    count = emit_dropped(emit, JOB, "", len(found) - before, reasons)
    return WorkResult(value=tuple(found.values()), model=answer.model, dropped=count)


def _request(prompts: PromptSource, question: str, lang: Lang) -> "ModelRequest[TargetsAnswer]":
    from tadori.minds.llm.answers import TargetsAnswer  # lazy: pydantic is slow, and only a model needs it

    words = prompts.render(JOB, template_language(lang))
    return ModelRequest(
        job=JOB,
        instructions=words.text,
        data=(UntrustedText(name="question", text=question),),
        answer=TargetsAnswer,
        longest=800,
        template=words.template,
    )


def _fault(said: "SaidTarget", question: str, lang: Lang) -> str:
    """Why a target is not about the question; empty when it is."""
    text = plain(said.text)
    if not text or has_address(text):
        return "an address" if text else "empty"
    if is_japanese(text) != is_japanese(question):
        return "another language"
    if _facts(text, lang) - _facts(question, lang):
        return "not in the question"
    asked, words = set(terms(question)), set(terms(text))
    if not words or len(words & asked) < TARGET_IN_QUESTION * len(words):
        return "about something else"
    return ""


def _facts(text: str, lang: Lang) -> set[str]:
    """Numbers, years and name words of `text`."""
    return numbers_in(text) | {word for name in names(plain(text), lang) for word in name_words(name.text)}
