from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.fetch.calendar_days import day_off, holidays


def days(year: int) -> list[str]:
    return [f"{day:%m-%d}" for day in holidays(year)]


@pytest.mark.parametrize(
    ("year", "expected"),
    [
        # 4 May and the substitute of 3 May fall together; 22 September is between two holidays.
        (
            2026,
            "01-01 01-12 02-11 02-23 03-20 04-29 05-03 05-04 05-05 05-06 07-20 08-11 09-21 09-22 09-23"
            " 10-12 11-03 11-23",
        ),
        # The change of emperors: 30 April and 2 May lie between holidays, and 23 December is none.
        (
            2019,
            "01-01 01-14 02-11 03-21 04-29 04-30 05-01 05-02 05-03 05-04 05-05 05-06 07-15 08-11 08-12 09-16 09-23"
            " 10-14 10-22 11-03 11-04 11-23",
        ),
        # The Olympic years.
        (
            2020,
            "01-01 01-13 02-11 02-23 02-24 03-20 04-29 05-03 05-04 05-05 05-06 07-23 07-24 08-10 09-21 09-22"
            " 11-03 11-23",
        ),
        (2021, "01-01 01-11 02-11 02-23 03-20 04-29 05-03 05-04 05-05 07-22 07-23 08-08 08-09 09-20 09-23 11-03 11-23"),
        (2015, "01-01 01-12 02-11 03-21 04-29 05-03 05-04 05-05 05-06 07-20 09-21 09-22 09-23 10-12 11-03 11-23 12-23"),
    ],
)
def test_the_holidays_of_a_year_are_those_of_the_official_calendar(year: int, expected: str) -> None:
    assert days(year) == expected.split()


# The announcements of the National Astronomical Observatory, as far as they were made, and its computed table.
@pytest.mark.parametrize(
    ("year", "vernal", "autumnal"),
    [
        (2000, 20, 23),
        (2012, 20, 22),
        (2023, 21, 23),
        (2024, 20, 22),
        (2025, 20, 23),
        (2026, 20, 23),
        (2027, 21, 23),
        (2028, 20, 22),
        (2030, 20, 23),
    ],
)
def test_equinoxes_are_computed(year: int, vernal: int, autumnal: int) -> None:
    by_name = {name: day for day, name in holidays(year).items()}
    assert by_name["Vernal Equinox Day"] == date(year, 3, vernal)
    assert by_name["Autumnal Equinox Day"] == date(year, 9, autumnal)


@pytest.mark.parametrize(
    ("day", "reason"),
    [
        (date(2026, 9, 22), "citizen's holiday"),
        (date(2026, 5, 6), "substitute holiday"),
        (date(2026, 11, 16), None),
        (date(2026, 11, 14), "Saturday"),
        (date(2026, 11, 15), "Sunday"),
        (date(2026, 11, 23), "Labour Thanksgiving Day"),
    ],
)
def test_a_day_off_says_why(day: date, reason: str | None) -> None:
    assert day_off(day) == reason


@given(st.integers(1980, 2099))
def test_a_holiday_on_a_sunday_has_a_substitute_that_is_not_a_sunday(year: int) -> None:
    found = holidays(year)
    sundays = [day for day in found if day.weekday() == 6]
    substitutes = [day for day, name in found.items() if name == "substitute holiday"]
    assert len(substitutes) == len(sundays)
    assert [day for day in substitutes if day.weekday() == 6] == []


@given(st.integers(1980, 2099))
def test_no_working_day_is_left_between_two_holidays(year: int) -> None:
    found = holidays(year)
    between = [day + timedelta(days=1) for day, name in found.items() if name != "substitute holiday"]
    lone = [day for day in between if day not in found and day + timedelta(days=1) in found]
    assert [day for day in lone if day.weekday() < 5] == []
