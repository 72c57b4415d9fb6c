"""Signals to probabilities: a small log-linear model over what the rules see.

Two rows of weights (supports, refutes; neutral is the zero they are measured against), fitted on
`nli/train.jsonl.gz` of the public data (SNLI dev, counterfactual SNLI, FEVER-symmetric dev, SciFact train, JSICK,
JSeM, JaNLI, curriculum), sets weighted alike, the sign of every weight held to its meaning: no agreement ever
speaks against a claim.
"""

from math import exp
from typing import Final

from tadori.judge.rules import PairSignals
from tadori.minds.base import StanceScores
from tadori.model.ids import JA

ALIGNED_FROM: Final = 0.7
"""Share of the claim's subject that must stand in the aligned sentence before a conflict is about the claim."""

# feature: (supports, refutes)
RULE_WEIGHTS: Final[dict[str, tuple[float, float]]] = {
    "bias": (-1.65, -1.61),
    "coverage": (3.17, 2.80),
    "full": (1.21, 0.0),
    "reach": (0.27, 0.0),
    "facts_missing": (-0.36, 0.0),
    "facts_agreed": (0.63, 0.0),
    "names_missing": (-0.36, 0.0),
    "names_agreed": (0.65, 0.0),
    "conflict": (-0.84, 0.93),
    "aligned_conflict": (-1.03, 0.06),
    "firm_conflict": (0.0, 1.21),
    "polarity": (-0.10, 0.33),
    "hedged": (0.0, -0.20),
    "swapped": (-2.28, 0.0),
    "ja": (-1.39, -1.68),
    "ja_full": (-0.33, 0.0),
}


def is_aligned(s: PairSignals) -> bool:
    """Whether the aligned sentence speaks about what the claim speaks about."""
    return s.subject >= ALIGNED_FROM and not s.names.missing


def signal_features(s: PairSignals) -> dict[str, float]:
    """The signals as numbers in 0 to 1, by name."""
    full, ja = float(s.coverage >= 0.999), float(s.claim.lang == JA)
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
