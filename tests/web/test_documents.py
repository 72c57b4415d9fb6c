"""What plain hosts say and how: validators, codings, charsets, PDFs, robots.txt, sitemaps, links, HTTP/2."""

import gzip
import re
from http.client import IncompleteRead
from urllib.parse import urlsplit

import brotli  # type: ignore[import-untyped]
import pypdfium2
import pytest
from curl_cffi import requests

from tadori.fetch.robots import crawl_delay, is_allowed, parse_robots
from tests.web.asking import Told, ask, curl_options
from tests.web.documents import Page
from tests.web.hosts import Host
from tests.web.little_web import LittleWeb
from tests.web.weather import Weather


def plain_pages(web: LittleWeb, **habits: object) -> list[Page]:
    """HTML pages of plain hosts that have those habits."""

    def fits(host: Host) -> bool:
        return all(getattr(host, habit) == wanted for habit, wanted in habits.items())

    names = {host.name for host in web.hosts if host.weather is Weather.PLAIN and fits(host)}
    return [page for page in web.pages if page.host in names and page.media_type == "text/html"]


def test_half_of_the_plain_hosts_send_validators(web: LittleWeb) -> None:
    kinds = [host.validators for host in web.hosts if host.weather is Weather.PLAIN]
    assert {kind: kinds.count(kind) for kind in set(kinds)} == {
        "none": 30,
        "etag": 10,
        "last_modified": 10,
        "both": 10,
    }


@pytest.mark.parametrize(
    ("validators", "answered", "asked"),
    [
        ("etag", "etag", "If-None-Match"),
        ("both", "etag", "If-None-Match"),
        ("both", "last-modified", "If-Modified-Since"),
        ("last_modified", "last-modified", "If-Modified-Since"),
    ],
)
def test_a_page_that_is_known_is_not_sent_again(web: LittleWeb, validators: str, answered: str, asked: str) -> None:
    page = plain_pages(web, validators=validators)[0]
    first = ask(web, page.url)
    again = ask(web, page.url, {asked: first.headers[answered]})
    assert (again.status, again.body) == (304, b"")
    assert again.headers[answered] == first.headers[answered]
    assert "content-length" not in again.headers


def test_an_old_tag_an_older_date_and_a_broken_date_bring_the_page(web: LittleWeb) -> None:
    page = plain_pages(web, validators="both")[0]
    stale = [
        {"If-None-Match": '"no-such-tag"'},
        {"If-Modified-Since": "Thu, 01 Jan 1998 00:00:00 GMT"},
        {"If-Modified-Since": "yesterday"},
    ]
    assert [ask(web, page.url, headers).status for headers in stale] == [200, 200, 200]


def test_a_tag_outranks_a_date_and_may_stand_in_a_list_or_be_a_star(web: LittleWeb) -> None:
    page = plain_pages(web, validators="both")[0]
    first = ask(web, page.url)
    date, tag = first.headers["last-modified"], first.headers["etag"]
    assert ask(web, page.url, {"If-None-Match": '"other"', "If-Modified-Since": date}).status == 200
    assert ask(web, page.url, {"If-None-Match": f'"other", {tag}'}).status == 304
    assert ask(web, page.url, {"If-None-Match": "*"}).status == 304


def test_a_host_without_validators_always_sends_the_page(web: LittleWeb) -> None:
    page = plain_pages(web, validators="none")[0]
    first = ask(web, page.url)
    assert {"etag", "last-modified"} & set(first.headers) == set()
    assert ask(web, page.url, {"If-None-Match": "*"}).status == 200


def test_pages_come_packed_to_those_who_take_it(web: LittleWeb) -> None:
    zipped, brotlied = plain_pages(web, coding="gzip")[0], plain_pages(web, coding="br")[0]
    accepted = {"Accept-Encoding": "gzip, deflate, br, zstd"}
    one, other = ask(web, zipped.url, accepted), ask(web, brotlied.url, accepted)
    assert (one.headers["content-encoding"], other.headers["content-encoding"]) == ("gzip", "br")
    assert gzip.decompress(one.body) == ask(web, zipped.url).body
    assert brotli.decompress(other.body) == ask(web, brotlied.url).body


