"""What the readers of roles give back. Types only."""

from dataclasses import dataclass

from tadori.judge.frames.role_words import KnownRole

_Span = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoleReading:
    """A role as a sentence states it; all spans lie in its text."""

    role: KnownRole
    words: _Span
    of: _Span | None
    """What it is the role of; None: what the sentence leaves open, which the source resolves."""
    holder: _Span
    """The name or names that hold it."""
    modifier: _Span | None = None
    """`first`, `43rd`, `former`: a role of its own."""
    one_of: bool = False
    """The words leave room for others: `a director of`, `co-founded`."""
    sole: bool = False
    """The words name all: `the capital of France is`."""
    whole: bool = False
    """The main clause states it: `was founded by Ann Lee`."""
    past: bool = False
    present: bool = False
    """Said to be held at the time of writing: `is`, です; an apposition says neither."""
    of_title: bool = False
    """It is the role of what the title names: `Project leader Ann Lee`."""
    period: _Span | None = None
    aside: bool = False
    """Said beside the point: `Ann Lee, the mayor of Ulm, thinks that …`."""
    person: bool = False
    """The holder is somebody: a bare katakana word is a name."""
    named: bool = True
    """False: the value is a word of a manual (`off`), not a name."""
