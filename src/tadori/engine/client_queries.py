"""Turns a client's query into the search words that ranking uses.

Comes in: the text of a query. Goes out: its words without operators, in its own language and, where the table of terms
can translate all of it, in the other language too. No model is called.
"""

from collections.abc import Sequence

from tadori.errors import WrongCall
from tadori.model.ids import EN, JA, Lang
from tadori.query.mirrors import mirror_query
from tadori.query.operators import searched_words
from tadori.rank.fragments import SearchedWords
from tadori.store.client import ClientSearch
from tadori.text.language import language_of


def query_language(query: str) -> Lang:
    """The language that a query is written in: Japanese or, by default, English."""
    return JA if language_of(query) == JA else EN


def wanted_with(query_id: str, searches: Sequence[ClientSearch]) -> list[SearchedWords]:
    """The search words behind one query id: those of every client search that made this query."""
    words = dict.fromkeys(search.query for search in searches if query_id in search.query_ids)
    return [one for query in words for one in wanted_of(query)]


def wanted_of(query: str) -> list[SearchedWords]:
    """The words of a query without its operators, plus their translation if every word could be translated."""
    words, lang = searched_words(query), query_language(query)
    found = [SearchedWords(words=words, lang=lang)]
    try:
        other = mirror_query(words, lang)
    except WrongCall:
        return found
    if other.query is not None and not other.untranslated:
        found.append(SearchedWords(words=other.query.text, lang=other.query.lang))
    return found
