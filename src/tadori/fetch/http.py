"""The HTTP route: one exchange with Chrome's TLS and HTTP/2 handshake (curl_cffi), without following redirects.

Comes in: a `WebRequest`. Goes out: a `WebResponse`, or one `SourceError` that says in words what went wrong. curl
never resolves a name (checked addresses are pinned), keeps no cookies, follows nothing, reads no proxy from the
environment and decodes nothing: all of that is done here, within limits. A block page that head and first bytes already
show is not downloaded completely (`blocks.ends_download`). With `proxy` the same class is the Tor route.

curl is driven by handles that stay configured between requests. The archived request head is made from the list of
headers, not captured: curl adds only `Host` (tests compare it with what servers received).
"""

import asyncio
import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tadori.errors import (
    RouteUnavailable,
    SourceError,
    SourceGarbled,
    SourceTooLarge,
    SourceUnreachable,
)
from tadori.fetch.address_guard import AddressGuard
from tadori.fetch.blocks import PREFLIGHT_BYTES, ends_download
from tadori.fetch.content import declared_type, type_and_charset
from tadori.fetch.cookies import cookies_set_by
from tadori.fetch.curl_errors import curl_text, source_error, with_detail
from tadori.fetch.headers import (
    BROWSER,
    USER_AGENT,
    Header,
    parsed_lines,
    request_head,
    request_headers,
    response_head,
)
from tadori.fetch.name_resolution import NameCache
from tadori.model.doors import Clock
from tadori.model.web import Exchange, Route, WebRequest, WebResponse
from tadori.model.web_thresholds import MAX_HEADER_BYTES, PAGE_SECONDS, SLOW_BYTES_A_SECOND, SLOW_SECONDS
from tadori.text.content_codings import DecodeLimits, decode, decoded_start
from tadori.text.urls import WebUrl

if TYPE_CHECKING:
    from curl_cffi import Curl, CurlError

KEPT_CONNECTIONS: Final = 100
_STATUS: Final = re.compile(rb"HTTP/(\d(?:\.\d)?) (\d{3}) ?(.*)")


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpLimits:
    """What one exchange may cost."""

    page_seconds: float = PAGE_SECONDS
    connect_seconds: float = 15.0
    slow_bytes_a_second: int = SLOW_BYTES_A_SECOND
    slow_seconds: float = SLOW_SECONDS
    header_bytes: int = MAX_HEADER_BYTES
    body: DecodeLimits = field(default_factory=DecodeLimits)


