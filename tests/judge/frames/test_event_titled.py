"""What a title names for words that stand for it, English and Japanese."""

import pytest

from tadori.judge.frames.event import event_frames
from tadori.judge.frames.event_titled import named_by_title, open_word_by_title, title_name
from tadori.judge.frames.frame import FrameSource
from tadori.model.frame import SlotPlace
from tadori.model.ids import EN, JA

pytestmark = pytest.mark.req("L23")


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Quillmark 4 administrator manual", "Quillmark"),
        ("Quillmark: release notes", "Quillmark"),
        ("Quillmark 4.0 arrives with a new index format", "Quillmark"),
        ("Introduction to Quillmark", "Quillmark"),
        ("Quillmark 管理者マニュアル", "Quillmark"),
        ("クイルマークの歴史", "クイルマーク"),
        ("Ten things I wish I had known about Quillmark", ""),
        ("Release notes", ""),
        ("文化講演会のお知らせ", ""),
        ("", ""),
    ],
)
def test_a_title_names_what_it_begins_with(title: str, expected: str) -> None:
    assert title_name(title) == expected


@pytest.mark.parametrize(
    ("words", "title", "expected"),
    [
        ("Version 4.0", "Quillmark 4 administrator manual", "Quillmark 4.0"),
        ("バージョン 4.0", "Quillmark 管理者マニュアル", "Quillmark 4.0"),
        ("Version 4.0", "Release notes", ""),
        ("release", "Quillmark 4.0 arrives with a new index format", "Quillmark 4.0"),
        ("release", "Quillmark 4 administrator manual", ""),
        ("Harrow Bridge", "Quillmark manual", None),
    ],
)
def test_a_version_is_called_in_full(words: str, title: str, expected: str | None) -> None:
    assert named_by_title(words, title) == expected


@pytest.mark.parametrize(
    ("words", "title", "expected"),
    [
        ("当館", "北浜市立海洋博物館年報 第35号", "北浜市立海洋博物館"),
        ("当社", "株式会社北浜海運 会社概要", "株式会社北浜海運"),
        ("本書", "『海の道』について", "海の道"),
        ("当ダム", "白瀬ダムの概要", "白瀬ダム"),
        ("本社", "株式会社北浜海運 会社概要", ""),
        ("同館", "北浜市立海洋博物館年報", ""),
        ("当館", "統計だより 第88号", ""),
        ("当局", "北浜放送局", ""),
    ],
)
def test_an_open_word_is_named_by_the_title(words: str, title: str, expected: str) -> None:
    assert open_word_by_title(words, title, "") == expected


def test_the_main_building_beside_another_is_not_the_museum() -> None:
    title = "北浜市立海洋博物館年報"
    assert open_word_by_title("本館", title, "本館は1984年に開館した。") == "北浜市立海洋博物館"
    assert open_word_by_title("本館", title, "本館は1984年に、別館は1990年に開館した。") == ""


@pytest.mark.parametrize(
    ("text", "title", "subject"),
    [
        ("Version 4.0 was released on 9 March 2021.", "Quillmark manual", "Quillmark 4.0"),
        ("The release, published on 9 March 2021, drops the old format.", "Quillmark 4.0 is out", "Quillmark 4.0"),
        ("当館は1984年10月1日に開館しました。", "北浜市立海洋博物館年報 第35号", "北浜市立海洋博物館"),
        ("The bridge opened on 14 June 1958.", "Harrow Sound Bridge: a history", "Harrow Sound Bridge"),
    ],
)
def test_an_event_is_read_of_what_the_title_names(text: str, title: str, subject: str) -> None:
    (frame,) = event_frames(FrameSource(text=text, lang=EN if text[0].isascii() else JA, title=title))
    assert (frame.subject.words, frame.subject.place) == (subject, SlotPlace.TITLE)


def test_a_version_that_nobody_names_gives_no_frame() -> None:
    text = "Version 4.0 was released on 9 March 2021."
    assert event_frames(FrameSource(text=text, lang=EN, title="What is new")) == ()
