"""DuckDuckGo: its page without scripts (`html`), its smallest page (`lite`), and the page that scripts build.

The two share one index and one rate limit, so only `lite` is used unless the other is named. Plain HTTP posts their
forms; a browser opens an address instead: for `html`, that of the page built by scripts.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from tadori.model.engine import EngineFacts, EngineKind, EngineRequest
from tadori.model.ids import Lang, Url
from tadori.query.engine_query import EngineQuery
from tadori.search.engines.html_engine import HtmlEngine
from tadori.search.engines.markup import has_class
from tadori.search.engines.requests import date_range_text, form_request, get_request, locale_of
from tadori.search.engines.result_rows import ResultRule

_HTML: Final = "https://html.duckduckgo.com/html/"
_LITE: Final = "https://lite.duckduckgo.com/lite/"
_SCRIPTED: Final = "https://duckduckgo.com/"
_REGIONS: Final = {"ja": "jp-jp", "en": "us-en", "de": "de-de", "fr": "fr-fr", "zh": "cn-zh"}


def _asking(engine: str, address: str, page: str) -> Callable[[EngineQuery, Lang, int], EngineRequest]:
    def ask(query: EngineQuery, lang: Lang, limit: int) -> EngineRequest:
        region = _REGIONS[locale_of(lang).lang]
        fields = {"q": query.text, "b": "", "kl": region, "df": date_range_text(query, "..")}
        shown = get_request(engine, page, {"q": query.text, "kl": region, "df": fields["df"]})
        return replace(form_request(engine, address, fields), page=shown.url)

    return ask


_NOTHING: Final = (
    f'//*[{has_class("no-results")} or {has_class("result--no-result")}] | //*[@data-testid="no-results-message"]'
)

DUCKDUCKGO: Final = HtmlEngine(
    facts=EngineFacts(
        name="duckduckgo",
        kind=EngineKind.HTML,
        on=False,
        home="https://duckduckgo.com/duckduckgo-help-pages/",
    ),
    ask=_asking("duckduckgo", _HTML, _SCRIPTED),
    base=Url(_HTML),
    rules=(
        ResultRule(
            blocks=f"//div[{has_class('result')}]",
            title=f".//*[{has_class('result__title')} or {has_class('result__a')}]",
            link=f".//a[{has_class('result__a')}] | .//*[{has_class('result__title')}]//a",
            snippet=f".//*[{has_class('result__snippet')}]",
            skip=f"self::*[{has_class('result--ad')} or {has_class('result--no-result')}]",
        ),
        ResultRule(
            blocks='//article[@data-testid="result"]',
            title='.//a[@data-testid="result-title-a"]',
            snippet='.//*[@data-result="snippet"]',
            date='.//*[@data-result="snippet"]//span[not(*)][string-length(.) < 20]',
        ),
    ),
    nothing=_NOTHING,
)

DUCKDUCKGO_LITE: Final = HtmlEngine(
    facts=EngineFacts(
        name="duckduckgo_lite",
        kind=EngineKind.HTML,
        proven=False,
        home="https://duckduckgo.com/duckduckgo-help-pages/",
    ),
    ask=_asking("duckduckgo_lite", _LITE, _LITE),
    base=Url(_LITE),
    rules=(
        ResultRule(
            blocks=f"//a[{has_class('result-link')}]/ancestor::tr[1]",
            title=f".//a[{has_class('result-link')}]",
            snippet=f"following-sibling::tr[1]//td[{has_class('result-snippet')}]",
            date=" | ".join(f"following-sibling::tr[{row}]//*[{has_class('timestamp')}]" for row in (1, 2)),
            skip=f"self::*[{has_class('result-sponsored')}]",
        ),
    ),
    nothing=_NOTHING,
)
