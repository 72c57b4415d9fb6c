"""Cookies as browsers keep them: for their own domain, path and time only."""

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tadori.fetch.cookies import LONGEST_LIFE, cookie_date, cookie_header, cookies_for, cookies_set_by, merged_cookies
from tadori.model.web import Cookie

URL = "https://www.news.test/a/b?c"
NOW = datetime(2026, 11, 16, 9, 0, tzinfo=UTC).timestamp()


def one(line: str, url: str = URL) -> Cookie:
    (cookie,) = cookies_set_by([line], url, NOW)
    return cookie


def test_a_plain_cookie_is_for_its_host_and_folder_until_the_session_ends() -> None:
    assert one(" sid = a=b ") == Cookie(name="sid", value="a=b", domain="www.news.test", path="/a")


def test_every_attribute_is_read() -> None:
    line = "n=v; DOMAIN=.News.test; path=/x; Max-Age=60; Secure; HttpOnly; SameSite=Lax; Odd=1"
    assert one(line) == Cookie(
        name="n",
        value="v",
        domain="news.test",
        path="/x",
        expires=NOW + 60,
        secure=True,
        http_only=True,
        host_only=False,
        same_site="lax",
    )


@pytest.mark.parametrize(
    ("line", "url"),
    [
        ("", URL),
        ("=", URL),
        ("  ;Path=/", URL),
        ("a=b; Domain=other.test", URL),
        ("a=b; Domain=deep.www.news.test", URL),
        ("a=b; Domain=ews.test", URL),
        ("a=b; Domain=test", URL),
        ("a=b; Domain=co.jp", "https://news.co.jp/"),
        ("a=b; Domain=github.io", "https://me.github.io/"),
        ("a=b; Domain=0.0.1", "http://127.0.0.1/"),
        ("a=b; Domain=日本.test", URL),
        ("a=b; Secure", "http://www.news.test/"),
        ("a=\x01b", URL),
        ("a=b\x00", URL),
        ("a=" + "x" * 4096, URL),
        ("__Secure-a=b", URL),
        ("__Host-a=b; Secure", URL),
        ("__host-a=b; Secure; Path=/; Domain=www.news.test", URL),
    ],
)
def test_what_a_browser_drops_is_dropped(line: str, url: str) -> None:
    assert cookies_set_by([line], url, NOW) == ()


def test_a_host_that_is_a_public_suffix_may_set_its_own() -> None:
    cookie = one("a=b; Domain=github.io", "https://github.io/")
    assert (cookie.domain, cookie.host_only) == ("github.io", True)


def test_promised_prefixes_that_are_kept_are_taken() -> None:
    assert one("__Host-a=b; Secure; Path=/").host_only
    assert one("__Secure-a=b; Secure").secure


@pytest.mark.parametrize(
    ("attributes", "expires"),
    [
        ("", None),
        ("; Max-Age=10", NOW + 10),
        ("; Max-Age=0", 0.0),
        ("; Max-Age=-5", 0.0),
        ("; Max-Age=x", None),
        ("; Max-Age=10; Expires=Thu, 01 Jan 1970 00:00:00 GMT", NOW + 10),
        ("; Expires=Mon, 16-Nov-2026 10:00:00 GMT", NOW + 3600),
        ("; Expires=nonsense", None),
        ("; Max-Age=99999999999999999999", NOW + LONGEST_LIFE),
        ("; Expires=Fri, 31 Dec 9999 23:59:59 GMT", NOW + LONGEST_LIFE),
    ],
)
def test_how_long_a_cookie_lives(attributes: str, expires: float | None) -> None:
    assert one(f"a=b{attributes}").expires == expires


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("Wed, 09 Jun 2021 10:18:14 GMT", "2021-06-09T10:18:14+00:00"),
        ("Wednesday, 09-Jun-21 10:18:14 GMT", "2021-06-09T10:18:14+00:00"),
        ("Wed Jun  9 10:18:14 2021", "2021-06-09T10:18:14+00:00"),
        ("09 jun 70 1:2:3", "1970-06-09T01:02:03+00:00"),
    ],
)
def test_dates_are_read_in_all_their_shapes(text: str, iso: str) -> None:
    assert cookie_date(text) == datetime.fromisoformat(iso).timestamp()


