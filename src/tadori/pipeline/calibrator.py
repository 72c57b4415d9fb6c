"""Calibrates scores by their outcomes (L34): what `tadori calibrate` and the tools of §3.2.1 do.

Comes in: samples. Goes out: versions of a scaling, evaluations, rollbacks, and events about them. New samples first
evaluate the active version and only then go into a fit, so that no version is measured on what it was fitted to.
Reading the state and applying it is `pipeline/calibration_state.py`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from tadori.errors import CalibrationError
from tadori.events import Emit, ignore_event
from tadori.events.upkeep import CalibrationDegraded, CalibrationFitted, CalibrationRolledBack, CalibrationSkipped
from tadori.judge.calibration import degradation, identity, measure_samples, usable_samples
from tadori.model.calibration import (
    CalibrationEvaluation,
    CalibrationVersion,
    Fit,
    Rollback,
    Sample,
)
from tadori.model.thresholds import CALIBRATION_MIN_SAMPLES, CALIBRATION_REFIT_AFTER, CALIBRATION_WINDOW
from tadori.store.calibration import (
    active_version,
    add_evaluation,
    add_samples,
    add_version,
    classes_of,
    evaluations_of,
    keep_source,
    mark_fitted,
    pending_samples,
    roll_back,
    sample_counts,
    samples_of,
    versions_of,
)
from tadori.store.database import Store

_NO_REASON = "no reason given"


@dataclass(frozen=True, slots=True, kw_only=True)
class SamplesAdded:
    """The result of adding samples."""

    ids: tuple[str, ...]
    added: int
    """Fewer than `ids` when some were already known by their key."""
    pending: int
    fitted: CalibrationVersion | None
    """The version that was fitted because enough samples had come in; None otherwise."""


@dataclass(slots=True, kw_only=True)
class Calibrator:
    """Changes the calibrations of one home."""

    store: Store
    clock: Callable[[], datetime]
    auto_rollback: bool = False
    """§4.6.1: whether a degraded version is rolled back automatically."""
    refit_after: int = CALIBRATION_REFIT_AFTER
    emit: Emit = field(default=ignore_event)

    def add(self, source: str, samples: Sequence[Sample]) -> SamplesAdded:
        """Store samples; when enough new ones have come in, evaluate the active version on them and fit a new one.

        Raises:
            CalibrationError: a sample is unusable; none is kept then.
        """
        usable = usable_samples(samples)
        with self.store.write() as db:
            keep_source(db, source, len(usable[0].scores))
            before, _ = sample_counts(db, source)
            ids = add_samples(db, source, usable, self.clock())
            total, pending = sample_counts(db, source)
        fitted = None
        if pending >= self.refit_after:
            fitted = self._refit(source)
            with self.store.read() as db:
                _, pending = sample_counts(db, source)
        return SamplesAdded(ids=tuple(ids), added=total - before, pending=pending, fitted=fitted)

    def fit(self, source: str) -> CalibrationVersion:
        """Fit a new version for the source on request and make it active.

        Raises:
            CalibrationError: there is no such source, or its samples cannot be fitted.
        """
        fit, fresh = self._fit_of(source)
        if len(fresh) >= CALIBRATION_MIN_SAMPLES:
            self._look(source, fresh)
        return self._keep(source, fit)

    def evaluate(self, source: str, samples: Sequence[Sample]) -> CalibrationEvaluation:
        """Evaluate the active version on samples that are not stored; report degradation, and roll back if so set.

        Raises:
            CalibrationError: a sample is unusable, or of another number of classes than the source's.
        """
        evaluation, degraded = self._look(source, usable_samples(samples))
        if degraded:
            self._undo(source, samples)
        return evaluation

    def rollback(
        self, source: str, version: int | None = None, reason: str = "", *, automatic: bool = False
    ) -> Rollback:
        """Activate an earlier version (default: the last one not rolled back; 0 means raw scores).

        Raises:
            CalibrationError: no such source, nothing in force, or no such earlier version.
        """
        with self.store.write() as db:
            classes_of(db, source)
            active = active_version(db, source)
            if active is None:
                raise CalibrationError(f"{source} has no version in force: there is nothing to roll back")
            target = _target(source, active.version, versions_of(db, source), version)
            undone = Rollback(
                source=source,
                rolled_back_to=target,
                previous_version=active.version,
                reason=" ".join(reason.split()) or _NO_REASON,
                automatic=automatic,
                at=self.clock(),
            )
            roll_back(db, undone)
            # Otherwise the next automatic fit would use the same samples and bring the same version back.
            mark_fitted(db, source)
        self.emit(
            CalibrationRolledBack(
                source=source,
                rolled_back_to=undone.rolled_back_to,
                previous_version=undone.previous_version,
                reason=undone.reason,
                automatic=automatic,
            )
        )
        return undone

    def _refit(self, source: str) -> CalibrationVersion | None:
        """The automatic fit. If it is impossible, an event says why and nothing changes."""
        try:
            fit, fresh = self._fit_of(source)
        except CalibrationError as exc:
            self.emit(CalibrationSkipped(source=source, reason=str(exc)))
            return None
        _, degraded = self._look(source, fresh)
        if degraded and self._undo(source, fresh):
            return None
        return self._keep(source, fit)

    def _fit_of(self, source: str) -> tuple[Fit, list[Sample]]:
        """The best fit to the source's samples, and those of them that no fit has seen before."""
        from tadori.judge.scaling import best_fit  # lazy: numpy is only needed to fit

        with self.store.read() as db:
            classes_of(db, source)
            samples = samples_of(db, source, CALIBRATION_WINDOW)
            fresh = pending_samples(db, source, CALIBRATION_WINDOW)
        if not samples:
            raise CalibrationError(f"{source} has no samples; add some with: tadori calibrate add FILE")
        return best_fit(samples), fresh

    def _keep(self, source: str, fit: Fit) -> CalibrationVersion:
        with self.store.write() as db:
            version = add_version(db, source, fit, self.clock())
            mark_fitted(db, source)
        self.emit(
            CalibrationFitted(
                source=source,
                version=version.version,
                method=version.scaling.method.value,
                samples=version.samples,
                brier_before=version.brier_before,
                brier_after=version.brier_after,
            )
        )
        return version

    def _look(self, source: str, samples: Sequence[Sample]) -> tuple[CalibrationEvaluation, bool]:
        """Store an evaluation of the active version; also whether it degraded since the previous one."""
        with self.store.write() as db:
            keep_source(db, source, len(samples[0].scores))
            active = active_version(db, source)
            evaluation = add_evaluation(
                db,
                source,
                raw=measure_samples(samples),
                calibrated=None if active is None else measure_samples(samples, active.scaling),
                version=0 if active is None else active.version,
                at=self.clock(),
            )
            latest, _ = evaluations_of(db, source, limit=2)
        if len(latest) < 2:
            return evaluation, False
        change = degradation(*latest)
        if change.detected:
            self.emit(
                CalibrationDegraded(
                    source=source,
                    version=evaluation.version,
                    before=change.before,
                    after=change.after,
                    worse=change.worse,
                )
            )
        return evaluation, change.detected

    def _undo(self, source: str, samples: Sequence[Sample]) -> bool:
        """Roll back automatically, if enabled and the previous version does better on the same samples.

        If it does not, the samples became harder rather than the version worse, and a rollback would not help.
        """
        with self.store.read() as db:
            active = active_version(db, source)
            versions = versions_of(db, source)
        if not self.auto_rollback or active is None:
            return False
        target = _target(source, active.version, versions, None)
        earlier = next((v.scaling for v in versions if v.version == target), identity(len(samples[0].scores)))
        was, now = measure_samples(samples, earlier).brier, measure_samples(samples, active.scaling).brier
        if was >= now:
            return False
        reason = f"Brier score degradation detected: {now:.4f}, version {target} has {was:.4f} on the same samples"
        self.rollback(source, target, reason, automatic=True)
        return True


def _target(source: str, current: int, versions: Sequence[CalibrationVersion], wanted: int | None) -> int:
    """The version that a rollback from `current` goes to."""
    earlier = [0, *(v.version for v in versions if v.version < current)]
    if wanted is None:
        return max([0, *(v.version for v in versions if v.version < current and v.rolled_back_at is None)])
    if wanted not in earlier:
        there = ", ".join(str(number) for number in earlier)
        raise CalibrationError(
            f"{source} has no version {wanted} to go back to: {current} is in force, the earlier ones are {there}"
        )
    return wanted
