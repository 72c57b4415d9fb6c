"""Binds a date to the English verb of an event, with what stands between and behind them.

In: a sentence, where the verb ends, and the dates of the sentence. Out: the one date that says when, the object of an
active verb, and the phrases that narrow the event (`in Japan`, `on DVD`, `to traffic`). None where a clause, a second
verb, a bound (`since`, `by`) or another date stands between, or where a range or a second date follows.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tadori.judge.frames.event_words import COMPLEMENTED, KnownEvent
from tadori.text.dates import DateMention
from tadori.text.lazy_pattern import lazy_pattern

Place = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class BoundDate:
    """The date of a verb."""

    date: DateMention
    corrected: bool = False
    """`not in 1901 but in 1905`: the denial beside it is of the other date."""
    about: bool = False
    """Only about then: `around 1901`, `in early 1901` is not."""
    done_to: Place | None = None
    """The object of the verb, where it has one before the date."""
    scope: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EventReading:
    """An event as a sentence states it; all spans lie in its text."""

    event: KnownEvent
    verb: Place
    subject: Place | None
    """None: what the sentence leaves open, which the source resolves."""
    date: DateMention
    done_to: Place | None = None
    complement: Place | None = None
    """What somebody became: `was appointed bishop of Ulm`."""
    about: bool = False
    corrected: bool = False
    aside: bool = False
    """Said beside the point, in brackets: the mood of the sentence is not its mood."""
    scope: tuple[Place, ...] = ()
    of_title: bool = False
    """It happened to what the page is about: `Founded: 1861`."""


_REACH: Final = 110
"""Characters between a verb and its date: further off, the date belongs to something else."""
_SEASON: Final = (
    r"(?:the\s)?(?:early|late|mid|spring|summer|autumn|fall|winter|beginning|end|middle|morning|evening|night|afternoon"
    r"|month|year)(?:\s(?:of|in))?[\s-]+(?:the\s)?"
)
_LEAD: Final = lazy_pattern(
    rf"(?:^|[\s,(])\s*(?:(?P<prep>on|in)\s+)?(?:(?P<about>about|around|approximately|circa|c\.|ca\.|roughly)\s*)?(?:{_SEASON})?"
    r"(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day,?\s+(?:the\s)?)?(?P<the>the\s)?$"
)
_BREAK: Final = lazy_pattern(
    r"(?<![\w-])(?:who|whom|which|that|where|when|while|whose|because|although|though|but|after|before|until|till|since"
    r"|between|during|every|each|annually|is|was|were|are|has|had|have|will|would|did|said|not|by\sthe\stime|where"
    r"|being|having|following|through|every|from(?!\s(?:the\s)?[A-Z]\w+\s*$)|as\sof)(?![\w-])|[;:?!]|\band(?:$|\s(?![A-Z]|the\s|other\s|a\s))|,\s[a-z]+(?:ed|ing)\s"
)
_AGAIN: Final = lazy_pattern(
    r"\s?(?:\([^()]{0,40}\)\s?)?(?:[–—/-]|,?\s(?:and|or|to|until|through|till|but)\s(?:(?:again|then|in|on|the|late|early|mid|by)[\s-])*)\s?(?=\d|[A-Z][a-z]{2,8}\.?\s\d)"
)
_BEHIND: Final = lazy_pattern(
    r"\s+(?P<phrase>(?:in|on|at|for|as|to)\s(?:the\s|a\s|an\s)?(?!(?:order|which|\d))[\w'’.&-]+(?:\s(?:of|the|and|[A-Z][\w'’.&-]*))*)"
)
_PHRASE: Final = lazy_pattern(
    r"(?<![\w-])(?P<prep>in|on|at|for|as|to|under|with|by|from|near|over|via|through|into|within|alongside|outside|worldwide)(?![\w-])"
)
_OBJECT_START: Final = lazy_pattern(r"\s+(?=the\s(?!likes)|a\s|an\s|his\s|her\s|its\s|their\s|[\"“A-Z\d])")
_WITHOUT_OBJECT: Final = frozenset(["began", "ended", "fell", "landed"])
_NO_OBJECT: Final = lazy_pattern(r"\s*(?:$|[a-z]+ly\b|(?:in|on|at|near|with|by|for|over|,)(?![\w-]))")
_ENDS_THERE: Final = lazy_pattern(r"[.,;]|\s*$|\s(?:[a-z]+ly\b|(?:in|on|at|near|with|when|after)\s)")
_TO_DO: Final = lazy_pattern(r",?\sto\s[a-z]")
_KEPT_ALWAYS: Final = frozenset(["as", "to"])
_DROPPED: Final = frozenset(["by", "from", "with", "near"])
_YEARLY: Final = lazy_pattern(
    r"(?<![\w-])(?:every|each|annual(?:ly)?|yearly|usually|often|typically)(?![\w-])", re.IGNORECASE
)


def bound_date(text: str, at: int, when: Sequence[DateMention], event: KnownEvent) -> BoundDate | None:
    """The date that says when the verb ending at `at` happened; None where it is not certain."""
    date = next((one for one in when if one.start >= at), None)
    if date is None or date.start - at > _REACH or _YEARLY.search(text):
        return None
    corrected = _CORRECTED.match(text, at)
    if corrected and corrected.end("wrong") == date.start:
        right = next((one for one in when if one.start > date.end), None)
        if right and _BUT.fullmatch(text, date.end, right.start) and follows_plainly(text, right):
            return BoundDate(date=right, corrected=True)
        return None
    middle = text[at : date.start]
    lead = _LEAD.search(middle)
    if lead is None or not follows_plainly(text, date) or (lead["the"] and not (date.kind or date.day)):
        return None
    rest = middle[: lead.start()]
    bare = not lead["prep"] and bool(rest.strip())
    if bare and not middle[: lead.end()].rstrip().endswith((",", "(")) and not lead[0].startswith(","):
        return None
    if _BREAK.search(rest):
        return None
    done_to, scope = _complements(text, at, at + len(rest), event)
    if event.name in _WITHOUT_OBJECT and not (_NO_OBJECT.match(rest) and _TO_DO.match(text, date.end) is None):
        return None  # `began studying law in 1990`, `began in 1990 to study law`
    if done_to is not None and not lead["prep"]:  # `released the albums "Kestrel" (2011) and …`
        return None
    return BoundDate(date=date, about=bool(lead["about"]), done_to=done_to, scope=(*scope, *_behind(text, date, event)))


_CORRECTED: Final = lazy_pattern(r"(?P<wrong>,?\snot\s(?:on\s|in\s)?)(?=\S)")
_BUT: Final = lazy_pattern(r",?\sbut\s(?:rather\s)?(?:on\s|in\s)?")


def fronted_date(text: str, clause: int, at: int, when: Sequence[DateMention], event: KnownEvent) -> BoundDate | None:
    """The date before the clause: `In 1901, X was founded by …`; none where the verb has one of its own."""
    before = [one for one in when if one.end <= clause]
    if len(before) != 1 or _YEARLY.search(text) or any(at <= one.start < at + _REACH for one in when):
        return None
    date = before[0]
    lead = _FRONT.fullmatch(text, 0, date.start)
    if lead is None or text[date.end : clause].strip(", ") != "" or not follows_plainly(text, date):
        return None
    if event.name in _WITHOUT_OBJECT and not _ENDS_THERE.match(text, at):
        return None
    end = _STOP.search(text, at)
    stop = min(end.start() if end else len(text), at + _REACH)
    done_to, scope = _complements(text, at, stop, event)
    return BoundDate(date=date, about=bool(lead["about"]), done_to=done_to, scope=scope)


def inserted_date(
    text: str, verb: int, at: int, when: Sequence[DateMention], event: KnownEvent
) -> tuple[int, BoundDate] | None:
    """The date between subject and verb, and where its phrase begins: `The council in 1901 founded …`."""
    date = next((one for one in reversed(when) if one.end <= verb), None)
    if date is None or text[date.end : verb].strip(", ") or _YEARLY.search(text):
        return None
    lead = _INSERTED.search(text, max(0, date.start - 12), date.start)
    if lead is None or any(at <= one.start < at + _REACH for one in when):
        return None
    if event.name in _WITHOUT_OBJECT and not _ENDS_THERE.match(text, at):
        return None
    end = _STOP.search(text, at)
    done_to, scope = _complements(text, at, min(end.start() if end else len(text), at + _REACH), event)
    return lead.start(), BoundDate(date=date, done_to=done_to, scope=scope)


_INSERTED: Final = lazy_pattern(r"(?<=\w),?\s(?:in|on)\s$")
_FRONT: Final = lazy_pattern(
    rf"[\"“]?(?:(?:However|Finally|Later|Then|Also|Eventually),?\s)?(?:[Ii]n|[Oo]n)\s(?:(?P<about>about|around|approximately|circa|c\.)\s*)?(?:{_SEASON})?"
    r"(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day,?\s+(?:the\s)?)?"
)
_STOP: Final = lazy_pattern(r"[,;:.!?()]|\s(?:and|but|who|which|that|where|when|while|after|before|to\s[a-z]+)(?=\s)|$")


def follows_plainly(text: str, date: DateMention) -> bool:
    """Whether nothing behind the date makes it another: a range, a second date, a name (`1972 Olympics`)."""
    if _AGAIN.match(text, date.end):
        return False
    behind = text[date.end : date.end + 2]
    return not (len(behind) == 2 and behind[0] == " " and behind[1].isupper() and date.month is None)


def _complements(text: str, start: int, end: int, event: KnownEvent) -> tuple[Place | None, tuple[Place, ...]]:
    """The object at the beginning of `text[start:end]`, and the phrases that narrow the event."""
    starts = list(_PHRASE.finditer(text, start, end))
    first = starts[0].start() if starts else end
    done_to = None
    opens = event.name in COMPLEMENTED or _OBJECT_START.match(text, start, end)
    if opens and text[start:first].strip(' ,"“”'):
        comma = text.find(",", start + 2, first)
        done_to = (start, comma if comma > 0 else first)
    bounds = [*(match.start() for match in starts), end]
    scope = []
    for at, match in enumerate(starts):
        if match["prep"] in _DROPPED or (match["prep"] not in _KEPT_ALWAYS and not event.placed):
            continue
        stop = bounds[at + 1]
        if text[match.end() : stop].strip(" ,"):
            scope.append((match.start(), len(text[:stop].rstrip(" ,"))))
    return done_to, tuple(scope)


def _behind(text: str, date: DateMention, event: KnownEvent) -> tuple[Place, ...]:
    """A phrase right behind the date: `on 5 May 2001 in Japan`."""
    found = _BEHIND.match(text, date.end)
    if found is None:
        return ()
    keep = event.placed or found["phrase"].startswith(("as ", "to "))
    return (found.span("phrase"),) if keep else ()
