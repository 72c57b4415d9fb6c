"""One page of the little web after the other: routes, manners, blocks, and what is learned of domains.

No browser here (`test_web_browser.py` has one), so that every step can be counted.
"""

import asyncio
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from tadori.events.web import AuthQueued, DomainCooling, RouteTried
from tadori.fetch.blocks import PREFLIGHT_BYTES
from tadori.fetch.escalation import QueueForPerson
from tadori.fetch.http import HttpLimits
from tadori.model.ids import Url
from tadori.model.web import AttemptOutcome, BlockKind, FetchFailure, Route
from tadori.pipeline.web.fetching import FetchJob
from tadori.store.domains import policy_of, save_policy
from tadori.store.visits import visit_of
from tadori.text.urls import domain_of
from tests.fetch.test_blocks import MANAGED_CHALLENGE
from tests.fetch.test_first_bytes import noise
from tests.gates.gate_fetch import most_at_once, overlapping
from tests.pipeline.following import host_on
from tests.pipeline.web.reads import had, lost, page_with, page_with_etag, read
from tests.store.kept_rows import attempts_at
from tests.web.desk import Time, desk
from tests.web.little_web import LittleWeb
from tests.web.weather import Weather
from tests.web.wire import Reply, Request

SHORT = HttpLimits(page_seconds=15.0, slow_seconds=1.0)
"""For servers that would take a minute; whoever must be recognised by what it sends is given the usual time."""


def asked(web: LittleWeb, host: str) -> list[str]:
    return [line.path for line in web.seen(host)]


@pytest.mark.req("L16", "L22")
@pytest.mark.parametrize("lang", ["ja", "en"])
async def test_a_plain_page_is_had_by_http_read_and_archived(web: LittleWeb, tmp_path: Path, lang: str) -> None:
    page = page_with(web, Weather.PLAIN, lang=lang)
    async with desk(web, tmp_path) as tadori:
        got = await had(tadori, page.url)
        kinds = [place.kind for place in tadori.reading.archive.record_places(got.page.id)]
    assert page.key_sentence in got.text
    assert [(a.route, a.outcome, a.ground) for a in got.attempts] == [
        (Route.HTTP, AttemptOutcome.PAGE, "pages are asked for by HTTP first")
    ]
    assert kinds == ["request", "response", "conversion"]
    assert asked(web, page.host) == ["/robots.txt", page.path]


@pytest.mark.req("L16", "L37")
async def test_every_attempt_with_its_ground_is_told_and_kept(web: LittleWeb, tmp_path: Path) -> None:
    page = page_with(web, Weather.PLAIN)
    async with desk(web, tmp_path) as tadori:
        got = await had(tadori, page.url)
        with tadori.app.store.read() as db:
            kept = attempts_at(db, page.url)
    told = [event for event in tadori.events if isinstance(event, RouteTried)]
    assert [(t.route, t.outcome, t.status) for t in told] == [("http", "page", 200)]
    assert [(a.route, a.ground, a.status) for a in kept] == [(a.route, a.ground, a.status) for a in got.attempts]


@pytest.mark.req("L16", "L38")
async def test_a_return_asks_whether_the_page_changed_and_keeps_the_answer(web: LittleWeb, tmp_path: Path) -> None:
    async with desk(web, tmp_path) as tadori:
        page, first = await page_with_etag(web, tadori)
        tadori.time.now += timedelta(days=1)
        again = await had(tadori, page.url)
        revisits = tadori.reading.archive.revisits(first.page.id)
        with tadori.app.store.read() as db:
            visit = visit_of(db, page.url)
    assert first.visit is not None
    assert (again.unchanged, again.page.id, again.text) == (True, first.page.id, first.text)
    assert len(revisits) == 1
    assert visit is not None
    assert visit.fetched_at - first.visit.fetched_at >= timedelta(days=1)
    conditional = [line for line in web.seen(page.host, page.path) if "if-none-match" in line.headers]
    assert [line.headers["if-none-match"] for line in conditional] == [first.visit.etag]


