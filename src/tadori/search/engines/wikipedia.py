"""Wikipedia: queried through its REST API; its HTML search page and `opensearch` answers can be read too."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import quote

from tadori.errors import SourceGarbled
from tadori.model.engine import EngineFacts, EngineKind, EngineRequest, EngineResponse
from tadori.model.ids import Lang, Url
from tadori.model.query import Hit
from tadori.query.engine_query import EngineQuery
from tadori.search.engines.html_engine import HtmlEngine, hits_of, refuse_by_status
from tadori.search.engines.json_engine import list_field, looks_like_html, parse_answer, text_field
from tadori.search.engines.links import result_target
from tadori.search.engines.markup import has_class, inner_text
from tadori.search.engines.requests import JSON, get_request, locale_of
from tadori.search.engines.result_rows import LONGEST_SNIPPET, LONGEST_TITLE, ResultRow, ResultRule
from tadori.text.urls import origin_of

_BASE: Final = Url("https://en.wikipedia.org/wiki/Special:Search")
_MOST: Final = 100
"""Results per request, the API's own limit."""


def _ask(query: EngineQuery, lang: Lang, limit: int) -> EngineRequest:
    address = f"https://{locale_of(lang).lang}.wikipedia.org/w/rest.php/v1/search/page"
    return get_request("wikipedia", address, {"q": query.text, "limit": min(_MOST, max(1, limit))}, accept=JSON)


_FACTS: Final = EngineFacts(
    name="wikipedia", kind=EngineKind.API, proven=False, home="https://www.mediawiki.org/wiki/API:REST_API/Reference"
)
_PAGE: Final = HtmlEngine(
    facts=_FACTS,
    ask=_ask,
    base=_BASE,
    rules=(
        ResultRule(
            blocks=f"//li[{has_class('mw-search-result')}]",
            title=f".//*[{has_class('mw-search-result-heading')}]/a[@href]",
            snippet=f".//*[{has_class('searchresult')}]",
            date=f".//*[{has_class('mw-search-result-data')}]",
        ),
    ),
    nothing=f"//*[{has_class('mw-search-nonefound')}]",
    own=True,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wikipedia:
    """One engine with three answer formats."""

    facts: EngineFacts = _FACTS
    base: Url = _BASE

    def request(self, query: EngineQuery, lang: Lang, limit: int) -> EngineRequest:
        return _ask(query, lang, limit)

    def parse(self, response: EngineResponse) -> tuple[Hit, ...]:
        """As `Engine.parse`."""
        if looks_like_html(response.body):
            return _PAGE.parse(response)
        refuse_by_status(self.facts.name, response, walled=None)
        rows = _rows(parse_answer(self.facts.name, response), origin_of(response.url or _BASE))
        return hits_of(rows, self.facts)


def _rows(answer: Any, origin: str) -> Sequence[ResultRow]:
    pages = list_field(answer, "pages")
    if pages is not None:
        return [row for page in pages[:_MOST] if (row := _rest_row(page, origin)) is not None]
    if isinstance(answer, list) and len(answer) == 4 and all(isinstance(part, list) for part in answer[1:]):
        found = (_row(title, text, url, origin) for title, text, url in zip(*answer[1:], strict=False))
        return [row for row in found if row is not None]
    raise SourceGarbled(_FACTS.name, "the answer has not the agreed form")


def _rest_row(page: Any, origin: str) -> ResultRow | None:
    if not isinstance(page, dict):
        return None
    key = quote(text_field(page, "key"), safe="/:(),!*'@;")
    snippet = text_field(page, "excerpt") or text_field(page, "description")
    return _row(text_field(page, "title"), snippet, f"{origin}/wiki/{key}" if key else "", origin)


def _row(title: Any, snippet: Any, address: Any, origin: str) -> ResultRow | None:
    if not all(isinstance(part, str) for part in (title, snippet, address)) or not title or not address:
        return None
    url = result_target(address, origin, own=True)
    if url is None:
        return None
    return ResultRow(title=inner_text(title, LONGEST_TITLE), url=url, snippet=inner_text(snippet, LONGEST_SNIPPET))


WIKIPEDIA: Final = Wikipedia()
