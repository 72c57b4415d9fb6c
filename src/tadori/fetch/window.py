"""The session window (§3.6.1): shows a page to a person in a visible Chrome, and otherwise only observes.

Comes in: the DevTools address of a Chrome, an address to show. Goes out: where the page moved to (as a hint, from
passive events) and, once the person has reported to be done, the cookies of that site. Commands to the browser are
limited to an allowlist, checked before anything is sent: no script, no DOM, no input, no emulation. It neither starts
the browser nor decides when the person is done.
"""

import asyncio
import itertools
import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from tadori.errors import AddressForbidden, SourceGarbled, SourceUnreachable, WrongCall
from tadori.model.ids import Url
from tadori.model.web import Cookie
from tadori.text.urls import registrable

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

ALLOWED: Final = frozenset(
    {
        "Page.navigate",
        "Page.enable",
        "Page.bringToFront",
        "Network.enable",
        "Target.createTarget",
        "Target.attachToTarget",
    }
)
"""Commands that open, raise and listen; events arrive without commands."""
ALLOWED_AFTER_DONE: Final = frozenset({"Network.getCookies"})
"""Allowed only after the person reported to be done, to save the session."""
ANSWER_SECONDS: Final = 30.0
MAX_MESSAGE_BYTES: Final = 16_000_000
SHOWN_SCHEMES: Final = ("http://", "https://")

OnNavigated = Callable[[str], None]


def check_allowed(method: str, params: Mapping[str, Any], *, done: bool) -> None:
    """Refuse every command that would touch the page.

    Raises:
        WrongCall: the method is not on the list, or not yet.
        AddressForbidden: an address that is not of the web; `javascript:` would be a script.
    """
    if method in ALLOWED_AFTER_DONE and not done:
        raise WrongCall(f"{method} is forbidden until the person has reported to be done")
    if method not in ALLOWED | ALLOWED_AFTER_DONE:
        raise WrongCall(f"{method} is forbidden in a session window: it is only observed, never operated")
    url = params.get("url")
    if url is not None and url != "about:blank" and not str(url).lower().startswith(SHOWN_SCHEMES):
        raise AddressForbidden(source=str(url)[:200], reason="a session window shows http and https only")


