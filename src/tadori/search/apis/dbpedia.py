"""DBpedia: things that Wikipedia has articles on, by keyword.

After https://www.dbpedia.org/resources/lookup/ and https://github.com/dbpedia/dbpedia-lookup: `GET /api/search` with
`query`, `maxResults`, `format=JSON`; every value is a list, and matches are marked with `<B>`.
"""

from typing import Any, Final

from tadori.model.engine import Category, EngineFacts, EngineKind, EngineRequest, EngineResponse
from tadori.search.apis.api import Record, Sought, one_call
from tadori.search.apis.reading import address, identifiers, insist_list, json_of, text_at

FACTS: Final = EngineFacts(
    name="dbpedia",
    kind=EngineKind.API,
    proven=False,
    categories=(Category.GENERAL, Category.TECHNICAL),
    home="https://www.dbpedia.org/resources/lookup/",
)
_RESOURCE: Final = "http://dbpedia.org/resource/"


def request(sought: Sought) -> EngineRequest:
    return sought.get(
        FACTS.name,
        "https://lookup.dbpedia.org/api/search",
        [("query", sought.subject), ("maxResults", sought.limit), ("format", "JSON")],
    )


def records(response: EngineResponse) -> list[Record]:
    return [_record(doc) for doc in insist_list(FACTS.name, json_of(response, FACTS.name), "docs")]


def _record(doc: Any) -> Record:
    resource = text_at(doc, "resource")
    # A resource is a name for the thing; people read about it on its page.
    page = resource.replace(_RESOURCE, "https://dbpedia.org/page/", 1)
    return Record(
        title=text_at(doc, "label"),
        url=address(page),
        snippet=text_at(doc, "comment"),
        identifiers=identifiers(dbpedia=resource, type=text_at(doc, "typeName")),
    )


API: Final = one_call(FACTS, request, records)
