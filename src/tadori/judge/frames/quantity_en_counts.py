"""English forms that count: `X has three hooks`, `There are 47 seats in X`, `46 people were killed in X`, shares.

In and out: as `quantity_en_measures.py`. The counted noun with its adjectives is the measured thing.
"""

import re
from dataclasses import replace
from typing import Final

from tadori.judge.frames.quantity_en_words import (
    ABLE_VERBS,
    HAVING_VERBS,
    KEEPING_VERBS,
    PEOPLE_COUNTED,
    VALUE_LEAD,
    Span,
    clause_opening,
    english_site,
    matched_around,
    measure_patterns,
    value_clause,
    without_date,
)
from tadori.judge.frames.quantity_measures import content_key, counted_measure, measure_key
from tadori.judge.frames.quantity_site import MeasuredSite
from tadori.judge.frames.quantity_values import ReadValue, stated_values
from tadori.model.ids import EN
from tadori.text.dates import dates
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.names import names
from tadori.text.stem import stem

_STOPS: Final = frozenset(
    """of in on at by for from to with within into onto over under per and or but nor that which who whom whose
    when while where if as than is are was were be been has have had can could will would may might must shall
    should do does did not the a an its his her their this these those each every some any all since during
    until before after between among through throughout without against about because so using via such""".split()
)
_IRREGULAR_PLURALS: Final = frozenset(
    """people children men women data staff species aircraft feet teeth mice series sheep fish personnel media
    criteria indices vertices matrices""".split()
)
_NO_PLURALS: Final = frozenset(
    """is was has does this its his less times series' perhaps always across plus versus thus yes us as""".split()
)
_CHANGE_WORDS: Final = frozenset(
    """more additional other further extra new different consecutive subsequent remaining another fewer less such
    same or main major possible times separate""".split()
)
_WORD: Final = lazy_pattern(r"\s([A-Za-z][\w'’./+-]*)")
_OF_MEASURE: Final = lazy_pattern(
    r"\sof\s((?:the\s)?(?:[a-z]|[A-Z]{2,6}\b)[\w-]*(?:\s[a-z][\w-]*){0,2})(?=[\s,.;:)]|$)"
)


def _counted_number(text: str, value: ReadValue) -> MeasuredSite | None:
    """`The number of packages in Debian is 59,000`; a maximum number is another thing than a number."""
    match = measure_patterns()["number"].match(text, clause_opening(text, value), value.start)
    if match is None or value.quantity.unit:
        return None
    key = content_key(match["counted"]) | (frozenset(["maximum"]) if match["max"] is not None else frozenset())
    subject = without_date(text, match.span("of")) if match["of"] else None
    return english_site(text, value, match.span("counted"), key, subject, taken=matched_around(match))


def _there_are(text: str, value: ReadValue) -> MeasuredSite | None:
    """`There are 47 prefectures in Japan`."""
    at = clause_opening(text, value)
    if not _THERE.match(text, at, value.start) or value.quantity.unit:
        return None
    noun = _counted_noun(text, value)
    place = _PLACE.match(text, noun[1]) if noun else None
    if noun is None or place is None:
        return None
    words = text[noun[0] : noun[1]]
    known = counted_measure(words)
    key = content_key(words) if known is None else measure_key(known, "")
    roll = (noun[1], place.start("place"))
    return english_site(text, value, noun, key, without_date(text, place.span("place")), taken=(roll,))


_THERE: Final = lazy_pattern(rf"there\s(?:are|were|is|was|have\sbeen)\s{VALUE_LEAD}$", re.IGNORECASE)
_ARE: Final = lazy_pattern(rf"(?:there\s(?:are|were)\s)?{VALUE_LEAD}$", re.IGNORECASE)
_PLACE: Final = lazy_pattern(
    r"(?:\son\sthe\s(?:roll|books))?\s(?:in|on|at|within|of)\s(?P<place>(?:the\s)?[A-Z][\w'’-]*(?:\s(?:of\s|the\s)?[A-Z\d][\w'’-]*){0,4})"
)


