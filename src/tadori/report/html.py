"""Writes a report as one HTML file that needs nothing else: no script, no font, no request. All source text is escaped.

The report's own words are set in a sans face, words of sources in a serif one, so that a reader sees whose they are.
"""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from tadori.model.ids import JA
from tadori.model.report import Contest, Report, Sentence
from tadori.model.thresholds import MOST_IN_A_LINE
from tadori.report.elements import Element, element
from tadori.report.ending import follow_up, how_it_ended, missing, missing_heading, verdict
from tadori.report.excerpt import shortened_to
from tadori.report.grades import marked_grade, shown_grade
from tadori.report.html_end import footer, method_section, sources_section
from tadori.report.html_parts import calculation, citation_numbers, cited, code_block, fold, quotation, said, section
from tadori.report.inert import visible_text
from tadori.report.labels import confidence_words
from tadori.report.reading import Part, Reading, nothing_answered, pages_of_fact, qualifying, reading
from tadori.report.source_list import one_a_page, short_source
from tadori.report.sureness import Sureness, common_sureness
from tadori.report.words import phrase

# Forbids everything but the inline style sheet: page text that slipped through the escaping could still do nothing.
POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_ALSO_UNFOLDED: Final = 12
_LONGEST_OTHER_VALUE: Final = 160


