"""Turns the rules' signals into probabilities: a small log-linear model.

In: `PairSignals`. Out: `StanceScores`, by two rows of weights (supports, refutes; neutral is the zero they are measured
against) that stand in `model/fitted_weights.py`.
"""

from math import exp

from tadori.judge.rules import PairSignals
from tadori.minds.base import StanceScores
from tadori.model.evidence_thresholds import ALIGNED_FROM, FULLY_COVERED
from tadori.model.fitted_weights import RULE_WEIGHTS
from tadori.model.ids import JA


def is_aligned(s: PairSignals) -> bool:
    """Whether the aligned sentence is about what the claim is about."""
    return s.subject >= ALIGNED_FROM and not s.names.missing


def signal_features(s: PairSignals) -> dict[str, float]:
    """The signals as numbers in 0 to 1, by name."""
    full, ja = float(s.coverage >= FULLY_COVERED), float(s.claim.lang == JA)
    aligned = bool(s.conflicts) and is_aligned(s)
    return {
        "bias": 1.0,
        "coverage": s.coverage,
        "full": full,
        "reach": s.reach,
        "facts_missing": min(len(s.numbers.missing) + len(s.dates.missing), 2) / 2,
        "facts_agreed": min(s.numbers.agreed + s.dates.agreed, 2) / 2,
        "names_missing": min(len(s.names.missing), 2) / 2,
        "names_agreed": min(s.names.agreed, 2) / 2,
        "conflict": float(s.conflicts > 0),
        "aligned_conflict": float(aligned),
        "firm_conflict": float(aligned and s.firm_conflicts > 0),
        "polarity": float(bool(s.claim.negations) != bool(s.aligned.negations)),
        "hedged": float(s.hedged),
        "swapped": float(s.swapped),
        "ja": ja,
        "ja_full": ja * full,
    }


def rule_scores(s: PairSignals) -> StanceScores:
    """Probabilities of the three stances; they sum to 1."""
    found = signal_features(s)
    supports = exp(sum(value * RULE_WEIGHTS[name][0] for name, value in found.items()))
    refutes = exp(sum(value * RULE_WEIGHTS[name][1] for name, value in found.items()))
    total = supports + refutes + 1.0
    return StanceScores(supports=supports / total, refutes=refutes / total, neutral=1.0 / total)
