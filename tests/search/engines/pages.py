"""Result pages of our own making, in the markup each engine uses; every result lies below `.test`."""

from html import escape

from tadori.model.engine import EngineResponse
from tadori.model.query import Hit
from tadori.search.engines.catalogue import ENGINES

BRIDGE = ("https://harbour.test/bridge", "The harbour bridge", "It opened in May 1987 and is 840 metres long.")
HASHI = ("https://minato.test/橋", "港の橋について", "橋は1987年5月に開通し、全長は840メートルです。")
FERRY = ("https://ferry.test/timetable?line=2", "Ferry timetable & fares", "Boats leave every 20 minutes from pier 3.")
RESULTS = (BRIDGE, HASHI, FERRY)
URLS = ["https://harbour.test/bridge", "https://minato.test/%E6%A9%8B", "https://ferry.test/timetable?line=2"]
Result = tuple[str, str, str]


def response(body: str | bytes, *, engine: str, status: int = 200, url: str = "", **headers: str) -> EngineResponse:
    return EngineResponse(
        url=type(ENGINES[engine].base)(url) if url else ENGINES[engine].base,
        status=status,
        headers=tuple((name.replace("_", "-"), value) for name, value in headers.items()),
        body=body if isinstance(body, bytes) else body.encode(),
        media_type="text/html",
    )


def parse(engine: str, body: str | bytes, *, status: int = 200, url: str = "", **headers: str) -> tuple[Hit, ...]:
    return ENGINES[engine].parse(response(body, engine=engine, status=status, url=url, **headers))


def page(inner: str, title: str = "bridge - Search") -> str:
    return (
        f'<!doctype html><html><head><meta charset="utf-8"><title>{title}</title></head><body>'
        '<header><nav><a href="/images">Images</a><a href="https://apps.test/get">Get the app</a></nav></header>'
        f'{inner}<footer><a href="https://help.test/">Help</a><a href="/privacy">Privacy</a></footer></body></html>'
    )


def each(template: str, results: tuple[Result, ...] = RESULTS) -> str:
    return "".join(
        template.replace("URL", escape(url)).replace("TITLE", escape(title)).replace("TEXT", escape(text))
        for url, title, text in results
    )


_WRITTEN = {
    "duckduckgo": """<div class="result results_links web-result"><h2 class="result__title">
        <a class="result__a" href="URL">TITLE</a></h2><a class="result__snippet" href="URL">TEXT</a></div>""",
    "duckduckgo_lite": """<table><tr><td>1.</td><td><a rel="nofollow" class="result-link" href="URL">TITLE</a></td></tr>
        <tr><td></td><td class="result-snippet">TEXT</td></tr></table>""",
    "mojeek": """<ul class="results-standard"><li class="r1"><a class="ob" href="URL"><p class="i">URL</p></a>
        <h2><a class="title" href="URL">TITLE</a></h2><p class="s">TEXT</p></li></ul>""",
    "marginalia": """<main><div><div><div><h2 class="text-md"><a href="URL">TITLE</a></h2>
        <div><a href="URL">URL</a></div></div><div class="overflow-auto"><p>TEXT</p></div></div>
        <a href="/site/a.test">about</a></div></main>""",
    "qwant": """<section><article><h2><a href="URL">TITLE</a></h2><span class="url partner">URL</span>
        <p>TEXT</p></article></section>""",
    "brave": """<div id="results"><div class="snippet svelte-1" data-type="web"><a class="l1" href="URL">
        <div>a.test › x</div><div class="title search-snippet-title">TITLE</div></a>
        <div class="generic-snippet"><div class="content">TEXT</div></div></div></div>""",
    "google": """<div id="rso"><div class="MjjYud"><div class="tF2Cxc"><a href="URL"><h3 class="LC20lb">TITLE</h3>
        <cite>URL</cite></a><div class="VwiC3b">TEXT</div></div></div></div>""",
    "bing": """<ol id="b_results"><li class="b_algo"><h2><a href="URL">TITLE</a></h2>
        <div class="b_caption"><p>TEXT</p></div></li></ol>""",
    "startpage": """<div class="result"><a class="result-title result-link" href="URL">
        <h2 class="wgl-title">TITLE</h2></a><p class="description">TEXT</p></div>""",
    "yahoo": """<div class="dd algo algo-sr"><div class="compTitle"><a href="URL"><div>URL</div>
        <h3 class="title">TITLE</h3></a></div><div class="compText"><p>TEXT</p></div></div>""",
    "ecosia": """<article class="result web-result" data-test-id="organic-result"><div class="result__title">
        <a href="URL"><h2>TITLE</h2></a></div><p data-test-id="web-result-description">TEXT</p></article>""",
}
TEMPLATES = {name: "".join(line.strip() for line in text.splitlines()) for name, text in _WRITTEN.items()}
"""One result in each engine's markup of 2026."""
