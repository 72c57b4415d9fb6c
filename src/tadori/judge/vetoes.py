"""Objects to a sentence that says more, or less, than its quotations: nothing added, no limit lost (X11).

In: a sentence and the quotations it rests on, in one language. Out: what the sentence says and no quotation does, and
which limits of the quoted sentences it leaves out. Every part of the sentence is compared with the quoted sentences
that hold its words. It fails closed: an objection may be wrong, and only a rule may overrule it. Contradictions
alone are found by `changes.py`, translations are compared by `across.py`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tadori.judge.lost_limits import lost_limits, says_limit, unmatched_limits
from tadori.judge.reading import evidence_sentences
from tadori.judge.sentence_parts import SentencePart, sentence_parts
from tadori.judge.word_order import reordered, terms_outside
from tadori.model.evidence_thresholds import ALIGNED_A_PART
from tadori.model.grading import Limit, QuotedPassage
from tadori.text.antonyms import antonym_pairs, nearly_same
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.limits import LimitSpan, limits
from tadori.text.names import name_words
from tadori.text.sameness import same_words
from tadori.text.tokens import terms

LONGEST_VETOED: Final = 2000
"""Characters of a sentence that are compared; a longer one is objected to as a whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Objections:
    """What speaks against a sentence; nothing where both are empty."""

    lost: tuple[Limit, ...]
    """Limits of the quotations that the sentence leaves out."""
    added: tuple[Limit, ...]
    """What the sentence says and no quotation does; also swapped roles (`swap`) and opposite words (`antonym`)."""

    @property
    def nothing(self) -> bool:
        return not self.lost and not self.added

    @property
    def beyond_wording(self) -> tuple[Limit, ...]:
        """The objections that no other wording explains: all but content words of the sentence's own."""
        return (*self.lost, *(limit for limit in self.added if limit.kind != "word"))


def objections(sentence: str, quotations: Sequence[QuotedPassage]) -> Objections:
    """What speaks against printing `sentence` on the strength of `quotations`, in both directions."""
    quoted = tuple(part for passage in quotations for part in evidence_sentences(passage.text))
    if not quoted or len(sentence) > LONGEST_VETOED or not terms(sentence):
        return Objections(lost=(), added=(Limit(kind="word", text=sentence[:LONGEST_VETOED].strip()),))
    if any(same_words(sentence, one) for one in quoted):
        return Objections(lost=(), added=())
    added: list[Limit] = []
    words_of: dict[str, list[str]] = {}
    given = _given_by_source(sentence, quotations)
    for part in sentence_parts(sentence):
        words = sentence[part.start : part.end]
        aligned = _aligned(words, quoted)
        for one in aligned:
            words_of.setdefault(one, []).append(words)
        added += _added_words(words, aligned, given)
        added += _added_limits(sentence, part, aligned, quoted, given)
        added += _opposites(words, aligned)
        added += _mixed(words, aligned, given)
        added += _added_pronouns(words, aligned)
    added += _said_more_often(sentence, tuple(words_of), given)
    for one, parts in words_of.items():
        added += reordered(" ".join(parts), one)
    if _asks(sentence) != any(_asks(one) for one in words_of):
        added.append(Limit(kind="hedge", text="?"))
    lost = [limit for one in words_of for limit in lost_limits(sentence, one)]
    return Objections(lost=tuple(dict.fromkeys(lost)), added=tuple(dict.fromkeys(added)))


_QUESTION: Final = lazy_pattern(r"[?？][\s」』”\"')）]*$|(?:です|ます|でしょう|だろう|の)か[。]?$")


def _asks(sentence: str) -> bool:
    return _QUESTION.search(sentence.strip()) is not None


def _given_by_source(sentence: str, quotations: Sequence[QuotedPassage]) -> frozenset[str]:
    """The terms of publishers and dates that the sentence may name: they are the source's data, not its words."""
    named = [passage.source for passage in quotations if passage.source and passage.source in sentence]
    return frozenset(term for source in named for term in terms(source))


@lru_cache(maxsize=512)
def _term_set(text: str) -> frozenset[str]:
    """The terms of a quoted sentence; each part of the checked one asks for them."""
    return frozenset(terms(text))


def _aligned(words: str, quoted: Sequence[str]) -> tuple[str, ...]:
    """The quoted sentences that hold most of the words: one, and up to two more for what it lacks."""
    wanted = set(terms(words))
    chosen: list[str] = []
    while len(chosen) < ALIGNED_A_PART and (wanted or not chosen):
        best = max(quoted, key=lambda one: (_held(wanted, one), -len(one)))
        if chosen and not _held(wanted, best):
            break
        chosen.append(best)
        wanted -= _held_terms(wanted, best)
    return tuple(chosen)


def _held(wanted: set[str], quoted: str) -> int:
    return len(_held_terms(wanted, quoted))


def _held_terms(wanted: set[str], quoted: str) -> set[str]:
    there = _term_set(quoted)
    return {term for term in wanted if not nearly_same(term).isdisjoint(there)}


