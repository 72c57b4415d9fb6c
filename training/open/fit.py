"""Makes the table `OPEN_ORDER` of `tadori.model.fitted_weights`: `python -m training.open.fit DUMP.pickle …`.

In: dumps of the open halves, one a folder (`training.open.dump`). Out: the table on stdout, and what weights made on
the other folders do on each: key points in 400 words, and the share of sentences that state one. numpy only; no chance.
"""

import pickle
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tadori.model.thresholds import BRIEF_WORDS
from tadori.rank.open_answers import chosen_within
from tadori.rank.open_features import OPEN_FEATURES
from tadori.rank.question_kinds import BRIEF_KINDS, OPEN_KINDS, QuestionKind
from training.open.dump import DumpedPart

Array = NDArray[np.float64]
WORDS = 400


def fit_order(parts: Sequence[DumpedPart], steps: int = 300, decay: float = 1e-3) -> Array:
    """Weights that put stating sentences first: a softmax over the candidates of each part, by Adam, full batch."""
    used = [p for p in parts if QuestionKind(p.kind) in OPEN_KINDS and p.labels.any()]
    stacked = np.concatenate([p.rows for p in used])
    mean, spread = stacked.mean(0), stacked.std(0) + 1e-6
    scaled = (stacked - mean) / spread
    right = np.minimum(1.0, np.concatenate([p.labels.sum(1) for p in used]))
    sizes = [len(p.rows) for p in used]
    starts = np.concatenate([[0], np.cumsum(sizes)])[:-1]
    group = np.repeat(np.arange(len(used)), sizes)
    wanted = right / np.add.reduceat(right, starts)[group]
    weights, first, second = (np.zeros(scaled.shape[1]) for _ in range(3))
    for step in range(1, steps + 1):
        score = scaled @ weights
        odds = np.exp(score - np.maximum.reduceat(score, starts)[group])
        guessed = odds / np.add.reduceat(odds, starts)[group]
        slope = -(scaled.T @ (wanted - guessed)) / len(used) + decay * weights
        first, second = 0.9 * first + 0.1 * slope, 0.999 * second + 0.001 * slope**2
        weights = weights - 0.05 * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
    return np.asarray(weights / spread)


def measured(parts: Sequence[DumpedPart], weights: Array) -> tuple[float, float, float]:
    """(key points in the answer, share of its sentences that state one, sentences), means over questions."""
    by_question: dict[str, list[DumpedPart]] = defaultdict(list)
    for part in parts:
        by_question[part.question.id].append(part)
    rows = []
    for mine in by_question.values():
        stated = np.zeros(len(mine[0].question.points))
        said = stating = 0
        for part in mine:
            kind = QuestionKind(part.kind)
            if kind not in OPEN_KINDS or not len(part.rows):
                continue
            room = min(WORDS // len(mine), BRIEF_WORDS if kind in BRIEF_KINDS else WORDS)
            worth = [float(value) for value in part.rows @ weights]
            taken = chosen_within(part.candidates, worth, room).answer
            if taken:
                stated = np.maximum(stated, part.labels[taken].max(0))
                stating += int((part.labels[taken].max(1) > 0).sum())
                said += len(taken)
        rows.append((stated.mean(), stating / max(1, said), said))
    means = np.mean(rows, axis=0)
    return float(means[0]), float(means[1]), float(means[2])


def say(*words: object) -> None:
    sys.stdout.write(" ".join(map(str, words)) + "\n")


def main() -> None:
    sets = {path: pickle.loads(Path(path).read_bytes()) for path in sys.argv[1:]}
    for name, parts in sets.items():
        others = [part for other, held in sets.items() if other != name for part in held]
        points, stating, said = measured(parts, fit_order(others))
        say(f"{Path(name).stem}: key points {points:.3f}, sentences that state one {stating:.3f}, sentences {said:.1f}")
    weights = fit_order([part for held in sets.values() for part in held])
    say("OPEN_ORDER", {name: round(float(w), 3) for name, w in zip(OPEN_FEATURES, weights, strict=True)})


if __name__ == "__main__":
    sys.modules["__main__"].DumpedPart = DumpedPart  # type: ignore[attr-defined]  # dumps were written by a main module
    main()
