# ruff: noqa: E501  (markup reads better in the lines its engine writes it in)
"""Result pages as real engines write them: results, advertisements, no results, a captcha.

Comes in: results. Goes out: HTML. Links go through the redirects that those engines use, so whoever reads them must see
through these; the advertisements lead to `ads.adnet.test` or to the engine's own counter, and are never results.
Shapes are those of the saved pages in `shared/data/serp` and of what the engines were seen to send; the words are ours.
"""

import base64
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from html import escape
from typing import Final
from urllib.parse import quote, urlsplit

A_PAGE: Final = 10
AD: Final = "http://ads.adnet.test/landing"
AD_TITLE: Final = "Cheap holidays near you - Book today"


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    url: str
    title: str
    snippet: str
    date: str
    lang: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """How one engine is asked and how it answers."""

    paths: tuple[str, ...]
    query: str = "q"
    """The field of the words."""
    results: Callable[[str, Sequence[Result], int], str]
    nothing: Callable[[str], str]
    captcha: Callable[[str], str]
    home: Callable[[], str]
    first: Callable[[Mapping[str, str]], int]
    """The rank a page begins with, from the fields of the request."""
    lang: Callable[[Mapping[str, str]], str]
    span: Callable[[Mapping[str, str]], tuple[str, str]] = lambda fields: ("", "9999")
    """The first day wanted and the first no longer wanted, where the engine takes days as a field."""
    captcha_status: int = 200


def _document(title: str, body: str) -> str:
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<link rel="icon" href="data:,"></head><body>{body}</body></html>\n'
    )


def _home() -> str:
    return _document("Search", '<form action="/search"><input type="search" name="q"><button>Search</button></form>')


def _bold(text: str, query: str, tag: str) -> str:
    """The snippet with the query's words marked."""
    shown = escape(text)
    for word in dict.fromkeys(re.findall(r"\w{3,}", query)):
        shown = re.sub(rf"(?<!&)\b({re.escape(escape(word))})\b", rf"<{tag}>\1</{tag}>", shown, flags=re.IGNORECASE)
    return shown


def _number(fields: Mapping[str, str], name: str) -> int:
    said = fields.get(name, "")
    return int(said) if said.isdigit() else 0


def _of_tag(said: str) -> str:
    """`ja` of `jp-jp`, `ja-JP` or `ja`."""
    head = said.lower().replace("_", "-").split("-")
    return "ja" if {"ja", "jp"} & set(head) else "en" if {"en", "us", "uk", "gb"} & set(head) else ""


def _days(said: str, between: str) -> tuple[str, str]:
    """`2024-01-01<between>2024-12-31`: both days are wanted."""
    first, found, last = said.partition(between)
    return (first, f"{last}~") if found else ("", "9999")


def _bing_days(said: str) -> tuple[str, str]:
    """`ex1:"ez5_19723_20088"`: days since 1970."""
    found = re.fullmatch(r'ex1:"ez5_(\d+)_(\d+)"', said)
    if found is None:
        return ("", "9999")
    first, last = (date(1970, 1, 1) + timedelta(days=int(day)) for day in found.groups())
    return (first.isoformat(), f"{last.isoformat()}~")


# duckduckgo, the page without scripts


def _duckduckgo(query: str, results: Sequence[Result], first: int) -> str:
    ad = (
        '<div class="result results_links results_links_deep result--ad "><div class="links_main links_deep result__body">'
        f'<h2 class="result__title"><a rel="nofollow" class="result__a" '
        f'href="https://duckduckgo.com/y.js?ad_domain=adnet.test&amp;u3={quote(AD, safe="")}">{AD_TITLE}</a></h2>'
        '<div class="result__extras"><a class="badge--ad" href="#">Ad</a></div>'
        '<a class="result__snippet" href="#">Thousands of offers.</a></div></div>'
    )
    blocks = "".join(_duckduckgo_result(result, query) for result in results)
    more = (
        f'<div class="nav-link"><form action="/html/" method="post"><input type="submit" value="Next">'
        f'<input type="hidden" name="q" value="{escape(query)}"><input type="hidden" name="s" value="{first + A_PAGE}">'
        f'<input type="hidden" name="dc" value="{first + A_PAGE + 1}"></form></div>'
    )
    return _document(
        f"{query} at DuckDuckGo",
        f'<div class="serp__results"><div id="links" class="results">{ad}{blocks}{more}</div></div>',
    )


