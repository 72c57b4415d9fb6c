"""Events of what is learned and looked after: calibrations and templates. Part of the union in `tadori.events`."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibrationFitted:
    """A source's scores were fitted to outcomes anew; the version is in force from now on."""

    source: str
    version: int
    method: str
    samples: int
    brier_before: float
    brier_after: float
    """Both on samples that the fit had not seen."""
    kind: Literal["calibration_fitted"] = "calibration_fitted"


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibrationSkipped:
    """A fit was due and could not be made; what was in force stays in force."""

    source: str
    reason: str
    kind: Literal["calibration_skipped"] = "calibration_skipped"


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibrationDegraded:
    """The last evaluation of a source is at least 5 % worse than the one before it (§4.6.1)."""

    source: str
    version: int
    before: float
    after: float
    worse: float
    """As a share of `before`."""
    kind: Literal["calibration_degraded"] = "calibration_degraded"


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibrationRolledBack:
    source: str
    rolled_back_to: int
    previous_version: int
    reason: str
    automatic: bool
    kind: Literal["calibration_rolled_back"] = "calibration_rolled_back"


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateReloaded:
    """Another revision of a template is in force for whoever begins now (M4)."""

    name: str
    mode: str
    """`auto`, `ttl` or `force`."""
    previous: str
    """`claims@1`, or `none`."""
    new: str
    ttl: int
    """Seconds until it is looked at again."""
    kind: Literal["template_reloaded"] = "template_reloaded"

    @property
    def log_line(self) -> str:
        """S3's line, word for word."""
        return f"consensus.template.reload reason={self.mode} previous={self.previous} new={self.new} ttl={self.ttl}"


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateRefused:
    """A template file cannot be used; what was in force stays in force."""

    name: str
    where: str
    """The file, as it stands in the folder, or the address."""
    reason: str
    kept: str
    """What is in force all the same: `claims@1`, or `none`."""
    kind: Literal["template_refused"] = "template_refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateRolledBack:
    name: str
    previous: str
    rolled_back_to: str
    reason: str
    kind: Literal["template_rolled_back"] = "template_rolled_back"
