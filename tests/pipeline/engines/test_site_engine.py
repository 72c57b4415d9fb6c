"""Sites of the little web asked by their own search: by address, in a browser, in Shift_JIS, and what if they fail."""

import asyncio
import re
import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from tadori.errors import SourceUnreachable, WrongCall
from tadori.model.engine import Category
from tadori.model.entity import SiteSearchState
from tadori.model.ids import EN, JA, Lang, Url
from tadori.model.query import Hit, Query, QueryPurpose
from tadori.model.web import DomainPolicy
from tadori.model.work import ProviderResult
from tadori.pipeline.engines.site_engine import SiteSearchProvider
from tadori.pipeline.engines.site_transport import SiteTransport
from tadori.search.sites.site_search import SearchSite
from tadori.store.domains import save_policy
from tadori.store.entities import site_search_state
from tests.web.desk import MONDAY, Desk, Time, desk
from tests.web.little_web import LittleWeb
from tests.web.site_searches import ELSEWHERE, SearchedSite, Temper

needs_chromium = pytest.mark.skipif(shutil.which("chromium") is None, reason="no chromium on this machine")


@pytest.fixture(scope="module")
def served() -> Iterator[LittleWeb]:
    with LittleWeb(scale=0.02) as web:
        yield web


@pytest.fixture
def web(served: LittleWeb) -> LittleWeb:
    served.clear()
    return served


@dataclass(slots=True)
class Engines:
    """The other engines: they answer with one page of wherever they are asked for, and keep what they are asked."""

    asked: list[Query] = field(default_factory=list)
    down: bool = False

    async def __call__(self, query: Query) -> ProviderResult:
        self.asked.append(query)
        if self.down:
            raise SourceUnreachable("engines", "every engine is down")
        url = Url(f"https://www.{query.text.split()[0].removeprefix('site:')}/by-engine")
        hit = Hit(title="t", url=url, snippet="s", date=None, engine="mojeek", rank=1, source_tag="general")
        return ProviderResult(hits=(hit,), notes=("an engine's note",))


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    provider: SiteSearchProvider
    engines: Engines
    tadori: Desk

    def state(self, site: SearchedSite) -> SiteSearchState:
        with self.tadori.app.store.read() as db:
            return site_search_state(db, site.domain)


@asynccontextmanager
async def asking(
    web: LittleWeb,
    home: Path,
    *sites: SearchedSite,
    browser: bool = False,
    time: Time | None = None,
    patience: float = 300.0,
) -> AsyncIterator[Asking]:
    engines = Engines()
    async with desk(web, home, browser=browser, time=time) as tadori:
        provider = SiteSearchProvider(
            store=tadori.app.store,
            door=SiteTransport(web=tadori.reading.web()),
            allowed=[listed(site) for site in sites],
            ask_engines=engines,
            patience=patience,
        )
        yield Asking(provider=provider, engines=engines, tadori=tadori)


def listed(site: SearchedSite) -> SearchSite:
    return SearchSite(
        domain=site.domain, start=Url(site.start), kind=Category.GOVERNMENT, lang=Lang(site.plan.lang), about=()
    )


def query(text: str, lang: Lang = EN, limit: int = 10) -> Query:
    return Query.of(
        task_id="t",
        text=text,
        lang=lang,
        purpose=QueryPurpose.INITIAL,
        section_id="s",
        round=0,
        limit=limit,
        cause_id="s",
    )


def title(site: SearchedSite, number: int = 0) -> str:
    return site.library.headline(number).title


def about(site: SearchedSite, number: int = 0) -> str:
    """A query for an article of a site, in words that are about public matters."""
    return f"{title(site, number)} {'政策' if site.plan.lang == 'ja' else 'policy'}"


@pytest.mark.req("L8")
async def test_a_site_is_asked_through_its_form_and_its_results_are_hits(web: LittleWeb, tmp_path: Path) -> None:
    site = web.searched["plain"]
    async with asking(web, tmp_path, site) as at_desk:
        found = await at_desk.provider.search(query(about(site)))
        state = at_desk.state(site)
    assert site.asked == [about(site)]
    assert [hit.url for hit in found.hits] == site.found(about(site))
    assert [hit.rank for hit in found.hits] == [1, 2, 3, 4, 5]
    assert (found.hits[0].title, found.hits[0].engine, found.hits[0].source_tag) == (
        title(site),
        "site:energy-agency.test",
        "government",
    )
    assert found.notes == ("energy-agency.test: its own search found 5",)
    assert (state.tries, state.successes, state.success, state.harvest) == (1, 1, 0.65, 1.5)
    assert at_desk.engines.asked == []