def _killed_in(text: str, value: ReadValue) -> MeasuredSite | None:
    """`46 people were killed in the Kestrel fire`."""
    if value.quantity.unit or not _OPENING.fullmatch(text, clause_opening(text, value), value.start):
        return None
    match = _KILLED.match(text, value.end)
    if match is None:
        return None
    key = frozenset(["injured" if match["verb"] in ("injured", "wounded") else "deaths"])
    return english_site(
        text, value, match.span("verb"), key, without_date(text, match.span("event")), taken=(match.span("who"),)
    )


_OPENING: Final = lazy_pattern(VALUE_LEAD, re.IGNORECASE)
_KILLED: Final = lazy_pattern(
    r"(?P<who>(?:\s(?:people|persons|passengers|civilians|others|men|women|soldiers|workers|residents))?)"
    r"\s(?:(?:were|was|had\sbeen)\s)?(?P<verb>killed|died|injured|wounded|perished|lost\stheir\slives)\s(?:in|during|by|when)\s"
    r"(?P<event>(?:the\s)?[^,;:.()]{3,80}?)(?=[,;:.(]|\s(?:and|which|that|when|while)\s|$)"
)


def _share_of(text: str, value: ReadValue) -> MeasuredSite | None:
    """`40 percent of the residents of Oslo speak Sami`: the base and what is said of it are the measured thing."""
    if value.quantity.unit != "share" or not _OPENING.fullmatch(text, clause_opening(text, value), value.start):
        return None
    start, end = value_clause(text, value)
    match = _SHARE.match(text, value.end, end)
    name = next((one for one in names(text, EN) if match and match.start() < one.start < match.end()), None)
    if match is None or name is None or any(match.start() < one.start < end for one in stated_values(text)):
        return None  # of 40 per cent of the 60 per cent who voted nothing certain is said
    dated = [date for date in dates(text) if match.end() <= date.start < end]
    last = without_date(text, (match.end(), end))[1] if dated else end
    key = content_key(f"{text[match.start() : name.start]} {text[name.end : last]}") | frozenset(["share"])
    return MeasuredSite(
        value=value, asked=(match.end(), last) if last > match.end() + 1 else (value.end, match.end()), key=key,
        subject=(name.start, name.end), clause=(start, end),
        taken=((value.end, match.end()),),
    )  # fmt: skip


_SHARE: Final = lazy_pattern(
    r"\sof\s(?:the\s|all\s)?(?:[\w'’-]+\s){0,6}?(?:of|in)\s(?:the\s)?[A-Z][\w'’-]*(?:\s[A-Z][\w'’-]*){0,3}|\sof\s(?:the\s)?[A-Z][\w-]*(?:\s[A-Z][\w-]*){0,3}['’]s?\s[a-z]+"
)


def _residing_in(text: str, value: ReadValue) -> MeasuredSite | None:
    """`there were 1,791 people, 699 households and 445 families residing in the city`."""
    if value.quantity.unit or not _ARE.match(text, clause_opening(text, value), value.start):
        return None
    match = _RESIDING.search(text, max(0, value.end - 8), value.end + 100)
    if match is None or match.start() > value.end:
        return None
    return english_site(
        text, value, match.span("who"), frozenset(["population"]), match.span("place"), taken=(match.span(),)
    )


_RESIDING: Final = lazy_pattern(
    r"\s(?P<who>people|inhabitants|residents)(?:,\s[\d,]+\s[a-z]+){0,3}(?:,?\sand\s[\d,]+\s[a-z]+)?"
    r"\s(?:residing|living|resident|live|lived)\sin\s(?P<place>(?:the\s[a-z]+|[A-Z][\w'’-]*(?:\s[A-Z][\w'’-]*){0,3}))"
)


