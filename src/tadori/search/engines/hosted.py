"""Brave by API, Serper, Jina and SearXNG: they cost money or need a server, so they are off by default.

Written from their documentation; not tested against the real services (`proven=False`).
"""

from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import urlsplit

from tadori.errors import ConfigError
from tadori.model.engine import EngineFacts, EngineKind, EngineRequest
from tadori.model.ids import Lang
from tadori.query.engine_query import EngineQuery
from tadori.search.engines.json_engine import JsonEngine, list_field
from tadori.search.engines.requests import JSON, date_range_text, get_request, json_request, locale_of

_BRAVE: Final = "https://api.search.brave.com/res/v1/web/search"
_SERPER: Final = "https://google.serper.dev/search"
_JINA: Final = "https://s.jina.ai/"


def _ask_brave(query: EngineQuery, lang: Lang, limit: int, key: str) -> EngineRequest:
    locale = locale_of(lang)
    fields = {
        "q": query.text,
        "count": min(20, max(1, limit)),
        "country": locale.country.upper(),
        "search_lang": {"ja": "jp", "zh": "zh-hans"}.get(locale.lang, locale.lang),  # its own spelling
        "freshness": date_range_text(query, "to"),
        "result_filter": "web",
        "text_decorations": "false",
    }
    return get_request("brave_api", _BRAVE, fields, headers=(("X-Subscription-Token", key),), accept=JSON)


def _read_brave(answer: Any) -> Sequence[Any] | None:
    found = list_field(answer, "web", "results")
    # A search that found nothing has no `web` at all.
    return [] if found is None and isinstance(answer, dict) and answer.get("type") == "search" else found


def _ask_serper(query: EngineQuery, lang: Lang, limit: int, key: str) -> EngineRequest:
    locale = locale_of(lang)
    body = {"q": query.text, "gl": locale.country, "hl": locale.lang, "num": max(10, limit)}
    return json_request("serper", _SERPER, body, (("X-API-KEY", key),))


def _ask_jina(query: EngineQuery, lang: Lang, limit: int, key: str) -> EngineRequest:
    locale = locale_of(lang)
    fields = {"q": query.text, "gl": locale.country, "hl": locale.lang, "num": max(1, limit)}
    # Titles and addresses only: pages are fetched and archived by ourselves.
    headers = (("Authorization", f"Bearer {key}"), ("X-Respond-With", "no-content"))
    return get_request("jina", _JINA, fields, headers=headers, accept=JSON)


def _ask_searxng(query: EngineQuery, lang: Lang, limit: int, base: str) -> EngineRequest:
    if urlsplit(base).scheme not in ("http", "https"):
        raise ConfigError(f"engines.searxng.base must be an http(s) address, not {base[:80]!r}")
    fields = {"q": query.text, "format": "json", "language": locale_of(lang).tag, "categories": "general"}
    return get_request("searxng", f"{base.rstrip('/')}/search", fields, accept=JSON)


BRAVE_API: Final = JsonEngine(
    facts=EngineFacts(
        name="brave_api",
        kind=EngineKind.API,
        on=False,
        key="engines.brave_api.key",
        proven=False,
        home="https://api-dashboard.search.brave.com/app/documentation",
    ),
    ask=_ask_brave,
    read=_read_brave,
    names={"title": "title", "url": "url", "snippet": "description", "date": "page_age"},
)
SERPER: Final = JsonEngine(
    facts=EngineFacts(
        name="serper",
        kind=EngineKind.API,
        on=False,
        key="engines.serper.key",
        proven=False,
        home="https://serper.dev/",
    ),
    ask=_ask_serper,
    read=lambda answer: list_field(answer, "organic"),
    names={"title": "title", "url": "link", "snippet": "snippet", "date": "date"},
)
JINA: Final = JsonEngine(
    facts=EngineFacts(
        name="jina", kind=EngineKind.API, on=False, key="engines.jina.key", proven=False, home="https://jina.ai/reader/"
    ),
    ask=_ask_jina,
    read=lambda answer: list_field(answer, "data"),
    names={"title": "title", "url": "url", "snippet": "description", "date": "date"},
)
SEARXNG: Final = JsonEngine(
    facts=EngineFacts(
        name="searxng",
        kind=EngineKind.API,
        on=False,
        base_setting="engines.searxng.base",
        proven=False,
        home="https://docs.searxng.org/dev/search_api",
    ),
    ask=_ask_searxng,
    read=lambda answer: list_field(answer, "results"),
    names={"title": "title", "url": "url", "snippet": "content", "date": "publishedDate"},
)
