"""Who says a sentence, how it is meant and what takes it back, by the text around it.

`data/statement_places.jsonl` holds places in news and encyclopaedia articles of the public data (a document's hash and
offsets: the texts may not be shipped), each sentence labelled by a reader: whether it stands in direct speech that it
does not itself open and attribute, and who says it. Those tests are skipped where the data is absent.
"""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tadori.model.claim import Mood
from tadori.text.statement_context import StatementContext, statement_context
from tests.text.test_subjects_labelled import documents

pytestmark = pytest.mark.req("X11")
DATA = Path(__file__).parent / "data" / "statement_places.jsonl"
PLACES = [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def labelled() -> list[dict[str, Any]]:
    """The labelled sentences with the text around them."""
    texts = documents()
    if not texts:
        pytest.skip("the public data is not here")
    return [
        row
        | {
            "before": texts[row["doc"]][row["from"] : row["start"]],
            "sentence": texts[row["doc"]][row["start"] : row["end"]],
            "after": texts[row["doc"]][row["end"] : row["to"]],
        }
        for row in PLACES
    ]


def named_by(found: StatementContext, before: str, sentence: str, after: str) -> str:
    side = {"": "", "before": before, "inside": sentence, "after": after}[found.speaker_side]
    return side[found.speaker_start : found.speaker_end]


IN_SPEECH = [
    ('"We lost everything.', "It rained. ", ' The water came at night," said Kato. More.', "Kato", " said Kato."),
    ("We ran.", 'Kato said: "It was dark. ', ' We hid." Then it ended.', "Kato", "Kato said:"),
    (
        '"It was dark."',
        '"The water came," said Kato. ',
        " It rained.",
        "Kato",
        '"The water came," said Kato.',
    ),
    ("“It was dark.", "Kato said: “We ran.\n\n", " We hid.”", "Kato", "Kato said:"),
    ('"It was dark."', "Kato spoke to Mori. ", " It rained.", "", ""),
    ('"It was dark."', '"We ran," he said. ', " It rained.", "", ""),
    ("The dam broke on 3 May.", 'She cried: "Run! ', "", "", ""),
    ('The dam broke on 3 May."', "", " It rained.", "", ""),
    ("The dam broke on 3 May.", "A resident said: \"Mori told me: 'Run! ", "", "A resident", "A resident said:"),
    ('Are they ready?"', 'Kato said: "It is late. ', " According to a poll, they are.", "Kato", "Kato said:"),
    ('"Are they ready."', "", " Kato said the dam broke.", "", ""),
    ("Wow!’ when Mori said the dam broke.", "Kato cried: ‘Two? ", "", "Kato", "Kato cried:"),
    ('"We ran.', '"It was dark," said Kato. ', ' We hid," she said.', "", ""),
    ("水が来た。", "加藤さんは「夜だった。", "逃げた」と話した。", "加藤さん", "加藤さんは"),
    ("「夜だった。", "", "水が来た」と加藤さんは話した。", "加藤さん", "と加藤さんは話した。"),
    ("「夜だった。水が来た」", "加藤さんは次のように話す。", "", "加藤さん", "加藤さんは次のように話す。"),
    ("「水が来た。逃げた」", "加藤さんは「夜だった」と話す。", "", "加藤さん", "加藤さんは「夜だった」と話す。"),
    ("「夜だった。水が来た」", "加藤さんは市を訪れた。", "", "", ""),
    ("ダムは決壊した。", "住民は「森さんが『逃げろ。", "』と叫んだ」と話した。", "住民", "住民は"),
    ("ダムは決壊した。", "「夜だった。", "", "", ""),
]


@pytest.mark.parametrize(("sentence", "before", "after", "speaker", "clause"), IN_SPEECH)
def test_sentences_out_of_speech(sentence: str, before: str, after: str, speaker: str, clause: str) -> None:
    found = statement_context(sentence, before, after)
    assert (found.in_speech, found.speaker) == (True, speaker)
    assert named_by(found, before, sentence, after) == clause


@pytest.mark.parametrize(
    ("sentence", "before", "after", "speaker"),
    [
        ("The dam broke.", "", "", ""),
        ("The dam broke.", '"We ran," said Kato. ', ' "It was dark," said Mori.', ""),
        ('"The dam broke," said Kato.', "", "", "Kato"),
        ('Kato said: "The dam broke.', "", ' We ran."', "Kato"),
        ("Kato said that the dam broke.", "", "", "Kato"),
        ("It plays the title “Metropolis” at night.", "", "", ""),
        ('Open the "File" menu.', "", "", ""),
        ('"Metropolis"', "", "", ""),
        ('Set "a" and "b".', "", "", ""),
        ("加藤氏は「決壊した」と述べた。", "", "", "加藤氏"),
        ("加藤氏によると、ダムは決壊した。", "", "", "加藤氏"),
        ("「綱領草案」は廃止を求めた。", "「決壊した」と加藤氏は述べた。", "", ""),
        ("略称は「共産党」、「共産」、「日共」。", "", "", ""),
    ],
)
def test_sentences_in_the_texts_own_voice(sentence: str, before: str, after: str, speaker: str) -> None:
    found = statement_context(sentence, before, after)
    assert (found.in_speech, found.speaker) == (False, speaker)


def test_a_sentence_that_closes_and_attributes_a_speech_names_its_speaker() -> None:
    found = statement_context('The water came," said Kato.', '"We lost everything. ', "")
    assert (found.in_speech, found.speaker, found.speaker_side) == (True, "Kato", "inside")


def test_hearsay_takes_the_source_of_the_sentence_before() -> None:
    found = statement_context("ダムは決壊したという。", "県警によると、水位は高かった。", "")
    assert (found.mood, found.speaker, found.speaker_side, found.attributed) == (Mood.ALLEGED, "県警", "before", True)
    alone = statement_context("ダムは決壊したという。", "", "")
    assert (alone.mood, alone.speaker, alone.attributed) == (Mood.ALLEGED, "", True)


def test_he_said_she_said_is_alleged() -> None:
    assert statement_context("He said she said the dam broke.", "", "").mood is Mood.ALLEGED


@pytest.mark.parametrize(
    ("sentence", "before", "after", "heading", "taken_back"),
    [
        ("The dam broke on 3 May 2021.", "", " That is false.", "", True),
        ("The dam broke on 3 May 2021.", "", " However, it also flooded the town.", "", False),
        ("The dam broke on 3 May 2021.", "", "", "Myths", True),
        ("The dam broke on 3 May 2021.", "The following is false:\n- ", "", "", True),
        ("Myth: The dam broke on 3 May 2021.", "", "", "", True),
        ("ダムは決壊した。", "", "これは誤りである。", "", True),
        ("ダムは決壊した。", "", "町も浸水した。", "", False),
        ("ダムは決壊した。", "", "", "よくある誤解", True),
        ("ダムは決壊した。", "次の説明は誤りである：\n・", "", "", True),
        ("誤解：ダムは決壊した。", "", "", "", True),
        ("ダムが決壊したというのは誤りである。", "", "", "", False),
    ],
)
def test_what_is_taken_back(sentence: str, before: str, after: str, heading: str, taken_back: bool) -> None:
    assert statement_context(sentence, before, after, heading=heading).taken_back is taken_back


@pytest.mark.parametrize(
    ("sentence", "before", "heading", "mood", "side"),
    [
        ("The tool reads YAML.", "", "", Mood.STATED, ""),
        ("The tool reads YAML.", "", "Roadmap", Mood.PLANNED, "heading"),
        ("The tool reads YAML.", "If the option is set:\n- ", "", Mood.CONDITIONAL, "before"),
        ("The tool may read YAML.", "", "Roadmap", Mood.ESTIMATED, "inside"),
        ("橋を架ける。", "", "今後の計画", Mood.PLANNED, "heading"),
        ("橋を閉鎖する。", "雨の場合：\n・", "", Mood.CONDITIONAL, "before"),
        ('He asked: "Did the dam break?"', "", "", Mood.STATED, ""),
        ('"Did the dam break?"', "", "", Mood.QUESTION, "inside"),
    ],
)
def test_where_the_mood_comes_from(sentence: str, before: str, heading: str, mood: Mood, side: str) -> None:
    found = statement_context(sentence, before, "", heading=heading)
    assert (found.mood, found.mood_side) == (mood, side)


def test_a_note_belongs_to_the_sentence() -> None:
    assert statement_context("The output was 1,284 MWh (disputed).", "", "").note == "(disputed)"
    assert statement_context("出力は1284MWhである。", "", "[要出典]").note == "[要出典]"


def test_an_empty_sentence_has_no_context() -> None:
    assert statement_context("", "", "") == StatementContext()


def test_offsets_count_from_the_start_of_a_long_text_before() -> None:
    before = "It rained. " * 300 + 'Kato said: "It was dark. '
    found = statement_context("We ran.", before, "")
    assert named_by(found, before, "We ran.", "") == "Kato said:"


@pytest.mark.parametrize(
    "sentence",
    [
        "a " * 1000,
        '"a" ' * 500,
        "said " * 400,
        "according to " * 150,
        "the report that was " * 100,
        "「" * 1000 + "」" * 1000,
        "とは" * 1000,
        "加藤氏は、" * 400,
        "this is not " * 160,
        "(((((" * 400,
        "which was " * 200,
        "A, " * 660,
    ],
)
def test_two_thousand_hostile_characters_take_no_time(sentence: str) -> None:
    assert statement_context(sentence, sentence, sentence, heading=sentence).speaker != sentence


def read_as(row: dict[str, str | bool]) -> str:
    found = statement_context(str(row["sentence"]), str(row["before"]), str(row["after"]))
    return f"{row['lang']} {'in' if row['in_speech'] else 'out'} read as {'in' if found.in_speech else 'out'}"


def speaker_read(row: dict[str, str | bool]) -> str:
    found = statement_context(str(row["sentence"]), str(row["before"]), str(row["after"])).speaker
    kind = "right" if found == row["speaker"] else "wrong" if found else "missed"
    return f"{row['lang']} {kind}" if found or row["speaker"] else f"{row['lang']} nobody"


def test_speech_in_real_text(labelled: list[dict[str, Any]]) -> None:
    assert Counter(map(read_as, labelled)) == {
        "en in read as in": 44,
        "en out read as in": 2,
        "en out read as out": 28,
        "ja in read as in": 17,
        "ja out read as out": 25,
    }


def test_speakers_in_real_text(labelled: list[dict[str, Any]]) -> None:
    assert Counter(map(speaker_read, labelled)) == {
        "en right": 40,
        "en missed": 1,
        "en nobody": 33,
        "ja right": 7,
        "ja missed": 7,
        "ja nobody": 28,
    }
