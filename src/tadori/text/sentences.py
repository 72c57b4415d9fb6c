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
from tadori.text.full_stops import ellipsis_ends, stop_ends

_LONGEST_BRACKET: Final = 400
"""A bracket still open after so many characters was never meant to be closed."""
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
_JAPANESE: Final = re.compile("[ぁ-ヿ㐀-鿿々〆〇ｦ-ﾝ]")
# What follows a closed quotation when the sentence goes on: 「……。」と述べた。
_GOES_ON: Final = re.compile("[とっなのがをにはもへでやかだ、，,。．.：:;；・」』）)]")
_DASH_NEXT: Final = re.compile(r"\s?[—–―]\s")
_PARTICLE: Final = re.compile("[をがはのにへもで]|と(?!はいえ|ころ|りわけ|いうの)|から|まで")
# What a bracket stands behind when the sentence goes on after it: 黒に（真っ黒です。）したかった。
_GOES_ON_BEFORE: Final = re.compile(r"[にをがはとのもへや、]\s?$")


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
    opened_at = 0  # the outermost open bracket
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
        end = (
            _end_at_closer(text, mark, open_marks, waiting, opened_at)
            if head in _CLOSERS
            else _end_at(text, mark, lang, wraps)
        )
        if end is None:
            continue
        if open_marks:
            waiting.append(end)
        else:
            yield end
            last = end
    yield from waiting


def _end_at_closer(
    text: str, mark: re.Match[str], open_marks: list[str], waiting: list[int], opened_at: int
) -> int | None:
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
    if not inner_ended or _GOES_ON.match(text, position) or _lower(text, position):
        return None
    within = text[opened_at] in "（(" and _GOES_ON_BEFORE.search(text, max(0, opened_at - 2), opened_at)
    return None if within else mark.end()


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
    if _DASH_NEXT.match(text, end) and head != ".":
        return None
    if end > mark.end() and _PARTICLE.match(text, following):
        return None  # 先頭の "." ともマッチする
    if mark.group() == ".":
        return end if stop_ends(text, mark.start(), following) else None
    return end if mark.group().strip(".") or ellipsis_ends(text, mark.start(), following) else None


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
    if following.isdigit() or _DASH_NEXT.match(text, mark.end()) or _GOES_ON.match(following):
        return None
    if mark.group() == "." and following.isascii() and following.isalnum():
        return None  # パッケージ名.preinst
    if mark.group()[0] in "…‥" or (len(mark.group()) > 1 and not mark.group().strip(".")):
        return _end_of_dots(text, mark) if lang != JA else None
    return mark.end()


def _end_of_dots(text: str, mark: re.Match[str]) -> int | None:
    """… in English: ends a sentence before a capital, where it does not stand for something left out."""
    tail = _AFTER_END.match(text, mark.end())
    end = tail.end() if tail else mark.end()
    if not text[end : end + 1].isspace() or _lower(text, end + 1):
        return None
    return end if end > mark.end() or ellipsis_ends(text, mark.start(), end + 1) else None


def _line_ends(text: str, mark: re.Match[str]) -> bool:
    """Whether a line break ends the sentence; a wrapped line goes on in lower case or after a comma."""
    if len(mark.group()) > 1 or not mark.start():
        return True
    first = _VISIBLE.search(text, mark.end(), mark.end() + 80)
    return text[mark.start() - 1] not in ",、，" and not (first and _lower(text, first.start()))


def _lower(text: str, position: int) -> bool:
    return text[position : position + 1].islower()