@pytest.mark.req("L8")
async def test_the_form_is_looked_for_once_and_searches_are_ten_seconds_apart(web: LittleWeb, tmp_path: Path) -> None:
    site, moment, at = web.searched["plain"], Time(), list[datetime]()
    async with asking(web, tmp_path, site, time=moment) as at_desk:
        for number in range(4):
            await at_desk.provider.search(query(about(site, number)))
            at.append(moment.now)
    paths = [urlsplit(line.path).path for line in web.seen(site.host)]
    assert paths == ["/robots.txt", "/", "/search", "/search", "/search", "/search"]
    # robots.txt, then at the pace of every site the page with the form, which counts as a search.
    assert (at[0] - MONDAY).total_seconds() >= 15.0
    assert [(later - before).total_seconds() >= 10.0 for before, later in pairwise(at)] == [True] * 3
    assert (at[-1] - MONDAY).total_seconds() < 70.0


@pytest.mark.req("L8")
async def test_two_queries_at_once_ask_one_after_the_other(web: LittleWeb, tmp_path: Path) -> None:
    site, moment = web.searched["plain"], Time()
    async with asking(web, tmp_path, site, time=moment) as at_desk:
        await asyncio.gather(*(at_desk.provider.search(query(about(site, number))) for number in range(3)))
        state = at_desk.state(site)
    assert sorted(site.asked) == sorted(about(site, number) for number in range(3))
    assert len(web.seen(site.host, "/")) == 1
    assert (state.tries, state.successes) == (3, 3)
    assert (moment.now - MONDAY).total_seconds() >= 30.0


@pytest.mark.req("L8")
async def test_a_shift_jis_form_is_asked_in_shift_jis(web: LittleWeb, tmp_path: Path) -> None:
    site = web.searched["japanese"]
    async with asking(web, tmp_path, site) as at_desk:
        found = await at_desk.provider.search(query(f'"{title(site)}" +政策 -噂', JA))
    assert site.asked == [f"政策 {title(site)}"]
    assert found.hits[0].title == title(site)
    assert found.hits[0].url == site.found(title(site))[0]
    sent = web.seen(site.host)[-1].path
    assert parse_qs(urlsplit(sent).query, encoding="cp932") == {"lang": ["all"], "q": [f"政策 {title(site)}"]}
    assert [note for note in found.notes if "噂" in note] != []


@pytest.mark.req("L8")
@pytest.mark.slow
@needs_chromium
@pytest.mark.drives("chromium")
async def test_what_scripts_and_posted_forms_need_is_typed_in_a_browser(web: LittleWeb, tmp_path: Path) -> None:
    sites = [web.searched[kind] for kind in ("scripted", "posted", "late", "rendered")]
    idle = web.searched["javascript"]  # nothing becomes of what is typed there
    words = [max(re.findall(r"\w+", title(site)), key=len)[:12] for site in sites]
    found: list[list[str]] = []
    async with asking(web, tmp_path, *sites, idle, browser=True) as at_desk:
        for site, word in zip(sites, words, strict=True):
            answer = await at_desk.provider.search(query(f"site:{site.domain} {word}", Lang(site.plan.lang)))
            found.append([hit.url for hit in answer.hits])
        failed = await at_desk.provider.search(query(f"site:{idle.domain} law"))
        states = [at_desk.state(site) for site in (*sites, idle)]
    assert found == [site.found(word) for site, word in zip(sites, words, strict=True)]
    assert [] not in found
    assert [(state.tries, state.successes) for state in states] == [(1, 1)] * 4 + [(1, 0)]
    # What shows its results to browsers only is typed into a browser from then on.
    assert [state.form and state.form.needs_browser for state in states] == [True, True, False, True, None]
    assert [site.asked for site in sites] == [words[:1], words[1:2], words[2:3], words[3:] * 2]
    assert [line.method for line in web.seen(sites[1].host, "/search")] == ["POST"]
    assert "nothing became of what was typed into its search field" in failed.notes[0]


