"""Bing's result page."""

from datetime import date
from typing import Final

from tadori.model.engine import EngineFacts, EngineKind, EngineRequest
from tadori.model.ids import Lang, Url
from tadori.query.engine_query import EngineQuery
from tadori.search.engines.html_engine import HtmlEngine
from tadori.search.engines.markup import has_class
from tadori.search.engines.requests import date_range, get_request, locale_of
from tadori.search.engines.result_rows import ResultRule

_ADDRESS: Final = "https://www.bing.com/search"
_EPOCH: Final = date(1970, 1, 1)


def _ask(query: EngineQuery, lang: Lang, limit: int) -> EngineRequest:
    locale = locale_of(lang)
    days = date_range(query)
    # Days are counted from 1970.
    span = "" if days is None else 'ex1:"ez5_{}_{}"'.format(*((day - _EPOCH).days for day in days))
    fields = {
        "q": query.text,
        "setlang": locale.lang,
        "cc": locale.country,
        "mkt": locale.tag,
        "count": max(10, limit),
        "filters": span,
    }
    return get_request("bing", _ADDRESS, fields)


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
        ResultRule(
            blocks=f"//li[{has_class('b_algo')}]",
            title=".//h2",
            snippet=f'.//*[{has_class("b_caption")}]//p | .//p[contains(@class, "b_lineclamp")]',
            date=f".//*[{has_class('news_dt')}]",
        ),
    ),
    nothing=f"//li[{has_class('b_no')}]",
)
