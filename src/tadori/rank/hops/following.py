"""Follows a chain of sub-questions over candidate sentences: what a step found takes the place of what was asked for.

In: a chain, candidates, the scorer of single questions. Out: trails, best first: what each step found and the sentences
that state it. A step that no sentence fills ends the chain there, and the trail says which one it was.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from tadori.model.evidence_thresholds import (
    HOP_ABOUT_NAMESAKE,
    HOP_BEAM,
    HOP_BEAM_FROM,
    HOP_OPEN_COVERED,
    HOP_OPEN_WEIGHT,
    HOP_STEP_FLOOR,
    HOP_TRAIL_FLOOR,
    STEM_OF_RELATION,
)
from tadori.model.ids import Lang
from tadori.rank.answer_values import VALUE_KINDS, answer_values
from tadori.rank.answers import ScoredAnswer
from tadori.rank.candidates import AnswerCandidate
from tadori.rank.hops.chain import HopChain, HopStep
from tadori.rank.hops.evidence import FoundValue, HopEvidence
from tadori.rank.question import ParsedQuestion, parse_question
from tadori.text.normalise import fold
from tadori.text.tokens import terms

ScoreSentences = Callable[[ParsedQuestion, Sequence[AnswerCandidate]], Sequence[ScoredAnswer]]
"""The scorer of single questions: the candidates, best first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trail:
    """How far a chain came."""

    found: tuple[str, ...]
    """What each step found, in order."""
    sentences: tuple[int, ...]
    """The sentence that states it, for each step."""
    score: float
    missing: str = ""
    """The sub-question that no sentence answers; empty for a whole trail."""


def follow(chain: HopChain, evidence: HopEvidence, lang: Lang, score: ScoreSentences) -> list[Trail]:
    """The best trails; one that ends early where no whole one is found."""
    trails = [Trail(found=(), sentences=(), score=1.0)]
    for place, step in enumerate(chain.steps):
        longer: list[Trail] = []
        for trail in trails:
            subject = trail.found[-1] if trail.found else chain.anchor
            for value in filling(step, subject, evidence, lang, score, last=place + 1 == len(chain.steps)):
                longer.append(_longer(trail, value))
        longer = [trail for trail in longer if trail.score >= HOP_TRAIL_FLOOR]
        if not longer:
            return [replace(t, missing=step.about(t.found[-1] if t.found else chain.anchor)) for t in trails]
        trails = _distinct(longer)
    return trails


def filling(
    step: HopStep, subject: str, evidence: HopEvidence, lang: Lang, score: ScoreSentences, *, last: bool
) -> list[FoundValue]:
    """The values that fill a step about `subject`, best first; none below the floor."""
    if step.relation:
        found = evidence.values(step.relation, subject)
    else:
        found = _by_words(step, subject, evidence, lang, score, last=last)
    if last:
        # A sentence that leaves open what it speaks about cannot be printed as the answer.
        found = [value for value in found if evidence.candidates[value.sentence].stands_alone]
    least = max([HOP_STEP_FLOOR, *(HOP_BEAM_FROM * value.weight for value in found[:1])])
    return [value for value in found if value.weight >= least][: 2 * HOP_BEAM]


def _by_words(
    step: HopStep, subject: str, evidence: HopEvidence, lang: Lang, score: ScoreSentences, *, last: bool
) -> list[FoundValue]:
    """Sentences about `subject` that hold the words of the sub-question, and a value of the asked sort."""
    about = evidence.about(subject)
    if any(sure >= HOP_ABOUT_NAMESAKE for sure in about.values()):
        about = {number: sure for number, sure in about.items() if sure >= HOP_ABOUT_NAMESAKE}
    asked = parse_question(step.about(subject), lang)
    own = frozenset(terms(subject))
    wanted = {term[:STEM_OF_RELATION] for term in asked.terms if term not in own}
    numbers = {evidence.candidates[number].claim_id: number for number in about}
    scored = score(asked, [evidence.candidates[number] for number in about])
    if not scored or not wanted:
        return []
    found: list[FoundValue] = []
    for answer in scored:
        number = numbers[answer.claim_id]
        candidate = evidence.candidates[number]
        said = {term[:STEM_OF_RELATION] for term in terms(candidate.text)}
        covered = len(wanted & said) / len(wanted)
        values = answer_values(asked, candidate.text, candidate.lang)
        if covered < HOP_OPEN_COVERED or (asked.kind in VALUE_KINDS and not values):
            continue
        weight = HOP_OPEN_WEIGHT * about[number] * covered
        texts = [value.text for value in values] if last else [s.text for s in evidence.spans(number, subject)]
        found += [FoundValue(text=text, sentence=number, weight=weight) for text in texts or ([""] if last else [])]
    return sorted(found, key=lambda value: -value.weight)


def _longer(trail: Trail, value: FoundValue) -> Trail:
    return Trail(
        found=(*trail.found, value.text),
        sentences=(*trail.sentences, value.sentence),
        score=trail.score * value.weight,
    )


def _distinct(trails: Sequence[Trail]) -> list[Trail]:
    """The best trail to each thing, as many as the beam holds."""
    best: dict[str, Trail] = {}
    for trail in sorted(trails, key=lambda t: -t.score):
        best.setdefault(fold(trail.found[-1]), trail)
    return list(best.values())[:HOP_BEAM]
