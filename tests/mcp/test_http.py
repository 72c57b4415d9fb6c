"""The HTTP face: for whoever has the token, on this machine, slowly enough, in small enough requests."""

import asyncio
import stat
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client

from tadori.errors import ConfigError, WrongCall
from tadori.mcp.http import MAX_BODY_BYTES, RateLimiter, TokenGate, allowed_host_headers, http_server, listening_socket
from tadori.mcp.server import make_server
from tadori.mcp.unauthenticated import UnauthenticatedConnections
from tadori.service.clients.serving import server_token
from tests.listening import connected
from tests.mcp.world import QUESTION, Desk

TOKEN = "t" * 43
BEARER = {"authorization": f"Bearer {TOKEN}"}


@asynccontextmanager
async def served(
    desk: Desk, names: tuple[str, ...] = (), unauthenticated: UnauthenticatedConnections | None = None
) -> AsyncIterator[str]:
    """The address of a server on a free port."""
    with listening_socket("127.0.0.1", 0) as listening:
        server = http_server(make_server(desk.clients), TOKEN, listening, names, unauthenticated)
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}/mcp"
        finally:
            server.should_exit = True
            await serving


@pytest.mark.req("L12")
@pytest.mark.slow
async def test_several_clients_with_the_token_use_the_tools_at_once(desk: Desk) -> None:
    async def work(address: str, number: int) -> str:
        async with (
            httpx2.AsyncClient(headers=BEARER) as web,
            Client(streamable_http_client(address, http_client=web), mode="auto") as client,
        ):
            made = await client.call_tool("create_task", {"query": f"{QUESTION} {number}"})
            status = await client.call_tool("get_status", {"task_id": made.structured_content["task_id"]})
            return str(status.structured_content["query"])

    async with served(desk) as address:
        told = await asyncio.gather(*(work(address, number) for number in range(4)))
    assert told == [f"{QUESTION} {number}" for number in range(4)]


@pytest.mark.req("L35")
@pytest.mark.slow
async def test_who_has_no_token_or_comes_from_elsewhere_is_told_nothing(desk: Desk) -> None:
    async with served(desk) as address, httpx2.AsyncClient() as web:

        async def status(given: dict[str, str], body: bytes = b"{}") -> int:
            typed = {"content-type": "application/json", **given}
            return (await web.post(address, content=body, headers=typed)).status_code

        assert await status({}) == 401
        assert await status({"authorization": "Bearer wrong"}) == 401
        assert await status({"authorization": f"Basic {TOKEN}"}) == 401
        assert await status({"authorization": BEARER["authorization"] + "x"}) == 401
        assert await status({**BEARER, "host": "evil.test"}) == 421
        assert await status({**BEARER, "origin": "http://evil.test"}) == 403
        assert await status(BEARER, b"x" * (MAX_BODY_BYTES + 1)) == 413
        assert await status(BEARER, b"not json") == 400


@pytest.mark.req("L35")
@pytest.mark.parametrize(
    ("names", "hosts"),
    [
        ((), ["127.0.0.1:8765", "localhost:8765", "[::1]:8765"]),
        (("0.0.0.0", "::"), ["127.0.0.1:8765", "localhost:8765", "[::1]:8765"]),
        (("127.0.0.1", "localhost"), ["127.0.0.1:8765", "localhost:8765", "[::1]:8765"]),
        (
            ("Research.test",),
            [
                *["127.0.0.1:8765", "localhost:8765", "[::1]:8765"],
                *["Research.test:8765", "research.test:8765", "Research.test", "research.test"],
            ],
        ),
        (("research.test:8443",), ["127.0.0.1:8765", "localhost:8765", "[::1]:8765", "research.test:8443"]),
        (("fd00::1",), ["127.0.0.1:8765", "localhost:8765", "[::1]:8765", "[fd00::1]:8765", "[fd00::1]"]),
    ],
)
def test_the_server_answers_for_loopback_and_the_names_it_was_given(names: tuple[str, ...], hosts: list[str]) -> None:
    assert allowed_host_headers(names, 8765) == hosts


@pytest.mark.parametrize(
    "name", ["", "*", "*.test", "http://a.test", "a.test/mcp", "a b", "a.test:", "a.test:*", "日本.test"]
)
def test_what_is_no_name_of_a_host_is_refused(name: str) -> None:
    with pytest.raises(WrongCall, match="is no name of a host"):
        allowed_host_headers([name], 8765)


@pytest.mark.req("L35")
@pytest.mark.slow
async def test_a_name_that_was_allowed_is_answered_and_any_other_is_not(desk: Desk) -> None:
    async with served(desk, ("research.test",)) as address, httpx2.AsyncClient() as web:
        port = address.split(":")[2].split("/")[0]

        async def status(host: str, origin: str = "") -> int:
            typed = {"content-type": "application/json", "host": host, **BEARER}
            told = {**typed, "origin": origin} if origin else typed
            return (await web.post(address, content=b"not json", headers=told)).status_code

        assert await status("research.test") == 400  # as behind a proxy: heard, and found wrong
        assert await status(f"research.test:{port}") == 400
        assert await status("research.test", "https://research.test") == 400
        assert await status(f"127.0.0.1:{port}") == 400
        assert await status("research.test", "https://evil.test") == 403
        assert await status("research.test:1") == 421
        assert await status("sub.research.test") == 421
        assert await status("evil.test") == 421


