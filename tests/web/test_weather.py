from collections import Counter

from tests.web.weather import SEEDS, SHARES, Weather, forecast


def test_a_hundred_hosts_have_exactly_the_shares_of_the_table() -> None:
    assert Counter(forecast(SEEDS[0], 100)) == dict(SHARES)


def test_the_shares_sum_to_a_hundred_per_cent() -> None:
    assert sum(share for _, share in SHARES) == 100


def test_sixty_hosts_get_the_nearest_whole_numbers() -> None:
    assert Counter(forecast(7, 60)) == {
        Weather.PLAIN: 36,
        Weather.SCRIPT_ONLY: 6,
        Weather.FORBIDDEN_TO_PLAIN: 5,
        Weather.RATE_LIMITED: 3,
        Weather.CHALLENGE: 3,
        Weather.SLOW: 3,
        Weather.FLAKY: 2,
        Weather.HOSTILE: 2,
    }


def test_one_seed_is_one_weather_and_another_seed_another() -> None:
    assert forecast(SEEDS[0], 100) == forecast(SEEDS[0], 100)
    assert forecast(SEEDS[0], 100) != forecast(SEEDS[1], 100)


def test_no_hosts_have_no_weather() -> None:
    assert forecast(1, 0) == []
