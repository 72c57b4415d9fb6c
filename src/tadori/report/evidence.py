"""The part of the graph that a report may use: claims with only those edges whose words are in the archive.

In: material and archive. Out: `ArchivedEvidence`. Where an edge does not hold, the claim has fewer origins than in the
graph, and its standing and confidence are lowered; never raised.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from tadori.model.claim import Edge, Quotation
from tadori.model.doors import TextArchive
from tadori.model.evidence_thresholds import CORROBORATED_FROM
from tadori.model.graph import ClaimStanding, Confidence, EvidenceSource, Standing
from tadori.model.ids import Lang
from tadori.model.report import Material
from tadori.report.presentation import presented
from tadori.report.quotations import LocatedQuotation, LocatedQuotations, QuotationFlaw, locate_quotations
from tadori.report.words import phrase


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivedEvidence:
    """Claims whose words are in the archive, and where each quotation was found."""

    lang: Lang
    quotations: LocatedQuotations
    claims: Mapping[str, ClaimStanding]
    """Those that drafts name and those that speak against them, with sound edges only."""
    by_page: Mapping[str, tuple[ClaimStanding, ...]]
    """The same claims by the pages they stand on."""
    lost: tuple[tuple[Quotation, QuotationFlaw], ...]
    """Quotations of edges that do not hold."""

    def locate(self, quotation: Quotation) -> LocatedQuotation | QuotationFlaw:
        return self.quotations[quotation]

    def claims_on(self, page_id: str) -> tuple[ClaimStanding, ...]:
        return self.by_page.get(page_id, ())

    def located(self, edges: Iterable[Edge]) -> list[LocatedQuotation]:
        """The quotations of those edges that were found in the archive."""
        found = (self.quotations[edge.quotation] for edge in edges)
        return [place for place in found if isinstance(place, LocatedQuotation)]


def archived_evidence(material: Material, archive: TextArchive) -> ArchivedEvidence:
    """The evidence of `material`, as far as the archive confirms it."""
    claims = _claims_in_play(material)
    edges = [edge for standing in claims.values() for edge in _edges(standing)]
    sources = {source.page_id: source for source in material.graph.sources}
    found = locate_quotations(
        [
            *(q for draft in material.drafts for q in draft.quotations),
            *(draft.code for draft in material.drafts if draft.code is not None),
            *(edge.quotation for edge in edges),
            *(q for standing in claims.values() for q in presented(standing.claim, in_answer=False).quotations),
        ],
        pages={page.page_id: page for page in material.pages},
        sources=sources,
        archive=archive,
    )
    sound = {
        claim_id: _with_located_edges(standing, found, sources, material.lang) for claim_id, standing in claims.items()
    }
    lost = {edge.quotation: flaw for edge in edges if isinstance(flaw := found[edge.quotation], QuotationFlaw)}
    return ArchivedEvidence(
        lang=material.lang,
        quotations=found,
        claims=sound,
        by_page=_by_page(sound.values()),
        lost=tuple(lost.items()),
    )


def overlap(a: Quotation, b: Quotation) -> int:
    """How many characters of one page two quotations share."""
    return max(0, min(a.end, b.end) - max(a.start, b.start)) if a.page_id == b.page_id else 0


def _claims_in_play(material: Material) -> dict[str, ClaimStanding]:
    """Claims that drafts name, and claims supported by words which refute one of those."""
    every = {standing.claim.id: standing for standing in material.graph.claims}
    named = dict.fromkeys(claim_id for draft in material.drafts for claim_id in draft.claim_ids if claim_id in every)
    against: dict[str, list[Quotation]] = {}
    for claim_id in named:
        for edge in every[claim_id].refuting:
            against.setdefault(edge.quotation.page_id, []).append(edge.quotation)
    opposing = (
        claim_id
        for claim_id, standing in every.items()
        if any(overlap(e.quotation, q) for e in standing.supporting for q in against.get(e.quotation.page_id, ()))
    )
    return {claim_id: every[claim_id] for claim_id in dict.fromkeys([*named, *opposing])}


def _by_page(standings: Iterable[ClaimStanding]) -> dict[str, tuple[ClaimStanding, ...]]:
    found: dict[str, list[ClaimStanding]] = {}
    for standing in standings:
        for page_id in dict.fromkeys(edge.quotation.page_id for edge in standing.supporting):
            found.setdefault(page_id, []).append(standing)
    return {page_id: tuple(mine) for page_id, mine in found.items()}


def _edges(standing: ClaimStanding) -> tuple[Edge, ...]:
    return standing.supporting + standing.refuting + standing.may_conflict + standing.qualifying


def _with_located_edges(
    standing: ClaimStanding, found: LocatedQuotations, sources: Mapping[str, EvidenceSource], lang: Lang
) -> ClaimStanding:
    def holding(edges: tuple[Edge, ...]) -> tuple[Edge, ...]:
        return tuple(edge for edge in edges if isinstance(found[edge.quotation], LocatedQuotation))

    supporting = holding(standing.supporting)
    held = {sources[edge.quotation.page_id].origin for edge in supporting}
    origins = tuple(origin for origin in standing.origins if origin in held)
    single = standing.standing is Standing.CORROBORATED and len(origins) < CORROBORATED_FROM
    return replace(
        standing,
        standing=Standing.SINGLE_SOURCE if single else standing.standing,
        supporting=supporting,
        refuting=holding(standing.refuting),
        qualifying=holding(standing.qualifying),
        origins=origins,
        has_primary=any(sources[edge.quotation.page_id].is_primary for edge in supporting),
        confidence=_lowered(standing, supporting, origins, lang),
    )


def _lowered(standing: ClaimStanding, supporting: tuple[Edge, ...], origins: tuple[str, ...], lang: Lang) -> Confidence:
    """The confidence, scaled by the share of origins that still hold, with a ground that says so."""
    confidence, lost = standing.confidence, len(standing.supporting) - len(supporting)
    if not lost:
        return confidence
    share = len(origins) / max(1, len(standing.origins))
    ground = phrase("lost_evidence", lang, n=lost)
    return replace(confidence, value=round(confidence.value * share, 4), grounds=(*confidence.grounds, ground))
