"""Which claims of a task contradict each other, and which say the same, by the edges between them. Pure.

An edge leads from a claim to words of another page; the claims that quote those words are its other end.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tadori.model.claim import Claim, Edge, Quotation, Relation

Neighbours = Mapping[str, tuple[str, ...]]
"""Claim id → ids of the claims it is so related to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RelatedClaims:
    """The relations among the claims of a task; a claim without any is not in them."""

    rivals: Neighbours
    same: Neighbours


def related_claims(claims: Sequence[Claim], edges: Iterable[Edge]) -> RelatedClaims:
    """The rivals of each claim, and the claims that say the same, in the order of `claims`."""
    places: dict[tuple[str, str], list[Claim]] = defaultdict(list)
    known = {claim.id for claim in claims}
    for claim in claims:
        places[_fragment(claim.quotation)].append(claim)
    found: dict[Relation, dict[str, set[str]]] = {Relation.REFUTES: {}, Relation.SUPPORTS: {}}
    for edge in edges:
        if edge.relation not in found or not edge.shown or edge.claim_id not in known:
            continue
        for other in places.get(_fragment(edge.quotation), ()):
            if other.id != edge.claim_id and _overlap(other.quotation, edge.quotation):
                # Both ways: an agreement that covers one side only is shown for that side alone.
                found[edge.relation].setdefault(edge.claim_id, set()).add(other.id)
                if edge.relation is Relation.REFUTES:
                    found[edge.relation].setdefault(other.id, set()).add(edge.claim_id)
    order = {claim.id: number for number, claim in enumerate(claims)}
    rivals, same = (
        {claim_id: tuple(sorted(others, key=order.__getitem__)) for claim_id, others in found[relation].items()}
        for relation in (Relation.REFUTES, Relation.SUPPORTS)
    )
    return RelatedClaims(rivals=rivals, same=same)


def _fragment(quotation: Quotation) -> tuple[str, str]:
    return quotation.page_id, quotation.fragment_id


def _overlap(one: Quotation, other: Quotation) -> bool:
    return min(one.end, other.end) > max(one.start, other.start)
