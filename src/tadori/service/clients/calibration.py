"""The tools `calibrate` and `calibrate_rollback` of §3.2.1: plain data in and out, on an open home."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from tadori.errors import CalibrationError, ClientRefused
from tadori.events import Event
from tadori.model.calibration import CONFIDENCE_SOURCE
from tadori.pipeline.calibration_state import diagram, evaluations, source_stats
from tadori.service.calibration import diagram_row, evaluation_row, open_calibration, parse_moment, stats_row
from tadori.service.calibration_samples import sample_of
from tadori.service.clients.claims import utc_stamp
from tadori.store.calibration import calibration_sources
from tadori.wiring.home import App

Json = dict[str, Any]
MAX_EVALUATIONS: Final = 50


def calibrate(app: App, action: str, data: Mapping[str, Any]) -> Json:
    """One action of `calibrate`.

    Raises:
        ClientRefused: the action lacks something it needs, or what it was given is wrong; `details` say which.
        CalibrationError: there is no such source or evaluation, or the samples are of another kind than its own.
    """
    return _ACTIONS[action](app, data)


def rollback(app: App, source: str, version: int | None, reason: str) -> Json:
    """Put an earlier version in force. Raises CalibrationError."""
    done = open_calibration(app).rollback(source, version, reason)
    return {
        "source": done.source,
        "rolled_back_to": done.rolled_back_to,
        "previous_version": done.previous_version,
        "reason": done.reason,
    }


def _add_sample(app: App, data: Mapping[str, Any]) -> Json:
    _need(data, "source", "prediction", "actual")
    with _refusing():
        source, sample = sample_of(data)
    events: list[Event] = []
    told = open_calibration(app, events.append).add(source, [sample])
    found = {"sample_id": told.ids[0], "pending_count": told.pending, **_undone(events)}
    return found if told.fitted is None else {**found, "fitted_version": told.fitted.version}


def _get_stats(app: App, data: Mapping[str, Any]) -> Json:
    """The source that was named; else the confidence of claims, else the first by name. All stand in `sources`."""
    with app.store.read() as db:
        names = sorted(calibration_sources(db))
    rows = [stats_row(source_stats(app.store, name)) for name in names]
    wanted = data.get("source") or (CONFIDENCE_SOURCE if CONFIDENCE_SOURCE in names else next(iter(names), None))
    if wanted is None:
        nothing = {"current_version": 0, "brier_score": None, "ece": None, "sample_count": 0}
        return {**nothing, "degradation_detected": False, "sources": []}
    return {**stats_row(source_stats(app.store, wanted)), "sources": rows}


def _evaluate(app: App, data: Mapping[str, Any]) -> Json:
    _need(data, "source", "predictions", "labels")
    predictions, labels = data["predictions"], data["labels"]
    if not predictions or len(predictions) != len(labels):
        said = f"there are {len(predictions)} predictions and {len(labels)} labels: as many are needed, one at least"
        raise ClientRefused("INVALID_PARAMS", said, {"field": "data.labels" if predictions else "data.predictions"})
    with _refusing():
        samples = [
            sample_of(
                {"source": data["source"], "prediction": predicted, "actual": label},
                (f"predictions.{place}", f"labels.{place}"),
            )[1]
            for place, (predicted, label) in enumerate(zip(predictions, labels, strict=True))
        ]
    events: list[Event] = []
    return {**evaluation_row(open_calibration(app, events.append).evaluate(data["source"], samples)), **_undone(events)}


def _undone(events: list[Event]) -> Json:
    """§4.6.1: the version that the setting `auto_rollback` has returned to, if it did."""
    done = [event for event in events if event.kind == "calibration_rolled_back"]
    return {"rolled_back_to": done[-1].rolled_back_to} if done else {}


def _get_evaluations(app: App, data: Mapping[str, Any]) -> Json:
    with _refusing("since"):
        since = parse_moment(data["since"]) if "since" in data else None
    found, total = evaluations(
        app.store,
        data.get("source"),
        limit=data.get("limit", MAX_EVALUATIONS),
        since=since,
    )
    rows = [
        {
            "source": one.source,
            **evaluation_row(one),
            "calibration_version": one.version,
            "evaluated_at": utc_stamp(one.evaluated_at),
        }
        for one in found
    ]
    return {"evaluations": rows, "total_count": total}


def _get_diagram(app: App, data: Mapping[str, Any]) -> Json:
    _need(data, "source")
    return diagram_row(diagram(app.store, data["source"], data.get("evaluation_id")))


@contextmanager
def _refusing(name: str = "") -> Iterator[None]:
    """§3.2.1: what is wrong with an argument is INVALID_PARAMS, whatever the tool is about."""
    try:
        yield
    except CalibrationError as exc:
        raise ClientRefused("INVALID_PARAMS", str(exc), {"field": f"data.{exc.field or name}"}) from exc


def _need(data: Mapping[str, Any], *names: str) -> None:
    missing = [name for name in names if name not in data]
    if missing:
        where: dict[str, object] = {"field": f"data.{missing[0]}"}
        raise ClientRefused("INVALID_PARAMS", f"data lacks {', '.join(missing)}", where)


_ACTIONS: Final[Mapping[str, Callable[[App, Mapping[str, Any]], Json]]] = {
    "add_sample": _add_sample,
    "get_stats": _get_stats,
    "evaluate": _evaluate,
    "get_evaluations": _get_evaluations,
    "get_diagram_data": _get_diagram,
}
