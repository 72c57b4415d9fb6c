"""What is kept of calibrations."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa

from tadori.errors import CalibrationError
from tadori.judge.calibration import measure_samples
from tadori.model.calibration import Fit, Rollback, Sample, Scaling, ScalingMethod
from tadori.store.calibration import (
    active_version,
    add_evaluation,
    add_samples,
    add_version,
    calibration_sources,
    classes_of,
    evaluation_at,
    evaluations_of,
    keep_source,
    mark_fitted,
    pending_samples,
    roll_back,
    sample_counts,
    samples_of,
    versions_of,
)
from tadori.store.database import Store, open_store

NOW = datetime(2026, 11, 16, 9, 30, tzinfo=UTC)
SAMPLES = [
    Sample(scores=(0.75, 0.25), outcome=0, context="港の橋"),
    Sample(scores=(0.5, 0.5), outcome=1),
    Sample(scores=(0.125, 0.875), outcome=1),
]
MEASURE = measure_samples(SAMPLES)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = open_store(tmp_path / "tadori.db")
    with store.write() as db:
        keep_source(db, "confidence", 2)
    return store


def fit(slope: float) -> Fit:
    scaling = Scaling(method=ScalingMethod.PLATT, slope=slope, shifts=(-0.25, 0.0))
    return Fit(scaling=scaling, before=MEASURE, after=replace(MEASURE, brier=0.1, ece=0.05))


def undone(target: int, current: int, reason: str = "悪化") -> Rollback:
    return Rollback(
        source="confidence", rolled_back_to=target, previous_version=current, reason=reason, automatic=True, at=NOW
    )


@pytest.mark.req("L34")
def test_samples_come_back_in_order_the_latest_only(store: Store) -> None:
    with store.write() as db:
        ids = add_samples(db, "confidence", SAMPLES, NOW)
        assert len(set(ids)) == 3
        assert samples_of(db, "confidence", 10) == SAMPLES
        assert samples_of(db, "confidence", 2) == SAMPLES[1:]
        assert samples_of(db, "other", 2) == []


@pytest.mark.req("L34")
def test_samples_wait_until_a_fit_has_seen_them(store: Store) -> None:
    with store.write() as db:
        add_samples(db, "confidence", SAMPLES, NOW)
        assert sample_counts(db, "confidence") == (3, 3)
        mark_fitted(db, "confidence")
        add_samples(db, "confidence", SAMPLES[:1], NOW)
        assert sample_counts(db, "confidence") == (4, 1)
        assert pending_samples(db, "confidence", 10) == SAMPLES[:1]


@pytest.mark.req("L34")
def test_a_sample_with_a_name_is_kept_once_and_one_without_every_time(store: Store) -> None:
    named = replace(SAMPLES[0], key="claim 7")
    with store.write() as db:
        first = add_samples(db, "confidence", [named, named, SAMPLES[1]], NOW)
        again = add_samples(db, "confidence", [replace(named, outcome=1), SAMPLES[1]], NOW)
        assert first[0] == first[1] == again[0]
        assert first[2] != again[1]
        assert sample_counts(db, "confidence") == (3, 3)
        assert samples_of(db, "confidence", 1) == [SAMPLES[1]]


def test_the_same_name_in_two_sources_is_two_samples(store: Store) -> None:
    named = replace(SAMPLES[0], key="claim 7")
    with store.write() as db:
        keep_source(db, "llm_extract", 2)
        ids = add_samples(db, "confidence", [named], NOW) + add_samples(db, "llm_extract", [named], NOW)
    assert len(set(ids)) == 2


def test_a_source_keeps_its_number_of_classes(store: Store) -> None:
    with store.write() as db:
        keep_source(db, "confidence", 2)
        with pytest.raises(CalibrationError, match="confidence has scores of 2 classes; these have 3"):
            keep_source(db, "confidence", 3)
        assert calibration_sources(db) == {"confidence": 2}


def test_an_unknown_source_is_named_with_those_that_are_there(store: Store) -> None:
    with store.read() as db, pytest.raises(CalibrationError, match="no calibration source 'x'; there are: confidence"):
        classes_of(db, "x")


@pytest.mark.req("L34")
def test_the_latest_version_is_in_force_and_the_only_one(store: Store) -> None:
    with store.write() as db:
        assert active_version(db, "confidence") is None
        first = add_version(db, "confidence", fit(0.5), NOW)
        second = add_version(db, "confidence", fit(0.75), NOW + timedelta(hours=1))
        assert (first.version, second.version, second.active) == (1, 2, True)
        assert active_version(db, "confidence") == second
        assert versions_of(db, "confidence") == [replace(first, active=False), second]
    assert second.scaling == Scaling(method=ScalingMethod.PLATT, slope=0.75, shifts=(-0.25, 0.0))
    assert (second.brier_before, second.brier_after, second.ece_after, second.samples) == (MEASURE.brier, 0.1, 0.05, 3)


def rollbacks(db: sa.Connection) -> list[tuple[int, int, str]]:
    """What was undone, oldest first: to which version, from which, why."""
    rows = db.execute(sa.text("select * from calibration_rollbacks order by position"))
    return [(row.rolled_back_to, row.previous_version, row.reason) for row in rows]


@pytest.mark.req("L34")
def test_a_rollback_puts_the_earlier_version_in_force_and_keeps_the_reason(store: Store) -> None:
    with store.write() as db:
        for slope in (0.5, 0.6, 0.7):
            add_version(db, "confidence", fit(slope), NOW)
        roll_back(db, undone(1, 3))
        after = versions_of(db, "confidence")
        assert [(v.version, v.active, v.rolled_back_reason) for v in after] == [
            (1, True, None),
            (2, False, "悪化"),
            (3, False, "悪化"),
        ]
        assert rollbacks(db) == [(1, 3, "悪化")]


@pytest.mark.req("L34")
def test_a_rollback_to_nothing_leaves_no_version_in_force_and_numbers_go_on(store: Store) -> None:
    with store.write() as db:
        add_version(db, "confidence", fit(0.5), NOW)
        roll_back(db, undone(0, 1, "first"))
        assert active_version(db, "confidence") is None
        assert add_version(db, "confidence", fit(0.6), NOW).version == 2
        roll_back(db, undone(1, 2, "second"))
        assert [(v.version, v.active, v.rolled_back_reason) for v in versions_of(db, "confidence")] == [
            (1, True, None),
            (2, False, "second"),
        ]
        assert rollbacks(db) == [(0, 1, "first"), (1, 2, "second")]


@pytest.mark.req("L34")
def test_evaluations_come_back_newest_first_with_their_bins(store: Store) -> None:
    better = replace(MEASURE, brier=0.1)
    with store.write() as db:
        keep_source(db, "llm_extract", 2)
        one = add_evaluation(db, "confidence", raw=MEASURE, calibrated=None, version=0, at=NOW)
        two = add_evaluation(db, "confidence", raw=MEASURE, calibrated=better, version=2, at=NOW + timedelta(days=1))
        add_evaluation(db, "llm_extract", raw=MEASURE, calibrated=None, version=0, at=NOW)
        assert evaluations_of(db, "confidence") == ([two, one], 2)
        assert evaluations_of(db, "confidence", limit=1) == ([two], 2)
        assert evaluations_of(db, "confidence", since=NOW + timedelta(hours=1)) == ([two], 1)
        assert evaluations_of(db)[1] == 3
        assert evaluation_at(db, "eval_002") == two
        assert evaluation_at(db, "eval_004") is None
    assert (one.id, two.in_force.brier, one.in_force.bins[7].count) == ("eval_001", 0.1, 1)
