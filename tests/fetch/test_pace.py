import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.fetch.pace import (
    at_least_retry_after,
    backoff,
    domain_cooldown,
    next_request_at,
    why_cooling,
    why_slower,
    why_spent,
    why_withheld,
)
from tadori.model.web import DomainPolicy

TOKYO = ZoneInfo("Asia/Tokyo")
NOON = datetime(2026, 11, 16, 3, 0, tzinfo=UTC)  # Monday, 12:00 in Tokyo
SAME_DAY = "2026-11-16"
ASKED = DomainPolicy(domain="nagi.test", last_request_at=NOON)


class Drawn(random.Random):
    """Draws always at the same place of a range."""

    def __init__(self, share: float) -> None:
        super().__init__()
        self.share = share

    def uniform(self, a: float, b: float) -> float:
        return a + (b - a) * self.share


def pause(
    share: float = 0.0, *, at: datetime = NOON, engine: bool = False, delay: float | None = None, scale: float = 1.0
) -> float:
    policy = replace(ASKED, last_request_at=at)
    moment = next_request_at(
        policy, now=at, rng=Drawn(share), zone=TOKYO, engine=engine, crawl_delay=delay, scale=scale
    )
    return (moment - at).total_seconds()


@pytest.mark.req("L18")
def test_a_domain_waits_for_the_later_of_the_drawn_pause_and_five_seconds() -> None:
    assert [pause(0.0), pause(0.5), pause(1.0)] == [5.0, 5.0, 5.5]


@pytest.mark.req("L18")
def test_an_engine_waits_for_the_later_of_the_drawn_pause_and_four_seconds() -> None:
    assert [pause(0.0, engine=True), pause(0.75, engine=True), pause(1.0, engine=True)] == [4.0, 4.5, 5.5]


@pytest.mark.parametrize(("delay", "expected"), [(None, 5.0), (0.0, 5.0), (3.0, 5.0), (10.0, 10.0), (3600.0, 120.0)])
def test_a_crawl_delay_is_kept_up_to_two_minutes(delay: float | None, expected: float) -> None:
    assert pause(delay=delay) == expected


def test_pauses_can_be_scaled_down_to_nothing_for_tests() -> None:
    assert [pause(scale=0.5), pause(scale=0.0)] == [2.5, 0.0]


def test_a_domain_never_asked_may_be_asked_at_once() -> None:
    assert next_request_at(DomainPolicy(domain="nagi.test"), now=NOON, rng=Drawn(1.0), zone=TOKYO) == NOON


def test_time_that_has_passed_counts() -> None:
    later = NOON + timedelta(seconds=3)
    assert next_request_at(ASKED, now=later, rng=Drawn(0.0), zone=TOKYO) == NOON + timedelta(seconds=5)
    assert next_request_at(ASKED, now=NOON + timedelta(hours=1), rng=Drawn(0.0), zone=TOKYO) == NOON + timedelta(
        hours=1
    )


@pytest.mark.req("L18")
@pytest.mark.parametrize(
    ("moment", "reason", "seconds"),
    [
        (datetime(2026, 11, 16, 14, 59, tzinfo=UTC), None, 5.0),  # 23:59
        (datetime(2026, 11, 16, 15, 0, tzinfo=UTC), "night", 7.5),  # 00:00
        (datetime(2026, 11, 16, 20, 59, tzinfo=UTC), "night", 7.5),  # 05:59
        (datetime(2026, 11, 16, 21, 0, tzinfo=UTC), None, 5.0),  # 06:00
        (datetime(2026, 11, 14, 3, 0, tzinfo=UTC), "Saturday", 7.5),
        (datetime(2026, 11, 13, 22, 0, tzinfo=UTC), "Saturday", 7.5),  # Friday in UTC
        (datetime(2026, 11, 3, 3, 0, tzinfo=UTC), "Culture Day", 7.5),
    ],
)
def test_nights_and_days_off_of_the_local_clock_are_half_as_slow_again(
    moment: datetime, reason: str | None, seconds: float
) -> None:
    assert why_slower(moment, TOKYO) == reason
    assert pause(at=moment) == seconds


