"""DuckDuckGo: its page without scripts (`html`), its smallest page (`lite`), and the page that scripts build.

The two share one index and one temper, so that only the smaller one is asked unless the other is named. Plain HTTP
posts their forms; a browser goes to an address: of `html` to the page that scripts build.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from tadori.model.engine import EngineFacts, EngineKind, EngineRequest
from tadori.model.ids import Lang, Url
from tadori.query.operators import Written
from tadori.search.engines.asking import get, locale_of, post, span_of
from tadori.search.engines.markup import marked
from tadori.search.engines.page import HtmlEngine
from tadori.search.engines.shape import Rule

_HTML: Final = "https://html.duckduckgo.com/html/"
_LITE: Final = "https://lite.duckduckgo.com/lite/"
_SCRIPTED: Final = "https://duckduckgo.com/"
_REGIONS: Final = {"ja": "jp-jp", "en": "us-en", "de": "de-de", "fr": "fr-fr", "zh": "cn-zh"}


def _asking(engine: str, address: str, page: str) -> Callable[[Written, Lang, int], EngineRequest]:
    def ask(written: Written, lang: Lang, limit: int) -> EngineRequest:
        region = _REGIONS[locale_of(lang).lang]
        fields = {"q": written.text, "b": "", "kl": region, "df": span_of(written, "..")}
        shown = get(engine, page, {"q": written.text, "kl": region, "df": fields["df"]})
        return replace(post(engine, address, fields), page=shown.url)

    return ask


_NOTHING: Final = (
    f'//*[{marked("no-results")} or {marked("result--no-result")}] | //*[@data-testid="no-results-message"]'
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
        Rule(
            blocks=f"//div[{marked('result')}]",
            title=f".//*[{marked('result__title')} or {marked('result__a')}]",
            link=f".//a[{marked('result__a')}] | .//*[{marked('result__title')}]//a",
            snippet=f".//*[{marked('result__snippet')}]",
            skip=f"self::*[{marked('result--ad')} or {marked('result--no-result')}]",
        ),
        Rule(
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
        Rule(
            blocks=f"//a[{marked('result-link')}]/ancestor::tr[1]",
            title=f".//a[{marked('result-link')}]",
            snippet=f"following-sibling::tr[1]//td[{marked('result-snippet')}]",
            date=" | ".join(f"following-sibling::tr[{row}]//*[{marked('timestamp')}]" for row in (1, 2)),
            skip=f"self::*[{marked('result-sponsored')}]",
        ),
    ),
    nothing=_NOTHING,
)