def _added_words(words: str, aligned: Sequence[str], given: frozenset[str]) -> Iterator[Limit]:
    there = {term for one in aligned for term in _term_set(one)}
    compared = [(one.start, one.end) for one in limits(words)]
    whole = _term_set(words)
    for term in dict.fromkeys(terms_outside(words, compared)):
        if term in whole and nearly_same(term).isdisjoint(there) and term not in given:
            yield Limit(kind="word", text=term)


_PRONOUNS: Final = (
    lazy_pattern(r"(?<![\w'’])(?:he|him|his|himself)(?![\w'’])|彼(?!女|ら)", re.IGNORECASE),
    lazy_pattern(r"(?<![\w'’])(?:she|her|hers|herself)(?![\w'’])|彼女(?!ら|たち)", re.IGNORECASE),
    lazy_pattern(r"(?<![\w'’])(?:they|them|their|theirs|themselves)(?![\w'’])|彼女?(?:ら|たち)", re.IGNORECASE),
    lazy_pattern(r"(?<![\w'’])(?:it|its|itself)(?![\w'’])|それ(?!ぞれ|ら)|これ(?!ら|まで|から)", re.IGNORECASE),
    lazy_pattern(r"(?<![\w'’])(?:we|us|our|ours|ourselves)(?![\w'’])|我々|私たち|われわれ", re.IGNORECASE),
    lazy_pattern(r"(?<![\w'’])(?:I|me|my|mine|myself)(?![\w'’])|私(?!たち|[一-龥])", 0),
)


def _added_pronouns(words: str, aligned: Sequence[str]) -> Iterator[Limit]:
    """Pronouns that no aligned sentence has: nothing shows whom they mean."""
    for pattern in _PRONOUNS:
        if (found := pattern.search(words)) and not any(pattern.search(one) for one in aligned):
            yield Limit(kind="word", text=found[0])


def _added_limits(
    sentence: str, part: SentencePart, aligned: Sequence[str], quoted: Sequence[str], given: frozenset[str]
) -> Iterator[Limit]:
    there = [limit for one in aligned for limit in limits(one)]
    anywhere = [limit for one in quoted for limit in limits(one)]
    for limit in limits(sentence):
        if not part.start <= limit.start < part.end or (given and _is_of_source(limit, given)):
            continue
        if limit.kind == "name":
            held = any(says_limit(limit, other) for other in anywhere) or _is_spelled(limit, quoted)
        elif limit.kind in _JOINING:
            held = any(_joins(sentence, limit, one) for one in quoted)
        else:
            held = any(says_limit(limit, other) for other in there)
        if not held:
            yield limit.limit


def _said_more_often(sentence: str, quoted: Sequence[str], given: frozenset[str]) -> Iterator[Limit]:
    """Limits that the sentence states more often than its quoted sentences do: a second `not`, a second `may`."""
    mine = [
        one
        for one in limits(sentence)
        if one.kind not in ("name", "date") and not (given and _is_of_source(one, given))
    ]
    yield from (one.limit for one in unmatched_limits(mine, [limit for text in quoted for limit in limits(text)]))


_JOINING: Final = frozenset(["cause", "comparison"])
_BESIDE: Final = 4


def _joins(sentence: str, limit: LimitSpan, quoted: str) -> bool:
    """Whether one quoted sentence joins the same things in the same way: `A because B`, `A more than B`."""
    there = _term_set(quoted)
    before, behind = terms(sentence[: limit.start])[-_BESIDE:], terms(sentence[limit.end :])[:_BESIDE]
    held = all(not side or not there.isdisjoint(side) for side in (before, behind))
    return held and any(says_limit(limit, other) for other in limits(quoted))


def _is_of_source(limit: LimitSpan, given: frozenset[str]) -> bool:
    return limit.kind == "attribution" or (limit.kind == "name" and given.issuperset(terms(limit.text)))


def _is_spelled(limit: LimitSpan, quoted: Sequence[str]) -> bool:
    words = name_words(limit.text)
    return any(all(word in one.casefold() for word in words) for one in quoted)


def _opposites(words: str, aligned: Sequence[str]) -> Iterator[Limit]:
    mine = dict.fromkeys(terms(words))
    for one in aligned:
        theirs = _term_set(one)
        first = [term for term in mine if term not in theirs]
        for stated, other in antonym_pairs(first, sorted(theirs - set(mine))):
            yield Limit(kind="antonym", text=f"{stated} ↔ {other}")


_SUBJECT_TERMS: Final = 3


def _mixed(words: str, aligned: Sequence[str], given: frozenset[str]) -> Iterator[Limit]:
    """Words of one statement that stand in two quoted sentences: nothing says that they belong together.

    Its first words may come from the second sentence: they are its subject, filled in.
    """
    if len(aligned) < 2:
        return
    order = terms(words)
    here = _term_set(aligned[0])
    for term in dict.fromkeys(order[_SUBJECT_TERMS:]):
        if term in order[:_SUBJECT_TERMS] or not nearly_same(term).isdisjoint(here | given):
            continue
        if any(not nearly_same(term).isdisjoint(_term_set(one)) for one in aligned[1:]):
            yield Limit(kind="swap", text=f"{term} stands in another quoted sentence")