def test_an_address_that_asks_too_often_waits_and_others_do_not() -> None:
    now = [0.0]
    allowance = RateLimiter(clock=lambda: now[0], burst=3, per_second=2.0)
    assert [allowance.take("a") for _ in range(4)] == [True, True, True, False]
    assert allowance.take("b") is True
    now[0] = 0.5
    assert [allowance.take("a") for _ in range(2)] == [True, False]
    now[0] = 100.0
    assert [allowance.take("a") for _ in range(4)] == [True, True, True, False]


async def answers(door: TokenGate, *requests: dict[str, str]) -> list[int]:
    """The status that each request gets of a door; a request is its headers. Its body is never there to be read."""
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    for given in requests:
        headers = [(name.encode(), value.encode()) for name, value in given.items()]
        await door({"type": "http", "client": ("127.0.0.1", 1), "headers": headers}, never, send)
    assert [(b"retry-after", b"1") in m["headers"] for m in sent if m.get("status") == 429] == [True] * sum(
        m.get("status") == 429 for m in sent
    )
    return [message["status"] for message in sent if message["type"] == "http.response.start"]


async def never(*_: Any) -> Any:
    raise AssertionError("nobody gets here")


async def let_in(_scope: Any, _receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})


async def test_too_many_requests_with_the_token_are_told_when_to_come_again() -> None:
    door = TokenGate(app=let_in, token=TOKEN, allowance=RateLimiter(clock=lambda: 0.0, burst=2))
    assert await answers(door, BEARER, BEARER, BEARER) == [200, 200, 429]


@pytest.mark.req("X3", "L35")
async def test_requests_without_the_token_take_nothing_from_those_with_it_and_have_an_end_of_their_own() -> None:
    door = TokenGate(
        app=let_in,
        token=TOKEN,
        allowance=RateLimiter(clock=lambda: 0.0, burst=2),
        rejected_allowance=RateLimiter(clock=lambda: 0.0, burst=3),
    )
    wrong = {"authorization": f"Bearer {TOKEN[:-1]}x"}
    assert await answers(door, {}, wrong, {}, wrong, {}) == [401, 401, 401, 429, 429]
    assert await answers(door, BEARER, BEARER) == [200, 200]
    twice = [(b"authorization", f"Bearer {TOKEN}".encode())] * 2
    assert door._has_token({"headers": twice}) is False


async def test_only_http_is_served() -> None:
    door = TokenGate(app=never, token=TOKEN)
    with pytest.raises(ValueError, match="only HTTP is served, not websocket"):
        await door({"type": "websocket", "client": ("127.0.0.1", 1), "headers": []}, never, never)


@pytest.mark.req("X3", "L35")
@pytest.mark.slow
async def test_a_flood_without_the_token_does_not_lock_out_who_has_it(desk: Desk) -> None:
    async def flood(address: str, web: httpx2.AsyncClient) -> list[int]:
        return [(await web.post(address, content=b"{}")).status_code for _ in range(150)]

    async with (
        served(desk) as address,
        httpx2.AsyncClient() as nobody,
        httpx2.AsyncClient(headers=BEARER) as web,
        Client(streamable_http_client(address, http_client=web), mode="auto") as client,
    ):
        floods = [asyncio.create_task(flood(address, nobody)) for _ in range(2)]
        during = [len((await client.list_tools()).tools) for _ in range(20)]
        refused = {status for flooded in await asyncio.gather(*floods) for status in flooded}
        after = await web.post(address, content=b"not json", headers={"content-type": "application/json"})
    assert during == [11] * 20
    assert refused == {401, 429}
    assert after.status_code == 400


@pytest.mark.req("X3", "L35")
@pytest.mark.slow
async def test_connections_that_never_show_the_token_make_room_and_end(desk: Desk) -> None:
    unauthenticated = UnauthenticatedConnections(max_connections=3, seconds=0.5)
    async with served(desk, unauthenticated=unauthenticated) as address, AsyncExitStack() as stack:
        port = int(address.split(":")[2].split("/")[0])
        silent = [await stack.enter_async_context(connected("127.0.0.1", port)) for _ in range(8)]
        silent[7][1].write(b"POST /mcp HTTP/1.1\r\nAuthorization: Bea")  # and never a word more
        async with (
            httpx2.AsyncClient(headers=BEARER) as web,
            Client(streamable_http_client(address, http_client=web), mode="auto") as client,
        ):
            assert len((await client.list_tools()).tools) == 11
            ends = [await ended(reader) for reader, _ in silent]
            assert len((await client.list_tools()).tools) == 11
    assert ends == [b""] * 8
    assert len(unauthenticated) == 0


async def ended(reader: asyncio.StreamReader) -> bytes:
    """What still came on a connection until the server ended it."""
    async with asyncio.timeout(60):
        try:
            return await reader.read()
        except ConnectionResetError:
            return b""


@pytest.mark.req("X3")
@pytest.mark.slow
async def test_a_head_that_never_ends_is_refused_before_it_is_large(desk: Desk) -> None:
    async with served(desk) as address:
        port = int(address.split(":")[2].split("/")[0])
        async with connected("127.0.0.1", port) as (reader, writer):
            writer.write(b"POST /mcp HTTP/1.1\r\n" + b"X-Long: " + b"x" * 200_000)
            assert (await reader.readline()).startswith(b"HTTP/1.1 400 ")


def test_the_token_is_made_once_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    file = tmp_path / "home" / "mcp-token"
    token = server_token(file)
    assert len(token) == 43
    assert server_token(file) == token
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_token_that_is_too_short_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "mcp-token"
    file.write_text("abc\n", encoding="ascii")
    with pytest.raises(ConfigError, match="shorter than 32"):
        server_token(file)
