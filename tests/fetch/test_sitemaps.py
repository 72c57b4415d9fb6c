import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.errors import SourceGarbled, SourceTooLarge
from tadori.fetch.sitemaps import SitemapEntry, most_relevant, parse_sitemap
from tadori.model.ids import IsoDate, Url
from tadori.text.urls import page_key

PLACE = "https://www.nagi.test/sitemap.xml"
NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"


def urlset(*items: str) -> bytes:
    return f'<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="{NAMESPACE}">{"".join(items)}</urlset>'.encode()


def item(url: str, rest: str = "") -> str:
    return f"<url><loc>{url}</loc>{rest}</url>"


def entry(path: str, lastmod: str | None = None, priority: float = 0.5, title: str = "") -> SitemapEntry:
    date = None if lastmod is None else IsoDate(lastmod)
    return SitemapEntry(url=Url(f"https://www.nagi.test{path}"), lastmod=date, priority=priority, title=title)


@pytest.mark.req("L7")
def test_a_sitemap_gives_addresses_dates_and_weights() -> None:
    body = urlset(
        item("https://www.nagi.test/a", "<lastmod>2026-11-02T08:15:00+09:00</lastmod><priority>0.8</priority>"),
        item(
            " https://www.nagi.test/潮?x=1&amp;y=2#part\n", "<lastmod>2025-03</lastmod><changefreq>daily</changefreq>"
        ),
        item("/relative", "<lastmod>2024</lastmod><priority>high</priority>"),
    )
    sitemap = parse_sitemap(body, PLACE)
    assert sitemap.entries == (
        entry("/a", "2026-11-02", 0.8),
        entry("/%E6%BD%AE?x=1&y=2", "2025-03"),
        entry("/relative", "2024"),
    )
    assert (sitemap.children, sitemap.dropped) == ((), 0)


@pytest.mark.req("L7")
def test_an_index_names_further_sitemaps() -> None:
    body = f'<sitemapindex xmlns="{NAMESPACE}"><sitemap><loc>{PLACE}.gz</loc></sitemap></sitemapindex>'.encode()
    sitemap = parse_sitemap(body, PLACE)
    assert (sitemap.entries, sitemap.children) == ((), (f"{PLACE}.gz",))


def test_only_addresses_of_the_same_registrable_domain_stay_and_the_others_are_counted() -> None:
    body = urlset(
        item("https://news.nagi.test/x"),
        item("https://other.test/x"),
        item("ftp://www.nagi.test/x"),
        item("http://["),
        item("https://www.nagi.test/" + "a" * 9000),
        "<url><lastmod>2026</lastmod></url>",
    )
    sitemap = parse_sitemap(body, PLACE)
    assert [found.url for found in sitemap.entries] == ["https://news.nagi.test/x"]
    assert sitemap.dropped == 5


def test_one_address_twice_is_one() -> None:
    sitemap = parse_sitemap(
        urlset(item("https://nagi.test/x", "<priority>1</priority>"), item("https://nagi.test/x#a")), PLACE
    )
    assert [(found.url, found.priority) for found in sitemap.entries] == [("https://nagi.test/x", 1.0)]


def test_a_packed_sitemap_and_one_with_blanks_before_it_are_read() -> None:
    body = b"\xef\xbb\xbf\n \n" + urlset(item("https://www.nagi.test/a"))
    assert parse_sitemap(gzip.compress(body), PLACE).entries == (entry("/a"),)


def test_a_text_sitemap_has_an_address_a_line() -> None:
    body = "\ufeffhttps://www.nagi.test/a\r\n\r\nhttps://www.nagi.test/記事\nnonsense here\n".encode()
    sitemap = parse_sitemap(body, "https://www.nagi.test/sitemap.txt")
    assert [found.url for found in sitemap.entries] == [
        "https://www.nagi.test/a",
        "https://www.nagi.test/%E8%A8%98%E4%BA%8B",
        "https://www.nagi.test/nonsense%20here",
    ]


@pytest.mark.req("L7")
@pytest.mark.parametrize(
    "body",
    [
        """<rss version="2.0"><channel><link>https://www.nagi.test/</link><item><title>潮流 <![CDATA[発電]]></title>
        <link>https://www.nagi.test/n/1</link><pubDate>Mon, 16 Nov 2026 09:00:00 +0900</pubDate></item>
        </channel></rss>""",
        """<feed xmlns="http://www.w3.org/2005/Atom"><link href="/"/><entry><title>潮流 発電</title>
        <link rel="alternate" href="/n/1"/><link rel="self" href="/n/1.atom"/>
        <updated>2026-11-16T09:00:00Z</updated></entry></feed>""",
        """<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
        xmlns:dc="http://purl.org/dc/elements/1.1/"><item><title>潮流 発電</title><link>https://www.nagi.test/n/1</link>
        <dc:date>2026-11-16T09:00:00+09:00</dc:date></item></rdf:RDF>""",
    ],
    ids=["rss", "atom", "rdf"],
)
def test_feeds_are_read_like_sitemaps(body: str) -> None:
    assert parse_sitemap(body.encode(), PLACE).entries == (entry("/n/1", "2026-11-16", title="潮流 発電"),)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-02-30", None),
        ("2026-13", None),
        ("0000", None),
        ("yesterday", None),
        ("", None),
        ("Mon, 99 Nov 2026", None),
        ("2026-11-16 09:00", "2026-11-16"),
    ],
)
def test_a_date_is_only_as_good_as_it_is_stated(text: str, expected: str | None) -> None:
    sitemap = parse_sitemap(urlset(item("https://www.nagi.test/a", f"<lastmod>{text}</lastmod>")), PLACE)
    assert sitemap.entries == (entry("/a", expected),)


