"""Brave, Startpage, Yahoo and Ecosia: pages for people, by companies that watch who is asking."""

from typing import Final

from tadori.model.engine import EngineFacts, EngineKind, EngineRequest
from tadori.model.ids import Lang, Url
from tadori.query.operators import Written
from tadori.search.engines.asking import get, locale_of, span_of
from tadori.search.engines.markup import marked
from tadori.search.engines.page import HtmlEngine
from tadori.search.engines.shape import Rule

_BRAVE: Final = "https://search.brave.com/search"
_STARTPAGE: Final = "https://www.startpage.com/do/dsearch"
_YAHOO: Final = "https://search.yahoo.com/search"
_ECOSIA: Final = "https://www.ecosia.org/search"


def _ask_brave(written: Written, lang: Lang, limit: int) -> EngineRequest:
    fields = {"q": written.text, "source": "web", "country": locale_of(lang).country, "tf": span_of(written, "to")}
    return get("brave", _BRAVE, fields)


def _ask_startpage(written: Written, lang: Lang, limit: int) -> EngineRequest:
    name = locale_of(lang).name
    return get("startpage", _STARTPAGE, {"query": written.text, "cat": "web", "language": name, "lui": name})


def _ask_yahoo(written: Written, lang: Lang, limit: int) -> EngineRequest:
    fields = {"p": written.text, "ei": "UTF-8", "vl": f"lang_{locale_of(lang).lang}", "n": max(10, limit)}
    return get("yahoo", _YAHOO, fields)


def _ask_ecosia(written: Written, lang: Lang, limit: int) -> EngineRequest:
    return get("ecosia", _ECOSIA, {"method": "index", "q": written.text})


BRAVE: Final = HtmlEngine(
    facts=EngineFacts(
        name="brave", kind=EngineKind.HTML, last_mile=True, home="https://search.brave.com/help/terms-of-use"
    ),
    ask=_ask_brave,
    base=Url(_BRAVE),
    rules=(
        Rule(
            blocks=f'//div[{marked("snippet")}][@data-type="web"]',
            title=f".//*[{marked('search-snippet-title')}] | .//a//*[{marked('title')}]",
            snippet=f".//*[{marked('generic-snippet')}]//*[{marked('content')}]"
            f' | .//*[contains(@class, "snippet-description")] | .//*[{marked("description")}]',
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
        Rule(
            blocks=f"//*[{marked('result')} or {marked('w-gl__result')}]",
            title=f".//*[{marked('wgl-title')}] | .//a[{marked('result-title')} or {marked('w-gl__result-title')}]",
            link=f".//a[{marked('result-title')} or {marked('w-gl__result-title')}]",
            snippet=f".//p[{marked('description')} or {marked('w-gl__description')}]",
        ),
    ),
    nothing=f"//*[{marked('no-results')} or {marked('mainline-results__no-results')}]",
)

YAHOO: Final = HtmlEngine(
    facts=EngineFacts(
        name="yahoo", kind=EngineKind.HTML, on=False, home="https://legal.yahoo.com/us/en/yahoo/terms/otos/"
    ),
    ask=_ask_yahoo,
    base=Url(_YAHOO),
    rules=(
        Rule(
            blocks=f"//div[{marked('algo-sr')} or {marked('algo')}]",
            title=f".//*[{marked('compTitle')}]//h3",
            link=f".//*[{marked('compTitle')}]//a[@href]",
            snippet=f".//*[{marked('compText')}]",
        ),
    ),
    nothing=f"//*[{marked('zrp')}]",
)

ECOSIA: Final = HtmlEngine(
    facts=EngineFacts(name="ecosia", kind=EngineKind.HTML, on=False, home="https://www.ecosia.org/terms-of-service"),
    ask=_ask_ecosia,
    base=Url(_ECOSIA),
    rules=(
        Rule(
            blocks=f'//article[@data-test-id="organic-result" or {marked("web-result")}]',
            title=f".//*[{marked('result__title')}]//a | .//a[.//h2]",
            snippet='.//*[@data-test-id="web-result-description" or contains(@class, "web-result__description")]',
        ),
    ),
    nothing='//*[@data-test-id="web-no-results"]',
)
