"""Finds which characters of a text lie inside quotation marks, ja and en.

Comes in: any text, possibly cut off in the middle of a quotation. Goes out: the outermost quotations, in order, with
their marks. Apostrophes, inches and marks inside code are none. A quotation that is never closed reaches to the end of
its paragraph, and a closing mark that was never opened back to the beginning of it: what may be speech is taken for
speech. Does not say who speaks (`text/speakers.py`).
"""

from dataclasses import dataclass
from typing import Final

from tadori.text.lazy_pattern import lazy_pattern


@dataclass(frozen=True, slots=True, kw_only=True)
class QuotedSpan:
    """`text[start:end]`, marks included."""

    start: int
    end: int
    opened: bool = True
    """False where the opening mark is missing: the text began inside the quotation."""
    closed: bool = True
    sure: bool = True
    """False where the closing mark may be an apostrophe: `the students'`."""
    kind: str = '"'
    """The opening mark: one of `"“«「『'`."""


QUOTE_FILLER: Final = "\ue000"
"""Stands for each character of a quotation in a masked text."""

_OPENS: Final = {"“": "“", "„": "“", "‟": "“", "«": "«", "「": "「", "『": "『", "｢": "「", "‘": "'", "〝": "“"}
_CLOSES: Final = {"”": "“", "»": "«", "」": "「", "』": "『", "｣": "「", "〟": "“"}
_MARKS: Final = lazy_pattern("[\"“”„‟«»「」『』｢｣〝〟‘’'＂]")
# Marks in code are passed over: `x = "1"`, name="value", \\".
_CODE: Final = lazy_pattern(r"\"\\\"|`[^`\n]{1,200}`|(?<=\w)=\"[^\"\n]{0,200}\"|\\[\"']")
_PARAGRAPH_ENDS: Final = frozenset(".!?。！？」”\"'\n")
_CODE_SIGNS: Final = ("`", '="', "\\")
# Before an opening mark: nothing, white space, a bracket, a dash, another opening mark.
_BEFORE_OPENER: Final = frozenset("、，・は \t\n\r\u3000\xa0([{（［—–-:/“‘「『\"'")
_AFTER_CLOSER: Final = frozenset(" \t\n\r\u3000\xa0)]}）］—–-:;,.!?/”’」』\"'、。")
_ENDS: Final = frozenset(".,!?…;。！？")
# Words that begin with an apostrophe: 'em, '90s, 'til, rock 'n' roll.
_CLIPPED: Final = lazy_pattern(r"(?:\d\d?s?|em|til|till|twas|tis|cause|n|bout|round|cos|neath)(?![^\W_])")
_INCHES: Final = lazy_pattern(r"(?<![\d.,])\d{1,2}(?:\.\d{1,2})?$")  # a 19" rack; 2020" closes a quotation
# the" Title" series: two marks in a row that look like closing ones, so the first of them opens.
_GLUED: Final = lazy_pattern(r"\"\s[^\"\n]{0,100}[^\s\"(\[—–-]\"(?=[\s)\],.;:!?]|$)")
_SAYING: Final = lazy_pattern(
    r"(?i:\b(?:said|says?|told|\w+ed|\w+ing|wrote|writes|asks|adds|that|reads?|goes|went|thought|was|is)$)|[はがとも]$"
)
_SENTENCE_BREAK: Final = lazy_pattern(r"[a-z)][.!?]\s+[A-Z]|[。！？]|\n\n")
_LONGEST_ACROSS: Final = 1500
"""A quotation that is closed further away than this was closed by another one's mark."""
_MOST_UNCLOSED: Final = 12
"""Marks that are never closed and still looked behind; what follows more of them counts as quoted."""


def quoted_spans(text: str) -> tuple[QuotedSpan, ...]:
    """The outermost quotations of `text`, in order; they never overlap."""
    if _MARKS.search(text) is None:
        return ()
    plain = text
    if any(sign in text for sign in _CODE_SIGNS):
        plain = _CODE.sub(lambda code: "_" * len(code[0]), text)
    reader = _Reader(plain)
    position: int | None = 0
    for _ in range(_MOST_UNCLOSED):
        for mark in _MARKS.finditer(plain, position or 0):
            reader.read(mark[0], mark.start())
        position = reader.abandon()
        if position is None:
            return reader.found
    return (*reader.found, QuotedSpan(start=position or 0, end=len(text), closed=False))


def mask_quotations(text: str, spans: tuple[QuotedSpan, ...]) -> str:
    """`text`, of the same length, with every character of `spans` replaced by `QUOTE_FILLER`."""
    parts, position = [], 0
    for span in spans:
        parts += [text[position : span.start], QUOTE_FILLER * (span.end - span.start)]
        position = span.end
    return "".join([*parts, text[position:]])


def paragraph_end(text: str, position: int) -> int:
    """Where the paragraph around `position` ends: before a blank line, or a line break behind a full stop."""
    place = text.find("\n", position)
    while place >= 0:
        if _ends_paragraph(text, place):
            return place
        place = text.find("\n", place + 1)
    return len(text)


def paragraph_start(text: str, position: int) -> int:
    """Where the paragraph around `position` begins."""
    place = text.rfind("\n", 0, position)
    while place >= 0:
        if _ends_paragraph(text, place):
            return place + 1
        place = text.rfind("\n", 0, place)
    return 0


def _ends_paragraph(text: str, place: int) -> bool:
    before = text[max(0, place - 4) : place].rstrip(" \t")
    return before[-1:] in _PARAGRAPH_ENDS or text[place + 1 : place + 20].lstrip(" \t").startswith("\n")


