"""Google's result page, with scripts and without. A last resort: asked little, and quick to ask for a captcha."""

from typing import Final

from tadori.model.engine import EngineFacts, EngineKind, EngineRequest
from tadori.model.ids import Lang, Url
from tadori.query.operators import Written
from tadori.search.engines.asking import get, locale_of
from tadori.search.engines.markup import marked
from tadori.search.engines.page import HtmlEngine
from tadori.search.engines.shape import Rule

_ADDRESS: Final = "https://www.google.com/search"
_PAID_OR_ASKED: Final = 'ancestor-or-self::*[@id="tads" or @id="tadsb" or @id="bottomads" or @jsname="Cpkphb"]'


def _ask(written: Written, lang: Lang, limit: int) -> EngineRequest:
    locale = locale_of(lang)
    fields = {
        "q": written.text,
        "hl": locale.lang,
        "lr": f"lang_{locale.lang}",
        "gl": locale.country,
        "num": max(10, limit),
        "pws": 0,
    }
    return get("google", _ADDRESS, fields)


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
        Rule(
            blocks=f"//h3[{marked('LC20lb')}][ancestor::a[@href]]"
            f"/ancestor::div[{marked('tF2Cxc')} or {marked('WVV5ke')} or {marked('g')} or {marked('MjjYud')}][1]",
            title=f".//h3[{marked('LC20lb')}]",
            snippet=f".//*[{marked('VwiC3b')} or {marked('ITZIwc')}]",
            skip=_PAID_OR_ASKED,
        ),
        Rule(
            blocks='//a[starts-with(@href, "/url?")][.//h3]'
            f"/ancestor::div[{marked('Gx5Zad')} or {marked('ZINbbc')}][1]",
            title=".//h3",
            snippet=f".//*[{marked('s3v9rd')}]",
            skip=_PAID_OR_ASKED,
        ),
    ),
)
