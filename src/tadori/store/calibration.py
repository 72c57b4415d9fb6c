"""Tables of calibration: samples, versions, evaluations and rollbacks (L34). Rows leave as model objects.

A source exists from its first sample or evaluation on, and keeps its number of classes. Version 0 means raw scores: it
has no row, and is used when no version is active.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from tadori.errors import CalibrationError
from tadori.model.calibration import (
    Bin,
    CalibrationEvaluation,
    CalibrationMeasure,
    CalibrationVersion,
    Fit,
    Rollback,
    Sample,
    Scaling,
    ScalingMethod,
)
from tadori.model.ids import content_id
from tadori.store.rows import sql, to_json, to_text, to_time


def calibration_sources(db: sa.Connection) -> dict[str, int]:
    """Every source by name, with its number of classes."""
    rows = db.execute(sql("select source, classes from calibration_sources order by source"))
    return {row.source: row.classes for row in rows}


def classes_of(db: sa.Connection, source: str) -> int:
    """The number of classes of a source.

    Raises:
        CalibrationError: there is no such source.
    """
    known = calibration_sources(db)
    if source not in known:
        there = ", ".join(known) or "none yet"
        raise CalibrationError(f"there is no calibration source {source!r}; there are: {there}")
    return known[source]


def keep_source(db: sa.Connection, source: str, classes: int) -> None:
    """Create the source if it is new.

    Raises:
        CalibrationError: it exists with another number of classes.
    """
    db.execute(
        sql("insert into calibration_sources (source, classes) values (:source, :classes) on conflict do nothing"),
        {"source": source, "classes": classes},
    )
    known = calibration_sources(db)[source]
    if known != classes:
        raise CalibrationError(f"{source} has scores of {known} classes; these have {classes}")


def add_samples(db: sa.Connection, source: str, samples: Sequence[Sample], at: datetime) -> list[str]:
    """Append samples; the id of each. One whose key is known already is not added again."""
    known = _ids(db, source) if any(sample.key for sample in samples) else set()
    position: int = db.execute(
        sql("select coalesce(max(position), 0) from calibration_samples where source = :source"), {"source": source}
    ).scalar_one()
    ids: list[str] = []
    rows: list[dict[str, Any]] = []
    for sample in samples:
        number = position + len(rows) + 1
        # With a key, the same sample added again gets the same id; without one, every sample is new.
        sample_id = content_id("cs", source, sample.key) if sample.key else content_id("cs", source, None, number)
        ids.append(sample_id)
        if sample_id in known:
            continue
        known.add(sample_id)
        rows.append(
            {
                "source": source,
                "position": number,
                "id": sample_id,
                "scores": to_json(sample.scores),
                "outcome": sample.outcome,
                "context": sample.context,
                "added_at": to_text(at),
            }
        )
    if rows:
        db.execute(
            sql(
                """
                insert into calibration_samples (source, position, id, scores, outcome, context, added_at)
                values (:source, :position, :id, :scores, :outcome, :context, :added_at)
                """
            ),
            rows,
        )
    return ids


def sample_counts(db: sa.Connection, source: str) -> tuple[int, int]:
    """(number of samples, number of samples that no fit has used)."""
    row = db.execute(
        sql(
            """
            select count(*) as total, coalesce(sum(case when position > fitted_to then 1 else 0 end), 0) as pending
            from calibration_samples join calibration_sources using (source) where source = :source
            """
        ),
        {"source": source},
    ).one()
    return row.total, row.pending


def samples_of(db: sa.Connection, source: str, limit: int) -> list[Sample]:
    """The latest samples, in the order in which they were added."""
    return _samples(db, source, limit, after=0)


def pending_samples(db: sa.Connection, source: str, limit: int) -> list[Sample]:
    """The latest samples that no fit has used, in the order in which they were added."""
    seen: int = db.execute(
        sql("select fitted_to from calibration_sources where source = :source"), {"source": source}
    ).scalar_one()
    return _samples(db, source, limit, after=seen)


def mark_fitted(db: sa.Connection, source: str) -> None:
    """Mark all samples of the source as used by a fit."""
    db.execute(
        sql(
            """
            update calibration_sources set fitted_to =
                (select coalesce(max(position), 0) from calibration_samples where source = :source)
            where source = :source
            """
        ),
        {"source": source},
    )


def add_version(db: sa.Connection, source: str, fit: Fit, at: datetime) -> CalibrationVersion:
    """Save a fit as the source's next version and make it active."""
    number: int = db.execute(
        sql("select coalesce(max(version), 0) + 1 from calibration_versions where source = :source"),
        {"source": source},
    ).scalar_one()
    _put_out_of_force(db, source)
    db.execute(
        sql(
            """
            insert into calibration_versions (source, version, method, slope, shifts, samples, brier_before,
                brier_after, ece_before, ece_after, made_at, active)
            values (:source, :version, :method, :slope, :shifts, :samples, :brier_before, :brier_after, :ece_before,
                :ece_after, :made_at, 1)
            """
        ),
        {
            "source": source,
            "version": number,
            "method": fit.scaling.method.value,
            "slope": fit.scaling.slope,
            "shifts": to_json(fit.scaling.shifts),
            "samples": fit.before.samples,
            "brier_before": fit.before.brier,
            "brier_after": fit.after.brier,
            "ece_before": fit.before.ece,
            "ece_after": fit.after.ece,
            "made_at": to_text(at),
        },
    )
    return versions_of(db, source)[-1]


