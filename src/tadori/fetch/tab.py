"""Loads one page in one tab: navigates like a person, waits until the page has settled, and reads it.

Comes in: a Playwright context that nobody else uses, a request, and the address rule. Goes out: a `LoadedDocument` with
the document as received and as built by scripts, a screenshot, and the list of loaded resources. Text for a search
field is typed before the page is read; the pointer moves like a hand. Every wait is bounded. Starting and restarting
the browser is done in `browser`, recording of requests in `page_traffic`.
"""

import asyncio
import base64
import contextlib
import re
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, Final, Protocol
from urllib.parse import urlsplit

from tadori.errors import AddressForbidden, SourceError, SourceGarbled, SourceTooLarge, SourceUnreachable
from tadori.fetch import human
from tadori.fetch.page_traffic import HeaderPairs, PageTraffic, TrackedRequest, browser_failure
from tadori.model.doors import Sleep
from tadori.model.thresholds import MAX_DOCUMENT_BYTES
from tadori.model.web import Resource, TypedInput, WebRequest

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, CDPSession, Locator, Page, Response


POLL_SECONDS: Final = 0.1
LOOK_SECONDS: Final = 5.0
THIN_CHARACTERS: Final = 200
MAYBE_A_CHALLENGE: Final = frozenset({202, 401, 403, 429, 503})
MAX_PICTURE_HEIGHT: Final = 12_000
MAX_PICTURE_BYTES: Final = 4_000_000
PICTURE_SECONDS: Final = 10.0
TYPE_SECONDS: Final = 5.0
"""Seconds for a field to become usable."""
CLICK_SECONDS: Final = 2.0
AIM: Final = (0.35, 0.65)
"""Where on an element a click lands, as shares of its width and height: about the middle."""
COMES_FROM: Final = (0.5, 1.5)
_STATE: Final = """(() => { const e = document.documentElement; if (!e) return null; return {
  ready: document.readyState, elements: document.getElementsByTagName('*').length,
  characters: document.body ? document.body.innerText.trim().length : 0, scripts: document.scripts.length,
  size: e.innerHTML.length, height: Math.max(e.scrollHeight, document.body ? document.body.scrollHeight : 0),
  view: innerHeight, width: innerWidth}; })()"""
_SAME_TAB: Final = "field => field.form && Element.prototype.removeAttribute.call(field.form, 'target')"
"""Makes a form that opens another tab open its answer in this one."""
HIDE: Final = """if (navigator.webdriver) Object.defineProperty(Navigator.prototype, 'webdriver',
  {get: () => false, set: undefined, enumerable: true, configurable: true});"""
