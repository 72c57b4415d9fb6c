"""Reads the lines of a page that say when it was published or changed: bylines, labelled dates, datelines of news.

In: the lines of a page in reading order, and where its title stands. Out: the days that a line gives for the document.
A date inside a sentence, a table, an example, a log or a copyright notice is none, whatever else the page lacks.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, Literal

from tadori.extract.boxes import Box
from tadori.extract.date_marks import is_of_others
from tadori.extract.dates import whole_day
from tadori.extract.layout import below, is_data_table
from tadori.model.ids import IsoDate
from tadori.text.dates import dates
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.normalise import squash
from tadori.text.numerals import narrow

LineKind = Literal["published", "bare", "changed"]
_BEFORE_TITLE: Final = 6
_TOP_LINES: Final = 40
"""How far below its title a page still speaks about itself."""
_TOP_PROSE: Final = 2
"""Paragraphs after which the head of a page is over: a standfirst may stand above the byline."""
_PROSE: Final = 220
"""Bytes of a paragraph; Japanese characters have three."""
_FOOT_LINES: Final = 30
_LONGEST_LINE: Final = 160
_LONGEST_LABELLED: Final = 260
_LONGEST_BYLINE: Final = 60
_LONGEST_CATEGORY: Final = 24
_SHORTEST_TITLE: Final = 8
_MOST_LINES: Final = 20_000


@dataclass(frozen=True, slots=True)
class HtmlLine:
    """One run of text. `is_apart`: it stands in a data table, a heading or code, where dates are about other things."""

    text: str
    is_apart: bool = False
    is_code: bool = False
    element: Any = None
    """The element of the document that its first words stand in."""


@dataclass(frozen=True, slots=True)
class HtmlLines:
    """All lines of a page, and the number of the one that prints its title."""

    lines: Sequence[HtmlLine]
    title: int = 0


def page_lines(root: Box, title: str) -> HtmlLines:
    """The lines of the boxes below `root`, furniture included: it is there that many pages print their date."""
    leaves = [box for box in below(root, everything=True) if box.text][:_MOST_LINES]
    at = next((place for place, leaf in enumerate(leaves) if leaf.has_title), None)
    if at is None:
        at = _title_among(leaves, squash(title))
    tables: dict[int, bool] = {}
    return HtmlLines([_page_line(leaf, tables) for leaf in leaves], at)


def line_days(page: HtmlLines) -> dict[LineKind, IsoDate]:
    """The first day of each kind that lines of the page give for it."""
    top = _top_of(page)
    found: dict[LineKind, IsoDate] = {}
    for kind, day in [*_labelled_days(page), *_bare_days(page, top), *_news_days(top)]:
        found.setdefault(kind, day)
    return found


def labelled_day(line: str) -> tuple[LineKind, IsoDate] | None:
    """The day of a line that labels it: `Last updated: 5 March 2024`, 公開日：2024年3月5日, 令和6年3月5日 発行."""
    marked = _marked(line, _LONGEST_LABELLED)
    if marked is None:
        return None
    text, days = marked[0].strip(_MARKS), marked[1]
    label = _label_before(text) or _label_behind(text) or _said_of_itself(text)
    if label is None:
        return None
    return ("changed" if _CHANGED.search(label[0]) else "published"), days[label[1]]


def bare_day(line: str) -> IsoDate | None:
    """The day of a line that is little more than a date: with a weekday, a time, a label or the name of its writer."""
    marked = _marked(line, _LONGEST_LINE)
    if marked is None or len(set(marked[1])) > 1 or _CLOCK_RANGE.search(marked[0]):
        return None
    text, days = marked
    rest = _without_filler(text.replace(_DAY, " "))
    if not rest or (_WRITER.match(rest) and len(rest) <= _LONGEST_BYLINE):
        return days[0]
    # `Topics  2019-03-15 09:43`: the minute says that something was posted.
    is_posted = _CLOCK.search(text) is not None and len(rest) <= _LONGEST_CATEGORY
    return days[0] if is_posted and not _PREDICATE.search(rest) else None


def news_day(paragraph: str) -> IsoDate | None:
    """The day of a news agency's dateline: `LONDON, March 5, 2024 (Reuters) — …`, 【東京2024年3月5日】."""
    marked = _marked(paragraph[:_LONGEST_LINE], _LONGEST_LINE)
    return marked[1][0] if marked and _DATELINE.match(marked[0]) else None


