"""PubMed: biomedical literature, by two calls: the ids that match, then their summaries.

After https://www.ncbi.nlm.nih.gov/books/NBK25499/ (E-utilities in depth): `esearch` and `esummary` with `retmode=json`,
`tool` and `email` to say who asks, `api_key` for more than three requests a second. Summaries have no abstract.
"""

from typing import Any, Final

from tadori.errors import SourceGarbled, SourceRefused
from tadori.model.engine import Category, EngineFacts, EngineKind, EngineRequest
from tadori.search.apis.api import Api, ApiCall, ApiQuery, CatalogueRecord
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
    name="pubmed",
    kind=EngineKind.API,
    proven=False,
    categories=(Category.ACADEMIC,),
    home="https://www.ncbi.nlm.nih.gov/books/NBK25497/",
)
_BASE: Final = "https://eutils.ncbi.nlm.nih.gov/entrez/eutils"


def search_request(query: ApiQuery) -> EngineRequest:
    # The API requires both ends of the range: an open end becomes a far date.
    dated = bool(query.after or query.before)
    days = [(query.after or "1000").replace("-", "/"), (query.before or "3000").replace("-", "/")] if dated else []
    terms = (f'"{word}"' if " " in word else word for word in query.keywords)
    return query.get(
        FACTS.name,
        f"{_BASE}/esearch.fcgi",
        [
            ("db", "pubmed"),
            ("term", " AND ".join(terms)),
            ("retmax", query.limit),
            ("retmode", "json"),
            ("sort", "relevance"),
            ("datetype", "pdat" if dated else None),
            ("mindate", days[0] if dated else None),
            ("maxdate", days[1] if dated else None),
            *_who(query),
        ],
    )


def summary_request(query: ApiQuery, uids: list[str]) -> EngineRequest:
    return query.get(
        FACTS.name,
        f"{_BASE}/esummary.fcgi",
        [("db", "pubmed"), ("id", ",".join(uids)), ("retmode", "json"), *_who(query)],
    )


def _who(query: ApiQuery) -> list[tuple[str, str | None]]:
    return [("tool", "tadori"), ("email", query.access.contact), ("api_key", query.access.key)]


async def records(query: ApiQuery, call: ApiCall) -> list[CatalogueRecord]:
    answer = parse_json(await call(search_request(query)), FACTS.name)
    trouble = text_at(answer, "error") or text_at(answer, "esearchresult", "ERROR")
    if trouble:
        raise SourceRefused(FACTS.name, f"the query was not answered: {trouble[:200]}")
    uids = [uid for one in required_list(FACTS.name, answer, "esearchresult", "idlist") if (uid := str(one)).isdigit()]
    if not uids:
        return []
    result = value_at(parse_json(await call(summary_request(query, uids)), FACTS.name), "result")
    if not isinstance(result, dict):
        raise SourceGarbled(FACTS.name, f"expected an object at result, got {type(result).__name__}")
    return [_record(uid, result[uid]) for uid in uids if uid in result and "error" not in result[uid]]


def _record(uid: str, summary: Any) -> CatalogueRecord:
    ids = {text_at(one, "idtype"): text_at(one, "value") for one in list_at(summary, "articleids")}
    venue = text_at(summary, "fulljournalname") or text_at(summary, "source")
    authors = author_names(text_at(author, "name") for author in list_at(summary, "authors"))
    when = text_at(summary, "pubdate")
    return CatalogueRecord(
        title=text_at(summary, "title").rstrip("."),
        url=web_address(f"https://pubmed.ncbi.nlm.nih.gov/{uid}/"),
        snippet=". ".join(part for part in (", ".join(authors[:3]), venue, when) if part),
        date=iso_date(when),
        doi=doi_of(ids.get("doi", "")),
        authors=authors,
        venue=venue,
        open_access_url=web_address(f"https://pmc.ncbi.nlm.nih.gov/articles/{ids['pmc']}/") if ids.get("pmc") else None,
        identifiers=identifiers(pmid=uid, pmcid=ids.get("pmc", "")),
    )


API: Final = Api(facts=FACTS, records=records, optional_key="engines.pubmed.key")
