"""Decides which queries that a model proposes may be made (D2): words only, and none like an earlier one.

Comes in: proposed queries, the queries made so far, and the texts whose numbers they may use. Goes out: texts with
their languages, and the reason of each refusal. Pure; nothing is searched, so a refused query costs nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from tadori.minds.llm.workers.translation import is_harmless_query, is_query
from tadori.model.ids import EN, JA, Lang
from tadori.model.llm_thresholds import ALIKE_QUERY
from tadori.model.researcher import RewrittenQuery
from tadori.text.language import is_japanese
from tadori.text.tokens import terms

_DAYS: Final = {"qdr:h": 1, "qdr:d": 1, "qdr:w": 7, "qdr:m": 31, "qdr:y": 366}
KNOWN: Final = "asked before"
UNSAFE: Final = "not words to search for"


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenedQueries:
    accepted: tuple[tuple[str, Lang], ...]
    refused: tuple[tuple[str, str], ...]
    """(query, reason)."""


def screened(
    proposed: Sequence[RewrittenQuery],
    made: Sequence[str],
    *,
    given: str,
    question: str,
    today: date,
    on_the_web: bool,
) -> ScreenedQueries:
    """The queries that may be made. Folders know no time filter: they are searched whole."""
    known = [_words(text) for text in made]
    accepted: list[tuple[str, Lang]] = []
    refused: list[tuple[str, str]] = []
    for one in proposed:
        text = _with_location(one)
        if not is_related_query(text, given, question):
            refused.append((one.q, UNSAFE))
            continue
        words = _words(text)
        if any(_is_alike(words, other) for other in known):
            refused.append((one.q, KNOWN))
            continue
        known.append(words)
        newest = f" after:{today - timedelta(days=_DAYS[one.tbs])}" if on_the_web and one.tbs in _DAYS else ""
        accepted.append((text + newest, JA if is_japanese(text) else EN))
    return ScreenedQueries(accepted=tuple(accepted), refused=tuple(refused))


def is_related_query(text: str, given: str, question: str) -> bool:
    """Whether `text` is words to search for that have to do with the question: a page that puts words into a model's
    mouth must not send them out.

    In the question's language it shares a word with the question or with what was found for it; in the other one it is
    a query of its length, as a translation is.
    """
    if not is_harmless_query(text, given):
        return False
    if is_japanese(text) == is_japanese(question):
        return not set(terms(text)).isdisjoint(terms(given))
    return is_query(text, question, JA if is_japanese(text) else EN)


def _with_location(query: RewrittenQuery) -> str:
    place = query.location
    return f"{query.q} {place}" if place and not set(terms(place)) <= set(terms(query.q)) else query.q


def _words(text: str) -> frozenset[str]:
    return frozenset(terms(text)) or frozenset([text])


def _is_alike(one: frozenset[str], other: frozenset[str]) -> bool:
    return len(one & other) >= ALIKE_QUERY * len(one | other)