@pytest.mark.parametrize("text", ["-1", "1.1", "nan", "inf", ""])
def test_a_weight_out_of_range_counts_as_none(text: str) -> None:
    sitemap = parse_sitemap(urlset(item("https://www.nagi.test/a", f"<priority>{text}</priority>")), PLACE)
    assert sitemap.entries == (entry("/a", priority=0.5),)


BOMB = (
    '<?xml version="1.0"?><!DOCTYPE u [<!ENTITY a "aaaaaaaaaaaaaaaa">'
    + "".join(f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(9))
    + "]><urlset><url><loc>https://www.nagi.test/&j;</loc></url></urlset>"
)
OUTSIDE = '<!DOCTYPE u [<!ENTITY x SYSTEM "file:///etc/passwd">]><urlset><url><loc>&x;</loc></url></urlset>'


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"", "neither a sitemap nor a feed"),
        (b"\x00\x01\x02", "neither a sitemap nor a feed"),
        (b"Page not found", "neither a sitemap nor a feed"),
        (b"<html><body><p>Not found</p></body></html>", "neither a sitemap nor a feed but <html>"),
        (b"<!doctype html><title>x</title><p>y", "a torn sitemap"),
        (urlset(item("https://www.nagi.test/a"))[:-20], "a torn sitemap"),
        (b"<urlset>" + b"<a>" * 5000, "a torn sitemap"),
        (BOMB.encode(), "a torn sitemap: Maximum entity amplification"),
        (OUTSIDE.encode(), "a sitemap that declares entities"),
        (b"\x1f\x8bnot gzip", "a sitemap in gzip that cannot be unpacked"),
        (gzip.compress(urlset())[:-12], "a sitemap in gzip that is cut off"),
    ],
)
def test_what_is_no_sitemap_is_named(body: bytes, reason: str) -> None:
    with pytest.raises(SourceGarbled) as caught:
        parse_sitemap(body, PLACE)
    assert caught.value.reason.startswith(reason)


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_more_than_ten_megabytes_are_refused_packed_or_not(pack: type[bytes]) -> None:
    with pytest.raises(SourceTooLarge, match="more than 10000000 bytes"):
        parse_sitemap(pack(b"<urlset>" + b" " * 10_000_000), PLACE)


def test_the_first_fifty_thousand_addresses_are_kept() -> None:
    body = "\n".join(f"https://www.nagi.test/{n}" for n in range(50_010)).encode()
    sitemap = parse_sitemap(body, PLACE)
    assert (len(sitemap.entries), sitemap.entries[-1].url, sitemap.dropped) == (
        50_000,
        "https://www.nagi.test/49999",
        10,
    )


@pytest.mark.req("L7")
def test_entries_are_ordered_by_shared_words_then_date_then_weight_then_address() -> None:
    found = [
        entry("/a", "2024-01-01", 1.0),
        entry("/tidal-power/narigama", None, 0.1),
        entry("/tidal", "2020"),
        entry("/c", "2026-01-01", 0.2),
        entry("/b", "2026-01-01", 0.2),
        entry("/d", "2026-01-01", 0.9),
        entry("/e", None, 1.0),
        entry("/f", title="Tidal power plants"),
    ]
    ordered = most_relevant(found, "tidal power of Narigama", 8)
    assert [one.url.removeprefix("https://www.nagi.test") for one in ordered] == [
        "/tidal-power/narigama",
        "/f",
        "/tidal",
        "/d",
        "/b",
        "/c",
        "/a",
        "/e",
    ]
    assert most_relevant(found, "tidal power of Narigama", 2) == ordered[:2]


def test_japanese_words_of_an_encoded_path_count() -> None:
    found = [entry("/about", "2026"), entry("/%E6%BD%AE%E6%B5%81%E7%99%BA%E9%9B%BB/1")]
    assert most_relevant(found, "潮流発電の発電量", 1) == [found[1]]


def test_without_words_the_newest_come_first() -> None:
    found = [entry("/old", "2019"), entry("/new", "2026-05"), entry("/newer", "2026-05-02")]
    assert [one.lastmod for one in most_relevant(found, "", 3)] == ["2026-05-02", "2026-05", "2019"]
    assert most_relevant([], "x", 3) == []


@given(st.text(alphabet="ab.~-_/?#%2あ:@", max_size=16))
def test_addresses_come_out_as_the_page_key_of_what_went_in(path: str) -> None:
    address = f"https://www.nagi.test/{path}"
    assert [one.url for one in parse_sitemap(address.encode(), PLACE).entries] == [page_key(address)]


@given(st.binary(max_size=300))
def test_nothing_a_server_sends_does_more_than_be_refused(body: bytes) -> None:
    try:
        kept = parse_sitemap(body, PLACE).entries
    except SourceGarbled:
        kept = ()
    assert [one for one in kept if "nagi.test" not in one.url] == []
