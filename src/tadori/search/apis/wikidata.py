"""Wikidata: things and their names, by two calls: the entities that match, then the statements of the first five.

After https://www.wikidata.org/w/api.php?action=help&modules=wbsearchentities and …=wbgetentities. Errors come with
status 200 in an `error` object; `maxlag` makes busy servers say so instead of answering. A hit leads to the article in
the query's language where there is one, else to the entity's own page.
"""

from typing import Any, Final

from tadori.errors import SourceRefused, SourceUnreachable
from tadori.model.engine import Category, EngineFacts, EngineKind, EngineRequest
from tadori.model.ids import Url
from tadori.search.apis.api import Api, ApiCall, ApiQuery, CatalogueRecord
from tadori.search.apis.fields import (
    author_names,
    identifiers,
    list_at,
    parse_json,
    plain_text,
    required_list,
    text_at,
    value_at,
    web_address,
)

FACTS: Final = EngineFacts(
    name="wikidata",
    kind=EngineKind.API,
    proven=False,
    categories=(Category.GENERAL, Category.TECHNICAL),
    home="https://www.wikidata.org/wiki/Wikidata:Data_access",
)
_BASE: Final = "https://www.wikidata.org/w/api.php"
_LOOKED_AT: Final = 5
"""Entities with all their statements can have half a megabyte each."""
_STATEMENTS: Final = (
    ("doi", "P356"),
    ("corporate_number", "P3225"),
    ("lei", "P1278"),
    ("isni", "P213"),
    ("viaf", "P214"),
    ("ndl", "P349"),
    ("website", "P856"),
)


def search_request(query: ApiQuery) -> EngineRequest:
    return query.get(
        FACTS.name,
        _BASE,
        [
            ("action", "wbsearchentities"),
            ("search", query.subject),
            ("language", query.lang),
            ("uselang", query.lang),
            ("type", "item"),
            ("limit", min(query.limit, 50)),
            ("format", "json"),
            ("maxlag", 5),
        ],
    )


def entities_request(query: ApiQuery, ids: list[str]) -> EngineRequest:
    languages = dict.fromkeys([query.lang, "en", "ja"])
    return query.get(
        FACTS.name,
        _BASE,
        [
            ("action", "wbgetentities"),
            ("ids", "|".join(ids)),
            ("props", "aliases|claims|labels|sitelinks/urls"),
            ("languages", "|".join(languages)),
            ("sitefilter", "|".join(f"{lang}wiki" for lang in languages)),
            ("format", "json"),
            ("maxlag", 5),
        ],
    )


async def records(query: ApiQuery, call: ApiCall) -> list[CatalogueRecord]:
    listed = required_list(FACTS.name, await _answer(search_request(query), call), "search")
    ids = [text_at(one, "id") for one in listed if text_at(one, "id")]
    answer = await _answer(entities_request(query, ids[:_LOOKED_AT]), call) if ids else None
    return [_record(one, value_at(answer, "entities", text_at(one, "id")), query) for one in listed]


async def _answer(request: EngineRequest, call: ApiCall) -> Any:
    answer = parse_json(await call(request), FACTS.name)
    code = text_at(answer, "error", "code")
    if code == "maxlag":
        raise SourceUnreachable(FACTS.name, "its servers are behind (maxlag)")
    if code:
        raise SourceRefused(FACTS.name, f"{code}: {text_at(answer, 'error', 'info', most=200)}")
    return answer


def _record(found: Any, entity: Any, query: ApiQuery) -> CatalogueRecord:
    page = web_address(text_at(found, "url") or text_at(found, "concepturi"), "https://www.wikidata.org/")
    labels = [text_at(entity, "labels", lang, "value") for lang in ("en", "ja")]
    others = [text_at(one, "value") for lang in (query.lang, "en") for one in list_at(entity, "aliases", lang)]
    title = text_at(found, "label") or text_at(found, "id")
    known = {kind: _statement(entity, prop) for kind, prop in _STATEMENTS}
    doi = known.pop("doi").lower() or None
    aliases = tuple(("alias", name) for name in author_names([*labels, *others]) if name != title)
    return CatalogueRecord(
        title=title,
        url=_article(entity, query) or page,
        snippet=text_at(found, "description"),
        doi=doi,
        identifiers=(*identifiers(wikidata=text_at(found, "id"), **known), *aliases[:20]),
    )


def _article(entity: Any, query: ApiQuery) -> Url | None:
    return web_address(text_at(entity, "sitelinks", f"{query.lang}wiki", "url"))


def _statement(entity: Any, prop: str) -> str:
    value = value_at(entity, "claims", prop, 0, "mainsnak", "datavalue", "value")
    return plain_text(value, 300) if isinstance(value, str) else ""


API: Final = Api(facts=FACTS, records=records)
