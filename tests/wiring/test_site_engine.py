"""The searches of sites by the settings: whose they are, and with real engines behind them."""

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from tadori.errors import ConfigError
from tadori.events import Event
from tadori.events.web import SearchDone
from tadori.model.engine import Category
from tadori.model.ids import EN
from tadori.model.query import Query, QueryPurpose
from tadori.pipeline.engines.engine_search import EngineSearches
from tadori.search.sites.site_search import allowlist
from tadori.settings import EngineSettings, SiteSettings, load_settings
from tadori.wiring.engines import engines_named
from tadori.wiring.home import open_app
from tadori.wiring.routes import WebEnvironment
from tadori.wiring.site_engine import SITE_ENGINE, allowed_sites, ask_through, build_site_engine
from tests.web.desk import Time, settings_for
from tests.web.engines_web import Mood
from tests.web.little_web import LittleWeb
from tests.web.site_searches import Temper


@pytest.fixture(scope="module")
def web() -> Iterator[LittleWeb]:
    with LittleWeb(scale=0.02) as web:
        yield web


def query(text: str) -> Query:
    return Query.of(
        task_id="t",
        text=text,
        lang=EN,
        purpose=QueryPurpose.INITIAL,
        section_id="s",
        round=0,
        limit=10,
        cause_id="s",
    )


@pytest.mark.req("L8")
async def test_a_site_of_the_settings_is_one_engine_among_others(web: LittleWeb, tmp_path: Path) -> None:
    web.clear()
    site, engine = web.searched["plain"], web.engines["a"]
    engine.mood = Mood.USUAL
    engine.warm()
    moment, events = Time(), list[Event]()
    parts = WebEnvironment(resolver=web.resolver, rng=random.Random(1), sleep=moment.sleep, zone=ZoneInfo("Asia/Tokyo"))
    settings = replace(
        settings_for(web, tmp_path),
        engines=EngineSettings(use=(engine.plan.style,), bases=((engine.plan.style, engine.base),)),
        sites=SiteSettings(allow=(site.start,)),
    )
    title = site.library.headline(0).title
    with open_app(settings, clock=moment.clock) as app:
        async with app.web(parts) as reading:
            listed = engines_named(app, [engine.plan.style, "sites"], reading)
            searching = EngineSearches(store=app.store, engines=listed, clock=moment.clock)
            merged = await searching.search(query(title), events.append)
            site.mood = Temper.ERROR
            await searching.search(query(f"{title} harbour"), events.append)
            named = [query("site:mhlw.go.jp harbour"), query("site:other.test harbour")]
            suited = [listed[1].suits is not None and listed[1].suits(one) for one in named]
            unnamed = build_site_engine(app, reading, ask_through(app, listed[:1]))
            later = replace(named[0], purpose=QueryPurpose.FOLLOW_UP)
            missing = [unnamed.suits is not None and unnamed.suits(one) for one in (named[0], later)]
    assert {hit.url for hit in merged.hits} >= {site.found(title)[0]}
    done = {(event.provider, event.hits) for event in events if isinstance(event, SearchDone)}
    assert ("sites", 5) in done
    assert suited == [True, False]
    assert missing == [False, True]
    assert engine.queries == [title, f"{title} harbour", f"{title} harbour site:energy-agency.test"]


@pytest.mark.req("L8")
def test_settings_add_sites_and_switch_listed_ones_off() -> None:
    known = [site.domain for site in allowlist()]
    sites = {
        site.domain: site
        for site in allowed_sites(
            SiteSettings(
                allow=("www.city.test", "http://docs.tool.test:8080/find?x=1", "https://www.mhlw.go.jp/search.html"),
                off=("meti.go.jp", "City.test"),
            )
        )
    }
    assert set(sites) == {*known, "docs.tool.test"} - {"meti.go.jp"}
    added, moved = sites["docs.tool.test"], sites["mhlw.go.jp"]
    assert (added.start, added.kind, added.lang) == ("http://docs.tool.test:8080/find?x=1", Category.GENERAL, None)
    assert (moved.start, moved.kind, moved.lang) == ("https://www.mhlw.go.jp/search.html", Category.GOVERNMENT, "ja")
    assert allowed_sites(SiteSettings()) == allowlist()


@pytest.mark.parametrize(
    "entry", ["", "localhost", "co.jp", "test", "10.0.0.1", "ftp://city.test/", "http://", "a b.test"]
)
def test_what_is_no_site_is_named(entry: str) -> None:
    with pytest.raises(ConfigError, match=r"config\.toml, \[sites\] allow: ") as caught:
        allowed_sites(SiteSettings(allow=(entry,)))
    assert repr(entry) in str(caught.value)


def test_switching_off_what_is_not_listed_is_an_error_that_lists_what_is() -> None:
    with pytest.raises(ConfigError, match=r"\[sites\] off: 'tide\.test' is not among .*arxiv\.org") as caught:
        allowed_sites(SiteSettings(off=("tide.test",)))
    assert "mhlw.go.jp" in str(caught.value)


def test_the_table_of_sites_is_read_and_checked(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('[sites]\nallow = ["city.test"]\noff = ["w3.org"]\n', encoding="utf-8")
    assert load_settings({}, home=tmp_path).sites == SiteSettings(allow=("city.test",), off=("w3.org",))
    (tmp_path / "config.toml").write_text('[sites]\nallow = "city.test"\n', encoding="utf-8")
    with pytest.raises(ConfigError, match=r"sites\.allow must be a list of strings"):
        load_settings({}, home=tmp_path)
    (tmp_path / "config.toml").write_text("[sites]\nof = []\n", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"unknown setting 'sites\.of'; there are: allow, off"):
        load_settings({}, home=tmp_path)


def test_the_engine_answers_every_kind_of_question_but_news() -> None:
    assert set(SITE_ENGINE.categories) == set(Category) - {Category.NEWS}
