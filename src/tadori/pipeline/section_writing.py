"""Lets a language model write the sections of an answer, in the place of the quotations that its sentences say.

Comes in: the drafts of the answer as they are laid out, the graph and the pages. Goes out: the drafts, some of them in
a model's words, with the quotations they stand on. Each was graded on the same passages as the compiler will grade it
on; which may be printed is decided in `minds/llm/workers/writing.py` and once more by the compiler.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from tadori.minds.llm.workers.writing import WritableClaim, WrittenSentence
from tadori.model.claim import Claim, Quotation
from tadori.model.doors import TextArchive
from tadori.model.evidence_thresholds import MOST_PASSAGES
from tadori.model.grading import Grade, QuotedPassage
from tadori.model.graph import EvidenceGraph
from tadori.model.ids import Lang
from tadori.model.llm_thresholds import FEWEST_TO_WRITE
from tadori.model.report import AnswerShape, Draft, ReadPage
from tadori.pipeline.answer_drafts import AnswerDrafts
from tadori.pipeline.model_workers import ModelWorkers
from tadori.report.quotations import LocatedQuotation, locate_quotations
from tadori.text.orders import orders_in

_LOOKED_AT: Final = 40_000
"""Characters of a page that are searched for orders to its reader."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionWriting:
    """Writes the answer of one report."""

    archive: TextArchive
    workers: ModelWorkers
    lang: Lang
    lowest: Grade

    def written(self, made: AnswerDrafts, graph: EvidenceGraph, pages: Sequence[ReadPage]) -> tuple[Draft, ...]:
        """`made.drafts`, each section with the sentences that were written from it, at the place of the first claim."""
        answer = [draft for draft in made.drafts if draft.in_answer]
        claims = {standing.claim.id: standing.claim for standing in graph.claims}
        passages = self._passages(answer, graph, pages)
        fixed = _fixed(made.shape)
        orders: dict[str, bool] = {}

        def may_be_written(draft: Draft) -> bool:
            return (
                draft.code is None
                and fixed.isdisjoint(draft.claim_ids)
                and all(quotation in passages for quotation in draft.quotations)
                and self._is_in_reach([claims[claim_id] for claim_id in draft.claim_ids])
                and not any(self._gives_orders(quotation.page_id, orders) for quotation in draft.quotations)
            )

        offered: list[Draft] = []
        for facet, group in groupby(answer, key=lambda draft: draft.facet):
            section = list(group)
            able = [draft for draft in section if may_be_written(draft)]
            offered += _replaced(section, able, self._sentences(facet, able, passages), facet)
        return (*offered, *(draft for draft in made.drafts if not draft.in_answer))

    def _sentences(
        self, facet: str, able: Sequence[Draft], passages: Mapping[Quotation, QuotedPassage]
    ) -> tuple[WrittenSentence, ...]:
        if len(able) < FEWEST_TO_WRITE:
            return ()
        claims = [
            WritableClaim(text=draft.text, quoted=tuple((each, passages[each]) for each in draft.quotations))
            for draft in able
        ]
        sentences = self.workers.section(facet, claims, self.lang, self.lowest)
        # The check reads no more passages than that: what stands on more cannot have been checked whole.
        return tuple(one for one in sentences if len(_quotations(one, able)) <= MOST_PASSAGES)

    def _passages(
        self, answer: Sequence[Draft], graph: EvidenceGraph, pages: Sequence[ReadPage]
    ) -> dict[Quotation, QuotedPassage]:
        """The quotations of the answer as the compiler will hand them to the check."""
        found = locate_quotations(
            [quotation for draft in answer for quotation in draft.quotations],
            pages={page.page_id: page for page in pages},
            sources={source.page_id: source for source in graph.sources},
            archive=self.archive,
        )
        return {each: place.passage for each, place in found.items() if isinstance(place, LocatedQuotation)}

    def _is_in_reach(self, claims: Sequence[Claim]) -> bool:
        """Without judges nothing carries a sentence in another language than its claims."""
        return self.workers.judges is not None or all(claim.lang == self.lang for claim in claims)

    def _gives_orders(self, page_id: str, known: dict[str, bool]) -> bool:
        """Whether the page gives orders to its reader: then its words are quoted only."""
        if page_id not in known:
            known[page_id] = bool(orders_in(self.archive.text(page_id)[:_LOOKED_AT]))
        return known[page_id]


def _fixed(shape: AnswerShape) -> set[str]:
    """Claims whose own sentences the layout needs: the one that says yes or no, and those in the cells of a table."""
    cells = {claim_id for row in shape.rows for cell in row.cells for claim_id in cell}
    return cells | ({shape.decided_by} if shape.decided_by else set())


def _replaced(
    section: Sequence[Draft], able: Sequence[Draft], sentences: Sequence[WrittenSentence], facet: str
) -> list[Draft]:
    """The section's drafts, with each sentence in the place of the first claim that it says."""
    said: dict[int, list[Draft]] = {}
    covered: set[str] = set()
    for one in sentences:
        draft = _draft(one, able, facet)
        said.setdefault(one.claims[0], []).append(draft)
        covered.update(draft.claim_ids)
    offered: list[Draft] = []
    for draft in section:
        if draft in able:
            offered += said.get(able.index(draft), ())
        if not covered.issuperset(draft.claim_ids):
            offered.append(draft)
    return offered


def _draft(sentence: WrittenSentence, able: Sequence[Draft], facet: str) -> Draft:
    named = [able[one] for one in sentence.claims]
    values = [draft.value for draft in named if draft.value and draft.value in sentence.text]
    return Draft(
        text=sentence.text,
        claim_ids=tuple(dict.fromkeys(claim_id for draft in named for claim_id in draft.claim_ids)),
        quotations=_quotations(sentence, able),
        in_answer=True,
        votes=sentence.votes,
        facet=facet,
        value=values[0] if values else "",
    )


def _quotations(sentence: WrittenSentence, able: Sequence[Draft]) -> tuple[Quotation, ...]:
    return tuple(dict.fromkeys(each for one in sentence.claims for each in able[one].quotations))
