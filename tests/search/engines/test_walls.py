"""Captcha, consent and block pages are refusals, even with status 200; "no results" is an answer."""

import pytest

from tadori.errors import SourceError, SourceGarbled, SourceRefused, SourceUnreachable
from tests.search.engines.pages import RESULTS, TEMPLATES, URLS, each, page, parse

WALLS = {
    "reCAPTCHA": '<form><div class="g-recaptcha" data-sitekey="k"></div></form>',
    "hCaptcha": '<div class="h-captcha"></div>',
    "Turnstile": '<p>One last step</p><input type="hidden" name="cf-turnstile-response">',
    "challenge form": '<form id="challenge-form" action="//duckduckgo.com/anomaly.js"><p>Select all squares</p></form>',
    "anomaly": '<div class="anomaly-modal__mask"><p>Select all squares with a duck.</p></div>',
    "bots": "<p>Unfortunately, bots use DuckDuckGo too.</p>",
    "picture": '<p>Type the letters</p><img src="/captcha/image?id=1">',
    "scripts": '<noscript><iframe src="/httpservice/retry/enablejs?sei=1"></iframe></noscript><div id="main"></div>',
    "consent": '<h1>Before you continue to Google</h1><form action="https://consent.google.com/save"></form>',
    "words": "<p>Our systems have detected unusual traffic from your computer network.</p>",
    "country": "<p>Unfortunately we are not yet available in your country.</p>",
    "robot (ja)": "<p>私はロボットではありません</p>",
    "traffic (ja)": "<p>お使いのコンピュータ ネットワークから通常と異なるトラフィックが検出されました。</p>",
    "limit (ja)": "<p>現在アクセスが集中しています。</p>",
}  # fmt: skip


@pytest.mark.req("L5")
@pytest.mark.parametrize("status", [200, 202, 403, 429, 503])
@pytest.mark.parametrize("wall", sorted(WALLS))
def test_a_wall_is_a_refusal_whatever_its_status(wall: str, status: int) -> None:
    with pytest.raises(SourceRefused) as raised:
        parse("google", page(WALLS[wall]), status=status)
    assert raised.value.reason.startswith("captcha")


@pytest.mark.parametrize(
    "url",
    [
        "https://consent.google.com/m?continue=x",
        "https://www.google.com/sorry/index?continue=x",
        "https://www.startpage.com/sp/captcha",
    ],
)
def test_an_answer_that_ended_at_a_wall_s_address_is_a_refusal(url: str) -> None:
    with pytest.raises(SourceRefused, match="captcha"):
        parse("google", page("<p>…</p>"), url=url)


@pytest.mark.parametrize("engine", sorted(TEMPLATES))
def test_results_about_captchas_are_results(engine: str) -> None:
    result = (
        "https://words.test/captcha",
        "I am not a robot: captchas",
        "No results found? Unusual traffic, explained.",
    )
    assert [hit.url for hit in parse(engine, page(each(TEMPLATES[engine], (result,))))] == [result[0]]


@pytest.mark.parametrize(
    "words",
    [
        "Your search - xyzzy - did not match any documents.",
        "No results found for xyzzy",
        "Unfortunately we didn’t find any results for “xyzzy”",
        "There are no results for xyzzy",
        "We did not find results for: xyzzy",
        "No pages found matching: xyzzy",
        "No search results found. Try different search terms.",
        "「xyzzy」に一致する情報は見つかりませんでした。",
        "検索結果はありませんでした",
        "該当するページが見つかりません",
    ],
)
@pytest.mark.parametrize("engine", sorted(TEMPLATES))
def test_a_page_that_says_nothing_was_found_gives_no_hits(engine: str, words: str) -> None:
    assert parse(engine, page(f"<p>{words}</p>")) == ()


def test_hidden_words_for_no_results_do_not_hide_a_list_in_new_markup() -> None:
    block = '<div class="q"><h2><a href="URL">TITLE</a></h2><p>TEXT</p></div>'
    assert [hit.url for hit in parse("brave", page('<p class="h">No results</p>' + each(block)))] == URLS
    assert parse("brave", page('<p class="h">No results</p>' + each(block, RESULTS[:2]))) == ()


@pytest.mark.parametrize(
    ("engine", "mark"),
    [
        ("bing", '<ol id="b_results"><li class="b_no"><h1>…</h1></li></ol>'),
        ("ecosia", '<div data-test-id="web-no-results">…</div>'),
        ("duckduckgo", '<div class="no-results">…</div>'),
        ("wikipedia", '<p class="mw-search-nonefound">…</p>'),
    ],
)
def test_an_engine_s_own_mark_of_no_results_is_known_without_its_words(engine: str, mark: str) -> None:
    assert parse(engine, page(mark)) == ()


@pytest.mark.parametrize(
    ("status", "error", "reason"),
    [
        (401, SourceRefused, "HTTP 401"),
        (403, SourceRefused, "HTTP 403"),
        (429, SourceRefused, "HTTP 429"),
        (500, SourceUnreachable, "HTTP 500"),
        (503, SourceUnreachable, "HTTP 503"),
        (404, SourceGarbled, "HTTP 404 in place of results"),
        (302, SourceGarbled, "HTTP 302 in place of results"),
    ],
)
def test_a_bare_status_says_what_it_is(status: int, error: type[SourceError], reason: str) -> None:
    for body in (page("<h1>Sorry</h1>"), ""):
        with pytest.raises(error) as raised:
            parse("mojeek", body, status=status)
        assert raised.value.reason == reason


@pytest.mark.req("L5")
@pytest.mark.parametrize(
    "words", ["429 Too Many Requests", "You are being rate limited.", "リクエストが多すぎます。", "请求过于频繁"]
)
@pytest.mark.parametrize(("status", "reason"), [(200, "asked too often: “"), (429, "HTTP 429")])
def test_a_page_that_only_says_it_was_asked_too_often_is_no_captcha(words: str, status: int, reason: str) -> None:
    with pytest.raises(SourceRefused) as raised:
        parse("mojeek", page(f"<title>{words}</title><h1>{words}</h1>"), status=status, retry_after="1800")
    assert raised.value.reason.startswith(reason)
    assert raised.value.retry_after == 1800.0


def test_few_results_about_rate_limits_are_results_and_none_about_them_are_none() -> None:
    block = '<div class="q"><h2><a href="URL">Rate limits: TITLE</a></h2><p>Too many requests. TEXT</p></div>'
    assert [hit.url for hit in parse("brave", page(each(block)))] == URLS
    assert parse("brave", page("<p>No results found for “rate limit”</p>")) == ()


@pytest.mark.parametrize(("value", "seconds"), [("120", 120.0), ("999999999", 86400.0), ("Wed, 21 Oct 2026", None)])
def test_retry_after_comes_along(value: str, seconds: float | None) -> None:
    with pytest.raises(SourceRefused) as raised:
        parse("mojeek", page(""), status=429, retry_after=value)
    assert raised.value.retry_after == seconds


def test_results_with_a_refusing_status_are_not_believed() -> None:
    with pytest.raises(SourceRefused):
        parse("bing", page(each(TEMPLATES["bing"])), status=403)
    assert [hit.url for hit in parse("bing", page(each(TEMPLATES["bing"])), status=202)] == URLS
