"""Who says a sentence, by the words of the sentence alone."""

import pytest

from tadori.text.quotes import mask_quotations, quoted_spans
from tadori.text.speakers import attribution_of

pytestmark = pytest.mark.req("X11")


def speaker(sentence: str, *, japanese: bool = False) -> str | None:
    found = attribution_of(mask_quotations(sentence, quoted_spans(sentence)), japanese=japanese)
    return None if found is None else found.speaker


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ('"It broke," said Kato.', "Kato"),
        ('"It broke," Kato said.', "Kato"),
        ('"It broke," he told CNN.', "he"),
        ('"It broke," said Susan T. Mayne, director of the centre.', "Susan T. Mayne"),
        ('"It broke," says veteran analyst Ken Doctor.', "veteran analyst Ken Doctor"),
        ("“It broke,” Will Moy, chief executive of Full Fact, told the BBC.", "Will Moy"),
        ("Wang Jianlin, chairman of Wanda Group, said: ‘It broke.’", "Wang Jianlin"),
        ("On Tuesday, Kato said that the dam broke.", "Kato"),
        ("Kato said the dam broke.", "Kato"),
        ("Kato told reporters that the dam broke.", "Kato"),
        ("The dam broke, Kato said.", "Kato"),
        ("The dam, says Buser, is old.", "Buser"),
        ("Kato, the mayor of Tsu, said Mori was wrong.", "Kato"),
        ("Police, doctors and residents said the dam broke.", "Police, doctors and residents"),
        ("Officials say more than 500 people fled.", "Officials"),
        ("The dam broke, the family said.", "the family"),
        ("The dam broke, according to the Ministry of Water.", "the Ministry of Water"),
        ("According to Dr. Kato, the dam broke.", "Dr. Kato"),
        ("Kato was quoted as saying: “It broke.”", "Kato"),
        ("Kato: “It broke.”", "Kato"),
        ("“It broke.” — Jane Kato", "Jane Kato"),
        ("Kato has repeatedly warned that the dam is old.", "Kato"),
    ],
)
def test_english_speakers(sentence: str, expected: str) -> None:
    assert speaker(sentence) == expected


@pytest.mark.parametrize(
    "sentence",
    [
        "",
        "The dam broke on 3 May.",
        "Files are sorted according to size.",
        "Kato added a new gate to the dam.",
        "The company reported a profit of 3 million.",
        "He noted the number.",
        "The sign reads “No entry.”",
        "Set the value to say what is meant.",
    ],
)
def test_english_sentences_in_the_texts_own_voice(sentence: str) -> None:
    assert speaker(sentence) is None


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("加藤氏によると、ダムは決壊した。", "加藤氏"),
        ("しかし、県警によれば、ダムは決壊した。", "県警"),
        ("人口は市の発表によれば701人。", "市の発表"),
        ("加藤氏は「決壊した」と述べた。", "加藤氏"),
        ("5日、加藤氏は会見で「決壊した」と語った。", "加藤氏"),
        ("「決壊した」と加藤氏は話した。", "加藤氏"),
        ("「決壊した」と加藤氏。", "加藤氏"),
        ("「決壊した」（加藤市長）。", "加藤市長"),
        ("加藤：「決壊した」", "加藤"),
        ("首相は、党が作ったチラシを「デマ」だと非難し、「困る」と述べている。", "首相"),
        ("ダムは古いと、ニックスは説明する。", "ニックス"),
        ("加藤市長は、ダムが決壊したと発表した。", "加藤市長"),
        ("加藤さんは次のように話す。", "加藤さん"),
        ("加藤氏は「決壊した」とコメントした。", "加藤氏"),
    ],
)
def test_japanese_speakers(sentence: str, expected: str) -> None:
    assert speaker(sentence, japanese=True) == expected


@pytest.mark.parametrize(
    "sentence",
    ["「決壊した」と述べた。", "ダムは決壊したと述べた。", "ダムは決壊したという。", "ダムは決壊したとされる。"],
)
def test_somebody_who_is_not_named(sentence: str) -> None:
    assert speaker(sentence, japanese=True) == ""


@pytest.mark.parametrize(
    "sentence",
    [
        "ダムは5月3日に決壊した。",
        "島は「高い体」と呼ばれている。",
        "この地域をモンスーン・アジアという。",
        "友人と話した。",
        "場合によると遅れる。",
        "そう言うべきものである。",
        "『超モダンな指揮者』（Ein Dirigent）が描かれている。",
    ],
)
def test_japanese_sentences_in_the_texts_own_voice(sentence: str) -> None:
    assert speaker(sentence, japanese=True) is None


def test_hearsay_and_he_said_she_said() -> None:
    hearsay = attribution_of("It is said that the dam broke.", japanese=False)
    nested = attribution_of("He said she said the dam broke.", japanese=False)
    assert hearsay is not None
    assert nested is not None
    assert (hearsay.speaker, hearsay.hearsay) == ("", True)
    assert (nested.speaker, nested.nested) == ("He", True)


def test_offsets_are_those_of_the_name() -> None:
    sentence = "The dam broke, according to the Ministry of Water."
    found = attribution_of(sentence, japanese=False)
    assert found is not None
    assert sentence[found.start : found.end] == "the Ministry of Water"
