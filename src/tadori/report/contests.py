"""Finds contested points: each contested claim beside the claim that refutes it, both with their sources, never
averaged.

In: archived evidence and the printed sentences. Out: `Contest` pairs. Every contested claim is shown in at least one
pair; a pair whose two claims have both been shown is left out, because ten sentences against ten others would be a
hundred pairs.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from tadori.model.claim import Edge
from tadori.model.doors import SentenceCheck
from tadori.model.evidence_thresholds import SAME_CLAIM_SHARE
from tadori.model.grading import Grade
from tadori.model.graph import ClaimStanding
from tadori.model.report import Contest, Sentence
from tadori.report.citations import CitationBook
from tadori.report.evidence import ArchivedEvidence, overlap
from tadori.report.gate import SentenceRefusal, gate_verdict, ground_words
from tadori.report.presentation import presented
from tadori.report.sentence import GradedDraft, checked_sentence
from tadori.report.words import phrase


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestContext:
    """What finding contests needs, and which claims were shown so far."""

    evidence: ArchivedEvidence
    check: SentenceCheck
    book: CitationBook
    printed: Mapping[str, Sentence]
    """Checked sentences by the claim they state."""
    lowest: Grade = Grade.DERIVED
    shown: set[str] = field(default_factory=set)
    """Ids of claims that already stand in a pair."""


def contests(context: ContestContext) -> tuple[Contest, ...]:
    """All pairs, in the order in which their claims are printed."""
    found = [contest for claim_id in context.printed for contest in _contests_of(claim_id, context)]
    return tuple(found)


def _contests_of(claim_id: str, context: ContestContext) -> list[Contest]:
    standing = context.evidence.claims[claim_id]
    edges = sorted(standing.refuting, key=lambda edge: -edge.confidence)
    found: list[Contest] = []
    for edge in edges:
        other = _opponent(standing, edge, context)
        if other is None or (claim_id in context.shown and other.claim.id in context.shown):
            continue
        side = _side(other, edge, context)
        if side is not None:
            context.shown.update((claim_id, other.claim.id))
            found.append(_contest((context.printed[claim_id], side), edge, context))
    # No opposing claim passed the gate: the claim is shown beside the refuting words alone.
    if edges and claim_id not in context.shown:
        context.shown.add(claim_id)
        found.append(_contest((context.printed[claim_id],), edges[0], context))
    return found


def _opponent(standing: ClaimStanding, edge: Edge, context: ContestContext) -> ClaimStanding | None:
    """The claim behind a refuting edge: one that is refuted in turn, or one with those very words."""

    def rank(other: ClaimStanding) -> tuple[bool, bool, int, str]:
        return (
            not _refutes(standing, other),
            other.claim.id not in context.printed,
            -_shared(other, edge),
            other.claim.id,
        )

    others = [
        other
        for other in context.evidence.claims_on(edge.quotation.page_id)
        if other.claim.id != standing.claim.id and _may_oppose(other, standing, edge)
    ]
    return min(others, key=rank, default=None)


def _may_oppose(other: ClaimStanding, standing: ClaimStanding, edge: Edge) -> bool:
    shared = _shared(other, edge)
    length = edge.quotation.end - edge.quotation.start
    return shared > 0 and (_refutes(standing, other) or shared >= SAME_CLAIM_SHARE * length)


def _shared(other: ClaimStanding, edge: Edge) -> int:
    return max((overlap(own.quotation, edge.quotation) for own in other.supporting), default=0)


def _refutes(standing: ClaimStanding, other: ClaimStanding) -> bool:
    """Whether `other` is refuted by words that support `standing`."""
    return any(overlap(own.quotation, e.quotation) for own in standing.supporting for e in other.refuting)


def _side(other: ClaimStanding, edge: Edge, context: ContestContext) -> Sentence | None:
    """The other claim's sentence: printed already, or put through the same gate; None when it does not pass."""
    if other.claim.id in context.printed:
        return context.printed[other.claim.id]
    own = max(other.supporting, key=lambda e: overlap(e.quotation, edge.quotation))
    draft = presented(replace(other.claim, quotation=own.quotation), in_answer=False)
    verdict = gate_verdict(draft, context.evidence, context.check, context.lowest)
    if isinstance(verdict, SentenceRefusal):
        return None
    return checked_sentence(GradedDraft(draft=draft, verdict=verdict), context.evidence, context.book)


def _contest(sides: tuple[Sentence, ...], edge: Edge, context: ContestContext) -> Contest:
    """Where no claim represents the other side, its words are cited as they are in the archive."""
    lang = context.evidence.lang
    words = ground_words((ground for ground in edge.grounds if ground.weight < 0), lang)
    return Contest(
        point=words[0] if words else phrase("disagree", lang),
        sides=sides,
        grounds=tuple(words),
        quoted=context.book.numbers(context.evidence.located([edge])) if len(sides) == 1 else (),
    )
