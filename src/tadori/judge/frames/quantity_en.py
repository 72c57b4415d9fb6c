"""Finds the values of an English sentence whose measured thing is certain, by form.

In: a sentence, the span of its resolved subject, its title. Out: `MeasuredSite`s. Forms: `The height of X is 40 m`,
`X's population was 12,345`, `X is 40 m high`, `X has a height of 40 m`, `X has three hooks`, `There are 47 seats in X`,
`46 people were killed in X`, `the 634-metre-tall X`. A value in any other form is nobody's: it gives no site.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Final

from tadori.judge.frames.quantity_measures import content_key, counted_measure, measure_key, measure_named, measure_words
from tadori.judge.frames.quantity_site import MeasuredSite
from tadori.judge.frames.quantity_values import StatedValue, stated_values
from tadori.model.ids import EN
from tadori.text.dates import dates
from tadori.text.english_subject import EnglishSubject, english_subject, main_clause
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.names import names
from tadori.text.stem import stem

Span = tuple[int, int]

_LEAD: Final = (
    r"(?:(?:about|around|approximately|roughly|nearly|almost|some|over|under|above|below|more\sthan|less\sthan|fewer\sthan"
    r"|greater\sthan|at\sleast|at\smost|up\sto|exactly|only|just|a\stotal\sof|no\smore\sthan|no\sfewer\sthan|no\sless\sthan"
    r"|not\smore\sthan|currently|now|an\sestimated|estimated\sat|as\smany\sas|as\smuch\sas|a\smaximum\sof|a\sminimum\sof"
    r"|slightly|well|between|from|circa|c\.|ca\.|the|also|equal\sto|typically|usually|normally)\s)*(?:US)?[$€£¥]?"
)
_BE: Final = (
    r"(?:is|was|are|were|has\sbeen|had\sbeen|stands\sat|stood\sat|reached|reaches|amounts\sto|amounted\sto|totals|totalled"
    r"|totaled|equals|rose\sto|fell\sto|grew\sto|increased\sto|dropped\sto|declined\sto|is\sset\sto|is\slimited\sto"
    r"|is\sset\sat|was\sset\sat|costs)"
)
_HAVE: Final = (
    r"(?:has|have|had|contains?|contained|includes?|included|comprises?|comprised|consists?\sof|consisted\sof|features?"
    r"|featured|provides?|offers?|offered|defines?|defined|is\scomposed\sof|are\scomposed\sof|is\smade\sup\sof"
    r"|is\sdivided\sinto|was\sdivided\sinto|are\sdivided\sinto|is\smade\sof)"
)
_KEPT: Final = (
    r"(?:employs?|employed|operates?|operated|owns?|owned|serves?|served|seats?|seated|holds?|houses?|housed|hosts?|hosted"
    r"|supports?|supported|requires?|required|uses?|maintains?|maintained|carries|carried|accommodates?|enrolls?|enrolled"
    r"|killed|injured|destroyed|displaced|accepts?|allows?|permits?)"
)
_CAN: Final = (
    r"(?:can|could)\s(?:only\s)?(?P<able>hold|have|contain|store|seat|accommodate|carry|support|accept|handle|use)"
)
_STOPS: Final = frozenset(
    """of in on at by for from to with within into onto over under per and or but nor that which who whom whose when while
    where if as than is are was were be been has have had can could will would may might must shall should do does did not
    the a an its his her their this these those each every some any all since during until before after between among
    through throughout without against about because so using via such""".split()
)
_IRREGULAR_PLURALS: Final = frozenset(
    "people children men women data staff species aircraft feet teeth mice series sheep fish personnel media criteria"
    " indices vertices matrices".split()
)
_NO_PLURALS: Final = frozenset(
    "is was has does this its his less times series' perhaps always across plus versus thus yes us as".split()
)
_CHANGE_WORDS: Final = frozenset(
    "more additional other further extra new different consecutive subsequent remaining another fewer less such same or"
    " main major possible times separate".split()
)
_WORD: Final = lazy_pattern(r"\s([A-Za-z][\w'’./+-]*)")
_CLAUSE_END: Final = lazy_pattern(
    r"[;:.!?](?=\s|$)|[;(]|,\s(?!(?:in|at|on|as\sof|for|when|if|unless|except|excluding|including|per|during|since|until|not"
    r"|with\sthe\sexception|depending|although|but)\b)|\s[—–-]{1,3}\s|\s(?:and|but|while|whereas|which|who)\s"
)
_EXAMPLE: Final = lazy_pattern(
    r"\s*(?:for\s(?:example|instance)|suppose|assume|imagine|consider|e\.g\.|let\s|say,|if\s|when\s|thus,\sif)",
    re.IGNORECASE,
)
_OF_MEASURE: Final = lazy_pattern(r"\sof\s((?:the\s)?[a-z][\w-]*(?:\s[a-z][\w-]*){0,2})(?=[\s,.;:)]|$)")
_BRACKETED: Final = lazy_pattern(r"\s?\([^()]{0,120}\)")


def english_sites(text: str, *, resolved: Span | None = None, title: str = "") -> list[MeasuredSite]:
    """The sites of `text`. `resolved` is the span that the caller knows the subject of: `It`, or an empty span."""
    front = _PARTICIPLE.match(text)
    if front is not None:  # `Built in 1911, X is 40 m high`: the year is not the height's
        text = " " * front.end() + text[front.end() :]
    values = stated_values(text)
    if not values or _EXAMPLE.match(text):
        return []
    found = []
    for value in values:
        site = next(_readings(text, value, resolved, title), None)
        if site is not None:
            start = max(site.clause[0], front.end() if front else 0)
            found.append(replace(site, clause=(start, site.clause[1])))
    return found


def _readings(text: str, value: StatedValue, resolved: Span | None, title: str) -> Iterator[MeasuredSite]:
    for reader in (_of_measure, _owned_measure, _counted_number, _there_are, _killed_in, _tall_name, _share_of, _residing_in):
        site = reader(text, value)
        if site is not None:
            yield site
    subject = _subject(text, value, resolved, title)
    if subject is None:
        return
    span, behind = subject
    for place in (behind, *_further_verbs(text, value, span)):
        for said in (_with_measure, _at_height, _has_measure, _is_high, _verb_of_measure, _has_things):
            site = said(text, value, span, place)
            if site is not None:
                yield site if place == behind else replace(site, clause=(max(place, site.clause[0]), site.clause[1]))


def _further_verbs(text: str, value: StatedValue, subject: Span) -> Iterator[int]:
    """Where else a verb of the subject may stand: `X, which is 40 m high, …`, `X opened in 1911 and has 12 rooms`."""
    which = _WHICH.match(text, subject[1])
    if which is not None and which.end() <= value.start:
        yield which.end()
    joined = [match.end() for match in _JOINED.finditer(text, subject[1], value.start)]
    if joined and not _OTHER_CLAUSE.search(text, subject[1], value.start):
        yield joined[-1]


_WHICH: Final = lazy_pattern(r",\swhich(?=\s)")
_JOINED: Final = lazy_pattern(
    r",?\sand(?=\s(?:also\s|now\s)?(?:is|was|has|had|contains|contained|includes|included|comprises|consists|features|offers"
    r"|provides|employs|employed|seats|holds|houses|weighs|covers|stands|rises|lasts|costs|stretches|attracts|supports|can)\s)"
)
_OTHER_CLAUSE: Final = lazy_pattern(r"[;:]|\b(?:that|which|who|whose|where|when|while|because|but|although|if)\b")


def _subject(text: str, value: StatedValue, resolved: Span | None, title: str) -> tuple[Span, int] | None:
    """The subject's span and where its verb is to be looked for."""
    if resolved is not None and resolved[0] < resolved[1]:
        return resolved, resolved[1]
    blank = len(text) - len(text.lstrip())
    if _FRONTED.match(text, 0, value.start) and (comma := _COMMA.match(text, value.end)):
        blank = comma.end()  # `At 3,776 m, X is …`
    found = _moved(english_subject(text[blank:], title), blank)
    if found is not None and value.end < found.start:
        return (found.start, found.end), found.end
    if found is None or found.end > value.start:
        plain = _COMMON.match(text, _main(text, value), value.start)
        return (plain.span("np"), plain.end("np")) if plain else None
    verb = re.compile(rf"\s{re.escape(found.verb)}(?![\w'’-])").search(text, found.end)
    return (found.start, found.end), verb.start() if verb and verb.end() <= value.start + 1 else found.end


