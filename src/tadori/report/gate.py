"""The gate that every sentence must pass (X1, X11, fail closed).

In: a draft, and the lowest grade that may be printed. Out: the verdict of the check when the draft may be printed, a
`SentenceRefusal` otherwise. It rewrites nothing: a sentence passes as it is or not at all.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from tadori.model.claim import Ground
from tadori.model.computation import CodeRunner
from tadori.model.doors import SentenceCheck
from tadori.model.grading import Grade, SentenceVerdict, is_at_least
from tadori.model.ids import Lang
from tadori.model.report import Draft
from tadori.report.computed import code_beside
from tadori.report.evidence import ArchivedEvidence
from tadori.report.quotations import LocatedQuotation, QuotationFlaw
from tadori.report.words import PHRASES, phrase

_MOST_LIMITS: Final = 3
"""Limits of each sort that a refusal names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SentenceRefusal:
    """Why a sentence is not checked, in the report's language."""

    reason: str
    printable: bool
    """False where not even the list of unchecked sentences may show it: it names no words at all."""


def gate_verdict(
    draft: Draft, evidence: ArchivedEvidence, check: SentenceCheck, lowest: Grade = Grade.DERIVED
) -> SentenceVerdict | SentenceRefusal:
    """The verdict on a draft for which every condition holds; otherwise the first condition that does not."""
    lang = evidence.lang
    if not draft.quotations or not draft.text.strip() or not _writable(draft.text):
        return SentenceRefusal(reason=phrase("no_quotation", lang), printable=False)
    passages = []
    for quotation in draft.quotations:
        place = evidence.locate(quotation)
        if isinstance(place, QuotationFlaw):
            return SentenceRefusal(reason=phrase(place.value, lang), printable=True)
        passages.append(place.passage)
    if draft.code is not None and isinstance(evidence.locate(draft.code), LocatedQuotation):
        passages[0] = replace(passages[0], with_code=True)
    if draft.computed is not None:
        if draft.computed.by is not CodeRunner.MONTY:
            return SentenceRefusal(reason=phrase("not_run_again", lang), printable=True)
        passages[0] = replace(passages[0], code=code_beside(draft.computed))
    fault = _claim_fault(draft, evidence)
    if fault is not None:
        return SentenceRefusal(reason=phrase(fault, lang), printable=True)
    verdict = check.grade(draft.text, passages, draft.votes)
    if verdict.grade is not Grade.NOT_CHECKED and is_at_least(verdict.grade, lowest):
        return verdict
    return SentenceRefusal(reason=_verdict_words(verdict, lang), printable=True)


def ground_words(grounds: Iterable[Ground], lang: Lang) -> list[str]:
    """Grounds for a person to read: `number: 14 ≠ 15`, each once."""
    return list(dict.fromkeys(_ground(ground, lang) for ground in grounds))


def _claim_fault(draft: Draft, evidence: ArchivedEvidence) -> str | None:
    """L33: a sentence names claims of the graph, and quotes for each of them words that support it."""
    if not draft.claim_ids:
        return "no_claim"
    quoted = {(q.page_id, q.start, q.end) for q in draft.quotations}
    for claim_id in draft.claim_ids:
        standing = evidence.claims.get(claim_id)
        if standing is None:
            return "unknown_claim"
        words = (edge.quotation for edge in standing.supporting)
        if not any((q.page_id, q.start, q.end) in quoted for q in words):
            return "no_edge"
    return None


def _verdict_words(verdict: SentenceVerdict, lang: Lang) -> str:
    if verdict.grade is not Grade.NOT_CHECKED:
        return phrase("grade_too_low", lang, grade=phrase(f"grade_{verdict.grade.name.lower()}", lang))
    reason = phrase("not_supported", lang)
    words = ground_words((ground for ground in verdict.grounds if ground.weight < 0), lang)
    words += [phrase("lost_limit", lang, words=limit.text) for limit in verdict.lost[:_MOST_LIMITS]]
    words += [phrase("added_limit", lang, words=limit.text) for limit in verdict.added[:_MOST_LIMITS]]
    if not words:
        return reason
    return phrase("with_grounds", lang, reason=reason, grounds=phrase("list_comma", lang).join(words))


def _ground(ground: Ground, lang: Lang) -> str:
    key = f"rule_{ground.rule}"
    rule = phrase(key, lang) if key in PHRASES else ground.rule
    return phrase("named", lang, name=rule, value=ground.detail) if ground.detail else rule


def _writable(text: str) -> bool:
    """Lone surrogates can be neither archived nor written as UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
