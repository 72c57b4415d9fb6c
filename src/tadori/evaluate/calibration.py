"""Measures calibration (L34): Brier and ECE on forecasts with known figures, and what a fit does for unseen samples.

The forecasts of FiveThirtyEight are real and well calibrated; `mlb` and `nba` have published figures that our code must
match. Every source is also measured under the fit to the half it is not in, both ways; and once more after its
confidence was exaggerated four times. The same is done for the scores of our own judge.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import exp, log
from pathlib import Path
from typing import Any, Final

from tadori.evaluate import stance
from tadori.evaluate.bench import Bench
from tadori.evaluate.data import csv_rows, expected_shape
from tadori.evaluate.figures import MeasuredFigure
from tadori.judge.calibration import binned, brier, ece_of, measure_samples, scaled
from tadori.judge.scaling import best_fit, fit_scaling
from tadori.model.calibration import CalibrationMeasure, Sample, ScalingMethod
from tadori.model.thresholds import CAVEAT_BELOW

FOLDER: Final = "calib-538"
KNOWN_FILES: Final = ("mlb_games.csv.gz", "nba_games.csv")
HALVED_FILES: Final = ("nba_games.csv", "nfl_games.csv", "nhl_games.csv")
SEED: Final = 20261116
_STANCES: Final = ("supports", "refutes", "neutral")
_LOUDER: Final = 4
_SMALLEST: Final = 1e-6


@dataclass(frozen=True, slots=True, kw_only=True)
class Halves:
    """Every sample measured under the fit to the half it is not in."""

    raw: CalibrationMeasure
    calibrated: CalibrationMeasure
    temperature: CalibrationMeasure
    wrong_raw: float
    """Share of what stands above the caveat line that is wrong."""
    wrong: float


def known(file: str) -> Callable[[Bench], Iterator[MeasuredFigure]]:
    """Brier and ECE of a file whose figures are published."""

    def measure(bench: Bench) -> Iterator[MeasuredFigure]:
        predictions, outcomes = forecasts(bench.data, file)
        found = {"Brier": brier(predictions, outcomes), "ECE": ece_of(binned(predictions, outcomes))}
        for what, value in found.items():
            yield MeasuredFigure(set=f"{FOLDER}/{short_name(file)}", figure=what, value=value, n=len(predictions))

    return measure


def halved(file: str) -> Callable[[Bench], Iterator[MeasuredFigure]]:
    """What calibration does for the games of a file."""

    def measure(bench: Bench) -> Iterator[MeasuredFigure]:
        scores, labels = decided(bench.data, file)
        name = f"{FOLDER}/{short_name(file)}"
        yield from _figures(name, in_halves(scores, labels, SEED))
        loud = in_halves([exaggerated(score) for score in scores], labels, SEED)
        yield MeasuredFigure(
            set=name, figure="ECE calibrated, exaggerated scores", value=loud.calibrated.ece, n=len(labels)
        )

    return measure


def stances(name: str) -> Callable[[Bench], Iterator[MeasuredFigure]]:
    """What calibration does for the judge's scores on a three-way set."""

    def measure(bench: Bench) -> Iterator[MeasuredFigure]:
        rows = stance.rows_of(bench, name)
        with expected_shape(name):
            labels = [_STANCES.index(row["gold"]) for row in rows]
        yield from _figures(name, in_halves(judge_scores(bench, rows), labels, SEED))

    return measure


def judge_scores(bench: Bench, rows: Sequence[dict[str, Any]]) -> list[tuple[float, float, float]]:
    """The judge's probabilities of supports, refutes and neutral."""
    found = bench.judge.all_scores([stance.pair_of(row) for row in rows])
    return [(s.supports, s.refutes, s.neutral) for s in found]


def _figures(name: str, found: Halves) -> Iterator[MeasuredFigure]:
    n = found.raw.samples
    yield MeasuredFigure(set=name, figure="ECE before calibration", value=found.raw.ece, n=n)
    yield MeasuredFigure(set=name, figure="ECE calibrated", value=found.calibrated.ece, n=n)
    yield MeasuredFigure(set=name, figure="Brier before calibration", value=found.raw.brier, n=n)
    yield MeasuredFigure(set=name, figure="Brier calibrated", value=found.calibrated.brier, n=n)
    yield MeasuredFigure(set=name, figure="Brier, plain temperature", value=found.temperature.brier, n=n)


def in_halves(scores: Sequence[Sequence[float]], labels: Sequence[int], seed: int) -> Halves:
    """Fit on one half, measure on the other, both ways."""
    samples = [Sample(scores=tuple(s), outcome=label) for s, label in zip(scores, labels, strict=True)]
    random.Random(seed).shuffle(samples)
    middle = len(samples) // 2
    calibrated: list[Sample] = []
    tempered: list[Sample] = []
    for learnt, unseen in ((samples[:middle], samples[middle:]), (samples[middle:], samples[:middle])):
        best, plain = best_fit(learnt).scaling, fit_scaling(learnt, ScalingMethod.TEMPERATURE)
        calibrated += [Sample(scores=scaled(best, s.scores), outcome=s.outcome) for s in unseen]
        tempered += [Sample(scores=scaled(plain, s.scores), outcome=s.outcome) for s in unseen]
    return Halves(
        raw=measure_samples(samples),
        calibrated=measure_samples(calibrated),
        temperature=measure_samples(tempered),
        wrong_raw=_wrong(samples),
        wrong=_wrong(calibrated),
    )


def _wrong(samples: Sequence[Sample]) -> float:
    """Of the pairs that are judged right, the share below the line: a larger model would be asked for nothing."""
    said = [(max(range(len(s.scores)), key=lambda place: s.scores[place]), s) for s in samples]
    below = [s.scores[place] < CAVEAT_BELOW for place, s in said if place == s.outcome]
    return sum(below) / len(below) if below else 0.0


def short_name(file: str) -> str:
    return file.split("_")[0]


def forecasts(data: Path, file: str) -> tuple[list[float], list[float]]:
    """The first team's chance and what became of it; a draw counts ½."""
    rows = csv_rows(data / FOLDER / file, "prob1", "prob1_outcome")
    with expected_shape(file):
        return [float(row["prob1"]) for row in rows], [float(row["prob1_outcome"]) for row in rows]


def decided(data: Path, file: str) -> tuple[list[tuple[float, float]], list[int]]:
    """The games that were not drawn, as scores and labels."""
    pairs = [(p, y) for p, y in zip(*forecasts(data, file), strict=True) if y in (0.0, 1.0)]
    return [(p, 1 - p) for p, _ in pairs], [int(y == 0.0) for _, y in pairs]


def exaggerated(scores: tuple[float, float]) -> tuple[float, float]:
    """The same scores, four times as confident."""
    odds = max(scores[0], _SMALLEST) / max(scores[1], _SMALLEST)
    p = 1 / (1 + exp(-_LOUDER * log(odds)))
    return p, 1 - p
