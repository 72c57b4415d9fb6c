import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.engine.planning.name_leads import find_leads
from tadori.engine.planning.trail import reading_order, score_along_trail
from tadori.model.ids import EN, JA
from tadori.text.page_titles import page_subject
from tests.engine.makers import FATHER, passage

KELL = passage("pg_kell", "Oda Kell", "Oda Kell was an engineer. Her father was Brom Kell, a miller.", 0.6)
BROM = passage("pg_brom", "Brom Kell", "Brom Kell was a miller. He passed away in Farholm.", 0.1)
NOISE = [
    passage(f"pg_n{n}", f"Noise {n}", f"The father of somebody number{n} did die somewhere.", 0.5) for n in range(10)
]


def test_the_page_that_a_good_page_names_comes_next() -> None:
    assert reading_order(FATHER, [BROM, *NOISE, KELL], EN)[:2] == ["pg_kell", "pg_brom"]


def test_without_anybody_naming_it_a_page_stands_by_its_own_score() -> None:
    assert reading_order(FATHER, [BROM, *NOISE], EN)[-1] == "pg_brom"


def test_a_worked_example_pins_the_score() -> None:
    scores = {p.page_id: score for p, score in score_along_trail("Who is the father of Oda Kell?", [KELL, BROM], EN)}
    # Own: .6, and 1 because the question names the page.
    assert scores["pg_kell"] == pytest.approx(1.6)
    # Of {father, oda, kell} the naming sentence says two thirds: ½ + ½ · ⅔. What the source lacks: nothing.
    assert scores["pg_brom"] == pytest.approx(0.3 * 0.1 + 1.6 * (0.5 + 0.5 * 2 / 3))


def test_a_page_two_names_away_is_found() -> None:
    last = passage("pg_farholm", "Farholm", "Farholm is a town of mills on the coast.", 0.0)
    order = reading_order(FATHER, [last, BROM, KELL, *NOISE], EN)
    assert order.index("pg_farholm") == 2


def test_a_page_that_speaks_of_the_same_rare_name_and_answers_more_rises() -> None:
    question = "What is the average snowfall in the city where Lost Tide was formed?"
    band = passage("pg_band", "Lost Tide", "Lost Tide is a band formed in Marrowick.", 0.5)
    weather = passage("pg_weather", "Weather records", "In Marrowick the average snowfall is nine inches.", 0.2)
    others = [passage(f"pg_{n}", f"Band {n}", f"A band was formed in the city of Anytown{n}.", 0.45) for n in range(5)]
    assert reading_order(question, [*others, weather, band], EN)[:2] == ["pg_band", "pg_weather"]


def test_japanese_names_lead_too() -> None:
    first = passage("pg_1", "潮見京子", "潮見京子は技術者。父はブロム・ケルである。", 0.6)
    second = passage("pg_2", "ブロム・ケル", "粉屋。晩年は港町に移り住んだ。", 0.05)
    noise = [passage(f"pg_n{n}", f"雑記{n}", f"父の話その{n}。", 0.4) for n in range(5)]
    assert reading_order("潮見京子の父はどこで亡くなったか", [*noise, second, first], JA)[:2] == ["pg_1", "pg_2"]


def test_the_order_does_not_depend_on_the_order_of_what_comes_in() -> None:
    shuffled = random.Random(3).sample([KELL, BROM, *NOISE], 12)
    assert score_along_trail(FATHER, shuffled, EN) == score_along_trail(FATHER, [KELL, BROM, *NOISE], EN)


def test_a_page_with_several_passages_stands_once() -> None:
    more = passage("pg_kell", "Oda Kell", "She liked boats.", 0.2)
    assert reading_order(FATHER, [KELL, more, BROM], EN) == ["pg_kell", "pg_brom"]


def test_of_two_titles_in_the_same_words_of_the_question_the_longer_is_meant() -> None:
    short = passage("pg_a", "Dance with Me (Kelly song)", "Another song of that name.", 0.5)
    whole = passage("pg_b", "Come Dance with Me (song)", "A song by Brom Kell.", 0.4)
    question = "Where was the performer of song Come Dance With Me (Song) born?"
    assert [score for _, score in score_along_trail(question, [short, whole], EN)] == [1.4, 0.5]


