"""Mojeek, Marginalia and Qwant: engines with their own index that tolerate programs."""

from typing import Final

from tadori.model.engine import Category, EngineFacts, EngineKind, EngineRequest
from tadori.model.ids import Lang, Url
from tadori.query.engine_query import EngineQuery
from tadori.search.engines.html_engine import HtmlEngine
from tadori.search.engines.markup import has_class
from tadori.search.engines.requests import get_request, locale_of
from tadori.search.engines.result_rows import ResultRule

_MOJEEK: Final = "https://www.mojeek.com/search"
_MARGINALIA: Final = "https://marginalia-search.com/search"
_QWANT: Final = "https://lite.qwant.com/"


def _ask_mojeek(query: EngineQuery, lang: Lang, limit: int) -> EngineRequest:
    locale = locale_of(lang)
    return get_request("mojeek", _MOJEEK, {"q": query.text, "lb": locale.lang, "arc": locale.country})


def _ask_marginalia(query: EngineQuery, lang: Lang, limit: int) -> EngineRequest:
    return get_request("marginalia", _MARGINALIA, {"query": query.text, "lang": locale_of(lang).lang})


def _ask_qwant(query: EngineQuery, lang: Lang, limit: int) -> EngineRequest:
    locale = locale_of(lang)
    fields = {"q": query.text, "locale": locale.tag.replace("-", "_").lower(), "l": locale.lang, "s": 0, "p": 1}
    return get_request("qwant", _QWANT, fields)


MOJEEK: Final = HtmlEngine(
    facts=EngineFacts(name="mojeek", kind=EngineKind.HTML, weight=0.9, home="https://www.mojeek.com/about/terms.html"),
    ask=_ask_mojeek,
    base=Url(_MOJEEK),
    rules=(
        ResultRule(
            blocks=f"//ul[{has_class('results-standard')}]/li",
            title=".//h2/a",
            snippet=f".//p[{has_class('s')}]",
        ),
    ),
)

MARGINALIA: Final = HtmlEngine(
    facts=EngineFacts(
        name="marginalia",
        kind=EngineKind.HTML,
        categories=(Category.GENERAL, Category.TECHNICAL),
        weight=0.6,
        proven=False,
        home="https://about.marginalia-search.com/",
    ),
    ask=_ask_marginalia,
    base=Url(_MARGINALIA),
    rules=(
        ResultRule(
            blocks="//main//h2[a[@href]]/ancestor::div[.//p][1]",
            title=".//h2/a",
            snippet=".//p",
        ),
        ResultRule(
            blocks=f"//*[{has_class('search-result')}]",
            title=".//h2/a",
            snippet=f".//p[{has_class('description')}]",
        ),
    ),
)

QWANT: Final = HtmlEngine(
    facts=EngineFacts(
        name="qwant", kind=EngineKind.HTML, weight=0.8, proven=False, home="https://about.qwant.com/legal/"
    ),
    ask=_ask_qwant,
    base=Url(_QWANT),
    rules=(
        ResultRule(
            blocks="//section//article[.//h2/a]",
            title="./h2/a | .//h2/a",
            snippet="./p | .//p",
            skip=f"./span[{has_class('tooltip')}]",  # beside what is paid for
        ),
    ),
)
