"""Contested points: both sides with their sources, each contested claim at least once, no pile of pairs."""

from dataclasses import replace

import pytest

from tadori.model.claim import Claim, Ground
from tadori.model.report import Contest
from tests.report.world import DONE_1998, DONE_1999, HEIGHT, World, english, japanese


def sides(contest: Contest) -> list[str]:
    return [side.text for side in contest.sides]


@pytest.mark.req("X1")
def test_two_claims_that_refute_each_other_stand_side_by_side_once() -> None:
    (contest,) = english().report().contested
    assert sides(contest) == [DONE_1998, DONE_1999]
    assert [side.citations for side in contest.sides] == [(1, 2), (3,)]
    assert [side.confidence for side in contest.sides] == [0.82, 0.41]
    assert (contest.point, contest.grounds, contest.quoted) == ("number: 1998 ≠ 1999", ("number: 1998 ≠ 1999",), ())


def test_the_point_is_told_in_japanese() -> None:
    (contest,) = japanese().report().contested
    assert contest.point == "数値：1998 ≠ 1999"


def test_a_refutation_without_grounds_is_a_plain_disagreement() -> None:
    world = World()
    world.page("a", DONE_1998)
    world.page("b", DONE_1999)
    world.claim(DONE_1998, "a", against=[world.quote("b", DONE_1999)], grounds=())
    world.claim(DONE_1999, "b")
    world.state(DONE_1998, "a")
    (contest,) = world.report().contested
    assert (contest.point, contest.grounds) == ("sources say the opposite of each other", ())


def test_the_other_side_is_printed_though_nobody_drafted_it() -> None:
    world = english()
    world.drafts = [draft for draft in world.drafts if draft.text == DONE_1998]
    (contest,) = world.report().contested
    assert sides(contest) == [DONE_1998, DONE_1999]
    assert contest.sides[1].claim_ids == (Claim.id_of(DONE_1999),)


def test_words_that_are_nobodys_claim_stand_as_quoted_words() -> None:
    world = World()
    world.page("a", DONE_1998)
    world.page("b", f"A long story. {DONE_1999} And so on.")
    world.claim(DONE_1998, "a", against=[world.quote("b", f"A long story. {DONE_1999} And so on.")])
    world.claim("A long story.", "b")
    world.state(DONE_1998, "a")
    report = world.report()
    (contest,) = report.contested
    assert (sides(contest), contest.quoted) == ([DONE_1998], (2,))
    assert report.citations[1].quotation.text == f"A long story. {DONE_1999} And so on."


def test_the_other_side_must_pass_the_same_gate() -> None:
    world = english()
    world.drafts = [draft for draft in world.drafts if draft.text == DONE_1998]
    claim_id = Claim.id_of(DONE_1999)
    invented = replace(world.standings[claim_id].claim, text="The dam was completed in 1066.")
    world.standings[claim_id] = replace(world.standings[claim_id], claim=invented)
    (contest,) = world.report().contested
    assert (sides(contest), contest.quoted) == ([DONE_1998], (3,))


def test_a_claim_that_is_refuted_in_turn_speaks_before_one_that_only_shares_the_words() -> None:
    world = World()
    world.page("a", DONE_1998)
    world.page("b", DONE_1999)
    world.claim(DONE_1998, "a", against=[world.quote("b", DONE_1999)])
    world.claim(DONE_1999[:-1], "b", against=[world.quote("a", DONE_1998)])
    world.claim(DONE_1999, "b")
    world.state(DONE_1998, "a")
    (contest,) = world.report().contested
    assert sides(contest) == [DONE_1998, DONE_1999[:-1]]


def test_one_claim_against_two_stands_beside_each_of_them() -> None:
    world = World()
    world.page("a", f"{DONE_1998} It was ready in 1998.")
    world.page("b", DONE_1999)
    for text in (DONE_1998, "It was ready in 1998."):
        world.claim(text, "a", against=[world.quote("b", DONE_1999)])
        world.state(text, "a")
    world.claim(DONE_1999, "b")
    contested = world.report().contested
    assert [sides(contest) for contest in contested] == [[DONE_1998, DONE_1999], ["It was ready in 1998.", DONE_1999]]


def test_three_years_make_two_pairs_and_not_three() -> None:
    world = World()
    texts = [f"The dam was completed in {year}." for year in (1998, 1999, 2000)]
    for n, text in enumerate(texts):
        world.page(f"p{n}", text)
    quotes = [world.quote(f"p{n}", text) for n, text in enumerate(texts)]
    for n, text in enumerate(texts):
        world.claim(text, f"p{n}", against=[q for q in quotes if q.page_id != f"p{n}"])
        world.state(text, f"p{n}")
    contested = world.report().contested
    assert {frozenset(sides(contest)) for contest in contested} == {
        frozenset((texts[0], texts[1])),
        frozenset((texts[0], texts[2])),
    }


def test_ten_against_ten_are_not_a_hundred_pairs() -> None:
    world = World()
    for side in ("1998", "1999"):
        world.page(side, " ".join(f"Report {n} says {side}." for n in range(10)))
    for side, other in (("1998", "1999"), ("1999", "1998")):
        against = [world.quote(other, f"Report {n} says {other}.") for n in range(10)]
        for n in range(10):
            world.claim(f"Report {n} says {side}.", side, against=against)
            world.state(f"Report {n} says {side}.", side)
    contested = world.report().contested
    assert len(contested) == 19
    assert len({text for contest in contested for text in sides(contest)}) == 20


def test_only_grounds_that_speak_against_are_told() -> None:
    world = World()
    world.page("a", DONE_1998)
    world.page("b", DONE_1999)
    grounds = (Ground(rule="overlap", detail="same words", weight=0.5), Ground(rule="date", detail="", weight=-1.0))
    world.claim(DONE_1998, "a", against=[world.quote("b", DONE_1999)], grounds=grounds)
    world.state(DONE_1998, "a")
    assert [contest.grounds for contest in world.report().contested] == [("date",)]


def test_what_nobody_contests_is_not_contested() -> None:
    world = World()
    world.page("a", HEIGHT)
    world.claim(HEIGHT, "a", grounds=(Ground(rule="number", detail="", weight=-1.0),))
    world.state(HEIGHT, "a")
    assert world.report().contested == ()


def test_of_equally_sure_refutations_the_first_of_the_graph_comes_first() -> None:
    world = World()
    world.page("a", DONE_1998)
    texts = [f"The dam was completed in {year}." for year in (2004, 2001, 2003, 2002)]
    for number, text in enumerate(texts):
        world.page(f"p{number}", text)
        world.claim(text, f"p{number}")
    world.claim(DONE_1998, "a", against=[world.quote(f"p{n}", text) for n, text in enumerate(texts)])
    world.state(DONE_1998, "a")
    assert [sides(contest)[1] for contest in world.report().contested] == texts