def _moved(found: EnglishSubject | None, by: int) -> EnglishSubject | None:
    return replace(found, start=found.start + by, end=found.end + by) if found and by else found


_FRONTED: Final = lazy_pattern(rf"\s*(?:at|with\s(?:a|an|the)(?:\s[a-z-]+){{1,3}}(?:\sof)?)\s{_LEAD}$", re.IGNORECASE)
_COMMA: Final = lazy_pattern(r"[^,;:.]{0,40},\s")
_NAME: Final = r"[A-Z][\w-]*(?:\s[A-Z][\w-]*){0,3}"
_COMMON: Final = lazy_pattern(
    rf"(?P<np>(?:(?:This|The|the|this)\s(?:[a-z][\w-]*\s){{0,2}}?[A-Za-z][\w-]*(?:\s(?:of|at|in)\s(?:the\s)?{_NAME})?"
    rf"|{_NAME}['’]s\s(?:[a-z-]+\s){{0,2}}?[a-z-]+))"
    rf"(?=\s(?:also\s|now\s)?(?:is|was|{_HAVE}|{_KEPT}|weighs|costs|cost|covers|lasts|takes|left|measures|stands|rises)\s)"
)


def _clause(text: str, value: StatedValue) -> Span:
    """From the beginning of the sentence, or the last full stop before the value, to the end of the value's clause."""
    start = max(text.rfind(mark, 0, value.start) for mark in ("; ", "。", ". ")) + 1
    end = _CLAUSE_END.search(text, value.end)
    return start, end.start() if end else len(text)