@pytest.mark.req("L8")
async def test_a_site_that_needs_a_browser_where_there_is_none_is_left_to_the_engines(
    web: LittleWeb, tmp_path: Path
) -> None:
    site = web.searched["posted"]
    async with asking(web, tmp_path, site) as at_desk:
        found = await at_desk.provider.search(query(about(site), JA))
        state = at_desk.state(site)
    assert [hit.url for hit in found.hits] == ["https://www.tosho-kan.test/by-engine"]
    assert "needs a browser, and there is none" in found.notes[0]
    assert (state.tries, state.failures) == (0, 0)  # no fault of the site
    assert site.asked == []


@pytest.mark.req("L8")
@pytest.mark.parametrize(
    ("mood", "reason"),
    [
        (Temper.ERROR, "its search answered 500"),
        (Temper.CHANGED, "no results, and no word that there are none"),
        (Temper.CAPTCHA, "captcha on the result page"),
        (Temper.LOGIN, "login is asked for before results"),
        (Temper.OFFSITE, "its search leads to another site (engine-a.test)"),
    ],
)
async def test_a_search_that_fails_falls_back_to_the_engines_at_once(
    web: LittleWeb, tmp_path: Path, mood: Temper, reason: str
) -> None:
    site = web.searched["plain"]
    site.mood = mood
    async with asking(web, tmp_path, site) as at_desk:
        found = await at_desk.provider.search(query(f"{title(site)} policy filetype:pdf"))
        state = at_desk.state(site)
    asked = f"site:energy-agency.test {title(site)} policy"
    assert [one.text for one in at_desk.engines.asked] == [asked]
    assert [hit.url for hit in found.hits] == ["https://www.energy-agency.test/by-engine"]
    told = f"energy-agency.test: its own search was not used ({reason}); engines were asked for {asked}"
    assert told in found.notes
    assert found.notes[-1] == "an engine's note"
    assert (state.tries, state.failures, state.success) == (1, 1, 0.35)
    assert web.seen(ELSEWHERE) == []


@pytest.mark.req("L8")
async def test_a_site_that_takes_too_long_is_not_waited_for(web: LittleWeb, tmp_path: Path) -> None:
    site = web.searched["plain"]
    async with asking(web, tmp_path, site, patience=0.0) as at_desk:
        found = await at_desk.provider.search(query(about(site)))
        state = at_desk.state(site)
    assert "(no results within 0 s)" in found.notes[0]
    assert [hit.engine for hit in found.hits] == ["mojeek"]
    assert (state.tries, state.failures) == (1, 1)


@pytest.mark.req("L8")
async def test_a_changed_form_is_looked_for_again(web: LittleWeb, tmp_path: Path) -> None:
    site = web.searched["plain"]
    async with asking(web, tmp_path, site) as at_desk:
        await at_desk.provider.search(query(about(site)))
        site.mood = Temper.CHANGED
        await at_desk.provider.search(query(about(site, 1)))
        forgotten = at_desk.state(site).form
        site.mood = Temper.USUAL
        found = await at_desk.provider.search(query(about(site, 2)))
    assert forgotten is None
    assert found.hits[0].title == title(site, 2)
    assert len(web.seen(site.host, "/")) == 2


@pytest.mark.req("L8", "L20")
async def test_a_captcha_waits_for_a_person_and_for_no_task(web: LittleWeb, tmp_path: Path) -> None:
    site = web.searched["plain"]
    site.mood = Temper.CAPTCHA
    async with asking(web, tmp_path, site) as at_desk:
        await at_desk.provider.search(query(about(site)))
        waiting = at_desk.provider.door.web.inbox.pending()
    assert [(item.domain, item.kind.value, item.priority.value, item.task_id) for item in waiting] == [
        ("energy-agency.test", "captcha", "low", "")
    ]
    assert waiting[0].url.startswith(f"{site.start}search?lang=all&q=")


