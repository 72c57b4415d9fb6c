"""Builds the input of the report compiler from the graph and the sealed inputs.

Comes in: graph, sealed inputs, pages. Goes out: `Material`. Pure, so that `verify` can build exactly the same input
again.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from tadori.extract.composer import cut_heading
from tadori.model.graph import EvidenceGraph
from tadori.model.ids import Lang
from tadori.model.page import Fragment, FragmentType, Page
from tadori.model.report import Material, ReadPage
from tadori.model.sealing import CompilerInputs
from tadori.pipeline.answer_drafts import answer_drafts, gaps_in_their_words


class ReportIdentity(NamedTuple):
    """What identifies a report."""

    task_id: str
    question: str
    lang: Lang
    created_at: datetime


def material_of(inputs: CompilerInputs, graph: EvidenceGraph, named: ReportIdentity) -> Material:
    """The complete input of the compiler."""
    unanswered = answer_drafts(graph, inputs.choice, named.question, named.lang, inputs.pages).unanswered
    named_gaps = gaps_in_their_words(graph, inputs.choice, named.question, inputs.pages, named.lang)
    return Material(
        task_id=named.task_id,
        question=named.question,
        lang=named.lang,
        created_at=named.created_at,
        graph=graph,
        drafts=inputs.drafts,
        method=inputs.method,
        pages=inputs.pages,
        missing=tuple(dict.fromkeys((*(unanswered or inputs.absent or _gaps(inputs)), *named_gaps))),
        lowest_grade=inputs.lowest_grade,
        shape=inputs.shape,
    )


def _gaps(inputs: CompilerInputs) -> list[str]:
    """What the sections of the plan still lack, where nothing answers; an answer is not followed by loose words."""
    if any(draft.in_answer for draft in inputs.drafts):
        return []
    return [words for section in inputs.method.sections for words in section.missing]


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
