"""A forger who knows Tadori's source: changes the members of a real evidence file and makes every hash anew.

Two ways: `resealed` leaves the rest as it is (only md, html and hashes follow); `made_consistent` also builds the graph
and compiles the report again, so that the lie stands in everything that can be derived from it.
"""

import copy
import json
import shutil
import tempfile
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from tadori.archive.canonical_zip import ZipWriter
from tadori.archive.evidence import open_evidence
from tadori.archive.wacz import PACKAGE, PACKAGE_DIGEST, PackageMember, package_digest_json, package_json
from tadori.graph.build import rebuilt_graph
from tadori.graph.question_time import question_time
from tadori.judge.sentence_check import MechanicalCheck
from tadori.model.ids import sha256
from tadori.model.verification import Verification
from tadori.pipeline.answer_drafts import answer_drafts
from tadori.pipeline.calibration_state import probability_by
from tadori.pipeline.report_material import ReportIdentity, material_of
from tadori.pipeline.verification.recheck import SealedTexts
from tadori.report.compiler import compile_report
from tadori.report.json_form import graph_from_json, graph_json, inputs_from_json, report_from_json, report_json
from tadori.report.render import render_all
from tadori.report.shape import plain
from tadori.service.checking import verify_path
from tadori.service.evaluation_harness import harness_over

LIBRARY = Path(__file__).parents[3] / "examples" / "library"
CONTESTED = "鳴釜潮流発電1号機の2023年度の発電量はいくらですか"
"""Three origins and two figures: every part of a report is there."""


@dataclass(slots=True)
class Forged:
    """The members that a forger changes, parsed; what is absent is left out of the file."""

    report: dict[str, Any]
    graph: dict[str, Any]
    inputs: dict[str, Any]
    log: list[dict[str, Any]]
    other: dict[str, bytes]
    """Members to add or replace as they are; empty bytes take a member away."""

    def claim(self, number: int = 0) -> dict[str, Any]:
        """The standing in the graph of the first claim of a printed sentence."""
        wanted = self.report["claims"][number]["sentence"]["claim_ids"][0]
        found: dict[str, Any] = next(s for s in self.graph["claims"] if s["claim"]["id"] == wanted)
        return found

    def source(self, page_id: str) -> dict[str, Any]:
        found: dict[str, Any] = next(s for s in self.graph["sources"] if s["page_id"] == page_id)
        return found


Change = Callable[[Forged], object]


@lru_cache(maxsize=1)
def honest() -> Path:
    """The evidence of a real research over the example library, made once."""
    kept = Path(tempfile.mkdtemp(prefix="tadori-honest-")) / "evidence.wacz"
    with tempfile.TemporaryDirectory(prefix="tadori-home-") as home, harness_over(LIBRARY, Path(home)) as harness:
        outcome = harness._outcome(CONTESTED)  # type: ignore[attr-defined]
        shutil.copy(outcome.folder / "evidence.wacz", kept)
    return kept


@lru_cache(maxsize=1)
def members() -> dict[str, bytes]:
    with zipfile.ZipFile(honest()) as file:
        return {name: file.read(name) for name in file.namelist()}


def parsed() -> Forged:
    """A fresh copy to change."""
    own = {name: members()[f"tadori/{name}"] for name in ("report.json", "graph.json", "inputs.json", "log.jsonl")}
    return Forged(
        report=json.loads(own["report.json"]),
        graph=json.loads(own["graph.json"]),
        inputs=json.loads(own["inputs.json"]),
        log=[json.loads(line) for line in own["log.jsonl"].splitlines()],
        other={},
    )


def resealed(change: Change) -> Verification:
    """What `verify` says of the file with `change` in it and every hash made anew."""
    forged = parsed()
    change(forged)
    return _verified(forged)


def made_consistent(change: Change) -> Verification:
    """The same, the graph built and the report compiled again from the changed graph and inputs."""
    forged = parsed()
    change(forged)
    report = report_from_json(members()["tadori/report.json"])
    inputs = inputs_from_json(_json(forged.inputs))
    graph = rebuilt_graph(
        graph_from_json(_json(forged.graph)),
        lang=report.lang,
        as_of=question_time(forged.report["question"]),
        calibration=probability_by(inputs.confidence_scaling),
    )
    named = ReportIdentity(report.task_id, forged.report["question"], report.lang, report.created_at)
    with honest().open("rb") as stream:
        file, found = open_evidence(stream, honest().stat().st_size)
        archive = SealedTexts(file=file, pages=found.pages)
        again = compile_report(material_of(inputs, graph, named), archive=archive, check=MechanicalCheck())
    forged.report, forged.graph = json.loads(report_json(again)), json.loads(graph_json(graph))
    return _verified(forged)


def offer_again(forged: Forged) -> None:
    """Replace the drafts by those that the rules make of the changed graph and choice."""
    inputs, graph = inputs_from_json(_json(forged.inputs)), graph_from_json(_json(forged.graph))
    made = answer_drafts(graph, inputs.choice, forged.report["question"], forged.report["lang"], inputs.pages)
    forged.inputs |= {"drafts": plain(made.drafts), "shape": plain(made.shape)}


def _verified(forged: Forged) -> Verification:
    with tempfile.TemporaryDirectory(prefix="tadori-forged-") as folder:
        path = Path(folder) / "evidence.wacz"
        _write(path, _content(forged))
        return verify_path(path)


def _content(forged: Forged) -> dict[str, bytes]:
    content = dict(members())
    report = _json(forged.report)
    content |= {
        "tadori/report.json": report,
        "tadori/graph.json": _json(forged.graph),
        "tadori/inputs.json": _json(forged.inputs),
        "tadori/log.jsonl": b"".join(
            json.dumps(event, ensure_ascii=False, sort_keys=True).encode() + b"\n" for event in forged.log
        ),
    }
    content |= {f"tadori/{name}": data for name, data in render_all(report_from_json(report)).items()}
    content |= forged.other
    return {name: data for name, data in content.items() if data}


def _write(path: Path, content: dict[str, bytes]) -> None:
    described = json.loads(content[PACKAGE])
    listed = [
        PackageMember(path=name, hash=sha256(data), size=len(data))
        for name, data in content.items()
        if name not in (PACKAGE, PACKAGE_DIGEST)
    ]
    package = package_json(listed, title=described["title"], created=described["created"])
    whole = content | {PACKAGE: package, PACKAGE_DIGEST: package_digest_json(package)}
    with path.open("w+b") as stream:
        writer = ZipWriter(stream)
        for name in sorted(whole):
            writer.add(name, [whole[name]])
        writer.finish()


def _json(body: dict[str, Any]) -> bytes:
    """In the one form that Tadori writes."""
    return json.dumps(copy.deepcopy(body), ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
