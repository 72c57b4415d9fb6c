"""Builds the evidence graph of one task. In: claims, edges, sources. Out: every claim with its standing (L33).

Only shown edges decide. What qualifies a claim stands beside it and moves nothing. Pages that are not admissible
(blocked, or of no quality) neither support nor refute. No I/O, no clock.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tadori.errors import EvidenceBroken
from tadori.graph.confidence import (
    Calibration,
    ClaimEvidence,
    clarity,
    confidence,
    freshness,
    uncalibrated,
    years_between,
)
from tadori.graph.satisfaction import is_satisfied, satisfaction
from tadori.graph.standing import corrected_origins, correction_notes, qualification_notes, standing_of
from tadori.graph.trust import is_admissible, reliability
from tadori.model.claim import Claim, Edge, Ground, Relation
from tadori.model.graph import ClaimStanding, EvidenceGraph, EvidenceSource
from tadori.model.ids import JA, IsoDate, Lang
from tadori.model.thresholds import STALE_BELOW
from tadori.text.naming import names_its_subject, same_topic
from tadori.text.perishable import is_perishable


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphInputs:
    """Everything that the graph of one task is built from."""

    claims: Sequence[Claim]
    edges: Sequence[Edge]
    sources: Sequence[EvidenceSource]
    refutation_searched: Mapping[str, bool] = field(default_factory=dict)
    """By claim id; a claim that is missing was not searched for refutations."""
    answer_scores: Mapping[str, float] = field(default_factory=dict)
    """By claim id, 0 to 1; 0 for a claim that is missing."""
    lang: Lang
    """The language of notes and grounds: the report's."""
    calibration: Calibration = uncalibrated
    as_of: IsoDate | None = None
    """The time the question asks about: evidence from before it is older, what is from after it is not too new."""


class ClaimStandings:
    """The standings of a task's claims, each computed on first use from its own edges and all sources.

    A claim's standing does not depend on which others are looked at: a graph of some claims has the same standings as
    the graph of all.
    """

    def __init__(self, inputs: GraphInputs) -> None:
        newest = _newest(inputs.sources, inputs.as_of)
        self.sources = tuple(_aged(source, newest, inputs.lang) for source in sorted(inputs.sources, key=_before))
        self._inputs = inputs
        self._claims = {claim.id: claim for claim in sorted(inputs.claims, key=lambda claim: claim.id)}
        self._places = {source.page_id: place for place, source in enumerate(self.sources)}
        self._edges: dict[str, dict[str, Edge]] = defaultdict(dict)
        for edge in inputs.edges:
            self._edges[edge.claim_id][edge.id] = edge
        self._by_page = {source.page_id: source for source in self.sources}
        self._newest = newest
        self._share = largest_origin_share(self.sources)
        self._known: dict[str, ClaimStanding] = {}

    def __contains__(self, claim_id: str) -> bool:
        return claim_id in self._claims

    def standing(self, claim_id: str) -> ClaimStanding:
        """The standing of one claim.

        Raises:
            EvidenceBroken: it, or an edge of it, quotes a page that is not among the sources.
        """
        if claim_id not in self._known:
            self._known[claim_id] = self._standing_of(self._claims[claim_id])
        return self._known[claim_id]

    def graph(self, claim_ids: Collection[str] | None = None) -> EvidenceGraph:
        """The graph of these claims, of all where none are named. Raises `EvidenceBroken`."""
        wanted = self._claims if claim_ids is None else [one for one in self._claims if one in set(claim_ids)]
        return EvidenceGraph(
            sources=self.sources,
            claims=tuple(self.standing(claim_id) for claim_id in wanted),
            largest_origin_share=self._share,
        )

    def _standing_of(self, claim: Claim) -> ClaimStanding:
        edges, sources, lang = self._edges_of(claim), self._by_page, self._inputs.lang
        missing = sorted({e.quotation.page_id for e in edges} - sources.keys())
        if missing:
            raise EvidenceBroken(f"claim {claim.id} quotes page {missing[0]}, which is not among the sources")

        def standing_on(chosen: Sequence[Edge]) -> list[EvidenceSource]:
            return [sources[page] for page in dict.fromkeys(edge.quotation.page_id for edge in chosen)]

        admissible = [edge for edge in edges if is_admissible(sources[edge.quotation.page_id])]
        supporting = tuple(
            e for e in admissible if e.relation is Relation.SUPPORTS and e.shown and self._speaks_of_it(claim, e)
        )
        refuting = tuple(e for e in admissible if e.relation is Relation.REFUTES and e.shown)
        qualifying = tuple(e for e in admissible if e.relation is Relation.QUALIFIES)
        corrected = corrected_origins(supporting, refuting, sources)
        undone = corrected_origins(refuting, supporting, sources)
        behind = [source for source in standing_on(supporting) if source.origin not in corrected]
        against = standing_on(refuting)
        origins = _primary_first(behind)
        has_primary = any(source.is_primary for source in behind)
        evidence = ClaimEvidence(
            supporting=behind,
            against=[source for source in against if source.origin not in undone],
            newest=self._newest,
            refutation_searched=self._inputs.refutation_searched.get(claim.id, False),
            as_of=self._inputs.as_of,
            outdated=[source for source in against if source.origin in undone],
            fit=self._inputs.answer_scores.get(claim.id, 0.0),
            clarity=clarity(claim.context),
            perishable=is_perishable(claim.text, claim.lang),
        )
        # A claim whose only pages are not admissible keeps its own words as support, but no origin counts for it.
        supporting = supporting or tuple(e for e in edges if e.quotation == claim.quotation)
        measured = confidence(evidence, lang, self._inputs.calibration)
        notes = (*correction_notes(supporting, refuting, sources, lang), *qualification_notes(qualifying, lang))
        return ClaimStanding(
            claim=claim,
            standing=standing_of(supporting, refuting, sources),
            supporting=supporting,
            refuting=refuting,
            origins=origins,
            has_primary=has_primary,
            satisfaction=satisfaction(len(origins), has_primary=has_primary),
            satisfied=is_satisfied(len(origins), has_primary=has_primary),
            confidence=replace(measured, grounds=measured.grounds + notes),
            answer_score=self._inputs.answer_scores.get(claim.id, 0.0),
            qualifying=qualifying,
        )

    def _speaks_of_it(self, claim: Claim, edge: Edge) -> bool:
        """Whether the same words on another page speak of the same thing: `The default is 10.` may stand anywhere."""
        if edge.quotation.text != claim.quotation.text or edge.quotation.page_id == claim.quotation.page_id:
            return True
        if claim.context.subject or names_its_subject(claim.text, claim.lang):
            return True
        one, other = self._by_page[claim.quotation.page_id], self._by_page[edge.quotation.page_id]
        return same_topic(one.title, one.lang, other.title, other.lang)

    def _edges_of(self, claim: Claim) -> list[Edge]:
        """A claim is supported by the words it was read from, whether or not an edge says so (L33)."""
        own = own_edge(claim)
        mine = self._edges[claim.id]
        mine.setdefault(own.id, own)

        def order(edge: Edge) -> tuple[int, int, int, str]:
            at = edge.quotation
            return (self._places.get(at.page_id, len(self._places)), at.start, at.end, edge.relation.value)

        return sorted(mine.values(), key=order)


