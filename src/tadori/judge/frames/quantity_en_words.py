"""What the readers of English quantities share: words around a value, its clause, and patterns of measures.

In: a sentence and a value of it. Out: spans of the sentence. What is measured is said in `quantity_en_measures.py` and
`quantity_en_counts.py`.
"""

import re
from functools import cache
from typing import Final

from tadori.judge.frames.quantity_measures import measure_words
from tadori.judge.frames.quantity_site import MeasuredSite
from tadori.judge.frames.quantity_values import ReadValue
from tadori.text.dates import dates
from tadori.text.english_subject import main_clause
from tadori.text.lazy_pattern import lazy_pattern

Span = tuple[int, int]

VALUE_LEAD: Final = (
    r"(?:(?:about|around|approximately|roughly|nearly|almost|some|over|under|above|below|more\sthan|less\sthan|fewer\sthan"
    r"|greater\sthan|at\sleast|at\smost|up\sto|exactly|only|just|a\stotal\sof|an?\s(?:collection|fleet|network|team)\sof|no\smore\sthan|no\sfewer\sthan|no\sless\sthan"
    r"|not\smore\sthan|currently|now|an\sestimated|estimated\sat|as\smany\sas|as\smuch\sas|a\smaximum\sof|a\sminimum\sof|an\saverage\sof|on\saverage"
    r"|slightly|well|between|from|circa|c\.|ca\.|the|also|equal\sto|typically|usually|normally)\s)*(?:US)?[$€£¥]?"
)
LEVEL_VERBS: Final = (
    r"(?:is|was|are|were|has\sbeen|had\sbeen|stands\sat|stood\sat|reached|reaches|amounts\sto|amounted\sto|totals|totalled"
    r"|totaled|equals|rose\sto|fell\sto|grew\sto|increased\sto|dropped\sto|declined\sto|is\sset\sto|is\slimited\sto"
    r"|is\sset\sat|was\sset\sat|costs|cost|measures|measured|came\sto)"
)
HAVING_VERBS: Final = (
    r"(?:has|have|had|contains?|contained|includes?|included|comprises?|comprised|consists?\sof|consisted\sof|features?"
    r"|featured|provides?|offers?|offered|defines?|defined|is\scomposed\sof|are\scomposed\sof|is\smade\sup\sof"
    r"|(?:is|are|was|were)\sequipped\swith|involves?|involved|numbers|(?:is|was)\shome\sto|keeps"
    r"|is\sdivided\sinto|was\sdivided\sinto|are\sdivided\sinto|is\smade\sof|comes\swith|came\swith|ships\swith|shipped\swith)"
)
KEEPING_VERBS: Final = (
    r"(?:employs?|employed|operates?|operated|owns?|owned|serves?|served|seats?|seated|holds?|houses?|housed|hosts?|hosted"
    r"|supports?|supported|requires?|required|uses?|maintains?|maintained|carries|carried|accommodates?|enrolls?|enrolled"
    r"|killed|injured|destroyed|displaced|accepts?|allows?|permits?|runs\son|ran\son|(?:is|was)\savailable\s(?:in|for|on)|(?:is|was)\stranslated\sinto)"
)
SHOWING_VERBS: Final = (
    r"(?:uses|used|shows|showed|demonstrated|achieves|achieved|sets|set|imposes|imposed|gives|gave|enjoys|boasts|boasted"
    r"|attains|attained|retains|generates|drew|saw|carries|carried|features|yielded|houses|recorded|posted|reported)"
)
"""Verbs whose object is a measure with its value: `showed an efficacy of 78 percent`."""
ABLE_VERBS: Final = (
    r"(?:can|could)\s(?:only\s)?(?P<able>hold|have|contain|store|seat|accommodate|carry|support|accept|handle|use)"
)
_CLAUSE_END: Final = lazy_pattern(
    r"[;:.!?](?=\s|$)|[;(]|,\s(?!(?:in|at|on|as\sof|for|when|if|unless|except|excluding|including|per|during|since|until|not"
    r"|with\sthe\sexception|depending|although|but)\b)|\s[—–-]{1,3}\s|\s(?:and|but|while|whereas|which|who)\s"
)
PEOPLE_COUNTED: Final = lazy_pattern(
    r"\s(?:visitors|tourists|guests|people|persons|passengers|students|pupils|workers|staff|spectators|civilians|soldiers)(?!\w)"
)


