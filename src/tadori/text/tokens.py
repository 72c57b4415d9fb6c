"""Words to search by, the same for a text that is indexed and for a question that is asked.

Comes in: any text, Japanese and English mixed. Goes out: tokens in order of appearance, made of letters, digits and
the decimal point only. Japanese stretches go through Sudachi: the long unit and, where it has parts, its parts,
both in normalised form. Latin words are lower-cased and stemmed, numbers lose their separators. A text without
Japanese characters never loads Sudachi.
"""

import re
import threading
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import Any, Final

from tadori.text.stem import stem

_JA: Final = "ぁ-ヿ㐀-䶿一-鿿々〆〇\U00020000-\U0003ffff"
_JOINERS: Final = "-‐‑–/'’"
# Latin words stand apart before Sudachi sees the rest, so that a name is the same token in both languages.
# Every repeat is possessive or bounded: a hostile run of digits or hyphens costs no more than its length.
_STRETCH: Final = re.compile(
    rf"(?P<dotted>(?<![^\W_])[A-Za-z](?:\.[A-Za-z])++(?![^\W_]))"
    rf"|(?P<latin>(?=[0-9/-]{{0,12}}+[^\W\d_{_JA}])[^\W_{_JA}]++(?:[{_JOINERS}][^\W_{_JA}]++)*+)"
    rf"|(?P<number>[0-9][0-9,]*+(?:\.[0-9]++)?+(?![0-9,.]*+[{_JA}]))"
    rf"|(?P<japanese>[0-9{_JA}][0-9.,・ー、。「」{_JA}]*+)"
)
_WORD: Final = re.compile(r"[^\W\d_]++(?:['’][^\W\d_]++)*+|\d++")
_COMPOUND_PARTS: Final = 4
# Sudachi refuses more than 49 149 bytes: it is given up to 8 000 characters, cut behind a full stop where there is one.
_CHUNKS: Final = re.compile(r".{1,8000}(?:(?<=。)|$)|.{1,8000}", re.DOTALL)
_LONGEST_TOKEN: Final = 64
_NOT_TOKEN: Final = re.compile(r"[^\w.]+|_+")
_CONTENT: Final = frozenset(["名詞", "動詞", "形容詞", "形状詞", "副詞", "接頭辞", "接尾辞"])
_EMPTY_JA: Final = frozenset(
    "為る 有る 居る 成る 出来る 言う 因る 於く 対する 関する 就く 以て 事 物 時 所 為 様 訳 筈 中 等 達 的 性 化 何"
    " 幾つ 幾ら 何処 何時 誰 何故 どう そう こう ああ 此れ 其れ 御 者 方 無い 良い 頂く 下さる 仕舞う 貰う 呉れる"
    " 見る".split()
)
_EMPTY_EN: Final = frozenset(
    "a about above after again against all also am an and any are as at be because been before being below between both"
    " but by can could did do does doing down during each few for from further had has have having he her here hers"
    " herself him himself his how i if in into is it its itself just me more most my myself no nor not now of off on"
    " once only or other our ours ourselves out over own same she should so some such than that the their theirs them"
    " themselves then there these they this those through to too under until up very was we were what when where which"
    " while who whom whose why will with would you your yours yourself yourselves s t dont didnt doesnt isnt"
    " wasnt arent werent hasnt havent hadnt wont wouldnt shouldnt couldnt cant cannot im ive youre"
    " theyre weve thats".split()
)


def tokens(text: str) -> list[str]:
    """Every token of `text`, for the index."""
    return [token for token, _ in _remembered(text)]


def terms(text: str) -> list[str]:
    """The tokens of `text` that carry content: no particles, no function words. Order and repeats are kept."""
    return [token for token, is_content in _remembered(text) if is_content]


_SHORT: Final = 600


def _remembered(text: str) -> Iterable[tuple[str, bool]]:
    """As `_marked`; sentences are remembered, because ranking, scoring, pairing and judging ask for them in turn."""
    return _of_sentence(text) if len(text) <= _SHORT else _marked(text)


@lru_cache(maxsize=8192)
def _of_sentence(text: str) -> tuple[tuple[str, bool], ...]:
    return tuple(_marked(text))


def _marked(text: str) -> Iterator[tuple[str, bool]]:
    """Each token with whether it carries content."""
    plain = unicodedata.normalize("NFKC", text)
    for stretch in _STRETCH.finditer(plain):
        kind, words = stretch.lastgroup, stretch.group()
        if kind == "dotted":
            yield words.replace(".", "").lower()[:_LONGEST_TOKEN], True
        elif kind == "latin":
            yield from _latin(words) if len(words) <= _LONGEST_TOKEN else _latin_parts(words)
        elif kind == "number":
            yield _number(words), True
        else:
            yield from _japanese(words)


def _number(words: str) -> str:
    """1,400.50 as 1400.5: as Sudachi writes it."""
    plain = words.replace(",", "")
    return (plain.rstrip("0").rstrip(".") if "." in plain else plain)[:_LONGEST_TOKEN]


@lru_cache(maxsize=65536)
def _latin(words: str) -> tuple[tuple[str, bool], ...]:
    """The parts of `words` and, where there are a few, what they make together: IL-6, IL6 and IL 6 all meet."""
    parts = tuple(_latin_parts(words))
    if not 1 < len(parts) <= _COMPOUND_PARTS:
        return parts
    return (*parts, (stem("".join(_WORD.findall(_without_accents(words.lower()))))[:_LONGEST_TOKEN], True))


def _latin_parts(words: str) -> Iterator[tuple[str, bool]]:
    for part in _WORD.findall(_without_accents(words.lower())):
        plain = part.removesuffix("'s").removesuffix("’s").replace("'", "").replace("’", "")
        yield stem(plain)[:_LONGEST_TOKEN], plain not in _EMPTY_EN


def _without_accents(words: str) -> str:
    if words.isascii():
        return words
    apart = unicodedata.normalize("NFD", words)
    return unicodedata.normalize("NFC", "".join(c for c in apart if unicodedata.category(c) != "Mn"))


@cache
def _sudachi() -> Any:  # the library has no types
    from sudachipy import Dictionary  # .2 s and 150 MB mapped: only for text that needs it

    return Dictionary()


class _PerThread(threading.local):
    """A Sudachi tokenizer may serve one thread at a time."""

    tokenizer: Any = None


_THREAD: Final = _PerThread()


def _japanese(stretch: str) -> Iterator[tuple[str, bool]]:
    from sudachipy import SplitMode

    if _THREAD.tokenizer is None:
        _THREAD.tokenizer = _sudachi().tokenizer(mode=SplitMode.C)
    for chunk in _CHUNKS.findall(stretch):
        for morpheme in _THREAD.tokenizer.tokenize(chunk):
            yield from _of_morpheme(morpheme, SplitMode.A)


def _of_morpheme(morpheme: Any, small: Any) -> Iterator[tuple[str, bool]]:
    kind = morpheme.part_of_speech()[0]
    if kind in {"補助記号", "空白", "記号"}:
        return
    whole = _clean(morpheme.normalized_form())
    if whole:
        yield whole, kind in _CONTENT and whole not in _EMPTY_JA
    parts = morpheme.split(small, add_single=False)
    for part in parts:
        token = _clean(part.normalized_form())
        if token:
            yield token, part.part_of_speech()[0] in _CONTENT and token not in _EMPTY_JA


@lru_cache(maxsize=65536)
def _clean(form: str) -> str:
    return _NOT_TOKEN.sub("", unicodedata.normalize("NFKC", form).lower())[:_LONGEST_TOKEN]
