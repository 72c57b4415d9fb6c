"""One list from many: each document once, engines by weight, no domain alone at the top."""

import random
from dataclasses import replace
from math import log2, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.errors import WrongCall
from tadori.model.ids import IsoDate, Url
from tadori.model.query import Hit
from tadori.model.work import ProviderResult, Work
from tadori.search.merge import MergedHits, merge_hits

LONG = "The bridge over the strait was opened to traffic in the spring of 1998 after ten years of work on the site."


def hit(url: str, rank: int, engine: str = "mojeek", *, title: str = "橋", snippet: str = "") -> Hit:
    return Hit(title=title, url=Url(url), snippet=snippet, date=None, engine=engine, rank=rank, source_tag="general")


def listed(engine: str, *urls: str) -> ProviderResult:
    return ProviderResult(hits=tuple(hit(url, rank, engine) for rank, url in enumerate(urls, start=1)))


def urls(merged: MergedHits) -> list[str]:
    return [found.url for found in merged.hits]


def test_nothing_found_is_nothing_merged() -> None:
    assert merge_hits([], limit=10) == MergedHits()
    assert merge_hits([(1.0, ProviderResult()), (2.0, ProviderResult())], limit=10) == MergedHits()


def test_a_document_at_places_one_and_two_of_engines_weighing_one_and_a_half() -> None:
    found = [
        (1.0, listed("a", "https://x.test/1", "https://y.test/1")),
        (0.5, listed("b", "https://z.test/1", "https://x.test/1")),
    ]
    merged = merge_hits(found, limit=10)
    assert urls(merged) == ["https://x.test/1", "https://y.test/1", "https://z.test/1"]
    most = sqrt(1.25) / 4
    assert merged.scores == pytest.approx(
        ((1 / 4 + 0.25 / 5) / sqrt(1.25) / most, (1 / 5) / 1 / most, (0.25 / 4) / 0.5 / most)
    )
    assert merged.scores[0] == pytest.approx(0.96)
    assert [(source.engine, source.rank) for source in merged.sources[0]] == [("a", 1), ("b", 2)]


def test_first_everywhere_is_a_score_of_one() -> None:
    merged = merge_hits([(w, listed(f"e{w}", "https://x.test/1")) for w in (0.1, 1.0, 3.0)], limit=10)
    assert merged.scores == pytest.approx((1.0,))


def test_the_heavier_engine_is_believed() -> None:
    found = [(0.2, listed("a", "https://x.test/1")), (2.0, listed("b", "https://y.test/1"))]
    assert urls(merge_hits(found, limit=10)) == ["https://y.test/1", "https://x.test/1"]


def test_three_poor_engines_that_agree_do_not_outvote_a_good_one() -> None:
    poor = [(0.5, listed(name, "https://x.test/1")) for name in ("a", "b", "c")]
    merged = merge_hits([*poor, (1.0, listed("d", "https://y.test/1"))], limit=10)
    assert urls(merged) == ["https://y.test/1", "https://x.test/1"]


def test_a_second_engine_that_agrees_lifts_a_document() -> None:
    found = [(1.0, listed("a", "https://x.test/1", "https://y.test/1")), (1.0, listed("b", "https://y.test/1"))]
    assert urls(merge_hits(found, limit=10)) == ["https://y.test/1", "https://x.test/1"]


def test_equal_scores_keep_the_order_of_engines() -> None:
    found = [(1.0, listed("b", "https://z.test/1")), (1.0, listed("a", "https://a.test/1"))]
    assert urls(merge_hits(found, limit=10)) == ["https://z.test/1", "https://a.test/1"]


def test_an_engine_votes_once_for_a_document_with_its_best_place() -> None:
    found = [(1.0, listed("a", "https://x.test/story-1?utm_source=q", "https://y.test/1", "https://m.x.test/story-1"))]
    merged = merge_hits(found, limit=10)
    assert urls(merged) == ["https://x.test/story-1?utm_source=q", "https://y.test/1"]
    assert merged.scores[0] == pytest.approx(1.0)
    assert [source.rank for source in merged.sources[0]] == [1]


