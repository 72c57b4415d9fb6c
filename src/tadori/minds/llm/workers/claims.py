"""Extracts the claims of a page with a model's help (L26): the model may shorten a sentence, and nothing else.

Comes in: a page and the claims that rules found in it, each its own quotation. Goes out: the same claims and, beside
each, the model's shorter wording where the quotation says so (X1) in its own characters. A model can neither add words
nor silence a page: what rules found stays, and each request is about one page, so that no page can speak about another.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from tadori.events import Emit, ignore_event
from tadori.minds.llm.workers.base import (
    NO_MODEL,
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
from tadori.minds.requests import Mind, ModelRequest, UntrustedText
from tadori.model.claim import Claim
from tadori.model.doors import SentenceCheck
from tadori.model.llm_thresholds import SENTENCES_A_REQUEST
from tadori.model.page import Page

if TYPE_CHECKING:
    from tadori.minds.llm.answers import ClaimsAnswer, SaidClaim

JOB: Final = "claims"
LONGEST: Final = 900

Restate = Callable[[Claim, str, Page], Claim | None]
"""A page's claim in another wording; None when that is not a statement (`claim.extraction.restated`)."""


async def claims_of_page(
    mind: Mind | None,
    prompts: PromptSource,
    page: Page,
    stated: Sequence[Claim],
    *,
    question: str,
    check: SentenceCheck,
    restate: Restate,
    emit: Emit = ignore_event,
) -> WorkResult[tuple[Claim, ...]]:
    """The claims of `page` in the order of `stated`, each shorter wording before the claim it was made from.

    `stated`: what `claim.extraction.claims_from` found in the page's best fragments; the result when no model answers.
    """
    own = [claim for claim in stated if claim.quotation.page_id == page.id]
    shorter: dict[str, list[Claim]] = {}
    dropped: list[str] = []
    model, code = "", NO_MODEL if mind is None else ""
    for run in batches([claim.quotation.text for claim in own], most=SENTENCES_A_REQUEST):
        batch = own[run.start : run.stop]
        answer = await ask_or_fall_back(mind, partial(_request, prompts, page, batch, question), emit)
        if isinstance(answer, RulesFallback):
            code = answer.code
            break  # a model that failed once would fail for the rest of the page, too
        model = answer.model
        for said in answer.value.claims:
            made = _checked(said, batch, page, check, restate)
            if isinstance(made, str):
                dropped.append(made)
            else:
                shorter.setdefault(batch[said.sentence - 1].id, []).append(made)
    found = {claim.id: claim for one in own for claim in (*shorter.get(one.id, ()), one)}
    kept = sum(len(made) for made in shorter.values())
    count = emit_dropped(emit, JOB, page.url, kept, dropped)
    return WorkResult(value=tuple(found.values()), model=model, code=code, dropped=count)


def _request(prompts: PromptSource, page: Page, batch: Sequence[Claim], question: str) -> "ModelRequest[ClaimsAnswer]":
    from tadori.minds.llm.answers import ClaimsAnswer  # lazy: pydantic is slow, and only a model needs it

    words = prompts.render(JOB, template_language(page.lang))
    return ModelRequest(
        job=JOB,
        instructions=words.text,
        data=(
            UntrustedText(name="question", text=question),
            numbered("page", [claim.quotation.text for claim in batch]),
        ),
        answer=ClaimsAnswer,
        longest=min(LONGEST, 60 + 100 * len(batch)),
        template=words.template,
    )


def _checked(
    said: "SaidClaim", batch: Sequence[Claim], page: Page, check: SentenceCheck, restate: Restate
) -> Claim | str:
    """The claim in its new wording, or why it is dropped."""
    if said.sentence > len(batch):
        return "no such sentence"
    claim, text = batch[said.sentence - 1], plain(said.text)
    if has_address(text):
        return "an address"
    if not text or not is_quoted(text, claim.quotation.text, check):
        return "not said"
    made = restate(claim, text, page)
    return "no statement" if made is None else made
