"""Companies, public bodies, organisations and persons in English text, by legal form, head word, title and role.

In: a text. Out: mentions, which may overlap. Every pattern is bounded; a name is at most seven words.
"""

import re
from typing import Final

from tadori.model.entity import EntityKind, Mention
from tadori.text.dates import MONTHS
from tadori.text.lazy_pattern import lazy_pattern

_LONGEST_NAME: Final = 7


def en_bodies(text: str) -> list[Mention]:
    """Companies by their form (Inc., Ltd., GmbH), ministries and agencies, universities and institutes."""
    found = [mention for match in _FORM.finditer(text) if (mention := _company(text, match)) is not None]
    found += [_mention(EntityKind.GOVERNMENT, text, m.start(), m.end()) for m in _MINISTRY.finditer(text)]
    for match in _HEADED.finditer(text):
        start = _left_edge(text, match.start(), articles=False)
        if match["of"] or start < match.start():
            kind = EntityKind.GOVERNMENT if match["public"] else EntityKind.ORGANISATION
            found.append(_mention(kind, text, start, match.end()))
    return found


def en_persons(text: str) -> list[Mention]:
    """Persons with a title before them (`Dr. Jane Smith`) or a role behind them (`Jane Smith, chief executive of`)."""
    found = []
    for match in _TITLED.finditer(text):
        found.append(_mention(EntityKind.PERSON, text, *match.span("name"), label=match["title"].rstrip(".")))
    for match in _WITH_ROLE.finditer(text):
        first = match["name"].split()[0]
        if first not in _NO_FIRST_NAME:
            found.append(_mention(EntityKind.PERSON, text, *match.span("name"), label=match["role"]))
    return found


_LETTER: Final = "[A-Za-z0-9À-ÖØ-öø-ž_]"
"""Not `\\w`: in a Japanese sentence a Latin name ends where the kana begin."""
_CAPITAL: Final = rf"(?:[A-Z]\.|[A-ZÀ-ÖØ-Þ](?:{_LETTER}|-)*(?:['’](?!s\b){_LETTER}+)?)"
_FORM: Final = lazy_pattern(
    r"(?<=[\w.)’'])(?P<gap>,? )(?:Incorporated|Inc|Corporation|Corp|Company,? (?:Limited|Ltd)|Co\.?,? ?Ltd|Company"
    r"|Limited|(?:Pty|Pte|Pvt)\.? Ltd|Ltd|LLC|L\.L\.C|LLP|PLC|plc|GmbH(?: & Co\.? KG)?|KGaA|AG|SE|S\.A\.S|S\.A|S\.p\.A"
    r"|SpA|SAS|SARL|B\.V|BV|N\.V|NV|K\.K|KK|Oyj|Oy|AB|ASA|A/S|ApS)(?P<dot>\.?)(?![A-Za-z0-9/])"
)
_FIELD: Final = rf"{_CAPITAL}(?: {_CAPITAL}){{0,3}}"
_MINISTRY: Final = lazy_pattern(
    rf"(?<!\w)(?:Ministry|Department|Ministry-General) of (?:the )?{_FIELD}"
    rf"(?:(?:, {_FIELD}){{0,3}},? and {_FIELD})?"
    rf"|(?<!\w)(?:Government|Parliament|Supreme Court|Office|Bureau) of (?:the )?{_FIELD}"
)
_HEADED: Final = lazy_pattern(
    r"(?<!\w)(?:(?P<public>Agency|Authority|Administration|Commission|Bureau|Ministry)"
    r"|(?:University|Institute|Institution|College|Association|Foundation|Society|Council|Laboratory|Laboratories|Hospital"
    r"|Academy|Federation|Consortium))"
    rf"(?P<of> (?:of|for) (?:the )?{_FIELD})?(?![A-Za-z0-9])"
)
_TITLED: Final = lazy_pattern(
    r"(?<!\w)(?P<title>Dr\.?|Prof\.?|Professor|Mr\.?|Mrs\.?|Ms\.?|Sir|Dame|Prime Minister|President|Vice President"
    r"|Minister|Senator|Sen\.|Rep\.|Governor|Gov\.|Mayor|Chancellor|Secretary|Judge|Justice|Ambassador|CEO|CTO|CFO"
    r"|Chief Executive|Chairman|Chairwoman|Director)"
    rf" (?P<name>(?!Director|General|Minister|Executive|Secretary|President|of\b){_CAPITAL}"
    rf"(?: (?:(?:de|van|von|der|bin|al|la|del) ){{0,2}}{_CAPITAL}){{0,3}})"
)
_ROLE: Final = (
    r"(?:co-)?founder|chief [a-z]+(?: officer)?|CEO|CTO|CFO|president|vice president|chair(?:man|woman|person)?"
    r"|(?:managing |executive |research )?director|(?:associate |assistant )?professor|minister|secretary|governor"
    r"|mayor|senator|spokes(?:man|woman|person)|head|researcher|economist|lecturer|analyst|engineer|judge|ambassador"
)
_WITH_ROLE: Final = lazy_pattern(
    rf"(?<!\w)(?P<name>{_CAPITAL}(?: (?:(?:de|van|von|der|bin|al|la|del) ){{0,2}}{_CAPITAL}){{1,3}})"
    rf"(?:, | \()(?:the |a |an |its |his |her |then |former |senior |deputy ){{0,3}}(?P<role>{_ROLE})(?!\w)"
)
_NO_FIRST_NAME: Final = frozenset(
    "The In At On By For With From And But When While After Before As If Its This That".split()
)
_COMMON: Final = frozenset(
    "the a an in at on by from and but for with to of when while after before as if its their our this that these those"
    " under over both since last next new company group former ex late current senior now then today".split()
) | {month.lower() for month in MONTHS}
_ROLE_WORDS: Final = frozenset(
    "president founder cofounder co-founder director ceo cto cfo coo chairman chairwoman chair head manager officer"
    " professor sales marketing minister secretary vp engineer member partner owner employee".split()
)
_LINKS: Final = frozenset("of the de & for".split())