def build_graph(inputs: GraphInputs) -> EvidenceGraph:
    """Each claim with its edges, standing, satisfaction and confidence, all in the order that `EvidenceGraph` names.

    Raises:
        EvidenceBroken: an edge or claim quotes a page that is not among the sources.
    """
    return ClaimStandings(inputs).graph()


def rebuilt_graph(
    graph: EvidenceGraph, *, lang: Lang, as_of: IsoDate | None, calibration: Calibration
) -> EvidenceGraph:
    """The graph built again from `graph`'s own sources, claims and edges: equal to it, unless somebody changed it.

    Raises:
        EvidenceBroken: an edge or claim quotes a page that is not among its sources.
    """
    return build_graph(
        GraphInputs(
            claims=[standing.claim for standing in graph.claims],
            edges=[e for s in graph.claims for e in (*s.supporting, *s.refuting, *s.may_conflict, *s.qualifying)],
            sources=graph.sources,
            refutation_searched={s.claim.id: s.confidence.refutation_searched for s in graph.claims},
            answer_scores={s.claim.id: s.answer_score for s in graph.claims},
            lang=lang,
            calibration=calibration,
            as_of=as_of,
        )
    )


def largest_origin_share(sources: Sequence[EvidenceSource]) -> float:
    """The share of pages that belong to the largest origin; 0 without pages."""
    counts = Counter(source.origin for source in sources)
    return max(counts.values()) / len(sources) if sources else 0.0


def _newest(sources: Sequence[EvidenceSource], as_of: IsoDate | None) -> IsoDate | None:
    newest = max((source.date for source in sources if source.date), default=None)
    return newest if newest is None or as_of is None else min(newest, as_of)


def _aged(source: EvidenceSource, newest: IsoDate | None, lang: Lang) -> EvidenceSource:
    """The source with a note where it is out of date against the rest, or against the time asked about (L32)."""
    if source.date is None or newest is None or freshness(source.date, newest) >= STALE_BELOW:
        return source
    years = int(years_between(source.date, newest))
    note = f"基準の{newest}より{years}年古い資料" if lang == JA else f"{years} years older than {newest}"
    # A graph that is built again from its own sources has the note already.
    return source if note in source.notes else replace(source, notes=(*source.notes, note))


def _before(source: EvidenceSource) -> tuple[bool, float, str, str, str]:
    """The sort key of sources. Ids come last of all: they name addresses, which differ from folder to folder."""
    return (not source.is_primary, -reliability(source), source.title, source.url, source.page_id)


def own_edge(claim: Claim) -> Edge:
    """The edge by which a claim supports itself: the words it was read from."""
    return Edge(
        id=Edge.id_of(claim.id, claim.quotation, Relation.SUPPORTS),
        claim_id=claim.id,
        quotation=claim.quotation,
        relation=Relation.SUPPORTS,
        confidence=1.0,
        shown=True,
        grounds=(Ground(rule="identical", detail="the words the claim was read from", weight=1.0),),
    )


def _primary_first(sources: Sequence[EvidenceSource]) -> tuple[str, ...]:
    primary = {source.origin for source in sources if source.is_primary}
    found = dict.fromkeys(source.origin for source in sources)
    return tuple(sorted(found, key=lambda origin: origin not in primary))
