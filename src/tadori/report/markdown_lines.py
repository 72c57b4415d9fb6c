"""Sentences, lists and tables in Markdown. In: sentences of a report. Out: lines; all source text is escaped."""

from collections.abc import Iterable, Sequence
from typing import Final

from tadori.model.ids import Lang
from tadori.model.report import Contest, Sentence
from tadori.model.thresholds import MOST_AGAINST_NAMED
from tadori.report.bold import around_value
from tadori.report.computed import code_beside
from tadori.report.grades import GRADE_MARKS, shown_grade
from tadori.report.inert import code_for_markdown, for_markdown, for_markdown_cell, for_markdown_with_bold
from tadori.report.labels import confidence_words, in_quotation_marks
from tadori.report.reading import Reading
from tadori.report.source_list import one_a_page, other_language, short_source
from tadori.report.sureness import Mark, Sureness, marks
from tadori.report.words import phrase
from tadori.text.lazy_pattern import lazy_pattern

# Brackets around plain words, followed by more words. Addresses are given for numbers alone, so this is no link.
_FILLED_IN: Final = lazy_pattern(r"\\\[([^\W\d_](?:[^\W_]|[ .,&'’・-]){1,80})\\\](?= [^\W_]|[^\W_])")


def heading(key: str, lang: Lang, level: str = "##") -> str:
    return f"{level} {phrase(key, lang)}"


def item(sentence: Sentence, read: Reading, common: Sureness | None) -> str:
    """A sentence as an item of a list, under its number; its code belongs to the item."""
    return f"{read.numbers[sentence.text]}. {with_code(sentence, read, common, indent='    ')}"


def with_code(sentence: Sentence, read: Reading, common: Sureness | None, indent: str = "") -> str:
    """A sentence, and the block of code behind it with the number of its quotation."""
    line = marked(sentence, read, common) + calculation(sentence, read, indent)
    if not sentence.code:
        return line
    lang = read.report.lang
    code = read.report.citations[sentence.code - 1].quotation.text
    return f"{line} · *{phrase('code', lang)}* [{sentence.code}]\n\n{code_for_markdown(code, indent)}\n"


def calculation(sentence: Sentence, read: Reading, indent: str = "") -> str:
    """The code of a calculation, where the sentence does not hold it; empty for every other sentence."""
    code = "" if sentence.computed is None else code_beside(sentence.computed)
    if not code:
        return ""
    return f" · *{phrase('calculated', read.report.lang)}*\n\n{code_for_markdown(code, indent)}\n"


def marked(sentence: Sentence, read: Reading, common: Sureness | None) -> str:
    """A sentence with its citations, the mark of its grade, and what sets it apart."""
    said = [f"*{_mark(mark)}*" for mark in marks(sentence, common, read)]
    return " · ".join([cited(sentence, read), *said])


def cited(sentence: Sentence, read: Reading) -> str:
    """Numbers are separated by spaces: `[1][2]` would be one link."""
    pieces = around_value(sentence.text, sentence.value) if sentence.value else None
    text = for_markdown_with_bold(*pieces) if pieces else for_markdown(sentence.text)
    if sentence.steps:  # words that were filled in stand in brackets, which a terminal should show without backslashes
        text = _FILLED_IN.sub(r"[\1]", text)
    grade = shown_grade(sentence)
    mark = [GRADE_MARKS[grade]] if grade and sentence.checked else []
    language = other_language(sentence, read.report)
    told = [f"({for_markdown(language)})"] if language else []
    return " ".join([text, *numbered(sentence.citations), *mark, *told])


def numbered(numbers: Iterable[int]) -> list[str]:
    return [f"[{number}]" for number in numbers]


def numbers_in_row(contest: Contest) -> str:
    """`[1] [2] ⇔ [3]`: who stands against whom."""
    sides = [" ".join(numbered(side.citations)) for side in contest.sides]
    return " ⇔ ".join([*sides, *([" ".join(numbered(contest.quoted))] if contest.quoted else [])])


def contest_table(contest: Contest, read: Reading) -> list[str]:
    """One column a side: the sentence; below it confidence and sources."""
    report, lang = read.report, read.report.lang
    columns = [[_side(side, read), " · ".join(_weight(side, read))] for side in contest.sides]
    for number in contest.quoted:
        citation = report.citations[number - 1]
        words = in_quotation_marks(for_markdown(citation.excerpt), lang)
        columns.append([f"{words} [{number}]", for_markdown(short_source(citation, lang))])
    head, *rows = zip(*columns, strict=True)
    return [f"### {for_markdown(contest.point)}", table(head, rows)]


def _side(side: Sentence, read: Reading) -> str:
    return cited(side, read) if _is_the_fact(side, read) else f"{read.numbers[side.text]}. {cited(side, read)}"


def _is_the_fact(side: Sentence, read: Reading) -> bool:
    return read.is_one_sentence and read.numbers[side.text] == 1


def list_of(items: Iterable[str]) -> str:
    return "\n".join(f"- {line}" for line in items)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of cells that are Markdown already."""
    lines = [f"| {' | '.join(for_markdown_cell(cell) for cell in row)} |" for row in (head, *rows)]
    return "\n".join([lines[0], f"|{'---|' * len(head)}", *lines[1:]])


def _weight(side: Sentence, read: Reading) -> list[str]:
    """Sources and confidence; the sources of a fact stand in the line below it already. Of a sentence that is not
    checked, that and nothing else."""
    lang = read.report.lang
    if not side.checked:
        return [_mark(mark) for mark in marks(side, None, read)]
    sure = [confidence_words(side.confidence, lang)] if side.confidence is not None else []
    if _is_the_fact(side, read):
        return sure
    return [*(for_markdown(short_source(page, lang)) for page in one_a_page(side.citations, read.report)), *sure]


def _mark(mark: Mark) -> str:
    shown = numbered(mark.numbers[:MOST_AGAINST_NAMED])
    more = ["…"] if len(mark.numbers) > MOST_AGAINST_NAMED else []
    return " ".join([for_markdown(mark.words), *shown, *more])
