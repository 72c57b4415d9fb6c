"""How long and how often a model is tried, in numbers."""

import pytest

from tadori.minds.llm.response_stream import CallFailure, FailureKind
from tadori.minds.llm.retry import RestingModels, RetryCounter, RetryLimits
from tadori.model.llm_thresholds import LONGEST_REST_SECONDS, REST_SECONDS

LIMITS = RetryLimits(reconnects=5, longest_wait=20)


def pauses(kind: FailureKind, retry_after: float | None = None) -> list[float | None]:
    """What nine troubles of one kind in a row come to, up to the first None."""
    patience = RetryCounter(limits=LIMITS)
    found = [patience.pause(CallFailure(kind=kind, reason="", retry_after=retry_after)) for _ in range(9)]
    return found[: found.index(None) + 1]


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("cut", [0.25, 0.5, 1.0, 2.0, 4.0, None]),
        ("busy", [1.0, 2.0, None]),
        ("unreachable", [0.25, None]),
        ("garbled", [0.25, None]),
        ("hung", [None]),
        ("unfit", [None]),
        ("rejected", [None]),
        ("refused", [None]),
        ("ran_away", [None]),
        ("resting", [None]),
        ("unsafe", [None]),
    ],
)
def test_every_kind_of_trouble_has_its_own_end(kind: FailureKind, expected: list[float | None]) -> None:
    assert pauses(kind) == expected


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        (0.0, [0.0, 0.0, None]),
        (20.0, [20.0, 20.0, None]),
        (20.1, [None]),
        (float("inf"), [None]),
        (float("nan"), [0.0, 0.0, None]),
        (-5.0, [0.0, 0.0, None]),
    ],
)
def test_a_busy_server_is_given_the_time_it_asks_for_within_bounds(asked: float, expected: list[float | None]) -> None:
    assert pauses("busy", asked) == expected


def test_kinds_are_counted_apart() -> None:
    patience = RetryCounter(limits=LIMITS)
    first = [patience.pause(CallFailure(kind=kind, reason="")) for kind in ("cut", "unreachable", "busy", "garbled")]
    assert first == [0.25, 0.25, 1.0, 0.25]


@pytest.mark.parametrize(
    ("asked", "left"),
    [(5.0, 5.0), (float("inf"), LONGEST_REST_SECONDS), (float("nan"), 0.0), (-5.0, 0.0), (1e300, LONGEST_REST_SECONDS)],
)
def test_a_busy_model_rests_for_an_hour_at_most(asked: float, left: float) -> None:
    rests = RestingModels()
    rests.failed("m", CallFailure(kind="busy", reason="", retry_after=asked), now=100.0)
    assert rests.left("m", 100.0) == left


def test_a_model_that_does_not_answer_twice_in_a_row_rests_and_an_answer_in_between_forgives() -> None:
    rests, silent = RestingModels(), CallFailure(kind="hung", reason="")
    rests.failed("m", silent, now=0.0)
    rests.answered("m")
    rests.failed("m", silent, now=0.0)
    assert rests.left("m", 0.0) == 0.0
    rests.failed("m", silent, now=10.0)
    assert (rests.left("m", 10.0), rests.left("m", 10.0 + REST_SECONDS), rests.left("other", 10.0)) == (
        REST_SECONDS,
        0.0,
        0.0,
    )
