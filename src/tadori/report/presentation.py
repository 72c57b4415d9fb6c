"""Words a claim as a sentence that a reader understands alone, from its context (X11).

In: a claim. Out: a draft: the claim's own words, with what they leave to their neighbours put in by rule: the subject
in brackets, the header of a table, the lead-in of a list, the speaker; or the sentence before. Each addition stands on
its own quotation. Whether the sentence is what the source says is decided by the gate, not here.
"""

from tadori.model.claim import Claim, Quotation
from tadori.model.ids import JA
from tadori.model.report import Draft
from tadori.text.sentence_forms import attributed, item_sentence, row_sentence, under_heading, with_subject


def presented(claim: Claim, *, in_answer: bool) -> Draft:
    """The draft for a claim, with all quotations that its sentence stands on, the claim's own first."""
    text, quotations = _completed(claim)
    context = claim.context
    if context.lead_in is not None:
        text = item_sentence(context.lead_in.text, text, claim.lang)
        quotations.append(context.lead_in)
    if context.speaker and context.speaker_quotation is not None:
        text = attributed(text, context.speaker, "", claim.lang)
        quotations.append(context.speaker_quotation)
    if context.neighbour is not None:
        text = f"{context.neighbour.text}{'' if claim.lang == JA else ' '}{text}"
        quotations.append(context.neighbour)
    if context.under:
        text = under_heading(text, context.under, claim.lang)
    if context.proviso is not None:
        text = f"{text}{'' if claim.lang == JA else ' '}{context.proviso.text}"
        quotations.append(context.proviso)
    # Line breaks and runs of spaces are the source's layout, and no part of what it says.
    text = " ".join(text.split())
    return Draft(text=text, claim_ids=(claim.id,), quotations=tuple(dict.fromkeys(quotations)), in_answer=in_answer)


def _completed(claim: Claim) -> tuple[str, list[Quotation]]:
    """The claim's words with its table header or its subject, and the quotations they stand on."""
    context, own = claim.context, claim.quotation
    if context.header is not None:
        row = row_sentence(context.header.text, claim.text, claim.lang)
        if row is not None:
            return row, [own, context.header]
    if context.subject and context.subject_quotation is not None:
        filled = with_subject(claim.text, context.subject_start, context.subject_end, context.subject, claim.lang)
        return filled, [own, context.subject_quotation]
    return claim.text, [own]
