"""One exchange with a server: what is asked, what is kept, and what happens when the server means harm."""

import asyncio
import gzip
import zlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import brotli  # type: ignore[import-untyped]
import pytest
import zstandard

from tadori.errors import (
    AddressForbidden,
    CertificateInvalid,
    RouteUnavailable,
    SourceError,
    SourceGarbled,
    SourceTooLarge,
    SourceUnreachable,
)
from tadori.fetch.address_guard import AddressGuard
from tadori.fetch.headers import ACCEPT, BROWSER, HINTS, USER_AGENT
from tadori.fetch.http import HttpLimits, HttpRoute
from tadori.fetch.name_resolution import NameCache
from tadori.model.ids import Url
from tadori.model.web import Cookie, Route, WebRequest, WebResponse
from tadori.text.content_codings import DecodeLimits
from tests.fetch.servers import Speak, page, saying, serving, serving_http2, socks_to
from tests.web.certificates import EXPIRED, OTHER_NAME, SELF_SIGNED, Authority
from tests.web.dns import LittleResolver

NOW = datetime(2026, 11, 16, 9, 0, tzinfo=UTC)
LOOPBACK = AddressGuard(("127.0.0.0/8", "::1"))
HTML = b"Content-Type: text/html; charset=utf-8"
TEXT = "<!doctype html><title>京都</title><p>京都の人口は約144万人です。</p>".encode()
PATIENT = HttpLimits()
QUICK = HttpLimits(page_seconds=4.0, connect_seconds=2.0, slow_seconds=1.0, slow_bytes_a_second=200)


@asynccontextmanager
async def route_to(
    *,
    limits: HttpLimits = PATIENT,
    resolver: LittleResolver | None = None,
    guard: AddressGuard = LOOPBACK,
    clock: Callable[[], datetime] = lambda: NOW,
    extra_ca: Path | None = None,
    proxy: str | None = None,
    route: Route = Route.HTTP,
) -> AsyncIterator[HttpRoute]:
    found = resolver or LittleResolver({"news.test": "127.0.0.1", "other.test": "127.0.0.1"})
    names = NameCache(found, clock)
    made = HttpRoute(guard=guard, names=names, clock=clock, limits=limits, extra_ca=extra_ca, proxy=proxy, route=route)
    try:
        yield made
    finally:
        await made.close()


def ask(port: int, path: str = "/", host: str = "news.test", scheme: str = "http") -> WebRequest:
    return WebRequest(url=Url(f"{scheme}://{host}:{port}{path}"))


async def answer_of(speak: Speak, *, limits: HttpLimits = PATIENT) -> WebResponse:
    async with serving(speak) as server, route_to(limits=limits) as route:
        return await route.get(ask(server.port))


async def failure_of(speak: Speak, *, limits: HttpLimits = PATIENT) -> SourceError:
    async with serving(speak) as server, route_to(limits=limits) as route:
        with pytest.raises(SourceError) as caught:
            await route.get(ask(server.port))
        return caught.value


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    return Authority(tmp_path)


# --- an ordinary exchange


@pytest.mark.req("L16")
async def test_a_page_comes_back_with_what_is_known_of_it() -> None:
    async with serving(page(TEXT, HTML, b'ETag: "v1"', b"Set-Cookie: a=1; Path=/")) as server, route_to() as route:
        answer = await route.get(ask(server.port, "/kyoto?x=1"))
    assert (answer.route, answer.status, answer.body) == (Route.HTTP, 200, TEXT)
    assert (answer.media_type, answer.charset, answer.wire_bytes) == ("text/html", "utf-8", len(TEXT))
    assert (answer.address, answer.user_agent, answer.fetched_at) == ("127.0.0.1", USER_AGENT, NOW)
    assert answer.url == answer.final_url == f"http://news.test:{server.port}/kyoto?x=1"
    assert answer.header("etag") == '"v1"'
    assert [(cookie.name, cookie.value, cookie.domain) for cookie in answer.cookies] == [("a", "1", "news.test")]


