"""USPTO Open Data Portal: applications for United States patents and what became of them.

After https://data.uspto.gov/apis/patent-file-wrapper/search: `GET /api/v1/patent/applications/search` with `q`,
`limit`, `offset`, `rangeFilters`, and `X-API-KEY`; 404 when nothing fits. (PatentsView's search has been switched off.)
"""

from typing import Any, Final

from tadori.model.engine import Category, EngineFacts, EngineKind, EngineRequest, EngineResponse
from tadori.model.ids import Url
from tadori.search.apis.api import ApiQuery, CatalogueRecord, single_call_api
from tadori.search.apis.fields import (
    author_names,
    identifiers,
    iso_date,
    list_at,
    parse_json,
    required_list,
    text_at,
    web_address,
)

FACTS: Final = EngineFacts(
    name="uspto",
    kind=EngineKind.API,
    proven=False,
    categories=(Category.TECHNICAL, Category.GOVERNMENT),
    on=False,
    key="engines.uspto.key",
    home="https://data.uspto.gov/apis/getting-started",
)
BASE: Final = "https://api.uspto.gov/api/v1/patent"
_META: Final = "applicationMetaData"


def query_of(query: ApiQuery) -> str:
    """Every word, quoted so that its signs mean nothing."""
    return " AND ".join('"' + word.replace('"', " ").replace("\\", " ") + '"' for word in query.keywords)


def range_of(query: ApiQuery, field: str) -> str | None:
    if not (query.after or query.before):
        return None
    return f"{field} {query.after or '1790-01-01'}:{query.before or '2999-12-31'}"


def request(query: ApiQuery) -> EngineRequest:
    return query.get(
        FACTS.name,
        f"{BASE}/applications/search",
        [
            ("q", query_of(query)),
            ("rangeFilters", range_of(query, f"{_META}.filingDate")),
            ("offset", 0),
            ("limit", query.limit),
        ],
        headers=(("X-API-KEY", query.access.key or ""),),
    )


def records(response: EngineResponse) -> list[CatalogueRecord]:
    bag = required_list(FACTS.name, parse_json(response, FACTS.name), "patentFileWrapperDataBag")
    return [_record(one) for one in bag]


def _record(one: Any) -> CatalogueRecord:
    number = text_at(one, "applicationNumberText")
    patent = text_at(one, _META, "patentNumber")
    published = text_at(one, _META, "earliestPublicationNumber")
    inventors = author_names(text_at(each, "inventorNameText") for each in list_at(one, _META, "inventorBag"))
    applicant = text_at(one, _META, "firstApplicantName")
    filed, granted = text_at(one, _META, "filingDate"), text_at(one, _META, "grantDate")
    about = (applicant, f"filed {filed}", f"granted {granted}" if granted else "")
    status = text_at(one, _META, "applicationStatusDescriptionText")
    return CatalogueRecord(
        title=text_at(one, _META, "inventionTitle"),
        url=web_address(f"https://patentcenter.uspto.gov/applications/{number}") if number.isalnum() else None,
        snippet=". ".join(part for part in (*about, status) if part),
        date=iso_date(granted or text_at(one, _META, "earliestPublicationDate") or filed),
        authors=inventors or author_names([text_at(one, _META, "firstInventorName")]),
        venue=applicant,
        open_access_url=_pdf(patent) or _pdf(published.removeprefix("US").rpartition(" ")[0].replace("-", "").strip()),
        identifiers=identifiers(us_application=number, us_patent=patent, us_publication=published),
    )


def _pdf(number: str) -> Url | None:
    """The printed patent or publication, which the office gives to anybody."""
    if not number.isdigit():
        return None
    return web_address(f"https://image-ppubs.uspto.gov/dirsearch-public/print/downloadPdf/{number}")


API: Final = single_call_api(FACTS, request, records, empty_at=(404,))