def _site(
    text: str,
    value: StatedValue,
    asked: Span,
    key: frozenset[str],
    subject: Span | None,
    *,
    taken: tuple[Span, ...] = (),
    maximal: bool = False,
) -> MeasuredSite | None:
    if not key or _is_change(text, value):
        return None
    return MeasuredSite(
        value=value,
        asked=asked,
        key=key,
        subject=subject,
        clause=_clause(text, value),
        taken=taken,
        maximal=maximal,
    )


_CHANGED: Final = lazy_pattern(
    r"\b(?:increase|decrease|rise|fall|growth|decline|drop|reduction|gain|loss|change|difference)s?\s(?:of|by)\s(?:\w+\s){0,3}$"
    r"|\b(?:by|another|additional|further|extra|next|last|first|every|each|per|other|past|previous|former|of\sthe|these|those"
    r"|both|all|any|within|after|(?<!stretches\s)(?<!lasts\s)(?<!runs\s)(?<!extends\s)(?<!sells\s)(?<!sold\s)for)\s(?:(?:about|around|approximately|nearly|almost|over|at\sleast|up\sto)\s)?(?:US)?[$€£¥]?$",
    re.IGNORECASE,
)
_RATIO: Final = lazy_pattern(
    r"\s(?:(?:more|less|fewer|higher|lower|longer|shorter|larger|smaller|greater|taller|faster|older|later|earlier)\b"
    r"|of\s(?:the|its|their|his|her|them|these|those|which|whom|all|\d))",
)

_EACH_ITS_OWN: Final = lazy_pattern(r"\s(?:for|in|on|at)\s[^,;.]{1,40},\s(?:and\s|or\s)?[\d$€£][\d,.]*\s")


