"""A task whose evidence is one page of numbered facts, more of them than a report is made of."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from tadori.model.claim import Claim, Quotation
from tadori.model.ids import EN, Url
from tadori.model.page import Capture, Extracted, FragmentType, Page, PageType, TextElement
from tadori.model.question import Task
from tadori.model.thresholds import GRAPH_CLAIMS
from tadori.pipeline.assess import Assess
from tadori.service.request import ResearchRequest
from tadori.service.tasks import Tasks
from tadori.store.evidence import save_claims, set_answers
from tadori.store.pages import fragments_of, save_page
from tadori.store.queries import note_page_read
from tadori.wiring.home import App

NOW = datetime(2026, 11, 16, tzinfo=UTC)
NUMBER = GRAPH_CLAIMS + 5


@dataclass
class World:
    app: App
    task: Task
    page: Page
    fragment_id: str
    claims: list[Claim]

    async def assess(self) -> Assess:
        async with self.app.web() as reading:
            return self.app.research_of(self.task, reading).assess


def filled(app: App, question: str, folder: Path, *, answering: Sequence[int] = (0,)) -> World:
    """A task that has read the page; the facts at the places `answering` are the answer."""
    text = " ".join(f"Fact number {n} is told here." for n in range(NUMBER))
    capture = Capture(
        url=Url("file:///facts.txt"), body=text.encode(), media_type="text/plain", charset=None, fetched_at=NOW,
        source_tag="library",
    )  # fmt: skip
    piece = TextElement(
        start=0, end=len(text), fragment_type=FragmentType.PARAGRAPH, heading_context="", heading_hierarchy=(),
        element_index=0,
    )  # fmt: skip
    extracted = Extracted(title="事実", date=None, lang=EN, page_type=PageType.DOCUMENT, text=text, pieces=(piece,))
    page = Page.of(capture, extracted)
    task = Tasks(app).create(ResearchRequest(question=question, libraries=[folder]))
    with app.store.write() as db:
        save_page(db, page, extracted)
        fragment = fragments_of(db, page.id)[0]
        note_page_read(db, task.id, page.id, "q_1", position=0, at=NOW)
        claims = [claim_at(page, fragment.id, text, n) for n in range(NUMBER)]
        save_claims(db, task.id, "q_1", claims)
        scores = {c.id: 1.0 - n / 1000 for n, c in enumerate(claims)}
        set_answers(db, task.id, scores, [claims[n].id for n in answering])
    return World(app=app, task=task, page=page, fragment_id=fragment.id, claims=claims)


def claim_at(page: Page, fragment_id: str, text: str, number: int) -> Claim:
    words = f"Fact number {number} is told here."
    quotation = Quotation.of(fragment_id=fragment_id, page_id=page.id, start=text.index(words), text=words)
    return Claim(id=Claim.id_of(words), text=words, lang=EN, quotation=quotation)