@pytest.mark.req("L7")
async def test_what_robots_txt_forbids_is_never_asked_for(web: LittleWeb, tmp_path: Path) -> None:
    host = web.robots["private"]
    async with desk(web, tmp_path) as tadori:
        got = await lost(tadori, web.url(host, "/private/minutes.html"))
    assert got.reason == "robots.txt forbids it"
    assert asked(web, host) == ["/robots.txt"]


@pytest.mark.req("L7")
async def test_a_site_whose_robots_txt_fails_is_left_alone_and_asked_again_after_an_hour(
    web: LittleWeb, tmp_path: Path
) -> None:
    host = web.robots["server_error"]
    async with desk(web, tmp_path) as tadori:
        got = await lost(tadori, web.url(host, "/"))
        await lost(tadori, web.url(host, "/"))
        tadori.time.now += timedelta(minutes=61)
        await lost(tadori, web.url(host, "/"))
    assert got.reason == "robots.txt cannot be had (status 503), so nothing may be asked"
    assert asked(web, host) == ["/robots.txt", "/robots.txt"]


@pytest.mark.req("L7", "L38")
async def test_robots_txt_is_asked_for_once_a_day_by_all_processes_of_a_home(web: LittleWeb, tmp_path: Path) -> None:
    page = page_with(web, Weather.PLAIN)
    async with desk(web, tmp_path) as tadori:
        await had(tadori, page.url)
        later = tadori.time
    async with desk(web, tmp_path, time=later) as tadori:
        await had(tadori, page.url)
        later.now += timedelta(hours=25)
        await had(tadori, page.url)
    assert asked(web, page.host).count("/robots.txt") == 2


@pytest.mark.req("L18")
async def test_a_domain_is_asked_at_most_every_five_seconds(web: LittleWeb, tmp_path: Path) -> None:
    page = page_with(web, Weather.PLAIN)
    siblings = [p.url for p in web.pages if p.host == page.host][:3]
    async with desk(web, tmp_path) as tadori:
        for url in siblings:
            await had(tadori, url)
        slept = tadori.time.slept
    assert len(slept) == 3  # before each page: the first request of all was robots.txt
    assert all(5.0 <= seconds <= 5.5 for seconds in slept)


@pytest.mark.req("L18")
async def test_four_workers_never_meet_at_one_domain(web: LittleWeb, tmp_path: Path) -> None:
    pages = [page for page in web.pages if page.weather in (Weather.PLAIN, Weather.SLOW)][:80]
    async with desk(web, tmp_path) as tadori:
        waiting = iter(pages)

        async def worker() -> int:
            done = 0
            for page in waiting:
                await had(tadori, page.url)
                done += 1
            return done

        done = await asyncio.gather(*(worker() for _ in range(4)))
    assert sum(done) == 80
    assert overlapping(web) == 0


@pytest.mark.req("L15")
async def test_eighty_pages_at_once_are_asked_for_four_at_a_time_at_most(web: LittleWeb, tmp_path: Path) -> None:
    pages = [page for page in web.pages if page.weather in (Weather.PLAIN, Weather.SLOW)][:80]
    async with desk(web, tmp_path) as tadori:
        await asyncio.gather(*(had(tadori, page.url) for page in pages))
    assert overlapping(web) == 0
    assert most_at_once(web) <= 4


class Waiting(Time):
    """Time in which whoever sleeps stays asleep until it is `over`."""

    def __init__(self) -> None:
        super().__init__()
        self.asleep = 0
        self.over = asyncio.Event()
        self.all_asleep = asyncio.Event()

    async def sleep(self, seconds: float) -> None:
        self.asleep += 1
        if self.asleep == 5:
            self.all_asleep.set()
        await self.over.wait()
        await super().sleep(seconds)


@pytest.mark.req("L15")
async def test_who_waits_for_the_pace_of_a_domain_keeps_nobody_else_from_the_network(
    web: LittleWeb, tmp_path: Path
) -> None:
    by_domain = {domain_of(Url(page.url)): page for page in web.pages if page.weather is Weather.PLAIN}
    *slow, other = list(by_domain.values())[:6]
    moment = Waiting()
    async with desk(web, tmp_path, time=moment) as tadori:
        waiting = asyncio.gather(*(had(tadori, page.url) for page in slow))  # their robots.txt was just asked for
        await moment.all_asleep.wait()
        await tadori.reading.web().sites.robots(Url(other.url))
        assert [len(asked(web, page.host)) for page in (*slow, other)] == [1] * 6
        moment.over.set()
        await waiting


