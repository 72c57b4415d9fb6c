"""Fits: optima that are known by hand, and what no sample may do to a scaling."""

from math import exp, log

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tadori.errors import CalibrationError
from tadori.judge.calibration import identity, measure_samples, scaled, scaled_probability
from tadori.judge.scaling import best_fit, cross_validated, fit_scaling
from tadori.model.calibration import Sample, ScalingMethod
from tadori.model.evidence_thresholds import CALIBRATION_SLOPE_FLOOR


def told(probability: float, true: int, false: int) -> list[Sample]:
    """So many predictions of one probability that came true, and so many that did not."""
    scores = (probability, 1.0 - probability)
    return [Sample(scores=scores, outcome=0)] * true + [Sample(scores=scores, outcome=1)] * false


def logit(probability: float) -> float:
    return log(probability / (1 - probability))


@pytest.mark.req("L34")
def test_platt_through_two_points_is_the_line_between_their_log_odds() -> None:
    # .8 comes true in 60 of 100, .2 in 30 of 100: two points, two parameters, an exact fit.
    found = fit_scaling([*told(0.8, 60, 40), *told(0.2, 30, 70)], ScalingMethod.PLATT, pull=0.0)
    assert found.slope == pytest.approx((logit(0.6) - logit(0.3)) / (2 * log(4)), abs=2e-6)
    assert found.shifts == pytest.approx(((logit(0.6) + logit(0.3)) / 2, 0.0), abs=2e-6)
    assert scaled_probability(found, 0.8) == pytest.approx(0.6, abs=1e-5)
    assert scaled_probability(found, 0.2) == pytest.approx(0.3, abs=1e-5)


@pytest.mark.req("L34")
def test_the_temperature_of_a_source_that_exaggerates() -> None:
    found = fit_scaling([*told(0.8, 60, 40), *told(0.2, 40, 60)], ScalingMethod.TEMPERATURE, pull=0.0)
    assert found.slope == pytest.approx(logit(0.6) / log(4), abs=2e-6)
    assert found.temperature == pytest.approx(log(4) / logit(0.6), abs=2e-5)
    assert found.shifts == (0.0, 0.0)


@pytest.mark.req("L34")
def test_the_temperature_of_stances() -> None:
    # (.8, .1, .1) is right in 60 of 100, and either of the others in 20: 8^slope = 3.
    scores = (0.8, 0.1, 0.1)
    samples = [Sample(scores=scores, outcome=place) for place, many in enumerate((60, 20, 20)) for _ in range(many)]
    found = fit_scaling(samples, ScalingMethod.TEMPERATURE, pull=0.0)
    assert found.slope == pytest.approx(log(3) / log(8), abs=2e-6)
    assert scaled(found, scores) == pytest.approx((0.6, 0.2, 0.2), abs=1e-5)


@pytest.mark.req("L34")
def test_platt_of_stances_gives_every_class_its_share() -> None:
    """Where the loss is least, the calibrated probabilities of a class add up to how often it came true."""
    rows = [((0.7, 0.2, 0.1), (3, 1, 6)), ((0.2, 0.6, 0.2), (2, 5, 3)), ((0.3, 0.1, 0.6), (2, 1, 7))]
    samples = [Sample(scores=s, outcome=at) for s, many in rows for at, count in enumerate(many) for _ in range(count)]
    found = fit_scaling(samples, ScalingMethod.PLATT, pull=0.0)
    calibrated = [scaled(found, sample.scores) for sample in samples]
    assert [sum(one[place] for one in calibrated) for place in range(3)] == pytest.approx([7, 7, 16], abs=1e-4)


@pytest.mark.req("L34")
def test_a_pull_worth_one_sample_holds_few_samples_to_the_identity() -> None:
    samples = [*told(0.9, 1, 0), *told(0.1, 0, 1)]
    found = fit_scaling(samples, ScalingMethod.PLATT)

    def steepness(slope: float, shift: float) -> tuple[float, float]:
        """The derivatives of log loss + ½(slope - 1)² + ½ shift², written out."""
        along = sum(_off(slope, shift, sample) * logit(sample.scores[0]) for sample in samples) + slope - 1
        return along, sum(_off(slope, shift, sample) for sample in samples) + shift

    assert steepness(found.slope, found.shifts[0]) == pytest.approx((0.0, 0.0), abs=1e-5)
    # Both are right, so it may be bolder: 2 × 2.1972 × (1 - σ(2.1972 × 1.2597)) = .2597.
    assert found.slope == pytest.approx(1.2597, abs=1e-4)


def _off(slope: float, shift: float, sample: Sample) -> float:
    return 1 / (1 + exp(-(slope * logit(sample.scores[0]) + shift))) - (sample.outcome == 0)