_LABEL: Final = lazy_pattern(r"\s*[A-Za-z][\w\s-]{0,40}:\s(?=[A-Z])")


def value_clause(text: str, value: ReadValue) -> Span:
    """From the beginning of the sentence, or the last full stop before the value, to the end of the value's clause."""
    start = max(text.rfind(mark, 0, value.start) for mark in ("; ", "。", ". ")) + 1
    label = _LABEL.match(text, start, value.start)
    start = label.end() if label else start
    end = _CLAUSE_END.search(text, value.end)
    return start, end.start() if end else len(text)


def english_site(
    text: str,
    value: ReadValue,
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
        clause=value_clause(text, value),
        taken=taken,
        maximal=maximal,
    )


_CHANGED: Final = lazy_pattern(
    r"\b(?:increase|decrease|rise|fall|growth|decline|drop|reduction|gain|loss|change|difference)s?\s(?:of|by)\s(?:\w+\s){0,3}$"
    r"|\b(?:by|another|additional|further|extra|next|last|first|every|each|per|other|past|previous|former|of\sthe|these|those"
    r"|both|(?<!killing\s)(?<!injuring\s)(?<!wounding\s)all|any|within|after"
    r"|(?<!stretches\s)(?<!lasts\s)(?<!runs\s)(?<!extends\s)(?<!sells\s)(?<!sold\s)for)"
    r"\s(?:(?:about|around|approximately|nearly|almost|over|at\sleast|up\sto)\s)?(?:US)?[$€£¥]?$",
    re.IGNORECASE,
)
_RATIO: Final = lazy_pattern(
    r"\s(?:(?:more|less|fewer|higher|lower|longer|shorter|larger|smaller|greater|taller|faster|older|later|earlier)\b"
    r"|of\s(?:the|its|their|his|her|them|these|those|which|whom|all|\d))"
    r"|(?:\s\([^()]{0,40}\))?\s(?:multiplied|divided|plus|minus|times)\b",
)

_EACH_ITS_OWN: Final = lazy_pattern(r"\s(?:for|in|on|at)\s[^,;.]{1,40},\s(?:and\s|or\s)?[\d$€£][\d,.]*\s")


def _is_change(text: str, value: ReadValue) -> bool:
    """`an increase of 40`, `40 more`, `5 of the 12`: no level of anything."""
    before = text[max(0, value.start - 48) : value.start]
    return any((_CHANGED.search(before), _RATIO.match(text, value.end), _EACH_ITS_OWN.match(text, value.end)))


def matched_around(match: re.Match[str]) -> tuple[Span, ...]:
    """All that the pattern matched, but for the place and its year."""
    if "of" in match.re.groupindex and "when" in match.re.groupindex and match["when"]:
        return (match.start(), match.start("when")), (match.end("when"), match.end())
    for kept in ("of", "when"):
        if kept in match.re.groupindex and match[kept]:
            return (match.start(), match.start(kept)), (match.end(kept), match.end())
    return (match.span(),)


def clause_opening(text: str, value: ReadValue) -> int:
    start = value_clause(text, value)[0]
    while start < value.start and text[start].isspace():
        start += 1
    opening = start + main_clause(text[start : value.start])
    led = _YEAR_LED.match(text, opening, value.start)
    return led.end() if led else opening


_YEAR_LED: Final = lazy_pattern(
    r"(?:In|As\sof|At\sthe\send\sof|For|During)\s(?:the\s)?(?:(?:fiscal|financial)\s)?(?:year\s)?(?:FY\s?)?(?:1[89]|20)\d\d,?\s"
    r"(?=the\s|its\s|[A-Z]|[a-z]+\s(?:was|were|stood|reached|amounted|came|totalled)\s)"
)
"""`In 2021 the company's turnover came to …`: a year without a comma behind it."""


