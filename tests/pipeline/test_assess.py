"""The evidence of a task as a whole."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tadori.model.calibration import CONFIDENCE_SOURCE, Sample
from tadori.model.claim import Claim, Quotation
from tadori.model.ids import EN, IsoDate, Url
from tadori.model.page import Capture, Extracted, FragmentType, Page, PageType, TextElement
from tadori.pipeline.assess import verdict_key
from tadori.pipeline.task_graph import GRAPH_CLAIMS
from tadori.service import ResearchRequest, open_app
from tadori.service.calibration import open_calibration
from tadori.service.tasks import Tasks
from tadori.settings import Settings
from tadori.store.evidence import save_claims, set_answers
from tadori.store.pages import fragments_of, save_page
from tadori.store.queries import note_page_read

NOW = datetime(2026, 11, 16, tzinfo=UTC)


@pytest.mark.req("L33", "L34")
async def test_a_claim_of_the_answer_is_in_the_graph_however_low_its_score_and_calibrated(tmp_path: Path) -> None:
    text = " ".join(f"Fact number {n} is told here." for n in range(GRAPH_CLAIMS + 5))
    capture = Capture(
        url=Url("file:///facts.txt"), body=text.encode(), media_type="text/plain", charset=None, fetched_at=NOW,
        source_tag="library",
    )  # fmt: skip
    piece = TextElement(
        start=0, end=len(text), fragment_type=FragmentType.PARAGRAPH, heading_context="", heading_hierarchy=(),
        element_index=0,
    )  # fmt: skip
    extracted = Extracted(title="Facts", date=None, lang=EN, page_type=PageType.DOCUMENT, text=text, pieces=(piece,))
    page = Page.of(capture, extracted)
    with open_app(Settings(home=tmp_path / "home", embeddings=False)) as app:
        task = Tasks(app).create(ResearchRequest(question="Which fact is told?", libraries=[tmp_path]))
        with app.store.write() as db:
            save_page(db, page, extracted)
            fragment = fragments_of(db, page.id)[0]
            note_page_read(db, task.id, page.id, "q_1", position=0, at=NOW)
            claims = [claim_at(page, fragment.id, text, n) for n in range(GRAPH_CLAIMS + 5)]
            save_claims(db, task.id, "q_1", claims)
            set_answers(
                db, task.id, {c.id: 1.0 - n / 1000 for n, c in enumerate(claims)}, [claims[0].id, claims[-1].id]
            )
        async with app.web() as reading:
            assess = app.research_of(task, reading).assess
        assert [standing.claim.id for standing in assess.chosen(assess.graph())] == [claims[0].id, claims[-1].id]
        assert len(assess.graph().claims) == GRAPH_CLAIMS
        raw = assess.graph().claims[0].confidence.value
        # What was held for .6 to .9 sure was true one time in six: a fit brings every confidence down.
        samples = [Sample(scores=(0.6 + n / 200, 0.4 - n / 200), outcome=int(n % 6 > 0)) for n in range(60)]
        open_calibration(app).add(CONFIDENCE_SOURCE, samples)
        async with app.web() as reading:
            later = app.research_of(task, reading).assess
        assert later.graph().claims[0].confidence.value < raw


def claim_at(page: Page, fragment_id: str, text: str, number: int) -> Claim:
    words = f"Fact number {number} is told here."
    quotation = Quotation.of(fragment_id=fragment_id, page_id=page.id, start=text.index(words), text=words)
    return Claim(id=Claim.id_of(words), text=words, lang=EN, quotation=quotation)


def test_a_verdict_on_words_of_one_date_is_not_taken_over_for_the_same_words_of_another() -> None:
    quotation = Quotation.of(fragment_id="fr_1", page_id="pg_1", start=0, text="The lake is 5 m deep.")
    claim = Claim(id="cl_1", text=quotation.text, lang=EN, quotation=quotation, date=IsoDate("1998"))
    same = replace(claim, id="cl_2")
    assert verdict_key(claim) == verdict_key(same)
    assert (
        len(
            {
                verdict_key(claim),
                verdict_key(replace(claim, date=IsoDate("2020"))),
                verdict_key(replace(claim, date=None)),
            }
        )
        == 3
    )
