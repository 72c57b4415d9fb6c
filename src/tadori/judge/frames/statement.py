"""Whether two sentences are one statement, or one statement with another value in it.

In: the texts of two claims in one language, with what they leave open filled in. Out: `same`, the one value in which
they differ, or nothing. Rules of form: the same content words in nearly the same order, nothing limited on one side
only. Other wordings of one statement are not found here, and are not guessed.
"""

from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Final

from tadori.judge.vetoes import objections
from tadori.model.evidence_thresholds import (
    SAME_STATEMENT_FEWEST_TERMS,
    SAME_STATEMENT_LONGEST,
    VERSION_FEWEST_PIECES,
    VERSION_SHARE,
)
from tadori.model.grading import QuotedPassage
from tadori.model.ids import JA, Lang
from tadori.text.antonyms import nearly_same
from tadori.text.dates import dates, same_date
from tadori.text.english_subject import english_subject
from tadori.text.japanese_topic import japanese_topics, japanese_units
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.names import names
from tadori.text.normalise import normalised
from tadori.text.numbers import ORDINAL, quantities, same_quantity
from tadori.text.sameness import comparable
from tadori.text.tokens import terms

_KANA: Final = lazy_pattern("[ぁ-んァ-ヶ]")
_PIECE: Final = lazy_pattern(
    r"(?:(?<!\w)[-−–]|[▲△±≤≥<>≈~])?\d+(?:[.,]\d+)*[⁰¹²³⁴-⁹⁻]*\s?[%‰]?|[^\W\d_ぁ-ヿ一-鿿々]+|[一-鿿々]+|[ぁ-ん]+|[ァ-ヴー]+"
)
# Who says so: `According to the office, …`, `People involved say that …`.
_ATTRIBUTED: Final = lazy_pattern(
    r"^(?:According\sto\s[^,]{2,60},\s|As\s[^,]{2,60},\s|[A-Z][^,.]{2,60}?\s(?:says?|said|reports?|reported)\sthat\s)"
)
_RAISED: Final = frozenset("⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
# Words that say nothing of their own: two sentences that differ in them are one statement.
_LIGHT: Final = frozenset(
    "also then now currently today thus however therefore moreover usually simply just still well called known name"
    " following various several many different certain また なお さらに 現在 等 など もの こと ため".split()
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedValue:
    """The one value in which two versions of a sentence differ."""

    mine: str
    theirs: str


def same_statement(a: str, b: str) -> bool:
    """Whether two sentences say the same: equal but for spelling, order of clauses and words without weight."""
    if comparable(a) == comparable(b):
        return bool(comparable(a))
    if max(len(a), len(b)) > SAME_STATEMENT_LONGEST:
        return False
    left, right = frozenset(terms(a)), frozenset(terms(b))
    if min(len(left), len(right)) < SAME_STATEMENT_FEWEST_TERMS:
        return False
    if not _explained(left - right, right) or not _explained(right - left, left):
        return False
    if _marked_words(a) != _marked_words(b):
        return False
    return _nothing_objects(a, b) and _nothing_objects(b, a)


def _explained(only: frozenset[str], other: frozenset[str]) -> bool:
    """Whether every word of one side is light, or may stand for a word of the other side."""
    return all(word in _LIGHT or nearly_same(word) & other for word in only)


# What a word is to the others: `from hosts` and `to hosts` are two things.
_PREPOSITION: Final = lazy_pattern(
    r"(?i)\b(from|to|into|onto|by|with|without|for|against|before|after|over|under|above|below|between|among|since|until|on"
    r"|off|in|inside|outside|than|at|as|via|through)\s+(?:(?:the|an?|its|their|his|her|this|that|these|those|all)\s+)?([\w-]+)"
)
_PARTICLES: Final = frozenset("が を に へ と で から まで より".split())


@lru_cache(maxsize=8192)
def _marked_words(text: str) -> frozenset[tuple[str, str]]:
    """Each word that a preposition or a case particle marks, with its mark."""
    if _KANA.search(text):
        units = japanese_units(text)
        return frozenset(
            (units[at - 1].surface, "が" if unit.surface == "は" else unit.surface)
            for at, unit in enumerate(units)
            if at and unit.pos[0] == "助詞" and (unit.surface in _PARTICLES or unit.surface == "は")
        )
    return frozenset((match[2].casefold(), match[1].casefold()) for match in _PREPOSITION.finditer(text))


def _nothing_objects(sentence: str, quoted: str) -> bool:
    return not objections(sentence, [QuotedPassage(text=quoted)]).beyond_wording


def changed_value(a: str, b: str, lang: Lang) -> ChangedValue | None:
    """The quantity or date in which two versions of one sentence differ, where nothing else differs.

    None where they differ elsewhere too, where the value is part of what the sentence speaks about (`Debian 11`), or
    where both values can be true.
    """
    a, b = _ATTRIBUTED.sub("", a, count=1), _ATTRIBUTED.sub("", b, count=1)
    pieces_a, pieces_b = _pieces(a), _pieces(b)
    if min(len(pieces_a), len(pieces_b)) < VERSION_FEWEST_PIECES:
        return None
    matcher = SequenceMatcher(None, [p for p, _, _ in pieces_a], [p for p, _, _ in pieces_b], autojunk=False)
    if matcher.real_quick_ratio() < VERSION_SHARE or matcher.ratio() < VERSION_SHARE:
        return None
    changes = [op for op in matcher.get_opcodes() if op[0] != "equal"]
    if len(changes) != 1 or changes[0][0] != "replace":
        return None
    _, i, j, k, m = changes[0]
    span_a, span_b = (pieces_a[i][1], pieces_a[j - 1][2]), (pieces_b[k][1], pieces_b[m - 1][2])
    if any(
        _in_subject(text, span, lang) and not _counts(text, span, lang) for text, span in ((a, span_a), (b, span_b))
    ):
        return None
    return _excluding(a, span_a, b, span_b)


@lru_cache(maxsize=4096)
def _pieces(text: str) -> tuple[tuple[str, int, int], ...]:
    # A raised digit stays raised: 10³ is not 103.
    plain = "".join(one if one in _RAISED else normalised("NFKC", one) for one in text)
    if len(plain) != len(text):
        plain = text
    return tuple((match.group().casefold(), match.start(), match.end()) for match in _PIECE.finditer(plain))


def _counts(text: str, span: tuple[int, int], lang: Lang) -> bool:
    """Whether the span counts the subject, a common noun: `3,731 residents were evacuated`."""
    subject = english_subject(text) if lang != JA else None
    counted = [q for q in quantities(text) if q.start < span[1] and span[0] < q.end and q.noun and q.unit != ORDINAL]
    return subject is not None and not subject.named and len(counted) == 1 and counted[0].start == subject.start


def _in_subject(text: str, span: tuple[int, int], lang: Lang) -> bool:
    """Whether a span lies in what the sentence speaks about, or in a name: what changes there is another thing."""
    if any(name.start < span[1] and span[0] < name.end for name in names(text, lang)):
        return True
    if lang == JA:
        topics = japanese_topics(text)
        return any(topic.start < span[1] and span[0] < topic.end for topic in topics[:1])
    subject = english_subject(text)
    if subject is None:
        # Where the subject ends is not known; it does not reach into the second half.
        return span[0] < len(text) / 2
    return subject.start < span[1] and span[0] < subject.end


_REPEATED: Final = lazy_pattern(
    r"(?i)\b(?:amended|revised|renovated|restored|repaired|updated|renewed|visited|won|re-?elected|extended|expanded|enlarged"
    r"|hosted|performed|awarded|upgraded)\b|改正|改訂|改定|改修|修復|更新|訪問|受賞|優勝|増築|拡張|上演|再選"
)


def _excluding(a: str, span_a: tuple[int, int], b: str, span_b: tuple[int, int]) -> ChangedValue | None:
    """The dates or quantities at the two spans, where they cannot both be true."""
    dated_a, dated_b = ([d for d in dates(t) if d.start < s[1] and s[0] < d.end] for t, s in ((a, span_a), (b, span_b)))
    if len(dated_a) == len(dated_b) == 1:
        if _REPEATED.search(a):  # a law is amended more than once
            return None
        if same_date(dated_a[0], dated_b[0]) != "disagree":
            return None
        return ChangedValue(mine=a[dated_a[0].start : dated_a[0].end], theirs=b[dated_b[0].start : dated_b[0].end])
    if dated_a or dated_b:
        return None
    found_a, found_b = (
        [q for q in quantities(t) if q.start < s[1] and s[0] < q.end] for t, s in ((a, span_a), (b, span_b))
    )
    if len(found_a) != 1 or len(found_b) != 1 or same_quantity(found_a[0], found_b[0]) != "disagree":
        return None
    return ChangedValue(mine=a[found_a[0].start : found_a[0].end], theirs=b[found_b[0].start : found_b[0].end])
