"""`calibrate` and `calibrate_rollback` over the real calibration (L34): figures worked out by hand."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tadori.mcp.tools import Tools
from tadori.model.calibration import CONFIDENCE_SOURCE
from tadori.service.calibration import open_calibration
from tadori.service.calibration_samples import sample_of
from tadori.service.clients.tasks import open_clients
from tadori.service.clients.user_interaction import UserInteraction
from tadori.settings import CalibrationSettings, Settings
from tadori.wiring.home import open_app
from tests.mcp.world import Desk, Moment

SURE = [(0.9, 1), (0.8, 0), (0.7, 0), (0.2, 0), (0.4, 1)] * 20


def fitted(desk: Desk, source: str = "llm_extract") -> int:
    """A version of the source, in force; its number."""
    samples = [sample_of({"source": source, "prediction": p, "actual": a})[1] for p, a in SURE]
    calibrating = open_calibration(desk.clients.app)
    calibrating.refit_after = 10**6
    calibrating.add(source, samples)
    return calibrating.fit(source).version


async def measured(desk: Desk, pairs: list[tuple[float, int]], source: str = "llm_extract") -> dict[str, Any]:
    data = {"source": source, "predictions": [p for p, _ in pairs], "labels": [a for _, a in pairs]}
    return await desk("calibrate", action="evaluate", data=data)


@pytest.mark.req("L34")
async def test_five_per_cent_worse_is_degradation_and_its_figures_are_told(desk: Desk) -> None:
    # Brier scores .04 and .0425: worse by .0025 / .04 = 6.25 %.
    assert (await measured(desk, [(0.8, 1)] * 50))["brier_score"] == pytest.approx(0.04)
    steady = await desk("calibrate", action="get_stats", data={"source": "llm_extract"})
    assert (steady["degradation_detected"], steady["degradation"]) == (False, None)
    await measured(desk, [(0.8, 1)] * 49 + [(0.6, 0)] * 1 + [(0.8, 1), (0.8, 1)])
    stats = await desk("calibrate", action="get_stats", data={"source": "llm_extract"})
    assert stats["degradation_detected"] is True
    assert stats["degradation"]["before"] == pytest.approx(0.04)
    assert stats["degradation"]["after"] == pytest.approx((51 * 0.04 + 0.36) / 52)
    assert stats["degradation"]["worse"] == pytest.approx(((51 * 0.04 + 0.36) / 52 - 0.04) / 0.04)
    assert [(one["source"], one["degradation_detected"]) for one in stats["sources"]] == [("llm_extract", True)]


@pytest.mark.req("L34")
async def test_a_little_worse_is_none(desk: Desk) -> None:
    await measured(desk, [(0.8, 1)] * 100)
    await measured(desk, [(0.8, 1)] * 99 + [(0.6, 1)])  # (99 × .04 + .16) / 100 = .0412, 3 % worse
    stats = await desk("calibrate", action="get_stats", data={"source": "llm_extract"})
    assert stats["degradation_detected"] is False
    assert stats["degradation"]["after"] == pytest.approx(0.0412)


@pytest.mark.req("L34")
async def test_what_cannot_be_rolled_back_says_what_there_is(desk: Desk) -> None:
    nobody = await desk("calibrate_rollback", source="llm_extract")
    assert nobody["error_code"] == "CALIBRATION_ERROR"
    await desk("calibrate", action="add_sample", data={"source": "llm_extract", "prediction": 0.8, "actual": 1})
    nothing = await desk("calibrate_rollback", source="llm_extract")
    assert nothing["error"]["message"] == "llm_extract has no version in force: there is nothing to roll back"
    assert fitted(desk) == 1
    beyond = await desk("calibrate_rollback", source="llm_extract", version=7)
    assert beyond["error"]["message"] == (
        "llm_extract has no version 7 to go back to: 1 is in force, the earlier ones are 0"
    )
    itself = await desk("calibrate_rollback", source="llm_extract", version=1)
    assert itself["error_code"] == "CALIBRATION_ERROR"
    done = await desk("calibrate_rollback", source="llm_extract", version=0)
    assert (done["rolled_back_to"], done["previous_version"], done["reason"]) == (0, 1, "no reason given")
    stats = await desk("calibrate", action="get_stats", data={"source": "llm_extract"})
    assert (stats["current_version"], stats["method"]) == (0, "identity")


@pytest.mark.req("L34")
async def test_stances_are_samples_of_their_own_kind(desk: Desk) -> None:
    stance = {"supports": 0.7, "refutes": 0.2, "neutral": 0.1}
    good = {"source": "nli_judge", "prediction": stance, "actual": "supports"}
    assert (await desk("calibrate", action="add_sample", data=good))["pending_count"] == 1
    mixed = await desk("calibrate", action="add_sample", data={"source": "nli_judge", "prediction": 0.7, "actual": 1})
    assert mixed["error_code"] == "CALIBRATION_ERROR"
    odd = await desk("calibrate", action="add_sample", data={**good, "actual": 1})
    assert odd["error_code"] == "INVALID_PARAMS"


@pytest.mark.req("L34")
@pytest.mark.parametrize(
    ("action", "data", "field", "said"),
    [
        (
            "add_sample",
            {"prediction": 0.7, "actual": "supports"},
            "data.actual",
            "\"actual\" must be 0 or 1, not 'supports'",
        ),
        (
            "add_sample",
            {"prediction": {"supports": 0.7, "refutes": 0.2, "neutral": 0.1}, "actual": 1},
            "data.actual",
            '"actual" must be one of supports, refutes, neutral, not 1',
        ),
        (
            "add_sample",
            {"prediction": {"supports": 0.7, "refutes": 0.7, "neutral": 0.1}, "actual": "supports"},
            "data.prediction",
            '"prediction" must hold probabilities that sum to 1, not 1.5',
        ),
        (
            "evaluate",
            {"predictions": [0.5, 0.5], "labels": [1, "neutral"]},
            "data.labels.1",
            "\"labels.1\" must be 0 or 1, not 'neutral'",
        ),
        (
            "evaluate",
            {"predictions": [0.5, 0.5], "labels": [1]},
            "data.labels",
            "there are 2 predictions and 1 labels: as many are needed, one at least",
        ),
        (
            "evaluate",
            {"predictions": [], "labels": []},
            "data.predictions",
            "there are 0 predictions and 0 labels: as many are needed, one at least",
        ),
        ("get_evaluations", {"since": "昨日"}, "data.since", "\"since\" must be an ISO date or time, not '昨日'"),
    ],
)
async def test_a_wrong_value_is_named_as_the_tool_names_it(
    desk: Desk, action: str, data: dict[str, Any], field: str, said: str
) -> None:
    told = await desk("calibrate", action=action, data={"source": "s", **data})
    assert told["error"] == {"code": "INVALID_PARAMS", "message": said}
    assert told["details"]["field"] == field
    stats = await desk("calibrate", action="get_stats")
    assert stats["sources"] == []


@pytest.mark.req("L34")
async def test_enough_samples_fit_a_version_and_the_call_says_so(desk: Desk) -> None:
    calibrating = open_calibration(desk.clients.app)
    calibrating.refit_after = 10**6
    calibrating.add(
        "llm_extract",
        [sample_of({"source": "llm_extract", "prediction": p, "actual": a})[1] for p, a in SURE],
    )
    last = {"source": "llm_extract", "prediction": 0.5, "actual": 0}
    told = await desk("calibrate", action="add_sample", data=last)
    assert (told["fitted_version"], told["pending_count"]) == (1, 0)


@pytest.mark.req("L34")
async def test_what_auto_rollback_undid_is_told_afterwards(tmp_path: Path, library: Path) -> None:
    settings = replace(
        Settings(home=tmp_path / "home", embeddings=False), calibration=CalibrationSettings(auto_rollback=True)
    )
    moment = Moment()
    with open_app(settings, clock=moment.clock) as app:
        async with open_clients(app, libraries=(library,)) as clients:
            desk = Desk(
                clients=clients,
                tools=Tools(clients=clients, people=UserInteraction(clients=clients)),
                moment=moment,
                said=[],
            )
            assert fitted(desk) == 1
            first = await measured(desk, SURE)
            assert "rolled_back_to" not in first
            # What the version has learnt to mistrust turns out right: it was better to leave it as it was.
            second = await measured(desk, [(0.95, 1), (0.05, 0)] * 50)
            third = await measured(desk, [(0.9, 1), (0.8, 1), (0.2, 0)] * 30)
            stats = await desk("calibrate", action="get_stats", data={"source": "llm_extract"})
    told = [one.get("rolled_back_to") for one in (second, third)]
    assert told == [None, 0]
    assert stats["current_version"] == 0


@pytest.mark.req("L34")
async def test_evaluations_come_newest_first_and_since_a_time(desk: Desk) -> None:
    for _ in range(3):
        await measured(desk, [(0.8, 1)] * 5)
        desk.moment.pass_(60)
    history = await desk("calibrate", action="get_evaluations", data={"limit": 2, "since": "2026-11-16T03:01:00Z"})
    assert history["total_count"] == 2
    assert [one["evaluated_at"] for one in history["evaluations"]] == ["2026-11-16T03:02:00Z", "2026-11-16T03:01:00Z"]
    assert {one["calibration_version"] for one in history["evaluations"]} == {0}


@pytest.mark.req("L34")
@pytest.mark.slow
async def test_a_version_changes_the_confidence_of_claims_and_a_rollback_gives_it_back(desk: Desk) -> None:
    task_id = await desk.searched()

    async def confidences() -> list[float]:
        told = await desk("get_materials", task_id=task_id)
        return [one["confidence"] for one in sorted(told["claims"], key=lambda one: one["id"])]

    before = await confidences()
    fitted(desk, CONFIDENCE_SOURCE)
    scaled = await confidences()
    assert all(now != was for now, was in zip(scaled, before, strict=True))
    await desk("calibrate_rollback", source=CONFIDENCE_SOURCE)
    assert await confidences() == before