@pytest.mark.parametrize("charset", ["utf-8", "shift_jis", "euc-jp"])
def test_a_japanese_page_is_written_in_the_charset_it_declares(web: LittleWeb, charset: str) -> None:
    page = plain_pages(web, charset=charset, lang="ja")[0]
    told = ask(web, page.url)
    text = told.body.decode(charset)
    assert page.key_sentence in text
    assert f'<meta charset="{charset}">' in text


def test_some_hosts_declare_the_charset_in_the_page_only(web: LittleWeb) -> None:
    kinds = {
        ask(web, plain_pages(web, charset_in_header=flag)[0].url).headers["content-type"] for flag in (True, False)
    }
    assert "text/html" in kinds
    assert len(kinds) == 2


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_a_pdf_says_its_key_sentence(web: LittleWeb, lang: str) -> None:
    page = next(page for page in web.pages if page.media_type == "application/pdf" and page.lang == lang)
    told = ask(web, page.url) if page.weather is Weather.PLAIN else _twice(web, page.url)
    assert told.headers["content-type"] == "application/pdf"
    document = pypdfium2.PdfDocument(told.body)
    text = "".join(sheet.get_textpage().get_text_range() for sheet in document)
    document.close()
    assert re.sub(r"\s", "", page.key_sentence) in re.sub(r"\s", "", text)


def _twice(web: LittleWeb, url: str) -> Told:
    """Past a flaky host's first cut."""
    with pytest.raises(IncompleteRead):
        ask(web, url)
    return ask(web, url)


def test_robots_files_are_of_four_kinds_and_none_forbids_an_article(web: LittleWeb) -> None:
    kinds = {host.robots: host for host in web.hosts}
    told = {kind: ask(web, web.url(host.name, "/robots.txt")) for kind, host in kinds.items()}
    assert {kind: answer.status for kind, answer in told.items()} == {
        "allow": 200,
        "private": 200,
        "crawl_delay": 200,
        "missing": 404,
    }
    assert crawl_delay(parse_robots(told["crawl_delay"].text)) == 2.0
    private = parse_robots(told["private"].text)
    assert not is_allowed(private, web.url(kinds["private"].name, "/private/notes"))
    assert is_allowed(private, web.url(kinds["private"].name, web.pages[0].path))


def test_the_odd_robots_files_stand_at_names_of_their_own(web: LittleWeb) -> None:
    told = {kind: ask(web, web.url(host, "/robots.txt")) for kind, host in web.robots.items()}
    statuses = {kind: answer.status for kind, answer in told.items() if answer.status != 200}
    assert statuses == {"missing": 404, "forbidden": 403, "server_error": 503, "redirected": 301}
    assert told["huge"].body.endswith(b"Disallow: /\n")
    assert len(told["huge"].body) == 900_046
    assert told["redirected"].headers["location"] == "/real-robots.txt"
    assert ask(web, web.url(web.robots["server_error"])).status == 200


@pytest.mark.parametrize("kind", ["plain", "index", "gz"])
def test_a_sitemap_names_every_article(web: LittleWeb, kind: str) -> None:
    host = next(host for host in web.hosts if host.sitemap == kind and host.robots != "missing")
    robots = ask(web, web.url(host.name, "/robots.txt")).text
    (start,) = parse_robots(robots).sitemaps
    found, left = list[str](), [start]
    while left:
        body = ask(web, left.pop()).body
        text = (gzip.decompress(body) if body.startswith(b"\x1f\x8b") else body).decode()
        places = re.findall(r"<loc>(.*?)</loc>", text)
        (left if "<sitemapindex" in text else found).extend(places)
    assert sorted(found) == sorted(web.url(host.name, page.path) for page in web.pages if page.host == host.name)