def report_html(report: Report) -> str:
    """The whole report as one document; answer first."""
    lang = "ja" if report.lang == JA else "en"
    head = element(
        "head",
        Element('<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'),
        Element(f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'),
        Element('<meta name="referrer" content="no-referrer"><meta name="color-scheme" content="light dark">'),
        element("title", report.question),
        Element(f"<style>{_style()}</style>"),
    )
    read = reading(report)
    titled = [(key, title, made) for key, title, made in _sections(read) if made is not None]
    main = element("main", _header(report), *(made for _, _, made in titled), footer(report))
    body = element("body", _contents([(key, title) for key, title, _ in titled], read), main)
    return f"<!doctype html>\n{element('html', head, body, lang=lang)}\n"


@lru_cache(maxsize=1)
def _style() -> str:
    return Path(__file__).with_name("report.css").read_text(encoding="utf-8")


def _sections(read: Reading) -> list[tuple[str, str, Element | None]]:
    """Key, title and content of each section, in the order of reading; None where there is nothing to say."""
    report, lang = read.report, read.report.lang
    common = common_sureness(read)
    answered = [
        ("answer", phrase("answer", lang), _answer(read, common)),
        ("disagreeing", phrase("disagreeing", lang), _disagreeing(read)),
        ("qualifying", phrase("qualifying", lang), _qualifying(read)),
        ("detail", phrase("detail", lang), _detail(read, common)),
        ("missing", missing_heading(report), _missing(report)),
    ]
    first = [answered[4], *answered[1:3]] if nothing_answered(report) else answered
    return [
        *first,
        ("also", phrase("nearest" if nothing_answered(report) else "also", lang), _also(read)),
        ("unchecked", phrase("unchecked", lang), _unchecked(read)),
        ("timeline", phrase("timeline", lang), _timeline(read)),
        ("sources", phrase("sources", lang), sources_section(read)),
        ("method", phrase("method", lang), method_section(read)),
    ]


def _contents(titled: Sequence[tuple[str, str]], read: Reading) -> Element:
    """Links to the sections, and below the answer to its parts."""
    label = phrase("contents", read.report.lang)
    items = []
    for key, title in titled:
        parts = {"answer": read.parts[:1], "detail": read.parts[1:]}.get(key, ())
        inner = [element("li", element("a", p.heading, href=f"#{_part_id(p, read)}")) for p in parts if p.heading]
        inside = element("ul", *inner) if inner else None
        items.append(element("li", element("a", title, href=f"#{key}"), inside))
    return element("nav", element("p", label, class_="label"), element("ul", *items), aria_label=label)


def _part_id(part: Part, read: Reading) -> str:
    return f"part-{read.parts.index(part) + 1}"


def _header(report: Report) -> Element:
    ended, rest = how_it_ended(report)
    words = verdict(report)
    line = element(
        "p",
        element("strong", words, class_="verdict") if words else None,
        " " if words else None,
        ended if words else element("strong", ended),
        rest,
        class_=f"ended {report.answered.value}",
    )
    after = follow_up(report)
    before = element("p", after, class_="meta") if after else None
    return element("header", element("h1", report.question), before, line)


def _answer(read: Reading, common: Sureness) -> Element:
    lang = read.report.lang
    content: list[Element | None] = []
    if read.is_one_sentence:
        content = [
            said(read.parts[0].sentences[0], read, common),
            code_block(read.parts[0].sentences[0], read),
            calculation(read.parts[0].sentences[0], read),
            _sources_in_a_line(read),
        ]
    else:
        content = [made for part in read.parts[:1] for made in _part(part, read, common)]
    note = element("p", " · ".join(common.note), class_="note") if common.note else None
    kind = "answer fact" if read.is_one_sentence else "answer"
    return section("answer", phrase("answer", lang), *content, _side_by_side(read, common), note, class_=kind)


def _part(part: Part, read: Reading, common: Sureness) -> list[Element | None]:
    title = element("h3", part.heading, id=_part_id(part, read)) if part.heading else None
    return [title, _numbered(part.sentences, read, common)]


def _numbered(sentences: Sequence[Sentence], read: Reading, common: Sureness | None) -> Element:
    """A list that goes on counting where the one before ended."""
    items = (_numbered_item(sentence, read, common) for sentence in sentences)
    return element("ol", *items, class_="sentences")


def _numbered_item(sentence: Sentence, read: Reading, common: Sureness | None, tag: str = "li") -> Element:
    number = _number(read.numbers[sentence.text], read)
    blocks = (code_block(sentence, read), calculation(sentence, read))
    return element(tag, number, said(sentence, read, common), *blocks)


def _number(number: int, read: Reading) -> Element:
    """A sentence's number, leading to its evidence."""
    hint = phrase("evidence", read.report.lang)
    return element("a", str(number), href=f"#evidence-{number}", class_="n", title=hint)


def _sources_in_a_line(read: Reading) -> Element:
    report = read.report
    pages = pages_of_fact(read)
    named = [
        element("span", *citation_numbers([page.number], read), f" {short_source(page, report.lang)}")
        for page in pages[:MOST_IN_A_LINE]
    ]
    if len(pages) > MOST_IN_A_LINE:
        named.append(element("span", phrase("more_folded", report.lang, n=len(pages) - MOST_IN_A_LINE)))
    return element("p", element("b", phrase("sources", report.lang)), *named, class_="from-line")


def _side_by_side(read: Reading, common: Sureness) -> Element | None:
    """One column a side, one row an aspect; on a narrow screen each cell says whose it is."""
    if not read.rows:
        return None
    lang, sides = read.report.lang, read.report.shape.sides
    head = (element("th", name, scope="col") for name in (phrase("aspect", lang), *sides))
    rows = (
        element(
            "tr",
            element("th", row.aspect, scope="row"),
            *(_cell(cell, side, read, common) for side, cell in zip(sides, row.cells, strict=True)),
        )
        for row in read.rows
    )
    made = element("table", element("thead", element("tr", *head)), element("tbody", *rows), class_="side-by-side")
    return element("div", made, class_="scroll")


def _cell(cell: Sequence[Sentence], side: str, read: Reading, common: Sureness) -> Element:
    if not cell:
        empty = element("span", phrase("empty_cell", read.report.lang), class_="empty")
        return element("td", empty, data_side=visible_text(side))
    sentences = (_numbered_item(sentence, read, common, tag="div") for sentence in cell)
    return element("td", *sentences, data_side=visible_text(side))


def _detail(read: Reading, common: Sureness) -> Element | None:
    made = [piece for part in read.parts[1:] for piece in _part(part, read, common)]
    return section("detail", phrase("detail", read.report.lang), *made, class_="detail") if made else None


def _disagreeing(read: Reading) -> Element | None:
    """Both sides of what the answer says next to each other; the other disagreements in a line each."""
    lang = read.report.lang
    cards = [_contest(contest, read) for contest in read.contests]
    lines = [element("li", contest.point, " ", *_against_each_other(contest, read)) for contest in read.other_contests]
    if not cards and not lines:
        return None
    others = element("ul", *lines, class_="others") if lines else None
    return section("disagreeing", phrase("disagreeing", lang), *cards, others, class_="disagreeing")


def _contest(contest: Contest, read: Reading) -> Element:
    sides = [element("div", _side(side, read), *_weight(side, read), class_="side") for side in contest.sides]
    cites = read.report.citations
    sides += [element("div", quotation(cites[number - 1], read), class_="side") for number in contest.quoted]
    return element("div", element("h3", contest.point), element("div", *sides, class_="sides"), class_="contest")


def _side(side: Sentence, read: Reading) -> Element:
    number = read.numbers[side.text]
    link = None if number == 1 and read.is_one_sentence else _number(number, read)
    return element("p", link, *cited(side, read), class_="said")


def _weight(side: Sentence, read: Reading) -> list[Element]:
    """Sources and confidence. Of a sentence that is not checked, that and nothing else."""
    lang = read.report.lang
    if not side.checked:
        grade = shown_grade(side)
        words = marked_grade(grade, lang) if grade else phrase("unchecked_badge", lang)
        return [element("p", words, class_="apart not_checked")]
    pages = [element("span", short_source(page, lang)) for page in one_a_page(side.citations, read.report)]
    sure = [element("span", confidence_words(side.confidence, lang))] if side.confidence is not None else []
    return [element("p", *pages, *sure, class_="weight")]


def _against_each_other(contest: Contest, read: Reading) -> list[Element | str]:
    sides = [side.citations for side in contest.sides] + ([contest.quoted] if contest.quoted else [])
    made: list[Element | str] = []
    for number, cites in enumerate(sides):
        made += [" ⇔ "] if number else []
        made += citation_numbers(cites, read)
    return made


def _qualifying(read: Reading) -> Element | None:
    report, lang = read.report, read.report.lang
    items = [
        element(
            "li",
            element("q", words, lang=visible_text(report.citations[number - 1].lang)),
            *citation_numbers([number], read),
        )
        for number in qualifying(read)
        if (words := shortened_to(visible_text(report.citations[number - 1].quotation.text), _LONGEST_OTHER_VALUE))
    ]
    if not items:
        return None
    return section("qualifying", phrase("qualifying", lang), element("ul", *items), class_="qualifying")


def _missing(report: Report) -> Element | None:
    gaps = missing(report)
    if not gaps:
        return None
    return section("missing", missing_heading(report), element("ul", *(element("li", gap) for gap in gaps)))


def _also(read: Reading) -> Element | None:
    """The remaining claims, one line each; the last of many behind a fold."""
    if not read.also:
        return None
    lang = read.report.lang
    shown, rest = read.also[:_ALSO_UNFOLDED], read.also[_ALSO_UNFOLDED:]
    more = fold(phrase("more_folded", lang, n=len(rest)), _numbered(rest, read, None)) if rest else None
    title = phrase("nearest" if nothing_answered(read.report) else "also", lang)
    return section("also", title, _numbered(shown, read, None), more, class_="also")


def _unchecked(read: Reading) -> Element | None:
    report, lang = read.report, read.report.lang
    if not report.unchecked:
        return None
    items = (
        element(
            "li",
            element("span", *cited(s, read), class_="said"),
            element("span", s.reason, class_="reason"),
            calculation(s, read),
        )
        for s in report.unchecked
    )
    note = element("p", phrase("unchecked_note", lang), class_="intro")
    return section("unchecked", phrase("unchecked", lang), note, element("ul", *items), class_="unchecked")


def _timeline(read: Reading) -> Element | None:
    lang = read.report.lang
    if not read.timeline:
        return None
    items = (
        element(
            "li",
            element("time", entry.date),
            element("span", phrase(f"kind_{entry.kind}", lang), class_=f"kind {entry.kind}"),
            element("span", entry.text, *citation_numbers([entry.citation], read), class_="event"),
        )
        for entry in read.timeline
    )
    return section("timeline", phrase("timeline", lang), element("ol", *items, class_="timeline"))
