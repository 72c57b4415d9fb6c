"""Across languages: numbers, dates, names and negations in their normal form."""

import pytest

from tadori.judge.across import across_objections
from tadori.judge.vetoes import Objections
from tadori.model.grading import Limit, QuotedPassage

pytestmark = pytest.mark.req("X11")


def against(sentence: str, quoted: str) -> Objections:
    return across_objections(sentence, [QuotedPassage(text=quoted)])


@pytest.mark.parametrize(
    ("sentence", "quoted"),
    [
        ("The bridge opened on 4 May 2023.", "橋は令和5年5月4日に開通した。"),
        ("About 1,500 people came.", "約1500人が訪れた。"),
        ("The bridge is 40 m long.", "橋の長さは40メートルである。"),
        ("The bridge did not open.", "橋は開通しなかった。"),
        ("Lloyd lives in Minnesota.", "ロイドはミネソタ州に住む。"),
        ("ロイドはミネソタ州に住む。", "Lloyd lives in Minnesota."),
        ("橋は2023年5月4日に開通した。", "The bridge opened on 4 May 2023."),
    ],
)
def test_the_same_facts_meet_no_objection(sentence: str, quoted: str) -> None:
    assert against(sentence, quoted) == Objections(lost=(), added=())


@pytest.mark.parametrize(
    ("sentence", "quoted", "added", "lost"),
    [
        ("It opened on 5 May 2023.", "2023年5月4日に開通した。",
         Limit(kind="date", text="5 May 2023"), Limit(kind="date", text="2023年5月4日")),
        ("1,500 people came.", "約1500人が訪れた。",
         Limit(kind="number", text="1,500 people"), Limit(kind="number", text="1500人")),
        ("橋の長さは40キロである。", "The bridge is 40 m long.",
         Limit(kind="number", text="40キロ"), Limit(kind="number", text="40 m")),
        ("Vernon lives here.", "ロイドはここに住む。",
         Limit(kind="name", text="Vernon"), Limit(kind="name", text="ロイド")),
    ],
)  # fmt: skip
def test_other_facts_are_named_on_both_sides(sentence: str, quoted: str, added: Limit, lost: Limit) -> None:
    assert against(sentence, quoted) == Objections(lost=(lost,), added=(added,))


def test_a_negation_of_one_side_is_named() -> None:
    assert against("The bridge did not open.", "橋は開通した。").added == (Limit(kind="negation", text="not"),)
    assert against("橋は開通した。", "The bridge did not open.").lost == (Limit(kind="negation", text="not"),)


def test_kanji_names_need_a_base() -> None:
    class Cities:
        def same_name_across(self, one: str, other: str) -> bool | None:
            return {one, other} == {"Kobe", "神戸市"}

    passages = [QuotedPassage(text="橋は神戸市にある。")]
    assert across_objections("The bridge is in Kobe.", passages).added == (Limit(kind="name", text="Kobe"),)
    assert across_objections("The bridge is in Kobe.", passages, Cities()) == Objections(lost=(), added=())
    assert across_objections("The bridge is in Nara.", passages, Cities()) == Objections(
        lost=(Limit(kind="name", text="神戸市"),), added=(Limit(kind="name", text="Nara"),)
    )


def test_without_a_quotation_everything_is_added() -> None:
    assert against("The bridge opened.", "").added == (Limit(kind="word", text="The bridge opened."),)
    assert across_objections("橋は開通した。", []).added == (Limit(kind="word", text="橋は開通した。"),)
