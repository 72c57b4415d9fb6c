"""Labels of speakers in transcripts; labels of manuals are none."""

import time

import pytest

from tadori.text.statement_context import statement_context
from tadori.text.transcripts import transcript_label

pytestmark = pytest.mark.req("X11")


@pytest.mark.parametrize(
    ("text", "speaker"),
    [
        ("It rained.\nJane Kato: We lost everything. It was dark.", "Jane Kato"),
        ("Mr. Kato: The dam broke. It was dark.", "Mr. Kato"),
        ("Kato: Who?\nMori: I do not know.\nKato: The dam broke.\nMori: It was dark.", "Mori"),
        ("**Jane Kato:** I ran. It was dark.", "Jane Kato"),
        ("加藤氏：ダムが決壊した。夜だった。", "加藤氏"),
        ("記者：何がありましたか。\n加藤：決壊しました。\n記者：いつですか。\n加藤：夜だった。", "加藤"),
    ],
)
def test_speakers_of_a_line(text: str, speaker: str) -> None:
    found = transcript_label(text, len(text) - 2)
    assert found is not None
    assert (found.speaker, text[found.start : found.end]) == (speaker, speaker)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "The dam broke.",
        "Note: The dam broke. It was dark.",
        "Default Value: The path of the file.",
        "Time: 10:30. It was dark.",
        "Syntax: A b\nStatus: Base\nSyntax: C d\nStatus: Base. It works.",
        "GENTLEMEN OF THE CONGRESS: I am glad. We won.",
        "Q: Did it break?\nA: Yes.\nQ: When?\nA: In May.",
        "http://example.com is a page.",
        "注：ダムが決壊した。",
        "既定値：10。",
    ],
)
def test_labels_that_name_no_speaker(text: str) -> None:
    assert transcript_label(text, max(0, len(text) - 2)) is None


def test_a_line_that_goes_on_is_speech_of_its_label() -> None:
    found = statement_context("The dam broke on 3 May.", "It rained.\nJane Kato: I was there. ", "\nMore.")
    assert (found.in_speech, found.speaker, found.speaker_side) == (True, "Jane Kato", "before")
    assert (found.speaker_start, found.speaker_end) == (11, 20)


def test_a_sentence_with_its_label_names_its_speaker() -> None:
    found = statement_context("加藤氏：ダムが決壊した。", "雨が降った。\n", "")
    assert (found.in_speech, found.speaker, found.speaker_side, found.attributed) == (False, "加藤氏", "inside", True)


def test_hostile_labels_take_no_time() -> None:
    started = time.process_time()
    transcript_label("A:\n" * 2000 + "Ab Cd Ef " * 200, 6100)
    assert time.process_time() - started < 0.5
