"""Answers that contradict each other, and answers that say the same."""

import pytest

from tadori.model.ids import EN, JA, Lang
from tadori.rank.candidates import AnswerCandidate
from tadori.rank.question import parse_question
from tadori.rank.rivals import RivalAnswers, agreeing_answers, rival_answers


def answers(*texts: str, lang: Lang = EN, title: str = "") -> list[AnswerCandidate]:
    """One answer per text, each from a page of its own."""
    return [
        AnswerCandidate(claim_id=f"c{n}", text=text, context=text, title=title, lang=lang, page_id=f"p{n}")
        for n, text in enumerate(texts)
    ]


BUILT = parse_question("When was the Dallas County Courthouse built?", EN)
BUILT_1902 = "The Dallas County Courthouse in Adel, Iowa was built in 1902."
BUILT_1885 = "The Dallas County Courthouse, a landmark of Iowa, was built in 1885 and still stands."


def test_two_years_for_one_building_are_rivals() -> None:
    assert rival_answers(BUILT, answers(BUILT_1902, BUILT_1885)) == [
        RivalAnswers(claim_a="c0", claim_b="c1", value_a="1902", value_b="1885", ground="when: 1902 ≠ 1885", sure=True)
    ]


def test_a_copy_with_one_changed_word_is_a_rival_whatever_is_asked() -> None:
    asked = parse_question('What is the genre of "Big Girl"?', EN)
    found = rival_answers(
        asked,
        answers(
            "Big Girl is a Canadian documentary, directed by Renuka Jeyapalan and released in 2005.",
            "Big Girl is a Canadian short film, directed by Renuka Jeyapalan and released in 2005.",
        ),
    )
    assert [(r.value_a, r.value_b, r.sure) for r in found] == [("documentary", "short film", True)]


def test_a_copy_with_a_spelling_slip_is_no_rival() -> None:
    texts = ("The parish church of Nagiura was founded by monks.", "The parish chuch of Nagiura was founded by monks.")
    assert rival_answers(parse_question("Who founded the parish church of Nagiura?", EN), answers(*texts)) == []


def test_numbers_of_one_thing_are_rivals_in_japanese_too() -> None:
    asked = parse_question("凪浦潮流発電所では何人が働いているか", JA)
    found = rival_answers(
        asked,
        answers("凪浦潮流発電所では35人が働いている。", "現在、凪浦潮流発電所では48人が働いている。", lang=JA),
    )
    assert [(r.ground, r.sure) for r in found] == [("number: 35人 ≠ 48人", True)]


def test_the_same_sentence_about_another_place_is_no_rival() -> None:
    asked = parse_question("What is the population of Middlesex Township?", EN)
    here = AnswerCandidate(
        claim_id="a",
        text="There were 2,764 people in the township.",
        context="Middlesex Township lies in Ohio. There were 2,764 people in the township.",
        title="",
        lang=EN,
        page_id="p",
    )
    there = AnswerCandidate(
        claim_id="b",
        text="There were 1,243 people in the township.",
        context="Penn Township lies in Ohio. There were 1,243 people in the township.",
        title="",
        lang=EN,
        page_id="q",
    )
    assert rival_answers(asked, [here, there]) == []


def test_a_more_precise_date_is_no_rival() -> None:
    asked = parse_question("When did the Nagiura plant open?", EN)
    texts = ("The Nagiura plant opened in 2019.", "The Nagiura plant opened on 12 April 2019.")
    assert rival_answers(asked, answers(*texts)) == []


def test_a_rounded_number_is_no_rival() -> None:
    asked = parse_question("What is the population of Nagiura?", EN)
    texts = ("Nagiura has a population of about 31,000.", "Nagiura has a population of 30,950.")
    assert rival_answers(asked, answers(*texts)) == []


def test_a_sentence_that_tells_both_values_contradicts_neither() -> None:
    both = "The Dallas County Courthouse was built in 1885 and, after a fire, built again in 1902."
    assert rival_answers(BUILT, answers(BUILT_1902, both)) == []


def test_numbers_of_different_years_only_may_conflict() -> None:
    asked = parse_question("What is the population of Nagiura?", EN)
    texts = ("In 2010 Nagiura had a population of 33,100.", "In 2020 Nagiura had a population of 29,400.")
    assert [r.sure for r in rival_answers(asked, answers(*texts))] == [False]


def test_a_hedged_or_denied_value_only_may_conflict() -> None:
    hedged = "The Dallas County Courthouse was reportedly built in 1885, as some say."
    denied = "The Dallas County Courthouse was not built in 1885."
    assert [r.sure for r in rival_answers(BUILT, answers(BUILT_1902, hedged))] == [False]
    assert [r.sure for r in rival_answers(BUILT, answers(BUILT_1902, denied))] == [False]


def test_two_people_of_one_name_may_conflict() -> None:
    asked = parse_question("What sport is Justin Thomas associated with?", EN)
    texts = ("Justin Thomas is an American golfer.", "Justin Thomas is a former quarterback of Georgia Tech.")
    assert [(r.value_a, r.value_b, r.sure) for r in rival_answers(asked, answers(*texts))] == [
        ("American golfer", "former quarterback", False)
    ]


def test_one_page_does_not_contradict_itself() -> None:
    first, second = answers(BUILT_1902, BUILT_1885)
    same_page = AnswerCandidate(
        claim_id=second.claim_id, text=second.text, context="", title="", lang=EN, page_id=first.page_id
    )
    assert rival_answers(BUILT, [first, same_page]) == []


def test_the_same_value_from_two_pages_agrees() -> None:
    other = "Built in 1902, the Dallas County Courthouse was listed in 1973."
    found = agreeing_answers(
        BUILT, answers(BUILT_1902, "The Dallas County Courthouse was built in 1902 of white stone.")
    )
    assert [(a.claim_a, a.claim_b, a.value) for a in found] == [("c0", "c1", "1902")]
    assert agreeing_answers(BUILT, answers(BUILT_1902, other)) != []


def test_what_somebody_contradicts_corroborates_nobody() -> None:
    texts = (BUILT_1902, "The Dallas County Courthouse was built in 1902 of white stone.", BUILT_1885)
    assert agreeing_answers(BUILT, answers(*texts)) == []


def test_the_same_year_of_something_else_does_not_agree() -> None:
    assert agreeing_answers(BUILT, answers(BUILT_1902, "In 1902 the Adel post office moved to a new street.")) == []


@pytest.mark.parametrize(
    ("question", "lang"),
    [("Why was it built?", EN), ("Is the plant open?", EN), ("なぜ遅れたのか", JA), ("魚は影響を受けるか", JA)],
)
def test_questions_without_a_value_have_no_rivals_here(question: str, lang: Lang) -> None:
    texts = ("The plant is open.", "The plant is closed.") if lang == EN else ("影響を受ける。", "影響を受けない。")
    assert rival_answers(parse_question(question, lang), answers(*texts, lang=lang)) == []


def test_no_answers_no_rivals() -> None:
    assert rival_answers(BUILT, []) == []
    assert rival_answers(BUILT, answers(BUILT_1902)) == []
    assert agreeing_answers(BUILT, answers("", "")) == []
