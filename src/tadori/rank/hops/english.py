"""Reads an English question as a chain of sub-questions: `Where was the director of the film X born?`.

In: a question in NFKC. Out: its chain, or None where it names no thing through another. Rules only: the innermost
`the R of X`, `X's R`, `the N that did X` is taken out again and again and leaves a slot; what remains is the last step.
"""

import re
from typing import Final

from tadori.model.ids import EN, Lang
from tadori.rank.hops.chain import SLOT, HopChain, HopStep, Sort
from tadori.rank.hops.kinship import KINSHIP_EN
from tadori.rank.hops.relation_table import RELATIONS
from tadori.rank.hops.relations import relation_named

_WH: Final = r"(?:Who|Whom|Whose|What|Which|Where|When|Why|How|Do|Does|Did|Is|Are|Was|Were|In|Of|On|At|By|From|To)\b"
_TOKEN: Final = r"(?:[A-Z0-9À-ÞĀ-Ž][^\s,;?]*)"
_LINK: Final = (
    r"(?:of|the|and|in|on|at|de|la|le|du|da|di|von|van|der|den|bin|ibn|al|to|for|with|a|an|&|–|-|y|e|el|les|des)"
)
_NAME: Final = rf"(?:[\"“][^\"”]+[\"”]|(?!{_WH}\s){_TOKEN}(?:,?\s(?:{_LINK}\s){{0,3}}(?:{_TOKEN}|\([^)]*\)))*)"
_THING: Final = rf"(?P<thing>\{{\}}|{_NAME})"
_CLASS: Final = r"(?:(?:the|a|an|this)\s)?(?:(?!of\b|that\b|who\b|which\b|where\b)[a-z0-9][\w-]*\s){0,3}?"
_RELATION: Final = (
    r"(?P<relation>(?:(?:place|city|town|country|state|date|year|cause|month|day)\s(?:of|for)\s"
    r"(?:birth|death|origin|citizenship|burial|residence))|(?:(?!of\b|is\b|was\b)[a-z][\w-]*\s){0,3}[a-z][\w-]*)"
)
_OF: Final = re.compile(rf"\b(?:[Tt]he|[Aa]n?)\s{_RELATION}\s(?:of|for|behind)\s{_CLASS}{_THING}")
_POSSESSED: Final = re.compile(
    rf"(?:\b(?:film|song|album|book|novel)\s)?{_THING}(?:['’]s|(?<=s)['’])\s"
    r"(?P<relation>(?:place|city|town|country|date|year|cause)\sof\s\w+|(?:birth|home"
    r"|death|paternal|maternal)\s[a-z]+|[a-z][a-z-]*)"
)
_RESULT: Final = (
    r"(?:\s(?:is|was|are|were)?\s?(?:located|situated|born|based|set|from|part of|found"
    r"|fought|published|hosted|held|formed|founded|died|lives?|a part|considered"
    r"|in\b)(?:\sin\b)?)"
)
_RELATIVE: Final = re.compile(
    rf"\b(?:[Tt]he|[Aa]n?)\s(?P<kind>(?:[\w-]+\s){{1,3}}?)(?P<wh>that|which|who|where|in which)\s"
    rf"(?P<verb>(?:[a-z][\w'-]*\s){{0,7}}?){_THING}(?P<result>{_RESULT}?)"
)
_BARE: Final = re.compile(
    r"^(?:so\s)?(?:who|what|which|whom)(?:\s(?:person|one|man|woman))?\s?(?:is|was|are|were|'s)\s\{\}$"
    r"|^(?:tell me|name|give)\s(?:me\s)?\{\}$",
    re.IGNORECASE,
)
_WHERE_IS: Final = re.compile(r"^(?:where|when)\s(?:is|was|are|were)\s\{\}$", re.IGNORECASE)
_NAMED_ONLY: Final = re.compile(r"\bthe\s(?:full\s|real\s|first\s|last\s)?names?\sof\s", re.IGNORECASE)
_SKIPPED: Final = frozenset(
    (
        "name names kind type sort number part parts rest end most one some member members"
        " case role work use example name"
    ).split()
)
_VERBS: Final = (
    (
        re.compile(
            (
                r"^(?:where|(?:in\s)?(?:what|which)\s(?:\w+\s)?(?:city|town|country|place|state"
                r"|village))\b.*\bborn\b"
            ),
            re.I,
        ),
        "birth_place",
    ),
    (
        re.compile(
            (
                r"^(?:where|(?:in\s)?(?:what|which)\s(?:\w+\s)?(?:city|town|country|place|state"
                r"|village))\b.*\b(?:die[ds]?|killed|pass(?:ed)? away)\b"
            ),
            re.I,
        ),
        "death_place",
    ),
    (re.compile(r"\bburied\b", re.I), "burial_place"),
    (re.compile(r"^(?:when|(?:in|on)?\s?(?:what|which)\s(?:year|date|day))\b.*\bborn\b", re.I), "birth_date"),
    (
        re.compile(
            (
                r"^(?:when|(?:in|on)?\s?(?:what|which)\s(?:year|date|day))\b.*\b(?:die[ds]?|killed"
                r"|pass(?:ed)? away)\b"
            ),
            re.I,
        ),
        "death_date",
    ),
    (re.compile(r"\bdie (?:of|from)\b|^(?:why|how) did \{\} die\b", re.I), "death_cause"),
    (
        re.compile(r"\bnationality\b|\bcitizen\b|^(?:what|which) country (?:is|was|are|were) \{\} from\b", re.I),
        "nationality",
    ),
    (
        re.compile(r"^(?:where|when|what|which)\b.*\b(?:study|studied|educated|graduated?|attend(?:ed)?)\b", re.I),
        "education",
    ),
    (
        re.compile(
            (
                r"^(?:when|(?:in)?\s?(?:what|which)\syear)\b.*\b(?:founded|established|formed|created"
                r"|built|opened|start(?:ed)?|begin|began)\b"
            ),
            re.I,
        ),
        "founded",
    ),
    (
        re.compile(
            (
                r"^(?:when|(?:in)?\s?(?:what|which)\syear)\b.*\b(?:released?|come out|came out"
                r"|premiered?|published)\b"
            ),
            re.I,
        ),
        "released",
    ),
    (
        re.compile(
            (
                r"^(?:where|(?:in\s)?(?:what|which)\s(?:\w+\s)?(?:city|town|country|place|state"
                r"|county|province|district|region))\b.*\b(?:located|situated|based|headquartered"
                r"|headquarters)\b|^where (?:is|are) \{\}$|^(?:in\s)?(?:what"
                r"|which)\s(?:\w+\s)?(?:city|town|country|state|county|province|district"
                r"|region)\s(?:is|was|are)\s\{\}(?:\sin)?$"
            ),
            re.I,
        ),
        "location",
    ),
    (re.compile(r"^who\b.*\bmarr(?:y|ied)\b", re.I), "spouse"),
    (re.compile(r"^(?:what|which|how)\b.*\bpopulation\b|^how many people (?:live|lived) in\b", re.I), "population"),
    (re.compile(r"^who\s(?:directed)\b", re.I), "director"),
    (re.compile(r"^who\s(?:wrote|authored)\b", re.I), "author"),
    (re.compile(r"^who\s(?:founded|established|started)\b", re.I), "founder"),
    (re.compile(r"^who\s(?:published)\b", re.I), "publisher"),
    (re.compile(r"^who\s(?:composed)\b", re.I), "composer"),
    (re.compile(r"^who\s(?:created|invented)\b", re.I), "creator"),
    (re.compile(r"^who\s(?:owns?|owned)\b", re.I), "owner"),
    (re.compile(r"^(?:what|which|who)\b.*\b(?:awards?|prizes?|medals?)\b", re.I), "award"),
)
_DOES: Final = (
    ("director", r"direct"),
    ("author", r"wr(?:o|i)t|author"),
    ("composer", r"compos|scor"),
    ("performer", r"sang|sing|perform|record|released"),
    ("founder", r"found|establish|start"),
    ("publisher", r"publish"),
    ("creator", r"creat|invent|devis"),
    ("designer", r"design"),
    ("maker", r"ma(?:k|d)e|manufactur|develop|built|build|produce"),
    ("owner", r"own"),
    ("painter", r"paint"),
    ("spouse", r"marri"),
)


