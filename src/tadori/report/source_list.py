"""The sources of a report, one entry a page: who publishes it, which sentences it was used for, where it is.

In: a reading. Out: `SourceEntry`s with words in the report's language, not escaped yet; the same for every form.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tadori.model.ids import JA, Lang
from tadori.model.report import Citation, Report, Sentence
from tadori.model.web import WAYBACK_COPIES
from tadori.report.inert import visible_text
from tadori.report.labels import by_page, citation_title, labelled
from tadori.report.reading import Reading
from tadori.report.words import PHRASES, phrase
from tadori.text.language import language_of

_SHORT_TITLE: Final = 48
_NOT_SHOWN: Final = 10**9


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceEntry:
    """A page with everything that is cited from it."""

    title: str
    facts: tuple[str, ...]
    """Date, kind of publisher, primary or not, language."""
    uses: tuple[str, ...]
    """`supports 1, 4`, `against 2`: the numbers of sentences."""
    notes: str
    url: str
    canonical: str
    """Empty where the page declares none, or the same."""
    citations: tuple[Citation, ...]
    is_used: bool
    """Whether it was used for one of the printed sentences."""


def source_entries(read: Reading, shown: int | None = None) -> list[SourceEntry]:
    """All pages, in the order of their first number. Where only the first `shown` sentences are printed, `…` stands for
    the numbers of the others."""
    uses = _uses(read, len(read.numbers) if shown is None else shown)
    return [_entry(page, uses, read) for page in by_page(read.report.citations)]


def said_words(read: Reading) -> frozenset[str]:
    """What the sentences of the report say. A quotation in these words is not printed again."""
    sides = (side.text for contest in read.report.contested for side in contest.sides)
    refused = (sentence.text for sentence in read.report.unchecked)
    return frozenset(visible_text(text) for text in (*read.numbers, *sides, *refused))


def other_language(sentence: Sentence, report: Report) -> str:
    """The name of the sentence's language, where it is not the report's; empty otherwise."""
    cited = [report.citations[number - 1].lang for number in sentence.citations]
    if not cited or cited[0] == report.lang:
        return ""
    lang = language_of(sentence.text)
    return "" if lang == report.lang else language_name(lang, report.lang)


def language_name(lang: Lang, told_in: Lang) -> str:
    key = f"lang_{lang}"
    return phrase(key, told_in) if key in PHRASES else str(lang)


def short_source(citation: Citation, lang: Lang) -> str:
    """Title, date and whether it is primary, to stand in a line with others."""
    title = " ".join(citation_title(citation).split())
    if len(title) > _SHORT_TITLE:
        title = title[: _SHORT_TITLE - 1].rstrip() + "…"
    facts = [title, citation.date or phrase("undated", lang)]
    if citation.is_primary:
        facts.append(phrase("primary", lang))
    return phrase("list_comma", lang).join(facts)


def one_a_page(numbers: Iterable[int], report: Report) -> list[Citation]:
    """The first citation of each page among `numbers`."""
    first: dict[str, Citation] = {}
    for number in numbers:
        citation = report.citations[number - 1]
        first.setdefault(citation.page_id, citation)
    return list(first.values())


def _entry(page: Sequence[Citation], uses: Mapping[str, Mapping[str, set[int]]], read: Reading) -> SourceEntry:
    first, lang = page[0], read.report.lang
    facts = [first.date or phrase("undated", lang), phrase(f"publisher_{first.trust.value}", lang)]
    facts.append(phrase("primary" if first.is_primary else "secondary", lang))
    if first.lang != lang:
        facts.append(language_name(first.lang, lang))
    if first.url.startswith(WAYBACK_COPIES):
        facts.append(phrase("archived_copy", lang))
    words = ("、" if lang == JA else "; ").join(first.notes)
    return SourceEntry(
        title=citation_title(first),
        facts=tuple(facts),
        uses=tuple(_use(key, numbers, read) for key, numbers in uses.get(first.page_id, {}).items()),
        notes=labelled("source_notes", words, lang) if words else "",
        url=first.url,
        canonical=first.canonical,
        citations=tuple(page),
        is_used=any(numbers - {_NOT_SHOWN} for numbers in uses.get(first.page_id, {}).values()),
    )


def _use(key: str, numbers: set[int], read: Reading) -> str:
    """`supports the answer, 4`; without numbers where the sentence has none."""
    lang = read.report.lang
    if not numbers:
        return phrase(key, lang)
    named = [_named(n, read) for n in sorted(numbers)]
    return phrase(key, lang, numbers=phrase("list_comma", lang).join(named))


def _named(number: int, read: Reading) -> str:
    if number == _NOT_SHOWN:
        return "…"
    return phrase("the_answer", read.report.lang) if number == 1 and read.is_one_sentence else str(number)


def _uses(read: Reading, shown: int) -> dict[str, dict[str, set[int]]]:
    """Page → how it was used → numbers of sentences."""
    report = read.report
    found: dict[str, dict[str, set[int]]] = {}

    def add(key: str, cited: Iterable[int], number: int | None) -> None:
        for citation in cited:
            held = found.setdefault(report.citations[citation - 1].page_id, {}).setdefault(key, set())
            if number is not None:
                held.add(number if number <= shown else _NOT_SHOWN)

    beside = (side for contest in read.contests for side in contest.sides)
    for sentence in (*report.answer, *beside):
        add("use_supports", sentence.citations, read.numbers.get(sentence.text))
    for claim in report.claims:
        number = read.numbers.get(claim.sentence.text)
        add("use_supports", (*claim.sentence.citations, *claim.supporting), number)
    for claim in report.claims:
        number = read.numbers.get(claim.sentence.text)
        add("use_against", (*claim.against, *claim.may_conflict), number)
        add("use_qualifies", claim.qualifying, number)
    for sentence in report.unchecked:
        add("use_unchecked", sentence.citations, None)
    return found