ADJECTIVE_BEHIND: Final = lazy_pattern(
    r"\s(?:long|high|tall|wide|deep|thick|in\s(?:length|height|width|diameter))(?![\w-])"
)
ONLY_PERIOD: Final = lazy_pattern(
    r"(?:the\s)?(?:(?:fiscal|financial|calendar)\s)?(?:year\s)?(?:FY\s?)?(?:1[89]|20)\d\d(?:[-/–]\d\d)?"
)
"""`The net yield for the fiscal year 2023`: when, not of what."""
_GROUP: Final = lazy_pattern(r"\s(?:for|among|per|when|with|without|using)\s")
_DATE_LED: Final = lazy_pattern(r"\s(?:in|as\sof|at|during|since|on|for|by)(?:\s(?:the|early|late|mid))*\s$")


def without_date(text: str, span: Span) -> Span:
    """`X in 2019` without its year, `X for adults` without its group."""
    group = _GROUP.search(text, *span)
    span = (span[0], group.start()) if group else span
    for date in dates(text):
        if text[span[0] : date.start].strip().lower() in ("", "the"):
            continue  # `the 2018 Orme mayoral election`: the year is part of its name
        if span[0] < date.start < span[1]:
            led = _DATE_LED.search(text, span[0], date.start)
            return span[0], led.start() if led else date.start
    return span


_WHEN: Final = r"\s(?:in|for|during)\s(?:the\s)?(?:(?:fiscal|financial)\s)?(?:year\s)?(?:FY\s?)?(?:1[89]|20)\d\d"


@cache
def measure_patterns() -> dict[str, re.Pattern[str]]:
    nouns = measure_words("nouns")
    mods = r"(?P<mods>(?:(?!of\s|in\s|and\s|the\s|with\s)[A-Za-z][\w-]*\s){0,3}?)"
    place = r"(?:\s(?:of|for|in|at|on|to)\s(?P<of>[^,;:()]{1,90}?))?"
    aside = r"(?:\s?\([^()]{0,80}\)|,\s[^,;:()]{1,60},)?"
    whole = rf"(?P<noun>{nouns})"
    told = rf"{aside}\s{LEVEL_VERBS}\s{VALUE_LEAD}$"
    held = (
        rf"has|had|have|reached|reaches|{SHOWING_VERBS}|"
        r"(?:circles|orbits|flies|lies|sits|stands)(?:\s(?:the\sEarth|Earth|the\s[a-z]+))?\sat|"
        r"(?:(?:is|was|lies|sits|stands|orbits|flies)\s)?(?:[a-z]+\s)?at|(?:has|had)\s[^;:()]{4,60}?\sand|is\s[^;:()]{1,120}?\swith"
        r"|was\s[^;:()]{1,120}?\swith"
    )
    elsewhere = place.replace("of|for|", "for|")
    sources = {
        "of": rf"(?:(?:The|Its|Their|His|Her|the|its)\s)?(?:(?P<when>(?:1[89]|20)\d\d)\s)?{mods}{whole}{place}{told}",
        "owned": rf"(?P<owner>[^,;:()]{{1,80}}?)['’]s?\s{mods}{whole}(?P<when>{_WHEN})?{told}",
        "number": r"(?:The\s|the\s)?(?:total\s|maximum\s(?P<max>))?number\sof\s(?P<counted>[^,;:()]{2,60}?)"
        + rf"{elsewhere}{told}",
        "has": rf"\s(?:also\s|now\s)?(?:{held})\s(?:(?:a|an|the|its)\s)?{mods}{whole}\sof\s{VALUE_LEAD}$",
        "with": rf"with\s(?:a|an|the)\s{mods}{whole}\s(?:of\s)?{VALUE_LEAD}$",
        "high": rf"[\s-](?P<behind>{measure_words('behind')})(?![\w-])",
        "verb": rf"\s(?:(?:also|now|currently)\s)?(?P<verb>{measure_words('verbs')})\s(?:an\sarea\sof\s)?{VALUE_LEAD}$",
    }
    return {name: re.compile(source, re.IGNORECASE) for name, source in sources.items()}
