"""Finds the spans of a sentence that could be the answer itself: dates, quantities, names.

In: a parsed question and a sentence. Out: values of the asked sort that are not in the question, in order. It goes by
form, not by knowledge: a name is what looks like one. Whether two values agree is for frames to say (`judge/frames`).
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tadori.model.ids import Lang
from tadori.rank.question import ParsedQuestion
from tadori.rank.question_kinds import QuestionKind
from tadori.text.dates import DateMention, dates
from tadori.text.names import names
from tadori.text.normalise import fold
from tadori.text.numbers import Quantity, quantities


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerValue:
    """`text` as it stands at `start` of the sentence; `date` or `quantity` where it is one, otherwise a name."""

    text: str
    start: int
    end: int
    date: DateMention | None = None
    quantity: Quantity | None = None


VALUE_KINDS: Final = frozenset([QuestionKind.WHO, QuestionKind.WHEN, QuestionKind.WHERE, QuestionKind.NUMBER])
"""Kinds whose answer can be seen by its form."""


@lru_cache(maxsize=8192)
def answer_values(question: ParsedQuestion, text: str, lang: Lang) -> tuple[AnswerValue, ...]:
    """The spans of `text` that could answer `asked`, without those that are in the question."""
    match question.kind:
        case QuestionKind.WHEN:
            return tuple(_dated(question, text))
        case QuestionKind.NUMBER:
            return tuple(_counted(question, text))
        case _:
            return tuple(_named(question, text, lang))


def fits_unit(question: ParsedQuestion, value: AnswerValue) -> bool:
    """Whether `value` is in the asked unit: people for 何人, a year for "what year"."""
    if value.date is not None:
        part = {"year": value.date.year, "month": value.date.month, "day": value.date.day}.get(question.unit, 0)
        return part is not None
    if value.quantity is not None:
        counted = {value.quantity.unit, value.quantity.noun}
        return question.unit in counted or (
            not question.unit and bool(question.focus) and question.focus.rstrip("s") in counted
        )
    return True


def _dated(question: ParsedQuestion, text: str) -> list[AnswerValue]:
    return [
        AnswerValue(text=text[d.start : d.end], start=d.start, end=d.end, date=d)
        for d in dates(text)
        if not any(_is_asked_date(known, d) for known in question.dates)
    ]


def _is_asked_date(known: DateMention, found: DateMention) -> bool:
    """Whether `found` adds nothing to the question's own date."""
    return (found.year, found.month or known.month, found.day or known.day) == (known.year, known.month, known.day)


def _counted(question: ParsedQuestion, text: str) -> list[AnswerValue]:
    known = {(q.value, q.unit) for q in question.quantities}
    return [
        AnswerValue(text=text[q.start : q.end], start=q.start, end=q.end, quantity=q)
        for q in quantities(text)
        if (q.value, q.unit) not in known
    ]


_WORDS: Final = re.compile(r"\w+")


def _named(question: ParsedQuestion, text: str, lang: Lang) -> list[AnswerValue]:
    question_text = fold(question.text)
    return [
        AnswerValue(text=n.text, start=n.start, end=n.end)
        for n in names(text, lang)
        if fold(n.text) not in question_text and not _all_words_in(fold(n.text), question_text)
    ]


def _all_words_in(name: str, question_text: str) -> bool:
    words = _WORDS.findall(name)
    return name.isascii() and all(re.search(rf"\b{re.escape(word)}\b", question_text) for word in words)