class _Reader:
    """Reads the marks of a text from left to right."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._open: list[tuple[str, int]] = []
        self._found: list[QuotedSpan] = []

    def read(self, mark: str, place: int) -> None:
        before, after = self._text[place - 1 : place], self._text[place + 1 : place + 2]
        if mark in "'’" and after == mark and self._is_open("“"):
            self._shut("“", place + 1)  # “closed with two single marks’’
        elif mark in "'‘’":
            self._read_single(mark, place, before, after)
        elif mark in '"＂':
            self._read_straight(place, before, after)
        elif mark == "“" and self._is_open("“") and before.strip() and not after.isalnum():
            self._shut("“", place)  # „so“ and “so“
        elif mark in _OPENS or (mark == "”" and after.isalnum() and not self._is_open("“")):
            self._begin(_OPENS.get(mark, "“"), place)  # some write ”both marks alike”
        else:
            self._shut(_CLOSES[mark], place)

    def _is_open(self, kind: str) -> bool:
        return any(kind == one for one, _ in self._open)

    def _read_straight(self, place: int, before: str, after: str) -> None:
        if after and after in ")]}" and (not before or before.isspace() or before in "([{"):
            return  # (the sign ")
        may_open = (not before or before in _BEFORE_OPENER) and bool(after) and not after.isspace()
        may_close = bool(before) and before not in " \t\n、，・（(" and (not after or after in _AFTER_CLOSER)
        if may_open and not may_close:
            self._begin('"', place)
        elif self._is_open('"'):
            self._shut('"', place)
        elif self._open and self._open[-1][0] == "'" and may_close:
            self._shut("'", place)  # 'opened with one mark and closed with another"
        elif not may_close:
            self._begin('"', place)
        elif not _INCHES.search(self._text, max(0, place - 6), place):
            if not self._open and _GLUED.match(self._text, place):
                self._begin('"', place)
            else:
                self._shut('"', place)

    def _read_single(self, mark: str, place: int, before: str, after: str) -> None:
        if (before.isalnum() and after.isalnum()) or (self._open and not self._is_open("'")):
            return
        may_open = not before or before in _BEFORE_OPENER
        begins = after.isalnum() or (mark == "‘" and bool(after.strip()))
        if mark != "’" and may_open and begins and not _CLIPPED.match(self._text, place + 1):
            self._begin("'", place)
            return
        may_close = bool(before) and not before.isspace() and (not after or after in _AFTER_CLOSER)
        if mark != "‘" and may_close and (self._is_open("'") or before in _ENDS):
            # `the students'` and `goin'` may go on behind the mark.
            self._shut("'", place, sure=before not in "sn")

    def _begin(self, kind: str, place: int) -> None:
        # English repeats the opening mark at each paragraph of a speech, and closes only the last.
        if kind in "\"“'«" and self._is_open(kind):
            self._leave_open(kind, place)
        self._open.append((kind, place))

    def _leave_open(self, kind: str, until: int) -> None:
        """An opening mark without a closing one: the quotation ends with its paragraph, at most at `until`."""
        start = next(at for one, at in self._open if one == kind)
        del self._open[[one for one, _ in self._open].index(kind) :]
        if not self._open and (kind != "'" or self._starts_sentence(start)):
            end = min(until, paragraph_end(self._text, start + 1))
            self._add(QuotedSpan(start=start, end=end, closed=False, kind=kind))

    def _starts_sentence(self, start: int) -> bool:
        before = self._text[max(0, start - 24) : start].rstrip()
        return not before or before[-1] in ".!?:,\"'”’" or _SAYING.search(before) is not None

    def _shut(self, kind: str, place: int, *, sure: bool = True) -> None:
        if not self._is_open(kind):
            self._shut_unopened(kind, place)
            return
        index = len(self._open) - 1 - [one for one, _ in reversed(self._open)].index(kind)
        start = self._open[index][1]
        if place - start > _LONGEST_ACROSS and paragraph_end(self._text, start + 1) < place:
            self._leave_open(kind, place)
            self._shut_unopened(kind, place)
            return
        del self._open[index:]
        stray = kind == "'" and self._is_stray(start, place)
        if not self._open and not stray:
            self._add(QuotedSpan(start=start, end=place + 1, sure=sure, kind=kind))

    def _is_stray(self, start: int, place: int) -> bool:
        """Whether two single marks far apart are no pair: the sign of a symbol ('name) and an apostrophe later."""
        if self._starts_sentence(start) or self._text[place - 1] in _ENDS:
            return False
        return _SENTENCE_BREAK.search(self._text, start, place) is not None

    def _shut_unopened(self, kind: str, place: int) -> None:
        if self._open or kind in "『«":  # 『』 are titles and » leads on; a lost mark of these makes no speech
            return
        last = self._found[-1] if self._found else None
        start = paragraph_start(self._text, place)
        if last is not None and last.kind == kind and not last.sure and last.end > start:
            # The mark that seemed to close it was an apostrophe.
            self._found[-1] = QuotedSpan(start=last.start, end=place + 1, opened=last.opened, kind=kind)
            return
        if last is not None and last.end > start:
            start = last.end
        if start == 0 or kind != "'":
            self._add(QuotedSpan(start=start, end=place + 1, opened=False, kind=kind))

    def _add(self, span: QuotedSpan) -> None:
        while self._found and self._found[-1].start >= span.start:
            self._found.pop()
        self._found.append(span)

    def abandon(self) -> int | None:
        """Gives up the first mark that was never closed; where to go on reading, or None when all were closed."""
        if not self._open:
            return None
        kind, start = self._open[0]
        self._open.clear()
        if kind == "'" and not self._starts_sentence(start):
            return start + 1
        end = paragraph_end(self._text, start + 1)
        self._add(QuotedSpan(start=start, end=end, closed=False, kind=kind))
        return end

    @property
    def found(self) -> tuple[QuotedSpan, ...]:
        return tuple(self._found)
