"""Reads the form of an English question: who, how many people, which city, why, "is it true that", "list the".

In: a question in NFKC. Out: its `QuestionForm`, by the shape of the words. The first question word decides.
"""

import re
from dataclasses import replace
from typing import Final

from tadori.rank.question_kinds import MONEY, QuestionForm, QuestionKind, by_focus
from tadori.text.units import UNITS

_AUX: Final = (
    r"(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|may|might|must"
    r"|(?:is|are|was|were|do|does|did|has|have|ca|wo)n't)"
)
_PAST: Final = (
    "(?:built|won|wrote|made|sang|led|ran|held|gave|took|became|began|broke|sold|bought|found|got|lost|drew|flew|grew|met"
    "|paid|put|set|sent|spent|taught|told|brought|fought|kept|left|said|saw|spoke|stood|swam|wore|came|went|knew|beat)"
)
_DEGREES: Final = "many|much|long|old|far|tall|high|deep|big|large|fast|often|wide|heavy|hot|cold|late|early"
_QUESTION_WORD: Final = re.compile(
    rf"""
    (?P<why>\b(?:why|how\s+come|what\s+(?:caused?|causes|is\s+the\s+(?:reason|cause)))\b)
  | \bhow\s+(?P<amount>{_DEGREES})\b(?:\s+(?P<counted>[\w-]+))?
  | (?P<who>\b(?:who|whom|whose)\b)
  | (?P<when>\bwhen\b)
  | (?P<where>\bwhere\b)
  | (?P<how>\bhow\b)
  | \b(?:what|which)\s+(?:kinds?|types?|sorts?)\s+of\s+(?P<kind_of>[\w-]+)
  | \b(?:what|which)\s+(?:is|are|was|were)\s+(?:the\s+|an?\s+)?(?!called|named|known)(?:[\w'-]+\s+){{0,3}}?
       (?P<noun_of>[\w-]+)\s+(?:of|for|in|at|to|from|on|that|which|who|where|used)\b
  | \b(?:what|which)\s+(?P<noun>(?!{_AUX}\b|of\b|the\b|an?\b|in\b|to\b)(?:[\w'-]+\s+){{0,2}}?[\w-]+?)
       (?=\s*\?|\s*$|\s+(?:{_AUX}|{_PAST}|[\w-]+(?:ed|s)|of|in|on|at|to)\b)
  | (?P<what>\b(?:what|which)\b)
    """,
    re.VERBOSE | re.IGNORECASE,
)
_DEFINES: Final = re.compile(
    r"^what(?:\s+(?:is|are|was|were|does|do)|'s)\s+(?:an?\s+|the\s+)?[\w\s-]+?(?:\s+mean)?\s*\??$"
    r"|^(?:define|definition\s+of)\b",
    re.IGNORECASE,
)
_YES_NO: Final = re.compile(rf"^(?:{_AUX}|am)\b", re.IGNORECASE)
_LISTS: Final = re.compile(r"^(?:list|name|enumerate|give)\b|\bwhich\s+[\w-]+s\s+(?:are|were|have)\b", re.IGNORECASE)
_NAMES: Final = re.compile(r"^what\b.*\b(?:called?|named|known\s+as|referred\s+to\s+as|nickname)\b", re.IGNORECASE)
_COMPARES: Final = re.compile(
    r"\b(?:differences?\s+between|versus|vs\.?)\s|\b(?:better|worse|larger|smaller|older|younger|taller|more|less|faster|higher|lower)\b[^?]*\bor\b",
    re.IGNORECASE,
)
_POSSESSED: Final = re.compile(
    r"^what(?:\s+(?:is|are|was|were)|'s)\s+.+?(?:'s|s')\s+(?:[\w-]+\s+){0,2}?([\w-]+)\s*\??$", re.I
)
_UNITS: Final = {
    "old": "age",
    "far": "m",
    "tall": "m",
    "high": "m",
    "deep": "m",
    "wide": "m",
    "heavy": "kg",
    "often": "time",
}
_PRICES: Final = re.compile(r"\b(?:costs?|prices?|pay|paid|charged?|fees?|worth|salary|earn|money)\b", re.IGNORECASE)
_NAME_NOUNS: Final = frozenset("name names term word nickname codename pseudonym".split())
_KEYWORDS_OF: Final = re.compile(r"^(?:the\s+)?(?:[\w-]+\s+){0,2}?(?P<noun>[\w-]+)\s+(?:of|for|in)\s", re.IGNORECASE)


