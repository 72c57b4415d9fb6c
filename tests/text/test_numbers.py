"""Quantities in running text: value, unit, bound, place; and when one says another."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.text.numbers import ORDINAL, Quantity, quantities, same_quantity


def only(text: str) -> Quantity:
    (quantity,) = quantities(text)
    return quantity


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("1,400万人", "14000000", "person"),
        ("３５％", "35", "%"),
        ("三十五人", "35", "person"),
        ("一千四百万円", "14000000", "JPY"),
        ("1億2千万円", "120000000", "JPY"),
        ("12億3,456万人", "1234560000", "person"),
        ("3割5分", "35", "%"),
        ("35パーセント", "35", "%"),
        ("35 per cent", "35", "%"),
        ("三分の一", "33.33", "%"),
        ("5キロ", "5000", "m"),
        ("5 km", "5000", "m"),
        ("5 square kilometres", "5000000", "m2"),
        ("300メートル", "300", "m"),
        ("1.4 million people", "1400000", "person"),
        ("$5bn", "5000000000", "USD"),
        ("US$3.5 million", "3500000", "USD"),
        ("500億ドル", "50000000000", "USD"),
        ("twenty-five percent", "25", "%"),
        ("two hundred and five people", "205", "person"),
        ("a hundred people", "100", "person"),
        ("20 years old", "20", "age"),
        ("20歳", "20", "age"),
        ("3か月", "3", "month"),
        ("two years", "24", "month"),
        ("25℃", "25", "degC"),
        ("half of the voters", "50", "%"),
        ("半数", "50", "%"),
        ("百人", "100", "person"),
    ],
)
def test_value_and_unit_are_canonical(text: str, value: str, unit: str) -> None:
    quantity = only(text)
    assert (quantity.value, quantity.unit) == (Decimal(value), unit)


@pytest.mark.parametrize(
    ("text", "bound", "approximate"),
    [
        ("約100人", "", True),
        ("およそ100人", "", True),
        ("about 100 people", "", True),
        ("nearly $20", "", True),
        ("100人ほど", "", True),
        ("100人以上", "at_least", False),
        ("at least 100 people", "at_least", False),
        ("100人以下", "at_most", False),
        ("up to 100 people", "at_most", False),
        ("no more than 100 people", "at_most", False),
        ("100人超", "over", False),
        ("more than 100 people", "over", False),
        ("100人未満", "under", False),
        ("fewer than 100 people", "under", False),
        ("100 people", "", False),
    ],
)
def test_bounds_and_roundness_are_seen_before_and_behind(text: str, bound: str, approximate: bool) -> None:
    quantity = only(text)
    assert (quantity.bound, quantity.approximate) == (bound, approximate)


@pytest.mark.parametrize(
    "text", ["10〜20人", "10-20 people", "10 to 20 people", "between 10 and 20 people", "10人から20人"]
)
def test_a_range_is_two_bounds_in_one_unit(text: str) -> None:
    found = [(q.value, q.unit, q.bound) for q in quantities(text)]
    assert found == [(Decimal(10), "person", "at_least"), (Decimal(20), "person", "at_most")]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no one came",
        "one of the men",
        "B-52",
        "COVID-19",
        "Apollo 11",
        "as shown [12]",
        "Section 3",
        "第9条",
        "version 1.2.3",
        "at 10:30",
        "2024年3月5日",
        "on March 5, 2024",
        "十分な説明",
        "一般に",
        "三重県",
        "四国",
        "統一した",
        "1. Introduction",
        "3D",
    ],
)
def test_numbers_that_count_nothing_are_no_quantities(text: str) -> None:
    assert quantities(text) == []


@pytest.mark.parametrize("text", ["the third", "3rd", "第3回", "3位", "三番目"])
def test_an_ordinal_is_not_a_cardinal(text: str) -> None:
    assert (only(text).value, only(text).unit) == (Decimal(3), ORDINAL)
    assert same_quantity(only("3 people"), only(text)) == "unknown"


def test_offsets_cut_out_number_and_unit() -> None:
    text = "昨年は約１，４００万人、今年は 5 km。"
    assert [text[q.start : q.end] for q in quantities(text)] == ["１，４００万人", "5 km"]


def test_what_is_counted_is_kept_where_the_unit_is_unknown() -> None:
    assert [(q.value, q.noun) for q in quantities("Two dogs and 3 cats")] == [(Decimal(2), "dog"), (Decimal(3), "cat")]


@pytest.mark.parametrize(
    ("stated", "found", "verdict"),
    [
        ("14人", "14人", "agree"),
        ("14人", "15人", "disagree"),
        ("14人", "14 people", "agree"),
        ("1,400万人", "14 million people", "agree"),
        ("14 million people", "13,960,000 people", "agree"),
        ("14 million people", "15,100,000 people", "disagree"),
        ("5 km", "5000 m", "agree"),
        ("5 miles", "8.05 km", "agree"),
        ("5 miles", "9 km", "disagree"),
        ("about 100 people", "103 people", "agree"),
        ("about 100 people", "150 people", "disagree"),
        ("at least 100 people", "150 people", "agree"),
        ("at least 100 people", "90 people", "disagree"),
        ("150 people", "at least 100 people", "unknown"),
        ("more than 100 people", "100 people", "unknown"),
        ("more than 100 people", "90 people", "disagree"),
        ("at least 100 people", "100 people", "agree"),
        ("100人未満", "120人", "disagree"),
        ("14人", "15%", "unknown"),
        ("two dogs", "three cats", "unknown"),
        ("two dogs", "three dogs", "disagree"),
    ],
)
def test_what_was_found_says_agrees_or_denies_the_stated_quantity(stated: str, found: str, verdict: str) -> None:
    assert same_quantity(only(stated), only(found)) == verdict


@given(st.text(alphabet="0123456789,.%〜万億千一二三人年月日 abAB-()[]$", max_size=80))
def test_quantities_are_ordered_and_inside_any_text(text: str) -> None:
    found = quantities(text)
    assert [q.start for q in found] == sorted(q.start for q in found)
    assert all(0 <= q.start < q.end <= len(text) for q in found)


@given(st.integers(1, 10**12))
def test_separators_and_width_do_not_change_a_value(number: int) -> None:
    wide = f"{number:,}".translate({ord(d): ord(d) + 0xFEE0 for d in "0123456789"})
    assert only(f"{number:,}人").value == only(f"{wide}人").value == number


def test_a_hundred_thousand_digits_are_read_in_one_pass() -> None:
    assert len(quantities("1" * 100_000)) == 1
    assert len(quantities("12人、" * 10_000)) == 10_000


@pytest.mark.req("L22")
@pytest.mark.parametrize(
    ("text", "value", "words"),
    [
        ("It fell to −5 degrees.", "-5", "−5"),
        ("It fell to -5 degrees.", "-5", "-5"),
        ("It fell to –5 degrees.", "-5", "–5"),
        ("It fell to – 5 degrees.", "-5", "– 5"),
        ("It fell to minus 5 degrees.", "-5", "minus 5"),
        ("It fell to minus five degrees.", "-5", "minus five"),
        ("It is (−5 degrees).", "-5", "−5"),
        ("気温は−5度だった。", "-5", "−5度"),
        ("気温はマイナス5度だった。", "-5", "マイナス5度"),
        ("気温はマイナス五度だった。", "-5", "マイナス五度"),
        ("損益は▲500億円だった。", "-50000000000", "▲500億円"),
        ("損益は△1.5％だった。", "-1.5", "△1.5％"),
        ("Acme made −$5 million.", "-5000000", "−$5 million"),
        ("There are 10³ cells.", "1000", "10³"),
        ("There are 10^3 cells.", "1000", "10^3"),
        ("There are 1.5×10⁶ cells.", "1500000", "1.5×10⁶"),
        ("There are 1.5 x 10^6 cells.", "1500000", "1.5 x 10^6"),
        ("There are 1e6 cells.", "1000000", "1e6"),
        ("It is 10⁻³ of it.", "0.001", "10⁻³"),
        ("It took 5½ days.", "475200", "5½ days"),
        ("It is ½ mile.", "804.672", "½ mile"),
        ("It grew by 5‰.", "0.5", "5‰"),
        ("It has 5 mW.", "5", "5"),
    ],
)
def test_a_quantity_knows_its_minus_its_exponent_and_its_fraction(text: str, value: str, words: str) -> None:
    quantity = only(text)
    assert (quantity.value, text[quantity.start : quantity.end]) == (Decimal(value), words)


@pytest.mark.req("L22")
@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("5-6 km", ["5000", "6000"]),
        ("5 – 6 km", ["5000", "6000"]),
        ("between -5 and 5 degrees", ["-5", "5"]),
        ("The B-52 and COVID-19", []),
        ("±5 mm", []),
        ("45² people", []),
        ("10₂ of them", []),
        ("a - 5 of them", ["5"]),
        ("コロナ-19で5人", ["19", "5"]),
    ],
)
def test_a_dash_that_is_no_minus_changes_no_value(text: str, values: list[str]) -> None:
    assert [quantity.value for quantity in quantities(text)] == [Decimal(value) for value in values]


@pytest.mark.req("L22")
@pytest.mark.parametrize(
    ("one", "other", "agreement"),
    [
        ("5 degrees", "−5 degrees", "disagree"),
        ("500億円", "▲500億円", "disagree"),
        ("103 cells", "10³ cells", "disagree"),
        ("1000 cells", "10³ cells", "agree"),
        ("minus 5 degrees", "−5 degrees", "agree"),
        ("5%", "5‰", "disagree"),
        ("5 mg", "≦5 mg", "unknown"),
        ("5 MW", "5 mW", "unknown"),
    ],
)
def test_opposite_numbers_disagree(one: str, other: str, agreement: str) -> None:
    assert same_quantity(only(one), only(other)) == agreement


@pytest.mark.req("L22")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1.2 million to 1.5 million", [("1200000", "", "at_least"), ("1500000", "", "at_most")]),
        ("$1 to $2 billion", [("1000000000", "USD", "at_least"), ("2000000000", "USD", "at_most")]),
        ("1万〜2万人", [("10000", "person", "at_least"), ("20000", "person", "at_most")]),
        ("four or five people", [("4", "person", "at_least"), ("5", "person", "at_most")]),
        ("10 or 20 people", [("10", "", ""), ("20", "person", "")]),
        ("by 3 percentage points to 12%", [("3", "point", ""), ("12", "%", "")]),
        ("two thirds of users", [("66.67", "%", "")]),
        ("three-quarters of voters", [("75", "%", "")]),
        ("a tenth of a second", []),
        ("百分の一", [("1", "%", "")]),
        ("1024 MiB", [("1073741824", "B", "")]),
        ("512 bytes", [("512", "B", "")]),
        ("512バイト", [("512", "B", "")]),
    ],
)
def test_ranges_shares_and_binary_units(text: str, expected: list[tuple[str, str, str]]) -> None:
    assert [(f"{q.value.normalize():f}", q.unit, q.bound) for q in quantities(text)] == expected
