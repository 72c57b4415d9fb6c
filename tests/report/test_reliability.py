"""The reliability diagram as it is drawn."""

import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

from tadori.judge.calibration import measure_samples
from tadori.model.calibration import BINARY, STANCES, Diagram, Sample, Scaling, ScalingMethod
from tadori.report.reliability import interval, reliability_html, reliability_svg

SVG = "{http://www.w3.org/2000/svg}"
SAMPLES = [Sample(scores=(0.75, 0.25), outcome=n % 2) for n in range(6)] + [Sample(scores=(0.25, 0.75), outcome=1)]
HALF = Scaling(method=ScalingMethod.TEMPERATURE, slope=0.5, shifts=(0.0, 0.0))
DIAGRAM = Diagram(
    source="confidence",
    classes=BINARY,
    version=3,
    method=ScalingMethod.TEMPERATURE,
    raw=measure_samples(SAMPLES),
    calibrated=measure_samples(SAMPLES, HALF),
    evaluation_id=None,
)


def drawn(svg: str) -> ET.Element:
    return ET.fromstring(svg)


def words(root: ET.Element) -> list[str]:
    return [text.text or "" for text in root.iter(f"{SVG}text")]


@pytest.mark.req("L34")
def test_every_bin_that_holds_something_is_a_point_at_prediction_and_outcome() -> None:
    points = [c for c in drawn(reliability_svg(DIAGRAM)).iter(f"{SVG}circle") if c.get("class") == "raw point"]
    # The plot is 440 wide from x = 84, and from y = 104 downwards; the last point is the legend's.
    assert [(c.get("cx"), c.get("cy")) for c in points[:2]] == [
        (f"{84 + 0.25 * 440:.1f}", f"{104 + 440:.1f}"),
        (f"{84 + 0.75 * 440:.1f}", f"{104 + 0.5 * 440:.1f}"),
    ]
    assert len(points) == 3
    titles = [c.findtext(f"{SVG}title") for c in points[:2]]
    assert titles == ["0.2–0.3: 0.250 → 0.000 (n = 1)", "0.7–0.8: 0.750 → 0.500 (n = 6)"]


@pytest.mark.req("L34")
@pytest.mark.parametrize(
    ("lang", "title", "axis"),
    [
        ("en", "Reliability: confidence", "predicted probability"),
        ("ja", "信頼度図: confidence", "予測確率"),
        ("both", "Reliability / 信頼度図: confidence", "predicted probability / 予測確率"),
    ],
)
def test_the_picture_speaks_either_language_or_both(lang: str, title: str, axis: str) -> None:
    said = words(drawn(reliability_svg(DIAGRAM, lang)))
    assert said[0] == title
    assert axis in said


@pytest.mark.req("L34")
def test_the_figures_before_and_after_stand_beside_it() -> None:
    after = DIAGRAM.calibrated
    assert after is not None
    said = words(drawn(reliability_svg(DIAGRAM, "en")))
    assert f"{DIAGRAM.raw.brier:.4f} → {after.brier:.4f}" in said
    assert f"{DIAGRAM.raw.ece:.4f} → {after.ece:.4f}" in said
    assert "7 samples · version 3 (temperature)" in said
    assert "also samples it was fitted to" in said


def test_without_calibration_there_is_one_series_and_it_is_said() -> None:
    said = words(drawn(reliability_svg(replace(DIAGRAM, calibrated=None, version=0), "en")))
    assert "7 samples · not calibrated" in said
    assert f"{DIAGRAM.raw.brier:.4f}" in said
    assert "calibrated" not in said


def test_an_evaluation_is_named_and_its_figures_are_on_unseen_samples() -> None:
    said = words(drawn(reliability_svg(replace(DIAGRAM, evaluation_id="eval_004"), "en")))
    assert "7 samples · version 3 (temperature) · eval_004" in said
    assert "also samples it was fitted to" not in said


def test_stances_are_drawn_by_the_likeliest_one() -> None:
    samples = [Sample(scores=(0.6, 0.3, 0.1), outcome=n % 3) for n in range(9)]
    stances = replace(DIAGRAM, classes=STANCES, raw=measure_samples(samples), calibrated=None)
    assert "confidence in the likeliest stance" in words(drawn(reliability_svg(stances, "en")))
    assert "最有力の判定の確信度" in reliability_html(stances, "ja")


@pytest.mark.req("L34")
def test_the_page_has_every_number_and_needs_nothing_else() -> None:
    page = reliability_html(DIAGRAM, "en")
    assert page.startswith('<!doctype html>\n<html lang="en">')
    assert '<th scope="row">0.7–0.8</th><td>0.750</td><td>0.500</td><td>6</td>' in page
    assert '<th scope="row">0.9–1</th><td>–</td><td>–</td><td>0</td>' in page
    assert "default-src 'none'" in page
    assert "<script" not in page
    assert "http" not in page.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")


def test_a_hostile_name_stays_text() -> None:
    root = drawn(reliability_svg(replace(DIAGRAM, source="<script>alert(1)</script>")))
    assert list(root.iter(f"{SVG}script")) == []
    assert "Reliability / 信頼度図: <script>alert(1)</script>" in words(root)


@pytest.mark.parametrize(
    ("share", "count", "expected"),
    [(0.5, 100, (0.4038, 0.5962)), (0.0, 10, (0.0, 0.2775)), (1.0, 10, (0.7225, 1.0)), (1.0, 1, (0.2065, 1.0))],
)
def test_the_interval_is_wilsons(share: float, count: int, expected: tuple[float, float]) -> None:
    assert interval(share, count) == pytest.approx(expected, abs=1e-4)
