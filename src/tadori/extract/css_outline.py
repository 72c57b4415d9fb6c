"""Cuts a style sheet down to the rules that could match in a part of a page.

In: a style sheet and the names (classes, ids, tags) in that part. Out: the sheet without the other rules. Sheets of a
megabyte are common, and nearly all of their rules name classes that the text of a page does not have. So rules are
found by their braces alone, and no regular expression reads the whole sheet: first its skeleton (what is left without
everything but quotes, brackets and line ends) is checked, so that no brace is in a string, an address, a comment or an
open bracket. A sheet that fails this check, or nests rules, is not cut but read whole by `stylesheets.py`.
"""

import re
from collections import defaultdict
from functools import lru_cache
from typing import Final

from tadori.extract.stylesheets import without_comments

_KEPT: Final = b"{}()[]\"'\\\n\r\f\x01"
_REST: Final = bytes(set(range(256)) - set(_KEPT))
# `url(` makes quotes and comments mean nothing, however its letters are written.
_URL_LETTER: Final = re.compile(rb"[uUrRlL]|0{0,4}(?:[57][25]|[46][cC])")
_STRING: Final = rb"\"[^\"\\{}\n\r\f]*+\"|'[^'\\{}\n\r\f]*+'"
# Within brackets a string holds no bracket: in an address without quotes it would not be a string. One that begins
# where its bracket does is a string anywhere.
_INNER_STRING: Final = rb"\"[^\"\\{}()\[\]\n\r\f]*+\"|'[^'\\{}()\[\]\n\r\f]*+'"


def _brackets(depth: int) -> bytes:
    """Brackets that are closed in order, up to `depth` within each other."""
    inner = rb"(?:[\n\r\f]|" + _INNER_STRING + (rb"|" + _brackets(depth - 1) if depth > 1 else b"") + rb")*+"
    return rb"(?:\(|\x01(?:" + _STRING + rb"))" + inner + rb"\)|\[" + inner + rb"\]"


# A bracket that closes nothing is nothing.
_SOUND: Final = re.compile(rb"(?:[{}\n\r\f)\]]++|" + _STRING + rb"|" + _brackets(5) + rb")*+")
_IDLE: Final = ("@font-face", "@page", "@counter-style", "@-ms-viewport", "@viewport")
# A word, then what narrows it down or stands in it, but nothing beside it and no other selector.
_LAST_WORD: Final = re.compile(
    r"\s*#?(-?[_a-zA-Z\u0080-\uffff][\w-]*+)"
    r"(?:[\w\s>:#*-]++|\([\w\s+:-]*+\)|\[[\w-]++(?:[*^$|~]?=[\"']?[\w\s-]*+[\"']?)?\])*+"
)
_NAMES: Final = re.compile(r"[.#](-?[_a-zA-Z\u0080-\uffff][\w-]*)")
_TAGS: Final = re.compile(r"(?:^|[\s>])([a-zA-Z][\w-]*)")
_BRACKETS: Final = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_HARD: Final = re.compile(r"[\\\"'()\[\]&]")
_BESIDE: Final = re.compile(r"[+~]")
# Parts of elements, and states of a page that somebody touches: no text stands in the one, nobody does the other.
_NO_ELEMENT: Final = re.compile(
    r"::|:(?:before|after|first-l|hover|focus|active|visited|target|-moz|-ms)", re.IGNORECASE
)
_MOMENTS: Final = frozenset({"from", "to"})
_FRAME: Final = re.compile(r"(?:[\d.]+%|from|to)(?:\s*,\s*(?:[\d.]+%|from|to))*+", re.IGNORECASE)
"""A moment of an animation stands where a selector would."""


class _Absent(dict[str, bool]):
    """Whether a selector with this last class cannot match; cached by class."""

    def __init__(self, names: set[str]) -> None:
        super().__init__()
        self._names = names | _MOMENTS

    def __missing__(self, ending: str) -> bool:
        found = _LAST_WORD.fullmatch(ending)
        # What follows the word, if anything, stands in it: it is in the line of elements, or nothing matches.
        absent = self[ending] = found is not None and found[1].lower() not in self._names
        return absent


