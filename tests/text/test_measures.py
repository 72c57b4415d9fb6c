"""Which measures of a text are certain, and what they are."""

from fractions import Fraction

import pytest

from tadori.text.measure_groups import measure_groups
from tadori.text.measures import measures

pytestmark = pytest.mark.req("X11")


def read(text: str) -> list[tuple[str, list[Fraction], str]]:
    return [(text[m.start : m.end], [number.value for number in m.numbers], m.unit.dimension) for m in measures(text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The dam is 40 m high.", [("40 m", [40], "length")]),
        ("a 131-foot-high dam", [("131-foot", [131], "length")]),
        ("30–40 m wide", [("30–40 m", [30, 40], "length")]),
        ("£328m was paid", [("£328m", [328_000_000], "sterling")]),
        ("fell to −5 °C", [("−5 °C", [-5], "temperature")]),
        ("1 hour 30 minutes", [("1 hour 30 minutes", [Fraction(3, 2)], "time")]),
        ("1500 MHz and 1024 MiB", [("1500 MHz", [1500], "frequency"), ("1024 MiB", [1024], "bytes")]),
        ("予算は12億円である。", [("12億円", [1_200_000_000], "yen")]),
        ("1時間半かかる。", [("1時間半", [Fraction(3, 2)], "time")]),
        ("約40メートルのダム", [("40メートル", [40], "length")]),
        ("人口は150万人", [("150万", [1_500_000], "")]),
        ("In 2023 it closed.", []),
        ("40m users", []),
        ("version 2.3.4", []),
        ("2023年に完成した。", []),
        ("10, 20 and 30 m", [("10", [10], "")]),
        ("", []),
    ],
)
def test_measures(text: str, found: list[tuple[str, list[Fraction], str]]) -> None:
    assert read(text) == found


@pytest.mark.parametrize(
    ("text", "lead", "bound"),
    [
        ("about 40 m", "about", ""),
        ("more than 40 m", "", "low"),
        ("40 m or less", "", "high"),
        ("up to 40 m", "", "high"),
        ("add up to 40 m", "", ""),
        ("約40メートル", "約", ""),
        ("40メートル以上", "", "low"),
        ("40メートル未満", "", "high"),
        ("40メートルほど", "ほど", ""),
    ],
)
def test_words_that_round_or_bound(text: str, lead: str, bound: str) -> None:
    (measure,) = measures(text)
    assert (measure.lead, measure.bound) == (lead, bound)


@pytest.mark.parametrize(
    ("text", "members"),
    [
        ("40 m (131 ft)", [2]),
        ("40 m（約131フィート）", [2]),
        ("40 m, or 131 ft, high", [2]),
        ("40 m (5 kg)", [1, 1]),
        ("40 m wide, 131 ft long", [1, 1]),
        ("40 m (131 ft", [1, 1]),
    ],
)
def test_a_measure_and_its_restatement(text: str, members: list[int]) -> None:
    assert [len(group.members) for group in measure_groups(text)] == members
