"""Judges the edges of a sealed graph again.

Comes in: a graph, the pages extracted again, the installed judges. Goes out: a `Problem` for each verdict that differs
or was left out, and how many verdicts came from judges that are not installed here.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from tadori.claim.extraction import claim_id, claim_key
from tadori.graph.build import own_edge
from tadori.graph.trust import is_admissible
from tadori.judge.frames.framed import FramedClaim
from tadori.judge.judge import Judge
from tadori.model.claim import Claim, Edge
from tadori.model.doors import SentenceCheck
from tadori.model.grading import Grade, QuotedPassage
from tadori.model.graph import EvidenceGraph
from tadori.model.page import heading_texts
from tadori.model.sealing import CompilerInputs
from tadori.model.verification import Problem
from tadori.pipeline.verdicts import compared_pairs, edges_of_pair, frames_judge, is_vetoed
from tadori.pipeline.verification.chain import quoted_span
from tadori.pipeline.verification.reread import RereadPages

OWN_WORDS: Final = "identical"
"""Rule name of the edge between a claim and the words that it was read from."""


@dataclass(slots=True)
class ReweighResult:
    """The result of judging again."""

    problems: list[Problem] = field(default_factory=list)
    given_again: int = 0
    not_given_again: Counter[str] = field(default_factory=Counter)
    """Judge version → number of its verdicts, for judges that are not installed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgingTools:
    """Everything that is needed to compare again."""

    judges: Mapping[str, Judge]
    """Judges by version."""
    check: SentenceCheck
    again: RereadPages
    expects_all: bool = True
    """Whether an edge that is missing is a fault: not where older rules made the graph."""


def reweigh_graph(graph: EvidenceGraph, inputs: CompilerInputs, scales: JudgingTools) -> ReweighResult:
    """Judge every edge of `graph` again, and look for edges that should be there."""
    found = ReweighResult()
    claims = {standing.claim.id: standing.claim for standing in graph.claims}
    edges = {e.id: e for s in graph.claims for e in (*s.supporting, *s.refuting, *s.may_conflict, *s.qualifying)}
    _weigh_own(list(edges.values()), claims, scales.check, found)
    _weigh_compared(list(edges.values()), claims, scales, found)
    # With a judge missing, its edges cannot be expected, and their absence proves nothing.
    if scales.expects_all and not found.not_given_again:
        found.problems += _left_out(graph, inputs, scales, edges)
    return found


def _weigh_own(edges: Sequence[Edge], claims: Mapping[str, Claim], check: SentenceCheck, found: ReweighResult) -> None:
    """Check edges to the words that a claim was read from: the words must be the claim's or entail it."""
    for edge in edges:
        if not _is_own(edge):
            continue
        claim = claims.get(edge.claim_id)
        if claim is None:
            found.problems.append(_problem(edge, "is of a claim that is not in the graph"))
            continue
        named = claim.id in (claim_id(edge.quotation.text, claim.context), Claim.id_of(claim_key(edge.quotation.text)))
        said = named or check.grade(claim.text, [QuotedPassage(text=edge.quotation.text)]).grade is Grade.QUOTED
        if not said or edge != own_edge(_read_from(claim, edge)):
            found.problems.append(_problem(edge, "its words are not those of its claim"))


def _weigh_compared(
    edges: Sequence[Edge], claims: Mapping[str, Claim], scales: JudgingTools, found: ReweighResult
) -> None:
    """Compare the frames behind every edge again."""
    at_place = {quoted_span(claim.quotation): claim for claim in claims.values()}
    for edge in edges:
        if _is_own(edge):
            continue
        claim = claims.get(edge.claim_id)
        other = at_place.get(quoted_span(edge.quotation)) or _claim_at(edge, scales.again)
        veto = next((j for version, j in scales.judges.items() if frames_judge(version) == edge.judge), None)
        if veto is None or claim is None or other is None or not _are_read(scales, claim, other):
            found.not_given_again[edge.judge or "a version that left no name"] += 1
            continue
        found.given_again += 1
        given = _compared_edges([_framed(scales, claim)], [_framed(scales, other)], veto)
        if edge not in given:
            words = ", ".join(f"{e.relation} ({e.grounds[0].detail})" for e in given if e.claim_id == claim.id)
            found.problems.append(_problem(edge, f"compared again, its frames say: {words or 'nothing'}"))


def _left_out(
    graph: EvidenceGraph, inputs: CompilerInputs, scales: JudgingTools, edges: Mapping[str, Edge]
) -> Iterator[Problem]:
    """Relations between claims of the graph that are missing."""
    speaking = {source.page_id for source in graph.sources if is_admissible(source)}
    judge = scales.judges.get(inputs.versions.judge)
    held = [s.claim for s in graph.claims if _are_read(scales, s.claim)]
    framed = [_framed(scales, claim) for claim in held]
    for edge in [] if judge is None else _compared_edges(framed, framed, judge):
        if edge.shown and edge.quotation.page_id in speaking and edge.id not in edges:
            yield _problem(edge, f"was left out: its words {edge.relation} the claim {edge.claim_id}")


def _compared_edges(claims: Sequence[FramedClaim], pool: Sequence[FramedClaim], veto: Judge) -> list[Edge]:
    pairs = compared_pairs(claims, pool)
    verdicts = veto.verdicts([pair.for_judge for pair in pairs])
    kept = [pair for pair, verdict in zip(pairs, verdicts, strict=True) if not is_vetoed(pair, verdict)]
    return [edge for pair in kept for edge in edges_of_pair(pair, frames_judge(veto.version))]


def _framed(scales: JudgingTools, claim: Claim) -> FramedClaim:
    """A claim with its title and headings; the caller has checked `_are_read`."""
    page = scales.again.pages[claim.quotation.page_id]
    headings = heading_texts(page.fragments[claim.quotation.fragment_id])
    return FramedClaim.of(claim, title=page.page.title, headings=headings)


def _are_read(scales: JudgingTools, *claims: Claim) -> bool:
    pages = scales.again.pages
    return all(
        c.quotation.page_id in pages and c.quotation.fragment_id in pages[c.quotation.page_id].fragments for c in claims
    )


def _claim_at(edge: Edge, again: RereadPages) -> Claim | None:
    """The claim whose words an edge quotes, extracted again because the graph does not contain it."""
    page = again.pages.get(edge.quotation.page_id)
    return None if page is None else page.claim_of(edge.quotation)


def _read_from(claim: Claim, edge: Edge) -> Claim:
    """`claim` as it was read at the place that `edge` quotes."""
    return replace(claim, quotation=edge.quotation)


def _is_own(edge: Edge) -> bool:
    return not edge.judge and len(edge.grounds) == 1 and edge.grounds[0].rule == OWN_WORDS


def _problem(edge: Edge, what: str) -> Problem:
    return Problem(place=f"graph, edge {ascii(edge.id[:60])[1:-1]}", what=what)
