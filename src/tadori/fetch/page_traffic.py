"""Watches the network traffic of one tab: records every request, blocks unwanted resources, counts bytes.

Comes in: the DevTools session of a tab. Goes out: the main documents and subresources with their heads and bodies, and
how many requests are still out. It decides what is loaded (`blocking`), serves the stub page of a
referer, and downloads a main document that is a file (a PDF, an archive, data). It does not navigate or read the DOM.

The session's own Fetch domain is used, not Playwright's routes: those disable the browser's cache, which every
server could see (`Cache-Control: no-cache`). Of an embedded frame of another site only the documents are seen here, not
its own requests; with our own Chromium those still pass through the proxy.
"""

import asyncio
import base64
import contextlib
import hashlib
import re
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from tadori.errors import (
    AddressForbidden,
    CertificateInvalid,
    SourceError,
    SourceGarbled,
    SourceTooLarge,
    SourceUnreachable,
)
from tadori.fetch import unwanted_resources
from tadori.model.ids import Sha256
from tadori.model.thresholds import MAX_DOCUMENT_BYTES
from tadori.model.web import Resource
from tadori.model.web_thresholds import MAX_REDIRECTS

if TYPE_CHECKING:
    from playwright.async_api import CDPSession

HeaderPairs = tuple[tuple[str, str], ...]

MAX_PAGE_BYTES: Final = 80_000_000
MAX_RESOURCES: Final = 150
MAX_HASHED_BYTES: Final = 20_000_000
BODY_SECONDS: Final = 5.0
_BACKGROUND: Final = frozenset({"EventSource", "WebSocket", "Ping", "Media"})
_SHOWN: Final = frozenset({"text/html", "application/xhtml+xml", ""})
STUB: Final = '<!DOCTYPE html><meta charset="utf-8"><a id="to" style="font-size:40px">→</a>'
"""Stands in for the referring page, so that the browser sends the right `Referer`."""


@dataclass(slots=True, kw_only=True)
class TrackedRequest:
    """One request of the page, as reported by DevTools."""

    id: str
    url: str
    kind: str
    """`Document`, `Script`, `Image` … as DevTools spells it."""
    main: bool
    """Of the tab itself, not of a frame in it."""
    sent: HeaderPairs = ()
    status: int = 0
    headers: HeaderPairs = ()
    address: str | None = None
    media_type: str = ""
    head_bytes: int = 0
    wire_bytes: int = 0
    done: bool = False
    error: str = ""
    """The browser's error text when it ended early. For the main document that fails the whole page."""
    body: bytes | None = None
    """The content of a main document that was downloaded as a file."""


