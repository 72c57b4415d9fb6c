"""Splits a text into sentences with exact offsets.

Comes in: a text and its language. Goes out: spans without outer white space, in order, that together cover every
visible character. Japanese and English punctuation is recognised in either language, because pages mix them. One pass
with bounded look-around: linear time.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from tadori.model.ids import JA, Lang

_LONGEST_BRACKET: Final = 400
"""A bracket still open after so many characters was never meant to be closed."""
_LOOK_BACK: Final = 24
_WRAPPED_LINES: Final = 3
_NARROWEST: Final = 45
_NARROWEST_JAPANESE: Final = 20
_WIDEST: Final = 120
_KINSOKU: Final = 3
"""Characters a Japanese line may fall short, so that no mark starts the next line."""
_BLANK_LINE: Final = re.compile(r"\n[^\S\n]*\n\s*")
_ITEM: Final = re.compile(r"\s*(?:[-*•・●○■□◆◇▪–—>|#]|\(?\d{1,3}[.)）]|[①-⑳])")
_OPENERS: Final = "「『（(〈《【［[“"
_CLOSERS: Final = "」』）)〉》】］]”"
_MARK: Final = re.compile(r"[。｡！？!?．.…‥]+|\n+|[「『（(〈《【［\[“]|[」』）)〉》】］\]”]")
_AFTER_END: Final = re.compile(r"[\"'’”」』）)〉》】］\]]{0,8}(?:\[\d{1,3}\]){0,8}")
_SPACE: Final = re.compile(r"[^\S\n]*")
_VISIBLE: Final = re.compile(r"\S")
_WORD_BEFORE: Final = re.compile(r"[^\s(（「『\[“\"']+$")
_WORD_AFTER: Final = re.compile(r"[\"'“‘(\[]{0,3}([^\W\d_]{1,15})")
_JAPANESE: Final = re.compile("[ぁ-ヿ㐀-鿿々〆〇ｦ-ﾝ]")
# What follows a closed quotation when the sentence goes on: 「……。」と述べた。
_GOES_ON: Final = re.compile("[とっなのがをにはもへでやかだ、，,。．.：:;；・」』）)]")
# Never the end of a sentence, whatever follows.
_LEADS_ON: Final = frozenset(
    "dr mr mrs ms mx prof st mt ft gen sen rep gov rev hon pres capt lt col sgt cpl maj adm cmdr vs v cf e.g i.e eg ie"
    " fig figs eq eqs no nos vol vols pp p ch sec sect art ref refs ed eds trans approx ca viz al jan feb mar apr jun"
    " jul aug sep sept oct nov dec mme mlle".split()
)
# The end of a sentence only when a new one plainly starts.
_MAY_END: Final = frozenset(
    "etc inc ltd co corp llc plc bros jr sr esq u.s u.k u.n e.u u.s.a d.c ph.d m.d b.a m.a b.c a.d a.m p.m dept univ"
    " est ave blvd rd".split()
)
_STARTERS: Final = frozenset(
    "the a an in on at it its he she his her they their this that these those there we our i you your but and or so"
    " however although though while when where what who why how if as after before since during for from with by under"
    " over both each some many most all no not yet then thus also another other one two three".split()
)


@dataclass(frozen=True, slots=True)
class TextSpan:
    """`text[start:end]`, in code points."""

    start: int
    end: int


def sentences(text: str, lang: Lang) -> list[TextSpan]:
    """The sentences of `text`, each trimmed of outer white space; none for a text of white space only."""
    spans: list[TextSpan] = []
    start = 0
    for end in [*_ends(text, lang), len(text)]:
        first = _VISIBLE.search(text, start, end)
        if first:
            spans.append(TextSpan(first.start(), start + len(text[start:end].rstrip())))
        start = max(start, end)
    return spans


def _ends(text: str, lang: Lang) -> Iterator[int]:
    """Where sentences end, ascending. Ends inside a bracket are held back until the bracket closes."""
    open_marks: list[str] = []
    opened_at = 0
    waiting: list[int] = []
    last = 0
    wraps = _wraps(text)
    for mark in _MARK.finditer(text):
        if mark.start() < last or mark.start() in wraps:
            continue
        head = mark.group()[0]
        # A bracket that never closes must not swallow the rest of the text.
        if open_marks and (head == "\n" or mark.start() - opened_at > _LONGEST_BRACKET):
            yield from waiting
            open_marks.clear()
            waiting.clear()
        if head in _OPENERS:
            opened_at = opened_at if open_marks else mark.start()
            open_marks.append(head)
            continue
        end = _end_at_closer(text, mark, open_marks, waiting) if head in _CLOSERS else _end_at(text, mark, lang, wraps)
        if end is None:
            continue
        if open_marks:
            waiting.append(end)
        else:
            yield end
            last = end
    yield from waiting


def _end_at_closer(text: str, mark: re.Match[str], open_marks: list[str], waiting: list[int]) -> int | None:
    """A closing bracket ends a sentence when the text inside did and the sentence does not go on after it."""
    if not open_marks:
        return None
    if _OPENERS.index(open_marks[-1]) == _CLOSERS.index(mark.group()):
        open_marks.pop()
    if open_marks:
        return None
    inner_ended = bool(waiting) and waiting[-1] >= mark.start()
    waiting.clear()
    after = _SPACE.match(text, mark.end())
    position = after.end() if after else mark.end()
    return mark.end() if inner_ended and not _GOES_ON.match(text, position) and not _lower(text, position) else None


def _end_at(text: str, mark: re.Match[str], lang: Lang, wraps: frozenset[int]) -> int | None:
    """The end of the sentence that `mark` closes, or None when the sentence goes on."""
    head = mark.group()[0]
    if head == "\n":
        return mark.end() if _line_ends(text, mark) else None
    tail = _AFTER_END.match(text, mark.end())
    end = tail.end() if tail else mark.end()
    if head in "。｡！？":
        inside_quote = end > mark.end() and _JAPANESE.match(text, mark.start() - 1)
        return mark.end() if inside_quote else end
    if head in "．…‥" or (mark.start() and _JAPANESE.match(text, mark.start() - 1)):
        return _end_of_wide(text, mark, lang)
    following = _after_space(text, end, wraps)
    if following == len(text) or text[following] == "\n":
        return end
    if following == end or _lower(text, following):
        return None
    return end if "." not in mark.group() or _stop_ends(text, mark, following) else None


def _after_space(text: str, position: int, wraps: frozenset[int]) -> int:
    """Where the next visible character or line break stands; a break inside a wrapped paragraph is a space."""
    space = _SPACE.match(text, position)
    after = space.end() if space else position
    return _after_space(text, after + 1, frozenset()) if after in wraps else after


def _wraps(text: str) -> frozenset[int]:
    """The line breaks that only wrap a paragraph into lines of even width, as in a plain text file or a mail."""
    found: list[int] = []
    start = 0
    for paragraph in _BLANK_LINE.split(text) if "\n" in text else []:
        lines = paragraph.split("\n")
        start = text.index(paragraph, start)
        if _is_wrapped(lines):
            found += (place for place in _breaks(lines, start))
        start += len(paragraph)
    return frozenset(found)


def _breaks(lines: Sequence[str], start: int) -> Iterator[int]:
    for line in lines[:-1]:
        start += len(line)
        yield start
        start += 1


def _is_wrapped(lines: Sequence[str]) -> bool:
    """Whether every line but the last is full: the next line's first word would not have fitted."""
    width = max(map(len, lines))
    narrowest = _NARROWEST_JAPANESE if _JAPANESE.search(lines[0]) else _NARROWEST
    if len(lines) < _WRAPPED_LINES or not narrowest <= width <= _WIDEST:
        return False
    return all(len(a) + _head_width(b) >= width for a, b in pairwise(lines)) and not any(map(_ITEM.match, lines[1:]))