_DAY: Final = "\x01"
"""Stands in a line for a whole date of it."""
_MARKS: Final = " \t\n\u3000-–—|｜/／・,，、.。:：;；()（）[]［］【】<>＜＞«»≫≪》《*•●■□※#\"'~〜"
_COPYRIGHT: Final = lazy_pattern(r"©|\(c\)\s|copyright|著作権|製作著作|all rights|無断転載|Ⓒ|ⓒ", re.IGNORECASE)
_CLOCK: Final = lazy_pattern(
    r"(?<!\d)\d{1,2}[:：時]\d{2}(?:[:：分]\d{2}秒?|分)?(?:\.\d{1,6})?(?:\s?[ap]\.?m\b\.?)?|(?<!\d)\d{1,2}\s?[ap]\.?m\b\.?",
    re.IGNORECASE,
)
_CLOCK_RANGE: Final = lazy_pattern(
    r"\d{1,2}[:：時](?:\d{2})?分?\s{0,3}(?:[-–—~〜～－]|から|to|until)\s{0,3}\d{1,2}[:：時]"
)
"""An appointment."""
_EN_LABEL: Final = (
    r"(?:(?:first|originally|last|latest|date|document|page|article|this page was last)[\s-]{1,3})?"
    r"(?:published|posted|updated?|modified|modification|revised|revision|edited|reviewed|issued|created|changed|publication"
    r"|publish|publishing|posting|submitted|uploaded)(?:[\s-]{1,3}(?:date|time))?"
)
_JA_LABEL: Final = (
    r"(?:最終|記事|ページ|初版)?(?:公開|掲載|配信|投稿|発表|発行|作成|更新|改訂|改定|改版|初出|登録|執筆)"
    r"(?:開始)?(?:日時|年月日|日)?"
)
_FILLER: Final = lazy_pattern(
    rf"\b{_EN_LABEL}\b|{_JA_LABEL}|\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b"
    r"|[（(][月火水木金土日](?:曜日?)?[・祝]{0,2}[)）]|[月火水木金土日]曜日?|\b(?:on|at|date|dated)\b|日付"
    r"|\b(?:[ECMP][SD]?T|JST|GMT|UTC|BST|CES?T|IST|AEST|AMT)\b|(?<!\w)[+-]\d{2}:?\d{2}\b"
    r"|\b(?:version|ver\.|revision|rev\.|release)[\s:]{0,3}v?\d[\w.+-]{0,20}|第\s?\d[\d.]{0,8}\s?版"
    r"|読了時間\s?\d{1,3}\s?分|\b\d{1,3}\s?min(?:ute)?s?\sread",
    re.IGNORECASE,
)
_WRITER: Final = lazy_pattern(r"(?:by|written by|text by|文|著者|執筆|記者)[\s:：●.]|\S{1,12}著$", re.IGNORECASE)
_PREDICATE: Final = lazy_pattern(
    r"\b(?:is|was|were|are|has|had|will|be|login|start(?:s|ed)?|end(?:s|ed)?|from|until)\b|した|する|ます|です|開催|受付|開始|締切|まで|から",
    re.IGNORECASE,
)
_LABEL_FIRST: Final = lazy_pattern(rf"({_EN_LABEL}|{_JA_LABEL})(?![ぁ-んァ-ヶ一-龥a-z])", re.IGNORECASE)
_LABEL_ALONE: Final = lazy_pattern(rf"({_EN_LABEL}|{_JA_LABEL})", re.IGNORECASE)
_LABEL_LAST: Final = lazy_pattern(rf"({_JA_LABEL})(?![ぁ-んァ-ヶ一-龥])")
_POSTED_BY: Final = lazy_pattern(r"\s{0,3}by\s.{1,60}?\s(?:on|at|[-–—|])\s", re.IGNORECASE)
_CHANGED: Final = lazy_pattern(r"updat|modif|revis|edited|review|changed|更新|改訂|改定|改版", re.IGNORECASE)
_ITSELF: Final = (
    "page|document|documentation|manual|guide|article|edition|book|report|handbook|reference|policy|standard|paper|faq"
    "|specification|publication|version|tutorial|site|website"
)
_ABOUT_ITSELF: Final = lazy_pattern(
    rf"(?:this|the\scurrent|the\spresent)\s[^.\x01]{{0,80}}?\b(?:{_ITSELF})\b[^\x01]{{0,60}}?"
    r"\b(released|published|updated|modified|revised|edited|issued)(?:\s(?:on|at))?[\s:(]{0,3}\x01"
    r"|(?:この|本)(?:ページ|文書|資料|記事|マニュアル|ドキュメント|報告書|サイト|手引き?|書)(?:[^。\x01]{0,40}\x01[^。\x01]{0,6}"
    r"(更新|公開|改訂|改定|発行|作成)|[^。\x01]{0,12}(更新|公開|改訂|改定|発行|作成)日?時?[はが:：\s]{0,3}\x01)"
    rf"|this\s[^.\x01]{{0,60}}\b(?:{_ITSELF})\b[\s\"”]{{0,2}}\((version)\s[\d.]{{1,10}}\)[\"”]?\s?\(\x01"
    r"|(?:この|本)[^。\x01]{0,40}\(第[\d.]{1,10}(版)\)[\"”」]?\s?\(\x01",
    re.IGNORECASE,
)
_DATELINE: Final = lazy_pattern(
    r"[A-Z][A-Za-z.’'-]{1,20}(?:[ ,/]{1,2}[A-Z][A-Za-z.’'-]{1,20}){0,4}(?:\s?[,–—-]{1,2}\s?|\s?\()\x01\)?\s{0,2}"
    r"(?:\((?:[A-Z][A-Za-z ]{1,25})\)|/[A-Z][A-Za-z -]{2,30}/|--|—|–|-\s)|【[^【】\x01]{0,20}\x01[^【】\x01]{0,20}】"
)
_APPOINTMENT: Final = lazy_pattern(
    r"日\s?時|日\s?程|期\s?日|会\s?期|開催|場\s?所|会\s?場|締\s?切|生年月日|発売|\b(?:when|where|venue|deadline|due|born|starts?|ends?|event)\b",
    re.IGNORECASE,
)
_LOG: Final = lazy_pattern(
    r"\b(?:change\s?log|changes|release\snotes?|(?:version|revision|change|release)\shistory|what[’']s\snew)\b|変更履歴|更新履歴|改訂履歴|沿革|年表"
    r"|リリースノート|変更点",
    re.IGNORECASE,
)


