"""English forms whose measured thing is a known measure: `The height of X is 40 m`, `X is 40 m high`, `X weighs 3 t`.

In: a sentence, a value of it and, for the forms that need one, the subject's span and the place of its verb. Out: a
`MeasuredSite`, or None for any other form.
"""

import re
from dataclasses import replace
from functools import cache
from typing import Final

from tadori.judge.frames.quantity_en_words import (
    ADJECTIVE_BEHIND,
    ONLY_PERIOD,
    PEOPLE_COUNTED,
    SHOWING_VERBS,
    VALUE_LEAD,
    Span,
    clause_opening,
    english_site,
    matched_around,
    measure_patterns,
    without_date,
)
from tadori.judge.frames.quantity_measures import content_key, measure_key, measure_named, measure_words
from tadori.judge.frames.quantity_site import MeasuredSite
from tadori.judge.frames.quantity_values import ReadValue
from tadori.model.ids import EN
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.names import names


def _of_measure(text: str, value: ReadValue) -> MeasuredSite | None:
    """`The height of the dam is 40 m`; `The default is 15 seconds`, whose subject is left open."""
    at = clause_opening(text, value)
    match = measure_patterns()["of"].match(text, at, value.start)
    if match is None or _has_names_inside(text, match.span("mods")):
        return None
    known = measure_named(match["noun"], value.quantity.unit)
    if known is None:
        return None
    dated = match["of"] is not None and ONLY_PERIOD.fullmatch(match["of"]) is not None
    subject = without_date(text, match.span("of")) if match["of"] and not dated else None
    behind = ADJECTIVE_BEHIND.match(text, value.end)  # `The main span is 442 metres long`
    taken = (*matched_around(match), *([behind.span()] if behind else []))
    return english_site(text, value, match.span("noun"), measure_key(known, match["mods"]), subject, taken=taken)


def _owned_measure(text: str, value: ReadValue) -> MeasuredSite | None:
    match = measure_patterns()["owned"].match(text, clause_opening(text, value), value.start)
    known = measure_named(match["noun"], value.quantity.unit) if match else None
    if match is None or known is None:
        return None
    key = measure_key(known, match["mods"])
    return english_site(text, value, match.span("noun"), key, match.span("owner"), taken=matched_around(match))


def _has_names_inside(text: str, span: Span) -> bool:
    return any(span[0] <= name.start < span[1] and name.start > 0 for name in names(text, EN))


def _tall_name(text: str, value: ReadValue) -> MeasuredSite | None:
    """`the 634-metre-tall Tokyo Skytree`."""
    match = measure_patterns()["high"].match(text, value.end)
    known = measure_named(match["behind"], value.quantity.unit) if match else None
    if match is None or known is None or " " in match["behind"]:
        return None
    name = next((one for one in names(text, EN) if one.start == match.end() + 1), None)
    if name is None or not text[max(0, value.start - 4) : value.start].lower().endswith("the "):
        return None
    if " " not in name.text and not _NAME_ENDS.match(text, name.end):
        return None  # `the 40-centimetre-long Philippine crocodiles`
    return english_site(text, value, match.span("behind"), measure_key(known, ""), (name.start, name.end))


_NAME_ENDS: Final = lazy_pattern(r"[,.;:)]|\s(?:is|was|has|had|will|can|in|on|at|near|and)\b|$")


def _bracketed(text: str, value: ReadValue) -> MeasuredSite | None:
    """`Alder Town (population 23,400) lies …`."""
    match = _bracket_pattern().search(text, 0, value.start)
    known = measure_named(match["noun"], value.quantity.unit) if match else None
    if match is None or known is None or not _BRACKET_ENDS.match(text, value.end):
        return None
    site = english_site(text, value, match.span("noun"), measure_key(known, ""), match.span("name"))
    return replace(site, clause=(match.start("noun"), value.end), aside=True) if site else None


@cache
def _bracket_pattern() -> re.Pattern[str]:
    return re.compile(
        rf"(?:^|[Tt]he\s|[,;]\s)(?P<name>[A-Z][\w'’-]*(?:\s[A-Z][\w'’-]*){{0,4}})\s\((?P<noun>(?i:{measure_words('nouns')}))(?:\sof|:|,)?\s{VALUE_LEAD}$"
    )


_BRACKET_ENDS: Final = lazy_pattern(r"\s?(?:\)|[,;]|in\s\d{4}\))")


def _built_at(text: str, value: ReadValue) -> MeasuredSite | None:
    """`Built at a cost of $9 million, X …`."""
    match = _BUILT_AT.fullmatch(text, 0, value.start)
    name = _THEN_NAME.match(text, value.end)
    known = measure_named("cost", value.quantity.unit)
    if match is None or name is None or known is None:
        return None
    rest = (name.end("name"), len(text))
    site = english_site(
        text, value, match.span("cost"), measure_key(known, ""), name.span("name"), taken=(match.span(), rest)
    )
    return replace(site, aside=True) if site else None


