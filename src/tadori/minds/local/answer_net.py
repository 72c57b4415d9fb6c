"""The network of the answer reader, in numpy: every word of the question is laid against the words of a sentence and
against those above it, every word of the sentence against those of the question.

In: a question, lines, the weights. Out: a logit per line. `training/answers/answer_net.py` is the same network where it
is trained. Files are not its business: `answer_reader.py`.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np

from tadori.errors import ModelUnusable
from tadori.minds.base import AnswerLine
from tadori.minds.local.arrays import Matrix, head_scores, heads, joined, levelled, softmax, unit_rows
from tadori.minds.local.token_vectors import OWN, TokenVectors

ROOM: Final[Mapping[str, int]] = {"question": 40, "above": 24, "before": 24, "text": 48}
"""Pieces that are read of each text, as in training."""
SAME: Final = 0.999
"""Cosine from which two tokens are the same piece."""
NOTHING_SAID: Final = -20.0
DIGITS: Final = 4
"""What is computed together changes the last bits of a sum; the same texts shall give the same numbers."""
_LONGEST: Final = 2_000
_LAYERS: Final = ("enter", "q", "k", "asks", "compare_q", "compare_s", "sq", "sk", "sv", "weigh", "mix", "out")
NAMES: Final = frozenset(
    [f"{layer}.{part}" for layer in (*_LAYERS, "enter_norm", "compose_norm") for part in ("weight", "bias")]
    + ["likeness", "part"]
)


class _Side(NamedTuple):
    """The tokens of one text: unit vectors of their own, and what the first layer makes of them."""

    own: Matrix
    entered: Matrix


class AnswerNet:
    """The network by `weights`, named as in training. Raises `ModelUnusable` when one is missing."""

    def __init__(self, weights: Mapping[str, Matrix], tokens: TokenVectors) -> None:
        if missing := sorted(NAMES - set(weights)):
            raise ModelUnusable(f"the answer reader's weights lack {', '.join(missing)}")
        self._weights = {name: np.asarray(weights[name], dtype=np.float32) for name in sorted(NAMES)}
        self._tokens = tokens

    def log_odds(self, question: str, lines: Sequence[AnswerLine]) -> list[float]:
        """One for each line, in order."""
        asked_ids = self._ids(question, "question")
        rows = [(self._ids(x.above, "above"), self._ids(x.before, "before"), self._ids(x.text, "text")) for x in lines]
        known = self._entered([asked_ids, *(ids for row in rows for ids in row)])
        asked = self._side(0, [known[asked_ids]])
        found = []
        for above, before, text in rows:
            said = self._side(2, [known[text]])
            readable = len(asked.own) > 0 and len(said.own) > 0
            logit = self._logit(asked, self._side(1, [known[above], known[before]]), said) if readable else NOTHING_SAID
            found.append(round(logit, DIGITS))
        return found

    def _ids(self, text: str, part: str) -> tuple[int, ...]:
        readable = text[:_LONGEST].encode(errors="replace").decode()
        return tuple(self._tokens.ids(readable)[: ROOM[part]])

    def _side(self, part: int, texts: Sequence[_Side]) -> _Side:
        entered = np.concatenate([side.entered for side in texts]) + self._weights["part"][part]
        return _Side(np.concatenate([side.own for side in texts]), entered)

    def _entered(self, texts: Sequence[tuple[int, ...]]) -> dict[tuple[int, ...], _Side]:
        """Each text once: titles and the sentences before others recur."""
        once = list(dict.fromkeys(texts))
        found = {}
        for ids, tokens in zip(once, self._tokens.of(once), strict=True):
            entered = self._norm("enter_norm", np.maximum(self._linear("enter", tokens), 0))
            found[ids] = _Side(unit_rows(tokens[:, :OWN]), entered)
        return found

    def _logit(self, asked: _Side, above: _Side, said: _Side) -> float:
        q, s = asked.entered, said.entered
        to_s, near_s = self._aligned(asked, said)
        to_a, near_a = self._aligned(asked, above)
        own = np.concatenate([q, to_s, np.abs(q - to_s), q * to_s, to_a, q * to_a, near_s, near_a], axis=1)
        q_part = self._gathered(self._composed(self._linear("compare_q", own)))
        to_q, near_q = self._aligned(said, asked)
        asks = np.repeat((softmax(self._linear("asks", q)[:, 0]) @ q)[None], len(s), axis=0)
        own = np.concatenate([s, to_q, np.abs(s - to_q), s * to_q, asks, s * asks, near_q], axis=1)
        s_part = self._gathered(self._composed(self._linear("compare_s", own)))
        mixed = np.maximum(self._linear("mix", np.concatenate([q_part, s_part])), 0)
        return float(self._linear("out", mixed)[0])

    def _aligned(self, a: _Side, b: _Side) -> tuple[Matrix, Matrix]:
        """For each token of `a` what stands for it in `b`; how near the nearest and all are, whether it stands
        there."""
        if not len(b.own):
            return np.zeros_like(a.entered), np.zeros((len(a.own), 3), dtype=np.float32)
        alike = a.own @ b.own.T
        scores = head_scores(self._linear("q", a.entered), self._linear("k", b.entered))
        scores = scores + alike * self._weights["likeness"][:, None, None]
        mixed = joined(softmax(scores) @ heads(b.entered))
        nearest, spread = alike.max(axis=1, keepdims=True), alike.mean(axis=1, keepdims=True)
        return mixed, np.concatenate([nearest, spread, (nearest > SAME).astype(np.float32)], axis=1)

    def _composed(self, x: Matrix) -> Matrix:
        x = np.maximum(x, 0)
        own = softmax(head_scores(self._linear("sq", x), self._linear("sk", x)))
        return self._norm("compose_norm", x + joined(own @ heads(self._linear("sv", x))))

    def _gathered(self, x: Matrix) -> Matrix:
        weights = softmax(self._linear("weigh", x)[:, 0])
        return np.concatenate([weights @ x, x.mean(axis=0), x.max(axis=0)])

    def _linear(self, name: str, x: Matrix) -> Matrix:
        found: Matrix = x @ self._weights[f"{name}.weight"].T + self._weights[f"{name}.bias"]
        return found

    def _norm(self, name: str, x: Matrix) -> Matrix:
        return levelled(x, self._weights[f"{name}.weight"], self._weights[f"{name}.bias"])