async def test_the_request_head_is_what_the_server_got() -> None:
    cookie = Cookie(name="s", value="9", domain="news.test")
    async with serving(page(TEXT, HTML)) as server, route_to() as route:
        request = replace(
            ask(server.port, "/a b/日本?q=あ"),
            referer=Url(f"http://news.test:{server.port}/list#top"),
            cookies=(cookie,),
            etag='"v1"',
            last_modified="Mon, 16 Nov 2026 00:00:00 GMT",
        )
        answer = await route.get(request)
    assert answer.exchange.request == server.heads[0]
    head = server.heads[0].decode()
    assert head.startswith("GET /a%20b/%E6%97%A5%E6%9C%AC?q=%E3%81%82 HTTP/1.1\r\nHost: news.test:")
    assert f"\r\nReferer: http://news.test:{server.port}/list\r\n" in head
    assert '\r\nCookie: s=9\r\nIf-None-Match: "v1"\r\nIf-Modified-Since: Mon, 16 Nov 2026 00:00:00 GMT\r\n' in head


async def test_the_response_head_describes_the_body_that_is_kept() -> None:
    packed = gzip.compress(TEXT * 50)
    headers = [HTML, b"Content-Encoding: gzip", b"X-Odd: \xff"]
    answer = await answer_of(page(packed, *headers))
    assert answer.body == TEXT * 50
    assert answer.wire_bytes == len(packed)
    assert answer.exchange.response == (
        b"HTTP/1.1 200 OK\r\n" + HTML + b"\r\nX-Archive-Orig-Content-Encoding: gzip\r\nX-Odd: \xff\r\n"
        b"X-Archive-Orig-Content-Length: %d\r\nContent-Length: %d\r\n\r\n" % (len(packed), len(answer.body))
    )
    assert answer.header("content-encoding") == "gzip"


