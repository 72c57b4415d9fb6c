"""Extracts searchable phrases from a text: quoted titles, names, numbers, content words.

Comes in: a question, a claim or a passage, Japanese or English. Goes out: phrases, most telling first or in text order.
They are used for queries and for measuring coverage; whether two names mean the same thing is not decided here.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from tadori.model.ids import JA, Lang
from tadori.text.tokens import terms

LONGEST_PHRASE: Final = 80

_QUOTED: Final = re.compile(r"[「『“\"《〈]([^「」『』“”\"《》〈〉\n]{2,80})[」』”\"》〉]")
_CAPITAL: Final = r"(?:[A-ZÀ-ÖØ-Þ][\w.'’&/-]*|\d{4}(?=\s[A-Z]))"
_LINK: Final = (
    r"(?:of|the|de|la|le|du|di|da|del|der|den|von|van|bin|ibn|al|el|y|e|and|&|in|on|at|for|to|a|und|et|II|III)"
)
_NAME: Final = re.compile(rf"{_CAPITAL}(?:[ ](?:{_LINK}[ ]){{0,2}}(?:{_CAPITAL}|\d+(?![\d,.%])))*")
# A run without hiragana; hiragana may start it only before a number (ひまわり8号).
_JA_RUN: Final = re.compile(r"(?:[ぁ-ん]{3,}(?=\d))?[ァ-ヴー・＝=A-Za-z0-9.%&々〆〇一-鿿豈-﫿-]{2,}")
_NUMBER: Final = re.compile(r"\d[\d,.]*\s?(?:%|％|percent|年|月|日|人|円|ドル|件|km|kg|m|million|billion|万|億|兆)?")
_KATAKANA: Final = re.compile(r"[ァ-ヴー]{3}")
_POSSESSIVE: Final = re.compile(r"['’]s?$")
_WORDS: Final = re.compile(r"[^\W_][\w'’-]*")
_OPENING_WORDS: Final = (
    "a an the in on at of by for from to with and or but if as is are was were be been do does did has have had he she"
    " it its they their his her this that these those there who whom whose what which when where why how both between"
    " after before during since while although however then also not no can could will would should may might must name"
    " i we you my our your according given despite under over into about some many most all one two three"
    " difference differences"
)
_OPENING: Final = frozenset(_OPENING_WORDS.split())
_ARTICLES: Final = frozenset({"a", "an", "the", "of", "its", "his", "her", "their"})
_JA_EMPTY_WORDS: Final = (
    "何 誰 何時 何処 何故 何人 何年 何月 何日 何件 何歳 何度 何回 何個 理由 方法 違 場合 時 人 事 物 中 上 下 前 後 間"
    " 以上 以下 以外 年 月 日 名前 名称 場所 言 呼 使 教 下記 違い 差 比較 関係"
)
_JA_EMPTY: Final = frozenset(_JA_EMPTY_WORDS.split())


def quoted_phrases(text: str) -> list[str]:
    """What is inside quotation marks, in text order."""
    return list(dict.fromkeys(match.strip() for match in _QUOTED.findall(text) if match.strip()))


def name_phrases(text: str, lang: Lang) -> list[str]:
    """Names and titles in `text`, in order of first appearance, each once."""
    plain = unicodedata.normalize("NFKC", text)
    found = _ja_names(plain) if lang == JA else _en_names(plain)
    return list(dict.fromkeys(name[:LONGEST_PHRASE] for name in found))


def key_phrases(text: str, lang: Lang) -> list[str]:
    """The phrases of `text`, most telling first: quoted words, names, numbers, then other content words.

    A phrase whose words all occur in earlier phrases is left out.
    """
    plain = unicodedata.normalize("NFKC", text)
    numbers = [number for match in _NUMBER.findall(plain) if len(number := match.strip(" .,")) >= 2]
    telling = [*quoted_phrases(plain), *name_phrases(plain, lang), *numbers]
    covered = frozenset(_POSSESSIVE.sub("", word.lower()) for phrase in telling for word in _WORDS.findall(phrase))
    return _distinct(telling + (_ja_rest(plain) if lang == JA else _en_rest(plain, covered)))


def _distinct(candidates: list[str]) -> list[str]:
    covered: set[str] = set()
    kept: list[str] = []
    for phrase in candidates:
        words = set(terms(phrase))
        if words and not words <= covered:
            covered |= words
            kept.append(phrase[:LONGEST_PHRASE])
    return kept


def _en_names(text: str) -> Iterator[str]:
    for match in _NAME.finditer(text):
        words = match.group().split(" ")
        while words and words[0].lower().strip(".'’") in _OPENING:
            words.pop(0)
        while words and (words[-1].lower() in _OPENING or not words[-1].strip(".,'’&/-")):
            words.pop()
        name = _POSSESSIVE.sub("", " ".join(words)).rstrip(".,/-")
        if len(name) >= 2 and not name.isdigit():
            yield from _apart(name)


def _apart(name: str) -> Iterator[str]:
    """The name and its parts: `Henry's Crime` is one name, `Teutberga's Lothair` two, and rules cannot tell."""
    yield name
    for joint in (" and ", "'s ", "’s "):
        if joint in name:
            yield from (part for part in name.split(joint) if len(part) >= 3 and part.lower() not in _OPENING)


def _ja_names(text: str) -> Iterator[str]:
    """Japanese has no capitals: a name is what is quoted, or a run too long or too foreign for a plain noun."""
    yield from quoted_phrases(text)
    for run in _ja_runs(text):
        if len(run) >= 4 or _KATAKANA.search(run) or run[0].isascii():
            yield run


def _ja_rest(text: str) -> list[str]:
    runs = list(_ja_runs(text))
    # Words written only in hiragana form no run; the tokenizer's terms still contain them.
    return runs or [term for term in terms(text) if len(term) >= 2]


def _ja_runs(text: str) -> Iterator[str]:
    for match in _JA_RUN.finditer(text):
        run = match.group().strip("・＝=.-&")
        if len(run) >= 2 and run not in _JA_EMPTY and not run.isdigit():
            yield run


def _en_rest(text: str, covered: frozenset[str]) -> list[str]:
    """Runs of up to three adjacent content words; those after an article or `of` are nouns, and come first."""
    runs: list[tuple[bool, list[str]]] = [(False, [])]
    for word in _WORDS.findall(text):
        lower = _POSSESSIVE.sub("", word.lower())
        if lower in _OPENING or lower in covered or len(runs[-1][1]) == 3:
            runs.append((lower in _ARTICLES, []))
        if lower not in _OPENING and lower not in covered:
            runs[-1][1].append(word)
    found = [(is_thing, " ".join(words)) for is_thing, words in runs if words]
    return [run for is_thing, run in found if is_thing] + [run for is_thing, run in found if not is_thing]
