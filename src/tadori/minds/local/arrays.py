"""Arithmetic that the local models share: softmax, unit vectors and levelling row by row, attention heads."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float32]
HEADS: Final = 4


def softmax(logits: Matrix) -> Matrix:
    """Probabilities along the last axis."""
    # Less the maximum first: exp would overflow otherwise.
    powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
    found: Matrix = powers / powers.sum(axis=-1, keepdims=True)
    return found


def unit_rows(rows: Matrix, shortest: float = 1e-12) -> Matrix:
    """Each row scaled to length 1; `shortest` keeps a row of zeros from being divided by zero."""
    found: Matrix = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), shortest)
    return found


def levelled(x: Matrix, gain: Matrix, shift: Matrix) -> Matrix:
    """Layer normalisation: mean 0 and variance 1 per row, then the learned gain and shift."""
    x = x - x.mean(axis=-1, keepdims=True)
    x = x / np.sqrt((x * x).mean(axis=-1, keepdims=True) + 1e-5)
    found: Matrix = x * gain + shift
    return found


def heads(x: Matrix) -> Matrix:
    """Rows × width as heads × rows × part of the width."""
    return x.reshape(len(x), HEADS, -1).transpose(1, 0, 2)


def joined(x: Matrix) -> Matrix:
    """Heads × rows × part as rows × width again."""
    return x.transpose(1, 0, 2).reshape(x.shape[1], -1)


def head_scores(a: Matrix, b: Matrix) -> Matrix:
    """How much each row of `a` attends to each row of `b`, in every head."""
    scores: Matrix = heads(a) @ heads(b).transpose(0, 2, 1) * (a.shape[1] // HEADS) ** -0.5
    return scores
