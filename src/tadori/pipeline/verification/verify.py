"""Verifies a report: traces every sentence back to archived words, from the evidence file alone (X3, L33).

Comes in: `evidence.wacz` or its folder. Goes out: a `Verification`; everything that does not hold is a `Problem` with
its place, however the file was damaged or forged. It trusts nothing that it can compute: hashes, page ids, the index,
the rendered report. It does not repair, and it uses no store and no network.
"""

import os
import stat
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final, TypeVar

from tadori.archive.container import first_difference
from tadori.archive.evidence import (
    MAX_MEMBER_BYTES,
    ArchivedPage,
    EvidenceFile,
    open_evidence,
    package_facts,
    printable_name,
    problem_from,
)
from tadori.archive.records import warc_date
from tadori.archive.wacz import OWN_FOLDER, PACKAGE
from tadori.errors import EvidenceBroken, SourceError, WrongCall
from tadori.model.claim import Edge, Quotation
from tadori.model.doors import SentenceCheck
from tadori.model.grading import STRONGEST_FIRST, Grade
from tadori.model.graph import EvidenceGraph
from tadori.model.ids import text_hash
from tadori.model.page import Capture
from tadori.model.report import Citation, Report, Sentence
from tadori.model.sealing import CompilerInputs
from tadori.model.verification import Problem, Verification
from tadori.pipeline.verification.chain import chain_problems, checked_sentences, cited_passages
from tadori.pipeline.verification.recheck import (
    BEFORE_INPUTS,
    RecheckResult,
    RecheckTools,
    SealedEvidence,
    SealedTexts,
    recheck_evidence,
)
from tadori.pipeline.verification.task_log import parse_task_log
from tadori.report.excerpt import excerpt
from tadori.report.json_form import (
    graph_from_json,
    graph_json,
    inputs_from_json,
    inputs_json,
    report_from_json,
    report_json,
)
from tadori.text.quotation_match import match_form, stands_in

EVIDENCE: Final = "evidence.wacz"
BESIDE: Final = ("report.html", "report.json", "report.md")
"""Files of a report's folder that are also inside the evidence file."""
_REPORT: Final = f"{OWN_FOLDER}report.json"
_GRAPH: Final = f"{OWN_FOLDER}graph.json"
_INPUTS: Final = f"{OWN_FOLDER}inputs.json"
_LOG: Final = f"{OWN_FOLDER}log.jsonl"
# A hostile file could cause millions of problems.
_MOST_PROBLEMS: Final = 200

RawText = Callable[[Capture], str]
Render = Callable[[bytes], Mapping[str, bytes]]
"""Renders report.json to every other form of the report, by file name."""
SealedForm = TypeVar("SealedForm", Report, EvidenceGraph, CompilerInputs)


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyTools:
    """The tools of a verification. Without `again`, nothing is recomputed: only the links are checked."""

    check: SentenceCheck
    raw_text: RawText
    render: Render | None = None
    again: RecheckTools | None = None


def verify_wacz(path: Path, tools: VerifyTools, *, root: str | None = None) -> Verification:
    """Verify the evidence file `path`; with `root`, also compare its root hash.

    Raises:
        WrongCall: there is no such file, or it cannot be opened. What is wrong inside it is a problem, not an error.
    """
    with _opened(path) as stream:
        return _verified(stream, tools, root=root, folder=None)


def verify_folder(folder: Path, tools: VerifyTools, *, root: str | None = None) -> Verification:
    """Verify the evidence file in `folder`, and compare the report files beside it with those inside, byte for byte.

    Raises:
        WrongCall: no evidence file stands in `folder`, or a file in it cannot be opened.
    """
    path = folder / EVIDENCE
    if not path.exists():
        raise WrongCall(f"{folder}: no {EVIDENCE} in it; name a folder written by `research --out`, or a .wacz file")
    with _opened(path) as stream:
        return _verified(stream, tools, root=root, folder=folder)


