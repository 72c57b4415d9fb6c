"""DBpedia: things that Wikipedia has articles on, by keyword.

After https://www.dbpedia.org/resources/lookup/ and https://github.com/dbpedia/dbpedia-lookup: `GET /api/search` with
`query`, `maxResults`, `format=JSON`; every value is a list, and matches are marked with `<B>`.
"""

from typing import Any, Final

from tadori.model.engine import Category, EngineFacts, EngineKind, EngineRequest, EngineResponse
from tadori.search.apis.api import ApiQuery, CatalogueRecord, single_call_api
from tadori.search.apis.fields import identifiers, parse_json, required_list, text_at, web_address

FACTS: Final = EngineFacts(
    name="dbpedia",
    kind=EngineKind.API,
    proven=False,
    categories=(Category.GENERAL, Category.TECHNICAL),
    home="https://www.dbpedia.org/resources/lookup/",
)
_RESOURCE: Final = "http://dbpedia.org/resource/"


def request(query: ApiQuery) -> EngineRequest:
    return query.get(
        FACTS.name,
        "https://lookup.dbpedia.org/api/search",
        [("query", query.subject), ("maxResults", query.limit), ("format", "JSON")],
    )


def records(response: EngineResponse) -> list[CatalogueRecord]:
    return [_record(doc) for doc in required_list(FACTS.name, parse_json(response, FACTS.name), "docs")]


def _record(doc: Any) -> CatalogueRecord:
    resource = text_at(doc, "resource")
    # A resource is a name for the thing; people read about it on its page.
    page = resource.replace(_RESOURCE, "https://dbpedia.org/page/", 1)
    return CatalogueRecord(
        title=text_at(doc, "label"),
        url=web_address(page),
        snippet=text_at(doc, "comment"),
        identifiers=identifiers(dbpedia=resource, type=text_at(doc, "typeName")),
    )


API: Final = single_call_api(FACTS, request, records)