"""For a Chrome that we did not start; ours says false by itself, and then this does nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PagePatience:
    """How many seconds to wait for a page."""

    navigation: float = 30.0
    """Until the document begins to arrive."""
    document: float = 20.0
    """Then until it has arrived completely."""
    settle: float = 12.0
    """Then until it has settled."""
    quiet: float = 0.5
    """Without changes for that long, the page has settled."""
    thin: float = 2.0
    """The same for a page with scripts and little text: its text may still come."""
    challenge: float = 5.0
    """The same after a refusal with scripts: some challenges pass by themselves after a moment."""
    busy: float = 2.0
    """Without changes for that long, pending requests are ignored."""


class AddressRule(Protocol):
    """Raises `AddressForbidden` for a forbidden IP address; `AddressGuard.check_address` implements it."""

    def __call__(self, address: str, *, host: str | None = None, port: int | None = None) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentState:
    """The state of the document, measured from an isolated world that its scripts cannot reach."""

    ready: str
    elements: int
    characters: int
    scripts: int
    size: int
    height: int
    view: int
    width: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadedDocument:
    """What was loaded in a tab."""

    final_url: str
    status: int
    headers: HeaderPairs
    request_headers: HeaderPairs
    dom: str | None
    """None when the answer is not a page: then `received` is all there is."""
    received: bytes | None
    address: str | None
    picture: bytes | None
    resources: tuple[Resource, ...]
    wire_bytes: int


def needed_quiet(status: int, look: DocumentState, patience: PagePatience) -> float:
    """How long a document must be unchanged before it counts as settled."""
    if look.scripts and status in MAYBE_A_CHALLENGE:
        return patience.challenge
    if look.scripts and look.characters < THIN_CHARACTERS:
        return patience.thin
    return patience.quiet


class Tab:
    """One page load. Use once: `open`, then `load`."""

    def __init__(
        self,
        context: "BrowserContext",
        request: WebRequest,
        *,
        random: Random,
        sleep: Sleep,
        patience: PagePatience,
        address_rule: AddressRule | None,
    ) -> None:
        """`address_rule` is for a Chrome that does not go through our proxy."""
        self._context = context
        self._request = request
        self._random = random
        self._sleep = sleep
        self._patience = patience
        self._address_rule = address_rule
        self._page: Page
        self._cdp: CDPSession
        self.wire: PageTraffic
        self._world: int | None = None
        self._pointer: tuple[float, float] | None = None
        """Where it was left; None before it came into the page."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._fatal: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def open(self) -> None:
        """Open the tab and attach all listeners before navigating. Raises Playwright's errors."""
        await self._context.add_init_script(HIDE)
        self._page = await self._context.new_page()
        self._context.on("page", lambda popup: self._do(popup.close()))
        self._page.on("crash", lambda _: self._fail(SourceUnreachable(self._request.url, "the tab crashed")))
        if self._address_rule is not None:
            self._context.on("response", lambda response: self._do(self._check_answer(response)))
            self._page.on("websocket", lambda socket: self._check_socket(socket.url))
        self._cdp = await self._context.new_cdp_session(self._page)
        self.wire = PageTraffic(self._cdp, self._request.url, self._request.referer, self._fail)
        await self.wire.listen()

    async def load(self) -> LoadedDocument:
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
            await self.wire.stop()

    def lost(self) -> None:
        """Called when the browser has ended."""
        self._fail(SourceUnreachable(self._request.url, "the browser ended while the page was loading"))

    async def _load(self) -> LoadedDocument:
        from playwright.async_api import Error  # lazy: playwright is only needed when a browser is used

        try:
            await self._go()
            if self.wire.taken is None:
                self._complete_document()
                await self._settle(self._patience.settle)
                if self._request.typed is not None:
                    await self._type(self._request.typed)
                await self._scroll()
                return await self._read()
        except Error as error:
            if self.wire.taken is None:
                raise browser_failure(self._request.url, error.message) from error
        return await self._read_file()

    def _fail(self, error: SourceError) -> None:
        if not self._fatal.done():
            self._fatal.set_exception(error)

    # The address rule

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(self._quietly(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _quietly(self, work: Coroutine[Any, Any, None]) -> None:
        from playwright.async_api import Error  # lazy: playwright is only needed when a browser is used

        with contextlib.suppress(Error):  # a popup or an answer that has gone in the meantime
            await work

    async def _check_answer(self, response: "Response") -> None:
        where = await response.server_addr()
        if where is not None:
            self._check(where["ipAddress"], response.url)

    def _check_socket(self, url: str) -> None:
        """A WebSocket has no response to inspect: its host is checked when it is an IP address or `localhost`."""
        host = urlsplit(url).hostname or ""
        local = host == "localhost" or host.endswith(".localhost")
        if local or re.fullmatch(r"[0-9.]+|.*:.*", host):
            self._check("127.0.0.1" if local else host, url)

    def _check(self, address: str, url: str) -> None:
        parts = urlsplit(url)
        port = parts.port or (443 if parts.scheme in {"https", "wss"} else 80)
        if self._address_rule is None:
            return
        try:
            self._address_rule(address.strip("[]"), host=parts.hostname, port=port)
        except AddressForbidden as error:
            self._fail(error)

    async def _checks_done(self) -> None:
        """Wait until the addresses of all answers are checked, before anything is returned."""
        if self._tasks:
            await asyncio.wait(set(self._tasks), timeout=LOOK_SECONDS)
        if self._fatal.done():
            self._fatal.result()

    # Going there and waiting

    async def _go(self) -> None:
        """Navigate to the address; with a referer, by clicking a link on that page.

        The page with the link is a stub of ours that is never requested: so the browser itself sends the `Referer` and
        `Sec-Fetch-*` headers of such a click.
        """
        from playwright.async_api import (  # lazy: playwright is an optional extra
            TimeoutError as TooSlow,
        )  # lazy: playwright is only needed when a browser is used

        limit = self._patience.navigation * 1000
        if self._request.referer is None:
            await self._page.goto(self._request.url, wait_until="commit", timeout=limit)
        else:
            await self._page.goto(self._request.referer, wait_until="domcontentloaded", timeout=limit)
            link = self._page.locator("#to")
            await link.evaluate("(link, url) => { link.href = url; }", self._request.url)
            self.wire.leave_stub()
            async with self._page.expect_navigation(wait_until="commit", timeout=limit):
                await self._click(link, self._patience.navigation)
        with contextlib.suppress(TooSlow):  # a script that never comes does not take away what stands there
            await self._page.wait_for_load_state("domcontentloaded", timeout=self._patience.document * 1000)

    async def _type(self, typed: TypedInput) -> None:
        """Type words into a field as a person would, submit, and wait for the result.

        Raises:
            SourceGarbled: the field is missing or unusable, or nothing happened.
        """
        from playwright.async_api import Error  # lazy: playwright is only needed when a browser is used

        documents_before, navigations_before, before = (
            len(self.wire.documents),
            self.wire.navigations,
            await self._look(),
        )
        limit = TYPE_SECONDS * 1000
        field = self._page.locator(typed.field).first
        try:
            await self._click(field, TYPE_SECONDS)
            await field.fill("", timeout=limit)
            await field.evaluate(_SAME_TAB)
            for key in human.key_presses(typed.words, self._random):
                await self._sleep(key.delay)
                if key.key == human.BACKSPACE:
                    await self._page.keyboard.press(key.key)
                else:
                    await self._page.keyboard.type(key.key)
            await self._send(typed.submit)
        except Error as error:
            raise SourceGarbled(self._request.url, f"its search field cannot be used: {error.message[:100]}") from error
        await self._wait_for_answer(documents_before, navigations_before, before)

    async def _send(self, submit: str) -> None:
        """Click the submit button; press Enter when there is none or it is covered."""
        from playwright.async_api import (  # lazy: playwright is an optional extra
            TimeoutError as TooSlow,
        )  # lazy: playwright is only needed when a browser is used

        if submit:
            with contextlib.suppress(TooSlow):
                await self._click(self._page.locator(submit).first, CLICK_SECONDS)
                return
        await self._page.keyboard.press("Enter")

    async def _click(self, target: "Locator", seconds: float) -> None:
        """Move the pointer onto `target` and click. Raises Playwright's errors after `seconds`."""
        limit = seconds * 1000
        await target.scroll_into_view_if_needed(timeout=limit)
        box = await target.bounding_box(timeout=limit)
        if box is None:
            await target.click(timeout=limit, no_wait_after=True)  # says by itself why it cannot be
            return
        across, down = (side * self._random.uniform(*AIM) for side in (box["width"], box["height"]))
        await self._point_at(box["x"] + across, box["y"] + down)
        await target.click(position={"x": across, "y": down}, timeout=limit, no_wait_after=True)

    async def _point_at(self, x: float, y: float) -> None:
        """Move the pointer like a hand; the first time it comes from the address bar above the page."""
        start = self._pointer or (x * self._random.uniform(*COMES_FROM), 0.0)
        for move in human.mouse_path(start, (x, y), self._random):
            await self._sleep(move.delay)
            await self._page.mouse.move(move.x, move.y)
        self._pointer = (x, y)

    async def _wait_for_answer(
        self, documents_before: int, navigations_before: int, before: DocumentState | None
    ) -> None:
        """Wait until a new page has loaded, or this one has changed."""
        await self._settle(self._patience.settle)
        if self.wire.navigations == navigations_before and await self._look() == before:
            await self._until(lambda: self.wire.navigations > navigations_before, self._patience.thin)
        if self.wire.navigations > navigations_before:
            came = await self._until(lambda: len(self.wire.documents) > documents_before, self._patience.document)
            if not came:
                raise SourceUnreachable(self._request.url, "no answer to what was typed into its search field")
            await self._until(lambda: self.wire.documents[-1].done, self._patience.document)
            await self._settle(self._patience.settle)
        if self.wire.busy:
            await self._until(lambda: not self.wire.busy, self._patience.settle)
            await self._settle(self._patience.settle)
        if self.wire.navigations == navigations_before and await self._look() == before:
            raise SourceGarbled(self._request.url, "nothing became of what was typed into its search field")

    async def _until(self, came: Callable[[], bool], limit: float) -> bool:
        """Wait for a condition, at most `limit` seconds; whether it became true."""
        for _ in range(round(limit / POLL_SECONDS)):
            if came():
                return True
            await asyncio.sleep(POLL_SECONDS)
        return came()

    async def _look(self) -> DocumentState | None:
        """The state of the document now; None while there is none, or its scripts keep the tab too busy."""
        from playwright.async_api import Error  # lazy: playwright is only needed when a browser is used

        try:
            async with asyncio.timeout(LOOK_SECONDS):
                if self._world is None:
                    world = {"frameId": self.wire.frame, "worldName": "tadori"}
                    self._world = (await self._cdp.send("Page.createIsolatedWorld", world))["executionContextId"]
                ask = {"expression": _STATE, "contextId": self._world, "returnByValue": True}
                value = (await self._cdp.send("Runtime.evaluate", ask))["result"].get("value")
        except (Error, TimeoutError):
            self._world = None
            return None
        return None if value is None else DocumentState(**value)

    async def _settle(self, limit: float) -> None:
        """Wait until the page has settled, at most `limit` seconds."""
        now = asyncio.get_running_loop().time
        end = now() + limit
        before: tuple[int, DocumentState | None] = (-1, None)
        still_since = now()
        while now() < end:
            look = await self._look()
            state = (self.wire.navigations, look)
            if state != before:
                before, still_since = state, now()
            elif look is not None and look.ready != "loading" and self.wire.documents:
                needed = needed_quiet(self.wire.documents[-1].status, look, self._patience)
                if now() - still_since >= (max(self._patience.busy, needed) if self.wire.busy else needed):
                    return
            await asyncio.sleep(POLL_SECONDS)

    async def _scroll(self) -> None:
        """Scroll down like a person, so that lazily loaded content loads."""
        look = await self._look()
        if look is None or not self.wire.documents or self.wire.documents[-1].status >= 400:
            return
        await self._point_at(look.width * self._random.uniform(*AIM), look.view * self._random.uniform(*AIM))
        for wheel in human.wheel_turns(look.height - look.view, self._random):
            await self._sleep(wheel.delay)
            await self._page.mouse.wheel(0, wheel.pixels)
        if look.height > look.view:
            await self._settle(self._patience.settle / 4)

    # Reading

    async def _read(self) -> LoadedDocument:
        document = self._complete_document()
        look = await self._look()
        if look is None:
            raise SourceUnreachable(self._request.url, "the page's scripts never came to rest")
        grown = SourceTooLarge(self._request.url, f"the document grew over {MAX_DOCUMENT_BYTES} characters")
        if look.size > MAX_DOCUMENT_BYTES:
            raise grown
        dom = await self._page.content()
        if len(dom) > MAX_DOCUMENT_BYTES:
            raise grown
        picture = await self._picture(look)
        return await self._loaded(document, dom=dom, picture=picture, resources=await self.wire.resources())

    async def _read_file(self) -> LoadedDocument:
        if self.wire.taken is None:
            raise SourceGarbled(self._request.url, "the browser showed no document")
        return await self._loaded(self.wire.taken, dom=None, picture=None, resources=())

    async def _loaded(
        self, document: TrackedRequest, *, dom: str | None, picture: bytes | None, resources: tuple[Resource, ...]
    ) -> LoadedDocument:
        received = await self.wire.body(document)
        sent, headers = self.wire.heads(document)
        await self._checks_done()
        return LoadedDocument(
            final_url=document.url,
            status=document.status,
            headers=headers,
            request_headers=sent,
            dom=dom,
            received=received,
            address=document.address,
            picture=picture,
            resources=resources,
            wire_bytes=document.wire_bytes or len(received or b""),
        )

    def _complete_document(self) -> TrackedRequest:
        """The main document, which must be complete: a browser shows half a page, we do not accept it."""
        if not self.wire.documents:
            raise SourceGarbled(self._request.url, "the browser showed no document")
        document = self.wire.documents[-1]
        if not document.done:
            limit = self._patience.document
            raise SourceUnreachable(self._request.url, f"too slow: it was still coming after {limit:.0f} s")
        return document

    async def _picture(self, look: DocumentState) -> bytes | None:
        """The whole page as JPEG, at most `MAX_PICTURE_HEIGHT` high; None when the browser cannot make one in time."""
        from playwright.async_api import Error  # lazy: playwright is only needed when a browser is used

        height = max(1, min(look.height, MAX_PICTURE_HEIGHT))
        for quality, part in ((75, height), (40, height), (40, min(height, look.view))):
            clip = {"x": 0, "y": 0, "width": max(1, look.width), "height": max(1, part), "scale": 1}
            ask = {"format": "jpeg", "quality": quality, "captureBeyondViewport": True, "clip": clip}
            try:
                async with asyncio.timeout(PICTURE_SECONDS):
                    data = base64.b64decode((await self._cdp.send("Page.captureScreenshot", ask))["data"])
            except (Error, TimeoutError):
                return None
            if len(data) <= MAX_PICTURE_BYTES:
                return data
        return None
