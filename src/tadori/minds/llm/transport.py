"""The HTTP transport to a language model: one host, one key, bounded.

Comes in: a request of a client library. Goes out: the same request to the configured host and no other, without
environment proxies, redirects or cookies, with only the headers a model server needs. The key is added here and nowhere
else, so that no library can log it. An answer over the limit is cut off. No connection is kept open between requests.
Imports httpx2, so this module is imported lazily.
"""

import ssl
from collections.abc import AsyncIterator
from typing import Final

import httpx2

PASSED: Final = frozenset(
    "host accept connection content-type content-length transfer-encoding anthropic-version anthropic-beta".split()
)
MOST_BYTES: Final = 4_000_000
"""Of one answer: 10 000 tokens streamed one by one."""
_CONNECT_SECONDS: Final = 10


class KeyHeader:
    """The header that holds a key. Its value is never shown."""

    def __init__(self, name: str, value: str) -> None:
        self.name = name
        self._value = value

    def put_on(self, headers: httpx2.Headers) -> None:
        headers[self.name] = self._value

    def __repr__(self) -> str:
        return f"KeyHeader({self.name!r}, …)"


class ModelWire(httpx2.AsyncBaseTransport):
    """Sends requests to the host of `url`; refuses any other host."""

    def __init__(self, url: str, key: KeyHeader | None, *, most: int = MOST_BYTES) -> None:
        self._place, self._key, self._most = httpx2.URL(url), key, most
        limits = httpx2.Limits(max_connections=None, max_keepalive_connections=0)
        verified = ssl.create_default_context() if self._place.scheme == "https" else False
        self._inner = httpx2.AsyncHTTPTransport(verify=verified, trust_env=False, limits=limits, retries=0)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        there = (request.url.scheme, request.url.host, request.url.port)
        if there != (self._place.scheme, self._place.host, self._place.port):
            raise httpx2.UnsupportedProtocol(f"a model is asked at {self._place.host}, not at {request.url.host}")
        # Client libraries add headers about platform, version and runtime: they identify this machine.
        for name in [name for name in request.headers if name not in PASSED]:
            del request.headers[name]
        request.headers["user-agent"] = "tadori"
        # Without compression the byte limit below is a limit on the text, too.
        request.headers["accept-encoding"] = "identity"
        if self._key is not None:
            self._key.put_on(request.headers)
        response = await self._inner.handle_async_request(request)
        assert isinstance(response.stream, httpx2.AsyncByteStream)
        if response.headers.get("content-encoding", "identity") != "identity":
            await response.aclose()
            raise httpx2.RemoteProtocolError("the model server packs what it was asked to send as it is")
        headers = [(name, value) for name, value in response.headers.raw if name.lower() != b"set-cookie"]
        return httpx2.Response(
            response.status_code,
            headers=headers,
            stream=_Counted(response.stream, self._most),
            extensions=response.extensions,
        )

    async def aclose(self) -> None:
        await self._inner.aclose()


class _Counted(httpx2.AsyncByteStream):
    """The bytes of an answer, up to `most`."""

    def __init__(self, inner: httpx2.AsyncByteStream, most: int) -> None:
        self._inner, self._most = inner, most

    async def __aiter__(self) -> AsyncIterator[bytes]:
        count = 0
        async for chunk in self._inner:
            count += len(chunk)
            if count > self._most:
                raise httpx2.RemoteProtocolError(f"the model answered more than {self._most} bytes")
            yield chunk

    async def aclose(self) -> None:
        await self._inner.aclose()


def client_for(url: str, key: KeyHeader | None, seconds: float) -> httpx2.AsyncClient:
    """An HTTP client that can reach `url` and nothing else."""
    return httpx2.AsyncClient(
        transport=ModelWire(url, key),
        trust_env=False,
        follow_redirects=False,
        timeout=httpx2.Timeout(seconds, connect=min(seconds, _CONNECT_SECONDS)),
    )
