"""Calibration commands: samples in as plain data, figures out with the field names of §3.2.1.

The command line and the MCP tools `calibrate` and `calibrate_rollback` are faces of these functions.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tadori.errors import CalibrationError
from tadori.events import Emit, ignore_event
from tadori.events.upkeep import CalibrationSkipped
from tadori.model.calibration import (
    CalibrationEvaluation,
    CalibrationMeasure,
    CalibrationVersion,
    Diagram,
    SourceStats,
)
from tadori.pipeline.calibration_state import diagram, source_stats, versions
from tadori.pipeline.calibrator import Calibrator
from tadori.service.calibration_samples import check_kind, samples_by_source
from tadori.settings import load_settings
from tadori.store.calibration import calibration_sources
from tadori.wiring.home import App, open_app

if TYPE_CHECKING:
    pass


def open_calibration(app: App, emit: Emit = ignore_event) -> "Calibrator":
    """The calibrations of a home, as its settings want them."""
    return Calibrator(store=app.store, clock=app.clock, auto_rollback=app.settings.calibration.auto_rollback, emit=emit)


@contextmanager
def _opened(emit: Emit = ignore_event) -> Iterator["Calibrator"]:
    with open_app(load_settings()) as app:
        yield open_calibration(app, emit)


def calibration_add(content: bytes, *, emit: Emit = ignore_event) -> list[dict[str, Any]]:
    """Store the samples of a JSON Lines file; one row for each source. If a line is wrong, nothing is stored.

    Raises:
        CalibrationError: the file is empty, too large, or a line is wrong; the message names it.
    """
    by_source = samples_by_source(content)
    rows = []
    with _opened(emit) as calibrating:
        with calibrating.store.read() as db:
            known = calibration_sources(db)
        for source, samples in by_source.items():
            check_kind(source, samples, known.get(source))
        for source, samples in by_source.items():
            result = calibrating.add(source, samples)
            rows.append(
                {
                    "source": source,
                    "added": result.added,
                    "known_before": len(result.ids) - result.added,
                    "pending_count": result.pending,
                    "fitted_version": None if result.fitted is None else result.fitted.version,
                }
            )
    return rows


def calibration_fit(source: str | None = None, *, emit: Emit = ignore_event) -> list[dict[str, Any]]:
    """A new version for a source, or for every one whose samples allow it.

    Raises:
        CalibrationError: the source does not exist or cannot be fitted; without a source, none can.
    """
    with _opened(emit) as calibrating:
        if source is not None:
            return [_version_row(calibrating.fit(source))]
        with calibrating.store.read() as db:
            names = list(calibration_sources(db))
        if not names:
            raise CalibrationError("there are no samples yet; add some with: tadori calibrate add FILE")
        rows, reasons = [], []
        for name in names:
            try:
                rows.append(_version_row(calibrating.fit(name)))
            except CalibrationError as exc:
                reasons.append(f"{name}: {exc}")
                emit(CalibrationSkipped(source=name, reason=str(exc)))
    if not rows:
        raise CalibrationError("; ".join(reasons))
    return rows


def calibration_stats(source: str | None = None) -> list[dict[str, Any]]:
    """`get_stats` of §3.2.1, one row a source.

    Raises:
        CalibrationError: there is no such source.
    """
    with open_app(load_settings()) as app:
        with app.store.read() as db:
            names = [source] if source is not None else list(calibration_sources(db))
        return [stats_row(source_stats(app.store, name)) for name in names]


def calibration_versions(source: str | None = None) -> list[dict[str, Any]]:
    """Every version with its figures and, if it was rolled back, the reason.

    Raises:
        CalibrationError: there is no such source.
    """
    with open_app(load_settings()) as app:
        return [_version_row(version) for version in versions(app.store, source)]


def calibration_evaluate_file(content: bytes, *, emit: Emit = ignore_event) -> list[dict[str, Any]]:
    """The same for the samples of a JSON Lines file; one row a source."""
    with _opened(emit) as calibrating:
        rows = []
        for source, samples in samples_by_source(content).items():
            check_kind(source, samples, None)
            rows.append({"source": source, **evaluation_row(calibrating.evaluate(source, samples))})
        return rows


def calibration_diagram_data(source: str, evaluation_id: str | None = None) -> dict[str, Any]:
    """`get_diagram_data` of §3.2.1: `bins` are what is in force, `bins_raw` what the source says.

    Raises:
        CalibrationError: no such source or evaluation, or no samples.
    """
    with open_app(load_settings()) as app:
        return diagram_row(diagram(app.store, source, evaluation_id))


def calibration_draw(source: str, out: Path, *, lang: str = "both", evaluation_id: str | None = None) -> Path:
    """Write the reliability diagram as `.svg` or `.html`; the path of the file.

    Raises:
        CalibrationError: no such source or evaluation, no samples, another ending, or the file cannot be written.
    """
    from tadori.report.reliability import reliability_html, reliability_svg  # lazy: few commands need it

    drawers = {".svg": reliability_svg, ".html": reliability_html}
    draw = drawers.get(out.suffix.lower())
    if draw is None:
        raise CalibrationError(f"{out}: a diagram is drawn as .svg or .html")
    with open_app(load_settings()) as app:
        found = diagram(app.store, source, evaluation_id)
    try:
        out.write_text(draw(found, lang), encoding="utf-8")
    except OSError as exc:
        raise CalibrationError(f"{out} cannot be written: {exc.strerror}") from exc
    return out


def calibration_rollback(
    source: str, version: int | None = None, reason: str = "", *, emit: Emit = ignore_event
) -> dict[str, Any]:
    """`calibrate_rollback` of §3.2.1; without a version, the one before.

    Raises:
        CalibrationError: no such source, no such earlier version, or none in force.
    """
    with _opened(emit) as calibrating:
        done = calibrating.rollback(source, version, reason)
    return {
        "source": done.source,
        "rolled_back_to": done.rolled_back_to,
        "previous_version": done.previous_version,
        "reason": done.reason,
    }


def parse_moment(text: str) -> datetime:
    """An ISO date or time; UTC where it names no zone. Raises CalibrationError."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError as exc:
        raise CalibrationError(f'"since" must be an ISO date or time, not {text!r}') from exc
    return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)