@pytest.mark.req("L15")
async def test_a_page_has_a_minute_for_all_ways_to_it_together(web: LittleWeb, tmp_path: Path) -> None:
    def never(request: Request) -> Reply:
        return Reply(status=404) if request.path == "/robots.txt" else Reply(delay=5.0)

    url = host_on(web, "never.test", never)
    async with desk(web, tmp_path, wayback=True) as tadori:
        sites = tadori.reading.web().sites
        assert sites.page_seconds == 60.0
        await sites.robots(Url(url))
        sites.page_seconds = 0.5
        got = await lost(tadori, url)
    assert [(a.route, a.reason) for a in got.attempts] == [(Route.HTTP, "no page within 0.5 s")]
    assert got.reason == "no page within 0.5 s (no page within 0.5 s)"


@pytest.mark.req("L17", "L20")
async def test_a_challenge_waits_for_a_person_and_so_does_the_next_page_without_being_asked_for(
    web: LittleWeb, tmp_path: Path
) -> None:
    first, second = [p for p in web.pages if p.host == page_with(web, Weather.CHALLENGE).host][:2]
    async with desk(web, tmp_path) as tadori:
        one, two = await lost(tadori, first.url), await lost(tadori, second.url)
        waiting = [item.url for item in tadori.app.inbox().pending()]
    assert one.queued is not None
    assert two.queued is not None
    assert sorted(waiting) == [first.url, second.url]
    assert second.path not in asked(web, first.host)
    told = [event.url for event in tadori.events if isinstance(event, AuthQueued)]
    assert told == [first.url, second.url]


@pytest.mark.req("L20")
@pytest.mark.parametrize(
    ("url", "priority"), [("https://www.mhlw.go.jp/a", "high"), ("https://www.kaiyo.test/a", "normal")]
)
async def test_primary_sources_wait_with_high_priority(web: LittleWeb, tmp_path: Path, url: str, priority: str) -> None:
    async with desk(web, tmp_path) as tadori:
        queue = QueueForPerson(kind=BlockKind.LOGIN, ground="only somebody with an account can log in")
        item = await tadori.reading.web()._add_to_inbox(FetchJob(url=Url(url)), queue)
    assert item.priority.value == priority


@pytest.mark.req("L20")
async def test_a_person_is_told_once_a_domain_with_address_and_kind_only(web: LittleWeb, tmp_path: Path) -> None:
    first, second = [p for p in web.pages if p.host == page_with(web, Weather.CHALLENGE).host][:2]
    told: list[tuple[str, BlockKind]] = []

    async def notify(url: str, kind: BlockKind) -> None:
        told.append((url, kind))

    async with desk(web, tmp_path) as tadori:
        tadori.reading.web().notify = notify
        one = await lost(tadori, first.url)
        await lost(tadori, second.url)
    assert one.queued is not None
    assert told == [(first.url, one.queued.kind)]


@pytest.mark.req("L17")
async def test_a_large_challenge_is_known_by_its_first_bytes_and_goes_to_the_inbox(
    web: LittleWeb, tmp_path: Path
) -> None:
    body = MANAGED_CHALLENGE + noise(400_000)

    def site(request: Request) -> Reply:
        status = 404 if request.path == "/robots.txt" else 403
        return Reply(status=status, headers=(("Content-Type", "text/html"),), body=body)

    web._sites["www.large-wall.test"] = site
    web.addresses["www.large-wall.test"] = "127.0.0.1"
    web.resolver.set("www.large-wall.test", [("127.0.0.1",)])
    async with desk(web, tmp_path) as tadori:
        got = await lost(tadori, web.url("www.large-wall.test", "/page", https=False))
        with tadori.app.store.read() as db:
            policy = policy_of(db, "large-wall.test")
    (attempt,) = got.attempts
    assert (attempt.outcome, attempt.block) == (AttemptOutcome.BLOCKED, BlockKind.CLOUDFLARE)
    assert PREFLIGHT_BYTES <= attempt.wire_bytes <= 4 * PREFLIGHT_BYTES
    assert got.queued is not None
    assert policy.captcha_type_last_seen is BlockKind.CLOUDFLARE


