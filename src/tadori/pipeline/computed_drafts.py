"""Makes the drafts of calculated sentences: fixed words around quoted sentences, code and result (D10).

Comes in: the graph, a task's computations and what was chosen as the answer. Goes out: drafts for the compiler, which
decides. Pure. A computation whose claim is no longer in the graph, because its page was withdrawn, has no draft.
"""

from collections.abc import Mapping, Sequence

from tadori.judge.reading import evidence_sentences
from tadori.model.claim import Claim, Quotation
from tadori.model.computation import Computation, Computed, ComputedInput, OperandPlace
from tadori.model.graph import EvidenceGraph
from tadori.model.ids import Lang
from tadori.model.report import Draft
from tadori.model.sealing import AnswerChoice
from tadori.report.presentation import presented
from tadori.text.code_form import INPUT_NAMES
from tadori.text.computed_sentences import QuotedNumbers, computed_sentence
from tadori.text.operand_numbers import written_numbers


def computed_drafts(
    graph: EvidenceGraph, computations: Sequence[Computation], choice: AnswerChoice, lang: Lang
) -> tuple[Draft, ...]:
    """The drafts in the order in which they were calculated, none twice."""
    claims = {standing.claim.id: standing.claim for standing in graph.claims}
    chosen = frozenset(one.claim_id for one in choice.claims)
    drafts = [
        computed_draft(
            one, claims, lang, in_answer=belongs_to_answer([place.claim_id for place in one.operands], chosen)
        )
        for one in computations
        if all(place.claim_id in claims for place in one.operands)
    ]
    return tuple({draft.text: draft for draft in drafts}.values())


def belongs_to_answer(claim_ids: Sequence[str], chosen: frozenset[str]) -> bool:
    """A calculated sentence stands in the answer where all that it was calculated from does."""
    return chosen.issuperset(claim_ids)


def computed_draft(computation: Computation, claims: Mapping[str, Claim], lang: Lang, *, in_answer: bool) -> Draft:
    """The sentence of a computation, standing on the quotations of its claims."""
    order = list(dict.fromkeys(place.claim_id for place in computation.operands))
    shown = {claim_id: presented(claims[claim_id], in_answer=in_answer) for claim_id in order}
    quotations = tuple(dict.fromkeys(quotation for claim_id in order for quotation in shown[claim_id].quotations))
    named = tuple(zip(INPUT_NAMES, computation.operands, strict=False))
    quoted = [
        QuotedNumbers(
            sentence=shown[claim_id].text,
            numbers=tuple((name, place.written) for name, place in named if place.claim_id == claim_id),
        )
        for claim_id in order
    ]
    inputs = tuple(
        ComputedInput(name=name, value=place.written, quotation=_place(place, shown[place.claim_id], quotations))
        for name, place in named
    )
    computed = Computed(code=computation.code, inputs=inputs, result=computation.result, by=computation.by)
    return Draft(
        text=computed_sentence(quoted, computation.code, computation.result, lang),
        claim_ids=tuple(order),
        quotations=quotations,
        in_answer=in_answer,
        computed=computed,
    )


def _place(place: OperandPlace, shown: Draft, quotations: Sequence[Quotation]) -> int:
    """The quotation that holds the number; the claim's own where none does, and then the check refuses the sentence."""
    holding = (quotation for quotation in shown.quotations if _holds(place.written, quotation.text))
    return quotations.index(next(holding, shown.quotations[0]))


def _holds(written: str, text: str) -> bool:
    return any(one.written == written for words in evidence_sentences(text) for one in written_numbers(words))