def stats_row(stats: SourceStats) -> dict[str, Any]:
    return {
        "source": stats.source,
        "current_version": stats.current_version,
        "method": stats.method.value,
        "classes": list(stats.classes),
        "brier_score": stats.brier,
        "ece": stats.ece,
        "samples_evaluated": stats.measured_on,
        "sample_count": stats.sample_count,
        "pending_count": stats.pending_count,
        "degradation_detected": stats.degradation is not None and stats.degradation.detected,
        "degradation": None if stats.degradation is None else asdict(stats.degradation),
    }


def _version_row(version: CalibrationVersion) -> dict[str, Any]:
    return {
        "source": version.source,
        "version": version.version,
        "method": version.scaling.method.value,
        "slope": version.scaling.slope,
        "temperature": round(version.scaling.temperature, 6),
        "shifts": list(version.scaling.shifts),
        "samples": version.samples,
        "brier_before": version.brier_before,
        "brier_after": version.brier_after,
        "ece_before": version.ece_before,
        "ece_after": version.ece_after,
        "made_at": version.made_at.isoformat(),
        "active": version.active,
        "rolled_back_at": None if version.rolled_back_at is None else version.rolled_back_at.isoformat(),
        "rolled_back_reason": version.rolled_back_reason,
    }


def diagram_row(found: Diagram) -> dict[str, Any]:
    """`bins` are what is in force, `bins_raw` what the source says."""
    shown = found.calibrated or found.raw
    return {
        "source": found.source,
        "n_bins": len(shown.bins),
        "bins": _bins(shown),
        "overall_ece": shown.ece,
        "bins_raw": _bins(found.raw),
        "overall_ece_raw": found.raw.ece,
        "brier_score": found.raw.brier,
        "brier_score_calibrated": None if found.calibrated is None else found.calibrated.brier,
        "samples": found.raw.samples,
        "version": found.version,
        "method": found.method.value,
    }


def evaluation_row(evaluation: CalibrationEvaluation) -> dict[str, Any]:
    return {
        "evaluation_id": evaluation.id,
        "brier_score": evaluation.raw.brier,
        "brier_score_calibrated": None if evaluation.calibrated is None else evaluation.calibrated.brier,
        "improvement_ratio": evaluation.improvement_ratio,
        "expected_calibration_error": evaluation.in_force.ece,
        "samples_evaluated": evaluation.raw.samples,
    }


def _bins(measure: CalibrationMeasure) -> list[dict[str, Any]]:
    return [asdict(one) for one in measure.bins]
