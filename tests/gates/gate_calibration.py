"""Calibration (L34): Brier and ECE on forecasts with known figures, and what a fit does for the half it did not see.

The forecasts of FiveThirtyEight are real and well calibrated; `mlb` and `nba` have figures in the data folder's README
that our code must meet to four digits. `calibrated_halves` is for any scores with labels: it fits on one half and
measures on the other, both ways. Rules of issue 5: ECE ≤ .05; Brier at least 20 % better where the raw ECE is above
.10, otherwise no worse than plain temperature scaling; wrong promotions (above the caveat line and wrong) 15 % fewer.
"""

import csv
import gzip
import random
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log

from tadori.judge.calibration import binned, brier, ece_of, measured, scaled
from tadori.judge.scaling import best_fit, fitted
from tadori.model.calibration import Measure, Method, Sample
from tadori.model.thresholds import CAVEAT_BELOW
from tests.gates.figures import Figure, data_folder

NEEDS = ["calib-538"]
SEED = 20261116
# mlb and nba: (Brier, ECE in ten bins) of the data folder's README.
KNOWN = {"mlb_games.csv.gz": (0.2399, 0.0070), "nba_games.csv": (0.2147, 0.0484)}
DIGITS = 0.00005
"""What rounding to four digits may hide."""
ECE_AT_MOST = 0.05
BADLY_OFF = 0.10
BETTER_BY = 0.20
WORSE_BY_CHANCE = 0.0005
"""A choice among methods on one half may miss the better one for the other half by this much Brier."""
FEWER_WRONG = 0.15


def run(quick: bool) -> list[Figure]:
    figures = []
    for file, known in KNOWN.items():
        predictions, outcomes = _forecasts(file)
        found = (brier(predictions, outcomes), ece_of(binned(predictions, outcomes)))
        for what, value, published in zip(("Brier", "ECE"), found, known, strict=True):
            name = f"calibration {file.split('_')[0]} {what} {value:.4f}, off by"
            figures.append(_at_most(name, abs(value - published), DIGITS, len(predictions)))
    for file in ("nba_games.csv",) if quick else ("nba_games.csv", "nfl_games.csv", "nhl_games.csv"):
        scores, labels = _decided(file)
        name = file.split("_")[0]
        figures += calibrated_halves(scores, labels, SEED, name=name)
        figures += _undone(name, scores, labels)
    return figures


def _undone(name: str, scores: Sequence[tuple[float, float]], labels: Sequence[int]) -> list[Figure]:
    """The same source, four times as sure of itself as it may be, must come out as good as it does without that."""
    plain = in_halves(scores, labels, SEED)
    loud = in_halves([_exaggerated(score) for score in scores], labels, SEED)
    more = loud.calibrated.brier - plain.calibrated.brier
    return [
        _at_most(
            f"calibration {name} exaggerated ECE (raw {loud.raw.ece:.4f})",
            loud.calibrated.ece,
            ECE_AT_MOST,
            len(labels),
        ),
        _at_most(f"calibration {name} Brier left of the exaggeration", more, WORSE_BY_CHANCE, len(labels)),
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Halves:
    """Every sample measured under the fit to the half it is not in."""

    raw: Measure
    calibrated: Measure
    temperature: Measure
    wrong_raw: float
    """Share of what stands above the caveat line that is wrong."""
    wrong: float


def calibrated_halves(
    scores: Sequence[Sequence[float]], labels: Sequence[int], seed: int, *, name: str
) -> list[Figure]:
    """The figures of issue 5 for scores (a tuple of probabilities each) and labels (the place of what is true)."""
    found = in_halves(scores, labels, seed)
    raw, after, n = found.raw, found.calibrated, found.raw.samples
    figures = [_at_most(f"calibration {name} ECE (raw {raw.ece:.4f})", after.ece, ECE_AT_MOST, n)]
    if raw.ece > BADLY_OFF:
        better = (raw.brier - after.brier) / raw.brier
        figures.append(Figure(name=f"calibration {name} Brier better by", value=better, floor=BETTER_BY, aim=None, n=n))
    else:
        more = after.brier - found.temperature.brier
        figures.append(_at_most(f"calibration {name} Brier over plain temperature", more, WORSE_BY_CHANCE, n))
    return figures


def fewer_wrong(scores: Sequence[Sequence[float]], labels: Sequence[int], seed: int, *, name: str) -> Figure:
    """How much rarer a wrong answer above the caveat line has become, against the uncalibrated scores."""
    found = in_halves(scores, labels, seed)
    fewer = (found.wrong_raw - found.wrong) / found.wrong_raw if found.wrong_raw else 0.0
    return Figure(
        name=f"calibration {name} wrong promotions fewer by", value=fewer, floor=FEWER_WRONG, aim=None, n=len(labels)
    )


def in_halves(scores: Sequence[Sequence[float]], labels: Sequence[int], seed: int) -> Halves:
    """Fit on one half, measure on the other, both ways."""
    samples = [Sample(scores=tuple(s), outcome=label) for s, label in zip(scores, labels, strict=True)]
    random.Random(seed).shuffle(samples)
    middle = len(samples) // 2
    calibrated: list[Sample] = []
    tempered: list[Sample] = []
    for learnt, unseen in ((samples[:middle], samples[middle:]), (samples[middle:], samples[:middle])):
        best, plain = best_fit(learnt).scaling, fitted(learnt, Method.TEMPERATURE)
        calibrated += [Sample(scores=scaled(best, s.scores), outcome=s.outcome) for s in unseen]
        tempered += [Sample(scores=scaled(plain, s.scores), outcome=s.outcome) for s in unseen]
    return Halves(
        raw=measured(samples),
        calibrated=measured(calibrated),
        temperature=measured(tempered),
        wrong_raw=_wrong(samples),
        wrong=_wrong(calibrated),
    )


def _wrong(samples: Sequence[Sample]) -> float:
    """Of what is said with at least the caveat line's probability, the share that is wrong."""
    said = [(max(range(len(s.scores)), key=lambda place: s.scores[place]), s) for s in samples]
    above = [place == s.outcome for place, s in said if s.scores[place] >= CAVEAT_BELOW]
    return 1 - sum(above) / len(above) if above else 0.0


def _forecasts(file: str) -> tuple[list[float], list[float]]:
    """The first team's chance and what became of it; a draw counts ½."""
    packed = (data_folder() / "calib-538" / file).read_bytes()
    text = (gzip.decompress(packed) if file.endswith(".gz") else packed).decode("utf-8")
    rows = [(float(row["prob1"]), float(row["prob1_outcome"])) for row in csv.DictReader(text.splitlines())]
    return [p for p, _ in rows], [y for _, y in rows]


def _decided(file: str) -> tuple[list[tuple[float, float]], list[int]]:
    """The games that were not drawn, as scores and labels."""
    pairs = [(p, y) for p, y in zip(*_forecasts(file), strict=True) if y in (0.0, 1.0)]
    return [(p, 1 - p) for p, _ in pairs], [int(y == 0.0) for _, y in pairs]


def _exaggerated(scores: tuple[float, float]) -> tuple[float, float]:
    p = 1 / (1 + exp(-4 * log(scores[0] / scores[1])))
    return p, 1 - p


def _at_most(name: str, value: float, floor: float, n: int) -> Figure:
    return Figure(name=name, value=value, floor=floor, aim=None, n=n, at_least=False)
