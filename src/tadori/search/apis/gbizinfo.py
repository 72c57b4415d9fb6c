"""gBizINFO: Japan's registered corporations by name.

After https://info.gbiz.go.jp/api/index.html and its REST specification (v2, https://content.info.gbiz.go.jp/api/):
`GET /hojin/v2/hojin` with `name`, `page`, `limit`, and the token in `X-hojinInfo-api-token`; 404 when no name fits.
"""

from typing import Any, Final

from tadori.model.engine import Category, EngineFacts, EngineKind, EngineRequest, EngineResponse
from tadori.search.apis.api import ApiQuery, CatalogueRecord, single_call_api
from tadori.search.apis.fields import identifiers, iso_date, parse_json, required_list, text_at, web_address

FACTS: Final = EngineFacts(
    name="gbizinfo",
    kind=EngineKind.API,
    proven=False,
    categories=(Category.GOVERNMENT,),
    on=False,
    key="engines.gbizinfo.key",
    home="https://info.gbiz.go.jp/api/index.html",
)


def request(query: ApiQuery) -> EngineRequest:
    return query.get(
        FACTS.name,
        "https://api.info.gbiz.go.jp/hojin/v2/hojin",
        [("name", query.subject), ("page", 1), ("limit", query.limit)],
        headers=(("X-hojinInfo-api-token", query.access.key or ""),),
    )


def records(response: EngineResponse) -> list[CatalogueRecord]:
    return [_record(one) for one in required_list(FACTS.name, parse_json(response, FACTS.name), "hojin-infos")]


def _record(company: Any) -> CatalogueRecord:
    number = text_at(company, "corporate_number")
    place, summary = text_at(company, "location"), text_at(company, "business_summary")
    founded = text_at(company, "date_of_establishment") or text_at(company, "founding_year")
    about = (
        f"法人番号 {number}",
        place,
        f"代表者 {who}" if (who := text_at(company, "representative_name")) else "",
        summary,
    )
    return CatalogueRecord(
        title=text_at(company, "name"),
        url=web_address(f"https://info.gbiz.go.jp/hojin/ichiran?hojinBango={number}") if number.isdigit() else None,
        snippet=" / ".join(part for part in about if part),
        date=iso_date(text_at(company, "update_date")),
        venue="gBizINFO",
        identifiers=identifiers(
            corporate_number=number,
            alias=text_at(company, "name_en"),
            reading=text_at(company, "kana"),
            postal_code=text_at(company, "postal_code"),
            address=place,
            founded=founded,
            closed=text_at(company, "close_date"),
            website=text_at(company, "company_url"),
        ),
    )


API: Final = single_call_api(FACTS, request, records, empty_at=(404,))
