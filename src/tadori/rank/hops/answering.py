"""Answers a question that hops: the sentence at the end of the trail first, then those that lead there.

In: a question, candidates, the scorer of single questions. Out: the chosen sentences with their scores, or what is
missing; None where the question does not hop, and is answered as any other.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from tadori.model.evidence_thresholds import HOP_SECOND_FROM
from tadori.model.ids import JA, Lang
from tadori.model.thresholds import MAX_ANSWER_SENTENCES
from tadori.rank.candidates import AnswerCandidate
from tadori.rank.hops.chain import HopChain, HopQuestion
from tadori.rank.hops.comparisons import english_comparison
from tadori.rank.hops.english import english_chain
from tadori.rank.hops.evidence import HopEvidence
from tadori.rank.hops.following import ScoreSentences, Trail, follow


@dataclass(frozen=True, slots=True, kw_only=True)
class HopAnswer:
    """What following the trail found."""

    chosen: tuple[str, ...]
    """Ids of the sentences, the end of the trail first; empty where something is missing."""
    scores: dict[str, float]
    found: tuple[str, ...]
    """The things found on the way."""
    missing: tuple[str, ...] = ()
    """The sub-questions that no sentence answers."""
    strict: bool = True
    """Whether rules know every relation that is asked for: then what is missing is not there."""


@lru_cache(maxsize=256)
def hop_question(question: str, lang: Lang) -> HopQuestion | None:
    """`question` as chains of sub-questions; None where it is not one that hops."""
    plain = unicodedata.normalize("NFKC", question).strip()
    if lang == JA:
        return None
    compared = english_comparison(plain)
    if compared is not None:
        return compared
    chain = english_chain(plain)
    return HopQuestion(readings=((chain,),)) if chain is not None else None


def hop_answer(
    question: str, lang: Lang, candidates: Sequence[AnswerCandidate], score: ScoreSentences
) -> HopAnswer | None:
    """The answer along the trail; None where the question does not hop."""
    asked = hop_question(question, lang)
    if asked is None or not candidates:
        return None
    evidence = HopEvidence(candidates)
    reading = max(asked.readings, key=lambda chains: _known(chains, evidence))
    trails = [follow(chain, evidence, lang, score) for chain in reading]
    strict = all(step.relation for chain in reading for step in chain.steps)
    missing = tuple(side[0].missing for side in trails if side[0].missing)
    found = tuple(dict.fromkeys(name for side in trails for name in side[0].found))
    if missing:
        return HopAnswer(chosen=(), scores={}, found=found, missing=missing, strict=strict)
    numbers = _of_comparison(trails) if asked.compares else _of_chain(trails[0])
    ids = [candidates[number].claim_id for number in numbers]
    best = min(side[0].score for side in trails)
    return HopAnswer(
        chosen=tuple(ids),
        scores={claim_id: best / (1 + place / 10) for place, claim_id in enumerate(ids)},
        found=found,
        strict=strict,
    )


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
