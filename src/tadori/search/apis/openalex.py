"""OpenAlex: works of all fields, with abstracts, open-access links and references.

After https://developers.openalex.org/api-reference/works and …/guides/authentication: `GET /works` with `search`,
`filter`, `per_page`, `select`; every word of `search` must fit, and abstracts come as an inverted index. Without a key
it allows a few requests, with a free one ten times as many.
"""

from collections.abc import Mapping
from typing import Any, Final

from tadori.model.engine import Category, EngineFacts, EngineKind, EngineRequest, EngineResponse
from tadori.search.apis.api import ApiQuery, CatalogueRecord, single_call_api
from tadori.search.apis.fields import (
    MAX_ABSTRACT,
    author_names,
    identifiers,
    iso_date,
    list_at,
    parse_json,
    plain_text,
    required_list,
    text_at,
    value_at,
    web_address,
)
from tadori.text.dois import doi_of
from tadori.text.lazy_pattern import lazy_pattern

FACTS: Final = EngineFacts(
    name="openalex",
    kind=EngineKind.API,
    proven=False,
    categories=(Category.ACADEMIC,),
    home="https://developers.openalex.org",
)
_FIELDS: Final = (
    "id,doi,display_name,publication_date,authorships,primary_location,best_oa_location,open_access,"
    "abstract_inverted_index,referenced_works,ids"
)
_SYNTAX: Final = lazy_pattern(r'["()?*~\\]+')
_MOST_WORDS: Final = 5000


def request(query: ApiQuery) -> EngineRequest:
    days = (("from_publication_date", query.after), ("to_publication_date", query.before))
    return query.get(
        FACTS.name,
        "https://api.openalex.org/works",
        [
            ("search", " ".join(_term(word) for word in query.keywords)),
            ("per_page", query.limit),
            ("filter", ",".join(f"{name}:{day}" for name, day in days if day)),
            ("select", _FIELDS),
            ("mailto", query.access.contact),
            ("api_key", query.access.key),
        ],
    )


def _term(word: str) -> str:
    bare = " ".join(_SYNTAX.sub(" ", word).split())
    return f'"{bare}"' if " " in bare else bare


def records(response: EngineResponse) -> list[CatalogueRecord]:
    return [_record(work) for work in required_list(FACTS.name, parse_json(response, FACTS.name), "results")]


def _record(work: Any) -> CatalogueRecord:
    doi = doi_of(text_at(work, "doi"))
    places = ((("primary_location", "landing_page_url")), ("doi",), ("id",))
    links = (web_address(text_at(work, *path)) for path in places)
    open_links = (("best_oa_location", "pdf_url"), ("open_access", "oa_url"))
    ids = {kind: text_at(work, "ids", kind).rpartition("/")[2] for kind in ("openalex", "pmid", "pmcid")}
    return CatalogueRecord(
        title=text_at(work, "display_name"),
        url=next((link for link in links if link), None),
        date=iso_date(text_at(work, "publication_date")),
        doi=doi,
        authors=author_names(text_at(one, "author", "display_name") for one in list_at(work, "authorships")),
        venue=text_at(work, "primary_location", "source", "display_name"),
        abstract=abstract_of(value_at(work, "abstract_inverted_index")),
        open_access_url=next((link for path in open_links if (link := web_address(text_at(work, *path)))), None),
        cites=tuple(link for one in list_at(work, "referenced_works") if (link := web_address(str(one)))),
        identifiers=identifiers(**ids),
    )


def abstract_of(index: Any) -> str:
    """The text behind `{word: [places]}`: each word at its places, in order."""
    if not isinstance(index, Mapping):
        return ""
    placed = [
        (place, word)
        for word, places in index.items()
        if isinstance(places, list)
        for place in places[:_MOST_WORDS]
        if isinstance(place, int)
    ]
    return plain_text(" ".join(word for _, word in sorted(placed)[:_MOST_WORDS]), MAX_ABSTRACT)


API: Final = single_call_api(FACTS, request, records, optional_key="engines.openalex.key")
