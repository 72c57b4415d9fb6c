"""The faces of calibration that other programs call: §3.2.1's fields and their worked example."""

from pathlib import Path
from typing import Any

import pytest

from tadori.errors import CalibrationError, ClientRefused
from tadori.service.calibration import (
    calibration_diagram_data,
    calibration_fit,
    calibration_rollback,
    calibration_stats,
)
from tadori.service.clients.calibration import calibrate
from tadori.settings import load_settings
from tadori.wiring.home import open_app


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TADORI_HOME", str(tmp_path / "home"))


def call(action: str, **data: Any) -> dict[str, Any]:
    """One action of the tool `calibrate`, over the home."""
    with open_app(load_settings()) as app:
        return calibrate(app, action, data)


def add_sample(data: dict[str, Any]) -> dict[str, Any]:
    return call("add_sample", **data)


def evaluate(source: str, predictions: list[Any], labels: list[Any]) -> dict[str, Any]:
    return call("evaluate", source=source, predictions=predictions, labels=labels)


def evaluations(source: str = "", **bounds: Any) -> dict[str, Any]:
    return call("get_evaluations", **({"source": source} if source else {}), **bounds)


def bold(many: int = 25) -> None:
    """`many` samples of a source that says .9 where .6 would be right."""
    for number in range(many):
        add_sample({"source": "llm_extract", "prediction": 0.9, "actual": int(number % 5 < 3)})


@pytest.mark.req("L34")
def test_a_sample_gets_an_id_and_waits() -> None:
    first = add_sample({"source": "llm_extract", "prediction": 0.9, "actual": 1, "context": {"claim": "橋"}})
    second = add_sample({"source": "llm_extract", "prediction": 0.9, "actual": 1})
    assert (first["pending_count"], second["pending_count"]) == (1, 2)
    assert first["sample_id"] != second["sample_id"]
    assert set(first) == {"sample_id", "pending_count"}


@pytest.mark.req("L34")
def test_the_calibration_loop_of_the_requirements() -> None:
    """UC-3: samples, statistics, a degradation, and the way back."""
    bold()
    calibration_fit("llm_extract")
    (stats,) = calibration_stats()
    assert {name: stats[name] for name in ("source", "current_version", "sample_count", "degradation_detected")} == {
        "source": "llm_extract",
        "current_version": 1,
        "sample_count": 25,
        "degradation_detected": False,
    }
    # As often true as was learnt, then less often.
    evaluate("llm_extract", [0.9] * 20, [1] * 12 + [0] * 8)
    told = evaluate("llm_extract", [0.9] * 20, [1] * 8 + [0] * 12)
    assert told["brier_score"] == pytest.approx((8 * 0.01 + 12 * 0.81) / 20)
    assert told["brier_score_calibrated"] < told["brier_score"]
    assert told["improvement_ratio"] == pytest.approx(1 - told["brier_score_calibrated"] / told["brier_score"])
    assert (told["evaluation_id"], told["samples_evaluated"]) == ("eval_003", 20)
    (stats,) = calibration_stats("llm_extract")
    assert stats["degradation_detected"] is True
    assert stats["brier_score"] == told["brier_score_calibrated"]
    assert calibration_rollback("llm_extract", reason="degradation") == {
        "source": "llm_extract",
        "rolled_back_to": 0,
        "previous_version": 1,
        "reason": "degradation",
    }
    (stats,) = calibration_stats("llm_extract")
    assert (stats["current_version"], stats["degradation_detected"]) == (0, False)


@pytest.mark.req("L34")
def test_evaluations_are_listed_newest_first_and_counted() -> None:
    evaluate("llm_extract", [0.9, 0.2], [1, 0])
    evaluate("nli_judge", [{"supports": 0.8, "refutes": 0.1, "neutral": 0.1}], ["supports"])
    found = evaluations(limit=1)
    assert found["total_count"] == 2
    (row,) = found["evaluations"]
    assert (row["source"], row["evaluation_id"], row["calibration_version"]) == ("nli_judge", "eval_002", 0)
    assert row["brier_score"] == pytest.approx((0.04 + 0.01 + 0.01) / 2)
    assert evaluations("llm_extract", since="2000-01-01")["total_count"] == 1
    assert evaluations("llm_extract", since="2999-01-01T00:00:00+09:00") == {
        "evaluations": [],
        "total_count": 0,
    }


@pytest.mark.req("L34")
def test_diagram_data_has_ten_bins_and_the_error_over_all() -> None:
    bold()
    evaluate("llm_extract", [0.9, 0.2], [1, 0])
    whole = calibration_diagram_data("llm_extract")
    assert (whole["source"], whole["n_bins"], len(whole["bins"])) == ("llm_extract", 10, 10)
    assert whole["overall_ece"] == pytest.approx(0.3)
    one = calibration_diagram_data("llm_extract", "eval_001")
    assert one["overall_ece"] == pytest.approx((0.1 + 0.2) / 2)
    assert [b["count"] for b in one["bins"]] == [0, 0, 1, 0, 0, 0, 0, 0, 0, 1]


@pytest.mark.parametrize(
    ("predictions", "labels", "message"),
    [
        ([0.5], [], "there are 1 predictions and 0 labels"),
        ([], [], "there are 0 predictions and 0 labels"),
        ([1.5], [1], "must be a number from 0 to 1"),
        ([0.5], [None], '"labels.0" must be 0 or 1, not None'),
        ([0.5, {"supports": 1, "refutes": 0, "neutral": 0}], [1, "supports"], "has 3 scores where the others have 2"),
    ],
)
def test_a_wrong_batch_is_refused_and_leaves_no_trace(
    predictions: list[object], labels: list[object], message: str
) -> None:
    with pytest.raises((ClientRefused, CalibrationError), match=message):
        evaluate("llm_extract", predictions, labels)
    assert evaluations()["total_count"] == 0


def test_a_source_of_another_kind_is_refused() -> None:
    bold(1)
    with pytest.raises(CalibrationError, match="llm_extract has scores of 2 classes; these have 3"):
        add_sample(
            {"source": "llm_extract", "prediction": {"supports": 1, "refutes": 0, "neutral": 0}, "actual": "supports"}
        )


def test_a_time_that_is_none_is_named() -> None:
    with pytest.raises(ClientRefused, match="must be an ISO date or time, not 'yesterday'"):
        evaluations(since="yesterday")
