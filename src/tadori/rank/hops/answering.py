"""Answers a question that hops: the sentence at the end of the trail first, then those that lead there.

In: a question, candidates with their plain scores, the scorer of single questions. Out: the chosen sentences with their
scores, or what is missing; None where the question does not hop, and is answered as any other.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from tadori.model.evidence_thresholds import (
    HOP_PAIR_ADDS,
    HOP_PAIR_COVERED,
    HOP_PAIR_SLACK,
    HOP_PAIR_SURE,
    HOP_SECOND_FROM,
    HOP_SINGLE_COVERED,
)
from tadori.model.ids import JA, Lang
from tadori.model.thresholds import ANSWER_AT, MAX_ANSWER_SENTENCES
from tadori.rank.answers import ScoredAnswer, holds_answer
from tadori.rank.candidates import AnswerCandidate, DocumentFrequency
from tadori.rank.hops.chain import HopChain, HopQuestion
from tadori.rank.hops.comparisons import english_comparison
from tadori.rank.hops.english import asks_in_place, english_chain
from tadori.rank.hops.evidence import HopEvidence
from tadori.rank.hops.following import ScoreSentences, Trail, follow
from tadori.rank.hops.japanese import japanese_chain, japanese_comparison
from tadori.rank.hops.links import LinkedPair, Links
from tadori.rank.question import ParsedQuestion


@dataclass(frozen=True, slots=True, kw_only=True)
class HopAnswer:
    """What following the trail found."""

    chosen: tuple[str, ...]
    """Ids of the sentences, the end of the trail first; empty where something is missing."""
    score: float = 0.0
    found: tuple[str, ...] = ()
    """The things found on the way."""
    missing: tuple[str, ...] = ()
    """The sub-questions that no sentence answers."""

    @property
    def scores(self) -> dict[str, float]:
        """The chosen sentences' scores: the end of the trail first, and never under the bar of an answer."""
        return {c: max(ANSWER_AT, self.score) / (1 + place / 10) for place, c in enumerate(self.chosen)}


@lru_cache(maxsize=256)
def hop_question(question: str, lang: Lang) -> HopQuestion | None:
    """`question` as chains of sub-questions; None where it is not one that hops."""
    plain = unicodedata.normalize("NFKC", question).strip()
    compared = japanese_comparison(plain) if lang == JA else english_comparison(plain)
    if compared is not None:
        return compared
    chain = japanese_chain(plain) if lang == JA else english_chain(plain)
    return HopQuestion(readings=((chain,),)) if chain is not None else None


def hop_answer(
    question: ParsedQuestion,
    candidates: Sequence[AnswerCandidate],
    scored: Sequence[ScoredAnswer],
    score: ScoreSentences,
    frequency: DocumentFrequency,
) -> HopAnswer | None:
    """The answer along the trail; None where the question is answered by single sentences."""
    if not candidates:
        return None
    asked = hop_question(question.text, question.lang)
    if asked is not None and not any(step.relation or step.by_clause for step in asked.readings[0][0].steps):
        asked = None  # `the opening of the plant of X`: rules do not know whether that hops
    found = None if asked is None else _along(asked, candidates, question.lang, score)
    if found is not None and (found.chosen or _is_strict(asked) or (asked is not None and asked.compares)):
        return found
    links = Links(question, candidates, frequency)
    pair = links.best()
    hops = found is not None or asks_in_place(question.text, question.lang)
    silent = not hops and not holds_answer(scored)
    if pair is not None and _answers_together(pair, hops=hops) and not (silent and pair.covered < HOP_PAIR_SURE):
        return _of_pair(pair, candidates, () if hops else scored[:1])
    return found if found is not None and links.single() < HOP_SINGLE_COVERED else None


def _along(asked: HopQuestion, candidates: Sequence[AnswerCandidate], lang: Lang, score: ScoreSentences) -> HopAnswer:
    evidence = HopEvidence(candidates)
    reading = max(asked.readings, key=lambda chains: _known(chains, evidence))
    trails = [follow(chain, evidence, lang, score) for chain in reading]
    missing = tuple(side[0].missing for side in trails if side[0].missing)
    found = tuple(dict.fromkeys(name for side in trails for name in side[0].found if name))
    if missing:
        return HopAnswer(chosen=(), found=found, missing=missing)
    numbers = _of_comparison(trails) if asked.compares else _of_chain(trails[0])
    ids = tuple(candidates[number].claim_id for number in numbers)
    return HopAnswer(chosen=ids, score=min(side[0].score for side in trails), found=found)


def _is_strict(asked: HopQuestion | None) -> bool:
    """Whether rules know every relation that is asked for: then what is missing is not there."""
    return asked is not None and all(step.relation for chain in asked.readings[0] for step in chain.steps)


def _known(chains: Sequence[HopChain], evidence: HopEvidence) -> float:
    """How surely the candidates speak of every thing that this reading names."""
    return min(max(evidence.about(chain.anchor).values(), default=0.0) for chain in chains)


def _of_chain(trails: Sequence[Trail]) -> list[int]:
    """The end of the best trail, what led there; then the end of another that is as good."""
    best = trails[0]
    numbers = list(dict.fromkeys(reversed(best.sentences)))
    further = [t.sentences[-1] for t in trails[1:] if t.score >= HOP_SECOND_FROM * best.score]
    return list(dict.fromkeys([*numbers, *further]))[:MAX_ANSWER_SENTENCES]


def _of_comparison(trails: Sequence[Sequence[Trail]]) -> list[int]:
    """One end for each side, then what led there."""
    ends = [side[0].sentences[-1] for side in trails]
    ways = [number for side in trails for number in reversed(side[0].sentences[:-1])]
    return list(dict.fromkeys([*ends, *ways]))


def _answers_together(pair: LinkedPair, *, hops: bool) -> bool:
    """Whether the pair answers rather than a single sentence: it holds more of the question, and enough."""
    if hops:
        return pair.covered >= HOP_PAIR_COVERED and pair.covered >= pair.single - HOP_PAIR_SLACK
    return pair.covered >= HOP_PAIR_COVERED and pair.covered >= pair.single + HOP_PAIR_ADDS


def _of_pair(pair: LinkedPair, candidates: Sequence[AnswerCandidate], also: Sequence[ScoredAnswer]) -> HopAnswer:
    ids = [candidates[pair.answer].claim_id, candidates[pair.bridge].claim_id, *(s.claim_id for s in also)]
    return HopAnswer(chosen=tuple(dict.fromkeys(ids)), score=pair.covered / 2, found=(pair.name,))
