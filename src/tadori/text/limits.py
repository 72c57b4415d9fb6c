"""Finds the limits of a sentence: everything that makes it say less than, or another thing than, its bare words.

Comes in: a sentence, Japanese or English. Goes out: its limits by position, each with a normal form: `1,500`, `1.5
thousand` and 千五百 have one form, as have 令和5年 and `2023`, `may` and かもしれない. Whether a limit is lost or
added is decided elsewhere (`judge/vetoes.py`).
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Final

from tadori.model.grading import Limit
from tadori.model.ids import EN, JA, Lang
from tadori.text.dates import DateMention, dates
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.limit_cues import limit_cues
from tadori.text.names import name_words, names
from tadori.text.negation import Cue, negations
from tadori.text.numbers import Quantity, quantities
from tadori.text.numerals import narrow
from tadori.text.tokens import terms


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitSpan:
    """A limit of a sentence: `text[start:end]`, and a normal form that is equal for limits that mean the same."""

    kind: str
    """As in `Limit`."""
    text: str
    form: str
    start: int
    end: int

    @property
    def limit(self) -> Limit:
        return Limit(kind=self.kind, text=self.text)


_JAPANESE: Final = lazy_pattern("[ぁ-ヿ㐀-鿿]")
_LATIN: Final = lazy_pattern("[A-Za-z]")
# `[12]` behind a word, and raised digits behind a full stop, are marks of notes: they limit nothing.
_NOTE_MARK: Final = lazy_pattern(
    r"(?<=\S)[\[［](?:note\s|注)?\d{1,3}[\]］]|(?<=[^\d\s][.!?。」』”])[⁰¹²³⁴-⁹]{1,3}(?=\s|$)"
)
_DIGITS: Final = lazy_pattern(r"\d+(?:[.,:/]\d+)*")
_NEAR: Final = 24
"""How far from its number a bounding word may stand; as far as `numbers.py` looks."""
_BOUNDING: Final = frozenset(["more", "less", "most", "about"])


def limit_script(text: str) -> Lang:
    """`ja` for a text with as many kana and kanji as a third of its Latin letters, otherwise `en`."""
    if text.isascii():
        return EN
    return JA if len(_JAPANESE.findall(text)) * 3 >= len(_LATIN.findall(text)) else EN


@lru_cache(maxsize=4096)
def limits(text: str) -> tuple[LimitSpan, ...]:
    """The limits of `text`, by position. Scopes that are no fixed words (`in Kobe`) are found by `scope_phrases`."""
    plain = _NOTE_MARK.sub(lambda mark: " " * len(mark[0]), text)
    lang = limit_script(plain)
    counted, dated = quantities(plain), dates(plain)
    found = [*_of_numbers(plain, counted, dated), *_of_dates(plain, dated), *_of_names(plain, lang, counted, dated)]
    found += [_of_negation(plain, cue, lang) for cue in negations(plain, lang)]
    found += _of_cues(plain, counted)
    return tuple(sorted(found, key=lambda one: (one.start, one.end)))


def _span(text: str, kind: str, form: str, start: int, end: int) -> LimitSpan:
    return LimitSpan(kind=kind, text=text[start:end].strip(), form=form, start=start, end=end)


def _of_numbers(text: str, counted: Sequence[Quantity], dated: Sequence[DateMention]) -> Iterator[LimitSpan]:
    for quantity in counted:
        yield _span(text, "number", number_form(quantity), quantity.start, quantity.end)
    taken = [(q.start, q.end) for q in counted] + [(d.start, d.end) for d in dated]
    # Numbers that count nothing (versions, sections, clock times) must be the same all the same.
    for run in _DIGITS.finditer(narrow(text)):
        if not any(start < run.end() and run.start() < end for start, end in taken):
            yield _span(text, "number", run[0].replace(",", "").rstrip("."), run.start(), run.end())


def number_form(quantity: Quantity) -> str:
    """Value, unit, bound and roundness: `1500`, `at_least 30 %`, `~40 m`."""
    value = quantity.value.quantize(Decimal(1)) if quantity.value == quantity.value.to_integral() else quantity.value
    rounded = "~" if quantity.approximate else ""
    return f"{quantity.bound} {rounded}{value.normalize():f} {quantity.unit}".strip()


def _of_dates(text: str, dated: Sequence[DateMention]) -> Iterator[LimitSpan]:
    for mention in dated:
        yield _span(text, "date", date_form(mention), mention.start, mention.end)
    for day in _WEEKDAY.finditer(narrow(text)):
        yield _span(text, "date", _weekday_form(day[0]), day.start(), day.end())


def date_form(mention: DateMention) -> str:
    """`2023-05-04`, `2023`, `?-05`, `2023 fiscal`."""
    parts = ["?" if mention.year is None else str(mention.year)]
    if mention.month is not None or mention.day is not None:
        parts.append("?" if mention.month is None else f"{mention.month:02d}")
    if mention.day is not None:
        parts.append(f"{mention.day:02d}")
    return f"{'-'.join(parts)} {mention.kind}".strip()


_WEEKDAY: Final = lazy_pattern(
    r"(?<![A-Za-z])(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?(?![A-Za-z])|[月火水木金土日]曜日?"
)
_JA_DAYS: Final = dict(zip("月火水木金土日", "mon tue wed thu fri sat sun".split(), strict=True))


def _weekday_form(words: str) -> str:
    return _JA_DAYS.get(words[0]) or words[:3].lower()


def _of_names(text: str, lang: Lang, counted: Sequence[Quantity], dated: Sequence[DateMention]) -> Iterator[LimitSpan]:
    taken = [(q.start, q.end) for q in counted] + [(d.start, d.end) for d in dated]
    for name in names(text, lang):
        form = " ".join(name_words(name.text))
        inside = any(start <= name.start and name.end <= end for start, end in taken)
        if form and not inside:
            yield _span(text, "name", form, name.start, name.end)


def _of_negation(text: str, cue: Cue, lang: Lang) -> LimitSpan:
    """The form names what is denied: the content word next to the cue, behind it in English, before it in Japanese."""
    before, behind = terms(text[cue.scope_start : cue.start]), terms(text[cue.end : cue.scope_end])
    denied = before[-1:] if lang == JA else behind[:1]
    return _span(text, "negation", " ".join(["not", *denied]), cue.start, cue.end)


def _of_cues(text: str, counted: Sequence[Quantity]) -> Iterator[LimitSpan]:
    bounded = [one for one in counted if one.bound or one.approximate]
    for cue in limit_cues(text):
        beside = any(one.start - _NEAR <= cue.start < one.end + 4 for one in bounded)
        if not (beside and cue.family in _BOUNDING) and not any(
            q.start < cue.end and cue.start < q.end for q in counted
        ):
            yield _span(text, cue.kind, cue.family, cue.start, cue.end)


_LEADING: Final = (
    "in|within|among|amongst|during|under|throughout|across|for|inside|outside|near|with|without|at|on|by|from|between|against"
    "|per|over|of|to"
)
_PHRASE_EN: Final = lazy_pattern(
    rf"(?<![\w-])(?:{_LEADING})\s+"
    rf"((?:(?!(?:and|or|but|that|which|who|is|are|was|were|has|have|had|{_LEADING})\b)[\w'’-]+(?:\s+|(?=[^\w\s]|$))){{1,5}})",
    re.IGNORECASE,
)
_PHRASE_JA: Final = lazy_pattern(
    "([一-龥ァ-ヶー々A-Za-z0-9・]{1,20})(?:では|における|において|について|に関|に対|の間|内|向け|につき|あたり|ごと|で|に|から|まで|と|へ|の)"
)


def scope_phrases(text: str) -> tuple[LimitSpan, ...]:
    """Phrases that say where, when, for whom or with what: `in Kobe`, 神戸では. The form is their content words."""
    pattern = _PHRASE_JA if limit_script(text) == JA else _PHRASE_EN
    found = []
    for match in pattern.finditer(narrow(text)):
        words = terms(match[1])
        if words:
            found.append(_span(text, "scope", " ".join(words), match.start(), match.end(1)))
    return tuple(found)
