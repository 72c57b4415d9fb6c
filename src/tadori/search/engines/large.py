"""Brave, Startpage, Yahoo and Ecosia: result pages of companies that block programs quickly."""

from typing import Final

from tadori.model.engine import EngineFacts, EngineKind, EngineRequest
from tadori.model.ids import Lang, Url
from tadori.query.engine_query import EngineQuery
from tadori.search.engines.html_engine import HtmlEngine
from tadori.search.engines.markup import has_class
from tadori.search.engines.requests import date_range_text, get_request, locale_of
from tadori.search.engines.result_rows import ResultRule

_BRAVE: Final = "https://search.brave.com/search"
_STARTPAGE: Final = "https://www.startpage.com/do/dsearch"
_YAHOO: Final = "https://search.yahoo.com/search"
_ECOSIA: Final = "https://www.ecosia.org/search"


def _ask_brave(query: EngineQuery, lang: Lang, limit: int) -> EngineRequest:
    fields = {
        "q": query.text,
        "source": "web",
        "country": locale_of(lang).country,
        "tf": date_range_text(query, "to"),
    }
    return get_request("brave", _BRAVE, fields)


def _ask_startpage(query: EngineQuery, lang: Lang, limit: int) -> EngineRequest:
    name = locale_of(lang).name
    return get_request("startpage", _STARTPAGE, {"query": query.text, "cat": "web", "language": name, "lui": name})


def _ask_yahoo(query: EngineQuery, lang: Lang, limit: int) -> EngineRequest:
    fields = {"p": query.text, "ei": "UTF-8", "vl": f"lang_{locale_of(lang).lang}", "n": max(10, limit)}
    return get_request("yahoo", _YAHOO, fields)


def _ask_ecosia(query: EngineQuery, lang: Lang, limit: int) -> EngineRequest:
    return get_request("ecosia", _ECOSIA, {"method": "index", "q": query.text})


BRAVE: Final = HtmlEngine(
    facts=EngineFacts(
        name="brave", kind=EngineKind.HTML, last_mile=True, home="https://search.brave.com/help/terms-of-use"
    ),
    ask=_ask_brave,
    base=Url(_BRAVE),
    rules=(
        ResultRule(
            blocks=f'//div[{has_class("snippet")}][@data-type="web"]',
            title=f".//*[{has_class('search-snippet-title')}] | .//a//*[{has_class('title')}]",
            snippet=f".//*[{has_class('generic-snippet')}]//*[{has_class('content')}]"
            f' | .//*[contains(@class, "snippet-description")] | .//*[{has_class("description")}]',
        ),
    ),
)

STARTPAGE: Final = HtmlEngine(
    facts=EngineFacts(
        name="startpage", kind=EngineKind.HTML, on=False, home="https://www.startpage.com/en/terms-of-service"
    ),
    ask=_ask_startpage,
    base=Url(_STARTPAGE),
    rules=(
        ResultRule(
            blocks=f"//*[{has_class('result')} or {has_class('w-gl__result')}]",
            title=f".//*[{has_class('wgl-title')}]"
            f" | .//a[{has_class('result-title')} or {has_class('w-gl__result-title')}]",
            link=f".//a[{has_class('result-title')} or {has_class('w-gl__result-title')}]",
            snippet=f".//p[{has_class('description')} or {has_class('w-gl__description')}]",
        ),
    ),
    nothing=f"//*[{has_class('no-results')} or {has_class('mainline-results__no-results')}]",
)

YAHOO: Final = HtmlEngine(
    facts=EngineFacts(
        name="yahoo", kind=EngineKind.HTML, on=False, home="https://legal.yahoo.com/us/en/yahoo/terms/otos/"
    ),
    ask=_ask_yahoo,
    base=Url(_YAHOO),
    rules=(
        ResultRule(
            blocks=f"//div[{has_class('algo-sr')} or {has_class('algo')}]",
            title=f".//*[{has_class('compTitle')}]//h3",
            link=f".//*[{has_class('compTitle')}]//a[@href]",
            snippet=f".//*[{has_class('compText')}]",
        ),
    ),
    nothing=f"//*[{has_class('zrp')}]",
)

ECOSIA: Final = HtmlEngine(
    facts=EngineFacts(name="ecosia", kind=EngineKind.HTML, on=False, home="https://www.ecosia.org/terms-of-service"),
    ask=_ask_ecosia,
    base=Url(_ECOSIA),
    rules=(
        ResultRule(
            blocks=f'//article[@data-test-id="organic-result" or {has_class("web-result")}]',
            title=f".//*[{has_class('result__title')}]//a | .//a[.//h2]",
            snippet='.//*[@data-test-id="web-result-description" or contains(@class, "web-result__description")]',
        ),
    ),
    nothing='//*[@data-test-id="web-no-results"]',
)
