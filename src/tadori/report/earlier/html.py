"""Writes a report as one HTML file that needs nothing else: no script, no font, no request. All source text is escaped.

The report's own words are set in a sans face, words of sources in a serif one, so that a reader sees whose they are.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from tadori.model.graph import Standing
from tadori.model.ids import JA, Lang
from tadori.model.report import Answered, Citation, Contest, Report, ReportClaim, Sentence
from tadori.report.earlier.html_grades import (
    basis_lines,
    citation_link,
    grade_footer,
    grade_header,
    grade_style,
    grade_tag_of,
    grade_tags,
)
from tadori.report.earlier.html_method import method_section
from tadori.report.elements import Element, element, join_elements
from tadori.report.grades import is_graded
from tadori.report.inert import safe_link, visible_text
from tadori.report.labels import (
    by_page,
    citation_title,
    confidence_level,
    confidence_words,
    heading_of,
    labelled,
    nothing_against,
    per_cent,
    rates,
    source_facts,
    source_notes,
    speaking_against,
    standing_words,
    time_words,
)
from tadori.report.words import phrase

# Forbids everything but the inline style sheet: page text that slipped through the escaping could still do nothing.
POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_WORD_JOINER: Final = Element("&#8288;")


def report_html(report: Report) -> str:
    """The whole report as one document; answer first."""
    lang = "ja" if report.lang == JA else "en"
    head = element(
        "head",
        Element('<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'),
        Element(f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'),
        Element('<meta name="referrer" content="no-referrer"><meta name="color-scheme" content="light dark">'),
        element("title", report.question),
        Element(f"<style>{_style()}{grade_style() if is_graded(report) else ''}</style>"),
    )
    body = element("body", element("main", *_parts(report)))
    return f"<!doctype html>\n{element('html', head, body, lang=lang)}\n"


@lru_cache(maxsize=1)
def _style() -> str:
    return Path(__file__).with_name("report.css").read_text(encoding="utf-8")


def _parts(report: Report) -> list[Element | None]:
    return [
        _header(report),
        _answer(report),
        _missing(report),
        _claims(report),
        _contested(report),
        _unchecked(report),
        _timeline(report),
        method_section(report.method, report.lang),
        _sources(report),
        _footer(report),
    ]


def _header(report: Report) -> Element:
    facts = [element("span", f"{name} ", element("b", value)) for name, value in rates(report)]
    made = element("span", phrase("made", report.lang, time=time_words(report.created_at)))
    line = element("p", *grade_header(report), *facts, made, class_="meta")
    return element("header", element("h1", report.question), line)


def _answer(report: Report) -> Element:
    lang = report.lang
    if report.answered is Answered.NO:
        words = element("p", phrase("not_enough_words", lang), class_="said")
        return _section("not_enough", lang, words, class_="answer none")
    return _section("answer", lang, *(_stated(sentence, report) for sentence in report.answer), class_="answer")


def _stated(sentence: Sentence, report: Report) -> Element:
    """One sentence of the answer with the words it stands on behind a fold."""
    quotations = [_quotation(report.citations[number - 1], report.lang) for number in sentence.citations]
    return element(
        "div",
        element("p", _cited(sentence.text, sentence.citations), class_="said"),
        element("p", *_facts(sentence, report.lang), *_against(sentence, report), class_="facts"),
        *basis_lines(sentence, report.lang),
        _caveat(sentence, report.lang),
        _fold(phrase("quoted", report.lang), quotations),
        class_="stated",
    )


def _against(sentence: Sentence, report: Report) -> list[Element]:
    return [
        element(
            "span", f"{phrase(key, report.lang)} ", *(citation_link(number) for number in numbers), class_=f"fact {key}"
        )
        for key, numbers in speaking_against(sentence, report)
    ]


def _missing(report: Report) -> Element | None:
    if not report.missing:
        return None
    items = (element("li", gap) for gap in report.missing)
    return _section(
        "missing" if report.answered is Answered.NO else "gaps", report.lang, element("ul", *items), class_="missing"
    )


def _claims(report: Report) -> Element | None:
    if not report.claims:
        return None
    items = (_claim(number, claim, report) for number, claim in enumerate(report.claims, start=1))
    return _section("claims", report.lang, element("ol", *items, class_="claims"))


def _claim(number: int, claim: ReportClaim, report: Report) -> Element:
    lang, cites = report.lang, report.citations
    origins = element("span", phrase("origins", lang, n=claim.independent_origins), class_="fact")
    return element(
        "li",
        element("p", _cited(claim.sentence.text, claim.sentence.citations), class_="said"),
        element("p", *_facts(claim.sentence, lang), origins, class_="facts"),
        *basis_lines(claim.sentence, lang),
        _caveat(claim.sentence, lang),
        *(_quotation(cites[n - 1], lang) for n in claim.supporting[:1]),
        _group("supporting", claim.supporting[1:], report),
        _group("against", claim.against, report, open_=True),
        _group("may_conflict", claim.may_conflict, report),
        _group("qualifying", claim.qualifying, report),
        element("p", nothing) if (nothing := nothing_against(claim, lang)) else None,
        _fold(phrase("grounds", lang), [element("ul", *(element("li", g) for g in claim.confidence.grounds))]),
        id=f"claim-{number}",
    )


def _group(key: str, numbers: Sequence[int], report: Report, *, open_: bool = False) -> Element | None:
    """Quotations of one kind, with their number on the fold."""
    if not numbers:
        return None
    quotations = [_quotation(report.citations[number - 1], report.lang) for number in numbers]
    return _fold(f"{phrase(key, report.lang)} ({len(numbers)})", quotations, class_=key, open_=open_)


def _contested(report: Report) -> Element | None:
    if not report.contested:
        return None
    intro = element("p", phrase("contested_words", report.lang), class_="intro")
    return _section("contested", report.lang, intro, *(_contest(contest, report) for contest in report.contested))


def _contest(contest: Contest, report: Report) -> Element:
    lang, cites = report.lang, report.citations
    sides = [
        element(
            "div",
            element("p", _cited(side.text, side.citations), class_="said"),
            element("p", *_facts(side, lang), class_="facts"),
            *basis_lines(side, lang),
            *(_quotation(cites[number - 1], lang) for number in side.citations),
            class_="side",
        )
        for side in contest.sides
    ]
    sides += [element("div", _quotation(cites[number - 1], lang), class_="side") for number in contest.quoted]
    return element("div", element("h3", contest.point), element("div", *sides, class_="sides"), class_="contest")


def _unchecked(report: Report) -> Element | None:
    if not report.unchecked:
        return None
    lang = report.lang
    items = (
        element(
            "li",
            element("p", _cited(sentence.text, sentence.citations), class_="said"),
            element("p", *tags, class_="facts") if (tags := grade_tags(sentence, lang)) else None,
            element("p", labelled("reason", sentence.reason, lang), class_="reason"),
            *basis_lines(sentence, lang),
        )
        for sentence in report.unchecked
    )
    intro = element("p", phrase("unchecked_words", lang), class_="intro")
    return _section("unchecked", lang, intro, element("ul", *items), class_="unchecked")


def _timeline(report: Report) -> Element | None:
    if not report.timeline:
        return None
    items = (
        element(
            "li",
            element("time", entry.date),
            element("span", phrase(f"kind_{entry.kind}", report.lang), class_=f"kind {entry.kind}"),
            element("span", _cited(entry.text, [entry.citation]), grade_tag_of(entry.text, report), class_="event"),
        )
        for entry in report.timeline
    )
    return _section("timeline", report.lang, element("ol", *items, class_="timeline"))


def _sources(report: Report) -> Element | None:
    if not report.citations:
        return None
    items = (_source(page, report.lang) for page in by_page(report.citations))
    return _section("sources", report.lang, element("ul", *items, class_="sources"))


def _source(page: Sequence[Citation], lang: Lang) -> Element:
    """One page with every cited quotation of it."""
    first = page[0]
    cited = (
        element(
            "li",
            _linked(f"[{citation.number}]", citation.deep_link, hint=phrase("open", lang)),
            element("blockquote", *_marked(citation), lang=visible_text(citation.lang), dir="auto"),
            element("p", heading, class_="path") if (heading := heading_of(citation)) else None,
            id=f"source-{citation.number}",
        )
        for citation in page
    )
    return element(
        "li",
        element("p", _linked(citation_title(first), first.url), class_="title"),
        element("p", *(element("span", fact) for fact in source_facts(first, lang)), class_="meta"),
        element("p", notes, class_="meta") if (notes := source_notes(first, lang)) else None,
        element("p", first.url, class_="address"),
        element("ol", *cited, class_="places"),
    )


def _footer(report: Report) -> Element:
    facts = (element("span", f"{name} ", element("b", value)) for name, value in rates(report))
    task = element("span", f"{phrase('task', report.lang)} ", element("code", report.task_id))
    command = element("code", "tadori verify evidence.wacz")
    return element(
        "footer",
        element("p", *facts, task, class_="meta"),
        element("p", phrase("verify", report.lang), " ", command),
        *grade_footer(report),
    )


def _section(key: str, lang: Lang, *children: Element | None, class_: str | None = None) -> Element:
    return element("section", element("h2", phrase(key, lang)), *children, id=key.replace("_", "-"), class_=class_)


def _cited(text: str, numbers: Iterable[int]) -> Element:
    """Text and its citations. A word joiner keeps each number on the line of the last word."""
    return join_elements([text, *(part for number in numbers for part in (_WORD_JOINER, citation_link(number)))])


def _facts(sentence: Sentence, lang: Lang) -> list[Element]:
    if not sentence.checked:  # wherever it stands, nothing else is said of it
        return grade_tags(sentence, lang) or [element("span", phrase("unchecked", lang), class_="badge none")]
    facts = [*grade_tags(sentence, lang), _badge(sentence.standing, lang)]
    if sentence.confidence is not None:
        bar = element("i", style=f"--share:{per_cent(sentence.confidence)}", aria_hidden="true")
        words = confidence_words(sentence.confidence, lang)
        facts.append(element("span", bar, words, class_=f"confidence {confidence_level(sentence.confidence)}"))
    return facts


def _badge(standing: Standing | None, lang: Lang) -> Element:
    kind = standing.value if standing else "none"
    return element("span", standing_words(standing, lang), class_=f"badge {kind}")


def _caveat(sentence: Sentence, lang: Lang) -> Element | None:
    if not sentence.caveat:
        return None
    return element("p", element("b", phrase("caveat", lang)), " ", sentence.caveat, class_="caveat")


def _quotation(citation: Citation, lang: Lang) -> Element:
    facts = [element("span", citation.date or phrase("undated", lang))]
    if citation.is_primary:
        facts.append(element("span", phrase("primary", lang), class_="primary"))
    if heading := heading_of(citation):
        facts.append(element("span", heading))
    title = _linked(citation_title(citation), citation.deep_link, hint=phrase("open", lang))
    return element(
        "figure",
        element("blockquote", *_marked(citation), lang=visible_text(citation.lang), dir="auto"),
        element("figcaption", citation_link(citation.number), title, *facts),
    )


def _marked(citation: Citation) -> list[Element | str]:
    """The excerpt with the quoted words marked; all of it quoted when they had to be shortened."""
    before, words, after = citation.excerpt.partition(citation.quotation.text)
    return [before, element("mark", words), after] if words else [before]


def _linked(words: str, address: str, hint: str | None = None) -> Element:
    target = safe_link(address)
    if target is None:
        return element("bdi", words)
    return element("a", element("bdi", words), href=target, rel="noopener noreferrer nofollow", title=hint)


def _fold(label: str, content: Iterable[Element], *, class_: str | None = None, open_: bool = False) -> Element:
    attributes = {"class_": class_, "open": "" if open_ else None}
    return element("details", element("summary", label), join_elements(content), **attributes)