class HttpRoute:
    """Implements `RouteGetter` over HTTP/2 or HTTP/1.1, directly or through a SOCKS proxy that resolves names."""

    def __init__(
        self,
        *,
        guard: AddressGuard,
        names: NameCache,
        clock: Clock,
        limits: HttpLimits | None = None,
        extra_ca: Path | None = None,
        proxy: str | None = None,
        route: Route = Route.HTTP,
    ) -> None:
        """`extra_ca` is trusted beside the usual authorities; `proxy` is a `socks5h://` address."""
        self._guard = guard
        self._names = names
        self._clock = clock
        self._limits = limits or HttpLimits()
        self._extra_ca = extra_ca
        self._proxy = proxy
        self._route = route
        self._multi: Any = None  # an AsyncCurl: curl_cffi leaves it without types
        self._authorities: Path | None = None
        self._idle: list[_CurlHandle] = []

    @property
    def route(self) -> Route:
        return self._route

    async def get(self, request: WebRequest) -> WebResponse:
        """One exchange. An HTTP error status is an answer; everything else that goes wrong is a `SourceError`."""
        if self._proxy is None:
            url = self._guard.check_url(request.url)
            pins = await self._names.checked(url.host, url.port, self._guard)
        else:
            url, pins = self._guard.check_for_tor(request.url), ()
        headers = request_headers(request, url, self._clock().timestamp())
        handle = self._idle.pop() if self._idle else self._new_handle()
        try:
            await self._exchange(handle, url, headers, pins, request.body)
            answer = self._answer(handle, request, url, headers)
        finally:
            handle.clear()
        self._idle.append(handle)
        return answer

    async def close(self) -> None:
        """Close every connection. The route can be used again afterwards."""
        idle, self._idle = self._idle, []
        multi, self._multi = self._multi, None
        if multi is not None:
            await multi.close()
        for handle in idle:
            handle.curl.close()
        if self._authorities is not None:
            self._authorities.unlink(missing_ok=True)
            self._authorities = None

    async def _exchange(
        self, handle: "_CurlHandle", url: WebUrl, headers: Sequence[Header], pins: Sequence[str], body: bytes | None
    ) -> None:
        from curl_cffi import CurlError  # lazy: curl is only loaded when a page is requested

        multi = self._running_multi()
        handle.begin(url, headers, pins, body)
        done = multi.add_handle(handle.curl)
        try:
            await done
        except CurlError as error:
            raise self._error_for(error, url.url) from error
        except _SeenEnough:
            pass
        except asyncio.CancelledError:
            multi.remove_handle(handle.curl)
            raise
        if self._multi is not multi:
            raise SourceUnreachable(source=url.url, reason="the route was closed while it was asking")
        if not handle.whole:  # to curl this is an answer
            raise SourceUnreachable(source=url.url, reason="cut off within the response head")

    def _error_for(self, error: "CurlError", url: str) -> SourceError:
        # Where the proxy is there and the page is not, curl says 97.
        if self._proxy is not None and int(error.code) in {5, 7}:
            reason = with_detail("nothing answers at the proxy", curl_text(error))
            return RouteUnavailable(source=self._route, reason=reason)
        return source_error(error, url)

    def _running_multi(self) -> Any:
        if self._multi is None:
            from curl_cffi import AsyncCurl, CurlMOpt  # lazy: curl is only loaded when a page is requested
            from curl_cffi._wrapper import ffi, lib  # type: ignore[import-not-found]  # lazy: curl is only loaded when a page is requested

            self._multi = AsyncCurl()
            # Its own setopt hands over a pointer where curl reads a number, which leaves the default: four.
            kept = ffi.cast("void *", KEPT_CONNECTIONS)
            lib.curl_multi_setopt(self._multi._curlm, CurlMOpt.MAXCONNECTS, kept)
        return self._multi

    def _new_handle(self) -> "_CurlHandle":
        from curl_cffi import Curl, CurlHttpVersion, CurlOpt  # lazy: curl is only loaded when a page is requested

        limits, curl = self._limits, Curl()
        curl.impersonate(BROWSER, default_headers=False)
        options: dict[Any, Any] = {
            # Not V2_0: that offers an upgrade on plain HTTP, which no browser does.
            CurlOpt.HTTP_VERSION: CurlHttpVersion.V2TLS,
            CurlOpt.PROTOCOLS_STR: "http,https",
            CurlOpt.FOLLOWLOCATION: 0,
            CurlOpt.PATH_AS_IS: 1,
            CurlOpt.HTTP_CONTENT_DECODING: 0,
            CurlOpt.NOSIGNAL: 1,
            CurlOpt.PROXY: self._proxy or "",
            CurlOpt.NOPROXY: "",
            CurlOpt.CAINFO: str(self._trusted()),
            CurlOpt.TIMEOUT_MS: int(limits.page_seconds * 1000),
            CurlOpt.CONNECTTIMEOUT_MS: int(limits.connect_seconds * 1000),
            CurlOpt.LOW_SPEED_LIMIT: limits.slow_bytes_a_second,
            CurlOpt.LOW_SPEED_TIME: max(1, round(limits.slow_seconds)),
            CurlOpt.MAXFILESIZE_LARGE: limits.body.document_bytes,
        }
        for option, value in options.items():
            curl.setopt(option, value)
        return _CurlHandle(curl, limits, None if self._proxy else self._guard)

    def _trusted(self) -> Path:
        """The usual certificate authorities plus the extra one, in one file as curl requires."""
        from curl_cffi.curl import DEFAULT_CACERT  # lazy: curl is only loaded when a page is requested

        if self._extra_ca is None:
            return Path(DEFAULT_CACERT)
        if self._authorities is None:
            with tempfile.NamedTemporaryFile(prefix="tadori-ca-", suffix=".pem", delete=False) as file:
                file.write(Path(DEFAULT_CACERT).read_bytes() + b"\n" + self._extra_ca.read_bytes())
                self._authorities = Path(file.name)
        return self._authorities

    def _answer(self, handle: "_CurlHandle", request: WebRequest, url: WebUrl, sent: Sequence[Header]) -> WebResponse:
        now = self._clock()
        headers = parsed_lines(handle.lines)
        wire = b"".join(handle.chunks)
        body, decoded = self._decoded(handle, url.url, wire, headers)
        media_type, charset = _decided(url.url, handle.status, headers, body)
        set_cookies = [value for name, value in headers if name == "set-cookie"]
        return WebResponse(
            route=self._route,
            url=request.url,
            final_url=request.url,
            status=handle.status,
            headers=headers,
            body=body,
            media_type=media_type,
            charset=charset,
            exchange=Exchange(
                request=request_head(
                    url, sent, version=handle.version, method="GET" if request.body is None else "POST"
                )
                + (request.body or b""),
                response=response_head(handle.status, handle.reason, handle.lines, kept=len(body), decoded=decoded),
            ),
            fetched_at=now,
            wire_bytes=len(wire),
            address=handle.address,
            cookies=cookies_set_by(set_cookies, url.url, now.timestamp()) if set_cookies else (),
            user_agent=request.user_agent or USER_AGENT,
            cut_short=handle.seen_enough,
        )

    def _decoded(self, handle: "_CurlHandle", url: str, wire: bytes, headers: Sequence[Header]) -> tuple[bytes, bool]:
        encoding = _encoding(headers)
        if handle.seen_enough:
            return decoded_start(wire, encoding, PREFLIGHT_BYTES), bool(encoding)
        return decode(url, wire, encoding, self._limits.body)


def _encoding(headers: Sequence[Header]) -> str:
    return ",".join(value for name, value in headers if name == "content-encoding")


