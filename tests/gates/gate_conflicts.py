"""Conflicts: RAMDocs questions over documents that are right, right for another meaning, wrong, or noise."""

import random

SEED = 20261116


def tuning_half(total: int) -> frozenset[int]:
    """The questions that may be tuned on; figures are reported on the others, and on all."""
    order = list(range(total))
    random.Random(SEED).shuffle(order)
    return frozenset(order[: total // 2])