@pytest.mark.parametrize("text", ["", "31 Feb 2021 10:00:00", "1 Jan 1600 00:00:00", "25:00:00 1 Jan 2021", "明日"])
def test_what_is_no_date_is_none(text: str) -> None:
    assert cookie_date(text) is None


@pytest.mark.parametrize(
    ("cookie", "url", "sent"),
    [
        (Cookie(name="a", value="", domain="news.test"), "http://news.test/", True),
        (Cookie(name="a", value="", domain="news.test"), "http://www.news.test/", False),
        (Cookie(name="a", value="", domain="news.test", host_only=False), "http://www.news.test/", True),
        (Cookie(name="a", value="", domain="news.test", host_only=False), "http://badnews.test/", False),
        (Cookie(name="a", value="", domain="0.0.1", host_only=False), "http://127.0.0.1/", False),
        (Cookie(name="a", value="", domain="news.test", path="/x"), "http://news.test/x", True),
        (Cookie(name="a", value="", domain="news.test", path="/x"), "http://news.test/x/y", True),
        (Cookie(name="a", value="", domain="news.test", path="/x"), "http://news.test/xy", False),
        (Cookie(name="a", value="", domain="news.test", path="/x/"), "http://news.test/x", False),
        (Cookie(name="a", value="", domain="news.test", secure=True), "http://news.test/", False),
        (Cookie(name="a", value="", domain="news.test", secure=True), "https://news.test/", True),
        (Cookie(name="a", value="", domain="news.test", expires=NOW), "http://news.test/", False),
        (Cookie(name="a", value="", domain="news.test", expires=NOW + 1), "http://news.test/", True),
    ],
)
def test_a_cookie_is_sent_where_it_belongs(cookie: Cookie, url: str, sent: bool) -> None:
    assert (cookies_for([cookie], url, NOW) == (cookie,)) is sent


def test_longer_paths_come_first_then_the_older() -> None:
    cookies = cookies_set_by(["a=1; Path=/", "b=2; Path=/a/b", "c=3; Path=/", "nameless; Path=/"], URL, NOW)
    assert cookie_header(cookies_for(cookies, URL, NOW)) == "b=2; a=1; c=3; nameless"


def test_a_new_value_takes_the_place_of_the_old_and_an_expired_one_removes_it() -> None:
    first = cookies_set_by(["a=1; Path=/", "b=2; Path=/", "c=3; Path=/"], URL, NOW)
    second = cookies_set_by(["a=9; Path=/", "b=; Path=/; Max-Age=0", "a=5; Path=/a"], URL, NOW)
    kept = merged_cookies(first, second, NOW)
    assert [(cookie.name, cookie.value, cookie.path) for cookie in kept] == [
        ("a", "9", "/"),
        ("c", "3", "/"),
        ("a", "5", "/a"),
    ]


def test_a_domain_has_no_more_cookies_than_a_browser_would_keep() -> None:
    many = cookies_set_by([f"c{n}={n}" for n in range(1000)], URL, NOW)
    assert [many[0].name, many[-1].name, len(many)] == ["c820", "c999", 180]
    kept = merged_cookies(many, cookies_set_by(["new=1"], URL, NOW), NOW)
    assert [kept[0].name, kept[-1].name, len(kept)] == ["c821", "new", 180]


@settings(deadline=None)
@given(st.text(max_size=80))
def test_any_line_gives_a_cookie_of_our_own_domain_or_none(line: str) -> None:
    cookies = cookies_set_by([line], URL, NOW)
    assert {cookie.domain for cookie in cookies} <= {"www.news.test", "news.test"}
    assert not any("\n" in cookie.name + cookie.value or ";" in cookie.value for cookie in cookies)