def _duckduckgo_result(result: Result, query: str) -> str:
    href = escape(f"//duckduckgo.com/l/?uddg={quote(result.url, safe='')}&rut=0123456789abcdef")
    return (
        '<div class="result results_links results_links_deep web-result "><div class="links_main links_deep result__body">'
        f'<h2 class="result__title"><a rel="nofollow" class="result__a" href="{href}">{escape(result.title)}</a></h2>'
        '<div class="result__extras"><div class="result__extras__url"><span class="result__icon"></span>'
        f'<a class="result__url" href="{href}">{escape(_shown(result.url))}</a></div></div>'
        f'<a class="result__snippet" href="{href}">{_bold(result.snippet, query, "b")}</a>'
        '<div class="clear"></div></div></div>'
    )


def _duckduckgo_nothing(query: str) -> str:
    return _document(
        f"{query} at DuckDuckGo",
        '<div class="serp__results"><div id="links" class="results"><div class="result results_links results_links_deep '
        'result--no-result"><div class="links_main links_deep result__body"><h2 class="result__title"></h2>'
        '<div class="no-results">No results.</div></div></div></div></div>',
    )


def _duckduckgo_captcha(query: str) -> str:
    return _document(
        "DuckDuckGo",
        '<form id="challenge-form" action="//duckduckgo.com/anomaly.js?sv=html" method="POST"><div class="anomaly-modal__mask">'
        '<div class="anomaly-modal__title">Unfortunately, bots use DuckDuckGo too.</div><div class="anomaly-modal__description">'
        "Please complete the following challenge to confirm this search was made by a human.</div>"
        '<div class="anomaly-modal__instructions">Select all squares containing a duck:</div></div></form>',
    )


# mojeek


def _mojeek(query: str, results: Sequence[Result], first: int) -> str:
    rows = "".join(
        f'<!--rs--><li class="r{at}"><a title="{escape(r.url)}" href="{escape(r.url)}" class="ob"><p class="i">'
        f'<span class="url">{escape(_shown(r.url))}</span></p></a><h2><a class="title" title="{escape(r.url)}" '
        f'href="{escape(r.url)}">{escape(r.title)}</a></h2><p class="s">{_bold(r.snippet, query, "strong")}</p>'
        f'<p class="more"><a href="/search?q=site%3A{urlsplit(r.url).hostname}+{quote(query)}">See more results from '
        f"{urlsplit(r.url).hostname} »</a></p></li><!--re-->"
        for at, r in enumerate(results, start=1)
    )
    pages = f'<div class="pagination"><ul><li><a href="/search?q={quote(query)}&amp;s={first + 11}">Next</a></li></ul></div>'
    return _document(
        f"{query} - Mojeek Search",
        f'<div class="container serp-results"><div class="results"><ul class="results-standard"><!--ls-->{rows}</ul></div>'
        f'{pages}</div><div class="infobox"><a href="/about">About Mojeek</a></div>',
    )


def _mojeek_nothing(query: str) -> str:
    return _document(
        f"{query} - Mojeek Search",
        f'<div class="container serp-results"><div class="results"><p class="no-results">No pages found matching: '
        f"<strong>{escape(query)}</strong></p></div></div>",
    )


def _mojeek_captcha(query: str) -> str:
    return _document(
        "403 - Forbidden",
        "<h1>403 - Forbidden</h1><p>Sorry your network appears to be sending automated queries so we can't process your "
        "request at this time.</p>",
    )


