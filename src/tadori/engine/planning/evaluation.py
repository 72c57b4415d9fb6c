"""Tests a proposed answer by rules (D4), and joins them with what a model says. Pure.

Comes in: the question, the chosen claims with their standings, how much of the question they answer. Goes out: one
response a test, with S2's analyses and a plan for what failed. A test that rules fail has failed, whatever a model
says; a model can only fail what rules passed. Attribution is decided by code alone.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from tadori.graph.question_time import asks_about_now
from tadori.minds.llm.workers.evaluation import SaidOfAnswer
from tadori.model.graph import ClaimStanding
from tadori.model.ids import JA, Lang
from tadori.model.llm_thresholds import FRESH_DAYS, LATEST_DAYS, LEAST_ITEMS
from tadori.model.researcher import (
    CompletenessAnalysis,
    EvaluationResponse,
    EvaluationType,
    FreshnessAnalysis,
    PluralityAnalysis,
)
from tadori.rank.arguments import ArgumentSide, argument_side
from tadori.rank.question_kinds import QuestionKind
from tadori.rank.question_parts import asked_parts
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.numbers import quantities
from tadori.text.tokens import terms

_LATEST: Final = lazy_pattern(r"\b(?:latest|newest|most recent)\b|最新|直近", re.IGNORECASE)
_SEVERAL: Final = lazy_pattern(r"\b(?:examples?|list|which (?:\w+ )?are)\b|例を|挙げ|一覧|複数", re.IGNORECASE)
_ONE_ANSWER: Final = frozenset({"year", "month", "day", "percent", "%"})
_MOST_ITEMS: Final = 10
_ARGUMENTS: Final = {
    ArgumentSide.FOR: ("賛成の理由", "arguments for"),
    ArgumentSide.AGAINST: ("反対の理由", "arguments against"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposedAnswer:
    """An answer as rules see it."""

    question: str
    lang: Lang
    claims: tuple[ClaimStanding, ...]
    """The chosen claims, best first."""
    titles: tuple[str, ...]
    """The titles of their pages."""
    answered_parts: tuple[int, ...]
    """The parts of the question, from 0, that they answer."""
    says_no: bool = False
    """Whether the model that chose says that nothing answers the question."""


def needed_by_rules(question: str, lang: Lang) -> frozenset[EvaluationType]:
    """The tests, beside attribution and definitiveness, that the words of the question ask for."""
    parts = asked_parts(question, lang)
    kinds = {part.parsed.kind for part in parts}
    found = set()
    if asks_about_now(question):
        found.add(EvaluationType.FRESHNESS)
    if QuestionKind.LIST in kinds or _SEVERAL.search(question):
        found.add(EvaluationType.PLURALITY)
    if len(parts) > 1 or kinds & {QuestionKind.COMPARISON, QuestionKind.FOR_AGAINST}:
        found.add(EvaluationType.COMPLETENESS)
    return frozenset(found)


def ordered(tests: Collection[EvaluationType]) -> tuple[EvaluationType, ...]:
    """All tests of an answer in S2's order: two that each has to pass, and these."""
    wanted = {EvaluationType.ATTRIBUTION, EvaluationType.DEFINITIVE, *tests}
    return tuple(kind for kind in EvaluationType if kind in wanted)


def rule_responses(
    answer: ProposedAnswer, tests: Sequence[EvaluationType], today: date
) -> tuple[EvaluationResponse, ...]:
    """One response for each of `tests`."""
    by_kind = {
        EvaluationType.ATTRIBUTION: _attribution,
        EvaluationType.DEFINITIVE: _definitive,
        EvaluationType.FRESHNESS: lambda one: _freshness(one, today),
        EvaluationType.PLURALITY: _plurality,
        EvaluationType.COMPLETENESS: _completeness,
    }
    return tuple(by_kind[kind](answer) for kind in tests)


def joined(by_rules: Sequence[EvaluationResponse], said: Sequence[SaidOfAnswer]) -> tuple[EvaluationResponse, ...]:
    """The responses of the rules with those of a model: it may fail what they passed, never the other way round."""
    of_model: dict[EvaluationType, SaidOfAnswer] = {
        one.kind: one for one in said if one.kind is not EvaluationType.ATTRIBUTION
    }
    found = []
    for response in by_rules:
        one = of_model.get(response.kind)
        if response.passed and one is not None:
            plan = "" if one.passed else one.improvement_plan or one.think
            response = replace(response, passed=one.passed, think=one.think, by_rules=False, improvement_plan=plan)
        found.append(response)
    return tuple(found)


def _response(kind: EvaluationType, *, passed: bool, think: str, plan: str) -> EvaluationResponse:
    return EvaluationResponse(
        passed=passed, think=think, kind=kind, by_rules=True, improvement_plan="" if passed else plan
    )


