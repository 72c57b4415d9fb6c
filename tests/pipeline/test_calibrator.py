"""Scores that learn from their outcomes: when a fit is due, what it is measured by, what is undone."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from tadori.errors import CalibrationError
from tadori.events import Event
from tadori.events.upkeep import CalibrationDegraded, CalibrationFitted, CalibrationRolledBack, CalibrationSkipped
from tadori.graph.confidence import ClaimEvidence, confidence
from tadori.judge.calibration import measure_samples, scaled_probability
from tadori.judge.judge import Judge
from tadori.judge.scaling import best_fit
from tadori.minds.base import EvidencePair, StanceScores
from tadori.minds.local.stance import LocalStance
from tadori.model.calibration import CONFIDENCE_SOURCE, STANCE_SOURCE, Sample, ScalingMethod
from tadori.model.graph import EvidenceSource, TrustLevel
from tadori.model.ids import EN, IsoDate, Url
from tadori.pipeline.calibration_state import (
    diagram,
    evaluations,
    probability_in_force,
    source_stats,
    stance_in_force,
    versions,
)
from tadori.pipeline.calibrator import Calibrator
from tadori.store.database import Store, open_store

NOW = datetime(2026, 11, 16, 9, 30, tzinfo=UTC)


def told(probability: float, true: int, false: int) -> list[Sample]:
    scores = (probability, 1.0 - probability)
    return [Sample(scores=scores, outcome=0)] * true + [Sample(scores=scores, outcome=1)] * false


BOLD = [*told(0.9, 18, 12), *told(0.1, 8, 12)]
"""Fifty samples of a source that says .9 and .1 where .6 and .4 would be right."""
RIGHT = [*told(0.9, 27, 3), *told(0.1, 2, 18)]
"""Fifty samples of one that means what it says."""


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return open_store(tmp_path / "tadori.db")


@pytest.fixture
def heard() -> list[Event]:
    return []


@pytest.fixture
def calibrating(store: Store, heard: list[Event]) -> Calibrator:
    return Calibrator(store=store, clock=lambda: NOW, emit=heard.append)


@pytest.mark.req("L34")
def test_the_fiftieth_new_sample_brings_a_fit(calibrating: Calibrator, heard: list[Event], store: Store) -> None:
    early = calibrating.add("confidence", BOLD[:49])
    assert (early.added, early.pending, early.fitted) == (49, 49, None)
    assert heard == []
    last = calibrating.add("confidence", BOLD[49:])
    assert last.fitted == versions(store, "confidence")[0]
    assert (last.added, last.pending) == (1, 0)
    expected = best_fit(BOLD)
    assert last.fitted.scaling == expected.scaling
    assert heard == [
        CalibrationFitted(
            source="confidence",
            version=1,
            method=expected.scaling.method.value,
            samples=50,
            brier_before=expected.before.brier,
            brier_after=expected.after.brier,
        )
    ]
    assert expected.after.brier < expected.before.brier


@pytest.mark.req("L34")
def test_new_samples_measure_the_version_in_force_before_they_teach_the_next(
    calibrating: Calibrator, store: Store
) -> None:
    first = calibrating.add("confidence", BOLD).fitted
    assert first is not None
    second = calibrating.add("confidence", RIGHT).fitted
    assert second is not None
    assert second.scaling == best_fit([*BOLD, *RIGHT]).scaling
    latest, earliest = evaluations(store, "confidence")[0]
    assert (earliest.version, earliest.calibrated, earliest.raw) == (0, None, measure_samples(BOLD))
    assert (latest.version, latest.calibrated, latest.raw) == (
        1,
        measure_samples(RIGHT, first.scaling),
        measure_samples(RIGHT),
    )


@pytest.mark.req("L34")
def test_samples_of_one_outcome_wait_and_the_reason_is_told(calibrating: Calibrator, heard: list[Event]) -> None:
    assert calibrating.add("confidence", told(0.9, 60, 0)).pending == 60
    reason = "all 60 samples have the same outcome; both right and wrong predictions are needed"
    assert heard == [CalibrationSkipped(source="confidence", reason=reason)]
    with pytest.raises(CalibrationError, match="the same outcome"):
        calibrating.fit("confidence")
    fitted = calibrating.add("confidence", told(0.9, 0, 20)).fitted
    assert fitted is not None
    assert fitted.samples == 80


def test_a_wrong_sample_keeps_the_others_out_too(calibrating: Calibrator, store: Store) -> None:
    with pytest.raises(CalibrationError, match="sample 2: "):
        calibrating.add("confidence", [BOLD[0], Sample(scores=(1.5, -0.5), outcome=0)])
    with pytest.raises(CalibrationError, match="there are: none yet"):
        source_stats(store, "confidence")


@pytest.mark.req("L34")
def test_a_fit_on_demand_takes_as_few_as_twenty(calibrating: Calibrator) -> None:
    calibrating.add("confidence", BOLD[10:29])
    with pytest.raises(CalibrationError, match="19 samples are too few to fit anything; 20 are needed"):
        calibrating.fit("confidence")
    calibrating.add("confidence", BOLD[29:30])
    assert calibrating.fit("confidence").samples == 20


def test_a_source_that_nobody_has_seen_cannot_be_fitted_or_rolled_back(calibrating: Calibrator) -> None:
    for change in (calibrating.fit, calibrating.rollback):
        with pytest.raises(CalibrationError, match="there is no calibration source 'confidence'"):
            change("confidence")


@pytest.mark.req("L34")
def test_a_rollback_goes_to_the_version_before_and_says_why(
    calibrating: Calibrator, heard: list[Event], store: Store
) -> None:
    calibrating.add("confidence", BOLD)
    calibrating.add("confidence", RIGHT)
    heard.clear()
    done = calibrating.rollback("confidence", reason="  Brier score\ndegradation detected ")
    assert (done.rolled_back_to, done.previous_version) == (1, 2)
    assert heard == [
        CalibrationRolledBack(
            source="confidence",
            rolled_back_to=1,
            previous_version=2,
            reason="Brier score degradation detected",
            automatic=False,
        )
    ]
    assert [(v.version, v.active) for v in versions(store, "confidence")] == [(1, True), (2, False)]
    assert calibrating.rollback("confidence").rolled_back_to == 0
    with pytest.raises(CalibrationError, match="no version in force"):
        calibrating.rollback("confidence")


@pytest.mark.req("L34")
def test_a_rollback_by_default_passes_over_what_was_undone(calibrating: Calibrator) -> None:
    calibrating.add("confidence", BOLD)
    calibrating.add("confidence", RIGHT)
    calibrating.rollback("confidence", 1)
    calibrating.fit("confidence")
    assert calibrating.rollback("confidence").rolled_back_to == 1


@pytest.mark.req("L34")
@pytest.mark.parametrize("version", [-1, 1, 2, 7])
def test_a_rollback_to_what_is_not_an_earlier_version_is_refused(
    calibrating: Calibrator, store: Store, version: int
) -> None:
    calibrating.add("confidence", BOLD)
    with pytest.raises(CalibrationError, match=f"no version {version} to go back to: 1 is in force, the earlier .* 0"):
        calibrating.rollback("confidence", version)
    assert [(v.version, v.active) for v in versions(store, "confidence")] == [(1, True)]


@pytest.mark.req("L34")
def test_after_a_rollback_the_same_samples_do_not_bring_the_version_back(calibrating: Calibrator) -> None:
    calibrating.add("confidence", BOLD)
    calibrating.add("confidence", RIGHT[:30])
    calibrating.rollback("confidence")
    assert calibrating.add("confidence", RIGHT[:30]).fitted is None
    assert calibrating.add("confidence", RIGHT[:20]).fitted is not None


@pytest.mark.req("L34")
def test_a_batch_is_measured_as_the_source_says_it_and_as_it_is_calibrated(
    calibrating: Calibrator, store: Store
) -> None:
    fitted = calibrating.add("confidence", BOLD).fitted
    assert fitted is not None
    found = calibrating.evaluate("confidence", RIGHT)
    assert found.raw == measure_samples(RIGHT)
    assert found.calibrated == measure_samples(RIGHT, fitted.scaling)
    assert found.version == 1
    assert source_stats(store, "confidence").sample_count == 50


@pytest.mark.req("L34")
def test_a_degradation_is_told_and_left_to_whoever_decides(
    calibrating: Calibrator, heard: list[Event], store: Store
) -> None:
    calibrating.evaluate("confidence", RIGHT)
    calibrating.evaluate("confidence", RIGHT)
    assert heard == []
    calibrating.evaluate("confidence", BOLD)
    before, after = measure_samples(RIGHT).brier, measure_samples(BOLD).brier
    assert heard == [
        CalibrationDegraded(source="confidence", version=0, before=before, after=after, worse=(after - before) / before)
    ]
    found = source_stats(store, "confidence")
    assert found.degradation is not None
    assert (found.degradation.detected, found.brier, found.measured_on) == (True, after, 50)


def poison(calibrating: Calibrator) -> None:
    """A good version, then a bad one, learnt from a batch in which next to nothing was marked as true."""
    batch = [*told(0.9, 10, 290), *told(0.1, 5, 295)]
    calibrating.add("confidence", BOLD * 2)
    calibrating.add("confidence", batch)
    calibrating.evaluate("confidence", batch)


@pytest.mark.req("L34")
def test_by_default_a_degraded_version_stays_in_force_until_somebody_decides(
    calibrating: Calibrator, heard: list[Event], store: Store
) -> None:
    poison(calibrating)
    heard.clear()
    calibrating.evaluate("confidence", RIGHT)
    assert [type(event) for event in heard] == [CalibrationDegraded]
    assert [(v.version, v.active) for v in versions(store, "confidence")] == [(1, False), (2, True)]
    found = source_stats(store, "confidence").degradation
    assert found is not None
    assert (found.detected, found.beyond_chance) == (True, True)


@pytest.mark.req("L34")
def test_a_degraded_version_is_undone_by_itself_where_that_is_set(
    calibrating: Calibrator, heard: list[Event], store: Store
) -> None:
    poison(calibrating)
    calibrating.auto_rollback = True
    good, bad = (version.scaling for version in versions(store, "confidence"))
    heard.clear()
    calibrating.evaluate("confidence", RIGHT)
    worse, better = measure_samples(RIGHT, bad).brier, measure_samples(RIGHT, good).brier
    assert [type(event) for event in heard] == [CalibrationDegraded, CalibrationRolledBack]
    assert heard[1] == CalibrationRolledBack(
        source="confidence",
        rolled_back_to=1,
        previous_version=2,
        reason=f"Brier score degradation detected: {worse:.4f}, version 1 has {better:.4f} on the same samples",
        automatic=True,
    )
    assert [(v.version, v.active) for v in versions(store, "confidence")] == [(1, True), (2, False)]
    assert source_stats(store, "confidence").degradation is None


@pytest.mark.req("L34")
def test_samples_that_became_harder_undo_nothing(calibrating: Calibrator, heard: list[Event], store: Store) -> None:
    """The version before does no better on them: the source has changed, not its calibration for the worse."""
    calibrating.auto_rollback = True
    calibrating.add("confidence", BOLD)
    calibrating.evaluate("confidence", RIGHT)
    heard.clear()
    calibrating.evaluate("confidence", told(0.9, 25, 25))
    assert [type(event) for event in heard] == [CalibrationDegraded]
    assert [v.active for v in versions(store, "confidence")] == [True]


@pytest.mark.req("L34")
def test_an_automatic_rollback_is_not_undone_by_the_fit_that_was_due(calibrating: Calibrator, store: Store) -> None:
    poison(calibrating)
    calibrating.auto_rollback = True
    added = calibrating.add("confidence", RIGHT)
    assert (added.fitted, added.pending) == (None, 0)
    assert [(v.version, v.active) for v in versions(store, "confidence")] == [(1, True), (2, False)]


@pytest.mark.req("L34")
def test_figures_are_those_of_what_is_in_force(calibrating: Calibrator, store: Store) -> None:
    calibrating.add("confidence", BOLD[:40])
    before = source_stats(store, "confidence")
    assert (before.current_version, before.method, before.pending_count) == (0, ScalingMethod.IDENTITY, 40)
    assert before.brier == measure_samples(BOLD[:40]).brier
    version = calibrating.fit("confidence")
    fitted = source_stats(store, "confidence")
    assert (fitted.current_version, fitted.brier, fitted.ece) == (1, version.brier_after, version.ece_after)
    calibrating.evaluate("confidence", RIGHT)
    assert source_stats(store, "confidence").brier == measure_samples(RIGHT, version.scaling).brier


@pytest.mark.req("L34")
def test_a_diagram_is_of_all_samples_or_of_one_evaluation(calibrating: Calibrator, store: Store) -> None:
    version = calibrating.add("confidence", BOLD).fitted
    assert version is not None
    evaluation = calibrating.evaluate("confidence", RIGHT)
    whole = diagram(store, "confidence")
    assert (whole.raw, whole.calibrated) == (measure_samples(BOLD), measure_samples(BOLD, version.scaling))
    assert (whole.classes, whole.version, whole.evaluation_id) == (("true", "false"), 1, None)
    one = diagram(store, "confidence", evaluation.id)
    assert (one.raw, one.calibrated, one.evaluation_id) == (evaluation.raw, evaluation.calibrated, evaluation.id)
    with pytest.raises(CalibrationError, match="confidence has no evaluation 'eval_099'"):
        diagram(store, "confidence", "eval_099")


def test_a_source_with_evaluations_only_has_no_diagram_of_samples(calibrating: Calibrator, store: Store) -> None:
    calibrating.evaluate("confidence", RIGHT)
    with pytest.raises(CalibrationError, match="has no samples; name one of its evaluations"):
        diagram(store, "confidence")
    with pytest.raises(CalibrationError, match="has no samples; add some"):
        calibrating.fit("confidence")


@pytest.mark.req("L28")
@pytest.mark.req("L34")
def test_the_version_in_force_is_what_the_confidence_of_a_claim_passes_through(
    calibrating: Calibrator, store: Store
) -> None:
    source = EvidenceSource(
        page_id="p_1", url=Url("https://a.test/"), title="A", date=IsoDate("2026-01-01"), trust=TrustLevel.GOVERNMENT,
        origin="a.test", is_primary=True, lang=EN, domain="a.test",
    )  # fmt: skip
    bearing = ClaimEvidence(supporting=[source], against=[], newest=IsoDate("2026-01-01"), refutation_searched=False)
    raw = confidence(bearing, EN, probability_in_force(store)).value
    assert raw == confidence(bearing, EN).value
    version = calibrating.add(CONFIDENCE_SOURCE, BOLD).fitted
    assert version is not None
    calibrated = confidence(bearing, EN, probability_in_force(store)).value
    assert calibrated == pytest.approx(scaled_probability(version.scaling, raw), abs=1e-4)
    assert calibrated < raw
    calibrating.rollback(CONFIDENCE_SOURCE)
    assert confidence(bearing, EN, probability_in_force(store)).value == raw


@pytest.mark.req("L27")
@pytest.mark.req("L34")
def test_stances_pass_through_the_version_in_force_and_the_judge_is_another_one(
    calibrating: Calibrator, store: Store
) -> None:
    assert stance_in_force(store) is None
    scores = (0.8, 0.1, 0.1)
    outcomes = [place for place, many in enumerate((60, 20, 20)) for _ in range(many)]
    version = calibrating.add(STANCE_SOURCE, [Sample(scores=scores, outcome=place) for place in outcomes]).fitted
    assert version is not None
    calibration = stance_in_force(store)
    assert calibration is not None
    found = calibration.apply(StanceScores(supports=0.8, refutes=0.1, neutral=0.1))
    assert (found.supports, found.refutes) == pytest.approx((0.6, 0.2), abs=0.02)
    assert found.supports + found.refutes + found.neutral == pytest.approx(1.0)
    told = Judge(LocalStance(), calibration=calibration)
    assert told.version == f"{Judge(LocalStance()).version}+calibration-1"
    pair = EvidencePair(claim="A dog sleeps on the sofa.", evidence="A dog is asleep on the old sofa.")
    assert told.scores(pair) == calibration.apply(Judge(LocalStance()).scores(pair))


def test_a_plain_source_is_no_calibration_for_stances_nor_the_other_way_round(
    calibrating: Calibrator, store: Store
) -> None:
    calibrating.add("plain", BOLD)
    calibrating.add("stances", [Sample(scores=(0.6, 0.2, 0.2), outcome=n % 3) for n in range(50)])
    assert stance_in_force(store, "plain") is None
    assert probability_in_force(store, "stances")(0.3) == 0.3
