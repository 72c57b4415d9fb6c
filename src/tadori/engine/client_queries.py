"""What a client looks for with a query, as the ranking understands it.

Comes in: the words of a query. Goes out: `SearchedWords`, in the query's language and in the other one where rules
translate all of it.
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
    """The language a query is asked in."""
    return JA if language_of(query) == JA else EN


def wanted_with(query_id: str, searches: Sequence[ClientSearch]) -> list[SearchedWords]:
    """What the client looked for with a query of one of its searches."""
    words = dict.fromkeys(search.query for search in searches if query_id in search.query_ids)
    return [one for query in words for one in wanted_of(query)]


def wanted_of(query: str) -> list[SearchedWords]:
    """What a query looks for: its words without limits, and in the other language where rules translate all of it."""
    words, lang = searched_words(query), query_language(query)
    found = [SearchedWords(words=words, lang=lang)]
    try:
        other = mirror_query(words, lang)
    except WrongCall:
        return found
    if other.query is not None and not other.untranslated:
        found.append(SearchedWords(words=other.query.text, lang=other.query.lang))
    return found
