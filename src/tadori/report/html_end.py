"""The last sections of the HTML report: sources, method with the evidence of each sentence and the log behind folds,
footer. In: a reading. Out: elements."""

from collections.abc import Iterator, Sequence

from tadori.model.ids import Lang
from tadori.model.report import Citation, Report, ReportClaim, ReportMethod, Sentence
from tadori.report.elements import Element, element
from tadori.report.ending import legend, losses, made, method_sentences
from tadori.report.grades import grade_counts_line, marked_grade, shown_grade, step_citations, step_rule
from tadori.report.html_parts import citation_link, fold, highlighted, linked, quotation, section, table
from tadori.report.inert import visible_text
from tadori.report.labels import (
    SHORT_HASH,
    confidence_level,
    confidence_words,
    coverage_head,
    coverage_row,
    heading_of,
    in_brackets,
    judge_words,
    labelled,
    nothing_against,
    per_cent,
    query_head,
    query_row,
    standing_words,
    time_words,
)
from tadori.report.reading import Reading, against, claims_of
from tadori.report.source_list import SourceEntry, said_words, source_entries
from tadori.report.words import phrase


def sources_section(read: Reading) -> Element | None:
    """One entry a page."""
    said = said_words(read)
    entries = [_source(entry, said, read.report.lang) for entry in source_entries(read)]
    if not entries:
        return None
    return section("sources", phrase("sources", read.report.lang), element("ol", *entries, class_="sources"))


def _source(entry: SourceEntry, said: frozenset[str], lang: Lang) -> Element:
    """Title, kind and use; then each cited place, with its words where no sentence says them."""
    canonical = element(
        "p", f"{phrase('published_at', lang)} ", linked(entry.canonical, entry.canonical), class_="address"
    )
    first = entry.citations[0]
    seen = phrase("found", lang, time=time_words(first.found_at))
    return element(
        "li",
        element("p", linked(entry.title, entry.url), class_="title"),
        element("p", *(element("span", fact) for fact in entry.facts), class_="meta"),
        element("p", *(element("span", use) for use in entry.uses), class_="uses") if entry.uses else None,
        element("p", entry.notes, class_="notes") if entry.notes else None,
        element("p", entry.url, class_="address"),
        canonical if entry.canonical else None,
        element("p", f"{seen} · sha256 {first.content_hash[:SHORT_HASH]}", class_="found"),
        element("ol", *(_place(citation, said, lang) for citation in entry.citations), class_="places"),
    )


def _place(citation: Citation, said: frozenset[str], lang: Lang) -> Element:
    """The number leads to the words in the source."""
    words = element("blockquote", *highlighted(citation), lang=visible_text(citation.lang), dir="auto")
    above = heading_of(citation)
    return element(
        "li",
        linked(f"[{citation.number}]", citation.deep_link, hint=phrase("open", lang), class_="place"),
        None if visible_text(citation.quotation.text) in said else words,
        element("span", above, class_="path") if above else None,
        id=f"source-{citation.number}",
    )


def method_section(read: Reading) -> Element:
    """A few sentences; what was lost; behind folds the evidence of each sentence, queries and coverage."""
    report, lang = read.report, read.report.lang
    lost = [element("li", line) for line in losses(report.method, lang)]
    return section(
        "method",
        phrase("method", lang),
        *(element("p", words) for words in method_sentences(report)),
        element("ul", *lost, class_="lost") if lost else None,
        _log(report.method, lang),
        _evidence(read),
        class_="method",
    )


def _log(method: ReportMethod, lang: Lang) -> Element | None:
    queries = [query_row(query, lang) for query in method.queries]
    sections = [coverage_row(one, lang) for one in method.sections]
    folds = [
        fold(
            f"{phrase('queries', lang)} ({len(queries)})",
            table(query_head(lang), queries, numeric=(2, 3, 4), class_="queries"),
            class_="log",
        )
        if queries
        else None,
        fold(f"{phrase('sections', lang)} ({len(sections)})", table(coverage_head(lang), sections), class_="log")
        if sections
        else None,
    ]
    return element("div", *folds) if queries or sections else None


