"""The order in which a report is read: its parts, which sentence has which number, what stands where.

In: a report. Out: a `Reading`, the same for every form. No words and no markup are made here. A sentence has one
number, from 1, in the order of reading; sources are listed with the numbers of the sentences they were used for.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tadori.model.report import Answered, Citation, Contest, Report, ReportClaim, Sentence, TimelineEntry
from tadori.model.thresholds import MOST_SHORT_SENTENCES, WORDS_OF_A_FACT, WORDS_OF_AN_OVERVIEW

CHANGE: Final = "change"
"""The kind of a question that asks how something changed: its answer is a course of time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Sentences under one heading; the heading is empty for an answer in one part."""

    heading: str
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """One aspect of a comparison with the sentences of each side; a cell may be empty."""

    aspect: str
    cells: tuple[tuple[Sentence, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A report in the order of reading."""

    report: Report
    parts: tuple[Part, ...]
    """The answer without what stands in the table; the first part comes before the contested points."""
    rows: tuple[TableRow, ...]
    also: tuple[Sentence, ...]
    """What stands neither in the answer nor in a contest that is laid out."""
    contests: tuple[Contest, ...]
    """Laid out, both sides next to each other: one for each sentence of the answer that is contested; of a short answer
    the first."""
    other_contests: tuple[Contest, ...]
    """The rest: named, not laid out."""
    timeline: tuple[TimelineEntry, ...]
    numbers: Mapping[str, int]
    """Sentence → its number. A sentence that is printed twice is one."""

    claims_by_id: Mapping[str, tuple[ReportClaim, ...]]
    is_short: bool
    """Whether the answer is a fact or nothing: a few sentences in one part."""

    @property
    def is_one_sentence(self) -> bool:
        return len(self.report.answer) == 1 and not self.rows and not self.parts[0].heading

    @property
    def room(self) -> int:
        """Words before the sources."""
        return WORDS_OF_A_FACT if self.is_short else WORDS_OF_AN_OVERVIEW


def reading(report: Report) -> Reading:
    """The parts of `report` in order, and the number of each sentence."""
    rows = _rows(report)
    in_table = {sentence.text for row in rows for cell in row.cells for sentence in cell}
    parts = _parts(sentence for sentence in report.answer if sentence.text not in in_table)
    compared = [sentence for row in rows for cell in row.cells for sentence in cell]
    first, *further = [list(part.sentences) for part in parts] or [[]]
    detail = [sentence for part in further for sentence in part]
    said = {sentence.text for sentence in (*first, *compared, *detail)}
    in_one_part = not rows and all(not part.heading for part in parts)
    is_short = in_one_part and len(said) <= MOST_SHORT_SENTENCES and report.shape.kind != CHANGE
    laid_out = _laid_out(report.contested, said)[: 1 if is_short else None]
    beside = [side for contest in laid_out for side in contest.sides]
    shown = said | {side.text for side in beside}
    shown_claims = {claim_id for sentence in (*report.answer, *beside) for claim_id in sentence.claim_ids}
    also = tuple(claim.sentence for claim in report.claims if claim.sentence.text not in shown)
    in_order = dict.fromkeys(s.text for s in (*first, *compared, *beside, *detail, *also))
    return Reading(
        report=report,
        parts=parts,
        rows=rows,
        also=also,
        contests=laid_out,
        other_contests=tuple(contest for contest in report.contested if contest not in laid_out),
        claims_by_id=_by_id(report.claims),
        is_short=is_short,
        timeline=_timeline(report, shown_claims if is_short else None),
        numbers={text: number for number, text in enumerate(in_order, start=1)},
    )


def claims_of(sentence: Sentence, read: Reading) -> list[ReportClaim]:
    """The claims that a sentence states, the one in its words first."""
    found = {id(claim): claim for i in sentence.claim_ids for claim in read.claims_by_id.get(i, ())}
    return sorted(found.values(), key=lambda claim: claim.sentence.text != sentence.text)


