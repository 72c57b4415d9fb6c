"""Names in katakana and in Latin letters, compared by sound."""

import pytest

from tadori.text.transliteration import katakana_words, same_sound

pytestmark = pytest.mark.req("X11")


@pytest.mark.parametrize(
    ("kana", "latin"),
    [
        ("クセノパネス", "Xenophanes"),
        ("ミネソタ", "Minnesota"),
        ("ヴァーノン", "Vernon"),
        ("ロイド", "Lloyd"),
        ("アーカンソー", "Arkansas"),
        ("パプア", "Papua"),
        ("エマ", "Emma"),
        ("ニューサウスウェールズ", "NewSouthWales"),
    ],
)
def test_one_name_in_two_scripts(kana: str, latin: str) -> None:
    assert same_sound(kana, latin)


@pytest.mark.parametrize(
    ("kana", "latin"),
    [("ミネソタ", "Vernon"), ("ロイド", "Smith"), ("エマ", "Anna"), ("アア", "Io"), ("", ""), ("ドイツ", "France")],
)
def test_two_names(kana: str, latin: str) -> None:
    assert not same_sound(kana, latin)


def test_katakana_is_divided_at_its_dots() -> None:
    assert katakana_words("市長のジョン・スミスはロンドンに来た。") == ["ジョン", "スミス", "ロンドン"]
    assert katakana_words("the mayor") == []
