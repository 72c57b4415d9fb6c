"""A site's own search: its form, its answers, its pace."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qsl, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.errors import (
    ConfigError,
    SourceError,
    SourceGarbled,
    SourceRefused,
    SourceTooLarge,
    SourceUnreachable,
    WrongCall,
)
from tadori.model.engine import Category, EngineResponse
from tadori.model.entity import SiteSearchState
from tadori.model.ids import Url
from tadori.model.thresholds import MAX_DOCUMENT_BYTES
from tadori.search.sites.forms import search_forms
from tadori.search.sites.results import site_results
from tadori.search.sites.site_search import (
    AddressPlan,
    SearchSite,
    TypePlan,
    after_try,
    allowlist,
    fallback_query,
    parse_sites,
    plan_request,
    result_url,
    site_turn,
    with_form,
)

HOME = "https://www.energy.go.test/index.html"
NOON = datetime(2026, 11, 16, 12, 0, tzinfo=UTC)

MINISTRY = """<!DOCTYPE html><html lang="ja"><head><meta charset="utf-8"><title>エネルギー省</title></head><body>
<header><form id="login" action="/login" method="post"><input name="id"><input type="password" name="pw"></form>
<div role="search"><form action="/search/result.html?old=1" method="get">
<input type="hidden" name="lang" value="ja"><input type="hidden" name="ie" value="utf8">
<input type="text" name="q" id="searchBox" placeholder="サイト内検索">
<input type="checkbox" name="pdf" value="1" checked>
<input type="checkbox" name="all" value="1"><select name="sort"><option value="new">新しい順</option>
<option value="rel" selected>関連順</option></select>
<button type="submit" name="go" value="1" id="go">検索</button></form></div>
</header><form action="https://newsletter.test/subscribe"><input type="email" name="m"><button>購読</button></form>
</body></html>"""

JOURNALS = b"""<html><body><form action="/find" method="POST" class="search-form"><label>Search the archive</label>
<input name="term" type="search"><input type="submit" value="Search"></form></body></html>"""

SCRIPTED = (
    b"""<html><body><div role="search"><input type="search" aria-label="Search docs" class="q"></div></body></html>"""
)

RESULTS_JA = """<html><head><meta charset="utf-8"><title>検索結果</title></head><body>
<header><a href="/tide/header">潮流発電トップ</a></header>
<ul class="breadcrumb"><li><a href="/">ホーム</a></li><li><a href="/tide/crumb">潮流発電</a></li></ul>
<div id="main"><h1>「潮流発電」の検索結果 3件</h1><ol class="results">
<li><div class="item"><h3><a href="/policy/tide.html">潮流発電の導入<b>方針</b></a></h3>
<p>潮流発電の導入に関する基本方針を示す。</p></div></li>
<li><div class="item"><h3><a href="https://data.energy.go.test/tide.pdf">潮流発電統計（PDF）</a></h3><p>全国の設備容量。</p>
<a href="https://data.energy.go.test/tide.pdf">PDF</a></div></li>
<li><div class="item"><h3><a href="/press/2025/03.html">令和7年3月の発表</a></h3>
<p>潮流の実証について。<script>evil()</script></p></div></li>
<li><div class="item"><h3><a href="https://ads.test/tide">潮流発電の広告</a></h3><p>潮流発電</p></div></li>
</ol><div class="pager"><a href="/search/result.html?q=a&amp;p=2">2</a></div>
<p class="more"><a href="/search/result.html?q=a&amp;p=2">次の潮流発電の結果</a></p></div>
<footer><a href="/tide/footer">潮流発電のお問い合わせ</a></footer></body></html>"""

RESULTS_EN = b"""<html><body><main>
<article><header><h2><a href="/standards/tide-7">Tide turbine standard 7</a></h2></header>
<p>Requirements for tidal turbines.</p><a href="/standards/tide-7">Read more</a></article>
<article><header><h2><a href="/standards/tide-9">Moorings</a></h2></header>
<p>Moorings of tidal turbines at sea.</p></article></main>
<aside><a href="/shop/tidal">Tidal turbines in the shop</a></aside></body></html>"""


def answer(
    body: bytes | str, *, status: int = 200, url: str = "https://www.energy.go.test/search/result.html?q=a"
) -> EngineResponse:
    data = body.encode() if isinstance(body, str) else body
    headers = (("Retry-After", "120"),)
    return EngineResponse(url=Url(url), status=status, headers=headers, body=data, media_type="text/html")


def read(body: bytes | str, words: str, *, status: int = 200, limit: int = 10) -> list[tuple[str, str]]:
    found = site_results(
        answer(body, status=status), words, domain="energy.go.test", kind=Category.GOVERNMENT, limit=limit
    )
    return [(hit.title, hit.url) for hit in found]


@pytest.mark.req("L8")
def test_the_search_form_of_a_ministry_is_found_among_its_forms() -> None:
    (form,) = search_forms(MINISTRY.encode(), HOME)

    assert (form.action, form.field, form.method, form.needs_browser) == (
        "https://www.energy.go.test/search/result.html?old=1",
        "q",
        "get",
        False,
    )
    assert form.hidden == (("lang", "ja"), ("ie", "utf8"), ("pdf", "1"), ("sort", "rel"), ("go", "1"))
    assert (form.selector, form.submit) == ("#searchBox", "#go")


@pytest.mark.req("L8")
def test_a_get_form_becomes_the_address_that_a_browser_would_ask() -> None:
    (form,) = search_forms(MINISTRY.encode(), HOME)

    asked = plan_request(form, "潮流発電  2025年 & more\u200b")

    assert isinstance(asked, AddressPlan)
    assert asked.url.startswith("https://www.energy.go.test/search/result.html?lang=ja&ie=utf8&pdf=1&sort=rel&go=1&q=")
    assert dict(parse_qsl(urlsplit(asked.url).query))["q"] == "潮流発電 2025年 & more"


def test_words_are_sent_in_the_encoding_of_the_page_and_what_it_lacks_as_browsers_do() -> None:
    page = '<meta charset="Shift_JIS"><form action="/s"><input name="q" placeholder="検索"></form>'.encode("cp932")

    (form,) = search_forms(page, HOME)

    assert form.charset == "cp932"
    assert result_url(form, "潮流😀") == "https://www.energy.go.test/s?q=%92%AA%97%AC%26%23128512%3B"


@pytest.mark.req("L8")
def test_a_post_form_is_described_for_a_browser() -> None:
    (form,) = search_forms(JOURNALS, "https://journals.ac.test/")

    assert plan_request(form, "tidal power") == TypePlan(
        page=Url("https://journals.ac.test/"),
        field='input[name="term"]',
        submit='input[type="submit"]',
        words="tidal power",
    )


def test_a_search_field_without_a_form_is_described_for_a_browser() -> None:
    (form,) = search_forms(SCRIPTED, "https://docs.test/")

    assert plan_request(form, "tide") == TypePlan(
        page=Url("https://docs.test/"), field='input[type="search"]', submit="", words="tide"
    )


@pytest.mark.parametrize(
    "page",
    [
        b"",
        b"<form><input type=text name=zip></form>",
        b"<form action=/login><input name=q><input type=password></form>",
        b"<form action=/enter><input type=search name=q placeholder=search><input type=password></form>",
        b"<form action=/ask><input name=q><textarea name=t></textarea></form>",
        b"<form action=https://engine.test/cse><input name=q></form>",
        b"<form action=/mail class=newsletter><input name=search></form>",
        b"<form action=/contact id=contact><input name=q><textarea name=t></textarea></form>",
        b"<form action='http://['><input name=q></form>",
        b"<form action=/s><input name=q disabled></form>",
        b"<form",
    ],
)
def test_other_forms_are_no_search_forms(page: bytes) -> None:
    assert search_forms(page, HOME) == ()


def test_the_role_of_a_form_is_sign_enough() -> None:
    (form,) = search_forms(b"<form role=search action=/x><input name=zz></form>", HOME)

    assert (form.field, form.score) == ("zz", 3)


def test_a_form_that_a_script_sends_needs_a_browser() -> None:
    page = b"<form action='javascript:void(0)' onsubmit='go(); return false'><input type=search name=q></form>"

    (form,) = search_forms(page, HOME)

    assert (form.needs_browser, form.action) == (True, HOME)


def test_a_hostile_page_of_forms_is_bounded() -> None:
    page = b"<form action=/s><input name=q>" * 5_000 + b"<input type=hidden name=h value='" + b"x" * 100_000 + b"'>"

    found = search_forms(page, HOME)

    assert len(found) <= 50
    assert max(len(value) for form in found for _, value in (*form.hidden, ("", ""))) <= 500
    with pytest.raises(SourceTooLarge):
        search_forms(b" " * (MAX_DOCUMENT_BYTES + 1), HOME)


@pytest.mark.req("L8")
def test_the_results_of_a_japanese_site_are_its_result_links_and_nothing_else() -> None:
    found = site_results(answer(RESULTS_JA), "潮流発電", domain="energy.go.test", kind=Category.GOVERNMENT)

    assert [(hit.rank, hit.title, hit.url, hit.snippet) for hit in found] == [
        (
            1,
            "潮流発電の導入方針",
            "https://www.energy.go.test/policy/tide.html",
            "潮流発電の導入に関する基本方針を示す。",
        ),
        (2, "潮流発電統計（PDF）", "https://data.energy.go.test/tide.pdf", "全国の設備容量。 PDF"),
        (3, "令和7年3月の発表", "https://www.energy.go.test/press/2025/03.html", "潮流の実証について。"),
    ]
    assert {(hit.engine, hit.source_tag, hit.date) for hit in found} == {("site:energy.go.test", "government", None)}


def test_the_results_of_an_english_site_are_read_from_articles() -> None:
    found = site_results(
        answer(RESULTS_EN, url="https://std.test/search?q=x"),
        "tidal turbines",
        domain="std.test",
        kind=Category.TECHNICAL,
    )

    assert [(hit.title, hit.snippet) for hit in found] == [
        ("Tide turbine standard 7", "Requirements for tidal turbines. Read more"),
        ("Moorings", "Moorings of tidal turbines at sea."),
    ]


def test_navigation_further_pages_and_pictures_are_no_results_however_much_they_speak() -> None:
    item = "<li><h3><a href='{}'>{}</a></h3></li>"
    menu = "".join(item.format(f"/menu{n}", "潮流発電") for n in range(9))
    rows = [
        "<li><h3><a href='/t'>図表</a></h3><h3><a href='/t'>潮流発電の統計</a></h3></li>",
        item.format("?p=123", "潮流発電の予算"),
        item.format("?q=a&amp;page=2", "潮流発電の結果 2ページ目"),
        item.format("/", "潮流発電の省"),
    ]

    found = read(f"<body><nav><ul>{menu}</ul></nav><ul id=gnav>{menu}</ul><ul>{''.join(rows)}</ul></body>", "潮流発電")

    assert found == [
        ("潮流発電の統計", "https://www.energy.go.test/t"),
        ("潮流発電の予算", "https://www.energy.go.test/search/result.html?p=123"),
    ]


def test_results_are_cut_at_the_limit() -> None:
    assert read(RESULTS_JA, "潮流発電", limit=1) == [
        ("潮流発電の導入方針", "https://www.energy.go.test/policy/tide.html")
    ]


@pytest.mark.req("L8")
@pytest.mark.parametrize(
    "body",
    [
        "<p>「あいう」に一致する情報は見つかりませんでした。</p>",
        "<p>検索結果 0 件</p><a href='/popular'>人気のページ</a>",
        "<p>該当するページはありません。</p>",
        "<h1>No results for “zzz”</h1>",
        "<p>Your search did not match any documents.</p>",
    ],
)
def test_a_page_that_says_so_has_no_results(body: str) -> None:
    assert read(f"<html><body>{body}</body></html>", "あいう") == []


@pytest.mark.req("L8")
@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("<p>Please confirm</p><div class='g-recaptcha'></div>", "captcha"),
        ("<p>ロボットではありません</p>", "captcha"),
        ("<h1>ログイン</h1><form><input name=id><input type=password></form>", "login"),
    ],
)
def test_a_wall_is_a_refusal_that_names_itself(body: str, reason: str) -> None:
    with pytest.raises(SourceRefused) as refused:
        read(f"<html><body>{body}</body></html>", "潮流発電")

    assert refused.value.reason.startswith(reason)


@pytest.mark.parametrize(
    ("status", "kind", "wait"),
    [(403, SourceRefused, 120.0), (429, SourceRefused, 120.0), (503, SourceUnreachable, None)],
)
def test_a_status_of_refusal_is_one(status: int, kind: type[SourceError], wait: float | None) -> None:
    with pytest.raises(kind) as refused:
        read(RESULTS_JA, "潮流発電", status=status)

    assert getattr(refused.value, "retry_after", None) == wait


@pytest.mark.parametrize(
    "body", ["", "<html><body><p>ようこそ</p><a href='/a'>お知らせ</a></body></html>", "<", "\x00"]
)
def test_a_page_with_neither_results_nor_their_absence_is_garbled(body: str) -> None:
    with pytest.raises(SourceGarbled):
        read(body, "潮流発電")


def test_hostile_titles_and_addresses_do_no_harm() -> None:
    item = "<li><h3><a href='{}'>潮流発電{}</a></h3><p>潮流発電</p></li>"
    rows = [
        item.format("javascript:alert(1)", "a"),
        item.format("data:text/html,x", "b"),
        item.format("//www.energy.go.test:99999/x", "c"),
        item.format("https://www.energy.go.test@evil.test/x", "d"),
        item.format("/ok", "&lt;img onerror=x&gt;\u202e" + "長" * 5000),
    ]

    ((title, url),) = read(f"<ul>{''.join(rows)}</ul>", "潮流発電")

    assert (url, len(title), "\u202e" in title) == ("https://www.energy.go.test/ok", 200, False)


def test_a_page_of_thousands_of_links_is_read_in_bounded_work() -> None:
    page = "<ul>" + "".join(f"<li><a href='/t{n}'>潮流 {n}</a></li>" for n in range(6000)) + "</ul>"
    same = "<div>" + "<a href='/t'>潮流発電</a>" * 6000 + "</div>"

    assert len(read(page, "潮流", limit=20)) == 20
    assert read(same, "潮流発電") == [("潮流発電", "https://www.energy.go.test/t")]


@pytest.mark.req("L8")
def test_two_failures_in_a_row_rest_a_site_until_the_next_day() -> None:
    state = SiteSearchState(domain="energy.go.test")
    once = after_try(state, ok=False, now=NOON)
    twice = after_try(once, ok=False, now=NOON + timedelta(seconds=10))

    assert (once.failures, once.paused_until, once.success) == (1, None, 0.35)  # .5 - .3 × .5
    assert (twice.failures, twice.paused_until) == (2, datetime(2026, 11, 17, tzinfo=UTC))
    assert site_turn(twice, NOON + timedelta(hours=11)).allowed is False
    assert site_turn(twice, NOON + timedelta(hours=12)).allowed is True


@pytest.mark.req("L8")
def test_a_success_in_between_starts_the_count_again_and_is_remembered() -> None:
    state = SiteSearchState(domain="energy.go.test")
    state = after_try(state, ok=False, now=NOON)
    state = after_try(state, ok=True, now=NOON, useful=4)
    state = after_try(state, ok=False, now=NOON)

    assert (state.tries, state.successes, state.failures, state.paused_until) == (3, 1, 1, None)
    assert state.success == pytest.approx(0.3815)  # .35 → .545 → .3815
    assert state.harvest == pytest.approx(0.84)  # 0 → 1.2 → .84


def test_a_site_that_keeps_failing_rests_for_a_week() -> None:
    state = SiteSearchState(domain="energy.go.test")
    for day in range(5):
        state = after_try(state, ok=False, now=NOON + timedelta(days=day))

    assert state.paused_until == datetime(2026, 11, 27, tzinfo=UTC)


def test_a_longer_rest_is_not_cut_short_by_another_failure() -> None:
    resting = SiteSearchState(domain="energy.go.test", failures=1, paused_until=NOON + timedelta(days=5))

    assert after_try(resting, ok=False, now=NOON).paused_until == NOON + timedelta(days=5)
    assert after_try(resting, ok=True, now=NOON).paused_until == NOON + timedelta(days=5)


@pytest.mark.req("L8")
def test_a_site_is_asked_at_most_once_in_ten_seconds() -> None:
    state = after_try(SiteSearchState(domain="energy.go.test"), ok=True, now=NOON)

    assert site_turn(SiteSearchState(domain="energy.go.test"), NOON).wait == 0.0
    assert site_turn(state, NOON + timedelta(seconds=4)).wait == 6.0
    assert site_turn(state, NOON + timedelta(seconds=60)).wait == 0.0


@given(st.lists(st.booleans(), max_size=30))
def test_a_site_never_fails_three_times_within_a_day(tries: list[bool]) -> None:
    state, now, failed = SiteSearchState(domain="a.test"), NOON, 0
    for ok in tries:
        if site_turn(state, now).allowed:
            state = after_try(state, ok=ok, now=now)
            failed = 0 if ok else failed + 1
        now += timedelta(seconds=10)

    assert failed <= 2
    assert 0.0 <= state.success <= 1.0
    assert state.successes <= state.tries


@pytest.mark.req("L8")
def test_the_fallback_asks_an_engine_for_the_site() -> None:
    assert fallback_query("www.energy.go.test", " 潮流\u200b発電 ") == "site:go.test 潮流発電"
    assert fallback_query("www.mhlw.go.jp", "統計") == "site:mhlw.go.jp 統計"


@pytest.mark.parametrize("words", ["", " \n", "\u200b\u202e"])
def test_nothing_cannot_be_searched_for(words: str) -> None:
    (form,) = search_forms(MINISTRY.encode(), HOME)

    with pytest.raises(WrongCall, match="give it words"):
        plan_request(form, words)
    with pytest.raises(WrongCall):
        fallback_query("energy.go.test", words)


def owner_of(address: str, sites: Sequence[SearchSite]) -> SearchSite:
    """The site that an address belongs to; the longest domain wins."""
    host = f".{urlsplit(address).hostname}"
    return max((site for site in sites if host.endswith(f".{site.domain}")), key=lambda site: len(site.domain))


def test_the_allowlist_that_comes_with_tadori_is_whole() -> None:
    sites = allowlist()

    assert len({site.domain for site in sites}) == len(sites)
    assert {site.kind for site in sites} == {Category.GOVERNMENT, Category.ACADEMIC, Category.TECHNICAL}
    assert [site for site in sites if owner_of(site.start, sites) != site] == []
    assert {site.lang for site in sites} == {"ja", "en"}
    assert [site.domain for site in sites if not site.about] == []
    (ministry,) = (site for site in sites if site.domain == "mhlw.go.jp")
    assert (ministry.start, ministry.lang) == ("https://www.mhlw.go.jp/", "ja")


@pytest.mark.parametrize(
    "text", ["[[site", '[[site]]\ndomain="a"', '[[site]]\ndomain="a"\nstart="b"\nkind="c"', "site = 5", 'site = ["a"]']
)
def test_a_broken_allowlist_says_what_is_wrong(text: str) -> None:
    with pytest.raises(ConfigError, match="sites to search"):
        parse_sites(text)


def test_the_place_of_a_form_is_remembered() -> None:
    (form,) = search_forms(MINISTRY.encode(), HOME)

    state = with_form(SiteSearchState(domain="energy.go.test"), form)

    assert state.form == form
    assert (form.action, form.field) == ("https://www.energy.go.test/search/result.html?old=1", "q")
    assert with_form(state, None) == SiteSearchState(domain="energy.go.test")
