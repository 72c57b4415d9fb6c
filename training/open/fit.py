"""Makes the table `OPEN_ORDER` of `tadori.model.fitted_weights`: `python -m training.open.fit DUMP.pickle …`.

In: dumps, one a folder (`training.open.dump`). Out: the table on stdout, and what weights made on the other folders
do on each, without and with the answer reader: key points in 400 words, and which share of the printed sentences
readers found to answer, to be context, to be off; the same for other floors. numpy only; no chance.
The answer reader learned nothing from the labels of folders of `tests/gates/open`, and much from those of the others
(`training/answers/lines.py`): fit on the former alone.
"""

import pickle
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tadori.model.evidence_thresholds import OPEN_FLOOR, OPEN_READ_FLOOR
from tadori.model.thresholds import BRIEF_WORDS
from tadori.rank.open_answers import chosen_within, open_worth, unlikely_last
from tadori.rank.open_features import OPEN_FEATURES
from tadori.rank.question_kinds import BRIEF_KINDS, OPEN_KINDS, QuestionKind
from tadori.rank.question_parts import asked_parts
from training.open.dump import DumpedPart

Array = NDArray[np.float64]
WORDS: Final = 400
REACHES: Final = (1.5, 2.0, 2.5, 3.0, 4.0)
"""Values of `OPEN_FLOOR` …"""
LEASTS: Final = (-9.0, -5.0, -4.0, -3.0)
"""… and of `OPEN_READ_FLOOR` whose trade is shown."""
WORTH: Final = {"A": 1.0, "C": 0.15, "O": 0.0}
UNREAD_POINT: Final = 0.7
"""What a sentence is worth that nobody read and that states a key point."""
READ_POINT: Final = 1.3
"""What one is worth that a reader found to answer and that states a key point."""


def target(part: DumpedPart) -> Array:
    """How much each candidate is worth in the answer."""
    stating = part.labels.any(axis=1) if part.labels.shape[1] else np.zeros(len(part.letters), bool)
    found = [
        READ_POINT if point and letter == "A" else WORTH[letter] if letter else UNREAD_POINT * float(point)
        for letter, point in zip(part.letters, stating, strict=True)
    ]
    return np.array(found, float)


def fit_order(parts: Sequence[DumpedPart], steps: int = 400, decay: float = 1e-3) -> Array:
    """Weights that put worthy sentences first: a softmax over the candidates of each part, by Adam, full batch."""
    used = [p for p in parts if QuestionKind(p.kind) in OPEN_KINDS and len(p.rows) and target(p).any()]
    stacked = np.concatenate([p.rows for p in used])
    mean, spread = stacked.mean(0), stacked.std(0) + 1e-6
    scaled = (stacked - mean) / spread
    right = np.concatenate([target(p) for p in used])
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


def measured(
    parts: Sequence[DumpedPart], weights: Array, reach: float = OPEN_FLOOR, least: float = OPEN_READ_FLOOR
) -> dict[str, float]:
    """Key points in the answer, words of it, and shares of its sentences that were read, means over questions."""
    by_question: dict[str, list[DumpedPart]] = defaultdict(list)
    for part in parts:
        by_question[part.question.id].append(part)
    points, words = [], []
    read: list[str] = []
    for mine in by_question.values():
        stated = np.zeros(len(mine[0].question.points))
        said = 0
        for part in mine:
            for one in _chosen(part, weights, len(mine), reach, least):
                stated = np.maximum(stated, part.labels[one])
                said += part.words[one]
                read.append(part.letters[one])
        words.append(said)
        if len(stated):
            points.append(stated.mean())
    known = [letter for letter in read if letter]
    shares = {name: known.count(name) / max(1, len(known)) for name in WORTH}
    unread = 1 - len(known) / max(1, len(read))
    return {"points": float(np.mean(points or [0.0])), "words": float(np.mean(words)), **shares, "unread": unread}


def _chosen(part: DumpedPart, weights: Array, parts: int, reach: float, least: float) -> list[int]:
    kind = QuestionKind(part.kind)
    if kind not in OPEN_KINDS or not len(part.rows):
        return []
    room = min(WORDS // parts, BRIEF_WORDS if kind in BRIEF_KINDS else WORDS)
    order = dict(zip(OPEN_FEATURES, map(float, weights), strict=True))
    asked = asked_parts(part.question.question, part.question.lang)
    parsed = next(one.parsed for one in asked if one.text == part.text)
    worth = open_worth(parsed, part.candidates, part.rows, order)
    likely = worth if kind is QuestionKind.COMPARISON else unlikely_last(worth, part.rows, least=least)
    return chosen_within(part.candidates, likely, room, reach=reach).answer


def say(*words: object) -> None:
    sys.stdout.write(" ".join(map(str, words)) + "\n")


def without(parts: Sequence[DumpedPart], name: str) -> list[DumpedPart]:
    """The same with nothing in the column of one feature."""
    at = OPEN_FEATURES.index(name)
    blank = np.array([float(n != at) for n in range(len(OPEN_FEATURES))])
    return [replace(part, rows=np.reshape(part.rows, (-1, len(OPEN_FEATURES))) * blank) for part in parts]


def folded(
    sets: Mapping[str, Sequence[DumpedPart]], reach: float = OPEN_FLOOR, least: float = OPEN_READ_FLOOR
) -> dict[str, dict[str, float]]:
    """Of every folder, what weights made on the others do on it; and the mean over the folders."""
    found = {}
    for name, parts in sets.items():
        others = [part for other, held in sets.items() if other != name for part in held]
        found[Path(name).stem] = measured(parts, fit_order(others), reach, least)
    keys = next(iter(found.values()))
    return found | {"mean": {key: float(np.mean([one[key] for one in found.values()])) for key in keys}}


def main() -> None:
    sets: dict[str, list[DumpedPart]] = {path: pickle.loads(Path(path).read_bytes()) for path in sys.argv[1:]}
    bare = {path: without(parts, "reads") for path, parts in sets.items()}
    for title, held in (("without the reader", bare), ("with it", sets)):
        for name, row in folded(held).items():
            say(title, name, {key: round(value, 3) for key, value in row.items()})
    for reach, least in product(REACHES, LEASTS):
        mean = folded(sets, reach, least)["mean"]
        say("floors", reach, least, {key: round(value, 3) for key, value in mean.items()})
    weights = fit_order([part for held in sets.values() for part in held])
    say("OPEN_ORDER", {name: round(float(w), 3) for name, w in zip(OPEN_FEATURES, weights, strict=True)})


if __name__ == "__main__":
    main()
