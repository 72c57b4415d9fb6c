"""What is said to a server: what Chrome says when a person follows a link."""

from dataclasses import replace

import pytest

from tadori.fetch.headers import USER_AGENT, fetch_site, parsed_lines, referer_for, request_headers, response_head
from tadori.model.ids import Url
from tadori.model.web import Cookie, WebRequest
from tadori.text.urls import split_url

SECURE = WebRequest(url=Url("https://www.news.test/a"))


def said(request: WebRequest) -> dict[str, str]:
    return dict(request_headers(request, split_url(request.url), 0.0))


def test_a_first_visit_over_https_has_chromes_headers_in_chromes_order() -> None:
    assert [name for name, _ in request_headers(SECURE, split_url(SECURE.url), 0.0)] == [
        "sec-ch-ua",
        "sec-ch-ua-mobile",
        "sec-ch-ua-platform",
        "Upgrade-Insecure-Requests",
        "User-Agent",
        "Accept",
        "Sec-Fetch-Site",
        "Sec-Fetch-Mode",
        "Sec-Fetch-User",
        "Sec-Fetch-Dest",
        "Accept-Encoding",
        "Accept-Language",
        "Priority",
        "Connection",
    ]
    headers = said(SECURE)
    assert (headers["Sec-Fetch-Site"], headers["Sec-Fetch-Mode"]) == ("none", "navigate")
    assert (headers["Accept-Encoding"], headers["Accept-Language"]) == (
        "gzip, deflate, br, zstd",
        "ja,en-US;q=0.9,en;q=0.8",
    )


def test_over_plain_http_chrome_says_less() -> None:
    headers = said(WebRequest(url=Url("http://news.test/a"), referer=Url("http://news.test/")))
    assert [name for name in headers if name.lower().startswith(("sec-", "priority"))] == []
    assert (headers["Accept-Encoding"], headers["Referer"]) == ("gzip, deflate", "http://news.test/")


def test_what_a_browser_established_is_carried() -> None:
    headers = said(
        replace(
            SECURE,
            accept_language="en",
            etag='W/"1"',
            last_modified="Mon, 16 Nov 2026 00:00:00 GMT",
            cookies=(
                Cookie(name="a", value="1", domain="news.test", host_only=False),
                Cookie(name="b", value="2", domain="www.news.test", path="/a"),
                Cookie(name="old", value="3", domain="www.news.test", expires=-1.0),
            ),
        )
    )
    assert (headers["Accept-Language"], headers["If-None-Match"]) == ("en", 'W/"1"')
    assert headers["If-Modified-Since"] == "Mon, 16 Nov 2026 00:00:00 GMT"
    assert headers["Cookie"] == "b=2; a=1"


def test_a_carried_user_agent_brings_no_hints_that_contradict_it() -> None:
    headers = said(replace(SECURE, user_agent="Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0"))
    assert headers["User-Agent"] == "Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0"
    assert [name for name in headers if name.startswith("sec-ch")] == []
    assert "sec-ch-ua" in said(replace(SECURE, user_agent=USER_AGENT))


@pytest.mark.parametrize(
    ("referer", "url", "site", "told"),
    [
        (None, "https://a.test/", "none", None),
        ("https://a.test/x?y#z", "https://a.test/", "same-origin", "https://a.test/x?y"),
        ("https://u:p@a.test/x", "https://a.test/", "same-origin", "https://a.test/x"),
        ("https://www.a.test/x", "https://a.test/", "same-site", "https://www.a.test/"),
        ("https://a.test:8443/x", "https://a.test/", "same-site", "https://a.test:8443/"),
        ("http://a.test/x", "https://a.test/", "cross-site", "http://a.test/"),
        ("https://b.test/検索?q=1", "https://a.test/", "cross-site", "https://b.test/"),
        ("https://b.github.io/", "https://a.github.io/", "cross-site", "https://b.github.io/"),
        ("https://a.test/x", "http://a.test/", "cross-site", None),
        ("http://b.test/x", "http://a.test/", "cross-site", "http://b.test/"),
    ],
)
def test_referer_and_site_agree_as_in_a_browser(referer: str | None, url: str, site: str, told: str | None) -> None:
    assert (fetch_site(referer, split_url(url)), referer_for(referer, split_url(url))) == (site, told)


def test_header_lines_are_read_in_order_whatever_their_bytes() -> None:
    lines = ["Location: /京都".encode(), b"X:  \xff ", b"no colon", b"Set-Cookie: a=b; c", b"set-cookie: d"]
    assert parsed_lines(lines) == (
        ("location", "/京都"),
        ("x", "ÿ"),
        ("set-cookie", "a=b; c"),
        ("set-cookie", "d"),
    )


def test_a_length_that_holds_stays_and_one_that_lies_is_renamed() -> None:
    lines = [b"Content-Length: 5", b"Content-Length: 6", b"Content-Encoding: none"]
    assert response_head(200, b"", lines, kept=5, decoded=False) == (
        b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-Archive-Orig-Content-Length: 6\r\nContent-Encoding: none\r\n\r\n"
    )
    assert response_head(999, b"", [], kept=0, decoded=False) == b"HTTP/1.1 999 Unknown\r\nContent-Length: 0\r\n\r\n"