_MEASURES: Final = re.compile(r"^what\s+(?:did|does|do|will|would)\b.*\b(cost|weigh|measure)\b", re.IGNORECASE)
"""`What did it cost?` asks for a number, whatever its question word."""
_MEASURED_IN: Final = {"cost": MONEY, "weigh": "kg"}


def english_form(text: str) -> QuestionForm:
    """The form of `text`."""
    for pattern, kind in _WHOLE:
        if pattern.search(text):
            return QuestionForm(kind)
    if measured := _MEASURES.search(text):
        return QuestionForm(QuestionKind.NUMBER, "", _MEASURED_IN.get(measured[1].lower(), ""))
    asks = _QUESTION_WORD.search(text)
    if asks is None:
        return QuestionForm(QuestionKind.DEFINITION) if _DEFINES.match(text) else _of_keywords(text)
    for group, kind in _DIRECT:
        if asks[group]:
            return QuestionForm(kind)
    if asks["amount"]:
        form = _amount(asks["amount"].lower(), (asks["counted"] or "").lower())
        return (
            replace(form, focus="", unit=MONEY) if asks["amount"].lower() == "much" and _PRICES.search(text) else form
        )
    possessed = _POSSESSED.match(text)
    focus = asks["kind_of"] or asks["noun_of"] or asks["noun"] or (possessed[1] if possessed else "")
    if focus:
        return _focused(focus.split()[-1])
    return QuestionForm(QuestionKind.DEFINITION) if _DEFINES.match(text) else QuestionForm(QuestionKind.WHAT)


_WHOLE: Final = (
    (_LISTS, QuestionKind.LIST),
    (_COMPARES, QuestionKind.COMPARISON),
    (_YES_NO, QuestionKind.YES_NO),
    (_NAMES, QuestionKind.NAMED),
)
_DIRECT: Final = (
    ("why", QuestionKind.WHY),
    ("who", QuestionKind.WHO),
    ("when", QuestionKind.WHEN),
    ("where", QuestionKind.WHERE),
    ("how", QuestionKind.HOW),
)


def _of_keywords(text: str) -> QuestionForm:
    """`population of belarus`, `debian release date`: the noun before `of` or the last one says what is asked."""
    of = _KEYWORDS_OF.match(text)
    words = re.findall(r"[\w-]+", text)
    # `bridge length metres`: a unit behind the noun says how, not what.
    last = words[-2:-1] if words and words[-1].lower() in UNITS else words[-1:]
    for noun in [*([of["noun"]] if of else []), *last]:
        form = (
            QuestionForm(QuestionKind.NAMED)
            if noun.lower() in _NAME_NOUNS
            else by_focus(QuestionForm(QuestionKind.WHAT, noun))
        )
        if form.kind is not QuestionKind.WHAT:
            return form
    return QuestionForm(QuestionKind.WHAT)


def _focused(noun: str) -> QuestionForm:
    return (
        QuestionForm(QuestionKind.NAMED)
        if noun.lower() in _NAME_NOUNS
        else by_focus(QuestionForm(QuestionKind.WHICH, noun))
    )


def _amount(degree: str, counted: str) -> QuestionForm:
    if degree in ("many", "much"):
        return QuestionForm(QuestionKind.NUMBER, counted, UNITS[counted][0] if counted in UNITS else "")
    return (
        QuestionForm(QuestionKind.WHEN)
        if degree in ("late", "early")
        else QuestionForm(QuestionKind.NUMBER, "", _UNITS.get(degree, ""))
    )


_ASKED_AMOUNT: Final = re.compile(rf"\bhow\s+(?:{_DEGREES})\b", re.IGNORECASE)


def without_asked_amount(text: str) -> str:
    """`text` without `how tall`, `how old`: an answer says the height, not `tall`."""
    return _ASKED_AMOUNT.sub(" ", text)
