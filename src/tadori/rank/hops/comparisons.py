"""Reads an English comparison of one property of two things: `Which film came out first, A or B?`.

In: a question in NFKC. Out: one chain for each side, in each way to cut the two names apart; None where nothing is
compared so. What is better, or how two things differ in general, is no property and is not read here.
"""

import re
from collections.abc import Iterator
from typing import Final

from tadori.model.ids import EN
from tadori.rank.hops.chain import SLOT, HopChain, HopQuestion, HopStep
from tadori.rank.hops.kinship import ASKED_EN
from tadori.rank.hops.relations import relation_named

_NAME: Final = r"[A-Z0-9\"“À-ÞĀ-Ž]"
_EITHER: Final = (
    re.compile(
        rf"^(?P<property>(?:which|what|who|between|of)\b[^,]*?),\s+(?:the\s)?(?P<sides>{_NAME}.*\sor\s.+)$", re.I
    ),
    re.compile(
        r"^(?P<property>(?:which|what|who)\b.*?\b(?:first|last|later|earlier|sooner|older"
        r"|younger|oldest|youngest|longer"
        rf"|the other|\w+er))\s+(?:the\s)?(?P<sides>(?-i:{_NAME}).*\sor\s.+)$",
        re.I,
    ),
)
_BOTH: Final = re.compile(
    rf"^(?P<verb>are|were|is|was|do|does|did|have|has)\s(?:both\s)?(?:the\s)?(?P<kind>(?-i:(?:[a-z]+\s){{0,2}}))"
    rf"(?:,\s)?(?:the\s)?(?P<sides>(?-i:{_NAME}).*?\sand\s.*?),?\s(?P<property>(?-i:[a-z][\w-]*)\b.*)$",
    re.I,
)
_SAME: Final = re.compile(r"\b(?:same|both|share|common|equal|identical)\b", re.I)
_LINKS: Final = frozenset("of the and in on at de la le du da di von van der den bin ibn al to for with a an".split())
_OF_THINGS: Final = re.compile(
    (
        r"\b(?:whose|has\sthe|have\sthe|have|has\sa|by\sthe"
        r"|had\sthe)\s(?P<relation>[a-z-]+?)s?\b(?:\s(?:who|that|which)\b|\s(?:is|was|are"
        r"|were|born|died|from|of|come)\b|$)"
    ),
    re.I,
)
_PROPERTIES: Final = (
    (r"^(?:which|what|who)\b[\w\s]*\b(?:is|was)\s(?-i:[A-Z]\w+)$", "nationality"),
    (r"\b(?:born|birth)\b.*\b(?:same|country|place|city|town|state)\b|\bbirth\s?place", "birth_place"),
    (r"\b(?:born|older|younger|oldest|youngest|birth)\b", "birth_date"),
    (r"\b(?:died|die|dead|death|lived longer|live longer)\b", "death_date"),
    (r"\bnationalit|\bcitizen|\b(?:from|of) the same (?:country|nation)|\bsame countr\w+ of origin", "nationality"),
    (r"\b(?:released|release|came out|come out|premiered?|published|aired|debut\w*)\b", "released"),
    (
        (
            r"\b(?:located|situated|based|headquartered|found in)\b|\bin the same (?:country"
            r"|state|county|province|city|region)"
        ),
        "location",
    ),
    (
        (
            r"\b(?:founded|established|formed|created|started|built|constructed|opened|completed"
            r"|began|incorporated|introduced|launched|developed)\b"
        ),
        "founded",
    ),
    (r"\bpopulat|\binhabitants", "population"),
)


def english_comparison(text: str) -> HopQuestion | None:
    """The two chains of `text`, or None."""
    plain = text.strip().rstrip("?？. ").strip()
    for pattern in _EITHER:
        match = pattern.match(plain)
        if match:
            return _compared(match["property"], _cut(match["sides"], "or"))
    match = _BOTH.match(plain)
    if match and _SAME.search(plain) and " or " not in plain:
        # The second name ends before the first word that could not be part of it.
        sides, rest = _whole_names(f"{match['sides']} {match['property']}")
        return _compared(f"{match['kind']}{rest}".strip(), _cut(sides, "and"))
    return None


def _whole_names(text: str) -> tuple[str, str]:
    words = text.split()
    joint = next(i for i, word in enumerate(words) if word == "and")
    end = joint + 1
    for place in range(joint + 1, len(words)):
        word = words[place]
        if not word[0].islower() or word.startswith("("):
            end = place + 1
        elif word.strip(",") not in _LINKS or place + 1 == len(words):
            break
    return " ".join(words[:end]), " ".join(words[end:])


def _cut(sides: str, joint: str) -> list[tuple[str, str]]:
    """Every way to cut two names apart at a `joint`, the middle ones first."""
    found = []
    for match in re.finditer(rf",?\s{joint}\s(?:the\s)?", sides):
        first, second = sides[: match.start()], sides[match.end() :]
        if first.strip() and second.strip():
            found.append((abs(len(first) - len(second)), (_plain(first), _plain(second))))
    return [pair for _, pair in sorted(found, key=lambda one: one[0])]


def _compared(asked: str, pairs: list[tuple[str, str]]) -> HopQuestion | None:
    if not pairs:
        return None
    steps = tuple(_steps(asked))
    return HopQuestion(readings=tuple(tuple(HopChain(anchor=side, steps=steps) for side in pair) for pair in pairs))


def _steps(asked: str) -> Iterator[HopStep]:
    through = _OF_THINGS.search(asked)
    key = relation_named(through["relation"], EN) if through else ""
    if key:
        yield HopStep(asked=f"Who is the {key} of {SLOT}?", relation=key, focus=key)
    final = next((name for pattern, name in _PROPERTIES if re.search(pattern, asked, re.I)), "")
    yield HopStep(asked=ASKED_EN.get(final, f"{_without_question_word(asked)} {SLOT}?"), relation=final)


def _without_question_word(asked: str) -> str:
    return re.sub(r"^(?:which|what|who|between|of)\s", "", asked, flags=re.I)


def _plain(name: str) -> str:
    return name.strip(" \"“”'‘’,.:;")
