"""The little web as a place: names, tables, log, starting and stopping."""

import asyncio
import socket
import time
from urllib.parse import urlsplit

import pytest

from tadori.errors import SourceUnreachable
from tests.web.asking import ask, connected
from tests.web.little_web import LittleWeb, overlaps
from tests.web.weather import SEEDS, Weather, forecast
from tests.web.wire import Seen


def test_a_hundred_hosts_have_the_weather_of_the_forecast_in_their_order(web: LittleWeb) -> None:
    assert [host.weather for host in web.hosts] == forecast(SEEDS[0], 100)
    assert len({host.name for host in web.hosts}) == 100
    assert {host.name.rpartition(".")[2] for host in web.hosts} == {"test"}
    assert [host.lang for host in web.hosts].count("ja") == 50


def test_some_plain_hosts_share_a_registrable_domain_and_no_others_do(web: LittleWeb) -> None:
    domains = [".".join(host.name.split(".")[-2:]) for host in web.hosts]
    shared = [host.weather for host, domain in zip(web.hosts, domains, strict=True) if domains.count(domain) > 1]
    assert shared == [Weather.PLAIN] * 20


def test_every_host_has_four_to_eight_articles_with_titles_and_key_sentences_of_their_own(web: LittleWeb) -> None:
    counts = {host.name: len([page for page in web.pages if page.host == host.name]) for host in web.hosts}
    assert set(counts.values()) == {4, 5, 6, 7, 8}
    assert len({page.key_sentence for page in web.pages}) == len(web.pages) == 600


def test_one_seed_is_one_web_and_another_seed_another() -> None:
    def table(web: LittleWeb) -> list[tuple[str, str, str]]:
        return [(page.host, page.path, page.key_sentence) for page in web.pages]

    with LittleWeb(seed=3, hosts=60) as one, LittleWeb(seed=3, hosts=60) as same, LittleWeb(seed=4, hosts=60) as other:
        assert table(one) == table(same)
        assert table(one) != table(other)
        assert one.http_port != same.http_port
        page = one.pages[0]
        assert ask(one, one.url(page.host)).body == ask(same, same.url(page.host)).body


def test_six_thousand_pages_can_be_had_for_a_bench() -> None:
    with LittleWeb(hosts=600, articles=10) as web:
        assert len({page.url for page in web.pages}) == 6000
        last = next(page for page in reversed(web.pages) if page.weather is Weather.PLAIN)
        assert ask(web, last.url).status == 200


def test_urls_can_be_asked_for_by_weather_and_scheme(web: LittleWeb) -> None:
    assert web.urls() == [page.url for page in web.pages]
    slow = web.urls(Weather.SLOW)
    assert slow == [page.url for page in web.pages if page.weather is Weather.SLOW]
    both = web.urls([Weather.SLOW, Weather.FLAKY], https=True)
    assert {url.split(":")[0] for url in both} == {"https"}
    assert {url.split(":")[2].split("/")[0] for url in both} == {str(web.https_port)}


async def test_the_resolver_knows_every_host_and_keeps_to_loopback(web: LittleWeb) -> None:
    resolved = [await web.resolver.resolve(name) for name in web.addresses if name not in web.special.values()]
    assert {answer.addresses[0].rpartition(".")[0] for answer in resolved} == {"127.0.0"}
    assert {len(answer.addresses) for answer in resolved} == {1}


async def test_a_name_that_does_not_exist_is_unreachable(web: LittleWeb) -> None:
    with pytest.raises(SourceUnreachable) as caught:
        await web.resolver.resolve(web.special["missing"])
    assert caught.value.reason == "no such name"


async def test_the_rebinding_host_looks_public_once_and_is_loopback_after(web: LittleWeb) -> None:
    host = web.special["rebinding"]
    answers = [(await web.resolver.resolve(host)).addresses for _ in range(3)]
    assert answers == [("192.88.99.1",), ("127.0.0.1",), ("127.0.0.1",)]
    assert web.resolver.asked == [host] * 3
    web.clear()
    assert (await web.resolver.resolve(host)).addresses == ("192.88.99.1",)


async def test_a_test_can_give_a_name_any_answers_it_likes(web: LittleWeb) -> None:
    web.resolver.set("made-up.test", [("127.0.0.2",), ("10.0.0.1", "127.0.0.1")])
    answers = [(await web.resolver.resolve("Made-Up.test.")).addresses for _ in range(2)]
    assert answers == [("127.0.0.2",), ("10.0.0.1", "127.0.0.1")]


async def test_the_host_with_two_stacks_is_dead_on_v6_and_alive_on_v4(web: LittleWeb) -> None:
    resolved = await web.resolver.resolve(web.special["v6_first"])
    assert resolved.addresses == ("::1", "127.0.0.1")
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("::1", web.http_port), timeout=60)
    assert ask(web, web.url(web.special["v6_first"])).status == 200