_BUILT_AT: Final = lazy_pattern(
    rf"(?:Built|Constructed|Completed|Opened|Erected)(?:\s[^,;:.]{{1,40}}?)?\sat\sa\s(?:total\s)?(?P<cost>cost)\sof\s{VALUE_LEAD}"
)
_THEN_NAME: Final = lazy_pattern(r",\s(?:the\s)?(?P<name>[A-Z][\w'’-]*(?:\s[A-Z][\w'’-]*){1,4})(?=\s[a-z])")


def _long_name(text: str, value: ReadValue) -> MeasuredSite | None:
    """`The 62-kilometre Selby Valley Line`: of a way, a distance is its length."""
    match = _WAY.match(text, value.end)
    if match is None or value.quantity.unit != "length" or "-" not in text[value.start : value.end]:
        return None
    if not text[max(0, value.start - 4) : value.start].lower().endswith("the "):
        return None
    site = english_site(text, value, (value.start, value.end), frozenset(["length"]), match.span("name"))
    return replace(site, clause=(value.start, match.end("name")), aside=True) if site else None


_WAY: Final = lazy_pattern(
    r"\s(?P<name>(?:[A-Z][\w'’-]*\s){1,4}(?:Line|Railway|Road|Highway|Motorway|Trail|River|Canal|Bridge|Tunnel|Wall|Route|Expressway|Viaduct))(?!\w)"
)


def _with_measure(text: str, value: ReadValue, subject: Span, behind: int) -> MeasuredSite | None:
    """`With a length of 98 km, it is …`."""
    match = measure_patterns()["with"].match(text, 0, value.start)
    known = measure_named(match["noun"], value.quantity.unit) if match else None
    gap = text[value.end : subject[0]] if subject[0] > value.end else ""
    if match is None or known is None or not _FRONTED_GAP.fullmatch(gap):
        return None
    key = measure_key(known, match["mods"])
    return english_site(text, value, match.span("noun"), key, subject, taken=(match.span(), (value.end, len(text))))


def _at_height(text: str, value: ReadValue, subject: Span, behind: int) -> MeasuredSite | None:
    """`At 634 m tall, X is …`, `At 3,776 m, X is the highest mountain`."""
    if not _AT.fullmatch(text, 0, value.start) or subject[0] < value.end:
        return None
    adjective = measure_patterns()["high"].match(text, value.end)
    gap = text[adjective.end() if adjective else value.end : subject[0]]
    best = _SUPERLATIVE.search(text, subject[1])
    word = adjective["behind"] if adjective else _SUPERLATIVES[best[1].lower()] if best else ""
    known = measure_named(word, value.quantity.unit)
    if known is None or not _FRONTED_GAP.fullmatch(gap):
        return None
    asked = adjective.span("behind") if adjective else best.span(1) if best else (0, 0)
    return english_site(
        text, value, asked, measure_key(known, ""), subject, taken=((0, value.start), (value.end, len(text)))
    )


_AT: Final = lazy_pattern(rf"at\s{VALUE_LEAD}", re.IGNORECASE)
_SUPERLATIVES: Final = {"highest": "high", "tallest": "tall", "longest": "long", "deepest": "deep", "widest": "wide"}
_SUPERLATIVE: Final = lazy_pattern(r"\sthe\s(?:[a-z-]+\s)?(highest|tallest|longest|deepest|widest)\s", re.IGNORECASE)


_FRONTED_GAP: Final = lazy_pattern(r"\s?(?:\([^()]{0,40}\))?(?:\s(?:in|as\sof)\s\d{4})?,\s(?:the\s)?", re.IGNORECASE)


def _has_measure(text: str, value: ReadValue, subject: Span, behind: int) -> MeasuredSite | None:
    """`X has a height of 40 m`, `X is a town with a population of 12,345`."""
    match = measure_patterns()["has"].match(text, behind, value.start)
    known = measure_named(match["noun"], value.quantity.unit) if match else None
    if match is None or known is None or _ANOTHERS.search(match[0]):
        return None
    key = measure_key(known, match["mods"])
    people = PEOPLE_COUNTED.match(text, value.end)
    return english_site(
        text,
        value,
        match.span("noun"),
        key,
        subject,
        taken=((behind, value.start), *([people.span()] if people else [])),
    )


# `Pierre is the capital and Sioux Falls, with …`, `is a city in the Orn metropolitan area, with …`
_ANOTHERS: Final = lazy_pattern(r"\sand\s[A-Z]|(?:area|region|county|district|province),?\swith\s")


