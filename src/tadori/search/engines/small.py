"""Mojeek, Marginalia and Qwant: engines with an index of their own that bear with programs."""

from typing import Final

from tadori.model.engine import Category, EngineFacts, EngineKind, EngineRequest
from tadori.model.ids import Lang, Url
from tadori.query.operators import Written
from tadori.search.engines.asking import get, locale_of
from tadori.search.engines.markup import marked
from tadori.search.engines.page import HtmlEngine
from tadori.search.engines.shape import Rule

_MOJEEK: Final = "https://www.mojeek.com/search"
_MARGINALIA: Final = "https://marginalia-search.com/search"
_QWANT: Final = "https://lite.qwant.com/"


def _ask_mojeek(written: Written, lang: Lang, limit: int) -> EngineRequest:
    locale = locale_of(lang)
    return get("mojeek", _MOJEEK, {"q": written.text, "lb": locale.lang, "arc": locale.country})


def _ask_marginalia(written: Written, lang: Lang, limit: int) -> EngineRequest:
    return get("marginalia", _MARGINALIA, {"query": written.text, "lang": locale_of(lang).lang})


def _ask_qwant(written: Written, lang: Lang, limit: int) -> EngineRequest:
    locale = locale_of(lang)
    fields = {"q": written.text, "locale": locale.tag.replace("-", "_").lower(), "l": locale.lang, "s": 0, "p": 1}
    return get("qwant", _QWANT, fields)


MOJEEK: Final = HtmlEngine(
    facts=EngineFacts(name="mojeek", kind=EngineKind.HTML, weight=0.9, home="https://www.mojeek.com/about/terms.html"),
    ask=_ask_mojeek,
    base=Url(_MOJEEK),
    rules=(
        Rule(
            blocks=f"//ul[{marked('results-standard')}]/li",
            title=".//h2/a",
            snippet=f".//p[{marked('s')}]",
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
        Rule(
            blocks="//main//h2[a[@href]]/ancestor::div[.//p][1]",
            title=".//h2/a",
            snippet=".//p",
        ),
        Rule(
            blocks=f"//*[{marked('search-result')}]",
            title=".//h2/a",
            snippet=f".//p[{marked('description')}]",
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
        Rule(
            blocks="//section//article[.//h2/a]",
            title="./h2/a | .//h2/a",
            snippet="./p | .//p",
            skip=f"./span[{marked('tooltip')}]",  # beside what is paid for
        ),
    ),
)
