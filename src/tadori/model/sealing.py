"""The compiler's inputs, sealed beside a report so that `verify` can compile it again.

The graph is sealed as a file of its own; with it, these inputs and the archived texts, the same rules produce the same
report, byte for byte. Types only.
"""

from dataclasses import dataclass, field

from tadori.model.calibration import Scaling
from tadori.model.choice import ChosenSection
from tadori.model.claim import ADDED
from tadori.model.grading import Grade
from tadori.model.ids import EN, Lang
from tadori.model.question import AnswerLength
from tadori.model.report import AnswerShape, Draft, ReadPage, ReportMethod


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleVersions:
    """The versions of the rules that decided. `verify` does not repeat decisions of another version; it says so.

    Each page names the extraction that read it and each edge the judge that weighed it, because those may be older.
    """

    report: str
    """Of the sentence check, the graph and the compiler."""
    sources: str
    """Of origins, trust and quality, with the embedder that compared retellings."""
    judge: str
    """Of verdicts on pairs that are near each other; all others are judged by rules alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenClaim:
    """A claim of the answer, and the part of the question that it was chosen for."""

    claim_id: str
    part: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerChoice:
    """What was chosen as the answer, and what its layout depends on besides the graph."""

    question_lang: Lang = EN
    length: AnswerLength = AnswerLength.NORMAL
    claims: tuple[ChosenClaim, ...] = ()
    """Best first within each part."""
    sections: tuple[ChosenSection, ...] = field(default=(), metadata=ADDED)
    """Where a language model chose: its claims under its headings, in reading order."""
    partly: bool = field(default=False, metadata=ADDED)
    """Whether the model that chose says that a part of the question stays open."""
    missing: tuple[str, ...] = field(default=(), metadata=ADDED)
    """What that model says is missing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompilerInputs:
    """Everything the compiler was given besides the graph and the texts of the pages."""

    versions: RuleVersions
    confidence_scaling: Scaling | None
    """The active calibration of confidence; None: uncalibrated."""
    stance_scaling: Scaling | None
    """The active calibration of the stance probabilities, with its name in the judge's version."""
    stance_calibration: str
    asked_besides: tuple[str, ...]
    """Further questions of a client: claims were scored against these, too."""
    drafts: tuple[Draft, ...]
    method: ReportMethod
    """As it was before the compiler added what it dropped itself."""
    pages: tuple[ReadPage, ...]
    lowest_grade: Grade = field(default=Grade.DERIVED, metadata=ADDED)
    """The weakest grade that was printed among the checked sentences."""
    shape: AnswerShape = field(default=AnswerShape(), metadata=ADDED)
    choice: AnswerChoice = field(default=AnswerChoice(), metadata=ADDED)
    absent: tuple[str, ...] = field(default=(), metadata=ADDED)
    """In words: what the documents lack, where nothing was answered."""
