"""Compiles a sealed report again and compares every word (X1, X3). Pure.

Comes in: a report, its graph, the sealed inputs, the archived texts and the sentence check. Goes out: a `Problem` for
each place where the file differs from what its own inputs give. Whether the inputs themselves are true is checked in
`reread` (pages and sources), `reweigh` (verdicts) and `task_log` (the method).
"""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any, Final

from tadori.errors import EvidenceBroken
from tadori.graph.build import rebuilt_graph
from tadori.graph.question_time import question_time
from tadori.model.doors import SentenceCheck, TextArchive
from tadori.model.graph import EvidenceGraph
from tadori.model.report import Draft, Report
from tadori.model.sealing import CompilerInputs
from tadori.model.verification import Problem
from tadori.pipeline.answer_drafts import answer_drafts
from tadori.pipeline.calibration_state import probability_by
from tadori.pipeline.computed_drafts import belongs_to_answer
from tadori.pipeline.report_material import ReportIdentity, material_of
from tadori.report.compiler import OLDER_RULES, REPORT_RULES, compile_report
from tadori.report.shape import plain

_MOST: Final = 20
"""How many differences are listed per file."""
_ABSENT: Final = object()


def is_same_rules(inputs: CompilerInputs) -> bool:
    """Whether the report was made with the installed version of the rules."""
    return inputs.versions.report == REPORT_RULES


def version_problems(inputs: CompilerInputs) -> Iterator[Problem]:
    """Reports an unknown version of the rules: a made-up version would otherwise excuse every difference."""
    if not is_same_rules(inputs) and inputs.versions.report not in OLDER_RULES:
        yield Problem(
            place="inputs.versions.report", what=f"no version of Tadori has these rules; here they are {REPORT_RULES}"
        )


def graph_problems(graph: EvidenceGraph, report: Report, inputs: CompilerInputs) -> Iterator[Problem]:
    """Where standing, origins, confidence or grounds do not follow from the graph's own sources and edges."""
    try:
        again = rebuilt_graph(
            graph,
            lang=report.lang,
            as_of=question_time(report.question),
            calibration=probability_by(inputs.confidence_scaling),
        )
    except EvidenceBroken as exc:
        yield Problem(place="graph", what=str(exc))
        return
    yield from _differences("graph", plain(again), plain(graph))


def report_problems(
    report: Report, graph: EvidenceGraph, inputs: CompilerInputs, archive: TextArchive, check: SentenceCheck
) -> Iterator[Problem]:
    """Where the report differs from what the compiler makes of graph, inputs and archived texts."""
    named = ReportIdentity(report.task_id, report.question, report.lang, report.created_at)
    again = compile_report(material_of(inputs, graph, named), archive=archive, check=check)
    yield from _differences("report", plain(again), plain(report))


def draft_problems(report: Report, graph: EvidenceGraph, inputs: CompilerInputs) -> Iterator[Problem]:
    """Drafts that the rules require and the file lacks, and drafts that nothing explains.

    Which claims are the answer cannot be checked; the other drafts follow from the graph. A language model may have
    rephrased the answer; if none was used, there must be no sentence beyond the rules' own.
    """
    yield from (
        Problem(place="inputs.drafts", what=f"{_short(draft.value)} does not stand in its sentence")
        for draft in inputs.drafts
        if draft.value not in draft.text
    )
    made = answer_drafts(graph, inputs.choice, report.question, report.lang, inputs.pages)
    offered = made.drafts
    if inputs.shape != made.shape:
        yield Problem(place="inputs.shape", what="the answer is laid out otherwise than its rules would")
    yield from _calculated_problems(inputs)
    # What was calculated stands beside what was quoted for it, and never in its place.
    written = [draft for draft in inputs.drafts if draft not in offered and draft.computed is None]
    if written and not inputs.method.model_tokens:
        yield Problem(place="inputs.drafts", what=f"nobody offers the sentence {_short(written[0].text)}")
    facets = {draft.facet for draft in offered if draft.in_answer}
    yield from (
        Problem(place="inputs.drafts", what=f"nobody puts the sentence {_short(draft.text)} under its heading")
        for draft in written
        if draft.facet and draft.facet not in facets
    )
    covered = {quotation for draft in written for quotation in draft.quotations}
    kept = [draft for draft in offered if draft in inputs.drafts]
    for draft in offered:
        if draft not in inputs.drafts and not covered.issuperset(draft.quotations):
            yield Problem(place="inputs.drafts", what=f"the sentence {_short(draft.text)} was left out")
    if _order(inputs.drafts, kept) != kept:
        yield Problem(place="inputs.drafts", what="its sentences are not in the order of the graph")


def _calculated_problems(inputs: CompilerInputs) -> Iterator[Problem]:
    """Calculated drafts that stand elsewhere than the answer decides. What they say, the check runs again."""
    chosen = frozenset(one.claim_id for one in inputs.choice.claims)
    for draft in inputs.drafts:
        if draft.computed is not None and draft.in_answer is not belongs_to_answer(draft.claim_ids, chosen):
            yield Problem(
                place="inputs.drafts", what=f"the calculated sentence {_short(draft.text)} stands in the wrong place"
            )


def _order(sealed: Sequence[Draft], kept: Sequence[Draft]) -> list[Draft]:
    return [draft for draft in sealed if draft in kept]


def _differences(name: str, ours: Any, theirs: Any) -> Iterator[Problem]:
    found = _walk(name, ours, theirs)
    for number, problem in enumerate(found):
        if number == _MOST:
            yield Problem(place=name, what="and more differences")
            return
        yield problem


def _walk(path: str, ours: Any, theirs: Any) -> Iterator[Problem]:
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key in dict.fromkeys([*ours, *theirs]):
            yield from _walk(f"{path}.{key}", ours.get(key, _ABSENT), theirs.get(key, _ABSENT))
    elif isinstance(ours, list) and isinstance(theirs, list):
        for number, (one, other) in enumerate(zip_longest(ours, theirs, fillvalue=_ABSENT)):
            yield from _walk(f"{path}[{number}]", one, other)
    elif ours != theirs or type(ours) is not type(theirs):
        yield Problem(
            place=path,
            what=f"the file says {_shown_value(theirs)}; made again from its own evidence: {_shown_value(ours)}",
        )


def _shown_value(value: Any) -> str:
    return "nothing" if value is _ABSENT else _short(value)


def _short(value: Any) -> str:
    text = ascii(value)
    return text if len(text) <= 100 else f"{text[:97]}…"
