"""Engines are weighted by what their hits were worth, and chosen by weight, health and curiosity."""

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.errors import WrongCall
from tadori.model.engine import Category, Circuit, EngineFacts, EngineHealth, EngineKind, EngineWeight
from tadori.search.weights import choose_engines, coverage, current_weight, learned_weight, start_weight

NOW = datetime(2026, 11, 16, 9, tzinfo=UTC)
GENERAL, NEWS, ACADEMIC = Category.GENERAL, Category.NEWS, Category.ACADEMIC


def engine(name: str, *categories: Category, weight: float = 1.0, last_mile: bool = False) -> EngineFacts:
    return EngineFacts(
        name=name,
        kind=EngineKind.HTML,
        categories=categories or (GENERAL,),
        weight=weight,
        last_mile=last_mile,
    )


def seen(name: str, requests: int) -> EngineHealth:
    return EngineHealth(engine=name, requests=requests)


def blocked(name: str) -> EngineHealth:
    return EngineHealth(engine=name, circuit=Circuit.OPEN, open_until=NOW + timedelta(minutes=1), requests=9)


def chosen(
    facts: list[EngineFacts],
    healths: list[EngineHealth] | None = None,
    weights: list[EngineWeight] | None = None,
    *,
    category: Category = GENERAL,
    count: int = 2,
    recall: float = 0.0,
) -> list[str]:
    engines = choose_engines(
        facts,
        {health.engine: health for health in healths or []},
        {(weight.engine, weight.category): weight for weight in weights or []},
        category,
        NOW,
        count=count,
        recall_so_far=recall,
    )
    return [facts.name for facts in engines]


def test_six_of_the_first_eight_hits_of_use_make_a_weight_of_one_and_a_third() -> None:
    facts = engine("mojeek")
    weight = learned_weight(start_weight(facts, GENERAL), facts, useful=6, judged=8)
    assert (weight.precision, weight.weight, weight.judged) == pytest.approx((2 / 3, 4 / 3, 8))


def test_no_hits_judged_change_nothing() -> None:
    facts = engine("mojeek", weight=0.4)
    assert learned_weight(start_weight(facts, GENERAL), facts, useful=0, judged=0) == start_weight(facts, GENERAL)


def test_old_hits_fade_once_two_hundred_were_judged() -> None:
    facts = engine("mojeek")
    known = EngineWeight(engine="mojeek", category=GENERAL, weight=2.0, precision=1.0, judged=10_000)
    assert learned_weight(known, facts, useful=0, judged=200).precision == pytest.approx(0.5)


@pytest.mark.parametrize(("useful", "judged"), [(3, 2), (-1, 2)])
def test_a_share_that_is_none_is_refused(useful: int, judged: int) -> None:
    with pytest.raises(WrongCall, match=f"{useful} useful of {judged} judged hits is no share"):
        learned_weight(start_weight(engine("mojeek"), GENERAL), engine("mojeek"), useful=useful, judged=judged)


@given(st.floats(0.01, 10), st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)), max_size=30))
def test_weights_stay_between_a_tenth_and_three(start: float, rounds: list[tuple[int, int]]) -> None:
    facts = engine("mojeek", weight=start)
    weight = start_weight(facts, GENERAL)
    for useful, poor in rounds:
        weight = learned_weight(weight, facts, useful=useful, judged=useful + poor)
    assert 0.1 <= weight.weight <= 3.0


def test_an_engine_of_no_use_at_all_keeps_a_tenth() -> None:
    facts = engine("mojeek")
    assert learned_weight(start_weight(facts, GENERAL), facts, useful=0, judged=1000).weight == 0.1


@pytest.mark.req("L5")
def test_after_thirty_queries_the_weights_order_four_look_alikes_by_their_quality() -> None:
    quality = {"best": 0.7, "good": 0.5, "fair": 0.3, "poor": 0.12}
    facts = {name: engine(name) for name in quality}
    for seed in range(20):
        draw = random.Random(seed)
        weights = {name: start_weight(facts[name], GENERAL) for name in quality}
        for _ in range(30):
            for name, share in quality.items():
                useful = sum(draw.random() < share for _ in range(8))
                weights[name] = learned_weight(weights[name], facts[name], useful=useful, judged=8)
        assert sorted(weights, key=lambda name: -weights[name].weight) == ["best", "good", "fair", "poor"]


