"""One page in one tab: opened as a person would come to it, watched while it builds itself, read when it is quiet.

Comes in: a Playwright context that nobody else uses, a request, and the guard. Goes out: a `Loaded` with the document
as received and as it stands, a picture, what was loaded and what was not. Every wait is bounded, every byte counted.
Which browser that is, and when it must be started again, is the business of `browser`.
"""

import asyncio
import base64
import contextlib
import hashlib
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from tadori.errors import AddressForbidden, SourceError, SourceGarbled, SourceTooLarge, SourceUnreachable
from tadori.fetch import blocking, human
from tadori.model.ids import Sha256
from tadori.model.thresholds import MAX_DOCUMENT_BYTES, MAX_REDIRECTS
from tadori.model.web import Resource, WebRequest

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, CDPSession, Page, Request, Response, Route

Sleep = Callable[[float], Awaitable[None]]
AddressRule = Callable[[str], str | None]
"""Why an IP address may not be asked; None when it may."""

NAVIGATION_SECONDS: Final = 30.0
DOCUMENT_SECONDS: Final = 20.0
"""For the document to come whole, once it has begun to come."""
POLL_SECONDS: Final = 0.1
LOOK_SECONDS: Final = 5.0
QUIET_SECONDS: Final = 0.5
"""Nothing moves for that long: the page has built itself."""
THIN_SECONDS: Final = 2.0
"""The same for a page with scripts and hardly any words: its text may still come."""
CHALLENGE_SECONDS: Final = 5.0
"""The same after a refusal with a script on it: some let one in after a moment."""
SETTLE_SECONDS: Final = 12.0
BUSY_SECONDS: Final = 2.0
"""The document stands still for that long: requests that hang do not count any more."""
THIN_CHARACTERS: Final = 200
MAYBE_A_CHALLENGE: Final = frozenset({202, 401, 403, 429, 503})
MAX_PAGE_BYTES: Final = 80_000_000
MAX_RESOURCES: Final = 150
MAX_HASHED_BYTES: Final = 20_000_000
HASHING_SECONDS: Final = 5.0
MAX_PICTURE_HEIGHT: Final = 12_000
MAX_PICTURE_BYTES: Final = 4_000_000
PICTURE_SECONDS: Final = 10.0
_BACKGROUND: Final = frozenset({"eventsource", "websocket", "ping", "media"})
_SHOWN: Final = frozenset({"text/html", "application/xhtml+xml", ""})
_STATE: Final = """(() => { const e = document.documentElement; if (!e) return null; return {
  ready: document.readyState, elements: document.getElementsByTagName('*').length,
  characters: document.body ? document.body.innerText.trim().length : 0, scripts: document.scripts.length,
  size: e.innerHTML.length, height: Math.max(e.scrollHeight, document.body ? document.body.scrollHeight : 0),
  view: innerHeight, width: innerWidth}; })()"""
HIDE: Final = """if (navigator.webdriver) Object.defineProperty(Navigator.prototype, 'webdriver',
  {get: () => false, set: undefined, enumerable: true, configurable: true});"""