def _is_high(text: str, value: ReadValue, subject: Span, behind: int) -> MeasuredSite | None:
    """`X is 40 m high`, `X is 5 km from Y`, `X is home to 1,200 people`."""
    people = PEOPLE_COUNTED.search(text, value.start, value.end + 12)
    if (
        _HOME.fullmatch(text, behind, value.start)
        and people
        and people.start() <= value.end
        and not value.quantity.unit
    ):
        taken = ((behind, value.start), people.span())
        return english_site(text, value, people.span(), frozenset(["population"]), subject, taken=taken)
    match = measure_patterns()["high"].match(text, value.end)
    known = measure_named(match["behind"], value.quantity.unit) if match else None
    if match is None or known is None or (not value.quantity.unit and known.name != "population"):
        return None
    if not _IS.fullmatch(text, behind, value.start):
        joined = _IS_AND.fullmatch(text, behind, value.start)
        if joined is None or not match["behind"].isalpha() or known.name == "distance":
            return None
    end = match.start("behind") if known.name == "distance" else match.end()
    asked = match.span("behind")
    return english_site(
        text, value, asked, measure_key(known, ""), subject, taken=((behind, value.start), (value.end, end))
    )


_HOME: Final = lazy_pattern(rf"\s(?:is|was)\s(?:now\s)?home\sto\s{VALUE_LEAD}", re.IGNORECASE)
_IS: Final = lazy_pattern(
    rf"\s(?:is|was|are|were|stands|stood|rises|measures|has\sbeen|runs)\s{VALUE_LEAD}", re.IGNORECASE
)

# `is 16 km long and 30 m wide`
_IS_AND: Final = lazy_pattern(
    rf"\s(?:is|was)\s{VALUE_LEAD}[\d.,]{{1,12}}\s?[a-z]{{1,12}}[\s-][a-z]{{3,5}}(?:,?\sand|,)\s{VALUE_LEAD}",
    re.IGNORECASE,
)


def _verb_of_measure(text: str, value: ReadValue, subject: Span, behind: int) -> MeasuredSite | None:
    """`X weighs 40 kg`, `X covers 12 km²`, `X defaults to 15`."""
    match = measure_patterns()["verb"].match(text, behind, value.start)
    known = measure_named(match["verb"].lower(), value.quantity.unit) if match else None
    if match is None or known is None:
        return None
    taken: tuple[Span, ...] = (match.span(),)
    built = _BUILDING.match(text, subject[0], subject[1]) if known.name == "cost" else None
    if built is not None:  # what building X cost, X cost
        subject, taken = (built.end(), subject[1]), (match.span(), built.span())
    if not value.quantity.unit and known.name != "default":
        people = PEOPLE_COUNTED.match(text, value.end)
        if people is None and not PEOPLE_COUNTED.search(text, value.start, value.end):
            return None
        taken = (match.span(), people.span() if people else match.span())
        if match["verb"].lower() == "left" and not _DEAD.match(text, people.end() if people else value.end):
            return None
    stuff = _STUFF.match(text, value.end)
    taken = (*taken, stuff.span()) if stuff else taken
    across = match["verb"].lower() in ("stretches", "stretched", "extends") and value.quantity.bound == "over"
    # `stretches over 62 km` is as long as that, not longer
    return english_site(text, value, match.span("verb"), measure_key(known, ""), subject, taken=taken, maximal=across)


_STUFF: Final = lazy_pattern(
    r"\s(?:of\s(?:electricity|power|energy|water|land)|to\s(?:build|construct|complete|make|produce)|above\ssea\slevel)(?![\w-])"
)
"""What the measured thing is made of says nothing more: `generates 120 MW of electricity`."""
_BUILDING: Final = lazy_pattern(r"(?:the\s)?(?:construction|building)\sof\s(?:the\s)?", re.IGNORECASE)
_DEAD: Final = lazy_pattern(r"\sdead\b")


def _plain_measure(text: str, value: ReadValue) -> MeasuredSite | None:
    """`Orn's tax bill was £62m`, `The orbital period of Orn is 76 years`: a measured thing that no table knows."""
    if not value.quantity.unit or measure_patterns()["high"].match(text, value.end):
        return None
    match = _PLAIN_OF.match(text, clause_opening(text, value), value.start)
    if match is None:
        return None
    group = "owner" if match["owner"] else "of"
    noun = "owned" if match["owner"] else "noun"
    subject = without_date(text, match.span(group))
    ahead = (match.start(), match.start(group))
    taken = (ahead, match.span("verb"))
    words = _CONTENT.sub("", match[noun])
    return english_site(text, value, match.span(noun), content_key(words), subject, taken=taken)