def test_blocks_and_failures_lower_a_weight_while_they_last() -> None:
    facts = engine("mojeek")
    ill = replace(seen("mojeek", 9), success_24h=0.5, captcha_24h=0.5)
    kept = EngineWeight(engine="mojeek", category=GENERAL, weight=2.0)
    weights = {("mojeek", GENERAL): kept}
    assert current_weight(facts, GENERAL, weights, {}) == 2.0
    assert current_weight(facts, GENERAL, weights, {"mojeek": ill}) == 0.5
    assert current_weight(facts, NEWS, weights, {}) == 1.0


def test_the_heaviest_engines_are_chosen_and_ties_go_by_name() -> None:
    facts = [engine("c"), engine("b", weight=2.0), engine("a")]
    assert chosen(facts) == ["b", "a"]


def test_a_learned_weight_beats_the_first_one() -> None:
    facts = [engine("a", weight=2.0), engine("b")]
    weights = [EngineWeight(engine="a", category=GENERAL, weight=0.3)]
    assert chosen(facts, [seen("a", 50), seen("b", 50)], weights, count=1) == ["b"]


def test_an_engine_that_was_never_asked_is_tried_before_a_better_known_one() -> None:
    facts = [engine("known", weight=1.5), engine("new")]
    assert chosen(facts, [seen("known", 24), seen("other", 75)], count=1) == ["new"]
    assert chosen(facts, [seen("known", 24), seen("new", 24)], count=1) == ["known"]


def test_an_engine_never_asked_is_tried_before_one_that_is_almost_twice_as_good() -> None:
    # Never asked, weight 1: 1 + .5 · sqrt(ln 100) = 2.073. Asked 24 times: its weight + .215.
    def first(weight: float) -> str:
        facts = [engine("known", weight=weight), engine("new"), engine("third", weight=0.1)]
        return chosen(facts, [seen("known", 24), seen("third", 75)], count=1)[0]

    assert [first(1.85), first(1.87)] == ["new", "known"]


def test_a_general_engine_is_worth_half_to_a_question_for_specialists() -> None:
    specialist = engine("papers", ACADEMIC)
    assert chosen([engine("general", weight=1.9), specialist], category=ACADEMIC, count=1) == ["papers"]
    assert chosen([engine("general", weight=2.1), specialist], category=ACADEMIC, count=1) == ["general"]


def test_the_library_is_always_asked_and_takes_no_place() -> None:
    library = EngineFacts(name="library", kind=EngineKind.LIBRARY)
    assert chosen([engine("a"), library, engine("b")]) == ["library", "a", "b"]
    assert chosen([engine("a"), library], [blocked("a")]) == ["library"]
    assert chosen([engine("a"), library], count=0) == ["library"]


def test_an_engine_that_is_left_alone_is_not_chosen() -> None:
    assert chosen([engine("a"), engine("b")], [blocked("a")]) == ["b"]
    assert chosen([engine("a")], [blocked("a")]) == []


def test_specialists_come_first_in_their_category_and_are_not_asked_in_another() -> None:
    facts = [engine("general"), engine("papers", ACADEMIC), engine("press", NEWS)]
    assert chosen(facts, category=ACADEMIC, count=3) == ["papers", "general"]
    assert chosen(facts, count=3) == ["general"]


@pytest.mark.req("L5")
def test_last_mile_engines_get_one_place_and_only_when_the_others_have_found_nine_tenths() -> None:
    facts = [
        engine("a"),
        engine("b"),
        engine("brave", weight=3.0, last_mile=True),
        engine("google", weight=2.0, last_mile=True),
    ]
    assert chosen(facts, recall=0.89) == ["a", "b"]
    assert chosen(facts, recall=0.9) == ["a", "brave"]
    assert chosen(facts, [blocked("brave")], recall=0.95, count=3) == ["a", "b", "google"]
    assert chosen(facts, recall=1.0, count=0) == []


def test_coverage_is_the_share_of_findings_that_were_no_surprise() -> None:
    assert coverage([3, 2, 1, 1]) == pytest.approx(5 / 7)
    assert coverage([]) == 0.0
    assert coverage([1, 1]) == 0.0
    assert coverage([2, 5]) == 1.0
