"""Decides whether the words put in for an open subject are the antecedent, or the same thing named otherwise (X11).

In: the words given, the antecedent, and the text that both stand in. Out: yes or no. A part of a name is not the name
(`Brewery` is not Skarv Brewery): other words must stand alone as a mention somewhere in that text, and nothing else
there may be called so. Does not resolve anything.
"""

import re
from typing import Final

from tadori.model.ids import EN, JA, Lang
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.names import names, same_name
from tadori.text.sameness import comparable, same_words
from tadori.text.subject_types import OpenSubject, ResolvedSubject
from tadori.text.subject_words import HEADED_NOUNS, NOUN_MEMBERS

_ARTICLE: Final = lazy_pattern(r"^the\s+", re.IGNORECASE)
_ASIDE: Final = lazy_pattern(r"\s?[（(][^（）()\n]{1,60}[)）]")
_NOUN_BEHIND: Final = lazy_pattern(r"[\"”’'`]?\s(?P<noun>[a-z]+)(?![\w-])")
_NUMBERED: Final = lazy_pattern(r"(?:[ivx]+|jr|sr|[a-z]|\d+)\.?", re.IGNORECASE)
_HONORIFIC_JA: Final = lazy_pattern("(?:氏|さん|教授|社長|会長|首相|大統領|知事|市長|容疑者)$")
_COMPANY_JA: Final = lazy_pattern("^(?:株式会社|有限会社|合同会社)|(?:株式会社|有限会社|合同会社)$")


def is_same_mention(
    given: str, found: ResolvedSubject, opening: OpenSubject, before: str, heading: str, lang: Lang
) -> bool:
    """Whether `given` is the antecedent, or another mention of the same name in the same text."""
    if same_words(given, found.words) or _is_longer(given, found, before):
        return True
    if same_words(_ARTICLE.sub("", given), _ARTICLE.sub("", found.words)):
        # `Sund Bridge` for `The Sund Bridge`, not `herons` for `The herons`; `The Exel` only where the text says so.
        dropped = _ARTICLE.match(found.words) and given[:1].isupper() and not given.endswith("s")
        return bool(dropped) if not _ARTICLE.match(given) else comparable(given) in comparable(before)
    whole = f"{before}\n{heading}"
    if lang == JA:
        return _is_same_ja(given, found.words, whole)
    return _is_same_en(given, found.words, opening, whole)


def _is_longer(given: str, found: ResolvedSubject, before: str) -> bool:
    """`Debian 4.0 (etch)` where Debian 4.0 was found, `The os.getcwdb() function` where os.getcwdb() was."""
    if found.place != "before":
        return False
    ends = {found.end}
    aside = _ASIDE.match(before, found.end)
    noun = _NOUN_BEHIND.match(before, found.end)
    if aside:
        ends.add(aside.end())
    if noun and noun["noun"] in NOUN_MEMBERS.keys() | HEADED_NOUNS:
        ends.add(noun.end())
    starts = {found.start}
    if before[max(0, found.start - 4) : found.start].lower() == "the ":
        starts.add(found.start - 4)
    return any(same_words(given, before[start:end]) for start in starts for end in ends)


def _is_same_en(given: str, found: str, opening: OpenSubject, whole: str) -> bool:
    named = [name.text for name in names(whole, EN)]
    if not _is_short_for(given, found):
        return False
    alike = [name for name in named if _is_short_for(name, given) or _is_short_for(name, found)]
    if not all(_is_short_for(name, found) and _is_short_for(name, given) for name in alike):
        return False
    # A mention of its own, not the first word of the antecedent itself: `Hash` is not `Hash values`.
    rest = whole.replace(found, " … ") if len(given) < len(found) else whole
    alone = any(same_words(name.text, given) for name in names(rest, EN))
    return alone or _is_last_name(given, found, opening)


def _is_short_for(one: str, other: str) -> bool:
    """Whether two names can be one: the last name or the given name alone too."""
    if same_name(one, other):
        return True
    short, long = sorted((one.split(), other.split()), key=len)
    return len(short) == 1 and len(long) > 1 and short[0].casefold() == long[0].casefold() and len(short[0]) > 2


def _is_last_name(given: str, found: str, opening: OpenSubject) -> bool:
    """`Smith` for John Smith, where a person is spoken of; company forms may go too (`Exel` for Exel plc)."""
    words = found.split()
    if len(given.split()) > 1 or len(words) < 2:
        return False
    if same_words(given, words[0]):
        return same_name(given, found)
    person = opening.words.lower() in ("he", "she", "his", "her") and not _NUMBERED.fullmatch(given)
    return person and all(word[:1].isupper() for word in words) and same_words(given, words[-1])


def _is_same_ja(given: str, found: str, whole: str) -> bool:
    """加藤太郎 for 加藤氏, ハラム for 株式会社ハラム: the same beginning, and nobody else's."""
    short, long = sorted((_bare_ja(given), _bare_ja(found)), key=len)
    if short == long:
        return comparable(given) in comparable(whole) or given == short
    person = _HONORIFIC_JA.search(found) is not None or _HONORIFIC_JA.search(given) is not None
    if not person or len(short) < _SHORTEST_NAME or not long.startswith(short) or given not in whole:
        return False
    # Whoever else begins so (加藤花子) makes it uncertain.
    others = re.findall(rf"{re.escape(short)}([一-龥ァ-ヿ]{{0,4}})", whole)
    rest = long.removeprefix(short)
    return all(not other or other.startswith(rest) or _HONORIFIC_JA.fullmatch(other) for other in others)


_SHORTEST_NAME: Final = 2


def _bare_ja(words: str) -> str:
    return _COMPANY_JA.sub("", _HONORIFIC_JA.sub("", words.strip()))
