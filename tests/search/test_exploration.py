"""What is fetched next: hits by what they promise, queries by what they gave."""

from math import inf, log, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.errors import WrongCall
from tadori.model.ids import Url
from tadori.model.query import Branch, Hit
from tadori.search.exploration import (
    ExpectedValue,
    Harvest,
    PendingHit,
    allocate_pages,
    expected_value,
    hits_in_order,
    may_deepen,
    next_hits_to_fetch,
    ucb1,
    why_not_deeper,
)
from tadori.text.tokens import terms


def hit(title: str, snippet: str, url: str = "https://x.test/1") -> Hit:
    return Hit(title=title, url=Url(url), snippet=snippet, date=None, engine="mojeek", rank=1, source_tag="general")


def test_one_of_two_words_in_the_title_of_an_ordinary_hit_is_worth_point_three() -> None:
    expected = expected_value(hit("harbour", "ship " * 38), terms("harbour strait"))
    assert expected.value == pytest.approx(2 / 3.2 / 2)
    assert expected.skip is None


def test_a_long_snippet_makes_each_word_worth_less() -> None:
    # 80 words, twice the usual: 1 / (1 + 1.2 · (.25 + .75 · 2)) = .3226
    assert expected_value(hit("", "ship " * 79 + "harbour"), terms("harbour")).value == pytest.approx(1 / 3.1)


def test_one_word_of_nine_is_worth_a_look_and_one_of_ten_is_not() -> None:
    # Once, in a snippet of the usual length: 1 / 2.2 of one word.
    found = hit("", "ship " * 39 + "harbour")
    asked = [f"other{number}" for number in range(9)]
    nine, ten = (expected_value(found, [*asked[:count], *terms("harbour")]) for count in (8, 9))
    assert nine.value == pytest.approx(1 / 2.2 / 9)
    assert nine.skip is None
    assert ten.skip == "little of the query in title and snippet (0.05)"


def test_a_rare_word_counts_more() -> None:
    [harbour] = terms("harbour")
    expected = expected_value(hit("harbour", "ship " * 38), terms("harbour strait"), {harbour: 3.0})
    assert expected.value == pytest.approx(2 / 3.2 * 3 / 4)


@pytest.mark.req("L6")
def test_a_hit_about_something_else_is_skipped_with_the_reason() -> None:
    expected = expected_value(hit("Cheap flights", "Book now and save on hotels."), terms("Akashi strait bridge"))
    assert (expected.value, expected.skip) == (0.0, "little of the query in title and snippet (0.00)")


def test_a_japanese_hit_that_says_what_was_asked_is_worth_more_than_one_that_says_half() -> None:
    words = terms("明石海峡大橋の開通")
    full = expected_value(hit("明石海峡大橋", "明石海峡大橋は1998年に開通した。"), words)
    half = expected_value(hit("開通のお知らせ", "新しい道路が開通した。"), words)
    none = expected_value(hit("料理の作り方", "弱火で十分ほど煮る。"), words)
    assert full.value > half.value > none.value
    assert (full.skip, half.skip) == (None, None)
    assert none.skip == "little of the query in title and snippet (0.00)"


@pytest.mark.parametrize(
    ("title", "snippet", "words"),
    [
        ("Cheap flights", "", ["bridge"]),
        ("Cheap flights", "Book now.", []),
        ("Akashi Kaikyo Bridge", "A suspension bridge in Hyogo.", ["明石海峡大橋"]),
        ("明石海峡大橋", "兵庫県の吊橋。", ["bridge"]),
    ],
    ids=["no snippet", "no words", "Japanese words, English hit", "English words, Japanese hit"],
)
def test_a_hit_that_cannot_be_held_against_the_query_is_never_skipped(
    title: str, snippet: str, words: list[str]
) -> None:
    expected = expected_value(hit(title, snippet), words)
    assert (expected.value, expected.skip) == (0.3, None)