def _has_things(text: str, value: ReadValue, subject: Span, behind: int) -> MeasuredSite | None:
    """`X has three hooks`, `X supports up to 1,600 columns`."""
    match = _HAS.match(text, behind, value.start)
    if match is None or (value.quantity.unit and not value.quantity.noun):
        return None
    noun = _counted_noun(text, value)
    if noun is None:
        return None
    known = counted_measure(text[noun[0] : noun[1]])
    if _INVOLVES.match(match[0]) and (known is not None or PEOPLE_COUNTED.match(f" {text[noun[0] : noun[1]]}")):
        return english_site(text, value, noun, frozenset(["participants"]), subject, taken=(match.span(),))
    owned = _COLLECTION.search(text, *subject)
    kept = (match.span(), *([owned.span()] if owned else []))
    subject = (subject[0], owned.start()) if owned else subject
    if known is not None and not match["able"] and value.quantity.bound != "at_most":
        return english_site(text, value, noun, measure_key(known, ""), subject, taken=kept)
    key = content_key(text[noun[0] : noun[1]])
    of = _OF_MEASURE.match(text, noun[1])
    taken: tuple[Span, ...] = kept
    if of is not None:
        key, taken = key | content_key(of[1]), (*kept, of.span())
    maximal = value.quantity.bound == "at_most" and (match["kept"] or match["able"] or "").lower() in _LIMITING
    if maximal:
        key |= frozenset(["maximum"])
    elif match["kept"]:
        key |= frozenset(stem(word) for word in match["kept"].lower().split() if word not in _STOPS | _NEUTRAL)
    elif match["able"]:
        return None
    site = english_site(text, value, noun, key, subject, taken=taken, maximal=maximal)
    return replace(site, partial=_INCLUDES.match(match[0]) is not None) if site else None


_INVOLVES: Final = lazy_pattern(r"\s(?:also\s)?(?:involves|involved)\s")
_COLLECTION: Final = lazy_pattern(r"['’]s?\s(?:collection|collections|holdings|fleet|network)$")
"""`The museum's collection comprises 18,000 objects`: so does the museum."""
_INCLUDES: Final = lazy_pattern(r"\s(?:also\s|now\s|currently\s)?(?:includes?|included|provides?)\s")
_NEUTRAL: Final = frozenset(
    """serves served serve carries carry houses housed house operates operated operate hosts hosted
    maintains maintained maintain""".split()
)
"""Verbs that say no more than `has`: a line that serves 23 stations has them."""
_LIMITING: Final = frozenset(
    """support supports supported allow allows accept accepts permit permits hold holds have contain store handle
    use carry""".split()
)
_HAS: Final = lazy_pattern(
    rf"\s(?:also\s|now\s|currently\s)?(?:{HAVING_VERBS}|(?P<kept>{KEEPING_VERBS})|{ABLE_VERBS})\s{VALUE_LEAD}$",
    re.IGNORECASE,
)


def _up_to(text: str, value: ReadValue, subject: Span, behind: int) -> MeasuredSite | None:
    """`X indexes attachments of up to 25 MB by default`: a limit that is a value of X."""
    match = _UP_TO.match(text, behind, value.start)
    if match is None or not value.quantity.unit or value.quantity.unit == "share":
        return None
    key = content_key(match["noun"]) | frozenset([stem(match["verb"]), "maximum"])
    default = _BY_DEFAULT.match(text, value.end)
    opening = _OPENING_DEFAULT.match(text, 0, subject[0])
    taken = (match.span(), *(one.span() for one in (default, opening) if one))
    return english_site(text, value, match.span("noun"), key, subject, taken=taken, maximal=True)


_UP_TO: Final = lazy_pattern(
    r"\s(?P<verb>[a-z]+s)\s(?P<noun>(?:[a-z-]+\s){0,2}?[a-z-]+s)\s(?:of\s|with\s|that\sare\s)?(?:at\smost\s|up\sto\s"
    r"(?:a\s(?:limit|maximum|size)\sof\s)?)$"
)
_BY_DEFAULT: Final = lazy_pattern(r"\s(?:by\sdefault|out\sof\sthe\sbox)(?!\w)")
_OPENING_DEFAULT: Final = lazy_pattern(r"(?:By\sdefault|Out\sof\sthe\sbox),?\s")


def _has_amount(text: str, value: ReadValue, subject: Span, behind: int) -> MeasuredSite | None:
    """`The Orn phone has 8 GB of RAM`."""
    match = _HAS.match(text, behind, value.start)
    of = _OF_MEASURE.match(text, value.end)
    if match is None or of is None or not value.quantity.unit or value.quantity.unit == "share" or match["able"]:
        return None
    return english_site(text, value, of.span(1), content_key(of[1]), subject, taken=(match.span(), of.span()))