@pytest.mark.req("L8")
async def test_two_failures_rest_a_site_for_the_day_and_it_is_asked_again_the_next(
    web: LittleWeb, tmp_path: Path
) -> None:
    site, moment = web.searched["plain"], Time()
    site.mood = Temper.ERROR
    async with asking(web, tmp_path, site, time=moment) as at_desk:
        for number in range(3):
            await at_desk.provider.search(query(about(site, number)))
        rested = at_desk.state(site)
        asked = list(site.asked)
        site.mood, moment.now = Temper.USUAL, datetime(2026, 11, 17, 3, 0, tzinfo=UTC)
        found = await at_desk.provider.search(query(about(site, 4)))
        well = at_desk.state(site)
    assert asked == [about(site, 0), about(site, 1)]
    assert len(at_desk.engines.asked) == 3
    assert rested.paused_until == datetime(2026, 11, 17, tzinfo=UTC)
    assert found.hits[0].title == title(site, 4)
    assert (well.tries, well.successes, well.failures) == (3, 1, 0)


@pytest.mark.req("L8")
async def test_a_site_that_names_a_time_is_left_alone_that_long(web: LittleWeb, tmp_path: Path) -> None:
    site, moment = web.searched["plain"], Time()
    site.mood = Temper.REFUSE
    async with asking(web, tmp_path, site, time=moment) as at_desk:
        await at_desk.provider.search(query(about(site)))
        until = at_desk.state(site).paused_until
        await at_desk.provider.search(query(about(site, 1)))
    assert until is not None
    assert (until - moment.now).total_seconds() == 80_000.0
    assert len(site.asked) == 1


@pytest.mark.req("L8", "L18")
@pytest.mark.parametrize(("kind", "paths"), [("private", ["/robots.txt", "/"]), ("closed", ["/robots.txt"])])
async def test_robots_txt_is_respected(web: LittleWeb, tmp_path: Path, kind: str, paths: list[str]) -> None:
    site = web.searched[kind]
    async with asking(web, tmp_path, site) as at_desk:
        found = await at_desk.provider.search(query(about(site)))
    assert [line.path for line in web.seen(site.host)] == paths
    assert "robots.txt forbids it" in found.notes[0]
    assert [hit.engine for hit in found.hits] == ["mojeek"]


@pytest.mark.req("L8")
@pytest.mark.parametrize("kind", ["none", "sign_in", "elsewhere"])
async def test_a_page_without_a_search_form_of_its_own_is_asked_nothing(
    web: LittleWeb, tmp_path: Path, kind: str
) -> None:
    site = web.searched[kind]
    async with asking(web, tmp_path, site) as at_desk:
        found = await at_desk.provider.search(query(about(site)))
    assert "there is no search form on its page" in found.notes[0]
    assert [line.path for line in web.seen(site.host)] == ["/robots.txt", "/"]
    assert web.seen(ELSEWHERE) == []
    assert [hit.engine for hit in found.hits] == ["mojeek"]


@pytest.mark.req("L8", "L35")
async def test_a_form_that_carries_a_megabyte_along_is_sent_without_it(web: LittleWeb, tmp_path: Path) -> None:
    site = web.searched["heavy"]
    async with asking(web, tmp_path, site) as at_desk:
        found = await at_desk.provider.search(query(about(site)))
        state = at_desk.state(site)
    assert found.hits[0].title == title(site)
    assert max(len(line.path) for line in web.seen(site.host)) < 1_000
    assert state.form is not None
    assert [len(value) for _, value in state.form.hidden] == [500]


@pytest.mark.req("L8", "L35")
async def test_a_form_whose_action_is_a_script_is_not_asked_by_address(web: LittleWeb, tmp_path: Path) -> None:
    site = web.searched["javascript"]
    async with asking(web, tmp_path, site) as at_desk:
        found = await at_desk.provider.search(query(about(site)))
    assert "needs a browser" in found.notes[0]
    assert [line.path for line in web.seen(site.host)] == ["/robots.txt", "/"]


@pytest.mark.req("L8")
async def test_a_site_without_results_says_so_and_the_engines_are_left_alone(web: LittleWeb, tmp_path: Path) -> None:
    site = web.searched["plain"]
    async with asking(web, tmp_path, site) as at_desk:
        found = await at_desk.provider.search(query("xylophonist policyless government"))
        state = at_desk.state(site)
    assert found == ProviderResult(notes=("energy-agency.test: its own search found 0",))
    assert (state.successes, state.failures) == (1, 0)
    assert at_desk.engines.asked == []


