"""Makes `READ_ORDER` and `READ_HOLDS` of `tadori.model.fitted_weights`: `training.answers.join`.

In: the weights of the reader, and dumps of questions that it was not trained on (`training.answers.dump`). Out: the
tables on stdout, and what they do on four folds beside the first look alone: a right sentence first or among three,
silence on what nothing answers, false silence; by source, within a language and across.

    python -m training.answers.join READER.npz DUMP.pickle …
"""

import pickle
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tadori.minds.local.answer_reader import LocalAnswerReader
from tadori.model.evidence_thresholds import UNREAD_BEHIND
from tadori.model.thresholds import ANSWER_AT
from tadori.rank.question import parse_question
from tadori.rank.reading import readings, worth_reading
from training.answers.dump import DumpedQuestion
from training.answers.evidence import Example
from training.answers.fit import fit_order, say

Array = NDArray[np.float64]
FOLDS: Final = 4
SIDES: Final = ("own", "foreign")
RIDGE: Final = 0.3
THRESHOLDS: Final = (0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5)


def rows_of(one: DumpedQuestion, reader: LocalAnswerReader) -> tuple[Array, Array, Array]:
    """(order features, holds features, first order) of every candidate: by side the score, the reading, and 1."""
    asked = parse_question(one.question, one.lang)
    read = readings(one.question, one.candidates, worth_reading(asked, one.candidates, one.order), reader)
    least = min(read.values(), default=0.0) - UNREAD_BEHIND
    order, holds = np.zeros((len(one.candidates), 6)), np.zeros((len(one.candidates), 6))
    for n, c in enumerate(one.candidates):
        at = 3 * int(c.lang != one.lang)
        order[n, at : at + 3] = one.order[n], read.get(n, least), float(at > 0)
        holds[n, at : at + 3] = one.holds[n], read.get(n, least), 1.0
    return order, holds, np.array(one.order, float)


def fit_holds(table: Array, truth: Array) -> Array:
    """Weights of P(it answers | the best candidate), by Newton."""
    scale = table.std(0) + 1e-6
    scaled = table / scale
    weights = np.zeros(table.shape[1])
    ridge = RIDGE * np.eye(table.shape[1])
    for _ in range(40):
        guess = 1 / (1 + np.exp(-(scaled @ weights)))
        slope = scaled.T @ (guess - truth) + ridge @ weights
        bend = (scaled * (guess * (1 - guess))[:, None]).T @ scaled + ridge
        weights = weights - np.linalg.solve(bend, slope)
    return np.asarray(weights / scale)


Rows = tuple[DumpedQuestion, Array, Array, Array]


def learned(rows: Sequence[Rows]) -> tuple[Array, Array]:
    used = [
        Example(order, np.array(one.right, float), np.zeros((0, 6)), np.zeros((0, 6)), 1.0)
        for one, order, _, _ in rows
        if any(one.right)
    ]
    weights = fit_order(used)
    best = [(int(np.argmax(order @ weights)), one, holds) for one, order, holds, _ in rows if len(order)]
    table = np.array([holds[n] for n, _, holds in best])
    # A wrong sentence at the top of an answerable question shall not be printed either.
    truth = np.array([float(bool(one.right[n])) for n, one, _ in best])
    return weights, fit_holds(table, truth)


def crossed(one: DumpedQuestion) -> str:
    right = [c for c, r in zip(one.candidates, one.right, strict=True) if r]
    if not one.answerable:
        return "nothing answers"
    if not right:
        return "not gathered"
    return "across" if all(c.lang != one.lang for c in right) else "same"


def main() -> None:
    reader = LocalAnswerReader(Path(sys.argv[1]))
    dumps = [one for path in sys.argv[2:] for one in pickle.loads(Path(path).read_bytes())]
    rows: list[Rows] = [(one, *rows_of(one, reader)) for one in dumps if one.candidates]
    found: dict[str, list[tuple[float, ...]]] = defaultdict(list)
    for fold in range(FOLDS):
        weights, holds = learned([row for n, row in enumerate(rows) if n % FOLDS != fold])
        for one, order, held, first in rows[fold::FOLDS]:
            ranked = np.argsort(-(order @ weights), kind="stable")
            before = np.argsort(-first, kind="stable")
            sure = 1 / (1 + np.exp(-float(held[ranked[0]] @ holds)))
            was = 1 / (1 + np.exp(-one.holds[before[0]]))
            right = np.array(one.right)
            row = right[before[0]], right[ranked[0]], right[before[:3]].any(), right[ranked[:3]].any(), was, sure
            for name in (crossed(one), f"{one.origin}: {crossed(one)}"):
                found[name].append(tuple(float(value) for value in row))
    for name, values in sorted(found.items()):
        table = np.array(values)
        share = table.mean(0)
        silent = (table[:, 4] < ANSWER_AT).mean()
        say(f"{name} (n={len(table)}): first {share[0]:.2f} → {share[1]:.2f}; in three {share[2]:.2f} → {share[3]:.2f}")
        say(f"  silent before {silent:.2f};", {at: round(float((table[:, 5] < at).mean()), 2) for at in THRESHOLDS})
    weights, holds = learned(rows)
    for name, table in (("READ_ORDER", weights), ("READ_HOLDS", holds)):
        say(name, {side: tuple(round(float(v), 3) for v in table[3 * n : 3 * n + 3]) for n, side in enumerate(SIDES)})


if __name__ == "__main__":
    main()
