from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.fetch.policy import (
    Reception,
    after_page,
    count_request,
    policy_after,
    policy_after_person,
    reception,
    tor_allowed,
)
from tadori.model.web import AttemptOutcome, BlockKind, DomainPolicy, FetchAttempt, Route
from tests.fetch.attempts import NOON, attempt, blocked

NEW = DomainPolicy(domain="nagi.test")
HOUR = timedelta(hours=1)
LOST = attempt(outcome=AttemptOutcome.UNREACHABLE)
BROKEN = attempt(outcome=AttemptOutcome.SERVER_ERROR, status=500)
CAPTCHA = blocked(kind=BlockKind.HCAPTCHA)


def through(*attempts: FetchAttempt, policy: DomainPolicy = NEW, now: datetime = NOON) -> DomainPolicy:
    for one in attempts:
        policy = policy_after(policy, one, now=now)
    return policy


@pytest.mark.req("L18")
def test_scores_are_moving_averages_with_a_short_and_a_long_memory() -> None:
    policy = through(blocked(), blocked(), attempt())
    assert policy.block_score == pytest.approx((0.3 + 0.7 * 0.3) * 0.7)  # .357
    assert policy.success_short == pytest.approx(0.7 * 0.7 * 0.7 + 0.3)  # .643
    assert policy.success_long == pytest.approx(0.95 * 0.95 * 0.95 + 0.05)  # .907


@pytest.mark.parametrize(
    ("one", "expected"),
    [
        (attempt(), Reception.LET_IN),
        (attempt(outcome=AttemptOutcome.NOT_MODIFIED), Reception.LET_IN),
        (attempt(outcome=AttemptOutcome.GONE, status=404), Reception.LET_IN),
        (blocked(), Reception.REFUSED),
        (blocked(status=401), Reception.OTHER),
        (blocked(status=451), Reception.OTHER),
        (blocked(kind=BlockKind.RATE_LIMIT, status=429), Reception.REFUSED),
        (CAPTCHA, Reception.REFUSED),
        (blocked(kind=BlockKind.LOGIN), Reception.OTHER),
        (blocked(kind=BlockKind.PAYWALL), Reception.OTHER),
        (blocked(kind=BlockKind.COOKIE_WALL), Reception.OTHER),
        (blocked(kind=BlockKind.JS_REQUIRED, status=200), Reception.OTHER),
        (LOST, Reception.LOST),
        (BROKEN, Reception.BROKEN),
        (attempt(outcome=AttemptOutcome.UNUSABLE), Reception.OTHER),
        (attempt(outcome=AttemptOutcome.REDIRECTED), Reception.OTHER),
    ],
)
def test_refusals_are_told_apart_from_walls_of_a_page(one: FetchAttempt, expected: Reception) -> None:
    assert reception(one) is expected


@pytest.mark.parametrize("outcome", [AttemptOutcome.FORBIDDEN, AttemptOutcome.NO_ROUTE])
def test_what_was_not_asked_changes_nothing(outcome: AttemptOutcome) -> None:
    assert through(attempt(outcome=outcome)) == NEW


def test_a_copy_from_the_wayback_machine_says_nothing_about_the_domain() -> None:
    refused = through(blocked(), blocked(Route.HEADLESS))
    assert through(attempt(Route.WAYBACK), policy=refused) == refused


@pytest.mark.req("L18")
def test_one_refusal_leaves_the_domain_open_and_a_browsers_in_a_row_closes_it_for_an_hour() -> None:
    assert through(blocked(Route.HEADLESS)).cooldown_until is None
    assert through(blocked(), blocked(Route.HEADLESS)).cooldown_until == NOON + HOUR
    assert through(blocked(), attempt(), blocked(Route.HEADLESS)).cooldown_until is None


def test_refusals_by_http_and_tor_wait_for_what_a_browser_is_told() -> None:
    policy = through(blocked(), blocked(Route.TOR), blocked())
    assert (policy.failures, policy.cooldown_until) == (3, None)
    assert through(blocked(Route.HEADFUL), policy=policy).cooldown_until == NOON + 2 * HOUR
    assert through(attempt(Route.HEADFUL), policy=policy).failures == 0