def _in(lang: Lang, ja: str, en: str) -> str:
    return ja if lang == JA else en


def _attribution(answer: ProposedAnswer) -> EvaluationResponse:
    bare = [one for one in answer.claims if not one.claim.quotation.text.strip()]
    passed = bool(answer.claims) and not bare
    return _response(
        EvaluationType.ATTRIBUTION,
        passed=passed,
        think=_in(answer.lang, f"引用のある文 {len(answer.claims)}件", f"{len(answer.claims)} quoted sentences"),
        plan=_in(answer.lang, "問いに答える文をさがす", "look for sentences that answer"),
    )


def _definitive(answer: ProposedAnswer) -> EvaluationResponse:
    passed = bool(answer.claims) and not answer.says_no
    return _response(
        EvaluationType.DEFINITIVE,
        passed=passed,
        think=_in(answer.lang, "答えがある" if passed else "答えがない", "answers" if passed else "nothing answers"),
        plan=_in(answer.lang, "ほかの言葉で探す", "search in other words"),
    )


def _freshness(answer: ProposedAnswer, today: date) -> EvaluationResponse:
    most = LATEST_DAYS if _LATEST.search(answer.question) else FRESH_DAYS
    days = [(today - day).days for one in answer.claims if (day := _day(one.claim.date)) is not None]
    newest = min(days, default=-1)
    passed = 0 <= newest <= most
    words = _in(
        answer.lang,
        "日付のある根拠がない" if newest < 0 else f"最新の根拠は{newest}日前",
        "no dated evidence" if newest < 0 else f"the newest evidence is {newest} days old",
    )
    made = _response(
        EvaluationType.FRESHNESS,
        passed=passed,
        think=words,
        plan=_in(answer.lang, "新しい日付の情報源を探す", "look for a source of a recent date"),
    )
    return replace(made, freshness=FreshnessAnalysis(days_ago=newest, max_age_days=most))


def _day(text: str | None) -> date | None:
    """The last day of a date of any precision; None where there is none."""
    if text is None:
        return None
    year, month, day = ([*(int(part) for part in text.split("-")), 0, 0])[:3]
    try:
        return date(year, month or 12, day or 28)
    except ValueError:
        return None


def _plurality(answer: ProposedAnswer) -> EvaluationResponse:
    wanted = _asked_items(answer.question)
    given = len({one.claim.text for one in answer.claims})
    made = _response(
        EvaluationType.PLURALITY,
        passed=given >= wanted,
        think=_in(answer.lang, f"{wanted}件のうち{given}件", f"{given} of {wanted}"),
        plan=_in(answer.lang, "ほかの項目を探す", "look for further items"),
    )
    return replace(made, plurality=PluralityAnalysis(minimum_count_required=wanted, actual_count_provided=given))


def _asked_items(question: str) -> int:
    """The number of items that the question names; the least number where it names none."""
    found = [
        int(one.value)
        for one in quantities(question)
        if one.unit not in _ONE_ANSWER and one.value == one.value.to_integral_value() and 1 < one.value <= _MOST_ITEMS
    ]
    return found[0] if found else LEAST_ITEMS


def _completeness(answer: ProposedAnswer) -> EvaluationResponse:
    expected, provided = _aspects(answer)
    missing = [aspect for aspect in expected if aspect not in provided]
    made = _response(
        EvaluationType.COMPLETENESS,
        passed=not missing,
        think=_in(answer.lang, f"{len(expected)}点のうち{len(provided)}点", f"{len(provided)} of {len(expected)}"),
        plan=", ".join(missing),
    )
    return replace(
        made, completeness=CompletenessAnalysis(aspects_expected=tuple(expected), aspects_provided=tuple(provided))
    )


def _aspects(answer: ProposedAnswer) -> tuple[list[str], list[str]]:
    """(what has to be answered, what of it is): the sides of a comparison, else the parts of the question."""
    parts = asked_parts(answer.question, answer.lang)
    if len(parts) == 1 and parts[0].parsed.kind is QuestionKind.FOR_AGAINST:
        found = {argument_side(one.claim.text) for one in answer.claims}
        names = {side: _in(answer.lang, ja, en) for side, (ja, en) in _ARGUMENTS.items()}
        return list(names.values()), [name for side, name in names.items() if side in found]
    sides = [side for part in parts for side in part.parsed.sides]
    if sides:
        said = [
            set(terms(f"{title} {one.claim.context.subject} {one.claim.text}"))
            for one, title in zip(answer.claims, answer.titles, strict=True)
        ]
        return sides, [side for side in sides if any(set(terms(side)) <= words for words in said)]
    texts = [part.text for part in parts]
    return texts, [text for number, text in enumerate(texts) if number in answer.answered_parts]
