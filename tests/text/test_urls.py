"""Addresses as browsers read them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tadori.errors import AddressForbidden
from tadori.text.urls import (
    MAX_URL_BYTES,
    deceptive_host,
    domain_of,
    is_public_suffix,
    origin_of,
    page_key,
    parse_url,
    registrable,
    same_domain,
    split_url,
)


def refusal(text: str, base: str | None = None) -> str:
    with pytest.raises(AddressForbidden) as caught:
        parse_url(text, base)
    return caught.value.reason


def test_an_address_is_taken_apart() -> None:
    url = split_url("HTTPS://User:Pw@WWW.News.TEST:8443/a/../b?q=あ#上")
    assert url.href == "https://User:Pw@www.news.test:8443/b?q=%E3%81%82#%E4%B8%8A"
    assert url.url == "https://www.news.test:8443/b?q=%E3%81%82#%E4%B8%8A"
    assert (url.scheme, url.host, url.port, url.origin) == (
        "https",
        "www.news.test",
        8443,
        "https://www.news.test:8443",
    )
    assert (url.target, url.fragment, url.address) == ("/b?q=%E3%81%82", "%E4%B8%8A", None)


@pytest.mark.parametrize(
    ("text", "host", "address"),
    [
        ("http://0x7f.1/", "127.0.0.1", "127.0.0.1"),
        ("http://[::FFFF:1.2.3.4]/", "[::ffff:102:304]", "::ffff:102:304"),
        ("http://日本語.test/", "xn--wgv71a119e.test", None),
        ("http://ｎｅｗｓ.test/", "news.test", None),
        ("http://1.test/", "1.test", None),
    ],
)
def test_hosts_come_in_their_normal_spelling(text: str, host: str, address: str | None) -> None:
    assert (split_url(text).host, split_url(text).address) == (host, address)


@pytest.mark.parametrize(
    ("text", "base", "url"),
    [
        ("/b", "https://news.test/a/c?x", "https://news.test/b"),
        ("?y=1", "https://news.test/a/c?x", "https://news.test/a/c?y=1"),
        ("//other.test/z", "https://news.test/a", "https://other.test/z"),
        ("記事", "https://news.test/a/", "https://news.test/a/%E8%A8%98%E4%BA%8B"),
        ("", "https://news.test/a#b", "https://news.test/a"),
        ("\\evil", "https://news.test/a/", "https://news.test/evil"),
    ],
)
def test_a_relative_address_is_read_from_where_it_stands(text: str, base: str, url: str) -> None:
    assert parse_url(text, base) == url


def test_a_lone_surrogate_is_read_as_browsers_read_it() -> None:
    assert parse_url("http://news.test/\ud800") == "http://news.test/%EF%BF%BD"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the address is empty"),
        ("  \n", "the address is empty"),
        ("news.test/a", "it is no absolute address: no scheme such as https:"),
        ("京都", "it is no absolute address: no scheme such as https:"),
        ("http://", "it names no host"),
        ("http://:80/", "it names no host"),
        ("http://news.test:99999/", "99999 is no port"),
        ("http://news.test:8x/", "8x is no port"),
        ("http://a b/", "a b is no host name"),
        ("http://[::1/", "[::1 is no host name"),
        ("http://1.2.3.256/", "1.2.3.256 is no host name"),
        ("http://[fe80::1%25eth0]/", "[fe80::1%25eth0] is no host name"),
        ("file:///etc/passwd", "only http and https are asked, not file:"),
        ("javascript:alert(1)", "only http and https are asked, not javascript:"),
        ("ftp://news.test/", "only http and https are asked, not ftp:"),
    ],
)
def test_what_is_no_web_address_is_refused_with_what_is_wrong(text: str, reason: str) -> None:
    assert refusal(text) == reason


def test_a_base_does_not_make_another_scheme_allowed() -> None:
    assert refusal("file:///etc/passwd", "https://news.test/") == "only http and https are asked, not file:"


def test_the_length_is_bounded_before_and_after_encoding() -> None:
    start = "http://news.test/"
    assert len(parse_url(start + "a" * (MAX_URL_BYTES - len(start)))) == MAX_URL_BYTES
    assert refusal(start + "a" * MAX_URL_BYTES) == "the address is longer than 8192 bytes"
    assert refusal(start + "あ" * 2000) == "the address is longer than 8192 bytes"


def test_the_refused_address_is_shown_short_and_harmless() -> None:
    with pytest.raises(AddressForbidden) as caught:
        parse_url("http://\x1b[31m" + "あ" * 500)
    assert caught.value.source.isascii()
    assert len(caught.value.source) < 800


@settings(deadline=None)
@given(st.text(max_size=60), st.sampled_from([None, "https://news.test/a/b?c", "http://u:p@h.test:81/"]))
def test_any_text_is_an_address_in_normal_form_or_a_refusal(text: str, base: str | None) -> None:
    try:
        url = parse_url(text, base)
    except AddressForbidden as refused:
        outcome = (refused.reason != "", True)
    else:
        outcome = (parse_url(url) == url, url.isascii())
    assert outcome == (True, True)


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("https://news.test:443/a#b", "https://news.test/a"),
        ("http://news.test:80", "http://news.test/"),
        ("http://u:p@news.test/", "http://news.test/"),
        ("http://news.test/?utm_source=x&id=2&fbclid=9&a=1", "http://news.test/?id=2&a=1"),
        ("http://news.test/?UTM_Medium=x&gclid=1", "http://news.test/"),
        ("http://news.test/?b=2&a=1&b=3", "http://news.test/?b=2&a=1&b=3"),
        ("http://news.test/?", "http://news.test/"),
        ("http://news.test/?q", "http://news.test/?q"),
        ("http://news.test/?q=utm_source", "http://news.test/?q=utm_source"),
        ("http://news.test/utm_source=1", "http://news.test/utm_source=1"),
    ],
)
def test_a_page_has_one_key(url: str, key: str) -> None:
    assert page_key(url) == key
    assert page_key(key) == key


@pytest.mark.parametrize(
    ("host", "domain"),
    [
        ("a.b.news.test", "news.test"),
        ("news.test.", "news.test"),
        ("www.pref.kyoto.jp", "pref.kyoto.jp"),
        ("a.b.co.jp", "b.co.jp"),
        ("co.jp", "co.jp"),
        ("me.github.io", "me.github.io"),
        ("x.me.github.io", "me.github.io"),
        ("127.0.0.1", "127.0.0.1"),
        ("[::1]", "[::1]"),
        ("localhost", "localhost"),
        ("WWW.News.TEST", "news.test"),
    ],
)
def test_the_domain_is_what_one_owner_holds(host: str, domain: str) -> None:
    assert registrable(host) == domain


def test_domains_and_origins_of_addresses() -> None:
    assert domain_of("https://a.news.test:8443/x") == "news.test"
    assert origin_of("https://a.news.test:443/x") == "https://a.news.test"
    assert same_domain("http://a.news.test/", "https://b.news.test/")
    assert not same_domain("https://a.github.io/", "https://b.github.io/")


@pytest.mark.parametrize(
    ("host", "public"),
    [("jp", True), ("co.jp", True), ("github.io", True), ("test", True), ("news.test", False), ("10.0.0.1", False)],
)
def test_public_suffixes_belong_to_nobody(host: str, public: bool) -> None:
    assert is_public_suffix(host) is public


@pytest.mark.parametrize(
    ("host", "reason"),
    [
        ("аpple.test", "\\u0430pple mixes Cyrillic and Latin letters"),
        ("gοοgle.test", "g\\u03bf\\u03bfgle mixes Greek and Latin letters"),
        ("аррӏе.test", "\\u0430\\u0440\\u0440\\u04cf\\u0435 is written in Cyrillic letters that look like Latin ones"),
        ("οικια.test", "\\u03bf\\u03b9\\u03ba\\u03b9\\u03b1 is written in Greek letters that look like Latin ones"),
        ("ɡoogle.test", "\\u0261oogle has phonetic letters that look like plain ones"),
        ("www.аpple.news.test", "\\u0430pple mixes Cyrillic and Latin letters"),
        ("news.comノlogin.test", "com\\u30celogin has a letter that looks like a slash"),
        ("かなкод.test", "\\u304b\\u306a\\u043a\\u043e\\u0434 mixes Cyrillic and Kana letters"),
    ],
)
def test_homographs_are_seen_through(host: str, reason: str) -> None:
    assert deceptive_host(split_url(f"http://{host}/").host) == reason


@pytest.mark.parametrize(
    "host",
    [
        "news.test",
        "日本語ドメイン名.test",
        "東京abcニュース2026.test",
        "ノート.test",
        "パソコン.test",
        "々ー〆.test",
        "münchen.test",
        "한국어abc.test",
        "пример.test",
        "сосо.рф",
        "ελλάδα.test",
        "xn--a.test",
        "127.0.0.1",
    ],
)
def test_honest_names_are_not_suspected(host: str) -> None:
    assert deceptive_host(split_url(f"http://{host}/").host) is None
