"""`tadori mcp` as a program: who gets in over HTTP, and what becomes of a search when its server or its client goes."""

import asyncio
import json
import signal
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx2
import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from tadori.engine.ownership import is_held
from tadori.mcp.http import MAX_BODY_BYTES
from tests.listening import connected
from tests.mcp.program import (
    ERA,
    PATIENCE,
    PROGRAM,
    Ground,
    HeldWeb,
    Served,
    prepared,
    request,
    served,
    settled,
    started,
    surroundings,
    told,
)
from tests.mcp.web_world import web_desk
from tests.web.desk import Time

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def held() -> Iterator[HeldWeb]:
    with HeldWeb() as web:
        web.engines["a"].warm()
        yield web


@pytest.fixture(scope="module")
def ground(held: HeldWeb, tmp_path_factory: pytest.TempPathFactory) -> Ground:
    return asyncio.run(prepared(held, tmp_path_factory.mktemp("ground") / "home"))


@pytest.fixture
def web(held: HeldWeb) -> Iterator[HeldWeb]:
    held.log.clear()
    held.open.set()
    yield held
    held.open.set()


def lines(status: dict[str, Any]) -> list[tuple[str, str, int]]:
    return [(one["id"], one["status"], one["pages_fetched"]) for one in status["searches"]]


async def middle(web: HeldWeb, server: Served, ground: Ground) -> tuple[str, "asyncio.Task[str]"]:
    """A task and its search over HTTP that is in its middle: its page is on the way."""
    made = await server.call("create_task", {"query": ground.page.title})
    task_id = str(json.loads(made.partition("data: ")[2])["result"]["structuredContent"]["task_id"])
    web.hold()
    call = asyncio.create_task(server.call("search", {"task_id": task_id, **ground.call}))
    await web.reached()
    return task_id, call


@pytest.mark.req("L12", "L35")
async def test_the_program_lets_in_who_has_the_token_and_a_client_that_goes_does_not_end_its_search(
    web: HeldWeb, ground: Ground, tmp_path: Path
) -> None:
    home = ground.copied(tmp_path)
    async with served(home) as server:
        task_id, call = await middle(web, server, ground)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        async with server.client() as client:
            assert len((await client.list_tools()).tools) == 11
            running = await told(client, "get_status", {"task_id": task_id})
            web.open.set()
            done = await settled(client, task_id)
        assert lines(running) == [("s_001", "running", 0)]
        assert lines(done) == [("s_001", "partial", 1)]
        assert web.read == [ground.page.url]

        await check_doors(server)
        port = urlsplit(server.address).port
        second = await started(home, "--http", "--port", str(port), stderr=asyncio.subprocess.PIPE)
        async with asyncio.timeout(PATIENCE):
            _, said = await second.communicate()
    assert second.returncode == 1
    assert said.decode() == f"tadori: cannot listen on 127.0.0.1:{port}: Address already in use\n"


async def check_doors(server: Served) -> None:
    bearer = {"authorization": f"Bearer {server.token}"}
    async with httpx2.AsyncClient(timeout=PATIENCE) as http:

        async def status(given: dict[str, str], body: bytes = b"{}") -> int:
            typed = {"content-type": "application/json", **given}
            return (await http.post(server.address, content=body, headers=typed)).status_code

        assert await status({}) == 401
        assert await status({"authorization": f"Bearer {server.token[:-1]}"}) == 401
        assert await status({**bearer, "host": "tadori.test"}) == 421
        assert await status({**bearer, "origin": "http://tadori.test"}) == 403
        assert await status(bearer, b"x" * (MAX_BODY_BYTES + 1)) == 413
        await asyncio.wait_for(hurry(server), PATIENCE)
        assert await status(bearer, b"not json") == 400  # who has the token has lost nothing by it


async def hurry(server: Served) -> None:
    """120 requests without the token at once and 20 a second: of so many in one breath, some are told to wait."""
    place = urlsplit(server.address)
    line = f"POST {place.path} HTTP/1.1\r\nHost: {place.netloc}\r\nContent-Length: 0\r\n\r\n"
    async with connected(str(place.hostname), int(place.port or 0)) as (reader, writer):
        writer.write(line.encode() * 400)
        head = b""
        while not head.startswith(b"HTTP/1.1 429 "):
            head = await reader.readuntil(b"\r\n\r\n")
            length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
            await reader.readexactly(length)
    assert b"retry-after: 1" in head.lower()