# bing


def _bing(query: str, results: Sequence[Result], first: int) -> str:
    ad = (
        '<li class="b_ad b_adTop"><ul><li><div class="sb_add sb_adTA"><h2><a href="https://www.bing.com/aclk?ld=e8&amp;u=aHR0'
        f'cDovL2Fkcw">{AD_TITLE}</a></h2><div class="b_caption"><div class="b_adurl"><cite>{AD}</cite></div>'
        '<p class="b_lineclamp2">Thousands of offers.</p></div></div></li></ul></li>'
    )
    rows = "".join(_bing_result(result, query, at) for at, result in enumerate(results))
    related = (
        '<li class="b_ans"><div class="b_rs"><h2>Related searches</h2><ul><li><a href="/search?q=holidays">holidays</a></li>'
        "</ul></div></li>"
    )
    pages = f'<li class="b_pag"><nav><a class="sb_pagN" href="/search?q={quote(query)}&amp;first={first + 11}">Next</a></nav></li>'
    return _document(
        f"{query} - Search",
        f'<div id="b_content"><main><ol id="b_results">{ad}{rows}{related}{pages}</ol></main></div>',
    )


def _bing_result(result: Result, query: str, at: int) -> str:
    packed = base64.urlsafe_b64encode(result.url.encode()).decode().rstrip("=")
    href = escape(f"https://www.bing.com/ck/a?!&&p=0123456789abcdef&ptn=3&u=a1{packed}&ntb=1")
    host = urlsplit(result.url).hostname
    return (
        f'<li class="b_algo" data-id iid="SERP.{5000 + at}"><div class="b_tpcn"><a class="tilk" href="{href}" tabindex="-1">'
        f'<div class="tptxt"><div class="tptt">{host}</div><div class="tpmeta"><div class="b_attribution"><cite>'
        f'{escape(_shown(result.url))}</cite></div></div></div></a></div><h2 class=""><a target="_blank" href="{href}">'
        f'{escape(result.title)}</a></h2><div class="b_caption"><p class="b_lineclamp2"><span class="news_dt">'
        f"{_news_date(result)}</span> · {_bold(result.snippet, query, 'strong')}</p></div></li>"
    )


def _news_date(result: Result) -> str:
    year, month, day = (int(part) for part in result.date.split("-"))
    if result.lang == "ja":
        return f"{year}年{month}月{day}日"
    return f"{'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split()[month - 1]} {day}, {year}"


def _bing_nothing(query: str) -> str:
    return _document(
        f"{query} - Search",
        f'<div id="b_content"><main><ol id="b_results"><li class="b_no"><h1>There are no results for <strong>{escape(query)}'
        "</strong></h1><ul><li>Check your spelling or try different keywords</li></ul></li></ol></main></div>",
    )


def _bing_captcha(query: str) -> str:
    return _document(
        f"{query} - Search",
        '<div id="b_content"><div class="captcha"><div class="captcha_header">One last step</div><div class="captcha_text">'
        'Please solve the challenge below to continue</div><div id="cf-turnstile" class="cf-turnstile" data-sitekey="0x4"></div>'
        '<form id="captcha_form" action="/turing/captcha/challenge"></form></div></div>',
    )


# brave


def _brave(query: str, results: Sequence[Result], first: int) -> str:
    ad = (
        f'<div class="snippet svelte-jmfu5f" data-pos="0" data-type="ad" id="search-ad"><div class="result-wrapper"><a href="{AD}" '
        f'class="l1"><div class="title search-snippet-title" title="{AD_TITLE}">{AD_TITLE}</div></a><div class="generic-snippet">'
        '<div class="content">Thousands of offers.</div></div></div></div>'
    )
    rows = "".join(_brave_result(result, query, at) for at, result in enumerate(results))
    pages = f'<div id="pagination"><a class="button" href="/search?q={quote(query)}&amp;offset={first // A_PAGE + 1}">Next</a></div>'
    return _document(
        f"{query} - Brave Search", f'<main><div id="results" class="section">{ad}{rows}</div>{pages}</main>'
    )


