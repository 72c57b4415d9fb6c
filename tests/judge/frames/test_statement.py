import pytest

from tadori.judge.frames.statement import ChangedValue, changed_value, same_statement
from tadori.model.ids import EN, JA, Lang

pytestmark = pytest.mark.req("L33")


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Debian was founded by Ian Murdock in 1993.", "Debian was founded by Ian Murdock in 1993."),
        ("Debian was founded in 1993 by Ian Murdock.", "Debian was founded by Ian Murdock in 1993."),
        ("The Harbour Bridge also links Ube and Onoda.", "The Harbour Bridge links Ube and Onoda."),
        ("宇部市は山口県の西部に位置する市である。", "宇部市は、山口県の西部に位置する市である。"),
    ],
)
def test_one_statement_in_the_same_words(a: str, b: str) -> None:
    assert same_statement(a, b)
    assert same_statement(b, a)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Debian was founded by Ian Murdock in 1993.", "Debian was founded by Ian Murdock in 1994."),
        ("The bridge links Ube and Onoda.", "The bridge does not link Ube and Onoda."),
        ("The bridge links Ube and Onoda.", "The bridge may link Ube and Onoda."),
        ("The function returns the sine of an angle.", "The function returns the cosine of an angle."),
        ("Users can read all files of the project.", "Administrators can read all files of the project."),
        ("It is so.", "That is so."),
        ("Mail from hosts of Ube to the Internet is blocked.", "Mail to hosts of Ube from the Internet is blocked."),
        ("宇部市から大阪市へ荷物が運ばれる。", "大阪市から宇部市へ荷物が運ばれる。"),
        ("", ""),
        ("宇部市は山口県の西部に位置する市である。", "宇部市は山口県の東部に位置する市である。"),
        ("橋は5月に開通した。", "橋は5月に開通しなかった。"),
    ],
)
def test_another_word_limit_or_value_is_another_statement(a: str, b: str) -> None:
    assert not same_statement(a, b)


@pytest.mark.parametrize(
    ("a", "b", "lang", "expected"),
    [
        (
            "The Harbour Bridge was opened to traffic on 12 May 1987.",
            "The Harbour Bridge was opened to traffic on 12 May 1978.",
            EN,
            ChangedValue(mine="12 May 1987", theirs="12 May 1978"),
        ),
        (
            "In summer the reservoir of Nagiura holds 40 million litres of water.",
            "In summer the reservoir of Nagiura holds 60 million litres of water.",
            EN,
            ChangedValue(mine="40 million litres", theirs="60 million litres"),
        ),
        (
            "People involved say that because of the Coldhaven Landslide, 3,731 residents were evacuated.",
            "Because of the Coldhaven Landslide, 3,755 residents were evacuated.",
            EN,
            ChangedValue(mine="3,731", theirs="3,755"),
        ),
        (
            "In spring the lake of Norvik held about 10³ tons of salt in its water.",
            "In spring the lake of Norvik held about 103 tons of salt in its water.",
            EN,
            ChangedValue(mine="10³ tons", theirs="103 tons"),
        ),
        (
            "港大橋は全長320メートルの吊り橋で、1987年に開通した。",
            "港大橋は全長350メートルの吊り橋で、1987年に開通した。",
            JA,
            ChangedValue(mine="320メートル", theirs="350メートル"),
        ),
    ],
)
def test_two_versions_of_a_sentence_differ_in_one_value(a: str, b: str, lang: Lang, expected: ChangedValue) -> None:
    assert changed_value(a, b, lang) == expected


@pytest.mark.parametrize(
    ("a", "b", "lang"),
    [
        # Another thing is spoken of.
        ("Debian 11 was released with a new installer.", "Debian 12 was released with a new installer.", EN),
        # Two differences: two events.
        ("The north wing was built in 1902 by the city.", "The south wing was built in 1911 by the city.", EN),
        # Both can be true.
        ("The hall seats at least 500 people in rows.", "The hall seats 620 people in rows.", EN),
        # A version is no quantity.
        ("Support was added to Python in version 3.8 of it.", "Support was added to Python in version 3.9 of it.", EN),
        # Too short to be more than a form.
        ("Total: 5.", "Total: 6.", EN),
        ("", "", EN),
        ("第1棟は1902年に建てられた建物である。", "第2棟は1902年に建てられた建物である。", JA),
    ],
)
def test_what_differs_elsewhere_is_no_changed_value(a: str, b: str, lang: Lang) -> None:
    assert changed_value(a, b, lang) is None
