"""Makes `READ_ORDER` and `READ_HOLDS` of `tadori.model.fitted_weights`: `training.answers.join`.

In: the weights of the reader, and dumps of questions that it was not trained on (`training.answers.dump`). Out: the
tables on stdout, and what they do on four folds beside the first look alone: a right sentence first or among three,
silence where nothing answers or the pages that answer are taken away, false silence; by source, within a language and
across.

    python -m training.answers.join READER.npz DUMP.pickle …
"""

import pickle
import sys
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tadori.minds.local.answer_reader import LocalAnswerReader
from tadori.model.evidence_thresholds import UNREAD_BEHIND
from tadori.rank.question import parse_question
from tadori.rank.reading import readings, worth_reading
from training.answers.dump import DumpedQuestion
from training.answers.evidence import Example
from training.answers.fit import ANSWERABLE, fit_order, say

Array = NDArray[np.float64]
FOLDS: Final = 4
SIDES: Final = ("own", "foreign")
RIDGE: Final = 0.3
LEANING: Final = np.array([0.0, 0.0, 0.54] * 2)
"""Added to the constants: at `ANSWER_AT` one in ten of the answered questions of the same language then gets silence,
not one in seven."""
THRESHOLDS: Final = (0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5)


def rows_of(one: DumpedQuestion, reader: LocalAnswerReader) -> tuple[Array, Array, Array]:
    """(order features, holds features, first order) of every candidate: by side the score, the reading, and 1."""
    asked = parse_question(one.question, one.lang)
    read = readings(one.question, one.lang, one.candidates, worth_reading(asked, one.candidates, one.order), reader)
    least = min(read.values(), default=0.0) - UNREAD_BEHIND
    order, holds = np.zeros((len(one.candidates), 6)), np.zeros((len(one.candidates), 6))
    for n, c in enumerate(one.candidates):
        at = 3 * int(c.lang != one.lang)
        order[n, at : at + 3] = one.order[n], read.get(n, least), float(at > 0)
        holds[n, at : at + 3] = one.holds[n], read.get(n, least), 1.0
    return order, holds, np.array(one.order, float)


def without_pages(one: DumpedQuestion) -> DumpedQuestion:
    """The question without the pages that hold a right sentence."""
    pages = {c.page_id for c, right in zip(one.candidates, one.right, strict=True) if right}
    kept = [n for n, c in enumerate(one.candidates) if c.page_id not in pages]
    return replace(
        one,
        answerable=False,
        candidates=[one.candidates[n] for n in kept],
        order=[one.order[n] for n in kept],
        holds=[one.holds[n] for n in kept],
        right=[False] * len(kept),
    )


def fit_holds(table: Array, truth: Array, share: Array) -> Array:
    """Weights of P(it answers | the best candidate), by Newton."""
    scale = table.std(0) + 1e-6
    scaled = table / scale
    weights = np.zeros(table.shape[1])
    ridge = RIDGE * np.eye(table.shape[1])
    for _ in range(40):
        guess = 1 / (1 + np.exp(-(scaled @ weights)))
        slope = scaled.T @ ((guess - truth) * share) + ridge @ weights
        bend = (scaled * (guess * (1 - guess) * share)[:, None]).T @ scaled + ridge
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
    best = [(int(np.argmax(order @ weights)), one, holds) for one, order, holds, _ in rows]
    table = np.array([holds[n] for n, _, holds in best])
    # A wrong sentence at the top of an answerable question shall not be printed either.
    truth = np.array([float(one.right[n]) for n, one, _ in best])
    answerable = np.array([one.answerable for _, one, _ in best])
    share = np.where(answerable, ANSWERABLE / answerable.mean(), (1 - ANSWERABLE) / (1 - answerable.mean()))
    return weights, fit_holds(table, truth, share) + LEANING


def crossed(one: DumpedQuestion) -> str:
    right = [c for c, r in zip(one.candidates, one.right, strict=True) if r]
    if not one.answerable:
        return "nothing answers"
    if not right:
        return "not gathered"
    return "across" if all(c.lang != one.lang for c in right) else "same"


@dataclass(frozen=True, slots=True)
class Found:
    """What one question came to, before and with the reader."""

    first: tuple[bool, bool]
    three: tuple[bool, bool]
    sure: tuple[float, float]


def judged(row: Rows, weights: Array, holds: Array) -> Found:
    one, order, held, first = row
    before, ranked = np.argsort(-first, kind="stable"), np.argsort(-(order @ weights), kind="stable")
    right = np.array(one.right)
    return Found(
        (bool(right[before[0]]), bool(right[ranked[0]])),
        (bool(right[before[:3]].any()), bool(right[ranked[:3]].any())),
        (_probability(one.holds[before[0]]), _probability(float(held[ranked[0]] @ holds))),
    )


def _probability(log_odds: float) -> float:
    return float(1 / (1 + np.exp(-log_odds)))


def shown(name: str, found: Sequence[Found]) -> None:
    """One line before, one with the reader; at each threshold: silent / printed with the wrong sentence first."""
    say(f"{name} (n={len(found)})")
    for n, when in enumerate(("before", "now")):
        first, three = (np.mean([getattr(one, at)[n] for one in found]) for at in ("first", "three"))
        trade = {}
        for at in THRESHOLDS:
            silent = np.mean([one.sure[n] < at for one in found])
            wrong = np.mean([one.sure[n] >= at and not one.first[n] for one in found])
            trade[at] = f"{silent:.2f}/{wrong:.2f}"
        say(f"  {when}: first {first:.2f}, in three {three:.2f}; silent/wrong", trade)


def main() -> None:
    reader = LocalAnswerReader(Path(sys.argv[1]))
    dumps = [one for path in sys.argv[2:] for one in pickle.loads(Path(path).read_bytes())]
    # The whole question and what is left of it stay in one fold.
    pairs = [(one, without_pages(one)) if any(one.right) else (one,) for one in dumps if one.candidates]
    rows: list[list[Rows]] = [[(one, *rows_of(one, reader)) for one in pair if one.candidates] for pair in pairs]
    found: dict[str, list[Found]] = defaultdict(list)
    for fold in range(FOLDS):
        weights, holds = learned([row for n, pair in enumerate(rows) if n % FOLDS != fold for row in pair])
        for pair in rows[fold::FOLDS]:
            for n, row in enumerate(pair):
                sort = "pages taken away" if n else crossed(row[0])
                for name in (sort, f"{row[0].origin}: {sort}"):
                    found[name].append(judged(row, weights, holds))
    for name, values in sorted(found.items()):
        shown(name, values)
    weights, holds = learned([row for pair in rows for row in pair])
    for name, table in (("READ_ORDER", weights), ("READ_HOLDS", holds)):
        say(name, {side: tuple(round(float(v), 3) for v in table[3 * n : 3 * n + 3]) for n, side in enumerate(SIDES)})


if __name__ == "__main__":
    main()
