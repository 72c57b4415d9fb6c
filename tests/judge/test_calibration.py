"""How far scores are off, and a scaling applied to them."""

from datetime import UTC, datetime
from math import log, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.errors import CalibrationError
from tadori.judge.calibration import (
    binned,
    brier,
    degradation,
    ece_of,
    identity,
    measure_samples,
    scaled,
    scaled_probability,
)
from tadori.model.calibration import CalibrationEvaluation, CalibrationMeasure, Sample, Scaling, ScalingMethod

NOW = datetime(2026, 11, 16, tzinfo=UTC)
TWICE_AS_CAREFUL = Scaling(method=ScalingMethod.TEMPERATURE, slope=0.5, shifts=(0.0, 0.0))
probabilities = st.floats(min_value=0.0, max_value=1.0)


def plain(probability: float, outcome: int) -> Sample:
    return Sample(scores=(probability, 1.0 - probability), outcome=outcome)


@pytest.mark.req("L34")
def test_brier_and_ece_of_a_worked_example() -> None:
    predictions, outcomes = [0.9, 0.6, 0.2], [1.0, 0.0, 0.0]
    # (.01 + .36 + .04) / 3, and each prediction alone in its bin: (.1 + .6 + .2) / 3.
    assert brier(predictions, outcomes) == pytest.approx(0.41 / 3)
    assert ece_of(binned(predictions, outcomes)) == pytest.approx(0.3)


@pytest.mark.req("L34")
def test_ece_weighs_a_bin_by_what_is_in_it_and_compares_means() -> None:
    # Three predictions of .85 in the mean, two of three true; one of .15, false: (3 × |.85 - .6667| + .15) / 4.
    bins = binned([0.8, 0.85, 0.9 - 1e-9, 0.15], [1.0, 1.0, 0.0, 0.0])
    assert [b.count for b in bins] == [0, 1, 0, 0, 0, 0, 0, 0, 3, 0]
    assert ece_of(bins) == pytest.approx((3 * abs(0.85 - 2 / 3) + 0.15) / 4, abs=1e-6)


def test_an_edge_belongs_to_the_upper_bin_and_one_to_the_last() -> None:
    bins = binned([0.0, 0.1, 0.5, 0.999, 1.0], [0.0] * 5)
    assert [b.count for b in bins] == [1, 1, 0, 0, 0, 1, 0, 0, 0, 2]
    assert (bins[3].predicted, bins[3].observed) == (None, None)
    assert (bins[0].lower, bins[9].upper) == (0.0, 1.0)


def test_a_draw_counts_half() -> None:
    assert brier([0.5, 1.0], [0.5, 0.5]) == 0.125


@pytest.mark.parametrize(("predictions", "outcomes"), [([], []), ([0.5], [])])
def test_what_cannot_be_compared_is_an_error(predictions: list[float], outcomes: list[float]) -> None:
    with pytest.raises(CalibrationError, match="cannot be compared"):
        brier(predictions, outcomes)
    with pytest.raises(CalibrationError, match="cannot be compared"):
        binned(predictions, outcomes)


@pytest.mark.req("L34")
def test_samples_of_two_classes_are_measured_as_plain_probabilities() -> None:
    found = measure_samples([plain(0.9, 0), plain(0.6, 1), plain(0.2, 1)])
    assert (found.brier, found.ece) == pytest.approx((0.41 / 3, 0.3))
    assert found.samples == 3
    # Squared errors .01, .36, .04: their standard deviation .158395 over √3.
    assert found.standard_error == pytest.approx(0.158395 / 3**0.5, abs=1e-6)


@pytest.mark.req("L34")
def test_stances_are_measured_by_the_likeliest_one() -> None:
    right = Sample(scores=(0.7, 0.1, 0.2), outcome=0)
    wrong = Sample(scores=(0.3, 0.3 - 1e-9, 0.4), outcome=1)
    found = measure_samples([right, wrong])
    # Half the squared distances: (.09 + .01 + .04) / 2 = .07 and (.09 + .49 + .16) / 2 = .37.
    assert found.brier == pytest.approx(0.22)
    assert found.ece == pytest.approx((abs(0.7 - 1) + abs(0.4 - 0)) / 2)


@pytest.mark.parametrize(
    ("sample", "message"),
    [
        (Sample(scores=(nan, 0.5), outcome=0), "must be a number from 0 to 1, not nan, 0.5"),
        (Sample(scores=(1.2, -0.2), outcome=0), "must be a number from 0 to 1"),
        (Sample(scores=(0.9, 0.5), outcome=0), "must sum to 1, not 1.4"),
        (Sample(scores=(0.5, 0.5), outcome=2), "one of 2 classes, not number 2"),
        (Sample(scores=(0.2, 0.3, 0.5), outcome=0), "has 3 scores where the others have 2"),
    ],
)
def test_an_unusable_sample_is_named(sample: Sample, message: str) -> None:
    with pytest.raises(CalibrationError, match="sample 2: ") as caught:
        measure_samples([plain(0.5, 0), sample])
    assert message in str(caught.value)


