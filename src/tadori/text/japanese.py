"""Tokenizes Japanese with Sudachi.

Comes in: a stretch of Japanese characters, with the digits that belong to it. Goes out: its tokens, each with whether
it is a content word: the long unit and, where it has parts, its parts, both in normalised form (附属 and 付属 are one,
一千四百万 is 14000000). Sudachi is loaded at the first stretch.
"""

import re
import threading
import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from tadori.text.latin import LONGEST_TOKEN, Marked

# Sudachi refuses more than 49 149 bytes: it is given up to 8 000 characters, cut behind a full stop where there is one.
_CHUNKS: Final = re.compile(r".{1,8000}(?:(?<=。)|$)|.{1,8000}", re.DOTALL)
_NOT_TOKEN: Final = re.compile(r"[^\w.]+|_+")
_NO_WORD: Final = frozenset(["補助記号", "空白"])
# 記号 are letters by name: デルタ, アルファ. What is no letter is cleaned away.
_CONTENT: Final = frozenset(["名詞", "動詞", "形容詞", "形状詞", "副詞", "接頭辞", "接尾辞", "記号"])
_EMPTY: Final = frozenset(
    "為る 有る 居る 成る 出来る 言う 因る 於く 対する 関する 就く 以て 事 物 時 所 為 様 訳 筈 中 等 達 的 性 化 何"
    " 幾つ 幾ら 何処 何時 誰 何故 どう そう こう ああ 此れ 其れ 御 者 方 無い 良い 頂く 下さる 仕舞う 貰う 呉れる"
    " 見る".split()
)
_MOST_REMEMBERED: Final = 50_000


class _PerThread(threading.local):
    """A Sudachi tokenizer may be used by one thread at a time."""

    def __init__(self) -> None:
        self.tokenizer: Any = None
        self.known: dict[tuple[str, int], tuple[Marked, ...]] = {}
        """Tokens by surface and part of speech: asking Sudachi's objects for them is what costs most."""


_THREAD: Final = _PerThread()


@cache
def _dictionary() -> Any:  # the library has no types
    from sudachipy import Dictionary  # lazy: .2 s and 150 MB mapped, only for Japanese text

    return Dictionary()


def japanese_tokens(stretch: str) -> list[Marked]:
    """The tokens of `stretch`."""
    tokenizer = _tokenizer()
    known = _THREAD.known
    found: list[Marked] = []
    for chunk in _CHUNKS.findall(stretch):
        for morpheme in tokenizer.tokenize(chunk):
            key = (morpheme.surface(), morpheme.part_of_speech_id())
            marked = known.get(key)
            if marked is None:
                marked = _of_morpheme(morpheme)
                if len(known) < _MOST_REMEMBERED:
                    known[key] = marked
            found += marked
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Morpheme:
    """A long unit with its offsets in code points, and Sudachi's parts of speech."""

    surface: str
    start: int
    end: int
    pos: tuple[str, ...]
    """`名詞 固有名詞 人名 姓 * *`: six of them, the widest first."""
    unknown: bool = False
    """It is in no dictionary: in katakana mostly a name."""


def morphemes(text: str) -> list[Morpheme]:
    """The long units of `text` in order; together they are the whole text."""
    tokenizer = _tokenizer()
    found: list[Morpheme] = []
    at = 0
    for chunk in _CHUNKS.findall(text):
        found += [_unit(m, at) for m in tokenizer.tokenize(chunk)]
        at += len(chunk)
    return found


def name_units(text: str) -> list[Morpheme]:
    """The units of `text` in order, long ones and behind each, where it has parts, its parts: 徳川家康, 徳川, 家康.

    Here parts have places of their own; a long unit of one part stands once.
    """
    from sudachipy import SplitMode  # lazy: .2 s and 150 MB mapped, only for Japanese text

    tokenizer = _tokenizer()
    found: list[Morpheme] = []
    at = 0
    for chunk in _CHUNKS.findall(text):
        for m in tokenizer.tokenize(chunk):
            parts = m.split(SplitMode.A, add_single=False)
            found += [_unit(part, at) for part in (m, *parts)]
        at += len(chunk)
    return found


def dictionary_readings(word: str) -> list[tuple[str, tuple[str, ...]]]:
    """Every reading in katakana that the dictionary has of just this word, with its parts of speech."""
    return [(m.reading_form(), tuple(m.part_of_speech())) for m in _dictionary().lookup(word)]


def _unit(m: Any, at: int) -> Morpheme:
    return Morpheme(
        surface=m.surface(),
        start=at + m.begin(),
        end=at + m.end(),
        pos=tuple(m.part_of_speech()),
        unknown=m.is_oov(),
    )


def _tokenizer() -> Any:
    if _THREAD.tokenizer is None:
        from sudachipy import SplitMode  # lazy: .2 s and 150 MB mapped, only for Japanese text

        fields = {"surface", "pos", "normalized_form", "split_a"}
        _THREAD.tokenizer = _dictionary().tokenizer(mode=SplitMode.C, fields=fields)
    return _THREAD.tokenizer


def _of_morpheme(morpheme: Any) -> tuple[Marked, ...]:
    from sudachipy import SplitMode  # lazy: .2 s and 150 MB mapped, only for Japanese text

    units = [morpheme, *morpheme.split(SplitMode.A, add_single=False)]
    read = [(_clean(unit.normalized_form()), unit.part_of_speech()[0]) for unit in units]
    return tuple(
        (token, kind in _CONTENT and token not in _EMPTY) for token, kind in read if token and kind not in _NO_WORD
    )


def _clean(form: str) -> str:
    return _NOT_TOKEN.sub("", unicodedata.normalize("NFKC", form).lower())[:LONGEST_TOKEN]