def english_chain(text: str) -> HopChain | None:
    """The chain of `text`; None where it asks of a thing that it names itself."""
    rest = _NAMED_ONLY.sub("", text.strip().rstrip("?？. ").strip())
    steps: list[HopStep] = []
    anchor = ""
    while len(steps) < 4:
        taken = _taken(rest, first=not steps)
        if taken is None:
            break
        rest, thing, step = taken
        anchor = anchor or thing
        steps += step
    if not steps or SLOT not in rest:
        return None
    last = _last(rest, steps[-1])
    steps = [*steps[:-1], last] if last.asked == steps[-1].asked else [*steps, last]
    return HopChain(anchor=_plain(anchor), steps=tuple(steps)) if len(steps) > 1 else None


def _taken(rest: str, *, first: bool) -> tuple[str, str, list[HopStep]] | None:
    """(`rest` with the innermost named thing replaced by a slot, what it is named through, the steps to it)."""
    for pattern in (_POSSESSED, _OF):
        for match in pattern.finditer(rest):
            thing, relation = match["thing"], match["relation"]
            if (thing == SLOT) == first or relation.split()[-1] in _SKIPPED or relation.split()[0] in ("first", "last"):
                continue
            return rest[: match.start()] + SLOT + rest[match.end() :], thing, _steps(relation)
    for match in _RELATIVE.finditer(rest):
        if (match["thing"] == SLOT) != first:
            # `When was the company that made X founded`: what follows X is asked of the company.
            end = match.end() if match["wh"] in ("where", "in which") else match.end("thing")
            return rest[: match.start()] + SLOT + rest[end:], match["thing"], [_relative(match)]
    return None


