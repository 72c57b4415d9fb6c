"""A question as catalogues want it."""

import pytest

from tadori.search.apis.keywords import keywords_of, subject_of


@pytest.mark.parametrize(
    ("text", "keywords", "subject"),
    [
        ("潮力発電所はいつ運転を始めましたか", ("潮力発電所", "運転"), "潮力発電所"),
        ("食べ物の歴史", ("食べ物", "歴史"), "食べ物"),
        ("GPT-4の性能評価", ("GPT-4", "性能評価"), "GPT-4"),
        ("再生可能エネルギーの固定価格買取制度", ("再生可能エネルギー", "固定価格買取制度"), "再生可能エネルギー"),
        (
            "トヨタ自動車株式会社の代表取締役社長は誰か",
            ("トヨタ自動車株式会社", "代表取締役社長"),
            "トヨタ自動車株式会社",
        ),
        ("株式会社潮力製作所", ("株式会社潮力製作所",), "株式会社潮力製作所"),
        ("東京都 人口", ("東京都", "人口"), "東京都"),
        (
            "When did the tidal power station in Brittany start to run?",
            ("tidal", "power", "station", "Brittany", "start", "run"),
            "Brittany",
        ),
        ("what is the tidal power of the bay", ("tidal", "power", "bay"), "tidal power"),
        ("tidal power station", ("tidal", "power", "station"), "tidal power station"),
        ("who leads Toyota Motor Corporation", ("leads", "Toyota", "Motor", "Corporation"), "Toyota Motor Corporation"),
        ("the of", (), ""),
        ("のは", ("のは",), "のは"),
        ("", (), ""),
    ],
)
def test_sentences_become_keywords_and_a_subject(text: str, keywords: tuple[str, ...], subject: str) -> None:
    assert keywords_of(text.split(), ()) == keywords
    assert subject_of(text.split(), ()) == subject


def test_phrases_come_first_and_are_the_subject() -> None:
    assert keywords_of(["who", "built", "it"], ["tidal barrage"]) == ("tidal barrage", "built")
    assert subject_of(["who", "built", "Brittany"], ["tidal barrage", "x"]) == "tidal barrage"


def test_a_long_query_gives_six_keywords() -> None:
    assert keywords_of([f"word{n}" for n in range(20)], ()) == tuple(f"word{n}" for n in range(6))


def test_a_word_without_end_is_cut() -> None:
    assert keywords_of(["湾" * 500], ["x" * 500]) == ("x" * 80, "湾" * 80)
    assert subject_of(["湾" * 500], ()) == "湾" * 80
    assert subject_of(["x" * 500], ()) == "x" * 80
    assert subject_of([], ["x" * 500]) == "x" * 80
