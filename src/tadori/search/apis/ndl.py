"""NDLサーチ: the catalogue of Japan's National Diet Library and of those it is joined with.

After https://ndlsearch.ndl.go.jp/help/api/specifications (外部提供インタフェース仕様書), OpenSearch: `/api/opensearch`
with `any`, `cnt`, `from`, `until`; RSS 2.0 with Dublin Core.
"""

from typing import Any, Final

from tadori.model.engine import Category, EngineFacts, EngineKind, EngineRequest, EngineResponse
from tadori.search.apis.api import ApiQuery, CatalogueRecord, single_call_api
from tadori.search.apis.fields import (
    author_names,
    children,
    identifiers,
    iso_date,
    parse_xml,
    plain_text,
    web_address,
    xml_text,
)
from tadori.text.dois import doi_of

FACTS: Final = EngineFacts(
    name="ndl",
    kind=EngineKind.API,
    proven=False,
    categories=(Category.ACADEMIC, Category.GOVERNMENT),
    home="https://ndlsearch.ndl.go.jp/help/api",
)
_TYPE: Final = "{http://www.w3.org/2001/XMLSchema-instance}type"


def request(query: ApiQuery) -> EngineRequest:
    return query.get(
        FACTS.name,
        "https://ndlsearch.ndl.go.jp/api/opensearch",
        [
            ("any", " ".join(query.keywords)),
            ("from", query.after),
            ("until", query.before),
            ("cnt", query.limit),
        ],
        accept="application/rss+xml",
    )


def records(response: EngineResponse) -> list[CatalogueRecord]:
    return [_record(item) for item in children(parse_xml(response, FACTS.name, "rss"), "channel", "item")]


def _record(item: Any) -> CatalogueRecord:
    ids = {
        str(one.get(_TYPE) or "").rpartition(":")[2]: plain_text("".join(one.itertext()), 100)
        for one in children(item, "identifier")
    }
    publisher = "、".join(plain_text("".join(one.itertext()), 200) for one in children(item, "publisher"))
    about = [plain_text("".join(one.itertext())) for one in children(item, "description")[1:]]
    kinds = [plain_text("".join(one.itertext()), 40) for one in children(item, "category")]
    authors = author_names("".join(one.itertext()) for one in children(item, "creator"))
    issued = xml_text(item, "issued") or xml_text(item, "date")
    return CatalogueRecord(
        title=xml_text(item, "title"),
        url=web_address(xml_text(item, "link")),
        snippet=" / ".join(
            part for part in ("、".join(authors[:3]), publisher, issued, *about[:2], *kinds[:1]) if part
        ),
        date=iso_date(issued) or iso_date(xml_text(item, "date")),
        doi=doi_of(ids.get("DOI", "")),
        authors=authors,
        venue=xml_text(item, "publicationName") or publisher,
        identifiers=identifiers(isbn=ids.get("ISBN", ""), ndl_bib=ids.get("NDLBibID", ""), jpno=ids.get("JPNO", "")),
    )


API: Final = single_call_api(FACTS, request, records)