def _is_change(text: str, value: StatedValue) -> bool:
    """`an increase of 40`, `40 more`, `5 of the 12`: no level of anything."""
    before = text[max(0, value.start - 48) : value.start]
    return any((_CHANGED.search(before), _RATIO.match(text, value.end), _EACH_ITS_OWN.match(text, value.end)))


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    nouns = measure_words("nouns")
    mods = r"(?P<mods>(?:(?!of\s|in\s|and\s|the\s|with\s)[A-Za-z][\w-]*\s){0,3}?)"
    place = r"(?:\s(?:of|for|in|at|on|to)\s(?P<of>[^,;:()]{1,90}?))?"
    aside = r"(?:\s?\([^()]{0,80}\)|,\s[^,;:()]{1,60},)?"
    return {
        "of": re.compile(rf"(?P<det>(?:The|Its|Their|His|Her|the|its)\s)?{mods}(?P<noun>{nouns}){place}{aside}\s{_BE}\s{_LEAD}$", re.I),
        "owned": re.compile(rf"(?P<owner>[^,;:()]{{1,80}}?)['’]s?\s{mods}(?P<noun>{nouns}){aside}\s{_BE}\s{_LEAD}$", re.I),
        "number": re.compile(
            rf"(?:The\s|the\s)?(?:total\s|maximum\s(?P<max>))?number\sof\s(?P<counted>[^,;:()]{{2,60}}?){place.replace('of|for|', 'for|')}{aside}\s{_BE}\s{_LEAD}$", re.I
        ),
        "has": re.compile(rf"\s(?:also\s|now\s)?(?:has|had|have|reached|reaches|(?:has|had)\san?\s[^;:()]{{4,60}}?\sand|is\s[^;:()]{{1,120}}?\swith|was\s[^;:()]{{1,120}}?\swith)\s(?:a|an|the|its)\s{mods}(?P<noun>{nouns})\sof\s{_LEAD}$", re.I),
        "with": re.compile(rf"with\s(?:a|an|the)\s{mods}(?P<noun>{nouns})\s(?:of\s)?{_LEAD}$", re.I),
        "high": re.compile(rf"[\s-](?P<behind>{measure_words('behind')})(?![\w-])", re.I),
        "verb": re.compile(rf"\s(?:also\s|now\s|currently\s)?(?P<verb>{measure_words('verbs')})\s(?:an\sarea\sof\s)?{_LEAD}$", re.I),
    }  # fmt: skip


def _of_measure(text: str, value: StatedValue) -> MeasuredSite | None:
    """`The height of the dam is 40 m`; `The default is 15 seconds`, whose subject is left open."""
    at = _main(text, value)
    match = _patterns()["of"].match(text, at, value.start)
    if match is None or _has_names_inside(text, match.span("mods")):
        return None
    known = measure_named(match["noun"], value.quantity.unit)
    if known is None:
        return None
    subject = _without_date(text, match.span("of")) if match["of"] else None
    return _site(
        text, value, match.span("noun"), measure_key(known, match["mods"]), subject, taken=_around(match)
    )


def _owned_measure(text: str, value: StatedValue) -> MeasuredSite | None:
    match = _patterns()["owned"].match(text, _main(text, value), value.start)
    known = measure_named(match["noun"], value.quantity.unit) if match else None
    if match is None or known is None:
        return None
    key = measure_key(known, match["mods"])
    return _site(text, value, match.span("noun"), key, match.span("owner"), taken=_around(match))


def _counted_number(text: str, value: StatedValue) -> MeasuredSite | None:
    """`The number of packages in Debian is 59,000`; a maximum number is another thing than a number."""
    match = _patterns()["number"].match(text, _main(text, value), value.start)
    if match is None or value.quantity.unit:
        return None
    key = content_key(match["counted"]) | (frozenset(["maximum"]) if match["max"] is not None else frozenset())
    subject = _without_date(text, match.span("of")) if match["of"] else None
    return _site(text, value, match.span("counted"), key, subject, taken=_around(match))


def _around(match: re.Match[str]) -> tuple[Span, ...]:
    """All that the pattern matched, but for the place and its year."""
    if "of" in match.re.groupindex and match["of"]:
        return (match.start(), match.start("of")), (match.end("of"), match.end())
    return (match.span(),)


def _main(text: str, value: StatedValue) -> int:
    start = _clause(text, value)[0]
    while start < value.start and text[start].isspace():
        start += 1
    return start + main_clause(text[start : value.start])


_PARTICIPLE: Final = lazy_pattern(
    r"(?:(?:First|Originally|Officially)\s)?(?:[A-Z][a-z]+ed|Built|Set|Known|Found|Standing|Lying|Located|Situated|Designed\sby)\s"
    r"[^,;:.]{1,90},\s"
)


def _has_names_inside(text: str, span: Span) -> bool:
    return any(span[0] <= name.start < span[1] and name.start > 0 for name in names(text, EN))


_DATE_LED: Final = lazy_pattern(r"\s(?:in|as\sof|at|during|since|on|for|by)(?:\s(?:the|early|late|mid))*\s$")


