"""Summarises claims with a model's help: which of them, in what order, how short. Never in words of its own.

Comes in: claims, best first. Goes out: drafts for the report compiler; the quotation of a claim that a draft names must
say it (X1) in its own characters. Anything else is dropped and counted. Without an answer the claims themselves are the
drafts.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from tadori.events import Emit, RulesTookOver, ignore_event
from tadori.minds.llm.workers.base import (
    MOST_CHARACTERS,
    UNUSABLE,
    PromptSource,
    RulesFallback,
    WorkResult,
    ask_or_fall_back,
    batches,
    emit_dropped,
    numbered,
    template_language,
)
from tadori.minds.llm.workers.wording import has_address, is_quoted, plain
from tadori.minds.requests import Mind, ModelRequest, ModelRole, UntrustedText
from tadori.model.claim import Claim
from tadori.model.doors import SentenceCheck
from tadori.model.ids import Lang
from tadori.model.llm_thresholds import CLAIMS_A_SUMMARY
from tadori.model.report import Draft
from tadori.text.orders import orders_in

if TYPE_CHECKING:
    from tadori.minds.llm.answers import SaidSentence, SummaryAnswer

JOB: Final = "summary"


async def summary_of(
    mind: Mind | None,
    prompts: PromptSource,
    question: str,
    claims: Sequence[Claim],
    lang: Lang,
    *,
    check: SentenceCheck,
    emit: Emit = ignore_event,
) -> WorkResult[tuple[Draft, ...]]:
    """Sentences that summarise `claims`, in reading order; the claims themselves where nothing of the answer counts.

    The compiler checks each sentence once more.
    """
    whole = tuple(_draft(claim.text, (claim,)) for claim in claims)
    shown = _shown(claims)
    if not shown:
        return WorkResult(value=whole, code=UNUSABLE)
    answer = await ask_or_fall_back(mind, lambda: _request(prompts, question, shown, lang), emit)
    if isinstance(answer, RulesFallback):
        return WorkResult(value=whole, code=answer.code)
    kept: dict[str, Draft] = {}
    dropped: list[str] = []
    for said in answer.value.sentences:
        made = _checked(said, shown, check)
        if isinstance(made, str):
            dropped.append(made)
        else:
            kept.setdefault(made.text, made)
    count = emit_dropped(emit, JOB, "", len(kept), dropped)
    if not kept:
        emit(RulesTookOver(job=JOB, code=UNUSABLE))
        return WorkResult(value=whole, code=UNUSABLE, dropped=count)
    return WorkResult(value=tuple(kept.values()), model=answer.model, dropped=count)


def _shown(claims: Sequence[Claim]) -> Sequence[Claim]:
    """The first claims that fit into one request."""
    first = next(batches([claim.text for claim in claims], most=CLAIMS_A_SUMMARY, characters=MOST_CHARACTERS), range(0))
    return claims[first.start : first.stop]


def _request(prompts: PromptSource, question: str, shown: Sequence[Claim], lang: Lang) -> "ModelRequest[SummaryAnswer]":
    from tadori.minds.llm.answers import SummaryAnswer  # lazy: pydantic is slow, and only a model needs it

    words = prompts.render(JOB, template_language(lang))
    return ModelRequest(
        job=JOB,
        instructions=words.text,
        data=(UntrustedText(name="question", text=question), numbered("claims", [claim.text for claim in shown])),
        answer=SummaryAnswer,
        longest=900,
        role=ModelRole.SLOW,
        template=words.template,
    )


def _checked(said: "SaidSentence", shown: Sequence[Claim], check: SentenceCheck) -> Draft | str:
    """The draft, or why it is dropped."""
    text = plain(said.text)
    named = [shown[number - 1] for number in dict.fromkeys(said.claims) if number <= len(shown)]
    if not named:
        return "no such claim"
    if has_address(text):
        return "an address"
    saying = tuple(claim for claim in named if text and is_quoted(text, claim.quotation.text, check))
    if not saying or orders_in(text):
        return "not said"
    return _draft(text, saying)


def _draft(text: str, claims: tuple[Claim, ...]) -> Draft:
    return Draft(
        text=text,
        claim_ids=tuple(claim.id for claim in claims),
        quotations=tuple(claim.quotation for claim in claims),
        in_answer=True,
    )
