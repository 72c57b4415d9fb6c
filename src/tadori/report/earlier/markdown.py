"""Writes a report as Markdown: readable in a terminal as it is, linked where Markdown is rendered.

`[1]` is a reference link to the quoted words; its address is in the last lines. All source text is escaped.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from tadori.model.ids import Lang
from tadori.model.report import Answered, Citation, Contest, Report, ReportClaim, ReportMethod, Sentence
from tadori.report.grades import (
    grade_counts_line,
    grade_legend,
    grade_of_text,
    is_graded,
    list_separator,
    marked_grade,
    shown_grade,
    step_citations,
    step_rule,
    vote_words,
)
from tadori.report.inert import for_markdown, for_markdown_cell, safe_link
from tadori.report.labels import (
    by_page,
    citation_title,
    confidence_words,
    coverage_head,
    coverage_row,
    heading_of,
    in_brackets,
    in_quotation_marks,
    labelled,
    method_facts,
    nothing_against,
    query_head,
    query_row,
    rates,
    source_facts,
    source_notes,
    speaking_against,
    standing_words,
    time_words,
)
from tadori.report.unread import unread_head, unread_rows
from tadori.report.words import phrase
from tadori.text.lazy_pattern import lazy_pattern

# Brackets around plain words, followed by more words. Addresses are given for numbers alone, so this is no link.
_FILLED_IN: Final = lazy_pattern(r"\\\[([^\W\d_](?:[^\W_]|[ .,&'’・-]){1,80})\\\](?= [^\W_]|[^\W_])")


def report_markdown(report: Report) -> str:
    """The whole report; answer first."""
    parts = [
        f"# {for_markdown(report.question)}",
        *_answer(report),
        *_missing(report),
        *_claims(report),
        *_contested(report),
        *_unchecked(report),
        *_timeline(report),
        *_method(report.method, report.lang),
        *_sources(report),
        *_ending(report),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _answer(report: Report) -> list[str]:
    lang = report.lang
    if report.answered is Answered.NO:
        return [_heading("not_enough", lang), phrase("not_enough_words", lang)]
    return [_heading("answer", lang), *(_stated(sentence, report) for sentence in report.answer)]


def _stated(sentence: Sentence, report: Report) -> str:
    """A sentence with its citations, and below it its standing and what contradicts it."""
    lang = report.lang
    facts = [_facts(sentence, lang)]
    for key, numbers in speaking_against(sentence, report):
        facts.append(labelled(key, " ".join(f"[{number}]" for number in numbers), lang))
    lines = [_cited(sentence), f"*{' · '.join(facts)}*", *(f"*{line}*" for line in _basis(sentence, lang))]
    if sentence.caveat:
        lines.append(f"*{labelled('caveat', for_markdown(sentence.caveat), lang)}*")
    return "  \n".join(lines)


def _missing(report: Report) -> list[str]:
    if not report.missing:
        return []
    key = "missing" if report.answered is Answered.NO else "gaps"
    return [_heading(key, report.lang), _list(for_markdown(gap) for gap in report.missing)]


def _claims(report: Report) -> list[str]:
    if not report.claims:
        return []
    items = [_claim(number, claim, report) for number, claim in enumerate(report.claims, start=1)]
    return [_heading("claims", report.lang), "\n".join(items)]


def _claim(number: int, claim: ReportClaim, report: Report) -> str:
    lang = report.lang
    origins = phrase("origins", lang, n=claim.independent_origins)
    lines = [f"{_facts(claim.sentence, lang)} · {origins}", *_basis(claim.sentence, lang)]
    for key, numbers in (
        ("supporting", claim.supporting),
        ("against", claim.against),
        ("may_conflict", claim.may_conflict),
        ("qualifying", claim.qualifying),
    ):
        lines += [labelled(key, _quotation(report.citations[n - 1], lang), lang) for n in numbers]
    if nothing := nothing_against(claim, lang):
        lines.append(nothing)
    if claim.confidence.grounds:
        grounds = " ".join(for_markdown(ground) for ground in claim.confidence.grounds)
        lines.append(labelled("grounds", grounds, lang))
    if claim.sentence.caveat:
        lines.append(labelled("caveat", for_markdown(claim.sentence.caveat), lang))
    mark = f"{number}. "
    return "\n".join([mark + _cited(claim.sentence), *(f"{' ' * len(mark)}- {line}" for line in lines)])


def _contested(report: Report) -> list[str]:
    if not report.contested:
        return []
    lang = report.lang
    intro = [_heading("contested", lang), phrase("contested_words", lang)]
    return intro + [part for contest in report.contested for part in _contest(contest, report)]


def _contest(contest: Contest, report: Report) -> list[str]:
    """One column a side: the sentence, its standing, the quoted words."""
    lang, cites = report.lang, report.citations
    columns = [
        [
            _cited(side),
            " · ".join([_facts(side, lang), *_basis(side, lang)]),
            " ".join(_quotation(cites[number - 1], lang) for number in side.citations),
        ]
        for side in contest.sides
    ]
    columns += [[f"[{n}]", phrase("quoted", lang), _quotation(cites[n - 1], lang)] for n in contest.quoted]
    head, *rows = zip(*columns, strict=True)
    return [f"### {for_markdown(contest.point)}", _table(head, rows)]


def _unchecked(report: Report) -> list[str]:
    if not report.unchecked:
        return []
    lang = report.lang
    items = [f"{_cited(sentence)} — {' · '.join(_refusal(sentence, lang))}" for sentence in report.unchecked]
    return [_heading("unchecked", lang), phrase("unchecked_words", lang), _list(items)]


def _refusal(sentence: Sentence, lang: Lang) -> list[str]:
    """Its grade, the reason, and what was tried: steps and votes."""
    grade = shown_grade(sentence)
    reason = labelled("reason", for_markdown(sentence.reason), lang)
    return [*([marked_grade(grade, lang)] if grade else []), reason, *_basis(sentence, lang)]


def _timeline(report: Report) -> list[str]:
    if not report.timeline:
        return []
    items = [
        f"{for_markdown(entry.date)} · {phrase(f'kind_{entry.kind}', report.lang)} · "
        f"{for_markdown(entry.text)} [{entry.citation}]{_grade_behind(entry.text, report)}"
        for entry in report.timeline
    ]
    return [_heading("timeline", report.lang), _list(items)]


def _grade_behind(text: str, report: Report) -> str:
    grade = grade_of_text(text, report)
    return f" · {marked_grade(grade, report.lang)}" if grade else ""


def _method(method: ReportMethod, lang: Lang) -> list[str]:
    parts = [
        _heading("method", lang),
        _list(
            phrase("named", lang, name=name, value=for_markdown(value)) for name, value in method_facts(method, lang)
        ),
    ]
    if method.queries:
        parts.append(_table(query_head(lang), [_inert(query_row(query, lang)) for query in method.queries]))
    if method.sections:
        parts.append(_table(coverage_head(lang), [_inert(coverage_row(section, lang)) for section in method.sections]))
    if method.dropped:
        rows = [_inert([reason, str(count)]) for reason, count in method.dropped]
        parts.append(_table([phrase("dropped", lang), phrase("count", lang)], rows))
    if method.unread:
        parts.append(_table(unread_head(lang), [_inert(row) for row in unread_rows(method, lang)]))
    return parts


def _sources(report: Report) -> list[str]:
    if not report.citations:
        return []
    return [_heading("sources", report.lang), _list(_source(page, report.lang) for page in by_page(report.citations))]


def _source(page: Sequence[Citation], lang: Lang) -> str:
    """One page with every cited quotation of it."""
    first = page[0]
    target = safe_link(first.url)
    lines = [
        for_markdown(citation_title(first)),
        for_markdown(" · ".join(source_facts(first, lang))),
        *([for_markdown(notes)] if (notes := source_notes(first, lang)) else []),
        f"<{target}>" if target else for_markdown(first.url),
    ]
    for citation in page:
        heading = heading_of(citation)
        words = in_quotation_marks(for_markdown(citation.excerpt), lang)
        lines.append(f"[{citation.number}] {words}" + (f" — {for_markdown(heading)}" if heading else ""))
    return "\n  - ".join(lines)


def _ending(report: Report) -> list[str]:
    """Footer and addresses. Where there are grades, their counts are the last line of all."""
    addresses = "\n".join(_addresses(report.citations))
    if not is_graded(report):
        return [*_footer(report), addresses]
    return [addresses, *_footer(report), _list(grade_legend(report)), grade_counts_line(report)]


def _footer(report: Report) -> list[str]:
    facts = [phrase("named", report.lang, name=name, value=value) for name, value in rates(report)]
    made = phrase("made", report.lang, time=time_words(report.created_at))
    task = f"{phrase('task', report.lang)} {for_markdown(report.task_id)}"
    return ["---", " · ".join([*facts, made, task]), f"{phrase('verify', report.lang)} `tadori verify evidence.wacz`"]


def _addresses(citations: Iterable[Citation]) -> list[str]:
    targets = ((citation.number, safe_link(citation.deep_link)) for citation in citations)
    return [f"[{number}]: <{target}>" for number, target in targets if target]


def _heading(key: str, lang: Lang) -> str:
    return f"## {phrase(key, lang)}"


def _cited(sentence: Sentence) -> str:
    """Numbers are separated by spaces: `[1][2]` would be one link."""
    text = for_markdown(sentence.text)
    if sentence.steps:  # words that were filled in stand in brackets, which a terminal should show without backslashes
        text = _FILLED_IN.sub(r"[\1]", text)
    return " ".join([text, *(f"[{number}]" for number in sentence.citations)])


def _facts(sentence: Sentence, lang: Lang) -> str:
    grade = shown_grade(sentence)
    if not sentence.checked:  # wherever it stands, nothing else is said of it
        return marked_grade(grade, lang) if grade else phrase("unchecked", lang)
    facts = [*([marked_grade(grade, lang)] if grade else []), standing_words(sentence.standing, lang)]
    if sentence.confidence is not None:
        facts.append(confidence_words(sentence.confidence, lang))
    return " · ".join(facts)


def _basis(sentence: Sentence, lang: Lang) -> list[str]:
    """The steps of a derived sentence in one line, the votes on a judged one in another."""
    steps = [
        " ".join([for_markdown(step.detail), *(f"[{number}]" for number in step_citations(step, sentence))])
        + in_brackets(for_markdown(step_rule(step, lang)), lang)
        for step in sentence.steps
    ]
    votes = [for_markdown(vote_words(vote, lang)) for vote in sentence.votes]
    between = list_separator(lang)
    return [labelled(key, between.join(said), lang) for key, said in (("steps", steps), ("judged_by", votes)) if said]


def _quotation(citation: Citation, lang: Lang) -> str:
    facts = [for_markdown(citation_title(citation)), for_markdown(citation.date or phrase("undated", lang))]
    if citation.is_primary:
        facts.append(phrase("primary", lang))
    return f"[{citation.number}] {in_quotation_marks(for_markdown(citation.excerpt), lang)} — {' · '.join(facts)}"


def _list(items: Iterable[str]) -> str:
    return "\n".join(f"- {item}" for item in items)


def _inert(cells: Iterable[str]) -> list[str]:
    return [for_markdown(cell) for cell in cells]


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of cells that are Markdown already."""
    lines = [f"| {' | '.join(for_markdown_cell(cell) for cell in row)} |" for row in (head, *rows)]
    return "\n".join([lines[0], f"|{'---|' * len(head)}", *lines[1:]])
