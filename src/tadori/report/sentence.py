"""Turns checked and refused drafts into printed sentences and claims, and quotations into citation numbers.

In: drafts after the gate, and the archived evidence. Out: `Sentence` and `ReportClaim`. Nothing is decided here.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tadori.model.claim import Edge, Quotation
from tadori.model.grading import DerivationStep, Grade, SentenceVerdict
from tadori.model.graph import ClaimStanding, Standing
from tadori.model.report import Draft, ReportClaim, Sentence
from tadori.model.thresholds import RELIABILITY
from tadori.report.caveat import caveat
from tadori.report.citations import CitationBook
from tadori.report.computed import cited_inputs
from tadori.report.evidence import ArchivedEvidence
from tadori.report.quotations import LocatedQuotation

# A sentence that rests on several claims gets the worst of their standings.
_WORST_FIRST = (Standing.CONTESTED, Standing.SINGLE_SOURCE, Standing.CORROBORATED)


@dataclass(frozen=True, slots=True, kw_only=True)
class GradedDraft:
    """A draft that passed the gate, with its verdict."""

    draft: Draft
    verdict: SentenceVerdict


def checked_sentence(graded: GradedDraft, evidence: ArchivedEvidence, book: CitationBook) -> Sentence:
    """A sentence that has passed the gate. One that rests on several claims is as strong as the weakest."""
    draft = graded.draft
    standings = [evidence.claims[claim_id] for claim_id in draft.claim_ids]
    weakest = _weakest(standings)
    cited = [
        place for quotation in draft.quotations if isinstance(place := evidence.locate(quotation), LocatedQuotation)
    ]
    citations = book.numbers(sorted(cited, key=lambda place: not place.source.is_primary))
    code = None if draft.code is None else evidence.locate(draft.code)
    return Sentence(
        text=draft.text,
        claim_ids=draft.claim_ids,
        citations=citations,
        checked=True,
        reason="",
        standing=min((s.standing for s in standings), key=_WORST_FIRST.index),
        confidence=weakest.confidence.value,
        caveat=caveat(weakest, evidence.lang),
        grade=graded.verdict.grade,
        steps=tuple(_cited_step(step, draft, evidence, book) for step in graded.verdict.steps),
        votes=draft.votes if graded.verdict.grade is Grade.JUDGED else (),
        facet=draft.facet,
        value=draft.value,
        code=book.numbers([code])[0] if isinstance(code, LocatedQuotation) else 0,
        computed=cited_inputs(draft, evidence, book),
    )


def _cited_step(step: DerivationStep, draft: Draft, evidence: ArchivedEvidence, book: CitationBook) -> DerivationStep:
    """A step with the numbers of the citations it stands on."""
    places = [evidence.locate(draft.quotations[index]) for index in step.quotations]
    numbers = book.numbers(place for place in places if isinstance(place, LocatedQuotation))
    return replace(step, quotations=numbers)


def unchecked_sentence(draft: Draft, reason: str, evidence: ArchivedEvidence, book: CitationBook) -> Sentence:
    """A sentence that has not passed. It cites only words that were found: a reader may look up what they say."""
    cited = [
        place for quotation in draft.quotations if isinstance(place := evidence.locate(quotation), LocatedQuotation)
    ]
    return Sentence(
        text=draft.text,
        claim_ids=tuple(claim_id for claim_id in draft.claim_ids if claim_id in evidence.claims),
        citations=book.numbers(cited),
        checked=False,
        reason=reason,
        standing=None,
        confidence=None,
        caveat="",
        grade=Grade.NOT_CHECKED,
        computed=cited_inputs(draft, evidence, book),
    )


def report_claim(graded: GradedDraft, evidence: ArchivedEvidence, book: CitationBook) -> ReportClaim:
    """A checked sentence with everything for and against the claims it rests on."""
    draft = graded.draft
    standings = [evidence.claims[claim_id] for claim_id in draft.claim_ids]
    supporting = _edges(edge for s in standings for edge in s.supporting)
    against = _edges(edge for s in standings for edge in s.refuting)
    qualifying = _edges(edge for s in standings for edge in s.qualifying)
    return ReportClaim(
        sentence=checked_sentence(graded, evidence, book),
        confidence=_weakest(standings).confidence,
        supporting=book.numbers(_primary_first(supporting, draft.quotations, evidence)),
        against=book.numbers(evidence.located(against)),
        independent_origins=min(len(s.origins) for s in standings),
        qualifying=book.numbers(evidence.located(qualifying)),
    )


def _weakest(standings: Sequence[ClaimStanding]) -> ClaimStanding:
    return min(standings, key=lambda s: (s.confidence.value, s.claim.id))


def _edges(edges: Iterable[Edge]) -> list[Edge]:
    """Each edge once, the surest first, equally sure ones in the order of the graph."""
    return sorted({edge.id: edge for edge in edges}.values(), key=lambda edge: -edge.confidence)


def _primary_first(
    edges: Sequence[Edge], own: Sequence[Quotation], evidence: ArchivedEvidence
) -> list[LocatedQuotation]:
    """Primary sources, then the words the sentence itself quotes, then the more reliable."""
    quoted = {(q.page_id, q.start, q.end) for q in own}

    def order(place: LocatedQuotation) -> tuple[bool, bool, float]:
        quotation, source = place.quotation, place.source
        mine = (quotation.page_id, quotation.start, quotation.end) in quoted
        return (not source.is_primary, not mine, -RELIABILITY[source.trust])

    return sorted(evidence.located(edges), key=order)