def _without_date(text: str, span: Span) -> Span:
    """`X in 2019` without its year."""
    for date in dates(text):
        if span[0] < date.start < span[1]:
            led = _DATE_LED.search(text, span[0], date.start)
            return span[0], led.start() if led else date.start
    return span


def _there_are(text: str, value: StatedValue) -> MeasuredSite | None:
    """`There are 47 prefectures in Japan`."""
    at = _main(text, value)
    if not _THERE.match(text, at, value.start) or value.quantity.unit:
        return None
    noun = _counted_noun(text, value)
    place = _PLACE.match(text, noun[1]) if noun else None
    if noun is None or place is None:
        return None
    return _site(text, value, noun, content_key(text[noun[0] : noun[1]]), _without_date(text, place.span("place")))


_THERE: Final = lazy_pattern(rf"there\s(?:are|were|is|was|have\sbeen)\s{_LEAD}$", re.IGNORECASE)
_ARE: Final = lazy_pattern(rf"(?:there\s(?:are|were)\s)?{_LEAD}$", re.IGNORECASE)
_PLACE: Final = lazy_pattern(
    r"\s(?:in|on|at|within)\s(?P<place>(?:the\s)?[A-Z][\w'’-]*(?:\s(?:of\s|the\s)?[A-Z\d][\w'’-]*){0,4})"
)


def _killed_in(text: str, value: StatedValue) -> MeasuredSite | None:
    """`46 people were killed in the Kestrel fire`."""
    if value.quantity.unit or not _OPENING.fullmatch(text, _main(text, value), value.start):
        return None
    match = _KILLED.match(text, value.end)
    if match is None:
        return None
    key = frozenset(["injured" if match["verb"] in ("injured", "wounded") else "deaths"])
    return _site(
        text, value, match.span("verb"), key, _without_date(text, match.span("event")), taken=(match.span("who"),)
    )


_OPENING: Final = lazy_pattern(_LEAD, re.IGNORECASE)
_KILLED: Final = lazy_pattern(
    r"(?P<who>(?:\s(?:people|persons|passengers|civilians|others|men|women|soldiers|workers|residents))?)"
    r"\s(?:(?:were|was|had\sbeen)\s)?(?P<verb>killed|died|injured|wounded|perished)\s(?:in|during|by|when)\s"
    r"(?P<event>(?:the\s)?[^,;:.()]{3,80}?)(?=[,;:.(]|\s(?:and|which|that|when|while)\s|$)"
)


def _tall_name(text: str, value: StatedValue) -> MeasuredSite | None:
    """`the 634-metre-tall Tokyo Skytree`."""
    match = _patterns()["high"].match(text, value.end)
    known = measure_named(match["behind"], value.quantity.unit) if match else None
    if match is None or known is None or " " in match["behind"]:
        return None
    name = next((one for one in names(text, EN) if one.start == match.end() + 1), None)
    if name is None or not text[max(0, value.start - 4) : value.start].lower().endswith("the "):
        return None
    return _site(text, value, match.span("behind"), measure_key(known, ""), (name.start, name.end))


def _share_of(text: str, value: StatedValue) -> MeasuredSite | None:
    """`40 percent of the residents of Oslo speak Sami`: the base and what is said of it are the measured thing."""
    if value.quantity.unit != "share" or not _OPENING.fullmatch(text, _main(text, value), value.start):
        return None
    start, end = _clause(text, value)
    match = _SHARE.match(text, value.end, end)
    name = next((one for one in names(text, EN) if match and match.start() < one.start < match.end()), None)
    if match is None or name is None:
        return None
    dated = [date for date in dates(text) if match.end() <= date.start < end]
    last = _without_date(text, (match.end(), end))[1] if dated else end
    key = content_key(f"{text[match.start() : name.start]} {text[name.end : last]}") | frozenset(["share"])
    return MeasuredSite(
        value=value, asked=(match.end(), last), key=key, subject=(name.start, name.end), clause=(start, end),
        taken=((value.end, match.end()),),
    )  # fmt: skip


_SHARE: Final = lazy_pattern(r"\sof\s(?:the\s|all\s)?(?:[\w'’-]+\s){0,6}?(?:of|in)\s(?:the\s)?[A-Z][\w'’-]*(?:\s[A-Z][\w'’-]*){0,3}|\sof\s(?:the\s)?[A-Z][\w-]*(?:\s[A-Z][\w-]*){0,3}['’]s?\s[a-z]+")