async def test_a_chunked_body_is_joined_and_its_trailer_left_out() -> None:
    chunks = b"5\r\nhello\r\n6;x=1\r\n world\r\n0\r\nX-Late: 1\r\n\r\n"
    answer = await answer_of(saying(b"HTTP/1.1 200 Fine\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks))
    assert answer.body == b"hello world"
    assert answer.exchange.response == (
        b"HTTP/1.1 200 Fine\r\nX-Archive-Orig-Transfer-Encoding: chunked\r\nContent-Length: 11\r\n\r\n"
    )
    assert answer.headers == (("transfer-encoding", "chunked"),)


async def test_early_hints_are_not_the_answer() -> None:
    hints = b"HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n"
    answer = await answer_of(saying(hints + b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"))
    assert (answer.status, answer.headers, answer.body) == (200, (("content-length", "2"),), b"ok")


@pytest.mark.parametrize("status", [301, 302, 403, 404, 429, 503])
async def test_redirects_and_refusals_are_answers(status: int) -> None:
    headers = ("Location: /次".encode(), b"Retry-After: 7")
    answer = await answer_of(page(b"", *headers, status=b"%d Odd" % status))
    assert (answer.status, answer.header("location"), answer.header("retry-after")) == (status, "/次", "7")


@pytest.mark.req("L38")
async def test_304_has_no_body_and_keeps_its_head() -> None:
    answer = await answer_of(saying(b'HTTP/1.1 304 Not Modified\r\nETag: "v1"\r\n\r\n'))
    assert (answer.status, answer.body) == (304, b"")
    assert answer.exchange.response == b'HTTP/1.1 304 Not Modified\r\nETag: "v1"\r\n\r\n'


async def test_connections_are_kept_and_nothing_is_remembered_between_requests() -> None:
    async with serving(page(TEXT, HTML, b"Set-Cookie: id=7"), stay=True) as server, route_to() as route:
        for _ in range(3):
            await route.get(ask(server.port))
    assert server.connections == 1
    assert [b"Cookie" in head for head in server.heads] == [False, False, False]


async def test_connections_to_many_hosts_are_kept_side_by_side() -> None:
    hosts = [f"h{n}.test" for n in range(20)]
    resolver = LittleResolver(dict.fromkeys(hosts, "127.0.0.1"))
    async with serving(page(TEXT, HTML), stay=True) as server, route_to(resolver=resolver) as route:
        for host in hosts * 2:
            await route.get(ask(server.port, host=host))
    assert (len(server.heads), server.connections) == (40, 20)


async def test_a_cookie_of_another_domain_is_never_sent() -> None:
    foreign = Cookie(name="secret", value="1", domain="other.test")
    async with serving(page(TEXT, HTML)) as server, route_to() as route:
        await route.get(replace(ask(server.port), cookies=(foreign,)))
    assert b"secret" not in server.heads[0]


async def test_many_at_once_do_not_mix() -> None:
    async def echo(writer: asyncio.StreamWriter) -> None:
        path = server.heads[-1].split()[1]
        await asyncio.sleep(0.01)
        await page(path, b"Content-Type: text/plain")(writer)

    async with serving(echo) as server, route_to() as route:
        answers = await asyncio.gather(*(route.get(ask(server.port, f"/{n}")) for n in range(20)))
    assert [answer.body for answer in answers] == [b"/%d" % n for n in range(20)]


async def test_a_carried_value_cannot_smuggle_a_header() -> None:
    async with serving(page(TEXT, HTML)) as server, route_to() as route:
        await route.get(replace(ask(server.port), etag='"x"\r\nX-Evil: 1', accept_language="ja\nX-Evil: 2"))
    assert b"\r\nX-Evil" not in server.heads[0]


async def test_a_cancelled_request_leaves_the_route_usable() -> None:
    async def hang(writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(30)

    async with serving(hang) as stuck, serving(page(TEXT, HTML)) as server, route_to() as route:
        task = asyncio.create_task(route.get(ask(stuck.port)))
        await stuck.asked.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert (await route.get(ask(server.port))).body == TEXT


async def test_closing_the_route_ends_what_is_under_way_with_a_reason() -> None:
    async def half(writer: asyncio.StreamWriter) -> None:
        await saying(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")(writer)
        await asyncio.sleep(30)

    async with serving(half) as server, route_to() as route:
        task = asyncio.create_task(route.get(ask(server.port)))
        await server.asked.wait()
        await route.close()
        with pytest.raises(SourceUnreachable, match="the route was closed"):
            await task


# --- TLS and HTTP/2


async def test_over_http2_the_head_is_chromes_and_is_written_as_http1(authority: Authority) -> None:
    tls = authority.context("news.test")
    answer_headers = [(":status", "200"), ("content-type", "text/html"), ("x-a", "1")]
    async with (
        serving_http2(answer_headers, TEXT, tls=tls) as server,
        route_to(extra_ca=authority.file) as route,
    ):
        answer = await route.get(ask(server.port, "/x?y", scheme="https"))
        await route.get(ask(server.port, "/z", scheme="https"))
    assert server.connections == 1
    got = [line.split(b": ", 1) for line in server.heads[0].split(b"\r\n")]
    pseudo, plain = got[:4], got[4:]
    assert [name for name, _ in pseudo] == [b":method", b":authority", b":scheme", b":path"]
    written = [line.split(b": ", 1) for line in answer.exchange.request.split(b"\r\n")[1:-2]]
    assert [[name.lower(), value] for name, value in written] == [[b"host", pseudo[1][1]], *plain]
    assert answer.exchange.request.startswith(b"GET /x?y HTTP/1.1\r\nHost: news.test:")
    assert answer.exchange.response == (
        b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nx-a: 1\r\nContent-Length: %d\r\n\r\n" % len(TEXT)
    )


async def test_what_we_say_of_ourselves_is_what_curl_cffi_says_as_its_newest_chrome(authority: Authority) -> None:
    from curl_cffi.requests import AsyncSession
    from curl_cffi.requests.impersonate import DEFAULT_CHROME

    tls = authority.context("news.test")
    async with serving_http2([(":status", "200")], b"", tls=tls) as server, route_to(extra_ca=authority.file) as route:
        url = f"https://news.test:{server.port}/"
        from curl_cffi import CurlOpt

        pinned = {CurlOpt.RESOLVE: [f"news.test:{server.port}:127.0.0.1"]}
        trusted: Any = str(authority.file)  # a file, whatever the types of curl_cffi say
        async with AsyncSession(impersonate=BROWSER, verify=trusted, curl_options=pinned) as session:
            await session.get(url)
        await route.get(replace(ask(server.port, scheme="https"), accept_language="en-US,en;q=0.9"))
    assert server.heads[0] == server.heads[1]
    assert BROWSER == DEFAULT_CHROME


@pytest.mark.parametrize(
    ("flaw", "reason"),
    [
        (EXPIRED, "the certificate has expired"),
        (OTHER_NAME, "the certificate is for another name"),
        (SELF_SIGNED, "the certificate is signed by nobody known"),
    ],
)
async def test_a_certificate_that_is_not_valid_is_named(authority: Authority, flaw: str, reason: str) -> None:
    tls = authority.context("news.test", flaw=flaw)
    async with serving(page(TEXT), tls=tls) as server, route_to(extra_ca=authority.file) as route:
        with pytest.raises(CertificateInvalid) as caught:
            await route.get(ask(server.port, scheme="https"))
    assert caught.value.reason.startswith(reason)
    assert server.heads == []


async def test_an_authority_that_was_not_handed_in_is_not_trusted(authority: Authority) -> None:
    async with serving(page(TEXT), tls=authority.context("news.test")) as server, route_to() as route:
        with pytest.raises(SourceUnreachable, match="signed by nobody known"):
            await route.get(ask(server.port, scheme="https"))


async def test_tls_where_there_is_none_is_named() -> None:
    async with serving(page(TEXT), greets=True) as server, route_to() as route:
        with pytest.raises(SourceUnreachable, match="no TLS connection"):
            await route.get(ask(server.port, scheme="https"))


# --- names and addresses


async def test_the_checked_address_is_the_one_connected_to_whatever_dns_says_next() -> None:
    resolver = LittleResolver({}, ttl=0.0)
    resolver.set("news.test", [("127.0.0.2",), ("127.0.0.1",)])
    now = [NOW]
    guard = AddressGuard(("127.0.0.2",))
    async with (
        serving(page(b"public"), host="127.0.0.2") as public,
        route_to(resolver=resolver, guard=guard, clock=lambda: now[0]) as route,
    ):
        answer = await route.get(ask(public.port))
        assert resolver.asked == ["news.test"]
        now[0] += timedelta(seconds=2)
        with pytest.raises(AddressForbidden, match=r"the address 127\.0\.0\.1 is loopback"):
            await route.get(ask(public.port))
    assert (answer.body, answer.address) == (b"public", "127.0.0.2")
    assert (len(public.heads), resolver.asked) == (1, ["news.test", "news.test"])


async def test_a_site_that_moves_is_found_at_its_new_address() -> None:
    resolver = LittleResolver({}, ttl=0.0)
    resolver.set("news.test", [("127.0.0.2",), ("127.0.0.1",)])
    now = [NOW]
    async with (
        serving(page(b"new", close=True)) as new,
        route_to(resolver=resolver, clock=lambda: now[0]) as route,
    ):
        with pytest.raises(SourceUnreachable, match="no connection"):
            await route.get(ask(new.port))
        now[0] += timedelta(seconds=2)
        answer = await route.get(ask(new.port))
    assert (answer.body, answer.address) == (b"new", "127.0.0.1")


async def test_one_private_address_among_public_ones_refuses_the_name() -> None:
    resolver = LittleResolver({})
    resolver.set("news.test", [("93.184.216.34", "10.0.0.1")])
    async with route_to(resolver=resolver, guard=AddressGuard()) as route:
        with pytest.raises(AddressForbidden, match=r"10\.0\.0\.1 is private"):
            await route.get(ask(80))


class ChangesItsMind(AddressGuard):
    """Lets an address pass when it is resolved and not when it is connected to."""

    seen = 0

    def check_address(self, address: str, *, host: str | None = None, port: int | None = None) -> None:
        self.seen += 1
        if self.seen > 1:
            raise AddressForbidden(source=address, reason="connected elsewhere")


async def test_the_address_is_checked_again_once_connected() -> None:
    async with serving(page(TEXT, HTML)) as server, route_to(guard=ChangesItsMind()) as route:
        with pytest.raises(AddressForbidden, match="connected elsewhere"):
            await route.get(ask(server.port))


async def test_ipv6_comes_first_and_ipv4_when_nobody_is_there() -> None:
    resolver = LittleResolver({})
    resolver.set("news.test", [("127.0.0.1", "::1")])
    async with serving(page(b"six"), host="::1") as six, route_to(resolver=resolver) as route:
        first = await route.get(ask(six.port))
    async with serving(page(b"four")) as four, route_to(resolver=resolver) as route:
        second = await route.get(ask(four.port))
    assert (first.body, first.address) == (b"six", "::1")
    assert (second.body, second.address) == (b"four", "127.0.0.1")


async def test_a_name_that_does_not_exist_is_unreachable() -> None:
    async with route_to() as route:
        with pytest.raises(SourceUnreachable, match="no such name"):
            await route.get(ask(80, host="nowhere.test"))


async def test_a_closed_port_is_unreachable(closed_port: int) -> None:
    async with route_to() as route:
        with pytest.raises(SourceUnreachable, match="no connection"):
            await route.get(ask(closed_port))


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1/", "file:///etc/passwd", "http://localhost/", "http://[::ffff:10.0.0.1]/"]
)
async def test_what_the_guard_forbids_is_not_asked(url: str) -> None:
    async with route_to(guard=AddressGuard()) as route:
        with pytest.raises(AddressForbidden):
            await route.get(WebRequest(url=Url(url)))


async def test_a_proxy_of_the_environment_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(page(b"direct")) as server, socks_to(server.port) as proxy, route_to() as route:
        for name in ("http_proxy", "all_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, f"socks5h://127.0.0.1:{proxy.port}")
        answer = await route.get(ask(server.port))
    assert (answer.body, proxy.connections) == (b"direct", 0)


# --- through a proxy that resolves (the Tor route)


async def test_through_the_proxy_names_are_resolved_by_it_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "*")
    resolver = LittleResolver({"news.test": "127.0.0.1"})
    async with serving(page(TEXT, HTML)) as server, socks_to(server.port) as proxy:
        via = f"socks5h://127.0.0.1:{proxy.port}"
        async with route_to(resolver=resolver, guard=AddressGuard(), proxy=via, route=Route.TOR) as route:
            answer = await route.get(ask(8080))
    assert (answer.route, answer.body, answer.address) == (Route.TOR, TEXT, None)
    assert (resolver.asked, proxy.hosts) == ([], ["news.test"])


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "printer.local", "[::1]"])
async def test_through_the_proxy_local_places_are_refused(host: str) -> None:
    async with socks_to(9) as proxy:
        via = f"socks5h://127.0.0.1:{proxy.port}"
        async with route_to(guard=AddressGuard(), proxy=via, route=Route.TOR) as route:
            with pytest.raises(AddressForbidden):
                await route.get(ask(8080, host=host))
    assert proxy.connections == 0


async def test_a_proxy_that_is_not_there_is_a_route_that_does_not_exist(closed_port: int) -> None:
    async with route_to(proxy=f"socks5h://127.0.0.1:{closed_port}", route=Route.TOR) as route:
        with pytest.raises(RouteUnavailable, match="nothing answers at the proxy"):
            await route.get(ask(8080))


# --- hostile servers: bounded, named


def encoded(body: bytes, encoding: bytes) -> Speak:
    return page(body, HTML, b"Content-Encoding: " + encoding)


BOMBS = {
    b"gzip": gzip.compress(bytes(30_000_000)),
    b"deflate": zlib.compress(bytes(30_000_000)),
    b"br": brotli.compress(bytes(30_000_000), quality=1),
    b"zstd": zstandard.compress(bytes(30_000_000)),
    b"gzip, gzip": gzip.compress(gzip.compress(bytes(30_000_000))),
}


@pytest.mark.parametrize("encoding", list(BOMBS))
async def test_a_bomb_is_not_unpacked(encoding: bytes) -> None:
    failure = await failure_of(encoded(BOMBS[encoding], encoding))
    assert isinstance(failure, SourceTooLarge)
    assert failure.reason.endswith("a bomb")


async def test_a_body_that_unpacks_over_the_size_is_too_large() -> None:
    limits = replace(PATIENT, body=DecodeLimits(document_bytes=50_000))
    failure = await failure_of(encoded(gzip.compress(TEXT * 1000), b"gzip"), limits=limits)
    assert (type(failure), failure.reason) == (SourceTooLarge, "more than 50000 bytes after decoding gzip")


@pytest.mark.parametrize(
    ("encoding", "whole"),
    [
        (b"gzip", gzip.compress(TEXT * 100)),
        (b"deflate", zlib.compress(TEXT * 100)),
        (b"br", brotli.compress(TEXT * 100)),
        (b"zstd", zstandard.compress(TEXT * 100)),
    ],
)
async def test_torn_and_false_encodings_are_named(encoding: bytes, whole: bytes) -> None:
    assert (await answer_of(encoded(whole, encoding))).body == TEXT * 100
    torn = await failure_of(encoded(whole[:-6], encoding))
    false = await failure_of(encoded(b"<html>" * 40, encoding))
    name = encoding.decode()
    assert (type(torn), torn.reason) == (SourceGarbled, f"the {name} body breaks off")
    assert (type(false), false.reason) == (SourceGarbled, f"the {name} body is damaged, or is none")


@pytest.mark.parametrize("encoding", [b"utf-8", b"none", b"identity", b""])
async def test_an_encoding_that_is_none_is_left_alone(encoding: bytes) -> None:
    assert (await answer_of(encoded(TEXT, encoding))).body == TEXT


async def test_deflate_without_a_head_and_gzip_in_members_are_read() -> None:
    raw = zlib.compressobj(wbits=-15)
    assert (await answer_of(encoded(raw.compress(TEXT) + raw.flush(), b"deflate"))).body == TEXT
    members = gzip.compress(TEXT) + gzip.compress(b"more") + b"\x00\x00"
    assert (await answer_of(encoded(members, b"gzip"))).body == TEXT + b"more"


async def test_an_endless_body_ends_at_the_limit() -> None:
    async def endless(writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")
        while True:
            writer.write(b"<p>again</p>" * 1000)
            await writer.drain()

    failure = await failure_of(endless, limits=replace(PATIENT, body=DecodeLimits(document_bytes=200_000)))
    assert (type(failure), failure.reason) == (SourceTooLarge, "the body is larger than is allowed")


async def test_a_body_announced_as_too_large_is_not_begun() -> None:
    failure = await failure_of(saying(b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\nx"))
    assert (type(failure), failure.reason) == (SourceTooLarge, "the body is larger than is allowed")


@pytest.mark.parametrize(
    "head",
    [
        pytest.param(b"X-Big: " + b"a" * 1_000_000 + b"\r\n", id="one of 1 MB"),
        pytest.param(b"".join(b"X-%d: %s\r\n" % (n, b"a" * 990) for n in range(1000)), id="1 000 of 1 kB"),
    ],
)
async def test_a_megabyte_of_headers_is_too_large(head: bytes) -> None:
    failure = await failure_of(saying(b"HTTP/1.1 200 OK\r\n" + head + b"\r\nok"))
    assert isinstance(failure, SourceTooLarge)
    assert "head" in failure.reason


async def test_of_a_thousand_cookies_as_many_are_kept_as_a_domain_may_have() -> None:
    head = b"".join(b"Set-Cookie: c%d=%d\r\n" % (n, n) for n in range(1000))
    answer = await answer_of(saying(b"HTTP/1.1 200 OK\r\n" + head + b"Content-Length: 2\r\n\r\nok"))
    assert [cookie.name for cookie in answer.cookies] == [f"c{n}" for n in range(820, 1000)]


@pytest.mark.parametrize(
    "sent",
    [
        pytest.param(b"HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nshort", id="less than the length"),
        pytest.param(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel", id="a chunk breaks off"),
        pytest.param(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n", id="no last chunk"),
        pytest.param(b"HTTP/1.1 200 OK\r\nContent-Ty", id="in the head"),
        pytest.param(b"", id="at once"),
    ],
)
async def test_an_answer_that_is_cut_off_is_unreachable(sent: bytes) -> None:
    failure = await failure_of(saying(sent))
    assert isinstance(failure, SourceUnreachable)
    assert failure.reason.startswith(("cut off", "the connection"))


async def test_more_than_the_length_is_left_out() -> None:
    answer = await answer_of(saying(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello and more"))
    assert answer.body == b"hello"


@pytest.mark.parametrize(
    "sent",
    [
        pytest.param(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n", id="chunk length"),
        pytest.param(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhelloXX0\r\n\r\n", id="chunk end"),
        pytest.param(b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello", id="negative length"),
        pytest.param(b"SSH-2.0-OpenSSH_9.2\r\n", id="another protocol"),
        pytest.param(b"<html>no head at all", id="no head"),
    ],
)
async def test_broken_http_is_named_as_garbled(sent: bytes) -> None:
    failure = await failure_of(saying(sent))
    assert isinstance(failure, SourceGarbled)
    assert failure.reason.startswith("the answer is")


async def drip(writer: asyncio.StreamWriter, first: bytes, each: bytes) -> None:
    writer.write(first)
    while True:
        writer.write(each)
        await writer.drain()
        await asyncio.sleep(0.05)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("first", "each"),
    [
        pytest.param(b"HTTP/1.1 200 OK\r\n", b"X: y\r\n", id="in the head"),
        pytest.param(b"HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n", b"x", id="in the body"),
        pytest.param(b"", b"", id="silence"),
    ],
)
async def test_a_server_that_drips_is_too_slow(first: bytes, each: bytes) -> None:
    failure = await failure_of(lambda writer: drip(writer, first, each), limits=QUICK)
    assert isinstance(failure, SourceUnreachable)
    assert failure.reason.startswith("too slow")


async def test_a_page_takes_no_longer_than_it_may() -> None:
    limits = replace(PATIENT, page_seconds=0.3)
    head = b"HTTP/1.1 200 OK\r\nContent-Length: 9999999\r\n\r\n"
    failure = await failure_of(lambda writer: drip(writer, head, b"x" * 1000), limits=limits)
    assert isinstance(failure, SourceUnreachable)
    assert failure.reason.startswith("too slow")


async def test_a_failure_does_not_spoil_the_next_request() -> None:
    async with (
        serving(saying(b"HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nshort")) as bad,
        serving(page(TEXT, HTML)) as good,
        route_to() as route,
    ):
        for _ in range(3):
            with pytest.raises(SourceUnreachable):
                await route.get(ask(bad.port))
            assert (await route.get(ask(good.port))).body == TEXT


async def test_binary_called_html_is_garbled_and_an_error_page_is_not() -> None:
    junk = bytes(range(32)) * 40
    failure = await failure_of(page(junk, HTML))
    assert (type(failure), failure.reason) == (SourceGarbled, "it is called text/html and is binary data")
    assert (await answer_of(page(junk, HTML, status=b"503 Busy"))).media_type == "text/html"


def test_the_hints_and_types_of_the_browser_belong_together() -> None:
    assert f"Chrome/{BROWSER.removeprefix('chrome')}." in USER_AGENT
    assert f'"Google Chrome";v="{BROWSER.removeprefix("chrome")}"' in dict(HINTS)["sec-ch-ua"]
    assert ACCEPT.startswith("text/html,application/xhtml+xml,")