def _marked(line: str, longest: int) -> tuple[str, list[IsoDate]] | None:
    """`line` with a mark for each whole date, and these dates; None where it has none, or is a copyright notice."""
    if len(line) > longest or not any(map(str.isdigit, line)) or _COPYRIGHT.search(line):
        return None
    parts: list[str] = []
    days: list[IsoDate] = []
    position = 0
    for mention in dates(line):
        day = whole_day(mention)
        if day is not None:
            parts += [line[position : mention.start], _DAY]
            days.append(day)
            position = mention.end
    return (narrow("".join(parts) + line[position:]).strip(), days) if days else None


def _without_filler(text: str) -> str:
    return _FILLER.sub(" ", _CLOCK.sub(" ", text)).strip(_MARKS)


def _label_before(text: str) -> tuple[str, int] | None:
    """The label that a line begins with, and which of its dates it labels."""
    match = _LABEL_FIRST.match(text)
    if match is None:
        return None
    between, _, behind = text[match.end() :].partition(_DAY)
    if _POSTED_BY.fullmatch(between) or not _without_filler(between):
        return (match[1], 0) if not _goes_on(behind) else None
    return None


def _label_behind(text: str) -> tuple[str, int] | None:
    """The label right behind the first date: 2024年3月5日 更新."""
    before, _, behind = text.partition(_DAY)
    match = _LABEL_LAST.match(_CLOCK.sub("", behind).lstrip(_MARKS))
    if match is None or len(_without_filler(before)) > _LONGEST_CATEGORY or _CLOCK_RANGE.search(text):
        return None
    return match[1], 0