class SessionWindow:
    """One connection to a Chrome. Made by `open_window`."""

    def __init__(self, socket: "ClientConnection", *, navigated: OnNavigated) -> None:
        self._socket = socket
        self._navigated = navigated
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._session: str | None = None
        self._shown: Url | None = None
        self._places: list[str] = []
        self._done = False

    async def send(self, method: str, params: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Send one command to the browser and return its answer.

        Raises:
            WrongCall, AddressForbidden: see `check_allowed`; nothing was sent.
            SourceUnreachable: the browser is gone or does not answer.
            SourceGarbled: it refused.
        """
        values = dict(params or {})
        check_allowed(method, values, done=self._done)
        number = next(self._numbers)
        message: dict[str, Any] = {"id": number, "method": method, "params": values}
        if self._session is not None:
            message["sessionId"] = self._session
        answer = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        try:
            await self._transmit(json.dumps(message))
            async with asyncio.timeout(ANSWER_SECONDS):
                reply: dict[str, Any] = await answer
        except TimeoutError as exc:
            raise SourceUnreachable(source="chrome", reason=f"no answer to {method} in {ANSWER_SECONDS:.0f} s") from exc
        finally:
            self._waiting.pop(number, None)
        if "error" in reply:
            raise SourceGarbled(source="chrome", reason=f"{method}: {reply['error'].get('message', 'refused')}")
        result: dict[str, Any] = reply.get("result", {})
        return result

    async def _transmit(self, text: str) -> None:
        from websockets.exceptions import ConnectionClosed  # lazy: websockets is only needed for a session window

        try:
            await self._socket.send(text)
        except ConnectionClosed as exc:
            raise SourceUnreachable(source="chrome", reason="the browser was closed") from exc

    async def show(self, url: Url) -> str | None:
        """Open `url` in its own window; the browser's error text when it could not load it, else None."""
        check_allowed("Page.navigate", {"url": url}, done=self._done)
        self._session, self._done, self._places = None, False, []
        made = await self.send("Target.createTarget", {"url": "about:blank", "newWindow": True})
        joined = await self.send("Target.attachToTarget", {"targetId": made["targetId"], "flatten": True})
        self._session = joined["sessionId"]
        await self.send("Page.enable")
        await self.send("Network.enable")
        self._shown = url
        answer = await self.send("Page.navigate", {"url": url})
        await self.send("Page.bringToFront")
        trouble: str | None = answer.get("errorText")
        return trouble

    async def report_done(self) -> tuple[Cookie, ...]:
        """The person has reported to be done: the cookies that the browser would now send to the shown site.

        Raises:
            WrongCall: nothing was shown.
        """
        if self._shown is None:
            raise WrongCall("no page was shown, so nobody can be done with it")
        self._done = True
        # On the way a page may lead through somebody else's login; that is none of our business.
        domain = registrable(urlsplit(self._shown).hostname or "")
        ours = [url for url in self._places if registrable(urlsplit(url).hostname or "") == domain]
        places = list(dict.fromkeys([self._shown, *ours]))
        answer = await self.send("Network.getCookies", {"urls": places})
        return tuple(cookie_from(row) for row in answer.get("cookies", []))

    async def listen(self) -> None:
        """Handle messages from the browser until it closes. Runs as a background task."""
        from websockets.exceptions import ConnectionClosed  # lazy: websockets is only needed for a session window

        try:
            async for raw in self._socket:
                self._handle_message(json.loads(raw))
        except ConnectionClosed:
            pass
        finally:
            for answer in self._waiting.values():
                if not answer.done():
                    answer.set_exception(SourceUnreachable(source="chrome", reason="the browser was closed"))

    def _handle_message(self, message: dict[str, Any]) -> None:
        number = message.get("id")
        if number is not None:
            answer = self._waiting.get(number)
            if answer is not None and not answer.done():
                answer.set_result(message)
            return
        if message.get("method") == "Page.frameNavigated" and message.get("sessionId") == self._session:
            frame = message["params"]["frame"]
            url = str(frame.get("url", ""))
            if "parentId" not in frame and url.startswith(SHOWN_SCHEMES):
                self._places.append(url)
                self._navigated(url)


@asynccontextmanager
async def open_window(cdp_url: str, *, navigated: OnNavigated = lambda _url: None) -> AsyncIterator[SessionWindow]:
    """A window on the Chrome at `cdp_url` (`ws://…/devtools/browser/…`); `navigated` gets every new address.

    Raises:
        SourceUnreachable: nothing answers there.
    """
    from websockets.asyncio.client import connect  # lazy: websockets is only needed for a session window
    from websockets.exceptions import (  # lazy: websockets is an optional extra
        InvalidHandshake,
        InvalidURI,
    )  # lazy: websockets is only needed for a session window

    try:
        socket = await connect(cdp_url, proxy=None, max_size=MAX_MESSAGE_BYTES, compression=None, ping_interval=None)
    except (OSError, InvalidHandshake, InvalidURI, TimeoutError) as exc:
        raise SourceUnreachable(source="chrome", reason=f"no Chrome answers at {cdp_url}: {exc}") from exc
    window = SessionWindow(socket, navigated=navigated)
    listening = asyncio.create_task(window.listen())
    try:
        yield window
    finally:
        listening.cancel()
        with suppress(asyncio.CancelledError):
            await listening
        await socket.close()


def cookie_from(row: Mapping[str, Any]) -> Cookie:
    """A cookie as DevTools describes it."""
    domain = str(row["domain"]).lower()
    expires = row.get("expires", -1)
    return Cookie(
        name=row["name"],
        value=row["value"],
        domain=domain.removeprefix("."),
        path=row.get("path", "/"),
        expires=None if row.get("session") or expires < 0 else float(expires),
        secure=bool(row.get("secure")),
        http_only=bool(row.get("httpOnly")),
        host_only=not domain.startswith("."),
        same_site=str(row.get("sameSite", "")),
    )
