"""Asks the labelled open questions of a folder and keeps every candidate with its features and labels.

    python -m training.open.dump NAME OUT.pickle [DOCUMENTS]

In: the labels of `training/open/labels`, and key points where the folder is one of `tests/gates/open` (open half); for
other folders DOCUMENTS is where their documents lie. Out: a pickle of `DumpedPart`s for `fit.py`.
Sealed halves are not touched.
"""

import asyncio
import json
import pickle
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import numpy as np
from tests.gates.open.asking import home_of
from tests.gates.open.folders import FOLDERS, folder_of, questions_of
from tests.gates.open.key_points import OpenQuestion, states

from tadori.pipeline.assess import Assess
from tadori.pipeline.documents.providers import library_index
from tadori.rank.candidates import AnswerCandidate
from tadori.rank.open_answers import word_count
from tadori.rank.open_features import open_rows
from tadori.rank.question_parts import asked_parts
from tadori.service.request import ResearchRequest
from tadori.service.tasks import Tasks
from tadori.wiring.home import App

LABELS: Final = Path(__file__).parent / "labels"


@dataclass
class DumpedPart:
    """One part of a question with its candidates."""

    question: OpenQuestion
    text: str
    kind: str
    candidates: list[AnswerCandidate]
    rows: Any
    """Candidates × features."""
    labels: Any
    """Candidates × key points of the question, 0 or 1."""
    letters: list[str]
    """Of each candidate: A, C, O, or an empty string where nobody read it."""
    words: list[int]


def dumped(app: App, folder: Path, question: OpenQuestion, letters: Mapping[str, str]) -> list[DumpedPart]:
    """Every open part of one question."""
    task = Tasks(app).create(ResearchRequest(question=question.question, libraries=[folder]))
    asyncio.run(Tasks(app).run(task.id))
    index = library_index(app.store, task.libraries)
    assess = Assess(
        task=task,
        steps=SimpleNamespace(store=app.store, clock=app.clock),  # type: ignore[arg-type]
        judge=None,  # type: ignore[arg-type]
        index=index,
        embedder=app.embedder,
        reader=None,
        counts=app.library.counts,
        graphs=app.graphs,
    )
    _, candidates = assess.speaking()
    found = []
    for part in asked_parts(task.question, task.question_lang):
        rows = open_rows(
            part.parsed, candidates, df=index.document_frequency, embedder=app.embedder, reader=app.answer_reader
        )
        labels = np.array([[states(c.text, p) for p in question.points] for c in candidates], float)
        found.append(
            DumpedPart(
                question=question,
                text=part.text,
                kind=part.parsed.kind.value,
                candidates=list(candidates),
                rows=np.array(rows, float),
                labels=labels.reshape(len(candidates), len(question.points)),
                letters=[letters.get(c.claim_id, "") for c in candidates],
                words=[word_count(c.text, c.lang) for c in candidates],
            )
        )
    return found


def labelled(name: str) -> list[dict[str, Any]]:
    """The lines of one file of labels."""
    lines = (LABELS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def asked_of(name: str, folder: Path) -> list[OpenQuestion]:
    """The questions of a folder, with their key points where it has any."""
    if name in FOLDERS:
        return questions_of(name, "open", folder)
    return [
        OpenQuestion(row["id"], name, row["lang"], row["kind"], row["question"], (), (), "", frozenset())
        for row in labelled(name)
    ]


def main() -> None:
    name, out = sys.argv[1], Path(sys.argv[2])
    letters = {row["id"]: row["labels"] for row in labelled(name)}
    kept: list[DumpedPart] = []
    with tempfile.TemporaryDirectory() as home:
        folder = folder_of(name, Path(home) / "docs") if name in FOLDERS else Path(sys.argv[3]).resolve()
        with home_of(folder, Path(home) / "home") as app:
            for question in asked_of(name, folder):
                kept += dumped(app, folder, question, letters.get(question.id, {}))
                sys.stdout.write(f"{question.id} {kept[-1].kind} {len(kept[-1].candidates)}\n")
    out.write_bytes(pickle.dumps(kept))


if __name__ == "__main__":
    main()