def _said_of_itself(text: str) -> tuple[str, int] | None:
    match = _ABOUT_ITSELF.match(text)
    if match is None:
        return None
    return next(group for group in match.groups() if group), text[: match.end()].count(_DAY) - 1


def _goes_on(behind: str) -> bool:
    """Whether a sentence goes on behind the date: `Posted on 5 March 2024 were the results of …`."""
    return _PREDICATE.search(behind[:40]) is not None and behind[:1] not in _MARKS.replace(" ", "")


def _labelled_days(page: HtmlLines) -> Iterator[tuple[LineKind, IsoDate]]:
    """Dates with a label on the same line, in the head or the foot of the page, or on the line before, anywhere."""
    lines = page.lines
    head = lines[max(page.title - _BEFORE_TITLE, 0) : page.title + _TOP_LINES]
    for line in [*head, *lines[max(len(lines) - _FOOT_LINES, 0) :]]:
        if not line.is_code and (found := labelled_day(line.text)):
            yield found
    alone: dict[str, set[IsoDate | None]] = {}
    for line, after in pairwise(lines):
        label = _LABEL_ALONE.fullmatch(line.text.strip(_MARKS)) if len(line.text) <= _LONGEST_CATEGORY else None
        if label is not None and not line.is_code:
            alone.setdefault(label[1].lower(), set()).add(bare_day(after.text))
    for label_text, days in alone.items():
        # A label that stands before several dates heads a column or belongs to the entries of a list.
        if len(days) == 1 and (day := days.pop()) is not None:
            yield ("changed" if _CHANGED.search(label_text) else "published"), day


def _bare_days(page: HtmlLines, top: Sequence[HtmlLine]) -> Iterator[tuple[LineKind, IsoDate]]:
    """Dates that stand alone around the title; in a log of changes they are those of its entries."""
    if page.lines and _LOG.search(page.lines[page.title].text[:_LONGEST_LINE]):
        return
    title = page.lines[page.title].element if page.title < len(page.lines) else None
    before = ""
    for line in top:
        day = None if line.is_apart or _APPOINTMENT.search(before) else bare_day(line.text)
        if day is not None and not (line.element is not None and is_of_others(line.element, title)):
            yield "bare", day
        before = line.text[-_LONGEST_CATEGORY:]


def _news_days(top: Sequence[HtmlLine]) -> Iterator[tuple[LineKind, IsoDate]]:
    paragraphs = [line for line in top if not line.is_apart and _is_prose(line)]
    for line in paragraphs[:1]:
        if day := news_day(line.text):
            yield "published", day


def _top_of(page: HtmlLines) -> list[HtmlLine]:
    """The lines around the title, down to where the text is under way."""
    found: list[HtmlLine] = []
    prose = 0
    for place, line in enumerate(page.lines[: page.title + _TOP_LINES]):
        if place < page.title - _BEFORE_TITLE:
            continue
        found.append(line)
        prose += place > page.title and _is_prose(line)
        if prose >= _TOP_PROSE:
            break
    return found


def _is_prose(line: HtmlLine) -> bool:
    return len(line.text.encode()) >= _PROSE


def _title_among(leaves: Sequence[Box], title: str) -> int:
    """The first line that prints the title or the larger part of it; 0 where none does."""
    if len(title) < _SHORTEST_TITLE:
        return 0
    for place, leaf in enumerate(leaves):
        letters = squash(leaf.text[:_LONGEST_LABELLED])
        if letters and (title in letters or (letters in title and 2 * len(letters) >= len(title))):
            return place
    return 0


_APART: Final = frozenset("h2 h3 h4 h5 h6 pre blockquote figure figcaption aside nav".split())


def _page_line(leaf: Box, tables: dict[int, bool]) -> HtmlLine:
    tags: set[str] = set()
    box: Box | None = leaf
    while box is not None:
        tags.add(box.tag)
        if box.tag == "table" and tables.setdefault(id(box), is_data_table(box)):
            tags.add("data")
        box = box.parent
    is_apart = not tags.isdisjoint(_APART) or "data" in tags
    return HtmlLine(leaf.text, is_apart, "pre" in tags, leaf.elements[0] if leaf.elements else None)
