"""Bing's result page."""

from datetime import date
from typing import Final

from tadori.model.engine import EngineFacts, EngineKind, EngineRequest
from tadori.model.ids import Lang, Url
from tadori.query.operators import Written
from tadori.search.engines.asking import days_of, get, locale_of
from tadori.search.engines.markup import marked
from tadori.search.engines.page import HtmlEngine
from tadori.search.engines.shape import Rule

_ADDRESS: Final = "https://www.bing.com/search"
_EPOCH: Final = date(1970, 1, 1)


def _ask(written: Written, lang: Lang, limit: int) -> EngineRequest:
    locale = locale_of(lang)
    days = days_of(written)
    # Days are counted from 1970.
    span = "" if days is None else 'ex1:"ez5_{}_{}"'.format(*((day - _EPOCH).days for day in days))
    fields = {
        "q": written.text,
        "setlang": locale.lang,
        "cc": locale.country,
        "mkt": locale.tag,
        "count": max(10, limit),
        "filters": span,
    }
    return get("bing", _ADDRESS, fields)


BING: Final = HtmlEngine(
    facts=EngineFacts(
        name="bing",
        kind=EngineKind.HTML,
        on=False,
        home="https://www.microsoft.com/servicesagreement",
    ),
    ask=_ask,
    base=Url(_ADDRESS),
    rules=(
        Rule(
            blocks=f"//li[{marked('b_algo')}]",
            title=".//h2",
            snippet=f'.//*[{marked("b_caption")}]//p | .//p[contains(@class, "b_lineclamp")]',
            date=f".//*[{marked('news_dt')}]",
        ),
    ),
    nothing=f"//li[{marked('b_no')}]",
)
