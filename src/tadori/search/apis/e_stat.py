"""e-Stat: the tables of Japan's official statistics.

After https://www.e-stat.go.jp/api/api-info/e-stat-manual3-0 (政府統計の総合窓口のAPI仕様 3.0版): `getStatsList` with
`appId`, `searchWord`, `limit`, `surveyYears`. What went wrong stands in `RESULT.STATUS` under status 200: 100 is a
wrong key, what is higher another error; with 1, nothing found, there are no tables. One table comes as an object
instead of a list.
"""

from typing import Any, Final

from tadori.errors import SourceGarbled, SourceRefused
from tadori.model.engine import Category, EngineFacts, EngineKind, EngineRequest, EngineResponse
from tadori.search.apis.api import ApiQuery, CatalogueRecord, single_call_api
from tadori.search.apis.fields import identifiers, iso_date, list_at, parse_json, text_at, value_at, web_address
from tadori.search.apis.refusals import key_rejected

FACTS: Final = EngineFacts(
    name="e_stat",
    kind=EngineKind.API,
    proven=False,
    categories=(Category.GOVERNMENT,),
    on=False,
    key="engines.e_stat.key",
    home="https://www.e-stat.go.jp/api/",
)
_WRONG_KEY: Final = 100


def request(query: ApiQuery) -> EngineRequest:
    months = [(day or far)[:7].replace("-", "") for day, far in ((query.after, "1868-01"), (query.before, "2999-12"))]
    return query.get(
        FACTS.name,
        "https://api.e-stat.go.jp/rest/3.0/app/json/getStatsList",
        [
            ("appId", query.access.key),
            ("lang", "J" if query.lang == "ja" else "E"),
            ("searchWord", " AND ".join(query.keywords)),
            ("surveyYears", "-".join(months) if query.after or query.before else None),
            ("limit", query.limit),
        ],
    )


def records(response: EngineResponse) -> list[CatalogueRecord]:
    answer = value_at(parse_json(response, FACTS.name), "GET_STATS_LIST")
    status = value_at(answer, "RESULT", "STATUS")
    if not isinstance(status, int):
        raise SourceGarbled(FACTS.name, "expected a number at GET_STATS_LIST.RESULT.STATUS")
    message = text_at(answer, "RESULT", "ERROR_MSG", most=200)
    if status == _WRONG_KEY:
        raise key_rejected(FACTS.name, FACTS.key, message)
    if status > _WRONG_KEY:
        raise SourceRefused(FACTS.name, f"{status}: {message}")
    return [_record(table) for table in list_at(answer, "DATALIST_INF", "TABLE_INF")]


def _record(table: Any) -> CatalogueRecord:
    number = text_at(table, "@id")
    survey, title = text_at(table, "STATISTICS_NAME"), text_at(table, "TITLE")
    office = text_at(table, "GOV_ORG")
    when = text_at(table, "SURVEY_DATE")
    about = (office, survey, f"調査年月 {when}" if when.strip("0") else "", text_at(table, "CYCLE"))
    return CatalogueRecord(
        title=" ".join(part for part in (text_at(table, "STAT_NAME"), title) if part),
        url=web_address(f"https://www.e-stat.go.jp/dbview?sid={number}") if number.isdigit() else None,
        snippet=" / ".join(part for part in about if part and part != "-"),
        date=iso_date(text_at(table, "OPEN_DATE")) or iso_date(when),
        authors=(office,) if office else (),
        venue=text_at(table, "STAT_NAME"),
        identifiers=identifiers(e_stat=number, statistics_code=text_at(value_at(table, "STAT_NAME"), "@code")),
    )


API: Final = single_call_api(FACTS, request, records)
