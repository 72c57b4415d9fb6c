"""Engines that fail are left alone, come back on trial, and never flap."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from math import exp

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.model.engine import Circuit, EngineFacts, EngineHealth, EngineKind, SearchOutcome, Transition
from tadori.model.web import Route
from tadori.search.health import (
    all_blocked,
    engine_cooldown,
    first_available,
    health_after,
    is_demoted,
    is_resting,
    may_ask,
    request_sent,
    route_for,
    transition,
    weight_factor,
    why_not_usable,
)

NOW = datetime(2026, 11, 16, 9, tzinfo=UTC)
FRESH = EngineHealth(engine="mojeek")
HITS, NOTHING, CAPTCHA, GARBLED = (
    SearchOutcome.HITS,
    SearchOutcome.NOTHING,
    SearchOutcome.CAPTCHA,
    SearchOutcome.GARBLED,
)


def at(minutes: float) -> datetime:
    return NOW + timedelta(minutes=minutes)


def lived(*events: tuple[float, SearchOutcome], start: EngineHealth = FRESH) -> EngineHealth:
    """The health after outcomes at minutes."""
    for minute, outcome in events:
        start = health_after(start, outcome, seconds=1.0, now=at(minute))
    return start


def opened() -> EngineHealth:
    return lived((0, CAPTCHA), (1, CAPTCHA))


def half_open() -> EngineHealth:
    """The first probe, at the minute the cooling is over, was answered."""
    return lived((31, HITS), start=opened())


@pytest.mark.req("L5")
@pytest.mark.parametrize(
    "outcome", [CAPTCHA, SearchOutcome.REFUSED, SearchOutcome.TIMEOUT, SearchOutcome.ERROR], ids=lambda o: o.value
)
def test_the_second_failure_in_a_row_opens_the_circuit_for_half_an_hour(outcome: SearchOutcome) -> None:
    once = lived((0, outcome))
    twice = lived((1, outcome), start=once)
    assert (once.circuit, once.failures, may_ask(once, at(1))) == (Circuit.CLOSED, 1, True)
    assert (twice.circuit, twice.failures, twice.open_until) == (Circuit.OPEN, 2, at(31))
    assert transition(once, twice, outcome) == Transition(
        engine="mojeek",
        before=Circuit.CLOSED,
        after=Circuit.OPEN,
        reason=f"{outcome.value}, 2 failed in a row: left alone for 30 minutes",
        at=at(1),
    )


@pytest.mark.parametrize("good", [HITS, NOTHING], ids=lambda o: o.value)
def test_an_answer_between_two_failures_keeps_the_circuit_closed(good: SearchOutcome) -> None:
    health = lived((0, HITS), (1, HITS), (2, HITS), (3, CAPTCHA), (4, good), (5, CAPTCHA))
    assert (health.circuit, health.failures) == (Circuit.CLOSED, 1)


def test_an_engine_that_fails_every_other_time_is_found_by_its_rate() -> None:
    health = lived(*[(minute, CAPTCHA if minute % 2 == 0 else HITS) for minute in range(4)])
    later = lived((4, CAPTCHA), start=health)
    assert (health.circuit, later.circuit, later.failures) == (Circuit.CLOSED, Circuit.OPEN, 1)


def test_the_rate_speaks_from_the_fourth_request_on() -> None:
    # Before: three requests, half of them well. The next failure makes four, of which .375 went well.
    assert lived((0, CAPTCHA), start=replace(FRESH, success_1h=0.5, mass_1h=3.0)).circuit is Circuit.OPEN
    assert lived((0, CAPTCHA), start=replace(FRESH, success_1h=0.5, mass_1h=2.9)).circuit is Circuit.CLOSED


def test_an_open_engine_is_not_asked_until_its_time_is_over_and_then_once() -> None:
    health = opened()
    assert why_not_usable(health, at(30)) == "mojeek is left alone until 09:31 UTC after 2 failures"
    assert may_ask(health, at(31))
    probing = request_sent(health, at(31))
    assert why_not_usable(probing, at(31.5)) == "mojeek is on trial, and was asked within the last minute"
    assert may_ask(probing, at(32))


def test_a_probe_that_fails_doubles_the_cooling_up_to_two_hours_and_changes_no_circuit() -> None:
    health = opened()
    waits: list[timedelta] = []
    for _ in range(3):
        assert health.open_until is not None
        probe = health.open_until
        health = health_after(health, CAPTCHA, seconds=1.0, now=probe)
        assert health.open_until is not None
        waits.append(health.open_until - probe)
    assert waits == [timedelta(minutes=60), timedelta(minutes=120), timedelta(minutes=120)]
    assert (health.circuit, health.changed_at) == (Circuit.OPEN, at(1))


def test_one_answer_makes_it_half_open_and_a_stable_one_closed() -> None:
    tried = half_open()
    soon = lived((33, HITS), start=tried)
    stable = lived((36, HITS), start=soon)
    assert (tried.circuit, soon.circuit, stable.circuit) == (Circuit.HALF_OPEN, Circuit.HALF_OPEN, Circuit.CLOSED)
    assert (stable.opened, stable.open_until) == (0, None)
    change = transition(opened(), tried, HITS)
    assert change is not None
    assert (change.before, change.after, change.reason) == (Circuit.OPEN, Circuit.HALF_OPEN, "a probe was answered")
    closing = transition(soon, stable, HITS)
    assert closing is not None
    assert closing.reason == "3 answered in a row, over 5 minutes and more"


def test_stable_is_the_second_answer_in_a_row_five_minutes_on() -> None:
    assert lived((36, HITS), start=half_open()).circuit is Circuit.CLOSED
    set_back = lived((33, CAPTCHA), start=half_open())
    assert lived((93, HITS), start=set_back).circuit is Circuit.HALF_OPEN
    assert lived((93, HITS), (94, HITS), start=set_back).circuit is Circuit.CLOSED


def test_an_engine_on_trial_is_asked_once_a_minute_and_a_well_one_as_often_as_one_likes() -> None:
    held = lived((37, CAPTCHA), (38, CAPTCHA), start=lived((36, HITS), start=half_open()))
    trials = [request_sent(half_open(), at(32)), request_sent(held, at(98))]
    assert [may_ask(trials[0], at(32.9)), may_ask(trials[1], at(98.9))] == [False, False]
    assert [may_ask(trials[0], at(33)), may_ask(trials[1], at(99))] == [True, True]
    assert may_ask(request_sent(FRESH, at(0)), at(0))


def test_a_failure_five_minutes_into_the_trial_opens_it_again_for_twice_as_long() -> None:
    health = lived((36, CAPTCHA), start=half_open())
    assert (health.circuit, health.open_until) == (Circuit.OPEN, at(36 + 60))


def test_a_failure_within_five_minutes_of_a_change_leaves_it_alone_all_the_same_and_the_circuit_too() -> None:
    health = lived((33, CAPTCHA), start=half_open())
    assert (health.circuit, health.changed_at, health.open_until) == (Circuit.HALF_OPEN, at(31), at(33 + 60))
    assert is_resting(health, at(34))
    assert not may_ask(health, at(34))
    assert lived((33 + 60, CAPTCHA), start=health).circuit is Circuit.OPEN


def test_an_engine_just_closed_that_fails_twice_rests_without_a_change() -> None:
    closed = lived((33, HITS), (36, HITS), start=half_open())
    health = lived((37, CAPTCHA), (38, CAPTCHA), start=closed)
    assert (health.circuit, may_ask(health, at(39))) == (Circuit.CLOSED, False)
    again = lived((120, HITS), start=health)
    assert (again.circuit, again.opened, again.open_until) == (Circuit.CLOSED, 0, None)


def test_an_answer_to_an_older_request_does_not_end_the_cooling() -> None:
    health = lived((1.1, HITS), (1.2, CAPTCHA), start=opened())
    assert (health.circuit, health.open_until, health.opened) == (Circuit.OPEN, at(31), 1)
    assert health.requests == 4


def test_an_engine_that_names_a_time_is_left_alone_at_once_and_for_that_long() -> None:
    health = health_after(FRESH, SearchOutcome.REFUSED, seconds=1.0, now=NOW, retry_after=7200.0)
    endless = health_after(FRESH, SearchOutcome.REFUSED, seconds=1.0, now=NOW, retry_after=1e12)
    assert (health.circuit, health.open_until) == (Circuit.OPEN, NOW + timedelta(hours=2))
    assert endless.open_until == NOW + timedelta(days=1)
    change = transition(FRESH, health, SearchOutcome.REFUSED)
    assert change is not None
    assert change.reason == "refused, 1 failed in a row: left alone for 120 minutes"


def test_garbled_answers_demote_and_leave_the_circuit_alone() -> None:
    health = lived(*[(minute, GARBLED) for minute in range(5)])
    assert (health.circuit, health.failures, is_demoted(health)) == (Circuit.CLOSED, 0, True)
    assert [is_demoted(replace(FRESH, garbled_24h=0.3, mass_24h=mass)) for mass in (2.9, 3.0)] == [False, True]
    assert lived((0, CAPTCHA), (1, GARBLED), (2, CAPTCHA)).circuit is Circuit.OPEN
    assert lived((32, GARBLED), start=half_open()).circuit is Circuit.HALF_OPEN


def test_a_demoted_engine_counts_a_quarter_and_a_captcha_counts_twice() -> None:
    well = replace(FRESH, success_24h=0.8, captcha_24h=0.1, mass_24h=10.0)
    assert weight_factor(well) == pytest.approx(0.72)
    assert weight_factor(replace(well, garbled_24h=0.3)) == pytest.approx(0.18)
    assert weight_factor(FRESH) == 1.0


def test_averages_go_by_the_time_that_passed_and_not_by_the_count_of_requests() -> None:
    # One imagined good request of mass 1, an hour later a captcha: 1/e of good to 1 of bad.
    first = lived((0, HITS))
    health = lived((60, CAPTCHA), start=first)
    assert first.mass_1h == 2.0
    assert health.mass_1h == pytest.approx(2 * exp(-1) + 1)
    assert health.success_1h == pytest.approx(2 * exp(-1) / (2 * exp(-1) + 1))
    assert health.captcha_1h == pytest.approx(1 / (2 * exp(-1) + 1))
    assert health.success_24h == pytest.approx(2 * exp(-1 / 24) / (2 * exp(-1 / 24) + 1))
    assert (health.error_1h, health.garbled_24h) == (0.0, 0.0)


def test_a_day_later_the_hour_is_forgotten_and_the_day_is_not() -> None:
    bad = lived(*[(minute, SearchOutcome.ERROR) for minute in range(10)])
    health = lived((24 * 60, HITS), start=bad)
    assert health.success_1h > 0.999
    assert health.success_24h < 0.5


def test_latency_follows_the_answered_requests_only() -> None:
    health = health_after(FRESH, HITS, seconds=4.0, now=NOW)
    assert health.latency == pytest.approx(2.5)
    assert health_after(health, SearchOutcome.TIMEOUT, seconds=30.0, now=NOW).latency == pytest.approx(2.5)


def test_a_clock_that_is_set_back_breaks_no_average() -> None:
    health = lived((0, HITS), (-600, HITS))
    assert (health.mass_1h, health.success_1h) == (3.0, 1.0)


def test_all_engines_are_blocked_when_there_are_some_and_each_is_left_alone() -> None:
    assert all_blocked([opened(), opened()], at(2))
    assert not all_blocked([opened(), FRESH], at(2))
    assert not all_blocked([opened()], at(31))
    assert not all_blocked([], NOW)


def test_the_engine_that_is_free_first_is_told_with_its_moment() -> None:
    early, late = opened(), replace(opened(), engine="brave", open_until=at(90))
    assert first_available([late, early, FRESH], at(2)) == ("mojeek", at(31))
    assert first_available([late, early], at(31)) == ("brave", at(90))
    assert first_available([late, replace(late, engine="bing")], at(2)) == ("bing", at(90))
    assert first_available([FRESH], NOW) is None
    assert first_available([], NOW) is None


PAGE = EngineFacts(name="mojeek", kind=EngineKind.HTML)
SCRIPTED = replace(PAGE, scripts=True)


@pytest.mark.req("L5")
@pytest.mark.parametrize(
    ("facts", "health", "minute", "browser", "route", "ground"),
    [
        (PAGE, FRESH, 0, True, "http", "plain HTTP does"),
        (PAGE, lived((0, CAPTCHA)), 1, True, "headless", "a captcha by HTTP at 09:00 UTC"),
        (PAGE, lived((0, CAPTCHA), (1, HITS), (2, HITS)), 1439, True, "headless", "a captcha by HTTP at 09:00 UTC"),
        (PAGE, lived((0, CAPTCHA)), 1440, True, "http", "plain HTTP does"),
        (PAGE, lived((0, SearchOutcome.REFUSED)), 1, True, "http", "plain HTTP does"),
        (PAGE, lived((0, CAPTCHA)), 1, False, "http", "a captcha by HTTP at 09:00 UTC, but there is no browser"),
        (SCRIPTED, FRESH, 0, True, "headless", "its results are made by scripts"),
        (SCRIPTED, FRESH, 0, False, "http", "its results are made by scripts, but there is no browser"),
        (replace(PAGE, kind=EngineKind.API), lived((0, CAPTCHA)), 1, True, "http", "an interface for programs"),
    ],
)  # fmt: skip
def test_the_browser_is_taken_where_plain_http_does_badly(
    facts: EngineFacts, health: EngineHealth, minute: float, browser: bool, route: str, ground: str
) -> None:
    way = route_for(facts, health, browser=browser, now=at(minute))
    assert (way.route.value, way.ground) == (route, ground)


def test_a_captcha_that_the_browser_was_shown_says_nothing_of_plain_http() -> None:
    assert health_after(FRESH, CAPTCHA, seconds=1.0, now=NOW, route=Route.HEADLESS).walled_at is None
    assert health_after(FRESH, CAPTCHA, seconds=1.0, now=NOW).walled_at == NOW


def test_cooling_is_thirty_sixty_and_a_hundred_and_twenty_minutes_and_never_longer() -> None:
    assert [engine_cooldown(k) // timedelta(minutes=1) for k in (0, 1, 2, 3, 10_000)] == [30, 60, 120, 120, 120]


EVENTS = st.lists(st.tuples(st.floats(0.01, 400), st.sampled_from(list(SearchOutcome))), max_size=60)


@given(EVENTS)
def test_no_circuit_changes_twice_within_five_minutes_and_no_average_leaves_its_bounds(
    events: Sequence[tuple[float, SearchOutcome]],
) -> None:
    health, minute, changes = FRESH, 0.0, []
    for gap, outcome in events:
        minute += gap
        later = health_after(health, outcome, seconds=1.0, now=at(minute))
        change = transition(health, later, outcome)
        changes += [] if change is None else [change.at]
        health = later
    gaps = [later - earlier for earlier, later in pairwise(changes)]
    assert [gap for gap in gaps if gap < timedelta(minutes=5)] == []
    parts = (health.success_24h, health.captcha_24h, health.error_24h, health.garbled_24h)
    assert sum(parts) == pytest.approx(1.0)
    assert min(parts) >= -1e-9
