"""CiNii Research: papers of and on Japan.

After https://support.nii.ac.jp/ja/cir/r_opensearch (CiNii Research 全体検索・文献検索の OpenSearch): `GET
/opensearch/v2/articles` with `q`, `count`, `lang`, `from`, `until`, `format=json`, and `appid`, the free
application number that NII requires.
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
    name="cinii",
    kind=EngineKind.API,
    proven=False,
    categories=(Category.ACADEMIC,),
    on=False,
    key="engines.cinii.key",
    home="https://support.nii.ac.jp/ja/cir/r_opensearch",
)


def request(query: ApiQuery) -> EngineRequest:
    return query.get(
        FACTS.name,
        "https://cir.nii.ac.jp/opensearch/v2/articles",
        [
            ("q", " ".join(query.keywords)),
            ("count", query.limit),
            ("from", query.after[:7].replace("-", "") if query.after else None),
            ("until", query.before[:7].replace("-", "") if query.before else None),
            ("lang", "ja" if query.lang == "ja" else "en"),
            ("sortorder", 4),
            ("format", "json"),
            ("appid", query.access.key),
        ],
    )


def records(response: EngineResponse) -> list[CatalogueRecord]:
    answer = parse_json(response, FACTS.name)
    if text_at(answer, "opensearch:totalResults") == "0":
        return []
    return [_record(item) for item in required_list(FACTS.name, answer, "items")]


def _record(item: Any) -> CatalogueRecord:
    ids = {text_at(one, "@type"): text_at(one, "@value") for one in list_at(item, "dc:identifier")}
    crid = text_at(item, "@id").rpartition("/")[2]
    return CatalogueRecord(
        title=text_at(item, "title"),
        url=web_address(text_at(value_at(item, "link"), "@id") or text_at(item, "@id")),
        date=iso_date(text_at(item, "prism:publicationDate") or text_at(item, "dc:date")),
        doi=doi_of(ids.get("cir:DOI", "") or text_at(item, "prism:doi")),
        authors=author_names(text_at([one]) for one in list_at(item, "dc:creator")),
        venue=text_at(item, "prism:publicationName") or text_at(item, "dc:publisher"),
        abstract=text_at(item, "description"),
        identifiers=identifiers(
            crid=crid if crid.isdigit() else "", naid=ids.get("cir:NAID", ""), issn=text_at(item, "prism:issn")
        ),
    )


API: Final = single_call_api(FACTS, request, records)
