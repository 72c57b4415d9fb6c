"""Walks every sentence of a report back to the archived words, from the evidence file alone (X3, L33).

Comes in: `evidence.wacz` or the folder it stands in. Goes out: a `Verification`; everything that does not hold is a
`Problem` with its place, whatever is done to the file. It trusts nothing it can compute: hashes, page ids, the
index, the rendered report. It does not repair, and it reads no store and no network.
"""

import os
import stat
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, Final, TypeVar

from tadori.archive.container import first_difference
from tadori.archive.evidence import ArchivedPage, EvidenceFile, Inspection, open_evidence, shown, told
from tadori.archive.wacz import OWN
from tadori.errors import EvidenceBroken, SourceError, WrongCall
from tadori.model.claim import Edge, Quotation, Stance
from tadori.model.doors import SentenceCheck
from tadori.model.graph import ClaimStanding, EvidenceGraph, Standing
from tadori.model.ids import text_hash
from tadori.model.page import Capture
from tadori.model.report import Citation, Report, Sentence
from tadori.model.verification import Problem, Verification
from tadori.report.json_form import graph_from_json, graph_json, report_from_json, report_json
from tadori.text.normalise import squash

EVIDENCE: Final = "evidence.wacz"
BESIDE: Final = ("report.html", "report.json", "report.md")
"""Files of a report's folder that also stand inside the evidence."""
_REPORT: Final = f"{OWN}report.json"
_GRAPH: Final = f"{OWN}graph.json"
# Nobody reads more, and a hostile file could make millions.
_MOST_PROBLEMS: Final = 200

RawText = Callable[[Capture], str]
Render = Callable[[bytes], Mapping[str, bytes]]
"""From the bytes of report.json to every other form of the report, by file name."""
Form = TypeVar("Form", Report, EvidenceGraph)


def verify_wacz(path: Path, *, check: SentenceCheck, raw_text: RawText, render: Render | None = None) -> Verification:
    """Walk the evidence in `path`.

    Raises:
        WrongCall: there is no such file, or it cannot be opened. What is wrong inside it is a problem, not an error.
    """
    with _opened(path) as stream:
        file, found = open_evidence(stream, os.fstat(stream.fileno()).st_size)
        walk = _Walk(file=file, found=found, check=check, raw_text=raw_text)
        if file.stored:
            walk.report()
            if render is not None:
                walk.rendered(render)
    return walk.outcome()


def verify_folder(
    folder: Path, *, check: SentenceCheck, raw_text: RawText, render: Render | None = None
) -> Verification:
    """Walk the evidence in `folder`, and compare the report beside it with the one inside.

    Raises:
        WrongCall: no evidence file stands in `folder`, or a file in it cannot be opened.
    """
    path = folder / EVIDENCE
    if not path.is_file():
        raise WrongCall(
            f"{folder}: no {EVIDENCE} in it; name a folder that `research --out` has written, or a .wacz file"
        )
    with _opened(path) as stream:
        file, found = open_evidence(stream, os.fstat(stream.fileno()).st_size)
        walk = _Walk(file=file, found=found, check=check, raw_text=raw_text)
        if file.stored:
            walk.report()
            walk.beside(folder)
            if render is not None:
                walk.rendered(render)
    return walk.outcome()
