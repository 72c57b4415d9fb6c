"""Arithmetic that the local models share: softmax and unit vectors, row by row."""

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float32]


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
