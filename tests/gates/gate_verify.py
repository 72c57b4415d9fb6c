"""Every printed sentence of 25 pinned reports per corpus is walked back from the sealed file alone.

Corpora: SciFact abstracts (claims as questions), JSQuAD passages, 2Wiki passages, and our own example library.
"""

import json
import tempfile
from collections.abc import Iterable
from pathlib import Path

from tadori.evaluate import multihop, support
from tadori.evaluate.data import json_lines
from tadori.evaluate.figures import MeasuredFigure
from tadori.evaluate.retrieval import SCIFACT, abstracts
from tadori.service.evaluation_harness import harness_over
from tests.gates.figures import Figure
from tests.gates.floors import bench, figure

NEEDS = ["retrieval/scifact", "retrieval/jsquad", "retrieval/2wiki-101", "retrieval/2wiki-6119"]
EXAMPLES = Path(__file__).parents[2] / "examples"
MUST_HOLD = ("sealed reports that hold", "printed sentences whose archived words hold")


def run(quick: bool) -> list[Figure]:
    used = bench(quick)
    figures = [*_floored(_examples(quick)), *_floored(support.measured_on("support, jsquad", support.jsquad)(used))]
    # The large corpora take minutes to index: a quick look is content with the smaller two.
    if not quick:
        figures += _floored(support.measured_on("support, scifact", _scifact)(used))
        figures += _floored(support.measured_on("support, 2wiki", _two_wiki)(used))
    return figures


def _scifact(data: Path) -> support.Corpus:
    documents = [(f"{n:05}.html", title, text) for n, (_, title, text) in enumerate(abstracts(data))]
    rows = json_lines(data / SCIFACT / "claims-train.jsonl.gz", "claim")
    return documents, "en", [row["claim"] for row in rows]


def _two_wiki(data: Path) -> support.Corpus:
    found = multihop.two_wiki_questions(data)
    documents = [(f"{n:05}.html", title, text) for n, (title, text) in enumerate(found.documents)]
    return documents, "en", [question for question, _ in found.asked]


def _floored(measured: Iterable[MeasuredFigure]) -> list[Figure]:
    return [figure(one, 1.0) for one in measured if one.figure in MUST_HOLD]


def _examples(quick: bool) -> list[MeasuredFigure]:
    facts = json.loads((EXAMPLES / "facts.json").read_text(encoding="utf-8"))["facts"]
    asked = support.picked(
        [fact.get("question_ja") or fact["question_en"] for fact in facts], support.QUICK if quick else support.REPORTS
    )
    with tempfile.TemporaryDirectory() as home, harness_over(EXAMPLES / "library", Path(home)) as harness:
        return list(
            support.support_figures("support, examples", support.verified_reports(bench(quick), harness, asked))
        )
