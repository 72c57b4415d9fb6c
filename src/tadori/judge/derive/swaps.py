"""Words of a goal that a rule replaces by quoted ones. Types and their application only."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Swap:
    """`goal[start:end]` is replaced by `text`, for the reason in `detail`: `40 m = 131 ft`."""

    start: int
    end: int
    text: str
    detail: str


def swapped(goal: str, swaps: Sequence[Swap]) -> str:
    """`goal` with every swap made; of two that overlap the first one counts."""
    parts: list[str] = []
    position = 0
    for swap in swaps:
        if swap.start < position:
            continue
        parts += (goal[position : swap.start], swap.text)
        position = swap.end
    return "".join((*parts, goal[position:]))
