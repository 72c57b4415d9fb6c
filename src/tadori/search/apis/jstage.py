"""J-STAGE: articles of Japan's learned societies, mostly free to read.

After https://www.jstage.jst.go.jp/static/pages/JstageServices/TAB3/-char/ja (J-STAGE WebAPI): `service=3` with `text`,
`count`, `pubyearfrom`, `pubyearto`; Atom with titles, links and names in Japanese and English side by side. Errors
stand in `result/status`: ERR_001 means nothing found.
"""

from typing import Any, Final

from tadori.errors import SourceRefused
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
    name="jstage",
    kind=EngineKind.API,
    proven=False,
    categories=(Category.ACADEMIC,),
    home="https://www.jstage.jst.go.jp/static/pages/JstageServices/TAB3/-char/ja",
)
_NOTHING: Final = "ERR_001"


def request(query: ApiQuery) -> EngineRequest:
    return query.get(
        FACTS.name,
        "https://api.jstage.jst.go.jp/searchapi/do",
        [
            ("service", 3),
            ("text", " ".join(query.keywords)),
            ("pubyearfrom", query.after[:4] if query.after else None),
            ("pubyearto", query.before[:4] if query.before else None),
            ("count", query.limit),
        ],
        accept="application/atom+xml",
    )


def records(response: EngineResponse) -> list[CatalogueRecord]:
    feed = parse_xml(response, FACTS.name, "feed")
    status = xml_text(feed, "result", "status")
    if status == _NOTHING:
        return []
    if status.startswith("ERR"):
        raise SourceRefused(FACTS.name, f"{status}: {xml_text(feed, 'result', 'message', most=200)}")
    # Without results there is one entry with nothing in it.
    return [_record(entry) for entry in children(feed, "entry") if len(entry)]


def _record(entry: Any) -> CatalogueRecord:
    lang = "ja" if xml_text(entry, "article_title", "ja") else "en"
    people = [plain_text("".join(one.itertext())) for one in children(entry, "author", lang, "name")]
    link = web_address(xml_text(entry, "article_link", lang)) or web_address(xml_text(entry, "article_link", "en"))
    pages = "-".join(page for name in ("startingPage", "endingPage") if (page := xml_text(entry, name)))
    venue = xml_text(entry, "material_title", lang) or xml_text(entry, "material_title", "en")
    volume = " ".join(part for part in (xml_text(entry, "volume"), xml_text(entry, "number")) if part)
    year = xml_text(entry, "pubyear")
    return CatalogueRecord(
        title=xml_text(entry, "article_title", lang) or xml_text(entry, "title"),
        url=link,
        snippet=" / ".join(part for part in (", ".join(people[:3]), venue, volume, pages, year) if part),
        date=iso_date(year),
        doi=doi_of(xml_text(entry, "doi")),
        authors=author_names(
            people or (plain_text("".join(one.itertext())) for one in children(entry, "author", "en", "name"))
        ),
        venue=venue,
        identifiers=identifiers(issn=xml_text(entry, "issn"), journal=xml_text(entry, "cdjournal")),
    )


API: Final = single_call_api(FACTS, request, records)
