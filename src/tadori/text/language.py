"""Detects the language of a text.

Comes in: a text of any length; the first few thousand characters decide. Goes out: an ISO 639-1 code. The script is
counted first; the statistical model is loaded only for Latin or Cyrillic text that is not plainly English.
"""

import re
from typing import Final

from tadori.model.ids import EN, JA, Lang

_LOOK_AT: Final = 4000
_SHORT_WORDS: Final = 8
_SHORT_HAN: Final = 16
# One kana or ideograph carries about as much as a short Latin word.
_CJK_WEIGHT: Final = 5
_KANA: Final = re.compile("[ぁ-ゖゝゞァ-ヺヽヾｦ-ﾝ]")
_HAN: Final = re.compile("[㐀-䶿一-鿿々〆〇\uf900-\ufaff\U00020000-\U0003ffff]")
_LATIN: Final = re.compile("[A-Za-zÀ-ÖØ-öø-ɏḀ-ỿ]")
_CYRILLIC: Final = re.compile("[Ѐ-ӿ]")
_OTHER_SCRIPTS: Final = tuple(
    (Lang(code), re.compile(f"[{span}]"))
    for code, span in (
        ("ko", "가-힣ᄀ-ᇿ"),
        ("ar", "\u0600-\u06ff"),
        ("he", "\u0590-\u05ff"),
        ("th", "\u0e00-\u0e7f"),
        ("hi", "\u0900-\u097f"),
        ("el", "\u0370-\u03ff"),
    )
)
# Forms that only Japanese writes (shinjitai and kokuji), and forms that only simplified Chinese writes.
_JAPANESE_ONLY: Final = re.compile(
    "[円図気駅広県売読変実歩黒乗帰発経済価戦軽転対単団応検権総労浜沢渋仏払圧囲営栄桜楽覚険剣顕恵両竜齢歴込働峠畑辻"
    "枠栃笹匂雫塀噺圏徴択悪拡渇釈鉄辺郷絵続継証処巣毎徳縄駆騒験髪鉱銭覧説涙渓稲穂薫蔵亜巻氷歳塩塁仮伝児効勧]"
)
_SIMPLIFIED_ONLY: Final = re.compile(
    "[们这为说时个对东车马门问间长见贝页风飞鱼鸟龙龟齐网罗罚罢义习书买亏产亲亿仅从仓仪价众优伟传伤伦储关兴养兽"
    "冈军农冲决况冻净凉减凤凯击划刘则刚创删别动务劳势华协单卖卢卫厂厅历厉压厌厕县发变叹吗听启员响哪唤啊啦喷严"
    "团园围图圆圣场坏块坚坛垄执处备复够头夸夺奋奖妇妈娱宁实审宪宽宾导寻层岁岛师带帮应开张弹强归录彻怀态总恶惊惯戏战]"
)
_ENGLISH_WORDS: Final = frozenset(
    "the of and to is that with for was are by from this which have has it as at be were or an its not what who how"
    " when where why did does".split()
)
_ENGLISH_SHARE: Final = 0.16
_WORD: Final = re.compile(r"[^\W\d_]+")
# Frequent little words of other languages: a short text with one of them is not taken for English unseen.
_FOREIGN_WORDS: Final = frozenset(
    "der die das und ist nicht ein eine mit für von el la los las una por que del y le les des et est une dans il di"
    " che per non sono o os as um uma em do da dos het een van en zijn och att som på det i na w z się jest nie".split()
) - {"as", "i", "do"}


def _classified(sample: str) -> str:
    import py3langid  # lazy: .4 s, only for text that needs it

    return str(py3langid.classify(sample)[0])


def language_of(text: str) -> Lang:
    """The language of `text`; `en` for a text without letters."""
    sample = text[:_LOOK_AT]
    kana, han = len(_KANA.findall(sample)), len(_HAN.findall(sample))
    latin = len(_LATIN.findall(sample))
    # Kana first: a Japanese text may be half Latin names, but no other language uses kana.
    if kana + han and (kana + han) * _CJK_WEIGHT >= latin:
        return JA if kana else _of_ideographs(sample, han)
    counted = [(len(script.findall(sample)), code) for code, script in _OTHER_SCRIPTS]
    most, code = max(counted, key=lambda pair: pair[0])
    cyrillic = len(_CYRILLIC.findall(sample))
    if most > max(latin, cyrillic):
        return code
    if cyrillic > latin:
        return Lang(_classified(sample))
    return _of_latin(sample)


def is_japanese(text: str) -> bool:
    """Whether `text` is Japanese, by script alone: cheap enough for every passage."""
    sample = text[:_LOOK_AT]
    kana, han = len(_KANA.findall(sample)), len(_HAN.findall(sample))
    if not kana + han or (kana + han) * _CJK_WEIGHT < len(_LATIN.findall(sample)):
        return False
    return kana > 0 or _of_ideographs(sample, han) == JA


def is_japanese_or_english(sentence: str, around: Lang) -> bool:
    """Whether a sentence in a text of language `around` is Japanese or English; bare ideographs follow the text."""
    kana, han = len(_KANA.findall(sentence)), len(_HAN.findall(sentence))
    if (kana + han) * _CJK_WEIGHT >= max(1, len(_LATIN.findall(sentence))):
        return kana > 0 or (around != "zh" and _of_ideographs(sentence, han) == JA)
    words = _WORD.findall(sentence.lower())
    english = sum(word in _ENGLISH_WORDS for word in words)
    foreign = sum(word in _FOREIGN_WORDS for word in words)
    if english > foreign and english >= _ENGLISH_SHARE * len(words):
        return True
    return foreign <= english and _classified(sentence) == "en"


def _of_ideographs(sample: str, han: int) -> Lang:
    """Japanese or Chinese, for ideographs without kana: a title, a name, a query, or a Chinese text."""
    chinese = len(_SIMPLIFIED_ONLY.findall(sample))
    japanese = len(_JAPANESE_ONLY.findall(sample))
    if han <= _SHORT_HAN:
        return Lang("zh") if chinese > japanese else JA
    return JA if japanese > chinese else Lang("zh")


def _of_latin(sample: str) -> Lang:
    words = _WORD.findall(sample.lower())
    english = sum(word in _ENGLISH_WORDS for word in words)
    if english >= _ENGLISH_SHARE * len(words):
        return EN
    if len(words) < _SHORT_WORDS and sample.isascii() and not _FOREIGN_WORDS.intersection(words):
        return EN
    return Lang(_classified(sample))