def _decided(source: str, status: int, headers: Sequence[Header], body: bytes) -> tuple[str, str | None]:
    try:
        return type_and_charset(headers, body)
    except SourceGarbled as error:
        if 200 <= status < 300:
            raise SourceGarbled(source=source, reason=error.reason) from error
        return declared_type(headers)[0], None  # an error page need not be readable to be an error


class _SeenEnough(Exception):
    """Ends a download once its first bytes show a block. Raised in a curl callback, never leaves this module."""


class _CurlHandle:
    """One curl handle, configured once, with the data received during one exchange."""

    __slots__ = ("address", "chunks", "curl", "guard", "head_bytes", "limits", "lines", "look_at", "reason",
                 "received", "seen_enough", "sent", "status", "target", "version", "whole")  # fmt: skip

    def __init__(self, curl: "Curl", limits: HttpLimits, guard: AddressGuard | None) -> None:
        self.curl = curl
        self.limits = limits
        self.guard = guard
        self.sent: bytes | None = None
        self.clear()

    def clear(self) -> None:
        """Reset for the next exchange; the connection stays open."""
        self.curl.clean_handles_and_buffers()
        self.target: WebUrl | None = None
        self.address: str | None = None
        self.version = ""
        self.status = 0
        self.reason = b""
        self.lines: list[bytes] = []
        self.chunks: list[bytes] = []
        self.head_bytes = 0
        self.received = 0
        self.look_at: float = PREFLIGHT_BYTES
        self.seen_enough = False
        self.whole = False

    def begin(self, url: WebUrl, headers: Sequence[Header], pins: Sequence[str], body: bytes | None) -> None:
        from curl_cffi import CurlOpt  # lazy: curl is only loaded when a page is requested

        curl = self.curl
        if body is not None:
            curl.setopt(CurlOpt.POST, 1)
            curl.setopt(CurlOpt.POSTFIELDS, body)
            curl.setopt(CurlOpt.POSTFIELDSIZE, len(body))
        elif self.sent is not None:
            curl.setopt(CurlOpt.HTTPGET, 1)
        self.sent = body  # curl reads it while it sends
        self.target = url
        curl.setopt(CurlOpt.URL, (url.origin + url.target).encode())
        curl.setopt(CurlOpt.HTTPHEADER, [f"{name}: {value}".encode() for name, value in headers])
        # A literal address needs no pin. The plus lets an entry age, so that what is pinned does not pile up.
        literal = url.address is not None or not pins
        places = ",".join(f"[{pin}]" if ":" in pin else pin for pin in pins)
        curl.setopt(CurlOpt.RESOLVE, [] if literal else [f"+{url.host}:{url.port}:{places}"])
        curl.setopt(CurlOpt.HEADERFUNCTION, self._head)
        curl.setopt(CurlOpt.WRITEFUNCTION, self._body)

    def _head(self, line: bytes) -> int:
        """Called by curl for every line of every head; what is raised here ends the exchange."""
        if not self.head_bytes:
            self._check_peer()
        self.head_bytes += len(line)
        if self.head_bytes > self.limits.header_bytes:
            raise SourceTooLarge(
                source=self._source, reason=f"the response head is over {self.limits.header_bytes} bytes"
            )
        bare = line.rstrip(b"\r\n")
        if self.whole and not bare.startswith(b"HTTP/"):
            return len(line)  # a trailer
        found = _STATUS.match(bare)
        if found:
            self.version, self.status, self.reason = found[1].decode(), int(found[2]), found[3]
            self.lines, self.whole = [], False
        elif not bare:
            self.whole = self.status >= 200
        elif bare[:1] in b" \t" and self.lines:
            self.lines[-1] += b" " + bare.strip()
        else:
            self.lines.append(bare)
        return len(line)

    def _check_peer(self) -> None:
        """Check the address we are really connected to, whatever was pinned."""
        from curl_cffi import CurlInfo  # lazy: curl is only loaded when a page is requested

        if self.guard is None or self.target is None:
            return
        address = self.curl.getinfo(CurlInfo.PRIMARY_IP)
        self.address = address.decode() if isinstance(address, bytes) else ""
        self.guard.check_address(self.address, host=self.target.host, port=self.target.port)

    def _body(self, chunk: bytes) -> int:
        self.chunks.append(chunk)
        self.received += len(chunk)
        if self.received >= self.look_at:
            self._look()
        return len(chunk)

    def _look(self) -> None:
        """Once enough bytes are there: end the exchange when they show a block page.

        An encoding may need more input for its first bytes (a zstd block holds up to 128 kB): then look again at
        double.
        """
        headers = parsed_lines(self.lines)
        start = decoded_start(b"".join(self.chunks), _encoding(headers), PREFLIGHT_BYTES)
        self.look_at = inf if len(start) == PREFLIGHT_BYTES else 2 * self.received
        if ends_download(self.status, headers, start):
            self.seen_enough = True
            raise _SeenEnough

    @property
    def _source(self) -> str:
        return self.target.url if self.target else ""
