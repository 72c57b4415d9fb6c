"""What the readers of both languages find: a value with its measured thing, its subject's place and its clause.

Types only; `quantity.py` makes frames of them.
"""

from dataclasses import dataclass

from tadori.judge.frames.quantity_values import ReadValue


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasuredSite:
    """A value whose measured thing is certain. Spans are of the sentence."""

    value: ReadValue
    asked: tuple[int, int]
    key: frozenset[str]
    subject: tuple[int, int] | None
    """The words that name what is measured; None where the sentence leaves it open (`The default is 15`)."""
    clause: tuple[int, int]
    taken: tuple[tuple[int, int], ...] = ()
    """Further words that are used up: what is left of the clause narrows the value."""
    maximal: bool = False
    """The bound is the measured thing itself: `supports up to 1,600 columns`."""
    partial: bool = False
    """`includes three hooks`: there may be more."""
    aside: bool = False
    """The sentence says more of the subject, in an aside: `X, completed in 1937, is …`."""