def test_the_log_tells_what_was_asked_when_and_how(web: LittleWeb) -> None:
    page = next(page for page in web.pages if page.weather is Weather.PLAIN)
    before = time.monotonic()
    ask(web, page.url + "?q=1", {"Referer": "http://elsewhere.test/", "User-Agent": "reader"})
    after = time.monotonic()
    (line,) = web.log
    assert (line.host, line.path, line.method) == (page.host, page.path + "?q=1", "GET")
    assert (line.scheme, line.version, line.status, line.cut) == ("http", "1.1", 200, False)
    assert line.headers["referer"] == "http://elsewhere.test/"
    assert line.ended_at is not None
    assert before <= line.started_at <= line.ended_at <= after
    assert web.seen(page.host) == [line]
    assert web.seen(path="/other") == []
    assert web.counts() == {page.url + "?q=1": 1}


def test_requests_that_overlap_at_one_domain_are_found_and_others_are_not() -> None:
    def line(host: str, start: float, end: float | None) -> Seen:
        return Seen(
            host=host,
            path="/",
            method="GET",
            headers={},
            started_at=start,
            ended_at=end,
            client_port=1,
            scheme="http",
            version="1.1",
        )

    first, second = line("www.a.test", 0, 2), line("data.a.test", 1, 3)
    apart, other, open_ended = line("a.test", 3, 4), line("b.test", 0, 9), line("b.test", 10, None)
    later = line("b.test", 20, 21)
    found = overlaps([later, open_ended, other, apart, second, first])
    assert found == [(first, second), (open_ended, later)]


def test_requests_at_once_on_a_slow_host_show_as_overlapping_and_one_after_the_other_do_not(web: LittleWeb) -> None:
    urls = web.urls(Weather.SLOW)[:2]
    for url in urls:
        ask(web, url)
    assert overlaps(web.log) == []
    with LittleWeb(hosts=60, scale=30.0) as slower:  # a minute: the second request comes in time on any machine
        parts = urlsplit(slower.urls(Weather.SLOW)[0])
        with connected(slower, parts.geturl()) as one, connected(slower, parts.geturl()) as other:
            for sock in (one, other):
                sock.sendall(f"GET {parts.path} HTTP/1.1\r\nHost: {parts.netloc}\r\n\r\n".encode())
            while len(slower.log) < 2:
                time.sleep(0.01)
            assert len(overlaps(slower.log)) == 1


async def test_it_serves_while_the_test_itself_runs_a_loop(web: LittleWeb) -> None:
    urls = [page.url for page in web.pages if page.weather is Weather.PLAIN][:20]
    told = await asyncio.gather(*(asyncio.to_thread(ask, web, url) for url in urls))
    assert [answer.status for answer in told] == [200] * 20


def test_it_ends_at_once_with_connections_open_half_open_and_in_the_middle_of_an_answer() -> None:
    with LittleWeb(hosts=60) as web:
        waiting = connected(web, web.hostile["silent"])
        waiting.sendall(b"GET /page HTTP/1.1\r\nHost: www.silent.test\r\n\r\n")
        half = connected(web, web.hostile["drip"])
        half.sendall(b"GET /page HTTP/1.1\r\nHo")
        no_handshake = socket.create_connection(("127.0.0.1", web.https_port), timeout=60)
        ask(web, web.urls(Weather.PLAIN)[0])
    for sock in (waiting, half, no_handshake):
        sock.close()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", web.http_port), timeout=60)
    assert not web.ca_file.exists()


def test_an_unknown_host_is_told_so(web: LittleWeb) -> None:
    known = web.urls(Weather.PLAIN)[0]
    assert ask(web, known, {"Host": "nobody.test"}).status == 421


@pytest.mark.parametrize("junk", [b"\r\n\r\n", b"GET /\r\n\r\n", b"GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n"])
def test_a_request_that_is_none_closes_the_connection(web: LittleWeb, junk: bytes) -> None:
    with connected(web, web.urls(Weather.PLAIN)[0]) as sock:
        sock.sendall(junk)
        assert sock.recv(100) == b""


def test_one_connection_carries_many_requests_and_answers_pipelined_ones_in_order(web: LittleWeb) -> None:
    page = next(page for page in web.pages if page.weather is Weather.SLOW)
    head = f"HTTP/1.1\r\nHost: {page.host}\r\n"
    with connected(web, page.url) as sock:
        sock.sendall(f"GET {page.path} {head}\r\nGET /robots.txt {head}Connection: close\r\n\r\n".encode())
        got = b"".join(iter(lambda: sock.recv(65536), b""))
    assert got.count(b"HTTP/1.1 200 OK") == 2
    assert [line.path for line in web.log] == [page.path, "/robots.txt"]
    assert len({line.client_port for line in web.log}) == 1
