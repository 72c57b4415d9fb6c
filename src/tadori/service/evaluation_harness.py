"""Runs whole researches for `evaluate`: a library written from data, questions asked, reports read back.

In: documents and questions. Out: `report.json`, verified reports, reading orders. It measures nothing itself.
"""

import asyncio
import json
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tadori.engine.planning.trail import reading_order
from tadori.engine.state import research_state
from tadori.evaluate.bench import Document, ResearchHarness, VerifiedReport
from tadori.evaluate.reports import written_document
from tadori.model.doors import SearchProvider
from tadori.model.graph import EvidenceGraph
from tadori.model.query import Query
from tadori.model.work import ProviderResult
from tadori.report.json_form import report_from_json
from tadori.service.checking import verify_path
from tadori.service.request import ResearchOutcome, ResearchRequest
from tadori.service.tasks import Tasks
from tadori.settings import Settings
from tadori.wiring.home import App, open_app


@dataclass(frozen=True, slots=True, kw_only=True)
class HidingProvider(SearchProvider):
    """A provider as if some of its documents did not exist. They still count for how rare a word is."""

    inner: SearchProvider
    hidden: frozenset[str]
    """File names."""

    @property
    def name(self) -> str:
        return self.inner.name

    async def search(self, query: Query) -> ProviderResult:
        # Ask for more, so that `limit` hits remain when the hidden ones are taken out.
        found = await self.inner.search(replace(query, limit=query.limit + len(self.hidden)))
        kept = [hit for hit in found.hits if hit.url.rsplit("/", 1)[-1] not in self.hidden]
        return ProviderResult(hits=tuple(kept[: query.limit]))


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationHarness(ResearchHarness):
    """Researches questions, one after the other, in a home with one library."""

    app: App
    library: Path

    def research(self, question: str, *, hidden: Collection[str] = ()) -> dict[str, Any]:
        report: dict[str, Any] = json.loads(self._outcome(question, hidden).files["report.json"])
        return report

    def research_and_verify(self, question: str) -> VerifiedReport:
        outcome = self._outcome(question)
        found = verify_path(outcome.folder)
        return VerifiedReport(report=report_from_json(outcome.files["report.json"]), problems=found.problems)

    def reading_order(self, question: str) -> list[str]:
        task = self.app.task(self._outcome(question).task_id)
        # Only the order of reading is needed, which does not depend on claims: an empty graph will do.
        nothing = EvidenceGraph(sources=(), claims=(), largest_origin_share=0.0)
        passages = research_state(self.app.store, task, nothing, round=0, answered=True).passages
        names = {passage.page_id: passage.url.rsplit("/", 1)[-1] for passage in passages}
        return [names[page_id] for page_id in reading_order(question, passages, task.lang)]

    def _outcome(self, question: str, hidden: Collection[str] = ()) -> ResearchOutcome:
        task = Tasks(self.app).create(ResearchRequest(question=question, libraries=[self.library]))
        providers = (
            [HidingProvider(inner=p, hidden=frozenset(hidden)) for p in self.app.providers(task)] if hidden else None
        )
        return asyncio.run(Tasks(self.app).run(task.id, providers=providers))


@contextmanager
def open_harness(documents: Sequence[Document], lang: str) -> Iterator[ResearchHarness]:
    """A harness over `documents`, written as files, in a temporary home."""
    with TemporaryDirectory(prefix="tadori-") as folder:
        library = Path(folder) / "library"
        library.mkdir()
        for name, title, text in documents:
            (library / name).write_text(written_document(name, title, text, lang), encoding="utf-8")
        with harness_over(library, Path(folder) / "home") as harness:
            yield harness


@contextmanager
def harness_over(library: Path, home: Path) -> Iterator[ResearchHarness]:
    """A harness over the documents of a folder."""
    with open_app(Settings(home=home)) as app:
        yield EvaluationHarness(app=app, library=library)
