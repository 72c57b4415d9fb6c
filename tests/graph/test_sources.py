import pytest
import tldextract
from hypothesis import given
from hypothesis import strategies as st

from tadori.graph.sources import domain_of, host_of, is_primary, trust_of
from tadori.model.graph import TrustLevel

SUFFIXES = tldextract.TLDExtract(suffix_list_urls=(), cache_dir=None, include_psl_private_domains=True)


@pytest.mark.parametrize(
    ("url", "domain"),
    [
        ("https://www.mhlw.go.jp/toukei/index.html", "mhlw.go.jp"),
        ("https://www.city.nagiura.lg.jp/energy", "nagiura.lg.jp"),
        ("https://news.bbc.co.uk/1/hi", "bbc.co.uk"),
        ("http://EN.Wikipedia.org:8080/wiki/Tide", "wikipedia.org"),
        ("https://user.github.io/post", "user.github.io"),
        ("https://notes.user.github.io/post", "user.github.io"),
        ("https://tide.blogspot.com/", "tide.blogspot.com"),
        ("https://a.b.news.test/", "news.test"),
        ("https://日本語.jp/", "日本語.jp"),
        ("http://192.168.0.7/a", "192.168.0.7"),
        ("http://[::1]/a", "::1"),
        ("http://localhost:8000/", "localhost"),
        ("https://example.com./", "example.com"),
    ],
)
def test_the_domain_is_the_registrable_one(url: str, domain: str) -> None:
    assert domain_of(url, "") == domain


@pytest.mark.parametrize("url", ["", "file:///home/a/report.pdf", "/home/a/report.pdf", "http://[", "ftp://x.test/a"])
def test_what_is_no_web_address_has_no_domain(url: str) -> None:
    assert domain_of(url, "") == ""


def test_a_file_belongs_to_the_address_it_names_as_its_own() -> None:
    assert domain_of("file:///library/a.html", "https://www.example.co.jp/a") == "example.co.jp"
    assert host_of("file:///library/a.html", "https://www.example.co.jp/a") == "www.example.co.jp"


def test_a_page_had_from_the_web_belongs_to_where_it_was_had() -> None:
    assert domain_of("https://mirror.example.org/a", "https://www.mhlw.go.jp/a") == "example.org"


@pytest.mark.parametrize(
    ("host", "level"),
    [
        ("www.mhlw.go.jp", TrustLevel.GOVERNMENT),
        ("www.gov.uk", TrustLevel.GOVERNMENT),
        ("www.jstage.jst.go.jp", TrustLevel.ACADEMIC),
        ("pubmed.ncbi.nlm.nih.gov", TrustLevel.ACADEMIC),
        ("www.nih.gov", TrustLevel.GOVERNMENT),
        ("datatracker.ietf.org", TrustLevel.PRIMARY),
        ("www.u-tokyo.ac.jp", TrustLevel.ACADEMIC),
        ("ja.wikipedia.org", TrustLevel.TRUSTED),
        ("www3.nhk.or.jp", TrustLevel.TRUSTED),
        ("notgov", TrustLevel.UNVERIFIED),
        ("go.jp.evil.example", TrustLevel.UNVERIFIED),
        ("", TrustLevel.UNVERIFIED),
    ],
)
def test_trust_goes_by_the_longest_known_suffix_of_the_host(host: str, level: TrustLevel) -> None:
    assert trust_of("", host) == level


def test_the_domain_decides_where_no_host_is_given() -> None:
    assert trust_of("mhlw.go.jp") == TrustLevel.GOVERNMENT


@pytest.mark.parametrize(
    ("trust", "cited", "copy", "primary"),
    [
        (TrustLevel.GOVERNMENT, False, False, True),
        (TrustLevel.ACADEMIC, False, True, False),
        (TrustLevel.TRUSTED, False, False, False),
        (TrustLevel.UNVERIFIED, True, False, True),
        (TrustLevel.UNVERIFIED, True, True, False),
    ],
)
def test_originals_and_what_others_cite_are_primary_and_copies_never(
    trust: TrustLevel, cited: bool, copy: bool, primary: bool
) -> None:
    assert is_primary(trust, cited_by_others=cited, is_copy=copy) is primary


@given(st.from_regex(r"[a-z]{1,8}(\.[a-z]{1,8}){1,3}", fullmatch=True), st.sampled_from(["com", "org", "net", "gov"]))
def test_domains_agree_with_the_public_suffix_list(name: str, suffix: str) -> None:
    host = f"{name}.{suffix}"
    wanted = SUFFIXES(host).top_domain_under_public_suffix or host
    assert domain_of(f"https://{host}/", "") == wanted


@pytest.mark.req("L9")
def test_a_copy_in_the_wayback_machine_is_judged_as_what_it_is_a_copy_of() -> None:
    copy = "https://web.archive.org/web/20240101000000id_/https://www.mhlw.go.jp/a"
    assert domain_of(copy, "https://www.mhlw.go.jp/a") == "mhlw.go.jp"
    assert domain_of(copy, "") == "archive.org"


def test_another_site_cannot_borrow_trust_by_looking_like_an_archive() -> None:
    assert domain_of("https://evil.test/web/20240101000000/https://www.mhlw.go.jp/a", "https://www.mhlw.go.jp/a") == (
        "evil.test"
    )


@given(st.text())
def test_no_address_breaks_it(address: str) -> None:
    assert isinstance(domain_of(address, address), str)
