"""Finds the value that an answer sentence gives: the one date, number, name or phrase for what was asked.

In: a parsed question and a sentence with the text around it. Out: that value, or None where it cannot be told from its
neighbours, or where the sentence may be about something else.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tadori.model.evidence_thresholds import ON_SUBJECT_SHARE, SAME_STEM_LETTERS, VALUE_REACH, VALUE_REACH_JA
from tadori.model.ids import JA
from tadori.rank.answer_values import VALUE_KINDS, AnswerValue, answer_values, fits_unit
from tadori.rank.candidates import AnswerCandidate
from tadori.rank.features import tokenized
from tadori.rank.question import ParsedQuestion
from tadori.rank.question_kinds import QuestionKind
from tadori.text.tokens import tokens


@dataclass(frozen=True, slots=True)
class StatedValue:
    """An answer with the value it gives."""

    answer: AnswerCandidate
    value: AnswerValue
    in_question_words: bool
    """A word of the question that says what is asked (built, population) stands beside the value."""


def stated_value(question: ParsedQuestion, answer: AnswerCandidate) -> StatedValue | None:
    """The one value that `answer` gives for what is asked, or None where that is not clear."""
    if question.kind in _NO_VALUE or not on_subject(question, answer):
        return None
    if question.kind not in VALUE_KINDS:
        phrase = _complement(question, answer)
        return None if phrase is None else StatedValue(answer, phrase, False)
    found = [
        value for value in answer_values(question, answer.text, answer.lang) if _can_stand_alone(answer.text, value)
    ]
    fitting = [value for value in found if fits_unit(question, value)] if question.unit or question.focus else found
    found = fitting or found
    placed = _by_predicate(question, answer, found)
    if placed is not None:
        return StatedValue(answer, placed, True)
    return StatedValue(answer, found[0], False) if len(found) == 1 else None


_NO_VALUE: Final = frozenset(
    [QuestionKind.YES_NO, QuestionKind.WHY, QuestionKind.HOW, QuestionKind.LIST, QuestionKind.COMPARISON]
)


def on_subject(question: ParsedQuestion, answer: AnswerCandidate) -> bool:
    """Whether the sentence or the text around it names what the question is about."""
    near = tokenized(answer.text).tokens | tokenized(answer.title).tokens | tokenized(answer.context).tokens
    if question.names:
        return all(tokenized(name).tokens <= near for name in question.names)
    return sum(term in near for term in question.terms) >= ON_SUBJECT_SHARE * len(question.terms)


_ADJECTIVE: Final = re.compile(r"\s[a-z]")


def _can_stand_alone(text: str, value: AnswerValue) -> bool:
    """False for `American` in `American singer`: a capitalised word before a common noun describes, it is no name."""
    if value.date is not None or value.quantity is not None or not value.text.isascii():
        return True
    return " " in value.text or text[: value.start].endswith("by ") or not _ADJECTIVE.match(text, value.end)


def _by_predicate(
    question: ParsedQuestion, answer: AnswerCandidate, found: Sequence[AnswerValue]
) -> AnswerValue | None:
    """The value nearest to a word of the question that says what is asked (built, population, 人口), if one is near."""
    places = _predicate_places(question, answer)
    limit = VALUE_REACH_JA if answer.lang == JA else VALUE_REACH
    distances = sorted(
        (min(abs(value.start - end) if end <= value.start else abs(start - value.end) for start, end in places), n)
        for n, value in enumerate(found)
        if places
    )
    if not distances or distances[0][0] > limit:
        return None
    return found[distances[0][1]]


_KANA_END: Final = re.compile("[ぁ-ん]+$")
_WORD: Final = re.compile(r"[^\W\d_]+")


def _predicate_places(question: ParsedQuestion, answer: AnswerCandidate) -> list[tuple[int, int]]:
    subject = frozenset().union(*(tokenized(name).tokens for name in question.names))
    words = [term for term in question.terms if term not in subject]
    places: list[tuple[int, int]] = []
    for term in words:
        if term.isascii():
            places += [
                match.span() for match in _WORD.finditer(answer.text) if _same_stem("".join(tokens(match[0])[:1]), term)
            ]
        else:
            root = _KANA_END.sub("", term) or term
            places += [match.span() for match in re.finditer(re.escape(root), answer.text)]
    return places


def _same_stem(word: str, term: str) -> bool:
    """`direct` (directed) and `director`: stems that begin alike are words of one family."""
    return word == term or (
        len(word) >= SAME_STEM_LETTERS <= len(term) and (word.startswith(term) or term.startswith(word))
    )


_COMPLEMENT_EN: Final = re.compile(
    r"\b(?:is|was|are|were|became)\s+(?:(?:an?|the|one\sof\sthe)\s+)(?P<phrase>[^.,;()]{3,80}?)"
    r"(?=[.,;()]|\s(?:who|that|which|from|in|at|for|by|of|with|located|based|known|born|best)\b|$)"
)
_COMPLEMENT_JA: Final = re.compile(r"(?P<phrase>[一-龥々ァ-ヴーA-Za-z]{2,20})(?:である|です|だった|であった|でした)")


def _complement(question: ParsedQuestion, answer: AnswerCandidate) -> AnswerValue | None:
    """What the sentence says that the subject is: `a former golfer`, 〜は私立大学である."""
    match = (_COMPLEMENT_JA if answer.lang == JA else _COMPLEMENT_EN).search(answer.text)
    if match is None:
        return None
    before = tokenized(answer.text[: match.start()]).tokens
    if not all(tokenized(name).tokens <= before for name in question.names):
        return None
    return AnswerValue(text=match["phrase"], start=match.start("phrase"), end=match.end("phrase"))
