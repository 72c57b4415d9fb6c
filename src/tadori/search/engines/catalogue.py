"""Every engine by its name."""

from collections.abc import Mapping
from typing import Final

from tadori.errors import WrongCall
from tadori.search.engines.bing import BING
from tadori.search.engines.duckduckgo import DUCKDUCKGO, DUCKDUCKGO_LITE
from tadori.search.engines.google import GOOGLE
from tadori.search.engines.hosted import BRAVE_API, JINA, SEARXNG, SERPER
from tadori.search.engines.html_engine import HtmlEngine
from tadori.search.engines.json_engine import JsonEngine
from tadori.search.engines.large import BRAVE, ECOSIA, STARTPAGE, YAHOO
from tadori.search.engines.small import MARGINALIA, MOJEEK, QWANT
from tadori.search.engines.wikipedia import WIKIPEDIA, Wikipedia

AnyEngine = HtmlEngine | JsonEngine | Wikipedia

ENGINES: Final[Mapping[str, AnyEngine]] = {
    engine.facts.name: engine
    for engine in (
        WIKIPEDIA,
        DUCKDUCKGO_LITE,
        DUCKDUCKGO,
        MOJEEK,
        MARGINALIA,
        QWANT,
        BRAVE,
        GOOGLE,
        BING,
        STARTPAGE,
        YAHOO,
        ECOSIA,
        BRAVE_API,
        SERPER,
        JINA,
        SEARXNG,
    )
}


def engine_named(name: str) -> AnyEngine:
    """The engine called `name`.

    Raises:
        WrongCall: there is none; the message lists those there are.
    """
    engine = ENGINES.get(name.strip().lower())
    if engine is None:
        raise WrongCall(f"there is no engine {name[:60]!r}; there are: {', '.join(sorted(ENGINES))}")
    return engine
