"""Events about calibrations and templates. Part of the union in `tadori.events`."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibrationFitted:
    """A new calibration was fitted to a source's outcomes; its version is active from now on."""

    source: str
    version: int
    method: str
    samples: int
    brier_before: float
    brier_after: float
    """Both on held-out samples."""
    kind: Literal["calibration_fitted"] = "calibration_fitted"


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibrationSkipped:
    """A fit was due and failed; the active version stays."""

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
    """Another revision of a template is active for new sessions (M4)."""

    name: str
    mode: str
    """`auto`, `ttl` or `force`."""
    previous: str
    """`claims@1`, or `none`."""
    new: str
    ttl: int
    """Seconds until the next check."""
    kind: Literal["template_reloaded"] = "template_reloaded"

    @property
    def log_line(self) -> str:
        """S3's log line, word for word."""
        return f"consensus.template.reload reason={self.mode} previous={self.previous} new={self.new} ttl={self.ttl}"


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateRefused:
    """A template file cannot be used; the active revision stays."""

    name: str
    where: str
    """The file name in the folder, or the address."""
    reason: str
    kept: str
    """The revision that stays active: `claims@1`, or `none`."""
    kind: Literal["template_refused"] = "template_refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateRolledBack:
    name: str
    previous: str
    rolled_back_to: str
    reason: str
    kind: Literal["template_rolled_back"] = "template_rolled_back"
