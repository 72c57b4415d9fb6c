"""Pieces of the HTML report: citations with their quotation on hover and focus, marked sentences, folds, tables.

In: sentences and citations. Out: elements; all text is escaped by `elements`. No script is needed: the quotation stands
beside its number and is shown by the style sheet.
"""

from collections.abc import Iterable, Sequence

from tadori.model.report import Citation, Sentence
from tadori.model.thresholds import MOST_AGAINST_NAMED
from tadori.report.bold import around_value
from tadori.report.computed import code_beside
from tadori.report.elements import Element, element, join_elements
from tadori.report.excerpt import shortened_to
from tadori.report.grades import GRADE_MARKS, grade_meaning, grade_word, shown_grade
from tadori.report.inert import code_for_html, safe_link, visible_text
from tadori.report.reading import Reading
from tadori.report.source_list import other_language, short_source
from tadori.report.sureness import Mark, Sureness, marks
from tadori.report.words import phrase

WORD_JOINER = Element("&#8288;")
_LONGEST_ON_HOVER = 320


def section(key: str, title: str, *content: Element | None, class_: str | None = None) -> Element:
    """A section that the contents lead to."""
    return element("section", element("h2", title), *content, id=key, class_=class_)


def said(sentence: Sentence, read: Reading, common: Sureness | None, *, tag: str = "p") -> Element:
    """A sentence with its citations, the mark of its grade, and what sets it apart."""
    apart = [marked for mark in marks(sentence, common, read) for marked in (" ", _apart(mark, read))]
    return element(tag, *cited(sentence, read), *apart, class_="said")


def code_block(sentence: Sentence, read: Reading) -> Element | None:
    """The block of code behind a sentence, with the number of its quotation; None where there is none."""
    if not sentence.code:
        return None
    code = read.report.citations[sentence.code - 1]
    shown = element("pre", element("code", Element(code_for_html(code.quotation.text))), dir="ltr")
    label = element("figcaption", phrase("code", read.report.lang), *citation_numbers([sentence.code], read))
    return element("figure", shown, label, class_="code")


def calculation(sentence: Sentence, read: Reading) -> Element | None:
    """The code of a calculation, where the sentence does not hold it; None for every other sentence."""
    code = "" if sentence.computed is None else code_beside(sentence.computed)
    if not code:
        return None
    shown = element("pre", element("code", Element(code_for_html(code))), dir="ltr")
    return element("figure", shown, element("figcaption", phrase("calculated", read.report.lang)), class_="code")


def cited(sentence: Sentence, read: Reading) -> list[Element | str]:
    """The words, the value among them in bold; numbers and grade do not part from the last word."""
    pieces = around_value(sentence.text, sentence.value) if sentence.value else None
    words: list[Element | str] = [element("span", sentence.text)]
    if pieces:
        words = [element("span", pieces[0], element("strong", pieces[1]), pieces[2])]
    return [*words, *citation_numbers(sentence.citations, read), *_grade(sentence, read), *_language(sentence, read)]


def citation_numbers(numbers: Iterable[int], read: Reading) -> list[Element]:
    return [joined for number in numbers for joined in (WORD_JOINER, citation_link(number, read))]


def citation_link(number: int, read: Reading) -> Element:
    """`[2]`, leading to the entry among the sources; beside it what it quotes, shown on hover and on focus."""
    citation, lang = read.report.citations[number - 1], read.report.lang
    words = shortened_to(visible_text(citation.quotation.text), _LONGEST_ON_HOVER)
    tip = element(
        "span",
        element("q", words, lang=visible_text(citation.lang), dir="auto"),
        element("span", short_source(citation, lang), class_="from"),
        class_="tip",
        role="tooltip",
    )
    link = element("a", f"[{number}]", href=f"#source-{number}", class_="cite")
    return element("span", link, tip, class_="ref")


def linked(words: str, address: str, hint: str | None = None, class_: str | None = None) -> Element:
    target = safe_link(address)
    if target is None:
        return element("bdi", words)
    return element(
        "a", element("bdi", words), href=target, rel="noopener noreferrer nofollow", title=hint, class_=class_
    )


def quotation(citation: Citation, read: Reading) -> Element:
    """The excerpt with the quoted words marked, and where it is from."""
    lang = read.report.lang
    return element(
        "figure",
        element("blockquote", *highlighted(citation), lang=visible_text(citation.lang), dir="auto"),
        element("figcaption", *citation_numbers([citation.number], read), " ", short_source(citation, lang)),
    )


def highlighted(citation: Citation) -> list[Element | str]:
    """The excerpt with the quoted words marked; all of it quoted when they had to be shortened."""
    before, words, after = citation.excerpt.partition(citation.quotation.text)
    return [before, element("mark", words), after] if words else [before]


def fold(label: str | Element, *content: Element | None, class_: str | None = None, open_: bool = False) -> Element:
    attributes = {"class_": class_, "open": "" if open_ else None}
    return element("details", element("summary", label), join_elements(content), **attributes)


def table(
    head: Sequence[str], rows: Iterable[Sequence[str]], *, numeric: Sequence[int] = (), class_: str | None = None
) -> Element:
    def kind(column: int) -> str | None:
        return "number" if column in numeric else None

    cells = (element("th", name, scope="col", class_=kind(i)) for i, name in enumerate(head))
    body = (element("tr", *(element("td", cell, class_=kind(i)) for i, cell in enumerate(row))) for row in rows)
    made = element("table", element("thead", element("tr", *cells)), element("tbody", *body), class_=class_)
    return element("div", made, class_="scroll")


def _grade(sentence: Sentence, read: Reading) -> list[Element]:
    """The mark of the grade, with its meaning as a hint. What is not checked says so in words."""
    grade, lang = shown_grade(sentence), read.report.lang
    if grade is None or not sentence.checked:
        return []
    hint = phrase("named", lang, name=grade_word(grade, lang), value=grade_meaning(grade, lang))
    return [WORD_JOINER, element("span", GRADE_MARKS[grade], class_=f"grade {grade.name.lower()}", title=hint)]


def _language(sentence: Sentence, read: Reading) -> list[Element | str]:
    name = other_language(sentence, read.report)
    return [" ", element("span", f"({name})", class_="lang")] if name else []


def _apart(mark: Mark, read: Reading) -> Element:
    shown = citation_numbers(mark.numbers[:MOST_AGAINST_NAMED], read)
    more = "…" if len(mark.numbers) > MOST_AGAINST_NAMED else None
    return element("span", mark.words, *shown, more, class_=f"apart {mark.kind}")
