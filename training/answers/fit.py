"""Makes the tables `ORDER`, `HOLDS` and `FOREIGN_*` of `tadori.rank.answers`: `python -m training.answers.fit`.

In: JSQuAD without the pinned questions of the gate, the single-hop questions of MuSiQue, one half of RAMDocs (the half
the gate does not report on). Out: the tables on stdout, and how they do on four folds. numpy only; nothing is random.
"""

import math
import sys
from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from tadori.rank.features import FEATURES
from training.answers.evidence import Array, Example, jsquad, musique, ramdocs

FOLDS = 4
HOLDS_NAMES = (
    "said",
    "said_titled",
    "nearby",
    "rarest_nearby",
    "phrase",
    "phrase_nearby",
    "names",
    "fresh",
    "length",
    "meaning",
)
TYPED_PRIOR = 0.4
"""Not learnt: the gold passages of all three sets hold a span of the asked type, so its absence is never seen."""


SUBJECT_ABSENT_WEIGHT = 0.5
"""Evidence without the subject is easier to tell from an answer than evidence that only lacks the gold passage."""
ANSWERABLE = 0.55
"""The share of questions that people ask of evidence which holds the answer."""


def fit_order(examples: Sequence[Example], steps: int = 400) -> Array:
    """Weights that put right sentences first: a softmax over the candidates of each question, by Adam, full batch."""
    used = [e for e in examples if e.right.any()]
    stacked = np.concatenate([e.whole for e in used])
    spread = stacked.std(0) + 1e-6
    scaled = (stacked - stacked.mean(0)) / spread
    right = np.concatenate([e.right for e in used])
    sizes = [len(e.whole) for e in used]
    starts = np.concatenate([[0], np.cumsum(sizes)])[:-1]
    group = np.repeat(np.arange(len(used)), sizes)
    share = np.array([e.weight for e in used])
    share = (share / share.sum())[group]
    weights, first, second = (np.zeros(scaled.shape[1]) for _ in range(3))
    for step in range(1, steps + 1):
        score = scaled @ weights
        odds = np.exp(score - np.maximum.reduceat(score, starts)[group])
        guessed = odds / np.add.reduceat(odds, starts)[group]
        wanted = odds * right / np.maximum(np.add.reduceat(odds * right, starts), 1e-12)[group]
        slope = -(scaled.T @ ((wanted - guessed) * share)) + 1e-3 * weights
        first, second = 0.9 * first + 0.1 * slope, 0.999 * second + 0.001 * slope**2
        weights = weights - 0.05 * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
    return np.asarray(weights / spread)


def best_rows(examples: Sequence[Example], order: Array) -> tuple[Array, Array, Array]:
    """The best candidate of each question, whole (1, where a right sentence exists) and removed (0); weights."""
    found: list[tuple[Array, float, float]] = []
    for e in examples:
        if e.right.any():
            found.append((e.whole[int(np.argmax(e.whole @ order))], 1.0, e.weight))
        for table, share in ((e.removed, 1.0), (e.absent, SUBJECT_ABSENT_WEIGHT)):
            if len(table):
                found.append((table[int(np.argmax(table @ order))], 0.0, share * e.weight))
    return np.array([f[0] for f in found]), np.array([f[1] for f in found]), np.array([f[2] for f in found])


def fit_holds(examples: Sequence[Example], order: Array) -> tuple[Array, float]:
    """Weights (over all FEATURES) and bias of P(the evidence holds an answer | its best candidate), by Newton."""
    table, truth, share = best_rows(examples, order)
    used = [FEATURES.index(name) for name in HOLDS_NAMES]
    prior = TYPED_PRIOR * table[:, FEATURES.index("typed")]
    mean, spread = table[:, used].mean(0), table[:, used].std(0) + 1e-6
    scaled = np.c_[(table[:, used] - mean) / spread, np.ones(len(table))]
    share = share / share.mean()
    ridge = np.diag([1.0] * len(used) + [0.0])
    weights = np.zeros(len(used) + 1)
    for _ in range(40):
        guess = 1 / (1 + np.exp(-(scaled @ weights + prior)))
        slope = scaled.T @ ((guess - truth) * share) + ridge @ weights
        bend = (scaled * (guess * (1 - guess) * share)[:, None]).T @ scaled + ridge
        weights = weights - np.linalg.solve(bend, slope)
    full = np.zeros(len(FEATURES))
    full[used] = weights[:-1] / spread
    full[FEATURES.index("typed")] = TYPED_PRIOR
    bias = weights[-1] - (mean / spread) @ weights[:-1]
    seen = float((truth * share).sum() / share.sum())
    return full, float(bias + math.log(ANSWERABLE / (1 - ANSWERABLE)) - math.log(seen / (1 - seen)))


def sureness(table: Array, order: Array, holds: Array, bias: float) -> float:
    if not len(table):
        return 0.0
    return float(1 / (1 + np.exp(-(table[int(np.argmax(table @ order))] @ holds + bias))))


def in_three(e: Example, order: Array) -> bool:
    return bool(e.right[np.argsort(-(e.whole @ order), kind="stable")[:3]].any()) if len(e.whole) else False


def folded(sets: dict[str, list[list[Example]]]) -> None:
    """Says, per set, what weights made on the other folds do, for questions as written and as users type them."""
    found: dict[str, list[tuple[bool, float, float, float]]] = defaultdict(list)
    for fold in range(FOLDS):
        train = [
            e for questions in sets.values() for i, forms in enumerate(questions) if i % FOLDS != fold for e in forms
        ]
        order = fit_order(train)
        holds, bias = fit_holds(train, order)
        for name, questions in sets.items():
            for forms in questions[fold::FOLDS]:
                for n, e in enumerate(forms):
                    tables = (e.whole, e.removed, e.absent)
                    whole, removed, absent = (sureness(table, order, holds, bias) for table in tables)
                    found[name if n == 0 else f"{name}, as typed"].append((in_three(e, order), whole, removed, absent))
    for name, results in found.items():
        table = np.array(results, float)
        say(f"{name}: in three sentences {table[:, 0].mean():.3f} (n={len(table)})")
        for at in (0.2, 0.25, 0.3, 0.35, 0.4):
            false, kept, absent = ((table[:, column] < at).mean() for column in (1, 2, 3))
            say(f"  abstains below {at}: gold removed {kept:.3f}, subject removed {absent:.3f}, answerable {false:.3f}")


def say(*words: object) -> None:
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


def main() -> None:
    sets = {"jsquad": jsquad(), "musique": musique(), "ramdocs": ramdocs()}
    folded(sets)
    everything = [e for questions in sets.values() for forms in questions for e in forms]
    order = fit_order(everything)
    holds, bias = fit_holds(everything, order)
    say("ORDER", {name: round(float(w), 3) for name, w in zip(FEATURES, order, strict=True)})
    say("HOLDS", {name: round(float(w), 3) for name, w in zip(FEATURES, holds, strict=True) if w}, round(bias, 3))


if __name__ == "__main__":
    main()
