"""The evidence of a task as a whole."""

from dataclasses import replace
from pathlib import Path

import pytest

from tadori.model.calibration import CONFIDENCE_SOURCE, Sample
from tadori.model.claim import Claim, Quotation
from tadori.model.ids import EN, IsoDate
from tadori.model.thresholds import GRAPH_CLAIMS
from tadori.pipeline.assess import verdict_key
from tadori.service.calibration import open_calibration
from tadori.settings import Settings
from tadori.wiring.home import open_app
from tests.pipeline.facts import filled


@pytest.mark.req("L33", "L34")
async def test_a_claim_of_the_answer_is_in_the_graph_however_low_its_score_and_calibrated(tmp_path: Path) -> None:
    with open_app(Settings(home=tmp_path / "home", embeddings=False)) as app:
        world = filled(app, "Which fact is told?", tmp_path, answering=(0, -1))
        first, last = world.claims[0], world.claims[-1]
        assess = await world.assess()
        assert [standing.claim.id for standing in assess.chosen(assess.graph())] == [first.id, last.id]
        assert len(assess.graph().claims) == GRAPH_CLAIMS
        raw = assess.graph().claims[0].confidence.value
        # What was held for .6 to .9 sure was true one time in six: a fit brings every confidence down.
        samples = [Sample(scores=(0.6 + n / 200, 0.4 - n / 200), outcome=int(n % 6 > 0)) for n in range(60)]
        open_calibration(app).add(CONFIDENCE_SOURCE, samples)
        later = await world.assess()
        assert later.graph().claims[0].confidence.value < raw


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
