"""Words and numbers that are written without Japanese characters, as tokens.

Comes in: one run of letters, digits and what may join them (`IL-6`, `1,400.50`, `U.S`, `Kennedy's`), as it stands in
a text. Goes out: its tokens, each with whether it carries content. Runs repeat, so their tokens are remembered.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from tadori.text.normalise import normalised
from tadori.text.stem import stem

Marked = tuple[str, bool]
"""A token, and whether it carries content."""

LONGEST_TOKEN: Final = 64
_DOTTED: Final = re.compile(r"[^\W\d_](?:\.[^\W\d_])+")
# A whole number that letters follow is part of a compound (10mg, 5-HT); one with separators never is (3.5mg).
_PIECE: Final = re.compile(
    r"\d{1,3}(?:,\d{3})++(?!\d)(?:\.\d++)?+|\d++\.\d++|\d++(?![^\W_]|[-‐‑–/][^\W\d_])"
    r"|[^\W_]++(?:[-‐‑–/'’][^\W_]++)*+"
)
_WORD: Final = re.compile(r"[^\W\d_]++(?:['’][^\W\d_]++)*+|\d++")
_COMPOUND_PARTS: Final = 4
_EMPTY: Final = frozenset(
    "a about above after again against all also am an and any are as at be because been before being below between both"
    " but by can could did do does doing down during each few for from further had has have having he her here hers"
    " herself him himself his how i if in into is it its itself just me more most my myself no nor not now of off on"
    " once only or other our ours ourselves out over own same she should so some such than that the their theirs them"
    " themselves then there these they this those through to too under until up very was we were what when where which"
    " while who whom whose why will with would you your yours yourself yourselves s t dont didnt doesnt isnt"
    " wasnt arent werent hasnt havent hadnt wont wouldnt shouldnt couldnt cant cannot im ive youre"
    " theyre weve thats".split()
)


@lru_cache(maxsize=32768)
def latin_tokens(run: str) -> tuple[Marked, ...]:
    """The tokens of `run`."""
    lower = _without_accents(run.lower())
    if _DOTTED.fullmatch(lower):
        return ((lower.replace(".", ""), True),)
    return tuple(marked for piece in _PIECE.findall(lower) for marked in _of_piece(piece))


def _of_piece(piece: str) -> Iterator[Marked]:
    """The parts of `piece` and, where there are a few, what they make together: IL-6, IL6 and IL 6 all meet."""
    if piece[0].isdigit() and piece.replace(",", "").replace(".", "").isdigit():
        yield _number(piece), True
        return
    parts = _WORD.findall(piece)
    for part in parts:
        plain = part.removesuffix("'s").removesuffix("’s").replace("'", "").replace("’", "")
        yield stem(plain)[:LONGEST_TOKEN], plain not in _EMPTY
    if 1 < len(parts) <= _COMPOUND_PARTS:
        yield stem("".join(parts).replace("'", "").replace("’", ""))[:LONGEST_TOKEN], True


def _number(words: str) -> str:
    """1,400.50 as 1400.5: as Sudachi writes it."""
    plain = words.replace(",", "")
    return (plain.rstrip("0").rstrip(".") if "." in plain else plain)[:LONGEST_TOKEN]


def _without_accents(words: str) -> str:
    if words.isascii():
        return words
    apart = normalised("NFD", words)
    return normalised("NFC", "".join(c for c in apart if unicodedata.category(c) != "Mn"))
