"""Waits that servers ask for, in seconds or as a moment."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.text.http_dates import http_date, retry_after

NOW = datetime(2026, 11, 16, 9, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        (None, None),
        ("0", 0.0),
        ("120", 120.0),
        (" 7 ", 7.0),
        ("9999999999", 86_400.0),
        ("Mon, 16 Nov 2026 09:02:00 GMT", 120.0),
        ("Mon, 16 Nov 2026 08:00:00 GMT", 0.0),
        ("Mon, 16 Nov 2036 09:00:00 GMT", 86_400.0),
        ("soon", None),
        ("-5", None),
        ("１２０", None),
        ("", None),
    ],
)
def test_retry_after_in_seconds_or_as_a_date(value: str | None, seconds: float | None) -> None:
    assert retry_after(value, NOW) == seconds


def test_a_moment_says_nothing_when_it_is_not_known_since_when() -> None:
    assert retry_after("Mon, 16 Nov 2026 09:02:00 GMT", None) is None
    assert retry_after("120", None) == 120.0


def test_a_moment_without_a_zone_is_in_utc() -> None:
    assert http_date("Mon, 16 Nov 2026 09:02:00 -0000") == datetime(2026, 11, 16, 9, 2, tzinfo=UTC)
    assert http_date(" Mon, 16 Nov 2026 18:02:00 +0900 ") == datetime(2026, 11, 16, 9, 2, tzinfo=UTC)
    assert http_date("明日") is None
    assert http_date(None) is None


@given(st.text())
def test_whatever_stands_in_the_header_the_wait_is_within_a_day_if_there_is_one(value: str) -> None:
    wait = retry_after(value, NOW)
    assert 0.0 <= (0.0 if wait is None else wait) <= 86_400.0
