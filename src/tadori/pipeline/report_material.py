"""What the compiler is given, made of the graph and what is sealed beside it. Pure: the same for a run and `verify`.

Comes in: graph, sealed inputs, pages. Goes out: `Material`, and the drafts that rules want printed.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final, NamedTuple

from tadori.model.graph import ClaimStanding, EvidenceGraph
from tadori.model.ids import Lang
from tadori.model.page import Fragment, FragmentType, Page
from tadori.model.report import Draft, Material, ReadPage
from tadori.model.sealing import CompilerInputs
from tadori.model.thresholds import MAX_ANSWER_SENTENCES, RELEVANT_AT

MOST_CLAIMS: Final = 20
"""Claims a report prints beside its answer; the rest stays in the graph."""


class ReportIdentity(NamedTuple):
    """What a report is called by."""

    task_id: str
    question: str
    lang: Lang
    created_at: datetime


def material_of(inputs: CompilerInputs, graph: EvidenceGraph, named: ReportIdentity) -> Material:
    """All the compiler is given."""
    return Material(
        task_id=named.task_id,
        question=named.question,
        lang=named.lang,
        created_at=named.created_at,
        graph=graph,
        drafts=inputs.drafts,
        method=inputs.method,
        pages=inputs.pages,
        missing=tuple(dict.fromkeys(words for section in inputs.method.sections for words in section.missing)),
    )


def best_first(graph: EvidenceGraph) -> tuple[ClaimStanding, ...]:
    """Claims by answer score, then confidence, then id."""
    return tuple(sorted(graph.claims, key=lambda c: (-c.answer_score, -c.confidence.value, c.claim.id)))


def drafts(graph: EvidenceGraph, answer: Sequence[ClaimStanding]) -> tuple[Draft, ...]:
    """What the rules want printed: the answer first, then the relevant claims. A claim is its own quotation.

    A quotation is printed once: what a language model said shorter stands in the graph beside what it was made of.
    """
    chosen = first_per_quotation(answer)[:MAX_ANSWER_SENTENCES]
    in_answer = {standing.claim.id for standing in chosen}
    relevant = [standing for standing in best_first(graph) if standing.answer_score >= RELEVANT_AT]
    beside = first_per_quotation([*chosen, *relevant])[len(chosen) :]
    return tuple(
        Draft(
            text=standing.claim.text,
            claim_ids=(standing.claim.id,),
            quotations=(standing.claim.quotation,),
            in_answer=standing.claim.id in in_answer,
        )
        for standing in [*chosen, *beside[:MOST_CLAIMS]]
    )


def first_per_quotation(standings: Sequence[ClaimStanding]) -> list[ClaimStanding]:
    """The first claim of each quotation."""
    found: dict[tuple[str, int, int], ClaimStanding] = {}
    for standing in standings:
        quotation = standing.claim.quotation
        found.setdefault((quotation.page_id, quotation.start, quotation.end), standing)
    return list(found.values())


def read_page(page: Page, fragments: Sequence[Fragment], found_at: datetime) -> ReadPage:
    """A page as the compiler is given it."""
    headings = [
        (f.start, " › ".join(h.text for h in f.heading_hierarchy) or f.heading_context)
        for f in fragments
        if f.fragment_type is FragmentType.HEADING
    ]
    starts: dict[int, int] = {}
    for fragment in fragments:
        if fragment.page_number is not None:
            starts.setdefault(fragment.page_number, fragment.start)
    return ReadPage(
        page_id=page.id,
        url=page.url,
        content_hash=page.content_hash,
        text_hash=page.text_hash,
        media_type=page.media_type,
        found_at=found_at,
        headings=tuple(headings),
        page_starts=tuple((start, number) for number, start in sorted(starts.items())),
        canonical=page.canonical,
        extraction=page.extraction,
    )
