"""Finds the limits of a quoted sentence that a sentence made from it leaves out.

In: the sentence and one quoted sentence it draws on. Out: what is lost: limiting words, facts, scopes, a word that
narrows another, and the head of a clause that stands alone. Every limit needs a partner of its own.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from tadori.judge.sentence_parts import SentencePart, sentence_parts
from tadori.judge.word_order import terms_outside, words_without
from tadori.model.grading import Limit
from tadori.text.antonyms import nearly_same
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.limits import LimitSpan, limits, scope_phrases
from tadori.text.names import same_name
from tadori.text.tokens import terms, tokens


def lost_limits(sentence: str, quoted: str) -> Iterator[Limit]:
    """The limits of a quoted sentence that the sentence leaves out; of facts and scopes, those of the parts it uses."""
    words, kept = set(terms(sentence)), Counter(terms(sentence))
    theirs, used = limits(quoted), _used_spans(words, quoted)
    counted = [limit for limit in theirs if limit.kind not in _OF_ITS_PART or _touches(limit, used)]
    yield from (limit.limit for limit in unmatched_limits(counted, limits(sentence)))
    there = Counter(terms(quoted))
    for phrase in scope_phrases(quoted):
        inside = any(limit.start < phrase.end and phrase.start < limit.end for limit in theirs)
        if not inside and _touches(phrase, used) and all(kept[term] < there[term] for term in phrase.form.split()):
            yield phrase.limit
    yield from _beheaded(sentence, quoted)
    for part in used:
        yield from _lost_modifiers(words, quoted[part.start : part.end])


def unmatched_limits(wanted: Sequence[LimitSpan], there: Sequence[LimitSpan]) -> list[LimitSpan]:
    """The limits that find no partner of their own: of two hedges, one may not stand for both."""
    left = list(there)
    missing: list[LimitSpan] = []
    for exact in (True, False):
        missing, wanted = [], missing or wanted
        for limit in wanted:
            found = next((one for one in left if _says_alike(limit, one, exact=exact)), None)
            if found is None:
                missing.append(limit)
            else:
                left.remove(found)
        if not missing:
            return []
    return missing


_SUBORDINATE: Final = lazy_pattern(
    r"(?:when|if|to|while|although|though|because|since|unless|after|before|once|as|for|in|with|by|despite|where)\s",
    re.IGNORECASE,
)


def _beheaded(sentence: str, quoted: str) -> Iterator[Limit]:
    """What stood before the sentence's first word, where that word opens no part of the quoted sentence.

    A clause that leads to another (`When …`, `To …`) is no sentence without the other.
    """
    first = next(iter(terms_outside(sentence, _facts(sentence))), None)
    order = terms_outside(quoted, _facts(quoted))
    if first is None or first not in order:
        return
    opening = [quoted[part.start : part.end] for part in sentence_parts(quoted)]
    opening += [
        quoted[lead.end() :] for lead in _LEAD.finditer(quoted) if not lead[0].endswith(("は、", "が、", "も、"))
    ]
    fragment = _SUBORDINATE.match(sentence) is not None and _LEAD.match(sentence) is None
    if fragment or not any(first in terms_outside(words, _facts(words))[:1] for words in opening):
        yield Limit(kind="scope", text=" ".join(order[: order.index(first)]))


def _facts(words: str) -> list[tuple[int, int]]:
    return [(one.start, one.end) for one in limits(words) if one.kind in ("number", "date")]


_OF_ITS_PART: Final = frozenset(["number", "name"])
"""Kinds that limit the statement they stand in; a hedge, a date or a condition may limit the whole sentence."""
_LEAD: Final = lazy_pattern(r"[^,、，]{1,80}[,、，]")


def _used_spans(words: set[str], quoted: str) -> tuple[SentencePart, ...]:
    """The parts of a quoted sentence that share most with the sentence, with what opens and what closes them all."""
    parts = sentence_parts(quoted)
    held = [len(words.intersection(terms(quoted[part.start : part.end]))) for part in parts]
    own = [len(set(terms(quoted[part.start : part.end]))) for part in parts]
    used = [
        part
        for part, count, size in zip(parts, held, own, strict=True)
        if count and (count * 2 >= max(held) or count * 2 >= size)
    ]
    lead = _LEAD.match(quoted)
    closing = scope_phrases(quoted)[-1:]
    return (
        *used,
        *([SentencePart(0, lead.end())] if lead else []),
        *(SentencePart(phrase.start, phrase.end) for phrase in closing),
    )


def _touches(limit: LimitSpan, spans: Sequence[SentencePart]) -> bool:
    return any(span.start <= limit.start < span.end for span in spans)


def _says_alike(limit: LimitSpan, other: LimitSpan, *, exact: bool) -> bool:
    """A quoted name may be written out more fully in the sentence; nothing else may differ."""
    if exact or limit.kind != "name":
        return limit.kind == other.kind and limit.form == other.form
    if other.kind != "name":
        return False
    return same_name(limit.text, other.text) or set(limit.form.split()) <= set(other.form.split())


def _lost_modifiers(words: set[str], quoted: str) -> Iterator[Limit]:
    """A content word right before a word that the sentence keeps narrows it: `adult` in `adult patients`."""
    plain = words_without(quoted, _facts(quoted))
    content, order = set(terms(plain)), tokens(plain)
    for before, kept in pairwise(order):
        if kept in words and before in content and nearly_same(before).isdisjoint(words):
            yield Limit(kind="scope", text=f"{before} {kept}")


def says_limit(stated: LimitSpan, other: LimitSpan) -> bool:
    """Whether the other limit says the stated one; a date may be less precise than the other, a name shorter."""
    if stated.kind != other.kind:
        return False
    if stated.kind == "date":
        return other.form == stated.form or other.form.startswith(f"{stated.form}-")
    if stated.kind == "name":
        longer = len(stated.form.split()) > len(other.form.split())
        return stated.form == other.form or (not longer and same_name(stated.text, other.text))
    return stated.form == other.form
