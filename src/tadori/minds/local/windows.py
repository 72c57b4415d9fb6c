"""Chooses which part of a long text a model with little room should read.

Comes in: the length of each sentence, and how well each covers each word of the claim. Goes out: the run of
neighbouring sentences that fits and covers most. Knows neither words nor languages: the models do.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def best_run(lengths: Sequence[int], covered: NDArray[np.float32], room: int) -> slice:
    """The sentences to read. `covered[w, s]` is 0 to 1: how well sentence `s` covers word `w` of the claim.

    A word that few sentences cover weighs more. Of equal runs the shorter wins, then the earlier. A first sentence that
    is too long by itself is a run of its own: the model cuts it.
    """
    rarity = 1.0 / (1.0 + covered.sum(axis=1))
    best, found = (-1.0, 0, 0), slice(0, 1)
    for first in range(len(lengths)):
        reached = covered[:, first]
        total = lengths[first]
        last = first
        while True:
            score = (round(float(rarity @ reached), 6), -total, -first)
            if score > best:
                best, found = score, slice(first, last + 1)
            last += 1
            if last == len(lengths) or total + lengths[last] > room:
                break
            total += lengths[last]
            reached = np.maximum(reached, covered[:, last])
    return found


def extend_run(run: slice, lengths: Sequence[int], room: int) -> slice:
    """The run with as many neighbours as fit, one before and one after in turn: the context of a claim is often one
    sentence earlier.
    """
    first, last = run.start, run.stop
    total = sum(lengths[first:last])
    before = after = True
    while before or after:
        before = first > 0 and total + lengths[first - 1] <= room
        if before:
            first -= 1
            total += lengths[first]
        after = last < len(lengths) and total + lengths[last] <= room
        if after:
            total += lengths[last]
            last += 1
    return slice(first, last)
