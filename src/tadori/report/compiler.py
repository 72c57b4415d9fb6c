"""THE sentence compiler (X1). Material comes in, a report goes out; what cannot be checked is not printed as checked.

For every quotation of a draft: the page was read by this task, its archived text is the one that was read, the words
are at the stated offsets with the stated hash, they support the claims the sentence names, and the check of entailment,
numbers, dates, names and negation passes. Otherwise the sentence is listed apart with the reason or, when it quotes no
words at all, is only counted. No clock, no store, no sentence of its own.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from tadori.events import Emit, SentenceRefused, ignore_event
from tadori.model.doors import SentenceCheck, TextArchive
from tadori.model.grading import Grade, is_at_least
from tadori.model.graph import Standing
from tadori.model.report import Answered, AnswerShape, Draft, Material, Report, ReportClaim, ReportMethod, Sentence
from tadori.report.citations import CitationBook
from tadori.report.contests import ContestContext, contests
from tadori.report.evidence import ArchivedEvidence, archived_evidence
from tadori.report.gate import SentenceRefusal, gate_verdict
from tadori.report.sentence import GradedDraft, checked_sentence, report_claim, unchecked_sentence
from tadori.report.timeline import claim_timeline
from tadori.report.words import phrase

REPORT_RULES: Final = "report-6"
"""Raised when the same graph and drafts would be checked, weighed or worded otherwise (judge/, text/, graph/,
report/): `verify` compiles a report again only under the rules that made it."""
OLDER_RULES: Final[frozenset[str]] = frozenset({"report-2", "report-3", "report-4", "report-5"})
"""Versions that sealed their inputs too, and whose reports are no longer compiled the same."""


def compile_report(
    material: Material, *, archive: TextArchive, check: SentenceCheck, emit: Emit = ignore_event
) -> Report:
    """The report that the archive confirms. Raises nothing for any material: doubts go into the report."""
    evidence = archived_evidence(material, archive)
    decided = _decide(material, evidence, check, emit)
    book = CitationBook()
    # Citations are numbered by first use, so the parts are made in the order in which they are read.
    answer = tuple(checked_sentence(graded, evidence, book) for graded in _answering(decided.passed))
    claims = tuple(report_claim(graded, evidence, book) for graded in _one_per_claim(decided.passed))
    contested = contests(
        ContestContext(
            evidence=evidence, check=check, book=book, printed=_by_claim(claims), lowest=material.lowest_grade
        )
    )
    unchecked = _unchecked(decided, evidence, book)
    citations = book.citations()
    dates = {claim_id: standing.claim.date for claim_id, standing in evidence.claims.items()}
    return Report(
        task_id=material.task_id,
        question=material.question,
        lang=material.lang,
        created_at=material.created_at,
        answered=_answered(answer, material),
        answer=answer,
        missing=material.missing,
        claims=claims,
        contested=contested,
        unchecked=unchecked,
        timeline=claim_timeline(claims, dates, citations),
        method=_method(material.method, decided, evidence, material.shape.code_left_out),
        citations=citations,
        support_rate=_share(_proven(decided.passed), len(material.drafts), empty=1.0),
        corroboration_rate=_corroboration(claims),
        lowest_grade=material.lowest_grade,
        shape=_shape(answer, material.shape),
    )


def _shape(answer: Sequence[Sentence], shape: AnswerShape) -> AnswerShape:
    """The shape, without yes or no where the sentence that says so did not pass the gate."""
    if not shape.verdict or any(shape.decided_by in sentence.claim_ids for sentence in answer):
        return shape
    return replace(shape, verdict="", decided_by="")


def _answered(answer: Sequence[Sentence], material: Material) -> Answered:
    if not answer:
        return Answered.NO
    return Answered.PARTLY if material.shape.partly else Answered.YES


@dataclass(frozen=True, slots=True, kw_only=True)
class _Decided:
    """Drafts after the gate, in the given order."""

    passed: tuple[GradedDraft, ...]
    refused: tuple[tuple[Draft, SentenceRefusal], ...]


def _decide(material: Material, evidence: ArchivedEvidence, check: SentenceCheck, emit: Emit) -> _Decided:
    for quotation, flaw in evidence.lost:
        emit(SentenceRefused(text=quotation.text, reason=phrase(flaw.value, evidence.lang)))
    passed: list[GradedDraft] = []
    refused: list[tuple[Draft, SentenceRefusal]] = []
    for draft in material.drafts:
        verdict = gate_verdict(draft, evidence, check, material.lowest_grade)
        if isinstance(verdict, SentenceRefusal):
            refused.append((draft, verdict))
            emit(SentenceRefused(text=draft.text.encode(errors="replace").decode(), reason=verdict.reason))
        else:
            passed.append(GradedDraft(draft=draft, verdict=verdict))
    return _Decided(passed=tuple(passed), refused=tuple(refused))


def _proven(passed: Sequence[GradedDraft]) -> int:
    """How many are quoted or derived: a model's word is no proof, and is not counted as one."""
    return sum(is_at_least(graded.verdict.grade, Grade.DERIVED) for graded in passed)


def _answering(passed: Sequence[GradedDraft]) -> list[GradedDraft]:
    """The sentences meant for the answer section, none of them twice."""
    first: dict[str, GradedDraft] = {}
    for graded in passed:
        if graded.draft.in_answer:
            first.setdefault(graded.draft.text, graded)
    return list(first.values())


def _one_per_claim(passed: Sequence[GradedDraft]) -> list[GradedDraft]:
    """The first sentence of every claim, in the given order; a sentence that states nothing new is not repeated.

    What was calculated is new, though its claims are stated already; in the answer it stands once.
    """
    chosen: list[GradedDraft] = []
    stated: set[str] = set()
    for graded in passed:
        is_calculated_beside = graded.draft.computed is not None and not graded.draft.in_answer
        if is_calculated_beside or not stated.issuperset(graded.draft.claim_ids):
            chosen.append(graded)
            stated.update(graded.draft.claim_ids)
    return chosen


def _by_claim(claims: Sequence[ReportClaim]) -> dict[str, Sentence]:
    """The first printed sentence of each claim."""
    found: dict[str, Sentence] = {}
    for claim in claims:
        for claim_id in claim.sentence.claim_ids:
            found.setdefault(claim_id, claim.sentence)
    return found


def _unchecked(decided: _Decided, evidence: ArchivedEvidence, book: CitationBook) -> tuple[Sentence, ...]:
    """Refused sentences that name words, each once per reason."""
    first: dict[tuple[str, str], Draft] = {}
    for draft, no in decided.refused:
        if no.printable:
            first.setdefault((draft.text, no.reason), draft)
    return tuple(unchecked_sentence(draft, reason, evidence, book) for (_, reason), draft in first.items())


def _method(method: ReportMethod, decided: _Decided, evidence: ArchivedEvidence, left_out: int) -> ReportMethod:
    """The method with the counts of what the compiler itself dropped."""
    counts = (
        ("dropped_sentences", sum(not no.printable for _, no in decided.refused)),
        ("dropped_quotations", len(evidence.lost)),
        ("dropped_code", left_out),
    )
    dropped = tuple((phrase(key, evidence.lang), count) for key, count in counts if count)
    return replace(method, dropped=method.dropped + dropped)


def _corroboration(claims: Sequence[ReportClaim]) -> float:
    corroborated = sum(claim.sentence.standing is Standing.CORROBORATED for claim in claims)
    return _share(corroborated, len(claims), empty=0.0)


def _share(part: int, whole: int, *, empty: float) -> float:
    return part / whole if whole else empty
