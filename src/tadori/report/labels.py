"""Formats numbers, enums and times of a report for a reader; the same in every form."""

from collections.abc import Iterable
from datetime import UTC, datetime

from tadori.model.evidence_thresholds import CONFIDENCE_HIGH_FROM, CONFIDENCE_LOW_BELOW
from tadori.model.grading import EntailmentVote
from tadori.model.graph import Standing
from tadori.model.ids import JA, Lang
from tadori.model.report import Citation, QueryLine, Report, ReportClaim, ReportMethod, SectionCoverage, Sentence
from tadori.model.thresholds import CAVEAT_BELOW
from tadori.model.web import WAYBACK_COPIES
from tadori.report.grades import error_words, is_graded, vote_words
from tadori.report.words import PHRASES, phrase

SHORT_HASH = 12


def standing_words(standing: Standing | None, lang: Lang) -> str:
    match standing:
        case None:
            return phrase("unchecked_badge", lang)
        case Standing.CONTESTED:
            return phrase("contested_badge", lang)
        case _:
            return phrase(standing.value, lang)


def confidence_level(confidence: float) -> str:
    """`high`, `moderate`, `low` or `very_low`."""
    if confidence >= CONFIDENCE_HIGH_FROM:
        return "high"
    if confidence >= CAVEAT_BELOW:
        return "moderate"
    return "low" if confidence >= CONFIDENCE_LOW_BELOW else "very_low"


def confidence_words(confidence: float, lang: Lang) -> str:
    """`confidence 0.86 (high)`."""
    word = phrase(f"level_{confidence_level(confidence)}", lang)
    return f"{phrase('confidence', lang)} {two_places(confidence)}{in_brackets(word, lang)}"


def two_places(share: float) -> str:
    """`0.69`, rounded down: .699 is not .70."""
    return f"{int(share * 100 + 1e-9) / 100:.2f}"


def per_cent(share: float) -> str:
    """Whole per cent, rounded down: only all of it is 100%."""
    return f"{int(share * 100 + 1e-9)}%"


def time_words(time: datetime) -> str:
    return f"{time.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


def citation_title(citation: Citation) -> str:
    """The title, or the address of an untitled page."""
    return citation.title.strip() or citation.url


def by_page(citations: Iterable[Citation]) -> list[list[Citation]]:
    """Citations of one page together, pages by their first number."""
    pages: dict[str, list[Citation]] = {}
    for citation in citations:
        pages.setdefault(citation.page_id, []).append(citation)
    return list(pages.values())


def heading_of(citation: Citation) -> str:
    """The path of headings above the words, where it says more than the title."""
    return "" if citation.heading.strip() == citation.title.strip() else citation.heading


def labelled(key: str, value: str, lang: Lang) -> str:
    """`Reason: …`, with the colon of the language. `value` is escaped already or will be."""
    return phrase("named", lang, name=phrase(key, lang), value=value)


def source_facts(citation: Citation, lang: Lang) -> list[str]:
    """The kind of source, its date, when it was found, and the start of its hash."""
    return [
        phrase(f"trust_{citation.trust.value}", lang),
        phrase("primary" if citation.is_primary else "secondary", lang),
        citation.date or phrase("undated", lang),
        phrase("found", lang, time=time_words(citation.found_at)),
        *([phrase("archived_copy", lang)] if citation.url.startswith(WAYBACK_COPIES) else []),
        f"sha256 {citation.content_hash[:SHORT_HASH]}",
    ]


def source_notes(citation: Citation, lang: Lang) -> str:
    """Why its page is trusted so far and which origin it shares; empty where nothing is noted."""
    words = ("、" if lang == JA else "; ").join(citation.notes)
    return labelled("source_notes", words, lang) if words else ""


def query_row(query: QueryLine, lang: Lang) -> list[str]:
    """A query as a row of the method section; rounds are counted from 0 and printed from 1."""
    key = f"purpose_{query.purpose}"
    purpose = phrase(key, lang) if key in PHRASES else query.purpose
    counts = [str(number) for number in (query.round + 1, query.hits, query.pages_read)]
    return [query.text, purpose, *counts, query.reason]


