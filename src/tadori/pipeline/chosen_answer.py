"""The answer in force: what a model chose, where one did, else what rules chose. Pure.

In: the rules' scores and picks, the latest choice of the model, and the claims that may answer at all. Out: the same
scores with the picks in force. What the model passed over leaves the answer; what it never saw it has not passed over.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace

from tadori.model.choice import ChosenSection, ModelChoice
from tadori.model.ids import Lang
from tadori.model.report import Answered
from tadori.pipeline.answering import AnswerScores
from tadori.rank.open_answers import word_count

WHOLE: int = 1
"""The part of the question that a claim answers where rules did not choose it: the first."""


def answer_in_force(rules: AnswerScores, choice: ModelChoice | None, admissible: Collection[str]) -> AnswerScores:
    """`rules` with the picks of the model's `choice`, in its order, as far as they may still answer."""
    if choice is None or choice.rules_stand:
        return rules
    if choice.answered is Answered.NO:
        picked = [claim_id for claim_id in rules.picked if claim_id not in set(choice.seen)]
    else:
        picked = [claim_id for claim_id in choice.picks if claim_id in admissible]
        if not picked:
            return rules
    return replace(rules, picked=picked, parts={one: rules.parts.get(one, WHOLE) for one in picked})


def within_words(choice: ModelChoice, texts: Mapping[str, str], words: int, lang: Lang) -> ModelChoice:
    """`choice` with as many claims as `words` hold, taken from the sections by turns; the first of each in any case.

    A small model that names every number it saw has chosen nothing: what comes first is what it meant most.
    """
    kept: set[str] = set()
    longest = max((len(section.claim_ids) for section in choice.sections), default=0)
    for turn in range(longest):
        for section in choice.sections:
            if turn >= len(section.claim_ids):
                continue
            claim_id = section.claim_ids[turn]
            words -= word_count(texts[claim_id], lang)
            if words >= 0 or turn == 0:
                kept.add(claim_id)
    sections = (
        ChosenSection(heading=one.heading, claim_ids=tuple(each for each in one.claim_ids if each in kept))
        for one in choice.sections
    )
    return replace(choice, sections=tuple(sections))