@pytest.mark.req("L34")
@pytest.mark.parametrize("method", list(ScalingMethod))
@pytest.mark.parametrize("samples", [told(0.8, 30, 0), told(0.8, 0, 30), [*told(0.9, 20, 0), *told(0.1, 20, 0)]])
def test_samples_of_one_outcome_are_a_clear_error(samples: list[Sample], method: ScalingMethod) -> None:
    with pytest.raises(CalibrationError, match=r"all \d+ samples have the same outcome"):
        fit_scaling(samples, method)
    with pytest.raises(CalibrationError, match=r"all \d+ samples have the same outcome"):
        best_fit(samples)


@pytest.mark.req("L34")
def test_contradictory_samples_draw_a_score_to_the_base_rate() -> None:
    found = best_fit(told(0.9, 500, 500))
    assert scaled_probability(found.scaling, 0.9) == pytest.approx(0.5, abs=0.005)
    assert found.after.brier == pytest.approx(0.25, abs=0.0005)


@pytest.mark.req("L34")
def test_a_source_that_is_wrong_when_sure_is_flattened_and_not_turned_round() -> None:
    found = fit_scaling([*told(0.9, 20, 80), *told(0.1, 80, 20)], ScalingMethod.PLATT)
    assert found.slope == CALIBRATION_SLOPE_FLOOR
    assert scaled_probability(found, 0.9) > scaled_probability(found, 0.1)
    assert scaled_probability(found, 0.9) == pytest.approx(0.527, abs=0.002)


def test_a_perfect_source_is_believed_more_and_never_without_end() -> None:
    found = fit_scaling([*told(0.6, 200, 0), *told(0.4, 0, 200)], ScalingMethod.PLATT)
    # 400 × .405465 × (1 - σ(.405465 × 7.74)) = 6.74: the pull of one sample stops it there.
    assert found.slope == pytest.approx(7.74, abs=0.001)
    assert scaled_probability(found, 0.6) == pytest.approx(0.9584, abs=0.0001)


@pytest.mark.req("L34")
@pytest.mark.parametrize(
    ("samples", "method"),
    [
        ([*told(0.8, 80, 20), *told(0.2, 20, 80)], ScalingMethod.IDENTITY),
        ([*told(0.9, 70, 30), *told(0.1, 30, 70)], ScalingMethod.TEMPERATURE),
        ([*told(0.8, 50, 50), *told(0.2, 5, 95)], ScalingMethod.PLATT),
    ],
)
def test_the_method_that_does_best_on_unseen_samples_is_taken(samples: list[Sample], method: ScalingMethod) -> None:
    found = best_fit(samples)
    assert found.scaling.method is method
    assert found.before == measure_samples(samples)
    assert found.after.brier == pytest.approx(cross_validated(samples, method).brier)
    assert found.scaling == fit_scaling(samples, method)


def test_unseen_samples_are_scaled_by_a_fit_to_the_others() -> None:
    """Five folds of one right and one wrong: every fold's fit saw eight samples and not its own two."""
    samples = told(0.9, 5, 5)
    others = fit_scaling(told(0.9, 4, 4), ScalingMethod.TEMPERATURE)
    seen = [Sample(scores=scaled(others, sample.scores), outcome=sample.outcome) for sample in samples]
    assert cross_validated(samples, ScalingMethod.TEMPERATURE).brier == pytest.approx(measure_samples(seen).brier)


def test_a_single_sample_of_an_outcome_does_not_stop_the_choice() -> None:
    """The fold that holds it leaves the others with one outcome: there the scores stay as they are."""
    found = best_fit(told(0.8, 29, 1))
    assert found.before.samples == found.after.samples == 30


@pytest.mark.parametrize(
    ("many", "message"),
    [(0, "there are no samples"), (1, "2 samples are too few"), (9, "18 samples are too few to fit anything; 20")],
)
def test_too_few_samples_are_a_clear_error(many: int, message: str) -> None:
    with pytest.raises(CalibrationError, match=message):
        best_fit(told(0.6, many, many))


def test_the_identity_is_what_it_says() -> None:
    assert fit_scaling(told(0.6, 1, 1), ScalingMethod.IDENTITY) == identity(2)


@settings(max_examples=40)
@given(
    st.lists(st.tuples(st.floats(0.0, 1.0), st.integers(0, 1)), min_size=2, max_size=30),
    st.sampled_from([ScalingMethod.TEMPERATURE, ScalingMethod.PLATT]),
)
def test_no_samples_make_a_scaling_that_turns_an_order_round(
    rows: list[tuple[float, int]], method: ScalingMethod
) -> None:
    samples = [Sample(scores=(p, 1.0 - p), outcome=y) for p, y in rows]
    samples += [*told(0.5, 1, 1)]
    found = fit_scaling(samples, method)
    ladder = [scaled_probability(found, step / 20) for step in range(21)]
    assert ladder == sorted(ladder)
    assert CALIBRATION_SLOPE_FLOOR <= found.slope < 30
    assert fit_scaling(samples, method) == found