def test_lost_connections_in_a_row_close_it_too_and_server_errors_do_not() -> None:
    assert through(LOST, LOST).cooldown_until == NOON + HOUR
    assert through(blocked(), LOST).cooldown_until == NOON + HOUR
    assert through(BROKEN, BROKEN, BROKEN).cooldown_until is None
    assert through(blocked(), BROKEN, blocked()).failures == 2


def test_walls_of_a_page_neither_count_nor_set_back() -> None:
    policy = through(blocked(), blocked(kind=BlockKind.LOGIN), blocked(kind=BlockKind.JS_REQUIRED))
    assert (policy.failures, policy.cooldown_until) == (1, None)


def test_failures_go_on_growing_and_so_do_the_waits() -> None:
    policy, waits = NEW, []
    for _ in range(7):
        policy = policy_after(policy, blocked(Route.HEADLESS), now=NOON)
        waits.append(policy.cooldown_until)
    minutes = [None if until is None else (until - NOON) / timedelta(minutes=1) for until in waits]
    assert minutes == [None, 60, 120, 120, 120, 240, 240]


@pytest.mark.req("L18")
def test_a_success_by_any_route_ends_the_cooling() -> None:
    shut = through(blocked(), blocked(Route.TOR), blocked(Route.HEADLESS))
    assert shut.cooldown_until == NOON + 2 * HOUR
    opened = policy_after(shut, attempt(Route.HEADFUL), now=NOON)
    assert (opened.failures, opened.cooldown_until) == (0, None)


def test_after_the_wait_one_request_decides() -> None:
    later = NOON + HOUR
    shut = through(blocked(), blocked(Route.HEADLESS))
    assert policy_after(shut, attempt(), now=later).cooldown_until is None
    assert policy_after(shut, blocked(Route.HEADLESS), now=later).cooldown_until == later + 2 * HOUR


@pytest.mark.req("L18")
def test_retry_after_is_kept_even_after_a_single_refusal() -> None:
    limited = blocked(kind=BlockKind.RATE_LIMIT, status=429, retry_after=90.0)
    assert through(limited).cooldown_until == NOON + timedelta(seconds=90)
    assert through(limited, replace(limited, route=Route.HEADLESS)).cooldown_until == NOON + HOUR
    assert through(replace(limited, retry_after=7200.0), blocked(Route.HEADLESS)).cooldown_until == NOON + 2 * HOUR
    assert through(replace(limited, retry_after=1e9)).cooldown_until == NOON + timedelta(days=1)
    assert through(replace(BROKEN, retry_after=30.0)).cooldown_until == NOON + timedelta(seconds=30)


def test_a_page_that_was_refused_and_not_had_cools_its_domain_after_one_refusal() -> None:
    once = through(blocked())
    assert after_page(once, [blocked()], now=NOON).cooldown_until == NOON + HOUR


def test_a_page_that_was_had_or_never_refused_cools_nothing() -> None:
    had = through(blocked(), attempt(Route.HEADLESS))
    lost = through(LOST)
    assert after_page(had, [blocked(), attempt(Route.HEADLESS)], now=NOON) == had
    assert after_page(lost, [LOST], now=NOON) == lost
    assert after_page(NEW, [], now=NOON) == NEW


def test_the_end_of_a_page_does_not_shorten_a_wait_that_runs() -> None:
    shut = through(*[blocked(Route.HEADLESS)] * 3)
    assert after_page(shut, [blocked()], now=NOON) == shut


def test_a_copy_had_from_the_archive_does_not_make_up_for_the_refusal() -> None:
    once = through(blocked())
    tried = [blocked(), attempt(Route.WAYBACK)]
    assert after_page(once, tried, now=NOON).cooldown_until == NOON + HOUR


