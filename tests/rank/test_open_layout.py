"""How the sentences of an open answer are laid out: for and against, in time, side by side, by source."""

from typing import Any

import pytest

from tadori.model.evidence_thresholds import FEWEST_FOR_FACETS, MOST_FACETS
from tadori.model.ids import EN, JA, Lang
from tadori.rank.open_layout import AspectRow, ChosenSentence, LaidOut, Layout, laid_out
from tadori.rank.question import parse_question

pytestmark = pytest.mark.req("F2")


def said(claim_id: str, text: str, **given: Any) -> ChosenSentence:
    plain: dict[str, Any] = {"title": "", "heading": "", "section": "", "page_id": f"pg_{claim_id}", "place": 0}
    return ChosenSentence(claim_id=claim_id, text=text, **(plain | given))


def layout(question: str, *chosen: ChosenSentence, lang: Lang = EN) -> Layout:
    return laid_out(parse_question(question, lang), chosen, lang)


def facets(found: Layout) -> list[tuple[str, str]]:
    return [(one.claim_id, one.facet) for one in found.order]


def test_what_speaks_for_comes_before_what_speaks_against_and_the_rest_last() -> None:
    found = layout(
        "What are the advantages and disadvantages of the plant?",
        said("noise", "Its main drawback is the noise."),
        said("size", "It has four turbines."),
        said("clean", "Its main advantage is clean power."),
        said("cost", "Critics call it costly."),
    )
    assert facets(found) == [("clean", "For"), ("noise", "Against"), ("cost", "Against"), ("size", "Also")]
    assert found.rows == ()


def test_the_facets_of_a_japanese_report_are_japanese() -> None:
    found = layout(
        "発電所の利点と欠点は何か",
        said("騒音", "騒音が大きな欠点である。"),
        said("電力", "電力が安価なことが利点である。"),
        said("台数", "タービンは4基ある。"),
        lang=JA,
    )
    assert facets(found) == [("電力", "利点・賛成"), ("騒音", "問題点・反対"), ("台数", "そのほか")]


def test_the_language_of_the_report_names_the_facets_not_that_of_the_question() -> None:
    asked = parse_question("発電所の利点は何か", JA)
    found = laid_out(asked, [said("a", "電力が安価なことが利点である。")], EN)
    assert facets(found) == [("a", "For")]


def test_changes_stand_in_the_order_of_their_dates_and_undated_ones_first() -> None:
    found = layout(
        "How has the harbour changed over time?",
        said("late", "In March 2019 the harbour was closed to cars."),
        said("early", "The harbour was founded in 1887."),
        said("undated", "The harbour has changed a lot."),
        said("middle", "In January 2019 a new pier was built."),
        said("range", "Between 1950 and 1960 it doubled in size."),
    )
    assert facets(found) == [("undated", ""), ("early", ""), ("range", ""), ("middle", ""), ("late", "")]


def test_japanese_dates_and_bare_years_are_dates_too() -> None:
    found = layout(
        "港はどのように変わってきたか",
        said("後", "2019年3月に閉鎖された。"),
        said("前", "明治20年に開港した。"),
        said("中", "1950-60年代に拡張された。"),
        lang=JA,
    )
    assert [one.claim_id for one in found.order] == ["前", "中", "後"]


def test_a_number_that_is_no_year_is_no_date() -> None:
    found = layout(
        "How has the harbour changed over time?",
        said("dated", "It opened in 1950."),
        said("long", "It has 11950 berths."),
    )
    assert [one.claim_id for one in found.order] == ["long", "dated"]


TCP = "What is the difference between TCP and UDP?"


def test_a_comparison_pairs_what_shares_an_aspect_and_puts_both_sides_first() -> None:
    found = layout(
        TCP,
        said("tcp-lost", "TCP sends lost packets again."),
        said("udp-lost", "UDP ignores lost packets."),
        said("both", "Both TCP and UDP use port numbers."),
        said("udp-games", "Games prefer UDP for speed."),
        said("else", "The weather was mild."),
    )
    assert found.rows == (AspectRow("", (("tcp-lost",), ("udp-lost",))),)
    assert facets(found) == [("both", ""), ("tcp-lost", ""), ("udp-lost", ""), ("udp-games", "UDP"), ("else", "Also")]


def test_a_row_is_named_by_the_heading_that_both_stand_under() -> None:
    found = layout(
        TCP,
        said("a", "TCP sends lost packets again.", heading="Lost packets", section="TCP › Lost packets"),
        said("b", "UDP ignores lost packets.", heading="Lost packets", section="UDP › Lost packets"),
    )
    assert [row.aspect for row in found.rows] == ["Lost packets"]


def test_a_sentence_that_names_no_side_belongs_to_that_of_its_heading_or_title() -> None:
    found = layout(
        TCP,
        said("a", "It sends lost packets again.", section="TCP"),
        said("b", "It ignores lost packets.", title="UDP"),
    )
    assert found.rows == (AspectRow("", (("a",), ("b",))),)


