"""A follow-up question is read with the subject of the question before it, and only where it leaves its own open."""

import pytest

from tadori.engine.planning.follow_up import read_with_subject, subject_of
from tadori.model.ids import EN, JA

BRIDGE_EN = "When did the harbour bridge open?"
BRIDGE_JA = "港の橋はいつ開通したか。"


@pytest.mark.parametrize(
    ("question", "subject"),
    [
        ("When did the harbour bridge open?", "the harbour bridge"),
        (
            "When was the joint research agreement between Farholm and Nagiura signed?",
            "the joint research agreement between Farholm and Nagiura",
        ),
        ("How did the Narigama turbine perform in its first year, and why?", "the Narigama turbine"),
        ("Who built the Narigama tidal power plant?", "the Narigama tidal power plant"),
        ("What is the rotor diameter of the Narigama turbine?", "the Narigama turbine"),
        ("What year was the University of Tokyo founded?", "the University of Tokyo"),
        ("In which year did Tidewright Ltd build the barrage?", "Tidewright Ltd"),
        ("Is Mount Fuji active?", "Mount Fuji"),
        ("Tell me about the Zig build system", "the Zig build system"),
        ("pros and cons of tidal power", "tidal power"),
        ("harbour bridge", "harbour bridge"),
    ],
)
def test_what_an_english_question_is_about_is_its_noun_phrase(question: str, subject: str) -> None:
    assert subject_of(question, EN) == subject


@pytest.mark.parametrize(
    ("question", "subject"),
    [
        ("港の橋はいつ開通したか。", "港の橋"),
        ("鳴釜瀬戸の最大流速は毎秒何メートルですか", "鳴釜瀬戸"),
        ("誰が鳴釜潮力発電所を建設しましたか", "鳴釜潮力発電所"),
        ("なぜ第二号機の建設は延期されましたか", "第二号機"),
        ("凪浦市について教えてください", "凪浦市"),
    ],
)
def test_what_a_japanese_question_is_about_is_its_topic_without_the_attribute(question: str, subject: str) -> None:
    assert subject_of(question, JA) == subject


@pytest.mark.parametrize(
    ("question", "read_as"),
    [
        ("How long is it?", "How long is the harbour bridge?"),
        ("What is its length?", "What is the harbour bridge’s length?"),
        ("Who designed that?", "Who designed the harbour bridge?"),
        ("It cost how much?", "The harbour bridge cost how much?"),
        ("Did they raise its height?", "Did they raise the harbour bridge’s height?"),
    ],
)
def test_a_pronoun_is_read_as_the_subject_before(question: str, read_as: str) -> None:
    assert read_with_subject(question, EN, BRIDGE_EN, EN) == read_as


@pytest.mark.parametrize(
    "question",
    [
        "Is it longer than the Forth Bridge?",
        "Is it true that bridges rust?",
        "How long does it take to cross?",
        "What is photosynthesis?",
        "Was that bridge expensive?",
        "And why?",
    ],
)
def test_a_question_with_a_name_or_without_a_pronoun_of_its_own_is_read_as_it_stands(question: str) -> None:
    assert read_with_subject(question, EN, BRIDGE_EN, EN) == question


@pytest.mark.parametrize(
    ("question", "read_as"),
    [
        ("それはいつ完成しましたか", "港の橋はいつ完成しましたか"),
        ("その長さは何メートルですか", "港の橋の長さは何メートルですか"),
        ("これを設計したのは誰か", "港の橋を設計したのは誰か"),
        ("誰が設計しましたか", "港の橋は誰が設計しましたか"),
        ("何年に完成したか", "港の橋は何年に完成したか"),
        ("どこにありますか", "港の橋はどこにありますか"),
    ],
)
def test_a_pointing_word_or_a_subject_left_out_is_filled_in_japanese(question: str, read_as: str) -> None:
    assert read_with_subject(question, JA, BRIDGE_JA, JA) == read_as


@pytest.mark.parametrize("question", ["光合成とは何ですか", "港の橋の長さは？", "長さは何メートルですか"])
def test_a_japanese_question_with_a_subject_is_read_as_it_stands(question: str) -> None:
    assert read_with_subject(question, JA, BRIDGE_JA, JA) == question


def test_the_subject_may_be_in_the_other_language() -> None:
    assert read_with_subject("Who designed it?", EN, BRIDGE_JA, JA) == "Who designed 港の橋?"
    assert read_with_subject("それは誰が設計したか", JA, BRIDGE_EN, EN) == "harbour bridgeは誰が設計したか"
