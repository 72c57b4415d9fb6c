"""When Tor is turned away, its circuit is left (L18): the domain's own, and after three in a row every one.

Against the little web behind a recording SOCKS server, and once through a real Tor network with its control port.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from tadori.cli.event_lines import event_line
from tadori.events.web import CircuitRenewed
from tadori.model.ids import Url
from tadori.model.web import AttemptOutcome, BlockKind, FetchAttempt, Route
from tadori.store.domains import last_outcomes, policy_of, save_attempt, save_policy
from tadori.text.urls import domain_of
from tests.fetch.test_tor import listening_for_signals, needs_tor
from tests.pipeline.web.reads import had, lost
from tests.web.desk import MONDAY, Desk, desk
from tests.web.documents import Page
from tests.web.little_web import LittleWeb
from tests.web.socks import SocksServer
from tests.web.tor_network import joined, tor_network
from tests.web.weather import Weather


def refusing(web: LittleWeb, number: int) -> list[Page]:
    """A page each of so many domains that refuse whoever is no browser."""
    by_host = {page.host: page for page in web.pages if page.weather is Weather.FORBIDDEN_TO_PLAIN}
    return list(by_host.values())[:number]


def by_http(web: LittleWeb, page: Page) -> str:
    return web.url(page.host, page.path, https=False)


def busy_day(tadori: Desk, requests: int) -> None:
    """So many requests by plain HTTP today that a few through Tor stay within their share of a fifth."""
    attempt = FetchAttempt(
        url=Url("https://www.quiet.test/"),
        route=Route.HTTP,
        ground="pages are asked for by HTTP first",
        outcome=AttemptOutcome.PAGE,
        reason="status 200",
        started_at=MONDAY,
        seconds=0.1,
        status=200,
        block=BlockKind.NONE,
    )
    with tadori.app.store.write() as db:
        for _ in range(requests):
            save_attempt(db, "", "quiet.test", attempt)


def allow_tor_again(tadori: Desk, url: str) -> None:
    """As if the hour were over in which Tor is left alone, and the domain's cooling with it."""
    domain = domain_of(Url(url))
    with tadori.app.store.write() as db:
        policy = policy_of(db, domain)
        save_policy(db, replace(policy, tor_blocked_until=None, cooldown_until=None, failures=0))


def renewals(tadori: Desk) -> list[CircuitRenewed]:
    return [event for event in tadori.events if isinstance(event, CircuitRenewed)]


@pytest.mark.req("L18")
async def test_a_domain_that_turns_tor_away_gets_a_new_circuit(web: LittleWeb, tmp_path: Path) -> None:
    (page,) = refusing(web, 1)
    url = by_http(web, page)
    async with SocksServer(leads_to=web.http_port).running() as socks, desk(web, tmp_path, tor=socks.place) as tadori:
        busy_day(tadori, 30)
        first = await lost(tadori, url)
        allow_tor_again(tadori, url)
        second = await lost(tadori, url)
    assert [a.route for a in first.attempts] == [Route.HTTP, Route.TOR]
    assert [a.route for a in second.attempts] == [Route.HTTP, Route.TOR]
    domain = domain_of(Url(url))
    assert [(one.user, one.host) for one in socks.asked] == [(domain, page.host)] * 2
    # The clock stands: without a renewal both would have one password, which is one circuit.
    assert [one.password.rpartition("-")[2] for one in socks.asked] == ["1", "2"]
    assert renewals(tadori) == [CircuitRenewed(domain=domain, reason="status 403")] * 2
    assert event_line(renewals(tadori)[0]) == f"tor     new circuit for {domain}: status 403"


@pytest.mark.req("L18")
async def test_three_in_a_row_ask_for_a_new_identity_and_without_a_control_port_it_is_said(
    web: LittleWeb, tmp_path: Path
) -> None:
    pages = refusing(web, 3)
    async with SocksServer(leads_to=web.http_port).running() as socks, desk(web, tmp_path, tor=socks.place) as tadori:
        busy_day(tadori, 60)
        for page in pages:
            await lost(tadori, by_http(web, page))
        with tadori.app.store.read() as db:
            last = [one.outcome for one in last_outcomes(db, Route.TOR, 5)]
    assert last == [AttemptOutcome.BLOCKED] * 3
    none = "a new identity needs tor's control port, and none is set"
    assert [(one.everywhere, one.note) for one in renewals(tadori)] == [(False, ""), (False, ""), (False, none)]


async def test_a_domain_that_lets_tor_in_keeps_its_circuit(web: LittleWeb, tmp_path: Path) -> None:
    page = next(p for p in web.pages if p.weather is Weather.PLAIN and p.media_type == "text/html")
    url = by_http(web, page)
    async with SocksServer(leads_to=web.http_port).running() as socks, desk(web, tmp_path, tor=socks.place) as tadori:
        busy_day(tadori, 30)
        domain = domain_of(Url(url))
        with tadori.app.store.write() as db:
            known = policy_of(db, domain)
            save_policy(db, replace(known, block_score=0.5, tor_until=tadori.time.now.replace(hour=23)))
        got = await had(tadori, url)
    assert [a.route for a in got.attempts] == [Route.TOR]
    assert renewals(tadori) == []


async def test_without_enough_other_requests_tor_is_not_asked_at_all(web: LittleWeb, tmp_path: Path) -> None:
    (page,) = refusing(web, 1)
    async with SocksServer(leads_to=web.http_port).running() as socks, desk(web, tmp_path, tor=socks.place) as tadori:
        got = await lost(tadori, by_http(web, page))
    assert [a.route for a in got.attempts] == [Route.HTTP]
    assert (socks.asked, renewals(tadori)) == ([], [])


@needs_tor
@pytest.mark.tor
@pytest.mark.drives("tor")
@pytest.mark.slow
@pytest.mark.req("L18")
async def test_a_real_tor_that_is_turned_away_three_times_gets_a_new_identity(
    web: LittleWeb, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("tor-network")
    with (
        tor_network(folder, {"test": "127.0.0.1"}) as network,
        joined(network, folder / "client", ("ConfluxEnabled 0",)) as client,
        listening_for_signals(client.control) as signals,
    ):
        async with desk(web, tmp_path, tor=client.socks, tor_control=client.control) as tadori:
            busy_day(tadori, 60)
            for page in refusing(web, 3):
                await lost(tadori, by_http(web, page))
        heard = signals.readline()
    assert heard == b"650 SIGNAL NEWNYM\r\n"
    assert [one.everywhere for one in renewals(tadori)] == [False, False, True]
    assert event_line(renewals(tadori)[2]) == "tor     new circuit for every domain: status 403"
