"""The rounds of a research task as S5 describes them: what is missing after each, and whether another one follows.

Pure data with S5's own field names on output (`to_wire`). Gaps are found and decisions made in `engine/planning/`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tadori.model.query import Query
from tadori.model.question import StopReason


@dataclass(frozen=True, slots=True, kw_only=True)
class Gaps:
    """S5's gap analysis of one section."""

    section_id: str
    section_name: str
    information_coverage: tuple[tuple[str, float], ...]
    """(focus phrase or kind of information, coverage 0 to 1)."""
    missing_information: tuple[str, ...]
    """What is not covered, in words, in the order of the coverage."""
    is_information_sufficient: bool
    confidence_score: float
    """Mean coverage, 0 to 1."""

    def to_wire(self, timestamp: str) -> dict[str, Any]:
        """S5's own field names."""
        return {
            "sectionId": self.section_id,
            "sectionName": self.section_name,
            "informationCoverage": dict(self.information_coverage),
            "missingInformation": list(self.missing_information),
            "isInformationSufficient": self.is_information_sufficient,
            "confidenceScore": self.confidence_score,
            "timestamp": timestamp,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Iteration:
    """S5's iteration manager: whether another search round is worth it, and why."""

    current_iteration: int
    should_continue_search: bool
    stop_reason: StopReason | None
    """None while the search goes on."""
    reason: str

    def to_wire(self, section_id: str, section_name: str, timestamp: str) -> dict[str, Any]:
        """S5's own field names."""
        return {
            "sectionId": section_id,
            "sectionName": section_name,
            "currentIteration": self.current_iteration,
            "shouldContinueSearch": self.should_continue_search,
            "reason": self.reason,
            "timestamp": timestamp,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class SkippedQuery:
    """A query that was not made because its branch is not followed any further (L6)."""

    query: Query
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundReview:
    """A driver's review of a finished round: whether another follows, and which queries were skipped."""

    iteration: Iteration
    skipped: tuple[SkippedQuery, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """One finished search round: the gaps of every section, and one decision for all of them."""

    stretch: int
    """Which stretch of the task: 1, plus one each time it was resumed."""
    max_iterations: int
    gaps: tuple[Gaps, ...]
    iteration: Iteration
    at: datetime

    def to_wire(self) -> dict[str, Any]:
        """S5's field names; `gaps` and `iterations` have one entry a section."""
        timestamp = self.at.isoformat(timespec="seconds")
        return {
            "stretch": self.stretch,
            "currentIteration": self.iteration.current_iteration,
            "maxIterations": self.max_iterations,
            "missingInformation": missing_of(self.gaps),
            "confidenceScore": mean_confidence(self.gaps),
            "shouldContinueSearch": self.iteration.should_continue_search,
            "reason": self.iteration.reason,
            "gaps": [gap.to_wire(timestamp) for gap in self.gaps],
            "iterations": [self.iteration.to_wire(gap.section_id, gap.section_name, timestamp) for gap in self.gaps],
            "timestamp": timestamp,
        }


def missing_of(gaps: Sequence[Gaps]) -> list[str]:
    """What is missing in any section, each once."""
    return list(dict.fromkeys(info for gap in gaps for info in gap.missing_information))


def mean_confidence(gaps: Sequence[Gaps]) -> float:
    """The mean over the sections; 0 without sections."""
    return round(sum(gap.confidence_score for gap in gaps) / len(gaps), 4) if gaps else 0.0
