"""Recomputes everything that an evidence file allows to recompute, and compares (X3).

Comes in: the sealed report with its graph, inputs and log, the archived pages, and the installed rules and models. Goes
out: problems, how much was recomputed, and a note for what could not be because it was made by other versions. What no
file can prove is not checked: see docs/verify.md.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from tadori.archive.evidence import ArchivedPage, EvidenceFile
from tadori.errors import EvidenceBroken
from tadori.judge.judge import Judge
from tadori.minds.base import Embedder
from tadori.model.doors import Extractor, SentenceCheck
from tadori.model.graph import EvidenceGraph
from tadori.model.ids import Lang
from tadori.model.page import Capture
from tadori.model.report import Report
from tadori.model.sealing import CompilerInputs
from tadori.model.verification import Problem
from tadori.pipeline.source_rules import SourceRules, sources_version
from tadori.pipeline.verification.recompile import (
    draft_problems,
    graph_problems,
    is_same_rules,
    report_problems,
    version_problems,
)
from tadori.pipeline.verification.reread import RereadPages, claim_problems, reread_pages, source_problems
from tadori.pipeline.verification.reweigh import JudgingTools, reweigh_graph
from tadori.pipeline.verification.task_log import TaskLog, method_problems

BEFORE_INPUTS: Final = (
    "made before the compiler's inputs were sealed: its sentences were checked against the archive, but the report "
    "could not be compiled again, so method, gaps, caveats and notes on sources are the file's word"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RecheckTools:
    """The installed rules and models."""

    extractor: Extractor
    extraction: str
    """Version of the extractor."""
    embedder: Embedder | None
    judges: Callable[[CompilerInputs], Mapping[str, Judge]]
    """Judges by version, with the sealed calibration applied."""
    language_of: Callable[[str], Lang]
    """Detects the language of a question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedEvidence:
    """The parsed contents of an evidence file."""

    report: Report
    graph: EvidenceGraph
    inputs: CompilerInputs
    log: TaskLog


@dataclass(slots=True)
class RecheckResult:
    """How much could be recomputed."""

    recompiled: bool = False
    pages_read: int = 0
    verdicts: int = 0
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedTexts:
    """The texts and documents in an evidence file. Implements `TextArchive`."""

    file: EvidenceFile
    pages: Mapping[str, ArchivedPage]

    def text(self, page_id: str) -> str:
        if page_id not in self.pages:
            raise EvidenceBroken(f"{page_id[:80]!a}: not in the archive")
        return self.file.text(self.pages[page_id])

    def capture(self, page_id: str) -> Capture | None:
        """The document; None when it cannot be read, which the walk over the archive has already reported."""
        try:
            return self.file.capture(self.pages[page_id]) if page_id in self.pages else None
        except EvidenceBroken:
            return None


def recheck_evidence(
    sealed: SealedEvidence, archive: SealedTexts, check: SentenceCheck, tools: RecheckTools, problems: list[Problem]
) -> RecheckResult:
    """Extract the pages, judge the pairs, build the graph and compile the report again; appends to `problems`."""
    report, graph, inputs = sealed.report, sealed.graph, sealed.inputs
    problems += version_problems(inputs)
    problems += method_problems(report, graph, inputs, sealed.log)
    again = reread_pages(inputs, archive.capture, tools.extractor, tools.extraction)
    problems += again.problems
    problems += claim_problems(graph, again, check, with_context=is_same_rules(inputs))
    done = RecheckResult(pages_read=len(again.pages))
    if again.other_extractor:
        done.notes.append(
            f"{again.other_extractor} pages were read by another version of the extractor: their titles, dates and "
            "headings are the file's word"
        )
    _check_sources(sealed, archive, again, tools, done, problems)
    scales = JudgingTools(
        judges=tools.judges(inputs),
        expects_all=is_same_rules(inputs),
        check=check,
        again=again,
    )
    if inputs.confidence_scaling is not None or inputs.stance_scaling is not None:
        done.notes.append(
            "its figures were calibrated by samples of its maker's own: that calibration is the file's word"
        )
    weighed = reweigh_graph(graph, inputs, scales)
    problems += weighed.problems
    done.verdicts = weighed.given_again
    for version, number in sorted(weighed.not_given_again.items()):
        done.notes.append(f"{number} verdicts were given by {version[:80]!a}, which is not at hand: not given again")
    # Older rules compile to other words: comparing them would report differences that are no fault.
    if not is_same_rules(inputs):
        done.notes.append(f"made under older rules ({inputs.versions.report[:40]!a}): not compiled again")
        return done
    problems += draft_problems(report, graph, inputs)
    problems += graph_problems(graph, report, inputs)
    problems += report_problems(report, graph, inputs, archive, check)
    done.recompiled = True
    return done


def _check_sources(
    sealed: SealedEvidence,
    archive: SealedTexts,
    again: RereadPages,
    tools: RecheckTools,
    done: RecheckResult,
    problems: list[Problem],
) -> None:
    model = "" if tools.embedder is None else tools.embedder.model_id
    if sealed.inputs.versions.sources not in (sources_version(model), sources_version("")):
        done.notes.append(
            f"sources were weighed by {sealed.inputs.versions.sources[:80]!a}, which is not at hand: publishers, "
            "origins and trust are the file's word"
        )
        return
    embedder = tools.embedder if sealed.inputs.versions.sources == sources_version(model) else None
    rules = SourceRules(lang=sealed.report.lang, embedder=embedder)
    try:
        problems += source_problems(sealed.graph, sealed.inputs, again, archive, sealed.log, rules)
    except EvidenceBroken as exc:
        problems.append(Problem(place="graph", what=str(exc)))