@given(st.integers(0, 2**32), st.booleans(), st.one_of(st.none(), st.floats(0, 1e9)))
def test_the_rate_never_exceeds_its_cap(seed: int, engine: bool, delay: float | None) -> None:
    moment = next_request_at(ASKED, now=NOON, rng=random.Random(seed), zone=TOKYO, engine=engine, crawl_delay=delay)
    assert timedelta(seconds=4 if engine else 5) <= moment - NOON <= timedelta(seconds=120)


def test_a_cooling_domain_says_until_when() -> None:
    policy = replace(ASKED, cooldown_until=NOON + timedelta(minutes=60))
    assert why_cooling(policy, NOON) == "nagi.test is left alone until 2026-11-16 04:00 UTC"
    assert why_cooling(policy, NOON + timedelta(minutes=58, seconds=59)) is not None
    assert why_cooling(policy, NOON + timedelta(minutes=59)) is None
    assert why_cooling(ASKED, NOON) is None


@pytest.mark.parametrize(("left", "waits"), [(0, 5.0), (30, 30.0), (60, 60.0), (61, 5.0)])
def test_the_last_minute_of_a_cooling_is_waited_for(left: int, waits: float) -> None:
    policy = replace(ASKED, cooldown_until=NOON + timedelta(seconds=left))
    moment = next_request_at(policy, now=NOON, rng=Drawn(0.0), zone=TOKYO)
    assert (moment - NOON).total_seconds() == waits
    assert next_request_at(policy, now=NOON, rng=Drawn(0.0), zone=TOKYO, scale=0.0) == NOON


def test_a_cooling_that_is_over_delays_nothing() -> None:
    policy = replace(ASKED, cooldown_until=NOON - timedelta(days=1))
    assert next_request_at(policy, now=NOON, rng=Drawn(0.0), zone=TOKYO) == NOON + timedelta(seconds=5)


def test_a_domain_is_asked_two_hundred_times_a_utc_day() -> None:
    policy = replace(ASKED, day=SAME_DAY, requests_today=200)
    assert why_spent(policy, NOON) == "nagi.test was asked 200 times today, the most we do in a day"
    assert why_spent(replace(policy, requests_today=199), NOON) is None
    assert why_spent(policy, NOON + timedelta(hours=20, minutes=59)) is not None
    assert why_spent(policy, NOON + timedelta(hours=21)) is None


def test_a_domain_given_up_is_withheld_whatever_else_holds() -> None:
    policy = replace(ASKED, skip_reason="refused 32 requests in a row", cooldown_until=NOON + timedelta(hours=1))
    assert why_withheld(policy, NOON) == "nagi.test is not asked any more: refused 32 requests in a row"
    assert why_withheld(replace(policy, skip_reason=None), NOON) == why_cooling(policy, NOON)
    assert why_withheld(ASKED, NOON) is None


@pytest.mark.req("L18")
def test_backoff_doubles_up_to_its_bound_with_ten_per_cent_of_jitter() -> None:
    exact = [backoff(n, base=1.0, most=60.0, rng=Drawn(0.5)) for n in (0, 1, 2, 5, 6, 10_000)]
    assert exact == pytest.approx([1.0, 2.0, 4.0, 32.0, 60.0, 60.0])
    assert backoff(3, base=0.5, most=60.0, rng=Drawn(0.0)) == pytest.approx(3.6)
    assert backoff(3, base=0.5, most=60.0, rng=Drawn(1.0)) == pytest.approx(4.4)


@pytest.mark.req("L18")
def test_a_cooldown_doubles_with_every_third_failure() -> None:
    minutes = [domain_cooldown(n) / timedelta(minutes=1) for n in (1, 2, 3, 5, 6, 9, 12, 15, 10_000)]
    assert minutes == [60, 60, 120, 120, 240, 480, 960, 1440, 1440]


@pytest.mark.parametrize(("asked_for", "minutes"), [(None, 60), (0.0, 60), (60.0, 60), (7200.0, 120), (1e12, 1440)])
def test_retry_after_makes_a_wait_longer_and_never_longer_than_a_day(asked_for: float | None, minutes: int) -> None:
    assert at_least_retry_after(timedelta(minutes=60), asked_for) == timedelta(minutes=minutes)
