"""Builds the input of the report compiler from the graph and the sealed inputs.

Comes in: graph, sealed inputs, pages. Goes out: `Material`, and the drafts to print. Pure, so that `verify` can build
exactly the same input again.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from tadori.extract.composer import cut_heading
from tadori.model.claim import Claim
from tadori.model.graph import ClaimStanding, EvidenceGraph
from tadori.model.ids import Lang
from tadori.model.page import Fragment, FragmentType, Page
from tadori.model.report import Draft, Material, ReadPage
from tadori.model.sealing import CompilerInputs
from tadori.model.thresholds import MAX_ANSWER_SENTENCES, RELEVANT_AT, REPORT_CLAIMS
from tadori.rank.answer_values import best_value
from tadori.rank.question import ParsedQuestion
from tadori.report.presentation import presented


class ReportIdentity(NamedTuple):
    """What identifies a report."""

    task_id: str
    question: str
    lang: Lang
    created_at: datetime


def material_of(inputs: CompilerInputs, graph: EvidenceGraph, named: ReportIdentity) -> Material:
    """The complete input of the compiler."""
    return Material(
        task_id=named.task_id,
        question=named.question,
        lang=named.lang,
        created_at=named.created_at,
        graph=graph,
        drafts=inputs.drafts,
        method=inputs.method,
        pages=inputs.pages,
        missing=tuple(
            dict.fromkeys([*inputs.absent, *(words for section in inputs.method.sections for words in section.missing)])
        ),
        lowest_grade=inputs.lowest_grade,
        shape=inputs.shape,
    )


def best_first(graph: EvidenceGraph) -> tuple[ClaimStanding, ...]:
    """Claims by answer score, then confidence, then id."""
    return tuple(sorted(graph.claims, key=lambda c: (-c.answer_score, -c.confidence.value, c.claim.id)))


def drafts(
    graph: EvidenceGraph, answer: Sequence[ClaimStanding], asked: ParsedQuestion | None = None
) -> tuple[Draft, ...]:
    """The sentences to print by rule: the answer first, then the relevant claims.

    With `asked`, each sentence of the answer has the words that fill what was asked, as its value.

    A quotation is printed once: the graph may also have a shorter version of the same claim, made by a language model.
    """
    chosen = understood_alone(answer)[:MAX_ANSWER_SENTENCES]
    in_answer = {standing.claim.id for standing in chosen}
    relevant = [standing for standing in best_first(graph) if standing.answer_score >= RELEVANT_AT]
    beside = first_per_quotation([*chosen, *relevant])[len(chosen) :]
    return tuple(
        _valued(presented(standing.claim, in_answer=standing.claim.id in in_answer), standing.claim, asked)
        for standing in [*chosen, *beside[:REPORT_CLAIMS]]
    )


def _valued(draft: Draft, claim: Claim, asked: ParsedQuestion | None) -> Draft:
    """An answer with the words that fill the asked slot; what the draft lays out otherwise than the claim has none."""
    if asked is None or not draft.in_answer or asked.is_open:
        return draft
    value = " ".join(best_value(asked, claim.text, claim.lang).split())
    return replace(draft, value=value) if value and value in draft.text else draft


def understood_alone(answer: Sequence[ClaimStanding]) -> list[ClaimStanding]:
    """The claims that may stand in an answer: one per quotation, and none that leaves open what it speaks about."""
    return [standing for standing in first_per_quotation(answer) if standing.claim.context.stands_alone]


def first_per_quotation(standings: Sequence[ClaimStanding]) -> list[ClaimStanding]:
    """The first claim for each quotation."""
    found: dict[tuple[str, int, int], ClaimStanding] = {}
    for standing in standings:
        quotation = standing.claim.quotation
        found.setdefault((quotation.page_id, quotation.start, quotation.end), standing)
    return list(found.values())


def _headings(fragments: Sequence[Fragment]) -> list[tuple[int, str]]:
    """Where each heading begins, and where one ends that heads a definition or an aside only, with the path there."""
    found = []
    before: Fragment | None = None
    for fragment in fragments:
        path = [heading.text for heading in fragment.heading_hierarchy]
        if fragment.fragment_type is FragmentType.HEADING:
            found.append((fragment.start, " › ".join([*path, cut_heading(fragment.text)])))
        elif before is not None and _ends_part(before, fragment):
            # The empty line above it: what follows an entry's line belongs to it.
            found.append((before.end, " › ".join(path)))
        before = fragment
    return found


def _ends_part(before: Fragment, fragment: Fragment) -> bool:
    return before.fragment_type is not FragmentType.HEADING and fragment.stands_apart_from(before)


def read_page(page: Page, fragments: Sequence[Fragment], found_at: datetime) -> ReadPage:
    """A page in the form that the compiler takes."""
    headings = _headings(fragments)
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
        imprint=page.imprint,
    )
