import pytest

from tadori.model.ids import EN, JA, Lang
from tadori.text.naming import is_naming, names_its_subject, same_topic

pytestmark = pytest.mark.req("L33")


@pytest.mark.parametrize(
    ("words", "lang", "expected"),
    [
        ("Hoover Dam", EN, True),
        ("checkpoint_timeout", EN, True),
        ("apt-get", EN, True),
        ("strlen()", EN, True),
        ("default timeout", EN, False),
        ("the package", EN, False),
        ("", EN, False),
        ("ポストグレス", JA, True),
        ("宇部市", JA, True),
        ("既定値", JA, False),
    ],
)
def test_a_name_or_an_identifier_names_and_a_common_noun_does_not(words: str, lang: Lang, expected: bool) -> None:
    assert is_naming(words, lang) is expected


@pytest.mark.parametrize(
    ("sentence", "lang", "expected"),
    [
        ("The default is 15 seconds.", EN, False),
        ("This command prints the list.", EN, False),
        ("The temperature of Lake Norvik in January 2021 was 5 degrees.", EN, True),
        ("Exports: 17% (Norvik 3%)", EN, False),
        ("Debian has 59,000 packages.", EN, True),
        ("A symbolic link is a file that points to another file.", EN, True),
        ("既定値は15秒である。", JA, False),
        ("宇部市の人口は16万人である。", JA, True),
    ],
)
def test_a_sentence_names_its_subject_or_leaves_it_to_its_document(sentence: str, lang: str, expected: bool) -> None:
    assert names_its_subject(sentence, lang) is expected


def test_titles_that_name_the_same_thing_share_a_topic() -> None:
    assert same_topic("PostgreSQL: Documentation", EN, "Tuning PostgreSQL", EN)
    assert not same_topic("Apache HTTP Server", EN, "Tuning PostgreSQL", EN)
    assert not same_topic("", EN, "", EN)
    assert same_topic("PostgreSQL 入門", JA, "Tuning PostgreSQL", EN)
