"""The reader for Japanese and across languages: aligns each token of one text with the tokens of the other.

Comes in: pairs of texts in any of the embedder's languages. Goes out: probabilities of supports, neutral, refutes. A
small network over the embedder's token vectors, in numpy; `training/stance/attend.py` is the same network where it is
trained. From long evidence it reads the sentences whose words are nearest to those of the claim.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from tadori.errors import ModelUnusable
from tadori.minds.local.arrays import Matrix, head_scores, heads, joined, levelled, softmax, unit_rows
from tadori.minds.local.token_vectors import OWN, TokenVectors
from tadori.minds.local.windows import best_run, extend_run
from tadori.model.ids import JA
from tadori.text.sentences import sentences

SAME: Final = 0.999
"""Cosine from which two tokens are the same piece: years and names that differ are near each other, too."""
ROOM: Final = 96
"""Pieces of evidence read at once; trained with up to 64, and the network ignores positions."""
ROOM_FOR_CLAIM: Final = 64
KEPT_TEXTS: Final = 128
"""Texts per call whose vectors are cached; half a megabyte each at most."""
_LAYERS: Final = ("enter", "q", "k", "compare", "sq", "sk", "sv", "weigh", "mix", "out")
NAMES: Final = frozenset(
    [f"{layer}.{part}" for layer in (*_LAYERS, "enter_norm", "compose_norm") for part in ("weight", "bias")]
    + ["likeness"]
)


class Aligner:
    """Probabilities by `weights`, named as in training. Raises `ModelUnusable` when one is missing."""

    def __init__(self, weights: Mapping[str, Matrix], tokens: TokenVectors) -> None:
        if missing := sorted(NAMES - set(weights)):
            raise ModelUnusable(f"the aligner's weights lack {', '.join(missing)}")
        self._weights = {name: np.asarray(weights[name], dtype=np.float32) for name in sorted(NAMES)}
        self._tokens = tokens

    def probabilities(self, pairs: Sequence[tuple[str, str]]) -> Matrix:
        """A row (supports, neutral, refutes) for each (evidence, claim)."""
        out = np.zeros((len(pairs), 3), dtype=np.float32)
        known: dict[tuple[int, ...], tuple[Matrix, Matrix]] = {}
        for n, (evidence, claim) in enumerate(pairs):
            claim_ids = self._tokens.ids(claim)[:ROOM_FOR_CLAIM]
            e, c = self._side(self._read(evidence, claim_ids), known), self._side(claim_ids, known)
            out[n] = softmax(self._logits(e, c)) if len(e[0]) and len(c[0]) else (0.0, 1.0, 0.0)
        return out

    def _side(self, ids: Sequence[int], known: dict[tuple[int, ...], tuple[Matrix, Matrix]]) -> tuple[Matrix, Matrix]:
        """A text's token vectors, raw and after the first layer; cached, because a text may be in many pairs."""
        key = tuple(ids)
        if key not in known:
            if len(known) >= KEPT_TEXTS:
                known.clear()
            tokens = self._tokens.of([ids])[0]
            known[key] = tokens, self._entered(tokens)
        return known[key]

    def _read(self, evidence: str, claim_ids: Sequence[int]) -> list[int]:
        """The pieces of the evidence, or of the part of it that is nearest to the claim."""
        if len(evidence) <= 8 * ROOM and len(whole := self._tokens.ids(evidence)) <= ROOM:
            return whole
        ids = [self._tokens.ids(evidence[span.start : span.end]) for span in sentences(evidence, JA)]
        ids = [row for row in ids if row]
        if not ids:
            return []
        lengths = [len(row) for row in ids]
        claim = self._tokens.own(claim_ids)
        near = [(claim @ self._tokens.own(row).T).max(axis=1, initial=0.0) for row in ids]
        run = extend_run(best_run(lengths, np.stack(near, axis=1), ROOM), lengths, ROOM)
        return [piece for row in ids[run] for piece in row][:ROOM]

    def _logits(self, evidence: tuple[Matrix, Matrix], claim: tuple[Matrix, Matrix]) -> Matrix:
        (evidence_tokens, e), (claim_tokens, c) = evidence, claim
        alike = unit_rows(evidence_tokens[:, :OWN]) @ unit_rows(claim_tokens[:, :OWN]).T
        c_part = self._gathered(self._compared(c, e, alike.T))
        e_part = self._gathered(self._compared(e, c, alike))
        mixed = np.maximum(self._linear("mix", np.concatenate([c_part, e_part])), 0)
        return self._linear("out", mixed)

    def _linear(self, name: str, x: Matrix) -> Matrix:
        found: Matrix = x @ self._weights[f"{name}.weight"].T + self._weights[f"{name}.bias"]
        return found

    def _norm(self, name: str, x: Matrix) -> Matrix:
        return levelled(x, self._weights[f"{name}.weight"], self._weights[f"{name}.bias"])

    def _entered(self, x: Matrix) -> Matrix:
        return self._norm("enter_norm", np.maximum(self._linear("enter", x), 0))

    def _compared(self, a: Matrix, b: Matrix, alike: Matrix) -> Matrix:
        """What each token of `a` is aligned with in `b`, mixed with what its neighbours are aligned with."""
        scores = (
            head_scores(self._linear("q", a), self._linear("k", b)) + alike * self._weights["likeness"][:, None, None]
        )
        aligned = joined(softmax(scores) @ heads(b))
        nearest, spread = alike.max(axis=1, keepdims=True), alike.mean(axis=1, keepdims=True)
        same = (nearest > SAME).astype(np.float32)
        x = np.concatenate([a, aligned, np.abs(a - aligned), a * aligned, nearest, spread, same], axis=1)
        x = np.maximum(self._linear("compare", x), 0)
        own = softmax(head_scores(self._linear("sq", x), self._linear("sk", x)))
        return self._norm("compose_norm", x + joined(own @ heads(self._linear("sv", x))))

    def _gathered(self, x: Matrix) -> Matrix:
        weights = softmax(self._linear("weigh", x)[:, 0])
        return np.concatenate([weights @ x, x.mean(axis=0), x.max(axis=0)])
