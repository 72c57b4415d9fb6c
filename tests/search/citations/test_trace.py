"""From a page back to its sources, and citations that go in circles."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.errors import SourceTooLarge
from tadori.model.graph import TrustLevel
from tadori.model.ids import EN, JA, Lang, Url
from tadori.model.thresholds import MAX_DOCUMENT_BYTES
from tadori.search.citations.cited_links import CitedLink, cited_links, cited_links_in_text
from tadori.search.citations.trace import MAX_CANDIDATES, citation_loops, named_sources, source_candidates

PAGE = "https://news.test/article/1"


def trust(url: str) -> TrustLevel:
    levels = {
        "go.test": TrustLevel.GOVERNMENT,
        "ac.test": TrustLevel.ACADEMIC,
        "std.test": TrustLevel.PRIMARY,
        "times.test": TrustLevel.TRUSTED,
        "spam.test": TrustLevel.BLOCKED,
    }
    return next((level for suffix, level in levels.items() if suffix in url.split("/")[2]), TrustLevel.UNVERIFIED)


ARTICLE_JA = """<html><head><meta charset="utf-8"><title>潮流発電が倍増</title></head><body>
<header><a href="https://energy.go.test/top">広告</a></header>
<nav><a href="/news">ニュース</a><a href="https://energy.go.test/nav">省庁</a></nav>
<article><h1>潮流発電が倍増</h1>
<p>エネルギー省の<a href="https://energy.go.test/hakusho/2025.pdf">2025年版エネルギー白書</a>によると、潮流発電は倍増した。</p>
<p>前回の<a href="/article/0">記事</a>でも触れた。<a href="https://blog.test/post">こちらのブログ</a>も面白い。</p>
<p>調査は<a href="https://tide-lab.test/survey">潮流研究会</a>が発表した。<a href="https://www.facebook.com/share">シェア</a></p>
<h2>参考文献</h2><ol><li>山田（2024）<a href="https://journal.ac.test/10">潮流の解析</a></li></ol>
</article><footer><a href="https://energy.go.test/foot">x</a></footer></body></html>"""

ARTICLE_EN = b"""<html><body><p>Output doubled, according to <a href="https://energy.go.test/report">a report by the
Ministry</a>, the <a href="https://times.test/a">Times</a> wrote.</p>
<p>See <a href="javascript:alert(1)">this</a>, <a href="#note1">note</a>, <a href="mailto:a@b.test">mail</a>,
<a href="https://energy.go.test/">the ministry</a>, <a href="https://spam.test/source">source: the report</a>.</p>
<div class="footnotes"><p>1. <a href="https://std.test/tide-7">Tide standard 7</a></p></div></body></html>"""


@pytest.mark.req("L11")
def test_the_white_paper_that_a_japanese_article_cites_comes_first() -> None:
    found = source_candidates(PAGE, cited_links(ARTICLE_JA.encode(), PAGE), trust)

    assert [(c.url, c.score) for c in found] == [
        ("https://energy.go.test/hakusho/2025.pdf", 1.0),  # .5 + .3 + .2
        ("https://journal.ac.test/10", 0.66),  # .5 × .9 + .3 × .7
        ("https://tide-lab.test/survey", 0.5),  # .5 × .4 + .3
    ]
    assert [(g.rule, g.detail) for g in found[0].grounds] == [
        ("trust", "GOVERNMENT"),
        ("cue", "によると"),
        ("document", "白書"),
    ]


@pytest.mark.req("L11")
def test_the_report_that_an_english_article_cites_comes_first_and_the_home_page_behind() -> None:
    found = source_candidates(PAGE, cited_links(ARTICLE_EN, PAGE), trust)

    assert [(c.url, c.score) for c in found] == [
        ("https://energy.go.test/report", 1.0),
        ("https://std.test/tide-7", 0.91),  # .5 + .3 × .7 + .2
        ("https://times.test/a", 0.45),  # .5 × .3 + .3: "report by" stands before it
        ("https://energy.go.test/", 0.4),  # (.5 + .3) × .5: "source:" stands behind it
    ]


def test_a_link_to_the_own_site_counts_little_and_to_the_page_itself_nothing() -> None:
    links = (
        CitedLink(url=Url("https://www.news.test/report.pdf"), words="当社調査の報告書", before="出典："),
        CitedLink(url=Url(f"{PAGE}?utm_source=a"), words="報告書", before="出典："),
    )

    assert source_candidates(PAGE, links, trust) == []  # (.2 + .3 + .2) × .3 = .21
    kept = source_candidates(
        "https://energy.go.test/a", (CitedLink(url=Url("https://energy.go.test/b.pdf"), words=""),), trust
    )
    assert kept == []  # (.5 + .2) × .3 = .21


def test_a_page_of_the_trail_is_a_loop_and_falls_behind() -> None:
    links = cited_links(ARTICLE_JA.encode(), PAGE)
    trail = frozenset({"https://energy.go.test/hakusho/2025.pdf"})

    found = source_candidates(PAGE, links, trust, trail=trail)

    assert [c.url for c in found] == ["https://journal.ac.test/10", "https://tide-lab.test/survey"]


def test_one_page_linked_twice_is_one_candidate_with_its_better_score() -> None:
    links = (
        CitedLink(url=Url("https://energy.go.test/a?utm_source=x"), words="こちら"),
        CitedLink(url=Url("https://energy.go.test/a"), words="報告書", before="出典："),
    )

    assert [(c.url, c.score) for c in source_candidates(PAGE, links, trust)] == [("https://energy.go.test/a", 1.0)]


def test_candidates_are_bounded() -> None:
    links = tuple(CitedLink(url=Url(f"https://a{n}.go.test/x"), words="") for n in range(100))

    assert len(source_candidates(PAGE, links, trust)) == MAX_CANDIDATES


def test_links_carry_the_words_of_their_own_block() -> None:
    found = cited_links(ARTICLE_JA.encode(), PAGE)

    assert (found[0].before, found[0].words, found[0].after) == (
        "エネルギー省の",
        "2025年版エネルギー白書",
        "によると、潮流発電は倍増した。",
    )
    assert [link.footnote for link in found] == [False, False, False, False, False, True]
    assert found[1].url == "https://news.test/article/0"


def test_a_page_in_an_old_encoding_is_read() -> None:
    page = '<meta charset="shift_jis"><p>出典：<a href="/a">白書</a></p>'.encode("cp932")

    assert [(link.before, link.words) for link in cited_links(page, PAGE)] == [("出典：", "白書")]


def test_links_of_an_extracted_text_get_the_words_around_their_address() -> None:
    text = "題名\n出典：https://energy.go.test/a を参照\n終わり"

    found = cited_links_in_text(text, ("https://energy.go.test/a", "https://other.test/b", "javascript:x"))

    assert [(link.url, link.before, link.after) for link in found] == [
        ("https://energy.go.test/a", "出典：", " を参照"),
        ("https://other.test/b", "", ""),
    ]


@pytest.mark.parametrize(
    "page", [b"", b" ", b"<!-- -->", b"\x00\xff", b"<a>", b"<a href>", b"<a href='http://['>x</a>"]
)
def test_pages_without_links_have_none(page: bytes) -> None:
    assert cited_links(page, PAGE) == ()


def test_hostile_pages_are_read_in_bounded_work() -> None:
    deep = b"<div>" * 20_000 + b"<a href='https://energy.go.test/a'>x</a>"
    many = b"<a href='https://a.go.test/1'>" * 20_000
    unclosed = b"<p class='footnote'>" * 20_000 + b"<a href='/b'>y</a>"

    assert len(cited_links(deep, PAGE)) <= 1
    assert {link.url for link in cited_links(many, PAGE)} == {"https://a.go.test/1"}
    assert len(cited_links(unclosed, PAGE)) <= 1
    with pytest.raises(SourceTooLarge):
        cited_links(b" " * (MAX_DOCUMENT_BYTES + 1), PAGE)


@pytest.mark.req("L11")
def test_sources_named_without_a_link_are_found_for_a_query() -> None:
    ja = "潮流研究会の調査によると増えた。エネルギー省によれば、減った。（出典：海洋年鑑2025）"
    en = "Sales rose, according to the Ministry of Energy and Tides. Source: Tidal Yearbook 2025\nAccording to him, no."

    assert [s.name for s in named_sources(ja, JA)] == ["潮流研究会", "エネルギー省", "海洋年鑑2025"]
    assert [s.name for s in named_sources(en, EN)] == ["Ministry of Energy and Tides", "Tidal Yearbook 2025"]
    assert [ja[s.start : s.end] for s in named_sources(ja, JA)] == ["潮流研究会", "エネルギー省", "海洋年鑑2025"]


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("それによると減る。関係者によると、増える。出典：https://a.test/x", JA),
        ("According to This, no.\nSource: https://a.test/x", EN),
        ("", JA),
        ("according to", EN),
    ],
)
def test_what_stands_in_the_place_of_a_name_is_no_source(text: str, lang: Lang) -> None:
    assert named_sources(text, lang) == ()


@pytest.mark.req("L11")
def test_pages_that_cite_each_other_in_a_circle_are_found() -> None:
    a, b, c, d = (f"https://{name}.test/x" for name in "abcd")

    found = citation_loops([(a, b), (b, c), (c, f"{a}?utm_medium=m#top"), (c, d), (d, d)])

    assert found == ((a, b, c), (d,))


def test_a_chain_without_return_has_no_loop_however_long() -> None:
    chain = [(f"https://p.test/{n}", f"https://p.test/{n + 1}") for n in range(5000)]

    assert citation_loops(chain) == ()
    assert len(citation_loops([*chain, ("https://p.test/5000", "https://p.test/0")])[0]) == 5001
    assert citation_loops([]) == ()


@given(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=20))
def test_two_pages_share_a_loop_exactly_when_each_leads_to_the_other(edges: list[tuple[int, int]]) -> None:
    reach = {(a, b) for a, b in edges}
    for middle in range(8):
        reach |= {(a, b) for a in range(8) for b in range(8) if (a, middle) in reach and (middle, b) in reach}
    expected = {n for n in range(8) if (n, n) in reach}

    found = citation_loops([(f"https://p.test/{a}", f"https://p.test/{b}") for a, b in edges])

    assert {int(page.rpartition("/")[2]) for circle in found for page in circle} == expected
