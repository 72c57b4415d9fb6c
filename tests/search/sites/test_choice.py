"""Which sites a query goes to: by name, by the words of their field, by kind and language, by what was learned."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.model.engine import Category
from tadori.model.entity import SiteSearchState
from tadori.model.ids import EN, JA, Lang, Url
from tadori.model.web_thresholds import SITES_AT_ONCE
from tadori.query.operators import parse_query
from tadori.search.sites.choice import choose_sites, fitting_sites, is_named, within_limits
from tadori.search.sites.site_search import SearchSite, allowlist

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)
LABOUR = SearchSite(
    domain="labour.go.test",
    start=Url("https://www.labour.go.test/"),
    kind=Category.GOVERNMENT,
    lang=JA,
    about=("年金", "雇用"),
)
FARMS = replace(LABOUR, domain="farms.go.test", about=("農業",))
CODES = replace(LABOUR, domain="codes.test", kind=Category.TECHNICAL, lang=EN, about=("python", "gene"))
CITY = replace(LABOUR, domain="city.test", kind=Category.GENERAL, lang=None, about=())
SITES = [LABOUR, FARMS, CODES, CITY]


def fits(text: str, lang: Lang = JA, category: Category = Category.GENERAL) -> list[str]:
    return [site.domain for site in fitting_sites(parse_query(text), lang, category, SITES)]


@pytest.mark.req("L8")
@pytest.mark.parametrize(
    ("text", "lang", "category", "right"),
    [
        ("潮の高さ", JA, Category.GENERAL, ["city.test"]),
        ("潮の高さ", JA, Category.GOVERNMENT, ["labour.go.test", "farms.go.test", "city.test"]),
        ("年金の受給開始年齢", JA, Category.GENERAL, ["labour.go.test", "city.test"]),
        ("年金の受給開始年齢", EN, Category.GENERAL, ["city.test"]),
        ("Pythons in 2026", EN, Category.GENERAL, ["codes.test", "city.test"]),
        ("general genetics", EN, Category.GENERAL, ["city.test"]),
        ("tides", EN, Category.NEWS, ["city.test"]),
        ("site:labour.go.test 港", JA, Category.GENERAL, ["labour.go.test"]),
        ("site:www.labour.go.test/stf harbour", EN, Category.GENERAL, ["labour.go.test"]),
        ("site:go.test 農業", JA, Category.GENERAL, ["farms.go.test"]),
        ("site:go.test 港", JA, Category.GENERAL, []),
        ("site:elsewhere.test 年金", JA, Category.GOVERNMENT, []),
        ("-site:go.test 年金", JA, Category.GOVERNMENT, ["city.test"]),
        ("-site:www.labour.go.test 年金", JA, Category.GENERAL, ["labour.go.test", "city.test"]),
        ("site:labour.go.test OR site:codes.test 年金", JA, Category.GENERAL, ["labour.go.test", "codes.test"]),
    ],
)
def test_a_site_fits_by_name_field_kind_and_language(
    text: str, lang: Lang, category: Category, right: list[str]
) -> None:
    assert fits(text, lang, category) == right


def chosen(text: str, *states: SiteSearchState, sites: list[SearchSite] = SITES) -> list[str]:
    return [
        site.domain for site in choose_sites(parse_query(text), sites, {state.domain: state for state in states}, NOON)
    ]


@pytest.mark.req("L8")
def test_two_are_chosen_named_ones_first_then_those_whose_field_it_is() -> None:
    assert chosen("農業") == ["farms.go.test", "city.test"]
    assert chosen("農業", sites=[LABOUR, FARMS, CODES]) == ["farms.go.test"]  # the others are only of its kind
    assert chosen("site:city.test 農業") == ["city.test", "farms.go.test"]
    assert chosen("年金と雇用と農業") == ["labour.go.test", "farms.go.test"]
    assert chosen("港", sites=[LABOUR, FARMS, CODES]) == ["labour.go.test", "farms.go.test"]
    assert chosen("農業", sites=[]) == []


@pytest.mark.req("L8")
def test_of_equals_the_one_that_is_free_and_has_gone_better_is_chosen() -> None:
    resting = SiteSearchState(domain="labour.go.test", success=0.9, paused_until=NOON + timedelta(hours=1))
    waiting = SiteSearchState(domain="farms.go.test", success=0.9, last_try_at=NOON - timedelta(seconds=3))
    poor = SiteSearchState(domain="codes.test", success=0.3)
    rich = SiteSearchState(domain="works.go.test", success=0.5, harvest=4.0)
    kind = [LABOUR, FARMS, CODES, replace(LABOUR, domain="works.go.test")]
    assert chosen("港", resting, waiting, sites=kind) == ["codes.test", "works.go.test"]
    assert chosen("港", resting, waiting, poor, rich, sites=kind) == ["works.go.test", "codes.test"]
    assert chosen("港", resting, sites=[LABOUR, FARMS]) == ["farms.go.test", "labour.go.test"]
    assert chosen("港", rich, sites=kind) == ["works.go.test", "labour.go.test"]


@pytest.mark.req("L8")
@pytest.mark.parametrize(
    ("limits", "inside"),
    [
        ("港", True),
        ("site:labour.go.test 港", True),
        ("site:www.labour.go.test/stf 港", True),
        ("site:www.labour.go.test/news 港", False),
        ("site:abour.go.test 港", False),
        ("-site:labour.go.test 港", False),
        ("-site:www.labour.go.test/news 港", True),
        ("site:labour.go.test:8080 港", True),
    ],
)
def test_a_result_stands_where_the_query_lets_it(limits: str, inside: bool) -> None:
    assert within_limits("www.labour.go.test", "/stf/page.html", parse_query(limits)) is inside


@pytest.mark.req("L8")
@pytest.mark.parametrize(
    ("text", "lang", "first"),
    [
        ("厚生年金の支給開始年齢", JA, "mhlw.go.jp"),
        ("港湾と空港の整備計画", JA, "mlit.go.jp"),
        ("独占禁止法 カルテルの事例", JA, "jftc.go.jp"),
        ("暗号資産と銀行", JA, "fsa.go.jp"),
        ("TLS protocol RFC", EN, "ietf.org"),
        ("python packaging", EN, "python.org"),
        ("pandemic vaccination outbreak", EN, "who.int"),
    ],
)
def test_a_question_goes_to_the_office_whose_field_it_is(text: str, lang: Lang, first: str) -> None:
    asked = parse_query(text)
    fit = fitting_sites(asked, lang, Category.GENERAL, allowlist())
    assert choose_sites(asked, fit, {}, NOON)[0].domain == first


@given(text=st.text(min_size=1, max_size=60), domain=st.sampled_from([site.domain for site in SITES]))
def test_naming_a_site_always_chooses_it(text: str, domain: str) -> None:
    asked = parse_query(f"tide {text.replace(':', ' ').replace('：', ' ')} site:{domain}")
    fit = fitting_sites(asked, JA, Category.NEWS, SITES)
    picked = choose_sites(asked, fit, {}, NOON)
    assert picked[0].domain == domain
    assert is_named(asked, picked[0])
    assert len(picked) <= SITES_AT_ONCE