def test_no_samples_are_an_error() -> None:
    with pytest.raises(CalibrationError, match="there are no samples"):
        measure_samples([])


@pytest.mark.req("L34")
def test_temperature_halves_the_log_odds() -> None:
    # .8 has odds 4; half the log odds is odds 2, which is ⅔.
    assert scaled_probability(TWICE_AS_CAREFUL, 0.8) == pytest.approx(2 / 3)
    shifted = Scaling(method=ScalingMethod.PLATT, slope=0.5, shifts=(log(3), 0.0))
    assert scaled_probability(shifted, 0.8) == pytest.approx(6 / 7)


def test_certainty_stays_short_of_certain() -> None:
    # 1 is taken for .9999, odds of 9999: half the log odds is odds 99.995.
    assert scaled_probability(TWICE_AS_CAREFUL, 1.0) == pytest.approx(0.990099, abs=1e-6)
    assert scaled_probability(TWICE_AS_CAREFUL, 0.0) == pytest.approx(0.009901, abs=1e-6)


@given(probabilities)
def test_the_identity_leaves_a_score_untouched(probability: float) -> None:
    assert scaled_probability(identity(2), probability) == probability


@given(probabilities, probabilities, st.floats(0.05, 20.0), st.floats(-9.0, 9.0))
def test_scaling_never_turns_an_order_round(a: float, b: float, slope: float, shift: float) -> None:
    scaling = Scaling(method=ScalingMethod.PLATT, slope=slope, shifts=(shift, 0.0))
    low, high = sorted((a, b))
    assert scaled_probability(scaling, low) <= scaled_probability(scaling, high) + 1e-12


@given(st.lists(st.floats(0.001, 1.0), min_size=3, max_size=3), st.floats(0.05, 20.0))
def test_temperature_keeps_the_likeliest_class_and_a_sum_of_one(weights: list[float], slope: float) -> None:
    scores = [weight / sum(weights) for weight in weights]
    found = scaled(Scaling(method=ScalingMethod.TEMPERATURE, slope=slope, shifts=(0.0, 0.0, 0.0)), scores)
    assert sum(found) == pytest.approx(1.0)
    assert found[scores.index(max(scores))] == pytest.approx(max(found))


def evaluated(brier: float, error: float = 0.0, calibrated: float | None = None) -> CalibrationEvaluation:
    def measure(value: float) -> CalibrationMeasure:
        return CalibrationMeasure(brier=value, ece=0.0, bins=(), samples=100, standard_error=error)

    return CalibrationEvaluation(
        id="eval_001",
        source="confidence",
        raw=measure(brier),
        calibrated=None if calibrated is None else measure(calibrated),
        version=1,
        evaluated_at=NOW,
    )


@pytest.mark.req("L34")
@pytest.mark.parametrize(
    ("before", "after", "detected"),
    [(0.2, 0.21, True), (0.2, 0.2099, False), (0.2, 0.1, False), (0.0, 0.01, True), (0.0, 0.0, False)],
)
def test_five_per_cent_worse_is_a_degradation(before: float, after: float, detected: bool) -> None:
    assert degradation(evaluated(after), evaluated(before)).detected is detected


@pytest.mark.req("L34")
def test_what_is_in_force_is_compared_not_what_the_source_said() -> None:
    found = degradation(evaluated(0.25, calibrated=0.22), evaluated(0.30, calibrated=0.20))
    assert (found.before, found.after, found.detected) == (0.20, 0.22, True)
    assert found.worse == pytest.approx(0.1)


def test_a_degradation_that_chance_explains_is_told_as_such() -> None:
    # .02 worse; two standard errors of the difference: 2 × √2 × .01 = .028, and 2 × √2 × .005 = .014.
    assert degradation(evaluated(0.22, 0.01), evaluated(0.20, 0.01)).beyond_chance is False
    assert degradation(evaluated(0.22, 0.005), evaluated(0.20, 0.005)).beyond_chance is True


def test_the_improvement_is_a_share_of_the_raw_score() -> None:
    assert evaluated(0.15, calibrated=0.12).improvement_ratio == pytest.approx(0.20)
    assert evaluated(0.15).improvement_ratio == 0.0
    assert evaluated(0.0, calibrated=0.1).improvement_ratio == 0.0