def _company(text: str, form: re.Match[str]) -> Mention | None:
    start = _left_edge(text, form.start())
    if start >= form.start():
        return None
    # The dot of `Inc.` belongs to it unless the sentence ends there.
    end = form.end()
    if (
        form["dot"]
        and re.match(r"\s+[A-Z]|\s*$", text[end : end + 3])
        and not form[0].endswith(("Co.", "Inc.", "Ltd.", "Corp."))
    ):
        end -= 1
    return _mention(EntityKind.COMPANY, text, start, end)


def _left_edge(text: str, end: int, *, articles: bool = True) -> int:
    """Where the capitalised words that end at `end` begin: `end` itself when there are none.

    `articles`: whether `Bank of the Isles` is one name, where `Ann Lee of the Institute` is not.
    """
    low = max(0, end - 120)
    words = [(m.start(), m[0]) for m in _WORD.finditer(text, low, end)]
    taken: list[tuple[int, str]] = []
    for number in range(len(words) - 1, -1, -1):
        start, word = words[number]
        before = words[number - 1][1] if number else ""
        after = taken[-1][0] if taken else end
        if word == "the" and not articles:
            break
        if (
            len(taken) == _LONGEST_NAME
            or text[start + len(word) : after].strip(" ")
            or not _in_name(word, before, taken)
        ):
            break
        taken.append((start, word))
    while taken and not _begins_name(taken[-1][1]):
        taken.pop()
    return taken[-1][0] if taken else end


def _in_name(word: str, before: str, taken: list[tuple[int, str]]) -> bool:
    """Whether a word, with `before` before it and `taken` behind it, goes on a name to the left."""
    if word[-1] in ',;:!?)"”' or (word[-1] == "." and len(word) > 3):
        return False
    if word == "the":  # `Society for the Blind`, but not `Now the Agency`
        return before in {"of", "for"}
    if word in _LINKS:  # `Bank of Ports`, but not `Founder of Ports Inc.`
        return before.lower() not in _ROLE_WORDS
    return word[0].isupper() or (word[0].isdigit() and (bool(taken) or word.upper() != word.lower()))


def _begins_name(word: str) -> bool:
    return word.lower() not in _COMMON and word not in _LINKS and word.upper() != word.lower()


_WORD: Final = lazy_pattern(r"[^\s\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef]+")


def _mention(kind: EntityKind, text: str, start: int, end: int, label: str = "") -> Mention:
    return Mention(kind=kind, text=text[start:end], start=start, end=end, value=text[start:end], label=label)
