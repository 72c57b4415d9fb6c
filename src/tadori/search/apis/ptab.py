"""PTAB: decisions of the United States Patent Trial and Appeal Board in trials over granted patents.

After https://data.uspto.gov/apis/ptab-trials/search-decisions: `GET /api/v1/patent/trials/decisions/search` on the Open
Data Portal, with the manners of `uspto`; the portal's key serves for both.
"""

from typing import Any, Final

from tadori.model.engine import Category, EngineFacts, EngineKind, EngineRequest, EngineResponse
from tadori.search.apis.api import Record, Sought, one_call
from tadori.search.apis.reading import address, identifiers, insist_list, iso_date, json_of, names, text_at
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


def request(sought: Sought) -> EngineRequest:
    return sought.get(
        FACTS.name,
        f"{BASE}/trials/decisions/search",
        [
            ("q", query_of(sought)),
            ("rangeFilters", range_of(sought, "decisionData.decisionIssueDate")),
            ("offset", 0),
            ("limit", sought.limit),
        ],
        headers=(("X-API-KEY", sought.access.key or ""),),
    )


def records(response: EngineResponse) -> list[Record]:
    bag = insist_list(FACTS.name, json_of(response, FACTS.name), "patentTrialDocumentDataBag")
    return [_record(one) for one in bag]


def _record(one: Any) -> Record:
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
    return Record(
        title=" ".join(part for part in (trial, parties, document) if part),
        url=next((url for name in links if (url := address(text_at(one, "documentData", name)))), None),
        snippet=". ".join(part for part in (kind, outcome, f"Patent US {patent}" if patent else "") if part),
        date=iso_date(
            text_at(one, "decisionData", "decisionIssueDate") or text_at(one, "documentData", "documentFilingDate")
        ),
        authors=names([petitioner, owner]),
        venue="Patent Trial and Appeal Board",
        identifiers=identifiers(
            ptab_trial=trial, us_patent=patent, ptab_document=text_at(one, "documentData", "documentIdentifier")
        ),
    )


API: Final = one_call(FACTS, request, records, empty_at=(404,))
