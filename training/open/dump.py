"""Runs the open halves of the question folders and keeps every candidate with its features and labels.

    python -m training.open.dump FOLDER_NAME OUT.pickle

In: questions with key points (`tests/gates/open`). Out: a pickle of `DumpedPart`s for `fit.py`. Sealed halves are not
touched.
"""

import asyncio
import pickle
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
from tests.gates.open.asking import home_of
from tests.gates.open.folders import folder_of, questions_of
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
    words: list[int]
    pages: list[str]
    """Documents read."""
    seconds: float


def dumped(app: App, folder: Path, question: OpenQuestion) -> list[DumpedPart]:
    """Every open part of one question."""
    started = time.process_time()
    task = Tasks(app).create(ResearchRequest(question=question.question, libraries=[folder]))
    asyncio.run(Tasks(app).run(task.id))
    seconds = time.process_time() - started
    index = library_index(app.store, task.libraries)
    assess = Assess(
        task=task,
        steps=SimpleNamespace(store=app.store, clock=app.clock),  # type: ignore[arg-type]
        judge=None,  # type: ignore[arg-type]
        index=index,
        embedder=app.embedder,
        counts=app.library.counts,
        graphs=app.graphs,
    )
    _, candidates = assess.speaking()
    found = []
    for part in asked_parts(task.question, task.question_lang):
        rows = open_rows(part.parsed, candidates, df=index.document_frequency, embedder=app.embedder)
        labels = np.array([[states(c.text, p) for p in question.points] for c in candidates], float)
        found.append(
            DumpedPart(
                question=question,
                text=part.text,
                kind=part.parsed.kind.value,
                candidates=list(candidates),
                rows=np.array(rows, float),
                labels=labels.reshape(len(candidates), len(question.points)),
                words=[word_count(c.text, c.lang) for c in candidates],
                pages=sorted({c.page_id for c in candidates}),
                seconds=seconds,
            )
        )
    return found


def main() -> None:
    name, out = sys.argv[1], Path(sys.argv[2])
    kept: list[DumpedPart] = []
    with tempfile.TemporaryDirectory() as home:
        folder = folder_of(name, Path(home) / "docs")
        with home_of(folder, Path(home) / "home") as app:
            for question in questions_of(name, "open", folder):
                kept += dumped(app, folder, question)
                out.write_bytes(pickle.dumps(kept))
                sys.stdout.write(f"{question.id} {kept[-1].kind} {len(kept[-1].candidates)}\n")


if __name__ == "__main__":
    main()
