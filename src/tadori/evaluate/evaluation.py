"""Runs measures one after the other and collects their figures.

In: a bench and the chosen measures. Out: an `EvaluationResult` that is complete after every measure, so that an
interrupted run keeps its figures. A set that is missing or cannot be read is listed with its reason and left out; it
never becomes a figure.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from tadori.errors import ModelUnusable, SourceError, WrongCall
from tadori.evaluate.bench import Bench
from tadori.evaluate.figures import MeasuredFigure, PublishedFigure, published_for
from tadori.evaluate.sets import EvaluationMeasure


class SkipReason(StrEnum):
    """Why a measure gave no figures."""

    MISSING = "missing"
    """Its data set is not in the folder."""
    UNUSABLE = "unusable"
    """Its data set, or a model it needs, is there and cannot be used."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureRow:
    """One line of the table."""

    area: str
    ours: MeasuredFigure
    known: PublishedFigure


@dataclass(frozen=True, slots=True, kw_only=True)
class SkippedMeasure:
    area: str
    set: str
    why: SkipReason
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationResult:
    """Figures and what is missing among them, in the order of measuring."""

    quick: bool
    made_on: str
    """The day, in ISO form."""
    rows: tuple[FigureRow, ...] = ()
    left_out: tuple[SkippedMeasure, ...] = ()
    interrupted: bool = False

    @property
    def with_target(self) -> list[FigureRow]:
        return [row for row in self.rows if row.known.target is not None]

    @property
    def reached(self) -> int:
        return sum(row.known.reached_by(row.ours.value) is True for row in self.rows)


def growing_results(
    so_far: EvaluationResult,
    bench: Bench,
    measures: Sequence[EvaluationMeasure],
    started: Callable[[EvaluationMeasure], None],
) -> Iterator[EvaluationResult]:
    """The result as it grows: once after every measure."""
    for measure in measures:
        absent = measure.absent(bench.data)
        if absent:
            so_far = _without(so_far, measure, SkipReason.MISSING, f"the folder has no {', '.join(absent)}")
            yield so_far
            continue
        started(measure)
        try:
            found = [FigureRow(area=measure.area, ours=one, known=published_for(one)) for one in measure.take(bench)]
        except (SourceError, ModelUnusable, WrongCall) as exc:
            so_far = _without(so_far, measure, SkipReason.UNUSABLE, str(exc))
        else:
            so_far = replace(so_far, rows=(*so_far.rows, *found))
        yield so_far


def _without(so_far: EvaluationResult, measure: EvaluationMeasure, why: SkipReason, reason: str) -> EvaluationResult:
    left = SkippedMeasure(area=measure.area, set=measure.name, why=why, reason=reason)
    return replace(so_far, left_out=(*so_far.left_out, left))
