"""The proxy, spoken to byte by byte as Chromium does, in front of servers that stand on loopback."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from random import Random

import pytest

from tadori.errors import AddressForbidden, SourceUnreachable
from tadori.fetch.proxy import TOKEN_HEADER, CheckingProxy, ProxyLimits
from tests.fetch.browsing import ipv6_loopback
from tests.listening import connected, heard, knocking, listening

pytestmark = pytest.mark.req("L19")
NAMES = {
    "shimbun.test": ("127.0.0.1",),
    "second.test": ("127.0.0.3", "127.0.0.2"),
    "six.test": ("::1",),
}


async def checked(host: str, port: int) -> Sequence[str]:
    if host == "intra.test":
        raise AddressForbidden(host, "10.0.0.7 is private")
    if host not in NAMES:
        raise SourceUnreachable(host, "no such name")
    return NAMES[host]


@asynccontextmanager
async def proxy(limits: ProxyLimits | None = None) -> AsyncIterator[CheckingProxy]:
    running = CheckingProxy(checked, Random(4), limits=limits)
    await running.start()
    try:
        yield running
    finally:
        await running.close()


async def say(to: CheckingProxy, words: bytes) -> bytes:
    """Everything the proxy answers until it closes; nothing when it hangs up on unread words."""
    host, port = to.address.split(":")
    async with connected(host, int(port)) as (reader, writer):
        writer.write(words)
        async with asyncio.timeout(60):
            return await heard(reader)


async def hello(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    head = await reader.readuntil(b"\r\n\r\n")
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\nKeep-Alive: timeout=5\r\n\r\n%s" % (len(head), head))
    await writer.drain()


async def test_a_plain_request_reaches_the_server_as_a_browser_without_proxy_would_send_it() -> None:
    async with proxy() as to, listening(hello) as port:
        ask = f"GET http://shimbun.test:{port}/a/b?q=%E9%90%98#x HTTP/1.1\r\nHost: shimbun.test:{port}\r\n"
        said = await say(to, ask.encode() + b"Proxy-Connection: keep-alive\r\nAccept: */*\r\n\r\n")
    head, _, seen = said.partition(b"\r\n\r\n")
    assert seen.decode() == (
        f"GET /a/b?q=%E9%90%98#x HTTP/1.1\r\nHost: shimbun.test:{port}\r\nAccept: */*\r\nConnection: close\r\n\r\n"
    )
    assert head.split(b"\r\n")[0] == b"HTTP/1.1 200 OK"
    assert head.split(b"\r\n")[-1] == b"Connection: close"
    assert b"Keep-Alive" not in head


async def test_an_address_without_a_path_asks_for_the_root() -> None:
    async with proxy() as to, listening(hello) as port:
        said = await say(to, f"GET http://shimbun.test:{port} HTTP/1.1\r\n\r\n".encode())
    assert said.partition(b"\r\n\r\n")[2].startswith(b"GET / HTTP/1.1\r\n")


async def test_a_tunnel_carries_bytes_both_ways_untouched() -> None:
    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"\x16\x03\x01" + (await reader.readexactly(4))[::-1])
        await writer.drain()

    async with proxy() as to, listening(echo) as port:
        said = await say(to, f"CONNECT shimbun.test:{port} HTTP/1.1\r\n\r\n".encode() + b"\x00\xffab")
    assert said == b"HTTP/1.1 200 Connection established\r\n\r\n\x16\x03\x01ba\xff\x00"


async def test_the_body_of_a_post_goes_through() -> None:
    async def count(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        body = await reader.readexactly(5)
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n" + body.upper())
        await writer.drain()

    async with proxy() as to, listening(count) as port:
        said = await say(to, f"POST http://shimbun.test:{port}/ HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello".encode())
    assert said.endswith(b"\r\n\r\nHELLO")


@pytest.mark.parametrize("ask", ["GET http://intra.test/ HTTP/1.1\r\n\r\n", "CONNECT intra.test:443 HTTP/1.1\r\n\r\n"])
async def test_a_forbidden_address_is_refused_and_counted(ask: str) -> None:
    async with proxy() as to:
        said = await say(to, ask.encode())
        await say(to, ask.encode())
        assert to.refused == {"intra.test": 2}
    assert said.startswith(b"HTTP/1.1 403 Forbidden\r\n")
    assert said.endswith(b"\r\n\r\n10.0.0.7 is private")


async def test_its_own_answers_carry_the_token_of_the_run() -> None:
    async with proxy() as to:
        said = await say(to, b"GET http://intra.test/ HTTP/1.1\r\n\r\n")
        assert f"{TOKEN_HEADER}: {to.token}\r\n".encode() in said
    assert len(to.token) == 32
    assert CheckingProxy(checked, Random(5)).token != to.token


async def test_a_name_that_does_not_exist_is_a_bad_gateway_and_remembered() -> None:
    async with proxy() as to:
        said = await say(to, b"CONNECT nosuch.test:443 HTTP/1.1\r\n\r\n")
        assert to.failures["nosuch.test", 443].reason == "no such name"
        assert to.refused == {}
    assert said.startswith(b"HTTP/1.1 502 ")


async def test_it_connects_to_the_checked_address_and_to_no_other() -> None:
    """The name is looked up once; what it means a moment later does not matter."""
    answers = [("127.0.0.2",), ("127.0.0.1",)]

    async def changing(host: str, port: int) -> Sequence[str]:
        return answers.pop(0)

    to = CheckingProxy(changing, Random(1))
    await to.start()
    async with listening(hello, host="127.0.0.2") as port:
        said = await say(to, f"GET http://rebind.test:{port}/ HTTP/1.1\r\n\r\n".encode())
    await to.close()
    assert said.startswith(b"HTTP/1.1 200 OK")
    assert to.pinned == {"rebind.test": "127.0.0.2"}
    assert answers == [("127.0.0.1",)]


async def test_the_next_address_is_tried_when_the_first_does_not_answer() -> None:
    async with proxy() as to, listening(hello, host="127.0.0.2") as port:
        said = await say(to, f"GET http://second.test:{port}/ HTTP/1.1\r\n\r\n".encode())
        assert to.pinned == {"second.test": "127.0.0.2"}
    assert said.startswith(b"HTTP/1.1 200 OK")


@pytest.mark.skipif(not ipv6_loopback(), reason="this machine has no ::1")
async def test_ipv6_is_connected_to_as_well() -> None:
    async with proxy() as to, listening(hello, host="::1") as port:
        said = await say(to, f"GET http://six.test:{port}/ HTTP/1.1\r\n\r\n".encode())
    assert said.startswith(b"HTTP/1.1 200 OK")


async def test_a_port_where_nobody_listens_is_a_bad_gateway(closed_port: int) -> None:
    port = closed_port
    async with proxy() as to:
        said = await say(to, f"CONNECT shimbun.test:{port} HTTP/1.1\r\n\r\n".encode())
        assert to.failures["shimbun.test", port].reason.startswith(f"no connection to 127.0.0.1 port {port}")
    assert said.startswith(b"HTTP/1.1 502 ")


@pytest.mark.parametrize(
    "ask",
    [
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"GET file:///etc/passwd HTTP/1.1\r\n\r\n",
        b"GET https://shimbun.test/ HTTP/1.1\r\n\r\n",
        b"CONNECT shimbun.test:99999 HTTP/1.1\r\n\r\n",
        b"CONNECT :443 HTTP/1.1\r\n\r\n",
        b"GET http://[::1 HTTP/1.1\r\n\r\n",
        b"GET http://\xe9\x90\x98.test/ HTTP/1.1\r\n\r\n",
        b"nonsense\r\n\r\n",
        b"\r\n\r\n",
    ],
)
async def test_what_is_no_proxy_request_is_a_bad_request(ask: bytes) -> None:
    async with proxy() as to:
        assert (await say(to, ask)).startswith(b"HTTP/1.1 400 ")


async def test_a_head_without_end_is_cut_off() -> None:
    async with proxy() as to:
        assert await say(to, b"GET http://shimbun.test/ HTTP/1.1\r\nX: " + b"a" * 600_000) == b""


async def test_who_says_nothing_is_not_waited_for() -> None:
    async with proxy(ProxyLimits(head_seconds=0.05)) as to:
        assert await say(to, b"CONNECT shimbun") == b""


async def test_a_silent_server_is_left_when_the_time_is_up() -> None:
    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()

    async with proxy(ProxyLimits(idle_seconds=0.05)) as to, listening(silent) as port:
        said = await say(to, f"CONNECT shimbun.test:{port} HTTP/1.1\r\n\r\n".encode())
    assert said == b"HTTP/1.1 200 Connection established\r\n\r\n"


async def test_a_server_that_never_stops_dripping_is_left_too() -> None:
    async def drip(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            writer.write(b"x")
            await writer.drain()
            await asyncio.sleep(0.01)

    async with proxy(ProxyLimits(total_seconds=1.5)) as to, listening(drip) as port:
        said = await say(to, f"CONNECT shimbun.test:{port} HTTP/1.1\r\n\r\n".encode())
    assert set(said.partition(b"\r\n\r\n")[2]) == set(b"x")


async def test_an_endless_body_ends_at_the_bound() -> None:
    async def endless(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            writer.write(b"y" * 10_000)
            await writer.drain()

    async with proxy(ProxyLimits(max_bytes=123_456)) as to, listening(endless) as port:
        said = await say(to, f"CONNECT shimbun.test:{port} HTTP/1.1\r\n\r\n".encode())
    assert len(said.partition(b"\r\n\r\n")[2]) == 123_456


async def test_early_hints_pass_and_the_answer_after_them_still_closes() -> None:
    async def hinting(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        await writer.drain()

    async with proxy() as to, listening(hinting) as port:
        said = await say(to, f"GET http://shimbun.test:{port}/ HTTP/1.1\r\n\r\n".encode())
    assert said == (
        b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
        b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"
    )


async def test_closing_ends_the_tunnels_that_are_open() -> None:
    entered = asyncio.Event()

    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        entered.set()
        await reader.read()

    async with listening(silent) as port:
        to = CheckingProxy(checked, Random(1))
        await to.start()
        waiting = asyncio.create_task(say(to, f"CONNECT shimbun.test:{port} HTTP/1.1\r\n\r\n".encode()))
        await entered.wait()
        await to.close()
        assert (await waiting).startswith(b"HTTP/1.1 200 ")


async def test_it_listens_on_loopback_only_and_is_told_apart_from_one_that_is_not_started() -> None:
    to = CheckingProxy(checked, Random(1))
    assert not to.started
    await to.start()
    assert to.started
    assert to.address.startswith("127.0.0.1:")
    await to.close()
    await to.close()
    with pytest.raises(RuntimeError, match="not started"):
        _ = to.address


@pytest.mark.parametrize("rounds", [0, 1, 3, 4, 5])  # in the second it is Python's alone: no server knows of it yet
async def test_a_connection_that_is_accepted_while_it_closes_is_ended_too(rounds: int) -> None:
    to = CheckingProxy(checked, Random(1))
    await to.start()
    host, port = to.address.split(":")
    knock = knocking(host, int(port))
    for _ in range(rounds):
        await asyncio.sleep(0)
    await to.close()
    reader, writer = await asyncio.open_connection(sock=knock)
    async with asyncio.timeout(60):
        assert await heard(reader) == b""
    writer.close()
