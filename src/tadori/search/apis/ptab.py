"""PTAB: decisions of the United States Patent Trial and Appeal Board in trials over granted patents.

After https://data.uspto.gov/apis/ptab-trials/search-decisions: `GET /api/v1/patent/trials/decisions/search` on the Open
Data Portal, same conventions as `uspto`; one key serves for both.
"""

from typing import Any, Final

from tadori.model.engine import Category, EngineFacts, EngineKind, EngineRequest, EngineResponse
from tadori.search.apis.api import ApiQuery, CatalogueRecord, single_call_api
from tadori.search.apis.fields import (
    author_names,
    identifiers,
    iso_date,
    parse_json,
    required_list,
    text_at,
    web_address,
)
from tadori.search.apis.uspto import BASE, query_of, range_of

FACTS: Final = EngineFacts(
    name="ptab",
    kind=EngineKind.API,
    proven=False,
    categories=(Category.TECHNICAL, Category.GOVERNMENT),
    on=False,
    key="engines.ptab.key",
    home="https://data.uspto.gov/apis/ptab-trials",
)


def request(query: ApiQuery) -> EngineRequest:
    return query.get(
        FACTS.name,
        f"{BASE}/trials/decisions/search",
        [
            ("q", query_of(query)),
            ("rangeFilters", range_of(query, "decisionData.decisionIssueDate")),
            ("offset", 0),
            ("limit", query.limit),
        ],
        headers=(("X-API-KEY", query.access.key or ""),),
    )


def records(response: EngineResponse) -> list[CatalogueRecord]:
    bag = required_list(FACTS.name, parse_json(response, FACTS.name), "patentTrialDocumentDataBag")
    return [_record(one) for one in bag]


def _record(one: Any) -> CatalogueRecord:
    trial = text_at(one, "trialNumber")
    petitioner = text_at(one, "regularPetitionerData", "realPartyInInterestName")
    owner = text_at(one, "patentOwnerData", "patentOwnerName") or text_at(
        one, "patentOwnerData", "realPartyInInterestName"
    )
    patent = text_at(one, "patentOwnerData", "patentNumber")
    kind = text_at(one, "decisionData", "decisionTypeCategory")
    outcome = text_at(one, "decisionData", "trialOutcomeCategory")
    parties = " v. ".join(party for party in (petitioner, owner) if party)
    document = text_at(one, "documentData", "documentTitleText")
    links = ("fileDownloadURI", "downloadURI")
    return CatalogueRecord(
        title=" ".join(part for part in (trial, parties, document) if part),
        url=next((url for name in links if (url := web_address(text_at(one, "documentData", name)))), None),
        snippet=". ".join(part for part in (kind, outcome, f"Patent US {patent}" if patent else "") if part),
        date=iso_date(
            text_at(one, "decisionData", "decisionIssueDate") or text_at(one, "documentData", "documentFilingDate")
        ),
        authors=author_names([petitioner, owner]),
        venue="Patent Trial and Appeal Board",
        identifiers=identifiers(
            ptab_trial=trial, us_patent=patent, ptab_document=text_at(one, "documentData", "documentIdentifier")
        ),
    )


API: Final = single_call_api(FACTS, request, records, empty_at=(404,))
