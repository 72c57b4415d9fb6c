"""What a report says of the grades of its sentences (X11): mark and word, rule steps, votes, and how many have which.

In: a report and its sentences. Out: words for a reader, the same in every form, not escaped yet. No grade is given
here. A grade says what the quoted words say; what independent sources say is the standing, in words of its own.
"""

from collections import Counter
from collections.abc import Iterator
from math import ceil
from typing import Final

from tadori.model.grading import STRONGEST_FIRST, DerivationStep, EntailmentVote, Grade
from tadori.model.ids import JA, Lang
from tadori.model.report import Report, Sentence
from tadori.report.words import PHRASES, phrase

GRADE_MARKS: Final = {Grade.QUOTED: "❝", Grade.DERIVED: "∴", Grade.JUDGED: "◇", Grade.NOT_CHECKED: "?"}


def is_graded(report: Report) -> bool:
    """False for a report made before there were grades: it is printed as it was then, byte for byte."""
    if report.lowest_grade is not None:
        return True
    return any(sentence.grade is not None for sentence in (*_among_checked(report), *report.unchecked))


def shown_grade(sentence: Sentence) -> Grade | None:
    """The grade that is printed; None only before there were grades. What was refused is not checked, and no more."""
    if sentence.grade is None:
        return None
    return sentence.grade if sentence.checked else Grade.NOT_CHECKED


def grade_word(grade: Grade, lang: Lang) -> str:
    return phrase(f"grade_{grade.name.lower()}", lang)


def marked_grade(grade: Grade, lang: Lang) -> str:
    """`❝ quoted`, `∴ derived`, `◇ judged`, `? not checked`."""
    return f"{GRADE_MARKS[grade]} {grade_word(grade, lang)}"


def grade_meaning(grade: Grade, lang: Lang) -> str:
    """What the grade promises, in one sentence."""
    return phrase(f"meaning_{grade.name.lower()}", lang)


def step_citations(step: DerivationStep, sentence: Sentence) -> tuple[int, ...]:
    """The citation numbers that a step stands on. A file from outside may name others."""
    return tuple(number for number in step.quotations if number in sentence.citations)


def step_rule(step: DerivationStep, lang: Lang) -> str:
    """The rule in words: `subject`, `unit`, 主語."""
    key = f"step_{step.rule}"
    return phrase(key, lang) if key in PHRASES else step.rule


def vote_words(vote: EntailmentVote, lang: Lang) -> str:
    """`model-name yes 0.93`. Rounded down, as every share is."""
    said = phrase("vote_yes" if vote.entailed else "vote_no", lang)
    return f"{vote.model} {said} {int(vote.score * 100 + 1e-9) / 100:.2f}"


def error_words(vote: EntailmentVote, lang: Lang) -> str:
    """What was measured of the judge on labelled public pairs, its error rounded up; or that nothing was."""
    if vote.error is None:
        return phrase("judge_unmeasured", lang)
    return phrase(
        "judge_measured",
        lang,
        wrong=ceil(vote.error.unfaithful_accepted * 100 - 1e-9),
        right=int(vote.error.faithful_accepted * 100 + 1e-9),
        n=vote.error.n,
        sets=vote.error.sets,
    )


def grade_counts(report: Report) -> tuple[tuple[Grade, int], ...]:
    """How many sentences have which grade, strongest first, all four. A sentence printed twice is one."""
    printed: dict[str, Grade] = {}
    for sentence in _among_checked(report):
        printed.setdefault(sentence.text, shown_grade(sentence) or Grade.NOT_CHECKED)
    refused = {sentence.text: Grade.NOT_CHECKED for sentence in report.unchecked if sentence.text not in printed}
    found = Counter((*printed.values(), *refused.values()))
    return tuple((grade, found[grade]) for grade in STRONGEST_FIRST)


def grade_counts_line(report: Report) -> str:
    """The last line of a report: `12 quoted · 5 derived · 0 judged`, and `· 2 not checked` where there are any."""
    shown = [(grade, n) for grade, n in grade_counts(report) if n or grade is not Grade.NOT_CHECKED]
    return " · ".join(
        phrase("grade_count", report.lang, grade=grade_word(grade, report.lang), n=n) for grade, n in shown
    )


def grade_legend(report: Report) -> list[str]:
    """What each grade means that a sentence of this report has."""
    lang = report.lang
    return [
        phrase("named", lang, name=marked_grade(grade, lang), value=grade_meaning(grade, lang))
        for grade, n in grade_counts(report)
        if n
    ]


def grade_of_text(text: str, report: Report) -> Grade | None:
    """The grade of the claim that is printed in these words; None where there is none, or the report has no grades."""
    return next((shown_grade(c.sentence) for c in report.claims if c.sentence.text == text), None)


def list_separator(lang: Lang) -> str:
    """What stands between steps and between votes, which may hold commas of their own."""
    return "／" if lang == JA else "; "


def _among_checked(report: Report) -> Iterator[Sentence]:
    """Every sentence outside the list of those that are not checked, in the order of reading."""
    yield from report.answer
    yield from (claim.sentence for claim in report.claims)
    yield from (side for contest in report.contested for side in contest.sides)
