"""Fits a scaling to samples: Newton's method on a convex loss, the same answer every time.

In: checked samples. Out: the scaling that was best on samples it had not seen, with its figures. What is minimised is
the log loss plus a pull towards "scores as they are" worth one sample, so that few samples change little and no set of
samples sends the parameters to infinity. Three cases are settled here and nowhere else:

* samples of one outcome only: a `CalibrationError`, because they cannot tell a good source from a lucky one;
* contradictory samples (the same score, both outcomes): no error, the scores are drawn towards the base rate;
* a source that is wrong more often the surer it is: its scores are flattened, their order is never turned round.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from tadori.errors import CalibrationError
from tadori.judge.calibration import identity, measure_samples, scaled, usable_samples
from tadori.model.calibration import CalibrationMeasure, Fit, Sample, Scaling, ScalingMethod
from tadori.model.evidence_thresholds import (
    CALIBRATION_FOLDS,
    CALIBRATION_PULL,
    CALIBRATION_SLOPE_FLOOR,
    CALIBRATION_SMALLEST,
)
from tadori.model.thresholds import CALIBRATION_MIN_SAMPLES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

_STEPS: Final = 100
_DONE: Final = 1e-10


@dataclass(frozen=True, slots=True)
class _Problem:
    """`logs`: a row a sample, a column a class; `truth` likewise, 1 for what came true."""

    logs: "Array"
    truth: "Array"
    pull: float
    shifted: bool
    """Whether classes may be shifted (Platt), or only the slope is free (temperature)."""

    @property
    def free(self) -> int:
        return 1 + (self.logs.shape[1] - 1 if self.shifted else 0)


def fit_scaling(samples: Sequence[Sample], method: ScalingMethod, *, pull: float = CALIBRATION_PULL) -> Scaling:
    """The scaling of that method with the least loss on `samples`.

    Raises:
        CalibrationError: a sample is unusable, or all have one outcome.
    """
    usable = usable_samples(samples)
    classes = len(usable[0].scores)
    _several_outcomes(usable)
    if method is ScalingMethod.IDENTITY:
        return identity(classes)
    logs = np.log(
        np.clip(np.array([sample.scores for sample in usable]), CALIBRATION_SMALLEST, 1.0 - CALIBRATION_SMALLEST)
    )
    truth = np.eye(classes)[[sample.outcome for sample in usable]]
    problem = _Problem(logs=logs, truth=truth, pull=pull, shifted=method is ScalingMethod.PLATT)
    start = np.zeros(problem.free)
    start[0] = 1.0
    found = _newton(problem, start, held=False)
    if found[0] < CALIBRATION_SLOPE_FLOOR:
        # The loss is convex: the least one within the bound lies on the bound.
        found[0] = CALIBRATION_SLOPE_FLOOR
        found = _newton(problem, found, held=True)
    shifts = found[1:] if problem.shifted else np.zeros(classes - 1)
    # Rounded to what the arithmetic of another machine gives as well.
    return Scaling(
        method=method, slope=round(float(found[0]), 6), shifts=(*(round(float(shift), 6) for shift in shifts), 0.0)
    )


def best_fit(samples: Sequence[Sample], *, minimum: int = CALIBRATION_MIN_SAMPLES) -> Fit:
    """The method that does best on samples it has not seen (Brier; the simpler one when equal), fitted to all.

    Raises:
        CalibrationError: too few samples, an unusable one, or all of one outcome.
    """
    usable = usable_samples(samples)
    if len(usable) < minimum:
        raise CalibrationError(f"{len(usable)} samples are too few to fit anything; {minimum} are needed")
    _several_outcomes(usable)
    before = measure_samples(usable)
    tried: list[tuple[ScalingMethod, CalibrationMeasure]] = [(ScalingMethod.IDENTITY, before)]
    tried += [(method, cross_validated(usable, method)) for method in (ScalingMethod.TEMPERATURE, ScalingMethod.PLATT)]
    method, after = min(tried, key=lambda one: round(one[1].brier, 9))
    return Fit(scaling=fit_scaling(usable, method), before=before, after=after)


def cross_validated(
    samples: Sequence[Sample], method: ScalingMethod, *, folds: int = CALIBRATION_FOLDS
) -> CalibrationMeasure:
    """How a method does when every sample is scaled by a fit to the other folds.

    Raises:
        CalibrationError: see `fit_scaling`.
    """
    usable = usable_samples(samples)
    fold_of = _folds(usable, folds)
    unseen: list[Sample] = []
    for fold in range(folds):
        learnt = [sample for sample, at in zip(usable, fold_of, strict=True) if at != fold]
        apart = [sample for sample, at in zip(usable, fold_of, strict=True) if at == fold]
        scaling = fit_scaling(learnt, method) if _outcomes(learnt) > 1 else identity(len(usable[0].scores))
        unseen += [Sample(scores=scaled(scaling, sample.scores), outcome=sample.outcome) for sample in apart]
    return measure_samples(unseen)


def _folds(samples: Sequence[Sample], folds: int) -> list[int]:
    """Which fold each sample is in: dealt out in turn within an outcome, so that every fold gets its share of each."""
    dealt: dict[int, int] = {}
    found = []
    for sample in samples:
        turn = dealt.get(sample.outcome, 0)
        dealt[sample.outcome] = turn + 1
        found.append(turn % folds)
    return found


def _outcomes(samples: Sequence[Sample]) -> int:
    return len({sample.outcome for sample in samples})


def _several_outcomes(samples: Sequence[Sample]) -> None:
    if _outcomes(samples) < 2:
        raise CalibrationError(
            f"all {len(samples)} samples have the same outcome; both right and wrong predictions are needed"
        )


def _newton(problem: _Problem, start: "Array", *, held: bool) -> "Array":
    """The parameters (slope, shifts) with the least loss, by damped steps; `held` fixes the slope."""
    first = 1 if held else 0
    at = start.copy()
    if first >= problem.free:
        return at
    loss = _loss(problem, at)
    for _ in range(_STEPS):
        gradient, curvature = _slopes(problem, at)
        step = np.zeros(problem.free)
        step[first:] = np.linalg.lstsq(curvature[first:, first:], gradient[first:], rcond=None)[0]
        size = 1.0
        # Halve the step until the loss falls: far from the minimum Newton's full step overshoots.
        while (lower := _loss(problem, at - size * step)) > loss and size > _DONE:
            size /= 2
        if lower > loss or loss - lower <= _DONE * max(1.0, loss) * 1e-3:
            return at - size * step if lower <= loss else at
        at, loss = at - size * step, lower
    return at


def _chances(problem: _Problem, at: "Array") -> "Array":
    heights = at[0] * problem.logs
    if problem.shifted:
        heights[:, :-1] += at[1:]
    heights -= heights.max(axis=1, keepdims=True)
    weights = np.exp(heights)
    chances: Array = weights / weights.sum(axis=1, keepdims=True)
    return chances


def _loss(problem: _Problem, at: "Array") -> float:
    chances = (_chances(problem, at) * problem.truth).sum(axis=1)
    away = at - np.eye(problem.free)[0]
    # A probability of 0 would make the loss infinite.
    return float(-np.log(np.maximum(chances, 1e-300)).sum() + problem.pull / 2 * (away**2).sum())


def _slopes(problem: _Problem, at: "Array") -> tuple["Array", "Array"]:
    """First and second derivatives of the loss."""
    chances = _chances(problem, at)
    # What every height changes by when a parameter does: its log score for the slope, 1 for its own shift.
    samples, classes = problem.logs.shape
    moves = np.zeros((problem.free, samples, classes))
    moves[0] = problem.logs
    for place in range(1, problem.free):
        moves[place, :, place - 1] = 1.0
    away = at - np.eye(problem.free)[0]
    gradient = (moves * (chances - problem.truth)).sum(axis=(1, 2)) + problem.pull * away
    weighted = moves * chances
    mean = weighted.sum(axis=2)
    curvature = np.tensordot(moves, weighted, axes=((1, 2), (1, 2))) - mean @ mean.T
    curvature += problem.pull * np.eye(problem.free)
    return gradient, curvature
