"""Reads `X is the Y of Z` out of English sentences: `Paris is the capital of France`, `Orn was directed by Ann Lee`.

In: a `FrameSource`. Out: readings, each with the role, the span of what it is the role of, the span of the names that
hold it, and what narrows it. A holder must be a name by its form; `a director of X` is one of several. Spans become
slots in `role.py`.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Final

from tadori.judge.frames.event_clauses import Joint, behind_asides, main_subject_span, verb_subject_span
from tadori.judge.frames.frame import FrameSource
from tadori.judge.frames.role_forms import english_role_forms_in
from tadori.judge.frames.role_names import is_person_name
from tadori.judge.frames.role_offices import english_offices_in
from tadori.judge.frames.role_readings import RoleReading
from tadori.judge.frames.role_words import (
    LED_AS_PROJECT,
    PLACE_NOUNS,
    KnownRole,
    known_roles,
    role_nouns_en,
    role_participles_en,
    role_verbs_en,
)
from tadori.model.ids import EN
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.names import names

_MODIFIER: Final = r"(?:(?!of\s|and\s|in\s|for\s|to\s|by\s|who\s)[\w-]+\s){0,3}?"
_SIDE: Final = r"(?:,?\sand\s(?:the\s)?[a-z][a-z\s-]{2,40}?)?"
_LIST_JOINT: Final = lazy_pattern(r"\s?(?:,\s(?:and\s)?|\sand\s|\s&\s)")


def _longest_first(words: dict[str, KnownRole]) -> str:
    return "|".join(sorted(map(re.escape, words), key=lambda word: (-len(word), word)))


@cache
def _noun_of() -> re.Pattern[str]:
    """`the capital and largest city of`, up to the name behind."""
    return re.compile(
        rf"(?P<article>the\s|a\s|an\s|its\s)?(?P<modifier>{_MODIFIER})(?P<role>{_longest_first(role_nouns_en())}){_SIDE}"
        r"\sof\s(?:the\s)?[\"“]?(?=[A-Z\"“])"
    )


@cache
def _by() -> re.Pattern[str]:
    one = _longest_first(role_participles_en())
    return re.compile(
        rf"(?<![\w-])(?P<aux>(?:was|were|is|are|has\sbeen|had\sbeen)\s)?(?:(?:originally|first|jointly|later|co-|[a-z]+ly)\s?)?"
        rf"(?P<roles>(?:{one})(?:(?:,\s|\sand\s|,\sand\s)(?:{one}))*)\s(?:in\s\d{{4}}\s)?by\s(?=(?:the\s)?(?:(?!late\b|same\b|then\b)[a-z]+\s){{0,2}}[\"“]?\s?[A-Z])"
    )


@cache
def _does() -> re.Pattern[str]:
    return re.compile(
        rf"(?<![\w-])(?P<verb>{_longest_first(role_verbs_en())})\s(?=(?:the\s)?(?:[a-z]+\s){{0,3}}[\"“]|(?:the\s)?[A-Z]"
        r"|(?:the\s(?P<common>[a-z]+)(?=[,.;]|\s(?:in|with|for|from|between|as|at|after)\s|$)))"
    )


_IS: Final = lazy_pattern(
    r"\s(?P<tense>is|was|became|remains|serves\sas|served\sas|has\sbeen|had\sbeen)\s(?:also\s|now\s|currently\s|once\s|still\s)?"
)
_IN: Final = lazy_pattern(
    r"\s(?:is|was)\s(?:(?:located|situated)\s|(?:an?|the)\s(?P<kind>(?:[\w'’-]+\s){1,6}?)(?:located\s|situated\s)?)in\s(?:the\s)?(?=[A-Z])"
    r"|\slies\sin\s(?:the\s)?(?=[A-Z])"
)
_UNDER: Final = lazy_pattern(
    r"\s(?:is|was|are)\s(?:\w+\s){0,3}?(?:licen[sc]ed|released|distributed|available)\sunder\s(?:the\s)?(?:terms\sof\s(?:the\s)?)?(?=[A-Z])"
)
_DEFAULT: Final = lazy_pattern(
    r"(?:The|the)\sdefault(?:\s(?:value|setting))?(?:\s(?:of|for)\s(?:the\s)?(?P<of>[\w.-]+)(?:\s(?:option|parameter|directive|setting))?)?"
    r"\sis\s(?P<quote>[\"“'‘`])?(?P<value>[\w./:+-]*\w)(?(quote)[\"”'’`])(?=[.,;)]|\s\(|$)"
)
_DEFAULT_WORDS: Final = lazy_pattern(
    r"on|off|true|false|yes|no|none|enabled|disabled|never|always|auto|[A-Z][A-Z0-9_-]+|\S*[_./:+-]\S*|[a-z]+\d\w*"
)
_PLACEHOLDER: Final = lazy_pattern(r"[A-Z]+|[a-z]+")  # `for ARG`, `for the server`: no name of an option
_PERIOD: Final = lazy_pattern(
    r"\s?,?\s?\(?(?:(?:from|between|since|until|in)\s[^.;()]{0,40}?\d{4}(?:\s(?:to|until|and|–|-)\s(?:\w+\s){0,2}\d{4})?"
    r"|at\sthe\stime\sof\s(?:the\s)?[a-z-]+)"
)


def english_roles_in(source: FrameSource) -> Iterator[RoleReading]:
    """The roles that `source` states, in English."""
    text = source.text
    yield from _copular(source)
    yield from _named_first(text)
    yield from _appositions(text)
    yield from _titles(text)
    yield from english_offices_in(source)
    yield from _done_by(source)
    yield from _works_by(source)
    yield from _doing(source)
    yield from _places(source)
    yield from _defaults(source)
    yield from english_role_forms_in(source)


def names_from(text: str, at: int, *, several: bool) -> tuple[int, int] | None:
    """The span of the name that begins at `at`, behind an article or a quotation mark; with those joined to it."""
    lead = _LEAD_NAME.match(text, at)
    start = lead.end() if lead else at
    end = None
    for name in names(text, EN):
        if end is None and name.start <= start < name.end and text[start].isupper():  # also in `CEO of Kestrel`
            end = name.end
        elif end is not None and several and name.start > end:
            joint = _LIST_JOINT.match(text, end)
            if joint is None or joint.end() != name.start:
                break
            end = name.end
    return None if end is None else (start, end)


def thing_from(text: str, at: int) -> tuple[int, int] | None:
    """The span of the name that begins at `at`, with the word for what it names: `Kestrel project`."""
    of = names_from(text, at, several=False)
    kind = _KIND_BEHIND.match(text, of[1]) if of else None
    return (of[0], kind.end()) if of and kind else of


_KIND_BEHIND: Final = lazy_pattern(
    r"\s(?:project|company|museum|school|band|party|group|association|council|club|hospital|library|plant|works|institute|orchestra|team)"
    r"(?=[,.;:)]|$|\s(?:and|in|from|at|on|since|until|to|as|who|which|when|was|is|has|had|said|says)\b)"
)
_PROJECT: Final = lazy_pattern(r"\s[Pp]roject$")
_LEAD_NAME: Final = lazy_pattern(r"(?:the\s)?(?:[a-z]+(?:er|or|ist|ect|an|ian)\s(?=[A-Z]))?[\"“]?\s?")


def _copular(source: FrameSource) -> Iterator[RoleReading]:
    """`Paris is the capital of France.`"""
    text = source.text
    main = main_subject_span(text, source.title)
    if main is None:
        return
    copula = _IS.match(text, behind_asides(text, main[1]))
    noun = _noun_of().match(text, copula.end()) if copula else None
    if copula is None or noun is None:
        return
    of = thing_from(text, noun.end())
    if of is None or _goes_on(text, of[1]):
        return
    # `a composer of the Renaissance` is what he was, not whose.
    if (noun["article"] or "").strip() in ("a", "an") and role_nouns_en()[noun["role"]].term == "ever":
        return
    past = copula["tense"] in ("was", "became", "served as", "had been")
    yield replace(_noun_reading(text, noun, of, main, past=past), present=not past)


def _noun_reading(
    text: str, noun: re.Match[str], of: tuple[int, int], holder: tuple[int, int], *, past: bool
) -> RoleReading:
    modifier = noun.span("modifier")
    period = _PERIOD.match(text, of[1])
    role = role_nouns_en()[noun["role"]]
    project = _PROJECT.search(text, *of) if role.name in LED_AS_PROJECT else None
    if project:  # `the leader of the Debian project` is the Debian project leader
        of = (of[0], project.start())
        role = known_roles()["project_leader"] if role.name == "leader" else role
    return RoleReading(
        role=role,
        words=(noun.start("role"), noun.end("role")),
        of=of,
        holder=holder,
        modifier=modifier if noun["modifier"].strip() else None,
        one_of=(noun["article"] or "").strip() in ("a", "an"),
        past=past,
        period=period.span() if period else None,
    )


def _goes_on(text: str, at: int) -> bool:
    """Whether the name of what is meant goes on, or is only the owner of it: `of France and Spain`, `of Ulm's`."""
    return _MORE_NAME.match(text, at) is not None


_MORE_NAME: Final = lazy_pattern(
    r"['’]s?\s|\s(?:and|or|&|for)\s(?:the\s)?[A-Z]|[-/]|,\s[A-Z][\w ]{1,30},?\sand\s[A-Z]"
    r"|\s(?!(?:and|in|from|at|on|by|for|with|since|until|to|as|who|which|that|when|where|or|but|during|under|after|before"
    r"|was|is|has|had)\b)[a-z]+"
)


@cache
def _named_pattern() -> re.Pattern[str]:
    return re.compile(
        rf"(?:(?P<its>Its|His|Her|Their)\s|(?:The|the)\s)(?P<modifier>{_MODIFIER})(?P<role>{_longest_first(role_nouns_en())}){_SIDE}"
        r"(?:\s(?:of|for|at)\s(?:the\s)?(?P<of>[A-Z][^,;:()]{1,60}?)(?P<period>\s(?:at\sthe\stime\sof\s(?:the\s)?[a-z-]+|in\s\d{4}))?)?"
        r"\s(?P<tense>is|was)\s(?=(?:the\s)?[\"“A-Z])"
    )


def _named_first(text: str) -> Iterator[RoleReading]:
    """`The capital of France is Paris.` `Its capital is Paris.`"""
    found = _named_pattern().match(text)
    if found is None or bool(found["its"]) == bool(found["of"]):
        return
    holder = names_from(text, found.end(), several=True)
    if holder is None:
        return
    yield RoleReading(
        role=role_nouns_en()[found["role"]],
        words=found.span("role"),
        of=found.span("its") if found["its"] else found.span("of"),
        holder=holder,
        modifier=found.span("modifier") if found["modifier"].strip() else None,
        past=found["tense"] == "was",
        present=found["tense"] == "is",
        period=found.span("period") if found["period"] else None,
        sole=True,
    )


def _appositions(text: str) -> Iterator[RoleReading]:
    """`Ann Lee, the mayor of Ulm, …`"""
    for name in names(text, EN):
        if text[name.end : name.end + 2] != ", ":
            continue
        noun = _noun_of().match(text, name.end + 2)
        of = thing_from(text, noun.end()) if noun else None
        if noun is None or of is None or text[of[1] : of[1] + 1] not in (",", ".", ")") or _goes_on(text, of[1]):
            continue
        if _WHOLE.search(text, 0, name.start) is None:
            continue
        past = noun["modifier"].strip().startswith(("former", "late", "ex-", "then"))
        yield replace(_noun_reading(text, noun, of, (name.start, name.end), past=past), aside=True)


@cache
def _titled_name() -> re.Pattern[str]:
    nouns = _longest_first(
        {noun: role for noun, role in role_nouns_en().items() if role.term == "office" and role.name not in _REIGNS}
        | _LED
    )
    return re.compile(
        rf"(?<![\w.&'’-])(?P<of>[A-Z][\w&.-]*(?:\s[A-Z][\w&.-]*){{0,3}})(?:['’]s)?\s(?P<modifier>former\s|acting\s)?(?P<role>{nouns})\s"
        r"(?P<holder>[A-Z][\w-]+(?:['’](?!s\b)\w+)?(?:\s(?:[A-Z]\.|[A-Z][\w-]*(?:['’](?!s\b)\w+)?|van|von|de|bin|al)){1,3})(?=[\s,.;:)]|$)"
    )


_REIGNS: Final = frozenset(["king", "queen", "emperor"])
"""`the Mughal Emperor Akbar`: what stands before is an adjective."""
_LED: Final = {noun: role for noun, role in role_nouns_en().items() if noun in ("founder", "co-founder")}
_NO_OWNER: Final = lazy_pattern(
    r".*\s(?:Project|Team)|"
    r"(?:[A-Z][a-z]+(?:an|ese|ish|ic|ch|ine)|US|U\.S\.|UK|Greek|Dutch|Thai|Swiss|Czech|The|Mr|Mrs|Ms|Dr|Former|Then|When|As|While|And|But|In|Its|His"
    r"|Her|Their|Our|My|This|That|New|Vice|Deputy|Current|[A-Z][a-z]+ed|Outgoing|Incoming|Longtime|Late|Executive|Managing|Creative|Art|Assistant|Associate"
    r"|Regional|National|General|Team|Party|Project|Museum|Plant|Opposition|Minority|Majority|Senior|Acting|Interim|Film|House|Senate|Like|Unlike)(?:\s.*)?"
)


def _titles(text: str) -> Iterator[RoleReading]:
    """`Kestrel chief executive Ann Lee said …`"""
    for found in _titled_name().finditer(text):
        former = _FORMER_BEFORE.search(text, max(0, found.start() - 10), found.start()) is not None
        if _NO_OWNER.fullmatch(found["of"]) is None and is_person_name(found["holder"]):
            yield RoleReading(
                role=role_nouns_en()[found["role"]],
                words=found.span("role"),
                of=found.span("of"),
                holder=found.span("holder"),
                past=former or found["modifier"] is not None,
                aside=True,
            )


_FORMER_BEFORE: Final = lazy_pattern(r"(?<![\w-])(?:former|then|late|ex)[\s-]$")
_WHOLE: Final = lazy_pattern(r"(?:^|[(;:]\s?|(?<![\w'’])(?:and|by|with|from|to|for|said|says|was|is|when|that|as)\s)$")


def _done_by(source: FrameSource) -> Iterator[RoleReading]:
    """`Kestrel was directed by Ann Lee`, `Kestrel is a 1999 film written and directed by Ann Lee`."""
    text = source.text
    for match in _by().finditer(text):
        holder = names_from(text, match.end(), several=True)
        if holder is None or text[holder[1] : holder[1] + 2] in ("'s", "’s") or _IN_PART.match(text, holder[1]):
            continue
        if " " not in text[slice(*holder)] and _NOUN_BEHIND.match(text, holder[1]):  # `by American engineers`
            continue
        span = verb_subject_span(text, source.title, match.start(), auxiliary=bool(match["aux"]))
        if span is None:
            span = _after_others(source, match.start())
        if span is None:
            continue
        for word in re.finditer(_longest_first(role_participles_en()), match["roles"]):
            start = match.start("roles") + word.start()
            yield RoleReading(
                role=role_participles_en()[word[0]],
                words=(start, start + len(word[0])),
                of=(span[0], span[1]),
                holder=holder,
                one_of="co-" in match[0] or "jointly" in match[0],
                whole=bool(match["aux"]) and span[2] == "main",
                present=(match["aux"] or "").strip() == "is",
            )


_NOUN_BEHIND: Final = lazy_pattern(
    r"\s(?!(?:and|in|from|at|on|by|for|with|since|until|to|as|who|which|that|when|where|or|but|during|under|after|before|was|is"
    r"|has|had|while|using|because|through|along)\b)[a-z]+"
)
_IN_PART: Final = lazy_pattern(
    r",?\s(?:among\sothers|and\s(?:others|several|many|a\s|the\s|his|her|two|three)|with\s|in\scollaboration)"
)
_OTHERS: Final = lazy_pattern(
    r"(?:[a-z-]+(?:ed|en)(?:\sand\s[a-z-]+(?:ed|en))?\sby\s[^.;:()]{2,80}?(?:,\sand\s|,\s|\sand\s)){1,3}$"
)


def _after_others(source: FrameSource, at: int) -> tuple[int, int, Joint] | None:
    """The main subject, where other participles stand between: `a film directed by A and written by B`."""
    head = _OTHERS.search(source.text[max(0, at - 200) : at])
    if head is None:
        return None
    start = max(0, at - 200) + head.start()
    return verb_subject_span(source.text, source.title, start, auxiliary=False)


_WORK_BY: Final = lazy_pattern(
    r"\s(?:is|was)\s(?:an?|the)\s(?:[\w'’-]+\s){0,6}?(?P<work>album|single|song|EP|mixtape|soundtrack|novel|book|novella|poem|play"
    r"|opera|symphony|painting)\s(?:recorded\s)?by\s(?:the\s)?(?:(?:[A-Z][a-z]+(?:an|ish|ese|ch)\s)?(?:[a-z-]+\s){1,5})?(?=[A-Z])"
)
_MADE_BY: Final = {"novel": "author", "book": "author", "novella": "author", "poem": "author", "play": "author"} | {
    "opera": "composer",
    "symphony": "composer",
    "painting": "painter",
}


def _works_by(source: FrameSource) -> Iterator[RoleReading]:
    """`Kestrel is the second album by the Danish band Orn`."""
    main = main_subject_span(source.text, source.title)
    found = _WORK_BY.match(source.text, behind_asides(source.text, main[1])) if main else None
    if main is None or found is None:
        return
    holder = names_from(source.text, found.end(), several=True)
    if holder is not None and not _goes_on(source.text, holder[1]):
        role = known_roles()[_MADE_BY.get(found["work"], "artist")]
        yield RoleReading(role=role, words=found.span("work"), of=main, holder=holder)


def _doing(source: FrameSource) -> Iterator[RoleReading]:
    """`Ann Lee founded Kestrel`, `Ann Lee wrote the novel "Kestrel"`."""
    text = source.text
    for match in _does().finditer(text):
        role = role_verbs_en()[match["verb"]]
        span = verb_subject_span(text, source.title, match.start(), auxiliary=False, intransitive=True)
        if span is None or span[2] not in ("main", "joined"):
            continue
        quoted = _QUOTED.match(text, match.end())
        of: tuple[int, int] | None
        if match["common"]:  # `Ann Lee designed the bridge`, below `Sund Bridge`
            of = match.span("common")
        elif quoted:
            of = quoted.span("work")
        else:
            of = None if role.name in _OF_PEOPLE_TOO else names_from(text, match.end(), several=False)
        if of is None or _goes_on(text, of[1]) or _OBJECT_ON.match(text, of[1]):
            continue
        yield RoleReading(
            role=role,
            words=match.span("verb"),
            of=of,
            holder=(span[0], span[1]),
            one_of=role.holders == "many",
        )


_OF_PEOPLE_TOO: Final = frozenset(["director", "producer", "editor", "translator", "owner", "painter"])
"""What is done to people too (`directed Bob Ray in …`): only a title in quotation marks is a work."""
_QUOTED: Final = lazy_pattern(
    r"(?:the\s)?(?:(?!for|in|on|to|with|about|of|as|at)[a-z]+\s){0,3}[\"“]\s?(?P<work>[^\"“”]{2,60}?)\s?[\"”]"
)
_OBJECT_ON: Final = lazy_pattern(
    r"\s[a-z]+(?<!in)(?<!on)(?<!with)(?<!at)(?<!as)(?<!and)(?<!for)(?<!from)(?<!to)(?<!after)\s"
)


def _places(source: FrameSource) -> Iterator[RoleReading]:
    """`Ulm is located in Bavaria`, `Orn is a village in Telemark`, `Kestrel is licensed under the MIT License`."""
    text = source.text
    main = main_subject_span(text, source.title)
    if main is None:
        return
    behind = behind_asides(text, main[1])
    for name, pattern in (("located_in", _IN), ("licence", _UNDER)):
        found = pattern.match(text, behind)
        if found is None:
            continue
        kind = (found.groupdict().get("kind") or "place").split()
        holder = names_from(text, found.end(), several=False)
        if holder is None or not PLACE_NOUNS.intersection(word.lower() for word in kind[-2:]):
            continue
        at = found.start() + 1
        yield RoleReading(
            role=known_roles()[name],
            words=(at, at + len(found[0].split()[0])),
            of=main,
            holder=holder,
            one_of=name != "licence",
            whole=name == "licence",
        )


def _defaults(source: FrameSource) -> Iterator[RoleReading]:
    """`The default is off.` below `ssl`."""
    found = _DEFAULT.match(source.text)
    if found is None or (not found["quote"] and _DEFAULT_WORDS.fullmatch(found["value"]) is None):
        return
    if found["of"] and _PLACEHOLDER.fullmatch(found["of"]):
        return
    at = source.text.find("default")
    yield RoleReading(
        role=known_roles()["default"],
        words=(at, at + len("default")),
        of=found.span("of") if found["of"] else None,
        holder=found.span("value"),
        named=False,
    )
