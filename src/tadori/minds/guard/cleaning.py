"""Cleans outside text before a model sees it (§4.4.1 L2).

Comes in: any text. Goes out: the same words in plain characters, without invisible ones, without anything that looks
like Tadori's own tag or like the turn separators of a chat; and what was noticed. Nothing here judges what a text
means: an order to the reader is flagged and stays, as data. The archive keeps the original text.
"""

import html
import re
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from tadori.minds.requests import GuardFlag
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.normalise import normalised, strip_invisible
from tadori.text.orders import order_places

REMOVED: Final = "[removed]"
"""Replaces a tag or turn separator, so that the text on both sides cannot join into a new one."""
_MOST_ROUNDS: Final = 8
"""Nested entities: no honest page goes deeper than two."""

_ENTITY: Final = lazy_pattern(r"&(?:#[0-9]{1,8};?|#[xX][0-9a-fA-F]{1,7};?|[A-Za-z][A-Za-z0-9]{1,31};)")
_AMPERSANDS: Final = lazy_pattern(r"&(?:amp;|#0{0,5}38;|#[xX]0{0,5}26;)+", re.IGNORECASE)
_LINE_ENDS: Final = re.compile("\r\n?|[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_ACCENTS: Final = "\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u20d0-\u20ff"
_STACKED_ACCENTS: Final = lazy_pattern(f"([{_ACCENTS}]{{3}})[{_ACCENTS}]+")

# NFKC makes a space and a mark of these; after a letter of kana the mark belongs to the letter.
_VOICED: Final = {0x309B: 0x3099, 0x309C: 0x309A}

# Kinds of unseen characters. A joiner between two emoji is writing; between two Latin letters it hides a word.
_BIDI: Final = lazy_pattern("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+")
_HIDING: Final = lazy_pattern(
    "(?<=[A-Za-z])[\u00ad\u200b-\u200d\u2060-\u2064\ufeff]+(?=[A-Za-z])|[\U000e0000-\U000e007f]+"
)
_CONTROL: Final = lazy_pattern("[\x00-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f]+")
_NOTICED: Final = (("bidi_characters", _BIDI), ("hidden_characters", _HIDING), ("control_characters", _CONTROL))

# Letters of other scripts, and digits, that pass for the letters of the tag.
_ALIKE: Final = {
    "t": "tтτ7†",
    "a": "aаαᴀ4@",
    "d": "dԁᴅ",
    "o": "oоοσ0ᴏ",
    "r": "rгʀᴦ",
    "i": "iіιɪ1l|!",
    "l": "lіιʟ1i|!",
    "n": "nոηɴ",
    "c": "cсϲᴄ",
    "e": "eеεᴇ3",
}
_BETWEEN: Final = r"[\s._\-*'\"`~·•,/\\]{0,3}"
_DASH: Final = r"[\-_‐‑‒–—―−˗ー~]{1,3}"
_DIGITS: Final = r"(?:[0-9a-f]{8,}|[0-9a-f]{3,}(?![0-9a-z])|[0-9a-f](?:\s{1,2}[0-9a-f](?![0-9a-z])){2,})"
_OPEN: Final = r"[<\[{]"
_CLOSE: Final = r"[>\]}]"
_CHAT_MARK: Final = lazy_pattern(
    r"<\|[^<>|\n]{1,40}\|>|\[/?INST\]|<</?SYS>>|</?(?:s|bos|eos|unk|pad|mask|start_of_turn|end_of_turn|think|thinking"
    r"|tool_calls?|tool_response|function_calls?|system|assistant|user|human|instructions?)\s{0,3}/?>",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CleanedText:
    """What a model may see of a text, and what was noticed."""

    text: str
    noticed: tuple[GuardFlag, ...]
    """Invisible characters; positions are those of the original text."""
    flags: tuple[GuardFlag, ...]
    """Tags, turn separators, orders to the reader; positions are those of `text`."""


def clean_text(text: str, where: str = "text") -> CleanedText:
    """`text` in plain visible characters, without look-alikes of our tags."""
    plain, deep = _plain(text)
    noticed = _noticed(text, where)
    if deep:
        noticed.append(GuardFlag(rule="nested_entities", where=where, start=0, end=len(text)))
    made, removed = _without_marks(plain)
    flags = [GuardFlag(rule=rule, where=where, start=start, end=end) for rule, start, end in removed]
    flags += [GuardFlag(rule=one.rule, where=where, start=one.start, end=one.end) for one in order_places(made)]
    return CleanedText(text=made, noticed=tuple(noticed), flags=tuple(flags))


def _noticed(text: str, where: str) -> list[GuardFlag]:
    if strip_invisible(text) == text:
        return []
    return [_over_all(rule, pattern, text, where) for rule, pattern in _NOTICED if pattern.search(text)]


def plain(text: str) -> str:
    """`text` with entities decoded, compatibility forms made plain, and invisible characters removed."""
    return _plain(text)[0]


def _plain(text: str) -> tuple[str, bool]:
    """The plain text, and whether entities were nested deeper than anybody writes them."""
    text = _visible(text.encode(errors="replace").decode())
    for _ in range(_MOST_ROUNDS):
        if "&" not in text:
            return text, False
        # What a decoded entity brings may be unseen or wide, and may make the next entity whole.
        decoded = _visible(_ENTITY.sub(_decoded, _AMPERSANDS.sub("&", text)))
        if decoded == text:
            return text, False
        text = decoded
    # An ampersand that stands alone is the end of it: cleaning again changes nothing.
    return _ENTITY.sub(lambda match: f"& {match[0][1:]}", text), True


def _decoded(entity: re.Match[str]) -> str:
    return html.unescape(entity[0] if entity[0].endswith(";") else f"{entity[0]};")


def _visible(text: str) -> str:
    lines = _LINE_ENDS.sub("\n", text)
    if lines.isascii():
        return strip_invisible(lines)
    voiced = _voiced(lines)
    once = _composed(voiced)
    # Twice: taking a character out may bring two together that compose.
    return _STACKED_ACCENTS.sub(r"\1", once if once == voiced else _composed(once))


def _voiced(text: str) -> str:
    return text.translate(_VOICED) if "\u309b" in text or "\u309c" in text else text


def _composed(text: str) -> str:
    return _without_format(strip_invisible(normalised("NFKC", text)))


def _without_format(text: str) -> str:
    """Without surrogates, non-characters, and format characters that `strip_invisible` does not cover."""
    odd = {one for one in set(text) if _is_odd(one)}
    return text.translate({ord(one): None for one in odd}) if odd else text


@lru_cache(maxsize=16384)
def _is_odd(one: str) -> bool:
    is_none = "\ufdd0" <= one <= "\ufdef" or ord(one) & 0xFFFE == 0xFFFE
    return is_none or unicodedata.category(one) in {"Cf", "Cs"}


def _over_all(rule: str, pattern: re.Pattern[str], text: str, where: str) -> GuardFlag:
    """One flag for all places of a kind: from the first to the last."""
    places = [match.span() for match in pattern.finditer(text)]
    return GuardFlag(rule=rule, where=where, start=places[0][0], end=places[-1][1])


def _without_marks(text: str) -> tuple[str, list[tuple[str, int, int]]]:
    """Without tags and turn separators; for each its rule and where `REMOVED` is now."""
    found: list[tuple[str, int, int]] = []
    parts: list[str] = []
    last = length = 0
    for rule, start, end in _marks(text):
        parts += [text[last:start], REMOVED]
        length += start - last + len(REMOVED)
        found.append((rule, length - len(REMOVED), length))
        last = end
    made = "".join([*parts, text[last:]])
    if not _names_a_tag(text):
        return made, found
    # A word with a dash is a word: it loses the dash only, and the model never sees how a tag begins.
    return tag_word().sub(lambda match: f"{match[1]}{' ' * (len(match[0]) - len(match[1]))}", made), found


def _marks(text: str) -> list[tuple[str, int, int]]:
    """Tags and turn separators in order, none inside another."""
    found = [("tag", *match.span()) for match in tag_look_alike().finditer(text)] if _names_a_tag(text) else []
    found += [("turn_mark", *match.span()) for match in _CHAT_MARK.finditer(text)]
    apart: list[tuple[str, int, int]] = []
    for rule, start, end in sorted(found, key=lambda one: (one[1], -one[2])):
        if not apart or start >= apart[-1][2]:
            apart.append((rule, start, end))
    return apart


def _names_a_tag(text: str) -> bool:
    """Whether a tag's name occurs at all: a quick check before the slow patterns."""
    return _tag_name().search(text) is not None


@cache
def _tag_name() -> re.Pattern[str]:
    return re.compile(f"{_spelled('tadori')}|{_spelled('lancet')}", re.IGNORECASE)


@cache
def tag_look_alike() -> re.Pattern[str]:
    """What could pass for a fence tag: its name and dash, however spelled, with hex digits or in brackets."""
    name = f"(?:{_spelled('tadori')}|{_spelled('lancet')})"
    dash = rf"{_BETWEEN}{_DASH}"
    return re.compile(
        rf"{_OPEN}{{0,3}}/?{name}{dash}"
        rf"(?:\s{{0,3}}{_DIGITS}(?:\s?{_CLOSE}{{1,3}})?|[^\s>\]}}]{{0,64}}{_CLOSE}{{1,3}})"
        rf"|{_OPEN}{{1,3}}/?{name}{dash}",
        re.IGNORECASE,
    )


@cache
def tag_word() -> re.Pattern[str]:
    """The name of a tag with its dash, as an ordinary word may contain it."""
    return re.compile(rf"({_spelled('tadori')}|{_spelled('lancet')}){_DASH}", re.IGNORECASE)


def _spelled(name: str) -> str:
    return _BETWEEN.join(f"[{re.escape(_ALIKE[letter])}]" for letter in name)