def _verified(stream: BinaryIO, tools: VerifyTools, *, root: str | None, folder: Path | None) -> Verification:
    # `open_evidence` has checked members, hashes and index; what follows checks what they say.
    file, found = open_evidence(stream, os.fstat(stream.fileno()).st_size)
    problems, citations = found.problems, 0
    sentences: list[Sentence] = []
    done = RecheckResult()
    if root is not None and found.root_hash != root.lower():
        problems.append(Problem(place=PACKAGE, what=f"its root hash is {found.root_hash}, and not {root[:80]!a}"))
    if file.stored:
        problems += _unknown_members(file)
        report = _read_form(file, _REPORT, report_from_json, report_json, problems)
        graph = _read_form(file, _GRAPH, graph_from_json, graph_json, problems)
        quoted = _Quoted(file=file, pages=found.pages, raw_text=tools.raw_text, problems=problems)
        if report is not None:
            citations = quoted.citations(report.citations)
            sentences = [sentence for _, sentence in checked_sentences(report)]
        if graph is not None:
            quoted.edges(graph)
        if report is not None and graph is not None:
            problems += _package_problems(file, report)
            inputs = _sealed_inputs(file, problems)
            texts = SealedTexts(file=file, pages=found.pages)
            lowest = Grade.DERIVED if inputs is None else inputs.lowest_grade
            passages = {} if inputs is None else cited_passages(report, graph, inputs, texts)
            problems += chain_problems(report, graph, tools.check, passages, lowest)
            done = _done_again(file, report, graph, inputs, texts, tools, problems)
        problems += [] if tools.render is None else _rendered_problems(file, tools.render)
        problems += [] if folder is None else _beside_problems(file, folder)
    return Verification(
        root_hash=found.root_hash,
        sentences_checked=len(sentences),
        citations_checked=citations,
        pages=len(found.pages),
        records=found.records,
        problems=_bounded(problems),
        recompiled=done.recompiled,
        pages_read_again=done.pages_read,
        verdicts_given_again=done.verdicts,
        notes=tuple(done.notes),
        grades=_counted_grades(sentences),
        steps=sum(len(sentence.steps) for sentence in sentences),
        votes=tuple(sorted(Counter(vote.model for one in sentences for vote in one.votes).items())),
    )


def _counted_grades(sentences: Sequence[Sentence]) -> tuple[tuple[str, int], ...]:
    """How many sentences have each grade that is printed as checked; empty where none has a grade."""
    counts = Counter(sentence.grade for sentence in sentences if sentence.grade is not None)
    return tuple((grade.value, counts[grade]) for grade in STRONGEST_FIRST[:-1]) if counts else ()


def _unknown_members(file: EvidenceFile) -> list[Problem]:
    """Reports unknown members: a member that nobody checks could contain anything."""
    known = {OWN_FOLDER + name for name in (*BESIDE, "graph.json", "inputs.json", "log.jsonl")}
    return [
        Problem(place=printable_name(name), what="is no part of a report's evidence")
        for name in sorted(file.stored)
        if name.startswith(OWN_FOLDER) and name not in known
    ]


def _package_problems(file: EvidenceFile, report: Report) -> list[Problem]:
    """The package and the list of pages must have the question as title and the report's time."""
    try:
        stated = package_facts(file)
    except EvidenceBroken as exc:
        return [problem_from(exc)]
    right = (report.question, warc_date(report.created_at), report.question)
    if stated == right:
        return []
    return [Problem(place=PACKAGE, what="its title or time is not the question or the time of the report")]


def _sealed_inputs(file: EvidenceFile, problems: list[Problem]) -> CompilerInputs | None:
    """The compiler's inputs; None where the file was made before they were sealed, or they cannot be read."""
    return _read_form(file, _INPUTS, inputs_from_json, inputs_json, problems) if _INPUTS in file.stored else None