@pytest.mark.req("L38")
def test_one_document_under_many_addresses_is_one_hit_with_the_best_of_each() -> None:
    one = replace(hit("http://www.x.test/story-1?utm_source=q", 1, "a", title="The bridge op…"), date=IsoDate("1998"))
    other = replace(
        hit("https://x.test/story-1", 4, "b", title="The bridge opens", snippet=LONG), date=IsoDate("1998-04-05")
    )
    cut = hit(
        "https://amp.x.test/story-1", 2, "c", title="The bridge opens today in the ...", snippet=f"{LONG} And ..."
    )
    merged = merge_hits(
        [(1.0, ProviderResult(hits=(one,))), (1.0, ProviderResult(hits=(other,))), (1.0, ProviderResult(hits=(cut,)))],
        limit=10,
    )
    assert merged.hits == (
        Hit(
            title="The bridge opens",
            url=Url("https://x.test/story-1"),
            snippet=LONG,
            date=IsoDate("1998-04-05"),
            engine="a",
            rank=1,
            source_tag="general",
        ),
    )


@pytest.mark.parametrize(
    ("plainer", "other"),
    [
        ("https://www.x.test/story-1", "https://m.x.test/story-1"),
        ("https://x.test/story-1?utm_source=news", "https://x.test/story-1/amp"),
        ("https://x.test/story-1", "http://x.test/story-1"),
        ("https://publisher.test/doi/full/10.1234/abc", "https://doi.org/10.1234/abc"),
    ],
)
def test_of_two_addresses_the_plainer_one_is_kept(plainer: str, other: str) -> None:
    found = [(1.0, listed("a", other)), (0.5, listed("b", plainer))]
    assert urls(merge_hits(found, limit=10)) == [plainer]


def test_a_work_says_which_landing_page_its_doi_leads_to() -> None:
    landing = Url("https://publisher.test/paper/77")
    work = Work(id="wk_1", url=landing, title="Bridges", source="openalex", doi="10.1234/ABC")
    found = [
        (1.0, ProviderResult(hits=(hit("https://doi.org/10.1234/abc", 1, "crossref"),))),
        (1.0, ProviderResult(hits=(hit(landing, 1, "openalex"),), works=(work,))),
    ]
    assert urls(merge_hits(found, limit=10)) == [landing]


def test_the_same_words_under_the_same_title_on_another_domain_are_a_mirror() -> None:
    title = "How the bridge was built"
    found = [
        (1.0, ProviderResult(hits=(hit("https://x.test/1", 1, "a", title=title, snippet=LONG),))),
        (1.0, ProviderResult(hits=(hit("https://mirror.test/c", 1, "b", title=title.upper(), snippet=f"  {LONG}"),))),
    ]
    merged = merge_hits(found, limit=10)
    assert [[source.url for source in each] for each in merged.sources] == [
        ["https://x.test/1", "https://mirror.test/c"]
    ]


@pytest.mark.parametrize(
    ("url", "title", "snippet"),
    [
        ("https://x.test/2", "How the bridge was built", LONG),
        ("https://y.test/2", "How the bridge was closed", LONG),
        ("https://y.test/2", "How the bridge was built", LONG.replace("1998", "1999")),
    ],
    ids=["same site", "another title", "another year"],
)
def test_what_only_looks_like_a_mirror_stays_a_document_of_its_own(url: str, title: str, snippet: str) -> None:
    first = hit("https://x.test/1", 1, "a", title="How the bridge was built", snippet=LONG)
    second = hit(url, 2, "a", title=title, snippet=snippet)
    assert urls(merge_hits([(1.0, ProviderResult(hits=(first, second)))], limit=10)) == ["https://x.test/1", url]


