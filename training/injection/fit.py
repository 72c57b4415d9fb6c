"""Fits the two heads of `tadori.minds.guard.injection` and writes `planted.json` beside it; the same file every time.

    python -m training.injection.fit

Weights come from our own sentences alone. How strongly they are held down (`l2`) was chosen by sentences of patterns
left out of the fit and, as the thresholds were, by looking at every second text of the public sets; the other texts are
what gates and `tadori evaluate` report.
"""

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tadori.minds.local.embedding import MultilingualEmbedder
from training.injection.corpus import Sentence, corpus

TARGET = Path(__file__).resolve().parents[2] / "src" / "tadori" / "minds" / "guard" / "planted.json"
ROUNDS = 30
DIGITS = 4
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    name: str
    seen: frozenset[str]
    """Kinds it must see."""
    left: frozenset[str]
    """Kinds it must leave alone."""
    l2: float
    threshold: float


HEADS = (
    Head(
        name="like_an_attack",
        seen=frozenset({"attack"}),
        left=frozenset({"request", "innocent", "ordinary"}),
        l2=0.1,
        threshold=0.9,
    ),
    Head(
        name="like_a_request",
        seen=frozenset({"request", "attack"}),
        left=frozenset({"ordinary"}),
        l2=0.3,
        threshold=-0.5,
    ),
)


def main() -> None:
    sentences = corpus()
    vectors = MultilingualEmbedder().embed([one.text for one in sentences]).astype(np.float64)
    heads = {}
    for head in HEADS:
        weights = fitted(head, sentences, vectors)
        heads[head.name] = {
            "threshold": head.threshold,
            "bias": round(float(weights[-1]), DIGITS),
            "weights": [round(float(one), DIGITS) for one in weights[:-1]],
        }
    card = {"embedder": MultilingualEmbedder().model_id, "sentences": len(sentences), "heads": heads}
    TARGET.write_text(json.dumps(card, separators=(",", ":")).replace('"heads"', '\n"heads"') + "\n", encoding="utf-8")


def fitted(head: Head, sentences: list[Sentence], vectors: Floats) -> Floats:
    """Logistic regression by Newton's method; sentences of a much-filled pattern count less each."""
    rows = [place for place, one in enumerate(sentences) if one.kind in head.seen | head.left]
    often = Counter(sentences[place].pattern for place in rows)
    share = np.array([often[sentences[place].pattern] ** -0.5 for place in rows])
    truth = np.array([float(sentences[place].kind in head.seen) for place in rows])
    given = np.hstack([vectors[rows], np.ones((len(rows), 1))])
    held = np.diag([head.l2] * vectors.shape[1] + [1e-6])
    weights = np.zeros(given.shape[1])
    for _ in range(ROUNDS):
        guess = 1 / (1 + np.exp(-given @ weights))
        slope = given.T @ (share * (guess - truth)) + held @ weights
        bend = (given * (share * guess * (1 - guess) + 1e-9)[:, None]).T @ given + held
        weights = weights - np.linalg.solve(bend, slope)
    return weights


if __name__ == "__main__":
    main()
