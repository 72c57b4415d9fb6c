"""The HTTP face: for whoever has the token, on this machine, slowly enough, in small enough requests."""

import asyncio
import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx2
import pytest
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client

from tadori.app.client_serving import server_token
from tadori.errors import ConfigError, WrongCall
from tadori.mcp.http import MOST_BODY, Allowance, bound, hosts_for, http_server
from tadori.mcp.server import make_server
from tests.mcp.world import QUESTION, Desk

TOKEN = "t" * 43
BEARER = {"authorization": f"Bearer {TOKEN}"}


@asynccontextmanager
async def served(desk: Desk, names: tuple[str, ...] = ()) -> AsyncIterator[str]:
    """The address of a server on a free port."""
    with bound("127.0.0.1", 0) as listening:
        server = http_server(make_server(desk.clients), TOKEN, listening, names)
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
        assert await status(BEARER, b"x" * (MOST_BODY + 1)) == 413
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
    assert hosts_for(names, 8765) == hosts


@pytest.mark.parametrize(
    "name", ["", "*", "*.test", "http://a.test", "a.test/mcp", "a b", "a.test:", "a.test:*", "日本.test"]
)
def test_what_is_no_name_of_a_host_is_refused(name: str) -> None:
    with pytest.raises(WrongCall, match="is no name of a host"):
        hosts_for([name], 8765)


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
    allowance = Allowance(clock=lambda: now[0], burst=3, a_second=2.0)
    assert [allowance.take("a") for _ in range(4)] == [True, True, True, False]
    assert allowance.take("b") is True
    now[0] = 0.5
    assert [allowance.take("a") for _ in range(2)] == [True, False]
    now[0] = 100.0
    assert [allowance.take("a") for _ in range(4)] == [True, True, True, False]


async def test_too_many_requests_are_told_when_to_come_again() -> None:
    from tadori.mcp.http import Door

    sent: list[dict[str, object]] = []

    async def send(message: dict[str, object]) -> None:
        sent.append(message)

    async def nobody(*_: object) -> None:
        raise AssertionError("nobody gets here")

    door = Door(app=nobody, token=TOKEN, allowance=Allowance(clock=lambda: 0.0, burst=0))
    scope = {"type": "http", "client": ("127.0.0.1", 1), "headers": []}
    await door(scope, nobody, send)  # type: ignore[arg-type]
    assert sent[0]["status"] == 429
    assert (b"retry-after", b"1") in sent[0]["headers"]  # type: ignore[operator]


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
