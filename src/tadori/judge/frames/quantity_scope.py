"""What narrows a value: its period, and every other word of its clause.

In: a sentence and a `MeasuredSite`. Out: the period and the scopes as slots. What is left of the clause after the
subject, the measured thing, the verb and the value are taken away is a scope, understood or not: two values are only
compared where nothing narrows one of them alone.
"""

import re
from collections.abc import Iterator
from typing import Final

from tadori.judge.frames.frame import FrameSource
from tadori.judge.frames.quantity_measures import content_key
from tadori.judge.frames.quantity_site import MeasuredSite
from tadori.judge.frames.values import CURRENT, EDITION, PARTIAL
from tadori.model.frame import FrameSlot, SlotPlace
from tadori.text.dates import DateMention, dates
from tadori.text.lazy_pattern import lazy_pattern

Span = tuple[int, int]

_NOW: Final = lazy_pattern(
    r"(?<![\w-])(?:currently|at\spresent|nowadays|today|now|at\sthe\stime\sof\swriting|so\sfar|to\sdate|presently)(?![\w-])|現在|現時点|今日|今では",
    re.IGNORECASE,
)
_NOTE: Final = lazy_pattern(r"[^()（）、。,;]{0,12}[(（](?P<note>[^()（）]{1,60})[)）]")
"""`12,345 (2019)`: a year in brackets behind a value is its period."""
_DATE_LED: Final = lazy_pattern(
    r"(?<!\w)(?:(?:in|as\sof|at|during|since|on|for|by|until|from|to|before|after|between|and|through|the|early|late|mid|end\sof"
    r"|beginning\sof|fiscal|year|,)[\s-])+$",
    re.IGNORECASE,
)
_DATE_BEHIND: Final = lazy_pattern(
    r"(?:\s?(?:(?:United\sStates|U\.S\.|national)\s)?census|時点|現在|末|度)*", re.IGNORECASE
)
_IDLE: Final = frozenset(
    """also however moreover furthermore thus therefore about around approximately roughly nearly almost some over
    under more less than least most up exactly total just only well slightly estimated many much currently now
    today present today maximum minimum measur time write so far date is was are were be been has have had
    contain includ compris consist featur provid offer defin stand rise run reach amount equal set limit compos
    divid made be make there people person about-to equal estimat nearli approxim roughli exactli slightli usual
    typic normal usually typically normally accord census hold dead each year annual auction""".split()
)
_IDLE_JA: Final = frozenset(
    """毎年 年間 約 凡そ ほぼ 程 程度 前後 最大 最小 以上 以下 未満 超える 合計 計 総計 及ぶ 達する 成る 有る 在る
    総額 競売 持つ 有する よる 因る 依る 拠る""".split()
)


def narrowing(text: str, site: MeasuredSite) -> tuple[FrameSlot | None, tuple[FrameSlot, ...]]:
    """The period and the scopes of the value at `site`."""
    free = _free_spans(text, site)
    period_span = _period_span(text, free)
    period = _period(text, period_span, free)
    if period is not None and period_span is None:
        period_span = period.start, period.end
    scopes = [slot for span in _pieces(text, free, period_span) if (slot := _scope(text, span))]
    if site.key & _SETTINGS and _PAST.search(text, site.clause[0], site.clause[1]):
        scopes.append(FrameSlot(words="formerly", key=frozenset(["formerly"])))
    return period, (*scopes, *_exactness(text, site))


def says_all(text: str, site: MeasuredSite) -> bool:
    """Whether the sentence says nothing beside this value: no content outside its clause, subject and brackets."""
    spans = sorted(
        [site.clause, site.asked, (site.value.start, site.value.end), *([site.subject] if site.subject else [])]
    )
    at, rest = 0, []
    for start, end in spans:
        rest.append(text[at:start] if start > at else "")
        at = max(at, end)
    rest.append(text[at:])
    outside = _BRACKETED.sub(" ", " ".join(rest))
    return not site.aside and not any(one not in _IDLE and not one.isdigit() for one in content_key(outside))