def _has_share(text: str, value: ReadValue, subject: Span, behind: int) -> MeasuredSite | None:
    """`Corran cheese contains 45 percent fat`."""
    match = _HAS.match(text, behind, value.start)
    stuff = _SHARE_STUFF.match(text, value.end)
    if match is None or stuff is None or value.quantity.unit != "share" or match["able"] or match["kept"]:
        return None
    return english_site(text, value, stuff.span("what"), content_key(stuff["what"]), subject, taken=(match.span(),))


_SHARE_STUFF: Final = lazy_pattern(
    r"\s(?:of\s)?(?P<what>(?!(?:of|more|less|fewer|in|by)\b)[a-z]{3,})(?=[.,;]|\sby\s(?:weight|volume)|$)"
)


def _with_people(text: str, value: ReadValue, subject: Span, behind: int) -> MeasuredSite | None:
    """`Debconf5 was held in Espoo with over three hundred participants`."""
    if value.quantity.unit or not _HELD_WITH.match(text, behind, value.start):
        return None
    who = _ATTENDING.match(text, value.end)
    if who is None:
        return None
    taken = ((behind, value.start),)
    return english_site(text, value, who.span("who"), content_key(who["who"]), subject, taken=taken)


_HELD_WITH: Final = lazy_pattern(
    rf"(?:\s|,\s)(?:was|were|is|took\splace|opened|closed|ended|began)\s[^;:]{{1,160}}?,?\swith\s{VALUE_LEAD}$"
)
_ATTENDING: Final = lazy_pattern(
    r"\s(?P<who>participants|attendees|attendants|spectators|visitors|delegates|competitors|exhibitors)"
    r"(?=[.,;)]|\s(?:from|in|and)\b|$)"
)


def _counted_noun(text: str, value: ReadValue) -> Span | None:
    """The plural noun with its adjectives right behind the value: `binary packages`."""
    at = value.end
    words: list[tuple[str, int, int]] = []
    noun = value.quantity
    if not noun.noun and text[value.start : value.end].rstrip()[-1:].isalpha() and _unit_word(text, value):
        # `47 people`, `three books`: the unit is itself what is counted
        return _unit_word(text, value)
    while len(words) < 5 and (match := _WORD.match(text, at)):
        word = match[1].rstrip(".'’")
        if word.lower() in _STOPS or re.search(r"[./]", word):
            break
        words.append((word, match.start(1), match.start(1) + len(word)))
        at = match.end()
        if match[1] != word:
            break
    if not words or words[0][0].lower() in _CHANGE_WORDS:
        return None
    last = max((i for i, one in enumerate(words) if _is_plural(one[0])), default=None)
    if last is None or (value.quantity.value == 1):
        return None
    return words[0][1], words[last][2]


def _unit_word(text: str, value: ReadValue) -> Span | None:
    match = re.search(r"[A-Za-z]+$", text[value.start : value.end])
    if match is None or not _is_plural(match[0]) or match.start() == 0:
        return None
    return value.start + match.start(), value.end


def _is_plural(word: str) -> bool:
    lower = word.lower()
    if lower in _IRREGULAR_PLURALS:
        return True
    return (
        len(lower) > 3 and lower.endswith("s") and not lower.endswith(("ss", "us", "is")) and lower not in _NO_PLURALS
    )


def _people_did(text: str, value: ReadValue) -> MeasuredSite | None:
    """`In 2019, some 48,000 people attended X`, `640 students attend X`, `3,120 volunteers took part in X`."""
    if value.quantity.unit or not _OPENING.fullmatch(text, clause_opening(text, value), value.start):
        return None
    match = _DID.match(text, value.start + _number_length(text, value))
    if match is None:
        return None
    key = next(frozenset([name]) for group, name in _DEEDS if match[group])
    if match["came"] and match["who"] in ("students", "pupils", "children"):
        key = frozenset(["students"])
    subject = without_date(text, match.span("what"))
    return english_site(text, value, match.span("said"), key, subject, taken=(match.span("who"),))


def _took_part(text: str, value: ReadValue) -> MeasuredSite | None:
    """`In the ARVAX-2 trial, 3,120 volunteers took part`."""
    match = _JOINED_IN.match(text, value.start + _number_length(text, value))
    event = _IN_EVENT.fullmatch(text, 0, value.start)
    if match is None or event is None or value.quantity.unit:
        return None
    taken = (match.span(), event.span())
    return english_site(text, value, match.span("said"), frozenset(["participants"]), event.span("event"), taken=taken)