class _Kept:
    """The part of a style sheet that is kept, and the blocks around the current rule."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.around: list[str] = []
        self._begun = 0
        """How many of the blocks around have been put into `parts`: the others hold nothing so far."""

    def open(self, before: str) -> str | None:
        """Go into the blocks that begin before a selector: the selector; `None` where one of them is a rule itself."""
        *blocks, last = before.split("{")
        for block in blocks:
            prelude = self._after_statements(block) if ";" in block else block
            self.around.append(prelude)
            if not _is_at_rule(prelude):
                return None
            if _could_name_a_layer(prelude):
                # The first to name a layer gives it its rank, even where nothing of it is kept.
                self.begin()
        return self._after_statements(last) if ";" in last else last

    def begin(self) -> None:
        """Put the blocks around into what is kept."""
        self.parts += [f"{block}{{" for block in self.around[self._begun :]]
        self._begun = len(self.around)

    def close(self) -> None:
        self.around.pop()
        if self._begun > len(self.around):
            self._begun -= 1
            self.parts.append("}")

    def _after_statements(self, text: str) -> str:
        statements, semicolon, rest = text.rpartition(";")
        self.begin()
        self.parts.append(statements + semicolon)
        return rest


def matching_part(css: str, names: set[str]) -> str | None:
    """A style sheet without the rules that cannot match where only `names` (classes, ids, tags, small letters) stand.

    `None` where rules cannot be told by their braces.
    """
    if "*" in css and "/*" in css:
        css = without_comments(css)
    plain, has_dots = _without_escapes(css.encode("utf-8", "replace"))
    if not _is_sound(plain):
        return None
    # What is open at the end of a sheet ends there.
    *chunks, rest = (css + "}" * (plain.count(b"{") - plain.count(b"}"))).split("}")
    if rest.strip():
        return None
    absent = defaultdict(bool) if has_dots else _Absent(names)
    kept = _Kept()
    for chunk in chunks:
        before, brace, body = chunk.rpartition("{")
        if not brace:
            if not kept.around or body.strip():
                return None
            kept.close()
            continue
        selector = kept.open(before) if "{" in before or ";" in before else before
        if selector is None:
            return None
        if absent[selector.rpartition(".")[2]] and ("," not in selector or _all_absent(selector, absent)):
            continue
        if _is_wanted(selector, names):
            kept.begin()
            kept.parts.append(f"{selector}{{{body}}}")
    return None if kept.around else "".join(kept.parts)


def _all_absent(selectors: str, absent: dict[str, bool]) -> bool:
    return all(absent[part.rpartition(".")[2]] for part in selectors.split(","))


@lru_cache(maxsize=4096)
def _is_at_rule(prelude: str) -> bool:
    return prelude.lstrip().startswith("@")


@lru_cache(maxsize=4096)
def _could_name_a_layer(prelude: str) -> bool:
    return "\\" in prelude or "layer" in prelude.lower()


def _is_wanted(selector: str, names: set[str]) -> bool:
    bare = selector.strip()
    if bare.startswith("@"):
        return not bare.startswith(_IDLE)
    if _FRAME.fullmatch(bare):
        # Of an animation, only the end is read.
        return "100" in bare or "to" in bare.lower()
    return could_match(bare, names)


def _without_escapes(css: bytes) -> tuple[bytes, bool]:
    """`css` without backslashes and what each of them escapes, and whether one is a dot, which then begins no class.

    A backslash that could be part of an `url` stays, and makes the sheet unsound.
    """
    first, *escaped = css.split(b"\\")
    if any(not text or _URL_LETTER.match(text) for text in escaped):
        return css, True
    return first + b"".join([text[1:] for text in escaped]), any(text[:1] == b"." for text in escaped)


def _is_sound(css: bytes) -> bool:
    """Whether every brace of a sheet without comments and escapes opens or closes a block."""
    if b"\x01" in css:
        return False
    if _SOUND.fullmatch(css.translate(None, _REST)):
        return True
    marked = css.replace(b'("', b'\x01"').replace(b"('", b"\x01'")
    return _SOUND.fullmatch(marked.translate(None, _REST)) is not None


def could_match(selectors: str, names: set[str]) -> bool:
    """Whether one of a list of selectors could match where only `names` (classes, ids, tags, small letters) stand."""
    bare = selectors.replace("/**/", "")
    if "(" in bare or "[" in bare:
        bare = _BRACKETS.sub("", _BRACKETS.sub("", bare))
    if _HARD.search(bare):
        return True
    return any(_part_could_match(part, names) for part in bare.split(","))


def _part_could_match(selector: str, names: set[str]) -> bool:
    if _NO_ELEMENT.search(selector):
        return False
    # What stands left of a sibling need not be around it; whatever else stands left of the last part is, and so among
    # what `names` were taken from.
    selector = _BESIDE.split(selector)[-1]
    return names.issuperset(map(str.lower, _NAMES.findall(selector))) and names.issuperset(
        map(str.lower, _TAGS.findall(selector))
    )