@pytest.mark.req("L18")
async def test_a_domain_that_refused_is_left_alone_for_an_hour(web: LittleWeb, tmp_path: Path) -> None:
    page = page_with(web, Weather.FORBIDDEN_TO_PLAIN)
    async with desk(web, tmp_path) as tadori:
        got = await lost(tadori, page.url)
        with tadori.app.store.read() as db:
            policy = policy_of(db, domain_of(page.url))
        now = tadori.time.now
        again = await lost(tadori, page.url)
    assert got.attempts[0].status == 403
    assert policy.cooldown_until == now + timedelta(minutes=60)
    assert [event.domain for event in tadori.events if isinstance(event, DomainCooling)] == [policy.domain]
    assert [attempt.outcome for attempt in again.attempts] == []
    assert asked(web, page.host).count(page.path) == 1


@pytest.mark.req("L18")
async def test_a_domain_that_was_given_up_is_not_asked(web: LittleWeb, tmp_path: Path) -> None:
    page = page_with(web, Weather.PLAIN)
    async with desk(web, tmp_path) as tadori:
        with tadori.app.store.write() as db:
            known = policy_of(db, domain_of(page.url))
            from dataclasses import replace

            save_policy(db, replace(known, skip_reason="98 % of its pages are challenges"))
        got = await lost(tadori, page.url)
    assert "is not asked any more: 98 % of its pages are challenges" in got.reason
    assert page.path not in asked(web, page.host)


@pytest.mark.req("L17")
@pytest.mark.parametrize(("wall", "kind"), [("login", BlockKind.LOGIN), ("cookie_wall", BlockKind.COOKIE_WALL)])
async def test_a_wall_that_a_person_can_open_goes_to_the_inbox(
    web: LittleWeb, tmp_path: Path, wall: str, kind: BlockKind
) -> None:
    async with desk(web, tmp_path) as tadori:
        got = await lost(tadori, web.walls[wall])
    assert got.queued is not None
    assert got.queued.kind is kind


@pytest.mark.req("L17")
@pytest.mark.parametrize("wall", ["paywall", "soft_404"])
async def test_a_wall_that_nobody_can_open_is_lost(web: LittleWeb, tmp_path: Path, wall: str) -> None:
    async with desk(web, tmp_path) as tadori:
        got = await lost(tadori, web.walls[wall])
    assert got.queued is None
    assert got.attempts[0].block is BlockKind(wall)


@pytest.mark.req("L9", "L16")
async def test_the_wayback_machine_is_the_last_way(web: LittleWeb, tmp_path: Path) -> None:
    url = next(
        url for url in web.snapshots if web.weather_of.get(Url(url).split("/")[2].split(":")[0]) is Weather.PLAIN
    )
    async with desk(web, tmp_path, wayback=True) as tadori:
        with tadori.app.store.write() as db:
            from dataclasses import replace

            save_policy(db, replace(policy_of(db, domain_of(url)), skip_reason="it never lets us in"))
        got = await had(tadori, url)
    assert got.answer is not None
    assert (got.answer.route, got.page.source_tag) == (Route.WAYBACK, "wayback")
    assert got.answer.snapshot_at is not None
    assert got.page.url.startswith(web.wayback_base)


