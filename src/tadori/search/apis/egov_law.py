"""e-Gov 法令: the text of Japan's statutes in force, by keyword.

After https://laws.e-gov.go.jp/api/2/redoc/ (法令API Version 2): `GET /keyword` with `keyword`, `limit`; a blank between
words means both. Each law comes with the sentences that fit, matches marked with `<span>`.
"""

from typing import Any, Final

from tadori.model.engine import Category, EngineFacts, EngineKind, EngineRequest, EngineResponse
from tadori.search.apis.api import ApiQuery, CatalogueRecord, single_call_api
from tadori.search.apis.fields import identifiers, iso_date, list_at, parse_json, required_list, text_at, web_address

FACTS: Final = EngineFacts(
    name="egov_law",
    kind=EngineKind.API,
    proven=False,
    categories=(Category.GOVERNMENT,),
    home="https://laws.e-gov.go.jp/docs/",
)
_SENTENCES: Final = 2
"""Of each law; `limit` counts sentences, not laws."""


def request(query: ApiQuery) -> EngineRequest:
    return query.get(
        FACTS.name,
        "https://laws.e-gov.go.jp/api/2/keyword",
        [
            ("keyword", " ".join(query.keywords)),
            ("limit", query.limit * _SENTENCES),
            ("sentences_limit", _SENTENCES),
            ("sentence_text_size", 200),
            ("response_format", "json"),
        ],
    )


def records(response: EngineResponse) -> list[CatalogueRecord]:
    return [_record(item) for item in required_list(FACTS.name, parse_json(response, FACTS.name), "items")]


def _record(item: Any) -> CatalogueRecord:
    law_id = text_at(item, "law_info", "law_id")
    number = text_at(item, "law_info", "law_num")
    # The words are those of the latest amendment in force, so its day is theirs.
    days = (
        text_at(item, "revision_info", "amendment_enforcement_date"),
        text_at(item, "law_info", "promulgation_date"),
    )
    return CatalogueRecord(
        title=text_at(item, "revision_info", "law_title"),
        url=web_address(f"https://laws.e-gov.go.jp/law/{law_id}") if law_id.isalnum() else None,
        snippet=" … ".join(text for one in list_at(item, "sentences") if (text := text_at(one, "text"))),
        date=next((day for text in days if (day := iso_date(text))), None),
        venue=number,
        identifiers=identifiers(
            law_id=law_id,
            law_number=number,
            law_revision=text_at(item, "revision_info", "law_revision_id"),
            abbreviation=text_at(item, "revision_info", "abbrev"),
        ),
    )


API: Final = single_call_api(FACTS, request, records)
