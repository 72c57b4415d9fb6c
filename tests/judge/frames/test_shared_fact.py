import pytest

from tadori.judge.frames.shared_fact import shared_fact
from tadori.model.ids import EN, JA, Lang

pytestmark = pytest.mark.req("L33")


@pytest.mark.parametrize(
    ("a", "b", "lang", "one_story", "expected"),
    [
        (
            "Debian was begun in August 1993 by Ian Murdock, then a student.",
            "Ian Murdock, a student of Purdue, began Debian in August 1993.",
            EN,
            False,
            "August 1993",
        ),
        (
            "From 2010 to 2015 there were 3248 cases reported worldwide, including 584 deaths.",
            "According to WHO, there were 3,248 cases reported worldwide between 2010 and 2015, with 584 deaths.",
            EN,
            False,
            "3248 cases, 584",
        ),
        (
            "A total of 28 people who were in close contact with the patient were quarantined.",
            "The man was isolated, along with 28 people he came into contact with.",
            EN,
            True,
            "28 people",
        ),
        (
            "The harbour festival will show forty old boats and a lantern parade at night.",
            "At night the harbour festival will show old boats and a lantern parade.",
            EN,
            True,
            "",
        ),
        (
            "宇部港の来訪者は1年で1万2300人を超えた。",
            "宇部港を訪れた来訪者は1年間に1万2,300人を超えました。",
            JA,
            False,
            "1年, 1万2300人",
        ),
    ],
)
def test_one_fact_in_other_words(a: str, b: str, lang: Lang, one_story: bool, expected: str) -> None:
    assert shared_fact(a, b, lang, one_story=one_story) == expected


@pytest.mark.parametrize(
    ("a", "b", "lang", "one_story"),
    [
        # Another number, date, ordinal or name on each side.
        ("Ube sold 3,248 boats in 2010.", "Ube sold 3,248 boats in 2011.", EN, False),
        (
            "Ann Lee won the 24th race of Ube in 782 seconds.",
            "Ann Lee won the 25th race of Ube in 782 seconds.",
            EN,
            False,
        ),
        ("Ann Lee ran 400 metres at Ube.", "Bob Roe ran 400 metres at Onoda.", EN, False),
        # Denied or hedged on one side only.
        ("The mill of Ube made 3,248 tons of paper.", "The mill of Ube did not make 3,248 tons of paper.", EN, True),
        ("The mill of Ube made 3,248 tons of paper.", "The mill of Ube may have made 3,248 tons of paper.", EN, False),
        # Most of the same words, and no value: only in one story.
        (
            "The harbour of Ube shows old boats, sea maps and lantern parades.",
            "The harbour of Ube shows old boats, star maps and lantern parades.",
            EN,
            False,
        ),
        # One time, two numbers.
        (
            "In 1348 the Black Death killed 60 percent of Europe.",
            "In 1348 the Black Death killed a third of Europe.",
            EN,
            False,
        ),
        # A century dates no fact.
        (
            "The Black Death came to Ube in the 14th century by ship.",
            "In the 14th century the Black Death left Ube by ship.",
            EN,
            False,
        ),
        # Lines of a terminal and rows.
        (
            "$ lb config --linux-packages 3248 --architectures i386",
            "$ lb config --linux-packages 3248 --source",
            EN,
            False,
        ),
        ("宇部市の人口は16万人である。", "宇部市の面積は286平方キロである。", JA, False),
        ("", "", EN, True),
        ("x" * 600, "x" * 600, EN, True),
    ],
)
def test_what_stands_apart_is_two_facts(a: str, b: str, lang: Lang, one_story: bool) -> None:
    assert shared_fact(a, b, lang, one_story=one_story) is None
