"""A normalised view of a text, with a map back to the original.

Comes in: any text. Goes out: a `TextView`, each of whose characters knows its original position. Invisible characters
are left out, compatibility forms made plain, letter case folded on request. What is found in a view can be masked in
the original.
"""

import unicodedata
from array import array
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from tadori.text.normalise import normalised, strip_invisible

_CHARACTERS = 16384


@dataclass(frozen=True, slots=True, kw_only=True)
class TextView:
    """`text[i]` comes from the character at `places[i]` of the original."""

    text: str
    places: "array[int]"

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where the characters `start` to `end` (not empty) of the view are in the original."""
        one, other = self.places[start], self.places[end - 1]
        return min(one, other), max(one, other) + 1

    def backwards(self) -> "TextView":
        return TextView(text=self.text[::-1], places=self.places[::-1])


def as_words(text: str) -> TextView:
    """Letter case folded, white space collapsed; for finding phrases in NFKC text."""
    view = _view(text, _word)
    kept = [n for n, one in enumerate(view.text) if one != " " or (n > 0 and view.text[n - 1] != " ")]
    if len(kept) == len(view.text):
        return view
    return TextView(text="".join(view.text[n] for n in kept), places=array("q", (view.places[n] for n in kept)))


def as_letters(text: str) -> TextView:
    """Letters and digits only, case and composition unified: the same whatever is between the letters."""
    return _view(text, _letters)


def as_written(text: str) -> TextView:
    """Widths made plain and invisible characters left out; case and white space unchanged."""
    return _view(text, plain)


def _view(text: str, made_of: Callable[[str], str]) -> TextView:
    if text.isascii():
        # One character for one: nothing has to be counted.
        made = [made_of(one) for one in text]
        return TextView(text="".join(made), places=array("q", (n for n, one in enumerate(made) if one)))
    found: list[str] = []
    places = array("q")
    for place, written in enumerate(text):
        made_here = made_of(written)
        found.append(made_here)
        places.extend([place] * len(made_here))
    return TextView(text="".join(found), places=places)


@lru_cache(maxsize=_CHARACTERS)
def plain(written: str) -> str:
    """A character in its plain form; empty when it is invisible."""
    return strip_invisible(normalised("NFKC", strip_invisible(written)))


@lru_cache(maxsize=_CHARACTERS)
def _word(written: str) -> str:
    return "".join(" " if one.isspace() else one.casefold() for one in plain(written))


@lru_cache(maxsize=_CHARACTERS)
def _letters(written: str) -> str:
    apart = normalised("NFKD", plain(written)).casefold()
    return "".join(one for one in apart if one.isalnum() or unicodedata.combining(one))