def _residing_in(text: str, value: StatedValue) -> MeasuredSite | None:
    """`there were 1,791 people, 699 households and 445 families residing in the city`."""
    if value.quantity.unit or not _ARE.match(text, _main(text, value), value.start):
        return None
    match = _RESIDING.search(text, max(0, value.end - 8), value.end + 100)
    if match is None or match.start() > value.end:
        return None
    return _site(text, value, match.span("who"), frozenset(["population"]), match.span("place"), taken=(match.span(),))


_RESIDING: Final = lazy_pattern(
    r"\s(?P<who>people|inhabitants|residents)(?:,\s[\d,]+\s[a-z]+){0,3}(?:,?\sand\s[\d,]+\s[a-z]+)?"
    r"\s(?:residing|living|resident|live|lived)\sin\s(?P<place>(?:the\s[a-z]+|[A-Z][\w'’-]*(?:\s[A-Z][\w'’-]*){0,3}))"
)


def _with_measure(text: str, value: StatedValue, subject: Span, behind: int) -> MeasuredSite | None:
    """`With a length of 98 km, it is …`."""
    match = _patterns()["with"].match(text, 0, value.start)
    known = measure_named(match["noun"], value.quantity.unit) if match else None
    gap = text[value.end : subject[0]] if subject[0] > value.end else ""
    if match is None or known is None or not _FRONTED_GAP.fullmatch(gap):
        return None
    key = measure_key(known, match["mods"])
    return _site(text, value, match.span("noun"), key, subject, taken=(match.span(), (value.end, len(text))))


def _at_height(text: str, value: StatedValue, subject: Span, behind: int) -> MeasuredSite | None:
    """`At 634 m tall, X is …`, `At 3,776 m, X is the highest mountain`."""
    if not _AT.fullmatch(text, 0, value.start) or subject[0] < value.end:
        return None
    adjective = _patterns()["high"].match(text, value.end)
    gap = text[adjective.end() if adjective else value.end : subject[0]]
    best = _SUPERLATIVE.search(text, subject[1])
    word = adjective["behind"] if adjective else _SUPERLATIVES[best[1].lower()] if best else ""
    known = measure_named(word, value.quantity.unit)
    if known is None or not _FRONTED_GAP.fullmatch(gap):
        return None
    asked = adjective.span("behind") if adjective else best.span(1) if best else (0, 0)
    return _site(text, value, asked, measure_key(known, ""), subject, taken=((0, value.start), (value.end, len(text))))


_AT: Final = lazy_pattern(rf"at\s{_LEAD}", re.IGNORECASE)
_SUPERLATIVES: Final = {"highest": "high", "tallest": "tall", "longest": "long", "deepest": "deep", "widest": "wide"}
_SUPERLATIVE: Final = lazy_pattern(r"\sthe\s(?:[a-z-]+\s)?(highest|tallest|longest|deepest|widest)\s", re.IGNORECASE)


_FRONTED_GAP: Final = lazy_pattern(r"\s?(?:\([^()]{0,40}\))?(?:\s(?:in|as\sof)\s\d{4})?,\s(?:the\s)?", re.IGNORECASE)


def _has_measure(text: str, value: StatedValue, subject: Span, behind: int) -> MeasuredSite | None:
    """`X has a height of 40 m`, `X is a town with a population of 12,345`."""
    match = _patterns()["has"].match(text, behind, value.start)
    known = measure_named(match["noun"], value.quantity.unit) if match else None
    if match is None or known is None:
        return None
    key = measure_key(known, match["mods"])
    people = _PEOPLE.match(text, value.end)
    return _site(
        text, value, match.span("noun"), key, subject, taken=((behind, value.start), *([people.span()] if people else []))
    )


