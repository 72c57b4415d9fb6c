"""The session window against a real Chromium: it shows, it listens, and nothing else ever reaches the browser."""

import asyncio
import json
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from tadori.errors import AddressForbidden, SourceGarbled, SourceUnreachable, WrongCall
from tadori.fetch.chrome import connect_or_start
from tadori.fetch.chrome_facts import ChromeSettings
from tadori.fetch.window import ALLOWED, ALLOWED_AFTER_DONE, check_allowed, cookie_from, open_window
from tadori.model.ids import Url
from tadori.model.web import Cookie
from tests.listening import listening

FORBIDDEN = [
    "Runtime.evaluate",
    "Runtime.enable",
    "Runtime.callFunctionOn",
    "DOM.getDocument",
    "DOM.enable",
    "DOM.focus",
    "Input.dispatchMouseEvent",
    "Input.insertText",
    "Emulation.setUserAgentOverride",
    "Page.addScriptToEvaluateOnNewDocument",
    "Page.captureScreenshot",
    "Page.handleJavaScriptDialog",
    "Page.reload",
    "Network.setCookie",
    "Network.setExtraHTTPHeaders",
    "Network.getAllCookies",
    "Storage.getCookies",
    "Fetch.enable",
    "Target.closeTarget",
    "Browser.close",
    "runtime.evaluate",
    "",
]


@pytest.mark.req("L20")
@pytest.mark.parametrize("done", [False, True])
@pytest.mark.parametrize("method", FORBIDDEN)
def test_what_would_operate_the_browser_is_refused(method: str, done: bool) -> None:
    with pytest.raises(WrongCall, match="is only observed, never operated"):
        check_allowed(method, {}, done=done)


def test_the_list_is_the_one_of_the_ruling() -> None:
    assert {
        "Page.navigate",
        "Page.enable",
        "Page.bringToFront",
        "Network.enable",
        "Target.createTarget",
        "Target.attachToTarget",
    } == ALLOWED
    assert {"Network.getCookies"} == ALLOWED_AFTER_DONE


def test_cookies_are_read_only_after_the_person_is_done() -> None:
    with pytest.raises(WrongCall, match="until the person has reported to be done"):
        check_allowed("Network.getCookies", {}, done=False)
    check_allowed("Network.getCookies", {}, done=True)


@pytest.mark.parametrize("method", ["Page.navigate", "Target.createTarget"])
@pytest.mark.parametrize(
    "url",
    ["javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,x", "file:///etc/passwd", "chrome://settings", ""],
)
def test_an_address_that_is_no_page_of_the_web_is_refused(method: str, url: str) -> None:
    with pytest.raises(AddressForbidden, match="shows http and https only"):
        check_allowed(method, {"url": url}, done=False)


@pytest.mark.parametrize("url", ["https://minato.test/", "HTTP://minato.test/", "about:blank"])
def test_a_page_of_the_web_may_be_shown(url: str) -> None:
    check_allowed("Page.navigate", {"url": url}, done=False)


def test_a_cookie_is_read_as_devtools_describes_it() -> None:
    row = {"name": "n", "value": "v", "domain": ".Minato.test", "path": "/a", "expires": 1.5, "secure": True}
    assert cookie_from({**row, "httpOnly": True, "session": False, "sameSite": "Lax"}) == Cookie(
        name="n",
        value="v",
        domain="minato.test",
        path="/a",
        expires=1.5,
        secure=True,
        http_only=True,
        host_only=False,
        same_site="Lax",
    )
    assert cookie_from({"name": "n", "value": "v", "domain": "minato.test", "expires": -1}) == Cookie(
        name="n", value="v", domain="minato.test"
    )


async def test_a_chrome_that_is_not_there_is_named() -> None:
    with pytest.raises(SourceUnreachable, match=r"no Chrome answers at ws://127\.0\.0\.1:1/x"):
        async with open_window("ws://127.0.0.1:1/x"):
            pass
    with pytest.raises(SourceUnreachable, match="no Chrome answers at nonsense"):
        async with open_window("nonsense"):
            pass


@asynccontextmanager
async def relay(target: str | None, heard: list[str]) -> AsyncIterator[str]:
    """A wire between us and a Chrome on which everything we say is heard; without a Chrome it swallows all."""

    async def handle(ours: ServerConnection) -> None:
        if target is None:
            async for message in ours:
                heard.append(str(message))
            return
        async with connect(target, proxy=None, max_size=None, compression=None) as theirs:

            async def back() -> None:
                async for message in theirs:
                    await ours.send(message)

            answering = asyncio.create_task(back())
            try:
                async for message in ours:
                    heard.append(str(message))
                    await theirs.send(message)
            except ConnectionClosed:
                pass
            finally:
                answering.cancel()

    async with serve(handle, "127.0.0.1", 0, max_size=None, compression=None) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        yield f"ws://127.0.0.1:{port}/"


