"""The filter `tadori check`: a sentence and its quotations in; its grade and what led to it out (X11).

Input is checked strictly, unknown keys included: a misspelt "before" would otherwise hide what takes a quotation back.
Nothing is asked of a model; votes that a line brings along are weighed as a report's sealed ones are.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from tadori.errors import WrongCall
from tadori.judge.sentence_check import LONGEST_QUOTATION, LONGEST_SENTENCE, MechanicalCheck
from tadori.minds.sandbox.python import MontySandbox
from tadori.model.code_thresholds import LONGEST_CODE
from tadori.model.evidence_thresholds import MOST_PASSAGES
from tadori.model.grading import EntailmentVote, Limit, QuotedPassage, SentenceVerdict

_LINE_KEYS: Final = ("sentence", "quotations", "votes", "code")
_QUOTATION_KEYS: Final = ("text", "before", "after", "heading", "source", "date")
_VOTE_KEYS: Final = ("model", "entailed", "score")
_DATE: Final = re.compile(r"\d{4}(?:-\d\d(?:-\d\d)?)?", re.ASCII)
_ENDS: Final = re.compile(r"[a-z]{2}[.!?][\"'”’)\]]{0,3}$|\d\d[.!?]$")
_BEGINS: Final = re.compile(r"[\"'“‘(]?[A-Z][a-z]*[ ',]")
_LONGEST_BESIDE: Final = 100_000
"""Characters of what stands beside a quotation. Of more the check would read only the nearest anyway."""


def check_filter() -> Callable[[Any], dict[str, Any]]:
    """A function from one line of `tadori check` to its answer.

    {"sentence", "quotations": [{"text", …}]} → {"grade", "grounds", "lost", "added", "steps"}. It raises WrongCall.
    """
    check = MechanicalCheck(sandbox=MontySandbox())

    def answer(line: Any) -> dict[str, Any]:
        given = _known(line, "a line", _LINE_KEYS)
        sentence = _words(given, "sentence", most=LONGEST_SENTENCE)
        quotations = [_passage(one, number) for number, one in enumerate(_list(given, "quotations"), start=1)]
        if not quotations:
            raise WrongCall('"quotations" is empty: a sentence is checked against at least one quotation')
        if len(quotations) > MOST_PASSAGES:
            raise WrongCall(f'"quotations" has {len(quotations)} entries; at most {MOST_PASSAGES} are read')
        if "code" in given:
            code = _words(given, "code", most=LONGEST_CODE)
            quotations[0] = replace(quotations[0], code=code)
        votes = [_vote(one, sentence, quotations) for one in _list(given, "votes")] if "votes" in given else []
        return verdict_data(check.grade(sentence, quotations, votes))

    return answer


def verdict_data(verdict: SentenceVerdict) -> dict[str, Any]:
    """A verdict as plain data; `quotations` of a step are indexes from 0."""
    return {
        "grade": verdict.grade.value,
        "grounds": [{"rule": ground.rule, "detail": ground.detail} for ground in verdict.grounds],
        "lost": [_limit_data(limit) for limit in verdict.lost],
        "added": [_limit_data(limit) for limit in verdict.added],
        "steps": [
            {"rule": step.rule, "detail": step.detail, "quotations": list(step.quotations)} for step in verdict.steps
        ],
    }


def _limit_data(limit: Limit) -> dict[str, str]:
    return {"kind": limit.kind, "text": limit.text}


def _passage(value: Any, number: int) -> QuotedPassage:
    place = f"quotation {number}"
    given = _known(value, place, _QUOTATION_KEYS)
    beside = {
        name: _words(given, name, place=place, most=_LONGEST_BESIDE, empty=True)
        for name in ("before", "after", "heading", "source", "date")
        if name in given
    }
    if beside.get("date") and not _DATE.fullmatch(beside["date"]):
        raise WrongCall(f'{place}: "date" must be YYYY, YYYY-MM or YYYY-MM-DD, not {beside["date"][:40]!r}')
    text = _words(given, "text", place=place, most=LONGEST_QUOTATION)
    if _touch(text, beside.get("after", "")):
        beside["after"] = f" {beside['after']}"
    if _touch(beside.get("before", ""), text):
        beside["before"] += " "
    return QuotedPassage(
        text=text,
        before=beside.get("before", ""),
        after=beside.get("after", ""),
        heading=beside.get("heading", ""),
        source=beside.get("source", ""),
        date=beside.get("date", ""),
    )


def _touch(first: str, second: str) -> bool:
    """Whether the space between two English sentences was left out, as happens where texts are cut by hand.

    Only where nothing else can be meant: `3.` and `5 m`, or `U.` and `S.`, are one word that was cut in two.
    """
    return _ENDS.search(first[-12:]) is not None and _BEGINS.match(second) is not None


def _vote(value: Any, sentence: str, quotations: list[QuotedPassage]) -> EntailmentVote:
    given = _known(value, "a vote", _VOTE_KEYS)
    entailed, score = given.get("entailed"), given.get("score")
    if not isinstance(entailed, bool):
        raise WrongCall('a vote: "entailed" must be true or false')
    if isinstance(score, bool) or not isinstance(score, int | float) or not 0 <= score <= 1:
        raise WrongCall('a vote: "score" must be a number from 0 to 1')
    return EntailmentVote(
        model=_words(given, "model", place="a vote", most=200),
        entailed=entailed,
        score=float(score),
        pair_hash=EntailmentVote.pair_hash_of(sentence, tuple(one.text for one in quotations)),
    )


def _known(value: Any, place: str, keys: tuple[str, ...]) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise WrongCall(f"{place} must be a JSON object")
    strange = next((key for key in value if key not in keys), None)
    if strange is not None:
        raise WrongCall(f"{place}: unknown key {strange[:40]!r}; there are: {', '.join(keys)}")
    return value


def _list(given: Mapping[str, Any], name: str) -> list[Any]:
    value = given.get(name)
    if not isinstance(value, list):
        raise WrongCall(f'"{name}" must be a list')
    return value


def _words(given: Mapping[str, Any], name: str, *, most: int, place: str = "", empty: bool = False) -> str:
    start = f"{place}: " if place else ""
    value = given.get(name)
    if not isinstance(value, str) or not (value.strip() or empty):
        raise WrongCall(f'{start}"{name}" must be a text' + ("" if empty else " that is not empty"))
    if len(value) > most:
        raise WrongCall(f'{start}"{name}" has {len(value)} characters; at most {most} are read')
    return value
