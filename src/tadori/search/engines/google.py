"""Google's result page, with scripts and without. A last resort: used sparingly, because it shows captchas early."""

from typing import Final

from tadori.model.engine import EngineFacts, EngineKind, EngineRequest
from tadori.model.ids import Lang, Url
from tadori.query.engine_query import EngineQuery
from tadori.search.engines.html_engine import HtmlEngine
from tadori.search.engines.markup import has_class
from tadori.search.engines.requests import get_request, locale_of
from tadori.search.engines.result_rows import ResultRule

_ADDRESS: Final = "https://www.google.com/search"
_PAID_OR_ASKED: Final = 'ancestor-or-self::*[@id="tads" or @id="tadsb" or @id="bottomads" or @jsname="Cpkphb"]'


def _ask(query: EngineQuery, lang: Lang, limit: int) -> EngineRequest:
    locale = locale_of(lang)
    fields = {
        "q": query.text,
        "hl": locale.lang,
        "lr": f"lang_{locale.lang}",
        "gl": locale.country,
        "num": max(10, limit),
        "pws": 0,
    }
    return get_request("google", _ADDRESS, fields)


GOOGLE: Final = HtmlEngine(
    facts=EngineFacts(
        name="google",
        kind=EngineKind.HTML,
        weight=0.3,
        last_mile=True,
        scripts=True,
        home="https://policies.google.com/terms",
    ),
    ask=_ask,
    base=Url(_ADDRESS),
    rules=(
        ResultRule(
            blocks=f"//h3[{has_class('LC20lb')}][ancestor::a[@href]]"
            f"/ancestor::div[{has_class('tF2Cxc')} or {has_class('WVV5ke')} or {has_class('g')}"
            f" or {has_class('MjjYud')}][1]",
            title=f".//h3[{has_class('LC20lb')}]",
            snippet=f".//*[{has_class('VwiC3b')} or {has_class('ITZIwc')}]",
            skip=_PAID_OR_ASKED,
        ),
        ResultRule(
            blocks='//a[starts-with(@href, "/url?")][.//h3]'
            f"/ancestor::div[{has_class('Gx5Zad')} or {has_class('ZINbbc')}][1]",
            title=".//h3",
            snippet=f".//*[{has_class('s3v9rd')}]",
            skip=_PAID_OR_ASKED,
        ),
    ),
)
