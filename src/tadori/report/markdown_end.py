"""The last parts of a Markdown report: sources, method, legend. In: a reading. Out: parts, all source text escaped."""

from collections.abc import Iterator
from dataclasses import dataclass

from tadori.model.ids import JA, Lang
from tadori.model.report import Citation, Report, Sentence
from tadori.report.ending import legend, losses, made, method_sentences
from tadori.report.excerpt import shortened_to
from tadori.report.grades import (
    GRADE_MARKS,
    grade_counts_line,
    list_separator,
    shown_grade,
    step_citations,
    step_rule,
)
from tadori.report.inert import for_markdown, for_markdown_with_bold, safe_link, visible_text
from tadori.report.labels import in_brackets, in_quotation_marks, judge_words, labelled
from tadori.report.markdown_lines import heading, list_of, numbered
from tadori.report.reading import Reading
from tadori.report.source_list import SourceEntry, source_entries
from tadori.report.words import phrase

_LONGEST_QUOTED = 240


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstPage:
    """What stands before the sources."""

    text: str
    numbers: frozenset[int]
    """The citation numbers in it."""
    sentences: int
    """How many numbered sentences are printed."""

    def says(self, words: str) -> bool:
        return for_markdown(words) in self.text.replace("**", "")


def sources_part(read: Reading, first: FirstPage) -> list[str]:
    """One entry a page; quoted words where a number of the first page leads there and it does not say them itself."""
    lang = read.report.lang
    pages = source_entries(read, first.sentences)
    used = [page for page in pages if page.is_used or any(c.number in first.numbers for c in page.citations)]
    entries = [_entry(page, lang, first) for page in used]
    if len(used) < len(pages):
        entries.append(phrase("more_in_html" if used else "only_in_html", lang, n=len(pages) - len(used)))
    return [heading("sources", lang), list_of(entries)] if entries else []


def _entry(entry: SourceEntry, lang: Lang, first: FirstPage) -> str:
    cited = [citation for citation in entry.citations if citation.number in first.numbers]
    numbers = [citation.number for citation in cited]
    title = for_markdown_with_bold("", visible_text(entry.title), "")
    lines = [
        f"{' '.join([*numbered(numbers), title])} — {for_markdown(' · '.join(entry.facts))}",
        *([for_markdown(" · ".join(entry.uses))] if entry.uses else []),
        _addresses(entry, lang),
        *(_quoted(c, lang) for c in cited if not first.says(c.quotation.text)),
    ]
    return "\n  - ".join(lines)


def _quoted(citation: Citation, lang: Lang) -> str:
    words = shortened_to(visible_text(citation.quotation.text), _LONGEST_QUOTED)
    return f"[{citation.number}] {in_quotation_marks(for_markdown(words), lang)}"


def _addresses(entry: SourceEntry, lang: Lang) -> str:
    published = [f"{phrase('published_at', lang)} {_address(entry.canonical)}"] if entry.canonical else []
    return " · ".join([_address(entry.url), *published])


def _address(address: str) -> str:
    target = safe_link(address)
    return f"<{target}>" if target else for_markdown(address)


def method_part(read: Reading, first: FirstPage) -> list[str]:
    """How it was made, in words; steps and votes; what was lost."""
    report, lang = read.report, read.report.lang
    lines = [*_basis(read, first), *(for_markdown(line) for line in losses(report.method, lang))]
    return [
        heading("method", lang),
        ("" if lang == JA else " ").join(for_markdown(said) for said in method_sentences(report)),
        *([list_of(lines)] if lines else []),
        phrase("method_more", lang),
    ]


def ending(report: Report) -> list[str]:
    """How to verify, what the marks mean, and as the last line of all how many sentences have which grade."""
    meaning = legend(report)
    return [
        "---",
        f"{phrase('verify', report.lang)} `tadori verify evidence.wacz` · {for_markdown(' · '.join(made(report)))}",
        *([meaning] if meaning else []),
        grade_counts_line(report),
    ]


def _basis(read: Reading, first: FirstPage) -> Iterator[str]:
    """How the derived sentences of the first page were made, and which models judged others: one line a sentence."""
    seen: set[str] = set()
    beside = (side for contest in read.contests for side in contest.sides)
    also = (sentence for sentence in read.also if read.numbers[sentence.text] <= first.sentences)
    for sentence in (*read.report.answer, *beside, *also, *read.report.unchecked):
        said = basis_words(sentence, read.report.lang)
        if said and sentence.text not in seen:
            seen.add(sentence.text)
            yield f"{_who(sentence, read)}{' · '.join(said)}"


def _who(sentence: Sentence, read: Reading) -> str:
    """`3 ∴ `: number and mark."""
    grade, number = shown_grade(sentence), read.numbers.get(sentence.text)
    marks = [*([str(number)] if number else []), *([GRADE_MARKS[grade]] if grade else [])]
    return f"{' '.join(marks)} " if marks else ""


def basis_words(sentence: Sentence, lang: Lang) -> list[str]:
    """The steps of a derived sentence, the votes on a judged one."""
    steps = [
        " ".join([for_markdown(step.detail), *numbered(step_citations(step, sentence))])
        + in_brackets(for_markdown(step_rule(step, lang)), lang)
        for step in sentence.steps
    ]
    votes = [for_markdown(judge_words(vote, lang)) for vote in sentence.votes]
    between = list_separator(lang)
    return [labelled(key, between.join(said), lang) for key, said in (("steps", steps), ("judged_by", votes)) if said]
