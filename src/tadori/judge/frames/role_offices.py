"""Reads who holds an office of the thing that a page is about: `Project leader Ann Lee said`, `The museum director, Ann
Lee,`, `Ann Lee was the manager of the plant`.

In: a `FrameSource`. Out: readings whose place is a common noun, which the title or heading above must name, or what the
title itself names. Spans become slots in `role.py`.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from tadori.judge.frames.event_clauses import main_subject_span
from tadori.judge.frames.frame import FrameSource
from tadori.judge.frames.role_readings import RoleReading
from tadori.judge.frames.role_words import known_roles, role_nouns_en
from tadori.text.lazy_pattern import lazy_pattern

_HOLDER: Final = r"(?P<holder>[A-Z][\w'’-]*(?:\s(?:[A-Z][\w'’-]*\.?|van|von|de|bin|al)){1,3})"
_TITLED: Final = r"(?:(?:Mr|Mrs|Ms|Dr|Prof|Sir)\.?\s)?"
_PLACE: Final = "museum|plant|school|hospital|library|company|bridge|club|theatre|theater|orchestra|institute|zoo|hotel"
_PROJECT_LEADER: Final = lazy_pattern(
    rf"(?:(?<![\w.] )(?<![A-Z]\w)|^)(?:(?P<the>[Tt]he\s(?:current\s)?)[Pp]roject\s(?P<role>leader),\s"
    rf"|[Pp]roject\s(?P<bare>[Ll]eader)\s){_TITLED}{_HOLDER}"
    r"(?=[\s,.;:)]|$)"
)
_COPULA: Final = lazy_pattern(r"\s(?P<tense>is|was|has\sbeen)\s(?=the\s)")


@cache
def _office_of() -> re.Pattern[str]:
    """`the manager of the plant at the time of the fire`"""
    return re.compile(
        rf"the\s(?P<modifier>(?:[\w-]+\s){{0,2}}?)(?P<role>{_offices()})\s(?:of|at)\sthe\s(?P<of>{_PLACE})"
        r"(?P<period>\s(?:at\sthe\stime\sof\s(?:the\s)?[a-z-]+|in\s\d{4}|(?:from|between|since|until)\s[^.,;()]{0,30}?\d{4}(?:\s(?:to|and|until)\s\d{4})?))?"
        r"(?=[.,;]|$|\s(?:and|who|when|until)\b)"
    )


@cache
def _the_office() -> re.Pattern[str]:
    """`The museum director, Ann Lee,`; `museum director Ann Lee said`"""
    return re.compile(
        rf"(?<![\w-])(?:[Tt]he\s)?(?P<of>{_PLACE}|{_PLACE.title()})\s(?P<role>{_offices()}),?\s{_TITLED}{_HOLDER}(?=[\s,.;:)]|$)"
    )


def _offices() -> str:
    nouns = [noun for noun, role in role_nouns_en().items() if role.term == "office" and noun.islower()]
    return "|".join(sorted(map(re.escape, nouns), key=lambda noun: (-len(noun), noun)))


def english_offices_in(source: FrameSource) -> Iterator[RoleReading]:
    """The offices of what the page is about."""
    text = source.text
    leader = _PROJECT_LEADER.search(text)
    if leader and (leader["the"] or _OPENS.search(text, 0, leader.start())):
        name = "role" if leader["role"] else "bare"
        yield RoleReading(
            role=known_roles()["project_leader"],
            words=leader.span(name),
            of=None,
            of_title=True,
            holder=leader.span("holder"),
            aside=True,
        )
    for found in _the_office().finditer(text):
        yield RoleReading(
            role=role_nouns_en()[found["role"]],
            words=found.span("role"),
            of=found.span("of"),
            holder=found.span("holder"),
            aside=True,
        )
    yield from _held(source)


_OPENS: Final = lazy_pattern(r"(?:^|[.;:,(]\s|(?<![\w])(?:and|by|to|with|from|said|but|when|as|while|that)\s)$")


def _held(source: FrameSource) -> Iterator[RoleReading]:
    """`Ann Lee was the manager of the plant.`"""
    text = source.text
    main = main_subject_span(text, source.title)
    copula = _COPULA.match(text, main[1]) if main else None
    found = _office_of().match(text, copula.end()) if copula else None
    if main is None or copula is None or found is None:
        return
    yield RoleReading(
        role=role_nouns_en()[found["role"]],
        words=found.span("role"),
        of=found.span("of"),
        holder=main,
        modifier=found.span("modifier") if found["modifier"].strip() else None,
        past=copula["tense"] == "was",
        present=copula["tense"] != "was",
        period=found.span("period") if found["period"] else None,
    )
