"""Each number that speaks for a passage, worked by hand."""

import math
from collections.abc import Sequence

import pytest

from tadori.rank.fusion import cross_language_score, fused_scores, lexical_score
from tadori.rank.signals import NO_SIGNALS, PassageSignals, WeightedQuery, passage_signals, rarity_of, weighted_query

HALVES = WeightedQuery(weights={"tide": 0.5, "gate": 0.5}, pairs={("tide", "gate"): 1.0})


def test_a_rare_term_tells_more_than_a_common_one() -> None:
    def frequency(tokens: Sequence[str]) -> tuple[int, dict[str, int]]:
        return 100, {"tide": 1, "gate": 50}

    rare, common = math.log(1 + 99.5 / 1.5), math.log(1 + 50.5 / 50.5)
    ask = weighted_query("The tides and gates", frequency)
    assert ask.weights == pytest.approx({"tide": rare / (rare + common), "gate": common / (rare + common)})
    assert ask.pairs == {("tide", "gate"): 1.0}


def test_a_term_in_every_passage_still_tells_something() -> None:
    assert rarity_of(10, 10) == pytest.approx(math.log(1 + 0.5 / 10.5))


def test_of_a_question_of_thousands_of_words_the_64_rarest_count() -> None:
    def frequency(tokens: Sequence[str]) -> tuple[int, dict[str, int]]:
        return 10_000, {token: number for number, token in enumerate(tokens)}

    ask = weighted_query(" ".join(f"x{n}y" for n in range(3000)), frequency)
    assert len(ask.weights) == 64
    assert sum(ask.weights.values()) == pytest.approx(1)


def test_all_terms_side_by_side_give_the_full_share_of_every_place_signal() -> None:
    found = passage_signals(HALVES, (), ("a", "tide", "gate", "b"), 4)
    assert (found.coverage, found.near, found.close, found.wide, found.phrase) == (1, 1, 1, 1, 1)
    assert found.title == 0


def test_bm25_is_the_published_formula_with_a_title_hit_as_two() -> None:
    # k1 = 1.2, b = .5, length twice the average: damping 1.2 * (.5 + .5 * 2) = 1.8
    found = passage_signals(HALVES, ("gate",), ("tide", "x"), 1)
    tide, gate = 0.5 * 1 * 2.2 / (1 + 1.8), 0.5 * 2 * 2.2 / (2 + 1.8)
    assert found.bm25 == pytest.approx(tide + gate)


@pytest.mark.parametrize(
    ("gap", "near", "close", "wide"),
    [(6, 1, 1, 1), (7, 0.5, 1, 1), (14, 0.5, 1, 1), (15, 0.5, 0.5, 1), (38, 0.5, 0.5, 1), (39, 0.5, 0.5, 0.5)],
)
def test_terms_count_together_within_8_16_and_40_places(gap: int, near: float, close: float, wide: float) -> None:
    found = passage_signals(HALVES, (), ("tide", *["x"] * gap, "gate"), 40)
    assert (found.near, found.close, found.wide) == (near, close, wide)


def test_a_term_in_the_title_is_near_everything() -> None:
    found = passage_signals(HALVES, ("gate",), ("x", "tide"), 2)
    assert (found.near, found.coverage, found.title) == (1, 1, 1)


def test_a_title_that_also_speaks_of_other_things_fits_less() -> None:
    assert passage_signals(HALVES, ("gate", "x"), (), 1).title == pytest.approx(0.5 / (0.5 + 1 / 2))


@pytest.mark.parametrize(("between", "phrase"), [(0, 1), (2, 1), (3, 0)])
def test_neighbours_of_the_question_may_have_two_words_between_them(between: int, phrase: float) -> None:
    assert passage_signals(HALVES, (), ("tide", *["x"] * between, "gate"), 5).phrase == phrase


def test_a_phrase_has_an_order() -> None:
    assert passage_signals(HALVES, (), ("gate", "tide"), 2).phrase == 0


def test_a_passage_without_any_of_the_terms_has_no_signals() -> None:
    assert passage_signals(HALVES, ("x",), ("y", "z"), 2) == NO_SIGNALS


def test_the_same_term_again_and_again_is_one_term() -> None:
    assert passage_signals(HALVES, (), ("tide",) * 50, 50).wide == 0.5


def test_the_lexical_score_adds_weighted_signals() -> None:
    s = PassageSignals(bm25=1.0, coverage=0.5, title=0.25, near=0.5, close=0.5, wide=1.0, phrase=0.0)
    expected = 2.5 * 1 + 2.6 * 0.5 + 2.2 * 0.25 + 1.8 * 0.5 + 2.0 * 0.5 + 1.2 * 1
    assert lexical_score(s) == pytest.approx(expected / (5.5 + 12.0 + 4.0))
    assert lexical_score(NO_SIGNALS) == 0


def test_vectors_add_to_scores_and_the_rest_counts_as_the_least_like() -> None:
    assert fused_scores([0.5, 0.4, 0.1], [0.2, 0.9]) == pytest.approx(
        [0.5 + 0.8 / 21.5, 0.4 + 3.6 / 21.5, 0.1 + 0.8 / 21.5]
    )
    assert fused_scores([0.5, 0.4], []) == [0.5, 0.4]
    assert fused_scores([0.5], [-0.3]) == [0.5]


def test_across_languages_meaning_leads_and_the_score_stays_below_1() -> None:
    assert cross_language_score(0.1, 0.5) == pytest.approx(0.4)
    assert cross_language_score(0.1, -0.5) == pytest.approx(0.1)
    assert cross_language_score(0.8, 0.9) == 1
