"""How requests to language models go over the wire: to one place, with one key, within limits.

Comes in: a request of a provider's kit. Goes out: the same to the configured host and no other, without proxies from
the environment, redirects or cookies, with the headers a model server needs and none that tell of this machine. The
key is put on here and nowhere else, so that no kit can log it. An answer over the limit is cut off. No connection is
kept, so that nothing is open when nobody asks. Imports httpx2, so it is imported lazily itself.
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
    """The header that carries a key. Its value is not shown."""

    def __init__(self, name: str, value: str) -> None:
        self.name = name
        self._value = value

    def put_on(self, headers: httpx2.Headers) -> None:
        headers[self.name] = self._value

    def __repr__(self) -> str:
        return f"KeyHeader({self.name!r}, …)"


class ModelWire(httpx2.AsyncBaseTransport):
    """Carries requests to the host of `url`. Another host is refused."""

    def __init__(self, url: str, key: KeyHeader | None, *, most: int = MOST_BYTES) -> None:
        self._place, self._key, self._most = httpx2.URL(url), key, most
        limits = httpx2.Limits(max_connections=None, max_keepalive_connections=0)
        verified = ssl.create_default_context() if self._place.scheme == "https" else False
        self._inner = httpx2.AsyncHTTPTransport(verify=verified, trust_env=False, limits=limits, retries=0)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        there = (request.url.scheme, request.url.host, request.url.port)
        if there != (self._place.scheme, self._place.host, self._place.port):
            raise httpx2.UnsupportedProtocol(f"a model is asked at {self._place.host}, not at {request.url.host}")
        for name in [name for name in request.headers if name not in PASSED]:
            del request.headers[name]
        request.headers["user-agent"] = "tadori"
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
    """A client that can ask at `url` and nowhere else."""
    return httpx2.AsyncClient(
        transport=ModelWire(url, key),
        trust_env=False,
        follow_redirects=False,
        timeout=httpx2.Timeout(seconds, connect=min(seconds, _CONNECT_SECONDS)),
    )