def test_nothing_read_has_no_order() -> None:
    assert reading_order(FATHER, [], EN) == []


@pytest.mark.parametrize(
    ("title", "subject"),
    [
        ("Dark River (2017 film)", "Dark River"),
        ("潮見（曖昧さ回避）", "潮見"),
        ("Oda Kell - Wikipedia", "Oda Kell"),
        ("Tides | Harbour Office", "Tides"),
        ("Abdul-Aziz bin Muhammad", "Abdul-Aziz bin Muhammad"),
        ("(untitled)", "(untitled)"),
        ("", ""),
    ],
)
def test_a_title_is_read_without_site_and_distinction(title: str, subject: str) -> None:
    assert page_subject(title) == subject


@given(st.lists(st.tuples(st.text(max_size=20), st.text(max_size=60), st.floats(0, 1)), max_size=6))
def test_every_passage_gets_a_score_not_below_its_own(rows: list[tuple[str, str, float]]) -> None:
    passages = [passage(f"pg_{n}", title, text, score) for n, (title, text, score) in enumerate(rows)]
    scored = score_along_trail("Who is Oda Kell?", passages, EN)
    assert len(scored) == len(passages)
    assert [p.page_id for p, score in scored if score < p.score] == []


def test_leads_are_names_near_the_words_of_the_question() -> None:
    text = "Oda Kell, born in Upper Marrow, knew Tove Lund. Her father was Brom Kell."
    found = find_leads(FATHER, [passage("pg_1", "Oda Kell", text, 0.6)], [], EN)
    assert [lead.name for lead in found] == ["Brom Kell", "Tove Lund", "Upper Marrow"]
    assert {lead.page_id for lead in found} == {"pg_1"}


def test_what_was_looked_up_read_or_asked_about_is_no_lead() -> None:
    text = "Oda Kell knew Tove Lund, Brom Kell and Ida Moss."
    read = [passage("pg_1", "Oda Kell", text, 0.6), passage("pg_2", "Tove Lund (painter)", "She painted.", 0.1)]
    assert [lead.name for lead in find_leads(FATHER, read, ["brom kell"], EN)] == ["Ida Moss"]


def test_passages_that_miss_the_subject_lead_nowhere() -> None:
    stranger = passage("pg_1", "A stranger", "Her father was Brom Kell and did die in Farholm.", 0.6)
    assert find_leads(FATHER, [stranger], [], EN) == []
    assert [lead.name for lead in find_leads("Where did the father die?", [stranger], [], EN)] == [
        "Brom Kell",
        "Farholm",
    ]


def test_dates_are_no_leads() -> None:
    assert (
        find_leads(FATHER, [passage("pg_1", "Oda Kell", "She came in March 1920 and left on 3 May.", 0.6)], [], EN)
        == []
    )


def test_units_are_no_leads() -> None:
    text = "月代原大橋の全長は1011メートルで、ドラゴンの像が立つ。"
    found = find_leads("月代原大橋の全長は？", [passage("pg_1", "月代原大橋", text, 0.6)], [], JA)
    assert [lead.name for lead in found] == ["ドラゴン"]


def test_one_page_full_of_names_does_not_silence_the_others() -> None:
    crowd = "Present were " + ", ".join(f"Guest{n} Lamm{n}" for n in range(20)) + "."
    read = [passage("pg_1", "Oda Kell", crowd, 0.5), passage("pg_2", "A letter", "Her aunt was Tove Lund.", 1.2)]
    assert "Tove Lund" in [lead.name for lead in find_leads(FATHER, read, [], EN)][:4]


def test_japanese_passages_give_leads() -> None:
    read = [passage("pg_1", "潮見京子", "潮見京子の父はブロム・ケルで、『潮の記録』を書いた。", 0.6)]
    assert [lead.name for lead in find_leads("潮見京子の父はどこで亡くなったか", read, [], JA)] == [
        "ブロム・ケル",
        "潮の記録",
    ]