"""For a Chrome that we did not start; ours says false by itself, and then this does nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """The document at one moment, seen from a world of our own that its scripts cannot reach."""

    ready: str
    elements: int
    characters: int
    scripts: int
    size: int
    height: int
    view: int
    width: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """What a tab brought back."""

    final_url: str
    status: int
    headers: tuple[tuple[str, str], ...]
    request_headers: tuple[tuple[str, str], ...]
    dom: str | None
    """None when the answer is not a page: then `received` is all there is."""
    received: bytes | None
    address: str | None
    picture: bytes | None
    resources: tuple[Resource, ...]
    wire_bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class _Taken:
    """A main document that is not a page (a PDF, an archive, data): taken as bytes before the browser saves it."""

    url: str
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes


def needed_quiet(status: int, look: Look) -> float:
    """How long a document must stand still before it is believed to be finished."""
    if look.scripts and status in MAYBE_A_CHALLENGE:
        return CHALLENGE_SECONDS
    if look.scripts and look.characters < THIN_CHARACTERS:
        return THIN_SECONDS
    return QUIET_SECONDS


class Tab:
    """One page load. Use once."""

    def __init__(
        self,
        context: "BrowserContext",
        request: WebRequest,
        *,
        random: Random,
        sleep: Sleep,
        address_rule: AddressRule | None,
    ) -> None:
        self._context = context
        self._asked = request
        self._random = random
        self._sleep = sleep
        self._address_rule = address_rule
        """Set for a Chrome that does not go through our proxy."""
        self._host = urlsplit(request.url).hostname or ""
        self._page: Page
        self._cdp: CDPSession
        self._frame = ""
        self._world: int | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._fatal: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._documents: list[Response] = []
        self._navigations = 0
        self._in_flight: set[Request] = set()
        self._finished: list[Request] = []
        self._broken: dict[Request, str] = {}
        self._taken: _Taken | None = None
        self._bytes: Counter[str] = Counter()
        self._stub_open = request.referer is not None
        self.last_url: str = request.url
        """Where the main document was last asked for."""
        self.blocked: Counter[blocking.Unwanted] = Counter()
        self.blocked_hosts: Counter[str] = Counter()

    async def load(self) -> Loaded:
        """The page. Raises `SourceError`."""
        work = asyncio.ensure_future(self._load())
        first: set[asyncio.Future[Any]] = {work, self._fatal}
        try:
            await asyncio.wait(first, return_when=asyncio.FIRST_COMPLETED)
            if self._fatal.done():
                self._fatal.result()
            return await work
        finally:
            work.cancel()
            self._fatal.cancel()
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(work, self._fatal, *self._tasks, return_exceptions=True)

    async def _load(self) -> Loaded:
        from playwright.async_api import Error

        try:
            await self._open()
            await self._go()
            if self._taken is not None:
                return await self._as_taken(self._taken)
            await self._settle(SETTLE_SECONDS)
            await self._scroll()
            return await self._read()
        except Error as error:
            if self._taken is not None:
                return await self._as_taken(self._taken)
            raise failure(self._asked.url, error.message) from error

    # Opening and watching

    async def _open(self) -> None:
        await self._context.add_init_script(HIDE)
        await self._context.route("**/*", self._decide)
        self._page = await self._context.new_page()
        self._context.on("page", lambda popup: self._do(popup.close()))
        self._page.on("request", self._on_request)
        self._page.on("response", self._on_response)
        self._page.on("requestfinished", self._on_finished)
        self._page.on("requestfailed", self._on_failed)
        self._page.on("crash", lambda _: self._fail(SourceUnreachable(self._asked.url, "the tab crashed")))
        if self._address_rule is not None:
            self._page.on("websocket", lambda socket: self._check_literal(socket.url))
        self._cdp = await self._context.new_cdp_session(self._page)
        self._cdp.on("Fetch.requestPaused", lambda event: self._do(self._paused(event)))
        self._cdp.on("Network.dataReceived", self._on_data)
        await self._cdp.send("Network.enable")
        await self._cdp.send("Network.setBypassServiceWorker", {"bypass": True})
        tree = await self._cdp.send("Page.getFrameTree")
        self._frame = tree["frameTree"]["frame"]["id"]
        kinds = [{"requestStage": "Response", "resourceType": kind} for kind in ("Document", "Image")]
        await self._cdp.send("Fetch.enable", {"patterns": kinds})

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        """Run `work` beside the load; what the browser answers to a page that has gone is of no interest."""
        task = asyncio.ensure_future(self._quietly(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _quietly(self, work: Coroutine[Any, Any, None]) -> None:
        from playwright.async_api import Error

        try:
            await work
        except Error:
            return
        except SourceError as error:
            self._fail(error)

    def _fail(self, error: SourceError) -> None:
        if not self._fatal.done():
            self._fatal.set_exception(error)

    def lost(self) -> None:
        """The browser has gone."""
        self._fail(SourceUnreachable(self._asked.url, "the browser ended while the page was loading"))

    async def _decide(self, route: "Route") -> None:
        """Load a subresource, or not."""
        request = route.request
        if self._stub_open and request.url == self._asked.referer:
            await route.fulfill(content_type="text/html; charset=utf-8", body='<a id="to">→</a>')
            return
        if request.is_navigation_request() and request.frame == self._page.main_frame:
            await route.continue_()
            return
        refusal = blocking.why_not(request.url, request.resource_type, self._host)
        if refusal is None:
            await route.continue_()
            return
        self._count(refusal, request.url)
        await route.abort("blockedbyclient")

    def _count(self, refusal: blocking.Refusal, url: str) -> None:
        self.blocked[refusal.kind] += 1
        self.blocked_hosts[urlsplit(url).hostname or ""] += 1

    def _on_request(self, request: "Request") -> None:
        if self._stub_open:
            return
        self._in_flight.add(request)
        if request.is_navigation_request() and request.frame == self._page.main_frame:
            self._navigations += 1
            self.last_url = request.url
            self._host = urlsplit(request.url).hostname or self._host
            if self._navigations > MAX_REDIRECTS + 1:
                self._fail(SourceUnreachable(self._asked.url, f"more than {MAX_REDIRECTS} redirects"))

    def _on_response(self, response: "Response") -> None:
        if self._stub_open:
            return
        if response.request.is_navigation_request() and response.frame == self._page.main_frame:
            self._documents.append(response)
        if self._address_rule is not None:
            self._do(self._check_address(response))

    def _on_finished(self, request: "Request") -> None:
        self._in_flight.discard(request)
        if not self._stub_open and len(self._finished) < MAX_RESOURCES:
            self._finished.append(request)

    def _on_failed(self, request: "Request") -> None:
        self._in_flight.discard(request)
        self._broken[request] = request.failure or ""

    def _on_data(self, event: dict[str, Any]) -> None:
        self._bytes[event["requestId"]] += event["dataLength"]
        if self._bytes[event["requestId"]] > MAX_DOCUMENT_BYTES or self._bytes.total() > MAX_PAGE_BYTES:
            self._fail(SourceTooLarge(self._asked.url, f"more than {MAX_DOCUMENT_BYTES} bytes a file"))

    async def _check_address(self, response: "Response") -> None:
        where = await response.server_addr()
        if where is not None:
            self._check_ip(where["ipAddress"], response.url)

    def _check_literal(self, url: str) -> None:
        """A socket has no response to look at: its host is checked when it is an address or names this machine."""
        host = urlsplit(url).hostname or ""
        self._check_ip("127.0.0.1" if host == "localhost" or host.endswith(".localhost") else host, url)

    def _check_ip(self, address: str, url: str) -> None:
        rule = self._address_rule
        bare = address.strip("[]")
        if rule is None or not re.fullmatch(r"[0-9.]+|[0-9a-fA-F:.%]*:[0-9a-zA-Z:.%]*", bare):
            return
        reason = rule(bare)
        if reason is not None:
            self._fail(AddressForbidden(url, f"{urlsplit(url).hostname} answered from {bare}: {reason}"))

    async def _paused(self, event: dict[str, Any]) -> None:
        """A document or picture whose head has come: take it, refuse it, or let it through."""
        name = {"requestId": event["requestId"]}
        headers = tuple((pair["name"].lower(), pair["value"]) for pair in event.get("responseHeaders", ()))
        first = dict(reversed(headers))
        status = event.get("responseStatusCode", 0)
        refusal = blocking.too_large(first.get("content-length")) if event["resourceType"] == "Image" else None
        if refusal is not None:
            self._count(refusal, event["request"]["url"])
            await self._cdp.send("Fetch.failRequest", {**name, "errorReason": "BlockedByClient"})
        elif event["resourceType"] == "Document" and event["frameId"] == self._frame and is_a_file(status, first):
            body = await self._stream(event["requestId"], first.get("content-length"))
            self._taken = _Taken(url=event["request"]["url"], status=status, headers=headers, body=body)
            await self._cdp.send("Fetch.failRequest", {**name, "errorReason": "Aborted"})
        else:
            await self._cdp.send("Fetch.continueRequest", name)

    async def _stream(self, request_id: str, length: str | None) -> bytes:
        too_large = SourceTooLarge(self._asked.url, f"more than {MAX_DOCUMENT_BYTES} bytes")
        if length is not None and length.isdecimal() and int(length) > MAX_DOCUMENT_BYTES:
            raise too_large
        handle = (await self._cdp.send("Fetch.takeResponseBodyAsStream", {"requestId": request_id}))["stream"]
        body = bytearray()
        while True:
            part = await self._cdp.send("IO.read", {"handle": handle, "size": 1 << 20})
            body += base64.b64decode(part["data"]) if part.get("base64Encoded") else part["data"].encode()
            if len(body) > MAX_DOCUMENT_BYTES:
                raise too_large
            if part["eof"]:
                return bytes(body)

    # Going there and waiting

    async def _go(self) -> None:
        """Straight to the address; with a referer, by a click on a link that stands on that page.

        The page the link stands on is a stub of ours and is not asked for: the browser then says by itself where it
        comes from, with the referer and `Sec-Fetch-*` that such a click has.
        """
        from playwright.async_api import TimeoutError as TooSlow

        limit = NAVIGATION_SECONDS * 1000
        if self._asked.referer is None:
            await self._page.goto(self._asked.url, wait_until="commit", timeout=limit)
        else:
            await self._page.goto(self._asked.referer, wait_until="commit", timeout=limit)
            await self._page.locator("#to").evaluate("(link, url) => { link.href = url; }", self._asked.url)
            self._stub_open = False
            async with self._page.expect_navigation(wait_until="commit", timeout=limit):
                await self._page.locator("#to").click(no_wait_after=True)
        with contextlib.suppress(TooSlow):  # a script that never comes does not take away what stands there
            await self._page.wait_for_load_state("domcontentloaded", timeout=DOCUMENT_SECONDS * 1000)

    async def _look(self) -> Look | None:
        """The document now; None while there is none, or its scripts keep the tab too busy to say."""
        from playwright.async_api import Error

        try:
            async with asyncio.timeout(LOOK_SECONDS):
                if self._world is None:
                    ask = {"frameId": self._frame, "worldName": "tadori"}
                    self._world = (await self._cdp.send("Page.createIsolatedWorld", ask))["executionContextId"]
                look = {"expression": _STATE, "contextId": self._world, "returnByValue": True}
                value = (await self._cdp.send("Runtime.evaluate", look))["result"].get("value")
        except (Error, TimeoutError):
            self._world = None
            return None
        return None if value is None else Look(**value)

    async def _settle(self, limit: float) -> None:
        """Until nothing moves for as long as such a page needs, at most `limit` seconds."""
        now = asyncio.get_running_loop().time
        end = now() + limit
        before: tuple[int, Look | None] = (-1, None)
        still_since = now()
        while now() < end:
            look = await self._look()
            state = (self._navigations, look)
            if state != before:
                before, still_since = state, now()
            elif look is not None and look.ready != "loading" and self._documents:
                busy = any(r.resource_type not in _BACKGROUND for r in self._in_flight)
                needed = needed_quiet(self._documents[-1].status, look)
                if now() - still_since >= (max(BUSY_SECONDS, needed) if busy else needed):
                    return
            await asyncio.sleep(POLL_SECONDS)

    async def _scroll(self) -> None:
        """Down the page as a person would, so that what loads on sight loads."""
        look = await self._look()
        if look is None or not self._documents or self._documents[-1].status >= 400:
            return
        await self._page.mouse.move(look.width * 0.5, look.view * 0.6)
        for wheel in human.scroll(look.height - look.view, self._random):
            await self._sleep(wheel.delay)
            await self._page.mouse.wheel(0, wheel.pixels)
        if look.height > look.view:
            await self._settle(SETTLE_SECONDS / 4)

    # Reading

    async def _read(self) -> Loaded:
        if not self._documents:
            raise SourceGarbled(self._asked.url, "the browser showed no document")
        document = self._documents[-1]
        self._came_whole(document.request)
        look = await self._look()
        if look is None:
            raise SourceUnreachable(self._asked.url, "the page's scripts never came to rest")
        if look.size > MAX_DOCUMENT_BYTES:
            raise SourceTooLarge(self._asked.url, f"the document grew over {MAX_DOCUMENT_BYTES} characters")
        dom = await self._page.content()
        if len(dom) > MAX_DOCUMENT_BYTES:
            raise SourceTooLarge(self._asked.url, f"the document grew over {MAX_DOCUMENT_BYTES} characters")
        picture = await self._picture(look)
        resources = await self._resources(document)
        where = await document.server_addr()
        await self._checks_done()
        received = await _body(document)
        return Loaded(
            final_url=document.url,
            status=document.status,
            headers=pairs(await document.headers_array()),
            request_headers=pairs(await document.request.headers_array()),
            dom=dom,
            received=received,
            address=None if where is None else where["ipAddress"],
            picture=picture,
            resources=resources,
            wire_bytes=len(received) if received is not None else len(dom),
        )

    def _came_whole(self, request: "Request") -> None:
        """A browser shows what it has of a document that was cut off; to us half a page is none."""
        broken = self._broken.get(request)
        if broken is not None and "ERR_ABORTED" not in broken:
            raise failure(self._asked.url, broken)
        if request in self._in_flight:
            raise SourceUnreachable(self._asked.url, f"too slow: it was still coming after {DOCUMENT_SECONDS:.0f} s")

    async def _as_taken(self, taken: _Taken) -> Loaded:
        await self._checks_done()
        return Loaded(
            final_url=taken.url,
            status=taken.status,
            headers=taken.headers,
            request_headers=(),
            dom=None,
            received=taken.body,
            address=None,
            picture=None,
            resources=(),
            wire_bytes=len(taken.body),
        )

    async def _checks_done(self) -> None:
        """Every address that answered has been looked at before anything is handed out."""
        if self._tasks:
            await asyncio.wait(set(self._tasks), timeout=LOOK_SECONDS)
        if self._fatal.done():
            self._fatal.result()

    async def _picture(self, look: Look) -> bytes | None:
        """The whole page as JPEG, at most `MAX_PICTURE_HEIGHT` high; None when the browser cannot make one in time."""
        from playwright.async_api import Error

        height = max(1, min(look.height, MAX_PICTURE_HEIGHT))
        try:
            for quality, part in ((75, height), (40, height), (40, min(height, look.view))):
                clip = {"x": 0, "y": 0, "width": max(1, look.width), "height": max(1, part), "scale": 1}
                ask = {"format": "jpeg", "quality": quality, "captureBeyondViewport": True, "clip": clip}
                async with asyncio.timeout(PICTURE_SECONDS):
                    data = base64.b64decode((await self._cdp.send("Page.captureScreenshot", ask))["data"])
                if len(data) <= MAX_PICTURE_BYTES:
                    return data
        except (Error, TimeoutError):
            return None
        return None

    async def _resources(self, document: "Response") -> tuple[Resource, ...]:
        """What was loaded beside the document, in the order it came, with hashes while there is time and room."""
        out: list[Resource] = []
        room = MAX_HASHED_BYTES
        end = asyncio.get_running_loop().time() + HASHING_SECONDS
        for request in self._finished:
            response = await request.response()
            if response is None or response == document or not request.url.startswith(("http://", "https://")):
                continue
            late = room <= 0 or asyncio.get_running_loop().time() > end
            body = None if late else await _body(response)
            room -= 0 if body is None else len(body)
            media = (response.headers.get("content-type", "")).split(";")[0].strip().lower()
            digest = None if body is None else Sha256(hashlib.sha256(body).hexdigest())
            length = 0 if body is None else len(body)
            out.append(
                Resource(url=request.url, status=response.status, media_type=media, length=length, sha256=digest)
            )
        return tuple(out)


async def _body(response: "Response") -> bytes | None:
    from playwright.async_api import Error

    try:
        async with asyncio.timeout(LOOK_SECONDS):
            return await response.body()
    except (Error, TimeoutError):
        return None


def pairs(headers: list[Any]) -> tuple[tuple[str, str], ...]:
    return tuple((pair["name"].lower(), pair["value"]) for pair in headers if not pair["name"].startswith(":"))


def is_a_file(status: int, headers: dict[str, str]) -> bool:
    """Whether a main document is for saving, not for showing: then its bytes are taken as they are."""
    if not 200 <= status < 300:
        return False
    if headers.get("content-disposition", "").strip().lower().startswith("attachment"):
        return True
    return headers.get("content-type", "").split(";")[0].strip().lower() not in _SHOWN


def failure(url: str, message: str) -> SourceError:
    """What a browser's error means for us."""
    found = re.search(r"net::(ERR_[A-Z0-9_]+)", message)
    code = found.group(1) if found else ""
    if code in {"ERR_UNSAFE_REDIRECT", "ERR_DISALLOWED_URL_SCHEME", "ERR_UNSAFE_PORT", "ERR_INVALID_URL"}:
        return AddressForbidden(url, f"the browser does not go there: {code}")
    if code == "ERR_RESPONSE_HEADERS_TOO_BIG":
        return SourceTooLarge(url, "the headers are too large")
    if code in {"ERR_CONTENT_DECODING_FAILED", "ERR_INVALID_HTTP_RESPONSE", "ERR_INVALID_RESPONSE"}:
        return SourceGarbled(url, f"the answer cannot be read: {code}")
    if code == "ERR_TOO_MANY_REDIRECTS":
        return SourceUnreachable(url, f"more than {MAX_REDIRECTS} redirects")
    if "Download is starting" in message or code == "ERR_ABORTED":
        return SourceGarbled(url, "the browser was given no page: an empty answer or a download")
    reason = "too slow" if "Timeout" in message else message.splitlines()[0][:200]
    return SourceUnreachable(url, code or reason)