@pytest.mark.req("L2", "L12", "X4")
async def test_a_server_that_is_told_to_end_ends_in_the_middle_and_the_next_ones_go_on(
    web: HeldWeb, ground: Ground, tmp_path: Path
) -> None:
    home = ground.copied(tmp_path)
    async with served(home) as first:
        task_id, call = await middle(web, first, ground)
        first.process.send_signal(signal.SIGTERM)
        assert await first.ended() == 143
        assert await first.said() == ""
        with pytest.raises(httpx2.TransportError):
            await call
    async with served(home) as second:
        async with second.client() as client:
            running = await told(client, "get_status", {"task_id": task_id})
        await web.reached(2)
        second.process.send_signal(signal.SIGINT)
        assert await second.ended() == 130
    web.open.set()
    async with served(home) as third, third.client() as client:
        done = await settled(client, task_id)
        same = await told(client, "search", {"task_id": task_id, **ground.call})
    assert lines(running) == [("s_001", "running", 0)]
    assert lines(done) == [("s_001", "partial", 1)]
    # What nobody was told yet is told, and not searched for again.
    assert (same["search_id"], same["pages_fetched"]) == ("s_001", 1)
    assert same["claims_found"][0]["source_url"] == ground.page.url
    assert web.read == [ground.page.url] * 3


@pytest.mark.req("L2", "L12", "X4")
async def test_of_two_servers_on_a_home_one_works_and_when_it_is_killed_the_other_goes_on(
    web: HeldWeb, ground: Ground, tmp_path: Path
) -> None:
    home = ground.copied(tmp_path)
    beside = StdioServerParameters(
        command=sys.executable,
        args=["-c", PROGRAM, "mcp", "--provider", "duckduckgo", "--soft-limit", "1"],
        env=surroundings(home),
    )
    async with served(home) as first, Client(stdio_client(beside), mode="auto") as client:
        task_id, call = await middle(web, first, ground)
        joined = await told(client, "search", {"task_id": task_id, **ground.call})
        running = await told(client, "get_status", {"task_id": task_id})
        once = list(web.read)
        first.process.kill()
        assert await first.ended() == -signal.SIGKILL
        with pytest.raises(httpx2.TransportError):
            await call
        web.open.set()
        done = await settled(client, task_id)
        same = await told(client, "search", {"task_id": task_id, **ground.call})
    assert (joined["status"], joined["search_id"]) == ("running", "s_001")
    assert lines(running) == [("s_001", "running", 0)]
    assert once == [ground.page.url]
    assert lines(done) == [("s_001", "partial", 1)]
    assert (same["search_id"], same["pages_fetched"]) == ("s_001", 1)
    assert set(web.read) == {ground.page.url}


@pytest.mark.req("L2", "L12", "X4")
async def test_a_server_on_stdio_ends_with_its_client_and_the_search_stays_to_be_gone_on_with(
    web: HeldWeb, ground: Ground, tmp_path: Path
) -> None:
    home = ground.copied(tmp_path)
    pipe = asyncio.subprocess.PIPE
    server = await started(home, stdin=pipe, stdout=pipe)
    assert server.stdin is not None
    assert server.stdout is not None

    async def say(line: dict[str, Any]) -> None:
        assert server.stdin is not None
        server.stdin.write(json.dumps(line).encode() + b"\n")
        await server.stdin.drain()

    async def hear() -> dict[str, Any]:
        assert server.stdout is not None
        async with asyncio.timeout(PATIENCE):
            heard: dict[str, Any] = json.loads(await server.stdout.readline())
        return heard

    who = {"protocolVersion": ERA, "capabilities": {}, "clientInfo": {"name": "a test", "version": "1"}}
    await say(request(1, "initialize", who))
    assert (await hear())["result"]["serverInfo"]["name"] == "tadori"
    await say({"jsonrpc": "2.0", "method": "notifications/initialized"})
    await say(request(2, "tools/call", {"name": "create_task", "arguments": {"query": ground.page.title}}))
    task_id = (await hear())["result"]["structuredContent"]["task_id"]
    web.hold()
    await say(request(3, "tools/call", {"name": "search", "arguments": {"task_id": task_id, **ground.call}}))
    await web.reached()
    server.stdin.close()
    async with asyncio.timeout(PATIENCE):
        assert await server.wait() == 0
    assert not is_held(home / "tasks" / task_id)
    web.open.set()
    async with web_desk(web, home, time=Time(now=datetime.now(UTC)), letters="a") as desk:
        await desk("get_status", task_id=task_id)
        await desk.clients.settle()
        done = await desk("get_status", task_id=task_id)
    assert lines(done) == [("s_001", "partial", 1)]
