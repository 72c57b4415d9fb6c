"""Every error a caller may want to catch. Nothing else in the package defines exceptions.

* TadoriError
  - WrongCall              the user must change the call: a bad argument, a missing folder, an empty question
    · TaskNotFound         no task of that name in this home
    · TaskBusy             another process holds the task
    · MissingExtra         an optional part is not installed; the message says what to install
    · CalibrationError     samples nothing can be learnt from, or a calibration that is not there
  - ConfigError            the user must change a setting or the home (newer database, unreadable folder)
    · TemplateUnusable     a prompt template is malformed, unsafe or refers to nothing; the old one stays in force
  - ModelUnusable          a model's files are missing, damaged or of another kind; rules go on without it
  - ModelFailed            no language model gave a usable answer; the mechanical twin goes on (`code` says why)
  - SourceError            one outside source or document failed; the run goes on without it
    · SourceRefused        it said no (401, 403, 429, robots): `how`, and `retry_after` where it was said
    · SourceGarbled        it answered, but not in the agreed form (a torn PDF, a binary named .html)
    · SourceTooLarge       over the size, depth or time it is allowed
    · SourceUnreachable    no name, no connection, no valid certificate, or cut off half way
      - SourceTooSlow      no answer in the time it is given
      - CertificateInvalid its certificate is not valid; no other way may overlook that
    · AddressForbidden     we may not ask it: another scheme, a private address, an address made to deceive
    · RouteUnavailable     a way to the web does not exist on this machine now (no Tor, share spent)
      - ChromeNotReady     no Chrome to talk to; `diagnosis` says what was tried and what to do
  - ClientRefused          what a client asked for cannot be done now; `code` is one of §3.2.1
  - CodeRefused            code must not run, or its result must not be used; `reason` says why, in our words
  - CodeFailed             code was run and gave no result: an error of its own, or a limit
  - BudgetExhausted        the run must stop and report what it has
    · ModelTimeSpent       language models have had their share of the time; rules do the work
  - EvidenceBroken         an archive or report does not hold together; the message names the place
  - StorageFull            the disk is full: nothing more can be kept, what is kept stays
  - Interrupted            a person stopped the run; it can go on with `tadori resume`
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

CHROME_NOT_READY: Final = "CHROME_NOT_READY"
"""How the reason of every `ChromeNotReady` begins, for people."""
NOT_STARTED: Final = "and ours did not start"
"""How it ends when one was tried to be started."""


class TadoriError(Exception):
    """Base of all expected failures. A bug is never a TadoriError."""


class WrongCall(TadoriError):
    """The call cannot work as it stands; the message says what was wrong and what is right."""

    def __init__(self, *words: object, field: str = "", instead: str = "") -> None:
        super().__init__(*words)
        self.field = field
        """The argument that is wrong, as a client names it (`options.engines`)."""
        self.instead = instead
        """The tool (§3.2.1) that helps where no other argument does."""


class TaskNotFound(WrongCall):
    """No task of that name in this home."""


class TaskBusy(WrongCall):
    """Another process holds the task."""


class MissingExtra(WrongCall):
    """An optional part is not installed."""


class CalibrationError(WrongCall):
    """CALIBRATION_ERROR: samples that nothing can be learnt from, or a source or version that does not exist."""


class ConfigError(TadoriError):
    """A setting or the home folder is unusable; the message names it."""


class TemplateUnusable(ConfigError):
    """A prompt template cannot be used; the message names the file and what is wrong."""


class ModelUnusable(TadoriError):
    """A model's files are missing, damaged or not what they should be; the message names the file."""


@dataclass(eq=False)
class ModelFailed(TadoriError):
    """No language model gave a usable answer; whoever asked goes on mechanically."""

    code: str
    """`CONSENSUS_SCHEMA_RETRY_EXCEEDED`, `MODEL_UNREACHABLE`, `MODEL_REFUSED`, `MODEL_RAN_AWAY`, `MODEL_UNSAFE`."""
    reason: str

    def __str__(self) -> str:
        return f"{self.code}: {self.reason}"


@dataclass(eq=False)
class SourceError(TadoriError):
    """One outside source or document failed."""

    source: str
    reason: str

    def __str__(self) -> str:
        return f"{self.source}: {self.reason}"


class RefusalKind(StrEnum):
    """How a source said no, where code goes on differently for it."""

    PLAIN = "plain"
    CAPTCHA = "captcha"
    """A captcha, consent or block page in the place of an answer."""
    LOGIN = "login"
    QUOTA = "quota"
    """So many requests are allowed, and they are used up."""


@dataclass(eq=False)
class SourceRefused(SourceError):
    """The source said no."""

    retry_after: float | None = None
    how: RefusalKind = RefusalKind.PLAIN


@dataclass(eq=False)
class SourceGarbled(SourceError):
    """The source answered in a form we cannot use."""


@dataclass(eq=False)
class SourceTooLarge(SourceError):
    """The source is over a limit that is checked before it is read whole."""


@dataclass(eq=False)
class SourceUnreachable(SourceError):
    """The source could not be reached, or the connection did not hold."""


@dataclass(eq=False)
class SourceTooSlow(SourceUnreachable):
    """The source gave no answer in time."""


@dataclass(eq=False)
class CertificateInvalid(SourceUnreachable):
    """The source's certificate is not valid."""


@dataclass(eq=False)
class AddressForbidden(SourceError):
    """The address must not be asked: `source` is the address, `reason` the rule."""


@dataclass(eq=False)
class RouteUnavailable(SourceError):
    """A way to the web does not exist on this machine now; `source` names the route."""


@dataclass(eq=False)
class ChromeNotReady(RouteUnavailable):
    """CHROME_NOT_READY: there is no Chrome to talk to and none could be started; `reason` begins with that."""

    diagnosis: tuple[str, ...] = ()
    """What was looked at and found, one line each; the last says what to do."""
    auto_start_attempted: bool = False


@dataclass(eq=False)
class ClientRefused(TadoriError):
    """A client's call cannot be carried out now."""

    code: str
    """`AUTH_REQUIRED`, `ALL_ENGINES_BLOCKED`, `CHROME_NOT_READY`, `PIPELINE_ERROR`, `INVALID_PARAMS` (§3.2.1)."""
    reason: str
    details: dict[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.reason


@dataclass(eq=False)
class CodeRefused(TadoriError):
    """Code that a model wrote must not run, or its result must not be used. `reason` holds no word of the code."""

    reason: str

    def __str__(self) -> str:
        return self.reason


@dataclass(eq=False)
class CodeFailed(TadoriError):
    """Code was run and gave no result. `reason` holds no word of the code: an exception may carry a secret."""

    reason: str

    def __str__(self) -> str:
        return self.reason


class BudgetExhausted(TadoriError):
    """A budget has run out; the run stops and reports what it has."""


class ModelTimeSpent(BudgetExhausted):
    """Language models have had their share of the time."""


class EvidenceBroken(TadoriError):
    """An archive or report does not hold together; the message names the place."""


class StorageFull(TadoriError):
    """The disk is full: nothing more can be kept, what is kept stays."""


class Interrupted(TadoriError):
    """A person stopped the run."""
