"""What a measure gets: the data folder, how much of it to use, and the program it measures.

The program comes in through fields (`Bench.judge`, `Bench.open_harness`, …) that the caller fills with what research
itself uses.
"""

from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from tadori.judge.judge import Judge
from tadori.minds.base import Embedder, Entailment
from tadori.model.report import Report
from tadori.model.verification import Problem

Document = tuple[str, str, str]
"""File name, title, text."""
ProgressCallback = Callable[[str], None]
"""Says how far a measure has come: a few words, now and then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifiedReport:
    """The sealed report of one research, and what `verify` found wrong with it."""

    report: Report
    problems: tuple[Problem, ...]


class ResearchHarness(Protocol):
    """A home with one library, where questions are researched one after the other."""

    def research(self, question: str, *, hidden: Collection[str] = ()) -> dict[str, Any]:
        """`report.json` of one research with default effort and budget; files named in `hidden` are not found."""
        ...

    def research_and_verify(self, question: str) -> VerifiedReport:
        """The same, with `verify` on what it wrote."""
        ...

    def reading_order(self, question: str) -> list[str]:
        """Names of the files that research reads for the question, in its reading order."""
        ...


OpenHarness = Callable[[Sequence[Document], str], AbstractContextManager[ResearchHarness]]
"""Documents and their language → a harness over them, in a home of its own that is gone afterwards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """Everything that a measure needs: data, models, and a way to run research."""

    data: Path
    quick: bool
    judge: Judge
    """The judge as research uses it."""
    stance_model: Callable[[], Entailment]
    """The stance model alone. Raises ModelUnusable where none is there."""
    embedder: Callable[[], Embedder]
    open_harness: OpenHarness
    on_progress: ProgressCallback


def no_progress(_: str) -> None:
    """Drops progress messages."""