def test_counts_are_of_one_utc_day() -> None:
    late = datetime(2026, 11, 16, 23, 59, tzinfo=UTC)
    policy = through(attempt(), attempt(Route.TOR), now=late)
    assert (policy.day, policy.requests_today, policy.tor_today) == ("2026-11-16", 2, 1)
    policy = policy_after(policy, attempt(), now=late + timedelta(minutes=1))
    assert (policy.day, policy.requests_today, policy.tor_today) == ("2026-11-17", 1, 0)


def test_a_request_of_which_nothing_is_learned_is_counted_and_paced() -> None:
    policy = count_request(NEW, now=NOON)
    assert (policy.requests_today, policy.last_request_at, policy.updated_at) == (1, NOON, NOON)
    assert (policy.success_long, policy.failures, policy.tor_usage_ratio) == (1.0, 0, 0.0)


def test_pages_had_by_a_browser_only_raise_the_browser_ratio_and_http_lowers_it() -> None:
    shell = blocked(kind=BlockKind.JS_REQUIRED, status=200)
    policy = through(shell, attempt(Route.HEADLESS), shell, attempt(Route.HEADLESS))
    assert policy.headful_ratio == pytest.approx(0.51)
    assert through(attempt(), policy=policy).headful_ratio == pytest.approx(0.357)
    assert through(blocked(), policy=policy).headful_ratio == pytest.approx(0.51)


def test_refusals_of_a_visible_browser_are_counted_in_a_row() -> None:
    policy = through(
        blocked(Route.HEADFUL), blocked(Route.HEADLESS), attempt(Route.HEADFUL, AttemptOutcome.UNREACHABLE)
    )
    assert policy.headful_failures == 2
    assert through(attempt(Route.HEADFUL), policy=policy).headful_failures == 0


def test_the_last_challenge_is_remembered_with_its_kind() -> None:
    policy = through(CAPTCHA, attempt())
    assert (policy.last_captcha_at, policy.captcha_type_last_seen) == (NOON, BlockKind.HCAPTCHA)
    assert policy.captcha_rate == pytest.approx(0.05 * 0.95)
    assert through(blocked()).last_captcha_at is None


def test_referers_and_returns_are_remembered() -> None:
    policy = through(attempt(referer_kept=False), attempt(outcome=AttemptOutcome.NOT_MODIFIED, conditional=True))
    assert policy.referer_match_rate == pytest.approx(0.95 * 0.95 + 0.05)
    assert policy.not_modified_rate == pytest.approx(0.3)
    assert through(attempt(), policy=policy).not_modified_rate == pytest.approx(0.3)
    assert through(attempt(conditional=True), policy=policy).not_modified_rate == pytest.approx(0.21)


@pytest.mark.req("L18")
def test_tor_sticks_for_a_quarter_of_an_hour_and_is_not_prolonged() -> None:
    policy = through(blocked(), attempt(Route.TOR))
    assert policy.tor_until == NOON + timedelta(minutes=15)
    assert policy.tor_success_rate == pytest.approx(0.65)
    soon = policy_after(policy, attempt(Route.TOR), now=NOON + timedelta(minutes=10))
    assert soon.tor_until == NOON + timedelta(minutes=15)
    later = policy_after(policy, attempt(Route.TOR), now=NOON + timedelta(minutes=15))
    assert later.tor_until == NOON + timedelta(minutes=30)


@pytest.mark.req("L18")
@pytest.mark.parametrize(
    "one", [blocked(Route.TOR), attempt(Route.TOR, AttemptOutcome.UNREACHABLE), replace(BROKEN, route=Route.TOR)]
)
def test_tor_is_rolled_back_at_once_when_it_fails(one: FetchAttempt) -> None:
    sticky = replace(NEW, tor_until=NOON + HOUR)
    failed = through(one, policy=sticky)
    assert (failed.tor_until, failed.tor_blocked_until) == (None, NOON + HOUR)
    again = through(one, policy=failed)
    assert again.tor_success_rate == pytest.approx(0.245)
    assert again.tor_blocked_until == NOON + timedelta(days=1)


