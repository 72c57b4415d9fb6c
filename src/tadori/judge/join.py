"""Combines the rules' signals and the stance model's probabilities into one set of stance probabilities.

In: the signals of a pair and the model's scores for it. Out: `StanceScores`. A log-linear model: the model's
log-probabilities times a scale, plus the rules' features times two rows of weights (supports, refutes; neutral is the
zero they are measured against). `training/stance/join.py` fits the tables on the held-out part of `nli/train.jsonl.gz`,
which neither the stance model nor any measurement has seen; Japanese has its own. Across languages only numbers, dates
and names can be compared, and few held-out pairs have any: there the scale is that of Japanese (one model reads both),
and the facts weigh as they do in English.
"""

from dataclasses import dataclass
from math import exp, log
from typing import Final

from tadori.judge.reading import script_of
from tadori.judge.rules import PairSignals
from tadori.judge.weights import signal_features
from tadori.minds.base import EvidencePair, StanceScores
from tadori.model.evidence_thresholds import LEAST_MODEL_PROBABILITY
from tadori.model.fitted_weights import JOIN_TABLES

ACROSS: Final = "across"


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinWeights:
    """The weights of model and rules for one kind of pair."""

    scale: float
    weights: dict[str, tuple[float, float]]
    """By feature: what it adds to supports, and to refutes."""


JOIN_WEIGHTS: Final = {
    kind: JoinWeights(scale=scale, weights=weights) for kind, (scale, weights) in JOIN_TABLES.items()
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
    """The probabilities by rules and model together; the three sum to 1."""
    join, found = JOIN_WEIGHTS[kind], rule_features(s)
    rules = [sum(found[name] * pair[side] for name, pair in join.weights.items()) for side in (0, 1)]
    supports = join.scale * log(max(said.supports, LEAST_MODEL_PROBABILITY)) + rules[0]
    refutes = join.scale * log(max(said.refutes, LEAST_MODEL_PROBABILITY)) + rules[1]
    neutral = join.scale * log(max(said.neutral, LEAST_MODEL_PROBABILITY))
    top = max(supports, refutes, neutral)
    powers = [exp(value - top) for value in (supports, refutes, neutral)]
    total = sum(powers)
    return StanceScores(supports=powers[0] / total, refutes=powers[1] / total, neutral=powers[2] / total)
