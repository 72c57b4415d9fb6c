"""Each engine's own markup becomes hits: addresses, titles, snippets, dates, in order, and nothing that is paid for."""

import pytest

from tadori.search.engines.catalogue import ENGINES
from tests.search.engines.pages import BRIDGE, FERRY, HASHI, RESULTS, TEMPLATES, URLS, each, page, parse

HTML = sorted(TEMPLATES)


@pytest.mark.req("D9")
@pytest.mark.parametrize("engine", HTML)
def test_a_page_of_results_becomes_hits_in_order(engine: str) -> None:
    hits = parse(engine, page(each(TEMPLATES[engine])))
    assert [hit.url for hit in hits] == URLS
    assert [hit.title for hit in hits] == [BRIDGE[1], HASHI[1], FERRY[1]]
    assert [hit.snippet for hit in hits] == [BRIDGE[2], HASHI[2], FERRY[2]]
    assert [(hit.engine, hit.rank, hit.source_tag) for hit in hits] == [(engine, n, "general") for n in (1, 2, 3)]


@pytest.mark.parametrize("engine", HTML)
def test_one_result_is_enough(engine: str) -> None:
    assert [hit.title for hit in parse(engine, page(each(TEMPLATES[engine], (HASHI,))))] == [HASHI[1]]


@pytest.mark.parametrize("label", ["Ad", "Sponsored", "広告", "Anzeige"])
@pytest.mark.parametrize("engine", sorted(set(HTML) - {"duckduckgo_lite"}))
def test_a_block_that_is_labelled_as_paid_for_is_left_out(engine: str, label: str) -> None:
    template = TEMPLATES[engine].replace("TEXT", f"<span>{label}</span>Buy a bridge")
    body = each(template, (("https://shop.test/", "Bridges on sale", ""),)) + each(TEMPLATES[engine])
    assert [hit.url for hit in parse(engine, page(body))] == URLS


@pytest.mark.parametrize(
    ("engine", "paid"),
    [
        ("duckduckgo", '<div class="result result--ad"><a class="result__a" href="AD">x y</a></div>'),
        (
            "duckduckgo_lite",
            '<table><tr class="result-sponsored"><td><a class="result-link" href="AD">x</a></td></tr></table>',
        ),
        ("google", '<div id="tads"><div class="g"><a href="AD"><h3 class="LC20lb">x y</h3></a></div></div>'),
        ("bing", '<ol><li class="b_ad"><ul><li class="b_algo"><h2><a href="AD">x y</a></h2></li></ul></li></ol>'),
        ("qwant", '<section><article><span class="tooltip">i</span><h2><a href="AD">x</a></h2></article></section>'),
    ],
)
def test_an_engine_s_own_mark_of_advertisements_is_known(engine: str, paid: str) -> None:
    body = paid.replace("AD", "https://shop.test/") + each(TEMPLATES[engine])
    assert [hit.url for hit in parse(engine, page(body))] == URLS


def test_a_result_about_ads_is_no_advertisement() -> None:
    result = ("https://words.test/ad", "What an ad is", "An ad is paid for.")
    body = each(TEMPLATES["bing"], (result,)).replace("An ad is", "An <strong>ad</strong> is")
    assert [hit.snippet for hit in parse("bing", page(body))] == ["An ad is paid for."]


def test_people_also_ask_videos_and_links_into_a_site_are_no_results() -> None:
    extra = (
        '<div class="related-question-pair"><a href="https://asked.test/">Who built it?</a></div>'
        '<g-scrolling-carousel><a href="https://video.test/1"><div role="heading">A film</div></a>'
        "</g-scrolling-carousel>"
    )
    assert [hit.url for hit in parse("google", page(extra + each(TEMPLATES["google"])))] == URLS
    deep = TEMPLATES["bing"].replace(
        "</li>", '<ul><li><h3><a href="https://harbour.test/in">In</a></h3></li></ul></li>'
    )
    assert [hit.url for hit in parse("bing", page(each(deep)))] == URLS


@pytest.mark.parametrize(
    ("shown", "date"),
    [
        ("Jul 12, 2025 · ", "2025-07-12"),
        ("2024年3月5日 — ", "2024-03-05"),
        ("2023/10/14 ... ", "2023-10-14"),
        ("3 days ago · ", None),
        ("1987 was a good year: ", None),
        ("2024年3月5日に", None),
        ("March 5, 2024 was the day ", None),
        ("In the words of May 5, 1987: ", None),
    ],
)
def test_a_day_that_a_snippet_opens_with_is_its_date(shown: str, date: str | None) -> None:
    result = (BRIDGE[0], BRIDGE[1], shown + BRIDGE[2])
    assert [hit.date for hit in parse("mojeek", page(each(TEMPLATES["mojeek"], (result,))))] == [date]