_BRACKETED: Final = lazy_pattern(r"[(（][^()（）]{0,80}[)）]")
_EDITION: Final = lazy_pattern(
    r"(?P<name>[A-Za-zァ-ヶー][A-Za-zァ-ヶー+#-]+)\s(?:[Vv]ersion\s|v|バージョン\s?)?(?P<number>\d{1,3}(?:\.\d{1,3}){1,3}|\d{1,3}\.x)(?![\d.])"
)


def edition_scope(source: FrameSource) -> tuple[FrameSlot, ...]:
    """The version that the title or a heading speaks of: `What's New in Python 3.5` says what holds in 3.5."""
    found: dict[frozenset[str], FrameSlot] = {}
    for place, words in ((SlotPlace.TITLE, source.title), *((SlotPlace.HEADING, one) for one in source.headings)):
        for match in _EDITION.finditer(words):
            if match["name"].lower() not in _NUMBERED_PARTS:
                key = frozenset([f"{EDITION}{match['number']}"])
                found.setdefault(key, FrameSlot(words=match[0], key=key, place=place))
    return tuple(found.values())


_NUMBERED_PARTS: Final = frozenset("the chapter section part appendix table figure example step of in and for".split())


def _free_spans(text: str, site: MeasuredSite) -> list[Span]:
    """The parts of the clause that are neither subject, measured thing nor value."""
    taken = [(site.value.start, site.value.end), site.asked, *site.taken]
    if site.subject is not None:
        taken.append(site.subject)
    free, at = [], site.clause[0]
    for start, end in sorted(taken):
        if start > at:
            free.append((at, min(start, site.clause[1])))
        at = max(at, end)
    if at < site.clause[1]:
        free.append((at, site.clause[1]))
    note = _NOTE.match(text, site.value.end)
    if note is not None and dates(note[0]):
        free.append(note.span("note"))
    return free


def _period_span(text: str, free: list[Span]) -> Span | None:
    """From the first to the last date of the clause, with the words before and behind that belong to them."""
    found = [date for date in dates(text) if any(start <= date.start and date.end <= end for start, end in free)]
    if not found:
        return None
    home = next(span for span in free if span[0] <= found[0].start < span[1])
    last = [date for date in found if date.end <= home[1]][-1]
    explained = _EXPLAINED.match(text, found[0].end)
    led = _DATE_LED.search(text, home[0], found[0].start)
    behind = _DATE_BEHIND.match(text, last.end)
    end = explained.end() if explained else max(last.end, behind.end() if behind else 0)
    return led.start() if led else found[0].start, end


_EXPLAINED: Final = lazy_pattern(r"\s?[(（][^()（）]{4,40}(?:まで|to\s[^()]{4,20})[)）]")
"""令和5年度（2023年4月1日から2024年3月31日まで）: the year, and what it is."""


def _period(text: str, span: Span | None, free: list[Span]) -> FrameSlot | None:
    if span is not None:
        words = _EXPLAINED.sub("", _SOURCE.sub("", text[span[0] : span[1]])).strip(" ,、")
        start = text.find(words, span[0])
        mentions = dates(words)
        key = frozenset(_date_key(one) for one in mentions) | _bounds(words)
        return FrameSlot(words=words, key=key, start=start, end=start + len(words))
    for start, end in free:
        now = _NOW.search(text, start, end)
        if now is not None:
            return FrameSlot(words=now[0], key=frozenset([CURRENT]), start=now.start(), end=now.end())
    return None


_OPEN_PERIOD: Final = lazy_pattern(r"\b(since|until|before|after|by|from)\b|(以降|以来|まで|以前)", re.IGNORECASE)


def _bounds(words: str) -> frozenset[str]:
    """`since 2019` is another period than `in 2019`."""
    return frozenset(match[0].lower() for match in _OPEN_PERIOD.finditer(words))


def _date_key(date: DateMention) -> str:
    return f"{date.year}-{date.month}-{date.day} {date.kind}"


