"""Honest and unfaithful wordings of a filled-in subject, through the whole check; small changes to honest ones."""

import re

import pytest

from tadori.judge.sentence_check import MechanicalCheck
from tadori.model.grading import QuotedPassage
from tests.judge.derive.subject_cases import HONEST, UNFAITHFUL

pytestmark = pytest.mark.req("X11")

CHECK = MechanicalCheck()


def grade(before: str, text: str, sentence: str) -> str:
    gap = "" if text.endswith("。") else " "
    quotations = [QuotedPassage(text=text, before=before + gap), QuotedPassage(text=before, after=gap + text)]
    return CHECK.grade(sentence, quotations).grade


@pytest.mark.parametrize(("before", "text", "sentence"), HONEST)
def test_honest_wordings_are_derived(before: str, text: str, sentence: str) -> None:
    assert grade(before, text, sentence) == "derived"


@pytest.mark.parametrize(("before", "text", "sentence"), UNFAITHFUL)
def test_unfaithful_wordings_are_not(before: str, text: str, sentence: str) -> None:
    assert grade(before, text, sentence) == "not checked"


def changed(sentence: str) -> list[str]:
    """The sentence with another digit, another subject, a negation, its last words missing."""
    last = sentence.rstrip(".。")
    digit = re.sub(r"\d", lambda found: str((int(found[0]) + 1) % 10), sentence, count=1)
    if sentence.endswith("。"):
        found = [
            digit,
            f"{last}という。",
            f"{last}わけではない。",
            "別の" + sentence,
            last[:-3] + "ない。",
            "南" + sentence,
        ]
    else:
        first, *rest = last.split()
        found = [digit, " ".join(["No", first, *rest]) + ".", " ".join([first, *rest[:-1]]) + "."]
        found += [" ".join([*rest[-1:], first, *rest[:-1]]) + ".", "Reportedly " + sentence, f"{last} once."]
    return [one for one in found if one != sentence]


@pytest.mark.parametrize(("before", "text", "sentence"), HONEST)
def test_small_changes_are_found(before: str, text: str, sentence: str) -> None:
    assert [one for one in changed(sentence) if grade(before, text, one) != "not checked"] == []
