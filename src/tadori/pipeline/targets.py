"""Matches evidence to target claims, the claims that the question was decomposed into (L26).

Comes in: target claims, the claims of a task, and scores. Goes out: the best few claims per target, each with its
stance by rules alone. No model is called and nothing is stored here.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from tadori.judge.judge import Judge
from tadori.minds.base import EvidencePair
from tadori.model.claim import Claim, Stance
from tadori.model.question import Polarity, TargetClaim, TargetEvidence
from tadori.model.thresholds import EVIDENCE_A_TARGET, RELEVANT_AT

WHOLE: Final = "whole"
"""The granularity of the question itself, for which claims are already scored."""


def words_to_score(targets: Sequence[TargetClaim]) -> Iterator[tuple[str, str]]:
    """(words, granularity) of the targets to score claims by. A denial uses the scores of what it denies."""
    return ((one.text, one.granularity) for one in targets if one.expected_polarity is Polarity.CONFIRM)


def match_targets(
    targets: Sequence[TargetClaim], claims: Sequence[Claim], scores: Mapping[str, Mapping[str, float]]
) -> list[TargetEvidence]:
    """The best claims for each target, in target order; `scores`: words of a target → claim id → 0 to 1."""
    by_id, judge = {claim.id: claim for claim in claims}, Judge()
    found: list[TargetEvidence] = []
    words = ""
    for target in targets:
        words = target.text if target.text in scores else words  # a denial comes right after the target that it denies
        best = _best(scores.get(words, {}), by_id)
        verdicts = judge.verdicts([_pair(target, by_id[claim_id]) for claim_id, _ in best])
        for (claim_id, score), verdict in zip(best, verdicts, strict=True):
            found.append(
                TargetEvidence(
                    target_id=target.claim_id,
                    expected_polarity=target.expected_polarity,
                    claim_id=claim_id,
                    score=round(score, 4),
                    stance=Stance.NEUTRAL if verdict.abstained else verdict.stance,
                    confidence=round(verdict.confidence, 4),
                )
            )
    return found


def _best(scores: Mapping[str, float], claims: Mapping[str, Claim]) -> list[tuple[str, float]]:
    good = [(claim_id, score) for claim_id, score in scores.items() if score >= RELEVANT_AT and claim_id in claims]
    return sorted(good, key=lambda one: (-one[1], one[0]))[:EVIDENCE_A_TARGET]


def _pair(target: TargetClaim, claim: Claim) -> EvidencePair:
    return EvidencePair(claim=target.text, evidence=claim.text, claim_date=None, evidence_date=claim.date)