def test_words_that_all_count_for_nothing_are_refused() -> None:
    with pytest.raises(WrongCall, match="must not all be 0"):
        expected_value(hit("bridge", "bridge"), ["bridge"], {"bridge": 0.0})


@given(st.text(max_size=80), st.text(max_size=200), st.lists(st.sampled_from(["bridge", "橋", "1998"]), max_size=4))
def test_an_expected_value_is_a_share_whatever_the_engine_sends(title: str, snippet: str, words: list[str]) -> None:
    assert 0.0 <= expected_value(hit(title, snippet), words).value < 1.0


def test_ucb1_of_two_arms_and_of_one_never_tried() -> None:
    values = ucb1([0.5, 0.2, 0.0], [8, 2, 0], 10)
    assert values[:2] == pytest.approx([0.5 + sqrt(2 * log(10) / 8), 0.2 + sqrt(2 * log(10) / 2)])
    assert values[:2] == pytest.approx([1.259, 1.717], abs=0.0005)
    assert values[2] == inf


@pytest.mark.parametrize(("counts", "total", "words"), [([1], 1, "do not belong"), ([1, 5], 3, "fewer than one arm")])
def test_counts_that_do_not_fit_are_refused(counts: list[int], total: int, words: str) -> None:
    with pytest.raises(WrongCall, match=words):
        ucb1([0.5, 0.5], counts, total)


@pytest.mark.req("L6")
def test_the_budget_moves_to_the_query_that_gave_more() -> None:
    rich, poor = Harvest(query_id="a", useful=8, pages=4), Harvest(query_id="b", useful=4, pages=4)
    assert allocate_pages([rich, poor], 12) == {"a": 11, "b": 1}
    assert allocate_pages([poor, rich], 12) == {"b": 1, "a": 11}


def test_a_query_that_had_no_page_gets_one_before_the_others_get_more() -> None:
    rich, new = Harvest(query_id="a", useful=8, pages=4), Harvest(query_id="new", useful=0, pages=0)
    assert allocate_pages([rich, new], 1) == {"a": 0, "new": 1}


def test_what_counts_is_the_harvest_of_a_page_and_not_of_all_pages() -> None:
    slow, quick = Harvest(query_id="slow", useful=6, pages=12), Harvest(query_id="quick", useful=4, pages=4)
    assert allocate_pages([slow, quick], 4) == {"slow": 0, "quick": 4}


def test_a_branch_that_nothing_was_read_of_is_all_news_and_has_given_nothing() -> None:
    branch = Branch(query_id="a", depth=3)
    assert (branch.novelty, branch.harvest, may_deepen(branch)) == (1.0, 0.0, False)


def test_equal_queries_share_alike_and_the_first_has_the_odd_page() -> None:
    queries = [Harvest(query_id=name, useful=0, pages=0) for name in "abc"]
    assert allocate_pages(queries, 7) == {"a": 3, "b": 2, "c": 2}


def test_no_queries_or_no_budget_is_no_share() -> None:
    assert allocate_pages([], 5) == {}
    assert allocate_pages([Harvest(query_id="a", useful=1, pages=1)], 0) == {"a": 0}


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(0, 20)), min_size=1, max_size=16), st.integers(0, 60))
def test_shares_sum_to_the_budget(given: list[tuple[int, int]], budget: int) -> None:
    queries = [Harvest(query_id=f"q{n}", useful=useful, pages=pages) for n, (useful, pages) in enumerate(given)]
    shares = allocate_pages(queries, budget)
    assert sum(shares.values()) == budget
    assert min(shares.values()) >= 0


@pytest.mark.parametrize(
    ("depth", "harvest", "novelty", "deeper"),
    [(2, 0.0, 0.0, True), (3, 0.9, 1.0, False), (3, 1.0, 0.29, False), (3, 1.0, 0.31, True), (4, 9.0, 1.0, False)],
)
def test_three_deep_and_four_where_the_branch_is_rich(depth: int, harvest: float, novelty: float, deeper: bool) -> None:
    assert may_deepen(Branch(query_id="a", depth=depth, harvest=harvest, novelty=novelty)) is deeper


