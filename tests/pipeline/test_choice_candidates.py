"""Which claims a model chooses from: the best of each part, with variety over pages, and with their rivals."""

from collections.abc import Sequence

import pytest

from tadori.model.claim import Claim, Edge, Quotation, Relation
from tadori.model.ids import EN
from tadori.model.llm_thresholds import CLAIMS_OF_A_PAGE
from tadori.pipeline.choice_candidates import by_page, claims_to_show
from tadori.pipeline.rivals import related_claims


def one(_: str, __: Sequence[str]) -> int:
    return 1


def scored(**pages: int) -> tuple[dict[str, str], dict[str, float]]:
    """So many claims of each page (`a00`, `a01` …), the earlier the better, the first page best of all."""
    names = [(page, f"{page}{number:02}") for page, count in pages.items() for number in range(count)]
    return {name: page for page, name in names}, {name: 1 - number / 1000 for number, (_, name) in enumerate(names)}


def test_the_best_are_shown_first_and_a_page_waits_after_its_share_until_all_others_had_theirs() -> None:
    pages, scores = scored(a=60, b=3)
    shown = claims_to_show(pages, [scores], {}, [], room=999, size=one, most=40)
    # The first twenty are the best ones whatever their page; then the page has had its share.
    assert shown[:20] == [f"a{number:02}" for number in range(20)]
    assert shown[20:23] == ["b00", "b01", "b02"]
    assert (len(shown), shown[-1]) == (40, "a36")
    assert CLAIMS_OF_A_PAGE < 20


def test_every_part_of_the_question_has_its_best_claims_shown() -> None:
    pages, _ = scored(a=4)
    parts = [{"a00": 0.9, "a01": 0.8}, {"a03": 0.2, "a02": 0.1}]
    assert claims_to_show(pages, parts, {}, [], room=2, size=one)[:2] == ["a00", "a03"]


@pytest.mark.req("L33")
def test_the_rivals_of_the_best_stand_right_behind_them_whatever_their_score() -> None:
    pages, scores = scored(a=30, z=1)
    shown = claims_to_show(pages, [scores], {"a00": ("z00", "elsewhere")}, [], room=999, size=one)
    assert shown[:2] == ["a00", "z00"]


def test_what_is_the_answer_now_is_shown_in_any_case() -> None:
    pages, scores = scored(a=90)
    shown = claims_to_show(pages, [scores], {}, ["a89", "withdrawn"], room=5, size=one)
    assert (shown[0], "withdrawn" in shown, len(shown)) == ("a89", False, 5)


def test_a_claim_that_is_too_long_for_the_room_gives_way_to_a_shorter_one() -> None:
    pages, scores = scored(a=3)
    sizes = {"a00": 4, "a01": 9, "a02": 3}
    assert claims_to_show(pages, [scores], {}, [], room=8, size=lambda name, _: sizes[name]) == ["a00", "a02"]


def test_claims_are_shown_page_by_page_in_reading_order_the_page_of_the_best_first() -> None:
    pages = {"x": "p2", "y": "p1", "z": "p2"}
    assert by_page(["x", "y", "z"], pages, {"x": 50, "y": 0, "z": 10}) == ["z", "x", "y"]


def claim(name: str, page: str, start: int = 0) -> Claim:
    quotation = Quotation.of(fragment_id=f"fr_{page}", page_id=page, start=start, text=name)
    return Claim(id=f"cl_{name}", text=name, lang=EN, quotation=quotation)


def edge(of: Claim, to: Claim, relation: Relation, *, shown: bool = True) -> Edge:
    return Edge(
        id=Edge.id_of(of.id, to.quotation, relation),
        claim_id=of.id,
        quotation=to.quotation,
        relation=relation,
        confidence=0.9,
        shown=shown,
        grounds=(),
        judge="frames",
    )


@pytest.mark.req("L33")
def test_a_contradiction_is_one_for_both_sides_and_an_agreement_for_the_side_it_covers() -> None:
    city, maker, blog = claim("1284", "city"), claim("1510", "maker"), claim("1510 again", "blog")
    edges = [edge(city, maker, Relation.REFUTES), edge(blog, maker, Relation.SUPPORTS)]
    found = related_claims([city, maker, blog], edges)
    assert found.rivals == {city.id: (maker.id,), maker.id: (city.id,)}
    assert found.same == {blog.id: (maker.id,)}


def test_what_is_not_shown_and_what_leads_to_no_claim_relates_nothing() -> None:
    city, maker, gone = claim("1284", "city"), claim("1510", "maker"), claim("x", "gone")
    edges = [edge(city, maker, Relation.REFUTES, shown=False), edge(city, gone, Relation.REFUTES)]
    assert related_claims([city, maker], edges).rivals == {}