def versions_of(db: sa.Connection, source: str | None = None) -> list[CalibrationVersion]:
    """The versions of a source, or of all, oldest first."""
    rows = db.execute(
        sql(
            """
            select * from calibration_versions where cast(:source as text) is null or source = :source
            order by source, version
            """
        ),
        {"source": source},
    )
    return [_version(row) for row in rows]


def active_version(db: sa.Connection, source: str) -> CalibrationVersion | None:
    """The active version; None when raw scores are used."""
    row = db.execute(
        sql("select * from calibration_versions where source = :source and active = 1"), {"source": source}
    ).one_or_none()
    return None if row is None else _version(row)


def roll_back(db: sa.Connection, rollback: Rollback) -> None:
    """Activate an earlier version (0: none); all later ones are marked as rolled back, with the reason."""
    _put_out_of_force(db, rollback.source)
    values = {
        "source": rollback.source,
        "target": rollback.rolled_back_to,
        "current": rollback.previous_version,
        "at": to_text(rollback.at),
        "reason": rollback.reason,
        "automatic": int(rollback.automatic),
    }
    db.execute(
        sql(
            """
            update calibration_versions set active = 1, rolled_back_at = null, rolled_back_reason = null
            where source = :source and version = :target
            """
        ),
        values,
    )
    db.execute(
        sql(
            """
            update calibration_versions set rolled_back_at = :at, rolled_back_reason = :reason
            where source = :source and version > :target and version <= :current and rolled_back_at is null
            """
        ),
        values,
    )
    db.execute(
        sql(
            """
            insert into calibration_rollbacks
                (position, source, previous_version, rolled_back_to, reason, automatic, at)
            select coalesce(max(position), 0) + 1, :source, :current, :target, :reason, :automatic, :at
            from calibration_rollbacks
            """
        ),
        values,
    )


