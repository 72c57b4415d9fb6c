"""Answers: 500 pinned JSQuAD questions, all 1 145 passages as library; and the same with the gold passage removed."""

import random

QUESTIONS = 500
QUICK = 60
SEED = 20261116


def pinned(total: int, count: int = QUESTIONS) -> frozenset[int]:
    """Which of `total` questions are measured here, and therefore tuned on nowhere."""
    return frozenset(_drawn(total)[:count])


def _drawn(total: int) -> list[int]:
    order = list(range(total))
    random.Random(SEED).shuffle(order)
    return order
