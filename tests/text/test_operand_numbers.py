"""Which numbers of a sentence may be calculated with, and how a model may name them."""

import pytest

from tadori.text.operand_numbers import number_named, written_numbers


@pytest.mark.req("D10")
@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("The plant produced 1,284 MWh in 2022.", [("1,284 MWh", 1284, "MWh"), ("2022", 2022, "")]),
        ("2023年度は1,510MWhで、約17%増えた。", [("2023", 2023, ""), ("1,510MWh", 1510, "MWh"), ("17%", 17, "%")]),
        ("参加者は120人でした。", [("120人", 120, "人")]),
        ("売上高は350億円だった。", [("350億円", 35_000_000_000, "円")]),
        ("About 1.2 million people live there.", [("1.2 million people", 1_200_000, "people")]),
        ("It costs $12.50 per unit.", [("$12.50", 12.5, "$")]),
        ("The values were 12, 15 and 19.", [("12", 12, ""), ("15", 15, ""), ("19", 19, "")]),
        ("City: Oslo; Population: 709,037", [("709,037", 709_037, "")]),
        ("The share is 12 percent.", [("12 percent", 12, "%")]),
        ("The range is 5-10 km.", []),
        ("More than 100 people came.", []),
        ("参加者は100人以上だった。", []),
        ("It was not 40 m high.", []),
        ("高さは40mではない。", []),
        ("Was it 40 m high?", []),
        ("It came third in its class.", []),
    ],
)  # fmt: skip
def test_measures_counts_and_years_are_found_and_bounds_denials_and_questions_are_not(
    sentence: str, found: list[tuple[str, float, str]]
) -> None:
    assert [(one.written, float(one.value), one.unit) for one in written_numbers(sentence)] == found


@pytest.mark.parametrize(
    ("words", "sentence", "written"),
    [
        ("1,284", "It made 1,284 MWh in 2022.", "1,284 MWh"),
        ("1284 MWh", "It made 1,284 MWh in 2022.", "1,284 MWh"),
        ("１，２８４", "It made 1,284 MWh in 2022.", "1,284 MWh"),
        ("350億", "売上高は350億円だった。", "350億円"),
        ("1998年", "閉鎖は1998年だった。", "1998"),
    ],
)
def test_a_number_is_named_with_or_without_its_unit(words: str, sentence: str, written: str) -> None:
    found = number_named(words, sentence)
    assert found is not None
    assert found.written == written


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("284", "It made 1,284 MWh."),
        ("5", "It is 5 km long and 5 m wide."),
        ("", "It made 1,284 MWh."),
        ("MWh", "It made 1,284 MWh."),
    ],
)
def test_a_part_of_a_number_or_one_of_two_names_none(words: str, sentence: str) -> None:
    assert number_named(words, sentence) is None
