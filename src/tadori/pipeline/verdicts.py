"""Compares claims by their frames and turns what was found into edges of the graph, on both sides.

Comes in: claims with their titles and headings, and a judge of stances. Goes out: edges. Frames decide; a stance model
may veto what they found, and never finds anything itself (decision 034). Pure, so that `verify` gets the same result.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from tadori.judge.frames.framed import ClaimRelation, FramedClaim, relation_between
from tadori.judge.frames.values import FrameRelation
from tadori.judge.pairing import pairs_to_compare
from tadori.minds.base import EvidencePair
from tadori.model.claim import Claim, Edge, Ground, Relation, Stance, StanceVerdict
from tadori.model.thresholds import FRAME_CONFIDENCE

FRAMES: Final = "frames-1"
"""Version of the rules that fill and compare frames; it stands before the judge that could veto."""

_RELATIONS: Final = {
    FrameRelation.SAME: Relation.SUPPORTS,
    FrameRelation.EXCLUDES: Relation.REFUTES,
    FrameRelation.QUALIFIES: Relation.QUALIFIES,
}
_WEIGHTS: Final = {Relation.SUPPORTS: 1.0, Relation.REFUTES: -1.0, Relation.QUALIFIES: 0.0}


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedPair:
    """Two claims and what their frames say."""

    first: FramedClaim
    second: FramedClaim
    relation: ClaimRelation

    @property
    def for_judge(self) -> EvidencePair:
        """The pair as a judge takes it, with what each sentence leaves open filled in."""
        a, b = self.first, self.second
        return EvidencePair(claim=a.whole, evidence=b.whole, claim_date=a.claim.date, evidence_date=b.claim.date)


def compared_pairs(claims: Sequence[FramedClaim], *pools: Sequence[FramedClaim]) -> list[ComparedPair]:
    """Pairs of `claims` with claims of each pool that agree, contradict or qualify each other; each pair once."""
    found: dict[frozenset[str], ComparedPair] = {}
    for pool in pools:
        for a, b in pairs_to_compare(claims, pool):
            first, second = sorted((claims[a], pool[b]), key=lambda framed: framed.claim.id)
            both = frozenset((first.claim.id, second.claim.id))
            if len(both) < 2 or both in found or _one_page(first.claim, second.claim):
                continue
            relation = relation_between(first, second)
            if relation is not None:
                found[both] = ComparedPair(first=first, second=second, relation=relation)
    return list(found.values())


def _one_page(a: Claim, b: Claim) -> bool:
    """A page neither corroborates nor contests itself."""
    return a.quotation.page_id == b.quotation.page_id


def is_vetoed(pair: ComparedPair, verdict: StanceVerdict) -> bool:
    """Whether a stance model found the contrary of what the frames say."""
    against = {FrameRelation.SAME: Stance.REFUTES, FrameRelation.EXCLUDES: Stance.SUPPORTS}
    return verdict.shown and verdict.stance is against.get(pair.relation.relation)


def edges_of_pair(pair: ComparedPair, judge: str) -> Iterator[Edge]:
    """The two edges of a pair, one on each side; agreement that covers only a part of a claim is not shown for it."""
    a, b, relation = pair.first.claim, pair.second.claim, pair.relation
    partly = relation.relation is FrameRelation.SAME
    yield _edge(a, b, relation, judge, shown=relation.covers_first or not partly)
    yield _edge(b, a, relation, judge, shown=relation.covers_second or not partly)


def frames_judge(veto: str) -> str:
    """Judge name of edges that rest on frames and that the judge `veto` did not veto."""
    return f"{FRAMES}/{veto}"


def _edge(claim: Claim, other: Claim, found: ClaimRelation, judge: str, *, shown: bool) -> Edge:
    relation = _RELATIONS[found.relation]
    return Edge(
        id=Edge.id_of(claim.id, other.quotation, relation),
        claim_id=claim.id,
        quotation=other.quotation,
        relation=relation,
        confidence=FRAME_CONFIDENCE,
        shown=shown,
        grounds=(Ground(rule=found.kind, detail=found.words, weight=_WEIGHTS[relation]),),
        judge=judge,
    )
