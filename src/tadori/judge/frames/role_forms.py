"""Reads roles that English texts state without a plain `X is the Y of Z`: `Headteacher: Ian Mossop`, `The museum's
director is Ann Lee`, `Directed by Ann Lee, Kestrel was …`, `The 2015 Ulm election was won by Ann Lee`.

In: a `FrameSource`. Out: readings. A label, `Our treasurer` and `The score` speak of what the page is about. Spans
become slots in `role.py`.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from tadori.judge.frames.event_clauses import clause_subject_span
from tadori.judge.frames.frame import FrameSource
from tadori.judge.frames.role_readings import RoleReading
from tadori.judge.frames.role_words import KnownRole, known_roles, role_nouns_en, role_participles_en
from tadori.text.lazy_pattern import lazy_pattern

_TITLED: Final = r"(?:(?:Mr|Mrs|Ms|Dr|Prof|Professor|Sir|Dame)\.?\s)?"
_NAMED: Final = (
    r"(?P<holder>[A-Z][\w'’-]*(?:\s(?:[A-Z]\.|[A-Z][\w'’-]*|van|von|de|bin|al)){0,4}"
    r"(?:\sand\s[A-Z][\w'’-]*(?:\s[A-Z][\w'’-]*){1,3})?)"
)
_STOP: Final = r"(?=[,.;:)]|\s(?:and|who|which|said|says|for|in|at|since|with|on|as|while)\s|\s*$)"
_THING: Final = r"(?P<of>[A-Z\"“][^,;:()]{1,60}?|[a-z]+)"
_FILM: Final = lazy_pattern(r"\((?:\d{4}\s)?(?:[\w-]+\s)?(?:film|movie)\)")
_OF_DOCUMENTS: Final = frozenset("author editor translator publisher maintainer creator".split())
"""Roles that a label gives of the document itself: `Author: Ann Lee`."""
_NO_HOLDER: Final = lazy_pattern(
    r"(?:The|This|That|These|Those|It|He|She|They|We|You|I|A|An|No|None|Not|See|Unknown|Yes)(?:\s.*)?"
)


def _alternatives(words: dict[str, KnownRole]) -> str:
    both = {form for word in words for form in (word, word[:1].upper() + word[1:])}
    return "|".join(sorted(map(re.escape, both), key=lambda word: (-len(word), word)))


def _role_called(words: str) -> KnownRole:
    nouns = role_nouns_en()
    return nouns.get(words) or nouns[words[:1].lower() + words[1:]]


@cache
def _labelled() -> re.Pattern[str]:
    """`Headteacher: Ian Mossop`, `Chair of the council: Ann Lee`"""
    return re.compile(
        rf"[\W_]{{0,3}}(?P<role>{_alternatives(role_nouns_en())})(?:\sof\sthe\s[a-z]+)?\s?:\s*{_TITLED}"
        r"(?P<holder>[A-Z][\w'’.&+-]*(?:\s(?:of\s|the\s|and\s|de\s|van\s|von\s)*[A-Z][\w'’.&+-]*){0,5}?)\s*\.?\s*"
    )


@cache
def _possessive() -> re.Pattern[str]:
    """`The museum's director is Ann Lee`, `Kestrel's chief executive, Ann Lee, said`, `Our treasurer is Ann Lee`"""
    return re.compile(
        rf"(?:(?P<its>Its)|(?P<our>Our)|(?:The\s|the\s)?{_THING}['’]s?)\s(?P<modifier>(?:former|first|current|new|late|acting|deputy|second|then)\s)?"
        rf"(?P<role>{_alternatives(role_nouns_en())})(?:\s(?P<tense>is|was)\s|(?P<comma>,)\s){_TITLED}{_NAMED}{_STOP}"
    )


@cache
def _of_common() -> re.Pattern[str]:
    """`The designer of the dam was Ann Lee`, `The principal investigator was Ann Lee`"""
    return re.compile(
        rf"The\s(?P<modifier>(?:former|first|current|new|late|acting|deputy|second|then)\s)?(?P<role>{_alternatives(role_nouns_en())})"
        rf"(?:\s(?:of|at)\sthe\s(?P<of>[a-z]+))?\s(?P<tense>is|was)\s{_TITLED}{_NAMED}{_STOP}"
    )


@cache
def _with_its() -> re.Pattern[str]:
    """`Tavonia, with its capital Brell, lies on the coast`"""
    return re.compile(
        rf"(?:The\s)?{_THING},\swith\sits\s(?P<role>{_alternatives(role_nouns_en())})(?:\sat|\sof|,)?\s{_TITLED}{_NAMED},"
    )


@cache
def _leading() -> re.Pattern[str]:
    """`Directed by Ann Lee, Kestrel was shot in Prague`"""
    parts = "|".join(sorted({word.capitalize() for word in role_participles_en() if " " not in word}))
    return re.compile(rf"(?P<role>{parts})\sby\s(?:the\s)?(?:[a-z]+\s){{0,2}}{_TITLED}{_NAMED},\s(?=[A-Z\"“]|the\s)")


_PART_OF_WORK: Final = {
    "music": "composer",
    "score": "composer",
    "screenplay": "screenwriter",
    "script": "screenwriter",
}
_PART: Final = lazy_pattern(
    rf"The\s(?P<role>music|score|screenplay|script)(?:\s(?:of|for|to)\s(?:the\s)?[\"“]?(?P<of>[A-Z][^,;:()\"”]{{1,60}}?)[\"”]?)?"
    rf"\s(?:is|was)\s(?:(?:composed|written)\s)?by\s{_TITLED}{_NAMED}{_STOP}"
)
# A prize is given in many classes, and often to several: only what has one winner is read.
_CONTEST: Final = (
    r"(?P<of>\d{4}\s[A-Z][^,;:()]{0,60}?\s(?:[Ee]lection|by-election|primary|[Rr]eferendum|Grand\sPrix|[Ff]inal))"
)
_WON_BY: Final = lazy_pattern(rf"(?:The\s)?{_CONTEST}\s(?:was|were)\s(?P<role>won)\sby\s{_TITLED}{_NAMED}{_STOP}")
_WON: Final = lazy_pattern(
    rf"{_TITLED}{_NAMED}\s(?P<role>won)\sthe\s{_CONTEST}(?=[,.;]|\s(?:with|by|in|after|against)\s|$)"
)
_STUDY: Final = r"(?:trial|study|expedition|investigation|inquiry|excavation|survey|mission)"
_LED_BY: Final = lazy_pattern(
    rf"The\s(?P<of>[A-Z][^,;:()]{{0,50}}?\s{_STUDY})\s(?:is|was)\s(?P<role>led|headed|conducted)\sby\s{_TITLED}{_NAMED}{_STOP}"
)
_LED: Final = lazy_pattern(
    rf"{_TITLED}{_NAMED}\s(?P<role>led|headed)\sthe\s(?P<of>[A-Z][^,;:()]{{0,50}}?\s{_STUDY})(?=[,.;]|\s[a-z]+\s|$)"
)
_INVESTIGATED: Final = lazy_pattern(
    rf"{_TITLED}{_NAMED}\s(?P<tense>is|was)\s(?:the\s)?(?P<role>principal\sinvestigator)\s(?:of|for|on)\sthe\s(?P<of>[A-Z][^,;:()]{{0,50}}?\s{_STUDY})"
)
_WRITTEN_IN: Final = lazy_pattern(
    r"(?:(?:The|the)\s)?(?P<of>[A-Z][\w+-]*|[a-z]+)\sis\s(?P<role>written|implemented)\s(?:entirely\s|mostly\s)?in\s(?P<holder>[A-Z][\w+#]*)(?=[.,;]|\s*$)"
)
_FIXED: Final = (
    ("winner", _WON_BY),
    ("winner", _WON),
    ("principal_investigator", _LED_BY),
    ("principal_investigator", _LED),
    ("principal_investigator", _INVESTIGATED),
    ("implemented_in", _WRITTEN_IN),
)


def english_role_forms_in(source: FrameSource) -> Iterator[RoleReading]:
    """The roles that an English sentence states by a label, an owner or a participle."""
    text = source.text
    label = _labelled().fullmatch(text) if len(text) <= 120 else None
    if label:
        role = _role_called(label["role"])
        if _FILM.search(source.title) and label["role"].lower() == "director":
            role = known_roles()["director"]
        if role.name not in _OF_DOCUMENTS and _NO_HOLDER.fullmatch(label["holder"]) is None:
            yield RoleReading(
                role=role,
                words=label.span("role"),
                of=None,
                of_title=True,
                holder=label.span("holder"),
                present=True,
                sole=True,
            )
        return
    yield from _owned(source)
    for name, pattern in _FIXED:
        found = pattern.match(text)
        if found:
            yield RoleReading(
                role=known_roles()[name], words=found.span("role"), of=found.span("of"), holder=found.span("holder")
            )
    yield from _made_by(source)


def _owned(source: FrameSource) -> Iterator[RoleReading]:
    text = source.text
    found = _possessive().match(text) or _of_common().match(text) or _with_its().match(text)
    if found is None or _NO_HOLDER.fullmatch(found["holder"]):
        return
    groups = found.groupdict()
    of = found.span("its") if groups.get("its") else found.span("of") if groups.get("of") else None
    modifier, tense = groups.get("modifier"), groups.get("tense")
    yield RoleReading(
        role=_role_called(found["role"]),
        words=found.span("role"),
        of=of,
        of_title=of is None,
        holder=found.span("holder"),
        modifier=found.span("modifier") if modifier else None,
        past=tense == "was",
        present=tense != "was",
        sole=tense is not None,
        aside=tense is None,
    )


def _made_by(source: FrameSource) -> Iterator[RoleReading]:
    """`Directed by Ann Lee, Kestrel …`, `The music of Kestrel is by Ann Lee`."""
    text = source.text
    leading = _leading().match(text)
    main = clause_subject_span(text, leading.end(), source.title) if leading else None
    if leading and main:
        role = role_participles_en()[leading["role"].lower()]
        yield RoleReading(role=role, words=leading.span("role"), of=main, holder=leading.span("holder"), aside=True)
    part = _PART.match(text)
    if part:
        yield RoleReading(
            role=known_roles()[_PART_OF_WORK[part["role"]]],
            words=part.span("role"),
            of=part.span("of") if part["of"] else None,
            of_title=not part["of"],
            holder=part.span("holder"),
        )
