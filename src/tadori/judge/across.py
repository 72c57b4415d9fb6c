"""Compares a sentence with quotations in another language: numbers, dates, units, names and negations must agree.

In: a sentence, its quotations, and a base of names if there is one. Out: what disagrees. Words are not compared, so no
objection proves nothing: without a judge a translation is not checked.
"""

from collections.abc import Iterator, Sequence
from typing import Final, Protocol

from tadori.judge.reading import evidence_sentences
from tadori.judge.vetoes import Objections
from tadori.model.grading import Limit, QuotedPassage
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.limits import LimitSpan, limits
from tadori.text.normalise import fold
from tadori.text.transliteration import katakana_words, same_sound

_FACTS: Final = ("number", "date")


class NameBase(Protocol):
    """What is known of the names of persons, bodies and places in two languages."""

    def same_name_across(self, one: str, other: str) -> bool | None:
        """Whether two names are one thing's; None where the base knows neither."""
        ...


def across_objections(sentence: str, quotations: Sequence[QuotedPassage], names: NameBase | None = None) -> Objections:
    """What of `sentence` disagrees with `quotations` in the other language, in both directions."""
    mine = limits(sentence)
    theirs = [limit for passage in quotations for one in evidence_sentences(passage.text) for limit in limits(one)]
    added = [limit.limit for limit in mine if limit.kind in _FACTS and not _has(limit, theirs)]
    lost = [limit.limit for limit in theirs if limit.kind in _FACTS and not _has(limit, mine)]
    if not theirs and not any(passage.text.strip() for passage in quotations):
        added.append(Limit(kind="word", text=sentence.strip()))
    quoted = " ".join(passage.text for passage in quotations)
    added += _unnamed(mine, quoted, theirs, names)
    lost += _unnamed(theirs, sentence, mine, names)
    said, denied = _denials(mine), _denials(theirs)
    if len(said) > len(denied):
        added.append(said[-1].limit)
    if len(denied) > len(said):
        lost.append(denied[-1].limit)
    return Objections(lost=tuple(dict.fromkeys(lost)), added=tuple(dict.fromkeys(added)))


def _has(limit: LimitSpan, there: Sequence[LimitSpan]) -> bool:
    """Whether the other side states the same value, unit, bound and date, in the normal form."""
    return any(limit.kind == other.kind and limit.form == other.form for other in there)


def _denials(found: Sequence[LimitSpan]) -> list[LimitSpan]:
    return [limit for limit in found if limit.kind == "negation"]


def _unnamed(
    mine: Sequence[LimitSpan], other: str, theirs: Sequence[LimitSpan], names: NameBase | None
) -> Iterator[Limit]:
    """Names of one side that the other text does not have, as far as letters, sounds or the base can show it."""
    there = [limit.text for limit in theirs if limit.kind == "name"]
    for limit in mine:
        if limit.kind != "name" or _is_title(limit.text):
            continue
        known = [names.same_name_across(limit.text, one) for one in there] if names else []
        if True in known or (False not in known and _is_spelled_across(limit.text, other)):
            continue
        yield limit.limit


def _is_title(name: str) -> bool:
    """A title or a quotation is translated by its meaning."""
    return _HIRAGANA.search(name) is not None or len(name.split()) > _LONGEST_NAME


def _is_spelled_across(name: str, other: str) -> bool:
    """Whether the other text has every word of a name, in the same letters or in letters of the same sound."""
    folded = fold(other)
    spelled, kana = _LATIN_WORD.findall(name), katakana_words(name)
    words = [word for word in spelled if word.lower() not in _TRANSLATED]
    if not words and not kana:
        return bool(spelled) or name in other or not _has_sound(name)
    there_kana, there_latin = _joined(katakana_words(other)), _joined(_LATIN_WORD.findall(other))
    if any(same_sound(one, "".join(spelled)) for one in there_kana if spelled):
        return True
    if any(same_sound("".join(kana), one) for one in there_latin if kana):
        return True
    return all(fold(word) in folded or any(same_sound(one, word) for one in there_kana) for word in words) and all(
        one in other or any(same_sound(one, word) for word in there_latin) for one in kana
    )


def _joined(words: Sequence[str]) -> list[str]:
    """Each word, and up to three in a row as one: `New South Wales` is one word of katakana."""
    return [
        "".join(words[at : at + count]) for count in range(1, _LONGEST_NAME) for at in range(len(words) - count + 1)
    ]


def _has_sound(name: str) -> bool:
    """Kanji say nothing about their sound: only a base of names can compare them."""
    return _KANJI.search(name) is None


_HIRAGANA: Final = lazy_pattern("[ぁ-ん]{2,}")
_KANJI: Final = lazy_pattern("[一-龥]")
_LATIN_WORD: Final = lazy_pattern(r"[A-Za-zÀ-ÖØ-öø-ÿ]{2,}")
_LONGEST_NAME: Final = 4
# Words of names that Japanese translates: 大学 is no katakana.
_TRANSLATED: Final = frozenset(
    "university college county river lake mount mountain city state province island islands sea bay of the and school"
    " party north south east west northern southern eastern western new league war street church museum station airport"
    " act law company corporation group institute association society department ministry prize award king queen"
    " prince saint american british english french german chinese japanese italian spanish russian european african"
    " asian".split()
)