def add_evaluation(
    db: sa.Connection,
    source: str,
    *,
    raw: CalibrationMeasure,
    calibrated: CalibrationMeasure | None,
    version: int,
    at: datetime,
) -> CalibrationEvaluation:
    """Save an evaluation, with the columns of §4.6.1."""
    position: int = db.execute(sql("select coalesce(max(position), 0) + 1 from calibration_evaluations")).scalar_one()
    evaluation = CalibrationEvaluation(
        id=f"eval_{position:03d}", source=source, raw=raw, calibrated=calibrated, version=version, evaluated_at=at
    )
    db.execute(
        sql(
            """
            insert into calibration_evaluations (id, position, source, brier_score, brier_score_calibrated,
                improvement_ratio, expected_calibration_error, samples_evaluated, standard_error, bins_json,
                calibration_version, evaluated_at, created_at)
            values (:id, :position, :source, :brier, :calibrated, :ratio, :ece, :samples, :error, :bins, :version,
                :at, :at)
            """
        ),
        {
            "id": evaluation.id,
            "position": position,
            "source": source,
            "brier": raw.brier,
            "calibrated": None if calibrated is None else calibrated.brier,
            "ratio": evaluation.improvement_ratio,
            "ece": evaluation.in_force.ece,
            "samples": raw.samples,
            "error": evaluation.in_force.standard_error,
            "bins": to_json({"raw": asdict(raw), "calibrated": None if calibrated is None else asdict(calibrated)}),
            "version": version,
            "at": to_text(at),
        },
    )
    return evaluation


def evaluations_of(
    db: sa.Connection, source: str | None = None, *, limit: int = 50, since: datetime | None = None
) -> tuple[list[CalibrationEvaluation], int]:
    """(the latest evaluations, newest first; how many there are in all)."""
    values = {"source": source, "since": None if since is None else to_text(since), "limit": limit}
    total: int = db.execute(
        sql(
            """
            select count(*) from calibration_evaluations
            where (cast(:source as text) is null or source = :source)
                and (cast(:since as text) is null or evaluated_at >= :since)
            """
        ),
        values,
    ).scalar_one()
    rows = db.execute(
        sql(
            """
            select * from calibration_evaluations
            where (cast(:source as text) is null or source = :source)
                and (cast(:since as text) is null or evaluated_at >= :since)
            order by position desc limit :limit
            """
        ),
        values,
    )
    return [_evaluation(row) for row in rows], total


def evaluation_at(db: sa.Connection, evaluation_id: str) -> CalibrationEvaluation | None:
    row = db.execute(sql("select * from calibration_evaluations where id = :id"), {"id": evaluation_id}).one_or_none()
    return None if row is None else _evaluation(row)


def _ids(db: sa.Connection, source: str) -> set[str]:
    rows = db.execute(sql("select id from calibration_samples where source = :source"), {"source": source})
    return {row.id for row in rows}


def _samples(db: sa.Connection, source: str, limit: int, *, after: int) -> list[Sample]:
    rows = db.execute(
        sql(
            """
            select scores, outcome, context from calibration_samples where source = :source and position > :after
            order by position desc limit :limit
            """
        ),
        {"source": source, "limit": limit, "after": after},
    ).all()
    return [
        Sample(scores=tuple(json.loads(row.scores)), outcome=row.outcome, context=row.context) for row in reversed(rows)
    ]


def _put_out_of_force(db: sa.Connection, source: str) -> None:
    db.execute(sql("update calibration_versions set active = 0 where source = :source"), {"source": source})


def _version(row: Any) -> CalibrationVersion:
    return CalibrationVersion(
        source=row.source,
        version=row.version,
        scaling=Scaling(method=ScalingMethod(row.method), slope=row.slope, shifts=tuple(json.loads(row.shifts))),
        samples=row.samples,
        brier_before=row.brier_before,
        brier_after=row.brier_after,
        ece_before=row.ece_before,
        ece_after=row.ece_after,
        made_at=to_time(row.made_at),
        active=bool(row.active),
        rolled_back_at=None if row.rolled_back_at is None else to_time(row.rolled_back_at),
        rolled_back_reason=row.rolled_back_reason,
    )


def _evaluation(row: Any) -> CalibrationEvaluation:
    data = json.loads(row.bins_json)
    return CalibrationEvaluation(
        id=row.id,
        source=row.source,
        raw=_measure(data["raw"]),
        calibrated=None if data["calibrated"] is None else _measure(data["calibrated"]),
        version=row.calibration_version,
        evaluated_at=to_time(row.evaluated_at),
    )


def _measure(data: dict[str, Any]) -> CalibrationMeasure:
    return CalibrationMeasure(**{**data, "bins": tuple(Bin(**one) for one in data["bins"])})
