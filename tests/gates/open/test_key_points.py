"""When a printed sentence states a key point: by its passage, nearly all its words, or its groups."""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.gates.open.key_points import (
    AbsentQuestion,
    KeyPoint,
    absent_questions,
    covered,
    open_questions,
    states,
)

CABLE = "The harbour bridge was closed because a cable broke."
錆 = "技師が両方の塔に錆を見つけたため橋は閉鎖された。"


def point(*spans: str, words: Sequence[Sequence[str]] = (("no such word",),)) -> KeyPoint:
    return KeyPoint("a point", spans, tuple(tuple(group) for group in words))


@pytest.mark.parametrize(
    "sentence",
    [
        CABLE,
        f"In 2019, officials said: {CABLE}",
        "THE HARBOUR BRIDGE was closed,\nbecause a cable broke",
        "Ｔhe harbour bridge was closed because a cable broke!",
    ],
)
def test_a_sentence_that_holds_the_passage_states_the_point(sentence: str) -> None:
    assert states(sentence, point(CABLE))


def test_nearly_all_words_of_the_passage_are_enough() -> None:
    assert states("A cable broke, so the harbour bridge was closed because it was unsafe.", point(CABLE))
    assert not states("The harbour bridge was painted.", point(CABLE))
    assert not states("A cable was closed.", point(CABLE))


def test_any_of_several_passages_is_enough() -> None:
    assert states(CABLE, point("Engineers found rust in both of its towers.", CABLE))


def test_a_short_passage_must_stand_there_as_it_is() -> None:
    assert states("It was a cable broke down case.", point("a cable broke"))
    assert not states("Cables that were old broke: a pity.", point("a cable broke"))


def test_japanese_passages_are_compared_without_spaces_and_by_words() -> None:
    assert states(f"調査によると、{錆}", point(錆))
    assert states("技師が両方の塔に錆を見つけたので、橋は閉鎖されたのである。", point(錆))
    assert not states("橋は赤く塗られた。", point(錆))


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Rust was found in the tower.", True),
        ("CORROSION had eaten the towers.", True),
        ("Rust was found in the deck.", False),
        ("The tower is red.", False),
        ("", False),
    ],
)
def test_one_alternative_of_every_group_is_needed(sentence: str, expected: bool) -> None:
    assert states(sentence, point(words=[["rust", "corrosion"], ["tower"]])) is expected


def test_words_are_compared_in_any_width_and_case() -> None:
    assert states("ＲＵＳＴ in the tower", point(words=[["rust"], ["Tower"]]))
    assert states("塔の 錆", point(words=[["錆"], ["塔"]]))


def test_points_are_counted_once_each() -> None:
    points = [point(CABLE), point(words=[["rust"]]), point(words=[["storm"]])]
    assert covered(points, [CABLE, CABLE, "There was rust, and more rust."]) == 2
    assert covered(points, []) == 0
    assert covered([], [CABLE]) == 0


def test_two_points_may_be_stated_by_one_sentence() -> None:
    assert covered([point(words=[["rust"]]), point(words=[["storm"]])], ["Rust and a storm."]) == 2


def test_questions_are_read_with_passages_by_text_and_by_place(tmp_path: Path) -> None:
    document = "序文。橋は閉鎖された。終わり。"
    (tmp_path / "橋.txt").write_text(document, encoding="utf-8")
    start, passage = document.index("橋"), "橋は閉鎖された。"
    place = {
        "file": "橋.txt",
        "start": start,
        "end": start + len(passage),
        "sha": hashlib.sha256(passage.encode()).hexdigest()[:12],
    }
    row = {
        "id": "q1",
        "lang": "ja",
        "kind": "why",
        "question": "橋はなぜ閉鎖されたのか",
        "points": [
            {"point": "閉鎖", "spans": [place], "words": [["閉鎖"]]},
            {
                "point": "cable",
                "spans": [{"file": "bridge.md", "text": CABLE}],
                "words": [["cable", "wire"], ["broke"]],
            },
        ],
    }
    file = tmp_path / "questions.jsonl"
    file.write_text(json.dumps(row, ensure_ascii=False) + "\n\n", encoding="utf-8")
    (asked,) = open_questions(file, "world", tmp_path)
    assert (asked.id, asked.folder, asked.lang, asked.kind, asked.answer, asked.missing) == (
        "q1", "world", "ja", "why", "", (),
    )  # fmt: skip
    assert asked.points[0] == KeyPoint("閉鎖", (passage,), (("閉鎖",),))
    assert asked.points[1].words == (("cable", "wire"), ("broke",))
    assert asked.files == frozenset(["橋.txt", "bridge.md"])
    (tmp_path / "橋.txt").write_text("橋は開通した。もう一度書いた文。", encoding="utf-8")
    with pytest.raises(ValueError, match="other words at 3 than were labelled"):
        open_questions(file, "world", tmp_path)


def test_questions_about_what_a_folder_does_not_hold_name_their_subject(tmp_path: Path) -> None:
    file = tmp_path / "absent.jsonl"
    row = {"id": "a1", "lang": "en", "question": "Why did the moon bridge fall?", "subject": "moon bridge"}
    file.write_text(json.dumps(row), encoding="utf-8")
    assert absent_questions(file, "world") == [
        AbsentQuestion("a1", "world", "en", "Why did the moon bridge fall?", "moon bridge")
    ]