def test_links_lead_from_the_home_page_three_steps_down(web: LittleWeb) -> None:
    page = plain_pages(web, lang="en")[0]
    home = ask(web, web.url(page.host)).text
    assert f'href="{page.path}"' in home
    article = ask(web, page.url).text
    assert page.key_sentence in article
    (background,) = re.findall(r'href="(/background/\d+)"', article)
    deeper = ask(web, web.url(page.host, background)).text
    (sources,) = re.findall(r'href="(/background/\d+/sources)"', deeper)
    assert ask(web, web.url(page.host, sources)).status == 200
    assert '<nav class="toc"' in article
    assert '<aside class="related">' in article


def test_what_is_not_there_is_404(web: LittleWeb) -> None:
    host = plain_pages(web)[0].host
    paths = ["/nothing", "/background/99", "/news/1-report", "/sitemap-9.xml"]
    assert [ask(web, web.url(host, path)).status for path in paths] == [404] * 4


def test_head_tells_the_length_and_sends_nothing(web: LittleWeb) -> None:
    page = plain_pages(web, chunked=False)[0]
    told = ask(web, page.url, method="HEAD")
    assert (told.status, told.body) == (200, b"")
    assert told.headers["content-length"] == str(len(ask(web, page.url).body))


def test_some_hosts_send_chunks(web: LittleWeb) -> None:
    page = plain_pages(web, chunked=True, charset="utf-8")[0]
    told = ask(web, page.url)
    assert told.headers["transfer-encoding"] == "chunked"
    assert page.key_sentence in told.text


def test_ordinary_pages_wear_what_only_looks_like_a_wall(web: LittleWeb) -> None:
    cdn = ask(web, plain_pages(web, behind_cdn=True)[0].url)
    assert (cdn.status, cdn.headers["server"]) == (200, "cloudflare")
    form = ask(web, plain_pages(web, contact_form=True)[0].url)
    assert b'class="g-recaptcha"' in form.body


def test_pages_with_ads_embed_the_ad_hosts_and_the_hosts_answer(web: LittleWeb) -> None:
    text = ask(web, plain_pages(web, ads=True, charset="utf-8")[0].url).text
    addresses = re.findall(r'src="(http://[^"]+)"', text)
    assert {urlsplit(url).hostname for url in addresses} == set(web.ad_hosts)
    sizes = {urlsplit(url).path: len(ask(web, url).body) for url in addresses}
    assert sizes["/film.mp4"] == 8_000_024
    assert sizes["/poster.png"] > 3_000_000


def test_https_speaks_http2_with_a_certificate_of_the_webs_own_authority(web: LittleWeb) -> None:
    page = plain_pages(web, coding="br", validators="both")[0]
    url = web.url(page.host, page.path, https=True)
    with requests.Session(impersonate="chrome", timeout=60, curl_options=curl_options(web, page.host)) as session:
        whole = session.get(url)
        known = session.get(url, headers={"If-None-Match": str(whole.headers["etag"])})
    assert whole.content == ask(web, page.url).body
    assert (known.status_code, known.content) == (304, b"")
    assert [line.version for line in web.seen(page.host)] == ["2", "2", "1.1"]


def test_a_large_body_comes_whole_over_http2(web: LittleWeb) -> None:
    host = web.ad_hosts[2]
    with requests.Session(timeout=60, curl_options=curl_options(web, host)) as session:
        film = session.get(web.url(host, "/film.mp4", https=True))
    assert len(film.content) == 8_000_024
    assert [line.version for line in web.seen(host)] == ["2"]


@pytest.mark.parametrize("steps", [0, 3])
def test_redirects_can_be_counted(web: LittleWeb, steps: int) -> None:
    host = web.special["offsite_redirect"]
    told = ask(web, web.url(host, f"/steps/{steps}"))
    assert told.status == {0: 200, 3: 302}[steps]
    assert told.headers.get("location") == {0: None, 3: "/steps/2"}[steps]
    assert ask(web, web.url(host, f"/to?{web.pages[0].url}")).headers["location"] == web.pages[0].url