def query_head(lang: Lang) -> list[str]:
    return [phrase(key, lang) for key in ("query", "purpose", "round", "hits", "read", "why")]


def coverage_row(section: SectionCoverage, lang: Lang) -> list[str]:
    """A section of the plan as a row: what was covered, whether that is enough, what is missing."""
    focus = " / ".join(f"{name} {per_cent(share)}" for name, share in section.coverage)
    enough = phrase("sufficient" if section.sufficient else "insufficient", lang)
    return [section.name, focus, enough, " / ".join(section.missing)]


def coverage_head(lang: Lang) -> list[str]:
    return [phrase(key, lang) for key in ("section", "focus", "coverage", "missing")]


def method_facts(method: ReportMethod, lang: Lang) -> list[tuple[str, str]]:
    """The figures of the method section, name and value."""
    return [
        (phrase("pages_searched", lang), str(method.pages_searched)),
        (phrase("pages_read", lang), str(method.pages_read)),
        (phrase("rounds", lang), str(method.rounds)),
        (phrase("refutation_queries", lang), str(method.refutation_queries)),
        (phrase("largest_origin", lang), per_cent(method.largest_origin_share)),
        (phrase("stopped", lang), method.stop_words or method.stop_reason),
        (phrase("seconds", lang), phrase("seconds_unit", lang, n=round(method.seconds))),
        *_models(method, lang),
    ]


def _models(method: ReportMethod, lang: Lang) -> list[tuple[str, str]]:
    """The share of language models in the task; nothing where none was used."""
    if not method.model_tokens:
        return []
    share = min(1.0, method.model_seconds / method.seconds) if method.seconds else 0.0
    said = phrase("models_share", lang, tokens=f"{method.model_tokens:,}", share=per_cent(share))
    return [(phrase("models", lang), said)]


def rates(report: Report) -> list[tuple[str, str]]:
    """The rates a report is judged by. Where sentences have grades, these are counted instead of the share checked."""
    corroborated = (phrase("corroboration_rate", report.lang), per_cent(report.corroboration_rate))
    if is_graded(report):
        return [corroborated]
    return [(phrase("support_rate", report.lang), per_cent(report.support_rate)), corroborated]


def nothing_against(claim: ReportClaim, lang: Lang) -> str | None:
    """The line for a claim without contrary evidence: whether it was searched for. None where there is some."""
    if claim.against or claim.may_conflict:
        return None
    return phrase("nothing_against" if claim.confidence.refutation_searched else "not_searched_against", lang)


def speaking_against(sentence: Sentence, report: Report) -> list[tuple[str, tuple[int, ...]]]:
    """Citation numbers of what contradicts or qualifies a sentence of the answer, by kind; none where nothing does."""
    claims = [claim for claim in report.claims if set(claim.sentence.claim_ids) & set(sentence.claim_ids)]
    found = (
        ("against", dict.fromkeys(number for claim in claims for number in claim.against)),
        ("may_conflict", dict.fromkeys(number for claim in claims for number in claim.may_conflict)),
        ("qualifying", dict.fromkeys(number for claim in claims for number in claim.qualifying)),
    )
    return [(key, tuple(numbers)) for key, numbers in found if numbers]


def in_quotation_marks(words: str, lang: Lang) -> str:
    """Words in the quotation marks of the report's language."""
    return f"「{words}」" if lang == JA else f"“{words}”"


def in_brackets(words: str, lang: Lang) -> str:
    """Words in round brackets, to be set right behind others."""
    return f"（{words}）" if lang == JA else f" ({words})"


def judge_words(vote: EntailmentVote, lang: Lang) -> str:
    """`model-name yes 0.93 (error not measured)`: the vote, and beside it the measured error of its judge."""
    return f"{vote_words(vote, lang)}{in_brackets(error_words(vote, lang), lang)}"