_IN_EVENT: Final = lazy_pattern(rf"[IA][nt]\s(?P<event>(?:the\s)?(?:\d{{4}}\s)?[A-Z][^,;:.()]{{2,50}}),\s{VALUE_LEAD}")
_JOINED_IN: Final = lazy_pattern(
    r"\s(?:people|volunteers|participants|athletes|runners|teams|workers|students|patients|adults)"
    r"\s(?P<said>took\spart|participated|competed|were\senrolled|enrolled)(?=[.;,]|$)"
)


def _voted(text: str, value: ReadValue, subject: Span, behind: int) -> MeasuredSite | None:
    """`The act was passed by 212 votes to 98`, `… adopted with 221 votes in favour and 98 against`."""
    match = _PASSED.match(text, behind, value.start)
    if match is None or value.quantity.unit or not _VOTES.match(text, value.start + _number_length(text, value)):
        return None
    end = len(text)
    site = english_site(text, value, match.span("said"), frozenset(["votes for"]), subject, taken=((behind, end),))
    return site


_PASSED: Final = lazy_pattern(
    rf"\s(?:was|has\sbeen|were)\s(?P<said>passed|adopted|approved|carried|ratified|agreed)\s(?:[a-z\s]{{0,30}}\s)?(?:by|with)\s{VALUE_LEAD}$"
)
_VOTES: Final = lazy_pattern(r"\svotes?\s(?:to\s\d|in\sfavou?r|for\b)")


def _number_length(text: str, value: ReadValue) -> int:
    match = _NUMBER.match(text, value.start, value.end)
    return len(match[0]) if match else value.end - value.start


_NUMBER: Final = lazy_pattern(r"[\d,.]+(?:\s(?:million|thousand|hundred))?(?=\s|$)")
_DEEDS: Final = (("came", "visitors"), ("joined", "participants"), ("lived", "population"), ("worked", "employees"))
_DID: Final = lazy_pattern(
    r"\s(?P<who>people|visitors|students|pupils|children|guests|spectators|fans|tourists|volunteers|participants|patients"
    r"|workers|athletes|runners|teams|inhabitants|residents|employees|subjects|adults)"
    r"\s(?P<said>(?P<came>attended|attend|visited|visit|came\sto|flocked\sto|watched)"
    r"|(?P<joined>took\spart\sin|take\spart\sin|participated\sin|participate\sin|(?:were\s|was\s)?enrolled\sin|joined|competed\sin)"
    r"|(?P<lived>lived\sin|live\sin|(?:were|are)\sliving\sin|resided?\sin)"
    r"|(?P<worked>work\s(?:for|at)|worked\s(?:for|at)|(?:are|were)\semployed\s(?:by|at)))"
    r"\s(?P<what>(?:the\s)?(?:\d{4}\s)?[A-Z][^,;:.()]{1,60}?)(?=[,;:.(]|\s(?:and|which|that|when|while|in|on|as|during)\s|$)"
)


def _with_things(text: str, value: ReadValue, subject: Span, behind: int) -> MeasuredSite | None:
    """`With 23 stations, the X line …`."""
    if value.quantity.unit or not _WITH.fullmatch(text, 0, value.start):
        return None
    noun = _counted_noun(text, value)
    if noun is None or not _COMMA_THE.fullmatch(text, noun[1], subject[0]):
        return None
    known = counted_measure(text[noun[0] : noun[1]])
    key = content_key(text[noun[0] : noun[1]]) if known is None else measure_key(known, "")
    return english_site(text, value, noun, key, subject, taken=((0, value.start), (noun[1], len(text))))


_WITH: Final = lazy_pattern(rf"\s*(?:with|boasting|having)\s(?:its\s)?{VALUE_LEAD}", re.IGNORECASE)
_COMMA_THE: Final = lazy_pattern(r",\s(?:the\s)?")


COUNT_FORMS: Final = (_counted_number, _there_are, _killed_in, _share_of, _residing_in, _people_did, _took_part)
"""Forms that name their subject, or leave it open."""
SUBJECT_COUNT_FORMS: Final = (_has_things, _with_things, _up_to, _has_amount, _has_share, _with_people, _voted)
"""Forms that need the sentence's subject."""
