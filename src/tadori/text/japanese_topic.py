"""Finds the topic and subject of a Japanese sentence with Sudachi's parts of speech.

In: a sentence. Out: the noun phrases marked by は, とは, も and が with their spans. Time and condition (現在は,
場合は, 必要がある) are no subjects. A phrase whose beginning is not plain (a relative clause before a common noun)
is marked so.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tadori.text.japanese import Morpheme, morphemes

_NOT_SUBJECTS: Final = frozenset(
    "必要 可能性 こと 事 場合 恐れ おそれ ため 為 とき 時 際 ところ うえ 以上 限り ほう まま 以外 わけ 訳 はず"
    " 一方 ほか 反面 代わり"
    " つもり うち たび".split()
)
_NOT_ALONE: Final = frozenset("方 通り 他 例 点 結果 中 内 間 度 上 所 今度 次".split())
_TIMES: Final = frozenset(
    "現在 以降 以後 以前 以来 後 前 今日 昨日 明日 当時 近年 最近 当初 今 頃 ころ 朝 夜 夏 冬 春 秋 年 月 日 時代"
    " 世紀 期 年代 末"
    " 初頭 中期 後期 前期 翌年 同年 今回 次回 前回 将来 のち 後年 晩年 日本時間 期間 翌日 今年 昨年 去年 来年"
    " 年度 半ば 直後 直前"
    " 最近 近代 現代 古代 中世 戦後 戦前 初期 末期 本来 従来 通常 普段 最初 最後 一般 実際".split()
)
_OPEN_WORDS: Final = frozenset(["これ", "それ", "あれ", "ここ", "そこ", "こちら", "彼", "彼女", "私", "我々", "自分"])


@dataclass(frozen=True, slots=True, kw_only=True)
class JapaneseTopic:
    """A noun phrase with its particle."""

    words: str
    start: int
    end: int
    particle: str
    plain: bool
    """Its beginning is sure: it opens the sentence, or stands behind a comma or a particle."""
    proper: bool
    """It may be a name: a proper noun, Latin letters, katakana."""
    certain: bool
    """It is a name for sure: katakana alone may be a common noun (サーバ)."""
    person: bool
    first: bool
    """It opens the sentence, but for a connective or a fronted phrase."""


@lru_cache(maxsize=2048)
def japanese_units(sentence: str) -> tuple[Morpheme, ...]:
    """The long units of `sentence`; cached."""
    return tuple(morphemes(sentence))


def is_nominal(unit: Morpheme) -> bool:
    """Whether the unit is part of a noun phrase."""
    return unit.pos[0] in ("名詞", "接尾辞", "接頭辞", "代名詞", "記号", "形状詞") and unit.pos[1] != "動詞的"


@lru_cache(maxsize=2048)
def japanese_topics(sentence: str) -> tuple[JapaneseTopic, ...]:
    """Every subject or topic phrase of `sentence`, in order; none inside brackets or quotation marks."""
    units = japanese_units(sentence)
    depth, found = 0, []
    for at, unit in enumerate(units):
        if unit.pos[1] in ("括弧開", "括弧閉"):
            depth = max(0, depth + (1 if unit.pos[1] == "括弧開" else -1))
        elif depth == 0 and at and (topic := _topic_at(sentence, units, at)):
            found.append(topic)
    return tuple(found)


def _topic_at(sentence: str, units: Sequence[Morpheme], at: int) -> JapaneseTopic | None:
    unit = units[at]
    marks = unit.pos[:2]
    if (unit.surface, *marks) not in (("は", "助詞", "係助詞"), ("も", "助詞", "係助詞"), ("が", "助詞", "格助詞")):
        return None
    last = at - 1
    definition = unit.surface == "は" and units[last].surface == "と" and units[last].pos[0] == "助詞" and last > 0
    last -= definition
    while last > 0 and (units[last].pos[0] == "空白" or units[last].pos[1] == "副助詞"):
        last -= 1
    while last > 0 and units[last].pos[1] == "括弧閉":
        opening = _opening(units, last)
        if opening is None or units[last].surface in ("」", "』"):
            break
        last = opening - 1
        while last > 0 and units[last].pos[0] == "空白":
            last -= 1
    if units[last].pos[1] == "準体助詞":  # 主張しているのは…
        return JapaneseTopic(
            words=units[last].surface,
            start=units[last].start,
            end=units[last].end,
            particle=unit.surface,
            plain=False,
            proper=False,
            certain=False,
            person=False,
            first=False,
        )
    if units[last].surface in ('"', "”", "'") and last > 0:  # "status" は
        last -= 1
    first = _phrase_start(units, last)
    if first is None or first > last:
        return None
    words = units[first : last + 1]
    if _is_no_subject(words) and not (unit.surface == "は" and words[-1].surface in ("こと", "必要")):
        return None
    end = _without_reading(sentence, words[0].start, words[-1].end)
    proper = any(one.pos[1] == "固有名詞" or (one.surface.isascii() and one.surface[:1].isalpha()) for one in words)
    return JapaneseTopic(
        words=sentence[words[0].start : end],
        start=words[0].start,
        end=end,
        particle="とは" if definition else unit.surface,
        plain=_is_plain(units, first),
        proper=proper or _is_katakana(words[0].surface),
        certain=proper,
        person=any(one.pos[2] == "人名" or one.surface in ("氏", "さん", "容疑者") for one in words),
        first=first == 0 or all(one.pos[0] in ("接続詞", "補助記号", "空白") for one in units[:first]),
    )


def _without_reading(sentence: str, start: int, end: int) -> int:
    """The end of a phrase without the reading that Sudachi takes for part of the word: 打楽器（だがっき）."""
    reading = sentence.rfind("（", start, end)
    return reading if reading > start and sentence[end - 1] == "）" else end


def _opening(units: Sequence[Morpheme], closing: int) -> int | None:
    depth = 0
    for at in range(closing, -1, -1):
        depth += {"括弧閉": 1, "括弧開": -1}.get(units[at].pos[1], 0)
        if depth == 0:
            return at
    return None


def _phrase_start(units: Sequence[Morpheme], last: int) -> int | None:
    """Where the noun phrase that ends at `last` begins: nouns, and nouns before の."""
    at = last
    if at < 0 or not (is_nominal(units[at]) or units[at].pos[1] == "括弧閉"):
        return None
    end = at
    while at >= 0:
        if units[at].surface in ("」", "』"):
            opening = _opening(units, at)
            if opening is None:
                return None
            at = opening - 1
        elif (
            is_nominal(units[at])
            or units[at].surface in ("・", "＝", "=", "-", "/", "&", "+", "_", ".", "@", " ")
            or (units[at].surface == ":" and units[at + 1].pos[0] != "空白")  # ly:optimal-breaking
            or (units[at].surface == "の" and at > 0 and is_nominal(units[at - 1]))
        ):
            at -= 1
        else:
            break
    while at < end and not is_nominal(units[at + 1]) and units[at + 1].pos[1] != "括弧開":
        at += 1
    return at + 1


def _is_no_subject(words: Sequence[Morpheme]) -> bool:
    last = words[-1]
    if last.surface in _NOT_SUBJECTS or last.surface in _TIMES or (len(words) == 1 and last.surface in _NOT_ALONE):
        return True
    return all(one.pos[1] == "数詞" or one.surface in _TIMES for one in words)


def _is_plain(units: Sequence[Morpheme], first: int) -> bool:
    if first == 0:
        return True
    touching = units[first - 1].surface
    if touching.isascii() and not touching.isspace() and touching not in (",", ";", ":"):  # cut out of a path
        return False
    first -= units[first - 1].pos[0] == "空白" and first > 1
    before = units[first - 1]
    if before.surface in ("と", "や", "か", "及び", "および", "並びに", "または", "や、"):
        return False
    return before.pos[0] in ("補助記号", "助詞", "接続詞", "副詞", "空白", "連体詞")


def _is_katakana(text: str) -> bool:
    return len(text) > 1 and all("ァ" <= char <= "ヿ" for char in text)


def is_open_word(words: str) -> bool:
    """Whether a topic is itself left open: これ, 彼, 同社, この制度."""
    return words in _OPEN_WORDS or words.startswith(
        ("この", "その", "これ", "それ", "同", "当", "両", "本", "ひとつ", "一つ", "もう", "各", "前者", "後者")
    )
