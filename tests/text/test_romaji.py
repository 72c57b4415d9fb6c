"""Japanese sounds in Latin letters have one key, however they are spelled."""

import pytest

from tadori.text.english_like_romaji import looks_english
from tadori.text.romaji import morae, reading_key, romaji_key


@pytest.mark.req("X7")
@pytest.mark.parametrize(
    ("spellings", "reading"),
    [
        (["Tōkyō", "Tôkyô", "Tokyo", "Toukyou", "Tohkyoh"], "トウキョウ"),
        (["Gumma", "Gunma"], "グンマ"),
        (["Hatchobori", "Hacchobori", "Hattyobori"], "ハッチョウボリ"),
        (["Shinji", "Sinzi"], "シンジ"),
        (["Tsuchiya", "Tutiya"], "ツチヤ"),
        (["Adzuma", "Azuma"], "アヅマ"),
        (["Jun'ichi", "Jun-ichi", "Junichi"], "ジュンイチ"),
        (["Ohtani", "Otani", "Ōtani"], "オオタニ"),
        (["Fuji", "Huzi"], "フジ"),
        (["Sapporo"], "サッポロ"),
    ],
)
def test_every_spelling_of_a_reading_has_its_key(spellings: list[str], reading: str) -> None:
    assert {romaji_key(spelling) for spelling in spellings} == {reading_key(reading)}


@pytest.mark.parametrize("word", ["Smith", "London", "Paris", "Nevada", "Orrin", "Dann", "Toño", "Bảo", "Factory"])
def test_what_japanese_is_not_spelled_like_has_no_key(word: str) -> None:
    assert romaji_key(word) == ""


@pytest.mark.parametrize(("one", "other"), [("Sapporo", "Saporo"), ("Ono", "Onno"), ("Kaneda", "Kaneta")])
def test_other_sounds_have_another_key(one: str, other: str) -> None:
    assert romaji_key(one) != romaji_key(other)


@pytest.mark.parametrize(("word", "count"), [("Kobe", 2), ("Kanda", 3), ("Tokyo", 2), ("Nagiura", 4)])
def test_morae_are_counted_with_a_long_vowel_as_one(word: str, count: int) -> None:
    assert morae(romaji_key(word)) == count


def test_common_english_words_are_known_for_what_they_are() -> None:
    assert [w for w in "Make Date Same Are Home Nara Kobe Tokugawa".split() if not looks_english(w)] == [
        "Nara",
        "Kobe",
        "Tokugawa",
    ]
