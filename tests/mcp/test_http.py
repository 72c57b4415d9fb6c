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
from tadori.errors import ConfigError
from tadori.mcp.http import MOST_BODY, Allowance, bound, http_server
from tadori.mcp.server import make_server
from tests.mcp.world import QUESTION, Desk

TOKEN = "t" * 43
BEARER = {"authorization": f"Bearer {TOKEN}"}


@asynccontextmanager
async def served(desk: Desk) -> AsyncIterator[str]:
    """The address of a server on a free port."""
    with bound("127.0.0.1", 0) as listening:
        server = http_server(make_server(desk.clients), TOKEN, listening)
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