def _brave_result(result: Result, query: str, at: int) -> str:
    host = urlsplit(result.url).hostname
    return (
        f'<div class="snippet svelte-jmfu5f" data-pos="{at}" data-type="web" data-keynav="true"><div class="result-wrapper '
        f'svelte-1rq4ngz"><div class="result-content svelte-1rq4ngz"><a href="{escape(result.url)}" target="_self" '
        f'class="svelte-14r20fy l1"><div class="site-name-wrapper"><div class="site-name-content"><div class="t-secondary '
        f'text-ellipsis">{host}</div><div class="url-wrapper"><cite class="snippet-url">{escape(_shown(result.url))}</cite></div>'
        f'</div></div><div class="title search-snippet-title line-clamp-1 svelte-14r20fy" title="{escape(result.title)}">'
        f'{escape(result.title)}</div></a><div class="generic-snippet svelte-1cwdgg3"><div class="content desktop-default-regular '
        f't-primary line-clamp-dynamic svelte-1cwdgg3"><span class="t-secondary">{_news_date(result)} -</span> '
        f"{_bold(result.snippet, query, 'strong')}</div></div></div></div></div>"
    )


def _brave_nothing(query: str) -> str:
    return _document(
        f"{query} - Brave Search",
        '<main><div id="results" class="section"><div id="search-page-no-results" class="noresults"><h2>Too bad</h2><p>'
        f"Not many great matches came back for your search: <b>{escape(query)}</b>. No results found.</p></div></div></main>",
    )


def _brave_captcha(query: str) -> str:
    return _document(
        "Brave Search",
        '<main><div id="pow-captcha" class="captcha"><h1>Confirm you’re not a robot</h1><p>To keep Brave Search safe from bots, '
        "please solve the CAPTCHA to continue.</p><button>I’m not a robot</button></div></main>",
    )


# qwant, the page without scripts


def _qwant(query: str, results: Sequence[Result], first: int) -> str:
    ad = f'<article><span class="tooltip">Ad</span><h2><a href="{AD}">{AD_TITLE}</a></h2><p>Thousands of offers.</p></article>'
    rows = "".join(
        f'<article><span class="url partner">{escape(_shown(r.url))}</span><h2><a href="{escape(r.url)}" rel="noopener">'
        f"{escape(r.title)}</a></h2><p>{_bold(r.snippet, query, 'b')}</p></article>"
        for r in results
    )
    pages = f'<nav><a href="/?q={quote(query)}&amp;p={first // A_PAGE + 2}">Next</a></nav>'
    return _document(f"{query} - Qwant Lite", f'<div class="content"><section>{ad}{rows}</section>{pages}</div>')


def _qwant_nothing(query: str) -> str:
    return _document(
        f"{query} - Qwant Lite",
        f'<div class="content"><section><p class="no-result">No results found for {escape(query)}</p></section></div>',
    )


def _qwant_captcha(query: str) -> str:
    return _document(
        "Qwant Lite",
        '<div class="content"><h1>Too many requests</h1><p>Please complete the captcha to show that you are not a robot.</p>'
        '<form action="/captcha/check" method="post"><img src="/captcha.png" alt=""><input name="answer"></form></div>',
    )


# startpage