def test_what_happens_inside_tor_is_not_held_against_the_domain() -> None:
    policy = through(attempt(Route.TOR, AttemptOutcome.UNREACHABLE), attempt(Route.TOR, AttemptOutcome.UNREACHABLE))
    assert (policy.failures, policy.cooldown_until, policy.success_long) == (0, None, 1.0)


@pytest.mark.req("L18")
@pytest.mark.parametrize(
    ("total", "tor", "expected"),
    [(0, 0, False), (3, 0, False), (4, 0, True), (8, 1, False), (9, 1, True), (99, 19, True)],
)
def test_tor_stays_within_a_fifth_of_all_requests(total: int, tor: int, expected: bool) -> None:
    assert tor_allowed(through(blocked()), total_requests=total, tor_requests=tor, now=NOON) is expected


def test_tor_is_only_for_domains_that_refused_us_where_it_has_not_just_failed() -> None:
    refused = through(blocked())
    rolled_back = through(blocked(Route.TOR), policy=refused)
    assert not tor_allowed(through(attempt()), 100, 0, NOON)
    assert tor_allowed(refused, 100, 0, NOON)
    assert not tor_allowed(rolled_back, 100, 0, NOON)
    assert tor_allowed(rolled_back, 100, 0, NOON + HOUR)


def test_tor_is_used_twenty_times_a_day_for_one_domain() -> None:
    policy = replace(through(blocked()), tor_today=20)
    assert not tor_allowed(policy, 1000, 0, NOON)
    assert tor_allowed(replace(policy, tor_today=19), 1000, 0, NOON)
    assert tor_allowed(policy, 1000, 0, NOON + timedelta(days=1))


@pytest.mark.req("L18")
def test_a_domain_that_refuses_32_times_in_a_row_is_given_up_for_good() -> None:
    policy = through(*[CAPTCHA] * 31)
    assert policy.skip_reason is None
    policy = through(CAPTCHA, policy=policy)
    assert policy.skip_reason == "it refused nearly every request over a long time, last with hcaptcha"
    assert through(*[attempt()] * 50, policy=policy).skip_reason == policy.skip_reason


def test_a_domain_that_is_only_dead_or_broken_is_not_given_up_for_good() -> None:
    assert through(*[LOST] * 60, *[BROKEN] * 60).skip_reason is None


def test_a_person_who_solved_it_opens_the_domain_again() -> None:
    policy = policy_after_person(through(*[CAPTCHA] * 40), now=NOON)
    assert (policy.skip_reason, policy.failures, policy.cooldown_until) == (None, 0, None)
    assert through(CAPTCHA, policy=policy).skip_reason is None


routes = st.sampled_from(list(Route))
outcomes = st.sampled_from(list(AttemptOutcome))
kinds = st.sampled_from(list(BlockKind))
attempts = st.builds(
    lambda route, outcome, kind, wait: attempt(route, outcome, block=kind, retry_after=wait),
    routes,
    outcomes,
    kinds,
    st.one_of(st.none(), st.floats(0, 1e7)),
)


@given(st.lists(attempts, max_size=40))
def test_whatever_happens_rates_stay_between_nothing_and_all_and_waits_within_a_day(tried: list[FetchAttempt]) -> None:
    policy = through(*tried)
    rates = [policy.block_score, policy.success_short, policy.success_long, policy.headful_ratio, policy.captcha_rate]
    rates += [policy.tor_success_rate, policy.tor_usage_ratio, policy.referer_match_rate, policy.not_modified_rate]
    assert [rate for rate in rates if not 0.0 <= rate <= 1.0] == []
    assert [until for until in [policy.cooldown_until] if until is not None and until > NOON + timedelta(days=1)] == []
    assert policy.requests_today == sum(map(_asks, tried))


def _asks(one: FetchAttempt) -> bool:
    return one.route is not Route.WAYBACK and one.outcome not in {AttemptOutcome.FORBIDDEN, AttemptOutcome.NO_ROUTE}


@given(st.lists(attempts, max_size=20))
def test_being_let_in_always_opens_the_domain(tried: list[FetchAttempt]) -> None:
    policy = through(*tried, attempt())
    assert (policy.failures, policy.cooldown_until) == (0, None)
