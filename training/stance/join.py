"""Fits how rules and stance model count together: `python -m training.stance.join --data DIR [--model FOLDER]`.

Comes in: the held-out part of the training file, the shipped (or another) stance model, the judge's rules. Goes out:
the table of `tadori/judge/join.py`, on standard output, with the log-loss of held-out pairs that the fit did not see
(five folds). A part of the rules' own weights is the start, and ridge pulls towards it; no conflict may speak for a
claim. Japanese sets have labels nothing like each other's, so there each label of a set counts alike.
"""

import argparse
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tadori.judge.join import rule_features
from tadori.judge.reading import evidence_sentences
from tadori.judge.reading import read_sentence as read_text
from tadori.judge.rules import pair_signals
from tadori.judge.weights import RULE_WEIGHTS
from tadori.minds.base import EvidencePair
from tadori.minds.local.stance import SHIPPED, LocalStance
from tadori.model.evidence_thresholds import LEAST_MODEL_PROBABILITY
from training.stance.corpus import LABELS, NOT_SUPPORTS, Example, read, split
from training.stance.gloss import GLOSSED, glossed

NAMES: Final = (
    "bias coverage full reach facts_missing facts_agreed names_missing names_agreed conflict aligned_conflict "
    "firm_conflict polarity hedged swapped subject anchored precision"
).split()
AGAINST: Final = "conflict aligned_conflict firm_conflict anchored polarity".split()
MISSING: Final = "facts_missing names_missing swapped".split()
TWO_WAY: Final = frozenset({"fever-symmetric-dev"})
"""Sets without neutral pairs: only supports against refutes is learnt from them."""
FOLDS: Final = 5
Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What one table is fitted on: sets with what they count, the rules' share, ridge, whether labels are evened."""

    sets: dict[str, float]
    rules: float
    ridge: float
    even: bool