def _evidence(read: Reading) -> Element | None:
    """One fold a sentence, under its number."""
    beside = (side for contest in read.contests for side in contest.sides)
    claimed = (claim.sentence for claim in read.report.claims)
    sentences = {sentence.text: sentence for sentence in (*read.report.answer, *beside, *claimed)}
    if not sentences:
        return None
    items = (_sentence_evidence(sentences[text], number, read) for text, number in read.numbers.items())
    title = element("h3", phrase("evidence", read.report.lang))
    return element("div", title, element("ol", *items, class_="evidence"))


def _sentence_evidence(sentence: Sentence, number: int, read: Reading) -> Element:
    report, lang = read.report, read.report.lang
    claim = next(iter(claims_of(sentence, read)), None)
    cites = report.citations
    quoted = (quotation(cites[n - 1], read) for n in sentence.citations)
    summary = element("span", element("b", str(number)), f" {sentence.text}")
    content = [
        element("p", *_facts(sentence, claim, lang), class_="facts"),
        *basis_lines(sentence, read),
        element("p", labelled("caveat", sentence.caveat, lang), class_="caveat") if sentence.caveat else None,
        *quoted,
        *(_claim_evidence(sentence, claim, read) if claim else ()),
    ]
    return element("li", fold(summary, *content), id=f"evidence-{number}")


def _facts(sentence: Sentence, claim: ReportClaim | None, lang: Lang) -> Iterator[Element]:
    """Grade, standing, confidence; of a sentence that is not checked, that and nothing else."""
    grade = shown_grade(sentence)
    if grade is not None:
        yield element("span", marked_grade(grade, lang))
    if not sentence.checked:
        return
    yield element("span", standing_words(sentence.standing, lang))
    if sentence.confidence is not None:
        share = f"--share:{per_cent(sentence.confidence)}"
        bar = element("i", style=share, aria_hidden="true")
        words = confidence_words(sentence.confidence, lang)
        yield element("span", bar, words, class_=f"confidence {confidence_level(sentence.confidence)}")
    if claim is not None:
        yield element("span", phrase("origins", lang, n=claim.independent_origins))


def _claim_evidence(sentence: Sentence, claim: ReportClaim, read: Reading) -> Iterator[Element | None]:
    """Further support, what speaks against it, other conditions, why this confidence."""
    lang = read.report.lang
    further = [number for number in claim.supporting if number not in sentence.citations]
    yield _group("supporting", further, read)
    yield _group("against", against(sentence, read), read)
    yield _group("qualifying", claim.qualifying, read)
    if nothing := nothing_against(claim, lang):
        yield element("p", nothing)
    if claim.confidence.grounds:
        grounds = element("ul", *(element("li", ground) for ground in claim.confidence.grounds))
        yield element("div", element("h4", phrase("grounds", lang)), grounds, class_="grounds")


def _group(key: str, numbers: Sequence[int], read: Reading) -> Element | None:
    if not numbers:
        return None
    cites = read.report.citations
    title = element("h4", f"{phrase(key, read.report.lang)} ({len(numbers)})")
    return element("div", title, *(quotation(cites[n - 1], read) for n in numbers), class_=key)


def basis_lines(sentence: Sentence, read: Reading) -> list[Element]:
    """How a derived sentence was made, and which models judged another: one line each."""
    lang = read.report.lang
    steps = [
        element(
            "span",
            f"{step.detail} ",
            *(citation_link(number, read) for number in step_citations(step, sentence)),
            element("i", in_brackets(step_rule(step, lang), lang)),
        )
        for step in sentence.steps
    ]
    votes = [element("span", judge_words(vote, lang)) for vote in sentence.votes]
    lines = (("steps", steps), ("judged_by", votes))
    return [element("p", element("b", phrase(key, lang)), *told, class_="basis") for key, told in lines if told]


def footer(report: Report) -> Element:
    """When and by which task, how to verify, what the marks mean, and as the last line how many there are of each."""
    meaning = legend(report)
    return element(
        "footer",
        element("p", phrase("verify", report.lang), " ", element("code", "tadori verify evidence.wacz")),
        element("p", *(element("span", fact) for fact in made(report)), class_="meta"),
        element("p", meaning, class_="legend") if meaning else None,
        element("p", element("b", grade_counts_line(report)), class_="grade-counts"),
    )