def _pieces(text: str, free: list[Span], period: Span | None) -> Iterator[Span]:
    for start, end in free:
        if period is not None and start <= period[0] < end:
            yield start, period[0]
            yield min(period[1], end), end
        else:
            yield start, end


def _scope(text: str, span: Span) -> FrameSlot | None:
    words = _EXTREME_PLACE.sub("", _SOURCE.sub("", text[span[0] : span[1]]))
    if _REPORTED.search(text):  # who announced it narrows nothing
        words = _ANNOUNCER.sub("", _REPORTED.sub("", words))
    words = _COUNTER.sub("", words.strip(" ,、.。:：;()（）はがでのにをも\n\t"))
    words = _ENDING.sub("", words)
    key = frozenset(one for one in content_key(words) if one not in _IDLE and one not in _IDLE_JA and not one.isdigit())
    aged = _AGED.search(words)
    key |= frozenset([aged[0].lower()]) if aged else frozenset()
    if not key:
        return None
    start = text.find(words, span[0])
    return FrameSlot(words=re.sub(r"\s+", " ", words), key=key, start=start, end=start + len(words))


_EXTREME_PLACE: Final = lazy_pattern(
    r"\bat\s(?:its|the)\s(?:deepest|highest|widest|longest|tallest)(?:\spoint)?|(?:最も(?:深い|高い|広い)(?:ところ|所|場所|地点)|最深部)(?:で)?",
    re.IGNORECASE,
)
"""Where a thing is deepest, its depth is measured: it narrows nothing."""
_AGED: Final = lazy_pattern(
    r"\b(?:over|under|aged|above|below|older\sthan|younger\sthan)\s(?:the\sage\sof\s)?\d[\d\s,to–-]*|\d+歳(?:以上|以下|未満)?",
    re.IGNORECASE,
)
"""`in people over 60`: a group by age."""
_SOURCE: Final = lazy_pattern(
    r"[^、。]{1,30}(?:によると|によれば)、?|(?:の)?国勢調査(?:で|では)?|^\s*according\sto[^,]{1,60},", re.IGNORECASE
)
"""Who says so narrows nothing."""
_REPORTED: Final = lazy_pattern(
    r"(?:だった|であった|になった|に達した|に上った)?と(?:発表|公表|報告)(?:した|して|しており|され)[^、。]{0,12}"
)
_ANNOUNCER: Final = lazy_pattern(r"^[^、。は]{1,30}は(?:[^、。]{0,12}、)?$|^[^、。は]{1,30}は、?$")
_COUNTER: Final = lazy_pattern(
    r"^(?:点|冊|台|件|基|隻|両|か所|駅|校|店|店舗|戸|室|席|本|枚|曲|話|棟|頭|羽|条|章|巻|人|名)(?:で(?:す|ある|した)?)?$"
)
_SETTINGS: Final = frozenset(["default", "maximum", "minimum", "timeout", "size", "interval"])
_PAST: Final = lazy_pattern(r"\b(?:was|were|used\sto|had)\b|でした|だった|であった", re.IGNORECASE)
"""A setting that *was* 5 has another value now."""
_ENDING: Final = lazy_pattern(
    r"^(?:で)?(?:あり|ある|あっ|です|だ|し|する|して|なり|なる|少なくと|上|達し|ぼ[るりっ])[^一-龥ァ-ヶ]{0,8}$"
)
"""What is left of a Japanese predicate says nothing more."""
_BOUND_WORDS: Final = {"at_least": "at least", "at_most": "at most", "over": "more than", "under": "less than"}


def _exactness(text: str, site: MeasuredSite) -> Iterator[FrameSlot]:
    """`about` and `at least` as scopes for readers; they are compared with the value."""
    quantity = site.value.quantity
    if quantity.approximate:
        yield FrameSlot(words="about", key=frozenset(["~about"]))
    if site.partial:
        yield FrameSlot(words="includes", key=frozenset([PARTIAL]))
    if quantity.bound and not site.maximal:
        yield FrameSlot(words=_BOUND_WORDS[quantity.bound], key=frozenset(["~bound"]))
