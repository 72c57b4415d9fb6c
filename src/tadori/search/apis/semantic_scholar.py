"""Semantic Scholar: papers with abstracts and open copies; without a key it answers slowly and refuses often.

After https://api.semanticscholar.org/api-docs/graph, paper relevance search: `GET /graph/v1/paper/search` with `query`,
`fields`, `limit`, `publicationDateOrYear`; `x-api-key` in the header.
"""

from typing import Any, Final

from tadori.model.engine import Category, EngineFacts, EngineKind, EngineRequest, EngineResponse
from tadori.search.apis.api import ApiQuery, CatalogueRecord, single_call_api
from tadori.search.apis.fields import (
    author_names,
    identifiers,
    iso_date,
    list_at,
    parse_json,
    required_list,
    text_at,
    value_at,
    web_address,
)
from tadori.text.dois import doi_of

FACTS: Final = EngineFacts(
    name="semantic_scholar",
    kind=EngineKind.API,
    proven=False,
    categories=(Category.ACADEMIC,),
    home="https://api.semanticscholar.org/api-docs/graph",
)
_FIELDS: Final = "title,abstract,year,publicationDate,venue,authors,url,externalIds,openAccessPdf"
_NAMES: Final = (("pmid", "PubMed"), ("pmcid", "PubMedCentral"), ("arxiv", "ArXiv"))


def request(query: ApiQuery) -> EngineRequest:
    days = f"{query.after or ''}:{query.before or ''}" if query.after or query.before else None
    key = query.access.key
    return query.get(
        FACTS.name,
        "https://api.semanticscholar.org/graph/v1/paper/search",
        # A hyphen inside a word is read as something to leave out.
        [
            ("query", query.text.replace("-", " ")),
            ("limit", query.limit),
            ("fields", _FIELDS),
            ("publicationDateOrYear", days),
        ],
        headers=(("x-api-key", key),) if key else (),
    )


def records(response: EngineResponse) -> list[CatalogueRecord]:
    answer = parse_json(response, FACTS.name)
    if value_at(answer, "total") == 0:
        return []
    return [_record(paper) for paper in required_list(FACTS.name, answer, "data")]


def _record(paper: Any) -> CatalogueRecord:
    ids = {kind: text_at(paper, "externalIds", theirs) for kind, theirs in _NAMES}
    return CatalogueRecord(
        title=text_at(paper, "title"),
        url=web_address(text_at(paper, "url")),
        date=iso_date(text_at(paper, "publicationDate") or text_at(paper, "year")),
        doi=doi_of(text_at(paper, "externalIds", "DOI")),
        authors=author_names(text_at(author, "name") for author in list_at(paper, "authors")),
        venue=text_at(paper, "venue"),
        abstract=text_at(paper, "abstract"),
        open_access_url=web_address(text_at(paper, "openAccessPdf", "url")),
        identifiers=identifiers(s2=text_at(paper, "paperId"), **ids),
    )


API: Final = single_call_api(FACTS, request, records, optional_key="engines.semantic_scholar.key")