NAMED = {
    "drip": "too slow",
    "endless": "the body is larger than is allowed",
    "brotli_bomb": "a bomb",
    "redirect_loop": "redirects in a circle",
    "redirect_chain": "more than 10 redirects",
    "redirect_file": "only http and https are asked, not file:",
    "redirect_script": "only http and https are asked, not javascript:",
    "redirect_loopback": "the address 127.0.0.1 is loopback",
    "redirect_ipv6_loopback": "127.0.0.1 written as IPv6",
    "redirect_metadata": "169.254.169.254 is a cloud metadata service",
    "length_long": "fewer bytes came than were announced",
    "broken_chunking": "cut off",
    "huge_headers": "the response head is over 262144 bytes",
    "png_as_html": "image/png is not a document we read",
    "cert_expired": "the certificate has expired",
    "cert_other_name": "the certificate is for another name",
    "cert_self_signed": "the certificate is signed by nobody known",
    "drip_headers": "too slow",
    "silent": "too slow",
    "not_http": "the answer is no HTTP",
    "hang_up": "the connection was closed without an answer",
}


@pytest.fixture(scope="module")
def patient_web() -> Iterator[LittleWeb]:
    """Drips and silences last a minute here: no machine is so busy that they end before they are given up."""
    with LittleWeb(hosts=60) as web:
        yield web


@pytest.mark.req("L35")
@pytest.mark.slow
async def test_every_hostile_server_is_bounded_named_and_stops_nothing_else(
    patient_web: LittleWeb, tmp_path: Path
) -> None:
    web, reasons = patient_web, dict[str, str]()
    endless = [kind for kind, words in NAMED.items() if words == "too slow"]
    for limits, kinds in ((SHORT, endless), (None, [kind for kind in web.hostile if kind not in endless])):
        async with desk(web, tmp_path, limits=limits) as tadori:
            for kind in kinds:
                got = await read(tadori, web.hostile[kind])
                reasons[kind] = got.reason if isinstance(got, FetchFailure) else f"had: {got.page.media_type}"
            after = await had(tadori, page_with(web, Weather.PLAIN).url)
        assert after.answer is not None
    assert web.canary_knocks == 0
    assert {kind: words for kind, words in NAMED.items() if words not in reasons[kind]} == {}
    with tadori.app.store.read() as db:
        said = [attempt.reason for attempt in attempts_at(db, web.hostile["pdf_as_html"])]
    assert said == ["status 200; it is called text/html and is application/pdf"]
    # Lies about the type are seen through, and cookies are bounded: the document itself is honest.
    assert {kind: reason for kind, reason in reasons.items() if reason.startswith("had")} == {
        "many_cookies": "had: text/html",
        "html_as_pdf": "had: text/html",
        "pdf_as_html": "had: application/pdf",
    }


@pytest.mark.req("L35")
@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/",
        "http://localhost:8080/",
        "http://[::1]/",
        "http://169.254.169.254/latest/meta-data/",
        "http://10.0.0.1/",
        "http://2130706433/",
        "http://[::ffff:127.0.0.1]/",
        "file:///etc/passwd",
        "ftp://files.test/a",
        "gopher://x.test/",
        "http://",
        "not an address",
    ],
)
async def test_what_is_no_public_web_address_is_never_asked(web: LittleWeb, tmp_path: Path, url: str) -> None:
    async with desk(web, tmp_path) as tadori:
        got = await tadori.reading.web().fetch(url)
    assert isinstance(got, FetchFailure)
    assert got.attempts == ()
    assert web.log == []


@pytest.mark.req("L16")
async def test_the_referer_is_the_page_the_link_stood_on(web: LittleWeb, tmp_path: Path) -> None:
    page = page_with(web, Weather.PLAIN)
    home = web.url(page.host, "/", https=True)
    async with desk(web, tmp_path) as tadori:
        await had(tadori, web.url(page.host, page.path, https=True), referer=home)
    seen = web.seen(page.host, page.path)[0]
    assert (seen.headers["referer"], seen.headers["sec-fetch-site"]) == (home, "same-origin")
    assert seen.headers["accept-language"] == "ja,en-US;q=0.9,en;q=0.8"


@pytest.mark.req("L16")
async def test_one_request_brings_one_page(web: LittleWeb, tmp_path: Path) -> None:
    pages = [page for page in web.pages if page.weather is Weather.PLAIN][:30]
    async with desk(web, tmp_path) as tadori:
        for page in pages:
            await had(tadori, page.url)
    counts = {page.url: web.counts()[page.url] for page in pages}
    assert set(counts.values()) == {1}