@pytest.mark.parametrize(("title", "snippet", "documents"), [(9, 80, 2), (10, 79, 2), (10, 80, 1)])
def test_short_titles_and_snippets_make_no_mirrors(title: int, snippet: int, documents: int) -> None:
    pair = [hit(f"https://{name}.test/1", 1, "a", title="t" * title, snippet="s" * snippet) for name in "xy"]
    assert len(merge_hits([(1.0, ProviderResult(hits=tuple(pair)))], limit=10).hits) == documents


def test_a_domain_has_three_of_the_first_ten_and_the_rest_after_the_others() -> None:
    mine = [f"https://www{n}.big.test/{n}" for n in range(8)]
    others = [f"https://site{n}.test/1" for n in range(8)]
    merged = merge_hits([(1.0, listed("a", *mine, *others))], limit=16)
    assert urls(merged) == [*mine[:3], *others[:7], *mine[3:], others[7]]


def test_a_domain_that_stands_alone_fills_the_list() -> None:
    mine = [f"https://big.test/{n}" for n in range(6)]
    assert urls(merge_hits([(1.0, listed("a", *mine, "https://other.test/1"))], limit=5)) == [
        *mine[:3],
        "https://other.test/1",
        mine[3],
    ]


def test_documents_of_a_library_are_each_at_home_somewhere_else() -> None:
    mine = [f"file:///documents/{n}.txt" for n in range(6)]
    assert urls(merge_hits([(1.0, listed("library", *mine))], limit=6)) == mine


def test_places_are_counted_anew_and_the_limit_holds() -> None:
    found = [(1.0, listed("a", *(f"https://s{n}.test/{n}" for n in range(30))))]
    assert [found.rank for found in merge_hits(found, limit=7).hits] == [1, 2, 3, 4, 5, 6, 7]
    assert merge_hits(found, limit=0) == MergedHits()


def test_an_engine_that_counts_for_nothing_is_refused() -> None:
    with pytest.raises(WrongCall, match="weights are above 0"):
        merge_hits([(0.0, listed("a", "https://x.test/1"))], limit=10)


def gain(order: list[str], worth: dict[str, int]) -> float:
    """nDCG@10."""
    ideal = sorted(worth.values(), reverse=True)[:10]
    found = sum(worth[url] / log2(place + 2) for place, url in enumerate(order[:10]))
    return found / sum(value / log2(place + 2) for place, value in enumerate(ideal))


def test_four_engines_together_find_better_than_the_best_of_them() -> None:
    engines = [(1.0, 1.8), (1.6, 1.4), (2.5, 0.8), (5.0, 0.3)]
    draw = random.Random(4)
    alone, together = [0.0] * len(engines), 0.0
    for _ in range(60):
        worth = {f"https://site{n}.test/{n}": draw.choice([1, 2, 3]) if n < 12 else 0 for n in range(60)}
        found = []
        for number, (noise, weight) in enumerate(engines):
            known = [url for url in worth if draw.random() < 0.7]
            guesses = {url: worth[url] + draw.gauss(0, noise) for url in known}
            best = sorted(guesses, key=guesses.__getitem__, reverse=True)[:10]
            alone[number] += gain(best, worth)
            found.append((weight, listed(f"e{number}", *best)))
        together += gain(urls(merge_hits(found, limit=10)), worth)
    assert together > max(alone)


LISTS = st.lists(
    st.tuples(st.floats(0.1, 3.0), st.lists(st.integers(0, 30), max_size=12, unique=True)), min_size=1, max_size=5
)


@given(LISTS)
def test_every_document_is_there_once_and_its_score_is_a_share(lists: list[tuple[float, list[int]]]) -> None:
    found = [
        (weight, listed(f"e{number}", *(f"https://s{n}.test/{n}" for n in places)))
        for number, (weight, places) in enumerate(lists)
    ]
    merged = merge_hits(found, limit=100)
    wanted = {f"https://s{n}.test/{n}" for _, places in lists for n in places}
    assert sorted(urls(merged)) == sorted(wanted)
    assert [score for score in merged.scores if not 0 < score <= 1 + 1e-9] == []
    assert list(merged.scores) == sorted(merged.scores, reverse=True)
