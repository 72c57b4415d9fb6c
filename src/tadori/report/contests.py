"""Contested points: each contested claim beside what refutes it, both with their sources, never averaged.

Every contested claim is shown in at least one pair; a pair whose two claims have both been shown is left out, because
ten sentences against ten others would be a hundred pairs.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tadori.model.claim import Edge
from tadori.model.doors import SentenceCheck
from tadori.model.graph import ClaimStanding
from tadori.model.report import Contest, Draft, Sentence
from tadori.report.citations import CitationBook
from tadori.report.evidence import ArchivedEvidence, overlap
from tadori.report.gate import ground_words, sentence_refusal
from tadori.report.sentence import checked_sentence
from tadori.report.words import phrase

SAME_WORDS = 0.8
"""A refuting quotation that lies to this share within a claim's own words is that claim."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestContext:
    """Who may speak, and who has spoken."""

    evidence: ArchivedEvidence
    check: SentenceCheck
    book: CitationBook
    printed: Mapping[str, Sentence]
    """Checked sentences by the claim they state."""
    heard: set[str] = field(default_factory=set)
    """Ids of claims that already stand in a pair."""


def contests(floor: ContestContext) -> tuple[Contest, ...]:
    """All pairs, in the order in which their claims are printed."""
    found = [contest for claim_id in floor.printed for contest in _contests_of(claim_id, floor)]
    return tuple(found)


def _contests_of(claim_id: str, floor: ContestContext) -> list[Contest]:
    standing = floor.evidence.claims[claim_id]
    edges = sorted(standing.refuting, key=lambda edge: -edge.confidence)
    found: list[Contest] = []
    for edge in edges:
        other = _opponent(standing, edge, floor)
        if other is None or (claim_id in floor.heard and other.claim.id in floor.heard):
            continue
        side = _side(other, edge, floor)
        if side is not None:
            floor.heard.update((claim_id, other.claim.id))
            found.append(_contest((floor.printed[claim_id], side), edge, floor))
    if edges and claim_id not in floor.heard:
        floor.heard.add(claim_id)
        found.append(_contest((floor.printed[claim_id],), edges[0], floor))
    return found


def _opponent(standing: ClaimStanding, edge: Edge, floor: ContestContext) -> ClaimStanding | None:
    """The claim that speaks through a refuting edge: one that is refuted in turn, or that is those very words."""

    def rank(other: ClaimStanding) -> tuple[bool, bool, int, str]:
        return (
            not _refutes(standing, other),
            other.claim.id not in floor.printed,
            -_shared(other, edge),
            other.claim.id,
        )

    others = [
        other
        for other in floor.evidence.standing_on(edge.quotation.page_id)
        if other.claim.id != standing.claim.id and _may_speak(other, standing, edge)
    ]
    return min(others, key=rank, default=None)


def _may_speak(other: ClaimStanding, standing: ClaimStanding, edge: Edge) -> bool:
    shared = _shared(other, edge)
    length = edge.quotation.end - edge.quotation.start
    return shared > 0 and (_refutes(standing, other) or shared >= SAME_WORDS * length)


def _shared(other: ClaimStanding, edge: Edge) -> int:
    return max((overlap(own.quotation, edge.quotation) for own in other.supporting), default=0)


def _refutes(standing: ClaimStanding, other: ClaimStanding) -> bool:
    """Whether `other` is refuted by words `standing` stands on."""
    return any(overlap(own.quotation, e.quotation) for own in standing.supporting for e in other.refuting)


def _side(other: ClaimStanding, edge: Edge, floor: ContestContext) -> Sentence | None:
    """The other claim's sentence: printed already, or put through the same gate; None when it does not pass."""
    if other.claim.id in floor.printed:
        return floor.printed[other.claim.id]
    own = max(other.supporting, key=lambda e: overlap(e.quotation, edge.quotation))
    draft = Draft(text=other.claim.text, claim_ids=(other.claim.id,), quotations=(own.quotation,), in_answer=False)
    if sentence_refusal(draft, floor.evidence, floor.check) is not None:
        return None
    return checked_sentence(draft, floor.evidence, floor.book)


def _contest(sides: tuple[Sentence, ...], edge: Edge, floor: ContestContext) -> Contest:
    """Where no claim speaks for the other side, its words stand there as they are in the archive."""
    lang = floor.evidence.lang
    words = ground_words((ground for ground in edge.grounds if ground.weight < 0), lang)
    return Contest(
        point=words[0] if words else phrase("disagree", lang),
        sides=sides,
        grounds=tuple(words),
        quoted=floor.book.numbers(floor.evidence.sound([edge])) if len(sides) == 1 else (),
    )
