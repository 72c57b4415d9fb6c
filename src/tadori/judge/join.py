"""Rules and stance model together: probabilities of the stances from what both have seen.

In: the signals of a pair and what the model said of it. Out: `StanceScores`. A log-linear model: the model's
log-probabilities times a scale, and the signals of the rules times two rows of weights (supports, refutes; neutral is
the zero they are measured against). `training/stance/join.py` fits the table on the held-out part of
`nli/train.jsonl.gz`, which neither the stance model nor anything that is measured has seen; Japanese has a row of its
own. Across languages only numbers, dates and names can be compared, and few held-out pairs have any: there the scale is
that of Japanese (one reader reads both), and the facts weigh as they do in English.
"""

from dataclasses import dataclass
from math import exp, log
from typing import Final

from tadori.judge.reading import script_of
from tadori.judge.rules import PairSignals
from tadori.judge.weights import signal_features
from tadori.minds.base import EvidencePair, StanceScores

LEAST: Final = 1e-4
"""The least a model's probability counts as: no model is surer than that of anything."""
ACROSS: Final = "across"


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinWeights:
    """How much model and rules count, for one kind of pair."""

    scale: float
    weights: dict[str, tuple[float, float]]
    """By feature: what it adds to supports, and to refutes."""


JOIN_WEIGHTS: Final[dict[str, JoinWeights]] = {
    "en": JoinWeights(
        scale=1.16,
        weights={
            "bias": (-0.41, -0.5),
            "coverage": (0.94, 0.75),
            "full": (0.43, -0.1),
            "reach": (0.04, -0.1),
            "facts_missing": (-0.16, 0.12),
            "facts_agreed": (0.25, -0.17),
            "names_missing": (-0.03, -0.04),
            "names_agreed": (0.1, 0.0),
            "conflict": (-0.3, 0.47),
            "aligned_conflict": (-0.25, 0.01),
            "firm_conflict": (0.0, 0.29),
            "hedged": (0.14, -0.12),
            "swapped": (-0.68, 0.0),
            "subject": (-0.04, -0.01),
            "anchored": (-0.02, 0.02),
            "precision": (0.02, -0.13),
        },
    ),
    "ja": JoinWeights(
        scale=0.8,
        weights={
            "bias": (-0.47, -0.09),
            "coverage": (0.19, -0.04),
            "full": (0.2, 0.14),
            "reach": (0.14, -0.04),
            "facts_missing": (-0.1, -0.09),
            "facts_agreed": (0.24, 0.03),
            "names_missing": (-0.17, -0.13),
            "names_agreed": (0.48, 0.32),
            "conflict": (-0.26, 0.04),
            "aligned_conflict": (-0.16, 0.09),
            "firm_conflict": (-0.03, 0.11),
            "polarity": (-0.16, 0.0),
            "hedged": (-0.3, 0.2),
            "swapped": (-0.48, 0.07),
            "subject": (0.15, -0.08),
            "anchored": (-0.24, 0.06),
            "precision": (0.1, 0.07),
        },
    ),
    ACROSS: JoinWeights(
        scale=0.8,
        weights={
            "facts_missing": (-0.16, 0.12),
            "facts_agreed": (0.25, -0.17),
            "fact_conflict": (-0.55, 0.76),
        },
    ),
}


def pair_language(pair: EvidencePair) -> str:
    """`en`, `ja`, or `across` where claim and evidence are in different languages."""
    mine, theirs = script_of(pair.claim), script_of(pair.evidence)
    return str(mine) if mine == theirs else ACROSS


def rule_features(s: PairSignals) -> dict[str, float]:
    """The features of a pair by name, each 0 to 1."""
    return {
        **signal_features(s),
        "subject": s.subject,
        "precision": s.precision,
        "anchored": float(bool(s.anchored)),
        "fact_conflict": float(bool(s.numbers.conflicts or s.dates.conflicts)),
    }


def joined_scores(s: PairSignals, said: StanceScores, kind: str) -> StanceScores:
    """What rules and model say together; the three sum to 1."""
    join, found = JOIN_WEIGHTS[kind], rule_features(s)
    rules = [sum(found[name] * pair[side] for name, pair in join.weights.items()) for side in (0, 1)]
    supports = join.scale * log(max(said.supports, LEAST)) + rules[0]
    refutes = join.scale * log(max(said.refutes, LEAST)) + rules[1]
    neutral = join.scale * log(max(said.neutral, LEAST))
    top = max(supports, refutes, neutral)
    powers = [exp(value - top) for value in (supports, refutes, neutral)]
    total = sum(powers)
    return StanceScores(supports=powers[0] / total, refutes=powers[1] / total, neutral=powers[2] / total)
