"""Decides a yes/no question by one sentence, where its words leave no doubt.

In: a parsed question, a sentence that may answer it, the sentence's language. Out: `yes`, `no`, or an empty string
where the sentence does not decide. Rules only: the same subject and predicate, then values, opposites and negations.
"""

from collections.abc import Callable, Sequence
from typing import Literal, TypeVar

from tadori.model.evidence_thresholds import VERDICT_SHARE
from tadori.model.ids import Lang
from tadori.rank.across import met_terms
from tadori.rank.open_question import is_asking_word
from tadori.rank.question import ParsedQuestion
from tadori.rank.question_kinds import QuestionKind
from tadori.text.antonyms import is_loose, opposites
from tadori.text.dates import Agreement, dates, same_date
from tadori.text.negation import hedges, negated
from tadori.text.numbers import quantities, same_quantity
from tadori.text.tokens import tokens

Verdict = Literal["yes", "no", ""]
T = TypeVar("T")


def yes_no_verdict(question: ParsedQuestion, sentence: str, lang: Lang) -> Verdict:
    """What `sentence` says to `question`; empty for other questions and wherever it is not clear."""
    if question.kind is not QuestionKind.YES_NO or hedges(sentence):
        return ""
    held = frozenset(tokens(sentence)) | met_terms(question, sentence, lang)
    turned = _opposed(question, held)
    if not _same_matter(question, held, turned):
        return ""
    amounts = _meets(question.quantities, quantities(sentence), same_quantity)
    days = _meets(question.dates, dates(sentence), same_date)
    if "unknown" in (amounts, days):
        return ""
    if "disagree" in (amounts, days):
        # `Not open since 1950` beside `open since 1960`: two reasons at once decide nothing.
        return "" if turned or question.negated != negated(sentence, lang) else "no"
    denied = question.negated != negated(sentence, lang)
    return "no" if denied != bool(turned) else "yes"


def _same_matter(question: ParsedQuestion, held: frozenset[str], turned: frozenset[str]) -> bool:
    """Whether the sentence has the question's subject and predicate; numbers and dates are compared apart."""
    valued = {token for value in (*question.quantities, *question.dates) for token in _tokens_at(question, value)}
    wanted = [t for t in question.terms if t not in valued and not is_asking_word(t)]
    if not wanted:
        return False
    return sum(term in held or term in turned for term in wanted) >= VERDICT_SHARE * len(wanted)


def _tokens_at(question: ParsedQuestion, value: object) -> list[str]:
    return tokens(question.text[getattr(value, "start", 0) : getattr(value, "end", 0)])


def _opposed(question: ParsedQuestion, held: frozenset[str]) -> frozenset[str]:
    """The terms of the question of which the sentence has the opposite instead, whatever they are said of."""
    return frozenset(
        term
        for term in question.terms
        if term not in held and any(other in held and not is_loose(term, other) for other in opposites(term))
    )


def _meets(stated: Sequence[T], found: Sequence[T], same: Callable[[T, T], Agreement]) -> Agreement:
    """Whether every stated value is found: `agree` where none is stated, `unknown` where nothing compares."""
    verdicts: list[Agreement] = []
    for one in stated:
        seen = {same(one, other) for other in found}
        verdicts.append("agree" if "agree" in seen else "disagree" if "disagree" in seen else "unknown")
    worst: tuple[Agreement, ...] = ("unknown", "disagree")
    return next((v for v in worst if v in verdicts), "agree")
