"""Satisfaction, novelty and harvest: the formulas of §3.1.7, each pinned by worked examples."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.graph.harvest import harvest_rate
from tadori.graph.novelty import has_run_dry, novelty, novelty_by_cycle
from tadori.graph.satisfaction import is_satisfied, satisfaction, search_state
from tadori.model.state import SearchState


@pytest.mark.req("L13")
@pytest.mark.parametrize(
    ("sources", "primary", "score"),
    [
        (0, False, 0.0),
        (1, False, 0.7 / 3),
        (2, False, 1.4 / 3),
        (3, False, 0.7),
        (0, True, 0.3),
        (3, True, 1),
        (9, True, 1),
    ],
)
def test_satisfaction_is_computed_as_written(sources: int, primary: bool, score: float) -> None:
    assert satisfaction(sources, has_primary=primary) == pytest.approx(score)


@pytest.mark.req("L13")
@pytest.mark.parametrize(
    ("sources", "primary", "satisfied"),
    [
        (3, False, True),
        (2, False, False),
        (2, True, True),
        (1, True, False),
        (0, False, False),
        (4, False, True),
    ],
)
def test_satisfied_by_three_sources_or_a_primary_and_another(sources: int, primary: bool, satisfied: bool) -> None:
    assert is_satisfied(sources, has_primary=primary) is satisfied


@given(st.integers(0, 50), st.booleans())
def test_a_score_of_eight_tenths_always_satisfies_and_stays_in_range(sources: int, primary: bool) -> None:
    score = satisfaction(sources, has_primary=primary)
    assert 0.0 <= score <= 1.0
    assert is_satisfied(sources, has_primary=primary) >= (score >= 0.8)


@pytest.mark.parametrize(
    ("sources", "primary", "ended", "state"),
    [
        (3, False, True, SearchState.SATISFIED),
        (2, False, True, SearchState.EXHAUSTED),
        (2, False, False, SearchState.PARTIAL),
        (1, True, False, SearchState.PARTIAL),
        (0, False, False, SearchState.RUNNING),
        (0, False, True, SearchState.EXHAUSTED),
    ],
)
def test_a_search_stands_where_its_sources_put_it(sources: int, primary: bool, ended: bool, state: SearchState) -> None:
    assert search_state(sources, has_primary=primary, ended=ended) == state


@pytest.mark.req("L13")
def test_novelty_is_the_share_of_new_useful_fragments_among_the_last_twenty() -> None:
    assert novelty([True] * 10 + [False] * 15 + [True] * 5) == 0.25
    assert novelty([True, False]) == 0.5


def test_before_anything_is_read_everything_is_new() -> None:
    assert novelty([]) == 1.0


def test_a_cycle_is_ten_fetches() -> None:
    fetches = [[True, True]] * 10 + [[False, False]] * 10 + [[True]] * 9
    assert novelty_by_cycle(fetches) == (1.0, 0.0)


def test_fetches_that_gave_nothing_still_count_as_fetches() -> None:
    assert novelty_by_cycle([[True]] + [[]] * 9) == (1.0,)


@pytest.mark.req("L13")
@pytest.mark.parametrize(
    ("history", "ngrams", "dry"),
    [
        ([0.5, 0.05, 0.09], 1.0, True),
        ([0.05, 0.05, 0.10], 1.0, False),
        ([0.10, 0.10], 0.05, True),
        ([0.10, 0.10], 0.10, False),
        ([0.0], 0.0, False),
        ([], 0.0, False),
        ([0.0, 0.5, 0.0], 0.0, False),
    ],
)
def test_two_cycles_under_a_tenth_stop_and_ngrams_break_the_tie(history: list[float], ngrams: float, dry: bool) -> None:
    assert has_run_dry(history, ngrams) is dry


@given(st.lists(st.booleans()))
def test_novelty_stays_a_share(flags: list[bool]) -> None:
    assert 0.0 <= novelty(flags) <= 1.0


@pytest.mark.req("L13")
def test_harvest_is_useful_fragments_per_page_fetched() -> None:
    assert harvest_rate(3, 4) == 0.75
    assert harvest_rate(6, 4) == 1.5
    assert harvest_rate(0, 0) == 0.0
