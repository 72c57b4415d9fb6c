"""A text as it is compared, with the way back to the text as it was written.

Comes in: any text. Goes out: a `TextView`, each of whose characters knows where it stood. Characters that nobody sees
are left out, compatibility forms are made plain, letter case is folded where asked. What is found in a view can be
masked in the text.
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
    """`text[i]` comes from the character at `places[i]` of what was written."""

    text: str
    places: "array[int]"

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where the characters `start` to `end` of the view (not an empty stretch) stand in the text as written."""
        one, other = self.places[start], self.places[end - 1]
        return min(one, other), max(one, other) + 1

    def backwards(self) -> "TextView":
        return TextView(text=self.text[::-1], places=self.places[::-1])


def as_words(text: str) -> TextView:
    """Letter case folded, each run of white space one space; for looking up phrases in NFKC text."""
    view = _view(text, _word)
    kept = [n for n, one in enumerate(view.text) if one != " " or (n > 0 and view.text[n - 1] != " ")]
    if len(kept) == len(view.text):
        return view
    return TextView(text="".join(view.text[n] for n in kept), places=array("q", (view.places[n] for n in kept)))


def as_letters(text: str) -> TextView:
    """Letters and digits only, case and composition made equal: the same whatever stands between the letters."""
    return _view(text, _letters)


def as_written(text: str) -> TextView:
    """Widths made plain and unseen characters left out; case and white space as they are."""
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
    """A character in its plain form; empty when nobody sees it."""
    return strip_invisible(normalised("NFKC", strip_invisible(written)))


@lru_cache(maxsize=_CHARACTERS)
def _word(written: str) -> str:
    return "".join(" " if one.isspace() else one.casefold() for one in plain(written))


@lru_cache(maxsize=_CHARACTERS)
def _letters(written: str) -> str:
    apart = normalised("NFKD", plain(written)).casefold()
    return "".join(one for one in apart if one.isalnum() or unicodedata.combining(one))
