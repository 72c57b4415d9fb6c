"""Writes grades into the HTML report (X11): the tag beside a sentence, its steps and votes, the counts at the end.

A report without grades gets none of it, and its style sheet stays as it was: `verify` makes such a report again, byte
for byte.
"""

from functools import lru_cache
from pathlib import Path

from tadori.model.grading import Grade
from tadori.model.ids import Lang
from tadori.model.report import Report, Sentence
from tadori.report.elements import Element, element
from tadori.report.grades import (
    grade_counts_line,
    grade_legend,
    grade_meaning,
    grade_of_text,
    grade_word,
    is_graded,
    shown_grade,
    step_citations,
    step_rule,
    vote_words,
)
from tadori.report.labels import in_brackets
from tadori.report.words import phrase


@lru_cache(maxsize=1)
def grade_style() -> str:
    """The rules that only a report with grades needs."""
    return Path(__file__).with_name("grades.css").read_text(encoding="utf-8")


def citation_link(number: int) -> Element:
    """`[2]`, leading to the entry among the sources."""
    return element("a", f"[{number}]", href=f"#source-{number}", class_="cite")


def grade_tags(sentence: Sentence, lang: Lang) -> list[Element]:
    """The grade as a tag; none before there were grades."""
    grade = shown_grade(sentence)
    return [_tag(grade, lang)] if grade else []


def grade_tag_of(text: str, report: Report) -> Element | None:
    """The tag of the claim that is printed in these words."""
    grade = grade_of_text(text, report)
    return _tag(grade, report.lang) if grade else None


def _tag(grade: Grade, lang: Lang) -> Element:
    kind = grade.name.lower()
    return element("span", grade_word(grade, lang), class_=f"grade {kind}", title=grade_meaning(grade, lang))


def basis_lines(sentence: Sentence, lang: Lang) -> list[Element]:
    """How a derived sentence was made, and which models judged another: one line each."""
    steps = [
        element(
            "span",
            f"{step.detail} ",
            *(citation_link(number) for number in step_citations(step, sentence)),
            element("i", in_brackets(step_rule(step, lang), lang)),
        )
        for step in sentence.steps
    ]
    votes = [element("span", vote_words(vote, lang)) for vote in sentence.votes]
    lines = (("steps", steps), ("judged_by", votes))
    return [element("p", element("b", phrase(key, lang)), *said, class_="basis") for key, said in lines if said]


def grade_footer(report: Report) -> list[Element]:
    """What the grades of this report mean, and as its last line how many there are of each."""
    if not is_graded(report):
        return []
    meanings = (element("li", line) for line in grade_legend(report))
    return [
        element("ul", *meanings, class_="legend"),
        element("p", element("b", grade_counts_line(report)), class_="grade-counts"),
    ]


def grade_header(report: Report) -> list[Element]:
    """The counts for the line under the question."""
    return [element("b", grade_counts_line(report))] if is_graded(report) else []
