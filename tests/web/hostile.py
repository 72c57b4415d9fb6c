"""Servers that never give a page: drips, floods, bombs, loops, lies and broken grammar, by name.

Comes in: a request. Goes out: a `Reply`, often with a script that writes what no server should. Everything endless ends
when the client leaves, or after `LONGEST` seconds times the web's scale.
"""

import gzip
import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final

import brotli  # type: ignore[import-untyped]

from tests.web.certificates import EXPIRED, OTHER_NAME, SELF_SIGNED
from tests.web.pdf import pdf_of
from tests.web.wire import Reply, Request, Script, Wire, page

LONGEST: Final = 60.0
BOMB_BYTES: Final = 100_000_000
HEADER_BYTES: Final = 1_000_000
COOKIES: Final = 1_000
HTML: Final = ("Content-Type", "text/html; charset=utf-8")
TEXT: Final = b"<!doctype html><html><head><title>Nothing</title></head><body><p>Nothing to see here.</p></body></html>"
FLAWS: Final = {"cert_expired": EXPIRED, "cert_other_name": OTHER_NAME, "cert_self_signed": SELF_SIGNED}


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What hostile replies point at."""

    scale: float
    canary_port: int
    """On 127.0.0.1; nobody should ever knock there."""


Lie = Callable[[Request, Surroundings], Reply]


def lie(kind: str, request: Request, around: Surroundings) -> Reply:
    """What a host of that hostile kind answers."""
    return LIES[kind](request, around)


def _redirect(target: str) -> Reply:
    return Reply(status=302, headers=(("Location", target), HTML), body=b"<p>moved</p>")


def _script(script: Script) -> Reply:
    return Reply(script=script)


def _head(*headers: str) -> bytes:
    return ("\r\n".join(["HTTP/1.1 200 OK", "Content-Type: text/html; charset=utf-8", *headers]) + "\r\n\r\n").encode()


async def _repeat(wire: Wire, piece: bytes, *, every: float, around: Surroundings) -> None:
    """Writes a piece again and again, until the client leaves or the time is up."""
    spent, longest = 0.0, LONGEST * around.scale
    while spent < longest:
        wire.write(piece)
        if not await wire.drain() or not await wire.pause(every):
            return
        spent += max(every, 0.001)


def _drip(_: Request, around: Surroundings) -> Reply:
    async def play(wire: Wire) -> None:
        wire.write(_head("Content-Length: 1000000") + b"<!doctype html><title>slow")
        await _repeat(wire, b".", every=0.5 * around.scale, around=around)

    return _script(play)


def _drip_headers(_: Request, around: Surroundings) -> Reply:
    async def play(wire: Wire) -> None:
        wire.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n")
        await _repeat(wire, b"X-A: b\r\n", every=0.5 * around.scale, around=around)

    return _script(play)


def _endless(_: Request, around: Surroundings) -> Reply:
    async def play(wire: Wire) -> None:
        wire.write(_head("Connection: close") + b"<!doctype html><title>endless</title>")
        await _repeat(wire, b"<p>more and more and more of it</p>\n" * 1800, every=0, around=around)

    return _script(play)


def _silent(_: Request, around: Surroundings) -> Reply:
    async def play(wire: Wire) -> None:
        await wire.pause(LONGEST * around.scale)

    return _script(play)


def _bomb(coding: str) -> Lie:
    def reply(_: Request, __: Surroundings) -> Reply:
        return Reply(headers=(HTML, ("Content-Encoding", coding)), body=_packed(coding))

    return reply


@cache
def _packed(coding: str) -> bytes:
    """A hundred megabytes of zeros, packed once."""
    if coding == "br":
        return bytes(brotli.compress(bytes(BOMB_BYTES), quality=1))
    return gzip.compress(bytes(BOMB_BYTES), 1, mtime=0)


def _loop(request: Request, _: Surroundings) -> Reply:
    return _redirect(request.path)


def _chain(request: Request, __: Surroundings) -> Reply:
    path, _, number = request.path.partition("?n=")
    return _redirect(f"{path}?n={int(number) + 1 if number.isdigit() else 1}")


def _to(target: str) -> Lie:
    return lambda _, around: _redirect(target.format(port=around.canary_port))


def _length(claimed: int) -> Lie:
    """Claims another length than it sends, then hangs up."""

    def reply(_: Request, __: Surroundings) -> Reply:
        async def play(wire: Wire) -> None:
            wire.write(_head(f"Content-Length: {claimed}") + TEXT)

        return _script(play)

    return reply


def _raw(data: bytes) -> Lie:
    def reply(_: Request, __: Surroundings) -> Reply:
        async def play(wire: Wire) -> None:
            wire.write(data)

        return _script(play)

    return reply


def _huge_headers(_: Request, __: Surroundings) -> Reply:
    padding = tuple((f"X-Padding-{number}", "p" * 990) for number in range(HEADER_BYTES // 1000))
    return Reply(headers=(HTML, *padding), body=TEXT)


def _many_cookies(_: Request, __: Surroundings) -> Reply:
    cookies = tuple(("Set-Cookie", f"c{number}={'v' * 40}; Path=/") for number in range(COOKIES))
    return Reply(headers=(HTML, *cookies), body=TEXT)


def _typed(media_type: str, body: bytes) -> Lie:
    return lambda _, __: Reply(headers=(("Content-Type", media_type),), body=body)


def _certificate(_: Request, __: Surroundings) -> Reply:
    return page("<p>You should not be able to read this: the certificate is wrong.</p>")


def png(width: int, height: int, *, level: int = 9) -> bytes:
    """A grey picture; level 0 leaves it as large as it is."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = (b"\0" + b"\x80" * width) * height
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    parts = [chunk(b"IHDR", head), chunk(b"IDAT", zlib.compress(rows, level)), chunk(b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


LIES: Final[dict[str, Lie]] = {
    "drip": _drip,
    "endless": _endless,
    "gzip_bomb": _bomb("gzip"),
    "brotli_bomb": _bomb("br"),
    "redirect_loop": _loop,
    "redirect_file": _to("file:///etc/passwd"),
    "redirect_loopback": _to("http://127.0.0.1:{port}/admin"),
    "redirect_metadata": _to("http://169.254.169.254/latest/meta-data/"),
    "length_short": _length(40),
    "length_long": _length(100_000),
    "broken_chunking": _raw(_head("Transfer-Encoding: chunked") + b"40\r\n<p>half a chunk</p>\r\nzz\r\n!!\r\n"),
    "huge_headers": _huge_headers,
    "many_cookies": _many_cookies,
    "pdf_as_html": _typed("text/html; charset=utf-8", pdf_of("A document", ["It is not a page."], "en")),
    "html_as_pdf": _typed("application/pdf", TEXT),
    "png_as_html": _typed("text/html; charset=utf-8", png(64, 64)),
    "cert_expired": _certificate,
    "cert_other_name": _certificate,
    "cert_self_signed": _certificate,
    "drip_headers": _drip_headers,
    "silent": _silent,
    "redirect_chain": _chain,
    "redirect_ipv6_loopback": _to("http://[::ffff:127.0.0.1]:{port}/admin"),
    "redirect_script": _to("javascript:alert(1)"),
    "not_http": _raw(b"220 mail.little-web.test ESMTP ready\r\n"),
    "hang_up": _raw(b""),
}
"""Every hostile kind; the hosts with hostile weather take turns over them in this order."""


def hostile_host(kind: str) -> str:
    """The explicit name of that kind; each is a registrable domain of its own."""
    return f"www.{kind.replace('_', '-')}.test"
