"""The result of verifying a report against its evidence. Types only."""

from dataclasses import dataclass, field

from tadori.model.ids import Sha256


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One thing that does not hold, and where."""

    place: str
    """A member of the file, a record in it, a header of the ZIP, a sentence: enough to find it."""
    what: str

    def __str__(self) -> str:
        return f"{self.place}: {self.what}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """The result of one verification. Counts say how far it came; they are 0 for a file that cannot be opened."""

    root_hash: Sha256 | None
    """Of `datapackage.json`; None when it cannot be read. The same evidence has the same root hash."""
    sentences_checked: int
    """Sentences marked as checked that were traced back, whether or not they held."""
    citations_checked: int
    pages: int
    """Pages in the archive."""
    records: int
    """WARC records read."""
    problems: tuple[Problem, ...]
    recompiled: bool = False
    """Whether the report was compiled again from its sealed inputs and compared word by word."""
    pages_read_again: int = 0
    """Documents that were extracted again, with the same result or a problem."""
    verdicts_given_again: int = 0
    """Verdicts on evidence that were judged again."""
    grades: tuple[tuple[str, int], ...] = ()
    """Grade → sentences of it that were checked again, at every place where they stand, strongest first; empty for a
    report made before there were grades."""
    steps: int = 0
    """Rule steps of derived sentences that were run again."""
    votes: tuple[tuple[str, int], ...] = ()
    """Model → its sealed votes. Each is bound to its sentence and quotations; the model itself is not asked again."""
    notes: tuple[str, ...] = ()
    """What could not be repeated here, and why: not a problem, but not proven either."""
    ok: bool = field(init=False)
    """Whether everything holds."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "ok", not self.problems)
