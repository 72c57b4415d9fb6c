"""One document under many addresses has one key; another document never has it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.search.same_document import document_key, doi_key

SAME = [
    (
        "news.test/2026/11/bridge-opens-87",
        "https://news.test/2026/11/bridge-opens-87",
        "http://www.news.test/2026/11/bridge-opens-87/",
        "https://m.news.test/2026/11/bridge-opens-87",
        "https://mobile.news.test/2026/11/bridge-opens-87",
        "https://amp.news.test/2026/11/bridge-opens-87",
        "https://www.amp.news.test/2026/11/bridge-opens-87",
        "https://news.test:443/2026/11/bridge-opens-87#comments",
        "https://news.test/2026/11/bridge-opens-87/amp",
        "https://news.test/2026/11/bridge-opens-87/amp/",
        "https://news.test/amp/2026/11/bridge-opens-87",
        "https://news.test/2026/11/bridge-opens-87?amp=1",
        "https://news.test/2026/11/bridge-opens-87?amp",
        "https://news.test/2026/11/bridge-opens-87?outputType=amp",
        "https://news.test/2026/11/bridge-opens-87?utm_source=x&fbclid=1&utm_medium=y",
        "https://news.test/2026/11/bridge%2Dopens-87",
        "https://news.test/2026/11/bridge-opens-87;jsessionid=A1B2C3",
        "https://news.test/2026/11/bridge-opens-87?PHPSESSID=0123456789abcdef",
        "https://news.test/2026/11/bridge-opens-87?sid=0123456789abcdef0123456789abcdef",
        "https://news-test.cdn.ampproject.org/c/s/news.test/2026/11/bridge-opens-87",
        "https://news-test.cdn.ampproject.org/v/s/news.test/2026/11/bridge-opens-87/amp?usqp=mq331&amp_js_v=0.1",
        "https://www.google.com/amp/s/news.test/2026/11/bridge-opens-87",
        "https://www.google.co.jp/url?q=https%3A%2F%2Fnews.test%2F2026%2F11%2Fbridge-opens-87&sa=U",
        "https://duckduckgo.com/l/?uddg=https%3A%2F%2Fnews.test%2F2026%2F11%2Fbridge-opens-87&rut=1",
        "https://webcache.googleusercontent.com/search?q=cache:AbCdEf123:https://news.test/2026/11/bridge-opens-87+x",
        "https://webcache.googleusercontent.com/search?q=cache:news.test/2026/11/bridge-opens-87",
    ),
    ("site.test/story-12.html", "https://site.test/story-12.html", "https://site.test/story-12.amp.html"),
    (
        "site.test",
        "https://site.test",
        "http://www.site.test/index.html",
        "https://site.test/Default.aspx",
        "HTTP://SITE.TEST/",
    ),
    ("site.test/docs", "https://site.test/docs/", "https://site.test/docs/index.php", "https://www.site.test/docs"),
    ("shop.test/list?a=1&b=2", "https://shop.test/list?b=2&a=1", "https://shop.test/list?a=1&b=2&gclid=9"),
    ("site.test:8080/a", "http://site.test:8080/a", "http://www.site.test:8080/a/"),
    (
        "doi:10.1234/abc.def-5",
        "https://doi.org/10.1234/ABC.def-5",
        "http://dx.doi.org/10.1234/abc.def-5",
        "https://doi.org/10.1234%2Fabc.def-5",
        "https://publisher.test/doi/10.1234/abc.def-5",
        "https://publisher.test/doi/full/10.1234/abc.def-5",
        "https://publisher.test/doi/pdf/10.1234/abc.def-5?download=true",
        "https://publisher.test/article/10.1234/abc.def-5",
        "https://publisher.test/articles/10.1234/abc.def-5/full",
        "https://publisher.test/content/pdf/10.1234/abc.def-5.pdf",
        "https://journals.publisher.test/one/article?id=10.1234/abc.def-5",
        "https://journals.publisher.test/one/article/file?id=10.1234/abc.def-5&type=printable",
    ),
    (
        "doi:10.1101/2026.01.02.123456",
        "https://preprints.test/content/10.1101/2026.01.02.123456v2.full",
        "https://preprints.test/content/10.1101/2026.01.02.123456v1.full.pdf",
        "https://doi.org/10.1101/2026.01.02.123456",
    ),
    (
        "arxiv:2101.00027",
        "https://arxiv.org/abs/2101.00027",
        "http://www.arxiv.org/pdf/2101.00027",
        "https://arxiv.org/pdf/2101.00027v2.pdf",
        "https://export.arxiv.org/abs/2101.00027v1",
        "https://arxiv.org/html/2101.00027v3",
        "https://ar5iv.labs.arxiv.org/html/2101.00027",
        "https://doi.org/10.48550/arXiv.2101.00027",
    ),
    ("arxiv:hep-th/9901001", "https://arxiv.org/abs/hep-th/9901001v2", "https://arxiv.org/pdf/hep-th/9901001"),
    (
        "doi:10.1038/s41586-020-2649-2",
        "https://www.nature.com/articles/s41586-020-2649-2",
        "https://nature.com/articles/s41586-020-2649-2.pdf",
        "https://doi.org/10.1038/s41586-020-2649-2",
    ),
    ("pmid:32939066", "https://pubmed.ncbi.nlm.nih.gov/32939066/", "https://www.ncbi.nlm.nih.gov/pubmed/32939066"),
    (
        "pmc:7759461",
        "https://www.ncbi.nlm.nih.gov/pmc/articles/PMC7759461/",
        "https://pmc.ncbi.nlm.nih.gov/articles/PMC7759461",
    ),
    (
        "jstage:jscej/75/1/75_1_100",
        "https://www.jstage.jst.go.jp/article/jscej/75/1/75_1_100/_article/-char/ja/",
        "https://www.jstage.jst.go.jp/article/jscej/75/1/75_1_100/_pdf",
        "https://www.jstage.jst.go.jp/article/jscej/75/1/75_1_100/_article/-char/en",
    ),
    (
        "ja.wikipedia.org/wiki/明石海峡大橋",
        "https://ja.wikipedia.org/wiki/明石海峡大橋",
        "https://ja.m.wikipedia.org/wiki/%E6%98%8E%E7%9F%B3%E6%B5%B7%E5%B3%A1%E5%A4%A7%E6%A9%8B#構造",
        "https://ja.wikipedia.org/w/index.php?title=明石海峡大橋",
    ),
    (
        "en.wikipedia.org/wiki/Tay_Bridge",
        "https://en.wikipedia.org/wiki/Tay_Bridge?wprov=sfla1",
        "http://en.m.wikipedia.org/wiki/tay_Bridge",
        "https://en.wikipedia.org/w/index.php?title=Tay%20Bridge",
    ),
    (
        "youtube:dQw4w9WgXcQ",
        "https://youtu.be/dQw4w9WgXcQ?t=10",
        "https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=PL1",
        "https://m.youtube.com/watch?feature=share&v=dQw4w9WgXcQ",
        "https://www.youtube.com/shorts/dQw4w9WgXcQ",
        "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ",
    ),
]


@pytest.mark.req("L38")
@pytest.mark.parametrize(("key", "url"), [(key, url) for key, *urls in SAME for url in urls])
def test_an_address_leads_to_the_key_of_its_document(key: str, url: str) -> None:
    assert document_key(url) == key


NEAR_MISSES = [
    ("https://site.test/list?page=1", "https://site.test/list?page=2"),
    ("https://site.test/A", "https://site.test/a"),
    ("https://site.test/a/b", "https://site.test/a%2Fb"),
    ("https://blog.site.test/a-1", "https://site.test/a-1"),
    ("http://site.test:8080/a", "http://site.test/a"),
    ("https://mobile.site.test/", "https://site.test/"),
    ("https://mobile.site.test/about", "https://site.test/about"),
    ("https://mobile.site.test/会社概要", "https://site.test/会社概要"),
    ("https://amp.dev/a-1", "https://dev/a-1"),
    ("https://www.gov.uk/a-1", "https://gov.uk/a-1"),
    ("https://site.test/guitar/amp", "https://site.test/guitar"),
    ("https://site.test/amp", "https://site.test/"),
    ("https://site.test/amp/about", "https://site.test/about"),
    ("https://site.test/fuses?amp=15", "https://site.test/fuses"),
    ("https://site.test/amps?amp_type=tube", "https://site.test/amps"),
    ("https://site.test/archive?m=1", "https://site.test/archive"),
    ("https://site.test/list?sid=12", "https://site.test/list?sid=13"),
    ("https://site.test/tree?ref=v1", "https://site.test/tree?ref=v2"),
    ("https://site.test/app#/users/1", "https://site.test/app#/users/2"),
    ("https://site.test/index.php?id=1", "https://site.test/index.php?id=2"),
    ("https://doi.org/10.1234/abc", "https://doi.org/10.1234/abcd"),
    ("https://p.test/doi/suppl/10.1234/abc/suppl_file/s1.pdf", "https://p.test/doi/10.1234/abc"),
    ("https://p.test/articles/10.1234/abc/figures/2", "https://p.test/articles/10.1234/abc"),
    ("https://j.test/one/article/comments?id=10.1234/abc", "https://j.test/one/article?id=10.1234/abc"),
    ("https://doi.org/10.1234/abcv1", "https://doi.org/10.1234/abcv2"),
    ("https://arxiv.org/abs/2101.00027", "https://arxiv.org/abs/2101.00028"),
    ("https://arxiv.org/list/cs.CL/recent", "https://arxiv.org/list/cs.AI/recent"),
    ("https://www.nature.com/articles/d41586-1/figures/1", "https://www.nature.com/articles/d41586-1"),
    ("https://pubmed.ncbi.nlm.nih.gov/1/", "https://pmc.ncbi.nlm.nih.gov/articles/PMC1/"),
    (
        "https://www.jstage.jst.go.jp/article/jscej/75/1/75_1_100/_article",
        "https://www.jstage.jst.go.jp/article/jscej/75/1/75_1_101/_article",
    ),
    ("https://en.wikipedia.org/wiki/Amp", "https://ja.wikipedia.org/wiki/Amp"),
    ("https://en.wikipedia.org/w/index.php?title=Amp&oldid=1", "https://en.wikipedia.org/wiki/Amp"),
    ("https://en.wikipedia.org/wiki/Amp?action=history", "https://en.wikipedia.org/wiki/Amp"),
    ("https://www.youtube.com/playlist?list=PL1", "https://www.youtube.com/playlist?list=PL2"),
    ("https://www.youtube.com/watch?v=short", "https://www.youtube.com/watch?v=tooshort"),
    ("https://web.archive.org/web/2020/https://site.test/a-1", "https://site.test/a-1"),
    ("https://www.google.com/search?q=bridge", "https://www.google.com/search?q=tunnel"),
]


@pytest.mark.parametrize(("one", "other"), NEAR_MISSES)
def test_another_document_has_another_key(one: str, other: str) -> None:
    assert document_key(one) != document_key(other)


@pytest.mark.parametrize("url", ["file:///documents/橋.txt", "javascript:alert(1)", "", "no address", "https://[::1"])
def test_what_is_no_address_of_the_web_is_its_own_key(url: str) -> None:
    assert document_key(url) == url


def test_a_wrapper_around_nonsense_is_a_document_itself() -> None:
    assert document_key("https://duckduckgo.com/l/?uddg=javascript%3Aalert(1)") == (
        "duckduckgo.com/l?uddg=javascript%3Aalert(1)"
    )


def test_wrappers_without_end_are_undone_three_times() -> None:
    url = "https://a.test/x-1"
    for _ in range(5):
        url = f"https://www.google.com/url?url={url}"
    assert document_key(url) == "google.com/url?url=https://www.google.com/url?url=https://a.test/x-1"


def test_a_doi_is_read_with_or_without_its_resolver() -> None:
    assert doi_key("doi:10.1234/ABC/") == "doi:10.1234/abc"
    assert doi_key("10.48550/arXiv.2101.00027v3") == "arxiv:2101.00027"


PATHS = st.lists(st.text("abcxyz019-._~%é橋", min_size=1, max_size=8), max_size=4).map("/".join)


@given(PATHS, st.lists(st.tuples(st.sampled_from("abq"), st.text("01x", max_size=3)), max_size=3))
def test_scheme_www_trackers_and_a_trailing_slash_never_change_a_key(path: str, pairs: list[tuple[str, str]]) -> None:
    query = "&".join(f"{name}={value}" for name, value in pairs)
    plain = f"https://site.test/{path}?{query}"
    other = f"http://www.site.test/{path}?{query}&utm_source=x"
    assert document_key(other) == document_key(plain)


@given(st.text(max_size=60))
def test_whatever_follows_the_host_the_key_is_of_that_host(text: str) -> None:
    assert document_key(f"https://site.test/{text}").startswith("site.test")


def test_an_address_of_eight_thousand_letters_costs_no_more_than_its_length() -> None:
    assert document_key("https://site.test/" + "a-" * 4000 + "1/amp") == "site.test/" + "a-" * 4000 + "1"
