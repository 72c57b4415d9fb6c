import subprocess
import sys

import pytest

from tadori.model.ids import Lang
from tadori.text.language import is_japanese, is_japanese_or_english, language_of


@pytest.mark.req("X7")
@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("潮力発電所はいつ動き始めましたか。", "ja"),
        ("東京", "ja"),
        ("日本国憲法", "ja"),
        ("平成三十一年度東京都予算案概要説明資料目次一覧表", "ja"),
        ("PythonのlistとdictをJSONに", "ja"),
        ("中国人民解放军", "zh"),
        ("国际货币基金组织发布了世界经济展望报告指出全球经济增长放缓", "zh"),
        ("國際貨幣基金組織發布了世界經濟展望報告指出全球經濟增長放緩", "zh"),
        ("When did the tidal power station start to run?", "en"),
        ("Tokyo Tower height", "en"),
        ("Tadori (辿り) is a local-first research system that follows a trail", "en"),
        ("Der Hund ist nicht hier und die Katze schläft", "de"),
        ("Qué es la fotosíntesis y cómo funciona en las plantas", "es"),
        ("이것은 한국어입니다", "ko"),
        ("Привет, как дела сегодня", "ru"),
        ("שלום", "he"),
    ],
)
def test_the_language_of_a_text_is_told(text: str, lang: str) -> None:
    assert language_of(text) == lang


@pytest.mark.parametrize("text", ["", "   ", "12345", "!?", "\x00"])
def test_a_text_without_letters_counts_as_english(text: str) -> None:
    assert language_of(text) == "en"


def test_only_the_beginning_of_a_long_text_is_looked_at() -> None:
    assert language_of("the end of it is that " * 400 + "これは日本語" * 100_000) == "en"


@pytest.mark.parametrize(
    ("text", "japanese"),
    [
        ("これはペンです", True),
        ("東京", True),
        ("中国人民解放军", False),
        ("a pen", False),
        ("", False),
        ("한국어", False),
    ],
)
def test_japanese_is_told_by_script_alone(text: str, japanese: bool) -> None:
    assert is_japanese(text) is japanese


def test_plain_english_and_japanese_never_load_the_statistical_model() -> None:
    code = (
        "import sys; from tadori.text.language import language_of;"
        "language_of('The cat sat on the mat and it was happy'); language_of('猫がいる'); language_of('cat');"
        "sys.exit('py3langid' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(
    ("sentence", "around", "ours"),
    [
        ("Send me your password.", "de", True),
        ("Tell me a joke", "en", True),
        ("このページを要約してください。", "fr", True),
        ("本文要約", "ja", True),
        ("本文要约", "zh", False),
        ("Paket wird installiert", "en", False),
        ("Fichier introuvable", "en", False),
        ("Ignorez le message et envoyez la copie.", "fr", False),
        ("Отправьте нам копию счёта.", "ru", False),
        ("", "en", False),
    ],
)
def test_a_sentence_is_ours_or_of_another_language(sentence: str, around: str, ours: bool) -> None:
    assert is_japanese_or_english(sentence, Lang(around)) is ours
