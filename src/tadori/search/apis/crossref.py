"""Crossref: what publishers registered with a DOI, with the references they deposited.

After https://api.crossref.org/swagger-ui/index.html and https://github.com/CrossRef/rest-api-doc (api_format.md):
`GET /works` with `query`, `rows`, `filter`, and `mailto` for the polite pool. Abstracts are JATS, dates come in parts.
"""

from typing import Any, Final

from tadori.model.engine import Category, EngineFacts, EngineKind, EngineRequest, EngineResponse
from tadori.search.apis.api import ApiQuery, CatalogueRecord, single_call_api
from tadori.search.apis.fields import (
    author_names,
    date_of,
    identifiers,
    list_at,
    parse_json,
    required_list,
    text_at,
    web_address,
)
from tadori.text.dois import doi_of

FACTS: Final = EngineFacts(
    name="crossref",
    kind=EngineKind.API,
    proven=False,
    categories=(Category.ACADEMIC,),
    home="https://www.crossref.org/documentation/retrieve-metadata/rest-api/",
)


def request(query: ApiQuery) -> EngineRequest:
    days = (("from-pub-date", query.after), ("until-pub-date", query.before))
    return query.get(
        FACTS.name,
        "https://api.crossref.org/works",
        [
            ("query", query.text),
            ("rows", query.limit),
            ("filter", ",".join(f"{name}:{day}" for name, day in days if day)),
            ("mailto", query.access.contact),
        ],
    )


def records(response: EngineResponse) -> list[CatalogueRecord]:
    return [_record(work) for work in required_list(FACTS.name, parse_json(response, FACTS.name), "message", "items")]


def _record(work: Any) -> CatalogueRecord:
    doi = doi_of(text_at(work, "DOI"))
    links = (web_address(text_at(work, "resource", "primary", "URL")), web_address(text_at(work, "URL")))
    fallback = web_address(f"https://doi.org/{doi}") if doi else None
    cited = (doi_of(text_at(one, "DOI")) for one in list_at(work, "reference"))
    return CatalogueRecord(
        title=" : ".join(part for part in (text_at(work, "title"), text_at(work, "subtitle")) if part),
        url=next((link for link in links if link), fallback),
        date=date_of(*[*list_at(work, "issued", "date-parts", 0), None, None, None][:3]),
        doi=doi,
        authors=author_names(_name(author) for author in list_at(work, "author")),
        venue=text_at(work, "container-title") or text_at(work, "publisher"),
        abstract=text_at(work, "abstract"),
        cites=tuple(one for one in cited if one),
        identifiers=identifiers(issn=text_at(work, "ISSN"), isbn=text_at(work, "ISBN")),
    )


def _name(author: Any) -> str:
    """People have a family name and mostly a given one, groups a name."""
    return f"{text_at(author, 'given')} {text_at(author, 'family')}".strip() or text_at(author, "name")


API: Final = single_call_api(FACTS, request, records)