@pytest.mark.parametrize("method", FORBIDDEN[:4])
async def test_nothing_forbidden_reaches_the_wire(method: str) -> None:
    heard: list[str] = []
    async with relay(None, heard) as wire, open_window(wire) as window:
        with pytest.raises(WrongCall):
            await window.send(method, {"expression": "document.title"})
        with pytest.raises(AddressForbidden):
            await window.show(Url("javascript:alert(1)"))
        with pytest.raises(WrongCall, match="no page was shown"):
            await window.report_done()
    assert heard == []


async def test_a_browser_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tadori.fetch.window.ANSWER_SECONDS", 0.05)
    heard: list[str] = []
    async with relay(None, heard) as wire, open_window(wire) as window:
        with pytest.raises(SourceUnreachable, match=r"no answer to Page\.enable in 0 s"):
            await window.send("Page.enable")
    assert [json.loads(message)["method"] for message in heard] == ["Page.enable"]


async def test_a_browser_that_is_closed_meanwhile_is_named() -> None:
    async def hang_up(ours: ServerConnection) -> None:
        await ours.recv()
        await ours.close()

    async with serve(hang_up, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        async with open_window(f"ws://127.0.0.1:{port}/") as window:
            with pytest.raises(SourceUnreachable, match="the browser was closed"):
                await window.send("Page.enable")
            with pytest.raises(SourceUnreachable, match="the browser was closed"):
                await window.send("Page.enable")


@dataclass
class Site:
    """A site on loopback that lets a visitor in after the second page, with a cookie."""

    port: int = 0
    asked: list[str] = field(default_factory=list)

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        path = head.split(b" ", 2)[1].decode()
        self.asked.append(path)
        pages = {
            "/door": "<title>Door</title><meta http-equiv=refresh content='0;url=/inside'><p>checking</p>",
            "/inside": "<title>Inside</title><script>document.title = String(navigator.webdriver)</script>",
            "/elsewhere": "<title>Elsewhere</title>",
        }
        cookie = {"/inside": "session=s3cr3t; Path=/; HttpOnly", "/elsewhere": "theirs=x; Path=/"}.get(path)
        extra = f"Set-Cookie: {cookie}\r\n" if cookie else ""
        body = pages.get(path, "").encode()
        writer.write(
            f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n{extra}Content-Length: {len(body)}\r\n"
            "Connection: close\r\n\r\n".encode()
            + body
        )
        await writer.drain()


@asynccontextmanager
async def site() -> AsyncIterator[Site]:
    here = Site()
    async with listening(here.handle) as here.port:
        yield here


@pytest.mark.req("L20")
@pytest.mark.slow
@pytest.mark.drives("chromium")
@pytest.mark.skipif(shutil.which("chromium") is None, reason="needs chromium on this machine")
async def test_a_real_chromium_is_shown_a_page_watched_and_asked_for_cookies_only_at_the_end(tmp_path: Path) -> None:
    heard: list[str] = []
    moved: list[str] = []
    elsewhere, inside = asyncio.Event(), asyncio.Event()

    def navigated(url: str) -> None:
        moved.append(url)
        if url.endswith("/elsewhere"):
            elsewhere.set()
        if url.endswith("/inside"):
            inside.set()

    chrome = await connect_or_start(ChromeSettings(folder=tmp_path, cdp_url=None, headless=True))
    try:
        async with (
            site() as door,
            relay(chrome.endpoint.url, heard) as wire,
            open_window(wire, navigated=navigated) as window,
        ):
            other = Url(f"http://localhost:{door.port}/elsewhere")
            shown = Url(f"http://127.0.0.1:{door.port}/door")
            assert await window.show(other) is None
            await asyncio.wait_for(elsewhere.wait(), 60)
            assert await window.show(shown) is None
            await asyncio.wait_for(inside.wait(), 60)
            for method in FORBIDDEN:
                with pytest.raises(WrongCall):
                    await window.send(method, {"expression": "document.cookie"})
            with pytest.raises(WrongCall):
                await window.send("Network.getCookies", {"urls": [shown]})
            before = [json.loads(message)["method"] for message in heard]
            cookies = await window.report_done()
            assert await window.show(Url("http://127.0.0.1:1/")) == "net::ERR_UNSAFE_PORT"
            with pytest.raises(SourceGarbled, match=r"Target\.attachToTarget: "):
                await window.send("Target.attachToTarget", {"targetId": "nobody", "flatten": True})
    finally:
        await chrome.close()
    opening = [
        "Target.createTarget",
        "Target.attachToTarget",
        "Page.enable",
        "Network.enable",
        "Page.navigate",
        "Page.bringToFront",
    ]
    assert before == opening * 2
    assert [json.loads(message)["method"] for message in heard][12] == "Network.getCookies"
    assert moved == [other, shown, f"http://127.0.0.1:{door.port}/inside"]
    assert cookies == (Cookie(name="session", value="s3cr3t", domain="127.0.0.1", http_only=True),)
