"""Whether two frames speak of the same thing.

In: the subject slots of two frames and what they were filled from. Out: yes or no. A name is compared by its words. A
common noun (`the default timeout`) names nothing beyond its own document: two are the same only where title or headings
name the same thing above both. Two things with one name cannot be told apart here, so names must be whole.
"""

from functools import lru_cache
from typing import Final

from tadori.judge.frames.frame import FrameSource
from tadori.judge.frames.quantity_subject import is_kind_named
from tadori.model.frame import FrameSlot, SlotPlace
from tadori.model.ids import JA, Lang
from tadori.text.japanese_topic import japanese_units
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.names import name_words
from tadori.text.naming import is_naming, same_topic
from tadori.text.numerals import narrow
from tadori.text.tokens import terms

_IN_BRACKETS: Final = lazy_pattern(r"\s*[(（][^()（）]{0,80}[)）]\s*")


def same_subject(a: FrameSlot, b: FrameSlot, above_a: FrameSource, above_b: FrameSource) -> bool:
    """Whether the two slots name the same thing."""
    if SlotPlace.TITLE in (a.place, b.place) and _same_in_titles(a, b):
        return True
    if not _same_words(a, b):
        return _holds_identifier(a, b) or _same_but_for_kind(a, b)
    if _is_naming(a.words, above_a.lang) and _is_naming(b.words, above_b.lang):
        return True
    if above_a.lang == above_b.lang == JA and all(
        is_kind_named(slot.words, titled=above.title.startswith(slot.words))
        for slot, above in ((a, above_a), (b, above_b))
    ):
        return True
    return under_one_topic(above_a, above_b)


def under_one_topic(a: FrameSource, b: FrameSource) -> bool:
    """Whether the titles of both name the same thing."""
    return same_topic(a.title, a.lang, b.title, b.lang)


def _is_naming(words: str, lang: Lang) -> bool:
    """Whether the words hold a name; in Japanese also one that opens with a proper noun, as 鳴釜発電所."""
    if is_naming(words, lang):
        return True
    units = japanese_units(words) if lang == JA else ()
    return len(units) > 1 and units[0].pos[1] == "固有名詞"


def subject_keys(slot: FrameSlot) -> tuple[frozenset[str] | tuple[str, ...], ...]:
    """Keys of which two slots that can be the same share at least one."""
    whole = _whole_name(slot.words)
    found: list[frozenset[str] | tuple[str, ...]] = [slot.key]
    if len(whole) > 1:
        found.append(whole)
    part, designation = _undesignated(slot.words)
    if designation or slot.place is SlotPlace.TITLE:
        found += [("", part), *([("", designation)] if designation else [])]
    elif not slot.words.isascii() or _installed(slot.words):
        found.append(("", part))
    if _KIND_SAID.search(slot.words.lower()):
        found.append(name_key_without_kind(slot.words))
    found += [("", word) for word in _MODEL.findall(slot.words.lower())]
    return tuple(dict.fromkeys(found))


def _same_words(a: FrameSlot, b: FrameSlot) -> bool:
    if a.key == b.key:
        return bool(a.key)
    # `Barack Obama` and `Barack H. Obama`, `ACME Inc.` and `ACME`: the same words but for initials and company forms.
    left, right = _whole_name(a.words), _whole_name(b.words)
    return len(left) > 1 and left == right


def _same_in_titles(a: FrameSlot, b: FrameSlot) -> bool:
    """Whether a name from a title and another are one: but for 1号機 or `turbine` behind it, they are the same."""
    (left, unit_a), (right, unit_b) = _undesignated(a.words), _undesignated(b.words)
    if unit_a and unit_b and unit_a != unit_b:
        return False
    if left == right:
        return bool(left)
    # 潮流発電1号機 under a title that names no place, and 鳴釜潮流発電1号機
    shorter, longer = sorted((left, right), key=len)
    return bool(unit_a and unit_b) and len(shorter) >= _LEAST_KIND and longer.endswith(shorter)


_LEAST_KIND: Final = 4
"""Characters of a kind of thing (潮流発電) that tells one numbered thing from another."""
_UNIT: Final = lazy_pattern(r"第?\d{1,3}号[機館棟炉]$")
_INSTALLED: Final = lazy_pattern(
    r"\s(?:tidal\s)?(?:turbine|plant|facility|power\sstation|installation|project|scheme|company|firm|satellite|spacecraft"
    r"|painting|vaccine|drug|species|bird|software|tool|orchestra|band|novel|film)$"
)
_MODEL: Final = lazy_pattern(r"\b[a-z]{1,6}-\d{2,5}[a-z]?\b")
"""`TW-500`: the number of a model names it, with its maker or without."""


def name_key_without_kind(words: str) -> frozenset[str]:
    """The key of the name alone: `Kestrel-3` of `Kestrel-3 satellite`."""
    return frozenset(terms(_KIND_SAID.sub("", words.lower())))


def _same_but_for_kind(a: FrameSlot, b: FrameSlot) -> bool:
    """`The Kestrel-3 satellite` and `Kestrel-3`: one of them says what kind of thing it is."""
    left, right = a.words.lower(), b.words.lower()
    return left != right and (_KIND_SAID.sub("", left) == right or _KIND_SAID.sub("", right) == left)


_KIND_SAID: Final = lazy_pattern(
    r"(?<=\w)\s(?:company|firm|satellite|spacecraft|painting|vaccine|drug|software|library|tool|band)$"
)


@lru_cache(maxsize=8192)
def _undesignated(words: str) -> tuple[str, str]:
    """The name without 1号機 or `turbine` behind it, and the number of the unit."""
    plain = narrow("".join(words.split()) if not words.isascii() else words.lower())
    unit = _UNIT.search(plain)
    if unit is not None:
        return plain[: unit.start()].replace("の", ""), unit[0]
    return (_INSTALLED.sub("", plain) if words.isascii() else plain.replace("の", "")), ""


def _installed(words: str) -> bool:
    return _INSTALLED.search(words.lower()) is not None


def _holds_identifier(a: FrameSlot, b: FrameSlot) -> bool:
    """`Tidewright TW-500` and `TW-500`: the same model, and all words of the one stand in the other."""
    models = [frozenset(_MODEL.findall(one.words.lower())) for one in (a, b)]
    return bool(models[0]) and models[0] == models[1] and (a.key <= b.key or b.key <= a.key)


@lru_cache(maxsize=8192)
def _whole_name(words: str) -> tuple[str, ...]:
    return tuple(word for word in name_words(_IN_BRACKETS.sub(" ", words)) if len(word) > 1 or word.isdigit())
