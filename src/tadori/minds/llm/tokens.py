"""Estimates the number of tokens of a text without a tokenizer, for reserving tokens before a model is called.

Comes in: text, Japanese, English or code. Goes out: an estimate that errs upwards. Every model tokenizes differently;
the weights were fitted to the byte-pair vocabulary of SmolLM2 (49 152 entries), which is small and knows little
Japanese, so models with larger vocabularies need fewer. `tests/gates/gate_tokens.py` measures the error. The overhead
of a chat message is not in it: that is `PER_MESSAGE`.
"""

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

PER_MESSAGE = 8
"""Tokens for roles and separators of a message: SmolLM2's chat template takes 5; others get some room."""

_HUNDREDTH = 100
_WORDS = re.compile(r"[A-Z]{2,}(?![a-z])|[A-Z][a-z]+|[A-Z]|[a-z]+")
_BLANKS = re.compile(r"(?P<spaces> {2,})|(?P<lines>[\r\n]+)")
_KINDS = re.compile(
    r"(?P<elsewhere>[A-Za-z \r\n])|(?P<digit>[0-9])|(?P<tab>\t)|(?P<mark>[!-/:-@\[-`{-~])"
    r"|(?P<hiragana>[\u3041-\u309f])|(?P<katakana>[\u30a0-\u30ff])|(?P<kanji>[\u3400-\u9fff\u3005\u3006])"
    r"|(?P<wide_mark>[\u2010-\u2027\u3001-\u3004\u3007-\u303f])|(?P<wide_space>\u3000)"
)
# In hundredths of a token, so that the same text has the same estimate on every machine.
_EACH = {
    "digit": 115,
    "elsewhere": 0,
    "tab": 100,
    "mark": 90,
    "hiragana": 175,
    "katakana": 190,
    "kanji": 212,
    "wide_mark": 165,
    "wide_space": 200,
}
# A run of blanks is one token while it is short: what the first two cost, and each after them.
_RUNS = {"spaces": (60, 4), "lines": (100, 35)}
_WORD, _NAME = 115, 145
# Common words are one token however long they are; rare ones and made-up strings are cut every two or three letters.
_LETTERS_FREE, _LETTER_OF_LONG = 6, 14
_LETTERS_OF_A_WORD, _LETTER_OF_A_STRING = 14, 80
_CAPITAL = 45
_OTHER_BYTE = 100


def estimate_tokens(text: str) -> int:
    """Tokens of `text`, rather too many than too few; 0 for no text. A longer text never has fewer."""
    # Words and blanks by the run, everything else by the character: each kind of character is counted at once.
    hundredths = sum(map(_of_word, _WORDS.findall(text)))
    hundredths += sum(_of_blanks(match) for match in _BLANKS.finditer(text))
    hundredths += sum(count * _of_character(character) for character, count in Counter(text).items())
    return -(-hundredths // _HUNDREDTH)


def estimate_messages(texts: Iterable[str]) -> int:
    """Tokens of a prompt made of these messages, with the overhead of each."""
    return sum(estimate_tokens(text) + PER_MESSAGE for text in texts)


@lru_cache(maxsize=8192)
def _of_word(word: str) -> int:
    length = len(word)
    if length > 1 and word.isupper():
        return _NAME + _CAPITAL * (length - 1)
    long = min(max(0, length - _LETTERS_FREE), _LETTERS_OF_A_WORD - _LETTERS_FREE)
    return (
        (_NAME if word[0].isupper() else _WORD)
        + _LETTER_OF_LONG * long
        + _LETTER_OF_A_STRING * max(0, length - _LETTERS_OF_A_WORD)
    )


def _of_blanks(match: re.Match[str]) -> int:
    two, each = _RUNS[match.lastgroup or "spaces"]
    return two + each * max(0, match.end() - match.start() - 2)


@lru_cache(maxsize=8192)
def _of_character(character: str) -> int:
    if kind := _KINDS.fullmatch(character):
        return _EACH[kind.lastgroup or "elsewhere"]
    # Scripts and signs that few models know fall apart into their bytes (a lone surrogate has no UTF-8: three).
    return _OTHER_BYTE * len(character.encode("utf-8", "surrogatepass"))