def test_words_that_both_sides_have_do_not_tell_them_apart() -> None:
    found = layout(
        "What is the difference between solar power and wind power?",
        said("solar", "Solar cells need light."),
        said("wind", "The wind turns the rotor."),
        said("power", "Power is sold on a market."),
    )
    assert facets(found) == [("solar", "solar power"), ("wind", "wind power"), ("power", "Also")]


def test_a_sentence_stands_in_one_row_only() -> None:
    found = layout(
        TCP,
        said("a", "TCP sends lost packets again."),
        said("b", "UDP ignores lost packets."),
        said("c", "UDP never sends lost packets again."),
    )
    assert found.rows == (AspectRow("", (("a",), ("c",))),)
    assert facets(found) == [("a", ""), ("c", ""), ("b", "UDP")]


def test_a_japanese_comparison_is_a_table_too() -> None:
    found = layout(
        "紅茶と緑茶の違いは何か",
        said("赤", "紅茶の茶葉は発酵させる。"),
        said("緑", "緑茶の茶葉は発酵させない。"),
        said("両", "紅茶も緑茶も同じ木から作る。"),
        lang=JA,
    )
    assert found.rows == (AspectRow("", (("赤",), ("緑",))),)
    assert [one.claim_id for one in found.order] == ["両", "赤", "緑"]


def test_a_comparison_whose_sides_are_not_named_is_listed_by_source() -> None:
    found = layout("How does it compare to wind power?", said("a", "Wind is cheap."), said("b", "It is dear."))
    assert found == Layout((LaidOut("a", ""), LaidOut("b", "")))


def many(number: int, pages: int) -> list[ChosenSentence]:
    return [
        said(str(n), f"Reason {n}.", title=f"Page {n % pages}", page_id=f"pg_{n % pages}", place=100 - n)
        for n in range(number)
    ]


def test_few_sentences_are_one_list_in_the_order_chosen() -> None:
    found = layout("Why is it late?", *many(FEWEST_FOR_FACETS - 1, 2))
    assert facets(found) == [(str(n), "") for n in range(FEWEST_FOR_FACETS - 1)]


def test_many_sentences_stand_page_by_page_behind_the_best_one_in_reading_order() -> None:
    found = layout("Why is it late?", *many(FEWEST_FOR_FACETS + 1, 2))
    assert facets(found)[0] == ("0", "")
    assert [facet for _, facet in facets(found)[1:]] == ["Page 1"] * 3 + ["Page 0"] * 2
    assert [claim_id for claim_id, _ in facets(found)[1:]] == ["5", "3", "1", "4", "2"]


def test_pages_beyond_the_most_facets_stand_in_the_opening_list() -> None:
    pages = MOST_FACETS + 3
    found = layout("Why is it late?", *many(pages + 1, pages))
    names = [facet for _, facet in facets(found) if facet]
    assert len(set(names)) == MOST_FACETS
    assert len(found.order) == pages + 1
    assert len({claim_id for claim_id, _ in facets(found)}) == pages + 1


@pytest.mark.parametrize(
    ("title", "headings", "facet"),
    [
        ("Harbour", ("Delay", "Delay"), "Harbour › Delay"),
        ("Harbour", ("Delay", "Cost"), "Harbour"),
        ("Harbour", ("Harbour", "Harbour"), "Harbour"),
        ("Harbour", ("", ""), "Harbour"),
        ("", ("Delay", "Delay"), "Delay"),
    ],
)
def test_a_facet_is_named_by_title_and_common_heading(title: str, headings: tuple[str, str], facet: str) -> None:
    rest = [said(f"r{n}", f"Other {n}.", title=f"T{n}") for n in range(FEWEST_FOR_FACETS - 2)]
    pair = [
        said(f"p{n}", f"Reason {n}.", title=title, heading=heading, page_id="pg_p", place=n)
        for n, heading in enumerate(headings)
    ]
    found = layout("Why is it late?", *rest, *pair)
    assert [name for claim_id, name in facets(found) if claim_id in {"p0", "p1"}] == [facet, facet]


@pytest.mark.parametrize("question", ["Why is it late?", TCP, "pros and cons of tea", "How has tea changed over time?"])
def test_nothing_chosen_has_no_layout(question: str) -> None:
    assert layout(question) == Layout(())


@pytest.mark.parametrize("question", ["Why is it late?", TCP, "pros and cons of tea", "How has tea changed over time?"])
def test_every_sentence_stands_somewhere_once(question: str) -> None:
    chosen = [said(str(n), f"TCP {n} is better than UDP in {1990 + n}.", page_id=f"pg_{n % 3}") for n in range(9)]
    found = layout(question, *chosen)
    assert sorted(one.claim_id for one in found.order) == [str(n) for n in range(9)]
