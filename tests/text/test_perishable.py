import pytest

from tadori.model.ids import EN, JA
from tadori.text.perishable import is_perishable

pytestmark = pytest.mark.req("L32")


@pytest.mark.parametrize(
    ("sentence", "lang", "expected"),
    [
        ("The bridge opened in 1911.", EN, False),
        ("A symbolic link is a file that points to another file.", EN, False),
        ("The population of Ube was 160,000 in 2020.", EN, False),
        ("The population of Ube is 160,000.", EN, True),
        ("Jane Roe is the mayor of Ube.", EN, True),
        ("Debian 12 is the latest version.", EN, True),
        ("The default is 15 seconds.", EN, True),
        ("橋は1911年に開通した。", JA, False),
        ("軌道長半径とは長軸方向の半径である。", JA, False),
        ("宇部市の人口は16万人である。", JA, True),
        ("現在の市長は田中氏である。", JA, True),
        ("", EN, True),
    ],
)
def test_what_can_change_needs_a_fresh_source_and_what_happened_does_not(
    sentence: str, lang: str, expected: bool
) -> None:
    assert is_perishable(sentence, lang) is expected
