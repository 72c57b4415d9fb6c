"""Finds answers that contradict each other, and answers that agree, by the value they give for what was asked.

In: a parsed question and the answer sentences of several pages. Out: rivals (different values for the asked thing) and
agreements (the same value from different pages, and no rival of either). The judge compares whole sentences; this
compares only the asked value, so that two long sentences can differ in one number. Both are conservative: where the
asked value cannot be told from its neighbours, nothing is reported.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import combinations
from typing import Final

from tadori.model.evidence_thresholds import TYPING_SLIP, VERSION_LONGEST_CHANGE, VERSION_SHARE
from tadori.rank.answer_values import VALUE_KINDS, AnswerValue, answer_values, same_value
from tadori.rank.candidates import AnswerCandidate
from tadori.rank.features import tokenized
from tadori.rank.question import ParsedQuestion
from tadori.rank.question_kinds import QuestionKind
from tadori.rank.stated_values import StatedValue, on_subject, stated_value
from tadori.text.dates import dates, same_date
from tadori.text.negation import hedges, negated
from tadori.text.sameness import comparable, plain_forms
from tadori.text.tokens import terms, tokens


@dataclass(frozen=True, slots=True, kw_only=True)
class RivalAnswers:
    """Two claims that give different values for what was asked."""

    claim_a: str
    claim_b: str
    value_a: str
    value_b: str
    ground: str
    """`when: 1902 ≠ 1885`."""
    sure: bool
    """Both sentences give their value in the words of the question, or in the same words: a conflict to show.
    Otherwise they may conflict: two readings of the question, or two things with one name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreeingAnswers:
    """Two claims of different pages that give the same value for what was asked."""

    claim_a: str
    claim_b: str
    value: str


def rival_answers(question: ParsedQuestion, answers: Sequence[AnswerCandidate]) -> list[RivalAnswers]:
    """Every pair of `answers` from different pages that gives different values, in the order of the answers."""
    stated = {answer.claim_id: stated_value(question, answer) for answer in answers}
    found: list[RivalAnswers] = []
    for a, b in _apart(answers):
        stated_a, stated_b = stated[a.claim_id], stated[b.claim_id]
        rival = _altered(question, a, b)
        if rival is None and stated_a is not None and stated_b is not None:
            rival = _rivalry(question, stated_a, stated_b)
        if rival is not None:
            found.append(rival)
    return found


def agreeing_answers(question: ParsedQuestion, answers: Sequence[AnswerCandidate]) -> list[AgreeingAnswers]:
    """Every pair of `answers` that gives the same value, without those that any other answer may contradict."""
    disputed = {claim for rival in rival_answers(question, answers) for claim in (rival.claim_a, rival.claim_b)}
    return [
        AgreeingAnswers(claim_a=a.answer.claim_id, claim_b=b.answer.claim_id, value=a.value.text)
        for a, b in _pairs(question, answers)
        if not disputed & {a.answer.claim_id, b.answer.claim_id} and _agrees(question, a, b)
    ]


def _pairs(question: ParsedQuestion, answers: Sequence[AnswerCandidate]) -> Iterator[tuple[StatedValue, StatedValue]]:
    stated = {answer.claim_id: stated_value(question, answer) for answer in answers}
    for a, b in _apart(answers):
        stated_a, stated_b = stated[a.claim_id], stated[b.claim_id]
        if stated_a is not None and stated_b is not None:
            yield stated_a, stated_b


def _apart(answers: Sequence[AnswerCandidate]) -> Iterator[tuple[AnswerCandidate, AnswerCandidate]]:
    """Pairs of different claims of different pages."""
    for a, b in combinations(answers, 2):
        if a.page_id != b.page_id and a.claim_id != b.claim_id:
            yield a, b


def _agrees(question: ParsedQuestion, a: StatedValue, b: StatedValue) -> bool:
    return _are_asked_values(question, a, b) and same_value(a.value, b.value) == "agree"


def _are_asked_values(question: ParsedQuestion, a: StatedValue, b: StatedValue) -> bool:
    """Whether both values are plainly the asked ones.

    Any name may stand near the words of the question; a name is only taken for the asked one behind the same words
    (`directed by`).
    """
    if _same_words_around(a, b):
        return question.kind in VALUE_KINDS
    return question.kind in (QuestionKind.WHEN, QuestionKind.NUMBER) and a.in_question_words and b.in_question_words


def _rivalry(question: ParsedQuestion, a: StatedValue, b: StatedValue) -> RivalAnswers | None:
    in_asked_place = a.in_question_words or b.in_question_words or _same_words_around(a, b)
    if (question.kind in VALUE_KINDS and not in_asked_place) or _compared(question, a, b) != "disagree":
        return None
    sure = _are_asked_values(question, a, b) and not _unsure(a.answer) and not _unsure(b.answer)
    return _rival(
        question,
        a.answer,
        b.answer,
        a.value.text,
        b.value.text,
        sure=sure and not _other_time(question, a.answer, b.answer),
    )


def _compared(question: ParsedQuestion, a: StatedValue, b: StatedValue) -> str:
    if question.kind not in VALUE_KINDS:
        # What is of different kinds shares no word; anything less may be two descriptions of one thing.
        left, right = _common_words(a.value.text), _common_words(b.value.text)
        return "unknown" if left & right or not left or not right else "disagree"
    found = same_value(a.value, b.value)
    if found == "disagree" and (_also_says(question, a, b.value) or _also_says(question, b, a.value)):
        return "unknown"
    return found