def _done_again(
    file: EvidenceFile,
    report: Report,
    graph: EvidenceGraph,
    inputs: CompilerInputs | None,
    texts: SealedTexts,
    tools: VerifyTools,
    problems: list[Problem],
) -> RecheckResult:
    """Recompute everything that the file allows to recompute, and compare."""
    if tools.again is None:
        return RecheckResult()
    if _INPUTS not in file.stored:
        return RecheckResult(notes=[BEFORE_INPUTS])
    try:
        log = parse_task_log(file.read(_LOG))
    except EvidenceBroken as exc:
        problems.append(problem_from(exc))
        log = None
    if inputs is None or log is None:
        return RecheckResult()
    sealed = SealedEvidence(report=report, graph=graph, inputs=inputs, log=log)
    return recheck_evidence(sealed, texts, tools.check, tools.again, problems)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Quoted:
    """Checks that quoted words are where they are said to be. Holds one page in memory at a time."""

    file: EvidenceFile
    pages: Mapping[str, ArchivedPage]
    raw_text: RawText
    problems: list[Problem]

    def citations(self, citations: Sequence[Citation]) -> int:
        """Check every citation, page by page; return their number."""
        by_page: defaultdict[str, list[Citation]] = defaultdict(list)
        for citation in citations:
            by_page[citation.page_id].append(citation)
        for page_id, group in by_page.items():
            page = self._page(page_id, f"citation {group[0].number}")
            if page is None:
                continue
            text, raw = self._text(page), self._raw(page)
            for citation in group:
                place = f"citation {citation.number}"
                self._report(place, _address_faults(citation, page))
                self._report(place, _quotation_faults(citation.quotation, citation.page_id, text))
                self._report(place, _raw_faults(citation.quotation, raw))
                self._report(place, _excerpt_faults(citation, text))
        return len(citations)

    def edges(self, graph: EvidenceGraph) -> None:
        """Check the quotation of every edge of the graph."""
        by_page: defaultdict[str, list[Edge]] = defaultdict(list)
        for standing in graph.claims:
            for edge in (*standing.supporting, *standing.refuting, *standing.may_conflict, *standing.qualifying):
                by_page[edge.quotation.page_id].append(edge)
        for page_id, group in by_page.items():
            page = self._page(page_id, f"graph, edge {printable_name(group[0].id)}")
            text = None if page is None else self._text(page)
            for edge in group:
                self._report(f"graph, edge {printable_name(edge.id)}", _quotation_faults(edge.quotation, page_id, text))

    def _page(self, page_id: str, place: str) -> ArchivedPage | None:
        page = self.pages.get(page_id)
        if page is None:
            self._report(place, [f"its page {printable_name(page_id)} is not in the archive, or cannot be read there"])
        return page

    def _text(self, page: ArchivedPage) -> str | None:
        try:
            return self.file.text(page)
        except EvidenceBroken as exc:
            self.problems.append(problem_from(exc))
            return None

    def _raw(self, page: ArchivedPage) -> str | None:
        """The letters and digits of the document itself, read without the extractor."""
        try:
            return match_form(self.raw_text(self.file.capture(page)))
        except EvidenceBroken as exc:
            self.problems.append(problem_from(exc))
        except SourceError as exc:
            self._report(page.id, [f"its document cannot be read: {exc.reason}"])
        return None

    def _report(self, place: str, faults: Iterable[str]) -> None:
        self.problems.extend(Problem(place=place, what=fault) for fault in faults)


def _address_faults(citation: Citation, page: ArchivedPage) -> Iterator[str]:
    if citation.url != page.url:
        yield "its address is not that of the archived page"
    if citation.content_hash != page.content_hash:
        yield "its content hash is not that of the archived document"
    if citation.text_hash != page.text_hash:
        yield "its text hash is not that of the archived text"
    if citation.deep_link.partition("#")[0] != page.url.partition("#")[0]:
        yield "its link leads to another page"


