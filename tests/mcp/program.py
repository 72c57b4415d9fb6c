"""`tadori mcp` as a program on the little web, in a home where an earlier research has been: nothing needs to wait.

Answers of engines and robots.txt files are kept there, so a search goes straight to its page; and the page can be held
back for as long as a test wants to see a search in its middle.
"""

import asyncio
import shutil
import sys
import threading
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx2
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client

from tests.environment import program_environment
from tests.mcp.web_world import calm, web_desk
from tests.web.desk import Time
from tests.web.documents import Page
from tests.web.home import write_home
from tests.web.http1 import head_of
from tests.web.little_web import LittleWeb
from tests.web.weather import Weather
from tests.web.wire import Reply, Request, Wire

PROGRAM = "from tadori.cli import main; main()"
ERA = "2025-06-18"
PATIENCE = 120.0
"""Seconds that anything may take on a busy machine; nothing does."""


class HeldWeb(LittleWeb):
    """A little web whose pages can be held back."""

    def __init__(self) -> None:
        super().__init__(scale=0.02)
        self.open = threading.Event()
        self.open.set()
        self._asked = threading.Condition()
        self._engines = {engine.host for engine in self.engines.values()}

    def hold(self) -> None:
        """From now on pages are on their way until `open` is set."""
        self.log.clear()
        self.open.clear()

    def reply(self, request: Request) -> Reply:
        reply = super().reply(request)
        with self._asked:
            self._asked.notify_all()
        if self.open.is_set() or request.host in self._engines:
            return reply

        async def late(wire: Wire) -> None:
            while not self.open.is_set():
                if not await wire.pause(0.02):
                    return
            wire.write(head_of(reply, keep=False) + reply.body)

        return Reply(script=late, status=reply.status)

    @property
    def read(self) -> list[str]:
        """The pages that were asked for, in order, as often as they were."""
        return [self.url(line.host, line.path) for line in self.log if line.host not in self._engines]

    async def reached(self, times: int = 1) -> None:
        """Until pages have been asked for so often."""
        assert await asyncio.to_thread(self._wait_for, times)

    def _wait_for(self, times: int) -> bool:
        with self._asked:
            return self._asked.wait_for(lambda: len(self.read) >= times, PATIENCE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """A home to copy, and the search that can be made in it at once."""

    home: Path
    page: Page
    """The one page that the search reads."""

    @property
    def call(self) -> dict[str, Any]:
        return {"query": self.page.title, "options": {"max_pages": 1, "engines": ["duckduckgo"]}}

    def copied(self, folder: Path) -> Path:
        return Path(shutil.copytree(self.home, folder / "home"))


async def prepared(web: HeldWeb, home: Path) -> Ground:
    """Search ten minutes ago, without waiting, until a search has read the page that bears its words and no other."""
    calm(web)
    time = Time(now=datetime.now(UTC) - timedelta(minutes=10))
    plain = [page for page in web.pages if page.weather is Weather.PLAIN and page.media_type == "text/html"]
    async with web_desk(web, home, time=time, letters="a") as desk:
        for page in {page.host: page for page in plain}.values():
            web.log.clear()
            ground = Ground(home=home, page=page)
            await desk("search", task_id=await desk.task(page.title), **ground.call)
            if web.read == [web.url(page.host, "/robots.txt"), page.url]:
                break
    write_home(web, home, chrome=False)
    return ground


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """A server over HTTP, running as a program."""

    process: asyncio.subprocess.Process
    address: str
    token: str

    @asynccontextmanager
    async def client(self) -> AsyncIterator[Client]:
        bearer = {"authorization": f"Bearer {self.token}"}
        async with (
            httpx2.AsyncClient(headers=bearer, timeout=PATIENCE) as web,
            Client(streamable_http_client(self.address, http_client=web), mode="auto") as client,
        ):
            yield client

    async def call(self, tool: str, given: Mapping[str, Any]) -> str:
        """A call without a client's comforts: what the server answered, as it came. Raises what HTTP raises."""
        said = {"authorization": f"Bearer {self.token}", "accept": "application/json, text/event-stream"}
        who = {"protocolVersion": ERA, "capabilities": {}, "clientInfo": {"name": "a test", "version": "1"}}
        async with httpx2.AsyncClient(headers=said, timeout=PATIENCE) as web:
            begun = await web.post(self.address, json=request(1, "initialize", who))
            web.headers.update({"mcp-session-id": begun.headers["mcp-session-id"], "mcp-protocol-version": ERA})
            await web.post(self.address, json={"jsonrpc": "2.0", "method": "notifications/initialized"})
            asked = request(2, "tools/call", {"name": tool, "arguments": dict(given)})
            return (await web.post(self.address, json=asked)).text

    async def ended(self) -> int:
        async with asyncio.timeout(PATIENCE):
            return await self.process.wait()

    async def said(self) -> str:
        """What it has said after its address, once it has ended."""
        assert self.process.stderr is not None
        async with asyncio.timeout(PATIENCE):
            return (await self.process.stderr.read()).decode()


def request(number: int, method: str, params: Mapping[str, Any]) -> dict[str, Any]:
    """A request as it goes over the wire."""
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": dict(params)}


async def started(home: Path, *arguments: str, **pipes: Any) -> asyncio.subprocess.Process:
    command = (sys.executable, "-c", PROGRAM, "mcp", "--provider", "duckduckgo", *arguments)
    return await asyncio.create_subprocess_exec(*command, env=surroundings(home), **pipes)


def surroundings(home: Path) -> dict[str, str]:
    return program_environment(home)


@asynccontextmanager
async def served(home: Path, *arguments: str) -> AsyncIterator[Served]:
    """`tadori mcp --http` on a free port; killed at the end if it still runs."""
    process = await started(home, "--http", "--port", "0", *arguments, stderr=asyncio.subprocess.PIPE)
    assert process.stderr is not None
    try:
        async with asyncio.timeout(PATIENCE):
            line = (await process.stderr.readline()).decode()
        token = (home / "mcp-token").read_text(encoding="ascii").strip()
        yield Served(process=process, address=line.split()[0], token=token)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def told(client: Client, tool: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """What a tool answers."""
    answer: dict[str, Any] | None = (await client.call_tool(tool, dict(given))).structured_content
    assert answer is not None
    return answer


async def settled(client: Client, task_id: str) -> dict[str, Any]:
    """The status of a task once nothing of it runs."""
    async with asyncio.timeout(PATIENCE):
        while True:
            status = await told(client, "get_status", {"task_id": task_id})
            if "running" not in [one["status"] for one in status["searches"]]:
                return status
            await asyncio.sleep(0.2)
