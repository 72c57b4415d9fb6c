"""What walking a report back to its evidence has shown."""

from dataclasses import dataclass, field

from tadori.model.ids import Sha256


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One thing that does not hold, and where."""

    place: str
    """A member of the file, a record in it, a header of the ZIP, a sentence: enough to go and look."""
    what: str

    def __str__(self) -> str:
        return f"{self.place}: {self.what}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """The outcome of one walk. Counts say how far it came; a file that cannot be opened has them all at 0."""

    root_hash: Sha256 | None
    """Of `datapackage.json`; None when there is none to be read. The same evidence has the same root hash."""
    sentences_checked: int
    """Printed sentences that claim to be checked and were walked back, whether or not they held."""
    citations_checked: int
    pages: int
    """Pages in the archive."""
    records: int
    """WARC records read."""
    problems: tuple[Problem, ...]
    recompiled: bool = False
    """Whether the report was compiled again from its sealed inputs, and every word of it compared."""
    pages_read_again: int = 0
    """Documents that the extractor read once more, with the same outcome or with a problem."""
    verdicts_given_again: int = 0
    """Verdicts on evidence for and against that were given once more."""
    notes: tuple[str, ...] = ()
    """What could not be done again here, and why: no problem, and not proven."""
    ok: bool = field(init=False)
    """Whether everything holds."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "ok", not self.problems)