def test_a_date_in_its_own_element_is_read() -> None:
    template = TEMPLATES["bing"].replace("TEXT", '<span class="news_dt">Jan 16, 2026</span>· TEXT')
    assert [hit.date for hit in parse("bing", page(each(template)))] == ["2026-01-16"] * 3
    lite = TEMPLATES["duckduckgo_lite"].replace(
        "</tr></table>", '</tr><tr><td></td><td><span class="timestamp">2025-02-03T00:00:00</span></td></tr></table>'
    )
    assert [hit.date for hit in parse("duckduckgo_lite", page(each(lite)))] == ["2025-02-03"] * 3


def test_the_page_that_scripts_build_for_duckduckgo_is_read() -> None:
    template = (
        '<article data-testid="result"><h2><a data-testid="result-title-a" href="URL"><span>TITLE</span></a></h2>'
        '<div data-result="snippet"><div><span><span>Aug 20, 2025</span><span>TEXT</span></span></div></div></article>'
    )
    paid = template.replace('testid="result"', 'testid="ad"').replace("URL", "https://shop.test/")
    hits = parse("duckduckgo", page(paid + each(template)))
    assert [(hit.url, hit.date) for hit in hits] == [(url, "2025-08-20") for url in URLS]
    undated = template.replace("<span>Aug 20, 2025</span>", "").replace("TEXT", "Since May 5, 1987, it stands there.")
    assert [hit.date for hit in parse("duckduckgo", page(each(undated)))] == [None, None, None]


def test_google_without_scripts_is_read_through_its_redirects() -> None:
    block = (
        '<div class="Gx5Zad"><a href="/url?q=https%3A%2F%2Fharbour.test%2Fbridge&amp;sa=U&amp;ved=1">'
        '<h3>The bridge</h3></a><div class="BNeawe s3v9rd">It opened.</div></div>'
    )
    assert [(hit.url, hit.snippet) for hit in parse("google", page(block))] == [(BRIDGE[0], "It opened.")]


def test_the_search_page_of_wikipedia_lies_on_its_own_site() -> None:
    body = (
        '<ul class="mw-search-results"><li class="mw-search-result"><div class="mw-search-result-heading">'
        '<a href="/wiki/%E6%A9%8B">橋</a></div>'
        '<div class="searchresult"><span class="searchmatch">橋</span>は構造物である</div>'
        '<div class="mw-search-result-data">12キロバイト - 2024年3月5日 (火) 01:02</div></li></ul>'
    )
    hits = parse("wikipedia", page(body), url="https://ja.wikipedia.org/w/index.php?search=x")
    assert [(hit.url, hit.title, hit.snippet, hit.date) for hit in hits] == [
        ("https://ja.wikipedia.org/wiki/%E6%A9%8B", "橋", "橋は構造物である", "2024-03-05")
    ]


@pytest.mark.parametrize("charset", ["shift_jis", "euc_jp", "utf-8"])
def test_a_page_in_a_japanese_encoding_is_read_as_it_says(charset: str) -> None:
    body = page(each(TEMPLATES["bing"], (HASHI,))).replace('charset="utf-8"', f'charset="{charset}"').encode(charset)
    assert [(hit.title, hit.snippet) for hit in parse("bing", body)] == [HASHI[1:]]


def test_the_same_result_twice_is_one_and_ranks_have_no_gaps() -> None:
    hits = parse("mojeek", page(each(TEMPLATES["mojeek"], (*RESULTS, BRIDGE))))
    assert [hit.rank for hit in hits] == [1, 2, 3]


def test_facts_say_which_engines_are_off_unproven_or_a_last_resort() -> None:
    facts = {name: engine.facts for name, engine in ENGINES.items()}
    assert sorted(name for name in facts if facts[name].on) == [
        "brave",
        "duckduckgo_lite",
        "google",
        "marginalia",
        "mojeek",
        "qwant",
        "wikipedia",
    ]
    assert sorted(name for name in facts if facts[name].last_mile) == ["brave", "google"]
    assert sorted(name for name in facts if not facts[name].proven) == [
        "brave_api",
        "duckduckgo_lite",
        "jina",
        "marginalia",
        "qwant",
        "searxng",
        "serper",
        "wikipedia",
    ]
    assert {name: facts[name].key or facts[name].base_setting for name in facts if not facts[name].home} == {}