_NOUNS: Final = (
    r"(?!(?:rest|part|result|end|start|beginning|cause|aim|half|center|centre|name|house|home)\s)"
    r"(?:[a-z-]+\s){0,2}[a-z-]+"
)
_NAMED: Final = r"(?:the\s)?[A-Z][\w-]*(?:\s(?:of\s(?:the\s)?)?[A-Z][\w-]*){0,4}"
_PLAIN_OF: Final = lazy_pattern(
    rf"(?:(?:[Tt]he\s)?(?P<owner>{_NAMED})['’]s?\s(?P<owned>{_NOUNS})|(?:[Tt]he\s)?(?P<noun>(?i:{_NOUNS}))\s(?:of|in)\s(?P<of>{_NAMED}(?:\s(?!(?:is|was|in|for|during|stood|stands|reached)\s)[a-z]+){{0,2}}?))"
    r"(?:\s(?:in|for|during)\s(?:FY\s?)?\d{4})?"
    rf"(?P<verb>\s(?:is|was|stands\sat|stood\sat|reached|totalled|totaled|amounted\sto)\s{VALUE_LEAD})$"
)


_CONTENT: Final = lazy_pattern(r"(?<=\w)\s(?:content|rate|level)$")
"""`The fat content of X is 45 percent`: X contains 45 percent fat."""


def _shows_measure(text: str, value: ReadValue, subject: Span, behind: int) -> MeasuredSite | None:
    """`The vaccine showed an efficacy of 78 percent`: as `_plain_measure`, with a verb."""
    if not value.quantity.unit:
        return None
    match = _SHOWS.match(text, behind, value.start)
    if match is None:
        return None
    return english_site(
        text, value, match.span("noun"), content_key(_CONTENT.sub("", match["noun"])), subject, taken=(match.span(),)
    )


_SHOWS: Final = lazy_pattern(
    rf"\s(?:has|had|{SHOWING_VERBS})\s(?:a|an)\s"
    rf"(?!(?:average|total|mean|median|maximum|minimum|further|loss|gain|rise|drop|increase|decrease)\s)(?P<noun>{_NOUNS})\sof\s{VALUE_LEAD}$"
)


def _under_law(text: str, value: ReadValue) -> MeasuredSite | None:
    """`Under the Clean Rivers Act, offenders face a maximum fine of €50,000`."""
    match = _UNDER.fullmatch(text, 0, value.start)
    known = measure_named("fine", value.quantity.unit)
    if match is None or known is None:
        return None
    key = measure_key(known, match["mods"] or "")
    return english_site(text, value, match.span("noun"), key, match.span("law"), taken=(match.span(),))


_UNDER: Final = lazy_pattern(
    r"Under\s(?:the\s)?(?P<law>[A-Z][^,;:.()]{2,60}),\s[a-z]+(?:\s[a-z]+){0,3}?\s(?:face|risk|faces|risks|carry|carries|pay)\s"
    rf"(?:a|an)\s(?P<mods>maximum\s|minimum\s)?(?P<noun>fine|penalty)\sof\s{VALUE_LEAD}"
)


def _killing(text: str, value: ReadValue, subject: Span, behind: int) -> MeasuredSite | None:
    """`Flight 12 crashed into a mountain, killing all 150 people on board`."""
    match = _KILLING.search(text, subject[1], value.start)
    people = PEOPLE_COUNTED.search(text, value.start, value.end + 12)
    if match is None or value.quantity.unit or people is None or people.start() > value.end:
        return None
    if _OTHER_ACTOR.search(text, subject[1], match.start()):
        return None
    key = frozenset(["injured" if match["verb"] in ("injuring", "wounding") else "deaths"])
    site = english_site(text, value, match.span("verb"), key, subject, taken=(match.span(), people.span()))
    return replace(site, clause=(match.start(), site.clause[1])) if site else None


_KILLING: Final = lazy_pattern(rf"(?:,|\sand)?\s(?P<verb>killing|injuring|wounding)\s(?:all\s)?{VALUE_LEAD}$")
_OTHER_ACTOR: Final = lazy_pattern(r"[;:]|\b(?:that|which|who|when|while|after|before|where|and)\b|,\s[A-Z]")


MEASURE_FORMS: Final = (
    _of_measure,
    _owned_measure,
    _tall_name,
    _plain_measure,
    _bracketed,
    _built_at,
    _long_name,
    _under_law,
)
"""Forms that name their subject, or leave it open."""
SUBJECT_MEASURE_FORMS: Final = (
    _with_measure,
    _at_height,
    _has_measure,
    _is_high,
    _verb_of_measure,
    _killing,
    _shows_measure,
)
"""Forms that need the sentence's subject."""
