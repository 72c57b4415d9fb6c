"""How a report ended, what is missing, and how it was made: the first line and the last lines.

In: a report. Out: sentences in its language, not escaped yet; the same for every form.
"""

from tadori.model.graph import Standing
from tadori.model.ids import JA, Lang
from tadori.model.report import Answered, Report, ReportMethod
from tadori.report.grades import GRADE_MARKS, grade_counts
from tadori.report.labels import labelled, per_cent, time_words
from tadori.report.unread import unread_rows
from tadori.report.words import phrase


def verdict(report: Report) -> str:
    """`Yes.` or `No.`, for an answered question that is decided so."""
    if report.answered is Answered.NO or report.shape.verdict not in {"yes", "no"}:
        return ""
    return phrase(f"verdict_{report.shape.verdict}", report.lang)


def how_it_ended(report: Report) -> tuple[str, str]:
    """The words in bold, and the rest of the line."""
    lang = report.lang
    if report.answered is Answered.NO:
        return phrase("ended_no", lang), phrase("ended_no_words", lang)
    pages = {report.citations[number - 1].page_id for sentence in report.answer for number in sentence.citations}
    rest = phrase("ended_from", lang, sources=counted("sources_n", len(pages), lang))
    said = {sentence.text for sentence in report.answer}
    if any(side.text in said for contest in report.contested for side in contest.sides):
        rest += phrase("ended_disagree", lang)
    if report.answered is Answered.YES:
        return phrase("ended_yes", lang), rest
    gaps = missing(report)
    named = gaps[0] if len(gaps) == 1 else phrase("missing_below", lang, n=len(gaps))
    return phrase("ended_partly", lang), rest + phrase("ended_missing", lang, missing=named)


def missing(report: Report) -> tuple[str, ...]:
    """What was not found; never empty where the question, or a part of it, has no answer."""
    if report.missing or report.answered is Answered.YES:
        return report.missing
    lang, method = report.lang, report.method
    if report.answered is Answered.PARTLY:
        return (phrase("missing_part_unnamed", lang),)
    if not method.pages_searched:
        return (phrase("missing_no_documents", lang),)
    searched = counted("documents_n", method.pages_searched, lang)
    return (phrase("missing_nothing_says", lang, searched=searched, read=method.pages_read),)


def missing_heading(report: Report) -> str:
    return phrase("not_found" if report.answered is Answered.NO else "gaps", report.lang)


def method_sentences(report: Report) -> list[str]:
    """What was searched and read, why it ended, how independent the evidence is."""
    method, lang = report.method, report.lang
    searched = phrase(
        "method_read",
        lang,
        searched=counted("documents_n", method.pages_searched, lang),
        read=method.pages_read,
        rounds=counted("rounds_n", method.rounds, lang),
        refuting=counted("searches_n", method.refutation_queries, lang),
    )
    why = method.stop_words or labelled("stopped", method.stop_reason, lang)
    took = phrase("method_took", lang, n=round(method.seconds))
    corroborated = sum(claim.sentence.standing is Standing.CORROBORATED for claim in report.claims)
    origins = phrase(
        "method_origins",
        lang,
        share=per_cent(method.largest_origin_share),
        corroborated=corroborated,
        sentences=counted("sentences_n", len(report.claims), lang),
    )
    between = "" if lang == JA else " "
    return [between.join([searched, why, took]), between.join([origins, *_models(method, lang), *_notes(method, lang)])]


def follow_up(report: Report) -> str:
    """Which question it follows, and how it was typed where a pronoun was read as something; else empty."""
    method, lang = report.method, report.lang
    if not method.follow_up_of:
        return ""
    words = phrase("follow_up_of", lang, question=method.parent_question, task=method.follow_up_of)
    asked = [phrase("asked_as", lang, question=method.asked)] if method.asked else []
    return " · ".join([words, *asked])


def losses(method: ReportMethod, lang: Lang) -> list[str]:
    """What was dropped and what was not read, one line each; nothing where nothing was lost."""
    between = phrase("list_semicolon", lang)
    dropped = [phrase("n_times", lang, what=reason, n=count) for reason, count in method.dropped if count]
    by_kind: dict[str, list[str]] = {}
    for kind, reason, count, characters in unread_rows(method, lang):
        size = phrase("of_characters", lang, count=count, characters=characters) if characters else count
        by_kind.setdefault(kind, []).append(phrase("n_times", lang, what=reason, n=size))
    unread = [phrase("named", lang, name=kind, value=between.join(said)) for kind, said in by_kind.items()]
    lines = [labelled("dropped", between.join(dropped), lang)] if dropped else []
    return [*lines, labelled("unread", " · ".join(unread), lang)] if unread else lines


def legend(report: Report) -> str:
    """One line on the marks of this report's sentences."""
    found = [(grade, grade.name.lower()) for grade, n in grade_counts(report) if n]
    return " · ".join(f"{GRADE_MARKS[grade]} {phrase(f'legend_{name}', report.lang)}" for grade, name in found)


def made(report: Report) -> list[str]:
    """When, and by which task."""
    lang = report.lang
    return [phrase("made", lang, time=time_words(report.created_at)), f"{phrase('task', lang)} {report.task_id}"]


def counted(key: str, n: int, lang: Lang) -> str:
    """`1 source`, `2 sources`, 出典2件."""
    return phrase(f"{key}_one" if n == 1 else key, lang, n=f"{n:,}")


def _notes(method: ReportMethod, lang: Lang) -> list[str]:
    return [phrase("method_notes", lang, n=method.notes)] if method.notes else []


def _models(method: ReportMethod, lang: Lang) -> list[str]:
    """The share of language models in the task; nothing where none was used."""
    if not method.model_tokens:
        return []
    share = min(1.0, method.model_seconds / method.seconds) if method.seconds else 0.0
    return [phrase("method_models", lang, tokens=f"{method.model_tokens:,}", share=per_cent(share))]