def _quotation_faults(quotation: Quotation, page_id: str, text: str | None) -> Iterator[str]:
    start, end = quotation.start, quotation.end
    if quotation.page_id != page_id:
        yield "its quotation is from another page"
    if text_hash(quotation.text) != quotation.text_hash:
        yield "its quotation does not have its hash"
    # Negative offsets would count from the end of the text.
    if text is not None and (not 0 <= start < end <= len(text) or text[start:end] != quotation.text):
        yield f"its quotation does not stand at {start} to {end} of the archived text"


def _excerpt_faults(citation: Citation, text: str | None) -> Iterator[str]:
    quotation = citation.quotation
    if text is not None and citation.excerpt != excerpt(text, max(0, quotation.start), max(0, quotation.end)):
        yield "its excerpt is not what the archived text shows there"


def _raw_faults(quotation: Quotation, raw: str | None) -> Iterator[str]:
    letters = match_form(quotation.text)
    if not letters:
        yield "its quotation has no letter and no digit"
    elif raw is not None and not stands_in(letters, raw):
        yield "the letters and digits of its quotation do not stand in this order in the archived document"


def _read_form(
    file: EvidenceFile,
    name: str,
    read: Callable[[bytes], SealedForm],
    write: Callable[[SealedForm], bytes],
    problems: list[Problem],
) -> SealedForm | None:
    """Parse a report, graph or inputs from its member; None, and a problem, when it is malformed."""
    try:
        data = file.read(name)
    except EvidenceBroken as exc:
        problems.append(problem_from(exc))
        return None
    try:
        form = read(data)
        again = write(form)
    except EvidenceBroken as exc:
        problems.append(Problem(place=name, what=str(exc)))
        return None
    if again != data:
        byte = first_difference(again, data)
        problems.append(Problem(place=name, what=f"is not in canonical form: first difference at byte {byte}"))
    return form


def _rendered_problems(file: EvidenceFile, render: Render) -> list[Problem]:
    """Where a rendered form differs from what the renderer makes of report.json."""
    try:
        forms = render(file.read(_REPORT))
    except EvidenceBroken:
        # `_read_form` has already reported it.
        return []
    faults = ((name, _difference(file, OWN_FOLDER + name, data)) for name, data in sorted(forms.items()))
    return [
        Problem(place=OWN_FOLDER + name, what=f"is not what report.json says: {fault}")
        for name, fault in faults
        if fault
    ]


def _beside_problems(file: EvidenceFile, folder: Path) -> list[Problem]:
    """Where a report file in the folder differs from the one in the evidence. A missing file is not a problem."""
    problems = []
    for name in BESIDE:
        if not (folder / name).exists():
            continue
        with _opened(folder / name) as stream:
            data = stream.read(MAX_MEMBER_BYTES + 1)
        if fault := _difference(file, OWN_FOLDER + name, data):
            problems.append(Problem(place=name, what=f"is not the one in {EVIDENCE}: {fault}"))
    return problems


def _difference(file: EvidenceFile, name: str, data: bytes) -> str:
    """How a member differs from `data`, as text; empty when it does not."""
    try:
        inside = file.read(name)
    except EvidenceBroken as exc:
        return str(exc)
    return "" if inside == data else f"first difference at byte {first_difference(inside, data)}"


def _opened(path: Path) -> BinaryIO:
    try:
        # Checked before opening: opening a named pipe would block for ever.
        if not stat.S_ISREG(path.stat().st_mode):
            raise WrongCall(f"{path}: not a file")
        return path.open("rb")
    except (OSError, ValueError) as exc:
        raise WrongCall(f"{path}: {exc.strerror if isinstance(exc, OSError) else exc}") from exc


def _bounded(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    each = tuple(dict.fromkeys(problems))
    if len(each) <= _MOST_PROBLEMS:
        return each
    more = Problem(place="…", what=f"and {len(each) - _MOST_PROBLEMS} more")
    return (*each[:_MOST_PROBLEMS], more)
