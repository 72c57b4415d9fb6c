"""Calibration (L34): scores, their outcomes, and what was fitted to them. Types only; the arithmetic is in `judge`.

A score is a tuple of probabilities, one per class: (true, false) for a plain probability, (supports, refutes, neutral)
for a stance. The outcome is the index of the class that turned out to be right.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

BINARY: Final = ("true", "false")
STANCES: Final = ("supports", "refutes", "neutral")

CONFIDENCE_SOURCE: Final = "confidence"
"""The confidence of claims (L28)."""
STANCE_SOURCE: Final = "nli_judge"
"""The stance model's scores, by the name in §3.3.4."""


class ScalingMethod(StrEnum):
    IDENTITY = "identity"
    """Scores as they are."""
    TEMPERATURE = "temperature"
    """Sharpens or flattens all probabilities; the likeliest class stays the likeliest."""
    PLATT = "platt"
    """Temperature and a shift per class: also corrects a bias towards one class."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scaling:
    """`softmax(slope × log score + shifts)`; for a plain probability `sigmoid(slope × logit + shifts[0])`."""

    method: ScalingMethod
    slope: float
    shifts: tuple[float, ...]
    """One per class, relative to the last, which is 0."""

    @property
    def temperature(self) -> float:
        return 1.0 / self.slope


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """A raw score of the source, before any calibration, and the outcome."""

    scores: tuple[float, ...]
    outcome: int
    """The index in `scores` of what was true."""
    context: str = ""
    key: str = ""
    """A name given by whoever adds it: the same name twice in one source is one sample."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bin:
    """One interval of predictions. `observed` and `predicted` are means, None when it is empty."""

    lower: float
    upper: float
    count: int
    predicted: float | None
    observed: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibrationMeasure:
    """How well scores fit outcomes."""

    brier: float
    ece: float
    bins: tuple[Bin, ...]
    samples: int
    standard_error: float
    """Of the Brier score: how far chance alone may have moved it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """A scaling, and its effect on samples it was not fitted to."""

    scaling: Scaling
    before: CalibrationMeasure
    after: CalibrationMeasure


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibrationVersion:
    source: str
    version: int
    scaling: Scaling
    samples: int
    brier_before: float
    brier_after: float
    ece_before: float
    ece_after: float
    made_at: datetime
    active: bool
    rolled_back_at: datetime | None = None
    rolled_back_reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibrationEvaluation:
    """§4.6.1: one row of `calibration_evaluations`. `calibrated` is None where no calibration was active."""

    id: str
    source: str
    raw: CalibrationMeasure
    calibrated: CalibrationMeasure | None
    version: int
    evaluated_at: datetime

    @property
    def in_force(self) -> CalibrationMeasure:
        """The measure of the scores as they are used."""
        return self.calibrated or self.raw

    @property
    def improvement_ratio(self) -> float:
        """The share of the Brier score that calibration removes; 0 where none was active."""
        if self.calibrated is None or not self.raw.brier:
            return 0.0
        return (self.raw.brier - self.calibrated.brier) / self.raw.brier


@dataclass(frozen=True, slots=True, kw_only=True)
class Degradation:
    """The last evaluation of a source compared with the one before."""

    before: float
    after: float
    worse: float
    """As a share of `before`; negative when it got better."""
    detected: bool
    """At least 5 % worse (§4.6.1)."""
    beyond_chance: bool
    """Also worse by more than two standard errors: small samples differ by 5 % by chance."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rollback:
    source: str
    rolled_back_to: int
    previous_version: int
    reason: str
    automatic: bool
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceStats:
    """The current state of a source's calibration."""

    source: str
    classes: tuple[str, ...]
    current_version: int
    """0 while its scores are used uncalibrated."""
    method: ScalingMethod
    sample_count: int
    pending_count: int
    """Samples that no fit has used yet."""
    brier: float | None
    """Of the scores as used: by the last evaluation; before the first, by the held-out samples of its fit. None without
    samples.
    """
    ece: float | None
    measured_on: int
    """Samples that both were measured on."""
    degradation: Degradation | None
    """None before the second evaluation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagram:
    """The data of a reliability diagram."""

    source: str
    classes: tuple[str, ...]
    version: int
    method: ScalingMethod
    raw: CalibrationMeasure
    calibrated: CalibrationMeasure | None
    evaluation_id: str | None
