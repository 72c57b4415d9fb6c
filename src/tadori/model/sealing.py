"""What is sealed beside a report so that `verify` can compile it again: all the compiler was given but the graph.

The graph is sealed as a file of its own; with it, these inputs and the archived texts, the same rules make the same
report, byte for byte. Nouns only.
"""

from dataclasses import dataclass

from tadori.model.calibration import Scaling
from tadori.model.report import Draft, ReadPage, ReportMethod


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleVersions:
    """Which rules decided. What another version decided is not decided again by `verify`; it says so.

    Each page names the extraction that read it and each edge the judge that weighed it, because those may be older.
    """

    report: str
    """Of the sentence check, the graph and the compiler."""
    sources: str
    """Of origins, trust and quality; with the embedder that compared retellings."""
    judge: str
    """Of verdicts on pairs that are near each other; all others get its rules alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompilerInputs:
    """All that the compiler was given besides the graph and the texts of the pages."""

    versions: RuleVersions
    confidence_scaling: Scaling | None
    """The calibration of confidence in force; None: as the formula gives it."""
    stance_scaling: Scaling | None
    """The calibration of the judge's probabilities in force, and the name it has in the judge's version."""
    stance_calibration: str
    asked_besides: tuple[str, ...]
    """What a client asked besides the question: claims were scored by that too."""
    drafts: tuple[Draft, ...]
    method: ReportMethod
    """As it was before the compiler added what it dropped itself."""
    pages: tuple[ReadPage, ...]
