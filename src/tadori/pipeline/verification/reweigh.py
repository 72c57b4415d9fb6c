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
from tadori.judge.judge import Judge
from tadori.model.claim import Claim, Edge, Relation
from tadori.model.doors import SentenceCheck
from tadori.model.grading import Grade, QuotedPassage
from tadori.model.graph import EvidenceGraph
from tadori.model.ids import Lang
from tadori.model.sealing import CompilerInputs
from tadori.model.thresholds import COMPARED_ANSWERS, JUDGED_CLAIMS, RELEVANT_AT
from tadori.model.verification import Problem
from tadori.pipeline.answering import compared_answers
from tadori.pipeline.verdicts import (
    ANSWERS_JUDGE,
    AnswerComparison,
    ClaimPair,
    answer_edges,
    claim_pairs,
    edge_of,
    judging_pair,
    near_and_far,
)
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
    """Everything that is needed to judge again."""

    question: str
    question_lang: Lang
    judges: Mapping[str, Judge]
    """Judges by version."""
    check: SentenceCheck
    again: RereadPages


def reweigh_graph(graph: EvidenceGraph, inputs: CompilerInputs, scales: JudgingTools) -> ReweighResult:
    """Judge every edge of `graph` again, and look for edges that should be there."""
    found = ReweighResult()
    claims = {standing.claim.id: standing.claim for standing in graph.claims}
    edges = {e.id: e for s in graph.claims for e in (*s.supporting, *s.refuting, *s.may_conflict)}
    _weigh_own(list(edges.values()), claims, scales.check, found)
    _weigh_judged(list(edges.values()), claims, scales, found)
    _weigh_answers(list(edges.values()), claims, scales, found)
    # With a judge missing, its edges cannot be expected, and their absence proves nothing.
    if not found.not_given_again:
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


def _weigh_judged(
    edges: Sequence[Edge], claims: Mapping[str, Claim], scales: JudgingTools, found: ReweighResult
) -> None:
    at_place = {quoted_span(claim.quotation): claim for claim in claims.values()}
    by_judge: dict[str, list[tuple[Edge, ClaimPair]]] = {}
    for edge in edges:
        if _is_own(edge) or edge.judge == ANSWERS_JUDGE:
            continue
        other = at_place.get(quoted_span(edge.quotation)) or _claim_at(edge, scales.again)
        if edge.judge not in scales.judges or edge.claim_id not in claims or other is None:
            found.not_given_again[edge.judge or "a version that left no name"] += 1
            continue
        by_judge.setdefault(edge.judge, []).append((edge, (claims[edge.claim_id], other)))
    for version, given in by_judge.items():
        verdicts = scales.judges[version].verdicts([judging_pair(*pair) for _, pair in given])
        for (edge, pair), verdict in zip(given, verdicts, strict=True):
            found.given_again += 1
            if edge_of(*pair, verdict, version) != edge:
                words = f"{verdict.stance} {verdict.confidence:.2f}{'' if verdict.shown else ', not to be shown'}"
                found.problems.append(_problem(edge, f"judged again, its words are {words}"))


def _weigh_answers(
    edges: Sequence[Edge], claims: Mapping[str, Claim], scales: JudgingTools, found: ReweighResult
) -> None:
    """Check edges that compare the values that the question asks for."""
    at_place = {quoted_span(claim.quotation): claim for claim in claims.values()}
    for edge in edges:
        if edge.judge != ANSWERS_JUDGE:
            continue
        claim, other = (
            claims.get(edge.claim_id),
            at_place.get(quoted_span(edge.quotation)) or _claim_at(edge, scales.again),
        )
        if claim is None or other is None or not _are_read(scales, claim, other):
            found.not_given_again[ANSWERS_JUDGE] += 1
            continue
        found.given_again += 1
        # The order of the two decides the wording of the ground, and the graph does not record it: try both.
        given = [e for pair in ((claim, other), (other, claim)) for e in _compared_edges(scales, pair)]
        if edge not in given:
            found.problems.append(_problem(edge, "compared again, its words do not give these values"))


def _left_out(
    graph: EvidenceGraph, inputs: CompilerInputs, scales: JudgingTools, edges: Mapping[str, Edge]
) -> Iterator[Problem]:
    """Verdicts on the leading claims that are missing although both claims are in the graph."""
    speaking = {source.page_id for source in graph.sources if is_admissible(source)}
    leading = sorted(graph.claims, key=lambda s: (-s.answer_score, s.claim.id))
    pairs = claim_pairs([s.claim for s in leading[:JUDGED_CLAIMS]], [s.claim for s in graph.claims])
    judge = scales.judges.get(inputs.versions.judge)
    rules = Judge()
    expected = [] if judge is None else _judged_edges(pairs, judge, rules)
    if not inputs.asked_besides:
        expected += _expected_answers(graph, scales, speaking)
    for edge in expected:
        counts = edge.shown or edge.relation is Relation.REFUTES
        if counts and edge.quotation.page_id in speaking and edge.id not in edges:
            yield _problem(edge, f"was left out: its words {edge.relation} the claim {edge.claim_id}")


def _judged_edges(pairs: Sequence[ClaimPair], judge: Judge, rules: Judge) -> list[Edge]:
    found: list[Edge | None] = []
    for some, by in zip(near_and_far(pairs), (judge, rules), strict=True):
        verdicts = by.verdicts([judging_pair(*pair) for pair in some])
        found += [edge_of(*pair, verdict, by.version) for pair, verdict in zip(some, verdicts, strict=True)]
    return [edge for edge in found if edge is not None]


def _expected_answers(graph: EvidenceGraph, scales: JudgingTools, speaking: set[str]) -> list[Edge]:
    held = [s for s in graph.claims if s.answer_score >= RELEVANT_AT and s.claim.quotation.page_id in speaking]
    held.sort(key=lambda s: -s.answer_score)
    # Claims with the same score at the cut-off are left out: which of them were compared is unknown.
    last = held[COMPARED_ANSWERS].answer_score if len(held) > COMPARED_ANSWERS else 0.0
    claims = [s.claim for s in held if s.answer_score > last]
    return _compared_edges(scales, claims) if _are_read(scales, *claims) else []


def _compared_edges(scales: JudgingTools, claims: Sequence[Claim]) -> list[Edge]:
    contexts = {claim.id: _context(scales.again, claim) for claim in claims}
    compared = compared_answers(scales.question, scales.question_lang, claims, contexts)
    return [*answer_edges((AnswerComparison(*row) for row in compared), {claim.id: claim for claim in claims})]


def _context(again: RereadPages, claim: Claim) -> tuple[str, str]:
    """(the fragment around a claim, the title of its page); the caller has checked `_are_read`."""
    page = again.pages[claim.quotation.page_id]
    return page.fragments[claim.quotation.fragment_id].text, page.page.title


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