def _head_width(line: str) -> int:
    """The width of a line's first unbreakable unit; in Japanese a few characters."""
    word = line.split(maxsplit=1)[0] if line.strip() else ""
    return _KINSOKU if _JAPANESE.search(word) else len(word) + 1


def _end_of_wide(text: str, mark: re.Match[str], lang: Lang) -> int | None:
    """．, … or an ASCII mark behind a Japanese character: ends a sentence unless a number or the sentence goes on."""
    following = text[mark.end() : mark.end() + 1]
    if following.isdigit() or _GOES_ON.match(following):
        return None
    if mark.group()[0] in "…‥":
        return mark.end() if following.isspace() and lang != JA and not _lower(text, mark.end() + 1) else None
    return mark.end()


def _line_ends(text: str, mark: re.Match[str]) -> bool:
    """Whether a line break ends the sentence; a wrapped line goes on in lower case or after a comma."""
    if len(mark.group()) > 1 or not mark.start():
        return True
    first = _VISIBLE.search(text, mark.end(), mark.end() + 80)
    return text[mark.start() - 1] not in ",、，" and not (first and _lower(text, first.start()))


def _lower(text: str, position: int) -> bool:
    return text[position : position + 1].islower()


def _stop_ends(text: str, mark: re.Match[str], following: int) -> bool:
    """Whether a full stop before a space is one, and not part of an abbreviation, an initial or a list number."""
    if len(mark.group()) > 1:
        return True
    before = _WORD_BEFORE.search(text, max(0, mark.start() - _LOOK_BACK), mark.start())
    word = before.group() if before else ""
    lower = word.lower()
    if lower in _LEADS_ON:
        return lower in {"no", "art", "al"} and _starts(text, following)
    if lower in _MAY_END or (len(word) == 1 and word.isupper()) or re.fullmatch(r"(?:[a-z]\.)+[a-z]", lower):
        return _starts(text, following)
    line_start = before is not None and (before.start() == 0 or text[before.start() - 1] == "\n")
    return not (line_start and word.isdigit() and len(word) <= 3)


def _starts(text: str, position: int) -> bool:
    """Whether a word that opens sentences stands at `position`."""
    word = _WORD_AFTER.match(text, position)
    return word is not None and word.group(1).lower() in _STARTERS
