"""Decides a yes/no question by one sentence, where its words leave no doubt.

In: a parsed question, a sentence that may answer it, the sentence's language, and what the sentence stands under. Out:
`yes`, `no`, or an empty string where the sentence does not decide. Rules only: the same subject and predicate, said as
the question means it (`yes_no_en.py`, `yes_no_ja.py`), then numbers and dates.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeVar

from tadori.model.evidence_thresholds import VERDICT_LEAST_TERMS
from tadori.model.ids import JA, Lang
from tadori.rank.question import ParsedQuestion
from tadori.rank.question_kinds import QuestionKind
from tadori.rank.yes_no_en import stated_en
from tadori.rank.yes_no_form import FRAME_TOKENS, Wanted
from tadori.rank.yes_no_ja import stated_ja
from tadori.text.dates import Agreement, dates, same_date
from tadori.text.numbers import quantities, same_quantity
from tadori.text.tokens import tokens

Verdict = Literal["yes", "no", ""]
T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What a sentence stands under, and what it leaves its subject to."""

    title: str = ""
    heading: str = ""
    subject: str = ""
    """What `It` stands for, where that was found."""


NOWHERE: Final = Surroundings()


def yes_no_verdict(question: ParsedQuestion, sentence: str, lang: Lang, around: Surroundings = NOWHERE) -> Verdict:
    """What `sentence` says to `question`; empty for other questions and wherever it is not clear."""
    if question.kind is not QuestionKind.YES_NO or lang != question.lang or question.negated:
        return ""
    wanted = _wanted(question, around)
    if len(wanted.terms) + len(question.quantities) + len(question.dates) < VERDICT_LEAST_TERMS or not wanted.terms:
        return ""
    if lang != JA and (only := _not_the_only(wanted, sentence)):
        return only
    so = stated_ja(wanted, sentence) if lang == JA else stated_en(wanted, sentence)
    if so is None:
        return ""
    match _values(question, sentence, wanted):
        case "agree":
            return "yes" if so else "no"
        case "disagree" if so:
            return "no"
        case _:
            return ""


def _wanted(question: ParsedQuestion, around: Surroundings) -> Wanted:
    values = (*question.quantities, *question.dates)
    valued = {token for value in values for token in _tokens_at(question, value)}
    own = [t for t in question.terms if t not in FRAME_TOKENS and t not in valued]
    # A long unit counts by its parts: 夫婦別姓 is 夫婦 and 別姓.
    whole = [t for t in own if t.isascii() or not any(t != part and part in t for part in own)]
    return Wanted(
        question=question.text,
        terms=tuple(whole),
        title=frozenset(tokens(f"{around.title} {around.subject}")),
        heading=frozenset(tokens(around.heading)),
        valued=frozenset(valued),
    )


_ONE_OF: Final = re.compile(r"\bone\s+of\s+(?:the\s+|only\s+)*(?:two|three|four|five|six|several|many|\d+)\b", re.I)


def _not_the_only(wanted: Wanted, sentence: str) -> Verdict:
    """`Is X the only Y?` is answered by `X is one of two Ys`."""
    if not re.search(r"\bthe\s+only\b", wanted.question, re.I) or not _ONE_OF.search(sentence):
        return ""
    held = frozenset(tokens(sentence)) | wanted.around
    return "no" if all(term in held for term in wanted.terms) else ""


_ONCE: Final = re.compile(
    r"\b(?:born|di(?:ed?|e)|found(?:ed)?|establish(?:ed)?|released?|publish(?:ed)?|built|build|complet(?:e|ed)|created?|launch(?:ed)?"
    r"|composed?|written|invent(?:ed)?|discover(?:ed)?|introduced?|debut\w*|opened|abolished|demolished)\b"
    r"|生まれ|死去|亡くな|没し|設立|創立|創業|創設|開業|開館|開通|完成|建設|発売|公開|発表|出版|成立|結成|制定|導入|発見|発明|廃止|解散",
    re.I,
)
"""What happens once: another date of it says no."""


def _values(question: ParsedQuestion, sentence: str, wanted: Wanted) -> Agreement:
    """Whether the numbers and dates of the question are those of the sentence; `unknown` where they cannot be told."""
    found = quantities(sentence)
    amounts = _meets(_unnamed(question, question.quantities, wanted), found, same_quantity)
    told = dates(sentence)
    days = _meets(_unnamed(question, question.dates, wanted), told, same_date)
    if "unknown" in (amounts, days) or (amounts, days) == ("disagree", "disagree"):
        return "unknown"
    if days == "disagree":
        return "disagree" if len(told) == 1 and _ONCE.search(question.text) else "unknown"
    if amounts == "disagree":
        comparable = [q for q in found if any(same_quantity(one, q) != "unknown" for one in question.quantities)]
        return "disagree" if len(comparable) == 1 else "unknown"
    return "agree"


def _unnamed(question: ParsedQuestion, values: Sequence[T], wanted: Wanted) -> list[T]:
    """The values that are no part of what the page is called: 1.9 in `Django 1.9 release notes`."""
    return [value for value in values if not set(_tokens_at(question, value)) <= wanted.around]


def _tokens_at(question: ParsedQuestion, value: object) -> list[str]:
    return tokens(question.text[getattr(value, "start", 0) : getattr(value, "end", 0)])


def _meets(stated: Sequence[T], found: Sequence[T], same: Callable[[T, T], Agreement]) -> Agreement:
    """Whether every stated value is found: `agree` where none is stated, `unknown` where nothing compares."""
    verdicts: list[Agreement] = []
    for one in stated:
        seen = {same(one, other) for other in found}
        verdicts.append("agree" if "agree" in seen else "disagree" if "disagree" in seen else "unknown")
    worst: tuple[Agreement, ...] = ("unknown", "disagree")
    return next((v for v in worst if v in verdicts), "agree")