def pending(query_id: str, value: float, skip: str | None = None) -> PendingHit:
    found = hit("t", "s", f"https://{query_id}.test/{value}")
    return PendingHit(query_id=query_id, expected=ExpectedValue(hit=found, value=value, skip=skip))


def order(items: list[PendingHit]) -> list[tuple[str, float]]:
    return [(item.query_id, item.expected.value) for item in items]


def test_queries_take_turns() -> None:
    items = [pending("a", 0.9), pending("a", 0.8), pending("a", 0.7), pending("b", 0.2), pending("b", 0.1)]
    assert order(hits_in_order(items, {}, round=0)) == [("a", 0.9), ("b", 0.2), ("a", 0.8), ("b", 0.1), ("a", 0.7)]


WAITING = [pending("a", 0.5), pending("a", 0.9), pending("a", 0.8), pending("b", 0.4), pending("b", 0.01, "poor")]


def test_the_first_round_takes_the_best_of_every_query_before_the_second_of_any() -> None:
    assert order(hits_in_order(WAITING, {}, round=0)) == [("a", 0.9), ("b", 0.4), ("a", 0.8), ("a", 0.5)]


def test_later_rounds_go_where_there_is_most_news() -> None:
    branches = {"a": Branch(query_id="a", depth=1, novelty=0.1), "b": Branch(query_id="b", depth=1, novelty=0.5)}
    assert order(hits_in_order(WAITING, branches, round=1)) == [("b", 0.4), ("a", 0.9), ("a", 0.8), ("a", 0.5)]


def test_a_branch_that_was_not_read_yet_is_all_news_and_ties_keep_their_order() -> None:
    branches = {"a": Branch(query_id="a", depth=1, novelty=0.5)}
    items = [pending("a", 0.8), pending("b", 0.4), pending("c", 0.4)]
    assert order(hits_in_order(items, branches, round=2)) == [("a", 0.8), ("b", 0.4), ("c", 0.4)]
    assert hits_in_order([], {}, round=0) == []


def test_the_first_slice_is_breadth_first_and_the_next_follows_the_harvest() -> None:
    items = [pending("a", value / 10) for value in (9, 8, 7, 6)] + [pending("b", value / 10) for value in (5, 4, 3, 2)]
    unread = {name: Harvest(query_id=name, useful=0, pages=0) for name in "ab"}
    assert order(next_hits_to_fetch(items, unread, {}, 3)) == [("a", 0.9), ("b", 0.5), ("a", 0.8)]
    rich_b = {"a": Harvest(query_id="a", useful=0, pages=4), "b": Harvest(query_id="b", useful=8, pages=4)}
    assert order(next_hits_to_fetch(items, rich_b, {}, 3)) == [("b", 0.5), ("b", 0.4), ("b", 0.3)]


def test_what_a_query_cannot_use_goes_to_the_best_of_the_others() -> None:
    items = [pending("a", 0.9), pending("a", 0.8), pending("b", 0.1)]
    harvests = {"a": Harvest(query_id="a", useful=0, pages=4), "b": Harvest(query_id="b", useful=8, pages=4)}
    assert order(next_hits_to_fetch(items, harvests, {}, 3)) == [("b", 0.1), ("a", 0.9), ("a", 0.8)]
    assert next_hits_to_fetch([], harvests, {}, 3) == []


@pytest.mark.req("L6")
@pytest.mark.parametrize(
    ("pages", "novelty", "why"),
    [
        (3, 0.09, "its branch brought almost nothing new (9% of what 3 pages held)"),
        (3, 0.10, None),
        (2, 0.0, None),
        (0, 1.0, None),
    ],
)
def test_a_branch_that_brings_nothing_new_is_left_after_three_pages(
    pages: int, novelty: float, why: str | None
) -> None:
    branch = Branch(query_id="a", depth=1, pages=pages, novelty=novelty)
    assert (why_not_deeper(branch), may_deepen(branch)) == (why, why is None)
