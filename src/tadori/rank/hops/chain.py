"""The shape of a question that hops: sub-questions in a row, each about what the one before found.

Data only. `Who is the mother of the director of X?` is a chain from X: its director, then the mother of that. A
comparison is two chains with the same steps from two things.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

SLOT: Final = "{}"
"""Stands in a sub-question for what the step before found."""


class Sort(StrEnum):
    """What sort of value fills a step."""

    PERSON = "person"
    PLACE = "place"
    NATION = "nation"
    DATE = "date"
    NUMBER = "number"
    NAME = "name"
    ANY = "any"


@dataclass(frozen=True, slots=True, kw_only=True)
class HopStep:
    """One sub-question."""

    asked: str
    """In words, with `SLOT` where its subject stands: `Where was {} born?`."""
    relation: str = ""
    """A key of `relation_table.RELATIONS`; empty where no rule knows how sentences state it."""
    focus: str = ""
    """The class of thing that is asked for, as written (`company`, 会社), or empty."""
    by_clause: bool = False
    """Whether a relative clause describes it: `the man that resigned`."""

    def about(self, subject: str) -> str:
        """The sub-question about `subject`."""
        return self.asked.replace(SLOT, subject)


@dataclass(frozen=True, slots=True, kw_only=True)
class HopChain:
    """Sub-questions, innermost first; the first is about `anchor`, which the question names."""

    anchor: str
    steps: tuple[HopStep, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HopQuestion:
    """A question that hops, or compares one property of two things."""

    readings: tuple[tuple[HopChain, ...], ...]
    """Ways to read it, likeliest first (where the names of two things hold an `and`, rules cannot tell where to cut).
    A reading has one chain, or one for each side of a comparison."""

    @property
    def compares(self) -> bool:
        return len(self.readings[0]) > 1