def against(sentence: Sentence, read: Reading) -> tuple[int, ...]:
    """Citation numbers of what contradicts a sentence."""
    claims = claims_of(sentence, read)
    return tuple(dict.fromkeys(n for claim in claims for n in (*claim.against, *claim.may_conflict)))


def qualifying(read: Reading) -> tuple[int, ...]:
    """Citation numbers of other values, of another time, place or group, than the answer's. What contradicts it is
    none."""
    report = read.report
    claims = [claim for sentence in report.answer for claim in claims_of(sentence, read)[:1]]
    contrary = {number for sentence in report.answer for number in against(sentence, read)}
    own = {number for sentence in report.answer for number in sentence.citations}
    found = dict.fromkeys(number for claim in claims for number in claim.qualifying)
    words: dict[str, int] = {}
    for number in found:
        if number not in contrary | own:
            words.setdefault(report.citations[number - 1].quotation.text, number)
    return tuple(words.values())


def _by_id(claims: Sequence[ReportClaim]) -> dict[str, tuple[ReportClaim, ...]]:
    found: dict[str, list[ReportClaim]] = {}
    for claim in claims:
        for claim_id in claim.sentence.claim_ids:
            found.setdefault(claim_id, []).append(claim)
    return {claim_id: tuple(stating) for claim_id, stating in found.items()}


def _parts(sentences: Iterable[Sentence]) -> tuple[Part, ...]:
    by_facet: dict[str, list[Sentence]] = {}
    for sentence in sentences:
        by_facet.setdefault(sentence.facet, []).append(sentence)
    return tuple(Part(heading=facet, sentences=tuple(held)) for facet, held in by_facet.items())


def _rows(report: Report) -> tuple[TableRow, ...]:
    """Cells with the checked sentences of their claims; what was refused leaves its cell empty."""
    if not report.shape.sides:
        return ()
    stated: dict[str, Sentence] = {}
    for sentence in (*report.answer, *(claim.sentence for claim in report.claims)):
        for claim_id in sentence.claim_ids:
            stated.setdefault(claim_id, sentence)
    many = len(report.shape.sides)
    rows = []
    for row in report.shape.rows:
        cells = [tuple(dict.fromkeys(stated[i] for i in cell if i in stated)) for cell in row.cells[:many]]
        rows.append(TableRow(aspect=row.aspect, cells=tuple(cells) + ((),) * (many - len(cells))))
    return tuple(rows)


def _laid_out(contested: Sequence[Contest], said: set[str]) -> tuple[Contest, ...]:
    """The first contest of each sentence of the answer."""
    laid_out: list[Contest] = []
    shown: set[str] = set()
    for contest in contested:
        mine = {side.text for side in contest.sides} & said
        if mine - shown:
            shown |= mine
            laid_out.append(contest)
    return tuple(laid_out)


def _timeline(report: Report, concerned: set[str] | None) -> tuple[TimelineEntry, ...]:
    """All of it for a question about change; else what was updated, corrected or withdrawn, of the `concerned` claims
    where these are given."""
    if report.shape.kind == CHANGE:
        return report.timeline
    stating = (claim for claim in report.claims if concerned is None or concerned & set(claim.sentence.claim_ids))
    cited = {n for claim in stating for n in (*claim.sentence.citations, *claim.supporting, *claim.against)}
    return tuple(entry for entry in report.timeline if entry.kind != "stated" and entry.citation in cited)


def pages_of_fact(read: Reading) -> list[Citation]:
    """The pages that say what the one sentence of the answer says, primary ones first, each once."""
    (sentence,) = read.report.answer
    numbers = [*sentence.citations, *(n for claim in claims_of(sentence, read)[:1] for n in claim.supporting)]
    cited = [read.report.citations[number - 1] for number in dict.fromkeys(numbers)]
    first: dict[str, Citation] = {}
    for citation in sorted(cited, key=lambda citation: not citation.is_primary):
        first.setdefault(citation.page_id, citation)
    return list(first.values())


def nothing_answered(report: Report) -> bool:
    return report.answered is Answered.NO