def _steps(relation: str) -> list[HopStep]:
    kin = KINSHIP_EN.get(relation, ()) if relation in KINSHIP_EN else KINSHIP_EN.get(relation.split()[-1], ())
    if kin:
        return [HopStep(asked=f"Who is the {key} of {SLOT}?", relation=key) for key in kin]
    key = relation_named(relation, EN)
    who = "Who" if key and RELATIONS[key].sort is Sort.PERSON else "What"
    return [HopStep(asked=f"{who} is the {relation} of {SLOT}?", relation=key, focus=relation.split()[-1])]


def _relative(match: re.Match[str]) -> HopStep:
    kind, verb = match["kind"].strip(), match["verb"].strip()
    placed = match["wh"] in ("where", "in which")
    result = (match["result"] or "").strip() if placed else ""
    focus = kind.split()[-1]
    if placed:
        asked = f"In which {kind} {SLOT} {result}?" if not verb else f"In which {kind} {verb} {SLOT} {result}?"
        born = "birth_place" if "born" in result else "death_place" if "died" in result else "location"
        return HopStep(asked=asked.replace(" ?", "?"), relation=born if not verb else "", focus=focus, by_clause=True)
    key = next((key for key, does in _DOES if re.match(rf"(?:has\s|had\s|co-)?(?:{does})\w*\b(?!\sby)", verb)), "")
    return HopStep(
        asked=f"Which {kind} {verb} {SLOT} {result}".strip() + "?", relation=key, focus=focus, by_clause=True
    )


def _last(rest: str, step: HopStep) -> HopStep:
    """The last step: what remains of the question, or `step` where nothing but `Who is` remains."""
    where = bool(_WHERE_IS.match(rest)) and step.relation and RELATIONS[step.relation].sort in (Sort.PLACE, Sort.DATE)
    if _BARE.match(rest) or where:
        return step
    key = next((key for pattern, key in _VERBS if pattern.search(rest)), "")
    focus = re.match(r"(?:in\s|on\s)?(?:what|which)\s(?!is\b|was\b|did\b|are\b)([\w-]+)", rest, re.IGNORECASE)
    return HopStep(asked=f"{rest}?", relation=key, focus=focus[1] if focus else "")


def _plain(name: str) -> str:
    return name.strip(" \"“”'‘’,.:;")


_IN_PLACE: Final = re.compile(
    r"^(?!(?:who|whom|whose|what|which|where|when|why|how|in|on|at|by|from|to|do|does|did"
    r"|is|are|was|were|under|for)\b)"
    r".{12,}\s(?:who|whom|what|which|where|when|how many|how much)\b.{0,60}$",
    re.IGNORECASE,
)


def asks_in_place(text: str, lang: Lang) -> bool:
    """Whether a statement leaves its question word in place: `X is a hall in a university located in what city?`."""
    return lang == EN and _IN_PLACE.match(text.strip()) is not None
