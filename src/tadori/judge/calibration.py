"""Turns scores into probabilities that hold in practice (L34), and measures how far off scores are.

In: scores with their outcomes. Out: Brier score, expected calibration error and bins; a scaling applied to a score. No
clock, no store, no fitting (`judge/scaling.py` fits). A wrong score or outcome is a `CalibrationError`.
"""

from collections.abc import Sequence
from math import exp, isfinite, log, sqrt
from typing import Final

from tadori.errors import CalibrationError
from tadori.model.calibration import (
    Bin,
    CalibrationEvaluation,
    CalibrationMeasure,
    Degradation,
    Sample,
    Scaling,
    ScalingMethod,
)
from tadori.model.evidence_thresholds import CALIBRATION_CHANCE, CALIBRATION_SMALLEST
from tadori.model.thresholds import CALIBRATION_BINS, CALIBRATION_DEGRADED_AT

_SUM_SLACK: Final = 0.01
"""By which probabilities may miss 1 through rounding."""


def identity(classes: int) -> Scaling:
    """Scores as they are."""
    return Scaling(method=ScalingMethod.IDENTITY, slope=1.0, shifts=(0.0,) * classes)


def scaled(scaling: Scaling, scores: Sequence[float]) -> tuple[float, ...]:
    """The scores after `scaling`; they sum to 1. The identity returns them untouched."""
    if scaling.method is ScalingMethod.IDENTITY:
        return tuple(scores)
    heights = [scaling.slope * _log(s) + b for s, b in zip(scores, scaling.shifts, strict=True)]
    top = max(heights)
    weights = [exp(height - top) for height in heights]
    total = sum(weights)
    return tuple(weight / total for weight in weights)


def scaled_probability(scaling: Scaling, probability: float) -> float:
    """A single probability after `scaling`."""
    return scaled(scaling, (probability, 1.0 - probability))[0]


def _log(score: float) -> float:
    return log(min(1.0 - CALIBRATION_SMALLEST, max(CALIBRATION_SMALLEST, score)))


def usable_samples(samples: Sequence[Sample]) -> list[Sample]:
    """The samples, after checking that each is usable and all have the same number of classes.

    Raises:
        CalibrationError: there is none, or one is no probability, has no such class, or another number of classes.
    """
    if not samples:
        raise CalibrationError("there are no samples")
    for number, sample in enumerate(samples, start=1):
        if fault := _fault(sample, len(samples[0].scores)):
            raise CalibrationError(f"sample {number}: {fault}")
    return list(samples)


def _fault(sample: Sample, classes: int) -> str:
    if not all(isfinite(score) and 0.0 <= score <= 1.0 for score in sample.scores):
        return f"a predicted probability must be a number from 0 to 1, not {_listed(sample.scores)}"
    if len(sample.scores) != classes:
        return f"has {len(sample.scores)} scores where the others have {classes}"
    if abs(sum(sample.scores) - 1.0) > _SUM_SLACK:
        return f"probabilities must sum to 1, not {sum(sample.scores):g} ({_listed(sample.scores)})"
    if not 0 <= sample.outcome < classes:
        return f"the outcome must be one of {classes} classes, not number {sample.outcome}"
    return ""


def _listed(scores: Sequence[float]) -> str:
    return ", ".join(f"{score:g}" for score in scores)


def measure_samples(samples: Sequence[Sample], scaling: Scaling | None = None) -> CalibrationMeasure:
    """How well the scores, after `scaling`, fit the outcomes.

    Raises:
        CalibrationError: see `usable_samples`.
    """
    usable = usable_samples(samples)
    form = scaling or identity(len(usable[0].scores))
    scores = [scaled(form, sample.scores) for sample in usable]
    outcomes = [sample.outcome for sample in usable]
    errors = [_squared(score, outcome) for score, outcome in zip(scores, outcomes, strict=True)]
    pairs = [_told(score, outcome) for score, outcome in zip(scores, outcomes, strict=True)]
    bins = binned([p for p, _ in pairs], [y for _, y in pairs])
    mean = sum(errors) / len(errors)
    spread = sum((error - mean) ** 2 for error in errors) / len(errors)
    return CalibrationMeasure(
        brier=mean, ece=ece_of(bins), bins=bins, samples=len(errors), standard_error=sqrt(spread / len(errors))
    )


def _squared(scores: Sequence[float], outcome: int) -> float:
    """Half the squared distance to what came true: with two classes that is `(p - y)²`, so one scale serves all."""
    return sum((score - (place == outcome)) ** 2 for place, score in enumerate(scores)) / 2


def _told(scores: Sequence[float], outcome: int) -> tuple[float, float]:
    """What a diagram plots: a plain probability and whether it came true; of more classes, the likeliest one."""
    best = 0 if len(scores) == 2 else max(range(len(scores)), key=lambda place: scores[place])
    return scores[best], float(best == outcome)


def brier(predictions: Sequence[float], outcomes: Sequence[float]) -> float:
    """The mean squared error of plain probabilities. An outcome may also be ½: a draw.

    Raises:
        CalibrationError: no predictions, or not as many outcomes.
    """
    _paired(predictions, outcomes)
    return sum((p - y) ** 2 for p, y in zip(predictions, outcomes, strict=True)) / len(predictions)


def binned(predictions: Sequence[float], outcomes: Sequence[float], count: int = CALIBRATION_BINS) -> tuple[Bin, ...]:
    """Bins of equal width; a prediction on an edge belongs to the upper bin, 1 to the last one.

    Raises:
        CalibrationError: no predictions, or not as many outcomes.
    """
    _paired(predictions, outcomes)
    places = [min(count - 1, int(p * count)) for p in predictions]
    bins = []
    for place in range(count):
        inside = [(p, y) for p, y, at in zip(predictions, outcomes, places, strict=True) if at == place]
        bins.append(
            Bin(
                lower=place / count,
                upper=(place + 1) / count,
                count=len(inside),
                predicted=sum(p for p, _ in inside) / len(inside) if inside else None,
                observed=sum(y for _, y in inside) / len(inside) if inside else None,
            )
        )
    return tuple(bins)


def ece_of(bins: Sequence[Bin]) -> float:
    """Expected calibration error: how far prediction and outcome are apart, a bin counting by what is in it."""
    total = sum(b.count for b in bins)
    gaps = (b.count * abs(b.predicted - b.observed) for b in bins if b.predicted is not None and b.observed is not None)
    return sum(gaps) / total


def _paired(predictions: Sequence[float], outcomes: Sequence[float]) -> None:
    if not predictions or len(predictions) != len(outcomes):
        raise CalibrationError(f"{len(predictions)} predictions and {len(outcomes)} outcomes cannot be compared")


def degradation(last: CalibrationEvaluation, before: CalibrationEvaluation) -> Degradation:
    """§4.6.1: at least 5 % worse than the time before, by the Brier score that was in force each time."""
    was, now = before.in_force, last.in_force
    change = now.brier - was.brier
    # From perfect to anything else is a degradation without a share; it counts as one whole.
    worse = change / was.brier if was.brier else float(change > 0)
    # The tolerance of 1e-12 below keeps exactly 5 % a degradation despite rounding.
    noise = sqrt(was.standard_error**2 + now.standard_error**2)
    return Degradation(
        before=was.brier,
        after=now.brier,
        worse=worse,
        detected=worse >= CALIBRATION_DEGRADED_AT - 1e-12,
        beyond_chance=worse >= CALIBRATION_DEGRADED_AT - 1e-12 and change > CALIBRATION_CHANCE * noise,
    )
