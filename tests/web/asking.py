"""A client for testing the little web itself: one exchange, nothing undone but the framing."""

import http.client
import socket
import ssl
from dataclasses import dataclass
from urllib.parse import urlsplit

from curl_cffi import CurlOpt

from tests.web.little_web import LittleWeb
from tests.web.world import World

SECONDS = 60.0
"""Nobody waits that long; a machine under load may need some of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    status: int
    headers: dict[str, str]
    """Names in lower case; the last of each."""
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


def ask(web: World, url: str, headers: dict[str, str] | None = None, *, method: str = "GET") -> Told:
    """What `url` answers; raises what `http.client` and `ssl` raise."""
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.netloc, timeout=SECONDS)
    connection.sock = connected(web, url)
    try:
        path = parts.path + (f"?{parts.query}" if parts.query else "")
        connection.request(method, path, headers={"Accept-Encoding": "identity", **(headers or {})})
        answer = connection.getresponse()
        named = {name.lower(): value for name, value in answer.getheaders()}
        return Told(status=answer.status, headers=named, body=answer.read())
    finally:
        connection.close()


def connected(web: World, url: str) -> socket.socket:
    """A connection to the host of `url`, at the address the web's own table has for it."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    sock = socket.create_connection((web.addresses[host], parts.port or 0), timeout=SECONDS)
    if parts.scheme == "http":
        return sock
    assert isinstance(web, LittleWeb)
    return ssl.create_default_context(cafile=web.ca_file).wrap_socket(sock, server_hostname=host)


def curl_options(web: LittleWeb, host: str) -> dict[CurlOpt, object]:
    """Name and trust for libcurl, over HTTPS."""
    resolve = [f"{host}:{web.https_port}:{web.addresses[host]}"]
    return {CurlOpt.RESOLVE: resolve, CurlOpt.CAINFO: str(web.ca_file)}


def raw(web: World, url: str, *, most: int = 4_000_000) -> bytes:
    """What comes over the wire after a plain request, up to `most` bytes or the end of the connection."""
    parts = urlsplit(url)
    got = bytearray()
    with connected(web, url) as sock:
        sock.sendall(f"GET {parts.path} HTTP/1.1\r\nHost: {parts.netloc}\r\nConnection: close\r\n\r\n".encode())
        while len(got) < most and (piece := sock.recv(65536)):
            got += piece
    return bytes(got)
