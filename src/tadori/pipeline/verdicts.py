"""Chooses pairs of claims to judge, and turns verdicts into edges of the graph.

Comes in: claims, and verdicts on pairs of them. Goes out: pairs and edges. Pure, so that `verify` gets the same result.
It judges and stores nothing itself.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from tadori.judge.pairing import is_near, pairs_to_judge
from tadori.minds.base import EvidencePair
from tadori.model.claim import Claim, Edge, Ground, Relation, Stance, StanceVerdict
from tadori.model.thresholds import ANSWER_CONFIDENCE

SCORING: Final = "5"
"""Version of answer scoring; increase it when scoring or comparing changes, so that cached scores expire."""
ANSWERS_JUDGE: Final = f"answers-{SCORING}"
"""Judge name of edges that rest only on the value that the question asks for."""

ClaimPair = tuple[Claim, Claim]
"""(claim, the claim whose words may support or refute it)."""


@dataclass(frozen=True, slots=True)
class AnswerComparison:
    """Two claims that give the same value, or different ones, for what was asked."""

    claim_a: str
    claim_b: str
    ground: str
    agree: bool
    sure: bool


def claim_pairs(claims: Sequence[Claim], *pools: Sequence[Claim]) -> list[ClaimPair]:
    """Pairs of `claims` with claims on the same subject in each pool; each pair once, never with itself."""
    found: dict[tuple[str, str], ClaimPair] = {}
    for pool in pools:
        for a, b in pairs_to_judge(claims, [claim.text for claim in pool]):
            if claims[a].id != pool[b].id:
                found.setdefault((claims[a].id, pool[b].id), (claims[a], pool[b]))
    return list(found.values())


def near_and_far(pairs: Iterable[ClaimPair]) -> tuple[list[ClaimPair], list[ClaimPair]]:
    """(pairs worth a stance model's time, the others).

    Which judge a pair gets depends on the pair alone, so that it never gets two different verdicts.
    """
    near: list[ClaimPair] = []
    far: list[ClaimPair] = []
    for pair in pairs:
        (near if is_near(pair[0].text, pair[1].text) else far).append(pair)
    return near, far


def judging_pair(claim: Claim, other: Claim) -> EvidencePair:
    """The pair in the form that a judge takes: two texts with their dates."""
    return EvidencePair(claim=claim.text, evidence=other.text, claim_date=claim.date, evidence_date=other.date)


def edge_of(claim: Claim, other: Claim, verdict: StanceVerdict, judge: str) -> Edge | None:
    """The edge for a verdict on a pair; None when the verdict is neutral."""
    if verdict.stance is Stance.NEUTRAL or verdict.abstained:
        return None
    return _edge(claim, other, verdict.stance, verdict.confidence, verdict.shown, verdict.grounds, judge)


def answer_edges(compared: Iterable[AnswerComparison], claims: dict[str, Claim]) -> Iterator[Edge]:
    """Edges in both directions between answers that agree or differ in the value asked for."""
    for pair in compared:
        a, b = claims[pair.claim_a], claims[pair.claim_b]
        stance = Stance.SUPPORTS if pair.agree else Stance.REFUTES
        ground = (Ground(rule="answer", detail=pair.ground, weight=1.0 if pair.agree else -1.0),)
        for x, y in ((a, b), (b, a)):
            yield _edge(x, y, stance, ANSWER_CONFIDENCE, pair.sure, ground, ANSWERS_JUDGE)


def _edge(
    claim: Claim,
    other: Claim,
    stance: Stance,
    confidence: float,
    shown: bool,
    grounds: tuple[Ground, ...],
    judge: str,
) -> Edge:
    relation = Relation.SUPPORTS if stance is Stance.SUPPORTS else Relation.REFUTES
    return Edge(
        id=Edge.id_of(claim.id, other.quotation, relation),
        claim_id=claim.id,
        quotation=other.quotation,
        relation=relation,
        confidence=round(confidence, 4),
        shown=shown,
        grounds=grounds,
        judge=judge,
    )