def _is_high(text: str, value: StatedValue, subject: Span, behind: int) -> MeasuredSite | None:
    """`X is 40 m high`, `X is 5 km from Y`, `X is home to 1,200 people`."""
    people = _PEOPLE.search(text, value.start, value.end + 12)
    if _HOME.fullmatch(text, behind, value.start) and people and people.start() <= value.end and not value.quantity.unit:
        taken = ((behind, value.start), people.span())
        return _site(text, value, people.span(), frozenset(["population"]), subject, taken=taken)
    match = _patterns()["high"].match(text, value.end)
    known = measure_named(match["behind"], value.quantity.unit) if match else None
    if match is None or known is None or (not value.quantity.unit and known.name != "population"):
        return None
    if not _IS.fullmatch(text, behind, value.start):
        joined = _IS_AND.fullmatch(text, behind, value.start)
        if joined is None or not match["behind"].isalpha() or known.name == "distance":
            return None
    end = match.start("behind") if known.name == "distance" else match.end()
    asked = match.span("behind")
    return _site(
        text, value, asked, measure_key(known, ""), subject, taken=((behind, value.start), (value.end, end))
    )


_HOME: Final = lazy_pattern(rf"\s(?:is|was)\s(?:now\s)?home\sto\s{_LEAD}", re.IGNORECASE)
_IS: Final = lazy_pattern(rf"\s(?:is|was|are|were|stands|stood|rises|measures|has\sbeen|runs)\s{_LEAD}", re.IGNORECASE)

# `is 16 km long and 30 m wide`
_IS_AND: Final = lazy_pattern(
    rf"\s(?:is|was)\s{_LEAD}[\d.,]{{1,12}}\s?[a-z]{{1,12}}[\s-][a-z]{{3,5}}(?:,?\sand|,)\s{_LEAD}", re.IGNORECASE
)


def _verb_of_measure(text: str, value: StatedValue, subject: Span, behind: int) -> MeasuredSite | None:
    """`X weighs 40 kg`, `X covers 12 km²`, `X defaults to 15`."""
    match = _patterns()["verb"].match(text, behind, value.start)
    known = measure_named(match["verb"].lower(), value.quantity.unit) if match else None
    if match is None or known is None:
        return None
    taken: tuple[Span, ...] = (match.span(),)
    if not value.quantity.unit and known.name != "default":
        people = _PEOPLE.match(text, value.end)
        if people is None and not _PEOPLE.search(text, value.start, value.end):
            return None
        taken = (match.span(), people.span() if people else match.span())
        if match["verb"].lower() == "left" and not _DEAD.match(text, people.end() if people else value.end):
            return None
    return _site(text, value, match.span("verb"), measure_key(known, ""), subject, taken=taken)


_DEAD: Final = lazy_pattern(r"\sdead\b")
_PEOPLE: Final = lazy_pattern(
    r"\s(?:visitors|tourists|guests|people|persons|passengers|students|pupils|workers|staff|spectators|civilians)(?!\w)"
)


def _has_things(text: str, value: StatedValue, subject: Span, behind: int) -> MeasuredSite | None:
    """`X has three hooks`, `X supports up to 1,600 columns`."""
    match = _HAS.match(text, behind, value.start)
    if match is None or (value.quantity.unit and not value.quantity.noun):
        return None
    noun = _counted_noun(text, value)
    if noun is None:
        return None
    known = counted_measure(text[noun[0] : noun[1]])
    if known is not None and not match["able"] and not value.quantity.bound == "at_most":
        return _site(text, value, noun, measure_key(known, ""), subject, taken=(match.span(),))
    key = content_key(text[noun[0] : noun[1]])
    of = _OF_MEASURE.match(text, noun[1])
    taken: tuple[Span, ...] = (match.span(),)
    if of is not None:
        key, taken = key | content_key(of[1]), (match.span(), of.span())
    maximal = value.quantity.bound == "at_most" and (match["kept"] or match["able"] or "").lower() in _LIMITING
    if maximal:
        key |= frozenset(["maximum"])
    elif match["kept"]:
        key |= frozenset([stem(match["kept"].lower())])
    elif match["able"]:
        return None
    return _site(text, value, noun, key, subject, taken=taken, maximal=maximal)


_LIMITING: Final = frozenset(
    "support supports supported allow allows accept accepts permit permits hold holds have contain store handle use carry".split()
)
_HAS: Final = lazy_pattern(
    rf"\s(?:also\s|now\s|currently\s)?(?:{_HAVE}|(?P<kept>{_KEPT})|{_CAN})\s{_LEAD}$", re.IGNORECASE
)


def _counted_noun(text: str, value: StatedValue) -> Span | None:
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


def _unit_word(text: str, value: StatedValue) -> Span | None:
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
