"""What a question that hops looks up next: the thing its inner sub-question found, before any other name."""

import pytest

from tadori.engine.planning.name_leads import find_leads
from tadori.engine.planning.trail_leads import names_on_trail
from tadori.model.ids import EN, JA
from tests.engine.makers import passage

FILM = passage(
    "pg_film", "Blue Bridge", "Blue Bridge is a film by Tide Pictures. It was directed by Oda Kell in Farholm.", 0.6
)
KELL = passage("pg_kell", "Oda Kell", "Oda Kell was born in Farholm.", 0.2)
FILM_JA = passage("pg_film", "蒼い橋", "『蒼い橋』はタイド社の映画である。監督はオダ・ケルである。", 0.6)
ASKED = "Where was the director of the film Blue Bridge born?"


@pytest.mark.req("X10")
def test_the_found_thing_is_the_next_name() -> None:
    assert names_on_trail(ASKED, [FILM], EN) == [("Oda Kell", "pg_film")]
    assert names_on_trail("『蒼い橋』の監督の出身地はどこか", [FILM_JA], JA) == [("オダ・ケル", "pg_film")]


def test_the_found_thing_is_looked_up_before_other_names() -> None:
    assert find_leads(ASKED, [FILM], [], EN)[0].name == "Oda Kell"


def test_a_page_that_was_read_is_no_lead() -> None:
    assert "Oda Kell" not in [lead.name for lead in find_leads(ASKED, [FILM, KELL], [], EN)]


def test_a_comparison_leads_to_the_side_that_nothing_was_read_of() -> None:
    question = "Who was born first, Oda Kell or Brom Vik?"
    assert names_on_trail(question, [KELL], EN) == [("Brom Vik", "pg_kell")]


@pytest.mark.parametrize("question", ["Who directed Blue Bridge?", "", "Why was the film late?"])
def test_a_question_that_does_not_hop_has_no_trail(question: str) -> None:
    assert names_on_trail(question, [FILM], EN) == []


def test_without_passages_there_is_no_trail() -> None:
    assert names_on_trail(ASKED, [], EN) == []