def _common_words(phrase: str) -> frozenset[str]:
    """The tokens of `phrase` without capitalised words: `American chef` and `American golfer` only share a country."""
    return tokenized(" ".join(word for word in phrase.split() if not word[0].isupper())).tokens


def _also_says(question: ParsedQuestion, stated: StatedValue, other: AnswerValue) -> bool:
    """Whether the sentence has the other's value too, beside its own: then it says more, not something else."""
    return any(
        same_value(value, other) == "agree" for value in answer_values(question, stated.answer.text, stated.answer.lang)
    )


_ATTRIBUTION: Final = frozenset({"according to", "によると", "によれば"})
"""Says who says so. The value is stated all the same, and two who state different ones disagree."""


def _unsure(answer: AnswerCandidate) -> bool:
    doubts = [cue for cue in hedges(answer.text) if cue.text.lower() not in _ATTRIBUTION]
    return bool(doubts) or negated(answer.text, answer.lang)


def _other_time(question: ParsedQuestion, a: AnswerCandidate, b: AnswerCandidate) -> bool:
    """Whether the two are about different times, so that both numbers or names can be true."""
    if question.kind is QuestionKind.WHEN:
        return False
    left, right = dates(a.text), dates(b.text)
    return bool(left and right) and not any(same_date(x, y) == "agree" for x in left for y in right)


def _same_words_around(a: StatedValue, b: StatedValue) -> bool:
    # Eight to twelve characters before are a phrase (`was directed by`); fewer must match on both sides of the value.
    before = comparable(a.answer.text[: a.value.start])[-12:], comparable(b.answer.text[: b.value.start])[-12:]
    after = comparable(a.answer.text[a.value.end :])[:6], comparable(b.answer.text[b.value.end :])[:6]
    if len(before[0]) >= 8 and before[0] == before[1]:
        return True
    return before[0][-6:] == before[1][-6:] != "" and after[0] == after[1] != ""


_PIECE: Final = re.compile(
    r"(?:(?<!\w)[-−–]|[▲△±≤≥<>≈~])?\d+(?:[.,]\d+)*[⁰¹²³⁴-⁹⁻]*\s?[%‰]?|[^\W\d_ぁ-ヿ一-鿿々]+|[一-鿿々]+|[ぁ-ん]+|[ァ-ヴー]+"
)


def _altered(question: ParsedQuestion, a: AnswerCandidate, b: AnswerCandidate) -> RivalAnswers | None:
    """Two versions of one sentence that differ in what could be the answer: one of them was changed."""
    if not (on_subject(question, a) and on_subject(question, b)):
        return None
    changes = _changes(a.text, b.text)
    if not changes:
        return None
    if question.kind in (QuestionKind.WHEN, QuestionKind.NUMBER):
        return _changed_value(question, a, b)
    for before, after in changes:
        if _could_answer(question, before, after):
            return _rival(question, a, b, before, after, sure=not _unsure(a) and not _unsure(b))
    return None


def _changes(a: str, b: str) -> list[tuple[str, str]]:
    """The places where `b` differs from `a`; none unless the two are versions of one sentence."""
    left, right = (_PIECE.findall(plain_forms(text).casefold()) for text in (a, b))
    if not left or not right or min(len(left), len(right)) < VERSION_SHARE * max(len(left), len(right)):
        return []
    # Without autojunk, which ignores frequent pieces of long sentences. `quick_ratio` is a cheap upper bound of
    # `ratio`.
    matcher = SequenceMatcher(None, left, right, autojunk=False)
    if matcher.quick_ratio() < VERSION_SHARE or matcher.ratio() < VERSION_SHARE:
        return []
    return [
        (" ".join(left[i:j]), " ".join(right[k:m]))
        for tag, i, j, k, m in matcher.get_opcodes()
        if tag == "replace" and max(j - i, m - k) <= VERSION_LONGEST_CHANGE
    ]


def _changed_value(question: ParsedQuestion, a: AnswerCandidate, b: AnswerCandidate) -> RivalAnswers | None:
    """The first date or quantity of one version that the other does not have, when the two contradict each other."""
    left, right = answer_values(question, a.text, a.lang), answer_values(question, b.text, b.lang)
    only_left = [v for v in left if all(same_value(v, other) != "agree" for other in right)]
    only_right = [v for v in right if all(same_value(v, other) != "agree" for other in left)]
    if not only_left or not only_right or same_value(only_left[0], only_right[0]) != "disagree":
        return None
    sure = not _unsure(a) and not _unsure(b) and not _other_time(question, a, b)
    return _rival(question, a, b, only_left[0].text, only_right[0].text, sure=sure)


def _rival(
    question: ParsedQuestion, a: AnswerCandidate, b: AnswerCandidate, before: str, after: str, *, sure: bool
) -> RivalAnswers:
    return RivalAnswers(
        claim_a=a.claim_id,
        claim_b=b.claim_id,
        value_a=before,
        value_b=after,
        ground=f"{question.kind.value}: {before} ≠ {after}",
        sure=sure,
    )


def _could_answer(question: ParsedQuestion, before: str, after: str) -> bool:
    """Whether a change from `before` to `after` changes the answer: not a spelling, function words or the subject."""
    if not terms(before) or not terms(after) or set(terms(before)) & set(terms(after)):
        return False
    known = frozenset(question.tokens)
    if set(tokens(before)) <= known or set(tokens(after)) <= known:
        return False
    return SequenceMatcher(None, before, after).ratio() < TYPING_SLIP