class PageTraffic:
    """Listens to one tab, from before its first navigation."""

    def __init__(self, cdp: "CDPSession", url: str, stub_url: str | None, fail: Callable[[SourceError], None]) -> None:
        self._cdp = cdp
        self._url = url
        self._stub_url = stub_url
        self._fail = fail
        self._host = unwanted_resources.host_of(url)
        self._frame = ""
        self._by_id: dict[str, TrackedRequest] = {}
        self._bytes: Counter[str] = Counter()
        self._extra_sent: dict[str, HeaderPairs] = {}
        self._extra_received: dict[str, HeaderPairs] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.navigations = 0
        self.last_url = url
        """The last requested address of the main document."""
        self.documents: list[TrackedRequest] = []
        """Main documents that were answered, in order."""
        self.taken: TrackedRequest | None = None
        self.blocked: Counter[unwanted_resources.UnwantedKind] = Counter()
        self.blocked_hosts: Counter[str] = Counter()

    @property
    def frame(self) -> str:
        return self._frame

    @property
    def busy(self) -> bool:
        """Whether a request is pending that the page may be waiting for."""
        return any(not request.done and request.kind not in _BACKGROUND for request in self._by_id.values())

    async def listen(self) -> None:
        self._cdp.on("Fetch.requestPaused", lambda event: self._do(self._on_paused(event)))
        self._cdp.on("Network.requestWillBeSent", self._on_request)
        self._cdp.on("Network.requestWillBeSentExtraInfo", self._on_sent)
        self._cdp.on("Network.responseReceived", self._on_response)
        self._cdp.on("Network.responseReceivedExtraInfo", self._on_received)
        self._cdp.on("Network.dataReceived", self._on_data)
        self._cdp.on("Network.loadingFinished", self._on_finished)
        self._cdp.on("Network.loadingFailed", self._on_failed)
        await self._cdp.send("Network.enable", {"maxTotalBufferSize": 60_000_000, "maxResourceBufferSize": 25_000_000})
        await self._cdp.send("Network.setBypassServiceWorker", {"bypass": True})
        self._frame = (await self._cdp.send("Page.getFrameTree"))["frameTree"]["frame"]["id"]
        patterns = [
            {"urlPattern": "*", "requestStage": "Request"},
            {"requestStage": "Response", "resourceType": "Document"},
            {"requestStage": "Response", "resourceType": "Image"},
        ]
        await self._cdp.send("Fetch.enable", {"patterns": patterns})

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def leave_stub(self) -> None:
        """Stop serving the stub and start recording."""
        self._stub_url = None
        self._by_id.clear()

    # Deciding

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(self._quietly(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _quietly(self, work: Coroutine[Any, Any, None]) -> None:
        """Await `work`; errors about a request that is gone by now are ignored."""
        from playwright.async_api import Error  # lazy: playwright is only needed when a browser is used

        try:
            with contextlib.suppress(Error):
                await work
        except SourceError as error:
            self._fail(error)

    async def _on_paused(self, event: dict[str, Any]) -> None:
        if "responseStatusCode" in event or "responseErrorReason" in event:
            await self._response_paused(event)
        else:
            await self._request_paused(event)

    async def _request_paused(self, event: dict[str, Any]) -> None:
        """Before a request is sent: allow or block it."""
        url, kind = event["request"]["url"], event["resourceType"]
        main = kind == "Document" and event["frameId"] == self._frame
        if main and self._stub_url is not None:
            await self._send_stub(event["requestId"])
            return
        refusal = None if main else unwanted_resources.why_not_loaded(url, kind.lower(), self._host)
        await self._refuse_or_go_on(event["requestId"], url, refusal)

    async def _response_paused(self, event: dict[str, Any]) -> None:
        """When the head of a document or image has arrived: download it as a file, block it, or let it through."""
        url, kind = event["request"]["url"], event["resourceType"]
        headers = tuple((pair["name"].lower(), pair["value"]) for pair in event.get("responseHeaders", ()))
        first = dict(reversed(headers))
        status = event.get("responseStatusCode", 0)
        main = kind == "Document" and event["frameId"] == self._frame
        if main and is_a_file(status, first):
            body = await self._stream(event["requestId"], first.get("content-length"))
            self.taken = TrackedRequest(
                id=event.get("networkId", ""), url=url, kind=kind, main=True, status=status, headers=headers, body=body
            )
            await self._cdp.send("Fetch.failRequest", {"requestId": event["requestId"], "errorReason": "Aborted"})
            return
        large = unwanted_resources.too_large(first.get("content-length")) if kind == "Image" else None
        await self._refuse_or_go_on(event["requestId"], url, large)

    async def _refuse_or_go_on(
        self, request_id: str, url: str, refusal: unwanted_resources.ResourceRefusal | None
    ) -> None:
        if refusal is None:
            await self._cdp.send("Fetch.continueRequest", {"requestId": request_id})
            return
        self.blocked[refusal.kind] += 1
        self.blocked_hosts[unwanted_resources.host_of(url)] += 1
        await self._cdp.send("Fetch.failRequest", {"requestId": request_id, "errorReason": "BlockedByClient"})

    async def _send_stub(self, request_id: str) -> None:
        headers = [{"name": "Content-Type", "value": "text/html; charset=utf-8"}]
        body = base64.b64encode(STUB.encode()).decode()
        answer = {"requestId": request_id, "responseCode": 200, "responseHeaders": headers, "body": body}
        await self._cdp.send("Fetch.fulfillRequest", answer)

    async def _stream(self, request_id: str, length: str | None) -> bytes:
        too_large = SourceTooLarge(self._url, f"more than {MAX_DOCUMENT_BYTES} bytes")
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

    # Listening

    def _on_request(self, event: dict[str, Any]) -> None:
        if self._stub_url is not None:
            return
        kind, url = event.get("type", "Other"), event["request"]["url"]
        main = kind == "Document" and event.get("frameId") == self._frame
        request = TrackedRequest(id=event["requestId"], url=url, kind=kind, main=main)
        self._by_id[request.id] = request
        if main:
            self.navigations += 1
            self.last_url = url
            self._host = unwanted_resources.host_of(url) or self._host
            if self.navigations > MAX_REDIRECTS + 1:
                self._fail(SourceUnreachable(self._url, f"more than {MAX_REDIRECTS} redirects"))

    def _on_sent(self, event: dict[str, Any]) -> None:
        self._extra_sent[event["requestId"]] = _pairs(event["headers"])

    def _on_received(self, event: dict[str, Any]) -> None:
        text = event.get("headersText")
        lines = text.split("\r\n")[1:] if text else []
        pairs = [line.partition(":") for line in lines if ":" in line]
        split = tuple((name.strip().lower(), value.strip()) for name, _, value in pairs)
        self._extra_received[event["requestId"]] = split or _pairs(event["headers"])

    def _on_response(self, event: dict[str, Any]) -> None:
        request = self._by_id.get(event["requestId"])
        if request is None:
            return
        response = event["response"]
        request.status = response["status"]
        request.headers = _pairs(response["headers"])
        request.address = response.get("remoteIPAddress") or None
        request.media_type = response.get("mimeType", "")
        request.head_bytes = int(response.get("encodedDataLength", 0))
        if request.main:
            self.documents.append(request)

    def _on_data(self, event: dict[str, Any]) -> None:
        self._bytes[event["requestId"]] += event["dataLength"]
        if self._bytes[event["requestId"]] > MAX_DOCUMENT_BYTES or self._bytes.total() > MAX_PAGE_BYTES:
            self._fail(SourceTooLarge(self._url, f"more than {MAX_DOCUMENT_BYTES} bytes a file"))

    def _on_finished(self, event: dict[str, Any]) -> None:
        request = self._by_id.get(event["requestId"])
        if request is not None:
            request.done = True
            request.wire_bytes = max(0, int(event.get("encodedDataLength", 0)) - request.head_bytes)

    def _on_failed(self, event: dict[str, Any]) -> None:
        request = self._by_id.get(event["requestId"])
        if request is not None:
            request.done = True
            request.error = event.get("errorText", "")
            if request.main and request.status and "ERR_ABORTED" not in request.error:
                self._fail(browser_failure(self._url, request.error))

    # Reading

    def heads(self, request: TrackedRequest) -> tuple[HeaderPairs, HeaderPairs]:
        """Request and response headers, including those DevTools reports only in its second event (cookies)."""
        return self._extra_sent.get(request.id, request.sent), self._extra_received.get(request.id, request.headers)

    async def body(self, request: TrackedRequest) -> bytes | None:
        """The decoded body; None when the browser no longer has it. Nothing is requested twice."""
        from playwright.async_api import Error  # lazy: playwright is only needed when a browser is used

        if request.body is not None:
            return request.body
        try:
            async with asyncio.timeout(BODY_SECONDS):
                kept = await self._cdp.send("Network.getResponseBody", {"requestId": request.id})
        except (Error, TimeoutError):
            return None
        return base64.b64decode(kept["body"]) if kept["base64Encoded"] else kept["body"].encode("utf-8", "replace")

    async def resources(self) -> tuple[Resource, ...]:
        """The subresources in request order, hashed up to a total size."""
        loaded = [
            request
            for request in self._by_id.values()
            if request.done and request.status and not request.error and not request.main
        ]
        out: list[Resource] = []
        room = MAX_HASHED_BYTES
        for request in loaded[:MAX_RESOURCES]:
            if not request.url.startswith(("http://", "https://")):
                continue
            body = await self.body(request) if room > 0 else None
            if not body and self._bytes[request.id]:
                body = None  # it came and was not kept: no hash of nothing
            room -= 0 if body is None else len(body)
            digest = None if body is None else Sha256(hashlib.sha256(body).hexdigest())
            length = self._bytes[request.id] if body is None else len(body)
            out.append(
                Resource(
                    url=request.url, status=request.status, media_type=request.media_type, length=length, sha256=digest
                )
            )
        return tuple(out)


def _pairs(headers: dict[str, str]) -> HeaderPairs:
    """Headers as pairs: repeated ones, joined by line breaks, are split; pseudo and proxy headers are dropped."""
    table = {name.lower(): value for name, value in headers.items() if not name.startswith(":")}
    return tuple(
        (name, line) for name, value in table.items() if name != "proxy-connection" for line in value.split("\n")
    )


def is_a_file(status: int, headers: dict[str, str]) -> bool:
    """Whether a main document is a download rather than a page."""
    if not 200 <= status < 300:
        return False
    if headers.get("content-disposition", "").strip().lower().startswith("attachment"):
        return True
    return headers.get("content-type", "").split(";")[0].strip().lower() not in _SHOWN


def browser_failure(url: str, message: str) -> SourceError:
    """A browser error as one of our own."""
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
    if code.startswith("ERR_CERT_"):
        return CertificateInvalid(url, code)
    reason = "too slow" if "Timeout" in message else message.splitlines()[0][:200]
    return SourceUnreachable(url, code or reason)