@pytest.mark.req("L8")
async def test_two_sites_answer_by_turns_and_a_third_is_not_asked(web: LittleWeb, tmp_path: Path) -> None:
    one, two, third = web.searched["plain"], web.searched["heavy"], web.searched["none"]
    text = f"{title(one)} {title(two)} policy"
    async with asking(web, tmp_path, one, two, third) as at_desk:
        found = await at_desk.provider.search(query(text, limit=4))
    turns = [url for pair in zip(one.found(text), two.found(text), strict=False) for url in pair]
    assert [hit.url for hit in found.hits] == turns[:4]
    assert web.seen(third.host) == []


@pytest.mark.req("L8")
async def test_what_the_engines_are_asked_anyway_is_not_asked_of_them_again(web: LittleWeb, tmp_path: Path) -> None:
    site = web.searched["none"]
    async with asking(web, tmp_path, site) as at_desk:
        found = await at_desk.provider.search(query("site:formless-office.test harbour"))
    assert at_desk.engines.asked == []
    assert found.hits == ()
    assert found.notes[0].endswith("; the engines are asked the same")


@pytest.mark.req("L8")
async def test_a_phrase_that_reads_as_an_operator_is_no_query_for_engines(web: LittleWeb, tmp_path: Path) -> None:
    site = web.searched["none"]
    async with asking(web, tmp_path, site) as at_desk:
        found = await at_desk.provider.search(query('site:formless-office.test "-policy"'))
    assert at_desk.engines.asked == []
    assert found.notes[-1].endswith("add a word to look for")


@pytest.mark.req("L8")
async def test_results_outside_the_part_that_is_asked_for_are_left_out(web: LittleWeb, tmp_path: Path) -> None:
    site = web.searched["plain"]
    wanted = urlsplit(site.found(title(site))[1]).path
    async with asking(web, tmp_path, site) as at_desk:
        found = await at_desk.provider.search(query(f"site:www.energy-agency.test{wanted} {title(site)}"))
    assert [urlsplit(hit.url).path for hit in found.hits] == [wanted]
    assert found.notes == ("energy-agency.test: its own search found 1",)


@pytest.mark.req("L8")
async def test_when_site_and_engines_fail_the_query_fails(web: LittleWeb, tmp_path: Path) -> None:
    site = web.searched["none"]
    async with asking(web, tmp_path, site) as at_desk:
        at_desk.engines.down = True
        with pytest.raises(SourceUnreachable, match="every engine is down"):
            await at_desk.provider.search(query(about(site)))


@pytest.mark.req("L8")
async def test_a_domain_that_is_left_alone_is_not_searched_either(web: LittleWeb, tmp_path: Path) -> None:
    site = web.searched["plain"]
    async with asking(web, tmp_path, site) as at_desk:
        with at_desk.tadori.app.store.write() as db:
            save_policy(db, DomainPolicy(domain=site.domain, skip_reason="it blocks everything"))
        found = await at_desk.provider.search(query(about(site)))
        state = at_desk.state(site)
    assert "is not asked any more: it blocks everything" in found.notes[0]
    assert [line.path for line in web.seen(site.host)] == ["/robots.txt"]
    assert state.tries == 0


@pytest.mark.req("L8")
async def test_nobody_is_asked_what_no_site_is_right_for(web: LittleWeb, tmp_path: Path) -> None:
    site = web.searched["plain"]
    async with asking(web, tmp_path, site) as at_desk:
        found = await at_desk.provider.search(query("harbour bridge length"))
        suits = [
            at_desk.provider.suits(query(text, lang))
            for text, lang in [
                ("harbour bridge length", EN),
                ("harbour policy", EN),
                ("港の政策", JA),
                ("site:energy-agency.test 港", JA),
                ("site:other.test harbour policy", EN),
                ("-site:energy-agency.test harbour policy", EN),
                ("site:energy-agency.test", EN),
            ]
        ]
        with pytest.raises(WrongCall):
            await at_desk.provider.search(query("site:energy-agency.test"))
    assert found == ProviderResult(notes=("no listed site is right for this query",))
    assert suits == [False, True, False, True, False, False, False]
    assert web.log == []
