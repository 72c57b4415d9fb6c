"""Every error a caller may want to catch. Nothing else in the package defines exceptions.

* TadoriError
  - WrongCall              the user must change the call: a bad argument, a missing folder, an empty question
    · TaskNotFound         no task of that name in this home
    · TaskBusy             another process holds the task
    · MissingExtra         an optional part is not installed; the message says what to install
  - ConfigError            the user must change a setting or the home (newer database, unreadable folder)
  - SourceError            one outside source or document failed; the run goes on without it
    · SourceRefused        it said no (401, 403, 429, robots): `retry_after` may be set
    · SourceGarbled        it answered, but not in the agreed form (a torn PDF, a binary named .html)
    · SourceTooLarge       over the size, depth or time it is allowed
  - BudgetExhausted        the run must stop and report what it has
  - EvidenceBroken         an archive or report does not hold together; the message names the place
  - StorageFull            the disk is full: nothing more can be kept, what is kept stays
  - Interrupted            a person stopped the run; it can go on with `tadori resume`
"""

from dataclasses import dataclass


class TadoriError(Exception):
    """Base of all expected failures. A bug is never a TadoriError."""


class WrongCall(TadoriError):
    """The call cannot work as it stands; the message says what was wrong and what is right."""


class TaskNotFound(WrongCall):
    """No task of that name in this home."""


class TaskBusy(WrongCall):
    """Another process holds the task."""


class MissingExtra(WrongCall):
    """An optional part is not installed."""


class ConfigError(TadoriError):
    """A setting or the home folder is unusable; the message names it."""


@dataclass(eq=False)
class SourceError(TadoriError):
    """One outside source or document failed."""

    source: str
    reason: str

    def __str__(self) -> str:
        return f"{self.source}: {self.reason}"


@dataclass(eq=False)
class SourceRefused(SourceError):
    """The source said no."""

    retry_after: float | None = None


@dataclass(eq=False)
class SourceGarbled(SourceError):
    """The source answered in a form we cannot use."""


@dataclass(eq=False)
class SourceTooLarge(SourceError):
    """The source is over a limit that is checked before it is read whole."""


class BudgetExhausted(TadoriError):
    """A budget has run out; the run stops and reports what it has."""


class EvidenceBroken(TadoriError):
    """An archive or report does not hold together; the message names the place."""


class StorageFull(TadoriError):
    """The disk is full: nothing more can be kept, what is kept stays."""


class Interrupted(TadoriError):
    """A person stopped the run."""
