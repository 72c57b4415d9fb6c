"""A sentence about another unit, year or session is told from one about the asked one."""

import pytest

from tadori.rank.series_numbers import names_other_number, series_numbers


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("鳴釜潮流発電３号機", {"unit": {"3"}}),
        ("Unit 1 and unit 02", {"unit": {"1", "2"}}),
        ("令和5年度と2023年度", {"fiscal year": {"5", "2023"}}),
        ("in FY2024", {"fiscal year": {"2024"}}),
        ("第12回 第3条", {"回": {"12"}, "条": {"3"}}),
        ("the third unit of 7 people", {}),
        ("", {}),
    ],
)
def test_numbered_things_are_found_with_their_series(text: str, found: dict[str, set[str]]) -> None:
    assert {series: set(numbers) for series, numbers in series_numbers(text).items()} == found


@pytest.mark.parametrize(
    ("question", "sentence", "around", "another"),
    [
        ("3号機の定格出力は何キロワットか", "2号機の定格出力は750キロワットである。", "", True),
        ("3号機の定格出力は何キロワットか", "定格出力は750キロワットである。", "2号機について", True),
        ("3号機の定格出力は何キロワットか", "定格出力は750キロワットである。", "仕様について", False),
        ("1号機の定格出力は何キロワットか", "2号機は1号機より大きく、750キロワットである。", "", False),
        ("How much did Unit 1 generate in fiscal year 2024?", "In fiscal year 2023 Unit 1 made 1,284 MWh.", "", True),
        ("How much did Unit 1 generate in fiscal year 2024?", "1号機の2024年度の発電量は1,402である。", "", False),
        ("When did it open?", "Unit 2 opened in 1987.", "", False),
    ],
)
def test_another_number_of_the_asked_series_is_another_thing(
    question: str, sentence: str, around: str, another: bool
) -> None:
    assert names_other_number(question, sentence, around) is another