PLANS: Final = {
    "en": Plan(
        sets={"fever-symmetric-dev": 3, "scifact-train": 3, "snli-dev": 3, "counterfactual-snli": 1.5},
        rules=0.3,
        ridge=0.03,
        even=False,
    ),
    "ja": Plan(
        sets={"jsick-train": 3, GLOSSED: 1, "jsem": 1, "jamp": 0.5, "janli-train": 1},
        rules=0.0,
        ridge=0.01,
        even=True,
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """Pairs as the fit sees them."""

    logs: Matrix
    seen: Matrix
    gold: Matrix
    """1 for each label that is not excluded: two for a two-way label."""
    fold: NDArray[np.int64]
    weight: Matrix
    two_way: NDArray[np.bool_]

    def part(self, chosen: NDArray[np.bool_]) -> "Rows":
        return Rows(**{name: getattr(self, name)[chosen] for name in self.__slots__})


def rows_of(examples: list[Example], model: LocalStance, plan: Plan) -> Rows:
    said = model.scores([EvidencePair(claim=e.claim, evidence=e.evidence) for e in examples])
    seen = [rule_features(pair_signals(read_text(e.claim), evidence_sentences(e.evidence))) for e in examples]
    sizes: dict[tuple[str, str], int] = {}
    for e in examples:
        sizes[_group(e, plan)] = sizes.get(_group(e, plan), 0) + 1
    parts = {origin: sum(1 for key in sizes if key[0] == origin) for origin, _ in sizes}
    weight = np.array([plan.sets[e.origin] / parts[e.origin] / sizes[_group(e, plan)] for e in examples])
    return Rows(
        logs=np.log(np.maximum([[s.supports, s.neutral, s.refutes] for s in said], LEAST_MODEL_PROBABILITY)),
        seen=np.array([[row[name] for name in NAMES] for row in seen]),
        gold=np.array([_gold(e.gold) for e in examples]),
        fold=np.arange(len(examples)) % FOLDS,
        weight=weight / weight.sum(),
        two_way=np.array([e.origin in TWO_WAY for e in examples]),
    )


def _group(example: Example, plan: Plan) -> tuple[str, str]:
    return example.origin, example.gold if plan.even else ""


def _gold(label: str) -> list[float]:
    return [0.0, 1.0, 1.0] if label == NOT_SUPPORTS else [float(label == one) for one in LABELS]


def start_of(plan: Plan) -> Matrix:
    known = dict(RULE_WEIGHTS)
    rows = [known.get(name, (0.0, 0.0)) for name in NAMES]
    return plan.rules * np.array([[supports, 0.0, refutes] for supports, refutes in rows])


def probabilities(rows: Rows, scale: float, weights: Matrix) -> Matrix:
    total = scale * rows.logs + rows.seen @ weights
    total = np.where(rows.two_way[:, None] & np.array([False, True, False]), -np.inf, total)
    powers = np.exp(total - total.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def fitted(rows: Rows, plan: Plan, steps: int = 4000, rate: float = 0.5) -> tuple[float, Matrix]:
    """Scale and weights by plain descent: three thousand rows, forty numbers."""
    start, scale = start_of(plan), 1.0
    weights = start.copy()
    logs = np.where(np.isfinite(rows.logs), rows.logs, 0.0)
    share = rows.weight / rows.weight.sum()
    for _ in range(steps):
        guess = probabilities(rows, scale, weights)
        wanted = guess * rows.gold
        wanted /= wanted.sum(axis=1, keepdims=True)
        slope = (guess - wanted) * share[:, None]
        change = rows.seen.T @ slope
        change[:, 1] = 0.0
        weights = _held(weights - rate * (change + plan.ridge * (weights - start)))
        scale -= rate * float((slope * logs).sum())
    return scale, weights


def _held(weights: Matrix) -> Matrix:
    """No conflict speaks for a claim, nothing that is missing does, and no conflict against its refutation."""
    for name in (*AGAINST, *MISSING):
        weights[NAMES.index(name), 0] = min(0.0, weights[NAMES.index(name), 0])
    for name in AGAINST:
        weights[NAMES.index(name), 2] = max(0.0, weights[NAMES.index(name), 2])
    return weights


def loss(rows: Rows, scale: float, weights: Matrix) -> float:
    told = (probabilities(rows, scale, weights) * rows.gold).sum(axis=1)
    return -float((np.log(np.maximum(told, 1e-9)) * rows.weight).sum() / rows.weight.sum())


def unseen_loss(rows: Rows, plan: Plan) -> float:
    parts = []
    for fold in range(FOLDS):
        scale, weights = fitted(rows.part(rows.fold != fold), plan, 1500)
        parts.append(loss(rows.part(rows.fold == fold), scale, weights))
    return float(np.mean(parts))


def table(scale: float, weights: Matrix) -> dict[str, Any]:
    rows = {name: [round(float(row[0]), 2), round(float(row[2]), 2)] for name, row in zip(NAMES, weights, strict=True)}
    return {"scale": round(scale, 2), "weights": {name: row for name, row in rows.items() if any(row)}}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--model", type=Path, default=SHIPPED)
    told = parser.parse_args()
    _, held = split(read(told.data))
    snli = [e for e in held if e.origin in ("snli-dev", "counterfactual-snli")]
    by_lang = {"en": [e for e in held if e.lang == "en"], "ja": [e for e in held if e.lang == "ja"] + glossed(snli)}
    for kind, plan in PLANS.items():
        rows = rows_of([e for e in by_lang[kind] if e.origin in plan.sets], LocalStance(told.model), plan)
        scale, weights = fitted(rows, plan)
        alone = loss(rows, 1.0, np.zeros_like(weights))
        losses = {"model alone": round(alone, 4), "joined, unseen folds": round(unseen_loss(rows, plan), 4)}
        sys.stdout.write(json.dumps({"kind": kind, "log-loss": losses, **table(scale, weights)}, indent=4) + "\n")


if __name__ == "__main__":
    main()
