"""Reads the state of calibrations (L34): figures, versions, diagrams, and the active version as a function.

Comes in: the store and the name of a score source. Goes out: types of `model/calibration.py`, and the functions that
`graph` and `judge` apply to scores. Changes nothing; `pipeline/calibrator.py` does.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial

from tadori.errors import CalibrationError
from tadori.judge.calibration import degradation, measure_samples, scaled, scaled_probability
from tadori.minds.base import StanceCalibration, StanceScores
from tadori.model.calibration import (
    BINARY,
    CONFIDENCE_SOURCE,
    STANCE_SOURCE,
    STANCES,
    CalibrationEvaluation,
    CalibrationVersion,
    Diagram,
    Sample,
    Scaling,
    ScalingMethod,
    SourceStats,
)
from tadori.model.thresholds import CALIBRATION_WINDOW
from tadori.store.calibration import (
    active_version,
    classes_of,
    evaluation_at,
    evaluations_of,
    sample_counts,
    samples_of,
    versions_of,
)
from tadori.store.database import Store


def source_stats(store: Store, source: str) -> SourceStats:
    """The current state of a source. Degradation is only known when the active version was evaluated.

    Raises:
        CalibrationError: there is no such source.
    """
    with store.read() as db:
        classes = classes_of(db, source)
        active = active_version(db, source)
        total, pending = sample_counts(db, source)
        latest, _ = evaluations_of(db, source, limit=2)
        samples = samples_of(db, source, CALIBRATION_WINDOW) if active is None else []
    version = 0 if active is None else active.version
    of_it = bool(latest) and latest[0].version == version
    brier, ece, measured_on = _figures(latest[0] if of_it else None, active, samples)
    return SourceStats(
        source=source,
        classes=_names(classes),
        current_version=version,
        method=ScalingMethod.IDENTITY if active is None else active.scaling.method,
        sample_count=total,
        pending_count=pending,
        brier=brier,
        ece=ece,
        measured_on=measured_on,
        degradation=degradation(latest[0], latest[1]) if of_it and len(latest) == 2 else None,
    )


def _figures(
    evaluation: CalibrationEvaluation | None, active: CalibrationVersion | None, samples: Sequence[Sample]
) -> tuple[float | None, float | None, int]:
    """(Brier, ECE, sample count) of the active version: from its evaluation, else its fit, else all samples."""
    if evaluation is None and active is not None:
        return active.brier_after, active.ece_after, active.samples
    if evaluation is None and not samples:
        return None, None, 0
    found = measure_samples(samples) if evaluation is None else evaluation.in_force
    return found.brier, found.ece, found.samples


def versions(store: Store, source: str | None = None) -> list[CalibrationVersion]:
    """The versions of a source, or of all, oldest first.

    Raises:
        CalibrationError: there is no such source.
    """
    with store.read() as db:
        if source is not None:
            classes_of(db, source)
        return versions_of(db, source)


def evaluations(
    store: Store, source: str | None = None, *, limit: int = 50, since: datetime | None = None
) -> tuple[list[CalibrationEvaluation], int]:
    """(the latest evaluations, newest first; how many there are in all).

    Raises:
        CalibrationError: there is no such source.
    """
    with store.read() as db:
        if source is not None:
            classes_of(db, source)
        return evaluations_of(db, source, limit=limit, since=since)


def diagram(store: Store, source: str, evaluation_id: str | None = None) -> Diagram:
    """The bins of an evaluation or, without one, of all samples under the active version.

    Raises:
        CalibrationError: no such source, no such evaluation of it, or no samples.
    """
    with store.read() as db:
        classes = _names(classes_of(db, source))
        known = {version.version: version.scaling for version in versions_of(db, source)}
        active = active_version(db, source)
        found = None if evaluation_id is None else evaluation_at(db, evaluation_id)
        samples = samples_of(db, source, CALIBRATION_WINDOW) if evaluation_id is None else []
    if evaluation_id is not None and (found is None or found.source != source):
        raise CalibrationError(f"{source} has no evaluation {evaluation_id!r}")
    if found is None and not samples:
        raise CalibrationError(f"{source} has no samples; name one of its evaluations")
    version = found.version if found is not None else (0 if active is None else active.version)
    scaling = known.get(version)
    calibrated = None if scaling is None or found is not None else measure_samples(samples, scaling)
    return Diagram(
        source=source,
        classes=classes,
        version=version,
        method=ScalingMethod.IDENTITY if scaling is None else scaling.method,
        raw=measure_samples(samples) if found is None else found.raw,
        calibrated=calibrated if found is None else found.calibrated,
        evaluation_id=evaluation_id,
    )


def probability_in_force(store: Store, source: str = CONFIDENCE_SOURCE) -> Callable[[float], float]:
    """The active calibration of probabilities, as the function that `graph.confidence` expects."""
    active = _in_force(store, source, BINARY)
    return probability_by(None if active is None else active.scaling)


def stance_in_force(store: Store, source: str = STANCE_SOURCE) -> StanceCalibration | None:
    """The active calibration of the judge's stance scores; None when there is none."""
    active = _in_force(store, source, STANCES)
    return None if active is None else stance_by(stance_calibration_name(active.version), active.scaling)


def scalings_in_force(store: Store) -> tuple[Scaling | None, Scaling | None, str]:
    """What is sealed with a report: (scaling of confidence, scaling of stances, name of the latter)."""
    confidence, stance = _in_force(store, CONFIDENCE_SOURCE, BINARY), _in_force(store, STANCE_SOURCE, STANCES)
    return (
        None if confidence is None else confidence.scaling,
        None if stance is None else stance.scaling,
        "" if stance is None else stance_calibration_name(stance.version),
    )


def probability_by(scaling: Scaling | None) -> Callable[[float], float]:
    """The calibration that `scaling` makes; the identity without one."""
    return _as_it_is if scaling is None else partial(scaled_probability, scaling)


def stance_by(name: str, scaling: Scaling) -> StanceCalibration:
    """The calibration of stances that `scaling` makes, under the name it has in a judge's version."""
    return StanceCalibration(id=name, apply=partial(scaled_stance, scaling))


def stance_calibration_name(version: int) -> str:
    """A version of stance calibration as a judge's version names it."""
    return f"calibration-{version}"


def _in_force(store: Store, source: str, classes: Sequence[str]) -> CalibrationVersion | None:
    """The active version, if it has the expected number of classes."""
    with store.read() as db:
        active = active_version(db, source)
    return active if active is not None and len(active.scaling.shifts) == len(classes) else None


def scaled_stance(scaling: Scaling, scores: StanceScores) -> StanceScores:
    """Stance scores as `scaling` puts them."""
    supports, refutes, neutral = scaled(scaling, (scores.supports, scores.refutes, scores.neutral))
    return StanceScores(supports=supports, refutes=refutes, neutral=neutral)


def _as_it_is(raw: float) -> float:
    return raw


def _names(classes: int) -> tuple[str, ...]:
    return BINARY if classes == len(BINARY) else STANCES
