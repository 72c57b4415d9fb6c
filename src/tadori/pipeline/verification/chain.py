"""Checks the chain from each printed sentence to the words that it cites, within report and graph. Pure.

Comes in: a report, its evidence graph and the sentence check. Goes out: a `Problem` for each link that does not hold.
Whether the cited words are really in the archive is not checked here: `verify` does that, with the archive.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from tadori.model.claim import Edge, Quotation
from tadori.model.computation import CodeRunner
from tadori.model.doors import SentenceCheck, TextArchive
from tadori.model.grading import Grade, QuotedPassage, is_at_least
from tadori.model.graph import ClaimStanding, EvidenceGraph, Standing
from tadori.model.report import Answered, Citation, Report, ReportClaim, Sentence
from tadori.model.sealing import CompilerInputs
from tadori.model.thresholds import CAVEAT_BELOW
from tadori.model.verification import Problem
from tadori.report.computed import code_beside
from tadori.report.quotations import LocatedQuotation, locate_quotations
from tadori.report.timeline import claim_timeline
from tadori.text.computed_sentences import read_computed

QuotedSpan = tuple[str, int, int]
"""(page id, start, end) of quoted words."""

_WORST_FIRST: Final = (Standing.CONTESTED, Standing.SINGLE_SOURCE, Standing.CORROBORATED)
# Tolerance for the rounding in the report; beyond it a printed confidence may not exceed the graph's.
_ROUNDING: Final = 1e-4


def checked_sentences(report: Report) -> list[tuple[str, Sentence]]:
    """Every sentence printed as checked, with the place where a reader finds it."""
    return [(place, sentence) for place, sentence in _printed(report) if sentence.checked]


def chain_problems(
    report: Report,
    graph: EvidenceGraph,
    check: SentenceCheck,
    passages: Mapping[int, QuotedPassage],
    lowest: Grade = Grade.DERIVED,
) -> Iterator[Problem]:
    """Everything in `report` that its own citations and `graph` do not support.

    `passages`: by citation number, the quotation with the archived text around it.
    """
    chain = _Chain(
        passages=passages,
        lowest=lowest,
        cited={citation.number: citation for citation in report.citations},
        claims={standing.claim.id: standing for standing in graph.claims},
        check=check,
    )
    for place, sentence in _printed(report, unchecked=False):
        if not sentence.checked:
            yield Problem(place=place, what="it is printed among checked sentences and is not checked")
    walked: dict[Sentence, list[str]] = {}
    for place, sentence in checked_sentences(report):
        if sentence not in walked:
            walked[sentence] = [*chain.sentence_faults(sentence)]
        yield from (Problem(place=place, what=fault) for fault in walked[sentence])
    for number, claim in enumerate(report.claims, 1):
        yield from (Problem(place=f"claim {number}", what=fault) for fault in chain.claim_faults(claim))
    yield from (Problem(place="report", what=fault) for fault in _report_faults(report, chain))
    yield from _source_problems(report, graph)


def cited_passages(
    report: Report, graph: EvidenceGraph, inputs: CompilerInputs, texts: TextArchive
) -> dict[int, QuotedPassage]:
    """By number, each citation that was found in the archive, with the text around it."""
    found = locate_quotations(
        [citation.quotation for citation in report.citations],
        pages={page.page_id: page for page in inputs.pages},
        sources={source.page_id: source for source in graph.sources},
        archive=texts,
    )
    places = {citation.number: found[citation.quotation] for citation in report.citations}
    return {number: place.passage for number, place in places.items() if isinstance(place, LocatedQuotation)}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Chain:
    cited: Mapping[int, Citation]
    claims: Mapping[str, ClaimStanding]
    check: SentenceCheck
    passages: Mapping[int, QuotedPassage]
    lowest: Grade

    def sentence_faults(self, sentence: Sentence) -> Iterator[str]:
        """Why a sentence is not supported by the words and claims that it cites."""
        quotations = [self.cited[number].quotation for number in sentence.citations if number in self.cited]
        if not quotations:
            yield "it cites nothing"
            return
        yield from self._grade_faults(sentence)
        if not sentence.claim_ids:
            yield "it names no claim"
        spans = {quoted_span(quotation) for quotation in quotations}
        for claim_id in sentence.claim_ids:
            if claim_id not in self.claims:
                yield f"its claim {claim_id[:40]!a} is not in the graph"
            elif not spans & _spans(self.claims[claim_id].supporting):
                yield f"no words it cites support its claim {claim_id[:40]!a} in the graph"
        yield from self._code_faults(sentence)
        yield from self._calculation_faults(sentence)
        yield from self._strength_faults(sentence)

    def _code_faults(self, sentence: Sentence) -> Iterator[str]:
        """Where the block of code behind a sentence is not the one that stands behind it in its source."""
        behind = [standing.claim.context.code for standing in self._standings(sentence)]
        if sentence.code and (sentence.code not in self.cited or self.cited[sentence.code].quotation not in behind):
            yield "the code behind it is not that of its source"

    def _calculation_faults(self, sentence: Sentence) -> Iterator[str]:
        """Where the calculation printed with a sentence is not the one that the sentence says."""
        said, computed = read_computed(sentence.text), sentence.computed
        if computed is None:
            if any(step.rule == "computed" for step in sentence.steps):
                yield "it is calculated, and its code is not printed with it"
            return
        if said is None or computed.by is not CodeRunner.MONTY:
            yield "a calculation is printed with it that it does not say, or that cannot be run again"
            return
        if tuple((one.name, one.value) for one in computed.inputs) != said.numbers or computed.result != said.result:
            yield "the inputs or the result of its calculation are not those that it says"
        if said.expression and said.expression != computed.code:
            yield "the code of its calculation is not the one that it says"
        for one in computed.inputs:
            cited = self.cited.get(one.quotation) if one.quotation in sentence.citations else None
            if cited is None or one.value not in cited.quotation.text:
                yield f"its input {one.name[:20]!a} does not stand in the words that it cites"

    def _grade_faults(self, sentence: Sentence) -> Iterator[str]:
        """Where the cited words do not give the sentence its grade, by the steps that it prints."""
        numbers = [number for number in sentence.citations if number in self.cited]
        if sentence.grade is None:
            # Made before there were grades: its words alone were compared, and nothing around them was seen.
            alone = [QuotedPassage(text=self.cited[number].quotation.text) for number in numbers]
            if self.check.grade(sentence.text, alone).grade is not Grade.QUOTED:
                yield "the words it cites do not say it"
            return
        given = [self.passages.get(n) or QuotedPassage(text=self.cited[n].quotation.text) for n in numbers]
        if sentence.code:
            given = [replace(passage, with_code=True) for passage in given]
        if sentence.computed is not None:
            given = [replace(given[0], code=code_beside(sentence.computed)), *given[1:]]
        verdict = self.check.grade(sentence.text, given, sentence.votes)
        if verdict.grade is Grade.NOT_CHECKED:
            yield "the words it cites do not say it"
        elif verdict.grade is not sentence.grade or not is_at_least(sentence.grade, self.lowest):
            yield f"it is printed as {sentence.grade}, and its words make it {verdict.grade}"
        steps = {(step.rule, step.detail) for step in verdict.steps}
        if steps != {(step.rule, step.detail) for step in sentence.steps}:
            yield "its steps, run again, are others"

    def claim_faults(self, claim: ReportClaim) -> Iterator[str]:
        """Where the evidence printed for or against a claim differs from the graph: added or hidden."""
        standings = self._standings(claim.sentence)
        sides = (
            ("for it", claim.supporting, [edge for s in standings for edge in s.supporting]),
            ("against it", claim.against, [edge for s in standings for edge in s.refuting]),
            ("that may conflict with it", claim.may_conflict, [edge for s in standings for edge in s.may_conflict]),
            ("that qualify it", claim.qualifying, [edge for s in standings for edge in s.qualifying]),
        )
        for words, numbers, edges in sides:
            printed = {quoted_span(self.cited[number].quotation) for number in numbers if number in self.cited}
            if printed != _spans(edges):
                yield f"the evidence {words} is not that of the graph"
        if standings and claim.independent_origins > min(len(standing.origins) for standing in standings):
            yield "it counts more independent origins than the graph"
        if standings and claim.confidence not in [standing.confidence for standing in standings]:
            yield "its confidence or the grounds of it are not those of the graph"

    def _strength_faults(self, sentence: Sentence) -> Iterator[str]:
        """Where a sentence is printed as stronger than the weakest of its claims in the graph."""
        standings = self._standings(sentence)
        if not standings:
            return
        worst = min((s.standing for s in standings), key=_WORST_FIRST.index)
        if sentence.standing is None or _WORST_FIRST.index(sentence.standing) > _WORST_FIRST.index(worst):
            yield f"it is printed as {sentence.standing or 'nothing'}, and the graph says {worst}"
        lowest = min(s.confidence.value for s in standings)
        if sentence.confidence is None or sentence.confidence > lowest + _ROUNDING:
            yield f"it is printed with more confidence than the graph has ({lowest})"
        if lowest < CAVEAT_BELOW and not sentence.caveat:
            yield f"it is printed without a caveat, and its confidence is below {CAVEAT_BELOW:g}"

    def _standings(self, sentence: Sentence) -> list[ClaimStanding]:
        return [self.claims[claim_id] for claim_id in sentence.claim_ids if claim_id in self.claims]


def _report_faults(report: Report, chain: _Chain) -> Iterator[str]:
    numbers = [citation.number for citation in report.citations]
    if numbers != list(range(1, len(numbers) + 1)):
        yield "its citations are not numbered from 1 on"
    elif unknown := sorted({number for number in _used_numbers(report) if number not in chain.cited}):
        yield f"it uses the citation {unknown[0]}, which it does not have"
    elif all(claim.sentence.citations for claim in report.claims):
        dates = {claim_id: standing.claim.date for claim_id, standing in chain.claims.items()}
        if claim_timeline(report.claims, dates, report.citations) != report.timeline:
            yield "its timeline is not the one that its claims make"
    if (report.answered is not Answered.NO) is not any(sentence.checked for sentence in report.answer):
        yield "it does not say truly whether it answers"
    corroborated = sum(claim.sentence.standing is Standing.CORROBORATED for claim in report.claims)
    if report.corroboration_rate != (corroborated / len(report.claims) if report.claims else 0.0):
        yield "its corroboration rate is not that of its claims"


def _source_problems(report: Report, graph: EvidenceGraph) -> Iterator[Problem]:
    """Where a citation describes its page differently from the graph."""
    sources = {source.page_id: source for source in graph.sources}
    for citation in report.citations:
        place, source = f"citation {citation.number}", sources.get(citation.page_id)
        if source is None:
            yield Problem(place=place, what="its page is not a source of the graph")
            continue
        printed = (citation.title, citation.date, citation.lang, citation.trust, citation.is_primary, citation.notes)
        if printed != (source.title, source.date, source.lang, source.trust, source.is_primary, source.notes):
            yield Problem(place=place, what="its title, date, language or trust is not that of the graph")


def _used_numbers(report: Report) -> Iterator[int]:
    for _, sentence in _printed(report):
        yield from sentence.citations
        yield from (sentence.code,) if sentence.code else ()
    for claim in report.claims:
        yield from (*claim.supporting, *claim.against, *claim.may_conflict, *claim.qualifying)
    for contest in report.contested:
        yield from contest.quoted
    yield from (entry.citation for entry in report.timeline)


def _printed(report: Report, *, unchecked: bool = True) -> Iterator[tuple[str, Sentence]]:
    for number, sentence in enumerate(report.answer, 1):
        yield f"answer, sentence {number}", sentence
    for number, claim in enumerate(report.claims, 1):
        yield f"claim {number}", claim.sentence
    for number, contest in enumerate(report.contested, 1):
        for side, sentence in enumerate(contest.sides, 1):
            yield f"contested point {number}, side {side}", sentence
    for number, sentence in enumerate(report.unchecked if unchecked else (), 1):
        yield f"not checked, sentence {number}", sentence


def _spans(edges: Iterable[Edge]) -> set[QuotedSpan]:
    return {quoted_span(edge.quotation) for edge in edges}


def quoted_span(quotation: Quotation) -> QuotedSpan:
    return quotation.page_id, quotation.start, quotation.end
