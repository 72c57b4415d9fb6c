"""The grade of each claim of a graph, as the report would grade it (X11): the sentence for a reader, and its steps.

In: a graph, and the texts of its pages in the store. Out: a `GradedClaim`, made when first asked for. A page is read
once, for all its quotations, and only what stands around them is kept. No model is asked.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from tadori.judge.sentence_check import MechanicalCheck
from tadori.model.claim import Claim, Quotation
from tadori.model.grading import Grade, QuotedPassage
from tadori.model.graph import ClaimStanding, EvidenceGraph, EvidenceSource
from tadori.model.ids import Sha256, text_hash
from tadori.model.report import Draft
from tadori.pipeline.report_material import read_page
from tadori.report.passages import passage_at
from tadori.report.presentation import presented
from tadori.store.database import Store
from tadori.store.pages import fragments_of, page_by_id, page_text

MAX_CLAIM_STEPS: Final = 8
MAX_KNOWN_GRADES: Final = 20_000
"""About 10 MB. A grade takes some 8 ms: a task with a thousand claims would need that long for every answer."""
_BLANK: Final = QuotedPassage(text="")


@dataclass(frozen=True, slots=True, kw_only=True)
class GradedClaim:
    """A claim as it may be printed. Where its sentence did not pass, these are the claim's own words, not checked."""

    text: str
    grade: Grade
    steps: tuple[str, ...] = ()
    """`It → Exel (subject)`, one a step."""


@dataclass(slots=True)
class KnownGrades:
    """Grades by sentence and everything the check sees, so that what has not changed is not graded again."""

    grades: dict[Sha256, GradedClaim] = field(default_factory=dict)

    def keep(self, key: Sha256, graded: GradedClaim) -> None:
        if len(self.grades) >= MAX_KNOWN_GRADES:
            self.grades.clear()
        self.grades[key] = graded


@dataclass(slots=True, kw_only=True)
class ClaimGrades:
    """Grades of the claims of one graph."""

    graph: EvidenceGraph
    store: Store
    known: KnownGrades
    _sources: dict[str, EvidenceSource] = field(init=False)
    _drafts: dict[str, Draft] = field(init=False)
    _wanted: dict[str, list[Quotation]] = field(init=False)
    """Page → quotations on it."""
    _passages: dict[Quotation, QuotedPassage] = field(default_factory=dict)
    _graded: dict[str, GradedClaim] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._sources = {source.page_id: source for source in self.graph.sources}
        self._drafts = {one.claim.id: _without_neighbour(one.claim) for one in self.graph.claims}
        self._wanted = defaultdict(list)
        for draft in self._drafts.values():
            for quotation in draft.quotations:
                self._wanted[quotation.page_id].append(quotation)

    def of(self, one: ClaimStanding) -> GradedClaim:
        """The claim's sentence with its grade; graded once."""
        found = self._graded.get(one.claim.id)
        if found is None:
            found = self._graded[one.claim.id] = self._grade(one.claim)
        return found

    def _grade(self, claim: Claim) -> GradedClaim:
        draft = self._drafts[claim.id]
        passages = [self._passage(quotation) for quotation in draft.quotations]
        key = text_hash("\x1e".join((claim.text, draft.text, *(repr(passage) for passage in passages))))
        found = self.known.grades.get(key)
        if found is None:
            found = _graded(claim, draft, passages)
            self.known.keep(key, found)
        return found

    def _passage(self, quotation: Quotation) -> QuotedPassage:
        """The quotation with what stands around it; blank, which proves nothing, where the page does not have it."""
        if quotation.page_id in self._wanted:
            self._read(quotation.page_id)
        return self._passages.get(quotation, _BLANK)

    def _read(self, page_id: str) -> None:
        """Keep the passages of a page."""
        with self.store.read() as db:
            page, text = page_by_id(db, page_id), page_text(db, page_id)
            fragments = fragments_of(db, page_id)
        source, wanted = self._sources.get(page_id), self._wanted.pop(page_id)
        if page is None or text is None or source is None:
            return
        read = read_page(page, fragments, page.fetched_at)
        for quotation in wanted:
            if text[quotation.start : quotation.end] == quotation.text:
                self._passages[quotation] = passage_at(quotation, text, read, source)


def _graded(claim: Claim, draft: Draft, passages: Sequence[QuotedPassage]) -> GradedClaim:
    verdict = MechanicalCheck().grade(draft.text, passages)
    if verdict.grade is Grade.NOT_CHECKED:
        return GradedClaim(text=claim.text, grade=verdict.grade)
    steps = (f"{step.detail} ({step.rule})" for step in verdict.steps[:MAX_CLAIM_STEPS])
    return GradedClaim(text=draft.text, grade=verdict.grade, steps=tuple(steps))


def _without_neighbour(claim: Claim) -> Draft:
    """The claim's sentence without the one before it, which is a claim of its own in the same list."""
    return presented(replace(claim, context=replace(claim.context, neighbour=None)), in_answer=False)