def _startpage(query: str, results: Sequence[Result], first: int) -> str:
    ad = (
        '<div class="a-bg-result a-bg"><div class="sponsored"><h2>Ads</h2>'
        f'<a class="ad-title" href="{AD}">{AD_TITLE}</a><p class="ad-text">Thousands of offers.</p></div></div>'
    )
    rows = "".join(
        f'<div class="result css-o7i03b"><div class="upper"><a class="wgl-site-title result-link" href="{escape(r.url)}">'
        f'<span>{escape(_shown(r.url))}</span></a></div><a class="result-title result-link css-1bggj8v" href="{escape(r.url)}">'
        f'<h2 class="wgl-title css-i3irj7">{escape(r.title)}</h2></a><p class="description css-1507v2l">'
        f"{_bold(r.snippet, query, 'b')}</p></div>"
        for r in results
    )
    return _document(
        f"Startpage Search Results: {query}",
        f'<main><section class="w-gl mainline-results">{ad}{rows}</section></main>',
    )


def _startpage_nothing(query: str) -> str:
    return _document(
        "Startpage Search Results",
        f'<main><section class="mainline-results"><div class="no-results"><p>Sorry, there are no results for '
        f"{escape(query)}.</p></div></section></main>",
    )


def _startpage_captcha(query: str) -> str:
    return _document(
        "Startpage Captcha",
        "<main><h1>Startpage.com</h1><p>We have noticed unusual activity from your network. Please solve the captcha.</p>"
        '<form action="/sp/captcha"><div class="h-captcha" data-sitekey="10000000"></div></form></main>',
    )


def _shown(url: str) -> str:
    """An address as engines print it: `host › part › part`."""
    parts = urlsplit(url)
    return " › ".join([parts.hostname or "", *[part for part in parts.path.split("/") if part]])


STYLES: Final[dict[str, Style]] = {
    "duckduckgo": Style(
        paths=("/html/", "/html"),
        results=_duckduckgo,
        nothing=_duckduckgo_nothing,
        captcha=_duckduckgo_captcha,
        captcha_status=202,
        home=_home,
        first=lambda fields: _number(fields, "s"),
        lang=lambda fields: _of_tag(fields.get("kl", "")),
        span=lambda fields: _days(fields.get("df", ""), ".."),
    ),
    "mojeek": Style(
        paths=("/search",),
        results=_mojeek,
        nothing=_mojeek_nothing,
        captcha=_mojeek_captcha,
        captcha_status=403,
        home=_home,
        first=lambda fields: max(0, _number(fields, "s") - 1),
        lang=lambda fields: _of_tag(fields.get("lb", fields.get("arc", ""))),
    ),
    "bing": Style(
        paths=("/search",),
        results=_bing,
        nothing=_bing_nothing,
        captcha=_bing_captcha,
        home=_home,
        first=lambda fields: max(0, _number(fields, "first") - 1),
        lang=lambda fields: _of_tag(fields.get("setlang", fields.get("mkt", fields.get("cc", "")))),
        span=lambda fields: _bing_days(fields.get("filters", "")),
    ),
    "brave": Style(
        paths=("/search",),
        results=_brave,
        nothing=_brave_nothing,
        captcha=_brave_captcha,
        captcha_status=429,
        home=_home,
        first=lambda fields: _number(fields, "offset") * A_PAGE,
        lang=lambda fields: _of_tag(fields.get("lang", fields.get("country", ""))),
        span=lambda fields: _days(fields.get("tf", ""), "to"),
    ),
    "qwant": Style(
        paths=("/",),
        results=_qwant,
        nothing=_qwant_nothing,
        captcha=_qwant_captcha,
        home=_home,
        first=lambda fields: max(0, _number(fields, "p") - 1) * A_PAGE,
        lang=lambda fields: _of_tag(fields.get("l", fields.get("locale", ""))),
    ),
    "startpage": Style(
        paths=("/do/dsearch", "/sp/search"),
        query="query",
        results=_startpage,
        nothing=_startpage_nothing,
        captcha=_startpage_captcha,
        home=_home,
        first=lambda fields: max(0, _number(fields, "page") - 1) * A_PAGE,
        lang=lambda fields: {"nihongo": "ja", "english": "en"}.get(fields.get("language", ""), ""),
    ),
}
